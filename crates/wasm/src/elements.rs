//! The elements of a page by CSS selector, as numbers and one text, so that the caller makes all their strings of one.

#![allow(unsafe_code)]

use std::ffi::{CStr, c_char};

use tagspan::Span;
use tagspan_capi::{Options, Status, Str};
use tagspan_select::{Element, SelectError, Selection, Selectors};

use crate::memory::lent;
use crate::outcome::{Failure, Outcome};
use crate::strings::units;

/// The elements of a page. The numbers of an element are: how many attributes it has; the start and the end of its start tag, of its
/// content and of itself, NaN without one; and the lengths of its texts in units of UTF-16, -1 for an absent one. These are the
/// ambiguity, the name, the text, and the name and the value of each attribute. The texts of all elements follow each other in this order.
#[derive(Debug, Default)]
pub struct Elements {
    numbers: Vec<f64>,
    texts: String,
    failure: Option<Failure>,
}

/// The places of the numbers and texts of [`Elements`], for JavaScript.
#[derive(Debug)]
#[repr(C)]
pub struct ElementsOutcome {
    /// The numbers.
    pub numbers: Outcome,
    /// The texts.
    pub texts: Str,
}

/// Finds the elements of a source that a selector matches, which ends with a NUL. The outcome is valid until the result is freed by
/// `tagspan_elements_free`.
///
/// # Safety
///
/// The bytes, the options and the selector are valid, and `to` may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tagspan_elements_new(
    bytes: *const u8,
    length: usize,
    options: *const Options,
    selector: *const c_char,
    to: *mut ElementsOutcome,
) -> *mut Elements {
    // SAFETY: the caller promises that they are valid.
    let (bytes, options, selector) = unsafe { (lent(bytes, length), &*options, CStr::from_ptr(selector)) };
    // SAFETY: as above.
    let found = unsafe { select(bytes, options, &selector.to_string_lossy()) };
    let mut elements = Elements::default();
    match found {
        Ok(found) => found.iter().for_each(|element| elements.push(element)),
        Err(failure) => elements.failure = Some(failure),
    }
    let elements = Box::new(elements);
    let texts = Str { data: elements.texts.as_ptr().cast(), length: elements.texts.len() };
    let numbers = Outcome::new(&elements.numbers, elements.failure.as_ref());
    // SAFETY: the caller promises that it may be written.
    unsafe { to.write(ElementsOutcome { numbers, texts }) };
    Box::into_raw(elements)
}

/// Frees elements.
///
/// # Safety
///
/// They come from `tagspan_elements_new`, and are not used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tagspan_elements_free(elements: *mut Elements) {
    // SAFETY: they come from `Box::into_raw`, once.
    drop(unsafe { Box::from_raw(elements) });
}

/// # Safety
///
/// The texts of the options are valid.
unsafe fn select(bytes: &[u8], options: &Options, selector: &str) -> Result<Vec<Element>, Failure> {
    // SAFETY: the caller promises that they are valid.
    let builder = unsafe { options.builder()? };
    let selectors = Selectors::new([selector]).map_err(SelectError::from)?;
    let mut tokenizer = builder.limits(options.limits()?.unwrap_or_default()).source_offsets(true).build();
    Ok(Selection::new(&selectors).elements(tokenizer.feed_last(bytes))?)
}

impl From<SelectError> for Failure {
    fn from(error: SelectError) -> Failure {
        match error {
            SelectError::Token(error) => error.into(),
            error => Failure {
                status: Status::Ok,
                code: "invalid-selector",
                message: error.to_string(),
                ..Failure::default()
            },
        }
    }
}

impl Elements {
    fn push(&mut self, element: &Element) {
        self.numbers.push(element.attributes.len() as f64);
        for span in [element.start_tag, element.content, element.span] {
            let Span { start, end } = span.unwrap_or(Span { start: u64::MAX, end: 0 });
            let number = |offset: u64| if start <= end { offset as f64 } else { f64::NAN };
            self.numbers.extend([number(start), number(end)]);
        }
        self.push_text(element.ambiguity.map(|why| why.as_str()));
        let attributes = element.attributes.iter().flat_map(|(name, value)| [name, value]);
        for text in [&element.name, &element.text].into_iter().chain(attributes) {
            self.push_text(Some(text));
        }
    }

    fn push_text(&mut self, text: Option<&str>) {
        self.numbers.push(text.map_or(-1.0, |text| f64::from(units(text))));
        self.texts.push_str(text.unwrap_or_default());
    }
}
