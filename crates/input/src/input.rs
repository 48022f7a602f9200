//! The streaming decoder: keeps the first bytes until the encoding is decided, then passes UTF-8 on or decodes.

use std::fmt;

use encoding_rs::{Encoding, UTF_8};

use crate::{
    bom::{self, Bom},
    codec::{Decoder, decoder_of},
    decision::EncodingDecision,
    decode::{Decoded, decode},
    options::EncodingOptions,
    sniffer::Sniffer,
    source_map::SourceMap,
    step::{Piece, Status, Step},
    unfinished::Unfinished,
    validation::{IllFormed, Validation, Validator},
};

/// A streaming decoder from bytes of some encoding to UTF-8.
///
/// # The loop
///
/// [`advance`](Input::advance) does the work and borrows nothing; [`piece`](Input::piece) turns its answer
/// into a slice. So a wrapper can loop over steps and borrow once at the end.
///
/// ```
/// use tagspan_input::decoder::{Input, Status};
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
///             Status::IllFormed { .. } => unreachable!("validation is off"),
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
/// - The concatenation of all pieces does not depend on how the source was split into chunks. For a UTF-8
///   source it is the source, but for a byte order mark; for any other it is what one-shot decoding gives.
/// - A chunk is offered until it is consumed: after [`Status::Again`] the next call gets
///   `&chunk[step.consumed..]`, even if that is empty, with the same `last`.
/// - With [`Status::NeedsChunk`] or [`Status::Finished`] the whole chunk was consumed
///   (but see *After the end*).
/// - `last` declares that the source ends with this chunk. An end that becomes known later is declared by an empty last
///   chunk. An unfinished sequence at the end waits until then, and is ill-formed with `last`.
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
/// The encoding is undecided until the first bytes settle it: see [`Sniffer`]. Until then chunks are consumed and
/// kept, with an empty piece; at most [`Sniffer::limit`] bytes. Then they come out first, decoded as was decided. A
/// chunk that is long enough to decide upon is not copied. One byte order mark is removed; a second one is text, U+FEFF.
///
/// Offsets of the decoded stream count the mark as the three bytes of U+FEFF, whatever the encoding: the
/// text after it starts at offset 3. So for UTF-8 sources decoded offsets equal source offsets.
///
/// # Declarations in mid-parse
///
/// While the encoding is tentative, a declaration that the parser meets may change it:
/// [`reconsider`](Input::reconsider) says how, and [`switch`](Input::switch) or [`restart`](Input::restart) does it.
/// Both read again from the bytes that [`keep`](Input::keep) has kept.
///
/// # After the end
///
/// Once a step said [`Status::Finished`], every further step says so again, consumes nothing and produces
/// nothing, whatever it is given. A wrapper that wants an error there asks [`is_finished`](Input::is_finished)
/// first. [`reset`](Input::reset) starts over.
///
/// # Memory
///
/// A UTF-8 source needs none but for what is kept. A source in another encoding allocates a buffer for what is decoded at once,
/// at most [`Input::BUFFER_SIZE`] bytes, which is kept and reused, also by later sources. What is kept for sniffing is at most
/// [`Sniffer::limit`] bytes, for reading again as many as the caller says, and for
/// [source offsets](Input::source_offsets) the source and the text of a piece and of the part that the caller has not released.
pub struct Input {
    pub(crate) sniffer: Sniffer,
    pub(crate) phase: Phase,
    /// `None` exactly in [`Phase::Sniffing`].
    pub(crate) decision: Option<EncodingDecision>,
    /// The first bytes of the source: those that the decision needed, and those that the caller asked to keep.
    pub(crate) kept: Vec<u8>,
    /// The index in `kept` of the next byte to read; its length if the next byte is in the chunk.
    ///
    /// INVARIANT: if it is less, then `source` is the length of `kept`.
    pub(crate) again: usize,
    /// The number of source bytes so far: the offset of the next chunk's first byte.
    ///
    /// INVARIANT: at least the length of `kept`.
    pub(crate) source: u64,
    /// Bytes that came out, and those of a mark.
    pub(crate) decoded: u64,
    /// Where the present decoder began: offsets of the decoded stream and of the source.
    pub(crate) begun: (u64, u64),
    /// Where in the source the latest piece was begun.
    pub(crate) piece_start: u64,
    /// As long as was needed so far, at most [`Input::BUFFER_SIZE`]. A piece in it starts with its first byte.
    pub(crate) buffer: Vec<u8>,
    pub(crate) map: Option<SourceMap>,
    pub(crate) validator: Validator,
    /// The state of the decoder. After the end only the position after the text.
    pub(crate) unfinished: Unfinished,
}

/// Where in its life an input is.
pub(crate) enum Phase {
    /// The bytes so far do not settle the encoding.
    Sniffing,
    /// Decided for UTF-8.
    Passing,
    /// Decided for anything else.
    Decoding(Decoder),
    /// The last chunk was consumed, and everything was produced; or a strict input is at an ill-formed sequence.
    Finished,
}

impl Phase {
    /// The phase after the decision. Without a decoder the source is passed on as it is.
    pub(crate) fn of(decoder: Option<Decoder>) -> Phase {
        decoder.map_or(Phase::Passing, Phase::Decoding)
    }

    /// The phase before the first byte.
    fn first(sniffer: &Sniffer) -> Phase {
        if sniffer.decision().is_some() { Phase::Passing } else { Phase::Sniffing }
    }
}

impl Input {
    /// The size in bytes of the buffer that sources in encodings other than UTF-8 are decoded into, and so
    /// the largest [`Piece::Buffer`].
    ///
    /// ```
    /// use tagspan_input::{EncodingOptions, WINDOWS_1252, decoder::{Input, Status}};
    ///
    /// let mut input = Input::with_options(EncodingOptions::new().encoding(WINDOWS_1252));
    /// let step = input.advance(&vec![0xE9; 2 * Input::BUFFER_SIZE], false);
    /// assert_eq!(step.status, Status::Again);
    /// assert!(step.piece.len() <= Input::BUFFER_SIZE);
    /// ```
    // So large that little is lost at the ends of pieces, where a tokenizer puts split tokens together; so small that
    // what is decoded is still in the first cache when it is tokenized.
    pub const BUFFER_SIZE: usize = 16 * 1024;

    /// How much memory of what was kept a reset keeps: enough for limits as most have them.
    const KEPT_FOR_LATER: usize = 256 * 1024;

    /// An input with the default options: [`EncodingOptions::new`].
    ///
    /// ```
    /// assert_eq!(tagspan_input::decoder::Input::new().consumed(), 0);
    /// ```
    #[must_use]
    pub fn new() -> Input {
        Input::with_options(EncodingOptions::new())
    }

    /// An input with these options for the encoding.
    ///
    /// ```
    /// use tagspan_input::{EncodingOptions, EncodingSource, UTF_8, decoder::Input};
    ///
    /// let mut input = Input::with_options(EncodingOptions::new().encoding(UTF_8));
    /// let _ = input.advance(b"<p>", false);
    /// assert!(input.encoding_decision().is_some_and(|decision| decision.source() == EncodingSource::Transport));
    /// ```
    #[must_use]
    #[inline]
    pub fn with_options(options: EncodingOptions) -> Input {
        let sniffer = Sniffer::new(options);
        Input {
            phase: Phase::first(&sniffer),
            decision: sniffer.decision(),
            sniffer,
            kept: Vec::new(),
            again: 0,
            source: 0,
            decoded: 0,
            begun: (0, 0),
            piece_start: 0,
            buffer: Vec::new(),
            map: None,
            validator: Validator::default(),
            unfinished: Unfinished::default(),
        }
    }

    /// Sets whether ill-formed sequences are searched for. Off by default. Call it before the first byte.
    ///
    /// ```
    /// use tagspan_input::{EncodingOptions, UTF_8, Validation, decoder::{Input, Status}};
    ///
    /// let mut input = Input::with_options(EncodingOptions::new().encoding(UTF_8)).validation(Validation::Strict);
    /// assert_eq!(input.advance(b"caf\xE9 <p>", true).status, Status::IllFormed { offset: 3 });
    /// ```
    #[must_use]
    #[inline]
    pub fn validation(mut self, validation: Validation) -> Input {
        self.validator.mode = validation;
        self
    }

    /// Sets whether [`source_offset`](Input::source_offset) works for encodings other than UTF-8: not by
    /// default, since it costs a second pass over source and text. For the start, before any byte.
    ///
    /// ```
    /// use tagspan_input::{EncodingOptions, WINDOWS_1252, decoder::Input};
    ///
    /// let mut input = Input::with_options(EncodingOptions::new().encoding(WINDOWS_1252)).source_offsets(true);
    /// let _ = input.advance(b"\xE9t\xE9<p>", true);
    /// assert_eq!(input.source_offset("été".len() as u64), Some(3));
    /// ```
    #[must_use]
    #[inline]
    pub fn source_offsets(mut self, on: bool) -> Input {
        self.map = on.then(SourceMap::new);
        self
    }

    /// Prepares for another source with the same options. Buffers are kept unless an oversized source has made them large.
    ///
    /// ```
    /// use tagspan_input::decoder::Input;
    ///
    /// let mut input = Input::new();
    /// assert_eq!(input.advance(b"\xEF\xBB\xBF<p>", true).consumed, 6);
    /// input.reset();
    /// assert!(input.bom().is_none() && input.encoding_decision().is_none() && !input.is_finished());
    /// ```
    pub fn reset(&mut self) {
        self.sniffer.reset();
        self.phase = Phase::first(&self.sniffer);
        self.decision = self.sniffer.decision();
        self.kept.clear();
        if self.kept.capacity() > Input::KEPT_FOR_LATER {
            self.kept = Vec::new();
        }
        (self.again, self.source, self.decoded, self.piece_start) = (0, 0, 0, 0);
        self.begun = (0, 0);
        self.validator.reset();
        self.unfinished = Unfinished::default();
    }

    /// Starts over for another source with other options. Buffers are kept.
    ///
    /// ```
    /// use tagspan_input::{EncodingOptions, UTF_8, decoder::Input};
    ///
    /// let mut input = Input::new();
    /// let _ = input.advance(b"<p>", true);
    /// input.reset_with(EncodingOptions::new().encoding(UTF_8));
    /// let _ = input.advance(b"<p>", false);
    /// assert!(input.encoding_decision().is_some_and(|decision| decision.encoding() == UTF_8));
    /// ```
    pub fn reset_with(&mut self, options: EncodingOptions) {
        self.sniffer = Sniffer::new(options);
        self.reset();
    }

    /// Decodes the next bytes of the source. See [`Input`] for the contract.
    ///
    /// `chunk` is the next chunk, or after [`Status::Again`] what is left of it. `last` says that the source
    /// ends with it. One call passes on a whole chunk of UTF-8, and fills the buffer once at most otherwise.
    ///
    /// ```
    /// use tagspan_input::{EncodingOptions, decoder::{Input, Piece, Status}};
    ///
    /// let mut input = Input::with_options(EncodingOptions::new().charset("utf-8").unwrap());
    /// let step = input.advance(b"<p>", false);
    /// assert_eq!(step.piece, Piece::Chunk { start: 0, end: 3 });
    /// assert_eq!(step.status, Status::NeedsChunk);
    /// ```
    pub fn advance(&mut self, chunk: &[u8], last: bool) -> Step {
        let step = match self.phase {
            Phase::Sniffing => self.sniff(chunk, last),
            Phase::Passing | Phase::Decoding(_) => self.read(chunk, 0, last),
            Phase::Finished => {
                let status = match self.validator.fault() {
                    Some(offset) => Status::IllFormed { offset },
                    None => Status::Finished,
                };
                return Step { consumed: 0, piece: Piece::EMPTY, status, bom: None };
            }
        };
        self.source += step.consumed as u64;
        self.decoded += step.piece.len() as u64;
        if matches!(step.status, Status::Finished | Status::IllFormed { .. }) {
            self.phase = Phase::Finished;
        }
        step
    }

    /// The bytes of the latest step's piece; `chunk` is the very slice that the step was given.
    ///
    /// A [`Piece::Chunk`] is a slice of `chunk` and costs nothing.
    ///
    /// # Panics
    ///
    /// When the piece's range does not lie within `chunk`, or is longer than the buffer or the kept bytes: then
    /// this is not the chunk, or not the input, that the step was made with.
    ///
    /// ```
    /// use tagspan_input::{EncodingOptions, decoder::Input};
    ///
    /// let mut input = Input::with_options(EncodingOptions::new().charset("windows-1252").unwrap());
    /// let chunk = b"caf\xE9";
    /// let step = input.advance(chunk, true);
    /// assert_eq!(input.piece(chunk, step.piece), "café".as_bytes());
    /// ```
    #[must_use]
    #[inline(always)]
    pub fn piece<'a>(&'a self, chunk: &'a [u8], piece: Piece) -> &'a [u8] {
        match piece {
            Piece::Chunk { start, end } => &chunk[start..end],
            Piece::Buffer { len } => &self.buffer[..len],
            Piece::Kept { start, end } => &self.kept[start..end],
        }
    }

    /// The bytes that [`Piece::Buffer`] lies in.
    ///
    /// ```
    /// assert!(tagspan_input::decoder::Input::new().buffer().is_empty());
    /// ```
    #[must_use]
    #[inline(always)]
    pub fn buffer(&self) -> &[u8] {
        &self.buffer
    }

    /// The bytes that [`Piece::Kept`] lies in.
    ///
    /// ```
    /// let mut input = tagspan_input::decoder::Input::new();
    /// let _ = input.advance(b"<p>", false);
    /// assert_eq!(input.kept(), b"<p>");
    /// ```
    #[must_use]
    #[inline(always)]
    pub fn kept(&self) -> &[u8] {
        &self.kept
    }

    /// The decision about the encoding; `None` while bytes are held back or none have come.
    ///
    /// ```
    /// use tagspan_input::decoder::Input;
    ///
    /// let mut input = Input::new();
    /// let _ = input.advance(b"<p>", false);
    /// assert!(input.encoding_decision().is_none());
    /// let _ = input.advance(b"", true);
    /// assert!(input.encoding_decision().is_some_and(|decision| decision.encoding().name() == "windows-1252"));
    /// ```
    #[must_use]
    pub const fn encoding_decision(&self) -> Option<EncodingDecision> {
        self.decision
    }

    /// The byte order mark that the source starts with; `None` also while it is undecided.
    ///
    /// [`Step::bom`] says the same once, at the place where the mark was found.
    ///
    /// ```
    /// use tagspan_input::{Bom, decoder::Input};
    ///
    /// let mut input = Input::new();
    /// let _ = input.advance(b"\xFE\xFF\0<", false);
    /// assert_eq!(input.bom(), Some(Bom::Utf16Be));
    /// ```
    #[must_use]
    pub fn bom(&self) -> Option<Bom> {
        self.decision.and_then(|decision| decision.bom())
    }

    /// Whether a step has returned [`Status::Finished`].
    ///
    /// ```
    /// let mut input = tagspan_input::decoder::Input::new();
    /// let _ = input.advance(b"<p>", true);
    /// assert!(input.is_finished());
    /// ```
    #[must_use]
    pub const fn is_finished(&self) -> bool {
        matches!(self.phase, Phase::Finished) && self.validator.fault().is_none()
    }

    /// The number of bytes of the source consumed: the offset of the next one.
    ///
    /// ```
    /// let mut input = tagspan_input::decoder::Input::new();
    /// let _ = input.advance(b"<p>", false);
    /// let _ = input.advance(b"text", true);
    /// assert_eq!(input.consumed(), 7);
    /// ```
    #[must_use]
    pub const fn consumed(&self) -> u64 {
        self.source
    }

    /// How many bytes came out, and those of a mark: the offset in the decoded stream after the latest piece.
    ///
    /// ```
    /// let mut input = tagspan_input::decoder::Input::new();
    /// let _ = input.advance(b"\xFF\xFE\xE9\0", false);
    /// assert_eq!(input.decoded(), "\u{FEFF}é".len() as u64);
    /// ```
    #[must_use]
    pub const fn decoded(&self) -> u64 {
        self.decoded
    }

    /// The ill-formed sequences found so far, if [`validation`](Input::validation) is on.
    ///
    /// In a UTF-8 source they are found when a piece is passed on, in any other when it is decoded: at most a piece ahead of
    /// the reader of the pieces.
    ///
    /// ```
    /// use tagspan_input::{EncodingOptions, UTF_8, Validation, decoder::Input};
    ///
    /// let mut input = Input::with_options(EncodingOptions::new().encoding(UTF_8)).validation(Validation::Count);
    /// let _ = input.advance(b"caf\xE9", true);
    /// assert_eq!(input.ill_formed().offsets(), [3]);
    /// ```
    #[must_use]
    pub const fn ill_formed(&self) -> &IllFormed {
        &self.validator.found
    }

    /// The offset in the source of an offset in the decoded stream, both zero-based and in bytes.
    ///
    /// It answers for all that was passed on if the source is UTF-8 (after a [switch](Input::switch) to it, from there
    /// on). Otherwise [`source_offsets`](Input::source_offsets)
    /// must have asked for it, and it answers from the last [`forget_before`](Input::forget_before) on to the end
    /// of the latest piece, between characters. Source bytes that are no text belong to the character after them.
    ///
    /// Takes time in proportion to the distance from the latest answer, at most that of a kibibyte where answers
    /// were given before.
    ///
    /// ```
    /// use tagspan_input::{EncodingOptions, decoder::Input};
    ///
    /// let mut input = Input::with_options(EncodingOptions::new().charset("shift_jis")?).source_offsets(true);
    /// input.advance(b"<p>\x93\xFA\x96\x7B</p>", true);
    /// let end = "<p>日本".len() as u64;
    /// assert_eq!(input.source_offset(end), Some(7));
    /// assert_eq!(input.source_offset(end - 1), None);
    /// # Ok::<(), tagspan::UnknownLabel>(())
    /// ```
    #[must_use]
    pub fn source_offset(&self, decoded: u64) -> Option<u64> {
        let decision = self.decision?;
        if let (0, Some(_)) = (decoded, decision.bom()) {
            return Some(0);
        }
        if decision.encoding() == UTF_8 {
            let (begun, source) = self.begun;
            return (begun..=self.decoded).contains(&decoded).then(|| decoded - begun + source);
        }
        self.map.as_ref()?.source_offset(decoded)
    }

    /// Says that [`source_offset`](Input::source_offset) will not be asked for anything before this offset of the
    /// decoded stream. Until that is said, all of the source and of its text is kept.
    ///
    /// ```
    /// use tagspan_input::{EncodingOptions, WINDOWS_1252, decoder::Input};
    ///
    /// let mut input = Input::with_options(EncodingOptions::new().encoding(WINDOWS_1252)).source_offsets(true);
    /// let _ = input.advance(b"\xE9t\xE9 passed", false);
    /// assert_eq!(input.source_offset(5), Some(3));
    /// input.forget_before(5);
    /// assert_eq!((input.source_offset(5), input.source_offset(6)), (Some(3), Some(4)));
    /// ```
    pub fn forget_before(&mut self, decoded: u64) {
        if let Some(map) = &mut self.map {
            map.forget_before(decoded);
        }
    }

    /// Remembers the source of this decoded offset, whatever is forgotten after that: of one offset, that of the latest call.
    /// Takes the time of [`source_offset`](Input::source_offset); where that has no answer, nothing is pinned.
    ///
    /// ```
    /// use tagspan_input::{EncodingOptions, WINDOWS_1252, decoder::Input};
    ///
    /// let mut input = Input::with_options(EncodingOptions::new().encoding(WINDOWS_1252)).source_offsets(true);
    /// let _ = input.advance(&[0xE9; 4000], false);
    /// input.pin(2);
    /// input.forget_before(8000);
    /// assert_eq!([2, 4, 8000].map(|offset| input.source_offset(offset)), [Some(1), None, Some(4000)]);
    /// ```
    pub fn pin(&mut self, decoded: u64) {
        if let Some(map) = &mut self.map {
            map.pin(decoded);
        }
    }

    /// Bytes of heap memory in use: see [Memory](Input#memory).
    ///
    /// ```
    /// use tagspan_input::{EncodingOptions, decoder::Input};
    ///
    /// let mut input = Input::with_options(EncodingOptions::new().charset("koi8-r").unwrap());
    /// assert_eq!(input.allocated(), 0);
    /// input.advance(b"<p>\xC1", false);
    /// assert!((1..=Input::BUFFER_SIZE).contains(&input.allocated()));
    /// ```
    #[must_use]
    pub fn allocated(&self) -> usize {
        let map = self.map.as_ref().map_or(0, SourceMap::allocated);
        let offsets = self.validator.found.offsets.capacity() * size_of::<u64>();
        self.buffer.capacity() + self.kept.capacity() + offsets + map
    }

    /// Frees unused memory: for an input that waits long for its next chunk.
    /// Buffers are allocated again when they are needed.
    ///
    /// To be called between pieces: bytes of the buffer that the caller has not taken are lost, and
    /// [`piece`](Input::piece) panics for them. What is kept stays.
    ///
    /// ```
    /// use tagspan_input::{EncodingOptions, decoder::Input};
    ///
    /// let mut input = Input::with_options(EncodingOptions::new().charset("koi8-r")?);
    /// let step = input.advance(b"<p>\xC1", false);
    /// assert_eq!(input.piece(b"", step.piece), "<p>а".as_bytes());
    /// input.shrink_to_fit();
    /// assert_eq!(input.allocated(), 0);
    /// let step = input.advance(b"\xC2", true);
    /// assert_eq!(input.piece(b"", step.piece), "б".as_bytes());
    /// # Ok::<(), tagspan::UnknownLabel>(())
    /// ```
    pub fn shrink_to_fit(&mut self) {
        self.buffer = Vec::new();
        self.kept.shrink_to_fit();
        self.validator.found.offsets.shrink_to_fit();
        if let Some(map) = &mut self.map {
            map.shrink();
        }
    }

    /// Decides the encoding by the bytes so far, as at the end of the source, although more may come. The next step gives the
    /// bytes that were held back. Changes nothing once the encoding is decided.
    ///
    /// ```
    /// let mut input = tagspan_input::decoder::Input::new();
    /// assert!(input.advance(b"<p>", false).piece.is_empty());
    /// input.stop_sniffing();
    /// let step = input.advance(b"", false);
    /// assert_eq!(input.piece(b"", step.piece), b"<p>");
    /// ```
    pub fn stop_sniffing(&mut self) {
        if matches!(self.phase, Phase::Sniffing)
            && let Some(decision) = self.sniffer.look(&self.kept, true)
        {
            self.again = self.decide(decision);
        }
    }

    /// Begins to decode; gives the length of the byte order mark in the source.
    pub(crate) fn decide(&mut self, decision: EncodingDecision) -> usize {
        self.decision = Some(decision);
        let bom = decision.bom();
        let mark = bom.map_or(0, Bom::source_len);
        let decoded = if bom.is_some() { crate::bom::DECODED_BOM_LEN as u64 } else { 0 };
        self.start(decision.encoding(), decoded, mark as u64);
        mark
    }

    /// Whether there is a map to the source, to be told what to [forget](Input::forget_before): if source offsets are on, and
    /// the encoding is decided and not UTF-8, which needs none.
    ///
    /// ```
    /// let mut input = tagspan_input::decoder::Input::new().source_offsets(true);
    /// let _ = input.advance(b"<meta charset=koi8-r>", false);
    /// assert!(input.maps_source());
    /// ```
    pub fn maps_source(&self) -> bool {
        self.map.is_some() && self.decision.is_some_and(|decision| decision.encoding() != UTF_8)
    }

    /// [`Phase::Sniffing`]: decides if the bytes so far allow it, and continues after the byte order mark.
    fn sniff(&mut self, chunk: &[u8], last: bool) -> Step {
        // A first chunk that is long enough is looked at where it lies.
        let mut taken = 0;
        let mut decision = None;
        if self.kept.is_empty() {
            decision = self.sniffer.look(chunk, last);
        } else {
            // A mark shows first, and what follows it need not be copied.
            for limit in [bom::LONGEST, self.sniffer.limit()] {
                let more = limit.saturating_sub(self.kept.len()).min(chunk.len() - taken);
                self.kept.extend_from_slice(&chunk[taken..taken + more]);
                taken += more;
                decision = self.sniffer.look(&self.kept, last && taken == chunk.len());
                if decision.is_some() {
                    break;
                }
            }
        }
        let Some(decision) = decision else {
            self.kept.extend_from_slice(&chunk[taken..]);
            self.again = self.kept.len();
            return Step {
                consumed: chunk.len(),
                piece: Piece::EMPTY,
                status: Status::NeedsChunk,
                bom: None,
            };
        };
        let mark = self.decide(decision);
        let step = if self.kept.is_empty() {
            self.read(chunk, mark, last)
        } else {
            self.again = mark;
            self.read(chunk, taken, last)
        };
        Step { bom: decision.bom(), ..step }
    }

    /// Begins to read in an encoding, from these offsets of the decoded stream and of the source on. No decoder may have
    /// left a sequence unfinished.
    pub(crate) fn start(&mut self, encoding: &'static Encoding, decoded: u64, source: u64) {
        self.decoded = decoded;
        self.begun = (decoded, source);
        let decoder = decoder_of(encoding);
        if let (Some(map), Some(_)) = (&mut self.map, &decoder) {
            map.start(encoding, decoded, source);
        }
        self.phase = Phase::of(decoder);
    }

    /// Continues at an offset in the source: among the bytes that were kept, or in the chunk that begins there. Returns the
    /// offset in the source that the next chunk must begin with.
    pub(crate) fn go_to(&mut self, source: u64) -> u64 {
        self.again = usize::try_from(source).unwrap_or(usize::MAX).min(self.kept.len());
        self.source = self.resumes_at(source);
        self.source
    }

    /// The offset in the source that the next chunk must begin with to continue at a given offset. Bytes that are kept are
    /// not fed again.
    ///
    /// ```
    /// use tagspan_input::decoder::Input;
    ///
    /// let mut input = Input::new();
    /// let _ = input.advance(b"<p>text", false);
    /// // These bytes wait for the encoding in the input's own memory.
    /// assert_eq!((input.resumes_at(3), input.resumes_at(9)), (7, 9));
    /// ```
    #[must_use]
    pub fn resumes_at(&self, source: u64) -> u64 {
        source.max(self.kept.len() as u64)
    }

    /// Whether all bytes that were kept are read.
    pub(crate) fn is_past_kept(&self) -> bool {
        self.again == self.kept.len()
    }

    pub(crate) fn validates(&self) -> bool {
        self.validator.is_on()
    }

    /// Forgets the ill-formed sequences that were found, but for those of these first bytes of the source.
    pub(crate) fn validate_again(&mut self, encoding: &'static Encoding, before: &[u8]) {
        self.validator.reset();
        let Some(mut decoder) = decoder_of(encoding) else {
            self.validator.check(before, 0, false);
            return;
        };
        let mut text = [0; 1024];
        let mut at = 0;
        while let Decoded { status: Status::Again, read, .. } =
            decode(&mut decoder, &before[at..], &mut text, false, at as u64, &mut self.validator)
        {
            at += read;
        }
    }

    /// Gives back the last `count` bytes of a chunk that were passed on: the caller could not use them, and feeds them again.
    /// If the source ended with the chunk, that is declared again too.
    ///
    /// # Panics
    ///
    /// When fewer bytes were passed on.
    ///
    /// ```
    /// use tagspan_input::{EncodingOptions, UTF_8, decoder::Input};
    ///
    /// let mut input = Input::with_options(EncodingOptions::new().encoding(UTF_8));
    /// let _ = input.advance(b"<p>text", false);
    /// input.give_back(4);
    /// assert_eq!(input.consumed(), 3);
    /// ```
    pub fn give_back(&mut self, count: usize) {
        self.source -= count as u64;
        self.decoded -= count as u64;
        if (count > 0 || self.is_finished()) && !matches!(self.phase, Phase::Decoding(_)) {
            // The source may have ended, or be faulty, after them.
            let encoding = self.decision.map(|decision| decision.encoding());
            self.phase = Phase::of(encoding.and_then(decoder_of));
        }
    }

    /// The next piece: of what is read again as long as there is any, then of the chunk from `skip` on.
    fn read(&mut self, chunk: &[u8], skip: usize, last: bool) -> Step {
        self.piece_start = if self.is_past_kept() { self.source + skip as u64 } else { self.again as u64 };
        match self.phase {
            Phase::Decoding(_) => self.decode(chunk, skip, last),
            _ => self.pass(chunk, skip, last),
        }
    }
}

impl Default for Input {
    fn default() -> Input {
        Input::new()
    }
}

impl fmt::Debug for Input {
    /// Without the contents of buffers.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Input")
            .field("options", self.sniffer.options())
            .field("decision", &self.decision)
            .field("consumed", &self.source)
            .field("finished", &self.is_finished())
            .field("allocated", &self.allocated())
            .finish_non_exhaustive()
    }
}
