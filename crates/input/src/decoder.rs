//! The streaming decoder, for tokenizers: `tagspan` reads from it. What `tagspan` needs of it may change with each release.
//!
//! [`Input`] takes the bytes of a document as they arrive, decides their encoding as early as the bytes
//! allow, and yields UTF-8:
//!
//! - A UTF-8 source is *passed through*: each piece is the very slice of the caller's chunk, neither copied
//!   nor validated. It may therefore be ill-formed. A tokenizer does not mind, because an ill-formed sequence
//!   never contains an ASCII byte.
//! - Every other source is decoded with `encoding_rs`, through one reused buffer of at most [`Input::BUFFER_SIZE`]
//!   bytes, allocated when the first such source needs it. Ill-formed sequences become U+FFFD as the Encoding
//!   Standard says, so these pieces are well-formed UTF-8. Long runs of ASCII are passed through, unless the encoding
//!   has no ASCII or [source offsets](Input::source_offsets) are asked for.
//!
//! Each [`Step`] has a [`Piece`] of that, and a [`Status`] that says what to call next.
//!
//! A declaration that the parser meets while the encoding is tentative may change it: [`Input::reconsider`] gives the
//! [`Change`]. An [`InputCheckpoint`] is the state of an input, for another one to continue with.

pub use crate::{
    bom::DECODED_BOM_LEN,
    change::Change,
    checkpoint::InputCheckpoint,
    input::Input,
    step::{Piece, Status, Step},
};
