//! Checkpoints that no input has made: refused with a reason, or continued from without a panic.

use std::sync::LazyLock;

use proptest::prelude::*;
use serde_json::{Value, json};
use tagspan_input::decoder::{Input, InputCheckpoint, Status};
use tagspan_input::{Encoding, EncodingOptions, Validation};

use super::harness;

/// Checkpoints of inputs in every phase.
fn genuine() -> Vec<Value> {
    let with_charset = |label: &str| EncodingOptions::new().charset(label).unwrap();
    let table: [(EncodingOptions, Validation, &[&[u8]]); 14] = [
        (EncodingOptions::new(), Validation::Off, &[]),
        (EncodingOptions::new(), Validation::Count, &[b"<p>", b"<meta char"]),
        (EncodingOptions::new(), Validation::Off, &[b"\xEF", b"\xBB"]),
        (with_charset("utf-8"), Validation::Count, &[b"<p>\xFF\xE6\x97"]),
        (with_charset("utf-8"), Validation::Strict, &[b"<p>\xFF\xE6\x97"]),
        (EncodingOptions::new(), Validation::Count, &[b"<meta char", b"set=utf-8>\xFF"]),
        (with_charset("windows-1252"), Validation::Off, &[b"<p>\x81"]),
        (with_charset("shift_jis"), Validation::Count, &[b"<p>\xFF\x81"]),
        (with_charset("euc-jp"), Validation::Strict, &[b"<p>\x8F\xA1"]),
        (with_charset("gb18030"), Validation::Count, &[b"<p>\x81\x30\x81"]),
        (with_charset("iso-2022-jp"), Validation::Count, &[b"<p>\x80\x1B$B0"]),
        (with_charset("utf-16"), Validation::Count, &[b"<\0\x00\xD8\x00"]),
        (with_charset("replacement"), Validation::Count, &[b"<p>"]),
        (with_charset("koi8-r"), Validation::Off, &[b"\xFF\xFE<\0"]),
    ];
    let mut genuine = Vec::new();
    for (options, validation, chunks) in table {
        for (last, source_offsets) in [(false, false), (false, true), (true, true)] {
            let mut input =
                Input::with_options(options.clone()).validation(validation).source_offsets(source_offsets);
            for chunk in chunks {
                let _ = input.advance(chunk, false);
            }
            if last {
                let _ = input.advance(b"", true);
            }
            genuine.push(serde_json::to_value(input.checkpoint()).unwrap());
        }
    }
    // In the middle of what is read again.
    let mut input = Input::with_options(EncodingOptions::new().prescan_bytes(0)).source_offsets(true);
    let chunk = b"\xC1<meta charset=koi8-r>";
    let step = input.advance(chunk, false);
    input.keep(&chunk[..step.consumed], 1024);
    input.restart(Encoding::for_label(b"koi8-r").unwrap(), 1..chunk.len() as u64);
    genuine.push(serde_json::to_value(input.checkpoint()).unwrap());
    genuine
}

/// The replacement of a field.
fn changed_values() -> Vec<Value> {
    let mut values = vec![
        json!(null),
        json!(true),
        json!(false),
        json!(-1),
        json!(1.5),
        json!(""),
        json!("\u{81}"),
        json!("\u{81}0\u{81}"),
        json!("\u{1B}$B0"),
        json!("0"),
        json!("\u{1B}"),
        json!("\u{E6}\u{97}"),
        json!("日"),
        json!("<meta charset=utf-8>"),
        json!("x".repeat(2000)),
        json!([]),
        json!([0, 0]),
        json!([3, 1]),
        json!([1, u64::MAX]),
        json!((0..1024).collect::<Vec<u64>>()),
        json!([5, 4]),
        json!({}),
    ];
    let numbers = [0, 1, 2, 3, 4, 5, 1023, 1024, 1 << 32, 1 << 62, (1 << 62) + 1, i64::MAX as u64, u64::MAX];
    values.extend(numbers.map(|number| json!(number)));
    let names = [
        "UTF-8",
        "UTF-16LE",
        "UTF-16BE",
        "Shift_JIS",
        "EUC-JP",
        "EUC-KR",
        "Big5",
        "gb18030",
        "GBK",
        "ISO-2022-JP",
        "replacement",
        "x-user-defined",
        "KOI8-R",
        "klingon",
    ];
    values.extend(names.map(|name| json!(name)));
    // All values of the enumerations, and some that are none in the written form.
    let words = [
        "certain",
        "tentative",
        "irrelevant",
        "byte-order-mark",
        "override",
        "transport",
        "prescan",
        "parent-document",
        "likely",
        "detection",
        "default",
        "late-declaration",
        "Default",
        "off",
        "count",
        "strict",
        "ascii",
        "roman",
        "katakana",
        "jis0208",
        "Roman",
        "jp",
        "JP",
        "example.jp",
    ];
    values.extend(words.map(|word| json!(word)));
    values
}

/// The path of every value within.
fn paths(value: &Value) -> Vec<String> {
    let within: Vec<(String, &Value)> = match value {
        Value::Object(map) => map.iter().map(|(key, value)| (format!("/{key}"), value)).collect(),
        Value::Array(list) => list.iter().enumerate().map(|(at, value)| (format!("/{at}"), value)).collect(),
        _ => Vec::new(),
    };
    let mut all: Vec<String> = within.iter().map(|(path, _)| path.clone()).collect();
    for (path, value) in within {
        all.extend(paths(value).into_iter().map(|rest| path.clone() + &rest));
    }
    all
}

/// Reads and checks a checkpoint, and if it is accepted, does all to the input that a caller does. Whether it did.
fn read(value: &Value) -> Result<(), String> {
    let checkpoint = harness::read(&value.to_string())?;
    let fresh = || Input::from_checkpoint(checkpoint.clone()).expect("it was read");
    assert_eq!(fresh().checkpoint(), checkpoint, "{value}");

    let every_byte: Vec<u8> =
        (0..=255).chain(*b"\x1B$B0!\x1B(B<meta charset=koi8-r>\x81\x30\x81\"\xE6").collect();
    let chunks: [&[u8]; 7] = [b"", b"<p>", &every_byte, b"\x81", &[b'0'; 3000], b"\x1B$B", b""];
    let koi8_r = Encoding::for_label(b"koi8-r").unwrap();
    for change in 0..4 {
        let mut input = fresh();
        let mut decoded: u64 = 0;
        for (at, chunk) in chunks.into_iter().enumerate() {
            let mut rest = chunk;
            let last = at + 1 == chunks.len();
            for _ in 0..20 {
                let step = input.advance(rest, last);
                decoded = decoded.wrapping_add(input.piece(rest, step.piece).len() as u64);
                let base = value["decided"]["decoded"].as_u64().unwrap_or_default();
                for offset in [0, base, base.wrapping_add(decoded), u64::MAX] {
                    let _ = input.source_offset(offset);
                }
                rest = &rest[step.consumed..];
                if step.status != Status::Again {
                    break;
                }
            }
            let consumed = &chunk[..chunk.len() - rest.len()];
            let _ = input.reconsider(koi8_r, 1..20, consumed, 1 << 16);
            input.keep(consumed, 1 << 16);
            match (at, change) {
                (3, 1) => _ = input.restart(koi8_r, 1..20),
                (3, 2) => _ = input.switch(koi8_r, 1..20, 20, b""),
                (3, 3) => input.start_again(koi8_r),
                _ => {}
            }
            input.shrink_to_fit();
            input.forget_before(input.consumed());
            let _ = (input.resumes_at(0), input.bom(), input.allocated());
            input = input.clone();
        }
        input.reset();
        let _ = input.advance(&every_byte, true);
    }
    Ok(())
}

fn encoding_name(label: &str) -> Option<&'static str> {
    Encoding::for_label(label.as_bytes()).map(Encoding::name)
}

#[test]
fn every_field_is_replaced_by_everything() {
    let (mut read_at_all, mut refused) = (0, 0);
    for genuine in genuine() {
        assert_eq!(read(&genuine), Ok(()));
        for path in paths(&genuine) {
            for changed in changed_values() {
                let mut corrupted = genuine.clone();
                *corrupted.pointer_mut(&path).unwrap() = changed;
                match read(&corrupted) {
                    Ok(()) => {
                        read_at_all += 1;
                        let checkpoint: InputCheckpoint = serde_json::from_value(corrupted.clone()).unwrap();
                        let written = serde_json::to_value(&checkpoint).unwrap();
                        // An encoding can be read by any label, and is written by its name.
                        let name = written.pointer(&path).and_then(Value::as_str);
                        let label = corrupted.pointer(&path).and_then(Value::as_str);
                        if name != label && name == label.and_then(encoding_name) {
                            *corrupted.pointer_mut(&path).unwrap() = name.into();
                        }
                        assert_eq!(written, corrupted, "nothing was passed over");
                    }
                    Err(error) => {
                        refused += 1;
                        assert!(!error.is_empty());
                    }
                }
            }
        }
    }
    println!("{read_at_all} read, {refused} refused");
    assert!(read_at_all > 1000 && refused > 50_000);
}

#[test]
fn missing_and_foreign_fields_are_refused() {
    for genuine in genuine() {
        for path in paths(&genuine) {
            let Some((parent, key)) = path.rsplit_once('/') else { continue };
            let mut corrupted = genuine.clone();
            let Value::Object(map) = corrupted.pointer_mut(parent).unwrap() else { continue };
            map.remove(key);
            // A missing field reads as null.
            let mut null = genuine.clone();
            *null.pointer_mut(&path).unwrap() = Value::Null;
            assert_eq!(read(&corrupted).is_ok(), read(&null).is_ok(), "{path}");
            let mut corrupted = genuine.clone();
            corrupted.pointer_mut(parent).unwrap()["foreign"] = json!(1);
            assert!(read(&corrupted).is_err(), "{path}");
        }
    }
}

#[test]
fn truncated_text_is_refused() {
    for genuine in genuine() {
        let text = genuine.to_string();
        for end in 0..text.len() {
            if text.is_char_boundary(end) {
                assert!(serde_json::from_str::<InputCheckpoint>(&text[..end]).is_err());
            }
        }
    }
}

/// The invariants that later code relies on, one by one, and the message of each.
#[test]
fn reasons() {
    let options = EncodingOptions::new().charset("gb18030").unwrap();
    let mut input = Input::with_options(options).validation(Validation::Count);
    let _ = input.advance(b"<p>\xFF\x81\x30\x81", false);
    let decoding = serde_json::to_value(input.checkpoint()).unwrap();
    let mut input = Input::new();
    let _ = input.advance(b"<meta", false);
    let sniffing = serde_json::to_value(input.checkpoint()).unwrap();
    let domain = if cfg!(feature = "detect") {
        "the top-level domain is not a lower-case label"
    } else {
        "detection needs the feature `detect`"
    };
    type Row<'a> = (&'a Value, &'a [(&'a str, Value)], &'a str);
    let table: [Row<'_>; 25] = [
        (&decoding, &[("/decided/position", json!(1_u64 << 63))], "an offset is too large"),
        (&decoding, &[("/decided/begun/0", json!(99))], "the decoder started after the text"),
        (&decoding, &[("/decided/begun/1", json!(99))], "the decoder started after the source"),
        (&decoding, &[("/decided/begun/1", json!(5))], "more bytes are unfinished than were read"),
        (
            &decoding,
            &[("/decided/unfinished/behind", json!(2))],
            "the decoder state does not fit the encoding",
        ),
        (
            &decoding,
            &[("/decided/unfinished/pending", json!("\u{81}\u{30}\u{30}"))],
            "the decoder state does not fit the encoding",
        ),
        (
            &decoding,
            &[("/decided/unfinished/charset", json!("roman"))],
            "the decoder state does not fit the encoding",
        ),
        (
            &decoding,
            &[("/decided/unfinished/after_escape", json!(true))],
            "the decoder state does not fit the encoding",
        ),
        (&decoding, &[("/decided/unfinished/pending", json!("1234"))], "a pending sequence is too long"),
        (&decoding, &[("/decided/unfinished/pending", json!("\u{100}"))], "a character is not a byte"),
        (
            &decoding,
            &[("/decided/decision/encoding", json!("UTF-8"))],
            "the decoder state does not fit the encoding",
        ),
        (&decoding, &[("/decided/decision/encoding", json!("klingon"))], "invalid encoding label"),
        (&decoding, &[("/decided/decision/source", json!("guess"))], "unknown variant `guess`"),
        (
            &decoding,
            &[("/decided/decision/confidence", json!("irrelevant"))],
            "the confidence is that of text",
        ),
        (
            &decoding,
            &[("/decided/decision/start", json!(2)), ("/decided/decision/end", json!(1))],
            "the range of the encoding declaration is invalid",
        ),
        (&decoding, &[("/decided/finished", json!(true))], "the decoder state does not fit the encoding"),
        (
            &decoding,
            &[("/validator/mode", json!("off"))],
            "more ill-formed sequences were found than the validation mode allows",
        ),
        (&decoding, &[("/validator/found/count", json!(2))], "the number of ill-formed sequences is wrong"),
        (
            &decoding,
            &[("/validator/found/count", json!(2)), ("/validator/found/offsets", json!([3, 3]))],
            "the ill-formed sequences are not in order",
        ),
        (
            &decoding,
            &[("/validator/pending", json!("\u{80}"))],
            "pending bytes of validation start no character",
        ),
        (
            &decoding,
            &[("/validator/pending", json!("\u{E6}"))],
            "more bytes are pending in validation than it has read",
        ),
        (
            &decoding,
            &[("/options/parent", json!("UTF-16LE"))],
            "UTF-16 cannot be the encoding of a parent document",
        ),
        (&sniffing, &[("/options/top_level_domain", json!("JP"))], domain),
        (&sniffing, &[("/options/top_level_domain", json!("example.jp"))], domain),
        (&sniffing, &[("/kept", json!("<meta charset=utf-8>"))], "the encoding of the kept bytes is missing"),
    ];
    for (genuine, changes, reason) in table {
        let mut corrupted = genuine.clone();
        for (path, value) in changes {
            *corrupted.pointer_mut(path).unwrap() = value.clone();
        }
        let error = read(&corrupted).unwrap_err();
        // What reading refuses is followed by the place in the text.
        assert!(error.starts_with(reason), "{error}: {changes:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 20_000, ..ProptestConfig::default() })]

    #[test]
    fn several_fields_at_once(
        which in any::<proptest::sample::Index>(),
        changes in proptest::collection::vec((any::<proptest::sample::Index>(), any::<proptest::sample::Index>()), 2..5),
    ) {
        static GENUINE: LazyLock<Vec<Value>> = LazyLock::new(genuine);
        let mut corrupted = which.get(&GENUINE[..]).clone();
        let values = changed_values();
        for (path, value) in changes {
            let paths = paths(&corrupted);
            *corrupted.pointer_mut(path.get(&paths[..]).as_str()).unwrap() = value.get(&values).clone();
        }
        let _ = read(&corrupted);
    }
}
