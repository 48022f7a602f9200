//! Tests of the C interface from Rust; `.ci/capi` has those in C and C++.

mod header;
