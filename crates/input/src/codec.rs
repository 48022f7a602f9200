//! The decoders of `encoding_rs`: without the feature `encodings` there is none, and its tables are left out of the program.

use encoding_rs::{Encoding, UTF_8};

#[cfg(feature = "encodings")]
pub(crate) use encoding_rs::Decoder;
#[cfg(not(feature = "encodings"))]
pub(crate) use without_encodings::Decoder;

/// Whether sources are read in an encoding.
pub(crate) fn reads(encoding: &'static Encoding) -> bool {
    cfg!(feature = "encodings") || encoding == UTF_8
}

/// A new decoder; `None` for UTF-8, which is passed on as it is.
pub(crate) fn decoder_of(encoding: &'static Encoding) -> Option<Decoder> {
    #[cfg(feature = "encodings")]
    return (encoding != UTF_8).then(|| encoding.new_decoder_without_bom_handling());
    #[cfg(not(feature = "encodings"))]
    return without_encodings::no_decoder(encoding);
}

#[cfg(not(feature = "encodings"))]
mod without_encodings {
    use encoding_rs::{CoderResult, DecoderResult, Encoding};

    /// The decoder that no encoding has.
    pub(crate) enum Decoder {}

    pub(super) fn no_decoder(_: &'static Encoding) -> Option<Decoder> {
        None
    }

    /// What is called of the decoder of `encoding_rs`.
    impl Decoder {
        pub(crate) fn encoding(&self) -> &'static Encoding {
            match *self {}
        }

        pub(crate) fn latin1_byte_compatible_up_to(&self, _: &[u8]) -> Option<usize> {
            match *self {}
        }

        pub(crate) fn max_utf8_buffer_length(&self, _: usize) -> Option<usize> {
            match *self {}
        }

        pub(crate) fn decode_to_string(
            &mut self,
            _: &[u8],
            _: &mut String,
            _: bool,
        ) -> (CoderResult, usize, bool) {
            match *self {}
        }

        pub(crate) fn decode_to_utf8_without_replacement(
            &mut self,
            _: &[u8],
            _: &mut [u8],
            _: bool,
        ) -> (DecoderResult, usize, usize) {
            match *self {}
        }
    }
}
