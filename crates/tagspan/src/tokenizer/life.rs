//! Begins, fails and ends the reading of a document.

use tagspan_core::scanner::{LineCounter, Scanner};
use tagspan_core::{Error, ErrorKind, Span};
use tagspan_input::decoder::{DECODED_BOM_LEN, Input};

use super::{End, Insertions, LateMeta, Phase, Tokenizer};
use crate::late_meta::LateDeclarations;

impl Tokenizer {
    #[inline]
    pub(crate) fn with_parts(
        input: Input,
        mut scanner: Scanner,
        locator: Option<LineCounter>,
        policy: LateDeclarations,
        replay_limit: usize,
    ) -> Self {
        let is_watching = policy != LateDeclarations::Ignore;
        scanner.watch_meta(is_watching);
        Tokenizer {
            input,
            consumed: 0,
            is_drained: false,
            end: End::Open,
            piece: None,
            next_offset: 0,
            is_behind: false,
            scanner,
            locator: locator.map(Box::new),
            insertions: Insertions::default(),
            meta: LateMeta { policy, replay_limit, is_watching, due: None, found: None },
            phase: Phase::Ready,
            failure: Error::new(ErrorKind::FedAfterError, 0),
        }
    }

    /// Puts everything behind the decoder before the first byte.
    pub(super) fn begin(&mut self) {
        self.scanner.reset();
        if let Some(locator) = &mut self.locator {
            locator.start_at(0);
        }
        self.piece = None;
        self.next_offset = 0;
        self.insertions.clear();
        self.meta.due = None;
    }

    /// Sets whether late declarations are looked for.
    pub(crate) fn watch(&mut self, on: bool) {
        self.meta.is_watching = on;
        self.scanner.watch_meta(on);
    }

    /// Whether all tokens of what was fed are taken.
    pub(crate) fn is_exhausted(&self) -> bool {
        matches!(self.phase, Phase::Ready | Phase::Ended | Phase::Full)
    }

    /// Whether the places of the decoded text in the source are recorded.
    pub(crate) fn maps_source(&self) -> bool {
        self.input.maps_source()
    }

    /// The span in the source of a span of the decoded text.
    pub(crate) fn source_span(&self, span: Span) -> Option<Span> {
        let Tokenizer { input, insertions, scanner, next_offset: decoded, .. } = self;
        let current = scanner.current_span();
        if input.maps_source() && scanner.lacks_bytes() && span != current && span.end > current.start {
            return None;
        }
        if self.is_inserting() {
            // The place of the text that is being inserted is recorded at its end. The text continues any text that was
            // inserted right before it.
            let continues = insertions.ends_at(*decoded) && scanner.position() > *decoded;
            if span.end > *decoded || (span.start == *decoded && continues) {
                return None;
            }
        }
        let decoded = insertions.decoded_span(span)?;
        Some(Span { start: input.source_offset(decoded.start)?, end: input.source_offset(decoded.end)? })
    }

    /// Whether lines or source spans are asked for.
    #[cfg(feature = "bytes")]
    pub(crate) fn tells_places(&self) -> bool {
        self.locator.is_some() || self.input.maps_source()
    }

    /// Marks the last token as truncated if the source ends before its end.
    pub(crate) fn mark_end(&mut self) {
        self.scanner.end_early(matches!(self.end, End::Truncated | End::Full));
    }

    /// Why nothing can be fed or inserted now.
    pub(super) fn misuse(&self) -> Option<ErrorKind> {
        match self.phase {
            Phase::Ready => None,
            Phase::Reading => Some(ErrorKind::ChunkNotTaken),
            Phase::Ended | Phase::Full => Some(ErrorKind::FedAfterEnd),
            Phase::Failed => Some(ErrorKind::FedAfterError),
        }
    }

    /// Fails because of misuse, which the cursor reports.
    pub(super) fn refuse(&mut self, kind: ErrorKind) {
        self.fail(Error::new(kind, self.scanner.position()));
        // These may belong to another chunk.
        self.piece = None;
        self.meta.due = None;
    }

    /// Fails from now on.
    pub(super) fn fail(&mut self, error: Error) -> Error {
        (self.phase, self.failure) = (Phase::Failed, error);
        error
    }

    /// Lets the decoder forget the source of bytes that no token can hold any more.
    pub(crate) fn forget_source(&mut self) {
        let start = self.insertions.decoded(self.scanner.unfinished_start());
        if self.scanner.cut_so_far() > 0 {
            // The bytes that a limit has left out may be many: the source of the bytes that are kept is not known then.
            let (token, character) = self.scanner.pending_bytes();
            let pending = (token.len() + character.len()) as u64;
            self.input.pin(start);
            self.input.forget_before(self.insertions.decoded(self.next_offset - pending));
        } else {
            self.input.forget_before(start);
        }
    }

    /// Starts offsets after a byte order mark, which no column counts. Returns `false` if text was inserted before the mark:
    /// then it has no offset, because a token may have begun.
    pub(crate) fn skip_byte_order_mark(&mut self) -> bool {
        if self.next_offset > 0 {
            self.insertions.leave_out_byte_order_mark();
            return false;
        }
        self.next_offset = DECODED_BOM_LEN as u64;
        self.scanner.skip_offset(self.next_offset);
        if let Some(locator) = &mut self.locator {
            locator.start_at(self.next_offset);
        }
        true
    }

    /// The bytes that the scanner scans and resolves; none if there is no piece.
    #[inline(always)]
    pub(crate) fn body<'a>(&'a self, chunk: &'a [u8]) -> &'a [u8] {
        self.piece.as_ref().map_or(&[], |piece| piece.scanned(chunk, &self.input))
    }
}
