//! What a late declaration of the encoding does: it confirms the decoder, replaces it, or makes the document begin anew.

use tagspan_core::{Error, ErrorKind, Span};
use tagspan_input::Encoding;
use tagspan_input::decoder::Change;

use super::Tokenizer;
use super::parts::Due;
use crate::late_meta::{LateDeclaration, LateDeclarations, LateOutcome};

impl Tokenizer {
    /// Follows the declaration of the tag at `span`, which was just found.
    pub(super) fn follow_declaration(
        &mut self,
        chunk: &[u8],
        declared: &'static Encoding,
        span: Span,
    ) -> Result<(), Error> {
        // A tag that holds inserted text declares nothing.
        let Some(tag) = self.insertions.decoded_span(span) else { return Ok(()) };
        let end = tag.end;
        let start = self.chunk_start();
        let consumed = &chunk[..self.consumed];
        let Some(change) = self.input.reconsider(declared, tag, consumed, self.meta.replay_limit) else {
            self.watch(false);
            return Ok(());
        };
        let follows = self.meta.policy == LateDeclarations::Follow;
        let instead = if follows { LateOutcome::Restarted } else { LateOutcome::Ignored };
        let (encoding, outcome, bytes) = match change {
            Change::Confirmed => (self.encoding_in_use(declared), LateOutcome::Confirmed, None),
            Change::OnTheFly { encoding, bytes } => (encoding, LateOutcome::Switched, Some(bytes)),
            Change::Restart { encoding, bytes } => (encoding, instead, Some(bytes)),
            Change::FeedAgain { encoding } => (encoding, instead, None),
        };
        self.meta.found = Some(LateDeclaration { encoding, outcome, span, bytes: bytes.clone() });
        match (outcome, bytes) {
            (LateOutcome::Switched, Some(bytes)) => {
                self.meta.due = Some(Due { encoding, bytes, decoded: end });
                Ok(())
            }
            (LateOutcome::Restarted, bytes) => {
                let feed_again = bytes.is_none();
                if let Some(bytes) = bytes {
                    self.consumed = (self.input.restart(encoding, bytes) - start) as usize;
                } else {
                    self.input.start_again(encoding);
                    self.consumed = chunk.len();
                }
                self.restart(feed_again);
                Err(Error::new(ErrorKind::Restart { feed_again }, span.start))
            }
            _ => {
                self.input.confirm();
                self.watch(false);
                Ok(())
            }
        }
    }

    /// Replaces the decoder if that is due. The tag that declares the encoding was taken.
    pub(crate) fn change_decoders(&mut self, chunk: &[u8]) {
        let Some(due) = self.meta.due.take() else { return };
        self.drop_piece(chunk);
        let start = self.chunk_start();
        let consumed = &chunk[..self.consumed];
        let resume = self.input.switch(due.encoding, due.bytes, due.decoded, consumed);
        self.consumed = (resume - start) as usize;
        self.read_again();
        self.watch(false);
    }

    /// The encoding of a declaration that the source confirms.
    fn encoding_in_use(&self, declared: &'static Encoding) -> &'static Encoding {
        self.encoding_decision().map_or(declared, |decision| decision.encoding())
    }
}
