//! Hostile inputs and faults, held to the invariants.
//!
//! Where each is shown. Tests of this program stand by module and name; others by package, program and name.
//!
//! | | input or fault | tests |
//! |---|---|---|
//! | 1 | nothing but `<` | `cases`, `oversized::every_case_…`; core `sizes::less_than_signs` |
//! | 2 | a comment without an end | `oversized::what_becomes_of_oversized_tokens`, `oversized::oversized_tokens_take_…` |
//! | 3 | values, identifiers, instructions, CDATA, names, near misses without an end | the same; core `sizes::near_misses_of_an_end_tag` |
//! | 4 | many attributes, distinct or the same | `oversized::every_case_…`; core `sizes::{distinct,identical}_attributes` |
//! | 5 | names that collide | `cases::larger_ones_take_linear_work`, `oversized::every_case_…` |
//! | 6 | one large tag, then tiny ones | the same; core `sizes::one_large_tag_and_many_small_ones` |
//! | 7 | openings that look for an end that never comes | the same |
//! | 8 | comments of `-` and of `--!` | the same; core `sizes::{dashes_in_a_comment,comments_that_nearly_end}` |
//! | 9 | errors without number | `oversized::oversized_tokens_take_…` with errors; core `allocations`, `sizes::errors_in_long_names` |
//! | 10 | an end tag with attributes | `oversized::what_becomes_of_oversized_tokens`, `oversized::every_case_…` |
//! | 11 | nesting without an end | `nesting`, `cases::the_context_takes_linear_work`; core `context::depths`, `allocations` |
//! | 37 | the caller stops at the k-th token | core `pauses`; tagspan `faults::a_cursor_is_left_at_each_token`, `adapters` `faults::*left_at_each_token` |
//! | 38 | the text mode changes where a chunk ends | core `misuse::the_text_mode_changes_at_the_end_of_a_chunk` |
//! | 39 | calls after the end, empty chunks | core `misuse`; tagspan `faults::calls_after_*`, `insertion::misuse`, `adapters` `faults::streams_that_cannot_go_on` |
//! | 40 | every limit at every value | `limits`; core `limits`, `excess`; tagspan `limits` |
//! | 41 | offsets near 2³² and 2⁶³ | `far`; core `offsets` |
//! | 42 | a closure or a source panics | core `cursors::no_token_after_a_panic_in_the_loop`; tagspan `faults::a_loop_panics_at_each_token`, `adapters` `faults::a_source_panics_at_each_chunk` |
//! | 43 | checkpoints at every byte, and corrupted ones | core `checkpoints`, `excess::checkpoints_within_oversized_tokens`; input `checkpoint`; `properties` |
//! | 44 | inputs of the command line that fail | cli `inputs`, `stats`, `sniff::files_that_are_no_plain_files` |

mod cases;
mod far;
mod limits;
mod nesting;
mod oversized;
