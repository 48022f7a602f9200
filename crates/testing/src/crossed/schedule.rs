//! Schedules: how a page is fed, and what the caller does in between.

use crate::rng::Rng;

/// Who feeds the stream.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Feeding {
    /// The caller, by slices.
    #[default]
    Slices,
    /// The caller, by shared chunks, whose tokens are kept.
    Bytes,
    /// `ReadTokens`.
    Read,
    /// `AsyncReadTokens`.
    Tokio,
    /// `BodyTokens`.
    Body,
    /// `TokenDecoder`.
    Codec,
}

/// The calls between two tokens, or two chunks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stop {
    /// Leaves the cursor, and feeds what is left.
    Pause,
    /// Takes a checkpoint of the cursor, and continues from what is written of it.
    CursorCheckpoint,
    /// Leaves the cursor, takes a checkpoint of the stream, and continues from what is written of it.
    StreamCheckpoint,
    /// Leaves the cursor, and inserts nothing.
    InsertNothing,
    /// Leaves the cursor, and gives memory back.
    Shrink,
    /// Leaves the cursor, and feeds an empty chunk.
    FeedNothing,
}

impl Stop {
    /// All of them.
    pub const ALL: [Stop; 6] = [
        Stop::Pause,
        Stop::CursorCheckpoint,
        Stop::StreamCheckpoint,
        Stop::InsertNothing,
        Stop::Shrink,
        Stop::FeedNothing,
    ];
}

/// How a page is fed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Schedule {
    /// The lengths of the chunks, over and over; a page without any is one chunk. Zeros make empty chunks.
    pub chunks: Vec<usize>,
    /// Who feeds them.
    pub feeding: Feeding,
    /// The actions after tokens: the period and the first token.
    pub stops: Vec<(usize, usize, Stop)>,
    /// The actions after chunks, one for each chunk, repeated.
    pub between: Vec<Option<Stop>>,
    /// Whether the end is declared with the last chunk.
    pub ends_with_chunk: bool,
    /// Whether the stream has read another page before.
    pub reused: bool,
}

impl Schedule {
    /// Some schedule.
    pub fn generate(rng: &mut Rng<'_>) -> Schedule {
        let chunks = match rng.below(8) {
            0 | 1 => vec![1],
            2 => vec![],
            3 => vec![rng.between(30, 70)],
            _ => (0..rng.between(1, 4)).map(|_| rng.below(24)).collect(),
        };
        let feeding = match rng.below(12) {
            0..6 => Feeding::Slices,
            6 | 7 => Feeding::Bytes,
            8 => Feeding::Read,
            9 => Feeding::Tokio,
            10 => Feeding::Body,
            _ => Feeding::Codec,
        };
        let stops = (0..rng.one(&[0, 0, 1, 1, 2]))
            .map(|_| (rng.between(1, 9), rng.below(9), rng.one(&Stop::ALL)))
            .collect();
        let between =
            (0..rng.one(&[0, 0, 1, 3])).map(|_| rng.percent(70).then(|| rng.one(&Stop::ALL))).collect();
        let ends_with_chunk = rng.percent(40);
        let reused = rng.percent(20);
        Schedule { chunks, feeding, stops, between, ends_with_chunk, reused }
    }

    /// The page's chunks.
    pub(super) fn cut<'p>(&self, page: &'p [u8]) -> Vec<&'p [u8]> {
        let mut chunks = Vec::new();
        let mut rest = page;
        if self.chunks.iter().any(|&length| length > 0) {
            for &length in self.chunks.iter().cycle() {
                if rest.is_empty() {
                    break;
                }
                let (chunk, more) = rest.split_at(length.min(rest.len()));
                chunks.push(chunk);
                rest = more;
            }
        }
        if chunks.is_empty() || !rest.is_empty() {
            chunks.push(rest);
        }
        chunks
    }

    /// The action after this number of tokens.
    pub(super) fn stop_after(&self, tokens: usize) -> Option<Stop> {
        let due = |&&(every, first, _): &&(usize, usize, Stop)| {
            tokens >= first && (tokens - first).is_multiple_of(every)
        };
        self.stops.iter().find(due).map(|&(_, _, stop)| stop)
    }

    /// The action after this number of chunks.
    pub(super) fn stop_between(&self, chunks: usize) -> Option<Stop> {
        if self.between.is_empty() { None } else { self.between[(chunks - 1) % self.between.len()] }
    }

    /// Whether there are checkpoints.
    pub(super) fn takes_checkpoints(&self) -> bool {
        let stops = self.stops.iter().map(|(.., stop)| stop).chain(self.between.iter().flatten());
        stops.into_iter().any(|stop| matches!(stop, Stop::CursorCheckpoint | Stop::StreamCheckpoint))
    }

    /// The same with less of everything.
    pub(super) fn plainer(&self) -> Vec<Schedule> {
        let mut all = vec![
            Schedule { feeding: Feeding::Slices, ..self.clone() },
            Schedule { reused: false, ..self.clone() },
            Schedule { ends_with_chunk: false, ..self.clone() },
            Schedule { between: vec![], ..self.clone() },
            Schedule { chunks: vec![], ..self.clone() },
            Schedule { chunks: vec![1], ..self.clone() },
        ];
        for index in 0..self.stops.len() {
            let mut plainer = self.clone();
            plainer.stops.remove(index);
            all.push(plainer);
            let mut plainer = self.clone();
            plainer.stops[index].2 = Stop::Pause;
            all.push(plainer);
            let mut plainer = self.clone();
            plainer.stops[index].0 = 1000;
            all.push(plainer);
        }
        for index in 0..self.chunks.len() {
            let mut plainer = self.clone();
            plainer.chunks.remove(index);
            all.push(plainer);
        }
        for index in 0..self.between.len() {
            let mut plainer = self.clone();
            plainer.between[index] = None;
            all.push(plainer);
        }
        // One byte by one is as plain as it gets.
        all.retain(|plainer| plainer != self && !(plainer.chunks == [1] && self.chunks.is_empty()));
        all
    }
}
