//! Tests of the encoding sniffing algorithm against the standard's steps in its words.

mod content_type;
#[cfg(feature = "detect")]
mod detection;
mod generated;
mod harness;
mod hostile;
mod labels;
mod locales;
mod meta_content;
mod prescan;
mod steps;
mod xml_declaration;
