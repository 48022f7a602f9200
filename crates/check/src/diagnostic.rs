//! A parse error, or the breach of a rule, with the bytes at fault, and what belongs to it.

use std::collections::BTreeMap;

use tagspan::{Encoding, LineColumn, Span};

use crate::code::Code;
use crate::explanation::Explanation;

/// A parse error, or what breaks a rule for authors, with the bytes that are at fault.
///
/// Spans are of the bytes of the source, in its encoding, zero-based and half-open; lines and columns are one-based.
///
/// ```
/// let found = tagspan_check::check("one</>two")?;
/// assert_eq!((found[0].place().source.range(), found[0].label()), (3..6, "this is ignored"));
/// # Ok::<(), tagspan::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    pub(crate) code: Code,
    pub(crate) offset: u64,
    pub(crate) place: Place,
    pub(crate) label: String,
    pub(crate) related: Vec<Related>,
    pub(crate) fix: Option<Fix>,
}

/// Where some bytes are.
///
/// ```
/// use tagspan::{Encoding, Tokenizer};
/// use tagspan_check::Checker;
///
/// let latin_1 = Encoding::for_label(b"latin1").unwrap();
/// let mut tokenizer = Checker::settings(Tokenizer::builder().encoding(latin_1)).build();
/// // "é</>"
/// let mut places = Vec::new();
/// Checker::default().take(tokenizer.feed_last(b"\xE9</>"), |found| places.push(found.place()))?;
/// assert_eq!((places[0].source.range(), places[0].text.range()), (1..4, 2..5));
/// assert_eq!((places[0].start.to_string(), places[0].end.to_string()), ("1:2".into(), "1:5".into()));
/// # Ok::<(), tagspan::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Place {
    /// In the source: zero-based, half-open, in bytes of its encoding.
    pub source: Span,
    /// In the text: offsets of the UTF-8 that the source is decoded to, as those of tokens are.
    pub text: Span,
    /// The line and column where they start, one-based.
    pub start: LineColumn,
    /// The line and column where they end.
    pub end: LineColumn,
}

impl Diagnostic {
    /// The specification's code of the error, or the rule.
    ///
    /// ```
    /// let found = tagspan_check::check("</>")?;
    /// assert_eq!(found[0].code(), tagspan::ErrorCode::MissingEndTagName.into());
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn code(&self) -> Code {
        self.code
    }

    /// The meaning of the code, and the reaction of a browser.
    ///
    /// ```
    /// let found = tagspan_check::check("</>")?;
    /// assert_eq!(found[0].explanation().effect(), "A browser ignores it.");
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn explanation(&self) -> &'static Explanation {
        Explanation::of(self.code)
    }

    /// The offset in the source where the specification's tokenizer notices the error: the length of the source for an error at
    /// its end. For a rule, where the bytes at fault begin.
    ///
    /// ```
    /// let found = tagspan_check::check("<!-- a")?;
    /// assert_eq!((found[0].offset(), found[0].place().source.range()), (6, 0..4));
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// The bytes at fault. Empty where something is missing between two bytes.
    ///
    /// ```
    /// let html = "<p class=\"x\"id=y>";
    /// let place = tagspan_check::check(html)?[0].place();
    /// assert_eq!((place.source.range(), place.start.to_string()), (12..12, "1:13".to_owned()));
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn place(&self) -> Place {
        self.place
    }

    /// The fault of these bytes, for a person: a phrase without a full stop.
    ///
    /// ```
    /// let found = tagspan_check::check("<p id=a id=b>")?;
    /// assert_eq!(found[0].label(), "this attribute is ignored");
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn label(&self) -> &str {
        &self.label
    }

    /// Other bytes that the error is about, such as the first of two attributes.
    ///
    /// ```
    /// let found = tagspan_check::check("<p id=a id=b>")?;
    /// assert_eq!(found[0].related()[0].place().source.range(), 3..5);
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn related(&self) -> &[Related] {
        &self.related
    }

    /// An edit after which the error is gone, and a browser reads the same. `None` if there is none, or if only the author can tell
    /// what was meant.
    ///
    /// ```
    /// let found = tagspan_check::check("<p id=a id=b>")?;
    /// assert_eq!(found[0].fix().unwrap().title(), "remove it");
    /// assert_eq!(tagspan_check::check("<!-- a")?[0].fix(), None);
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn fix(&self) -> Option<&Fix> {
        self.fix.as_ref()
    }
}

/// Bytes that an error is about, beside those at fault.
///
/// ```
/// let found = tagspan_check::check("<!-- a <!-- b -->")?;
/// let related = &found[0].related()[0];
/// assert_eq!((related.place().source.range(), related.label()), (0..4, "the comment begins here"));
/// # Ok::<(), tagspan::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Related {
    pub(crate) place: Place,
    pub(crate) label: String,
}

impl Related {
    /// Where they are.
    ///
    /// ```
    /// let html = "<!-- a <!-- b -->";
    /// let found = tagspan_check::check(html)?;
    /// assert_eq!(&html[found[0].related()[0].place().source.range()], "<!--");
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn place(&self) -> Place {
        self.place
    }

    /// The part of these bytes in the error: a phrase without a full stop.
    ///
    /// ```
    /// let found = tagspan_check::check("<p id=a id=b>")?;
    /// assert_eq!(found[0].related()[0].label(), "the first one is here");
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn label(&self) -> &str {
        &self.label
    }
}

/// Edits after which an error is gone and a browser reads the same.
///
/// The fix of a parse error changes no token. That of a rule removes a `/` or an end tag that a browser ignores.
///
/// ```
/// let found = tagspan_check::check("</p/>")?;
/// let fix = found[0].fix().unwrap();
/// assert_eq!(fix.apply(b"</p/>", tagspan::UTF_8), b"</p>");
/// # Ok::<(), tagspan::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    pub(crate) title: &'static str,
    pub(crate) edits: Vec<Edit>,
}

/// Bytes of the source, and the text that takes their place.
///
/// ```
/// let found = tagspan_check::check("fish &amp chips")?;
/// let [edit] = found[0].fix().unwrap().edits() else { panic!() };
/// assert_eq!((edit.place().source.range(), edit.text()), (9..9, ";"));
/// # Ok::<(), tagspan::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    pub(crate) place: Place,
    pub(crate) text: &'static str,
}

impl Fix {
    /// The effect of the fix: an imperative without a full stop.
    ///
    /// ```
    /// let found = tagspan_check::check("<p class=x/y=z>")?;
    /// assert_eq!(found[0].fix().unwrap().title(), "put the value in quotes");
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn title(&self) -> &'static str {
        self.title
    }

    /// The edits, in the order of their spans, which do not overlap.
    ///
    /// ```
    /// let found = tagspan_check::check("<p class=x/y=z>")?;
    /// let edits = found[0].fix().unwrap().edits().iter();
    /// assert_eq!(edits.map(|edit| edit.place().source.start).collect::<Vec<_>>(), [9, 14]);
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn edits(&self) -> &[Edit] {
        &self.edits
    }

    /// Returns the source with the edits of this fix made. `encoding` is that of the source.
    ///
    /// ```
    /// let html = "<!-- a --!> b";
    /// let found = tagspan_check::check(html)?;
    /// assert_eq!(found[0].fix().unwrap().apply(html.as_bytes(), tagspan::UTF_8), b"<!-- a --> b");
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn apply(&self, source: &[u8], encoding: &'static Encoding) -> Vec<u8> {
        Fix::apply_all([self], source, encoding)
    }

    /// Returns the source with the edits of all fixes made, but for those of a fix that touches one made before it: check
    /// the result again for these. The first is always made. `encoding` is that of the source.
    ///
    /// # Complexity
    ///
    /// Linear in the length of the source, and that of sorting in the number of edits.
    ///
    /// ```
    /// use tagspan_check::{Fix, check};
    ///
    /// let html = "<p class=x/y class=z></p/> &amp";
    /// let found = check(html)?;
    /// let fixes = found.iter().filter_map(|diagnostic| diagnostic.fix());
    /// let fixed = Fix::apply_all(fixes, html.as_bytes(), tagspan::UTF_8);
    /// assert_eq!(fixed, b"<p class=x/y></p> &amp;");
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn apply_all<'a>(
        fixes: impl IntoIterator<Item = &'a Fix>,
        source: &[u8],
        encoding: &'static Encoding,
    ) -> Vec<u8> {
        // The edits that are made, by their starts. No two touch, so that what stands between them is as it was.
        let mut made: BTreeMap<u64, &Edit> = BTreeMap::new();
        for fix in fixes {
            let touches = |edit: &Edit| {
                let Span { start, end } = edit.place.source;
                made.range(..=end).next_back().is_some_and(|(_, other)| other.place.source.end >= start)
            };
            if !fix.edits.iter().any(touches) {
                made.extend(fix.edits.iter().map(|edit| (edit.place.source.start, edit)));
            }
        }
        let (mut fixed, mut at) = (Vec::with_capacity(source.len()), 0);
        for edit in made.values() {
            let range = edit.place.source.range();
            fixed.extend_from_slice(&source[at..range.start]);
            edit.push_to(&mut fixed, encoding);
            at = range.end;
        }
        fixed.extend_from_slice(&source[at..]);
        fixed
    }
}

impl Edit {
    /// The bytes that are replaced. Empty for an insertion.
    ///
    /// ```
    /// let found = tagspan_check::check("<br/ >")?;
    /// assert_eq!(found[0].fix().unwrap().edits()[0].place().source.range(), 3..4);
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn place(&self) -> Place {
        self.place
    }

    /// The text that takes their place, which is ASCII. Empty for a removal.
    ///
    /// ```
    /// let found = tagspan_check::check("1 <2")?;
    /// assert_eq!(found[0].fix().unwrap().edits()[0].text(), "&lt;");
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn text(&self) -> &'static str {
        self.text
    }

    /// Appends the text in this encoding.
    fn push_to(&self, to: &mut Vec<u8>, encoding: &'static Encoding) {
        match encoding.name() {
            "UTF-16LE" => to.extend(self.text.bytes().flat_map(|byte| [byte, 0])),
            "UTF-16BE" => to.extend(self.text.bytes().flat_map(|byte| [0, byte])),
            // ASCII is as it is in all others, but within the escapes of ISO-2022-JP, for which there are no fixes.
            _ => to.extend(self.text.bytes()),
        }
    }
}

impl Place {
    /// Adds so many characters of ASCII, each of so many bytes of the source.
    pub(crate) fn add(&mut self, width: u64, characters: u64) {
        self.source.end += width * characters;
        self.text.end += characters;
        self.end = LineColumn::new(self.end.line(), self.end.column() + characters);
    }
}
