//! Parse errors of HTML with the bytes that are at fault, what a browser does, and how to mend them.
//!
//! The specification reports a parse error where its tokenizer stands when it notices the error: for a second attribute of one
//! name that is the character behind the name, for a comment without an end the end of the input. A [`Diagnostic`] has the bytes at
//! fault instead: the second name, the `<!--`.
//!
//! ```
//! use tagspan_check::check;
//!
//! let html = "<p class=a>\n<p id=one class=b id=two>";
//! let found = check(html)?;
//! let [duplicate] = &found[..] else { panic!() };
//! assert_eq!(duplicate.code().as_str(), "duplicate-attribute");
//! assert_eq!(&html[duplicate.place().source.range()], "id");
//! assert_eq!(duplicate.place().start.to_string(), "2:19");
//! assert_eq!(duplicate.label(), "this attribute is ignored");
//! let [first] = duplicate.related() else { panic!() };
//! assert_eq!((&html[first.place().source.range()], first.label()), ("id", "the first one is here"));
//! assert_eq!(duplicate.fix().unwrap().apply(html.as_bytes(), tagspan::UTF_8), b"<p class=a>\n<p id=one class=b>");
//! # Ok::<(), tagspan::Error>(())
//! ```
//!
//! * [`check`]: a whole page.
//! * [`Checker`]: the tokens of a [`Tokenizer`](tagspan::Tokenizer) with settings of the caller, chunk by chunk.
//! * [`Explanation`]: what each code means.
//! * [`Rule`]: what the standard forbids authors, beside parse errors, which [`Checker::authoring`] turns on.
//!
//! Diagnostics do not depend on how the input is divided into chunks.

mod authoring;
mod checker;
mod code;
mod culprit;
mod diagnostic;
mod end_tag_in_script;
mod explanation;
mod host;
mod locate;
mod opened;

pub use checker::{Checker, check};
pub use code::{Code, Rule, UnknownCode};
pub use diagnostic::{Diagnostic, Edit, Fix, Place, Related};
pub use explanation::Explanation;

/// Compiles the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
