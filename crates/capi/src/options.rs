//! The options of tokenizers and pages, as structs of C, and the builders that they lead to.

#![allow(unsafe_code)]

use std::ffi::c_char;

use tagspan::{
    ContextElement, Encoding, EncodingOptions, Limits, Tokenizer as Engine, TokenizerBuilder, UnknownLabel,
};
use tagspan_extract::LinkAttribute;

use crate::memory::{Versioned, elements, text};
use crate::status::Status;

/// The action at a construct that is longer than its limit.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub enum LimitAction {
    /// The limit is the usual one. `max` is ignored.
    Default = 0,
    /// The tokenizer fails.
    Fail = 1,
    /// The construct is cut, or the source ends.
    Truncate = 2,
    /// The construct is left out. It is no action for the whole source.
    Skip = 3,
}

/// How the text mode after a start tag is selected.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub enum Feedback {
    /// As a tree builder selects it, without a tree.
    Simulated = 0,
    /// By the names of start tags alone.
    Names = 1,
    /// Never.
    None = 2,
}

/// How text is read.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub enum TextMode {
    /// With tags and character references.
    Data = 0,
    /// With character references, as in a `title`.
    Rcdata = 1,
    /// As it is, as in a `style`.
    Rawtext = 2,
    /// As in a `script`.
    ScriptData = 3,
    /// As it is, to the end of the source.
    Plaintext = 4,
    /// A CDATA section.
    CdataSection = 5,
}

/// The treatment of ill-formed bytes, which are decoded as U+FFFD.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub enum Validation {
    /// They are not looked for.
    Off = 0,
    /// They are counted.
    Count = 1,
    /// The first one is a failure.
    Strict = 2,
}

/// The treatment of a declaration of the encoding that comes too late for the prescan.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub enum LateDeclarations {
    /// Nothing.
    Report = 0,
    /// It is followed, as browsers do. It may start the document again.
    Follow = 1,
    /// Nothing, and it is not looked for.
    Ignore = 2,
}

/// Which encodings are guessed from the content of a source that declares none.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub enum Detect {
    /// Those that cannot hide markup from a reader of ASCII. UTF-8 for pure ASCII. Nothing is guessed if `default_encoding` or
    /// `locale` is set.
    True = 0,
    /// ISO-2022-JP and UTF-16 without a byte order mark too.
    Any = 1,
    /// None: such a source is in `default_encoding`, in that of `locale`, or in windows-1252, as in browsers.
    False = 2,
}

/// A limit on the length of a construct.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Limit {
    /// The greatest length: bytes, attributes or elements. It is at most what fits into 32 bits, but for the source.
    pub max: u64,
    /// A `tagspan_limit_action`.
    pub action: u8,
}

/// The options of a tokenizer. Set all to zero first, then `size` to `sizeof(tagspan_options)`.
///
/// Texts end with a NUL, and may be null. They are copied. A number that is not zero means yes.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Options {
    /// The size of the struct, by which later versions of the library know which fields there are.
    pub size: usize,
    /// The value of the HTTP header field `Content-Type`.
    pub content_type: *const c_char,
    /// The label of the encoding that the transport declares. It overrides that of `content_type`.
    pub charset: *const c_char,
    /// The label of an encoding that the user asks for. Only a byte order mark overrides it.
    pub override_encoding: *const c_char,
    /// The label of the encoding of a source that declares none.
    pub default_encoding: *const c_char,
    /// The locale of the user, such as `ja`, whose encoding in the HTML Standard is that of a source that declares none. It
    /// excludes `default_encoding`.
    pub locale: *const c_char,
    /// The name of the last start tag, which an end tag must have to end RCDATA, RAWTEXT and script data.
    pub last_start_tag: *const c_char,
    /// The name of the context element, if the source is a fragment. `svg:` or `math:` before it is its namespace.
    pub fragment: *const c_char,
    /// How many bytes are kept to start a document again at a late declaration. 0 is the usual number.
    pub replay_limit: usize,
    /// In how many of the first bytes the guess of the encoding looks for one beyond ASCII. 0 is the usual number.
    pub detect_within: usize,
    /// Whether the source is text in UTF-8 already: nothing is sniffed, and U+FEFF at the start is text.
    pub utf8: u8,
    /// A `tagspan_detect`. While the encoding is guessed, the first tokens wait for up to 64 KiB from the first byte beyond ASCII.
    pub detect: u8,
    /// Whether parse errors are tokens.
    pub parse_errors: u8,
    /// Whether spans of the source are recorded, for encodings other than UTF-8.
    pub source_offsets: u8,
    /// Whether scripting is enabled, which matters to `noscript`.
    pub scripting: u8,
    /// Whether `<![CDATA[` opens a CDATA section at first.
    pub cdata: u8,
    /// Whether `<?` leads to processing instructions.
    pub processing_instructions: u8,
    /// Whether the limits are at first those that leave out no byte.
    pub lossless: u8,
    /// A `tagspan_feedback`.
    pub feedback: u8,
    /// A `tagspan_text_mode`, in which the source begins.
    pub initial_text_mode: u8,
    /// A `tagspan_validation`.
    pub validation: u8,
    /// A `tagspan_late_declarations`.
    pub late_declarations: u8,
    /// The limit of a tag with its attributes.
    pub tag: Limit,
    /// The limit of the value of an attribute.
    pub attribute_value: Limit,
    /// The limit of the attributes of a tag.
    pub attributes: Limit,
    /// The limit of a comment.
    pub comment: Limit,
    /// The limit of a DOCTYPE.
    pub doctype: Limit,
    /// The limit of a processing instruction.
    pub processing_instruction: Limit,
    /// The limit of a character reference.
    pub character_reference: Limit,
    /// The limit of the open elements that are known.
    pub open_elements: Limit,
    /// The limit of the whole source.
    pub source: Limit,
}

// SAFETY: it has integers, raw pointers, and structs of integers, and begins with its size.
unsafe impl Versioned for Options {
    const FIRST: usize = size_of::<Options>();
}

/// The options of a page. Set all to zero first, then `size` to `sizeof(tagspan_page_options)`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct PageOptions {
    /// The size of the struct, by which later versions of the library know which fields there are.
    pub size: usize,
    /// The options of the tokenizer; may be null. Spans of the source are recorded in any case.
    pub tokenizer: *const Options,
    /// The URL of the page, which links are resolved against; may be null.
    pub base_url: *const c_char,
    /// Attributes that hold URLs beside those of the standard, such as `img@data-src`, or `*@data-src` for any element.
    pub attributes: *const *const c_char,
    /// How many there are.
    pub attribute_count: usize,
    /// Whether the URLs of CSS are links too, in `style` elements and attributes.
    pub css: u8,
    /// Whether links are left out.
    pub without_links: u8,
    /// Whether the text is left out.
    pub without_text: u8,
}

// SAFETY: it has integers and raw pointers, and begins with its size.
unsafe impl Versioned for PageOptions {
    const FIRST: usize = size_of::<PageOptions>();
}

/// A text among the options.
///
/// # Safety
///
/// As [`text`].
pub(crate) unsafe fn option_text<'a>(at: *const c_char) -> Result<Option<&'a str>, Status> {
    // SAFETY: the caller promises what `text` asks for.
    let text = unsafe { text(at) };
    text.map(|text| text.to_str().map_err(|_| Status::InvalidOption)).transpose()
}

impl Options {
    /// The builder that they lead to.
    ///
    /// # Safety
    ///
    /// Each text is null, or points to bytes that end with a NUL.
    pub unsafe fn builder(&self) -> Result<TokenizerBuilder, Status> {
        // SAFETY: the caller promises that they are valid.
        let (encoding, last_start_tag, fragment) =
            unsafe { (self.encoding()?, option_text(self.last_start_tag)?, option_text(self.fragment)?) };
        let mut builder = Engine::builder()
            .encoding_options(encoding)
            .parse_errors(self.parse_errors != 0)
            .source_offsets(self.source_offsets != 0)
            .scripting(self.scripting != 0)
            .cdata(self.cdata != 0)
            .processing_instructions(self.processing_instructions != 0)
            .feedback(feedback(self.feedback)?)
            .validation(validation(self.validation)?)
            .late_declarations(late_declarations(self.late_declarations)?);
        if let Some(limits) = self.limits()? {
            builder = builder.limits(limits);
        }
        match tagspan::TextMode::ALL.get(usize::from(self.initial_text_mode)) {
            None => return Err(Status::InvalidOption),
            Some(tagspan::TextMode::Data) => {}
            Some(&mode) => builder = builder.initial_text_mode(mode),
        }
        if self.replay_limit > 0 {
            builder = builder.replay_limit(self.replay_limit);
        }
        if let Some(name) = last_start_tag {
            builder = builder.last_start_tag(name);
        }
        if let Some(name) = fragment {
            builder = builder.fragment(context_element(name));
        }
        Ok(builder)
    }

    /// The options that decide the encoding.
    ///
    /// # Safety
    ///
    /// As [`builder`](Self::builder).
    unsafe fn encoding(&self) -> Result<EncodingOptions, Status> {
        // SAFETY: the caller promises that the texts are valid.
        let texts = unsafe {
            (
                text(self.content_type),
                option_text(self.charset)?,
                option_text(self.override_encoding)?,
                option_text(self.default_encoding)?,
                option_text(self.locale)?,
            )
        };
        let (content_type, charset, override_encoding, default_encoding, locale) = texts;
        // The caller's default is that of a source that declares none, which leaves nothing to guess.
        let is_default = default_encoding.or(locale).is_some();
        let guesses_more = self.detect == Detect::Any as u8 || self.detect_within > 0;
        if default_encoding.and(locale).is_some() || is_default && guesses_more {
            return Err(Status::InvalidOption);
        }
        let mut options = match self.detect {
            3.. => return Err(Status::InvalidOption),
            _ if self.utf8 != 0 => EncodingOptions::utf8(),
            _ if is_default => EncodingOptions::new(),
            2 => EncodingOptions::new(),
            detect => guessing(detect == Detect::Any as u8, self.detect_within),
        };
        if let Some(value) = content_type {
            options = options.content_type(value.to_bytes());
        }
        if let Some(label) = charset {
            options = options.charset(label).map_err(|_: UnknownLabel| Status::UnknownEncoding)?;
        }
        if let Some(label) = override_encoding {
            options = options.override_encoding(encoding(label)?);
        }
        if let Some(tag) = locale {
            options = options.locale(tag);
        }
        if let Some(label) = default_encoding {
            options = options.default_encoding(encoding(label)?);
        }
        Ok(options)
    }

    /// The limits, if there are any among the options.
    pub fn limits(&self) -> Result<Option<Limits>, Status> {
        let mut is_set = self.lossless != 0;
        let mut limits = if self.lossless != 0 { Limits::lossless() } else { Limits::new() };
        type Set = fn(Limits, u32, tagspan::LimitAction) -> Limits;
        let each: [(Limit, Set); 8] = [
            (self.tag, Limits::tag),
            (self.attribute_value, Limits::attribute_value),
            (self.attributes, Limits::attributes),
            (self.comment, Limits::comment),
            (self.doctype, Limits::doctype),
            (self.processing_instruction, Limits::processing_instruction),
            (self.character_reference, Limits::character_reference),
            (self.open_elements, |limits, max, action| {
                limits.open_elements(u16::try_from(max).unwrap_or(u16::MAX), action)
            }),
        ];
        for (limit, set) in each {
            if let Some(action) = limit.action()? {
                is_set = true;
                limits = set(limits, u32::try_from(limit.max).unwrap_or(u32::MAX), action);
            }
        }
        if let Some(action) = self.source.action()? {
            if action == tagspan::LimitAction::Skip {
                return Err(Status::InvalidOption);
            }
            is_set = true;
            limits = limits.max_bytes(self.source.max, action);
        }
        Ok(is_set.then_some(limits))
    }
}

impl PageOptions {
    /// The attributes that hold URLs too.
    ///
    /// # Safety
    ///
    /// The array is null or has `attribute_count` texts that are valid, as [`text`] asks.
    pub(crate) unsafe fn attributes(&self) -> Result<Vec<LinkAttribute>, Status> {
        // SAFETY: the caller promises as many elements.
        let texts = unsafe { elements(self.attributes, self.attribute_count) };
        let parse = |&at: &*const c_char| {
            // SAFETY: the caller promises valid texts.
            let name = unsafe { option_text(at) }?.ok_or(Status::NullPointer)?;
            name.parse().map_err(|_| Status::InvalidOption)
        };
        texts.iter().map(parse).collect()
    }
}

impl Limit {
    fn action(self) -> Result<Option<tagspan::LimitAction>, Status> {
        Ok(match self.action {
            0 => None,
            1 => Some(tagspan::LimitAction::Fail),
            2 => Some(tagspan::LimitAction::Truncate),
            3 => Some(tagspan::LimitAction::Skip),
            _ => return Err(Status::InvalidOption),
        })
    }
}

fn encoding(label: &str) -> Result<&'static Encoding, Status> {
    Encoding::for_label(label.as_bytes()).ok_or(Status::UnknownEncoding)
}

/// Options that guess, of any source or of those of the web; within so many bytes, unless that is zero. A build for UTF-8 alone has
/// nothing to guess.
#[cfg(feature = "encodings")]
fn guessing(any: bool, within: usize) -> EncodingOptions {
    let options = EncodingOptions::detecting().detect_any(any);
    if within > 0 { options.detect_within(within) } else { options }
}

#[cfg(not(feature = "encodings"))]
fn guessing(_: bool, _: usize) -> EncodingOptions {
    EncodingOptions::new()
}

fn context_element(name: &str) -> ContextElement {
    match name.split_once(':') {
        Some(("svg", name)) => ContextElement::svg(name),
        Some(("math", name)) => ContextElement::mathml(name),
        _ => ContextElement::html(name),
    }
}

fn feedback(number: u8) -> Result<tagspan::Feedback, Status> {
    Ok(match number {
        0 => tagspan::Feedback::Simulated,
        1 => tagspan::Feedback::Names,
        2 => tagspan::Feedback::None,
        _ => return Err(Status::InvalidOption),
    })
}

fn validation(number: u8) -> Result<tagspan::Validation, Status> {
    Ok(match number {
        0 => tagspan::Validation::Off,
        1 => tagspan::Validation::Count,
        2 => tagspan::Validation::Strict,
        _ => return Err(Status::InvalidOption),
    })
}

fn late_declarations(number: u8) -> Result<tagspan::LateDeclarations, Status> {
    Ok(match number {
        0 => tagspan::LateDeclarations::Report,
        1 => tagspan::LateDeclarations::Follow,
        2 => tagspan::LateDeclarations::Ignore,
        _ => return Err(Status::InvalidOption),
    })
}

#[cfg(test)]
mod tests {
    use tagspan::TextMode as Engine;

    use super::TextMode;

    #[test]
    fn numbers_of_text_modes_are_those_of_the_engine() {
        let ours = [
            TextMode::Data,
            TextMode::Rcdata,
            TextMode::Rawtext,
            TextMode::ScriptData,
            TextMode::Plaintext,
            TextMode::CdataSection,
        ];
        for (index, (mode, ours)) in Engine::ALL.into_iter().zip(ours).enumerate() {
            assert_eq!((mode as usize, ours as usize), (index, index));
            assert_eq!(format!("{mode:?}"), format!("{ours:?}"));
        }
        assert_eq!(Engine::ALL.len(), ours.len());
    }
}
