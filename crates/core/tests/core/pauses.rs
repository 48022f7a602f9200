//! Stopping at any token and going on: the same tokens, and exactly what is left of the chunk (I11).

use tagspan_core::{Error, Tokenizer, TokenizerBuilder};

use crate::harness::{End, Stream, pages, stream};
use crate::vectors;

/// Takes the tokens of `input`, leaving the cursor after every `every` tokens and going on with what it says is
/// left; `phase` tokens come before the first stop. What is left is fed in pieces of `size` bytes.
pub(crate) fn paused(
    tokenizer: &mut Tokenizer,
    input: &[u8],
    every: usize,
    phase: usize,
    size: usize,
) -> Result<Stream, Error> {
    let mut stream = Stream::new();
    let mut count = every - phase % every;
    let mut offset = 0;
    let mut last = input.is_empty();
    while offset < input.len() || last {
        let end = input.len().min(offset + size);
        let mut rest = &input[offset..end];
        last = end == input.len();
        loop {
            let mut tokens = if last { tokenizer.tokenize(rest) } else { tokenizer.feed(rest) };
            let mut stopped = false;
            while let Some(token) = tokens.next_token()? {
                stream.push(token);
                count += 1;
                if count.is_multiple_of(every) {
                    stopped = true;
                    break;
                }
            }
            if !stopped {
                break;
            }
            let told = tokens.remaining();
            rest = tokens.into_remaining();
            assert_eq!(told, rest);
            // What was handed out, what is kept and what is left are the input.
            let (carried, held) = tokenizer.carried();
            let accounted = [&stream.raw, carried, held, rest, &input[end..]].concat();
            assert_eq!(accounted, input, "every {every}, phase {phase}, size {size}");
        }
        offset = end;
        if last {
            break;
        }
    }
    assert_eq!(stream.raw, input);
    Ok(stream)
}

fn check(
    name: &str,
    builder: &TokenizerBuilder,
    input: &[u8],
    stops: impl Iterator<Item = (usize, usize)> + Clone,
) {
    for errors in [false, true] {
        let mut tokenizer = builder.clone().parse_errors(errors).build();
        let whole = stream(&mut tokenizer, &[input], End::WithChunk);
        for (every, phase) in stops.clone() {
            for size in [usize::MAX / 2, 3, 1] {
                tokenizer.reset();
                let got = paused(&mut tokenizer, input, every, phase, size).expect("no limit is that low");
                assert_eq!(
                    got, whole,
                    "{name}: every {every} from {phase}, chunks of {size}, errors {errors}"
                );
            }
        }
    }
}

#[test]
fn vectors_with_a_stop_at_every_token() {
    for vector in vectors::load() {
        // One stop after k tokens, for every k that there can be; then a stop at every token.
        let never_again = usize::MAX / 4;
        let stops = (1..=vector.input.len() + 4).map(|k| (never_again, k)).chain([(1, 0), (2, 0), (2, 1)]);
        check(&vector.name, &vector.builder, &vector.input, stops);
    }
}

#[test]
fn pages_with_stops() {
    for (name, page) in pages() {
        let stops = [(1, 0), (2, 0), (2, 1), (7, 3)];
        check(&name, &Tokenizer::builder(), &page, stops.into_iter());
    }
}

#[test]
fn a_chunk_given_up_before_its_first_token_is_left_whole() -> Result<(), Error> {
    for input in [&b"<p>a"[..], b"\xE2\x82", b"a\r", b""] {
        let mut tokenizer = Tokenizer::new();
        for _ in 0..3 {
            assert_eq!(tokenizer.feed(input).into_remaining(), input);
            assert_eq!(tokenizer.tokenize(input).into_remaining(), input);
        }
        let whole = stream(&mut Tokenizer::new(), &[input], End::WithChunk);
        assert_eq!(stream(&mut tokenizer, &[input], End::WithChunk), whole);
    }
    Ok(())
}
