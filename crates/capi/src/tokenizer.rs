//! The tokenizer's handle: its life, and tokens in batches.

#![allow(unsafe_code)]

use std::ffi::{c_char, c_void};

use tagspan::Span;
use tagspan::batches::{AttributeRecord, Batch, Batches, TokenRecord};

use crate::memory::{self, Handle, read_sized, with, write_sized};
use crate::options::Options;
use crate::status::{Report, Status};
use crate::string::Str;

/// The kinds of tokens: `kind` of a token.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub enum Kind {
    /// A DOCTYPE. Its two attributes are its public and its system identifier.
    Doctype = 1,
    /// A start tag.
    StartTag = 2,
    /// An end tag.
    EndTag = 3,
    /// A comment.
    Comment = 4,
    /// A processing instruction, if the options ask for them.
    ProcessingInstruction = 5,
    /// Text. `detail` is a `tagspan_text_mode`.
    Text = 6,
    /// A parse error, if the options ask for them. It has no bytes. `tagspan_detail_name` has its code.
    ParseError = 7,
    /// Bytes that are part of no other token. `tagspan_detail_name` has the reason.
    Dropped = 8,
}

/// The flags of a token.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub enum TokenFlag {
    /// A tag ends in `/>`.
    SelfClosing = 1,
    /// A limit has left bytes out, or the source was cut short.
    Truncated = 2,
    /// Only a tree could tell how the token is to be read.
    Ambiguous = 4,
    /// A tag of SVG.
    Svg = 8,
    /// A tag of MathML.
    Mathml = 16,
    /// A DOCTYPE that forces quirks mode.
    ForceQuirks = 32,
    /// Text that begins with a newline which a tree builder ignores.
    IgnoredNewline = 64,
}

/// The flags of an attribute.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub enum AttributeFlag {
    /// An earlier attribute of the tag has the name. This one has no effect.
    Duplicate = 1,
    /// A limit has left bytes of the value out.
    Truncated = 2,
}

/// How the value of an attribute is quoted: `quote` of an attribute.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub enum Quote {
    /// There is no value.
    NoValue = 0,
    /// There are no quotes.
    Unquoted = 1,
    /// By `'`.
    Single = 2,
    /// By `"`.
    Double = 3,
}

/// A declaration of the encoding that came too late for the prescan.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Declaration {
    /// The name of the encoding, as the Encoding Standard writes it. It is valid for ever.
    pub encoding: Str,
    /// Its outcome: `confirmed`, `switched`, `restarted` or `ignored`. It is valid for ever.
    pub outcome: Str,
    /// The offset of the tag in the document as UTF-8, as it was read before the declaration.
    pub start: u64,
    /// The offset of the byte after the tag.
    pub end: u64,
}

/// The part of a source that is fed.
enum Part {
    Chunk,
    Last,
    /// Nothing: the source was cut short.
    Truncated,
}

/// A tokenizer. It may move between threads, but two may not use it at the same time.
#[derive(Debug)]
pub struct Tokenizer {
    // It has memory of its own: tokens point into it while other fields change.
    batches: Box<Batches>,
    /// The chunk whose batches are being taken.
    lent: Option<(*const c_void, usize)>,
    has_finished: bool,
    needed: usize,
    pub(crate) report: Report,
    /// The string that was decoded last.
    pub(crate) decoded: String,
}

impl Handle for Tokenizer {
    fn report(&mut self) -> &mut Report {
        &mut self.report
    }
}

impl Tokenizer {
    fn new(options: Result<Batches, Status>) -> Tokenizer {
        let mut report = Report::default();
        let batches = options.unwrap_or_else(|status| {
            report.fail(status);
            Batches::default()
        });
        Tokenizer {
            batches: Box::new(batches),
            lent: None,
            has_finished: false,
            needed: 0,
            report,
            decoded: String::new(),
        }
    }

    /// Whether a token is of the last batch.
    #[inline]
    pub(crate) fn is_current(&self, token: &TokenRecord) -> bool {
        token.batch == self.batches.number() && !token.bytes.is_null()
    }

    /// Starts on a chunk, if that is allowed now.
    ///
    /// # Safety
    ///
    /// The chunk is valid, until its batches are taken.
    unsafe fn start(&mut self, chunk: *const c_void, length: usize, part: Part) -> Status {
        let misuse = if self.report.has_failed {
            return self.report.status;
        } else if self.lent.is_some() {
            Status::ChunkNotTaken
        } else if self.has_finished {
            Status::FedAfterEnd
        } else if chunk.is_null() && length > 0 {
            Status::NullPointer
        } else {
            Status::Ok
        };
        if misuse == Status::Ok {
            // SAFETY: the caller promises as many bytes.
            let bytes = unsafe { memory::bytes(chunk, length) };
            match part {
                Part::Chunk => self.batches.feed(bytes, false),
                Part::Last => self.batches.feed(bytes, true),
                Part::Truncated => self.batches.finish_truncated(),
            }
            self.lent = Some((chunk, length));
            self.has_finished = !matches!(part, Part::Chunk);
        }
        self.report.set(misuse)
    }

    /// Takes the next batch of the chunk that is lent.
    ///
    /// # Safety
    ///
    /// The chunk that is lent is as it was when it was fed.
    unsafe fn next(
        &mut self,
        tokens: &mut [TokenRecord],
        attributes: Option<&mut [AttributeRecord]>,
    ) -> usize {
        let Some((chunk, length)) = self.lent.filter(|_| !self.report.has_failed) else {
            self.report.set(Status::Ok);
            return 0;
        };
        // SAFETY: the caller promises that it is still there.
        let chunk = unsafe { memory::bytes(chunk, length) };
        match self.batches.next(chunk, tokens, attributes) {
            Ok(Batch { tokens: 0, needed: 0, .. }) => {
                self.lent = None;
                self.report.set(Status::Ok);
                0
            }
            Ok(Batch { tokens, needed, .. }) => {
                self.needed = needed as usize;
                self.report.set(if tokens == 0 { Status::AttributesFull } else { Status::Ok });
                tokens
            }
            Err(error) => {
                self.report.set_error(error);
                if self.report.status != Status::Restart {
                    (self.lent, self.has_finished) = (None, false);
                }
                0
            }
        }
    }
}

/// Returns the version of the library, such as `0.1.0`. The text is valid for ever.
#[unsafe(no_mangle)]
pub extern "C" fn tagspan_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

/// Makes a tokenizer. Without options, a null pointer, it has those that are zero in each field.
///
/// The caller owns the tokenizer, and frees it by `tagspan_tokenizer_free`. The options are copied. If they are wrong, the
/// tokenizer has failed, and `tagspan_status` says why. It is null only if a defect of the library was caught.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tagspan_tokenizer_new(options: *const Options) -> *mut Tokenizer {
    memory::give(|| {
        // SAFETY: the caller promises valid options, or null.
        let builder = unsafe { read_sized(options).and_then(|options| options.builder()) };
        Tokenizer::new(builder.map(|builder| Batches::new(builder.build())))
    })
}

/// Frees a tokenizer, and with it its tokens and strings. A null pointer is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tagspan_tokenizer_free(tokenizer: *mut Tokenizer) {
    // SAFETY: the caller promises that it is a tokenizer, and does not use it again.
    unsafe { memory::take_back(tokenizer) }
}

/// Feeds the next chunk of the source, of any length.
///
/// The chunk is the caller's. It is lent to the tokenizer, unchanged, until `tagspan_next` returns 0 for it with another status
/// than `TAGSPAN_ATTRIBUTES_FULL` and `TAGSPAN_RESTART`, or the tokenizer is reset or freed. After misuse, such as a chunk before
/// that is not taken, nothing has changed and nothing is lent.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tagspan_feed(
    tokenizer: *mut Tokenizer,
    chunk: *const c_void,
    length: usize,
) -> Status {
    // SAFETY: the caller promises a valid tokenizer and chunk.
    unsafe {
        with(tokenizer, null_or_panic(tokenizer), |tokenizer| tokenizer.start(chunk, length, Part::Chunk))
    }
}

/// Feeds the last chunk of the source, or the whole source: `tagspan_feed` and `tagspan_finish` in one call.
///
/// The chunk is the caller's, and lent as by `tagspan_feed`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tagspan_feed_last(
    tokenizer: *mut Tokenizer,
    chunk: *const c_void,
    length: usize,
) -> Status {
    // SAFETY: the caller promises a valid tokenizer and chunk.
    unsafe {
        with(tokenizer, null_or_panic(tokenizer), |tokenizer| tokenizer.start(chunk, length, Part::Last))
    }
}

/// Declares the end of the source, after which `tagspan_next` gives the last tokens.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tagspan_finish(tokenizer: *mut Tokenizer) -> Status {
    // SAFETY: the caller promises a valid tokenizer, and no chunk is read.
    unsafe { tagspan_feed_last(tokenizer, std::ptr::null(), 0) }
}

/// Declares the end of what is read of a longer source, for one that was cut short: as `tagspan_finish`, but the last token is
/// truncated. That is an unfinished comment or DOCTYPE, the dropped bytes of an unfinished tag, or text, which may be empty.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tagspan_finish_truncated(tokenizer: *mut Tokenizer) -> Status {
    // SAFETY: the caller promises a valid tokenizer.
    unsafe {
        with(tokenizer, null_or_panic(tokenizer), |tokenizer| {
            tokenizer.start(std::ptr::null(), 0, Part::Truncated)
        })
    }
}

/// Sets how the text after the last token of the last batch is read, a `tagspan_text_mode`: what a tree builder does after a
/// start tag. Take tokens in batches of one for that, with the option `feedback` that never selects a text mode.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tagspan_set_text_mode(tokenizer: *mut Tokenizer, text_mode: u8) -> Status {
    // SAFETY: the caller promises a valid tokenizer.
    unsafe {
        with(tokenizer, null_or_panic(tokenizer), |tokenizer| {
            let status = match tagspan::TextMode::ALL.get(usize::from(text_mode)) {
                None => Status::InvalidOption,
                Some(&mode) => tokenizer.batches.set_text_mode(mode).map_or_else(Status::of, |()| Status::Ok),
            };
            tokenizer.report.set(status)
        })
    }
}

/// Sets whether `<![CDATA[` opens a CDATA section after the last token of the last batch: what a tree builder knows from its
/// adjusted current node.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tagspan_set_cdata(tokenizer: *mut Tokenizer, allowed: bool) -> Status {
    // SAFETY: the caller promises a valid tokenizer.
    unsafe {
        with(tokenizer, null_or_panic(tokenizer), |tokenizer| {
            tokenizer.batches.set_cdata(allowed);
            tokenizer.report.set(Status::Ok)
        })
    }
}

/// Prepares for another document, with the same options. Memory is kept. A chunk that was lent is given back, and the tokens of
/// the last batch are stale. A tokenizer with wrong options or a caught defect stays failed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tagspan_reset(tokenizer: *mut Tokenizer) -> Status {
    // SAFETY: the caller promises a valid tokenizer.
    unsafe {
        with(tokenizer, null_or_panic(tokenizer), |tokenizer| {
            let status = tokenizer.report.status;
            if !tokenizer.report.has_failed || matches!(status, Status::LimitExceeded | Status::IllFormed) {
                tokenizer.batches.reset();
                (tokenizer.lent, tokenizer.has_finished, tokenizer.needed) = (None, false, 0);
                tokenizer.report = Report::default();
            }
            tokenizer.report.status
        })
    }
}

/// Writes the next tokens of the chunk that was fed last to the array `tokens`, which has `count` elements, and their attributes
/// to the array `attributes`, which has `attribute_count`. Returns how many tokens there are; 0 at the end of the chunk, or
/// where `tagspan_status` says otherwise. After `TAGSPAN_RESTART` the next call goes on with the document, from its start.
///
/// Both arrays are the caller's, and need not be initialized. If `attributes` is null, attributes are not written, and
/// `attribute_count` of each token says how many there are. A batch may end before the arrays are full.
///
/// The tokens, and the bytes that they point to, are valid until the next call of this function, of `tagspan_feed`,
/// `tagspan_feed_last`, `tagspan_finish`, `tagspan_finish_truncated`, `tagspan_reset` or `tagspan_tokenizer_free`. They are read
/// only.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tagspan_next(
    tokenizer: *mut Tokenizer,
    tokens: *mut TokenRecord,
    count: usize,
    attributes: *mut AttributeRecord,
    attribute_count: usize,
) -> usize {
    // SAFETY: the caller promises a valid tokenizer, arrays that nothing else uses, and a chunk that is as it was.
    unsafe {
        with(tokenizer, 0, |tokenizer| {
            let attributes = memory::array(attributes, attribute_count);
            match memory::array(tokens, count) {
                None => tokenizer.report.set(Status::NullPointer),
                Some([]) => tokenizer.report.set(Status::InvalidSize),
                Some(tokens) => return tokenizer.next(tokens, attributes),
            };
            0
        })
    }
}

/// Returns what became of the last call with the tokenizer that can fail, such as one that returns a string. A failure stays
/// until `tagspan_reset`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tagspan_status(tokenizer: *const Tokenizer) -> Status {
    // SAFETY: the caller promises a valid tokenizer. It is only read.
    unsafe { with(tokenizer.cast_mut(), null_or_panic(tokenizer), |tokenizer| tokenizer.report.status) }
}

/// Returns a sentence about the status, in English, which ends with a NUL and is empty if all is well.
///
/// It is borrowed: it is valid until the next call with this tokenizer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tagspan_message(tokenizer: *const Tokenizer) -> *const c_char {
    let null = c"the tokenizer is a null pointer".as_ptr();
    // SAFETY: the caller promises a valid tokenizer. It is only read.
    unsafe { with(tokenizer.cast_mut(), null, |tokenizer| tokenizer.report.message().as_ptr()) }
}

/// Returns the offset at which the tokenizer has failed: of the construct, in the document as UTF-8, or of the ill-formed bytes
/// in the source. 0 if it has not failed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tagspan_error_offset(tokenizer: *const Tokenizer) -> u64 {
    // SAFETY: the caller promises a valid tokenizer. It is only read.
    unsafe { with(tokenizer.cast_mut(), 0, |tokenizer| tokenizer.report.offset) }
}

/// Returns how many attributes the token has at which the status became `TAGSPAN_ATTRIBUTES_FULL`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tagspan_attributes_needed(tokenizer: *const Tokenizer) -> usize {
    // SAFETY: the caller promises a valid tokenizer. It is only read.
    unsafe { with(tokenizer.cast_mut(), 0, |tokenizer| tokenizer.needed) }
}

/// Returns the name of the encoding of the source, as the Encoding Standard writes it. It has no data until it is decided.
///
/// The string is valid for ever.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tagspan_encoding(tokenizer: *const Tokenizer) -> Str {
    // SAFETY: the caller promises a valid tokenizer. It is only read.
    unsafe {
        with(tokenizer.cast_mut(), Str::NONE, |tokenizer| {
            Str::optional(tokenizer.batches.tokenizer().encoding().map(|encoding| encoding.name()))
        })
    }
}

/// Returns how many ill-formed sequences of bytes the source has so far, if the option `validation` asks for that.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tagspan_ill_formed_count(tokenizer: *const Tokenizer) -> u64 {
    // SAFETY: the caller promises a valid tokenizer. It is only read.
    unsafe { with(tokenizer.cast_mut(), 0, |tokenizer| tokenizer.batches.tokenizer().ill_formed().count()) }
}

/// Returns the offsets in the source of the first ill-formed sequences, in order, and writes to `count`, which is the caller's,
/// how many there are: at most 1,024.
///
/// The array is borrowed: it is valid until the next call of `tagspan_feed`, `tagspan_feed_last`, `tagspan_finish`,
/// `tagspan_finish_truncated`, `tagspan_next`, `tagspan_reset` or `tagspan_tokenizer_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tagspan_ill_formed_offsets(
    tokenizer: *const Tokenizer,
    count: *mut usize,
) -> *const u64 {
    if count.is_null() {
        return std::ptr::null();
    }
    // SAFETY: the caller promises a valid tokenizer, which is only read, and a place that may be written.
    unsafe {
        count.write(0);
        with(tokenizer.cast_mut(), std::ptr::null(), |tokenizer| {
            let offsets = tokenizer.batches.tokenizer().ill_formed().offsets();
            count.write(offsets.len());
            offsets.as_ptr()
        })
    }
}

/// Writes the last declaration of the encoding that came too late for the prescan to the struct, which has this size. Returns
/// whether there is one; without room nothing is written.
///
/// The struct is the caller's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tagspan_late_declaration(
    tokenizer: *const Tokenizer,
    declaration: *mut Declaration,
    size: usize,
) -> bool {
    if declaration.is_null() {
        return false;
    }
    // SAFETY: the caller promises a valid tokenizer, which is only read, and a place that may be written.
    unsafe {
        with(tokenizer.cast_mut(), false, |tokenizer| {
            let Some(found) = tokenizer.batches.tokenizer().late_declaration() else { return false };
            let found = Declaration {
                encoding: Str::new(found.encoding.name()),
                outcome: Str::new(found.outcome.as_str()),
                start: found.span.start,
                end: found.span.end,
            };
            write_sized(&found, declaration, size)
        })
    }
}

/// Converts a span of the document as UTF-8 to one of the source, in bytes that were fed: of a token of the last batch, or of a
/// part of one. For a source in UTF-8 it is the same. Otherwise the option `source_offsets` must be on.
///
/// Returns whether the span is known, and then writes it to `source_start` and `source_end`, which are the caller's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tagspan_source_span(
    tokenizer: *const Tokenizer,
    start: u64,
    end: u64,
    source_start: *mut u64,
    source_end: *mut u64,
) -> bool {
    if source_start.is_null() || source_end.is_null() {
        return false;
    }
    // SAFETY: the caller promises a valid tokenizer, and places that may be written.
    unsafe {
        with(tokenizer.cast_mut(), false, |tokenizer| {
            let Some(span) = tokenizer.batches.source_span(Span { start, end }) else { return false };
            source_start.write(span.start);
            source_end.write(span.end);
            true
        })
    }
}

/// The status for a handle that could not be used.
fn null_or_panic(tokenizer: *const Tokenizer) -> Status {
    if tokenizer.is_null() { Status::NullPointer } else { Status::Panic }
}

#[cfg(test)]
mod tests {
    use tagspan::batches::{AttributeRecord, TokenKind, TokenRecord};

    use super::{AttributeFlag, Kind, Quote, TokenFlag};

    #[test]
    fn numbers_are_those_of_the_records() {
        // (a number of the header, that of a record)
        for (ours, theirs) in [
            (Kind::Doctype as u16, TokenKind::Doctype as u16),
            (Kind::StartTag as u16, TokenKind::StartTag as u16),
            (Kind::EndTag as u16, TokenKind::EndTag as u16),
            (Kind::Comment as u16, TokenKind::Comment as u16),
            (Kind::ProcessingInstruction as u16, TokenKind::ProcessingInstruction as u16),
            (Kind::Text as u16, TokenKind::Text as u16),
            (Kind::ParseError as u16, TokenKind::Error as u16),
            (Kind::Dropped as u16, TokenKind::Dropped as u16),
            (TokenFlag::SelfClosing as u16, TokenRecord::SELF_CLOSING),
            (TokenFlag::Truncated as u16, TokenRecord::TRUNCATED),
            (TokenFlag::Ambiguous as u16, TokenRecord::AMBIGUOUS),
            (TokenFlag::Svg as u16, TokenRecord::SVG),
            (TokenFlag::Mathml as u16, TokenRecord::MATHML),
            (TokenFlag::ForceQuirks as u16, TokenRecord::FORCE_QUIRKS),
            (TokenFlag::IgnoredNewline as u16, TokenRecord::IGNORED_NEWLINE),
            (AttributeFlag::Duplicate as u16, AttributeRecord::DUPLICATE.into()),
            (AttributeFlag::Truncated as u16, AttributeRecord::TRUNCATED.into()),
            (Quote::NoValue as u16, tagspan::Quote::NoValue as u16),
            (Quote::Unquoted as u16, tagspan::Quote::Unquoted as u16),
            (Quote::Single as u16, tagspan::Quote::Single as u16),
            (Quote::Double as u16, tagspan::Quote::Double as u16),
        ] {
            assert_eq!(ours, theirs);
        }
    }
}
