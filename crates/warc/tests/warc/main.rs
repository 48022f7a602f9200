//! Archives as they should be and with damage of every kind, and what is read of them.
#![forbid(unsafe_code)]

mod arc;
mod conversions;
mod damage;
mod dictionaries;
mod encodings;
mod media;
mod members;
mod oracle;
mod parts;
mod warcio;
