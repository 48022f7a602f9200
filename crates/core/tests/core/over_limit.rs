//! Constructs that outgrow limits of every kind: one outcome in every chunking, and that of a model (I9).
//!
//! The model works on the tokens of a tokenizer without limits: what a limit makes of a whole token.

use tagspan::{ContextElement, LimitAction, Limits, Span, TextMode, Token, Tokenizer, TokenizerBuilder};
use tagspan_core::scanner::{Found, Scanner};

use testing::checkpoints::{at_every_byte, at_every_token};
use testing::sample;

use crate::harness::chunkings;

/// A token with what it owns. Adjacent text is one, and so are adjacent pieces of what is skipped.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Seen {
    kind: &'static str,
    raw: Vec<u8>,
    span: Span,
    truncated: bool,
    missing_attributes: u64,
    /// The data of a comment; the name of a tag; the parts of a DOCTYPE.
    parts: Vec<String>,
    /// Name, value as it stands in the input, its span, by how much it was cut, where the attribute ends.
    attributes: Vec<(String, Vec<u8>, Span, u64, u64)>,
}

#[derive(Debug, Default, PartialEq, Eq)]
struct Outcome {
    tokens: Vec<Seen>,
    errors: Vec<(u64, &'static str)>,
    failure: Option<String>,
}

impl Outcome {
    fn see(&mut self, token: Token<'_>) {
        if let Token::Error(error) = token {
            return self.errors.push((error.offset(), error.code().as_str()));
        }
        let seen = Seen::of(token);
        let span = token.span();
        assert_eq!(span.end - span.start, seen.raw.len() as u64 + token.missing_bytes(), "{token:?}");
        let end = self.tokens.last().map_or(0, |last| last.span.end);
        assert_eq!(span.start, end, "{token:?} after {:?}", self.tokens.last());
        match self.tokens.last_mut() {
            Some(last)
                if last.kind == seen.kind && (seen.kind == "text" || seen.kind.starts_with("skipped")) =>
            {
                last.raw.extend_from_slice(&seen.raw);
                last.span.end = seen.span.end;
                last.truncated |= seen.truncated;
            }
            _ => self.tokens.push(seen),
        }
    }
}

impl Seen {
    fn of(token: Token<'_>) -> Seen {
        let owned = |part: Option<std::borrow::Cow<'_, str>>| {
            part.map_or("none".to_owned(), |part| part.into_owned())
        };
        let (kind, parts) = match token {
            Token::Text(_) => ("text", vec![]),
            Token::Comment(comment) => ("comment", vec![comment.value().into_owned()]),
            Token::StartTag(tag) => ("start tag", vec![tag.name().into_owned()]),
            Token::EndTag(tag) => ("end tag", vec![tag.name().into_owned()]),
            Token::Doctype(doctype) => {
                let parts = [doctype.name(), doctype.public_id(), doctype.system_id()].map(owned);
                ("doctype", parts.into_iter().chain([doctype.force_quirks().to_string()]).collect())
            }
            Token::ProcessingInstruction(it) => {
                ("processing instruction", vec![it.target().into_owned(), it.value().into_owned()])
            }
            Token::Dropped(dropped) => (dropped.reason().as_str(), vec![]),
            other => panic!("{other:?}"),
        };
        let attributes = match token {
            Token::StartTag(tag) | Token::EndTag(tag) => tag
                .attributes_as_written()
                .map(|it| {
                    let (name, raw) = (it.name().into_owned(), it.raw_value().to_vec());
                    (name, raw, it.value_span(), it.missing_bytes(), it.span().end)
                })
                .collect(),
            _ => vec![],
        };
        Seen {
            kind,
            raw: token.raw().to_vec(),
            span: token.span(),
            truncated: token.is_truncated(),
            missing_attributes: match token {
                Token::StartTag(tag) | Token::EndTag(tag) => tag.missing_attributes(),
                _ => 0,
            },
            parts,
            attributes,
        }
    }
}

fn run(builder: TokenizerBuilder, chunks: &[&[u8]]) -> Outcome {
    let mut tokenizer = builder.processing_instructions(true).build();
    let mut outcome = Outcome::default();
    let mut drive = || -> Result<(), tagspan_core::Error> {
        for chunk in chunks {
            tokenizer.feed(chunk).for_each(|token| outcome.see(token))?;
        }
        tokenizer.finish().for_each(|token| outcome.see(token))
    };
    outcome.failure = drive().err().map(|error| error.to_string());
    outcome
}

const A: &str = "abcdefghijklmnopqrstuvwxyz0123456789abcdefghijklmnopqrstuvwxyz0";

fn inputs() -> Vec<Vec<u8>> {
    let mut inputs: Vec<Vec<u8>> = [
        "x<!--{A}-->y<b>",
        "x<!--{A}--!>y",
        "x<!--{A}---->y<!--{A}--",
        "x<!--{A}-- >-->y<!--{A}--!-->z<!--{A}--!",
        "x<!--aaaaaaaaaaaaaaaaaaaaaaaaaa--><!--aaaaaaaaaaaaaaaaaaaaaaaaa--!>",
        "<!--aaaaaaaaaaaaaaaaaaaaaaaaaaa\u{E9}\u{20AC}\r\n\u{1F600}{A}\0\u{1}<!--\0\u{7F}-->",
        "<!{A}>x<?0{A}>y</ {A}",
        "<?target {A}?>x<?target{A}?><?t{A}$>x<?xml-stylesheet{A} ?><?unfinished {A}",
        "<!DOCTYPE                                                   \u{1}\u{1}\u{1}",
        "<!DOCTYPE {A} PUBLIC '{A}' '{A}'>x<!doctype html SYSTEM '{A}>x<!DOCTYPE html x{A}",
        "<!DOCTYPE {A} publix>x<!DOCTYPE {A} syst",
        "<a b='aaaaaaaaaaaaaaaaaaaa&CounterClockwiseContourIntegral;' c>",
        "<a b='{A}' c=\"{A}\" d={A} e f='{A}' g={A}>x",
        "x<a b='{A}' c='&notit;' d>",
        "<a b=1 c='2' d e = {A} f>x</a>",
        "<a b=1 c='2' d e = \"{A}&amp;{A}\" f=3 g='{A}' b=4>x</a {A}=1>",
        "<a c='aaaaaaaaaaaaaaaaaaaaaaaaaaaaa&amp;aaa' b='aaaaaaaaaaaaaaaaaaaaaaaaaaaaa\u{20AC}\u{20AC}' e=1 / >x",
        "<a {A}=1 {A}b=2 c>x<p b='{A}' \0='\u{1}\0' {A}>",
        "<a a a a a a a a a a a=1 b=2 c=3 d=4 e=5 f=6 g=7 h=8 i=9 j=10 k=11/>",
        "<script b='{A}' {A}><b></script><title {A}><b></title {A}>x",
        "<{A}{A} a=b>x</{A}{A}>",
        "<svg {A}='{A}'><style><b></style><![CDATA[<p>]]></svg {A}><style><b>",
        "<svg><{A}></{A}><title>a<b></title></svg>",
        "<svg b='{A}' /><style>a</style><a b=\"{A}",
        "x&#0000000000000000000000000000000000000000000000065;y&#x0000000000000000000000000000000000000000000000000000041 z&#00000000000000000000000000000000000000000000",
        "<title>&#00000000000000000000000000000000000000000000000000000000&#1;&amp;&{A};</title>",
        "<a b={A}{A}>x<a b=\r\n'\r\n{A}\r\n'\r\n>",
        "<pre><!--{A}-->\nx",
        "<svg><g x=\u{1}>\0<g a a><title><svg><g/></svg></g></g></svg>",
    ]
    .iter()
    .map(|input| input.replace("{A}", A).into_bytes())
    .collect();
    inputs.push(
        [b"<a b='", &b"\xFF\xC3".repeat(40)[..], b"' \xFF='\xF0\x9F'><!--", &b"\xE2\x82".repeat(30), b"-->"]
            .concat(),
    );
    inputs
}

/// A model of limits, applied to the tokens of a tokenizer without them. It has no limit for the number of attributes.
fn model(whole: &Outcome, most: u32, excess: LimitAction, value: Option<u32>) -> Vec<Seen> {
    let mut out: Vec<Seen> = Vec::new();
    for token in &whole.tokens {
        let mut token = token.clone();
        if let Some(value) = value {
            cut_values(&mut token, value as usize, most as usize);
        }
        let name = match token.kind {
            "comment" if differs_from_comment_late(&token.raw, most as usize) => {
                "skipped-processing-instruction"
            }
            "comment" => "skipped-comment",
            "start tag" | "end tag" | "unfinished-tag" => "skipped-tag",
            "doctype" => "skipped-doctype",
            "processing instruction" | "unfinished-processing-instruction" => {
                "skipped-processing-instruction"
            }
            _ => "",
        };
        let most = most as usize;
        if name.is_empty() || token.raw.len() <= most {
            push(&mut out, token);
            continue;
        }
        match excess {
            LimitAction::Skip => {
                (token.kind, token.truncated) = (name, false);
                token.parts.clear();
                token.attributes.clear();
            }
            _ => {
                token.truncated = true;
                let kept = match name {
                    "skipped-tag" => most,
                    _ => most - unfinished(&token.raw[..most]),
                };
                token.raw.truncate(kept);
                // An attribute is kept if its value, as far as that is, and its quote end within the limit.
                let mut cut = token.span.start;
                token.attributes.retain(|(.., cut_here, end)| {
                    cut += cut_here;
                    end - cut <= most as u64
                });
                // The rest of the model needs what the parts are, which the chunkings show.
                token.parts.clear();
            }
        }
        push(&mut out, token);
    }
    out
}

/// Whether a byte beyond the limit decides between a comment and a processing instruction.
fn differs_from_comment_late(raw: &[u8], most: usize) -> bool {
    let mut target = raw.strip_prefix(b"<?").unwrap_or_default().iter();
    let begins = target.next().is_some_and(|byte| byte.is_ascii_alphabetic());
    begins && target.take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'-').count() + 3 > most
}

fn push(out: &mut Vec<Seen>, token: Seen) {
    match out.last_mut() {
        Some(last) if last.kind == token.kind && token.kind.starts_with("skipped") => {
            last.raw.extend_from_slice(&token.raw);
            last.span.end = token.span.end;
        }
        _ => out.push(token),
    }
}

/// How many bytes at the end are a CR or a part of a character.
fn unfinished(bytes: &[u8]) -> usize {
    if bytes.ends_with(b"\r") {
        return 1;
    }
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (1..=3)
        .find(|&length| {
            let (before, tail) = bytes.split_at(bytes.len() - length);
            let cut = std::str::from_utf8(tail)
                .is_err_and(|error| error.valid_up_to() == 0 && error.error_len().is_none());
            cut && !text(before).is_empty()
        })
        .unwrap_or(0)
}

fn cut_values(token: &mut Seen, most: usize, tag: usize) {
    let mut cut_before = 0;
    let start = token.span.start;
    for (_, value, span, cut, _) in &mut token.attributes {
        let begin = (span.start - start - cut_before) as usize;
        let end = begin + value.len();
        if value.len() <= most || begin + most > tag {
            continue;
        }
        let mut kept = most - unfinished(&value[..most]);
        let name = value[..kept].iter().rposition(|byte| !(byte.is_ascii_alphanumeric() || *byte == b'#'));
        if let Some(at) = name.filter(|&at| value[at] == b'&') {
            kept = at;
        }
        *cut = (value.len() - kept) as u64;
        value.truncate(kept);
        token.raw.drain(begin + kept..end);
        token.truncated = true;
        cut_before += *cut;
    }
}

fn without_parts(tokens: &[Seen]) -> Vec<Seen> {
    let bare = |token: &Seen| match token.truncated {
        true => Seen { parts: vec![], ..token.clone() },
        false => token.clone(),
    };
    tokens.iter().map(bare).collect()
}

#[test]
fn every_limit_in_every_chunking_and_as_the_model_has_it() {
    let mut is_drawn = sample::one_in(4);
    for input in inputs() {
        for errors in [false, true] {
            let builder = |limits| Tokenizer::builder().utf8().parse_errors(errors).limits(limits);
            let whole = run(builder(Limits::all(u32::MAX, LimitAction::Fail)), &[&input]);
            for excess in [LimitAction::Truncate, LimitAction::Skip] {
                for most in (32..80).chain([127, 128, 129, 150, 200]).filter(|_| is_drawn()) {
                    for value in [None, Some(32), Some(40), Some(64)] {
                        let mut limits = Limits::all(most, excess);
                        if let Some(value) = value {
                            limits = limits.attribute_value(value, LimitAction::Truncate);
                        }
                        let context = || {
                            let text = String::from_utf8_lossy(&input);
                            format!("{text:?}\n{excess:?} beyond {most}, values {value:?}, errors {errors}")
                        };
                        let one = run(builder(limits), &[&input]);
                        assert_eq!(one.failure, None, "{}", context());
                        // References are of another kind: there the chunkings must do.
                        let references = input.windows(3).any(|it| it == b"&#0" || it == b"&#x");
                        // The model does not know the values of a tag that the end of the input truncated.
                        let ends_in_tag = whole.tokens.iter().any(|it| it.kind == "unfinished-tag");
                        let cuts = excess == LimitAction::Skip || ends_in_tag;
                        if !(references || cuts && value.is_some()) {
                            let expected = model(&whole, most, excess, value);
                            assert_eq!(without_parts(&one.tokens), without_parts(&expected), "{}", context());
                        }
                        if most % 16 > 2 && most < 120 {
                            continue;
                        }
                        for chunks in chunkings(&input) {
                            let many = run(builder(limits), &chunks);
                            assert_eq!(many, one, "{}\n{chunks:x?}", context());
                        }
                    }
                }
            }
        }
    }
}

/// A limit that fails does so in every chunking, and what comes before it is the same.
#[test]
fn values_and_attributes_that_fail() {
    for input in inputs() {
        for errors in [false, true] {
            for limits in [
                Limits::new().attribute_value(20, LimitAction::Fail),
                Limits::new().attribute_value(63, LimitAction::Fail).tag(90, LimitAction::Truncate),
                Limits::new().open_elements(1, LimitAction::Fail),
                Limits::new().open_elements(0, LimitAction::Truncate),
                Limits::new().attributes(0, LimitAction::Fail),
                Limits::new().attributes(2, LimitAction::Fail).attribute_value(40, LimitAction::Skip),
                Limits::new().attributes(5, LimitAction::Truncate).attribute_value(40, LimitAction::Fail),
                Limits::new().attributes(5, LimitAction::Skip).attribute_value(40, LimitAction::Truncate),
                Limits::new().attributes(0, LimitAction::Truncate).attribute_value(33, LimitAction::Skip),
            ] {
                let builder = || Tokenizer::builder().utf8().parse_errors(errors).limits(limits);
                let one = run(builder(), &[&input]);
                for chunks in chunkings(&input) {
                    let many = run(builder(), &chunks);
                    let text = String::from_utf8_lossy(&input);
                    assert_eq!(many, one, "{text:?}, {limits:?}, errors {errors}\n{chunks:x?}");
                }
            }
        }
    }
}

/// The input continues as if there were no limit.
#[test]
fn the_text_mode_after_an_oversized_token_is_right() {
    let oversized = "a".repeat(100);
    for excess in [LimitAction::Truncate, LimitAction::Skip] {
        for (tag, text) in
            [("script", "<b>"), ("title", "<b>"), ("svg", ""), ("plaintext", "<b></plaintext>")]
        {
            let input = format!("<{tag} {oversized}='{oversized}' {oversized}><b></{tag}>").into_bytes();
            for chunks in chunkings(&input) {
                let outcome = run(Tokenizer::builder().utf8().limits(Limits::all(32, excess)), &chunks);
                let texts: Vec<_> = outcome.tokens.iter().filter(|it| it.kind == "text").collect();
                let expected: &[&[u8]] = if text.is_empty() { &[] } else { &[text.as_bytes()] };
                assert_eq!(texts.iter().map(|it| &it.raw[..]).collect::<Vec<_>>(), expected, "{tag}");
            }
        }
    }
}

/// A start and an end tag of one name, longer than what is kept of it, are of one element. Where the truncated bytes might say otherwise,
/// what follows is marked as ambiguous. The `title` is text in HTML only.
#[test]
fn what_a_limit_cuts_does_not_change_what_follows() {
    let long = |unit: &str, length: usize| unit.repeat(length / unit.len());
    let attribute = format!("a='{}'", "b".repeat(400));
    let mut cases = Vec::new();
    for name in
        [format!("x-{}", long("a", 40)), format!("X{}", long("\u{E9}", 60)), format!("x{}", long("\0", 50))]
    {
        cases.push((32, format!("<svg><{name}></{name}><title>a<b>"), ("b", true)));
        cases.push((33, format!("<svg><g><{name}></{name}></g><title>a<b>"), ("b", true)));
        cases.push((34, format!("<svg><desc><{name}></{name}></desc></svg><title>a<b>"), ("title", true)));
    }
    let name = format!("x-{}", long("abcde", 350));
    cases.extend([
        // The start tag is over the limit, the end tag is not.
        (400, format!("<svg><{name} {attribute}></{name}><title>a<b>"), ("b", true)),
        (400, format!("<svg><{name}></{name} {attribute}><title>a<b>"), ("b", true)),
        // The mode after a start tag that is cut itself.
        (33, format!("<math></{}-g><title {attribute}>a<b>", long("x", 40)), ("b", true)),
        // A shorter name is another one.
        (
            32,
            format!("<svg><x-{0}><x-{1}></x-{1}></x-{0}><title>a<b>", long("a", 40), long("a", 20)),
            ("b", true),
        ),
        // Attributes that are cut may matter.
        (48, format!("<math><annotation-xml {attribute} encoding=text/html><title>a<b>"), ("b", true)),
        (48, format!("<svg><font {attribute} color=red><title>a<b>"), ("b", true)),
        (48, format!("<svg><g {attribute}><title>a<b>"), ("b", false)),
        (
            48,
            format!("<template><table><select><input {attribute} type=hidden></template><title>a<b>"),
            ("title", true),
        ),
        (48, format!("<input {attribute} type=hidden><frameset><title>a<b>"), ("b", true)),
    ]);
    for (limit, input, expected) in cases {
        for action in [LimitAction::Skip, LimitAction::Truncate] {
            for chunks in chunkings(input.as_bytes()) {
                let mut tokenizer =
                    Tokenizer::builder().utf8().limits(Limits::new().tag(limit, action)).build();
                let mut ambiguous = false;
                let mut last = String::new();
                let mut see = |token: Token<'_>| {
                    if let Token::StartTag(tag) = token {
                        last = tag.name().into_owned();
                        ambiguous |= tag.is("title") && tag.is_ambiguous();
                    } else if let Token::Dropped(dropped) = token {
                        ambiguous |= dropped.is_ambiguous();
                    }
                };
                for chunk in &chunks {
                    tokenizer.feed(chunk).for_each(&mut see).expect("no limit fails");
                }
                tokenizer.finish().for_each(&mut see).expect("no limit fails");
                assert_eq!((&*last, ambiguous), expected, "{action:?} beyond {limit}: {input:?} {chunks:?}");
            }
        }
    }
}

/// A skipped end tag of raw text whose name is longer than its limit, in foreign content and in a fragment.
#[test]
fn long_end_tags_of_raw_text() {
    let long = "y".repeat(40);
    for action in [LimitAction::Skip, LimitAction::Truncate] {
        for errors in [false, true] {
            let limits = Limits::new().tag(32, action);
            let builder = || Tokenizer::builder().utf8().parse_errors(errors).limits(limits);
            let fragment = builder()
                .fragment(ContextElement::svg("svg"))
                .last_start_tag(long.as_str())
                .initial_text_mode(TextMode::Rcdata);
            let whole = format!("text</{long}>").into_bytes();
            for chunks in chunkings(&whole) {
                assert_eq!(run(fragment.clone(), &chunks), run(fragment.clone(), &[&whole]), "{chunks:?}");
            }
            let mut tokenizer = builder().build();
            let mut outcome = Outcome::default();
            let input = format!("<svg><{long}>x</{}>z", &long[..31]);
            let mut tokens = tokenizer.feed_last(&input);
            for count in 0.. {
                let Some(token) = tokens.next_token().expect("no limit fails") else { break };
                outcome.see(token);
                if count == 1 {
                    tokens.set_text_mode(TextMode::Rcdata).expect("between two tokens");
                }
            }
            // The end tag is over its limit, and what follows is text of either mode.
            let found: Vec<(&str, u64)> =
                outcome.tokens.iter().map(|seen| (seen.kind, seen.span.end - seen.span.start)).collect();
            let skipped = if action == LimitAction::Skip { "skipped-tag" } else { "end tag" };
            let of_tag = if action == LimitAction::Skip { "skipped-tag" } else { "start tag" };
            assert_eq!(found, [("start tag", 5), (of_tag, 42), ("text", 1), (skipped, 34), ("text", 1)]);
        }
    }
}

/// Skipped bytes are returned, so that none is lost.
#[test]
fn what_is_skipped_is_whole() {
    for input in inputs() {
        for chunks in chunkings(&input) {
            let outcome =
                run(Tokenizer::builder().utf8().limits(Limits::all(32, LimitAction::Skip)), &chunks);
            let raw: Vec<u8> = outcome.tokens.iter().flat_map(|it| it.raw.clone()).collect();
            assert_eq!(raw, input);
        }
    }
}

/// Discarded bytes are searched for errors in blocks of a few hundred: no error is lost where a block ends.
#[test]
fn errors_at_every_distance_behind_a_limit() {
    for (open, close) in [("<!--", "-->"), ("<a b='", "'>"), ("<a ", ">")] {
        for character in ["\u{80}", "\u{FDD0}", "\u{1FFFE}"] {
            for distance in 200..600 {
                let input = format!("{open}{}{character}{close}", "a".repeat(distance)).into_bytes();
                let builder = |limits| Tokenizer::builder().utf8().parse_errors(true).limits(limits);
                let whole = run(builder(Limits::all(u32::MAX, LimitAction::Fail)), &[&input]);
                assert_eq!(whole.errors.len(), 1);
                for action in [LimitAction::Truncate, LimitAction::Skip] {
                    // The limit is met at the end of the first chunk, and what is discarded lies in the second one.
                    let (before, after) = input.split_at(64);
                    let found = run(builder(Limits::all(32, action)), &[before, after]);
                    assert_eq!(found.errors, whole.errors, "{open} {action:?}, {distance}");
                }
            }
        }
    }
}

/// An error stands between the same pieces of what is skipped in every chunking: also that of a keyword, which is known some letters
/// after its place.
#[test]
fn errors_among_the_pieces_of_what_is_skipped() {
    let symbols = ["p", "U", "system", "s", "y", " ", "\"", "\0", "\u{1}", "\r", ">"];
    let mut ends = vec![String::new()];
    for length in 0..3 {
        let longest = ends.iter().filter(|end| end.chars().count() >= length).cloned().collect::<Vec<_>>();
        ends.extend(longest.iter().flat_map(|end| symbols.map(|symbol| format!("{end}{symbol}"))));
    }
    // Adjacent text is one, and so are pieces that no error parts.
    let events = |chunks: &[&[u8]]| {
        let limits = Limits::all(32, LimitAction::Skip);
        let mut tokenizer = Tokenizer::builder().utf8().parse_errors(true).limits(limits).build();
        let mut events: Vec<(&str, Span)> = Vec::new();
        let mut see = |token: Token<'_>| {
            let (kind, span) = match &token {
                Token::Error(error) => {
                    (error.code().as_str(), Span { start: error.offset(), end: error.offset() })
                }
                Token::Dropped(piece) => (piece.reason().as_str(), piece.span()),
                other => ("another", other.span()),
            };
            match events.last_mut() {
                Some(last) if last.0 == kind && last.1.end == span.start => last.1.end = span.end,
                _ => events.push((kind, span)),
            }
        };
        for chunk in chunks {
            tokenizer.feed(chunk).for_each(&mut see).expect("no limit fails");
        }
        tokenizer.finish().for_each(&mut see).expect("no limit fails");
        events
    };
    for end in &ends {
        for name in ["a".repeat(22), "a".repeat(30)] {
            let input = format!("<!DOCTYPE {name} {end}").into_bytes();
            let whole = events(&[&input]);
            for chunks in chunkings(&input) {
                assert_eq!(
                    events(&chunks),
                    whole,
                    "{:?} as {}",
                    input.escape_ascii().to_string(),
                    chunks.len()
                );
            }
        }
    }
}

/// The limits of the tests that leave off in the middle of an oversized token, and whether they skip something.
fn limits_within_tokens() -> [(bool, Limits); 5] {
    [
        (false, Limits::all(32, LimitAction::Truncate)),
        (true, Limits::all(40, LimitAction::Skip)),
        (false, Limits::all(90, LimitAction::Truncate).attribute_value(40, LimitAction::Truncate)),
        (
            true,
            Limits::all(90, LimitAction::Skip)
                .attribute_value(33, LimitAction::Skip)
                .attributes(5, LimitAction::Truncate),
        ),
        (false, Limits::new().open_elements(1, LimitAction::Truncate)),
    ]
}

/// A cursor that is left after some tokens, errors among them, gives back what the next one continues with.
#[test]
fn cursors_that_are_left_within_oversized_tokens() {
    for input in inputs() {
        for errors in [false, true] {
            for (_, limits) in limits_within_tokens() {
                let builder = || Tokenizer::builder().utf8().parse_errors(errors).limits(limits);
                let whole = run(builder(), &[&input]);
                for (every, size) in [(1, usize::MAX), (2, usize::MAX), (3, usize::MAX), (1, 7)] {
                    let mut tokenizer = builder().processing_instructions(true).build();
                    let mut outcome = Outcome::default();
                    for mut chunk in input.chunks(size) {
                        while !chunk.is_empty() {
                            let mut tokens = tokenizer.feed(chunk);
                            for _ in 0..every {
                                let Some(token) = tokens.next_token().expect("no limit fails") else { break };
                                outcome.see(token);
                            }
                            chunk = tokens.into_remaining();
                        }
                    }
                    tokenizer.finish().for_each(|token| outcome.see(token)).expect("no limit fails");
                    let text = String::from_utf8_lossy(&input);
                    assert_eq!(
                        outcome, whole,
                        "{text:?}, {limits:?}, errors {errors}, every {every}, {size}"
                    );
                }
            }
        }
    }
}

/// Which bytes of a token a limit has left out, at each token and where each chunk ends.
#[test]
fn bytes_that_are_left_out() {
    let values = (false, Limits::new().attribute_value(32, LimitAction::Truncate));
    for input in inputs() {
        for (_, limits) in limits_within_tokens().into_iter().chain([values]) {
            for (errors, size) in [(false, usize::MAX), (true, 7), (false, 1)] {
                let mut scanner = crate::harness::scanner(|options| {
                    (options.processing_instructions, options.parse_errors) = (true, errors);
                    options.limits = limits;
                });
                let context = format!("{:?}, {limits:?}, {size}", String::from_utf8_lossy(&input));
                // The bytes that are not left out. Of a tag that is skipped after a value was cut, the first one is known.
                let check = |scanner: &Scanner, raw: &[u8], end: u64, is_dropped: bool| {
                    let (start, missing) = (scanner.token_start(), scanner.cut_so_far());
                    assert_eq!(end - start, raw.len() as u64 + missing, "{context}");
                    let kept: Vec<u8> = (start..end)
                        .filter(|&offset| !scanner.leaves_out(offset))
                        .map(|offset| input[offset as usize])
                        .collect();
                    let known = if is_dropped && missing > 0 { &raw[..1] } else { raw };
                    assert_eq!(
                        kept.escape_ascii().to_string(),
                        known.escape_ascii().to_string(),
                        "{context}"
                    );
                    assert!(
                        !scanner.leaves_out(end) && (start == 0 || !scanner.leaves_out(start - 1)),
                        "{context}"
                    );
                };
                for (index, chunk) in input.chunks(size).chain([&b""[..]]).enumerate() {
                    let body = &chunk[scanner.enter(chunk, chunk.is_empty())];
                    while let Some(found) = scanner.scan(body, chunk.is_empty()).expect("no limit fails") {
                        let token = scanner.resolve(body, found);
                        assert_eq!(
                            matches!(found, Found::Error(_)),
                            matches!(token, Token::Error(_)),
                            "{context}"
                        );
                        if matches!(found, Found::Error(_)) {
                            continue;
                        }
                        assert_eq!(scanner.current_span(), token.span(), "{context}");
                        assert_eq!(scanner.token_start(), token.span().start, "{context}");
                        assert_eq!(scanner.unfinished_start(), token.span().end, "{context}");
                        assert_eq!(scanner.lacks_bytes(), token.missing_bytes() > 0, "{context}");
                        let is_skipped = matches!(token, Token::Dropped(it) if it.reason().as_str().starts_with("skipped"));
                        check(&scanner, token.raw(), token.span().end, is_skipped);
                    }
                    assert_eq!(scanner.unfinished_start(), scanner.token_start(), "{context}, chunk {index}");
                    assert!(!scanner.lacks_bytes(), "{context}, chunk {index}");
                    check(&scanner, scanner.pending_bytes().0, scanner.position(), false);
                }
            }
        }
    }
}

/// Only what the end cuts says that it is.
#[test]
fn an_input_that_is_cut_short() {
    let cases: &[(&str, &str)] = &[
        ("", "text"),
        ("a", "text"),
        ("<p>", "text"),
        ("a &am", "text"),
        ("a <", "text"),
        ("<script>a</scr", "text"),
        ("<title>a", "text"),
        ("<svg><![CDATA[a]]", "text"),
        ("<!-- a", "comment"),
        ("<!-- a --", "comment"),
        ("<!", "comment"),
        ("<!doctype html", "doctype"),
        ("<p a=b", "unfinished-tag"),
        ("<p a=b></p", "unfinished-tag"),
        ("<?target data", "unfinished-processing-instruction"),
    ];
    // All that was read of what is skipped was emitted before the end came, but for a character that is not complete; and that
    // is emitted before an error at the end.
    let skipped: &[(&str, &str, &str)] = &[
        ("<!-- of more than thirty-two bytes", "text", "text"),
        ("<!-- of more than thirty-two bytes\r", "skipped-comment", "text"),
        ("<p title='of more than thirty-two bytes", "text", "text"),
        ("<p title='of more than thirty-two bytes\r", "skipped-tag", "text"),
        ("<!doctype of more than thirty-two bytes", "text", "text"),
        ("<!doctype of more than thirty-two bytes\r", "skipped-doctype", "skipped-doctype"),
        ("&#00000000000000000000000000000000000065", "text", "text"),
    ];
    let cases = cases.iter().map(|&(input, kind)| (input, kind, kind, u32::MAX));
    for (input, kind, with_errors, limit) in cases.chain(skipped.iter().map(|&(a, b, c)| (a, b, c, 32))) {
        for chunks in chunkings(input.as_bytes()) {
            for errors in [false, true] {
                let builder = Tokenizer::builder().utf8().processing_instructions(true).parse_errors(errors);
                let mut tokenizer = builder.limits(Limits::all(limit, LimitAction::Skip)).build();
                let mut outcome = Outcome::default();
                for chunk in &chunks {
                    tokenizer.feed(chunk).for_each(|token| outcome.see(token)).unwrap();
                }
                tokenizer.finish_truncated().for_each(|token| outcome.see(token)).unwrap();
                let (last, before) = outcome.tokens.split_last().expect("a token at the end");
                let kind = if errors { with_errors } else { kind };
                assert_eq!((last.kind, last.truncated), (kind, true), "{input:?}");
                assert!(before.iter().all(|it| !it.truncated), "{input:?}");
                // The next document is whole.
                tokenizer.reset();
                let mut fresh = Outcome::default();
                tokenizer.feed_last(input).for_each(|token| fresh.see(token)).unwrap();
                assert!(fresh.tokens.iter().all(|it| !it.truncated), "{input:?}");
            }
        }
    }
}

/// A tag that a limit has truncated within one of its many attributes, and that does not end, leaves no name behind.
#[test]
fn no_attribute_is_remembered_in_the_next_document() {
    let names = "abcdefghijklmnopqrstuv";
    for count in 14..=names.len() {
        let names: Vec<&str> = names.split("").filter(|name| !name.is_empty()).take(count).collect();
        let cut = format!("<p {} last='{}", names.join(" "), "x".repeat(100));
        let builder = || {
            Tokenizer::builder()
                .utf8()
                .parse_errors(true)
                .limits(Limits::new().tag(64, LimitAction::Truncate))
        };
        for next in ["<p last last>", "<p z z>", "<p a b c d e f g h i j k l m n o p q last last a>"] {
            let mut tokenizer = builder().build();
            tokenizer.feed_last(&cut).for_each(|_| {}).expect("no limit fails");
            tokenizer.reset();
            let mut outcome = Outcome::default();
            tokenizer.feed_last(next).for_each(|token| outcome.see(token)).expect("no limit fails");
            assert_eq!(outcome, run(builder(), &[next.as_bytes()]), "{next} after {count} attributes");
        }
    }
}

/// Another process continues in the middle of an oversized token.
#[test]
fn checkpoints_within_oversized_tokens() {
    let mut is_drawn = sample::one_in(4);
    let mut count = 0;
    for input in inputs() {
        for errors in [false, true] {
            for (skips, limits) in limits_within_tokens().into_iter().filter(|_| is_drawn()) {
                // The errors of what is skipped come among its pieces.
                let has_numbers = input.windows(2).any(|it| it == b"&#");
                if errors && (skips || has_numbers) {
                    continue;
                }
                let builder = Tokenizer::builder()
                    .utf8()
                    .processing_instructions(true)
                    .parse_errors(errors)
                    .limits(limits);
                let text = String::from_utf8_lossy(&input);
                let fail = |wrong| panic!("{text:?}, {limits:?}, errors {errors}: {wrong}");
                count += at_every_byte(&builder, &input).unwrap_or_else(fail);
                let chunks: Vec<&[u8]> = input.chunks(7).collect();
                count += at_every_token(&builder, &chunks).unwrap_or_else(fail);
            }
        }
    }
    assert!(count > sample::or_full(2000, 10_000), "only {count} checkpoints");
}
