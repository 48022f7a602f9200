//! Byte strings in serialized form: text in human-readable formats, bytes in others.

use core::fmt;

/// Bytes of the input, which are mostly ASCII.
///
/// In a format for people each byte is the character of that number, so that a tag can be read in JSON and takes as many
/// bytes there as in the input; an array of numbers would take four times as many.
#[derive(Clone, Default, PartialEq, Eq)]
pub(crate) struct Bytes(pub(crate) Vec<u8>);

impl From<&[u8]> for Bytes {
    fn from(bytes: &[u8]) -> Self {
        Bytes(bytes.to_vec())
    }
}

impl fmt::Debug for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "b\"{}\"", self.0.escape_ascii())
    }
}

#[cfg(feature = "serde")]
mod with_serde {
    use core::fmt;

    use serde::de::{Deserialize, Deserializer, Error, SeqAccess, Visitor};
    use serde::ser::{Serialize, Serializer};

    use super::Bytes;

    impl Serialize for Bytes {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            if serializer.is_human_readable() {
                let text: String = self.0.iter().copied().map(char::from).collect();
                serializer.serialize_str(&text)
            } else {
                serializer.serialize_bytes(&self.0)
            }
        }
    }

    impl<'de> Deserialize<'de> for Bytes {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            if deserializer.is_human_readable() {
                deserializer.deserialize_str(Reader)
            } else {
                deserializer.deserialize_byte_buf(Reader)
            }
        }
    }

    struct Reader;

    impl<'de> Visitor<'de> for Reader {
        type Value = Bytes;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("bytes, or characters up to U+00FF that stand for them")
        }

        fn visit_str<E: Error>(self, text: &str) -> Result<Bytes, E> {
            let bytes: Result<_, _> = text.chars().map(u8::try_from).collect();
            bytes.map(Bytes).map_err(|_| E::custom("a character above U+00FF stands for no byte"))
        }

        fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Bytes, E> {
            Ok(Bytes(bytes.to_vec()))
        }

        fn visit_byte_buf<E: Error>(self, bytes: Vec<u8>) -> Result<Bytes, E> {
            Ok(Bytes(bytes))
        }

        // Formats that have no bytes write a sequence of numbers.
        fn visit_seq<A: SeqAccess<'de>>(self, mut numbers: A) -> Result<Bytes, A::Error> {
            let mut bytes = Vec::new();
            while let Some(byte) = numbers.next_element()? {
                bytes.push(byte);
            }
            Ok(Bytes(bytes))
        }
    }
}
