//! A whole page at once: its links, its text, and what its head says.

#![allow(unsafe_code)]

use std::ffi::{c_char, c_void};

use tagspan::TokenizerBuilder;
use tagspan_extract::{Extractor, LinkKind, Page as Extracted, Url};

use crate::memory::{self, Handle, read_sized, with, write_sized};
use crate::options::{PageOptions, option_text};
use crate::status::{Report, Status};
use crate::string::Str;

/// A page. It may move between threads, but two may not use it at the same time.
#[derive(Debug, Default)]
pub struct Page {
    page: Extracted,
    /// The resolved URLs of the links.
    urls: Vec<Option<String>>,
    ill_formed: u64,
    report: Report,
}

impl Handle for Page {
    fn report(&mut self) -> &mut Report {
        &mut self.report
    }
}

/// A link. Its strings are valid until the page is freed.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Link {
    /// The resolved URL. It has no data if the value is no URL, or is relative and nothing is known to resolve it against.
    pub url: Str,
    /// The URL as the attribute has it, decoded.
    pub value: Str,
    /// The name of the element.
    pub element: Str,
    /// The name of the attribute.
    pub attribute: Str,
    /// How the attribute holds URLs: `attribute`, `ping`, `srcset`, `refresh` or `css`.
    pub kind: Str,
    /// The text beside the URL, such as `2x` in a `srcset`. It has no data if there is none.
    pub descriptor: Str,
    /// The attribute `rel` of the element. It has no data if there is none.
    pub rel: Str,
    /// The text of the link. It has no data if the element is no `a`.
    pub text: Str,
    /// The offset in the source of the value's first byte.
    pub start: u64,
    /// The offset in the source of the byte after the value. It is less than `start` if the span is not known.
    pub end: u64,
    /// Whether a limit has cut the value. It has no URL then.
    pub truncated: u8,
}

/// The settings of a page.
///
/// # Safety
///
/// `options` is null or valid.
unsafe fn settings(options: *const PageOptions) -> Result<(TokenizerBuilder, Extractor), Status> {
    // SAFETY: the caller promises valid options, and with them valid texts and valid options of the tokenizer.
    let (options, tokenizer, url, attributes) = unsafe {
        let options = read_sized(options)?;
        let tokenizer = read_sized(options.tokenizer)?.builder()?;
        (options, tokenizer, option_text(options.base_url)?, options.attributes()?)
    };
    let mut extractor = Extractor::builder()
        .links(options.without_links == 0)
        .text(options.without_text == 0)
        .link_attributes(attributes)
        .css(options.css != 0);
    if let Some(url) = url {
        extractor = extractor.base_url(Url::parse(url).map_err(|_| Status::InvalidUrl)?);
    }
    Ok((tokenizer.source_offsets(true), extractor.build()))
}

/// Reads a whole page: its links, its visible text, its title and its language.
///
/// The caller owns the page, and frees it by `tagspan_page_free`. `html` and the options, which may be null, are used in this
/// call only. If the options are wrong or the tokenizer has failed, `tagspan_page_status` says why; what was found before a
/// failure stays. It is null only if a defect of the library was caught.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tagspan_page_new(
    html: *const c_void,
    length: usize,
    options: *const PageOptions,
) -> *mut Page {
    memory::give(|| {
        let mut page = Page::default();
        if html.is_null() && length > 0 {
            page.report.fail(Status::NullPointer);
            return page;
        }
        // SAFETY: the caller promises valid options, or null, and as many bytes.
        let (settings, html) = unsafe { (settings(options), memory::bytes(html, length)) };
        let (tokenizer, mut extractor) = match settings {
            Ok(settings) => settings,
            Err(status) => {
                page.report.fail(status);
                return page;
            }
        };
        let mut tokenizer = tokenizer.build();
        let mut result = extractor.read(tokenizer.feed_last(html));
        if result.is_err_and(|error| Status::of(error) == Status::FeedAgain) {
            // The encoding is now certain.
            result = extractor.read(tokenizer.feed_last(html));
        }
        if let Err(error) = result {
            page.report.set_error(error);
        }
        page.ill_formed = tokenizer.ill_formed().count();
        page.page = extractor.finish();
        page.urls = page.page.urls().collect();
        page
    })
}

/// Frees a page and its strings. A null pointer is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tagspan_page_free(page: *mut Page) {
    // SAFETY: the caller promises that it is a page, and does not use it again.
    unsafe { memory::take_back(page) }
}

/// Returns what became of the page.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tagspan_page_status(page: *const Page) -> Status {
    // SAFETY: the caller promises a valid page. It is only read.
    unsafe { with(page.cast_mut(), Status::NullPointer, |page| page.report.status) }
}

/// Returns a sentence about the status, in English, which ends with a NUL and is empty if all is well.
///
/// It is borrowed: it is valid until the page is freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tagspan_page_message(page: *const Page) -> *const c_char {
    let null = c"the page is a null pointer".as_ptr();
    // SAFETY: the caller promises a valid page. It is only read.
    unsafe { with(page.cast_mut(), null, |page| page.report.message().as_ptr()) }
}

/// Returns the offset at which the tokenizer has failed; 0 if it has not.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tagspan_page_error_offset(page: *const Page) -> u64 {
    // SAFETY: the caller promises a valid page. It is only read.
    unsafe { with(page.cast_mut(), 0, |page| page.report.offset) }
}

/// Returns how many ill-formed sequences of bytes the source has, if the options of the tokenizer ask for that.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tagspan_page_ill_formed_count(page: *const Page) -> u64 {
    // SAFETY: the caller promises a valid page. It is only read.
    unsafe { with(page.cast_mut(), 0, |page| page.ill_formed) }
}

/// Returns a string of a page.
///
/// # Safety
///
/// `page` is null or valid.
unsafe fn string(page: *const Page, find: impl FnOnce(&Extracted) -> Option<&str>) -> Str {
    // SAFETY: the caller promises a valid page. It is only read.
    unsafe { with(page.cast_mut(), Str::NONE, |page| Str::optional(find(&page.page))) }
}

/// Returns the visible text. It is empty if the options leave it out.
///
/// It is borrowed: it is valid until the page is freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tagspan_page_text(page: *const Page) -> Str {
    // SAFETY: the caller promises a valid page.
    unsafe { string(page, |page| Some(&page.text)) }
}

/// Returns the title. It has no data if there is none.
///
/// It is borrowed: it is valid until the page is freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tagspan_page_title(page: *const Page) -> Str {
    // SAFETY: the caller promises a valid page.
    unsafe { string(page, |page| page.title.as_deref()) }
}

/// Returns the attribute `lang` of the root element. It has no data if there is none.
///
/// It is borrowed: it is valid until the page is freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tagspan_page_lang(page: *const Page) -> Str {
    // SAFETY: the caller promises a valid page.
    unsafe { string(page, |page| page.lang.as_deref()) }
}

/// Returns the URL that links are resolved against: that of the page's `base`, or else that of the options. It has no data if
/// there is neither.
///
/// It is borrowed: it is valid until the page is freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tagspan_page_base_url(page: *const Page) -> Str {
    // SAFETY: the caller promises a valid page.
    unsafe { string(page, |page| page.base_url().map(Url::as_str)) }
}

/// Returns the name of the encoding, as the Encoding Standard writes it. The string is valid for ever.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tagspan_page_encoding(page: *const Page) -> Str {
    // SAFETY: the caller promises a valid page.
    unsafe { string(page, |page| page.encoding.map(|encoding| encoding.name())) }
}

/// Returns how many links and values limits have left out or cut.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tagspan_page_lost(page: *const Page) -> u64 {
    // SAFETY: the caller promises a valid page. It is only read.
    unsafe { with(page.cast_mut(), 0, |page| page.page.lost.links + page.page.lost.values) }
}

/// Returns the number of links.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tagspan_page_link_count(page: *const Page) -> usize {
    // SAFETY: the caller promises a valid page. It is only read.
    unsafe { with(page.cast_mut(), 0, |page| page.page.links.len()) }
}

/// Writes a link to `link`, which is the caller's; `size` is `sizeof(tagspan_link)`, by which later versions of the library know
/// which fields there are. Returns whether there is a link with this index, and room for it.
///
/// Its strings are borrowed: they are valid until the page is freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tagspan_page_link(
    page: *const Page,
    index: usize,
    link: *mut Link,
    size: usize,
) -> bool {
    if link.is_null() {
        return false;
    }
    // SAFETY: the caller promises a valid page, and `size` bytes that may be written.
    unsafe {
        with(page.cast_mut(), false, |page| {
            let Some(found) = page.page.links.get(index) else { return false };
            let span = found.span.map_or((1, 0), |span| (span.start, span.end));
            let filled = Link {
                url: Str::optional(page.urls.get(index).and_then(Option::as_deref)),
                value: Str::new(&found.value),
                element: Str::new(&found.element),
                attribute: Str::new(&found.attribute),
                kind: Str::new(LinkKind::as_str(found.kind)),
                descriptor: Str::optional(found.descriptor.as_deref()),
                rel: Str::optional(found.rel.as_deref()),
                text: Str::optional(found.text.as_deref()),
                start: span.0,
                end: span.1,
                truncated: found.truncated.into(),
            };
            write_sized(&filled, link, size)
        })
    }
}
