//! The tokens of CSS, as far as it takes to find declarations and URLs.

use std::borrow::Cow;
use std::ops::Range;

/// A token of [CSS Syntax](https://drafts.csswg.org/css-syntax/#tokenization). White space and comments are left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Token<'a> {
    End,
    Semicolon,
    /// An identifier, without its escapes.
    Ident(Cow<'a, str>),
    /// A function, whose arguments follow up to `)`.
    Function(Cow<'a, str>),
    /// `@` and a name, which is here.
    AtKeyword(Cow<'a, str>),
    /// A string, without its escapes, and its range between the quotes.
    String(Cow<'a, str>, Range<usize>),
    /// A URL without quotes, without its escapes, and its range between the parentheses and white space.
    Url(Cow<'a, str>, Range<usize>),
    /// `(`, `[` or `{`, as what closes it.
    Open(u8),
    /// Any other character of ASCII.
    Delim(u8),
    /// A number, a hash, or a string or URL that is not valid.
    Other,
}

/// Reads tokens, each byte once.
#[derive(Debug)]
pub(crate) struct Tokens<'a> {
    text: &'a str,
    /// Between two characters.
    at: usize,
}

impl<'a> Tokens<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Tokens { text, at: 0 }
    }

    /// The next token.
    pub(crate) fn next(&mut self) -> Token<'a> {
        self.skip_space();
        let Some(byte) = self.peek(0) else { return Token::End };
        if self.starts_name(0) {
            return self.ident_like();
        }
        if self.starts_number() {
            self.at += 1;
            self.skip_while(|byte| byte.is_ascii_digit() || byte == b'.');
            self.name();
            return Token::Other;
        }
        self.at += 1;
        match byte {
            b';' => Token::Semicolon,
            b'(' => Token::Open(b')'),
            b'[' => Token::Open(b']'),
            b'{' => Token::Open(b'}'),
            b'"' | b'\'' => self.string(byte),
            b'#' => {
                self.name();
                Token::Other
            }
            b'@' if self.starts_name(0) => Token::AtKeyword(self.name()),
            _ => Token::Delim(byte),
        }
    }

    /// Goes behind the `;` of a declaration, or behind an at-rule, whose first token was read.
    pub(crate) fn skip_declaration(&mut self, first: Token<'a>) {
        let is_rule = matches!(first, Token::AtKeyword(_));
        let mut token = first;
        while !matches!(token, Token::End | Token::Semicolon) {
            self.skip_if_block(&token);
            if is_rule && token == Token::Open(b'}') {
                return;
            }
            token = self.next();
        }
    }

    /// Goes behind a block, if this token opened one.
    pub(crate) fn skip_if_block(&mut self, token: &Token<'a>) {
        match token {
            Token::Open(closer) => self.skip_block(*closer),
            Token::Function(_) => self.skip_block(b')'),
            _ => {}
        }
    }

    /// Goes behind what closes a block, and the blocks in it.
    pub(crate) fn skip_block(&mut self, closer: u8) {
        let mut open = vec![closer];
        while let Some(&closer) = open.last() {
            match self.next() {
                Token::End => return,
                Token::Open(inner) => open.push(inner),
                Token::Function(_) => open.push(b')'),
                Token::Delim(byte) if byte == closer => {
                    open.pop();
                }
                _ => {}
            }
        }
    }

    fn ident_like(&mut self) -> Token<'a> {
        let name = self.name();
        if self.peek(0) != Some(b'(') {
            return Token::Ident(name);
        }
        self.at += 1;
        if name.eq_ignore_ascii_case("url") {
            self.skip_while(is_space);
            if !matches!(self.peek(0), Some(b'"' | b'\'')) {
                return self.url();
            }
        }
        Token::Function(name)
    }

    /// Reads a string whose quote was read. A line end ends it early, and it is not valid then.
    fn string(&mut self, quote: u8) -> Token<'a> {
        let (start, mut value) = (self.at, Cow::Borrowed(""));
        loop {
            self.push_while(&mut value, |byte| byte != quote && byte != b'\\' && !is_newline(byte));
            match self.peek(0) {
                Some(b'\\') => {
                    self.at += 1;
                    match (self.peek(0), self.peek(1)) {
                        (None, _) => {}
                        // It is one newline.
                        (Some(b'\r'), Some(b'\n')) => self.at += 2,
                        (Some(byte), _) if is_newline(byte) => self.at += 1,
                        _ => value.to_mut().push(self.escaped()),
                    }
                }
                Some(byte) if byte != quote => return Token::Other,
                end => {
                    let range = start..self.at;
                    self.at += usize::from(end.is_some());
                    return Token::String(value, range);
                }
            }
        }
    }

    /// Reads a URL without quotes, whose `(` and white space were read: "consume a url token".
    fn url(&mut self) -> Token<'a> {
        let (start, mut value) = (self.at, Cow::Borrowed(""));
        loop {
            self.push_while(&mut value, is_of_url);
            if self.is_escape(0) {
                self.at += 1;
                value.to_mut().push(self.escaped());
                continue;
            }
            let range = start..self.at;
            self.skip_while(is_space);
            let end = self.peek(0);
            if end.is_some_and(|byte| byte != b')') {
                self.skip_to(|byte| byte == b')');
                self.at += usize::from(self.peek(0).is_some());
                return Token::Other;
            }
            self.at += usize::from(end.is_some());
            return Token::Url(value, range);
        }
    }

    /// Appends the bytes for which this holds, which it does for all beyond ASCII, so that they end between characters.
    fn push_while(&mut self, value: &mut Cow<'a, str>, holds: impl Fn(u8) -> bool) {
        let start = self.at;
        self.skip_while(holds);
        let part = self.text.get(start..self.at).unwrap_or_default();
        if value.is_empty() {
            *value = Cow::Borrowed(part);
        } else {
            *value += part;
        }
    }

    /// Reads a name, which may be empty.
    fn name(&mut self) -> Cow<'a, str> {
        let mut name = Cow::Borrowed("");
        loop {
            self.push_while(&mut name, is_name);
            if !self.is_escape(0) {
                return name;
            }
            self.at += 1;
            name.to_mut().push(self.escaped());
        }
    }

    /// The character of an escape, whose `\` was read.
    fn escaped(&mut self) -> char {
        let digits = self.text.as_bytes()[self.at..]
            .iter()
            .take(6)
            .take_while(|byte| byte.is_ascii_hexdigit())
            .count();
        if digits == 0 {
            let character = self.text.get(self.at..).and_then(|rest| rest.chars().next());
            self.at += character.map_or(0, char::len_utf8);
            return character.unwrap_or(char::REPLACEMENT_CHARACTER);
        }
        let digits = &self.text[self.at..self.at + digits];
        self.at += digits.len();
        if self.text[self.at..].starts_with("\r\n") {
            self.at += 2;
        } else if self.peek(0).is_some_and(is_space) {
            self.at += 1;
        }
        let number = u32::from_str_radix(digits, 16).unwrap_or_default();
        char::from_u32(number).filter(|&character| character != '\0').unwrap_or(char::REPLACEMENT_CHARACTER)
    }

    fn skip_space(&mut self) {
        loop {
            self.skip_while(is_space);
            if !self.text[self.at..].starts_with("/*") {
                return;
            }
            let end = self.text[self.at + 2..].find("*/");
            self.at = end.map_or(self.text.len(), |end| self.at + 2 + end + 2);
        }
    }

    fn skip_while(&mut self, holds: impl Fn(u8) -> bool) {
        self.at += self.text.as_bytes()[self.at..].iter().take_while(|&&byte| holds(byte)).count();
    }

    /// Goes to a byte of ASCII that is not escaped, or to the end.
    fn skip_to(&mut self, is_it: impl Fn(u8) -> bool) {
        while let Some(byte) = self.peek(0).filter(|&byte| !is_it(byte)) {
            let length = match (byte, self.peek(1), self.peek(2)) {
                // It is one newline.
                (b'\\', Some(b'\r'), Some(b'\n')) => 3,
                (b'\\', ..) => 2,
                _ => 1,
            };
            self.at = (self.at + length).min(self.text.len());
        }
    }

    fn peek(&self, ahead: usize) -> Option<u8> {
        self.text.as_bytes().get(self.at + ahead).copied()
    }

    fn is_escape(&self, ahead: usize) -> bool {
        self.peek(ahead) == Some(b'\\') && !self.peek(ahead + 1).is_some_and(is_newline)
    }

    fn starts_name(&self, ahead: usize) -> bool {
        match self.peek(ahead) {
            Some(b'-') => self.peek(ahead + 1) == Some(b'-') || ahead == 0 && self.starts_name(1),
            Some(byte) => is_name(byte) && !byte.is_ascii_digit() || self.is_escape(ahead),
            None => false,
        }
    }

    fn starts_number(&self) -> bool {
        let digits = match self.peek(0) {
            Some(b'+' | b'-') => 1,
            _ => 0,
        };
        let is_digit = |ahead| self.peek(ahead).is_some_and(|byte| byte.is_ascii_digit());
        is_digit(digits) || self.peek(digits) == Some(b'.') && is_digit(digits + 1)
    }
}

fn is_newline(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r' | b'\x0C')
}

fn is_space(byte: u8) -> bool {
    is_newline(byte) || matches!(byte, b' ' | b'\t')
}

/// Whether a byte is of a URL without quotes, and no escape.
fn is_of_url(byte: u8) -> bool {
    !is_space(byte) && !matches!(byte, b'"' | b'\'' | b'(' | b')' | b'\\' | 0x01..=0x1F | 0x7F)
}

/// Whether a byte is of a name. Characters beyond ASCII all are.
fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_') || !byte.is_ascii()
}
