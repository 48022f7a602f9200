//! The exports of the npm package's module: those of the C interface, and what JavaScript needs beside them.
//!
//! The module has one thread, and its caller is the code of `npm/src` alone, which passes places in the module's memory only.

#[cfg(feature = "select")]
pub mod elements;
pub mod links;
pub mod memory;
pub mod out_of_memory;
pub mod outcome;
pub mod places;
pub mod rewriter;
#[cfg(feature = "encodings")]
pub mod sniffing;
pub mod strings;
#[cfg(target_family = "wasm")]
pub mod url;

/// The layout of records and options, as `npm/src` reads and writes them. On a machine of 64 bits they are laid out in another way.
#[cfg(target_pointer_width = "32")]
const _: () = {
    use std::mem::{offset_of, size_of};

    use tagspan_capi::{AttributeRecord, Declaration, Limit, Link, Options, PageOptions, TokenRecord};

    use crate::outcome::Outcome;
    use crate::places::Place;
    use crate::strings::Reference;

    // token.js
    assert!(size_of::<TokenRecord>() == 56 && offset_of!(TokenRecord, start) == 8);
    assert!(offset_of!(TokenRecord, name_start) == 24 && offset_of!(TokenRecord, first_attribute) == 40);
    assert!(offset_of!(TokenRecord, kind) == 52 && offset_of!(TokenRecord, flags) == 54);
    assert!(size_of::<AttributeRecord>() == 20 && offset_of!(AttributeRecord, value_start) == 8);
    assert!(offset_of!(AttributeRecord, quote) == 16 && offset_of!(AttributeRecord, flags) == 17);
    // options.js
    assert!(size_of::<Options>() == 200 && offset_of!(Options, content_type) == 4);
    assert!(offset_of!(Options, fragment) == 28 && offset_of!(Options, detect_within) == 36);
    assert!(offset_of!(Options, utf8) == 40 && offset_of!(Options, late_declarations) == 51);
    assert!(size_of::<Limit>() == 16 && offset_of!(Limit, action) == 8);
    assert!(offset_of!(Options, tag) == 56 && offset_of!(Options, source) == 184);
    assert!(size_of::<PageOptions>() == 24 && offset_of!(PageOptions, base_url) == 8);
    assert!(offset_of!(PageOptions, attribute_count) == 16 && offset_of!(PageOptions, css) == 20);
    // page.js
    assert!(size_of::<Link>() == 88 && offset_of!(Link, text) == 56 && offset_of!(Link, start) == 64);
    assert!(offset_of!(Link, truncated) == 80);
    assert!(size_of::<Reference>() == 16);
    #[cfg(feature = "encodings")]
    assert!(size_of::<crate::sniffing::Sniffed>() == 40 && offset_of!(crate::sniffing::Sniffed, start) == 24);
    #[cfg(feature = "select")]
    assert!(offset_of!(crate::elements::ElementsOutcome, texts) == 40);
    assert!(size_of::<Outcome>() == 40 && offset_of!(Outcome, offset) == 32);
    assert!(size_of::<Place>() == 32 && offset_of!(Place, line) == 16);
    // tokenizer.js
    assert!(size_of::<Declaration>() == 32 && offset_of!(Declaration, start) == 16);
};
