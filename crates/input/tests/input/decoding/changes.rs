//! Changes of the encoding within a document, and bytes given back: the answers of one input, without checkpoints.

use encoding_rs::{EUC_JP, ISO_8859_15, SHIFT_JIS, UTF_8, WINDOWS_1252};
use tagspan_input::decoder::{Change, Input, Status};
use tagspan_input::{Encoding, EncodingOptions, Validation};

/// Bytes before a declaration that are no ASCII may read the same in both encodings. Ill-formed sequences are those of
/// the tentative encoding before the declaration's end, and those of the declared one after it.
#[test]
fn the_source_before_and_after_a_declaration() {
    type Row<'a> = (&'static Encoding, &'static Encoding, &'a [u8], &'a [u8], bool, &'a [u64]);
    // (tentative, declared, before, after, whether `before` reads the same, the ill-formed sequences in the end)
    let table: [Row<'_>; 6] = [
        (WINDOWS_1252, ISO_8859_15, b"plain", b"\xA4", true, &[]),
        (WINDOWS_1252, ISO_8859_15, b"\xE9", b"\xA4", true, &[]),
        (WINDOWS_1252, ISO_8859_15, b"\xA4", b"\xA4", false, &[]),
        (SHIFT_JIS, WINDOWS_1252, b"plain", b"\xFF", true, &[]),
        (SHIFT_JIS, EUC_JP, b"\xFF", b"\xFF\x85", true, &[0, 8, 9]),
        (SHIFT_JIS, EUC_JP, b"\xB1", b"\xFF", false, &[0, 8]),
    ];
    const META: &[u8] = b"<meta>\n";
    for (tentative, declared, before, after, reads_the_same, ill_formed) in table {
        let case = format!("{} {} {before:x?}", tentative.name(), declared.name());
        let source = [before, META, after].concat();
        let options = EncodingOptions::new().prescan_bytes(0).default_encoding(tentative);
        let mut input = Input::with_options(options).validation(Validation::Count);
        let consumed = &source[..input.advance(&source, true).consumed];
        let start = tentative.decode_without_bom_handling(before).0.len() as u64;
        let span = start..start + META.len() as u64;
        let next = match input.reconsider(declared, span.clone(), consumed, 1024) {
            Some(Change::OnTheFly { encoding, bytes }) if reads_the_same => {
                input.switch(encoding, bytes, span.end, consumed)
            }
            Some(Change::Restart { encoding, bytes }) if !reads_the_same => {
                input.keep(consumed, 1024);
                input.restart(encoding, bytes)
            }
            change => panic!("{case}: {change:?}"),
        };
        while input.advance(&source[next as usize..], true).status == Status::Again {}
        assert!(input.is_finished(), "{case}");
        assert_eq!(input.ill_formed().offsets(), ill_formed, "{case}");
    }
}

/// Bytes given back have no source offset until they come again.
#[test]
fn offsets_of_bytes_given_back() {
    let mut input = Input::with_options(EncodingOptions::new().encoding(UTF_8));
    let _ = input.advance(b"<p>abc", false);
    input.give_back(3);
    let offsets = |input: &Input| [2, 3, 4, 6, 9].map(|offset| input.source_offset(offset));
    assert_eq!(offsets(&input), [Some(2), Some(3), None, None, None]);
    let _ = input.advance(b"abc", false);
    assert_eq!(offsets(&input), [Some(2), Some(3), Some(4), Some(6), None]);
}

fn validating(validation: Validation) -> Input {
    Input::with_options(EncodingOptions::new().encoding(UTF_8)).validation(validation)
}

/// An ill-formed sequence in bytes that were given back ends the source when it comes again.
#[test]
fn a_fault_behind_bytes_given_back() {
    let mut input = validating(Validation::Strict);
    assert_eq!(input.advance(b"ab\xFFc", false).status, Status::IllFormed { offset: 2 });
    input.give_back(2);
    for (chunk, status, passed) in [
        (&b""[..], Status::NeedsChunk, &b""[..]),
        (b"a", Status::NeedsChunk, b"a"),
        (b"", Status::NeedsChunk, b""),
        (b"b", Status::NeedsChunk, b"b"),
        (b"", Status::NeedsChunk, b""),
        (b"\xFFc", Status::IllFormed { offset: 2 }, b""),
        (b"", Status::IllFormed { offset: 2 }, b""),
    ] {
        let step = input.advance(chunk, false);
        assert_eq!((step.status, input.piece(chunk, step.piece)), (status, passed));
    }
}

/// The source ends within bytes that were given back. Only what came again is in it.
#[test]
fn the_end_within_bytes_given_back() {
    let left = "ab<b>".len() as u64;
    // (the bytes that come instead of those given back, the ill-formed sequences)
    let table: [(&[u8], &[u64]); 8] = [
        (b"", &[]),
        (b"c", &[]),
        (b"cd\xE6\x97", &[7]),
        (b"cd\xE6\x97\xA5", &[]),
        (b"cd\xE6\x97\xA5\xFF", &[10]),
        (b"cd\xE6\x97\xA5\xFFe\xE6", &[10, 12]),
        (b"cd\xE6\x97\xA5\xFFe\xE6\x97", &[10, 12]),
        (b"\xFF\xFE", &[5, 6]),
    ];
    for (again, found) in table {
        for size in 1..=again.len().max(1) {
            for (validation, expected) in
                [(Validation::Count, found), (Validation::Strict, &found[..found.len().min(1)])]
            {
                let case = format!("{}, by {size}, {validation:?}", again.escape_ascii());
                let mut input = validating(validation);
                let _ = input.advance(b"ab<b>cd\xE6\x97\xA5\xFFe\xE6\x97", false);
                input.give_back((input.consumed() - left) as usize);
                for part in again.chunks(size) {
                    let _ = input.advance(part, false);
                }
                let status = input.advance(b"", true).status;
                let expected_status = match (validation, expected.first()) {
                    (Validation::Strict, Some(&offset)) => Status::IllFormed { offset },
                    _ => Status::Finished,
                };
                assert_eq!(status, expected_status, "{case}");
                assert_eq!(input.advance(b"", true).status, expected_status, "{case}");
                assert_eq!(input.ill_formed().offsets(), expected, "{case}");
                assert_eq!(input.ill_formed().count(), expected.len() as u64, "{case}");
            }
        }
    }
}

/// Ill-formed sequences beyond those that are listed are counted once, also if a part of their bytes never comes again.
#[test]
fn many_ill_formed_sequences_in_bytes_given_back() {
    let chunk = [&[0xFF; 2000][..], b"<b>", &[0xFF; 1000], b"\xE6"].concat();
    for (again, count) in [(0, 3000), (10, 3000), (1000, 3000), (1001, 3001)] {
        let mut input = validating(Validation::Count);
        let _ = input.advance(&chunk, false);
        input.give_back(1001);
        for part in chunk[2003..][..again].chunks(7) {
            let _ = input.advance(part, false);
        }
        assert_eq!(input.advance(b"", true).status, Status::Finished, "{again}");
        assert_eq!(
            (input.ill_formed().count(), input.ill_formed().offsets().len()),
            (count, 1024),
            "{again}"
        );
    }
    // Where the list ends in them, they are counted again.
    let mut input = validating(Validation::Count);
    let _ = input.advance(&chunk, false);
    input.give_back(chunk.len() - 1000);
    let _ = input.advance(&chunk[1000..1100], true);
    assert_eq!((input.ill_formed().count(), input.ill_formed().offsets().len()), (1100, 1024));
}

/// As much is kept in two chunks as in one.
#[test]
fn what_is_kept_is_bounded() {
    let source = vec![b' '; 1 << 20];
    for first in [1, 1000, 4095] {
        let mut input = Input::with_options(EncodingOptions::new().encoding(UTF_8));
        for chunk in [&source[..first], &source[first..]] {
            let step = input.advance(chunk, false);
            input.keep(&chunk[..step.consumed], 4096);
        }
        assert_eq!(input.resumes_at(0), 4096 + Input::KEPT_BEYOND as u64, "{first}");
    }
}
