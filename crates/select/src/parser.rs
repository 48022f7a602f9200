//! Reads selectors, as far as start tags decide them.
//!
//! The grammar is that of [Selectors 4](https://drafts.csswg.org/selectors-4/#grammar) over the tokens of
//! [CSS Syntax](https://drafts.csswg.org/css-syntax/#tokenization).

use crate::ast::{AttributeTest, Combinator, Complex, Nth, Operator, Simple};
use crate::error::{SelectorError, SelectorErrorKind};

type Result<T> = std::result::Result<T, SelectorError>;

/// How deep selectors may nest in parentheses.
const MOST_NESTED: usize = 16;

const FOLLOWS: &str = "it depends on elements after the start tag";
const STATE: &str = "it depends on the state of a document";
const NAMESPACE: &str = "namespaces are not declared";

/// The pseudo-classes of the standard that are refused, and why.
#[rustfmt::skip]
const REFUSED: &[(&[&str], &str)] = &[
    (&["empty", "last-child", "last-of-type", "only-child", "only-of-type", "nth-last-child", "nth-last-of-type", "has"],
        FOLLOWS),
    (&["active", "any-link", "autofill", "blank", "buffering", "checked", "current", "default", "defined", "dir", "disabled",
        "enabled", "focus", "focus-visible", "focus-within", "fullscreen", "future", "hover", "in-range",
        "indeterminate", "invalid", "lang", "link", "local-link", "modal", "muted", "open", "optional", "out-of-range", "past",
        "paused", "picture-in-picture", "placeholder-shown", "playing", "popover-open", "read-only",
        "read-write", "required", "scope", "seeking", "stalled", "state", "target", "target-within", "user-invalid",
        "user-valid", "valid", "visited", "volume-locked"], STATE),
    (&["host", "host-context"], "shadow trees are not looked into"),
];

/// Parses a list of selectors.
pub(crate) fn parse(text: &str) -> Result<Vec<Complex>> {
    let mut parser = Parser { text, at: 0, nested: 0 };
    let list = parser.list()?;
    match parser.peek() {
        None => Ok(list),
        Some(_) => Err(parser.expected("a combinator or `,`")),
    }
}

struct Parser<'a> {
    text: &'a str,
    /// Between two characters.
    at: usize,
    nested: usize,
}

impl Parser<'_> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn peek_at(&self, ahead: usize) -> Option<u8> {
        self.text.as_bytes().get(self.at + ahead).copied()
    }

    fn take(&mut self, part: &str) -> bool {
        let found = self.text[self.at..].starts_with(part);
        self.at += if found { part.len() } else { 0 };
        found
    }

    /// Skips white space and comments. Returns whether there was white space.
    fn skip_space(&mut self) -> bool {
        let mut found = false;
        loop {
            let rest = &self.text[self.at..];
            if rest.starts_with("/*") {
                self.at += rest.find("*/").map_or(rest.len(), |end| end + 2);
            } else if rest.starts_with(crate::ast::is_space) {
                self.at += 1;
                found = true;
            } else {
                return found;
            }
        }
    }

    fn error(&self, start: usize, end: usize, kind: SelectorErrorKind) -> SelectorError {
        SelectorError { selector: 0, offset: start, part: self.text[start..end].to_owned(), kind }
    }

    /// The next character is not what was expected.
    fn expected(&self, what: &'static str) -> SelectorError {
        let end = self.at + self.peek().map_or(0, char::len_utf8);
        self.error(self.at, end, SelectorErrorKind::Expected(what))
    }

    fn unsupported(&self, start: usize, why: &'static str) -> SelectorError {
        self.error(start, self.at, SelectorErrorKind::Unsupported(why))
    }

    fn list(&mut self) -> Result<Vec<Complex>> {
        let mut list = Vec::new();
        loop {
            self.skip_space();
            list.push(self.complex()?);
            self.skip_space();
            if !self.take(",") {
                return Ok(list);
            }
        }
    }

    fn complex(&mut self) -> Result<Complex> {
        let mut complex = Complex { first: self.compound()?, rest: Vec::new() };
        loop {
            let spaced = self.skip_space();
            let start = self.at;
            let combinator = match self.peek() {
                Some('>') => Combinator::Child,
                Some('+') => Combinator::NextSibling,
                Some('~') => Combinator::LaterSibling,
                Some('|') if self.take("||") => return Err(self.unsupported(start, "columns are not known")),
                None | Some(',' | ')') => return Ok(complex),
                _ if spaced => {
                    complex.rest.push((Combinator::Descendant, self.compound()?));
                    continue;
                }
                _ => return Ok(complex),
            };
            self.at += 1;
            self.skip_space();
            complex.rest.push((combinator, self.compound()?));
        }
    }

    fn compound(&mut self) -> Result<Vec<Simple>> {
        let start = self.at;
        let mut simples = Vec::new();
        if self.peek() == Some('|') && self.peek_at(1) != Some(b'|') {
            self.at += 1;
            return Err(self.unsupported(start, NAMESPACE));
        }
        if self.take("*") {
            // `*|a` is `a` in any namespace, as it is without a default namespace.
            if self.peek() == Some('|') && self.peek_at(1) != Some(b'|') {
                self.at += 1;
                if !self.take("*") {
                    simples.push(Simple::Type(self.name("a name")?));
                }
            }
        } else if self.starts_name() {
            let name = self.name("a name")?;
            if self.peek() == Some('|') && self.peek_at(1) != Some(b'|') {
                self.at += 1;
                return Err(self.unsupported(start, NAMESPACE));
            }
            simples.push(Simple::Type(name));
        }
        loop {
            match self.peek() {
                Some('#') => {
                    self.at += 1;
                    simples.push(Simple::Id(self.name("an identifier")?));
                }
                Some('.') => {
                    self.at += 1;
                    simples.push(Simple::Class(self.name("a class")?));
                }
                Some('[') => simples.push(self.attribute()?),
                Some(':') => simples.extend(self.pseudo()?),
                Some('&') => {
                    self.at += 1;
                    return Err(self.unsupported(self.at - 1, "selectors do not nest"));
                }
                _ if self.at == start => return Err(self.expected("a selector")),
                _ => return Ok(simples),
            }
        }
    }

    fn attribute(&mut self) -> Result<Simple> {
        let start = self.at;
        self.at += 1;
        self.skip_space();
        if self.take("*|") || self.take("|") {
            self.skip_to_end(b']');
            return Err(self.unsupported(start, NAMESPACE));
        }
        let name = self.name("the name of an attribute")?;
        if self.peek() == Some('|') && self.peek_at(1) != Some(b'=') {
            self.skip_to_end(b']');
            return Err(self.unsupported(start, NAMESPACE));
        }
        self.skip_space();
        let mut test =
            AttributeTest { name, operator: Operator::Exists, value: String::new(), ignores_case: None };
        // What is open at the end is closed there.
        if self.take("]") || self.peek().is_none() {
            return Ok(Simple::Attribute(test));
        }
        let operators = [
            ("=", Operator::Equals),
            ("~=", Operator::Includes),
            ("|=", Operator::DashMatch),
            ("^=", Operator::Prefix),
            ("$=", Operator::Suffix),
            ("*=", Operator::Substring),
        ];
        let found = operators.iter().find(|(written, _)| self.text[self.at..].starts_with(written));
        let Some(&(written, operator)) = found else { return Err(self.expected("`]` or an operator")) };
        self.at += written.len();
        test.operator = operator;
        self.skip_space();
        test.value = match self.peek() {
            Some(quote @ ('"' | '\'')) => self.string(quote)?,
            _ => self.name("a value, which is a name or in quotes")?,
        };
        self.skip_space();
        if let Some(flag) = self.peek().filter(char::is_ascii_alphabetic) {
            test.ignores_case = match flag.to_ascii_lowercase() {
                'i' => Some(true),
                's' => Some(false),
                _ => return Err(self.expected("`i`, `s` or `]`")),
            };
            self.at += 1;
            self.skip_space();
        }
        if self.at < self.text.len() && !self.take("]") {
            return Err(self.expected("`]`"));
        }
        Ok(Simple::Attribute(test))
    }

    fn pseudo(&mut self) -> Result<Option<Simple>> {
        let start = self.at;
        self.at += 1;
        if self.take(":") {
            self.name("the name of a pseudo-element")?;
            return Err(self.unsupported(start, "pseudo-elements are not elements"));
        }
        let name = self.name("the name of a pseudo-class")?.to_ascii_lowercase();
        let is_function = self.take("(");
        let nth = |b, of_type| Ok(Some(Simple::Nth(Nth { a: 0, b, of_type })));
        match (&*name, is_function) {
            ("root", false) => Ok(Some(Simple::Root)),
            ("first-child", false) => nth(1, false),
            ("first-of-type", false) => nth(1, true),
            ("nth-child", true) => self.nth(start, false).map(Some),
            ("nth-of-type", true) => self.nth(start, true).map(Some),
            ("is" | "where" | "matches" | "-webkit-any" | "-moz-any", true) => {
                self.nested_list().map(|list| Some(Simple::Is(list)))
            }
            ("not", true) => self.nested_list().map(|list| Some(Simple::Not(list))),
            ("before" | "after" | "first-line" | "first-letter", false) => {
                Err(self.unsupported(start, "pseudo-elements are not elements"))
            }
            _ => {
                if is_function {
                    self.skip_to_end(b')');
                }
                let refused = REFUSED.iter().find(|(names, _)| names.contains(&&*name));
                Err(match refused {
                    Some((_, why)) => self.unsupported(start, why),
                    None => self.error(
                        start,
                        self.at,
                        SelectorErrorKind::Expected("a pseudo-class that is known"),
                    ),
                })
            }
        }
    }

    fn nested_list(&mut self) -> Result<Vec<Complex>> {
        if self.nested == MOST_NESTED {
            return Err(self.error(self.at - 1, self.at, SelectorErrorKind::TooMany(MOST_NESTED)));
        }
        self.nested += 1;
        let list = self.list()?;
        self.nested -= 1;
        self.close()?;
        Ok(list)
    }

    /// Goes behind the `)` of a function. What is open at the end is closed there.
    fn close(&mut self) -> Result<()> {
        self.skip_space();
        if self.at < self.text.len() && !self.take(")") {
            return Err(self.expected("`)`"));
        }
        Ok(())
    }

    /// Reads `An+B`, whose `(` was read.
    fn nth(&mut self, start: usize, of_type: bool) -> Result<Simple> {
        self.skip_space();
        let from = self.at;
        let rest = &self.text[from..];
        let length = rest.find([')', 'o', 'O', 'e', 'E', '/']);
        let word = rest.find(')').map_or(rest, |end| &rest[..end]).trim_matches(crate::ast::is_space);
        if word.eq_ignore_ascii_case("odd") || word.eq_ignore_ascii_case("even") {
            self.at += word.len();
            self.close()?;
            let b = i32::from(word.eq_ignore_ascii_case("odd"));
            return Ok(Simple::Nth(Nth { a: 2, b, of_type }));
        }
        let written = rest[..length.unwrap_or(rest.len())].trim_end_matches(crate::ast::is_space);
        let Some((a, b)) = an_plus_b(written) else { return Err(self.expected("`odd`, `even` or `An+B`")) };
        self.at += written.len();
        self.skip_space();
        if self.text[self.at..].get(..2).is_some_and(|word| word.eq_ignore_ascii_case("of")) {
            self.skip_to_end(b')');
            return Err(self.unsupported(start, "`of` is not counted"));
        }
        self.close()?;
        Ok(Simple::Nth(Nth { a, b, of_type }))
    }

    /// Goes behind what closes a part that is refused, for the message.
    fn skip_to_end(&mut self, closer: u8) {
        let mut open = vec![closer];
        while let (Some(&closer), Some(byte)) = (open.last(), self.peek_at(0)) {
            self.at += self.peek().map_or(1, char::len_utf8);
            match byte {
                b'(' => open.push(b')'),
                b'[' => open.push(b']'),
                _ if byte == closer => {
                    open.pop();
                }
                _ => {}
            }
        }
    }

    fn is_escape(&self, ahead: usize) -> bool {
        let is_newline = |byte| matches!(byte, b'\n' | b'\r' | b'\x0C');
        self.peek_at(ahead) == Some(b'\\') && self.peek_at(ahead + 1).is_some_and(|byte| !is_newline(byte))
    }

    fn starts_name(&self) -> bool {
        let starts = |ahead| match self.peek_at(ahead) {
            Some(byte) => {
                byte.is_ascii_alphabetic() || byte == b'_' || !byte.is_ascii() || self.is_escape(ahead)
            }
            None => false,
        };
        starts(0) || self.peek_at(0) == Some(b'-') && (starts(1) || self.peek_at(1) == Some(b'-'))
    }

    /// Reads an identifier, without its escapes.
    fn name(&mut self, what: &'static str) -> Result<String> {
        if !self.starts_name() {
            return Err(self.expected(what));
        }
        let mut name = String::new();
        loop {
            match self.peek() {
                Some(character)
                    if character.is_ascii_alphanumeric()
                        || matches!(character, '-' | '_')
                        || !character.is_ascii() =>
                {
                    name.push(character);
                    self.at += character.len_utf8();
                }
                Some('\\') if self.is_escape(0) => {
                    self.at += 1;
                    name.push(self.escaped());
                }
                _ => return Ok(name),
            }
        }
    }

    /// Reads a string whose quote is next.
    fn string(&mut self, quote: char) -> Result<String> {
        let start = self.at;
        self.at += 1;
        let mut value = String::new();
        loop {
            let Some(character) = self.peek() else { return Ok(value) };
            self.at += character.len_utf8();
            match character {
                '\\' if self.take("\r\n") || self.take("\n") || self.take("\r") || self.take("\x0C") => {}
                '\\' if self.at == self.text.len() => {}
                '\\' => value.push(self.escaped()),
                '\n' | '\r' | '\x0C' => {
                    return Err(self.error(
                        start,
                        self.at,
                        SelectorErrorKind::Expected("a quote that ends the value"),
                    ));
                }
                _ if character == quote => return Ok(value),
                _ => value.push(character),
            }
        }
    }

    /// The character of an escape, whose `\` was read.
    fn escaped(&mut self) -> char {
        let rest = &self.text[self.at..];
        let digits = rest.bytes().take(6).take_while(u8::is_ascii_hexdigit).count();
        if digits == 0 {
            let character = self.peek().unwrap_or(char::REPLACEMENT_CHARACTER);
            self.at += character.len_utf8().min(rest.len());
            return character;
        }
        let number = u32::from_str_radix(&rest[..digits], 16).unwrap_or_default();
        self.at += digits;
        if !self.take("\r\n") && self.peek().is_some_and(crate::ast::is_space) {
            self.at += 1;
        }
        char::from_u32(number).filter(|&character| character != '\0').unwrap_or(char::REPLACEMENT_CHARACTER)
    }
}

/// The numbers of `An+B`.
fn an_plus_b(written: &str) -> Option<(i32, i32)> {
    let lower = written.to_ascii_lowercase();
    let Some((a, b)) = lower.split_once('n') else { return integer(&lower).map(|b| (0, b)) };
    let a = match a {
        "" | "+" => 1,
        "-" => -1,
        _ => integer(a)?,
    };
    let b = b.trim_start_matches(crate::ast::is_space);
    if b.is_empty() {
        return Some((a, 0));
    }
    let sign = if b.starts_with('-') { -1 } else { 1 };
    let digits = b.strip_prefix(['+', '-'])?.trim_start_matches(crate::ast::is_space);
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
    if is_number { Some((a, integer(digits)? * sign)) } else { None }
}

/// An integer with an optional sign. Those that are too large are as large as possible.
fn integer(written: &str) -> Option<i32> {
    let digits = written.strip_prefix(['+', '-']).unwrap_or(written);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let number = digits.parse().unwrap_or(i32::MAX);
    Some(if written.starts_with('-') { -number } else { number })
}
