//! The MIME type of `Content-Type` headers, read as browsers read it.

use std::borrow::Cow;

use encoding_rs::Encoding;
use memchr::memchr2;

/// The MIME type that `Content-Type` headers name, and its `charset`.
///
/// ```
/// use tagspan::input::MimeType;
///
/// let html = MimeType::extract("text/html; charset=koi8-r, TEXT/HTML").unwrap();
/// assert!(html.is("text/html"));
/// assert_eq!(html.encoding().unwrap().name(), "KOI8-R");
/// assert!(MimeType::extract("html, */*").is_none());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MimeType<'a> {
    kind: &'a [u8],
    subtype: &'a [u8],
    charset: Option<Cow<'a, [u8]>>,
}

impl<'a> MimeType<'a> {
    /// *Extract a MIME type* of the Fetch Standard, section 3.2.2, with *parse a MIME type* of MIME Sniffing, section 4.4, from
    /// the value of a header, or of several joined with commas. The last type that can be parsed and is not `*/*` counts.
    /// `None` where there is none.
    ///
    /// ```
    /// use tagspan::input::MimeType;
    ///
    /// assert!(MimeType::extract("text/html, image/png").unwrap().is("image/png"));
    /// ```
    pub fn extract<T: AsRef<[u8]> + ?Sized>(value: &'a T) -> Option<Self> {
        let mut last: Option<MimeType<'_>> = None;
        // Of the first value of a run with the same essence: a later one may lack a charset, but leaves this as it is.
        let mut remembered = None;
        for value in Values(Some(value.as_ref())) {
            let Some(mut mime) = parse(value).filter(|mime| !mime.is("*/*")) else { continue };
            if last.as_ref().is_none_or(|last| !mime.has_essence(last.kind, last.subtype)) {
                remembered.clone_from(&mime.charset);
            } else if mime.charset.is_none() {
                mime.charset.clone_from(&remembered);
            }
            last = Some(mime);
        }
        last
    }

    /// Whether it has this type and subtype, in any ASCII case. Parameters do not count.
    ///
    /// ```
    /// use tagspan::input::MimeType;
    ///
    /// assert!(MimeType::extract("Text/HTML;charset=utf-8").unwrap().is("text/html"));
    /// ```
    pub fn is(&self, essence: &str) -> bool {
        let essence = essence.split_once('/');
        essence.is_some_and(|(kind, subtype)| self.has_essence(kind.as_bytes(), subtype.as_bytes()))
    }

    /// The encoding of its `charset`. `None` if it has no `charset`, or one that the Encoding Standard does not know.
    ///
    /// ```
    /// use tagspan::input::MimeType;
    ///
    /// assert_eq!(MimeType::extract("text/html;charset=klingon-8").unwrap().encoding(), None);
    /// ```
    pub fn encoding(&self) -> Option<&'static Encoding> {
        Encoding::for_label(self.charset.as_deref()?)
    }

    fn has_essence(&self, kind: &[u8], subtype: &[u8]) -> bool {
        self.kind.eq_ignore_ascii_case(kind) && self.subtype.eq_ignore_ascii_case(subtype)
    }
}

/// *Get, decode, and split*: the parts between commas, but for commas in quoted strings.
struct Values<'a>(Option<&'a [u8]>);

impl<'a> Iterator for Values<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        let rest = self.0.take()?;
        let mut at = 0;
        while let Some(found) = memchr2(b'"', b',', &rest[at..]) {
            at += found + 1;
            if rest[at - 1] == b',' {
                self.0 = Some(&rest[at..]);
                return Some(&rest[..at - 1]);
            }
            at += quoted(&rest[at..], |_| ());
        }
        Some(rest)
    }
}

/// *Parse a MIME type*. Tabs and spaces around it go together with other HTTP whitespace.
fn parse(value: &[u8]) -> Option<MimeType<'_>> {
    let value = trim_end(trim_start(value));
    let (kind, rest) = value.split_at(value.iter().position(|&byte| byte == b'/')?);
    let (subtype, mut rest) = split(&rest[1..], |byte| byte == b';');
    let subtype = trim_end(subtype);
    if !is_token(kind) || !is_token(subtype) {
        return None;
    }
    let mut charset = None;
    // Each round begins at the semicolon before a parameter.
    while let Some((_, after)) = rest.split_first() {
        let (name, after) = split(trim_start(after), |byte| matches!(byte, b';' | b'='));
        rest = after;
        // A parameter without a value is none.
        let Some((b'=', after)) = rest.split_first() else { continue };
        let parameter = if let Some((b'"', inside)) = after.split_first() {
            let mut value = Vec::new();
            let len = quoted(inside, |byte| value.push(byte));
            // What follows the closing quote is ignored.
            (_, rest) = split(&inside[len..], |byte| byte == b';');
            Cow::Owned(value)
        } else {
            let (unquoted, after) = split(after, |byte| byte == b';');
            rest = after;
            match trim_end(unquoted) {
                [] => continue,
                value => Cow::Borrowed(value),
            }
        };
        if charset.is_none() && name.eq_ignore_ascii_case(b"charset") && parameter.iter().all(is_quotable) {
            charset = Some(parameter);
        }
    }
    Some(MimeType { kind, subtype, charset })
}

/// *Collect an HTTP quoted string* from behind its opening quote on: gives each byte of its value to `push`, and
/// returns how many bytes it takes, with the closing quote if there is one.
fn quoted(bytes: &[u8], mut push: impl FnMut(u8)) -> usize {
    let mut rest = bytes.iter();
    while let Some(&byte) = rest.next() {
        match byte {
            b'"' => break,
            // One at the very end stands for itself.
            b'\\' => push(rest.next().copied().unwrap_or(b'\\')),
            _ => push(byte),
        }
    }
    bytes.len() - rest.len()
}

/// The bytes before the first one that `ends` accepts, and the rest from it on.
fn split(bytes: &[u8], ends: impl Fn(u8) -> bool) -> (&[u8], &[u8]) {
    bytes.split_at(bytes.iter().position(|&byte| ends(byte)).unwrap_or(bytes.len()))
}

fn trim_start(bytes: &[u8]) -> &[u8] {
    &bytes[bytes.iter().take_while(|byte| is_http_space(byte)).count()..]
}

fn trim_end(bytes: &[u8]) -> &[u8] {
    &bytes[..bytes.len() - bytes.iter().rev().take_while(|byte| is_http_space(byte)).count()]
}

/// *HTTP whitespace*, which unlike that of HTML has no form feed.
const fn is_http_space(byte: &u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\r' | b' ')
}

/// One or more *HTTP token code points*.
fn is_token(bytes: &[u8]) -> bool {
    let is_token_byte = |byte: &u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(byte);
    !bytes.is_empty() && bytes.iter().all(is_token_byte)
}

/// *HTTP quoted-string token code points*.
const fn is_quotable(byte: &u8) -> bool {
    matches!(byte, b'\t' | b' '..=b'~' | 0x80..)
}
