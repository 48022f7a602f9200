//! The links of a page in one block of memory, so that the caller makes all their strings of one.

#![allow(unsafe_code)]

use tagspan_capi::{Link, Page, Str, tagspan_page_link, tagspan_page_link_count};

use crate::memory::lent;
use crate::strings::units;

/// A link among [`Links`]. A text is its length in units of UTF-16; the texts of all links follow each other in the order of
/// the fields.
#[repr(C)]
struct Record {
    texts: [u32; TEXTS],
    /// The names of the element, of the attribute and of the kind.
    names: [Str; 3],
    start: f64,
    end: f64,
    truncated: u32,
}

/// The URL, the value, the descriptor, `rel` and the text.
const TEXTS: usize = 5;

/// The length of a text that is absent.
const ABSENT: u32 = u32::MAX;

#[cfg(target_pointer_width = "32")]
const _: () = {
    assert!(size_of::<Record>() == 72 && std::mem::offset_of!(Record, names) == 20);
    assert!(std::mem::offset_of!(Record, start) == 48 && std::mem::offset_of!(Record, truncated) == 64);
};

/// The links of a page.
#[derive(Debug)]
#[repr(C)]
pub struct Links {
    records: *const Record,
    count: usize,
    texts: Str,
    owned: *mut (Vec<Record>, String),
}

/// Writes the links of a page to `to`. Names are valid as long as the page, and the rest until `tagspan_links_free`.
///
/// # Safety
///
/// The page is valid, and `to` may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tagspan_links(page: *const Page, to: *mut Links) {
    // SAFETY: the caller promises a valid page.
    let count = unsafe { tagspan_page_link_count(page) };
    let (mut records, mut texts) = (Vec::with_capacity(count), String::new());
    for index in 0..count {
        let mut link = std::mem::MaybeUninit::<Link>::zeroed();
        // SAFETY: there is a link with this index, for which there is room, and a link of zeros is valid.
        let link = unsafe {
            tagspan_page_link(page, index, link.as_mut_ptr(), size_of::<Link>());
            link.assume_init()
        };
        let mut push = |text: Str| {
            if text.data.is_null() {
                return ABSENT;
            }
            // SAFETY: strings of the page are UTF-8, and valid as long as it.
            let text = unsafe { std::str::from_utf8_unchecked(lent(text.data.cast(), text.length)) };
            texts.push_str(text);
            units(text)
        };
        records.push(Record {
            texts: [link.url, link.value, link.descriptor, link.rel, link.text].map(&mut push),
            names: [link.element, link.attribute, link.kind],
            start: offset(link.start, link),
            end: offset(link.end, link),
            truncated: link.truncated.into(),
        });
    }
    let (data, text) = (records.as_ptr(), Str { data: texts.as_ptr().cast(), length: texts.len() });
    let owned = Box::into_raw(Box::new((records, texts)));
    // SAFETY: the caller promises that it may be written.
    unsafe { to.write(Links { records: data, count, texts: text, owned }) }
}

/// Frees the links that `tagspan_links` has written.
///
/// # Safety
///
/// They were written, and are not freed yet.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tagspan_links_free(links: *const Links) {
    // SAFETY: the caller promises that `tagspan_links` made it.
    drop(unsafe { Box::from_raw((*links).owned) });
}

/// An offset of a link as a number of JavaScript; NaN if its span is not known.
fn offset(offset: u64, link: Link) -> f64 {
    if link.start <= link.end { offset as f64 } else { f64::NAN }
}
