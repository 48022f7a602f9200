//! Hostile inputs and faults, held to the invariants.
#![forbid(unsafe_code)]

mod cases;
mod far;
mod limits;
mod monsters;
mod nesting;
