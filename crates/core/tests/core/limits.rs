//! Every limit at every value: one outcome in every chunking, and no byte lost (I9).

use tagspan_core::{Construct, Error, ErrorKind, Tokenizer, TokenizerBuilder};

use crate::harness::{Stream, chunkings};

/// What comes before the failure, and the failure.
pub(crate) type Outcome = (Stream, Option<Error>);

fn run(input: &[u8], chunks: &[&[u8]], limit: u32, errors: bool) -> Outcome {
    run_with(Tokenizer::builder().processing_instructions(true), input, chunks, limit, errors)
}

/// Runs until the end or an error, and accounts for every byte.
pub(crate) fn run_with(
    builder: TokenizerBuilder,
    input: &[u8],
    chunks: &[&[u8]],
    limit: u32,
    errors: bool,
) -> Outcome {
    let mut tokenizer = builder.max_token_bytes(limit).parse_errors(errors).build();
    let mut stream = Stream::new();
    let mut failure = None;
    let mut left = Vec::new();
    for (index, chunk) in chunks.iter().enumerate() {
        let last = index + 1 == chunks.len();
        let mut tokens = if last { tokenizer.tokenize(chunk) } else { tokenizer.feed(chunk) };
        loop {
            match tokens.next_token() {
                Ok(Some(token)) => stream.push(token),
                Ok(None) => break,
                Err(error) => {
                    assert_eq!(tokens.next_token().unwrap_err(), error, "an error stays");
                    failure = Some(error);
                    break;
                }
            }
        }
        if failure.is_some() {
            left.extend_from_slice(tokens.remaining());
            left.extend(chunks[index + 1..].concat());
            break;
        }
    }
    let (carried, held) = tokenizer.carried();
    let accounted = [&stream.raw, carried, held, &left].concat();
    assert_eq!(accounted, input, "limit {limit}, errors {errors}, {chunks:x?}");
    // Byte by byte, no more is kept than the limit allows and the one character that is past it; or an end tag
    // that may turn out to be text, which is no longer than the name that it must have.
    let longest = (limit as usize + 4).max("</textarea".len());
    assert!(carried.len() <= longest || chunks.iter().any(|chunk| chunk.len() > 1), "{carried:?}");
    (stream, failure)
}

const INPUTS: &[&[u8]] = &[
    b"text <abc d=e f='g'>more</abc><x>",
    b"<a b c d e f g h>&amp;</a>",
    b"a<!--comment-->b<!doctype html public 'x'>c",
    b"<!DOCTYPE html SYSTEM \"about:legacy-compat\">",
    b"x&notit;y&#0000000065;z&nosuchname;&CounterClockwiseContourIntegral;",
    b"<p title='&notin;&amp;&#65'>&lt",
    b"<title>a&amp;</titl</title ></title>",
    b"<script><!--<script></script>--></script x>",
    b"</>< bogus \0 comment><!x",
    b"a<?target data \x01??>b<?xml-stylesheet \x02?>c<?t$\x03>d<?0>e<?unfinished",
    b"<a \x01\0\xFF=\xC2 \xFE=\r\n'\r'/><b",
    b"\xF0\x9F\x98\x80<\xC3\xA9 a></\xF0\x9F\x98\x80 \xEF\xBF\xBE><i\xE2\x82",
    b"<a \"'<=`\x02\"\x03></a b/>",
    b"<!--<!--\0--!-\x7F--><!-->",
    b"\r<a\r\r\n\r>\r",
];

#[test]
fn one_outcome_in_every_chunking() {
    for input in INPUTS {
        for limit in 0..=40 {
            let loud = run(input, &[input], limit, true);
            let quiet = run(input, &[input], limit, false);
            let told = || format!("{:?}, limit {limit}", String::from_utf8_lossy(input));
            assert_eq!(loud.1, quiet.1, "{}: with errors or without", told());
            assert_eq!(loud.0.without_errors(), quiet.0, "{}: with errors or without", told());
            for chunks in chunkings(input) {
                let how = || format!("{}, {:x?}", told(), chunks);
                assert_eq!(run(input, &chunks, limit, true), loud, "{}, errors", how());
                assert_eq!(run(input, &chunks, limit, false), quiet, "{}", how());
            }
        }
    }
}

#[test]
fn the_limit_is_the_length_of_the_construct() {
    use Construct::{Comment, Doctype, ProcessingInstruction, Tag};
    // (before it, the construct, after it, its kind)
    let table: &[(&str, &str, &str, Construct)] = &[
        ("text", "<abc d=e>", "text", Tag),
        ("text", "</abc>", "", Tag),
        ("", "<a href='x' b>", "<a>", Tag),
        ("a", "<!--comment-->", "b", Comment),
        ("a", "<!--comment", "", Comment),
        ("a", "<?0bogus>", "b", Comment),
        ("a", "<?target data?>", "b", ProcessingInstruction),
        ("a", "<?unfinished", "", ProcessingInstruction),
        ("a", "</ bogus>", "b", Comment),
        ("", "<!DOCTYPE html PUBLIC 'a' 'b'>", "b", Doctype),
        ("", "<!DOCTYPE html x>", "b", Doctype),
        ("", "<!DOCTYPE html", "", Doctype),
        ("<title>a", "</title >", "b", Tag),
        ("a", "<unfinished", "", Tag),
    ];
    for &(before, construct, after, kind) in table {
        let input = [before, construct, after].concat().into_bytes();
        let length = construct.len() as u32;
        for errors in [false, true] {
            for chunks in chunkings(&input) {
                let (_, failure) = run(&input, &chunks, length, errors);
                assert_eq!(failure, None, "{construct:?} of {length} bytes, {chunks:x?}");
                let (stream, failure) = run(&input, &chunks, length - 1, errors);
                let failure = failure.unwrap_or_else(|| panic!("{construct:?} within {} bytes", length - 1));
                assert_eq!(
                    failure.kind(),
                    ErrorKind::LimitExceeded { construct: kind, limit: length - 1 },
                    "{construct:?}"
                );
                assert_eq!(failure.offset(), before.len() as u64, "{construct:?}");
                assert_eq!(stream.raw, before.as_bytes(), "{construct:?}");
            }
        }
    }
}

#[test]
fn text_has_no_limit() {
    for text in ["a lot of text", "<script>a lot of text", "<title>a lot of text", "<plaintext>a < b"] {
        for chunks in chunkings(text.as_bytes()) {
            assert_eq!(run(text.as_bytes(), &chunks, 11, true).1, None, "{text}");
        }
    }
}
