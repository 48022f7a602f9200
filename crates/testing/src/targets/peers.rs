//! The fuzz target that compares core with two other tokenizers.

use tagspan_reference::{Edition, Options};

use crate::peers::{Given, PEERS, Verdict};
use crate::targets::layout;

/// Peers take strings and not bytes, and no processing instructions; everything else is as the layout says.
pub(super) fn run(data: &[u8]) {
    let (input, mut control) = layout::split(data);
    let options = Options { edition: Edition::Living, ..layout::options(&mut control) };
    let given = Given { input: &String::from_utf8_lossy(input), options };
    for peer in &PEERS {
        if let Verdict::Unexplained(difference) = peer.compare(&given) {
            panic!("{difference}");
        }
    }
}
