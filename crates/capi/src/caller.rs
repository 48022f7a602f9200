//! Calls the functions as a C program does.

#![allow(unsafe_code)]

use std::ffi::CString;
use std::ptr;

use tagspan::batches::{AttributeRecord, TokenRecord};

use crate::memory::bytes;
use crate::options::Options;
use crate::status::Status;
use crate::string::Str;
use crate::strings::{
    tagspan_attribute_name, tagspan_attribute_value, tagspan_data, tagspan_detail_name, tagspan_name,
};
use crate::tokenizer::{
    Tokenizer, tagspan_attributes_needed, tagspan_feed, tagspan_finish, tagspan_next, tagspan_reset,
    tagspan_source_span, tagspan_status, tagspan_tokenizer_free, tagspan_tokenizer_new,
};

/// The options that these callers set.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// The label of the encoding; UTF-8 that is not sniffed without one.
    pub charset: Option<String>,
    /// The name of the last start tag.
    pub last_start_tag: String,
    /// The number of the text mode at first.
    pub initial_text_mode: u8,
    /// The number of the feedback.
    pub feedback: u8,
    /// Whether parse errors are tokens.
    pub parse_errors: bool,
    /// Whether `<?` leads to processing instructions.
    pub processing_instructions: bool,
    /// Whether spans of the source are recorded.
    pub source_offsets: bool,
}

/// A tokenizer, and the arrays that it writes to.
#[derive(Debug)]
pub struct Caller {
    tokenizer: *mut Tokenizer,
    tokens: Vec<TokenRecord>,
    attributes: Vec<AttributeRecord>,
}

/// A token of the current batch.
#[derive(Debug)]
pub struct Seen<'a> {
    tokenizer: *mut Tokenizer,
    token: &'a TokenRecord,
    attributes: &'a [AttributeRecord],
}

impl Caller {
    /// A tokenizer, with arrays of these lengths. That of attributes grows on demand; without elements it is a null pointer, so
    /// that attributes are not written.
    ///
    /// # Panics
    ///
    /// Panics if a text holds a NUL, or an array has no elements.
    pub fn new(settings: &Settings, tokens: usize, attributes: usize) -> Caller {
        assert!(tokens > 0, "an array without elements");
        let text = |text: &str| CString::new(text).expect("no NUL");
        let charset = settings.charset.as_deref().map(text);
        let last_start_tag = text(&settings.last_start_tag);
        // SAFETY: all bits of options may be zero. The texts live until the end of the call, which copies them.
        let tokenizer = unsafe {
            let mut options: Options = std::mem::zeroed();
            options.size = size_of::<Options>();
            options.utf8 = charset.is_none().into();
            options.charset = charset.as_ref().map_or(ptr::null(), |label| label.as_ptr());
            options.last_start_tag = last_start_tag.as_ptr();
            options.initial_text_mode = settings.initial_text_mode;
            options.feedback = settings.feedback;
            options.parse_errors = settings.parse_errors.into();
            options.processing_instructions = settings.processing_instructions.into();
            options.source_offsets = settings.source_offsets.into();
            tagspan_tokenizer_new(&raw const options)
        };
        let attributes = vec![AttributeRecord::default(); attributes];
        Caller { tokenizer, tokens: vec![TokenRecord::EMPTY; tokens], attributes }
    }

    /// Feeds a chunk and takes its tokens. Returns the last status.
    #[inline]
    pub fn feed(&mut self, chunk: &[u8], each: impl FnMut(Seen<'_>)) -> Status {
        // SAFETY: the tokenizer is valid, and the chunk is borrowed until its batches are taken.
        match unsafe { tagspan_feed(self.tokenizer, chunk.as_ptr().cast(), chunk.len()) } {
            Status::Ok => self.take(each),
            status => status,
        }
    }

    /// Declares the end of the source and takes the last tokens. Returns the last status.
    pub fn finish(&mut self, each: impl FnMut(Seen<'_>)) -> Status {
        // SAFETY: the tokenizer is valid.
        match unsafe { tagspan_finish(self.tokenizer) } {
            Status::Ok => self.take(each),
            status => status,
        }
    }

    /// Prepares for another document.
    pub fn reset(&mut self) -> Status {
        // SAFETY: the tokenizer is valid.
        unsafe { tagspan_reset(self.tokenizer) }
    }

    /// Takes all batches of a chunk.
    #[inline]
    fn take(&mut self, mut each: impl FnMut(Seen<'_>)) -> Status {
        let Caller { tokenizer, tokens, attributes } = self;
        loop {
            // SAFETY: the tokenizer is valid, and so are the arrays.
            let count = unsafe {
                tagspan_next(
                    *tokenizer,
                    tokens.as_mut_ptr(),
                    tokens.len(),
                    if attributes.is_empty() { ptr::null_mut() } else { attributes.as_mut_ptr() },
                    attributes.len(),
                )
            };
            if count == 0 {
                // SAFETY: the tokenizer is valid.
                match unsafe { tagspan_status(*tokenizer) } {
                    Status::AttributesFull => {
                        // SAFETY: the tokenizer is valid.
                        let needed = unsafe { tagspan_attributes_needed(*tokenizer) };
                        assert!(needed > attributes.len(), "there is room for {needed}");
                        attributes.resize(needed, AttributeRecord::default());
                        continue;
                    }
                    status => return status,
                }
            }
            for token in &tokens[..count] {
                each(Seen { tokenizer: *tokenizer, token, attributes });
            }
        }
    }
}

impl Drop for Caller {
    fn drop(&mut self) {
        // SAFETY: the tokenizer is valid, and not used again.
        unsafe { tagspan_tokenizer_free(self.tokenizer) }
    }
}

impl<'a> Seen<'a> {
    /// The record.
    #[inline]
    pub fn token(&self) -> &'a TokenRecord {
        self.token
    }

    /// The raw bytes.
    #[inline]
    pub fn raw(&self) -> &'a [u8] {
        // SAFETY: the token is of the current batch, whose bytes stay as long as it is lent.
        unsafe { bytes(self.token.bytes.cast(), self.token.length) }
    }

    /// The records of its attributes.
    pub fn attributes(&self) -> &'a [AttributeRecord] {
        let first = self.token.first_attribute as usize;
        &self.attributes[first..first + self.token.attribute_count as usize]
    }

    /// The decoded name.
    pub fn name(&self) -> Option<String> {
        // SAFETY: the tokenizer is valid, and the token of the current batch.
        unsafe { copy(tagspan_name(self.tokenizer, self.token)) }
    }

    /// The decoded text or data.
    pub fn data(&self) -> Option<String> {
        // SAFETY: the tokenizer is valid, and the token of the current batch.
        unsafe { copy(tagspan_data(self.tokenizer, self.token)) }
    }

    /// The name of the detail.
    pub fn detail_name(&self) -> Option<&'static str> {
        // SAFETY: the token is valid, and the string valid for ever.
        unsafe { lent(tagspan_detail_name(self.token)) }
    }

    /// The decoded name and value of an attribute.
    pub fn decoded(&self, attribute: &AttributeRecord) -> (Option<String>, Option<String>) {
        // SAFETY: the tokenizer is valid, the token of the current batch, and the attribute valid. Each string is copied.
        unsafe {
            (
                copy(tagspan_attribute_name(self.tokenizer, self.token, attribute)),
                copy(tagspan_attribute_value(self.tokenizer, self.token, attribute)),
            )
        }
    }

    /// The span in the source of a span of the document.
    pub fn source_span(&self, start: u64, end: u64) -> Option<(u64, u64)> {
        let mut span = (0, 0);
        // SAFETY: the tokenizer is valid, and so are the places.
        unsafe { tagspan_source_span(self.tokenizer, start, end, &raw mut span.0, &raw mut span.1) }
            .then_some(span)
    }
}

/// # Safety
///
/// The string is lent as long as `'a`.
unsafe fn lent<'a>(string: Str) -> Option<&'a str> {
    // SAFETY: the caller promises it.
    let text = unsafe { bytes(string.data.cast(), string.length) };
    (!string.data.is_null()).then(|| std::str::from_utf8(text).expect("strings are UTF-8"))
}

/// # Safety
///
/// The string is lent now.
unsafe fn copy(string: Str) -> Option<String> {
    // SAFETY: the caller promises it.
    unsafe { lent(string) }.map(str::to_owned)
}
