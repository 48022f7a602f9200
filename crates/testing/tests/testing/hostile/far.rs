//! Constructs over limits near the edges of integers: the same tokens and failures, shifted (I9).

use tagspan_core::scanner::{Options, Scanner};
use tagspan_core::{Error, LimitAction, Limits, Span, Token};
use testing::chunkings::chunkings;

/// Around 2³² and 2⁶³, with the edge in front of the input, after it and within, and as far as offsets go.
fn starts() -> impl Iterator<Item = u64> {
    let within = [0, 3, 20, 64, 100, 200];
    let edges = [1 << 32, 1 << 63].into_iter().flat_map(move |edge: u64| within.map(|back| edge - back));
    edges.chain([u32::MAX.into(), u64::MAX - (1 << 40)])
}

/// All of a token that has to do with offsets: its kind and bytes, what is cut, its span and those of its parts.
#[derive(Clone, Debug, PartialEq)]
struct Seen {
    raw: Vec<u8>,
    cut: u64,
    cuts: Vec<u64>,
    spans: Vec<Span>,
    what: String,
}

fn seen(token: Token<'_>) -> Seen {
    let mut seen = Seen {
        raw: token.raw().to_vec(),
        cut: token.missing_bytes(),
        cuts: Vec::new(),
        spans: vec![token.span()],
        what: format!("truncated {}", token.is_truncated()),
    };
    match token {
        Token::StartTag(tag) | Token::EndTag(tag) => {
            seen.spans.push(tag.name_span());
            for attribute in tag.attributes_as_written() {
                seen.cuts.push(attribute.missing_bytes());
                seen.spans.extend([attribute.name_span(), attribute.value_span()]);
                seen.spans.extend([attribute.quoted_value_span(), attribute.span()]);
            }
        }
        Token::Comment(comment) => seen.spans.push(comment.value_span()),
        Token::Doctype(doctype) => {
            let parts = [doctype.name_span(), doctype.public_id_span(), doctype.system_id_span()];
            seen.spans.extend(parts.into_iter().flatten());
        }
        Token::ProcessingInstruction(it) => seen.spans.extend([it.target_span(), it.value_span()]),
        Token::Dropped(dropped) => seen.what += dropped.reason().as_str(),
        Token::Error(error) => seen.what += error.code().as_str(),
        _ => {}
    }
    seen
}

fn run(options: &Options, start: u64, chunks: &[&[u8]]) -> (Vec<Seen>, Option<(String, u64)>) {
    let mut scanner = Scanner::with_options(options.clone());
    scanner.skip_offset(start);
    let mut tokens = Vec::new();
    let mut drive = || -> Result<(), Error> {
        for (chunk, last) in chunks.iter().map(|chunk| (*chunk, false)).chain([(&b""[..], true)]) {
            let body = &chunk[scanner.enter(chunk, last)];
            while let Some(found) = scanner.scan(body, last)? {
                tokens.push(seen(scanner.resolve(body, found)));
            }
        }
        Ok(())
    };
    let failure = drive().err().map(|error| (error.kind().as_str().to_owned(), error.offset()));
    (tokens, failure)
}

#[test]
fn limits_far_into_an_input() {
    let long = "a".repeat(70);
    let inputs = [
        format!("x<!--{long}-->y<!{long}>"),
        format!("<!DOCTYPE html PUBLIC '{long}' \"{long}\">x"),
        format!("<a b=1 c='{long}&amp;\u{20AC}' d={long} e>x</a {long}>"),
        format!("<{long} a=b c>y<script {long}>\0</script><p {long}"),
        format!("<?php {long}?>x&#{}65;y<svg><g/><g a={long}>", "0".repeat(70)),
    ];
    let mut count = 0;
    for input in &inputs {
        for errors in [false, true] {
            for limits in [
                Limits::all(40, LimitAction::Fail),
                Limits::all(40, LimitAction::Truncate),
                Limits::all(40, LimitAction::Skip),
                Limits::all(120, LimitAction::Truncate).attribute_value(33, LimitAction::Truncate),
                Limits::all(120, LimitAction::Skip).attribute_value(33, LimitAction::Skip),
                Limits::new().attribute_value(33, LimitAction::Fail),
                Limits::new().attributes(2, LimitAction::Fail),
                Limits::new().attributes(2, LimitAction::Truncate),
                Limits::new().open_elements(1, LimitAction::Fail),
            ] {
                let mut options = Options::default();
                (options.processing_instructions, options.parse_errors) = (true, errors);
                options.limits = limits;
                // Every seventh split in two, and those that are not.
                let chunkings = chunkings(input.as_bytes());
                for chunks in chunkings.iter().take(3).chain(chunkings.iter().skip(3).step_by(7)) {
                    let (mut tokens, mut failure) = run(&options, 0, chunks);
                    let mut shifted = 0;
                    for start in starts() {
                        let by = start.wrapping_sub(shifted);
                        shifted = start;
                        for span in tokens.iter_mut().flat_map(|token| &mut token.spans) {
                            *span =
                                Span { start: span.start.wrapping_add(by), end: span.end.wrapping_add(by) };
                        }
                        if let Some((_, offset)) = &mut failure {
                            *offset = offset.wrapping_add(by);
                        }
                        let context = || format!("{input:?}, {limits:?}, errors {errors}, from {start}");
                        assert_eq!(
                            run(&options, start, chunks),
                            (tokens.clone(), failure.clone()),
                            "{}",
                            context()
                        );
                        count += 1;
                    }
                }
            }
        }
    }
    assert!(count > 10_000, "{count}");
}
