//! Constructs without an end under limits of each kind: linear work and bounded memory (I7, I9).
//!
//! Whatever else the benches time is held to it, too.
//!
//! Nothing here keeps tokens, as memory is counted.

use allocation_counter::measure;
use tagspan::{
    DropReason, Error, ErrorKind, LimitAction, LimitKind, Limits, Token, Tokenizer, TokenizerBuilder,
};
use tagspan_core::scanner::take_steps;
use testing::hostile::{CASES, Case};

/// The result of a run.
#[derive(Debug, Default, PartialEq, Eq)]
struct Totals {
    /// Where the last token ended.
    end: u64,
    /// How many bytes were returned, and how many limits have left out.
    raw: u64,
    cut: u64,
    /// The bytes of what was skipped, of text, and of the longest token of another kind.
    skipped: u64,
    text: u64,
    longest: u64,
    /// How many tokens are truncated, and how many are dropped because a tag has no end.
    truncated: u64,
    unfinished: u64,
    /// How many tags are `<a href='/after'>`.
    links: u64,
}

impl Totals {
    fn see(&mut self, token: Token<'_>) {
        if let Token::Error(_) = token {
            return;
        }
        let (span, length) = (token.span(), token.raw().len() as u64);
        assert_eq!((span.start, span.len()), (self.end, length + token.missing_bytes()), "{span}");
        (self.end, self.raw, self.cut) = (span.end, self.raw + length, self.cut + token.missing_bytes());
        self.truncated += u64::from(token.is_truncated());
        match token {
            Token::Text(_) => self.text += length,
            Token::Dropped(dropped) if matches!(dropped.reason(), DropReason::Skipped(_)) => {
                self.skipped += length;
            }
            Token::Dropped(dropped) => {
                self.unfinished += u64::from(dropped.reason() == DropReason::UnfinishedTag);
                self.longest = self.longest.max(length);
            }
            Token::StartTag(tag) if tag.attribute("href").is_some_and(|it| it.raw_value() == b"/after") => {
                self.links += 1;
            }
            _ => self.longest = self.longest.max(length),
        }
    }
}

/// Feeds the input in chunks and ends it: the totals, and the failure if there is one.
fn run(builder: &TokenizerBuilder, input: &[u8], chunk: usize) -> (Totals, Result<(), Error>) {
    let mut tokenizer = builder.clone().build();
    let mut totals = Totals::default();
    let mut drive = || {
        for chunk in input.chunks(chunk) {
            tokenizer.feed(chunk).for_each(|token| totals.see(token))?;
        }
        tokenizer.finish().for_each(|token| totals.see(token))
    };
    let outcome = drive();
    (totals, outcome)
}

/// The cost of a run: the maximum of allocated bytes, and steps of work.
fn costs(builder: &TokenizerBuilder, input: &[u8], chunk: usize) -> (u64, u64) {
    take_steps();
    let info = measure(|| {
        let _ = run(builder, input, chunk);
    });
    (info.bytes_max, take_steps())
}

const CHUNKS: [usize; 3] = [usize::MAX, 1460, 1];
const LIMIT: u32 = 2048;
const LINK: &str = "<a href='/after'>";

/// Endless constructs: the start, the repeated part, the end, and the kind.
struct OversizedToken {
    before: &'static str,
    fill: &'static str,
    after: &'static str,
    is: LimitKind,
}

const fn oversized(
    is: LimitKind,
    before: &'static str,
    fill: &'static str,
    after: &'static str,
) -> OversizedToken {
    OversizedToken { before, fill, after, is }
}

const OVERSIZED: [OversizedToken; 16] = [
    oversized(LimitKind::Comment, "<!--", "comment - ", "-->"),
    oversized(LimitKind::Comment, "<!--", "-", "-->"),
    oversized(LimitKind::Comment, "<!--", "--!", "-->"),
    oversized(LimitKind::Comment, "<!", "bogus ", ">"),
    oversized(LimitKind::Comment, "</ ", "<!--", ">"),
    oversized(LimitKind::AttributeValue, "<p b=\"", "'value' ", "\">"),
    oversized(LimitKind::AttributeValue, "<p b='", "&ampvalue\" ", "'>"),
    oversized(LimitKind::AttributeValue, "<p b=", "&#0", " >"),
    oversized(LimitKind::Doctype, "<!DOCTYPE html PUBLIC \"", "-//W3C'", "\">"),
    oversized(LimitKind::Doctype, "<!DOCTYPE html SYSTEM '", "http:\"", "'>"),
    oversized(LimitKind::ProcessingInstruction, "<?php ", "echo ? ", "?>"),
    oversized(LimitKind::Tag, "<", "name", ">"),
    oversized(LimitKind::Tag, "</", "name", ">"),
    oversized(LimitKind::Tag, "<p ", "name", ">"),
    oversized(LimitKind::Tag, "</x", " a=b", ">"),
    oversized(LimitKind::CharacterReference, "&#", "1", ";"),
];

/// Inputs that are not one construct, however long: they are text, and nothing is truncated.
const TEXTS: [(&str, &str, &str); 6] = [
    ("<script>", "</scrip", "</script>"),
    ("<script>", "</script<", "</script>"),
    ("<script><!--", "<script></script>", "</script>--></script>"),
    ("<title>", "</titl ", "</title>"),
    ("<svg><![CDATA[", "]] ]> ", "]]></svg>"),
    ("<svg><![CDATA[", "]", "]]></svg>"),
];

fn filled(before: &str, fill: &str, size: usize) -> Vec<u8> {
    before.bytes().chain(fill.bytes().cycle()).take(size).collect()
}

/// As if the oversized token had a limit of its own, and nothing else one.
fn limits(is: LimitKind, excess: LimitAction) -> Limits {
    let none = Limits::all(u32::MAX, LimitAction::Fail);
    match is {
        LimitKind::Tag => none.tag(LIMIT, excess),
        LimitKind::AttributeValue => none.attribute_value(LIMIT, excess),
        LimitKind::Comment => none.comment(LIMIT, excess),
        LimitKind::Doctype => none.doctype(LIMIT, excess),
        LimitKind::ProcessingInstruction => none.processing_instruction(LIMIT, excess),
        LimitKind::CharacterReference => none.character_reference(LIMIT, excess),
        other => panic!("no oversized is {other}"),
    }
}

/// Whether the end comes or not: a typed failure where it begins, a token within the limit that says what is missing, or
/// all of its bytes; and what follows it is read as ever.
#[test]
fn what_becomes_of_oversized_tokens() {
    const SIZE: usize = 20_000;
    for OversizedToken { before, fill, after, is } in OVERSIZED {
        let unfinished = filled(before, fill, SIZE);
        let finished = [&unfinished[..], after.as_bytes(), LINK.as_bytes()].concat();
        for excess in [LimitAction::Fail, LimitAction::Truncate, LimitAction::Skip] {
            let builder =
                Tokenizer::builder().utf8().processing_instructions(true).limits(limits(is, excess));
            for (input, ends) in [(&unfinished, false), (&finished, true)] {
                for chunk in CHUNKS {
                    let (totals, outcome) = run(&builder, input, chunk);
                    let context =
                        format!("{before}{fill}, {excess:?}, ends {ends}, chunks of {chunk}: {totals:?}");
                    if excess == LimitAction::Fail {
                        let error = outcome.expect_err(&context);
                        let kind = ErrorKind::LimitExceeded { kind: is, limit: LIMIT.into() };
                        let start = if is == LimitKind::AttributeValue { before.len() as u64 } else { 0 };
                        assert_eq!((error.kind(), error.offset()), (kind, start), "{context}");
                        assert_eq!(totals, Totals::default(), "{context}");
                        continue;
                    }
                    outcome.unwrap_or_else(|error| panic!("{context}: {error}"));
                    assert_eq!(totals.end, input.len() as u64, "{context}");
                    assert_eq!(totals.links, u64::from(ends), "{context}");
                    let is_kept = excess == LimitAction::Truncate && is != LimitKind::CharacterReference;
                    match is {
                        LimitKind::AttributeValue => {
                            // The tag is there but for the value, or what the end cut of it.
                            let room = if is_kept { LIMIT.into() } else { 0 };
                            assert!(totals.longest <= room + 20 && totals.longest + 20 > room, "{context}");
                            assert_eq!((totals.truncated, totals.skipped), (1, 0), "{context}");
                        }
                        _ if is_kept => {
                            assert_eq!((totals.truncated, totals.longest), (1, LIMIT.into()), "{context}");
                        }
                        _ => {
                            let link = if ends { LINK.len() as u64 } else { 0 };
                            let rest = totals.text + link;
                            assert_eq!((totals.cut, totals.skipped + rest), (0, totals.end), "{context}");
                            // The `;` of a reference is text.
                            assert!(totals.text <= 1 && totals.truncated == 0, "{context}");
                        }
                    }
                }
            }
        }
    }
    for (before, fill, after) in TEXTS {
        let unfinished = filled(before, fill, SIZE);
        let finished = [&unfinished[..], after.as_bytes(), LINK.as_bytes()].concat();
        for excess in [LimitAction::Fail, LimitAction::Truncate, LimitAction::Skip] {
            let builder = Tokenizer::builder().utf8().limits(Limits::all(64, excess));
            for (input, ends) in [(&unfinished, false), (&finished, true)] {
                for chunk in CHUNKS {
                    let (totals, outcome) = run(&builder, input, chunk);
                    let context =
                        format!("{before}{fill}, {excess:?}, ends {ends}, chunks of {chunk}: {totals:?}");
                    outcome.unwrap_or_else(|error| panic!("{context}: {error}"));
                    let counts = (totals.raw, totals.cut, totals.truncated, totals.links);
                    assert_eq!(counts, (input.len() as u64, 0, 0, u64::from(ends)), "{context}");
                    assert!(totals.text > SIZE as u64 - 30, "{context}");
                }
            }
        }
    }
}

/// How large the small one is of two inputs, beyond all limits here; the large one is four times as large.
const SMALL: usize = 4 * LIMIT as usize;

/// Costs of both sizes: work in proportion (a skipped byte may cost another number of steps than one that is kept), and memory that is the same.
fn assert_bounded(context: &str, builder: &TokenizerBuilder, make: impl Fn(usize) -> Vec<u8>) {
    let (small, large) = (make(SMALL), make(4 * SMALL));
    for chunk in CHUNKS {
        let context = format!("{context}, chunks of {chunk}");
        let (taken, few) = costs(builder, &small, chunk);
        let (most, many) = costs(builder, &large, chunk);
        assert!(2 * many <= 11 * few, "{context}: {few} steps, and {many} for four times as many bytes");
        assert!(many <= 24 * large.len() as u64 + 32, "{context}: {many} steps for {} bytes", large.len());
        assert!(most <= taken + 1024, "{context}: {taken} bytes, and {most} for four times as many");
        // The buffer of pending bytes, which doubles, and sixty bytes for each attribute that fits, in a list that doubles.
        assert!(most <= 256 << 10, "{context}: {most} bytes");
    }
}

#[test]
fn oversized_tokens_take_linear_work_and_bounded_memory() {
    for OversizedToken { before, fill, is, .. } in OVERSIZED {
        for excess in [LimitAction::Fail, LimitAction::Truncate, LimitAction::Skip] {
            for errors in [false, true] {
                let builder = Tokenizer::builder().utf8().processing_instructions(true).parse_errors(errors);
                let builder = builder.limits(limits(is, excess));
                let context = format!("{before}{fill}, {excess:?}, errors {errors}");
                assert_bounded(&context, &builder, |size| filled(before, fill, size));
            }
        }
    }
    for (before, fill, _) in TEXTS {
        assert_bounded(before, &Tokenizer::builder().utf8(), |size| filled(before, fill, size));
    }
}

/// All that the benches time: many attributes, names that collide, an oversized token before tiny tags, errors, nesting.
#[test]
fn every_case_takes_linear_work_and_bounded_memory() {
    let policies = [LimitAction::Fail, LimitAction::Truncate, LimitAction::Skip];
    for case in CASES {
        let Case { cdata, instructions, .. } = *case;
        let builder = Tokenizer::builder().utf8().cdata(cdata).processing_instructions(instructions);
        let limits = policies.map(|excess| Limits::all(LIMIT, excess));
        let numbers = policies.map(|excess| {
            Limits::all(LIMIT, LimitAction::Truncate)
                .attributes(100, excess)
                .attribute_value(256, LimitAction::Skip)
        });
        // Their number is a limit of its own.
        let numbers = if case.name.contains("attributes") { &numbers[..] } else { &[] };
        for limits in limits.iter().chain(numbers) {
            let context = format!("{}, {limits:?}", case.name);
            assert_bounded(&context, &builder.clone().limits(*limits), |size| case.make(size));
        }
    }
}

/// A tag of two million attributes, and one of as many bytes with the most attributes that are kept.
#[test]
fn lossless_limits_bound_the_memory_for_attributes() {
    const SIZE: usize = 4 << 20;
    let builder = Tokenizer::builder().utf8().limits(Limits::lossless());
    let many = filled("<a", " b", SIZE);
    let mut most = "<a".to_owned();
    for number in 0..99_999 {
        most.push_str(&format!(" {number}"));
    }
    let most = filled(&format!("{most} b='"), "x", SIZE);
    for input in [many, most] {
        let input = [&input[..], b"'>", LINK.as_bytes()].concat();
        for chunk in [usize::MAX, 1460] {
            let (totals, outcome) = run(&builder, &input, chunk);
            outcome.unwrap_or_else(|error| panic!("chunks of {chunk}: {error}"));
            let whole = input.len() as u64;
            assert_eq!((totals.raw, totals.cut, totals.links), (whole, 0, 1), "chunks of {chunk}");
            let (bytes, _) = costs(&builder, &input, chunk);
            // The buffer of pending bytes, which doubles, while its old half is copied; and the attributes.
            assert!(bytes <= (3 * SIZE + (8 << 20)) as u64, "{bytes} bytes in chunks of {chunk}");
        }
    }
}
