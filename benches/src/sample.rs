//! The pages of the criterion benches, and the counts of tokens that are right for them.

use std::env;

use tagspan_reference::{EventKind, Options, tokenize};

use crate::Sum;
use crate::pages::{self, Page};

/// Sizes of chunks that are measured besides whole buffers: a byte, a line, a packet, a page of memory or two, a read.
pub const CHUNKS: [usize; 5] = [1, 64, 1460, 16_384, 65_536];

/// In tests pages are taken up to this many bytes, the smallest first.
const FEW: usize = 200_000;

/// The pages of the [folder](pages::folder) that `wanted` picks, at least one. Where the program runs as a test, only
/// the repository's, and few of them.
///
/// # Panics
///
/// When there are none, or they cannot be read.
///
/// # Examples
///
/// ```
/// use benches::{pages::Page, sample};
///
/// assert!(sample::pages(Page::is_utf8).len() >= 3);
/// ```
pub fn pages(wanted: impl Fn(&Page) -> bool) -> Vec<Page> {
    // Cargo says so when it runs benches to measure.
    let measuring = env::args().any(|argument| argument == "--bench");
    let folder = if measuring { pages::folder() } else { pages::own() };
    let mut found = pages::read(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    found.retain(wanted);
    if !measuring {
        found.sort_by_key(|page| page.bytes.len());
        let mut sum = 0;
        found.retain(|page| {
            sum += page.bytes.len();
            sum == page.bytes.len() || sum <= FEW
        });
    }
    assert!(!found.is_empty(), "{}: no such pages", folder.display());
    found
}

/// The bytes of all pages.
#[must_use]
pub fn bytes(pages: &[Page]) -> u64 {
    pages.iter().map(|page| page.bytes.len() as u64).sum()
}

/// The counts of the literal transcription of the specification on a page: an independent check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Start tags.
    pub start_tags: u64,
    /// Attributes of start tags, duplicates not counted.
    pub attributes: u64,
    /// Bytes of decoded text.
    pub text_bytes: u64,
    /// Tokens, adjacent text joined.
    pub tokens: u64,
}

impl Counts {
    /// Counts on a page in UTF-8. Slow.
    ///
    /// # Examples
    ///
    /// ```
    /// use benches::sample::Counts;
    ///
    /// let counts = Counts::of("<p a b a>x&amp;y</p>".as_bytes());
    /// assert_eq!(counts, Counts { start_tags: 1, attributes: 2, text_bytes: 3, tokens: 3 });
    /// ```
    #[must_use]
    pub fn of(page: &[u8]) -> Counts {
        let mut counts = Counts::default();
        let mut in_text = false;
        for event in tokenize(page, &Options::default()) {
            let joins = in_text && matches!(event.kind, EventKind::Text(_));
            match event.kind {
                // Text continues after it.
                EventKind::Error(_) => continue,
                EventKind::StartTag(tag) => {
                    counts.start_tags += 1;
                    counts.attributes += tag.attributes.len() as u64;
                    in_text = false;
                }
                EventKind::Text(text) => {
                    counts.text_bytes += text.len() as u64;
                    in_text = true;
                }
                _ => in_text = false,
            }
            counts.tokens += u64::from(!joins);
        }
        counts
    }

    /// Checks what a workload that decodes everything saw in the whole page.
    ///
    /// # Panics
    ///
    /// When anything differs; `how` says what was measured.
    pub fn check_decoded(&self, decoded: Sum, how: &str) {
        let Sum { start_tags, attributes, text_bytes, .. } = decoded;
        let found = (start_tags, attributes, text_bytes);
        assert_eq!(found, (self.start_tags, self.attributes, self.text_bytes), "{how}");
        // Bytes that make no token cut text in two.
        assert!(decoded.tokens >= self.tokens, "{how}: {} tokens instead of {}", decoded.tokens, self.tokens);
    }

    /// Checks the counts that do not depend on the workload or the chunks.
    ///
    /// # Panics
    ///
    /// As [`check_decoded`](Self::check_decoded).
    pub fn check_tags(&self, sum: Sum, how: &str) {
        assert_eq!((sum.start_tags, sum.attributes), (self.start_tags, self.attributes), "{how}");
    }
}
