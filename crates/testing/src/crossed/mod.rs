//! Generated cases that cross all settings with all ways of feeding, held to the one-chunk run of the same settings.
//!
//! The proofs beside this module vary one thing at a time. Faults hid where two things met: a limit and a chunk's end, a
//! pause and the end of the input, a checkpoint and a truncated value. Here a case has a page, whole [`settings`], a script
//! that acts at tags, an end, and a [`schedule`] of chunks, pauses, checkpoints and adapters; all of them at once.

mod adapters;
pub mod case;
mod check;
mod cursors;
mod drive;
pub mod features;
mod minimal;
mod observed;
mod oracle;
mod page;
pub mod schedule;
pub mod settings;
pub mod sweep;

pub use case::Case;
