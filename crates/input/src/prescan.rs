//! The search for a declared encoding in the first bytes, resumable at any byte.

use std::ops::Range;

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252, X_USER_DEFINED};
use memchr::memchr;

use crate::meta_content;
use crate::whitespace::is_space;

/// An XML declaration that starts a source in UTF-16: `<?x`.
const SIGNATURES: [(&[u8; 6], &Encoding); 2] = [(b"<\0?\0x\0", UTF_16LE), (b"\0<\0?\0x", UTF_16BE)];

/// *Prescan a byte stream to determine its encoding*; HTML Standard, section 13.2.3.2 (12.2.3.2).
///
/// It walks over all bytes so far, which the caller keeps in one slice, and remembers where it stopped. So a call
/// with more bytes looks at the new ones only, but for up to five after a `<`, and nothing is copied: names and
/// values are spans.
///
/// ```text
/// Data ─ < ─▶ Open ─ a letter ─▶ TagName ─ a space or > ─▶ BeforeName
///             Open ─ meta and a space or slash ──────────▶ BeforeName, with a Meta
///             Open ─ !-- ─▶ Comment ─ --> ─▶ Data
///             Open ─ ! / or ? ─▶ Bogus ─ > ─▶ Data
///
/// BeforeName ─ > ─▶ Data, or what the Meta declares
/// BeforeName ─ else ─▶ Name ─▶ AfterName ─ = ─▶ BeforeValue ─▶ Quoted or Unquoted ─▶ BeforeName
///                              AfterName ─ else ─▶ BeforeName ◀─ > ─ BeforeValue
/// ```
///
/// Where the standard runs out of bytes, [`look`](Prescan::look) returns without an answer. It continues with more bytes; if
/// there are none, nothing is declared, whatever the state.
#[derive(Debug, Clone)]
pub(crate) struct Prescan {
    state: State,
    /// The next byte to look at. INVARIANT: it never goes back.
    position: usize,
    /// The `<` of the tag.
    tag: usize,
    /// The name of the attribute.
    name: Range<usize>,
    /// The first byte of the attribute's value.
    value: usize,
    /// The values of the tag's attributes so far. `Some` from `<meta` to the tag's end.
    meta: Option<Meta>,
}

/// The part of the tag that the next byte belongs to.
#[derive(Debug, Clone, Copy)]
enum State {
    /// The first bytes, which may be the signature of an XML declaration in UTF-16.
    Start,
    /// Text, or what is taken for it.
    Data,
    /// A `<`, and not enough after it to say what it opens.
    Open,
    /// A comment: until `-->`.
    Comment,
    /// `<!`, `</` or `<?` with anything else: until `>`.
    Bogus,
    /// A tag's name: until a space or `>`.
    TagName,
    /// Spaces and slashes before an attribute, or the tag's end.
    BeforeName,
    /// An attribute's name, after its first byte.
    Name,
    /// Spaces, if any, after an attribute's name.
    AfterName,
    /// Spaces, if any, after an equals sign.
    BeforeValue,
    /// A value until this quote.
    Quoted(u8),
    /// A value until a space or `>`, which its first byte is not.
    Unquoted,
}

/// A declaration and its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Declaration {
    pub(crate) encoding: &'static Encoding,
    /// The bytes that say so.
    pub(crate) bytes: Range<usize>,
}

/// Whether a tag whose name begins with an m begins in the bytes. All are looked at, sixteen at once, so that short documents
/// without any are not prescanned.
fn may_hold_meta(bytes: &[u8]) -> bool {
    let pairs = bytes.iter().zip(bytes.iter().skip(1));
    pairs.fold(false, |found, (&byte, &next)| found | ((byte == b'<') & (next | 0x20 == b'm')))
}

impl Prescan {
    pub(crate) const fn new() -> Prescan {
        Prescan { state: State::Start, position: 0, tag: 0, name: 0..0, value: 0, meta: None }
    }

    /// Goes on over `bytes`, which are all bytes so far; `end` says that the prescan gets no more of them.
    ///
    /// `None`: more bytes are needed, or at the end, nothing was found. It must not be called again after an answer.
    pub(crate) fn look(&mut self, bytes: &[u8], end: bool) -> Option<Declaration> {
        // Each arm moves on, or leaves because the bytes have run out.
        loop {
            match self.state {
                State::Start => {
                    if let Some((mark, encoding)) =
                        SIGNATURES.iter().find(|(mark, _)| bytes.starts_with(*mark))
                    {
                        return Some(Declaration { encoding, bytes: 0..mark.len() });
                    }
                    if end && !may_hold_meta(bytes) {
                        return None;
                    }
                    if !end && SIGNATURES.iter().any(|(mark, _)| mark.starts_with(bytes)) {
                        return None;
                    }
                    self.state = State::Data;
                }
                State::Data => {
                    self.tag = self.advance(bytes, |rest| memchr(b'<', rest))?;
                    self.state = State::Open;
                }
                State::Open => self.open(bytes.get(self.tag..)?)?,
                State::Comment => {
                    let close = self.advance(bytes, |rest| memchr(b'>', rest))?;
                    self.position += 1;
                    // They may be those of the `<!--`.
                    if bytes[..close].ends_with(b"--") {
                        self.state = State::Data;
                    }
                }
                State::Bogus => {
                    self.advance(bytes, |rest| memchr(b'>', rest))?;
                    self.position += 1;
                    self.state = State::Data;
                }
                State::TagName => {
                    self.advance(bytes, |rest| rest.iter().position(|&byte| is_space(byte) || byte == b'>'))?;
                    self.state = State::BeforeName;
                }
                State::BeforeName => {
                    let start = self.advance(bytes, |rest| {
                        rest.iter().position(|&byte| !is_space(byte) && byte != b'/')
                    })?;
                    self.position += 1;
                    if bytes[start] != b'>' {
                        // Even an equals sign, if it comes first.
                        self.name.start = start;
                        self.state = State::Name;
                        continue;
                    }
                    self.state = State::Data;
                    if let Some(encoding) = self.meta.take().and_then(Meta::declares) {
                        return Some(Declaration { encoding, bytes: self.tag..self.position });
                    }
                }
                State::Name => {
                    let end = self.advance(bytes, |rest| {
                        rest.iter().position(|&byte| is_space(byte) || matches!(byte, b'=' | b'/' | b'>'))
                    })?;
                    self.name.end = end;
                    self.state = State::AfterName;
                }
                State::AfterName => {
                    let next = self.advance(bytes, skip_spaces)?;
                    if bytes[next] == b'=' {
                        self.position += 1;
                        self.state = State::BeforeValue;
                    } else {
                        self.attribute(bytes, next..next);
                    }
                }
                State::BeforeValue => {
                    let start = self.advance(bytes, skip_spaces)?;
                    match bytes[start] {
                        b'>' => self.attribute(bytes, start..start),
                        quote @ (b'"' | b'\'') => {
                            self.position += 1;
                            self.value = start + 1;
                            self.state = State::Quoted(quote);
                        }
                        _ => {
                            self.value = start;
                            self.state = State::Unquoted;
                        }
                    }
                }
                State::Quoted(quote) => {
                    let end = self.advance(bytes, |rest| memchr(quote, rest))?;
                    self.position += 1;
                    self.attribute(bytes, self.value..end);
                }
                State::Unquoted => {
                    let end = self.advance(bytes, |rest| {
                        rest.iter().position(|&byte| is_space(byte) || byte == b'>')
                    })?;
                    self.attribute(bytes, self.value..end);
                }
            }
        }
    }

    /// Moves to what `find` finds in the bytes that were not looked at. `None`: it is not there, and all of them
    /// were looked at.
    #[inline]
    fn advance(&mut self, bytes: &[u8], find: impl FnOnce(&[u8]) -> Option<usize>) -> Option<usize> {
        match bytes.get(self.position..).and_then(find) {
            Some(skipped) => {
                self.position += skipped;
                Some(self.position)
            }
            None => {
                // Never back, even if a caller brings fewer bytes than before.
                self.position = self.position.max(bytes.len());
                None
            }
        }
    }

    /// [`State::Open`]: what the `<` opens that `tag` starts with.
    ///
    /// If it cannot be said yet, then only a tag or something longer can come of it; at the end of the bytes that is
    /// as good as nothing.
    fn open(&mut self, tag: &[u8]) -> Option<()> {
        let (state, skip) = match *tag {
            [] | [_] | [_, b'/'] | [_, b'!'] | [_, b'!', b'-'] => return None,
            [_, b'!', b'-', b'-', ..] => (State::Comment, 4),
            [_, b'/', letter, ..] if letter.is_ascii_alphabetic() => (State::TagName, 3),
            [_, b'!' | b'/' | b'?', ..] => (State::Bogus, 2),
            [_, b'm' | b'M', ..] if is_meta(tag)? => {
                self.meta = Some(Meta::default());
                (State::BeforeName, 5)
            }
            [_, letter, ..] if letter.is_ascii_alphabetic() => (State::TagName, 2),
            _ => (State::Data, 1),
        };
        self.position = self.tag + skip;
        self.state = state;
        Some(())
    }

    /// An attribute is complete.
    fn attribute(&mut self, bytes: &[u8], value: Range<usize>) {
        self.state = State::BeforeName;
        if let Some(meta) = &mut self.meta {
            meta.attribute(&bytes[self.name.clone()], &bytes[value]);
        }
    }
}

/// The values of the attributes of a `meta` tag.
#[derive(Debug, Clone, Copy, Default)]
struct Meta {
    /// The three names of the standard's *attribute list* that matter. The first of a name counts.
    seen_http_equiv: bool,
    seen_content: bool,
    seen_charset: bool,
    got_pragma: bool,
    /// `None` is *null*.
    need_pragma: Option<bool>,
    charset: Charset,
}

/// The values of *charset*.
#[derive(Debug, Clone, Copy, Default)]
enum Charset {
    #[default]
    Null,
    Failure,
    Encoding(&'static Encoding),
}

impl Meta {
    fn attribute(&mut self, name: &[u8], value: &[u8]) {
        if name.eq_ignore_ascii_case(b"http-equiv") {
            if !self.seen_http_equiv {
                self.got_pragma = value.eq_ignore_ascii_case(b"content-type");
            }
            self.seen_http_equiv = true;
        } else if name.eq_ignore_ascii_case(b"content") {
            if !self.seen_content
                && let Charset::Null = self.charset
                && let Some(encoding) = meta_content::extract_from_meta_content(value)
            {
                self.charset = Charset::Encoding(encoding);
                self.need_pragma = Some(true);
            }
            self.seen_content = true;
        } else if name.eq_ignore_ascii_case(b"charset") {
            if !self.seen_charset {
                // It replaces what `content` said even if it is bogus.
                self.charset = Encoding::for_label(value).map_or(Charset::Failure, Charset::Encoding);
                self.need_pragma = Some(false);
            }
            self.seen_charset = true;
        }
    }

    /// The step *processing*.
    fn declares(self) -> Option<&'static Encoding> {
        if self.need_pragma? && !self.got_pragma {
            return None;
        }
        match self.charset {
            Charset::Null | Charset::Failure => None,
            Charset::Encoding(encoding) => Some(as_declared(encoding)),
        }
    }
}

/// The encoding that is meant where a `meta` element names this one: the element could be read, so it is not
/// UTF-16.
pub(crate) fn as_declared(encoding: &'static Encoding) -> &'static Encoding {
    if is_utf_16(encoding) {
        UTF_8
    } else if encoding == X_USER_DEFINED {
        WINDOWS_1252
    } else {
        encoding
    }
}

/// The standard's *UTF-16BE/LE*.
pub(crate) fn is_utf_16(encoding: &'static Encoding) -> bool {
    encoding == UTF_16LE || encoding == UTF_16BE
}

fn skip_spaces(bytes: &[u8]) -> Option<usize> {
    bytes.iter().position(|&byte| !is_space(byte))
}

/// Whether a tag is `<meta` and then a space or slash. `None`: so far it is, but there is more to see.
fn is_meta(tag: &[u8]) -> Option<bool> {
    let name = &tag[1..tag.len().min(5)];
    if !b"meta"[..name.len()].eq_ignore_ascii_case(name) {
        return Some(false);
    }
    tag.get(5).map(|&byte| is_space(byte) || byte == b'/')
}
