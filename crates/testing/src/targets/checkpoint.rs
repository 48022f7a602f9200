//! The fuzz target of checkpoints: an input, a place to stop, and changes of the checkpoint.

use crate::case::Case;
use crate::checks;
use tagspan_reference::Options;

use super::layout;

/// The bytes of control after settings and the place: three for each value that is changed.
pub(super) fn run(data: &[u8]) {
    let (input, mut control) = layout::split(data);
    let options = layout::options(&mut control);
    let cut = control.int_in_range(0..=input.len()).unwrap_or(0);
    let changes = control.bytes(control.len()).unwrap_or_default();
    let case = Case::new(input, [cut], options);
    let checked = match changes {
        [] => checks::checkpoint(&case),
        _ => checks::corrupted_checkpoint(&case, changes),
    };
    if let Err(wrong) = checked {
        panic!("{wrong}");
    }
}

/// A page with settings, stopped at its beginning, and nothing changed.
pub(super) fn seed(input: &[u8], options: &Options) -> Option<Vec<u8>> {
    layout::seed(input, options)
}

/// Pages that stop in different constructs, with changes.
pub(super) fn samples() -> Vec<Vec<u8>> {
    let pages: [&[u8]; 6] = [
        b"<p class=a id='b' c=\"&amp",
        b"<svg><title><g><![CDATA[a]]",
        b"<!DOCTYPE html PUBLIC \"a\" 'b",
        b"<script><!--<script>a</scri",
        b"<!-- a --!><!--b--",
        b"&#x1F600 &notin",
    ];
    let changed = |page: &&[u8]| {
        let control = [0, 0, 0, page.len() as u8, 7, 30, 0, 21, 4, 0];
        [page, &control[..], &[control.len() as u8]].concat()
    };
    pages.iter().map(changed).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_stop_at_their_ends_and_are_changed() {
        for sample in samples() {
            let (input, mut control) = layout::split(&sample);
            layout::options(&mut control);
            assert_eq!(control.int_in_range(0..=input.len()), Ok(input.len()));
            assert_eq!(control.len(), 6, "two changes");
            run(&sample);
        }
    }
}
