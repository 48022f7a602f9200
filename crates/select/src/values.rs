//! The text or an attribute of the first element of each selector: the values of a row.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use crate::error::SelectorError;
use crate::selection::Event;
use crate::selectors::Selectors;

/// A value of a page: the text of the first element that a selector matches, or an attribute.
///
/// As text it is `SELECTOR` or `SELECTOR@ATTRIBUTE`.
///
/// ```
/// use tagspan_select::ElementValue;
///
/// let value: ElementValue = "a.next[href]@href".parse()?;
/// assert_eq!((value.selector(), value.attribute()), ("a.next[href]", Some("href")));
/// let text: ElementValue = "a[title='@me']".parse()?;
/// assert_eq!(text.attribute(), None);
/// assert_eq!(r".\@md".parse::<ElementValue>()?.attribute(), None);
/// # Ok::<(), tagspan_select::SelectorError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ElementValue {
    selector: String,
    attribute: Option<String>,
}

impl ElementValue {
    /// The selector of the element.
    ///
    /// ```
    /// let value: tagspan_select::ElementValue = "h1, h2".parse()?;
    /// assert_eq!(value.selector(), "h1, h2");
    /// # Ok::<(), tagspan_select::SelectorError>(())
    /// ```
    #[must_use]
    pub fn selector(&self) -> &str {
        &self.selector
    }

    /// The name of the attribute, in lower case. `None` for the text of the element.
    ///
    /// ```
    /// let value: tagspan_select::ElementValue = "img@SRC".parse()?;
    /// assert_eq!(value.attribute(), Some("src"));
    /// # Ok::<(), tagspan_select::SelectorError>(())
    /// ```
    #[must_use]
    pub fn attribute(&self) -> Option<&str> {
        self.attribute.as_deref()
    }
}

impl FromStr for ElementValue {
    type Err = SelectorError;

    fn from_str(text: &str) -> Result<Self, SelectorError> {
        // A selector has an @ behind a backslash, or in quotes, behind which a quote or a bracket follows.
        let is_name = |name: &str| !name.is_empty() && !name.contains(['"', '\'', ']', ')', ' ']);
        let is_end = |(selector, name): &(&str, &str)| is_name(name) && !selector.ends_with('\\');
        let (selector, attribute) = match text.rsplit_once('@').filter(is_end) {
            Some((selector, attribute)) => (selector, Some(attribute.to_ascii_lowercase())),
            None => (text, None),
        };
        Selectors::new([selector])?;
        Ok(ElementValue { selector: selector.to_owned(), attribute })
    }
}

impl fmt::Display for ElementValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.attribute {
            Some(attribute) => write!(f, "{}@{attribute}", self.selector),
            None => f.write_str(&self.selector),
        }
    }
}

/// Keeps the first value of each selector, from the events of a [`Selection`](crate::Selection): the text of the first element
/// that matches, or the attribute of the first that has it.
///
/// ```
/// use tagspan_select::{ElementValue, FirstValues, Selection, Selectors};
///
/// let wanted: Vec<ElementValue> = vec!["h1".parse()?, "a@href".parse()?, "h2".parse()?];
/// let mut selection = Selection::new(&Selectors::new(wanted.iter().map(ElementValue::selector))?);
/// let mut values = FirstValues::new(wanted.into(), 0);
/// let mut room = 1 << 20;
/// selection.read(tagspan::tokenize("<h1>Fish &amp; <b>chips</b></h1><a>1</a><a href=/2>2</a>"), |event| {
///     values.push(&event, &mut room);
/// })?;
/// assert!(values.iter().eq([Some("Fish & chips"), Some("/2"), None]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct FirstValues {
    wanted: Arc<[ElementValue]>,
    /// The number of the first selector.
    first: u32,
    values: Vec<Option<String>>,
    /// The open elements whose text is a value, ascending, and which value.
    reading: Vec<(u64, usize)>,
}

impl FirstValues {
    /// No values yet. The selectors have these numbers in the set, from `first` on.
    ///
    /// ```
    /// use tagspan_select::FirstValues;
    ///
    /// assert!(FirstValues::new(["h1".parse()?].into(), 0).iter().eq([None]));
    /// # Ok::<(), tagspan_select::SelectorError>(())
    /// ```
    #[must_use]
    pub fn new(wanted: Arc<[ElementValue]>, first: u32) -> Self {
        FirstValues { values: vec![None; wanted.len()], wanted, first, reading: Vec::new() }
    }

    /// Takes an event. `room` is how many bytes may still be kept, in whole characters. Returns how many bytes are left out
    /// for want of it; of a value nothing is kept after them.
    ///
    /// ```
    /// use tagspan_select::{FirstValues, Selection, Selectors};
    ///
    /// let mut values = FirstValues::new(["p".parse()?].into(), 0);
    /// let (mut room, mut lost) = (4, 0);
    /// Selection::new(&Selectors::new(["p"])?).read(tagspan::tokenize("<p>café<br>s"), |event| {
    ///     lost += values.push(&event, &mut room);
    /// })?;
    /// assert_eq!((values.iter().next(), lost), (Some(Some("caf")), 2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn push(&mut self, event: &Event<'_>, room: &mut usize) -> u64 {
        let mut lost = 0;
        match event {
            Event::Entered(entered) => {
                for &selector in entered.selectors {
                    let Some(place) = selector.checked_sub(self.first).map(|place| place as usize) else {
                        continue;
                    };
                    let Some(value) = self.values.get_mut(place).filter(|value| value.is_none()) else {
                        continue;
                    };
                    let Some(name) = &self.wanted[place].attribute else {
                        *value = Some(String::new());
                        self.reading.push((entered.element, place));
                        continue;
                    };
                    let Some(found) = entered.tag.and_then(|tag| tag.attribute_value(name)) else { continue };
                    lost += append(value.insert(String::new()), &found, room);
                }
            }
            Event::Text(within) => self.reading.retain(|&(element, place)| {
                if within.elements.binary_search(&element).is_err() {
                    return true;
                }
                let value = self.values[place].get_or_insert_default();
                let left_out = append(value, within.text, room);
                lost += left_out;
                left_out == 0
            }),
            Event::Left(left) => self.reading.retain(|&(element, _)| element != left.element),
        }
        lost
    }

    /// The values, in the order of the selectors.
    ///
    /// ```
    /// use tagspan_select::FirstValues;
    ///
    /// let values = FirstValues::new(["h1".parse()?, "h2".parse()?].into(), 0);
    /// assert_eq!(values.iter().len(), 2);
    /// # Ok::<(), tagspan_select::SelectorError>(())
    /// ```
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Option<&str>> {
        self.values.iter().map(Option::as_deref)
    }

    /// Forgets all values, for another page.
    ///
    /// ```
    /// use tagspan_select::FirstValues;
    ///
    /// let mut values = FirstValues::new(["h1".parse()?].into(), 0);
    /// values.clear();
    /// assert!(values.iter().eq([None]));
    /// # Ok::<(), tagspan_select::SelectorError>(())
    /// ```
    pub fn clear(&mut self) {
        self.values.fill(None);
        self.reading.clear();
    }
}

/// Appends as many whole characters as there is room for. Returns how many bytes are left out.
fn append(value: &mut String, text: &str, room: &mut usize) -> u64 {
    let mut end = text.len().min(*room);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    value.push_str(&text[..end]);
    *room -= end;
    (text.len() - end) as u64
}
