//! `display` and `visibility` in the `style` attribute of an element.

use crate::css::{Token, Tokens};

/// The declarations of a `style` attribute. `None` leaves it to the rules of the element.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Style {
    pub(super) display: Option<Display>,
    /// Whether `visibility` is `visible`.
    pub(super) visibility: Option<bool>,
}

/// The value of `display`, as far as it matters to text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Display {
    /// `none`.
    Hidden,
    /// A value that breaks lines, such as `block` and `flex`.
    Block,
    /// A value that does not, such as `inline-block`.
    Inline,
    /// A part of a table, or a value that is not known here: lines are those of the element.
    Other,
}

impl Style {
    /// Reads the declarations of an attribute. The last valid one of a property counts, or the last `!important` one.
    #[inline]
    pub(super) fn new(value: &str) -> Self {
        if is_candidate(value.as_bytes()) { Style::parse(value) } else { Style::default() }
    }

    fn parse(value: &str) -> Self {
        let (mut tokens, mut style) = (Tokens::new(value), Style::default());
        let mut is_important = [false; 2];
        loop {
            let name = tokens.next();
            let property = match &name {
                Token::End => return style,
                Token::Ident(name) if name.eq_ignore_ascii_case("display") => 0,
                Token::Ident(name) if name.eq_ignore_ascii_case("visibility") => 1,
                _ => {
                    tokens.skip_declaration(name);
                    continue;
                }
            };
            let colon = tokens.next();
            if colon != Token::Delim(b':') {
                tokens.skip_declaration(colon);
                continue;
            }
            let Some(value) = Value::read(&mut tokens) else { continue };
            let wins = value.is_important || !is_important[property];
            let is_set = wins
                && match property {
                    0 => set(&mut style.display, value.display()),
                    _ => set(&mut style.visibility, value.visibility()),
                };
            if is_set {
                is_important[property] = value.is_important;
            }
        }
    }
}

/// Sets a property to a value, if that is valid. Returns whether it is.
fn set<T>(declared: &mut Option<T>, value: Option<Option<T>>) -> bool {
    value.map(|value| *declared = value).is_some()
}

/// Whether a style may declare one of the properties: it has one of the names, or an escape. Most styles have neither.
fn is_candidate(style: &[u8]) -> bool {
    // The compiler makes vectors of this, as it does not end early.
    let has_letter = style.iter().fold(false, |found, &byte| found | matches!(byte, b'y' | b'Y' | b'\\'));
    let ends_with = |start: &[u8], end: &[u8]| {
        start.len() >= end.len() && start[start.len() - end.len()..].eq_ignore_ascii_case(end)
    };
    has_letter
        && style.iter().enumerate().any(|(at, byte)| match byte {
            b'y' | b'Y' => ends_with(&style[..at], b"displa") || ends_with(&style[..at], b"visibilit"),
            byte => *byte == b'\\',
        })
}

/// The most words that a value of `display` has.
const MAX_WORDS: usize = 3;

/// The value of a declaration that consists of words.
struct Value {
    /// In lower case.
    words: [String; MAX_WORDS],
    /// Whether it has `var()` or the like, so that its value is not known here.
    is_substituted: bool,
    is_important: bool,
}

impl Value {
    /// Reads up to the end of a declaration. `None` if there is something else than words and `!important`.
    fn read(tokens: &mut Tokens<'_>) -> Option<Self> {
        let mut value = Value { words: Default::default(), is_substituted: false, is_important: false };
        let (mut count, mut is_valid, mut after_bang) = (0, true, false);
        loop {
            match tokens.next() {
                Token::End | Token::Semicolon => break,
                token if value.is_important => {
                    is_valid = false;
                    tokens.skip_if_block(&token);
                }
                Token::Ident(word) if after_bang && word.eq_ignore_ascii_case("important") => {
                    value.is_important = true;
                }
                Token::Ident(word) if !after_bang && count < MAX_WORDS => {
                    value.words[count] = word.to_ascii_lowercase();
                    count += 1;
                }
                Token::Function(name)
                    if ["var", "env", "attr"].iter().any(|it| name.eq_ignore_ascii_case(it)) =>
                {
                    value.is_substituted = true;
                    tokens.skip_block(b')');
                }
                Token::Delim(b'!') if !after_bang => after_bang = true,
                token => {
                    is_valid = false;
                    tokens.skip_if_block(&token);
                }
            }
        }
        (is_valid && after_bang == value.is_important).then_some(value)
    }

    fn words(&self) -> [&str; MAX_WORDS] {
        self.words.each_ref().map(String::as_str)
    }

    /// The value of [`Style::display`]; `None` if the value is not valid.
    #[rustfmt::skip]
    fn display(&self) -> Option<Option<Display>> {
        if self.is_substituted {
            return Some(Some(Display::Other));
        }
        Some(Some(match self.words() {
            ["none", "", ""] => Display::Hidden,
            ["revert" | "revert-layer", "", ""] => return Some(None),
            ["contents" | "initial" | "inline-block" | "inline-flex" | "inline-grid" | "inline-table" | "ruby-text" | "unset"
                | "-webkit-inline-box" | "-webkit-inline-flex", "", ""] => Display::Inline,
            ["table-caption" | "-webkit-box" | "-webkit-flex", "", ""] => Display::Block,
            ["inherit" | "table-cell" | "table-column" | "table-column-group" | "table-footer-group" | "table-header-group"
                | "table-row" | "table-row-group", "", ""] => Display::Other,
            words => return display_in_parts(&words).map(Some),
        }))
    }

    /// The value of [`Style::visibility`]; `None` if the value is not valid.
    fn visibility(&self) -> Option<Option<bool>> {
        match self.words() {
            _ if self.is_substituted => Some(None),
            ["visible" | "initial", "", ""] => Some(Some(true)),
            ["hidden" | "collapse", "", ""] => Some(Some(false)),
            ["inherit" | "unset" | "revert" | "revert-layer", "", ""] => Some(None),
            _ => None,
        }
    }
}

/// The value of `display` that consists of an outer and an inner type and `list-item`, each at most once and in any order.
fn display_in_parts(words: &[&str]) -> Option<Display> {
    let (mut outer, mut inner, mut item, mut is_flow) = (0, 0, 0, true);
    // The outer type, where there is none, is that of the inner type.
    let (mut display, mut of_inner) = (None, Display::Block);
    for word in words.iter().filter(|word| !word.is_empty()) {
        match *word {
            "block" => (outer, display) = (outer + 1, Some(Display::Block)),
            "inline" => (outer, display) = (outer + 1, Some(Display::Inline)),
            "flow" | "flow-root" => inner += 1,
            "flex" | "grid" | "table" => (inner, is_flow) = (inner + 1, false),
            "math" | "ruby" => (inner, is_flow, of_inner) = (inner + 1, false, Display::Inline),
            "list-item" => item += 1,
            _ => return None,
        }
    }
    let count = outer + inner + item;
    let is_valid = count > 0 && outer <= 1 && inner <= 1 && item <= usize::from(is_flow);
    is_valid.then_some(display.unwrap_or(of_inner))
}

#[cfg(test)]
mod tests {
    use super::{Display, Style};

    #[test]
    fn the_last_valid_declaration_counts() {
        let (none, block, inline, other) =
            (Some(Display::Hidden), Some(Display::Block), Some(Display::Inline), None);
        let table_part = Some(Display::Other);
        for (style, display) in [
            ("", other),
            ("color:red", other),
            ("display:none", none),
            (" DISPLAY :\tNone ", none),
            ("display:none;", none),
            ("color:red;;display:none", none),
            ("display:block", block),
            ("display:none;display:block", block),
            ("display:block;display:none", none),
            // What is not valid does not count.
            ("display:none;display:nothing", none),
            ("display:none;display:", none),
            ("display:none;display:block block", none),
            ("display:none;display:inline grid", inline),
            ("display:none;display:flow-root list-item inline", inline),
            ("display:none;display:list-item grid", none),
            ("display:none;display:-webkit-box", block),
            ("display:none;display:-ms-flexbox", none),
            ("display:contents", inline),
            ("display:inline-block", inline),
            ("display:list-item", block),
            ("display:ruby", inline),
            ("display:ruby block", block),
            ("display:flex", block),
            ("display:math inline", inline),
            ("display:table-cell", table_part),
            ("display:table", block),
            ("display:none none", other),
            ("display:none 1px", other),
            ("display:#none", other),
            ("display:'none'", other),
            ("display:none()", other),
            ("display none", other),
            ("display:none}", other),
            ("{display:none", other),
            ("{}display:none", other),
            ("-display:none", other),
            ("--display:none", other),
            ("x-display:none", other),
            ("displays:none", other),
            ("*display:none", other),
            // The cascade.
            ("display:none!important;display:block", none),
            ("display:none ! IMPORTANT ;display:block!important", block),
            ("display:none!import;display:block", block),
            ("display:none!important x", other),
            ("display:none!", other),
            ("display:!important none", other),
            ("display:none;display:revert", other),
            ("display:none;display:initial", inline),
            ("display:none;display:var(--x, (;))", table_part),
            // Comments, escapes, strings and blocks.
            ("/*x*/display/*;*/:/**/none/*", none),
            ("display:no/**/ne", other),
            ("d\\69splay:none", none),
            ("d\\0069 splay:n\\6F ne", none),
            ("displa\\y:none", none),
            ("x:\\;display:none", other),
            ("content:';display:none'", other),
            ("content:'\\';display:none'", other),
            ("content:'\n;display:none", none),
            ("content:\"'\";display:none", none),
            ("background:url(x;display:none)", other),
            ("background:url(';');display:none", none),
            ("background:url( x\\);y);display:none", none),
            ("background:url(x", other),
            ("x:(;display:none);display:block", block),
            ("x:([)];display:none)]);display:block", block),
            ("x:{;display:none};display:block", block),
            ("x:];display:none", none),
            ("@x y;display:none", none),
            ("@x{y;}display:none", none),
            ("x:1px;display:none", none),
            ("x:-1e3px;display:none", none),
            ("x:<!-- -->;display:none", none),
            ("é:é\\é;display:none", none),
        ] {
            assert_eq!(Style::new(style).display, display, "{style}");
        }
        let (none, shown, other) = (Some(false), Some(true), None);
        for (style, visibility) in [
            ("visibility:hidden", none),
            ("Visibility:COLLAPSE", none),
            ("visibility:hidden;visibility:visible", shown),
            ("visibility:hidden;visibility:inherit", other),
            ("visibility:hidden;visibility:var(--x)", other),
            ("visibility:hidden;visibility:none", none),
            ("visibility:hidden hidden", other),
            ("content-visibility:hidden", other),
            ("backface-visibility:hidden", other),
            ("opacity:0;display:none;visibility:hidden", none),
        ] {
            assert_eq!(Style::new(style).visibility, visibility, "{style}");
        }
    }
}
