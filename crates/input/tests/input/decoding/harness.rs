//! Drives an input over chunks, holding every step to the contract, and the one-shot oracle.

use encoding_rs::{UTF_8, UTF_16BE, UTF_16LE};
use tagspan_input::decoder::{Input, Piece, Status};
use tagspan_input::{Bom, Encoding, EncodingDecision, EncodingOptions};
use testing::chunkings::chunkings;

/// The result of a whole source.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Outcome {
    pub(crate) text: Vec<u8>,
    pub(crate) bom: Option<Bom>,
    pub(crate) encoding: &'static Encoding,
}

/// Feeds `chunks`, the final one as the last (an empty one if there is none), and checks each step.
pub(crate) fn run<'c>(input: &mut Input, chunks: impl IntoIterator<Item = &'c [u8]>) -> Outcome {
    let mut text = Vec::new();
    let mut bom = None;
    let mut source_len = 0;
    let mut chunks = chunks.into_iter();
    let mut next = Some(chunks.next().unwrap_or_default());
    while let Some(mut rest) = next {
        source_len += rest.len();
        next = chunks.next();
        let last = next.is_none();
        loop {
            let decided_before = input.encoding_decision();
            let step = input.advance(rest, last);
            let piece = input.piece(rest, step.piece);

            assert_eq!((piece.len(), piece.is_empty()), (step.piece.len(), step.piece.is_empty()));
            match step.piece {
                Piece::Chunk { start, end } => assert!(start <= end && end <= step.consumed),
                Piece::Buffer { len } => assert!(len <= Input::BUFFER_SIZE && encoding_of(input) != UTF_8),
                Piece::Kept { start, end } => {
                    assert!(start <= end && text.is_empty() && encoding_of(input) == UTF_8);
                }
            }
            if decided_before.is_some() {
                assert_eq!(input.encoding_decision(), decided_before, "a decision stays");
            } else if input.encoding_decision().is_none() {
                assert!(piece.is_empty(), "nothing comes out undecided");
            }
            if step.bom.is_some() {
                assert!(bom.is_none() && text.is_empty(), "one mark, before all text");
                bom = step.bom;
            }
            assert_eq!(input.bom(), bom);
            text.extend_from_slice(piece);
            rest = &rest[step.consumed..];
            match step.status {
                Status::Again => assert!(step.consumed > 0 || !piece.is_empty(), "no progress"),
                status => {
                    assert!(rest.is_empty(), "the chunk is not consumed");
                    assert_eq!(status == Status::Finished, last);
                    assert_eq!(input.is_finished(), last);
                    break;
                }
            }
        }
    }
    assert!(text.len() <= 3 * source_len, "{} bytes from {source_len}", text.len());
    let encoding = encoding_of(input);
    assert_eq!(input.consumed(), source_len as u64);
    Outcome { text, bom, encoding }
}

fn encoding_of(input: &Input) -> &'static Encoding {
    input.encoding_decision().as_ref().map(EncodingDecision::encoding).expect("decided by now")
}

/// A fresh input of a known `encoding`, over `chunks`.
pub(crate) fn run_as<'c>(encoding: &'static Encoding, chunks: impl IntoIterator<Item = &'c [u8]>) -> Outcome {
    let mut input = Input::with_options(EncodingOptions::new().encoding(encoding));
    let outcome = run(&mut input, chunks);
    // What may be a mark is kept, in a vector that has room for eight bytes at least.
    let buffer = if outcome.encoding == UTF_8 { 0 } else { Input::BUFFER_SIZE };
    assert!(input.allocated() <= buffer + 8);
    outcome
}

/// The expected result of [`run_as`], computed from the whole source at once.
pub(crate) fn one_shot(encoding: &'static Encoding, source: &[u8]) -> Outcome {
    let marks: [(&[u8], _, _); 3] = [
        (b"\xEF\xBB\xBF", Bom::Utf8, UTF_8),
        (b"\xFF\xFE", Bom::Utf16Le, UTF_16LE),
        (b"\xFE\xFF", Bom::Utf16Be, UTF_16BE),
    ];
    let (bom, encoding, rest) = marks
        .into_iter()
        .find_map(|(mark, bom, announced)| Some((Some(bom), announced, source.strip_prefix(mark)?)))
        .unwrap_or((None, encoding, source));
    let text = if encoding == UTF_8 {
        rest.to_vec()
    } else {
        encoding.decode_without_bom_handling(rest).0.into_owned().into_bytes()
    };
    Outcome { text, bom, encoding }
}

/// Checks `source` under every chunking against the oracle.
pub(crate) fn check(encoding: &'static Encoding, source: &[u8]) {
    let expected = one_shot(encoding, source);
    for chunks in chunkings(source) {
        let outcome = run_as(encoding, chunks.iter().copied());
        assert_eq!(outcome, expected, "{}, chunks {chunks:02X?}", encoding.name());
    }
}
