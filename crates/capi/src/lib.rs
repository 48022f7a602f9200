//! The C interface of tagspan, as `include/tagspan.h` has it.
//!
//! The header is generated from this crate. Its comments are for readers of C: each says who owns what until when.
//! `memory` has what reads the caller's memory, and the one place where panics are caught.

// The header has it in the comment of each function.
#![allow(clippy::missing_safety_doc)]

/// For tests, fuzz targets and benchmarks in Rust.
#[doc(hidden)]
pub mod caller;
mod memory;
mod options;
mod page;
mod status;
mod string;
mod strings;
mod tokenizer;

pub use options::{
    Detect, Feedback, LateDeclarations, Limit, LimitAction, Options, PageOptions, TextMode, Validation,
};
pub use page::{
    Link, Page, tagspan_page_base_url, tagspan_page_encoding, tagspan_page_error_offset, tagspan_page_free,
    tagspan_page_ill_formed_count, tagspan_page_lang, tagspan_page_link, tagspan_page_link_count,
    tagspan_page_lost, tagspan_page_message, tagspan_page_new, tagspan_page_status, tagspan_page_text,
    tagspan_page_title,
};
pub use status::Status;
pub use string::Str;
pub use strings::{
    tagspan_attribute_name, tagspan_attribute_value, tagspan_data, tagspan_detail_name, tagspan_name,
    tagspan_name_is, tagspan_value,
};
pub use tagspan::batches::{AttributeRecord, TokenRecord};
pub use tokenizer::{
    AttributeFlag, Declaration, Kind, Quote, TokenFlag, Tokenizer, tagspan_attributes_needed,
    tagspan_encoding, tagspan_error_offset, tagspan_feed, tagspan_feed_last, tagspan_finish,
    tagspan_finish_truncated, tagspan_ill_formed_count, tagspan_ill_formed_offsets, tagspan_late_declaration,
    tagspan_message, tagspan_next, tagspan_reset, tagspan_set_cdata, tagspan_set_text_mode,
    tagspan_source_span, tagspan_status, tagspan_tokenizer_free, tagspan_tokenizer_new, tagspan_version,
};
