//! Feeds one input, and another that is replaced by one from its checkpoint between any two steps; both say the same.

use std::fmt::Debug;

use tagspan_input::decoder::{Input, InputCheckpoint, Status};
use tagspan_input::{Bom, EncodingDecision, EncodingOptions, IllFormed, UTF_8, Validation};

/// All validations, with source offsets and without.
pub(crate) const WAYS: [(Validation, bool); 4] = [
    (Validation::Off, true),
    (Validation::Count, false),
    (Validation::Count, true),
    (Validation::Strict, true),
];

pub(crate) fn input(options: &EncodingOptions, (validation, source_offsets): (Validation, bool)) -> Input {
    Input::with_options(options.clone()).validation(validation).source_offsets(source_offsets)
}

/// An input from this one's checkpoint, which went through text if that can be.
pub(crate) fn replaced(input: &Input) -> Input {
    let checkpoint = input.checkpoint();
    let replaced = Input::from_checkpoint(stored(&checkpoint)).expect("an input has made it");
    assert_eq!(replaced.checkpoint(), checkpoint, "a checkpoint of what goes on from it is the same");
    assert_eq!(input.checkpoint(), checkpoint, "taking one changes nothing");
    replaced
}

/// Reads a checkpoint and checks it, as is done with one that was stored.
#[cfg(feature = "serde")]
pub(crate) fn read(json: &str) -> Result<InputCheckpoint, String> {
    let checkpoint: InputCheckpoint = serde_json::from_str(json).map_err(|error| error.to_string())?;
    Input::from_checkpoint(checkpoint.clone())?;
    Ok(checkpoint)
}

#[cfg(feature = "serde")]
fn stored(checkpoint: &InputCheckpoint) -> InputCheckpoint {
    let text = serde_json::to_string(checkpoint).expect("numbers and text");
    let read = read(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!(&read, checkpoint);
    read
}

#[cfg(not(feature = "serde"))]
fn stored(checkpoint: &InputCheckpoint) -> InputCheckpoint {
    checkpoint.clone()
}

/// The result of one step, without the address of the piece.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Seen {
    consumed: usize,
    text: Vec<u8>,
    bom: Option<Bom>,
    status: Status,
}

/// The public state of an input.
#[derive(Debug, PartialEq, Eq)]
struct Said {
    decision: Option<EncodingDecision>,
    bom: Option<Bom>,
    finished: bool,
    consumed: u64,
    resumes_at: [u64; 2],
    ill_formed: IllFormed,
}

fn said(input: &Input) -> Said {
    Said {
        decision: input.encoding_decision(),
        bom: input.bom(),
        finished: input.is_finished(),
        consumed: input.consumed(),
        resumes_at: [0, 1000].map(|source| input.resumes_at(source)),
        ill_formed: input.ill_formed().clone(),
    }
}

fn step(input: &mut Input, chunk: &[u8], last: bool) -> Seen {
    let step = input.advance(chunk, last);
    let text = input.piece(chunk, step.piece).to_vec();
    Seen { consumed: step.consumed, text, bom: step.bom, status: step.status }
}

/// Two inputs that are fed the same: one as it is, the other replaced after every step.
pub(crate) struct Pair {
    pub(crate) one: Input,
    pub(crate) other: Input,
    /// The end of what has come out, as an offset of the decoded stream.
    pub(crate) decoded: u64,
    pub(crate) text: Vec<u8>,
    pub(crate) steps: usize,
}

impl Pair {
    pub(crate) fn new(one: Input) -> Pair {
        let other = replaced(&one);
        Pair { one, other, decoded: 0, text: Vec::new(), steps: 0 }
    }

    /// Feeds a chunk, holding each step of one to that of the other. Gives the status at its end.
    pub(crate) fn feed(&mut self, chunk: &[u8], last: bool) -> Status {
        let mut rest = chunk;
        loop {
            let seen = self.step(rest, last);
            rest = &rest[seen.consumed..];
            if seen.status != Status::Again {
                return seen.status;
            }
        }
    }

    pub(crate) fn step(&mut self, chunk: &[u8], last: bool) -> Seen {
        let seen = step(&mut self.one, chunk, last);
        assert_eq!(step(&mut self.other, chunk, last), seen, "after {:?}", self.one);
        let start = self.decoded;
        self.decoded += seen.text.len() as u64
            + if seen.bom.is_some() { tagspan_input::decoder::DECODED_BOM_LEN as u64 } else { 0 };
        self.text.extend_from_slice(&seen.text);
        for offset in start..=self.decoded {
            self.same(|input| input.source_offset(offset));
        }
        self.replace();
        self.steps += 1;
        seen
    }

    /// Does the same to both.
    pub(crate) fn same<T: PartialEq + Debug>(&mut self, mut act: impl FnMut(&mut Input) -> T) -> T {
        let answer = act(&mut self.one);
        assert_eq!(act(&mut self.other), answer, "after {:?}", self.one);
        answer
    }

    pub(crate) fn replace(&mut self) {
        // What may still be asked for goes along, and nothing before it.
        let end = self.decoded;
        let wanted = end - end.min(self.steps as u64 % 5);
        self.one.forget_before(wanted);
        self.other = replaced(&self.one);
        assert_eq!(said(&self.other), said(&self.one));
        for offset in wanted..=end {
            self.same(|input| input.source_offset(offset));
        }
        if self.one.encoding_decision().is_some_and(|decision| decision.encoding() != UTF_8) && wanted > 6 {
            // The character that the offset lies in goes along.
            let before = (3..wanted - 3).find_map(|offset| self.other.source_offset(offset));
            assert_eq!(before, None, "what came out before the offset is forgotten");
        }
        // From the replaced one on, next time.
        self.other = replaced(&self.other);
    }
}

/// Feeds the chunks, the final one as the last. Gives the text, and how many steps it took.
pub(crate) fn check<'c>(input: Input, chunks: impl IntoIterator<Item = &'c [u8]>) -> (Vec<u8>, usize) {
    let mut pair = Pair::new(input);
    let mut chunks = chunks.into_iter().peekable();
    while let Some(chunk) = chunks.next() {
        if let Status::IllFormed { .. } = pair.feed(chunk, chunks.peek().is_none()) {
            break;
        }
    }
    // And after the end.
    assert!(pair.step(b"more", true).text.is_empty());
    (pair.text, pair.steps)
}

impl Seen {
    pub(crate) fn consumed(&self) -> usize {
        self.consumed
    }

    pub(crate) fn status(&self) -> Status {
        self.status
    }
}
