//! Changing the encoding while parsing: the effect of a late declaration, and the return to an earlier offset.

use std::{borrow::Cow, ops::Range};

use encoding_rs::Encoding;

use crate::{
    codec::decoder_of,
    decision::{Confidence, EncodingDecision},
    input::Input,
    prescan::{as_declared, is_utf_16},
    source_map::SourceMap,
    unfinished::Unfinished,
};

/// The outcome of a declaration that the parser met while the encoding was tentative.
///
/// HTML Standard, section 13.2.3.4 (12.2.3.4), *Changing the encoding while parsing*.
///
/// ```
/// use tagspan_input::{EncodingOptions, UTF_8, WINDOWS_1252, decoder::{Change, Input}};
///
/// let mut input = Input::with_options(EncodingOptions::new().prescan_bytes(0));
/// let html = b"<meta charset=...>";
/// let _ = input.advance(html, false);
/// let says = |encoding| input.reconsider(encoding, 0..18, html, 1024);
/// assert_eq!(says(WINDOWS_1252), Some(Change::Confirmed));
/// assert_eq!(says(UTF_8), Some(Change::OnTheFly { encoding: UTF_8, bytes: 0..18 }));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// The encoding stays and is certain now: the declaration says the same, or the source is UTF-16, in which no
    /// declaration could be read that says something else.
    Confirmed,
    /// Another decoder takes over after the declaration: what lies before reads the same in both encodings.
    OnTheFly {
        /// The encoding from there on.
        encoding: &'static Encoding,
        /// The declaration's place in the source, from its `<` to past its `>`.
        bytes: Range<u64>,
    },
    /// The document must be read once more, from its first byte. All that was read is kept.
    Restart {
        /// The encoding to read it in.
        encoding: &'static Encoding,
        /// The declaration's place in the source, from its `<` to past its `>`.
        bytes: Range<u64>,
    },
    /// The same, and not all is kept: the caller has to bring it again, or to leave things as they are.
    FeedAgain {
        /// The encoding to read it in.
        encoding: &'static Encoding,
    },
}

impl Input {
    /// How much more than its limit [`keep`](Input::keep) may keep: the source of one piece, of which a caller may stop
    /// in the middle. A character of a decoded piece takes four bytes of source at most, an escape of ISO-2022-JP
    /// included.
    ///
    /// ```
    /// use tagspan_input::{EncodingOptions, UTF_8, decoder::Input};
    ///
    /// let mut input = Input::with_options(EncodingOptions::new().encoding(UTF_8));
    /// let chunk = vec![b' '; 1 << 20];
    /// let step = input.advance(&chunk, false);
    /// input.keep(&chunk[..step.consumed], 4096);
    /// assert_eq!(input.resumes_at(0), 4096 + Input::KEPT_BEYOND as u64);
    /// ```
    pub const KEPT_BEYOND: usize = 4 * Input::BUFFER_SIZE;

    /// Keeps a copy of the chunk's consumed part, with which the source was read up to
    /// [`consumed`](Input::consumed), so that it can be read again: of the first `limit` bytes of the source, and
    /// at most [`Input::KEPT_BEYOND`] more than that, or than what sniffing has kept. To be called for each chunk in
    /// turn; it ends with the first that is not brought.
    ///
    /// ```
    /// use tagspan_input::decoder::Input;
    ///
    /// let mut input = Input::new();
    /// let chunk = [b' '; 2048];
    /// let step = input.advance(&chunk, false);
    /// input.keep(&chunk[..step.consumed], 1 << 16);
    /// assert!(input.allocated() >= 2048);
    /// ```
    pub fn keep(&mut self, consumed: &[u8], limit: usize) {
        let start = self.consumed() - consumed.len() as u64;
        let kept = self.kept.len();
        // More than the limit may have been kept for sniffing, and less than the piece that may be stopped in.
        let is_wanted = kept < limit || self.piece_start < limit as u64;
        if !is_wanted || start > kept as u64 {
            return;
        }
        let is_past_kept = self.is_past_kept();
        let new = &consumed[(kept as u64 - start) as usize..];
        let room = limit.max(kept).saturating_add(Input::KEPT_BEYOND) - kept;
        self.kept.extend_from_slice(&new[..new.len().min(room)]);
        if is_past_kept {
            self.go_to(self.consumed());
        }
    }

    /// The outcome in the standard of a declaration that the parser met, a `<meta>` tag; changes nothing.
    ///
    /// `declared` is what its label means, `span` its place in the decoded stream, and `consumed` the part of the
    /// current chunk that was consumed. What comes of it depends on the source up to the end of the tag only, however
    /// that was split into chunks, if each was [kept](Input::keep) with this limit. It must end within `limit` to be
    /// settled here.
    ///
    /// `None` if the encoding is not tentative, so that nothing is to be done.
    ///
    /// Takes time in proportion to the bytes read so far, up to the limit.
    ///
    /// ```
    /// use tagspan_input::{Encoding, EncodingOptions, decoder::{Change, Input}};
    ///
    /// let late = |html: &'static [u8]| {
    ///     let mut input = Input::with_options(EncodingOptions::new().prescan_bytes(0));
    ///     let step = input.advance(html, false);
    ///     let start = html.iter().position(|&byte| byte == b'<').unwrap() as u64;
    ///     let koi8_r = Encoding::for_label(b"koi8-r").unwrap();
    ///     input.reconsider(koi8_r, start..html.len() as u64, &html[..step.consumed], 1024).unwrap()
    /// };
    /// assert!(matches!(late(b"plain <meta charset=koi8-r>"), Change::OnTheFly { bytes, .. } if bytes == (6..27)));
    /// ```
    #[must_use]
    pub fn reconsider(
        &self,
        declared: &'static Encoding,
        span: Range<u64>,
        consumed: &[u8],
        limit: usize,
    ) -> Option<Change> {
        let decision = self.decision.filter(|decision| decision.confidence() == Confidence::Tentative)?;
        let current = decision.encoding();
        if is_utf_16(current) {
            return Some(Change::Confirmed);
        }
        let encoding = as_declared(declared);
        if encoding == current {
            return Some(Change::Confirmed);
        }
        let read = self.first_bytes(consumed, limit);
        let Some(bytes) = read.as_deref().and_then(|read| place(current, span, read)) else {
            return Some(Change::FeedAgain { encoding });
        };
        let before = &read.unwrap_or_default()[..bytes.end as usize];
        Some(if reads_the_same(current, encoding, before) {
            Change::OnTheFly { encoding, bytes }
        } else {
            Change::Restart { encoding, bytes }
        })
    }

    /// Makes the encoding certain, as it is after [`Change::Confirmed`] and when a change is not followed.
    ///
    /// ```
    /// use tagspan_input::{Confidence, decoder::Input};
    ///
    /// let mut input = Input::new();
    /// let _ = input.advance(b"<meta charset=utf-8>", false);
    /// input.confirm();
    /// assert!(input.encoding_decision().is_some_and(|decision| decision.confidence() == Confidence::Certain));
    /// ```
    pub fn confirm(&mut self) {
        self.decision = self.decision.map(EncodingDecision::certain);
    }

    /// Continues in another encoding after a declaration: [`Change::OnTheFly`]. `decoded` is the offset of the declaration's
    /// end in the decoded text, which continues there; `consumed` is that of [`reconsider`](Input::reconsider). Text that was
    /// decoded after it is void.
    ///
    /// Returns the offset in the source at which the next chunk must begin, which may lie within the current one.
    ///
    /// ```
    /// use tagspan_input::{EncodingOptions, UTF_8, decoder::{Change, Input}};
    ///
    /// let mut input = Input::with_options(EncodingOptions::new().prescan_bytes(0));
    /// let html = "<meta charset=utf-8>été".as_bytes();
    /// let step = input.advance(html, true);
    /// let change = input.reconsider(UTF_8, 0..20, &html[..step.consumed], 1024);
    /// let Some(Change::OnTheFly { encoding, bytes }) = change else { unreachable!("it is ASCII up to there") };
    /// let next = input.switch(encoding, bytes, 20, &html[..step.consumed]) as usize;
    /// let step = input.advance(&html[next..], true);
    /// assert_eq!(input.piece(&html[next..], step.piece), "été".as_bytes());
    /// ```
    pub fn switch(
        &mut self,
        encoding: &'static Encoding,
        bytes: Range<u64>,
        decoded: u64,
        consumed: &[u8],
    ) -> u64 {
        let source = bytes.end;
        if let (true, Some(current)) = (self.validates(), self.decision) {
            // Sequences beyond the declaration were not ill-formed after all.
            let before = self.first_bytes(consumed, source as usize).unwrap_or_default();
            self.validate_again(current.encoding(), &before);
        }
        self.decision = Some(EncodingDecision::late(encoding, bytes));
        self.begin_again(encoding, decoded, source)
    }

    /// Replaces the decoder by a new one, which begins at these offsets of the decoded stream and of the source.
    fn begin_again(&mut self, encoding: &'static Encoding, decoded: u64, source: u64) -> u64 {
        self.unfinished = Unfinished::default();
        self.start(encoding, decoded, source);
        self.go_to(source)
    }

    /// Reads the document once more, in another encoding that is certain: [`Change::Restart`]. All pieces so far are
    /// void.
    ///
    /// Gives the offset in the source at which the next chunk has to begin: perhaps within the current one.
    ///
    /// ```
    /// use tagspan_input::{EncodingOptions, UTF_8, decoder::Input};
    ///
    /// let mut input = Input::with_options(EncodingOptions::new().prescan_bytes(0));
    /// let html = "été <meta charset=utf-8>".as_bytes();
    /// let _ = input.advance(html, false);
    /// // Nothing was kept, so the chunk begins again from its first byte.
    /// assert_eq!(input.restart(UTF_8, 6..26), 0);
    /// let step = input.advance(html, true);
    /// assert_eq!(input.piece(html, step.piece), html);
    /// ```
    pub fn restart(&mut self, encoding: &'static Encoding, bytes: Range<u64>) -> u64 {
        self.decision = Some(EncodingDecision::late(encoding, bytes));
        self.validate_again(encoding, &[]);
        self.begin_again(encoding, 0, 0)
    }

    /// The same when the caller brings the document again from its first byte: [`Change::FeedAgain`].
    ///
    /// ```
    /// use tagspan_input::{Confidence, UTF_8, decoder::Input};
    ///
    /// let mut input = Input::new();
    /// let _ = input.advance(&[b' '; 2048], false);
    /// input.start_again(UTF_8);
    /// assert_eq!(input.consumed(), 0);
    /// assert!(input.encoding_decision().is_some_and(|decision| decision.confidence() == Confidence::Certain));
    /// ```
    pub fn start_again(&mut self, encoding: &'static Encoding) {
        self.kept.clear();
        self.restart(encoding, 0..0);
    }

    /// The first bytes of the source as far as they were read, up to the limit; `None` if they are not all kept.
    fn first_bytes<'a>(&self, consumed: &'a [u8], limit: usize) -> Option<Cow<'a, [u8]>> {
        let start = self.consumed() - consumed.len() as u64;
        let new = (self.kept.len() as u64).checked_sub(start)?;
        let (kept, new) = (&self.kept[..], &consumed[new as usize..]);
        let first = kept.len().min(limit);
        let (kept, new) = (&kept[..first], &new[..new.len().min(limit - first)]);
        Some(if kept.is_empty() { new.into() } else { [kept, new].concat().into() })
    }
}

/// Whether the source is the same text in both encodings. Nearly always it is ASCII up to a declaration.
fn reads_the_same(one: &'static Encoding, other: &'static Encoding, source: &[u8]) -> bool {
    #[cfg(feature = "encodings")]
    let is_equal = || {
        let reads_as = |encoding: &'static Encoding| encoding.decode_without_bom_handling(source).0;
        reads_as(one) == reads_as(other)
    };
    #[cfg(not(feature = "encodings"))]
    let is_equal = || true;
    (is_plain_in(one, source) && is_plain_in(other, source)) || is_equal()
}

/// Whether the source is ASCII that stands for itself.
fn is_plain_in(encoding: &'static Encoding, source: &[u8]) -> bool {
    encoding.is_ascii_compatible() && source.is_ascii()
}

/// Where in the source a span of its decoded form lies; `None` if it does not lie in these first bytes of it.
fn place(encoding: &'static Encoding, span: Range<u64>, source: &[u8]) -> Option<Range<u64>> {
    let is_plain = |source| is_plain_in(encoding, source);
    let decoder = decoder_of(encoding).filter(|_| !source.get(..span.end as usize).is_some_and(is_plain));
    let Some(mut decoder) = decoder else {
        return (span.end <= source.len() as u64).then_some(span);
    };
    let mut text = String::with_capacity(decoder.max_utf8_buffer_length(source.len())?);
    let (_, read, _) = decoder.decode_to_string(source, &mut text, false);
    let mut map = SourceMap::new();
    map.start(encoding, 0, 0);
    map.push(&source[..read], text.as_bytes(), source.get(read).copied());
    Some(map.source_offset(span.start)?..map.source_offset(span.end)?)
}
