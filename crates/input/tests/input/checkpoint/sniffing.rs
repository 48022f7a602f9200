//! Checkpoints while the encoding is open: around the end of the prescan, in marks and in declarations.

use tagspan_input::decoder::Input;
use tagspan_input::{EncodingOptions, EncodingSource, UTF_8, Validation};

use super::harness::{WAYS, check, input};

fn documents() -> Vec<(Vec<u8>, EncodingSource)> {
    let spaces = |count: usize| vec![b' '; count];
    vec![
        (b"\xEF\xBB\xBF<p>\xC3\xA9\xEF\xBB\xBF".to_vec(), EncodingSource::ByteOrderMark),
        (b"\xFF\xFE<\0p\0>\0\xE9\0".to_vec(), EncodingSource::ByteOrderMark),
        (b"\xFE\xFF\0<\0p\0>\xD8".to_vec(), EncodingSource::ByteOrderMark),
        (b"\xEF\xBB<p>".to_vec(), EncodingSource::Default),
        (b"\xEF".to_vec(), EncodingSource::Default),
        (b"".to_vec(), EncodingSource::Default),
        (b"<?xml version='1.0' encoding='big5'?><p>\xA4\xA4".to_vec(), EncodingSource::Prescan),
        (b"<\0?\0x\0m\0l\0".to_vec(), EncodingSource::Prescan),
        (
            b"<!-- <meta charset=big5> --><meta charset=\"koi8-r\"><p>\xC1\xC2".to_vec(),
            EncodingSource::Prescan,
        ),
        (
            b"<meta http-equiv=content-type content='text/html; charset=shift_jis'>\x93\xFA".to_vec(),
            EncodingSource::Prescan,
        ),
        (b"<meta charset=utf-8><p>\xE6\x97\xA5\xFF".to_vec(), EncodingSource::Prescan),
        // The declaration ends with the prescan's last byte, and a byte later.
        ([&spaces(1004)[..], b"<meta charset=utf-8>\xE9"].concat(), EncodingSource::Prescan),
        ([&spaces(1005)[..], b"<meta charset=utf-8>\xE9"].concat(), EncodingSource::Default),
        ([&spaces(1022)[..], b"\xE9\xE9\xE9\xE9"].concat(), EncodingSource::Default),
    ]
}

#[test]
fn cut_anywhere() {
    for (source, decided_by) in documents() {
        for way in WAYS {
            let near = source.len().saturating_sub(40);
            for cut in (0..=source.len()).filter(|&cut| cut >= near || cut < 60) {
                let (left, right) = source.split_at(cut);
                check(input(&EncodingOptions::new(), way), [left, right]);
                let middle = right.len().min(1);
                check(input(&EncodingOptions::new(), way), [left, &right[..middle], &right[middle..]]);
            }
        }
        let mut input = Input::new();
        let _ = input.advance(&source, true);
        assert_eq!(input.encoding_decision().unwrap().source(), decided_by);
    }
}

#[test]
fn after_every_byte() {
    for (source, _) in documents() {
        for way in [WAYS[0], WAYS[3]] {
            check(input(&EncodingOptions::new(), way), source.chunks(1).chain([&[][..]]));
        }
    }
}

/// The caller's options survive the checkpoint.
#[test]
fn options_go_along() {
    let encoding = |label: &str| tagspan_input::Encoding::for_label(label.as_bytes()).unwrap();
    let table = [
        EncodingOptions::new().override_encoding(encoding("big5")),
        EncodingOptions::new().charset("shift_jis").unwrap(),
        EncodingOptions::new().prescan_bytes(0).parent(encoding("euc-jp")),
        EncodingOptions::new().prescan_bytes(7).likely(encoding("euc-kr")),
        EncodingOptions::new().prescan_bytes(usize::MAX).default_encoding(UTF_8),
        EncodingOptions::new().locale("ru"),
        #[cfg(feature = "detect")]
        EncodingOptions::new().detect(30).top_level_domain("jp"),
        #[cfg(feature = "detect")]
        EncodingOptions::new().detect(9).detect_within(5).detect_any(true),
    ];
    for options in table {
        let source = b"<p>\x93\xFA\x96\x7B <p>\x93\xFA\x96\x7B <p>\x93\xFA\x96\x7B";
        check(input(&options, WAYS[2]), source.chunks(1).chain([&[][..]]));
        // And for the source after this one.
        let mut restored = input(&options, (Validation::Off, false)).clone();
        restored.reset();
        let _ = restored.advance(source, true);
        let mut fresh = Input::with_options(options);
        let _ = fresh.advance(source, true);
        assert_eq!(restored.encoding_decision(), fresh.encoding_decision());
    }
}
