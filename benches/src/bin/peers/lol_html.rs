//! lol_html as a peer: what its handlers are given, undecoded.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeMap;

use lol_html::html_content::{Comment, Doctype, Element, TextChunk};
use lol_html::{DocumentContentHandlers, ElementContentHandlers, HtmlRewriter, Selector, Settings};
use tagspan::{Feedback, Token as Ours, Tokenizer};
use testing::feedback::agree;
use testing::fragment::Settings as Parsing;
use testing::peers::deviations::Deviation;
use testing::peers::{Given, Peer, Reading, Token};

/// It reports end tags of elements that it knows to be open only, and no errors: neither is compared. Names and values
/// are those of the source. It reads pages as with scripting.
pub(super) const PEER: Peer = Peer { name: "lol_html 3.0", ours, theirs, deviations: DEVIATIONS };

const DEVIATIONS: &[Deviation] = &[
    Deviation {
        name: "tells by tags alone, without the stack of open elements, whether it is within svg or math",
        standard: "13.2.5.42 Markup declaration open state: \"If there is an adjusted current node and it is not an element in \
                   the HTML namespace, then switch to the CDATA section state.\"",
        excuse: |given, ours, theirs| forget_behind(&["svg", "math"], given, ours, theirs),
    },
    Deviation {
        name: "reads raw text behind a tag that a tree builder ignores, in framesets and in templates of columns",
        standard: "13.2.6.4 The rules for parsing tokens in HTML content, in frameset: \"Parse error. Ignore the token.\"",
        excuse: |given, ours, theirs| forget_behind(&["frameset", "template"], given, ours, theirs),
    },
    Deviation {
        name: "gives names with NUL, so that one with U+FFFD is no duplicate of it",
        standard: "13.2.5.33 Attribute name state: \"This is an unexpected-null-character parse error. Append a U+FFFD REPLACEMENT \
                   CHARACTER character to the current attribute's name.\"",
        excuse: |_, ours, theirs| [ours, theirs].into_iter().for_each(replace_nul_in_names),
    },
];

fn replace_nul_in_names(reading: &mut Reading) {
    for token in &mut reading.tokens {
        if let Token::StartTag { attributes, .. } = token {
            let all = std::mem::take(attributes).into_iter();
            *attributes = all.map(|(name, value)| (name.replace('\0', "\u{FFFD}"), value)).collect();
        }
    }
}

/// Leaves out all tokens from the first difference on, if one of these start tags is before it, and if html5ever's tree builder
/// would have all text and CDATA sections of the input read as core reads them.
fn forget_behind(names: &[&str], given: &Given<'_>, ours: &mut Reading, theirs: &mut Reading) {
    let same = ours.tokens.iter().zip(&theirs.tokens).take_while(|(ours, theirs)| ours == theirs).count();
    let is_one = |token: &Token| matches!(token, Token::StartTag { name, .. } if names.contains(&&**name));
    let is_core_right = || {
        let settings = Parsing { scripting: true, fragment: None };
        agree(given.input, &settings).is_ok_and(|statistics| statistics.wrong == 0)
    };
    if (ours.tokens.len(), theirs.tokens.len()) != (same, same)
        && ours.tokens[..same].iter().any(is_one)
        && is_core_right()
    {
        ours.tokens.truncate(same);
        theirs.tokens.truncate(same);
    }
}

fn start_tag(name: String, self_closing: bool, written: impl Iterator<Item = (String, String)>) -> Token {
    let mut attributes = BTreeMap::new();
    // It gives duplicates too, of which the first counts.
    for (name, value) in written {
        attributes.entry(name).or_insert(value);
    }
    Token::StartTag { name, self_closing, attributes }
}

/// A part of the input, which is a string.
fn text(bytes: &[u8]) -> &str {
    str::from_utf8(bytes).unwrap_or_default()
}

fn ours(given: &Given<'_>) -> Reading {
    let lower = |bytes: &[u8]| text(bytes).to_ascii_lowercase();
    let mut reading = Reading::default();
    let mut tokenizer = Tokenizer::builder().utf8().feedback(Feedback::Simulated).scripting(true).build();
    let each = |token: Ours<'_>| match token {
        Ours::Text(it) => reading.push(Token::Text(text(it.raw()).to_owned())),
        Ours::StartTag(tag) => {
            let attributes =
                tag.attributes().map(|it| (lower(it.raw_name()), text(it.raw_value()).to_owned()));
            reading.push(start_tag(lower(tag.raw_name()), tag.self_closing(), attributes));
        }
        Ours::Comment(it) => reading.push(Token::Comment(text(it.raw_value()).to_owned())),
        Ours::Doctype(it) => reading.push(Token::Doctype {
            name: it.name().unwrap_or_default().into_owned(),
            public_id: it.public_id().map(|id| id.into_owned()),
            system_id: it.system_id().map(|id| id.into_owned()),
            force_quirks: false,
        }),
        _ => {}
    };
    tokenizer.feed_last(given.input.as_bytes()).for_each(each).expect("no limit fails");
    reading
}

fn theirs(given: &Given<'_>) -> Reading {
    let reading = RefCell::new(Reading::default());
    let all: Selector = "*".parse().expect("a selector");
    let element = |it: &mut Element<'_, '_>| {
        let attributes = it.attributes().iter().map(|it| (it.name(), it.value()));
        reading.borrow_mut().push(start_tag(it.tag_name(), it.is_self_closing(), attributes));
        Ok(())
    };
    let document = DocumentContentHandlers::default()
        .text(|it: &mut TextChunk<'_>| {
            reading.borrow_mut().push(Token::Text(it.as_str().to_owned()));
            Ok(())
        })
        .comments(|it: &mut Comment<'_>| {
            reading.borrow_mut().push(Token::Comment(it.text()));
            Ok(())
        })
        .doctype(|it: &mut Doctype<'_>| {
            let decoded = |id: String| id.replace("\r\n", "\n").replace('\r', "\n").replace('\0', "\u{FFFD}");
            reading.borrow_mut().push(Token::Doctype {
                name: decoded(it.name().unwrap_or_default()),
                public_id: it.public_id().map(decoded),
                system_id: it.system_id().map(decoded),
                force_quirks: false,
            });
            Ok(())
        });
    let elements = (Cow::Owned(all), ElementContentHandlers::default().element(element));
    let settings = Settings::new()
        .append_element_content_handler(elements)
        .append_document_content_handler(document)
        .with_strict(false);
    let mut rewriter = HtmlRewriter::new(settings, |_: &[u8]| {});
    rewriter.write(given.input.as_bytes()).expect("no limits");
    rewriter.end().expect("no limits");
    reading.into_inner()
}
