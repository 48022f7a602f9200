//! Checkpoints: the state of an input, small enough to be stored, for another process to continue with.

mod check;
#[cfg(feature = "serde")]
pub(crate) mod form;

use crate::{
    codec::decoder_of,
    decision::EncodingDecision,
    input::{Input, Phase},
    options::EncodingOptions,
    source_map::{SavedMap, SourceMap},
    step::Piece,
    unfinished::Unfinished,
    validation::Validator,
};

/// The state of an [`Input`] for another one to continue with, in this process or another, in every encoding and at every
/// byte of the source. [`Input::checkpoint`] makes it, [`Input::from_checkpoint`] continues.
///
/// It holds the options, the decision, offsets, what validation has found, the first bytes of the source as far as the
/// input keeps them, and what the decoder remembers: a few bytes. It holds no piece, and nothing that came out.
///
/// # Storing it
///
/// With the feature `serde` it can be serialized. In JSON it takes about 600 bytes and the kept bytes. Its form is
/// private and has no version: a program that stores it should store one. A crafted one can choose what is read, so protect it
/// as the source.
///
/// One that was taken with `EncodingOptions::detect` is refused by a build without the feature `detect`.
///
/// ```
/// use tagspan_input::{EncodingOptions, decoder::Input};
///
/// // "日" in Shift_JIS, cut.
/// let mut first = Input::with_options(EncodingOptions::new().charset("shift_jis")?);
/// let step = first.advance(b"<p>\x93", false);
/// assert_eq!(first.piece(b"", step.piece), b"<p>");
/// let checkpoint = first.checkpoint();
///
/// let mut second = Input::from_checkpoint(checkpoint)?;
/// assert_eq!(second.consumed(), 4);
/// let step = second.advance(b"\xFA", true);
/// assert_eq!(second.piece(b"", step.piece), "日".as_bytes());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct InputCheckpoint {
    #[cfg_attr(feature = "serde", serde(with = "form::Options"))]
    options: EncodingOptions,
    /// The first bytes of the source. All of it while the encoding is undecided.
    #[cfg_attr(feature = "serde", serde(with = "form::bytes"))]
    kept: Vec<u8>,
    validator: Validator,
    source_offsets: bool,
    decided: Option<Decided>,
}

/// The state of an input that knows the encoding.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
struct Decided {
    #[cfg_attr(feature = "serde", serde(with = "form::Decision"))]
    decision: EncodingDecision,
    finished: bool,
    /// The offset of the next byte of the source to be decoded. It is kept, or comes with the next chunk.
    position: u64,
    decoded: u64,
    begun: (u64, u64),
    piece_start: u64,
    /// Present if source offsets are asked for and the source is decoded.
    map: Option<SavedMap>,
    unfinished: Unfinished,
}

impl Input {
    /// Puts text into the buffer as if it were the last piece of the decoder, for a wrapper that continues in the middle of
    /// one. At most [`Input::BUFFER_SIZE`] bytes are taken. Offsets stay, as a checkpoint has counted this text.
    ///
    /// ```
    /// use tagspan_input::{EncodingOptions, decoder::Input};
    ///
    /// let mut first = Input::with_options(EncodingOptions::new().charset("windows-1252")?);
    /// let step = first.advance(b"<p>caf\xE9", false);
    /// let unread = &first.piece(b"", step.piece)[3..];
    ///
    /// let mut second = Input::from_checkpoint(first.checkpoint())?;
    /// let piece = second.hold(unread);
    /// assert_eq!(second.piece(b"", piece), "café".as_bytes());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn hold(&mut self, text: &[u8]) -> Piece {
        let len = text.len().min(Input::BUFFER_SIZE);
        self.reserve_buffer(len);
        self.buffer[..len].copy_from_slice(&text[..len]);
        Piece::Buffer { len }
    }

    /// Makes a checkpoint: see [`InputCheckpoint`]. Changes nothing.
    ///
    /// Call it between pieces: the last piece is not part of it, and consumed bytes are not read again. The input that
    /// continues from it is fed the source from [`consumed`](Input::consumed) on, which may lie in the middle of a chunk,
    /// after [`Status::Again`](crate::decoder::Status::Again).
    ///
    /// Takes time and memory in proportion to the bytes that are kept, and to the list of ill-formed sequences; none of it
    /// to the source.
    ///
    /// ```
    /// use tagspan_input::decoder::Input;
    ///
    /// let mut input = Input::new();
    /// input.advance(b"<meta charset=ko", false);
    /// let mut other = Input::from_checkpoint(input.checkpoint())?;
    /// other.advance(b"i8-r>", false);
    /// assert_eq!(other.encoding_decision().unwrap().encoding().name(), "KOI8-R");
    /// assert!(input.encoding_decision().is_none());
    /// # Ok::<(), &str>(())
    /// ```
    #[must_use]
    pub fn checkpoint(&self) -> InputCheckpoint {
        InputCheckpoint {
            options: self.sniffer.options().clone(),
            kept: self.kept.clone(),
            validator: self.validator.clone(),
            source_offsets: self.map.is_some(),
            decided: self.decision.map(|decision| Decided {
                decision,
                finished: matches!(self.phase, Phase::Finished),
                position: if self.is_past_kept() { self.source } else { self.again as u64 },
                decoded: self.decoded,
                begun: self.begun,
                piece_start: self.piece_start,
                map: self.map.as_ref().filter(|_| self.maps_source()).map(SourceMap::save),
                unfinished: self.unfinished.clone(),
            }),
        }
    }

    /// Continues from a checkpoint: with the same decision, ill-formed sequences and offsets, and the same steps for the same
    /// chunks, except that pieces may end at other places.
    ///
    /// If [source offsets](Input::source_offsets) were requested, [`source_offset`](Input::source_offset) answers from
    /// the last [`forget_before`](Input::forget_before) on, as without the checkpoint, which has the text from there on
    /// and its source.
    ///
    /// Takes time in proportion to the bytes that were kept for sniffing, and to that text. The buffer is allocated when
    /// it is needed.
    ///
    /// # Errors
    ///
    /// The reason why no input has made the checkpoint.
    ///
    /// ```
    /// use tagspan_input::{EncodingOptions, decoder::Input};
    ///
    /// let mut input = Input::with_options(EncodingOptions::new().charset("big5")?).source_offsets(true);
    /// input.advance(b"<p>\xA4", false);
    /// input.forget_before(3);
    /// let mut input = Input::from_checkpoint(input.checkpoint())?;
    /// input.advance(b"\xA4</p>", true);
    /// let end = "<p>中".len() as u64;
    /// assert_eq!([2, 3, end].map(|offset| input.source_offset(offset)), [None, Some(3), Some(5)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_checkpoint(checkpoint: InputCheckpoint) -> Result<Input, &'static str> {
        checkpoint.check()?;
        Ok(checkpoint.restore())
    }
}

/// Another input in the same state, the last piece included.
impl Clone for Input {
    fn clone(&self) -> Input {
        // A decoder cannot be copied.
        Input { buffer: self.buffer.clone(), ..self.checkpoint().restore() }
    }
}

impl InputCheckpoint {
    /// The input that continues.
    fn restore(self) -> Input {
        let InputCheckpoint { options, kept, validator, source_offsets, decided } = self;
        let mut input = Input::with_options(options).source_offsets(source_offsets);
        (input.validator, input.kept) = (validator, kept);
        let kept = input.kept.len() as u64;
        input.go_to(decided.as_ref().map_or(kept, |decided| decided.position));
        let Some(decided) = decided else {
            // What the sniffer knows follows from the bytes.
            input.sniffer.look(&input.kept, false);
            return input;
        };
        let Decided { decision, finished, position: _, decoded, begun, piece_start, map, unfinished } =
            decided;
        let encoding = decision.encoding();
        if let Some(map) = map {
            input.map = Some(SourceMap::restore(map, encoding, decoded, begun.1));
        }
        input.phase = if finished {
            Phase::Finished
        } else {
            let mut decoder = decoder_of(encoding);
            decoder.iter_mut().for_each(|decoder| unfinished.replay(decoder));
            Phase::of(decoder)
        };
        Input { decision: Some(decision), decoded, begun, piece_start, unfinished, ..input }
    }
}
