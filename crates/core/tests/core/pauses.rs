//! Stopping at any token and continuing: the same tokens, and exactly what is left of the chunk (I11).

use tagspan::{Error, Token, Tokenizer, TokenizerBuilder};
use testing::{run::paused, sample, vectors};

use crate::harness::{End, builder, pages, stream};

/// Stops after every `every` tokens, but takes `phase` tokens before the first stop.
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
                let chunks: Vec<&[u8]> = input.chunks(size).collect();
                let context =
                    format!("{name}: every {every} from {phase}, chunks of {size}, errors {errors}");
                let got = paused(&mut tokenizer, &chunks, |taken| taken % every == phase % every)
                    .unwrap_or_else(|wrong| panic!("{context}: {wrong}"));
                assert_eq!(got, whole, "{context}");
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
        check(&vector.name, &builder(&vector.options), &vector.input, stops);
    }
}

#[test]
fn pages_with_stops() {
    let mut is_drawn = sample::one_in(8);
    for (name, page) in pages() {
        let stops: Vec<_> = [(1, 0), (2, 0), (2, 1), (7, 3)].into_iter().filter(|_| is_drawn()).collect();
        check(&name, &Tokenizer::builder().utf8(), &page, stops.into_iter());
    }
}

#[test]
fn a_chunk_given_up_before_its_first_token_is_left_whole() -> Result<(), Error> {
    for input in [&b"<p>a"[..], b"\xE2\x82", b"a\r", b""] {
        let mut tokenizer = Tokenizer::utf8();
        for _ in 0..3 {
            assert_eq!(tokenizer.feed(input).into_remaining(), input);
            assert_eq!(tokenizer.feed_last(input).into_remaining(), input);
        }
        let whole = stream(&mut Tokenizer::utf8(), &[input], End::WithChunk);
        assert_eq!(stream(&mut tokenizer, &[input], End::WithChunk), whole);
    }
    Ok(())
}

/// An end that is withdrawn leaves a character or a CR that waited as it was.
#[test]
fn an_end_that_is_withdrawn() -> Result<(), Error> {
    type Withdraw = fn(&mut Tokenizer);
    let cases: [(&[u8], &[u8], &str); 4] = [
        (b"a\r", b"\nb", "a\nb"),
        (b"a\xC3", b"\xA9b", "aéb"),
        (b"<p title='\xE2\x82", b"\xAC'>", "€"),
        (b"<pre>\r", b"\n\nx", "\n\nx"),
    ];
    let ways: [Withdraw; 4] = [
        |_| {},
        |tokenizer| assert!(tokenizer.finish().into_remaining().is_empty()),
        |tokenizer| assert!(tokenizer.finish_truncated().into_remaining().is_empty()),
        |tokenizer| assert!(tokenizer.feed_last(b"").into_remaining().is_empty()),
    ];
    for (first, second, expected) in cases {
        for (way, withdraw) in ways.iter().enumerate() {
            let mut tokenizer = Tokenizer::utf8();
            let mut text = String::new();
            let mut see = |token: Token<'_>| match token {
                Token::Text(part) => text += &part.value(),
                Token::StartTag(tag) => text += &tag.attribute_value("title").unwrap_or_default(),
                _ => {}
            };
            tokenizer.feed(first).for_each(&mut see)?;
            withdraw(&mut tokenizer);
            tokenizer.feed(second).for_each(&mut see)?;
            tokenizer.finish().for_each(&mut see)?;
            assert_eq!(text, expected, "way {way}");
        }
    }
    Ok(())
}
