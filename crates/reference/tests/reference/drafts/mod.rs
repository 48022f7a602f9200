//! The drafts of 2007, 2009 and 2010: vectors derived by hand from their texts, each named by its rule.

mod draft2007;
mod draft2009;
mod draft2010;
mod harness;
mod numeric_references;
mod white_space;
