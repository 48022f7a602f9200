//! Finds the first decision about an input's encoding, and whether the tokenizer changes it.

use std::ops::Range;

use tagspan::{
    Encoding, EncodingDecision, EncodingSource as Step, LateDeclaration, LateDeclarations, LateOutcome,
    Tokenizer,
};

use crate::binary::{Binary, Verdict};
use crate::driver::read;
use crate::encoding::EncodingArgs;
use crate::encoding_probe::EncodingProbe;
use crate::inputs::Opened;
use crate::report::Failure;

/// The size of one read: few pages declare their encoding later.
const BUFFER: usize = 16 << 10;

/// Finds the encodings of inputs, one after the other.
pub(crate) struct Finder {
    /// Decides, and takes no notice of what comes later.
    first: Tokenizer,
    probe: EncodingProbe,
    encoding: EncodingArgs,
    /// The first bytes of the input, at most as many as the probe remembers.
    kept: Vec<u8>,
    buffer: Vec<u8>,
}

/// All that was found out about one input.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found<'a> {
    /// The encoding in the end.
    pub(crate) encoding: &'static Encoding,
    /// The decision before the tokenizer saw any byte.
    pub(crate) first: EncodingDecision,
    /// The declaration that the tokenizer met while the encoding was tentative.
    pub(crate) late: Option<&'a LateDeclaration>,
    kept: &'a [u8],
}

impl Finder {
    pub(crate) fn new(args: &EncodingArgs) -> Self {
        let builder = Tokenizer::builder().encoding_options(args.options());
        Finder {
            first: builder.clone().late_declarations(LateDeclarations::Ignore).build(),
            probe: EncodingProbe::new(builder, args.looked_at()),
            encoding: args.clone(),
            kept: Vec::new(),
            buffer: vec![0; BUFFER],
        }
    }

    /// Reads an input until nothing can change its encoding.
    pub(crate) fn find(&mut self, opened: Opened<'_>) -> Result<Found<'_>, Failure> {
        let Opened { reader, content_type, .. } = opened;
        let encoding = self.encoding.options_with(content_type);
        self.first.reset_with(encoding.clone());
        self.probe.reset_with(encoding);
        self.kept.clear();
        let mut first = None;
        let (mut is_text, mut is_settled) = (self.encoding.binary, false);
        loop {
            let length = read(reader, &mut self.buffer).map_err(Failure::Read)?;
            let bytes = &self.buffer[..length];
            let room = self.probe.limit() - self.kept.len();
            self.kept.extend_from_slice(&bytes[..length.min(room)]);
            if first.is_none() {
                let mut tokens = if length == 0 { self.first.finish() } else { self.first.feed(bytes) };
                // There is a token once there is a decision; what becomes of it is of no interest.
                let _ = tokens.advance();
                first = tokens.encoding_decision();
            }
            if let (false, Some(decision)) = (is_text, first) {
                match Binary::of(&self.kept, Some(decision.encoding()), length > 0) {
                    Verdict::Text => is_text = true,
                    Verdict::Binary(binary) => return Err(Failure::Binary(binary)),
                    Verdict::Undecided => {}
                }
            }
            is_settled = is_settled
                || if length == 0 {
                    self.probe.finish();
                    true
                } else {
                    self.probe.look(bytes)
                };
            if let (true, true, Some(first), Some(encoding)) =
                (is_settled, is_text, first, self.probe.encoding())
            {
                return Ok(Found { encoding, first, late: self.probe.late(), kept: &self.kept });
            }
        }
    }
}

impl<'a> Found<'a> {
    /// A late declaration that made the encoding another one.
    pub(crate) fn change(&self) -> Option<&'a LateDeclaration> {
        self.late.filter(|late| late.outcome != LateOutcome::Confirmed)
    }

    /// Where the bytes lie that the first decision rests on, if it rests on any.
    pub(crate) fn place(&self) -> Option<Range<u64>> {
        Some(self.first.bytes()).filter(|place| !place.is_empty())
    }

    /// The first decision's bytes, if they declare anything: what was detected does not, and may be long.
    pub(crate) fn declaration(&self) -> &'a [u8] {
        if self.first.source() == Step::Detection { &[] } else { self.at(self.first.bytes()) }
    }

    /// Bytes of the input, if they were kept.
    pub(crate) fn at(&self, place: Range<u64>) -> &'a [u8] {
        let place = usize::try_from(place.start).ok().zip(usize::try_from(place.end).ok());
        place.and_then(|(start, end)| self.kept.get(start..end)).unwrap_or_default()
    }
}
