//! `Debug` for tokens: decoded, on one line, with spans.

use std::fmt::{self, Debug, Formatter};

use super::Token;
use super::attribute::{Attribute, AttributeIter};
use super::attributes::Quote;
use super::comment::Comment;
use super::doctype::Doctype;
use super::dropped::Dropped;
use super::processing_instruction::ProcessingInstruction;
use super::tag::Tag;
use super::text::Text;
use crate::parse_error::ParseError;

impl Debug for Token<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Token::Doctype(it) => {
                self.write(f, "Doctype", &[&Markup(it)], (it.force_quirks(), "force-quirks"))
            }
            Token::StartTag(it) => {
                self.write(f, "StartTag", &[&Markup(it)], (it.is_ambiguous(), "ambiguous"))
            }
            Token::EndTag(it) => self.write(f, "EndTag", &[&Markup(it)], (it.is_ambiguous(), "ambiguous")),
            Token::Comment(it) => self.write(f, "Comment", &[&it.value()], (it.is_ambiguous(), "ambiguous")),
            Token::ProcessingInstruction(it) => {
                self.write(f, "ProcessingInstruction", &[&it.target(), &it.value()], (false, ""))
            }
            Token::Text(it) => {
                self.write(f, "Text", &[&it.value()], (it.has_ignored_newline(), "newline ignored"))
            }
            Token::Error(it) => {
                f.debug_tuple("Error").field(&format_args!("{}", it.code())).field(&it.offset()).finish()
            }
            Token::Dropped(it) => {
                let bytes = String::from_utf8_lossy(it.raw());
                let reason = format_args!("{}", it.reason());
                self.write(f, "Dropped", &[&reason, &bytes], (it.is_ambiguous(), "ambiguous"))
            }
        }
    }
}

impl Token<'_> {
    /// Writes `name(part, part, 3..5, note)`, the note if it applies.
    fn write(
        &self,
        f: &mut Formatter<'_>,
        name: &str,
        parts: &[&dyn Debug],
        (applies, note): (bool, &str),
    ) -> fmt::Result {
        let mut tuple = f.debug_tuple(name);
        for part in parts {
            tuple.field(part);
        }
        tuple.field(&format_args!("{}", self.span()));
        for (_, note) in
            [(self.is_truncated(), "truncated"), (applies, note)].iter().filter(|(applies, _)| *applies)
        {
            tuple.field(&format_args!("{note}"));
        }
        tuple.finish()
    }
}

/// The HTML form of a token, with its values as Rust strings.
struct Markup<'a, T>(&'a T);

impl Debug for Markup<'_, Tag<'_>> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Markup(tag) = self;
        write!(f, "{}{}", if tag.is_end() { "</" } else { "<" }, tag.name().escape_debug())?;
        for attribute in tag.attributes() {
            write!(f, " {attribute:?}")?;
        }
        f.write_str(if tag.self_closing() { "/>" } else { ">" })
    }
}

impl Debug for Attribute<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.name().escape_debug())?;
        match self.quote() {
            Quote::NoValue => Ok(()),
            Quote::Unquoted | Quote::Single | Quote::Double => write!(f, "={:?}", self.value()),
        }
    }
}

impl Debug for AttributeIter<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}

impl Debug for Markup<'_, Doctype<'_>> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Markup(doctype) = self;
        f.write_str("<!DOCTYPE")?;
        if let Some(name) = doctype.name() {
            write!(f, " {}", name.escape_debug())?;
        }
        match (doctype.public_id(), doctype.system_id()) {
            (None, None) => {}
            (Some(public), None) => write!(f, " PUBLIC {public:?}")?,
            (Some(public), Some(system)) => write!(f, " PUBLIC {public:?} {system:?}")?,
            (None, Some(system)) => write!(f, " SYSTEM {system:?}")?,
        }
        f.write_str(">")
    }
}

impl Debug for Tag<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.is_end() { Token::EndTag(*self).fmt(f) } else { Token::StartTag(*self).fmt(f) }
    }
}

impl Debug for ParseError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Token::Error(*self).fmt(f)
    }
}

/// The payload of each other token is written as the token.
macro_rules! as_token {
    ($($Part:ident),*) => {
        $(impl Debug for $Part<'_> {
            fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
                Token::$Part(*self).fmt(f)
            }
        })*
    };
}

as_token!(Doctype, Comment, ProcessingInstruction, Text, Dropped);

#[cfg(test)]
mod tests {
    use crate::scanner::{Options, Scanner};
    use crate::{LimitAction, Limits, Token};

    fn each(options: Options, html: &str, mut see: impl FnMut(Token<'_>)) {
        let mut scanner = Scanner::with_options(options);
        let body = &html.as_bytes()[scanner.enter(html.as_bytes(), true)];
        while let Some(found) = scanner.scan(body, true).unwrap() {
            see(scanner.resolve(body, found));
        }
    }

    /// The input, and each of its tokens.
    const TOKENS: &[(&str, &[&str])] = &[
        ("<a href='x' checked>", &[r#"StartTag(<a href="x" checked>, 0..20)"#]),
        ("<A HREF='&lt;\"\n' a=1 A=2 b=''/>", &[r#"StartTag(<a href="<\"\n" a="1" b=""/>, 0..31)"#]),
        ("<a\"\\\u{1B} b\"=1>", &[r#"StartTag(<a\"\\\u{1b} b\"="1">, 0..11)"#]),
        ("</P ><br/>", &["EndTag(</p>, 0..5)", "StartTag(<br/>, 5..10)"]),
        ("hi &amp;\r\n\"é\"", &[r#"Text("hi &\n\"é\"", 0..14)"#]),
        ("<pre>\nx", &["StartTag(<pre>, 0..5)", r#"Text("\nx", 5..7, newline ignored)"#]),
        (
            "<!-- x --><!b>",
            &[
                r#"Comment(" x ", 0..10)"#,
                r#"Error(incorrectly-opened-comment, 12)"#,
                r#"Comment("b", 10..14)"#,
            ],
        ),
        ("<?go very fast?>", &[r#"ProcessingInstruction("go", "very fast", 0..16)"#]),
        ("<!doctype HTML>", &["Doctype(<!DOCTYPE html>, 0..15)"]),
        ("<!DOCTYPE html PUBLIC \"p\" 's'>", &[r#"Doctype(<!DOCTYPE html PUBLIC "p" "s">, 0..30)"#]),
        ("<!DOCTYPE html PUBLIC \"p\">", &[r#"Doctype(<!DOCTYPE html PUBLIC "p">, 0..26)"#]),
        ("<!DOCTYPE html SYSTEM ''>", &[r#"Doctype(<!DOCTYPE html SYSTEM "">, 0..25)"#]),
        ("<!DOCTYPE>", &["Error(missing-doctype-name, 9)", "Doctype(<!DOCTYPE>, 0..10, force-quirks)"]),
        ("</>", &["Error(missing-end-tag-name, 2)", r#"Dropped(missing-end-tag-name, "</>", 0..3)"#]),
        ("<a b", &["Error(eof-in-tag, 4)", r#"Dropped(unfinished-tag, "<a b", 0..4)"#]),
        (
            "<!--0123456789012345678901234567890123456789-->",
            &[r#"Comment("0123456789012345678901234567", 0..47, truncated)"#],
        ),
    ];

    #[test]
    fn tokens_as_one_writes_them() {
        let limits = Limits::new().comment(32, LimitAction::Truncate);
        for (html, expected) in TOKENS {
            let parse_errors = expected.join("").contains("Error");
            let options =
                Options { parse_errors, limits, processing_instructions: true, ..Options::default() };
            let mut written = Vec::new();
            each(options, html, |token| written.push(format!("{token:?}")));
            assert_eq!(written, *expected, "{html:?}");
        }
    }

    #[test]
    fn ambiguous_tokens() {
        let mut written = Vec::new();
        let html = "<svg></div><![CDATA[b]]><frameset><title>";
        each(Options::default(), html, |token| written.push(format!("{token:?}")));
        assert!(written.contains(&r#"Comment("[CDATA[b]]", 11..24, ambiguous)"#.to_owned()), "{written:?}");
    }

    /// By itself, a part of a token is written as the token.
    #[test]
    fn parts_as_one_writes_them() {
        let mut written = Vec::new();
        let html = "<!doctype html></p><a b=c d>text<!--x--></>";
        let write = |token: Token<'_>| {
            written.push(match token {
                Token::Doctype(doctype) => format!("{doctype:?}"),
                Token::StartTag(tag) => format!("{tag:?} {:?} {:?}", tag.attributes(), tag.attribute("d")),
                Token::EndTag(tag) => format!("{tag:?}"),
                Token::Comment(comment) => format!("{comment:?}"),
                Token::ProcessingInstruction(instruction) => format!("{instruction:?}"),
                Token::Text(text) => format!("{text:?}"),
                Token::Error(error) => format!("{error:?}"),
                Token::Dropped(dropped) => format!("{dropped:?}"),
            });
        };
        each(Options { parse_errors: true, ..Options::default() }, html, write);
        assert_eq!(
            written,
            [
                "Doctype(<!DOCTYPE html>, 0..15)",
                "EndTag(</p>, 15..19)",
                r#"StartTag(<a b="c" d>, 19..28) [b="c", d] Some(d)"#,
                r#"Text("text", 28..32)"#,
                r#"Comment("x", 32..40)"#,
                "Error(missing-end-tag-name, 42)",
                r#"Dropped(missing-end-tag-name, "</>", 40..43)"#,
            ]
        );
    }
}
