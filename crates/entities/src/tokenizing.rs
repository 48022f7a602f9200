//! For tokenizers, which meet references and runs of bytes piece by piece: `tagspan-core` is made with it.
//!
//! [`Matcher`] finds the longest name, one byte at a time. It is a small `Copy` value that can be put
//! aside after any byte. [`NumericCode`] does the same for `&#…;` and `&#x…;`.
//!
//! [`Block`] is what searches are made of: [`Native`] with the instructions of the platform, and [`Swar`] on any.

pub use crate::block::{Block, Native, Swar};
pub use crate::characters::Characters;
pub use crate::decode::{decode_name, decode_name_part, decode_part, references};
pub use crate::named::{LONGEST_NAME, Match, Matcher};
pub use crate::numeric::NumericCode;
