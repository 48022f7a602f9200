//! The fuzz targets that tokenize: each reads a case and passes it to the checks.

use crate::checks::{self, Check};

use super::layout;

/// Core gives the events of the reference.
pub(super) fn tokenize(data: &[u8]) {
    hold(data, &[checks::equals_reference]);
}

/// No split changes anything, nor do limits, and work is linear.
pub(super) fn chunks(data: &[u8]) {
    hold(data, &[checks::chunks, checks::work]);
}

/// Tokens have the right spans, and their bytes are those of the decoded input.
pub(super) fn spans(data: &[u8]) {
    hold(data, &[checks::spans, checks::decoding]);
}

/// Stopping changes nothing, and misuse is a typed error.
pub(super) fn pause(data: &[u8]) {
    hold(data, &[checks::pause, checks::misuse]);
}

fn hold(data: &[u8], checks: &[Check]) {
    let case = layout::case(data);
    for check in checks {
        if let Err(wrong) = check(&case) {
            panic!("{wrong}");
        }
    }
}
