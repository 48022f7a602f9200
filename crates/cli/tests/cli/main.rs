//! The built binary, run on inputs of all kinds: what it prints, complains about, and ends with.

#[cfg(feature = "parquet")]
mod archives;
mod binary;
mod check;
mod color;
mod compressed;
mod editions;
mod encodings;
mod extract;
mod faults;
mod features;
mod fix;
mod generated;
mod guide;
mod harness;
#[cfg(feature = "archives")]
mod index;
mod inputs;
mod options;
mod outputs;
mod parallel;
mod playground;
#[cfg(feature = "archives")]
mod records;
#[cfg(feature = "remote")]
mod remote;
#[cfg(feature = "archives")]
mod rows;
mod select;
mod sniff;
mod stats;
mod tokens;
mod view;
