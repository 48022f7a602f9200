//! The algorithms for encodings of the living standard, transcribed from the Review Draft of July 2026.
//!
//! The section numbers are those of the rest of this crate, in which the syntax of HTML is section 12. Later
//! texts have it as section 13.

mod change;
mod locales;
mod meta_content;
mod prescan;
mod sniffing;
mod xml_declaration;

pub(super) use change::change_the_encoding;
pub(super) use locales::LOCALES;
pub(super) use meta_content::extract_a_character_encoding_from_a_meta_element;
pub(super) use prescan::prescan;
pub(super) use sniffing::sniff;
