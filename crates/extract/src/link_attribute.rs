//! Attributes that hold URLs by the choice of the caller.

use std::fmt;
use std::str::FromStr;

use tagspan::Tag;

use crate::link::LinkKind;

/// An attribute that holds a URL beside those of the standard, for
/// [`ExtractorBuilder::link_attributes`](crate::ExtractorBuilder::link_attributes).
///
/// It is written as the name of an element, or `*` for any, `@`, and the name of the attribute, in any ASCII case. An attribute
/// whose name ends with `srcset` is read as `srcset`, and `style` as CSS.
///
/// ```
/// use tagspan_extract::{Extractor, LinkAttribute};
///
/// let attributes = ["img@data-src", "*@data-srcset"].map(|name| name.parse::<LinkAttribute>().unwrap());
/// let mut extractor = Extractor::builder().link_attributes(attributes).build();
/// extractor.read(tagspan::tokenize("<img data-src=a.png><p data-srcset='b.png, c.png 2x'>"))?;
/// let page = extractor.finish();
/// let values: Vec<_> = page.links.iter().map(|link| link.value.as_str()).collect();
/// assert_eq!(values, ["a.png", "b.png", "c.png"]);
/// # Ok::<(), tagspan::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LinkAttribute {
    /// In lower case; `None` is any.
    element: Option<Box<str>>,
    /// In lower case.
    attribute: Box<str>,
}

impl LinkAttribute {
    /// The `style` of any element.
    pub(crate) fn style() -> Self {
        LinkAttribute { element: None, attribute: "style".into() }
    }

    /// How URLs stand in the value.
    pub(crate) fn kind(&self) -> LinkKind {
        match &*self.attribute {
            "style" => LinkKind::Css,
            name if name.ends_with("srcset") => LinkKind::Srcset,
            _ => LinkKind::Attribute,
        }
    }

    /// Whether the tag may have it. `listed` is the name of the element in a tree, if it is known.
    pub(crate) fn is_of(&self, tag: Tag<'_>, listed: &str) -> bool {
        self.element.as_deref().is_none_or(|element| {
            if listed.is_empty() { tag.is(element) } else { listed.eq_ignore_ascii_case(element) }
        })
    }

    pub(crate) fn attribute(&self) -> &str {
        &self.attribute
    }
}

impl FromStr for LinkAttribute {
    type Err = InvalidLinkAttribute;

    fn from_str(name: &str) -> Result<Self, InvalidLinkAttribute> {
        let is_name = |name: &str, others: &[char]| {
            let is_other =
                |found: char| found.is_ascii_whitespace() || found == '\0' || others.contains(&found);
            !name.is_empty() && !name.contains(is_other)
        };
        // Names that a tag can have.
        let (element, attribute) = name
            .split_once('@')
            .filter(|(element, attribute)| {
                let is_element = element.starts_with(|first: char| first.is_ascii_alphabetic());
                (*element == "*" || is_element && is_name(element, &['/', '>']))
                    && is_name(attribute, &['/', '>', '='])
            })
            .ok_or_else(|| InvalidLinkAttribute(name.to_owned()))?;
        let element = (element != "*").then(|| element.to_ascii_lowercase().into());
        Ok(LinkAttribute { element, attribute: attribute.to_ascii_lowercase().into() })
    }
}

impl fmt::Display for LinkAttribute {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}@{}", self.element.as_deref().unwrap_or("*"), self.attribute)
    }
}

/// The error for a text that is no [`LinkAttribute`].
///
/// ```
/// use tagspan_extract::LinkAttribute;
///
/// let error = "data-src".parse::<LinkAttribute>().unwrap_err();
/// let advice = "write ELEMENT@ATTRIBUTE, such as img@data-src, or *@data-src for any element";
/// assert_eq!(error.to_string(), format!("\"data-src\" is no attribute of an element: {advice}"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidLinkAttribute(String);

impl fmt::Display for InvalidLinkAttribute {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let advice = "write ELEMENT@ATTRIBUTE, such as img@data-src, or *@data-src for any element";
        write!(f, "{:?} is no attribute of an element: {advice}", self.0)
    }
}

impl std::error::Error for InvalidLinkAttribute {}
