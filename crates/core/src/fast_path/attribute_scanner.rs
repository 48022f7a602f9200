//! The attribute scanner of the fast path.
//!
//! ```text
//! attributes = { white-space | "/" | attribute } , ">"
//! attribute  = name , [ { white-space } , "=" , { white-space } , value ]
//! name       = [ "=" ] , { any byte but white space, "/", ">", "=", NUL and bytes above ASCII }
//! value      = '"' { any byte but '"' } '"' | "'" { any byte but "'" } "'" | { any byte but white space and ">" }
//! ```
//!
//! Every method returns the byte that it stops at, or `None` to bail out. Kernels stop at a little more than what ends a run (at
//! all controls, for one), so each stop is checked, and the run continues if it is none.

use crate::bytes::{ends_tag_name, is_error_in_unquoted_value, is_space};
use crate::kernels::{find_byte, find_two, name_end, unquoted_end};
use crate::steps::count;
use crate::token::{Attributes, Quote, TokenRange};

/// Reads what follows the name of a tag, which ends at `at`, and gives the place of its `>` and whether it closes
/// itself.
#[inline(never)]
pub(super) fn read_attributes<const STRICT: bool>(
    tag: &[u8],
    at: usize,
    attributes: &mut Attributes,
) -> Option<(usize, bool)> {
    let mut scanner = AttributeScanner::<STRICT> { tag, at, attributes, self_closing: false };
    let mut byte = scanner.byte()?;
    // The quotes of the first attribute are searched from the start of the tag, before the end of its name is known.
    if byte == b' '
        && let Some(common) = common_attribute::<STRICT>(tag, at + 1, 0)
    {
        byte = scanner.add_common(common)?;
    }
    loop {
        while byte == b' '
            && let Some(common) = common_attribute::<STRICT>(tag, scanner.at + 1, scanner.at + 1)
        {
            byte = scanner.add_common(common)?;
        }
        // Where this failed, it is not tried again.
        let tried = if byte == b' ' { scanner.at + 1 } else { 0 };
        byte = scanner.skip_to_name(byte)?;
        if byte == b'>' {
            break;
        }
        byte = if scanner.at != tried
            && let Some(common) = common_attribute::<STRICT>(tag, scanner.at, scanner.at)
        {
            scanner.add_common(common)?
        } else {
            scanner.read_attribute(byte)?
        };
    }
    let AttributeScanner { at, attributes, self_closing, .. } = scanner;
    (attributes.spans().len() <= attributes.max).then_some((at, self_closing))
}

/// Where the scanner stands in a tag. With `STRICT` it bails out at what is a parse error of the tag's syntax.
struct AttributeScanner<'t, const STRICT: bool> {
    tag: &'t [u8],
    /// The index of the byte that the last method returned.
    at: usize,
    attributes: &'t mut Attributes,
    /// The last `/` was right before the `>`.
    self_closing: bool,
}

impl<const STRICT: bool> AttributeScanner<'_, STRICT> {
    #[inline(always)]
    fn byte(&self) -> Option<u8> {
        self.tag.get(self.at).copied()
    }

    #[inline(always)]
    fn next(&mut self) -> Option<u8> {
        self.at += 1;
        self.byte()
    }

    /// From what follows the tag's name or an attribute to the first byte of a name, or the `>`.
    #[inline(always)]
    fn skip_to_name(&mut self, mut byte: u8) -> Option<u8> {
        while is_space(byte) || byte == b'/' {
            count(1);
            let next = self.next()?;
            self.self_closing = byte == b'/' && next == b'>';
            if STRICT && byte == b'/' && !self.self_closing {
                return None;
            }
            byte = next;
            if byte == b' ' {
                self.at = skip_eights_of_spaces(self.tag, self.at);
                byte = self.byte()?;
            }
        }
        Some(byte)
    }

    #[inline(always)]
    fn read_attribute(&mut self, byte: u8) -> Option<u8> {
        let (name, byte) = self.read_name(byte)?;
        let byte = self.skip_to_equals(byte)?;
        if byte == b'=' {
            return self.read_value(name);
        }
        self.add(name, (name.1, name.1), Quote::NoValue)?;
        Some(byte)
    }

    #[inline(always)]
    fn read_name(&mut self, byte: u8) -> Option<(TokenRange, u8)> {
        if STRICT && byte == b'=' {
            return None;
        }
        let start = self.at;
        // An `=` at the start is a part of the name.
        let mut run = name_end::<STRICT>(self.tag, start + usize::from(byte == b'='));
        self.at = run.end;
        let mut byte = self.byte()?;
        while !(byte == b'=' || ends_tag_name(byte)) {
            // NUL changes what the name is; the others, but for controls, are where a strict search has stopped.
            if byte == 0 || STRICT && byte > b' ' {
                return None;
            }
            let more = name_end::<STRICT>(self.tag, self.at + 1);
            run.ascii &= more.ascii;
            self.at = more.end;
            byte = self.byte()?;
        }
        run.ascii.then_some(((start as u32, self.at as u32), byte))
    }

    /// Passes over white space before an `=`. That before another attribute is left to the next turn.
    #[inline(always)]
    fn skip_to_equals(&mut self, byte: u8) -> Option<u8> {
        if !is_space(byte) {
            return Some(byte);
        }
        let mut ahead = self.at + 1;
        while is_space(*self.tag.get(ahead)?) {
            count(1);
            ahead += 1;
        }
        if self.tag[ahead] != b'=' {
            return Some(byte);
        }
        self.at = ahead;
        Some(b'=')
    }

    /// Reads what follows the `=`.
    #[inline(always)]
    fn read_value(&mut self, name: TokenRange) -> Option<u8> {
        let mut byte = self.next()?;
        while is_space(byte) {
            count(1);
            byte = self.next()?;
        }
        if byte == b'"' || byte == b'\'' {
            self.read_quoted_value(name, byte)
        } else {
            self.read_unquoted_value(name, byte)
        }
    }

    #[inline(always)]
    fn read_quoted_value(&mut self, name: TokenRange, quote: u8) -> Option<u8> {
        let start = self.at + 1;
        let end = find_byte(self.tag, start, quote);
        // There is nothing after a quote that is not closed here.
        self.at = end + 1;
        let byte = self.byte()?;
        let kind = if quote == b'"' { Quote::Double } else { Quote::Single };
        self.add(name, (start as u32, end as u32), kind)?;
        (!STRICT || ends_tag_name(byte)).then_some(byte)
    }

    #[inline(always)]
    fn read_unquoted_value(&mut self, name: TokenRange, mut byte: u8) -> Option<u8> {
        let start = self.at;
        while !(byte == b'>' || is_space(byte)) {
            if STRICT && is_error_in_unquoted_value(byte) {
                return None;
            }
            self.at = unquoted_end::<STRICT>(self.tag, self.at + 1);
            byte = self.byte()?;
        }
        self.add(name, (start as u32, self.at as u32), Quote::Unquoted)?;
        (!STRICT || self.at > start).then_some(byte)
    }

    #[inline(always)]
    fn add_common(&mut self, Common { name, value, quote, next }: Common) -> Option<u8> {
        self.add(name, value, quote)?;
        self.at = value.1 as usize + usize::from(quote != Quote::Unquoted);
        (!STRICT || ends_tag_name(next)).then_some(next)
    }

    #[inline(always)]
    fn add(&mut self, name: TokenRange, value: TokenRange, quote: Quote) -> Option<()> {
        let duplicate = self.attributes.add(self.tag, name, value, quote);
        (!(STRICT && duplicate)).then_some(())
    }
}

/// The index behind as many groups of eight spaces as begin at `at`. It is no method of the scanner, whose fields stay in registers
/// while its address is not taken.
#[inline(never)]
fn skip_eights_of_spaces(tag: &[u8], mut at: usize) -> usize {
    while tag[at..].starts_with(&[b' '; 8]) {
        count(1);
        at += 8;
    }
    at
}

/// An attribute as most are.
struct Common {
    name: TokenRange,
    value: TokenRange,
    quote: Quote,
    /// The byte after the value and its closing quote.
    next: u8,
}

/// How many bytes a common name has at most, with the `=`.
const NAME: usize = 16;
/// How many bytes are searched for a value's end at once.
const WINDOW: usize = 64;

/// The attribute whose name begins at `start`, if it is `name="value"` or `name=value` with a name below sixteen bytes.
///
/// `from` is `start`, or for the first attribute the start of the tag. The quotes are searched from there, so that this search does
/// not wait for the end of the name that is before it.
#[inline(always)]
fn common_attribute<const STRICT: bool>(tag: &[u8], start: usize, from: usize) -> Option<Common> {
    let window: &[u8; WINDOW] = tag.get(start..)?.first_chunk()?;
    let run = name_end::<STRICT>(&window[..NAME], 0);
    // An `=` as the first byte is a part of the name.
    if run.end == 0 || run.end == NAME || !run.ascii {
        return None;
    }
    let name_end = run.end % NAME;
    if window[name_end] != b'=' {
        return None;
    }
    let name = (start as u32, (start + name_end) as u32);
    match window[name_end + 1] {
        b'"' => common_quoted_value(tag, start + name_end + 1, from, b'"', Quote::Double),
        b'\'' => common_quoted_value(tag, start + name_end + 1, from, b'\'', Quote::Single),
        _ => common_unquoted_value::<STRICT>(start, window, name_end + 1),
    }
    .map(|(value, quote, next)| Common { name, value, quote, next })
}

/// The value whose opening quote is at `open`, unless there is another between `from` and there, in a name.
#[inline(always)]
fn common_quoted_value(
    tag: &[u8],
    open: usize,
    from: usize,
    needle: u8,
    quote: Quote,
) -> Option<(TokenRange, Quote, u8)> {
    let (first, second) = find_two(tag.get(from..)?.first_chunk()?, needle);
    if from + first != open {
        return None;
    }
    // The opening quote may itself be right behind the window.
    let end =
        if second < WINDOW { from + second } else { find_byte(tag, (open + 1).max(from + WINDOW), needle) };
    Some(((open as u32 + 1, end as u32), quote, *tag.get(end + 1)?))
}

/// The value at `at` in the window, which begins at `start`, if it ends there and no control is in it.
#[inline(always)]
fn common_unquoted_value<const STRICT: bool>(
    start: usize,
    window: &[u8; WINDOW],
    at: usize,
) -> Option<(TokenRange, Quote, u8)> {
    // The `=` before it is none of its bytes.
    let end = unquoted_end::<STRICT>(window, if STRICT { at } else { 0 });
    if end == at || end == WINDOW {
        return None;
    }
    let next = window[end % WINDOW];
    let value = ((start + at) as u32, (start + end) as u32);
    (next == b'>' || is_space(next)).then_some((value, Quote::Unquoted, next))
}
