//! The encoding side: tables derived by hand for every step, `encoding_rs` for the labels, the html5lib suite.

mod change;
mod differences;
mod html5lib;
mod labels;
mod limits;
mod meta_content;
mod prescan;
mod sniffing;
mod xml_declaration;

use tagspan_reference::encoding::{Encoding, SniffingEdition, prescan};

const LIVING: SniffingEdition = SniffingEdition::Living;
const DRAFT_2010: SniffingEdition = SniffingEdition::Draft2010;

/// A table: what a step says, and the cases for it.
type Steps<Case> = [(&'static str, &'static [Case])];

/// An encoding by its name, which must be spelled as the Encoding Standard does.
fn named(name: &str) -> Encoding {
    Encoding::all()
        .find(|encoding| encoding.name() == name)
        .unwrap_or_else(|| panic!("no encoding is named {name}"))
}

/// The name of what the prescan finds; empty when it finds nothing.
fn found(bytes: &[u8], edition: SniffingEdition) -> &'static str {
    prescan(bytes, edition).map_or("", Encoding::name)
}
