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
    #[inline]
    pub(super) fn copied(&mut self, token: Token<'_>, mode: TextMode) {
        match token {
            Token::Text(text) => self.follow(text.raw()),
            _ => (self.tail, self.mode) = (Tail::Complete, mode),
        }
        self.is_edited = false;
    }

    /// Notes that text is copied.
    #[inline]
    pub(super) fn copied_text(&mut self, text: &[u8]) {
        self.follow(text);
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

    /// The reference that replaces the [first bytes](first_length) of inserted text or markup. `begins_mark` says whether the output would begin
    /// with a byte order mark.
    pub(super) fn reference(&self, html: &str, begins_mark: bool) -> Option<String> {
        self.reference_to(html.as_bytes(), begins_mark)
    }

    /// The reference that replaces the [first bytes](first_length) of text that is copied.
    pub(super) fn instead(&self, text: &[u8], begins_mark: bool) -> Option<String> {
        if self.is_edited { self.reference_to(text, begins_mark) } else { None }
    }

    fn reference_to(&self, text: &[u8], begins_mark: bool) -> Option<String> {
        let (first, _) = first_character(text)?;
        let joins = has_references(self.mode) && (begins_mark || self.would_join(first));
        // A line break of CR and LF is one.
        let number = if first == '\r' { 10 } else { u32::from(first) };
        joins.then(|| format!("&#{number};"))
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

/// The length in bytes of the first character, and of a line break of two.
pub(super) fn first_length(text: &[u8]) -> usize {
    if text.starts_with(b"\r\n") { 2 } else { first_character(text).map_or(0, |(_, length)| length) }
}

/// Whether this is text of a document that ends in `</`. What is inserted after it would be a comment.
pub(super) fn ends_with_end_tag_open(token: Token<'_>) -> bool {
    matches!(token, Token::Text(text) if text.mode() == TextMode::Data && text.raw().ends_with(b"</"))
}

/// Whether character references are read in text of this mode.
pub(super) fn has_references(mode: TextMode) -> bool {
    matches!(mode, TextMode::Data | TextMode::Rcdata)
}
