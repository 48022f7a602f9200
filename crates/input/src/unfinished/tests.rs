//! Every short string of the bytes that matter: a new decoder continues wherever another one stopped.

use encoding_rs::{
    BIG5, Decoder, EUC_JP, EUC_KR, Encoding, GB18030, GBK, ISO_2022_JP, REPLACEMENT, SHIFT_JIS, UTF_16BE,
    UTF_16LE, WINDOWS_1252, X_USER_DEFINED,
};
use testing::sample;

use super::Unfinished;
use crate::{
    decode::{Decoded, LEAST_ROOM, decode},
    source_map::SourceMap,
    step::Status,
    validation::{Validation, Validator},
};

/// A decoder that is replaced by a new one after each call.
struct Relay {
    decoder: Decoder,
    unfinished: Unfinished,
    validator: Validator,
    map: SourceMap,
    read: u64,
    text: Vec<u8>,
    replaced: usize,
}

impl Relay {
    fn new(encoding: &'static Encoding, validation: Validation) -> Relay {
        let mut map = SourceMap::new();
        map.start(encoding, 0, 0);
        Relay {
            decoder: encoding.new_decoder_without_bom_handling(),
            unfinished: Unfinished::default(),
            validator: Validator { mode: validation, ..Validator::default() },
            map,
            read: 0,
            text: Vec::new(),
            replaced: 0,
        }
    }

    /// Reads a chunk, with room for so many bytes in each call. Whether more may follow.
    fn read(&mut self, mut chunk: &[u8], room: usize, last: bool) -> bool {
        let encoding = self.decoder.encoding();
        let mut buffer = [0; 64];
        loop {
            let target = &mut buffer[..room];
            let Decoded { status, read, written, given_up } =
                decode(&mut self.decoder, chunk, target, last, self.read, &mut self.validator);
            let source = &chunk[..read];
            self.map.push(source, &buffer[..written], chunk.get(read).copied());
            self.text.extend_from_slice(&buffer[..written]);
            match status {
                Status::IllFormed { offset } => {
                    self.unfinished.stop(encoding, source, offset.saturating_sub(self.read) as usize);
                }
                Status::Finished => self.unfinished.finish(encoding, source),
                Status::Again | Status::NeedsChunk => self.unfinished.follow(&self.decoder, source, given_up),
            }
            self.read += read as u64;
            chunk = &chunk[read..];
            // What the walk over all of the source and the text says.
            let end = self.text.len() as u64;
            let behind = self.read - self.unfinished.behind;
            assert_eq!(self.map.source_offset(end), Some(behind), "{}", self);
            if !matches!(status, Status::Again | Status::NeedsChunk) {
                return false;
            }
            self.replace(encoding, end, behind);
            if status == Status::NeedsChunk {
                return true;
            }
        }
    }

    fn replace(&mut self, encoding: &'static Encoding, end: u64, behind: u64) {
        assert!(self.unfinished.is_of(encoding), "{}", self);
        self.decoder = encoding.new_decoder_without_bom_handling();
        self.unfinished.replay(&mut self.decoder);
        self.replaced += 1;
        // The map every other time: so it is held to what it says of text before and after the change.
        if self.replaced.is_multiple_of(2) {
            self.map.forget_before(end);
            let saved = self.map.save();
            assert_eq!((saved.source, &saved.text[..]), (behind, ""), "{}", self);
            self.map = SourceMap::restore(saved, encoding, end, 0);
        }
    }
}

impl std::fmt::Display for Relay {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let text = String::from_utf8_lossy(&self.text);
        write!(f, "{}, {} read, {text:?}, {:x?}", self.decoder.encoding().name(), self.read, self.unfinished)
    }
}

/// The text, and where sequences are ill-formed.
fn whole(encoding: &'static Encoding, source: &[u8], validation: Validation) -> (Vec<u8>, Vec<u64>) {
    let mut validator = Validator { mode: validation, ..Validator::default() };
    let mut text = vec![0; 3 * source.len() + 2 * LEAST_ROOM];
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let decoded = decode(&mut decoder, source, &mut text, true, 0, &mut validator);
    assert_ne!(decoded.status, Status::Again);
    text.truncate(decoded.written);
    if validation != Validation::Strict {
        assert_eq!(text, encoding.decode_without_bom_handling(source).0.as_bytes());
    }
    (text, validator.found.offsets)
}

/// Cut after every byte, and full at every byte of the text.
fn check(encoding: &'static Encoding, bytes: &[u8], validation: Validation) -> usize {
    let case = || format!("{} {bytes:02x?} {validation:?}", encoding.name());
    let (text, found) = whole(encoding, bytes, validation);
    let mut relay = Relay::new(encoding, validation);
    if bytes.iter().all(|&byte| relay.read(&[byte], LEAST_ROOM, false)) {
        relay.read(&[], LEAST_ROOM, true);
    }
    assert_eq!((&relay.text, relay.validator.found.offsets()), (&text, &found[..]), "{}", case());

    let mut replaced = relay.replaced;
    let filler: &[u8] = if encoding == UTF_16BE { b"\0x" } else { b"x\0" };
    let width = if encoding == UTF_16BE || encoding == UTF_16LE { 2 } else { 1 };
    for padding in 6..=16 {
        let source = [&filler[..width].repeat(padding), bytes, &filler[..width].repeat(2)].concat();
        let (text, found) = whole(encoding, &source, validation);
        let mut relay = Relay::new(encoding, validation);
        assert!(!relay.read(&source, LEAST_ROOM, true));
        assert_eq!(
            (&relay.text, relay.validator.found.offsets()),
            (&text, &found[..]),
            "{} after {padding}",
            case()
        );
        replaced += relay.replaced;
    }
    replaced
}

/// All strings of these bytes up to a length.
fn strings(alphabet: &[u8], length: usize, visit: &mut dyn FnMut(&[u8])) {
    fn go(alphabet: &[u8], length: usize, string: &mut Vec<u8>, visit: &mut dyn FnMut(&[u8])) {
        visit(string);
        if string.len() < length {
            for &byte in alphabet {
                string.push(byte);
                go(alphabet, length, string, visit);
                string.pop();
            }
        }
    }
    go(alphabet, length, &mut Vec::new(), visit);
}

#[test]
fn a_new_decoder_goes_on_anywhere() {
    let table: [(&'static Encoding, &[u8], usize); 17] = [
        (SHIFT_JIS, b"a0\x40\x7F\x80\x81\x9F\xA1\xDF\xE0\xFC\xFF", 3),
        (SHIFT_JIS, b"\"@\x81\xE0\xFF", 5),
        (EUC_KR, b"a0\x40\x41\x7F\x80\x81\xA1\xC8\xFE\xFF", 3),
        (EUC_KR, b"\"A\x81\xC8\xFF", 5),
        (BIG5, b"a0@\x62\x7F\x80\x81\x88\xA1\xA5\xFE\xFF", 3),
        (BIG5, b"\"b\x81\x88\xFF", 5),
        (EUC_JP, b"a0\x7F\x80\x8E\x8F\xA1\xDF\xE0\xFE\xFF", 3),
        (EUC_JP, b"\"\x8E\x8F\xA1\xB0\xFF", 5),
        (GB18030, b"\"09@\x7F\x80\x81\xFE\xFF", 4),
        (GBK, b"\"09@\x81\xFE", 5),
        (GB18030, b"\"0\x81\xFF", 7),
        (ISO_2022_JP, b"\x1B$(BIJ@!\x7E\x0E\x80", 4),
        (ISO_2022_JP, b"\x1B$(B!\x80", 6),
        (UTF_16LE, b"\0a\xD8\xDB\xDC\xDF", 5),
        (UTF_16BE, b"\0a\xD8\xDB\xDC\xDF", 5),
        (REPLACEMENT, b"a\x80", 4),
        (X_USER_DEFINED, b"a\x80\xFF", 3),
    ];
    let mut is_drawn = sample::one_in(8);
    for (encoding, alphabet, length) in table {
        let mut replaced = 0;
        strings(alphabet, length, &mut |bytes| {
            if !is_drawn() {
                return;
            }
            for validation in [Validation::Off, Validation::Count, Validation::Strict] {
                replaced += check(encoding, bytes, validation);
            }
        });
        assert!(replaced > sample::or_full(0, 100), "{}", encoding.name());
    }
}

/// Escape sequences in a row, whole and cut, in all character sets, before all kinds of characters.
#[test]
fn escape_sequences_in_every_order() {
    let parts: [&[u8]; 12] = [
        b"\x1B(B", b"\x1B(J", b"\x1B(I", b"\x1B$@", b"\x1B$B", b"\x1B", b"\x1B$", b"\x1B(", b"\x1B(Z", b"0!",
        b"0", b"\x80",
    ];
    let indices: Vec<u8> = (0..parts.len() as u8).collect();
    strings(&indices, 4, &mut |order| {
        let bytes: Vec<u8> = order.iter().flat_map(|&part| parts[usize::from(part)]).copied().collect();
        check(ISO_2022_JP, &bytes, Validation::Off);
        check(ISO_2022_JP, &bytes, Validation::Strict);
    });
}

/// A single-byte encoding leaves no pending bytes, so no state has to be derived.
#[test]
fn nothing_is_remembered_of_single_bytes() {
    for byte in 0..=255 {
        let mut relay = Relay::new(WINDOWS_1252, Validation::Off);
        assert!(relay.read(&[byte], LEAST_ROOM, false));
        assert_eq!(relay.unfinished, Unfinished::default());
    }
}

/// Long runs, at the end of which more than the last bytes matter: whatever they are split into.
#[test]
fn long_runs() {
    let table: [(&'static Encoding, &[u8]); 10] = [
        (ISO_2022_JP, b"0!~"),
        (ISO_2022_JP, b"0!1\"2#3$"),
        (ISO_2022_JP, b"0!1\"2#\x803$4"),
        (EUC_JP, b"\x8F\xA1"),
        (EUC_JP, b"\xA1\x8F\xA1"),
        (GB18030, b"\x81\x30\x81"),
        (GB18030, b"\xFE0\xFE"),
        (ISO_2022_JP, b"\x1B$B0!0"),
        (ISO_2022_JP, b"\x1B$B\x21\x1B"),
        (SHIFT_JIS, b"\x81\x81\x81"),
    ];
    for (encoding, unit) in table {
        for times in [1, 2, 50, 51] {
            for prefix in [&b""[..], b"\x1B$B", b"\x81", b"<"] {
                let source = [prefix, &unit.repeat(times)].concat();
                let (text, found) = whole(encoding, &source, Validation::Count);
                for size in [1, 2, 3, 5, 7, 8, 9, 11, 64, 1000] {
                    let mut relay = Relay::new(encoding, Validation::Count);
                    for chunk in source.chunks(size) {
                        assert!(relay.read(chunk, 64, false));
                    }
                    relay.read(&[], 64, true);
                    assert_eq!(
                        (&relay.text, relay.validator.found.offsets()),
                        (&text, &found[..]),
                        "{relay}"
                    );
                }
            }
        }
    }
}
