//! The streaming decoder: holds back what may be a byte order mark, then passes UTF-8 on or decodes.

use std::fmt;

use encoding_rs::{CoderResult, Decoder, UTF_8};

use crate::{
    bom::{self, Bom, Verdict},
    decision::{Confidence, Decision, Source},
    options::Options,
    step::{Piece, Status, Step},
};

/// A streaming decoder from bytes of some encoding to UTF-8.
///
/// # The loop
///
/// [`advance`](Input::advance) does the work and borrows nothing; [`piece`](Input::piece) turns its answer
/// into a slice. So a wrapper can loop over steps and borrow once at the end.
///
/// ```
/// use tagspan_input::{Input, Status};
///
/// /// Decodes one chunk, handing each piece to `sink`.
/// fn feed(input: &mut Input, mut chunk: &[u8], last: bool, sink: &mut dyn FnMut(&[u8])) {
///     loop {
///         let step = input.advance(chunk, last);
///         if let Some(bom) = step.bom {
///             println!("{} bytes of byte order mark, no text", bom.source_len());
///         }
///         if !step.piece.is_empty() {
///             sink(input.piece(chunk, step.piece));
///         }
///         chunk = &chunk[step.consumed..];
///         match step.status {
///             Status::Again => {}
///             Status::NeedsChunk | Status::Finished => break,
///         }
///     }
/// }
///
/// let mut input = Input::new();
/// let mut html = Vec::new();
/// let mut sink = |piece: &[u8]| html.extend_from_slice(piece);
/// feed(&mut input, b"\xFF\xFE<\0", false, &mut sink);
/// feed(&mut input, b"p\0>", false, &mut sink);
/// feed(&mut input, b"\0", true, &mut sink);
/// assert_eq!(html, b"<p>");
/// assert!(input.is_finished());
/// ```
///
/// # The contract
///
/// - The concatenation of all pieces does not depend on how the source was cut into chunks. For a UTF-8
///   source it is the source, but for a byte order mark; for any other it is what one-shot decoding gives.
/// - A chunk is offered until it is consumed: after [`Status::Again`] the next call gets
///   `&chunk[step.consumed..]`, even if that is empty, with the same `last`.
/// - With [`Status::NeedsChunk`] or [`Status::Finished`] the whole chunk was consumed
///   (but see *After the end*).
/// - `last` says that nothing comes after this chunk. Ends that nobody foresaw are told by an empty last
///   chunk. Only with `last` is an unfinished sequence at the end given up on; until then it waits.
/// - An empty chunk that is not the last changes nothing, wherever it comes.
/// - A piece is valid until the next call that changes the input: a chunk's piece as long as the chunk, any
///   other as long as the borrow that [`piece`](Input::piece) returns.
/// - Pieces from the buffer are whole code points. Pieces of the chunk end where the chunk ends, and held bytes
///   where the chunk after them begins: within a sequence perhaps.
///
/// # Infinite loops
///
/// There are none in the loop above: a step with [`Status::Again`] has consumed or produced at least one
/// byte, and a source of *n* bytes produces at most 3 × *n* bytes. A call takes time in proportion to what it
/// consumes and produces.
///
/// # The start
///
/// The encoding is undecided until the first bytes show whether they are a byte order mark: at once, unless
/// they are `EF`, `EF BB`, `FE` or `FF` so far. Those are consumed and held back, with an empty piece. If
/// they turn out to be no mark they come out first, decoded as the encoding then decided. Half a mark at the
/// end of the source comes out as bytes too. Only one mark is removed; a second one is text, U+FEFF.
///
/// Offsets of the decoded stream count the mark as the three bytes of U+FEFF, whatever the encoding: the
/// text after it starts at offset 3. So for UTF-8 sources decoded offsets equal source offsets.
///
/// # After the end
///
/// Once a step said [`Status::Finished`], every further step says so again, consumes nothing and produces
/// nothing, whatever it is given. A wrapper that wants an error there asks [`is_finished`](Input::is_finished)
/// first. [`reset`](Input::reset) starts over.
///
/// # Memory
///
/// A UTF-8 source needs none. The first source in another encoding allocates [`Input::BUFFER_SIZE`] bytes,
/// which are kept and reused, also by later sources; nothing else is ever allocated.
pub struct Input {
    options: Options,
    phase: Phase,
    /// `None` exactly in [`Phase::Start`].
    decision: Option<Decision>,
    bom: Option<Bom>,
    /// The first `held_len` bytes of the source, kept while they may be a byte order mark. They stay here
    /// after the decision, because a piece may point at them.
    held: [u8; 2],
    held_len: usize,
    /// Empty, or [`Input::BUFFER_SIZE`] long.
    buffer: Vec<u8>,
}

/// Where in its life an input is.
enum Phase {
    /// All bytes so far, none to two, are the start of a byte order mark.
    Start,
    /// Decided for UTF-8.
    Passing,
    /// Decided for anything else.
    Decoding(Decoder),
    /// The last chunk was consumed, and everything was produced.
    Finished,
}

impl Input {
    /// The size in bytes of the buffer that sources in encodings other than UTF-8 are decoded into, and so
    /// the largest [`Piece::Buffer`].
    // So large that little is lost at the ends of pieces, where a tokenizer puts cut tokens together; so small that
    // what is decoded is still in the first cache when it is tokenized.
    pub const BUFFER_SIZE: usize = 16 * 1024;

    /// An input about which nothing is known: [`Options::new`].
    #[must_use]
    pub fn new() -> Input {
        Input::with_options(Options::new())
    }

    /// An input with what the caller knows about the encoding.
    #[must_use]
    pub fn with_options(options: Options) -> Input {
        Input {
            options,
            phase: Phase::Start,
            decision: None,
            bom: None,
            held: [0; 2],
            held_len: 0,
            buffer: Vec::new(),
        }
    }

    /// Starts over for another source with the same options. The buffer is kept.
    ///
    /// ```
    /// use tagspan_input::Input;
    ///
    /// let mut input = Input::new();
    /// assert_eq!(input.advance(b"\xEF\xBB\xBF<p>", true).consumed, 6);
    /// input.reset();
    /// assert!(input.bom().is_none() && input.decision().is_none() && !input.is_finished());
    /// ```
    pub fn reset(&mut self) {
        self.phase = Phase::Start;
        self.decision = None;
        self.bom = None;
        self.held_len = 0;
    }

    /// Starts over for another source with other options. The buffer is kept.
    pub fn reset_with(&mut self, options: Options) {
        self.options = options;
        self.reset();
    }

    /// Decodes the next bytes of the source. See [`Input`] for the contract.
    ///
    /// `chunk` is the next chunk, or after [`Status::Again`] what is left of it. `last` says that the source
    /// ends with it. One call passes on a whole chunk of UTF-8, and fills the buffer once at most otherwise.
    ///
    /// ```
    /// use tagspan_input::{Input, Piece, Status};
    ///
    /// let mut input = Input::new();
    /// let step = input.advance(b"<p>", false);
    /// assert_eq!(step.piece, Piece::Chunk { start: 0, end: 3 });
    /// assert_eq!(step.status, Status::NeedsChunk);
    /// ```
    pub fn advance(&mut self, chunk: &[u8], last: bool) -> Step {
        let step = match &mut self.phase {
            Phase::Start => self.start(chunk, last),
            Phase::Passing => pass(chunk, 0, last),
            Phase::Decoding(decoder) => decode(decoder, &mut self.buffer, &[], chunk, 0, last),
            Phase::Finished => Step { consumed: 0, piece: Piece::EMPTY, status: Status::Finished, bom: None },
        };
        if step.status == Status::Finished {
            self.phase = Phase::Finished;
        }
        step
    }

    /// The bytes of the latest step's piece; `chunk` is the very slice that the step was given.
    ///
    /// A [`Piece::Chunk`] is cut out of `chunk` and costs nothing.
    ///
    /// # Panics
    ///
    /// When the piece's range does not lie within `chunk`, or is longer than the buffer or the held bytes: then
    /// this is not the chunk, or not the input, that the step was made with.
    #[must_use]
    #[inline(always)]
    pub fn piece<'a>(&'a self, chunk: &'a [u8], piece: Piece) -> &'a [u8] {
        match piece {
            Piece::Chunk { start, end } => &chunk[start..end],
            Piece::Buffer { len } => &self.buffer[..len],
            Piece::Held { len } => &self.held[..len],
        }
    }

    /// What was decided about the encoding; `None` while bytes are held back or none have come.
    #[must_use]
    pub const fn decision(&self) -> Option<Decision> {
        self.decision
    }

    /// The byte order mark that the source starts with; `None` also while it is undecided.
    ///
    /// [`Step::bom`] says the same once, at the place where the mark was found.
    #[must_use]
    pub const fn bom(&self) -> Option<Bom> {
        self.bom
    }

    /// Whether a step has said [`Status::Finished`].
    #[must_use]
    pub const fn is_finished(&self) -> bool {
        matches!(self.phase, Phase::Finished)
    }

    /// Bytes of heap memory in use: none until a source in an encoding other than UTF-8 is decoded, then
    /// [`Input::BUFFER_SIZE`].
    ///
    /// ```
    /// use tagspan_input::{Input, Options};
    ///
    /// let mut input = Input::with_options(Options::new().charset("koi8-r").unwrap());
    /// assert_eq!(input.allocated(), 0);
    /// input.advance(b"<p>", false);
    /// assert_eq!(input.allocated(), Input::BUFFER_SIZE);
    /// ```
    #[must_use]
    pub fn allocated(&self) -> usize {
        self.buffer.capacity()
    }

    /// [`Phase::Start`]: decides if the bytes so far allow it, and goes on with what follows the mark.
    fn start(&mut self, chunk: &[u8], last: bool) -> Step {
        let bom = match bom::sniff(&self.held[..self.held_len], chunk) {
            Verdict::Found(bom) => Some(bom),
            Verdict::Absent => None,
            Verdict::Undecided if last => None,
            Verdict::Undecided => {
                self.held[self.held_len..][..chunk.len()].copy_from_slice(chunk);
                self.held_len += chunk.len();
                return Step {
                    consumed: chunk.len(),
                    piece: Piece::EMPTY,
                    status: Status::NeedsChunk,
                    bom: None,
                };
            }
        };

        let decision = match bom {
            Some(bom) => Decision::new(bom.encoding(), Confidence::Certain, Source::ByteOrderMark),
            None => self.options.decide(),
        };
        self.decision = Some(decision);
        self.bom = bom;

        // With a mark all held bytes belong to it; without one they are the first bytes to come out.
        let (first, skip) = match bom {
            Some(bom) => (&[][..], bom.source_len() - self.held_len),
            None => (&self.held[..self.held_len], 0),
        };
        let step = if decision.encoding() != UTF_8 {
            let mut decoder = decision.encoding().new_decoder_without_bom_handling();
            let step = decode(&mut decoder, &mut self.buffer, first, chunk, skip, last);
            self.phase = Phase::Decoding(decoder);
            step
        } else {
            self.phase = Phase::Passing;
            if first.is_empty() {
                pass(chunk, skip, last)
            } else {
                // The chunk waits for the next call. There is none if the source ends here.
                let status = if chunk.is_empty() { consumed(last) } else { Status::Again };
                Step { consumed: 0, piece: Piece::Held { len: first.len() }, status, bom: None }
            }
        };
        Step { bom, ..step }
    }
}

/// [`Phase::Passing`]: the chunk from `skip` on is the piece.
fn pass(chunk: &[u8], skip: usize, last: bool) -> Step {
    Step {
        consumed: chunk.len(),
        piece: Piece::Chunk { start: skip, end: chunk.len() },
        status: consumed(last),
        bom: None,
    }
}

/// [`Phase::Decoding`]: fills the buffer from `first`, which is two bytes at most, and then from the chunk
/// from `skip` on.
fn decode(
    decoder: &mut Decoder,
    buffer: &mut Vec<u8>,
    first: &[u8],
    chunk: &[u8],
    skip: usize,
    last: bool,
) -> Step {
    if buffer.is_empty() {
        *buffer = vec![0; Input::BUFFER_SIZE];
    }
    let mut written = 0;
    if !first.is_empty() {
        // Two bytes never fill the buffer, so all of them are read. It is the call below that tells the
        // decoder about the end, because a decoder must not be used after that.
        (_, _, written, _) = decoder.decode_to_utf8(first, buffer, false);
    }
    let (result, read, more, _) = decoder.decode_to_utf8(&chunk[skip..], &mut buffer[written..], last);
    let status = match result {
        CoderResult::InputEmpty => consumed(last),
        CoderResult::OutputFull => Status::Again,
    };
    Step { consumed: skip + read, piece: Piece::Buffer { len: written + more }, status, bom: None }
}

/// The status once the whole chunk was consumed and nothing more is to come out of it.
fn consumed(last: bool) -> Status {
    if last { Status::Finished } else { Status::NeedsChunk }
}

impl Default for Input {
    fn default() -> Input {
        Input::new()
    }
}

impl fmt::Debug for Input {
    /// Without the buffer's contents.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Input")
            .field("options", &self.options)
            .field("decision", &self.decision)
            .field("bom", &self.bom)
            .field("finished", &self.is_finished())
            .field("allocated", &self.allocated())
            .finish_non_exhaustive()
    }
}
