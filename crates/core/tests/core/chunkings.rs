//! The repository's pages: no chunking changes anything, with errors or without, nor does a reset (I1).

use tagspan::{Feedback, Tokenizer};
use testing::sample;

use crate::harness::{End, pages, stream};

#[test]
fn pages_are_the_same_in_every_chunking() {
    for (name, page) in pages() {
        for errors in [false, true] {
            for context in [Feedback::Simulated, Feedback::None] {
                let mut tokenizer =
                    Tokenizer::builder().utf8().parse_errors(errors).feedback(context).build();
                let whole = stream(&mut tokenizer, &[&page], End::WithChunk);
                for size in [1, 2, 3, 5, 7, 16, 61, 997] {
                    // The same tokenizer, so that nothing of the document before may be left in it.
                    tokenizer.reset();
                    let chunks: Vec<&[u8]> = page.chunks(size).collect();
                    let chunked = stream(&mut tokenizer, &chunks, End::Apart);
                    assert!(chunked == whole, "{name}: chunks of {size}, errors {errors}");
                }
            }
        }
    }
}

#[test]
fn pages_cut_in_two_at_every_byte() {
    let mut is_drawn = sample::one_in(8);
    for (name, page) in pages() {
        let head = &page[..page.len().min(4000)];
        for errors in [false, true] {
            let mut tokenizer = Tokenizer::builder().utf8().parse_errors(errors).build();
            let whole = stream(&mut tokenizer, &[head], End::WithChunk);
            for cut in (0..=head.len()).filter(|_| is_drawn()) {
                tokenizer.reset();
                let (before, after) = head.split_at(cut);
                let chunked = stream(&mut tokenizer, &[before, after], End::WithChunk);
                assert!(chunked == whole, "{name}: cut at {cut}, errors {errors}");
            }
        }
    }
}

#[test]
fn errors_change_no_token() {
    for (name, page) in pages() {
        let mut streams = [false, true].map(|errors| {
            let mut tokenizer = Tokenizer::builder().utf8().parse_errors(errors).build();
            stream(&mut tokenizer, &[&page], End::WithChunk)
        });
        streams[1] = streams[1].without_errors();
        assert!(streams[0] == streams[1], "{name}");
    }
}
