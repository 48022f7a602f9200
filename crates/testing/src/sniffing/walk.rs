//! The prescan once more, which notes the branches that it takes; what it finds is what the reference finds.

use tagspan_reference::encoding::extract_from_meta_content;
use tagspan_reference::encoding::{Encoding, SniffOptions, SniffingEdition, get_an_encoding};

use super::branches::{Branch, Branches};
use super::meta::SPACES;

/// What came of an input.
pub(super) struct Walk {
    pub(super) branches: Branches,
    /// What the prescan found. A byte order mark leaves nothing to find.
    pub(super) found: Option<Encoding>,
}

impl Walk {
    /// Whether a byte order mark left nothing to find.
    pub(super) fn is_marked(&self) -> bool {
        [Branch::MarkUtf8, Branch::MarkUtf16Be, Branch::MarkUtf16Le]
            .iter()
            .any(|&mark| self.branches.has(mark))
    }

    pub(super) fn of(input: &[u8], options: &SniffOptions) -> Walk {
        let mut branches = Branches::default();
        if is_marked(input, &mut branches) {
            return Walk { branches, found: None };
        }
        let limit = options.prescan_limit.unwrap_or(options.edition.prescan_limit());
        if limit == 0 {
            branches.add(Branch::LimitZero);
        }
        let is_limited = input.len() > limit;
        let bytes = &input[..input.len().min(limit)];
        let mut walker = Walker { bytes, at: 0, place: Place::Text, branches };
        let found = match walker.steps() {
            Ok(encoding) => {
                if bytes.starts_with(b"<?xml") && xml_encoding(bytes).is_ok() {
                    walker.note(Branch::XmlOutranked);
                }
                Some(encoding)
            }
            Err(OutOfBytes) => {
                if limit > 0 {
                    walker.branches.add(walker.place.ran_out(is_limited));
                }
                walker.xml_declaration()
            }
        };
        Walk { branches: walker.branches, found }
    }
}

/// Whether there is a byte order mark.
fn is_marked(input: &[u8], branches: &mut Branches) -> bool {
    for (mark, branch) in [
        (&b"\xEF\xBB\xBF"[..], Branch::MarkUtf8),
        (b"\xFE\xFF", Branch::MarkUtf16Be),
        (b"\xFF\xFE", Branch::MarkUtf16Le),
    ] {
        if input.starts_with(mark) {
            branches.add(branch);
            return true;
        }
        if !input.is_empty() && mark.starts_with(input) {
            branches.add(Branch::MarkHalf);
        } else if input.first() == mark.first() {
            branches.add(Branch::MarkBroken);
        }
    }
    false
}

/// Where the bytes can run out.
#[derive(Clone, Copy)]
enum Place {
    Text,
    Comment,
    Markup,
    TagName,
    BeforeName,
    Name,
    AfterName,
    BeforeValue,
    Value,
}

impl Place {
    fn ran_out(self, is_limited: bool) -> Branch {
        let (limit, end) = match self {
            Place::Text => (Branch::LimitInText, Branch::EndInText),
            Place::Comment => (Branch::LimitInComment, Branch::EndInComment),
            Place::Markup => (Branch::LimitInMarkup, Branch::EndInMarkup),
            Place::TagName => (Branch::LimitInTagName, Branch::EndInTagName),
            Place::BeforeName => (Branch::LimitBeforeName, Branch::EndBeforeName),
            Place::Name => (Branch::LimitInName, Branch::EndInName),
            Place::AfterName => (Branch::LimitAfterName, Branch::EndAfterName),
            Place::BeforeValue => (Branch::LimitBeforeValue, Branch::EndBeforeValue),
            Place::Value => (Branch::LimitInValue, Branch::EndInValue),
        };
        if is_limited { limit } else { end }
    }
}

struct OutOfBytes;

struct Walker<'a> {
    bytes: &'a [u8],
    at: usize,
    place: Place,
    branches: Branches,
}

impl<'a> Walker<'a> {
    fn note(&mut self, branch: Branch) {
        self.branches.add(branch);
    }

    fn byte(&self) -> Result<u8, OutOfBytes> {
        self.bytes.get(self.at).copied().ok_or(OutOfBytes)
    }

    fn rest(&self) -> &'a [u8] {
        &self.bytes[self.at..]
    }

    /// To the next byte that is one of these.
    fn find(&mut self, any: impl Fn(u8) -> bool) -> Result<u8, OutOfBytes> {
        while !any(self.byte()?) {
            self.at += 1;
        }
        self.byte()
    }

    fn steps(&mut self) -> Result<Encoding, OutOfBytes> {
        if self.rest().starts_with(b"<\0?\0x\0") {
            self.note(Branch::SignatureLe);
            return Ok(Encoding::UTF_16LE);
        }
        if self.rest().starts_with(b"\0<\0?\0x") {
            self.note(Branch::SignatureBe);
            return Ok(Encoding::UTF_16BE);
        }
        let mut metas = 0;
        loop {
            self.place = Place::Text;
            self.find(|byte| byte == b'<')?;
            match self.rest() {
                [_, b'!', b'-', b'-', ..] => self.comment()?,
                [_, name @ ..] if is_meta(name) => {
                    if let Some(encoding) = self.meta()? {
                        if metas > 0 {
                            self.note(Branch::DeclaredLater);
                        }
                        return Ok(encoding);
                    }
                    metas += 1;
                }
                [_, b'/', letter, ..] if letter.is_ascii_alphabetic() => self.tag(Branch::EndTag)?,
                [_, letter, ..] if letter.is_ascii_alphabetic() => self.tag(Branch::StartTag)?,
                [_, b'!', ..] => self.markup(Branch::Declaration)?,
                [_, b'/', ..] => self.markup(Branch::Slash)?,
                [_, b'?', ..] => self.markup(Branch::Question)?,
                [_, _, ..] => self.note(Branch::LessThan),
                _ => {}
            }
            self.at += 1;
        }
    }

    fn comment(&mut self) -> Result<(), OutOfBytes> {
        self.place = Place::Comment;
        let start = self.at;
        loop {
            self.at += 1;
            self.find(|byte| byte == b'>')?;
            if self.bytes[..self.at].ends_with(b"--") {
                break;
            }
            self.note(Branch::CommentGoesOn);
        }
        let overlaps = self.at < start + b"<!----".len();
        self.note(if overlaps { Branch::CommentOverlaps } else { Branch::Comment });
        Ok(())
    }

    fn markup(&mut self, branch: Branch) -> Result<(), OutOfBytes> {
        self.place = Place::Markup;
        self.find(|byte| byte == b'>')?;
        self.note(branch);
        Ok(())
    }

    fn tag(&mut self, branch: Branch) -> Result<(), OutOfBytes> {
        self.place = Place::TagName;
        self.find(|byte| SPACES.contains(&byte) || byte == b'>')?;
        while self.attribute()?.is_some() {}
        self.note(branch);
        Ok(())
    }

    /// *Get an attribute*, in lower case.
    fn attribute(&mut self) -> Result<Option<(String, String)>, OutOfBytes> {
        self.place = Place::BeforeName;
        let first = self.find(|byte| !SPACES.contains(&byte) && byte != b'/')?;
        if first == b'>' {
            return Ok(None);
        }
        self.place = Place::Name;
        let start = self.at;
        if first == b'=' {
            self.note(Branch::NameOfEquals);
            self.at += 1;
        }
        self.find(|byte| SPACES.contains(&byte) || b"/>=".contains(&byte))?;
        let name = lowercase(&self.bytes[start..self.at]);
        if SPACES.contains(&self.byte()?) {
            self.place = Place::AfterName;
            self.find(|byte| !SPACES.contains(&byte))?;
            if self.byte()? == b'=' {
                self.note(Branch::SpacesBeforeEquals);
            }
        }
        if self.byte()? != b'=' {
            self.note(Branch::NoValue);
            return Ok(Some((name, String::new())));
        }
        self.at += 1;
        self.place = Place::BeforeValue;
        if SPACES.contains(&self.byte()?) {
            self.note(Branch::SpacesAfterEquals);
            self.find(|byte| !SPACES.contains(&byte))?;
        }
        let first = self.byte()?;
        self.place = Place::Value;
        let start = self.at;
        let value = match first {
            b'"' | b'\'' => {
                self.at += 1;
                self.find(|byte| byte == first)?;
                self.at += 1;
                self.note(if first == b'"' { Branch::DoubleQuoted } else { Branch::SingleQuoted });
                &self.bytes[start + 1..self.at - 1]
            }
            b'>' => {
                self.note(Branch::NothingAfterEquals);
                b""
            }
            _ => {
                self.find(|byte| SPACES.contains(&byte) || byte == b'>')?;
                self.note(Branch::Unquoted);
                &self.bytes[start..self.at]
            }
        };
        Ok(Some((name, lowercase(value))))
    }

    fn meta(&mut self) -> Result<Option<Encoding>, OutOfBytes> {
        self.at += b"<meta".len();
        let (mut names, mut got_pragma) = (Vec::new(), false);
        // Where the encoding comes from, and the encoding; none is a failure.
        let mut charset: Option<(Branch, Option<Encoding>)> = None;
        while let Some((name, value)) = self.attribute()? {
            if names.contains(&name) {
                self.note(Branch::Duplicate);
                continue;
            }
            match &*name {
                "http-equiv" => {
                    got_pragma = value == "content-type";
                    self.note(if got_pragma { Branch::Pragma } else { Branch::OtherPragma });
                }
                "content" => {
                    if value.matches("charset").count() > 1 {
                        self.note(Branch::ContentRepeats);
                    }
                    match extract_from_meta_content(&value, SniffingEdition::Living) {
                        None => self.note(Branch::ContentWithout),
                        Some(_) if charset.is_some() => self.note(Branch::ContentTooLate),
                        found => {
                            self.note(Branch::ContentFound);
                            charset = Some((Branch::DeclaredByContent, found));
                        }
                    }
                }
                "charset" => {
                    let known = get_an_encoding(&value);
                    self.note(if known.is_some() { Branch::CharsetKnown } else { Branch::CharsetUnknown });
                    if charset.is_some() {
                        self.note(if known.is_some() {
                            Branch::CharsetReplaces
                        } else {
                            Branch::CharsetCancels
                        });
                    }
                    charset = Some((Branch::DeclaredByCharset, known));
                }
                _ => {}
            }
            names.push(name);
        }
        self.note(Branch::Meta);
        let encoding = match charset {
            None => {
                self.note(Branch::NoDeclaration);
                return Ok(None);
            }
            Some((Branch::DeclaredByContent, _)) if !got_pragma => {
                self.note(Branch::PragmaMissing);
                return Ok(None);
            }
            Some((_, None)) => {
                self.note(Branch::Bogus);
                return Ok(None);
            }
            Some((by, Some(encoding))) => {
                self.note(by);
                encoding
            }
        };
        Ok(Some(if encoding.is_utf_16() {
            self.note(Branch::DeclaredUtf16);
            Encoding::UTF_8
        } else if encoding == Encoding::X_USER_DEFINED {
            self.note(Branch::DeclaredUserDefined);
            Encoding::WINDOWS_1252
        } else {
            if encoding == Encoding::REPLACEMENT {
                self.note(Branch::DeclaredReplacement);
            }
            encoding
        }))
    }

    /// *Get an XML encoding*.
    fn xml_declaration(&mut self) -> Option<Encoding> {
        if !self.bytes.starts_with(b"<?xml") {
            return None;
        }
        match xml_encoding(self.bytes) {
            Ok((encoding, is_behind)) => {
                self.note(Branch::XmlFound);
                if is_behind {
                    self.note(Branch::XmlBehindEnd);
                }
                if encoding.is_utf_16() {
                    self.note(Branch::XmlUtf16);
                    return Some(Encoding::UTF_8);
                }
                Some(encoding)
            }
            Err(branch) => {
                self.note(branch);
                None
            }
        }
    }
}

/// The encoding of the XML declaration, and whether it lies behind the first `>`; or why there is none.
fn xml_encoding(bytes: &[u8]) -> Result<(Encoding, bool), Branch> {
    let end = bytes.iter().position(|&byte| byte == b'>').ok_or(Branch::XmlOpen)?;
    let word = b"encoding";
    let at = bytes.windows(word.len()).position(|window| window == word).ok_or(Branch::XmlWithout)?;
    let rest = skip(&bytes[at + word.len()..]).strip_prefix(b"=").ok_or(Branch::XmlNoEquals)?;
    let (quote, rest) = match skip(rest) {
        [quote @ (b'"' | b'\''), rest @ ..] => (quote, rest),
        _ => return Err(Branch::XmlNoQuote),
    };
    let length = rest.iter().position(|byte| byte == quote).ok_or(Branch::XmlUnclosed)?;
    let label = &rest[..length];
    if label.iter().any(|&byte| byte <= b' ') {
        return Err(Branch::XmlSpaces);
    }
    let label: String = label.iter().map(|&byte| char::from(byte)).collect();
    let encoding = get_an_encoding(&label).ok_or(Branch::XmlUnknown)?;
    Ok((encoding, at > end))
}

fn skip(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().position(|&byte| byte > b' ').unwrap_or(bytes.len());
    &bytes[end..]
}

fn is_meta(name: &[u8]) -> bool {
    let word = b"meta";
    let follows = |byte: &u8| SPACES.contains(byte) || *byte == b'/';
    name.len() > word.len()
        && name[..word.len()].eq_ignore_ascii_case(word)
        && name.get(word.len()).is_some_and(follows)
}

/// Bytes as the characters of the same numbers, ASCII letters in lower case.
fn lowercase(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| char::from(byte.to_ascii_lowercase())).collect()
}
