//! Edits one tag and keeps every byte that need not change.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;
use std::ops::Range;

use tagspan_entities::{escape_attribute, is_noncharacter};

use super::attributes::{AttributeSpans, Quote};
use super::name::{decode_name, is_plain};
use super::tag::Tag;
use crate::bytes::is_space;
use crate::span::Span;

impl<'a> Tag<'a> {
    /// Returns an editor, which sets and removes attributes and keeps all other bytes of the tag.
    ///
    /// ```
    /// use tagspan::{Token, tokenize};
    ///
    /// let mut tokens = tokenize("<A HREF=/a target='_top' >");
    /// let Some(Token::StartTag(tag)) = tokens.next_token()? else { panic!() };
    /// let edited = tag.edit().set_attribute("href", "/b").remove_attribute("target").finish()?;
    /// assert_eq!(edited, b"<A HREF=\"/b\" >");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn edit(&self) -> TagEditor<'a> {
        TagEditor { tag: *self, name: None, operations: Vec::new() }
    }
}

/// Edits one tag: [`Tag::edit`].
///
/// The editor changes names and values that are set, and removes attributes with the whitespace before them. All other bytes
/// stay: the case of names, quotes, whitespace, duplicate attributes and ill-formed bytes.
///
/// Of several calls with the same name the last one wins. New attributes have the order of the calls.
///
/// If a [limit](crate::Limits) has left bytes or attributes out of the tag, the edited tag lacks them, too, and ends after the last
/// attribute that is known: see [`Tag::is_truncated`].
///
/// # Examples
///
/// ```
/// use tagspan::{Token, tokenize};
///
/// let mut tokens = tokenize("<img src=a.png alt='A &amp; B' width=1/>");
/// let Some(Token::StartTag(tag)) = tokens.next_token()? else { panic!() };
/// let mut editor = tag.edit();
/// for attribute in tag.attributes() {
///     match &*attribute.name() {
///         "src" => editor.set_attribute("src", &format!("/img/{}", attribute.value())),
///         "width" => editor.remove_attribute("width"),
///         _ => continue,
///     };
/// }
/// editor.set_attribute("loading", "lazy");
/// assert_eq!(editor.finish()?, b"<img src=\"/img/a.png\" alt='A &amp; B' loading=\"lazy\">");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[must_use = "`finish` returns the edited tag"]
pub struct TagEditor<'a> {
    pub(crate) tag: Tag<'a>,
    name: Option<String>,
    /// The names of attributes and their new values, `None` if they are removed, in the order of the calls.
    operations: Vec<(String, Option<String>)>,
}

/// All operations on the attributes of a name: the first has its letters and its place among those that are added, the last
/// its value.
struct Operation<'e> {
    place: usize,
    name: &'e str,
    value: Option<&'e str>,
    is_done: bool,
}

/// A range of the tag's bytes, and the text that replaces them.
type Change = (Range<usize>, String);

impl TagEditor<'_> {
    /// Sets the value of an attribute. The name matches in any ASCII case.
    ///
    /// If the tag has the attribute, only its value changes: a value in quotes keeps its quotes, and any other value gets
    /// double quotes. Of several attributes with the name the first one changes, as HTML ignores the others. If the tag
    /// does not have the attribute, it is added after the last one.
    ///
    /// The value is escaped, so [`Attribute::value`](crate::Attribute::value) of the edited tag returns it, except that a NUL
    /// is read as U+FFFD.
    ///
    /// An invalid name is an error of [`finish`](Self::finish) if the tag does not have the attribute.
    ///
    /// ```
    /// use tagspan::{Token, tokenize};
    ///
    /// let mut tokens = tokenize("<a title='old' />");
    /// let Some(Token::StartTag(tag)) = tokens.next_token()? else { panic!() };
    /// let edited = tag.edit().set_attribute("title", "it's").set_attribute("rel", "nofollow").finish()?;
    /// assert_eq!(edited, b"<a title='it&#39;s' rel=\"nofollow\" />");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_attribute(&mut self, name: &str, value: &str) -> &mut Self {
        self.operations.push((name.to_owned(), Some(value.to_owned())));
        self
    }

    /// Removes an attribute, with all its duplicates and the whitespace before each. The name matches in any ASCII case.
    /// It is no error if the tag does not have the attribute.
    ///
    /// A space or a solidus replaces the attribute where the bytes on both sides would be read together otherwise.
    ///
    /// ```
    /// use tagspan::{Token, tokenize};
    ///
    /// let mut tokens = tokenize("<p onclick=a() class=b ONCLICK=c()>");
    /// let Some(Token::StartTag(tag)) = tokens.next_token()? else { panic!() };
    /// assert_eq!(tag.edit().remove_attribute("onclick").finish()?, b"<p class=b>");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn remove_attribute(&mut self, name: &str) -> &mut Self {
        self.operations.push((name.to_owned(), None));
        self
    }

    /// Changes the name of the tag. The end tag of an element is another token, with an editor of its own.
    ///
    /// An invalid name is an error of [`finish`](Self::finish).
    ///
    /// ```
    /// use tagspan::{Token, tokenize};
    ///
    /// let mut tokens = tokenize("</B >");
    /// let Some(Token::EndTag(tag)) = tokens.next_token()? else { panic!() };
    /// assert_eq!(tag.edit().set_name("strong").finish()?, b"</strong >");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_name(&mut self, name: &str) -> &mut Self {
        self.name = Some(name.to_owned());
        self
    }

    /// Returns the edited tag, from `<` to `>`.
    ///
    /// # Errors
    ///
    /// [`InvalidName`] for an invalid name: with it, the tag would be read as something else.
    ///
    /// ```
    /// use tagspan::{Token, tokenize};
    ///
    /// let mut tokens = tokenize("<p>");
    /// let Some(Token::StartTag(tag)) = tokens.next_token()? else { panic!() };
    /// assert_eq!(tag.edit().finish()?, b"<p>");
    /// assert!(tag.edit().set_attribute("x><script", "").finish().is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn finish(&self) -> Result<Vec<u8>, InvalidName> {
        let raw = self.tag.raw();
        let mut edited = Vec::with_capacity(raw.len());
        let mut copied = 0;
        for (range, text) in self.ranges()? {
            edited.extend_from_slice(&raw[copied..range.start]);
            edited.extend_from_slice(text.as_bytes());
            copied = range.end;
        }
        edited.extend_from_slice(&raw[copied..]);
        Ok(edited)
    }

    /// Returns the changes in ascending order: spans of the input, and the text that replaces each. They are for programs that
    /// copy the other bytes from a source in another encoding: see `tagspan::Tokens::source_span`.
    ///
    /// If a limit has left bytes out of the tag, the spans do not count these bytes.
    ///
    /// # Errors
    ///
    /// As [`finish`](Self::finish).
    ///
    /// ```
    /// use tagspan::{Span, Token, tokenize};
    ///
    /// let mut tokens = tokenize("text<p class=a>");
    /// tokens.next_token()?;
    /// let Some(Token::StartTag(tag)) = tokens.next_token()? else { panic!() };
    /// let changes = tag.edit().set_attribute("class", "b").changes()?;
    /// assert_eq!(changes, [(Span { start: 13, end: 14 }, "\"b\"".to_owned())]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn changes(&self) -> Result<Vec<(Span, String)>, InvalidName> {
        let start = self.tag.span().start;
        let span =
            |range: Range<usize>| Span { start: start + range.start as u64, end: start + range.end as u64 };
        Ok(self.ranges()?.into_iter().map(|(range, text)| (span(range), text)).collect())
    }

    /// The operations by name.
    fn operations(&self) -> Vec<Operation<'_>> {
        let mut operations: Vec<_> = self
            .operations
            .iter()
            .enumerate()
            .map(|(place, (name, value))| Operation { place, name, value: value.as_deref(), is_done: false })
            .collect();
        operations.sort_by(|a, b| compare_names(a.name.as_bytes(), b.name.as_bytes()));
        operations.dedup_by(|later, first| {
            let is_same = later.name.eq_ignore_ascii_case(first.name);
            if is_same {
                first.value = later.value;
            }
            is_same
        });
        operations
    }

    /// The changes, in ascending order and apart from each other.
    fn ranges(&self) -> Result<Vec<Change>, InvalidName> {
        let mut changes = Vec::with_capacity(self.operations.len() + 1);
        let name = to_range(self.tag.name_range());
        if let Some(new) = &self.name {
            if !is_tag_name(new) {
                return Err(InvalidName { name: new.clone(), is_tag: true });
            }
            changes.push((name.clone(), new.clone()));
        }
        let (raw, tail) = self.known();
        let raw = &*raw;
        let mut operations = self.operations();
        // The bytes of removed attributes that only whitespace separates.
        let mut removed: Option<Range<usize>> = None;
        let mut end = name.end;
        let mut last = None;
        for spans in self.tag.attribute_spans() {
            let whole = spans.name.0 as usize..spans.end() as usize;
            end = whole.end;
            last = None;
            let name = &raw[to_range(spans.name)];
            let decoded = (!is_plain(name)).then(|| decode_name(name));
            let name = decoded.as_ref().map_or(name, |name| name.as_bytes());
            let found =
                operations.binary_search_by(|operation| compare_names(operation.name.as_bytes(), name));
            let operation = found.ok().map(|index| &mut operations[index]);
            let is_removed = operation.as_ref().is_some_and(|operation| operation.value.is_none());
            let continues = |before: &Range<usize>| {
                is_removed && raw[before.end..whole.start].iter().all(|&byte| is_space(byte))
            };
            if removed.as_ref().is_some_and(|before| !continues(before)) {
                changes.extend(removed.take().map(|before| removal(raw, before)));
            }
            match operation {
                Some(Operation { value: None, .. }) => {
                    removed = Some(removed.map_or(whole.start, |before| before.start)..whole.end)
                }
                Some(Operation { value: Some(value), is_done, .. }) if !spans.duplicate => {
                    *is_done = true;
                    changes.push(new_value(spans, value));
                }
                _ => last = Some(spans),
            }
        }
        changes.extend(removed.map(|before| removal(raw, before)));
        let added = added(operations)?;
        if !added.is_empty() {
            // Added right after `a=`, it would be the value.
            let lacks_value = last.is_some_and(|it| it.quote == Quote::Unquoted && it.value.0 == it.value.1);
            let before = if lacks_value { "\"\"" } else { "" };
            changes.push((end..end, format!("{before}{added}")));
        }
        changes.extend(tail);
        Ok(changes)
    }

    /// The bytes of the tag as far as it is known, and how they are made of all its bytes. Behind the last attribute of a tag that
    /// a limit has truncated there may be a part of another one, or one that counts as soon as its duplicate is removed.
    fn known(&self) -> (Cow<'_, [u8]>, Option<Change>) {
        let raw = self.tag.raw();
        let spans = self.tag.attribute_spans();
        let end = spans.last().map_or(self.tag.name_end, AttributeSpans::end) as usize;
        let is_end = |tail: &[u8]| tail.iter().all(|&byte| is_space(byte) || byte == b'/');
        if raw[end..].strip_suffix(b">").is_some_and(is_end) {
            return (raw.into(), None);
        }
        let tail = if self.tag.self_closing() { " />" } else { ">" };
        ([&raw[..end], tail.as_bytes()].concat().into(), Some((end..raw.len(), tail.to_owned())))
    }
}

/// The attributes that are set but not among those of the tag.
fn added(mut operations: Vec<Operation<'_>>) -> Result<String, InvalidName> {
    let mut added = String::new();
    operations.sort_unstable_by_key(|operation| operation.place);
    for Operation { name, value, is_done, .. } in operations {
        let Some(value) = value.filter(|_| !is_done) else { continue };
        if !is_attribute_name(name) {
            return Err(InvalidName { name: name.to_owned(), is_tag: false });
        }
        added += &format!(" {name}=\"{}\"", escaped(value, '"'));
    }
    Ok(added)
}

/// Compares names in ASCII lower case.
fn compare_names(a: &[u8], b: &[u8]) -> Ordering {
    a.iter().map(u8::to_ascii_lowercase).cmp(b.iter().map(u8::to_ascii_lowercase))
}

fn to_range((start, end): (u32, u32)) -> Range<usize> {
    start as usize..end as usize
}

fn new_value(spans: &AttributeSpans, value: &str) -> Change {
    let range = to_range(spans.value);
    let text = match spans.quote {
        Quote::Single => escaped(value, '\''),
        Quote::Double => escaped(value, '"'),
        Quote::Unquoted => format!("\"{}\"", escaped(value, '"')),
        Quote::NoValue => format!("=\"{}\"", escaped(value, '"')),
    };
    (range, text)
}

/// A value for a place between these quotes.
fn escaped(value: &str, quote: char) -> String {
    let text = escape_attribute(value);
    if quote == '\'' { text.replace('\'', "&#39;") } else { text.into_owned() }
}

/// Removes attributes so that the bytes before and after them are read as before.
fn removal(raw: &[u8], Range { start, end }: Range<usize>) -> Change {
    let spaces = raw[..start].iter().rev().take_while(|byte| is_space(**byte)).count();
    let before = raw[start - spaces - 1];
    let after = raw[end..].iter().copied().find(|&byte| !is_space(byte)).unwrap_or(b'>');
    let next = raw.get(end).copied().unwrap_or(b'>');
    if after == b'=' {
        // The name of an attribute may begin with `=`, but not after another name.
        (start..end, "/".to_owned())
    } else if before == b'/' && next == b'>' {
        // A solidus right before `>` would close the tag.
        (start..end, if spaces == 0 { " ".to_owned() } else { String::new() })
    } else if next == b'>' || is_space(next) {
        (start - spaces..end, String::new())
    } else {
        // Whitespace separates a value without quotes from a solidus, and a name from another attribute.
        (start..end, String::new())
    }
}

/// Names as the HTML Standard allows them in section *Attributes*, without `<`, which is a parse error, too.
fn is_attribute_name(name: &str) -> bool {
    !name.is_empty() && !name.contains(|c: char| is_forbidden(c) || " \"'<>/=".contains(c))
}

/// Names that the tokenizer reads as they are written, apart from ASCII case.
fn is_tag_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_alphabetic())
        && !name.contains(|c: char| is_forbidden(c) || " <>/".contains(c))
}

/// Control characters and noncharacters, which are parse errors wherever they stand.
fn is_forbidden(c: char) -> bool {
    c.is_control() || is_noncharacter(c)
}

/// A name that [`TagEditor`] refuses, because with it the tag would be read as something else, or have a parse error.
///
/// ```
/// use tagspan::{Token, tokenize};
///
/// let mut tokens = tokenize("<p>");
/// let Some(Token::StartTag(tag)) = tokens.next_token()? else { panic!() };
/// let error = tag.edit().set_attribute("on click", "").finish().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "\"on click\" is not an attribute name: choose one without whitespace, control characters, noncharacters, quotes, \
///      `<`, `>`, `/` and `=`"
/// );
/// # Ok::<(), tagspan::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidName {
    name: String,
    is_tag: bool,
}

impl InvalidName {
    /// The refused name.
    ///
    /// ```
    /// use tagspan::{Token, tokenize};
    ///
    /// let mut tokens = tokenize("<p>");
    /// let Some(Token::StartTag(tag)) = tokens.next_token()? else { panic!() };
    /// assert_eq!(tag.edit().set_name("1").finish().unwrap_err().name(), "1");
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl fmt::Display for InvalidName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = &self.name;
        if self.is_tag {
            write!(
                f,
                "{name:?} is not a tag name: choose one that begins with an ASCII letter, without whitespace, control \
                 characters, noncharacters, `<`, `>` and `/`"
            )
        } else {
            write!(
                f,
                "{name:?} is not an attribute name: choose one without whitespace, control characters, \
                 noncharacters, quotes, `<`, `>`, `/` and `=`"
            )
        }
    }
}

impl std::error::Error for InvalidName {}
