//! Keeps text that edits bring together from being read as markup or as a character reference.

use tagspan_core::{TextMode, Token};

/// The constructs that the end of the output may form with the characters after it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Tail {
    /// Only text.
    #[default]
    Complete,
    /// A tag or a comment: `<`, or `</` and the beginning of a name.
    Markup,
    /// A character reference: `&` and the beginning of a name or of a number.
    Reference,
    /// A line break of two characters: CR.
    CarriageReturn,
}

/// The end of the output.
#[derive(Debug)]
pub(super) struct Joins {
    tail: Tail,
    /// Whether the next source bytes follow other bytes in the output than in the source.
    is_edited: bool,
    /// How text is read there.
    mode: TextMode,
}

impl Joins {
    /// At the start of the output, where text is read so.
    pub(super) fn new(mode: TextMode) -> Self {
        Joins { tail: Tail::default(), is_edited: false, mode }
    }

    /// Whether a token that is copied may need a change: see [`instead`](Self::instead).
    pub(super) fn may_change(&self, may_begin_mark: bool) -> bool {
        self.is_edited && (may_begin_mark || self.tail != Tail::Complete)
    }

    /// Notes that a token is copied. Text after it is read as by `mode`.
    pub(super) fn copied(&mut self, token: Token<'_>, mode: TextMode) {
        match token {
            Token::Text(text) => self.follow(text.raw()),
            _ => (self.tail, self.mode) = (Tail::Complete, mode),
        }
        self.is_edited = false;
    }

    /// Notes that a token is not copied. `mode` is how text after its replacement is read, if that changes it.
    pub(super) fn replaced(&mut self, mode: Option<TextMode>) {
        self.mode = mode.unwrap_or(self.mode);
        self.is_edited = true;
    }

    /// Notes that text or markup is inserted.
    pub(super) fn inserted(&mut self, html: &str) {
        self.follow(html.as_bytes());
        self.is_edited = true;
    }

    /// How many bytes at the start of inserted text or markup are replaced, and by what. `begins_mark` says whether the
    /// output would begin with a byte order mark.
    pub(super) fn reference(&self, html: &str, begins_mark: bool) -> Option<(usize, String)> {
        let (first, length) = first_character(html.as_bytes())?;
        let joins = has_references(self.mode) && (begins_mark || self.would_join(first));
        joins.then(|| reference_to(first, length, html.as_bytes()))
    }

    /// How many bytes at the start of a copied token are replaced, and by what.
    pub(super) fn instead(&self, token: Token<'_>, begins_mark: bool) -> Option<(usize, String)> {
        let Token::Text(text) = token else { return None };
        let (first, length) = first_character(text.raw())?;
        let joins = self.is_edited && has_references(self.mode) && (begins_mark || self.would_join(first));
        joins.then(|| reference_to(first, length, text.raw()))
    }

    fn would_join(&self, first: char) -> bool {
        match self.tail {
            Tail::Markup => {
                first.is_ascii_alphanumeric() || first.is_ascii_whitespace() || "/!?>".contains(first)
            }
            Tail::Reference => first.is_ascii_alphanumeric() || "#;".contains(first),
            Tail::CarriageReturn => first == '\n',
            Tail::Complete => false,
        }
    }

    fn follow(&mut self, html: &[u8]) {
        let Some(&end) = html.last() else { return };
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"/!?#".contains(byte);
        self.tail = match html.iter().rfind(|byte| !is_part(byte)) {
            None if matches!(self.tail, Tail::Markup | Tail::Reference) => self.tail,
            Some(b'<') => Tail::Markup,
            Some(b'&') => Tail::Reference,
            _ if end == b'\r' => Tail::CarriageReturn,
            _ => Tail::Complete,
        };
    }
}

/// The first character, and its length in bytes. Ill-formed bytes are U+FFFD.
pub(super) fn first_character(text: &[u8]) -> Option<(char, usize)> {
    let chunk = text.utf8_chunks().next()?;
    Some(match chunk.valid().chars().next() {
        Some(first) => (first, first.len_utf8()),
        None => (char::REPLACEMENT_CHARACTER, chunk.invalid().len()),
    })
}

/// A reference to the first character of the text, and how many bytes it replaces. A line break of two characters is one.
fn reference_to(first: char, length: usize, text: &[u8]) -> (usize, String) {
    match first {
        '\r' => (1 + usize::from(text.get(1) == Some(&b'\n')), "&#10;".to_owned()),
        _ => (length, format!("&#{};", u32::from(first))),
    }
}

/// Whether this is text of a document that ends in `</`. What is inserted after it would be a comment.
pub(super) fn ends_with_end_tag_open(token: Token<'_>) -> bool {
    matches!(token, Token::Text(text) if text.mode() == TextMode::Data && text.raw().ends_with(b"</"))
}

/// Whether character references are read in text of this mode.
pub(super) fn has_references(mode: TextMode) -> bool {
    matches!(mode, TextMode::Data | TextMode::Rcdata)
}
