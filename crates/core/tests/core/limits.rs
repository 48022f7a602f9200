//! Every limit at every value: one outcome in every chunking, and no byte lost (I9).

use tagspan::{ErrorKind, LimitAction, LimitKind, Limits, Tokenizer};
use testing::{
    case::Case,
    limits::limited,
    reference::{Edition, Options},
    run::Outcome,
};

use crate::harness::{End, chunkings, outcome};

/// Runs until the end or an error; every byte is accounted for.
fn run(chunks: &[&[u8]], limit: u32, errors: bool) -> Outcome {
    let builder = Tokenizer::builder().utf8().processing_instructions(true);
    let mut tokenizer = builder.limits(Limits::all(limit, LimitAction::Fail)).parse_errors(errors).build();
    outcome(&mut tokenizer, chunks, End::WithChunk)
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
    let options = Options { edition: Edition::LivingProcessingInstructions, ..Options::default() };
    for input in INPUTS {
        let case = Case::new(*input, [], options.clone());
        for limit in 0..=40 {
            // Byte by byte too, where no more is kept than the limit allows.
            limited(&case, limit).unwrap_or_else(|wrong| panic!("{wrong}"));
            for errors in [false, true] {
                let whole = run(&[input], limit, errors);
                for chunks in chunkings(input) {
                    let context = || format!("{case}\nlimit {limit}, errors {errors}, {chunks:x?}");
                    assert_eq!(run(&chunks, limit, errors), whole, "{}", context());
                }
            }
        }
    }
}

#[test]
fn the_limit_is_the_length_of_the_construct() {
    use LimitKind::{Comment, Doctype, ProcessingInstruction, Tag};
    // (before it, the construct, after it, its kind)
    let table: &[(&str, &str, &str, LimitKind)] = &[
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
                let failure = run(&chunks, length, errors).failure;
                assert_eq!(failure, None, "{construct:?} of {length} bytes, {chunks:x?}");
                let Outcome { stream, failure } = run(&chunks, length - 1, errors);
                let failure = failure.unwrap_or_else(|| panic!("{construct:?} within {} bytes", length - 1));
                assert_eq!(
                    failure.kind(),
                    ErrorKind::LimitExceeded { kind, limit: u64::from(length) - 1 },
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
            assert_eq!(run(&chunks, 11, true).failure, None, "{text}");
        }
    }
}
