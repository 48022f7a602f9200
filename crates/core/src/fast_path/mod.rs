//! The fast path: reads text and tags that lie whole in a chunk, without entering the states.
//!
//! ```text
//! token     = text | start-tag | end-tag
//! text      = { any byte but "<" } , up to what surely is markup
//! start-tag = "<" letter name-rest , [ attributes ] , ">"           attributes: see attribute_scanner.rs
//! end-tag   = "</" letter name-rest , [ attributes ] , ">"
//! name-rest = { any byte but white space, "/" and ">" }
//! ```
//!
//! It bails out at anything else, with nothing changed, and the states read the same bytes again. So they are its oracle, and
//! without this folder everything is the same but slower. It bails out:
//!
//! - outside of the data state: in raw text, comments, and what begins with `<!` or `<?`;
//! - at the end of the chunk body within a tag (`straddling.rs` completes that tag in the next chunk), or in text that may end
//!   within a character reference or before a `<` that is text;
//! - at NUL or bytes above ASCII in the name of an attribute;
//! - at what may exceed a limit;
//! - at a `meta` that is watched for, and at text that the feedback simulator has to see;
//! - where parse errors are reported, at what may be one. A cursor gives it the bytes only that surely hold no error of their
//!   own (`error_free.rs`), and [`Scanner::scan`](crate::scanner::Scanner::scan) tries it on the others, with `SEARCH`, which searches them.
//!
//! Measured (`docs/design/fast-path.md` has the figures): a branch that is mispredicted takes as long as 60 bytes, so runs are
//! found by masks and not byte by byte; a search begins at an index that is known already, so that it does not wait for another
//! search; positions stay in locals, and registers of the machine are set once, when the token is whole.

mod attribute_scanner;
mod error_free;
mod straddling;
#[cfg(test)]
mod tests;

use self::attribute_scanner::read_attributes;
use crate::bytes::{BEGINS_MARKUP, ends_tag_name};
use crate::kernels::{find_byte, name_end};
use crate::machine::{Found, Machine, State, unfinished_reference};
use crate::steps::count;
use crate::text_mode::TextMode;
use crate::token::{Slice, TagFlags, TextKind};

impl Machine {
    /// Reads the next token of the rest of the chunk body, if it is text of the data state or a tag and nothing uncommon is in it.
    ///
    /// The kernels stop at a little more than what ends a run (at all controls, for one). So each stop is checked, and the
    /// run continues if it is none. Positions are counted from the start of the token, as ranges are.
    #[inline(always)]
    pub(crate) fn fast_path<'b>(&mut self, rest: &'b [u8]) -> Option<(Found, Slice<'b>)> {
        if self.fast_path.state == Some(self.state) { self.read::<false>(rest) } else { None }
    }

    /// [`fast_path`](Self::fast_path) in the data state for the bytes that it was not given: those that may be errors, each of which
    /// makes this bail out, a tag that straddles chunks, and what is behind a token that did.
    #[inline(never)]
    pub(crate) fn fast_path_in_scan(&mut self, rest: &[u8]) -> Option<Found> {
        let (kind, _) = if self.reports() { self.read::<true>(rest) } else { self.read::<false>(rest) }?;
        Some(kind)
    }

    /// Gives the kind of the token, and its bytes with those that follow them.
    #[inline(always)]
    fn read<'b, const SEARCH: bool>(&mut self, rest: &'b [u8]) -> Option<(Found, Slice<'b>)> {
        // Without bytes the states have to go first.
        debug_assert!(rest.is_empty() || self.position.pending.is_empty());
        debug_assert!(rest.is_empty() || self.position.emitted == self.unfinished());
        count(1);
        let [first, second, third, ..] = *rest else { return None };
        let offset = self.offset();
        let (kind, length) = if first != b'<' {
            self.read_text::<SEARCH>(rest, offset)
        } else if second.is_ascii_alphabetic() {
            self.read_tag::<SEARCH, false>(rest, offset)
        } else if second == b'/' && third.is_ascii_alphabetic() {
            self.read_tag::<SEARCH, true>(rest, offset)
        } else {
            None
        }?;
        Some((kind, Slice { from: rest, length, offset }))
    }

    #[inline(always)]
    fn read_text<const SEARCH: bool>(&mut self, bytes: &[u8], offset: u64) -> Option<(Found, usize)> {
        let end = if SEARCH { self.error_free_text_end(bytes, offset)? } else { find_byte(bytes, 0, b'<') };
        // What is not surely markup may be text.
        let is_whole = match bytes.get(end + 1) {
            Some(&next) => BEGINS_MARKUP[usize::from(next)],
            None => !self.reports() && end == bytes.len() && unfinished_reference(bytes).is_none(),
        };
        if !is_whole {
            return None;
        }
        // References in text beyond the limit are measured.
        if end > self.fast_path.text_max as usize {
            return None;
        }
        self.emit_bytes(offset, end);
        Some((Found::Text(TextKind::of(TextMode::Data)), end))
    }

    #[inline(always)]
    fn emit_bytes(&mut self, offset: u64, length: usize) {
        self.position.token_start = offset;
        self.position.emitted = length as u64;
        self.position.index += length;
    }

    #[inline(always)]
    fn read_tag<const SEARCH: bool, const END: bool>(
        &mut self,
        bytes: &[u8],
        offset: u64,
    ) -> Option<(Found, usize)> {
        // A tag beyond the limit has no end here, and leaves no more attributes than one within it.
        let tag = &bytes[..bytes.len().min(self.fast_path.tag_max as usize)];
        let name_start = if END { 2 } else { 1 };
        let (name_end_at, byte) = read_tag_name(tag, name_start)?;
        self.attributes.clear();
        let mut last = name_end_at;
        let mut self_closing = false;
        if byte != b'>' {
            (last, self_closing) = if self.reports() {
                read_attributes::<true>(tag, name_end_at, &mut self.attributes)?
            } else {
                read_attributes::<false>(tag, name_end_at, &mut self.attributes)?
            };
            if END && self.reports() && (self_closing || !self.attributes.is_empty()) {
                return None;
            }
        }
        if SEARCH && !self.is_error_free_tag(bytes, offset, last) {
            return None;
        }
        let kind = if END { TagFlags::END } else { TagFlags::START };
        self.parts.flags = kind.and(TagFlags::SELF_CLOSING, self_closing);
        let mode = if END {
            if self.tree.interest.end_tags {
                self.simulate_fast_path_end_tag(bytes, name_end_at as u32, last);
            }
            TextMode::Data
        } else {
            self.fast_path_text_mode(bytes, name_start..name_end_at, last)?
        };
        let tag_start = self.position.index;
        let length = last + 1;
        self.emit_bytes(offset, length);
        self.parts.name = (name_start as u32, name_end_at as u32);
        if END {
            return Some((Found::EndTag, length));
        }
        self.last_start_tag.note(tag_start + name_start..tag_start + name_end_at);
        self.state = State::of(mode);
        Some((Found::StartTag, length))
    }
}

/// The end of the name that begins at `start`, and the byte there.
#[inline(always)]
fn read_tag_name(tag: &[u8], start: usize) -> Option<(usize, u8)> {
    let mut end = name_end::<false>(tag, start).end;
    let mut byte = *tag.get(end)?;
    // `=` and controls are characters of a tag's name as any other.
    while !ends_tag_name(byte) {
        end = name_end::<false>(tag, end + 1).end;
        byte = *tag.get(end)?;
    }
    Some((end, byte))
}
