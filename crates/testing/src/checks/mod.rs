//! The invariants, one function for each: it takes a case and returns what is wrong.

mod checkpoint;
mod chunks;
mod decoding;
mod equals_reference;
mod insertion;
mod late;
mod misuse;
mod pause;
mod source_spans;
mod spans;
mod work;

pub use checkpoint::{checkpoint, corrupted_checkpoint};
pub use chunks::chunks;
pub use decoding::decoding;
pub use equals_reference::equals_reference;
pub use insertion::{Insertion, insertion};
pub use late::{LateFigures, late, late_counted};
pub use misuse::misuse;
pub use pause::pause;
pub use source_spans::{source_spans, source_spans_in};
pub(crate) use spans::places;
pub use spans::spans;
pub use work::work;

use crate::case::Case;

/// A check: `Ok`, or the fault with everything that is needed to reproduce it.
pub type Check = fn(&Case) -> Result<(), String>;

/// Every check by its name.
pub const ALL: [(&str, Check); 8] = [
    ("equals_reference", equals_reference),
    ("chunks", chunks),
    ("spans", spans),
    ("decoding", decoding),
    ("pause", pause),
    ("checkpoint", checkpoint),
    ("misuse", misuse),
    ("work", work),
];
