//! Checkpoints: the state of an input, small enough to be stored, for another process to continue with.

#[cfg(feature = "serde")]
mod check;
#[cfg(feature = "serde")]
pub(crate) mod form;

#[cfg(feature = "serde")]
pub use self::form::encoding;
use encoding_rs::UTF_8;

use crate::{
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
/// private and has no version: a program that stores it should store one. After reading one, call `InputCheckpoint::check`. A
/// crafted one can choose what is read, so protect it as the source.
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
/// let mut second = Input::from_checkpoint(checkpoint);
/// assert_eq!(second.consumed(), 4);
/// let step = second.advance(b"\xFA", true);
/// assert_eq!(second.piece(b"", step.piece), "日".as_bytes());
/// # Ok::<(), tagspan::UnknownLabel>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct InputCheckpoint {
    #[cfg_attr(feature = "serde", serde(with = "form::Options"))]
    options: EncodingOptions,
    // By default, serde takes a missing field for null.
    #[cfg_attr(feature = "serde", serde(deserialize_with = "serde::Deserialize::deserialize"))]
    decision: Option<Decided>,
    /// INVARIANT: only if there is a decision.
    finished: bool,
    #[cfg_attr(feature = "serde", serde(with = "form::bytes"))]
    kept: Vec<u8>,
    again: usize,
    source: u64,
    decoded: u64,
    begun: (u64, u64),
    piece_start: u64,
    validator: Validator,
    source_offsets: bool,
    /// Present if source offsets are asked for and the source is decoded.
    #[cfg_attr(feature = "serde", serde(deserialize_with = "serde::Deserialize::deserialize"))]
    map: Option<SavedMap>,
    unfinished: Unfinished,
}

/// A decision, which may be absent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct Decided(#[cfg_attr(feature = "serde", serde(with = "form::Decision"))] EncodingDecision);

impl InputCheckpoint {
    /// How many bytes the input keeps: the length of [`Input::kept`], within which every [`Piece::Kept`] lies.
    ///
    /// ```
    /// let mut input = tagspan_input::decoder::Input::new();
    /// let _ = input.advance(b"<p>", false);
    /// assert_eq!(input.checkpoint().kept_len(), 3);
    /// ```
    pub fn kept_len(&self) -> usize {
        self.kept.len()
    }

    /// Whether the source has ended, and nothing stopped the decoder before: [`Input::is_finished`].
    ///
    /// ```
    /// let mut input = tagspan_input::decoder::Input::new();
    /// let _ = input.advance(b"<p>", false);
    /// assert!(!input.checkpoint().has_ended());
    /// let _ = input.advance(b"", true);
    /// assert!(input.checkpoint().has_ended());
    /// ```
    pub fn has_ended(&self) -> bool {
        self.finished && self.validator.fault().is_none()
    }

    /// How many bytes came out of the decoder, and those of a mark: an offset in the decoded stream.
    ///
    /// ```
    /// let mut input = tagspan_input::decoder::Input::new();
    /// let _ = input.advance(b"\xFF\xFE\xE9\0", false);
    /// assert_eq!(input.checkpoint().decoded(), "\u{FEFF}é".len() as u64);
    /// ```
    pub const fn decoded(&self) -> u64 {
        self.decoded
    }

    /// The decision on the encoding, if there is one.
    fn decision(&self) -> Option<EncodingDecision> {
        self.decision.map(|Decided(decision)| decision)
    }
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
    /// let mut second = Input::from_checkpoint(first.checkpoint());
    /// let piece = second.hold(unread);
    /// assert_eq!(second.piece(b"", piece), "café".as_bytes());
    /// # Ok::<(), tagspan::UnknownLabel>(())
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
    /// let mut other = Input::from_checkpoint(input.checkpoint());
    /// other.advance(b"i8-r>", false);
    /// assert_eq!(other.encoding_decision().unwrap().encoding().name(), "KOI8-R");
    /// assert!(input.encoding_decision().is_none());
    /// ```
    #[must_use]
    pub fn checkpoint(&self) -> InputCheckpoint {
        InputCheckpoint {
            options: self.sniffer.options().clone(),
            decision: self.decision.map(Decided),
            finished: matches!(self.phase, Phase::Finished),
            kept: self.kept.clone(),
            again: self.again,
            source: self.source,
            decoded: self.decoded,
            begun: self.begun,
            piece_start: self.piece_start,
            validator: self.validator.clone(),
            source_offsets: self.map.is_some(),
            map: self.map.as_ref().filter(|_| self.maps_source()).map(SourceMap::save),
            unfinished: self.unfinished.clone(),
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
    /// ```
    /// use tagspan_input::{EncodingOptions, decoder::Input};
    ///
    /// let mut input = Input::with_options(EncodingOptions::new().charset("big5")?).source_offsets(true);
    /// input.advance(b"<p>\xA4", false);
    /// input.forget_before(3);
    /// let mut input = Input::from_checkpoint(input.checkpoint());
    /// input.advance(b"\xA4</p>", true);
    /// let end = "<p>中".len() as u64;
    /// assert_eq!([2, 3, end].map(|offset| input.source_offset(offset)), [None, Some(3), Some(5)]);
    /// # Ok::<(), tagspan::UnknownLabel>(())
    /// ```
    #[must_use]
    pub fn from_checkpoint(checkpoint: InputCheckpoint) -> Input {
        let decision = checkpoint.decision();
        let InputCheckpoint { options, finished, kept, unfinished, decoded, begun, .. } = checkpoint;
        let mut input = Input::with_options(options);
        if checkpoint.source_offsets {
            let encoding = decision.map(|decision| decision.encoding());
            let restored = checkpoint.map.zip(encoding).map(|(map, it)| SourceMap::restore(map, it, begun.1));
            input.map = Some(restored.unwrap_or_else(SourceMap::new));
        }
        input.phase = match decision.map(|decision| decision.encoding()) {
            _ if finished => Phase::Finished,
            None => {
                // What the sniffer knows follows from the bytes.
                let undecided = input.sniffer.look(&kept, false);
                debug_assert_eq!(undecided, None, "a decision would have been taken before");
                Phase::Sniffing
            }
            Some(encoding) if encoding == UTF_8 => Phase::Passing,
            Some(encoding) => {
                let mut decoder = encoding.new_decoder_without_bom_handling();
                unfinished.replay(&mut decoder);
                Phase::Decoding(decoder)
            }
        };
        (input.decision, input.kept, input.unfinished) = (decision, kept, unfinished);
        (input.again, input.piece_start) = (checkpoint.again, checkpoint.piece_start);
        (input.source, input.decoded, input.begun) = (checkpoint.source, decoded, begun);
        input.validator = checkpoint.validator;
        input
    }
}
