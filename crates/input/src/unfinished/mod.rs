//! The state of a decoder, as the few last bytes that bring a new decoder to it.
//!
//! A decoder of `encoding_rs` can be neither copied nor looked into. But its state follows from the bytes that it has read
//! (see [`decode`](crate::decode::decode)), and from few of them: the beginning of a sequence, up to three bytes, and for
//! ISO-2022-JP the latest escape sequence. These are found after each call, at its end only. Nothing is done for encodings
//! of one byte.

mod iso_2022_jp;
mod multi_byte;
#[cfg(test)]
mod tests;
mod utf_16;

use encoding_rs::{DecoderResult, Encoding, ISO_2022_JP, REPLACEMENT, UTF_16BE};

use iso_2022_jp::{Charset, Iso2022Jp};
use multi_byte::MultiByte;

use crate::{codec::Decoder, pending::Pending};

/// The state of the decoder of one source. The default is that of a new decoder.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub(crate) struct Unfinished {
    /// The beginning of a sequence that the bytes so far end with. For `replacement` one byte once it has made its text.
    #[cfg_attr(feature = "serde", serde(with = "crate::checkpoint::form::bytes"))]
    pub(crate) pending: Pending,
    /// The character set in force in ISO-2022-JP.
    pub(crate) charset: Charset,
    /// For ISO-2022-JP: an escape sequence came, and nothing of a character since.
    pub(crate) after_escape: bool,
    /// The last bytes read that belong to no character that has come out.
    ///
    /// INVARIANT while decoding: the length of `pending`, and that of an escape sequence if one belongs to the next
    /// character. For `replacement` all bytes but the first.
    pub(crate) behind: u64,
}

/// The length of an escape sequence of ISO-2022-JP.
pub(crate) const ESCAPE_LEN: u64 = 3;

impl Unfinished {
    /// The decoder has read these bytes; `given_up` as [`Decoded`](crate::decode::Decoded) says.
    pub(crate) fn follow(&mut self, decoder: &Decoder, read: &[u8], given_up: Option<usize>) {
        let encoding = decoder.encoding();
        if encoding.is_single_byte() {
            return;
        }
        if encoding == ISO_2022_JP {
            return self.follow_iso_2022_jp(read, given_up);
        }
        if encoding == REPLACEMENT {
            return self.follow_replacement(read);
        }
        if let Some(rules) = MultiByte::of(encoding) {
            // The one question that a decoder answers. It saves the walk for most chunks.
            if decoder.latin1_byte_compatible_up_to(&[]).is_some() {
                self.pending.clear();
            } else {
                rules.follow(&mut self.pending, read);
                self.pending.retain_last(given_up, |pending, byte| rules.step(pending, byte));
            }
        } else {
            let is_lead = |unit: [u8; 2]| utf_16::is_lead(encoding == UTF_16BE, unit);
            utf_16::follow(&mut self.pending, read, is_lead);
            if given_up.is_some_and(|after| after < self.pending.len()) {
                self.pending.clear();
            }
        }
        self.behind = self.pending.len() as u64;
    }

    /// The decoder has read these bytes, and that was the source's end.
    pub(crate) fn finish(&mut self, encoding: &'static Encoding, read: &[u8]) {
        if encoding == ISO_2022_JP {
            self.follow_iso_2022_jp(read, None);
        }
        if encoding == REPLACEMENT {
            self.follow_replacement(read);
        } else if encoding != ISO_2022_JP || !self.pending.is_empty() {
            // Given up on, and everything was taken.
            self.behind = 0;
        }
        *self = Unfinished { behind: self.behind, ..Unfinished::default() };
    }

    /// The decoder has read these bytes, and that was the end because a sequence is ill-formed that begins after the first
    /// `before` of them, or before them all.
    pub(crate) fn stop(&mut self, encoding: &'static Encoding, read: &[u8], before: usize) {
        let (before, rest) = read.split_at(before);
        if encoding == ISO_2022_JP {
            self.follow_iso_2022_jp(before, None);
        } else if !before.is_empty() {
            self.behind = 0;
        }
        *self = Unfinished { behind: self.behind + rest.len() as u64, ..Unfinished::default() };
    }

    /// Brings a new decoder to this state.
    pub(crate) fn replay(&self, decoder: &mut Decoder) {
        let escape = self.charset.escape();
        let mut bytes = Vec::with_capacity(8);
        if self.after_escape || self.charset != Charset::Ascii {
            bytes.extend_from_slice(escape);
        }
        if !self.after_escape && self.charset != Charset::Ascii {
            // Some character, of one byte or of two.
            bytes.extend_from_slice(b"!!");
        }
        bytes.extend_from_slice(&self.pending);
        let (mut read, mut text) = (0, [0; 32]);
        loop {
            let (result, more, _) =
                decoder.decode_to_utf8_without_replacement(&bytes[read..], &mut text, false);
            read += more;
            if !matches!(result, DecoderResult::Malformed(..)) {
                return;
            }
        }
    }

    /// Whether this is what the decoder of an encoding may remember.
    pub(crate) fn is_of(&self, encoding: &'static Encoding) -> bool {
        let mut escape = 0;
        if encoding == ISO_2022_JP {
            escape = self.behind.wrapping_sub(self.pending.len() as u64);
            if !matches!(escape, 0 | ESCAPE_LEN) || !self.iso_2022_jp().is_valid() {
                return false;
            }
        } else if self.charset != Charset::Ascii || self.after_escape {
            return false;
        }
        if encoding == REPLACEMENT {
            return self.pending.len() <= 1 && (self.behind == 0 || self.pending.len() == 1);
        }
        let is_pending = if encoding == ISO_2022_JP {
            true
        } else if let Some(rules) = MultiByte::of(encoding) {
            rules.is_pending(&self.pending)
        } else if encoding.is_single_byte() {
            self.pending.is_empty()
        } else {
            utf_16::is_pending(&self.pending, |unit| utf_16::is_lead(encoding == UTF_16BE, unit))
        };
        is_pending && self.behind == self.pending.len() as u64 + escape
    }

    /// Whether an escape sequence belongs to the next character of ISO-2022-JP.
    pub(crate) fn owes_escape(&self) -> bool {
        self.behind > self.pending.len() as u64
    }

    fn iso_2022_jp(&self) -> Iso2022Jp {
        Iso2022Jp {
            charset: self.charset,
            after_escape: self.after_escape,
            owes_escape: self.owes_escape(),
            pending: self.pending,
        }
    }

    fn follow_iso_2022_jp(&mut self, read: &[u8], given_up: Option<usize>) {
        let mut state = self.iso_2022_jp();
        state.follow(read, given_up);
        let escape = if state.owes_escape { ESCAPE_LEN } else { 0 };
        *self = Unfinished {
            behind: state.pending.len() as u64 + escape,
            pending: state.pending,
            charset: state.charset,
            after_escape: state.after_escape,
        };
    }

    fn follow_replacement(&mut self, read: &[u8]) {
        let mut read = read;
        if let (true, Some((&first, rest))) = (self.pending.is_empty(), read.split_first()) {
            self.pending.push(first);
            read = rest;
        }
        self.behind += read.len() as u64;
    }
}
