//! The digest of a payload, compared with the one that its record has.

use data_encoding::{BASE32, BASE32_NOPAD, BASE64, HEXLOWER_PERMISSIVE};
use sha1::Sha1;
use sha2::{Digest as _, Sha256, Sha512};

/// The digests of a payload that is being read. Writers differ in whether the chunks of HTTP belong to it.
#[derive(Debug)]
pub(crate) struct Digest {
    wanted: Vec<u8>,
    with_chunks: Hasher,
    without_chunks: Option<Hasher>,
}

#[derive(Clone, Debug)]
enum Hasher {
    Sha1(Sha1),
    Sha256(Sha256),
    Sha512(Sha512),
}

impl Digest {
    /// Begins with the digest that a record has, such as `sha1:` and Base32; `None` if it is of another algorithm or no digest.
    pub(crate) fn new(label: &[u8]) -> Option<Self> {
        let (name, digest) = label.split_at_checked(label.iter().position(|byte| *byte == b':')?)?;
        let hasher = match &name.to_ascii_lowercase()[..] {
            b"sha1" | b"sha-1" => Hasher::Sha1(Sha1::new()),
            b"sha256" | b"sha-256" => Hasher::Sha256(Sha256::new()),
            b"sha512" | b"sha-512" => Hasher::Sha512(Sha512::new()),
            _ => return None,
        };
        let wanted = decode(&digest[1..], hasher.length())?;
        Some(Digest { wanted, with_chunks: hasher, without_chunks: None })
    }

    /// Begins with no digest to compare with, for [`into_label`](Self::into_label).
    pub(crate) fn sha1() -> Self {
        Digest { wanted: Vec::new(), with_chunks: Hasher::Sha1(Sha1::new()), without_chunks: None }
    }

    /// The digest of a payload of [`sha1`](Self::sha1), as records have it.
    pub(crate) fn into_label(self) -> String {
        format!("sha1:{}", BASE32.encode(&self.with_chunks.finish()))
    }

    /// The payload has chunks, whose data is pushed too.
    pub(crate) fn start_chunks(&mut self) {
        self.without_chunks = Some(self.with_chunks.clone());
    }

    pub(crate) fn push(&mut self, stored: &[u8]) {
        self.with_chunks.push(stored);
    }

    pub(crate) fn push_data(&mut self, data: &[u8]) {
        if let Some(hasher) = &mut self.without_chunks {
            hasher.push(data);
        }
    }

    /// Whether the payload has the digest of its record.
    pub(crate) fn finish(self) -> bool {
        let hashers = [Some(self.with_chunks), self.without_chunks];
        hashers.into_iter().flatten().any(|hasher| hasher.finish() == self.wanted)
    }
}

impl Hasher {
    fn length(&self) -> usize {
        match self {
            Hasher::Sha1(_) => 20,
            Hasher::Sha256(_) => 32,
            Hasher::Sha512(_) => 64,
        }
    }

    fn push(&mut self, bytes: &[u8]) {
        match self {
            Hasher::Sha1(hasher) => hasher.update(bytes),
            Hasher::Sha256(hasher) => hasher.update(bytes),
            Hasher::Sha512(hasher) => hasher.update(bytes),
        }
    }

    fn finish(self) -> Vec<u8> {
        match self {
            Hasher::Sha1(hasher) => hasher.finalize().to_vec(),
            Hasher::Sha256(hasher) => hasher.finalize().to_vec(),
            Hasher::Sha512(hasher) => hasher.finalize().to_vec(),
        }
    }
}

/// The bytes of a digest of this length, in Base32, in hex or in Base64, which their lengths tell apart.
fn decode(text: &[u8], length: usize) -> Option<Vec<u8>> {
    let text = text.trim_ascii();
    let unpadded = text.split(|byte| *byte == b'=').next()?.to_ascii_uppercase();
    [HEXLOWER_PERMISSIVE.decode(text), BASE32_NOPAD.decode(&unpadded), BASE64.decode(text)]
        .into_iter()
        .flatten()
        .find(|digest| digest.len() == length)
}

#[cfg(test)]
mod tests {
    use super::Digest;

    /// Those of `abc`, by coreutils.
    const RIGHT: [&str; 9] = [
        "sha1:VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE5",
        "SHA-1:vgmt4nsha2awvor6evyxqugcnsonbwe5",
        "sha1:a9993e364706816aba3e25717850c26c9cd0d89d",
        "sha1: A9993E364706816ABA3E25717850C26C9CD0D89D ",
        "sha1:qZk+NkcGgWq6PiVxeFDCbJzQ2J0=",
        "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
        "sha256:XJ4BNP4PAHH6UQKBIDPF3LRCEOYAGYNDSYLXVHFUCD7WD4QACWWQ====",
        "sha-256:XJ4BNP4PAHH6UQKBIDPF3LRCEOYAGYNDSYLXVHFUCD7WD4QACWWQ",
        "sha512:ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a\
         2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
    ];

    #[test]
    fn digests_of_all_algorithms_and_alphabets() {
        for label in RIGHT {
            for (payload, is_right) in [("abc", true), ("abd", false), ("", false)] {
                let mut digest = Digest::new(label.as_bytes()).unwrap_or_else(|| panic!("{label}"));
                payload.bytes().for_each(|byte| digest.push(&[byte]));
                assert_eq!(digest.finish(), is_right, "{label} {payload}");
            }
        }
        for label in [
            "",
            "sha1",
            "sha1:",
            ":",
            "md5:900150983cd24fb0d6963f7d28e17f72",
            "sha1:abc",
            "sha256:VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE5",
            "é:é",
        ] {
            assert!(Digest::new(label.as_bytes()).is_none(), "{label}");
        }
    }
}
