//! Slices of a page to strings: references, newlines, NUL and ill-formed UTF-8 in one pass, borrowed if possible.

use std::borrow::Cow;
use std::ops::Range;

use crate::characters::Characters;
use crate::common::{Unsure, common, unterminated};
use crate::kernels::{Special, find_byte, plain};
use crate::named::{Match, Matcher};
use crate::numeric::NumericCode;
use crate::reference_error::ReferenceError;

/// The rules for character references.
///
/// ```
/// use tagspan::entities::{Decode, Nul, References, decode};
///
/// let how = |references| Decode { references, nul: Nul::Keep };
/// assert_eq!(decode(b"&lt=", how(References::None)), "&lt=");
/// assert_eq!(decode(b"&lt=", how(References::Text)), "<=");
/// assert_eq!(decode(b"&lt=", how(References::Attribute)), "&lt=");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum References {
    /// Nowhere: `&` is just a character.
    None,
    /// As in text.
    Text,
    /// As in attribute values, see [`Match::counts_in_attribute`](crate::tokenizing::Match::counts_in_attribute).
    Attribute,
}

/// The handling of a NUL byte. A reference to it, `&#0;`, is always U+FFFD.
///
/// ```
/// use tagspan::entities::{Decode, Nul, References, decode};
///
/// let how = |nul| Decode { references: References::Text, nul };
/// assert_eq!(decode(b"\0 &#0;", how(Nul::Keep)), "\0 \u{FFFD}");
/// assert_eq!(decode(b"\0 &#0;", how(Nul::Replace)), "\u{FFFD} \u{FFFD}");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Nul {
    /// It stays U+0000.
    Keep,
    /// It becomes U+FFFD.
    Replace,
}

/// The rules of [`decode`]: one constant for each set of rules in the states of the specification.
///
/// ```
/// use tagspan::entities::{Decode, decode};
///
/// assert_eq!(decode(b"a\0&amp;\r\n", Decode::DATA), "a\0&\n");
/// assert_eq!(decode(b"a\0&amp;\r\n", Decode::RAWTEXT), "a\u{FFFD}&amp;\n");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Decode {
    /// The rules for references.
    pub references: References,
    /// The handling of NUL.
    pub nul: Nul,
}

impl Decode {
    /// Text of the data state (13.2.5.1, 12.2.5.1): references, and NUL stays, for the tree builder to deal with.
    ///
    /// ```
    /// use tagspan::entities::{Decode, decode};
    ///
    /// assert_eq!(decode(b"&lt=\0", Decode::DATA), "<=\0");
    /// ```
    pub const DATA: Self = Self { references: References::Text, nul: Nul::Keep };
    /// Text of the RCDATA state (13.2.5.2, 12.2.5.2), as in `<title>`: references, and NUL is replaced.
    ///
    /// ```
    /// use tagspan::entities::{Decode, decode};
    ///
    /// assert_eq!(decode(b"&lt=\0", Decode::RCDATA), "<=\u{FFFD}");
    /// ```
    pub const RCDATA: Self = Self { references: References::Text, nul: Nul::Replace };
    /// Text of the RAWTEXT, script data and PLAINTEXT states (13.2.5.3 to 13.2.5.5, 12.2.5.3 to 12.2.5.5); also comments,
    /// names and the identifiers of a DOCTYPE: no references, and NUL is replaced.
    ///
    /// ```
    /// use tagspan::entities::{Decode, decode};
    ///
    /// assert_eq!(decode(b"&lt=\0", Decode::RAWTEXT), "&lt=\u{FFFD}");
    /// ```
    pub const RAWTEXT: Self = Self { references: References::None, nul: Nul::Replace };
    /// Text of a CDATA section (13.2.5.69, 12.2.5.69): no references, and NUL stays.
    ///
    /// ```
    /// use tagspan::entities::{Decode, decode};
    ///
    /// assert_eq!(decode(b"&lt=\0", Decode::CDATA), "&lt=\0");
    /// ```
    pub const CDATA: Self = Self { references: References::None, nul: Nul::Keep };
    /// Attribute values (13.2.5.36 to 13.2.5.38, 12.2.5.36 to 12.2.5.38): references as in attributes, and NUL is replaced.
    ///
    /// ```
    /// use tagspan::entities::{Decode, decode};
    ///
    /// assert_eq!(decode(b"?a&lt=\0&lt;", Decode::ATTRIBUTE), "?a&lt=\u{FFFD}<");
    /// ```
    pub const ATTRIBUTE: Self = Self { references: References::Attribute, nul: Nul::Replace };

    #[inline]
    const fn special(self) -> Special {
        match self.references {
            References::None => Special::Raw,
            References::Text | References::Attribute => Special::References,
        }
    }

    /// The bytes that may have to be replaced, ill-formed ones aside.
    const fn needles(self) -> [u8; 3] {
        let nul = match self.nul {
            Nul::Keep => b'\r',
            Nul::Replace => 0,
        };
        match self.references {
            References::None => [b'\r', b'\r', nul],
            References::Text | References::Attribute => [b'\r', b'&', nul],
        }
    }
}

/// Decodes a slice of a page, its end being the end of input.
///
/// `bytes` is UTF-8 that may be ill-formed. In the order of the specification:
///
/// 1. each maximal ill-formed part becomes one U+FFFD, as in [`String::from_utf8_lossy`];
/// 2. CR LF and lone CR become LF ("Preprocessing the input stream", 13.2.3.5 (12.2.3.5));
/// 3. references and NUL as `how` says; what comes out of a reference is not looked at again, so `&#13;` gives a
///    real CR and `&amp;lt;` gives `&lt;`.
///
/// The result is borrowed exactly if it equals `bytes`. The time is linear in the length of `bytes`, and the result
/// is at most three times as long.
///
/// ```
/// use std::borrow::Cow;
/// use tagspan::entities::{Decode, decode};
///
/// assert_eq!(decode(b"AT&T &lt;tag&gt; caf\xE9\r\n", Decode::DATA), "AT&T <tag> caf\u{FFFD}\n");
/// assert!(matches!(decode(b"?a=b&c=d", Decode::ATTRIBUTE), Cow::Borrowed("?a=b&c=d")));
/// ```
#[inline]
#[doc(alias = "unescape")]
pub fn decode(bytes: &[u8], how: Decode) -> Cow<'_, str> {
    decode_part(bytes, 0..bytes.len(), how)
}

/// Decodes `within[part]` exactly as [`decode`] does, the end of the part being the end of input.
///
/// The bytes after it change nothing. They are loaded along with it, if there are any, so that a short part takes
/// few instructions: for callers that have spans.
///
/// # Panics
///
/// As `within[part]` does, if the part is not within.
///
/// ```
/// use tagspan_entities::{Decode, tokenizing::decode_part};
///
/// assert_eq!(decode_part(b"title=a&amp;b>&lt;", 6..13, Decode::ATTRIBUTE), "a&b");
/// ```
#[inline(always)]
pub fn decode_part(within: &[u8], part: Range<usize>, how: Decode) -> Cow<'_, str> {
    match plain(within, part.clone(), how.special()) {
        Ok(text) => Cow::Borrowed(text),
        Err(index) => decode_from(&within[part], index, how),
    }
}

/// One copy of what is too long to be inlined everywhere.
#[inline(never)]
fn decode_from(bytes: &[u8], index: usize, how: Decode) -> Cow<'_, str> {
    replace_from(bytes, index, how, |_, _| ())
}

/// Decodes a name of a tag, an attribute or a DOCTYPE: as [`Decode::RAWTEXT`] says, and in ASCII lower case.
///
/// Borrowed exactly if that changes nothing. Linear in the length; an ASCII name takes at most one allocation.
///
/// ```
/// use std::borrow::Cow;
/// use tagspan_entities::tokenizing::decode_name;
///
/// assert!(matches!(decode_name(b"onclick"), Cow::Borrowed("onclick")));
/// assert_eq!(decode_name(b"onClick"), "onclick");
/// assert_eq!(decode_name(b"A\0\xFF&amp;"), "a\u{FFFD}\u{FFFD}&amp;");
/// assert_eq!(decode_name("É".as_bytes()), "É", "only ASCII");
/// ```
#[inline]
pub fn decode_name(bytes: &[u8]) -> Cow<'_, str> {
    decode_name_part(bytes, 0..bytes.len())
}

/// Decodes the name `within[part]` exactly as [`decode_name`] does; see [`decode_part`].
///
/// # Panics
///
/// As `within[part]` does, if the part is not within.
///
/// ```
/// assert_eq!(tagspan_entities::tokenizing::decode_name_part(b"<DIV CLASS=a>", 1..4), "div");
/// ```
#[inline(always)]
pub fn decode_name_part(within: &[u8], part: Range<usize>) -> Cow<'_, str> {
    match plain(within, part.clone(), Special::Name) {
        Ok(name) => Cow::Borrowed(name),
        Err(index) => decode_name_from(&within[part], index),
    }
}

#[inline(never)]
fn decode_name_from(bytes: &[u8], index: usize) -> Cow<'_, str> {
    let mut name = decode_from(bytes, index, Decode::RAWTEXT);
    if name.bytes().any(|byte| byte.is_ascii_uppercase()) {
        name.to_mut().make_ascii_lowercase();
    }
    name
}

/// Decodes as [`decode`] does, and reports each error of a reference with its byte offset in `bytes`.
///
/// Offsets are zero-based, never decrease, and are those at which the tokenizer of the specification stands: see
/// [`ReferenceError`]. At the end of `bytes` that is its length.
///
/// ```
/// use tagspan::entities::{Decode, ReferenceError, decode_with};
///
/// let mut errors = Vec::new();
/// let text = decode_with(b"&lt &#0; &no; &#!", Decode::DATA, |offset, error| errors.push((offset, error)));
/// assert_eq!(text, "< \u{FFFD} &no; &#!");
/// assert_eq!(errors, [
///     (3, ReferenceError::MissingSemicolon),
///     (8, ReferenceError::Null),
///     (12, ReferenceError::UnknownNamed),
///     (16, ReferenceError::AbsenceOfDigits),
/// ]);
/// ```
pub fn decode_with(bytes: &[u8], how: Decode, on_error: impl FnMut(usize, ReferenceError)) -> Cow<'_, str> {
    match plain(bytes, 0..bytes.len(), how.special()) {
        Ok(text) => Cow::Borrowed(text),
        Err(index) => replace_from(bytes, index, how, on_error),
    }
}

/// Decodes a slice whose bytes below `index` stand for themselves.
fn replace_from(
    bytes: &[u8],
    index: usize,
    how: Decode,
    mut on_error: impl FnMut(usize, ReferenceError),
) -> Cow<'_, str> {
    let needles = how.needles();
    let mut output =
        Output { bytes, valid: simdutf8::basic::from_utf8(bytes).ok(), copied: 0, text: String::new() };
    let mut start = find_byte(bytes, index, needles);
    while let Some(&special) = bytes.get(start) {
        let end = match special {
            b'&' => {
                let (end, characters) = reference(bytes, start, how.references, &mut on_error);
                if let Some(characters) = characters {
                    output.replace(start, end, characters);
                }
                end
            }
            b'\r' => {
                let end = start + if bytes.get(start + 1) == Some(&b'\n') { 2 } else { 1 };
                output.replace(start, end, Characters::one('\n'));
                end
            }
            // NUL, the only other byte looked for.
            _ => {
                output.replace(start, start + 1, Characters::one(char::REPLACEMENT_CHARACTER));
                start + 1
            }
        };
        start = find_byte(bytes, end, needles);
    }
    output.finish()
}

/// The character references of `bytes` by the rules of `how.references`, in their order: the range of each, and what it
/// stands for.
///
/// The end of `bytes` is the end of input. A range is in bytes of them, zero-based, and goes from the `&` to past the `;` if
/// there is one. A `&` that begins no reference is left out. Allocates nothing; all of them together take linear time.
///
/// ```
/// use tagspan_entities::{Decode, tokenizing::references};
///
/// let bytes = b"a&lt;b && &copy=&#x41";
/// let found = references(bytes, Decode::DATA).map(|(range, characters)| (range, characters.first()));
/// assert_eq!(Vec::from_iter(found), [(1..5, '<'), (10..15, '©'), (16..21, 'A')]);
/// assert_eq!(references(bytes, Decode::ATTRIBUTE).count(), 2, "`&copy=` stays as it is");
/// ```
pub fn references(bytes: &[u8], how: Decode) -> impl Iterator<Item = (Range<usize>, Characters)> {
    let mut at = if how.references == References::None { bytes.len() } else { 0 };
    std::iter::from_fn(move || {
        loop {
            let start = at + memchr::memchr(b'&', &bytes[at..])?;
            let (end, characters) = reference(bytes, start, how.references, &mut |_, _| ());
            at = end;
            if let Some(characters) = characters {
                return Some((start..end, characters));
            }
        }
    })
}

/// Where the reference, or what turns out to be none, ends that starts with the `&` at `start`; as an error if there is one in
/// it, or if bytes after the end of `bytes` may make a difference. Takes time in proportion to its length.
///
/// ```
/// use tagspan_entities::{Decode, tokenizing::error_free_end};
///
/// assert_eq!(error_free_end(b"a&lt;b", 1, Decode::DATA), Ok(5));
/// assert_eq!(error_free_end(b"a&lt b", 1, Decode::DATA), Err(4), "its semicolon is missing");
/// assert_eq!(error_free_end(b"a& b", 1, Decode::DATA), Ok(2), "it is text");
/// assert_eq!(error_free_end(b"a&no", 1, Decode::DATA), Err(4), "`&not;` may follow");
/// ```
///
/// # Panics
///
/// Panics if `start` is beyond the end of `bytes`.
pub fn error_free_end(bytes: &[u8], start: usize, how: Decode) -> Result<usize, usize> {
    let mut has_error = false;
    let (end, _) = reference(bytes, start, how.references, &mut |_, _| has_error = true);
    if has_error || end == bytes.len() { Err(end) } else { Ok(end) }
}

/// Where the reference, or what turns out to be none, that starts with the `&` at `start` ends, and what takes its
/// place, if anything does.
///
/// The bytes before that end are no start of another reference, nor CR or NUL. Each byte is looked at twice at
/// most, so that all calls together are linear.
fn reference(
    bytes: &[u8],
    start: usize,
    references: References,
    on_error: &mut impl FnMut(usize, ReferenceError),
) -> (usize, Option<Characters>) {
    let name = start + 1;
    if bytes.get(name) == Some(&b'#') {
        return numeric(bytes, name + 1, on_error);
    }
    let Some(longest) = longest(&bytes[name..]) else {
        // The ambiguous ampersand state, 13.2.5.74 (12.2.5.74).
        let rest = bytes[name..].iter().position(|byte| !byte.is_ascii_alphanumeric());
        let end = rest.map_or(bytes.len(), |rest| name + rest);
        if end > name && bytes.get(end) == Some(&b';') {
            on_error(end, ReferenceError::UnknownNamed);
        }
        return (end, None);
    };
    let end = name + longest.len;
    if references == References::Attribute && !longest.counts_in_attribute(bytes.get(end).copied()) {
        return (end, None);
    }
    if !longest.terminated {
        on_error(end, ReferenceError::MissingSemicolon);
    }
    (end, Some(longest.characters))
}

/// The longest name that `bytes` start with; they are all that there is.
#[inline]
fn longest(bytes: &[u8]) -> Option<Match> {
    let shortcut = match common(bytes) {
        Some((length, character)) => Ok(Some((length, character, true))),
        None => unterminated(bytes).map(|name| name.map(|(length, character)| (length, character, false))),
    };
    match shortcut {
        Ok(name) => name.map(|(length, character, terminated)| Match {
            len: usize::from(length),
            terminated,
            characters: Characters::one(character),
        }),
        Err(Unsure) => {
            let mut matcher = Matcher::new();
            matcher.advance(bytes);
            matcher.longest()
        }
    }
}

/// The same for `&#`, from the byte after it on: 13.2.5.75 to 13.2.5.80 (12.2.5.75 to 12.2.5.80).
fn numeric(
    bytes: &[u8],
    start: usize,
    on_error: &mut impl FnMut(usize, ReferenceError),
) -> (usize, Option<Characters>) {
    let (digits, code, end) = match bytes.get(start) {
        Some(b'x' | b'X') => number(bytes, start + 1, 16),
        _ => number(bytes, start, 10),
    };
    if end == digits {
        on_error(end, ReferenceError::AbsenceOfDigits);
        return (end, None);
    }
    let terminated = bytes.get(end) == Some(&b';');
    let end = end + usize::from(terminated);
    if !terminated {
        on_error(end, ReferenceError::MissingSemicolon);
    }
    let (character, error) = code.resolve();
    if let Some(error) = error {
        on_error(end, error);
    }
    (end, Some(Characters::one(character)))
}

/// Where digits start, what they say, and where they end.
#[inline(always)]
fn number(bytes: &[u8], start: usize, radix: u32) -> (usize, NumericCode, usize) {
    let mut code = NumericCode::new();
    let rest = bytes[start..].iter().position(|&byte| !code.push(byte, radix));
    (start, code, rest.map_or(bytes.len(), |rest| start + rest))
}

/// The string that is being made: untouched runs of the input with replacements between them.
///
/// Runs are split only beside ASCII bytes, so that no maximal ill-formed part is ever split in two.
struct Output<'a> {
    bytes: &'a [u8],
    /// The same, if it is well-formed: checked once rather than run by run.
    valid: Option<&'a str>,
    /// INVARIANT: `bytes[..copied]` is in `text`, decoded; 0 means that nothing was replaced so far.
    copied: usize,
    text: String,
}

impl<'a> Output<'a> {
    /// Puts `characters` in the place of `bytes[start..end]`.
    #[inline]
    fn replace(&mut self, start: usize, end: usize, characters: Characters) {
        if self.copied == 0 {
            self.text.reserve(self.bytes.len());
        }
        self.push_run(start);
        self.text.push(characters.first());
        if let Some(second) = characters.second() {
            self.text.push(second);
        }
        self.copied = end;
    }

    /// Appends what is not copied up to `end`, with one U+FFFD for each maximal ill-formed part.
    #[inline]
    fn push_run(&mut self, end: usize) {
        match self.valid {
            Some(valid) => self.text.push_str(&valid[self.copied..end]),
            None => push_lossy(&mut self.text, &self.bytes[self.copied..end]),
        }
    }

    #[inline]
    fn finish(mut self) -> Cow<'a, str> {
        match self.valid {
            Some(valid) if self.copied == 0 => Cow::Borrowed(valid),
            _ => {
                self.push_run(self.bytes.len());
                Cow::Owned(self.text)
            }
        }
    }
}

/// Appends a run that may be ill-formed.
#[cold]
fn push_lossy(text: &mut String, run: &[u8]) {
    for chunk in run.utf8_chunks() {
        text.push_str(chunk.valid());
        if !chunk.invalid().is_empty() {
            text.push(char::REPLACEMENT_CHARACTER);
        }
    }
}
