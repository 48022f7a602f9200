//! Keeps text that edits bring together from being read as markup or as a character reference.

use tagspan_core::{TextMode, Token};

/// What the text at the end of the output may become with the characters that follow it.
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
    /// As `CarriageReturn`, but the output has a reference instead of the CR.
    WrittenLineBreak,
}

/// The end of the output, and whether the next source bytes follow other bytes in the output than in the source.
#[derive(Debug, Default)]
pub(super) struct Joins {
    tail: Tail,
    is_edited: bool,
}

impl Joins {
    /// Notes that a token is copied, but for what [`instead`](Self::instead) says of it.
    pub(super) fn copied(&mut self, token: Token<'_>) {
        let writes_line_break = self.instead(token).is_some() && token.raw() == b"\r";
        match token {
            Token::Text(text) if has_references(text.mode()) => self.follow(text.raw()),
            _ => self.tail = Tail::Complete,
        }
        if writes_line_break {
            self.tail = Tail::WrittenLineBreak;
        }
        self.is_edited = false;
    }

    /// Notes that a token is not copied.
    pub(super) fn skipped(&mut self) {
        self.is_edited = true;
    }

    /// Notes that text or markup is inserted.
    pub(super) fn inserted(&mut self, html: &str) {
        self.follow(html.as_bytes());
        self.is_edited = true;
    }

    /// Notes that what is inserted is in text without references.
    pub(super) fn inserted_raw(&mut self) {
        self.tail = Tail::Complete;
    }

    /// The reference to write instead of the first character of inserted text or markup.
    pub(super) fn reference(&self, html: &str) -> Option<String> {
        let &first = html.as_bytes().first()?;
        self.would_join(first).then(|| format!("&#{first};"))
    }

    /// How many bytes at the start of a copied token are replaced, and by what.
    pub(super) fn instead(&self, token: Token<'_>) -> Option<(u64, String)> {
        let Token::Text(text) = token else { return None };
        let raw = text.raw();
        let &first = raw.first()?;
        match (self.is_edited, first) {
            (false, b'\n') if self.tail == Tail::WrittenLineBreak => Some((1, String::new())),
            (true, b'\r') if self.would_join(first) => {
                Some((1 + u64::from(raw.get(1) == Some(&b'\n')), "&#10;".into()))
            }
            (true, _) if self.would_join(first) => Some((1, format!("&#{first};"))),
            _ => None,
        }
    }

    fn would_join(&self, first: u8) -> bool {
        match self.tail {
            Tail::Markup => {
                first.is_ascii_alphanumeric() || first.is_ascii_whitespace() || b"/!?>".contains(&first)
            }
            Tail::Reference => first.is_ascii_alphanumeric() || b"#;".contains(&first),
            Tail::CarriageReturn => first == b'\n',
            Tail::Complete | Tail::WrittenLineBreak => false,
        }
    }

    fn follow(&mut self, html: &[u8]) {
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"/!?#".contains(byte);
        let Some(last) = html.iter().rposition(|byte| !is_part(byte)) else {
            if !html.is_empty() && matches!(self.tail, Tail::CarriageReturn | Tail::WrittenLineBreak) {
                self.tail = Tail::Complete;
            }
            return;
        };
        self.tail = match html[last] {
            b'<' => Tail::Markup,
            b'&' => Tail::Reference,
            b'\r' if last + 1 == html.len() => Tail::CarriageReturn,
            _ => Tail::Complete,
        };
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
