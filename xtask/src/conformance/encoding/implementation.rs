//! The encoding that `tagspan` and its `tagspan-input` find for a document of which nothing is known.

use tagspan::{ErrorKind, LateDeclarations, Tokenizer, Tokens};
use tagspan_input::{EncodingOptions, Sniffer};

use crate::conformance::chunking::Chunking;

/// The replay limits that a parse is run with: that of a caller who does not care, and none, so that a document
/// which restarts has to be fed again.
pub(super) const REPLAY_LIMITS: [usize; 2] = [64 * 1024, 0];

/// The encoding that the first bytes lead to: as many as the standard says, or all.
///
/// # Errors
///
/// A failure of the run, in one line; the same for [`parse`].
pub(super) fn prescan(input: &[u8], chunking: Chunking, all: bool) -> Result<&'static str, String> {
    let options = EncodingOptions::new();
    let mut sniffer = Sniffer::new(if all { options.prescan_bytes(input.len()) } else { options });
    let mut end = 0;
    for (chunk, last) in chunking.chunks(input) {
        end += chunk.len();
        if let Some(decision) = sniffer.look(&input[..end], last) {
            return Ok(decision.encoding().name());
        }
    }
    let decision = sniffer.look(input, true).ok_or("nothing is decided at the end")?;
    Ok(decision.encoding().name())
}

/// The encoding that the document was read in once all of it was tokenized. Documents are kept up to the limit to be
/// read again.
pub(super) fn parse(input: &[u8], chunking: Chunking, replay_limit: usize) -> Result<&'static str, String> {
    let mut stream =
        Tokenizer::builder().late_declarations(LateDeclarations::Follow).replay_limit(replay_limit).build();
    let mut restarts = 0;
    while !feed(&mut stream, input, chunking, &mut restarts)? {}
    Ok(stream.encoding_decision().ok_or("nothing is decided at the end")?.encoding().name())
}

/// Feeds the document. False: it has to be fed again.
fn feed(
    stream: &mut Tokenizer,
    input: &[u8],
    chunking: Chunking,
    restarts: &mut u32,
) -> Result<bool, String> {
    let mut ended = false;
    for (chunk, last) in chunking.chunks(input) {
        ended |= last;
        if !drain(if last { stream.feed_last(chunk) } else { stream.feed(chunk) }, restarts)? {
            return Ok(false);
        }
    }
    if ended { Ok(true) } else { drain(stream.finish(), restarts) }
}

/// Takes all tokens. False: the document has to be fed again.
fn drain(mut tokens: Tokens<'_, &[u8]>, restarts: &mut u32) -> Result<bool, String> {
    loop {
        let error = match tokens.next_token() {
            Ok(Some(_)) => continue,
            Ok(None) => return Ok(true),
            Err(error) => error,
        };
        let ErrorKind::Restart { feed_again } = error.kind() else { return Err(error.to_string()) };
        *restarts += 1;
        if *restarts > 1 {
            return Err(format!("a second restart: {error}"));
        }
        if feed_again {
            return Ok(false);
        }
    }
}
