//! The adapters give the tokens of the whole page, however its bytes come, and whatever is cancelled meanwhile.

mod allocations;
mod controls;
mod failures;
mod faults;
mod pages;
mod sources;
mod support;
