//! The tokenizer of `tagspan-core` gives the events of the reference: same tokens, errors, order, offsets (I2).

mod exhaustive;
mod regressions;
