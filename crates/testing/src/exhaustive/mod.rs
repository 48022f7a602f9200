//! Every string up to a length, after prefixes that lead into every state: core must equal the reference.
//!
//! [`prefixes`] says how to get into the states, [`alphabet`] what strings are made of, [`strings`] numbers them,
//! [`dimension`] says what surrounds them and how core is given them, [`sweep`] checks a range of these numbers on some
//! threads, [`minimal`] makes what it finds short.

pub mod alphabet;
pub mod comparison;
pub mod dimension;
mod limited;
pub mod minimal;
pub mod prefix;
pub mod prefixes;
pub mod strings;
pub mod sweep;

#[cfg(test)]
mod tests;
