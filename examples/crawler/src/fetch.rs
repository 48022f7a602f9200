//! The crawler's client: fetches a page, reads its tokens as they come, and measures what its tokenizer takes while it waits.

use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use bytes::Bytes;
use futures::Stream as Chunks;
use reqwest::Client;
use reqwest::header::CONTENT_TYPE;
use tagspan::{BodyTokens, LateDeclarations, LimitAction, Limits, ReadError, Tokenizer};
use tokio::sync::mpsc::UnboundedSender;

use super::digest::Digest;
use super::site::{Page, Way};

/// How much of a comment is kept.
pub(crate) const LONGEST_COMMENT: u32 = 64 << 10;

/// The settings of all tokenizers.
///
/// Declarations after the first 1,024 bytes are ignored: to go back for one, a tokenizer has to keep what it would read once
/// more, and 500 waiting tokenizers with the usual 64 KiB each are 32 MiB.
pub(crate) fn tokenizer(content_type: &[u8]) -> Tokenizer {
    Tokenizer::builder()
        .content_type(content_type)
        .late_declarations(LateDeclarations::Ignore)
        .limits(Limits::new().comment(LONGEST_COMMENT, LimitAction::Truncate))
        .build()
}

/// The result of a page.
pub(crate) struct Fetched {
    pub(crate) index: usize,
    pub(crate) content_type: Vec<u8>,
    /// How many bytes of the page arrived, decompressed.
    pub(crate) arrived: usize,
    pub(crate) is_truncated: bool,
    pub(crate) encoding: &'static str,
    pub(crate) digest: [u64; 2],
    pub(crate) links: Vec<String>,
    pub(crate) tokens: usize,
    /// The most memory that its tokenizer took while it waited.
    pub(crate) worst: Waiting,
}

/// The memory of a tokenizer that waits for its next chunk, in bytes.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Waiting {
    /// The struct and its heap, without what follows.
    pub(crate) overhead: usize,
    /// Bytes of the page: an unfinished token, and all of the page while its encoding is open.
    pub(crate) kept: usize,
}

impl Waiting {
    fn of(tokenizer: &Tokenizer, arrived: usize) -> Self {
        let (token, character) = tokenizer.pending_bytes();
        let undecided = if tokenizer.encoding_decision().is_none() { arrived } else { 0 };
        let kept = token.len() + character.len() + undecided;
        Waiting { overhead: (size_of::<Tokenizer>() + tokenizer.allocated()).saturating_sub(kept), kept }
    }
}

/// Fetches a page. When its first bytes are read and it waits for more, the memory that it takes is sent to `idle`.
pub(crate) async fn fetch(
    client: Client,
    address: String,
    index: usize,
    pages: Arc<Vec<Page>>,
    idle: UnboundedSender<Waiting>,
) -> Result<Fetched, String> {
    let page = &pages[index];
    let failed = |what: &str, error: &dyn std::fmt::Debug| format!("page {index}: {what}: {error:?}");
    let response = client.get(address).send().await.map_err(|error| failed("no response", &error))?;
    let content_type = response.headers().get(CONTENT_TYPE).map_or(Vec::new(), |it| it.as_bytes().to_vec());
    let body = Compared {
        body: Box::pin(response.bytes_stream()),
        page: page.body.clone(),
        arrived: 0,
        is_same: true,
    };

    let mut tokens = BodyTokens::with_tokenizer(body, tokenizer(&content_type));
    let mut digest = Digest::new();
    let (mut worst, mut is_reported) = (Waiting::default(), false);
    let mut is_truncated = false;
    loop {
        let advanced = poll_fn(|context| {
            let advanced = tokens.poll_advance(context);
            if advanced.is_pending() {
                // No chunk is at hand: what the next one needs is allocated when it comes.
                let arrived = tokens.get_ref().arrived;
                let tokenizer = tokens.tokenizer_mut();
                tokenizer.shrink_to_fit();
                let waiting = Waiting::of(tokenizer, arrived);
                worst = worst.max(waiting);
                if arrived == page.first && !is_reported {
                    is_reported = true;
                    // An error is a crawler that has ended.
                    let _ = idle.send(waiting);
                }
            }
            advanced
        });
        match advanced.await {
            Ok(true) => tokens.token().into_iter().for_each(|token| digest.push(token)),
            Ok(false) => break,
            Err(ReadError::Read(_)) if page.way == Way::Aborted => {
                is_truncated = true;
                tokens.finish_truncated();
            }
            Err(error) => return Err(failed("not read", &error)),
        }
    }
    let (tokenizer, body, _) = tokens.into_parts();
    let encoding = tokenizer.encoding_decision().map_or("none", |decision| decision.encoding().name());
    if !body.is_same || is_truncated == (body.arrived == page.body.len()) {
        return Err(format!("page {index}: {} of {} bytes arrived", body.arrived, page.body.len()));
    }
    Ok(Fetched {
        index,
        content_type,
        arrived: body.arrived,
        is_truncated,
        encoding,
        digest: digest.finish(),
        links: digest.links,
        tokens: digest.tokens,
        worst,
    })
}

/// A body that is compared with what was sent while it arrives, so that no copy of it is needed.
struct Compared<S> {
    body: S,
    page: Bytes,
    arrived: usize,
    is_same: bool,
}

impl<S: Chunks<Item = Result<Bytes, E>> + Unpin, E> Chunks for Compared<S> {
    type Item = Result<Bytes, E>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let polled = Pin::new(&mut self.body).poll_next(context);
        if let Poll::Ready(Some(Ok(chunk))) = &polled {
            let end = self.arrived + chunk.len();
            self.is_same &= self.page.get(self.arrived..end) == Some(&chunk[..]);
            self.arrived = end;
        }
        polled
    }
}
