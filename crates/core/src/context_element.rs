//! Namespaces, and the context element of a fragment.

use core::fmt;

/// The namespace of an element.
///
/// ```
/// use tagspan::{ContextElement, Namespace};
///
/// assert_eq!(ContextElement::mathml("mi").namespace(), Namespace::MathMl);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Namespace {
    /// HTML.
    Html,
    /// SVG.
    Svg,
    /// MathML.
    #[cfg_attr(feature = "serde", serde(rename = "math"))]
    MathMl,
}

impl Namespace {
    /// A stable name for reports, in lower case: `html`, `svg` or `math`.
    ///
    /// ```
    /// assert_eq!(tagspan::Namespace::MathMl.as_str(), "math");
    /// assert_eq!(tagspan::Namespace::Svg.to_string(), "svg");
    /// ```
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Namespace::Html => "html",
            Namespace::Svg => "svg",
            Namespace::MathMl => "math",
        }
    }
}

impl fmt::Display for Namespace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// The element whose content a fragment is: what the standard calls the context element, as `innerHTML` has one.
///
/// # Examples
///
/// ```
/// use tagspan::{ContextElement, Token, Tokenizer};
///
/// let mut tokenizer = Tokenizer::builder().fragment(ContextElement::html("title")).build();
/// let mut tokens = tokenizer.feed_last(b"a <b> &amp; c");
/// assert!(matches!(tokens.next_token()?, Some(Token::Text(text)) if text.value() == "a <b> & c"));
///
/// let mut tokenizer = Tokenizer::builder().fragment(ContextElement::svg("g")).build();
/// let mut tokens = tokenizer.feed_last(b"<style><b>");
/// assert!(matches!(tokens.next_token()?, Some(Token::StartTag(tag)) if tag.is("style")));
/// assert!(matches!(tokens.next_token()?, Some(Token::StartTag(tag)) if tag.is("b")));
/// # Ok::<(), tagspan::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct ContextElement {
    pub(crate) namespace: Namespace,
    pub(crate) name: String,
    pub(crate) integration_point: bool,
}

impl ContextElement {
    /// An HTML element; its name in any ASCII case.
    ///
    /// ```
    /// use tagspan::{ContextElement, TextMode, Tokenizer};
    ///
    /// let mut tokenizer = Tokenizer::builder().fragment(ContextElement::html("textarea")).build();
    /// assert_eq!(tokenizer.feed_last(b"<b>").text_mode(), Some(TextMode::Rcdata));
    /// ```
    pub fn html(name: impl Into<String>) -> Self {
        ContextElement { namespace: Namespace::Html, name: name.into(), integration_point: false }
    }

    /// An SVG element; its name in any ASCII case.
    ///
    /// ```
    /// use tagspan::{ContextElement, TextMode, Tokenizer};
    ///
    /// // The title of a drawing is no text, but an element with content.
    /// let mut tokenizer = Tokenizer::builder().fragment(ContextElement::svg("title")).build();
    /// assert_eq!(tokenizer.feed_last(b"<b>").text_mode(), Some(TextMode::Data));
    /// ```
    pub fn svg(name: impl Into<String>) -> Self {
        ContextElement { namespace: Namespace::Svg, ..Self::html(name) }
    }

    /// A MathML element; its name in any ASCII case.
    ///
    /// ```
    /// use tagspan::{ContextElement, Token, Tokenizer};
    ///
    /// let mut tokenizer = Tokenizer::builder().fragment(ContextElement::mathml("mrow")).build();
    /// let mut tokens = tokenizer.feed_last(b"<![CDATA[x]]>");
    /// assert!(matches!(tokens.next_token()?, Some(Token::Dropped(open)) if open.raw() == b"<![CDATA["));
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn mathml(name: impl Into<String>) -> Self {
        ContextElement { namespace: Namespace::MathMl, ..Self::html(name) }
    }

    /// Whether a MathML `annotation-xml` element is an HTML integration point: whether its `encoding` attribute is
    /// `text/html` or `application/xhtml+xml`, in any ASCII case. For other elements it is known by their names.
    ///
    /// ```
    /// use tagspan::{ContextElement, TextMode, Tokenizer};
    ///
    /// let mode = |is_one| {
    ///     let element = ContextElement::mathml("annotation-xml").integration_point(is_one);
    ///     let mut tokenizer = Tokenizer::builder().fragment(element).build();
    ///     let mut tokens = tokenizer.feed_last(b"<style>");
    ///     tokens.next_token()?;
    ///     Ok::<_, tagspan::Error>(tokens.text_mode())
    /// };
    /// assert_eq!(mode(true)?, Some(TextMode::Rawtext));
    /// assert_eq!(mode(false)?, Some(TextMode::Data));
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn integration_point(mut self, is_one: bool) -> Self {
        self.integration_point = is_one;
        self
    }

    /// The namespace.
    ///
    /// ```
    /// use tagspan::{ContextElement, Namespace};
    ///
    /// assert_eq!(ContextElement::html("td").namespace(), Namespace::Html);
    /// ```
    pub fn namespace(&self) -> Namespace {
        self.namespace
    }

    /// The name, as it was given.
    ///
    /// ```
    /// assert_eq!(tagspan::ContextElement::svg("foreignObject").name(), "foreignObject");
    /// ```
    pub fn name(&self) -> &str {
        &self.name
    }
}
