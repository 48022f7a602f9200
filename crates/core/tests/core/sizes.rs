//! Inputs that are large in one respect: they end, and give what they must (I7).
//!
//! No time is measured here. Work that grew with the square of these sizes would take hours.

use tagspan::{Error, LimitAction, Limits, Token, Tokenizer};

/// The result: tokens by kind, and the largest number of attributes of one tag.
#[derive(Debug, Default, PartialEq, Eq)]
struct Count {
    text_bytes: usize,
    start_tags: usize,
    comments: usize,
    dropped: usize,
    errors: usize,
    attributes: usize,
}

fn count<'a>(errors: bool, chunks: impl IntoIterator<Item = &'a [u8]>) -> Count {
    let mut tokenizer = Tokenizer::builder()
        .utf8()
        .limits(Limits::all(u32::MAX, LimitAction::Fail))
        .parse_errors(errors)
        .build();
    let mut count = Count::default();
    let mut add = |token: Token<'_>| match token {
        Token::Text(text) => count.text_bytes += text.raw().len(),
        Token::StartTag(tag) => {
            count.start_tags += 1;
            count.attributes = count.attributes.max(tag.attributes().count());
        }
        Token::Comment(_) => count.comments += 1,
        Token::Dropped(_) => count.dropped += 1,
        Token::Error(_) => count.errors += 1,
        other => panic!("{other:?}"),
    };
    let drive = || -> Result<(), Error> {
        for chunk in chunks {
            tokenizer.feed(chunk).for_each(&mut add)?;
        }
        tokenizer.finish().for_each(add)
    };
    drive().expect("no limit is that low");
    count
}

const MIB: usize = 1 << 20;

/// Each input whole and in small chunks, with errors and without.
fn check(input: &[u8], expected: impl Fn(bool) -> Count) {
    for errors in [false, true] {
        assert_eq!(count(errors, [input]), expected(errors), "whole, errors {errors}");
        assert_eq!(count(errors, input.chunks(1)), expected(errors), "byte by byte, errors {errors}");
        assert_eq!(count(errors, input.chunks(1460)), expected(errors), "chunks of 1460, errors {errors}");
    }
}

fn if_errors(errors: bool, count: usize) -> usize {
    if errors { count } else { 0 }
}

#[test]
fn less_than_signs() {
    check(&vec![b'<'; MIB], |errors| Count {
        text_bytes: MIB,
        errors: if_errors(errors, MIB),
        ..Count::default()
    });
}

#[test]
fn distinct_attributes() {
    let names: Vec<String> = (0..200_000).map(|n| format!(" n{n}=v")).collect();
    let input = format!("<a{}>", names.concat()).into_bytes();
    check(&input, |_| Count { start_tags: 1, attributes: 200_000, ..Count::default() });
}

#[test]
fn identical_attributes() {
    let input = format!("<a{}>", " same=v".repeat(200_000)).into_bytes();
    check(&input, |errors| Count {
        start_tags: 1,
        attributes: 1,
        errors: if_errors(errors, 199_999),
        ..Count::default()
    });
}

#[test]
fn attributes_that_differ_in_ill_formed_bytes_only() {
    let mut input = b"<a".to_vec();
    for n in 0..100_000_u32 {
        input.extend_from_slice(&[b' ', 0xF8 + (n % 8) as u8]);
    }
    input.push(b'>');
    check(&input, |errors| Count {
        start_tags: 1,
        attributes: 1,
        errors: if_errors(errors, 99_999),
        ..Count::default()
    });
}

#[test]
fn dashes_in_a_comment() {
    let mut input = b"<!--".to_vec();
    input.resize(MIB, b'-');
    check(&input, |errors| Count { comments: 1, errors: if_errors(errors, 1), ..Count::default() });
}

#[test]
fn comments_that_nearly_end() {
    let input = format!("<!--{}", "--!".repeat(300_000)).into_bytes();
    check(&input, |errors| Count { comments: 1, errors: if_errors(errors, 1), ..Count::default() });
}

#[test]
fn digits_of_a_reference() {
    let input = format!("&#{}", "1".repeat(1_000_000)).into_bytes();
    check(&input, |errors| Count {
        text_bytes: input.len(),
        errors: if_errors(errors, 2),
        ..Count::default()
    });
}

#[test]
fn letters_after_an_ampersand() {
    let input = format!("&{}", "a".repeat(MIB)).into_bytes();
    check(&input, |_| Count { text_bytes: input.len(), ..Count::default() });
}

#[test]
fn ampersands_that_a_chunk_may_cut() {
    let input = "&a".repeat(MIB / 2).into_bytes();
    check(&input, |_| Count { text_bytes: input.len(), ..Count::default() });
}

#[test]
fn one_large_tag_and_many_small_ones() {
    let names: Vec<String> = (0..100_000).map(|n| format!(" n{n}")).collect();
    let input = format!("<a{}>{}", names.concat(), "<b c d>".repeat(100_000)).into_bytes();
    check(&input, |_| Count { start_tags: 100_001, attributes: 100_000, ..Count::default() });
}

#[test]
fn a_tag_that_never_ends() {
    let input = format!("<p>{}", "<a b='".repeat(100_000)).into_bytes();
    check(&input, |errors| Count {
        start_tags: 1,
        dropped: 1,
        errors: if_errors(errors, unfinished_errors()),
        ..Count::default()
    });
}

/// The errors of `<a b='`, 100,000 times. Odd pieces only close the value that the piece before opened. An even
/// piece but the first begins right after that: a space is missing, `<` is bad in a name, and the names `<a` (but
/// for its first time) and `b` are there already. And the end of input.
fn unfinished_errors() -> usize {
    (100_000 / 2 - 1) * 4 - 1 + 1
}

#[test]
fn near_misses_of_an_end_tag() {
    let input = format!("<script>{}", "</scrip".repeat(150_000)).into_bytes();
    check(&input, |_| Count { start_tags: 1, text_bytes: input.len() - 8, ..Count::default() });
}

#[test]
fn brackets_of_a_cdata_section() {
    let mut input = b"<![CDATA[".to_vec();
    input.resize(MIB, b']');
    for chunk in [1, 1460, MIB] {
        let mut tokenizer = Tokenizer::builder().utf8().cdata(true).build();
        let mut text = 0;
        let mut add = |token: Token<'_>| {
            if let Token::Text(run) = token {
                text += run.raw().len();
            }
        };
        for chunk in input.chunks(chunk) {
            tokenizer.feed(chunk).for_each(&mut add).expect("no limit is that low");
        }
        tokenizer.finish().for_each(add).expect("no limit is that low");
        assert_eq!(text, MIB - 9, "chunks of {chunk}");
    }
}

/// Names that change when they are decoded share a trace, and one of them is as long as all others together:
/// comparing must not read it again for each.
#[test]
fn one_long_name_and_many_short_ones() {
    const MANY: usize = 1 << 17;
    let cases: [(&[u8], &[u8]); 4] =
        [(b"\xFF", b"\xFE"), ("é".as_bytes(), "é".as_bytes()), (b"\0", b"\0"), (b"\xEF\xBF\xBD", b"\xC2")];
    for (unit, short) in cases {
        let mut input = b"<a ".to_vec();
        input.extend(unit.iter().cycle().take(MANY * unit.len()));
        for _ in 0..MANY {
            input.push(b' ');
            input.extend(short);
        }
        input.push(b'>');
        let tag = Count { start_tags: 1, attributes: 2, ..Count::default() };
        assert_eq!(count(false, [&input[..]]), tag);
        assert_eq!(count(false, input.chunks(1460)), tag);
    }
}

/// The errors of each character of a name are reported one by one, and the state is entered again each time.
#[test]
fn errors_in_long_names() {
    const MANY: usize = 1 << 17;
    let name = vec![1; MANY];
    let tag = |parts: [&[u8]; 5]| parts.concat();
    for (input, attributes, errors) in [
        (tag([b"<a", &name, b">", b"", b""]), 0, MANY),
        (tag([b"<a ", &name, b" ", &name, b">"]), 1, 2 * MANY + 1),
        (tag([b"<a b='", &name, b"' b>", b"", b""]), 1, MANY + 1),
    ] {
        check(&input, |on| Count {
            start_tags: 1,
            attributes,
            errors: if_errors(on, errors),
            ..Count::default()
        });
    }
}
