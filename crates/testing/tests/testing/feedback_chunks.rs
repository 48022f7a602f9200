//! With the feedback simulator, chunkings and ways of reading do not change the tokens.

use std::fmt;

use tagspan::{ContextElement, Feedback, ParseError, Token};
use tagspan::{Encoding, Tokenizer};
use testing::fragment::{Fragment, Namespace, Settings};
use testing::tag_soup::generate;

/// A fragment's context element, or nothing for a document; and pieces, between which the input is cut as well.
type Cut = (&'static str, &'static [&'static str]);

/// Inputs with a state that one token sets for a later one, each split where it could be lost.
#[rustfmt::skip]
const CUTS: &[Cut] = &[
    // A newline that goes, and one that does not.
    ("", &["<pre>", "\n", "a"]),
    ("", &["<pre", ">", "\r", "\n", "\n"]),
    ("", &["<pre>", "&#1", "0;", "a"]),
    ("", &["<pre>", "&New", "Line;", "a"]),
    ("", &["<pre>", "</", ">", "\n"]),
    ("", &["<pre>", "<!--", "-->", "\n"]),
    ("", &["<pre>", "\0", "\n"]),
    ("", &["<listing>", "&", "\n"]),
    ("", &["<textarea>", "\n", "\n", "</textarea>", "\n"]),
    ("", &["<svg>", "<pre", ">", "\n"]),
    ("", &["<svg><desc>", "<pre>", "\n"]),
    ("", &["<svg>", "<textarea>", "\n"]),
    ("pre", &["\n", "a"]),
    ("svg desc", &["<pre>", "\n", "a"]),
    // A tag of which the context sees the whole, or the first part in one segment.
    ("", &["<svg", ">", "<style>", "<b>", "</style>", "<title>", "<b>"]),
    ("", &["<sv", "g", "/", ">", "<style>", "<b>"]),
    ("", &["<svg>", "</sv", "g>", "<title>", "<b>", "</title>"]),
    ("", &["<svg><font ", "color", ">", "<style>", "<b>"]),
    ("", &["<svg><font ", "colo", ">", "<style>", "<b>"]),
    ("", &["<svg><foreignObject>", "<title>", "<b>", "</title>", "</foreign", "Object>", "<title>", "<b>"]),
    ("", &["<math><annotation-xml encoding", "=", "'text/", "html'", ">", "<style>", "<b>", "</style>"]),
    ("", &["<math><annotation-xml encoding=text/&#", "104;tml>", "<style>", "<b>", "</style>"]),
    ("", &["<math><annotation-xml encoding=", "a encoding=text/html>", "<style>", "<b>", "</style>"]),
    ("", &["<math><annotation-xml>", "<sv", "g>", "<desc>", "<style>", "<b>", "</style>"]),
    ("", &["<math><mi>", "<mglyph", ">", "<style>", "<b>", "</style>"]),
    ("", &["<svg><", "b", "r/", ">", "<style>", "<b>", "</style>"]),
    ("", &["<svg></", "p", ">", "<style>", "<b>", "</style>"]),
    ("", &["<svg><a-name-that-is-longer-than-a-", "key></a-name-that-is-longer-than-a-", "keY></svg>", "<title><b>"]),
    // Sections, and comments that only look like them.
    ("", &["<svg>", "<!", "[CDA", "TA[", "<b>", "]", "]", ">", "<b>"]),
    ("", &["<svg><desc>", "<![", "CDATA[", "<b>", "]]", ">", "</desc>", "<![CDATA[", "<b>", "]]>"]),
    ("", &["<![CDATA[", "<b>", "]]>", "<svg>", "<![CDATA[", "]]", "]>"]),
    ("", &["<svg>", "<![CDATA[", "a", "]]>", "</svg>", "<![CDATA[", "a", "]]>"]),
    ("", &["<p>", "<![CDATA", "[", "a>", "]]>"]),
    ("", &["<math>", "<p", ">", "<![CDATA", "[", "a>", "]]>", "<math>", "<![CDATA", "[", "a>", "]]>"]),
    ("svg svg", &["<![CDA", "TA[<b>]]>", "</svg>", "<![CDATA[<b>]]>"]),
    ("math annotation-xml text/html", &["<![CDATA[<b>]]>", "<style>", "<b>", "</style>"]),
    // Ambiguities, which a later token shows.
    ("", &["<svg>", "</x", ">", "<style>", "<b>", "</style>", "<![CDATA[", "a]]>", "<p>", "<style>", "</style>"]),
    ("", &["<frameset", ">", "<title>", "<b>", "<noframes>", "<b>", "</noframes>"]),
    ("", &["<body>", "<frameset>", "<title>", "<b>"]),
    ("", &["<input type=", "hidden>", "<frameset>", "<title>", "<b>"]),
    ("", &["<template>", "<col", ">", "<title>", "<b>", "<template>", "<title>", "<b>"]),
    ("", &["<template>", "<frameset>", "<title>", "<b>"]),
    ("template", &["<co", "l>", "<title>", "<b>"]),
];

/// The tag soup that are cut, of one seed.
const SAMPLES: u64 = 2500;

/// How an input is handed over and its tokens are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// The whole, by pulling: what all others are held to.
    Whole,
    /// In chunks of at most so many bytes, by pulling.
    Chunks(usize),
    /// The whole, but the cursor is left after every token.
    Pauses,
    /// In chunks, and the cursor is left after every token.
    PausesInChunks(usize),
    /// In chunks, by `for_each`.
    ForEach(usize),
}

const WAYS: [Way; 8] = [
    Way::Whole,
    Way::Chunks(1),
    Way::Chunks(3),
    Way::Chunks(7),
    Way::Pauses,
    Way::PausesInChunks(7),
    Way::ForEach(usize::MAX),
    Way::ForEach(3),
];

/// The reader of the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reader {
    Core,
    /// A stream that knows that it is UTF-8.
    Labelled,
    /// A stream that takes it for UTF-8, and so looks at every `meta`.
    Tentative,
}

/// A token as far as it does not depend on the splits: adjacent pieces of text are one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Seen {
    kind: &'static str,
    raw: Vec<u8>,
    start: u64,
    end: u64,
    name: String,
    self_closing: bool,
    is_ambiguous: bool,
    /// Of the first piece.
    has_ignored_newline: bool,
    /// Whether a section would open after it. `for_each` does not report this.
    cdata: Option<bool>,
}

impl fmt::Display for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Seen { kind, raw, start, end, name, .. } = self;
        write!(f, "{kind} {:?} {name:?} {start}..{end}", String::from_utf8_lossy(raw))?;
        for (is, what) in [
            (self.self_closing, "self-closing"),
            (self.is_ambiguous, "ambiguous"),
            (self.has_ignored_newline, "ignored newline"),
            (self.cdata == Some(true), "sections open"),
        ] {
            f.write_str(if is { ", " } else { "" })?;
            f.write_str(if is { what } else { "" })?;
        }
        Ok(())
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Log {
    tokens: Vec<Seen>,
    errors: Vec<ParseError>,
}

impl Log {
    fn add(&mut self, token: &Token<'_>) {
        let span = token.span();
        let mut seen =
            Seen { raw: token.raw().to_vec(), start: span.start, end: span.end, ..Seen::default() };
        let tag = match token {
            Token::Error(error) => return self.errors.push(*error),
            Token::Text(text) => {
                if let Some(last) = self.tokens.last_mut()
                    && last.kind == "text"
                {
                    assert_eq!(last.end, span.start, "text that does not follow {last}");
                    assert!(!text.has_ignored_newline(), "not the first piece of {last}");
                    last.end = span.end;
                    last.raw.extend_from_slice(&seen.raw);
                    return;
                }
                seen.kind = "text";
                seen.has_ignored_newline = text.has_ignored_newline();
                None
            }
            Token::Comment(comment) => {
                seen.kind = "comment";
                seen.is_ambiguous = comment.is_ambiguous();
                None
            }
            Token::Dropped(dropped) => {
                seen.kind = "dropped";
                seen.name = dropped.reason().to_string();
                seen.is_ambiguous = dropped.is_ambiguous();
                None
            }
            Token::StartTag(tag) => Some(("start tag", tag)),
            Token::EndTag(tag) => Some(("end tag", tag)),
            Token::Doctype(_) => {
                seen.kind = "doctype";
                None
            }
            other => unreachable!("{other:?}"),
        };
        if let Some((kind, tag)) = tag {
            seen.kind = kind;
            seen.name = tag.name().into_owned();
            seen.self_closing = tag.self_closing();
            seen.is_ambiguous = tag.is_ambiguous();
        }
        self.tokens.push(seen);
    }

    /// Sets whether a section opens after the last added token. An error precedes its token.
    fn add_cdata(&mut self, is_error: bool, cdata: bool) {
        if let Some(last) = self.tokens.last_mut()
            && !is_error
        {
            last.cdata = Some(cdata);
        }
    }

    fn without_cdata(&self) -> Log {
        let mut log = self.clone();
        log.tokens.iter_mut().for_each(|token| token.cdata = None);
        log
    }

    /// The first difference, in words.
    fn against(&self, expected: &Log) -> Option<String> {
        let token_at =
            |log: &Log, at: usize| log.tokens.get(at).map_or("nothing".to_owned(), Seen::to_string);
        for at in 0..self.tokens.len().max(expected.tokens.len()) {
            if self.tokens.get(at) != expected.tokens.get(at) {
                return Some(format!("token {at} is {}, not {}", token_at(self, at), token_at(expected, at)));
            }
        }
        let errors = (&self.errors, &expected.errors);
        (self.errors != expected.errors).then(|| format!("errors {:?}, not {:?}", errors.0, errors.1))
    }
}

/// Reads by one way. The two kinds of readers have the same methods.
macro_rules! read {
    ($reader:expr, $way:expr, $pieces:expr) => {{
        let (mut reader, mut log) = ($reader, Log::default());
        macro_rules! add {
            ($tokens:expr) => {{
                let token = $tokens.token().expect("it was found");
                let is_error = matches!(token, Token::Error(_));
                log.add(&token);
                log.add_cdata(is_error, $tokens.cdata());
            }};
        }
        let size = match $way {
            Way::Whole | Way::Pauses => usize::MAX,
            Way::Chunks(size) | Way::PausesInChunks(size) | Way::ForEach(size) => size,
        };
        let chunks: Vec<&[u8]> = $pieces.iter().flat_map(|piece| piece.chunks(size)).collect();
        // The end is declared with the last chunk where that is the whole, else after it.
        let with_end = usize::from(chunks.len() == 1);
        for at in 0..chunks.len() + 1 - with_end {
            let mut chunk = chunks.get(at).copied().unwrap_or_default();
            loop {
                let is_last = at + with_end == chunks.len();
                let mut tokens = if is_last { reader.feed_last(chunk) } else { reader.feed(chunk) };
                match $way {
                    Way::Pauses | Way::PausesInChunks(_) => {
                        if tokens.advance().expect("there is nothing to refuse") {
                            add!(tokens);
                            chunk = tokens.into_remaining();
                            continue;
                        }
                    }
                    Way::Whole | Way::Chunks(_) => {
                        while tokens.advance().expect("there is nothing to refuse") {
                            add!(tokens);
                        }
                    }
                    Way::ForEach(_) => {
                        tokens.for_each(|token| log.add(&token)).expect("there is nothing to refuse");
                    }
                }
                break;
            }
        }
        log
    }};
}

fn element(fragment: &Fragment) -> ContextElement {
    let element = match fragment.namespace {
        Namespace::Html => ContextElement::html(&fragment.name),
        Namespace::Svg => ContextElement::svg(&fragment.name),
        Namespace::MathMl => ContextElement::mathml(&fragment.name),
    };
    element.integration_point(fragment.integration_point)
}

fn read(reader: Reader, way: Way, errors: bool, settings: &Settings, pieces: &[&[u8]]) -> Log {
    if reader == Reader::Core {
        let mut builder = Tokenizer::builder().utf8().parse_errors(errors).scripting(settings.scripting);
        if let Some(fragment) = &settings.fragment {
            builder = builder.fragment(element(fragment));
        }
        return read!(builder.build(), way, pieces);
    }
    let builder = Tokenizer::builder().parse_errors(errors).scripting(settings.scripting);
    let mut builder = match reader {
        Reader::Tentative => {
            let utf_8 = Encoding::for_label(b"utf-8").expect("it is one");
            builder.default_encoding(utf_8)
        }
        Reader::Labelled | Reader::Core => builder.charset("utf-8").expect("it is one"),
    };
    if let Some(fragment) = &settings.fragment {
        builder = builder.fragment(element(fragment));
    }
    read!(builder.build(), way, pieces)
}

/// The first difference between reading the whole and all other ways, `pieces` apart among them.
fn difference(settings: &Settings, pieces: &[&[u8]]) -> Option<String> {
    let whole = pieces.concat();
    let whole: &[&[u8]] = &[&whole];
    let expected = read(Reader::Core, Way::Whole, false, settings, whole);
    let expected_without = expected.without_cdata();
    for errors in [false, true] {
        let mut reported = None;
        for reader in [Reader::Core, Reader::Labelled, Reader::Tentative] {
            for (way, cut) in
                WAYS.map(|way| (way, whole)).into_iter().chain([(Way::Chunks(usize::MAX), pieces)])
            {
                let mut log = read(reader, way, errors, settings, cut);
                // All ways that report errors report the same.
                let own = std::mem::take(&mut log.errors);
                let own_expected = reported.get_or_insert_with(|| own.clone());
                let reports_sections = !matches!(way, Way::ForEach(_));
                let mut expected = if reports_sections { expected.clone() } else { expected_without.clone() };
                log.errors = own;
                expected.errors.clone_from(own_expected);
                if let Some(difference_found) = log.against(&expected) {
                    let pieces = if cut.len() > 1 { ", at the pieces" } else { "" };
                    return Some(format!("{reader:?}, {way:?}{pieces}, errors {errors}: {difference_found}"));
                }
            }
        }
    }
    None
}

/// Fails with the fewest pieces that differ still.
fn hold(name: &str, settings: &Settings, pieces: &[&[u8]]) {
    let Some(mut difference_found) = difference(settings, pieces) else { return };
    let mut pieces = pieces.to_vec();
    let mut at = 0;
    while at < pieces.len() {
        let mut fewer = pieces.clone();
        fewer.remove(at);
        match difference(settings, &fewer) {
            Some(other) => (pieces, difference_found, at) = (fewer, other, 0),
            None => at += 1,
        }
    }
    panic!("{name}: {:?} ({settings}): {difference_found}", String::from_utf8_lossy(&pieces.concat()));
}

#[test]
fn the_context_is_the_default() {
    assert_eq!(Feedback::default(), Feedback::Simulated);
}

#[test]
fn inputs_made_by_hand() {
    for (fragment, pieces) in CUTS {
        for scripting in [false, true] {
            let fragment = (!fragment.is_empty()).then(|| Fragment::named(fragment));
            let pieces: Vec<&[u8]> = pieces.iter().map(|piece| piece.as_bytes()).collect();
            hold("by hand", &Settings { scripting, fragment }, &pieces);
        }
    }
}

/// The table has what it is for: both answers of everything that is compared.
#[test]
fn the_table_shows_both_answers() {
    let mut seen: [[usize; 2]; 4] = Default::default();
    for (fragment, pieces) in CUTS {
        let fragment = (!fragment.is_empty()).then(|| Fragment::named(fragment));
        let settings = Settings { scripting: false, fragment };
        let html = pieces.concat();
        for token in read(Reader::Core, Way::Whole, false, &settings, &[html.as_bytes()]).tokens {
            let is_newline = token.kind == "text" && token.raw.starts_with(b"\n");
            let looks_like_section = token.raw.starts_with(b"<![CDATA[");
            seen[0][usize::from(token.is_ambiguous)] += 1;
            seen[1][usize::from(token.has_ignored_newline)] += usize::from(is_newline);
            seen[2][usize::from(token.kind == "dropped")] += usize::from(looks_like_section);
            seen[3][usize::from(token.cdata == Some(true))] += 1;
        }
    }
    assert!(seen.as_flattened().iter().all(|&times| times >= 4), "{seen:?}");
}

#[test]
fn soups() {
    for number in 0..SAMPLES {
        let soup = generate(17, number);
        let pieces: Vec<&[u8]> = soup.pieces.iter().map(|piece| piece.as_bytes()).collect();
        hold(&format!("soup {number}"), &soup.settings, &pieces);
    }
}
