//! What the crate `tagspan-core` needs besides: not for general use, and without any promise of stability.

pub use crate::decode::{decode_name_part, decode_part};
