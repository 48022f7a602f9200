//! The library writes no error that its source had not, but for characters that HTML has no way to write.

use std::collections::BTreeMap;

use tagspan::{
    ErrorCode, RewriteErrorKind, Rewriter, TextMode, Token, TokenizerBuilder, UTF_8, escape_attribute,
    escape_text, tokenize,
};
use tagspan_check::Code;
use testing::rng::Rng;
use testing::sample::or_full;
use testing::tag_soup;

use crate::check_as;

type Counts = BTreeMap<Code, usize>;

/// How often a source has each code, rules for authors too.
fn codes(html: &[u8]) -> Counts {
    let mut counts = Counts::new();
    check_as(true, UTF_8, [html]).iter().for_each(|found| *counts.entry(found.code()).or_default() += 1);
    counts
}

/// Adds the errors of characters of a text that no way of writing it avoids.
fn add_unavoidable(counts: &mut Counts, text: &str) {
    for character in text.chars() {
        let code = match character {
            '\0' => ErrorCode::UnexpectedNullCharacter,
            // A carriage return would be a line feed without the reference.
            '\r' => ErrorCode::ControlCharacterReference,
            '\t' | '\n' | '\x0C' => continue,
            character if character.is_control() => ErrorCode::ControlCharacterInInputStream,
            character if is_noncharacter(character) => ErrorCode::NoncharacterInInputStream,
            _ => continue,
        };
        *counts.entry(code.into()).or_default() += 1;
    }
}

fn is_noncharacter(character: char) -> bool {
    matches!(u32::from(character), 0xFDD0..=0xFDEF) || u32::from(character) & 0xFFFE == 0xFFFE
}

/// Whether all that is written was expected.
fn assert_within(written: &[u8], allowed: &Counts, case: &str) {
    for (code, count) in codes(written) {
        let most = allowed.get(&code).copied().unwrap_or_default();
        assert!(count <= most, "{count} {code}, {most} expected: {} of {case}", written.escape_ascii());
    }
}

const PIECES: &[&str] = &[
    "a",
    "B",
    "1",
    "-",
    "=",
    "&",
    "#",
    "x",
    ";",
    "lt",
    "amp",
    "notit",
    "<",
    ">",
    "/",
    "!",
    "--",
    "-->",
    "]]>",
    "<!--",
    "\"",
    "'",
    "`",
    " ",
    "\t",
    "\n",
    "\r",
    "\x0C",
    "\0",
    "\u{1}",
    "\u{7F}",
    "\u{85}",
    "\u{A0}",
    "\u{FEFF}",
    "\u{FFFE}",
    "\u{1FFFF}",
    "\u{FDD0}",
    "é",
    "<p>",
    "</p>",
    "</title",
    "</script>",
    "&#10;",
    "?",
    "\u{202E}",
];

fn text(rng: &mut Rng<'_>) -> String {
    (0..rng.below(7)).map(|_| rng.one(PIECES)).collect()
}

#[test]
fn escaped_text_and_values_have_no_errors() {
    for number in 0..or_full(4_000, 40_000) {
        let mut rng = Rng::of_seed(51, number);
        let (value, content) = (text(&mut rng), text(&mut rng));
        let name = rng.one(&["p", "pre", "title", "textarea", "svg", "mi"]);
        let (attribute, text) = (escape_attribute(&value), escape_text(&content));
        let html = format!("<!DOCTYPE html><{name} title=\"{attribute}\">{text}</{name}>");
        let mut expected = Counts::new();
        add_unavoidable(&mut expected, &value);
        add_unavoidable(&mut expected, &content);
        assert_eq!(codes(html.as_bytes()), expected, "{html:?}");
    }
}

/// Edits attributes of a tag as the numbers say. `None` if the editor refuses a name.
fn edit(tag: &tagspan::Tag<'_>, rng: &mut Rng<'_>, allowed: &mut Counts) -> Option<Vec<u8>> {
    let mut editor = tag.edit();
    let names: Vec<String> = tag.attributes().map(|attribute| attribute.name().into_owned()).collect();
    let mut values = Vec::new();
    for _ in 0..=rng.below(3) {
        let name = match rng.below(4) {
            0 => text(rng),
            1 => rng.one(&["title", "data-a", "b"]).to_owned(),
            _ if names.is_empty() => continue,
            _ => rng.one(&names),
        };
        // These decide the namespace of elements, `type` through `frameset`, which ends what `hidden` left open.
        if ["color", "encoding", "face", "size", "type"].contains(&&*name.to_ascii_lowercase()) {
            continue;
        }
        if rng.percent(60) {
            let value = text(rng);
            editor.set_attribute(&name, &value);
            values.push(value);
        } else {
            editor.remove_attribute(&name);
        }
    }
    let edited = editor.finish().ok()?;
    values.iter().for_each(|value| add_unavoidable(allowed, value));
    Some(edited)
}

const TAGS: &[&str] = &[
    "<p>",
    "<p a>",
    "<p a b=c>",
    "<p a=b/c d>",
    "<p a='b' b=\"c\"  c = d >",
    "<p a=b\n/>",
    "<br/>",
    "<br a=b/ c=d>",
    "<svg a='b'/>",
    "<p a='b'c=d>",
    "<p a=1 b=2 A=3>",
    "<p a=\"&amp\">",
    "<p\n=a b>",
    "<p a= b=c>",
    "<p a/b/c=d>",
    "<p a='&lt;' b=c&amp;d />",
];

#[test]
fn edited_tags_have_no_more_errors() {
    let mut edited_tags = 0;
    for number in 0..or_full(8_000, 80_000) {
        let mut rng = Rng::of_seed(52, number);
        let source = rng.one(TAGS);
        let mut tokens = tokenize(source);
        let Some(Token::StartTag(tag)) = tokens.next_token().unwrap() else { panic!("{source}") };
        let mut allowed = codes(source.as_bytes());
        if let Some(edited) = edit(&tag, &mut rng, &mut allowed) {
            assert_within(&edited, &allowed, source);
            edited_tags += 1;
        }
    }
    assert!(edited_tags > 4_000);
}

#[test]
fn rewritten_pages_have_no_more_errors() {
    let mut rewritten_pages = 0;
    for number in 0..or_full(1_500, 15_000) {
        let mut rng = Rng::of_seed(53, number);
        let source = format!("<!DOCTYPE html>{}", tag_soup::generate(54, number).html());
        let mut allowed = codes(source.as_bytes());
        let builder = TokenizerBuilder::default().encoding(UTF_8).processing_instructions(true);
        let rewritten = Rewriter::with_builder(Vec::new(), builder).read_from(
            source.as_bytes(),
            |token, to| match token {
                Token::StartTag(tag) if rng.percent(50) => {
                    let mut added = Counts::new();
                    let editor_choices = rng.below(1 << 16) as u64;
                    if edit(&tag, &mut Rng::of_seed(55, editor_choices), &mut added).is_some() {
                        let edited = edit(&tag, &mut Rng::of_seed(55, editor_choices), &mut allowed);
                        to.replace(str::from_utf8(&edited.unwrap()).unwrap());
                    }
                }
                Token::Text(old)
                    if matches!(old.mode(), TextMode::Data | TextMode::Rcdata) && rng.percent(50) =>
                {
                    let new = text(&mut rng);
                    add_unavoidable(&mut allowed, &new);
                    to.replace_text(&new);
                }
                _ => {}
            },
        );
        match rewritten {
            Ok(rewritten) => {
                assert_within(&rewritten, &allowed, &source);
                rewritten_pages += 1;
            }
            Err(error) => {
                assert!(matches!(error.kind(), RewriteErrorKind::RawText(_)), "{error}: {source:?}")
            }
        }
    }
    assert!(rewritten_pages > 1_000);
}

/// The conformance of comments in the words of 13.1.6: the parse errors cover it.
#[test]
fn comments_that_the_standard_forbids_have_parse_errors() {
    const BYTES: &[u8] = b"-<!>a";
    for length in 0..=6 {
        for number in 0..BYTES.len().pow(length) {
            let byte = |at| BYTES[number / BYTES.len().pow(at) % BYTES.len()];
            let text: String = (0..length).map(|at| char::from(byte(at))).collect();
            let starts = [">", "->"].iter().any(|start| text.starts_with(start));
            // With this, it is the text of another comment.
            if text.contains("-->") {
                continue;
            }
            let has = ["<!--", "--!>"].iter().any(|part| text.contains(part));
            let conforms = !starts && !has && !text.ends_with("<!-");
            let found = codes(format!("<!DOCTYPE html><!--{text}-->").as_bytes());
            assert_eq!(found.is_empty(), conforms, "{text}: {found:?}");
        }
    }
}
