//! Names for programs and messages for people: every one says what it should.

use std::fmt::Display;

use tagspan::{
    DropReason, Error, ErrorCode, ErrorKind, LimitAction, LimitKind, Limits, LineColumn, Span, TextMode,
    Token, Tokenizer,
};

/// The error that feeding `chunks` and the end of the input gives, and the bytes returned before it.
fn failure(limit: u32, errors: bool, chunks: &[&str]) -> (Error, Vec<u8>) {
    let builder = Tokenizer::builder().utf8().processing_instructions(true).parse_errors(errors);
    let mut tokenizer = builder.limits(Limits::all(limit, LimitAction::Fail)).build();
    let mut handed_out = Vec::new();
    for chunk in chunks {
        let taken =
            tokenizer.feed(chunk.as_bytes()).for_each(|token| handed_out.extend_from_slice(token.raw()));
        if let Err(error) = taken {
            return (error, handed_out);
        }
    }
    (tokenizer.finish().for_each(|_| ()).expect_err("it fails at the end"), handed_out)
}

#[test]
fn errors_say_what_is_wrong_where_and_what_to_do() -> Result<(), Error> {
    let mut fed_after_end = Tokenizer::utf8();
    fed_after_end.feed_last("ab").for_each(|_| ())?;
    let mut not_taken = Tokenizer::utf8();
    not_taken.feed(b"ab<p>").next_token()?;
    let mut after_error = Tokenizer::builder().utf8().limits(Limits::all(1, LimitAction::Fail)).build();
    after_error.feed_last("<p>").for_each(|_| ()).unwrap_err();
    let mut within = Tokenizer::builder().utf8().parse_errors(true).build();
    let mut tokens = within.feed_last("<a =>");
    tokens.next_token()?;
    let within = tokens.set_text_mode(TextMode::Rcdata).unwrap_err();
    let table: &[(Error, ErrorKind, u64, &str, &str, &str)] = &[
        (
            fed_after_end.feed(b"c").next_token().unwrap_err(),
            ErrorKind::FedAfterEnd,
            2,
            "fed-after-end",
            "ended at byte 2",
            "call `reset`",
        ),
        (
            not_taken.feed(b"c").next_token().unwrap_err(),
            ErrorKind::ChunkNotTaken,
            2,
            "chunk-not-taken",
            "left at byte 2",
            "`into_remaining`",
        ),
        (
            after_error.feed(b"c").next_token().unwrap_err(),
            ErrorKind::FedAfterError,
            after_error.position(),
            "fed-after-error",
            "failed at byte",
            "call `reset`",
        ),
        (
            within,
            ErrorKind::ModeChangeWithinToken,
            3,
            "mode-change-within-token",
            "byte 3 is within a token",
            "right after a start tag",
        ),
    ];
    for (error, kind, offset, name, what, advice) in table {
        assert_eq!((error.kind(), error.offset(), error.kind().as_str()), (*kind, *offset, *name));
        let message = error.to_string();
        assert!(message.contains(what) && message.contains(advice), "{name}: {message}");
    }
    Ok(())
}

#[test]
fn limits_say_what_outgrew_them() {
    for (before, construct, kind, name) in [
        ("text", "<abcdefghij>", LimitKind::Tag, "tag"),
        ("text", "</abcdefghij", LimitKind::Tag, "tag"),
        ("text", "<a b=&CounterClockwiseContourIntegral;>", LimitKind::Tag, "tag"),
        ("text", "<a b='&#0000000000000000065;'>", LimitKind::Tag, "tag"),
        ("<p>", "<!--abcdefghij-->", LimitKind::Comment, "comment"),
        ("<p>", "<?0bogus comment>", LimitKind::Comment, "comment"),
        ("ab", "<!doctype abcdefghij>", LimitKind::Doctype, "DOCTYPE"),
        ("ab", "&CounterClockwiseContourIntegra", LimitKind::CharacterReference, "character reference"),
        ("", "&#0000000000000000065", LimitKind::CharacterReference, "character reference"),
        ("<p>x", "<?target data>", LimitKind::ProcessingInstruction, "processing instruction"),
    ] {
        let all = [before, construct].concat();
        for cut in 1..=all.len() {
            let (left, right) = all.split_at(cut);
            // A reference that a chunk holds whole is no more than text.
            if kind == LimitKind::CharacterReference && cut <= before.len() + 8 {
                continue;
            }
            for errors in [false, true] {
                let (error, handed_out) = failure(8, errors, &[left, right]);
                let context = format!("{left}|{right}, errors {errors}");
                assert_eq!(error.kind(), ErrorKind::LimitExceeded { kind, limit: 8 }, "{context}");
                assert_eq!(error.kind().as_str(), "limit-exceeded");
                assert_eq!(error.offset(), before.len() as u64, "{context}");
                assert_eq!(String::from_utf8_lossy(&handed_out), before, "{context}");
                let message = format!("the {name} at byte {} is longer than 8 bytes: raise", before.len());
                assert!(error.to_string().starts_with(&message), "{error}");
            }
        }
    }
}

/// Errors up to the first byte beyond the limit come before its own, those of the input stream like all others.
#[test]
fn errors_that_come_before_a_limit() {
    // Within three bytes, the errors of a construct, and where.
    let table: &[(&str, &[(&str, u64)])] = &[
        ("<a\u{1}bcd>", &[("control-character-in-input-stream", 2)]),
        ("<ab\u{1}cd>", &[("control-character-in-input-stream", 3)]),
        ("<abc\u{1}d>", &[]),
        ("<a \u{1}b>", &[("control-character-in-input-stream", 3)]),
        ("<ab\0cd>", &[("unexpected-null-character", 3)]),
        ("<abc\0d>", &[]),
        ("<!a\u{1}b>", &[("incorrectly-opened-comment", 2), ("control-character-in-input-stream", 3)]),
        ("<!ab\u{1}>", &[("incorrectly-opened-comment", 2)]),
        ("<!a\0b>", &[("incorrectly-opened-comment", 2), ("unexpected-null-character", 3)]),
        ("<!ab\0>", &[("incorrectly-opened-comment", 2)]),
    ];
    for (html, expected) in table {
        for size in [html.len(), 1] {
            let mut tokenizer = Tokenizer::builder()
                .utf8()
                .parse_errors(true)
                .limits(Limits::all(3, LimitAction::Fail))
                .build();
            let mut found = Vec::new();
            let mut take = |token: Token<'_>| match token {
                Token::Error(error) => found.push((error.code().as_str(), error.offset())),
                other => panic!("{html:?}: {other:?}"),
            };
            let mut pieces = html.as_bytes().chunks(size);
            let failed = pieces.find_map(|piece| tokenizer.feed(piece).for_each(&mut take).err());
            assert!(failed.is_some_and(|error| error.offset() == 0), "{html:?} in pieces of {size}");
            assert_eq!(found, *expected, "{html:?} in pieces of {size}");
        }
    }
}

/// How a name is written, and read back.
fn pads(name: &dyn Display, expected: &str) {
    assert_eq!(name.to_string(), expected);
    let width = expected.len() + 2;
    assert_eq!(format!("[{name:>width$}]"), format!("[  {expected}]"));
}

#[test]
fn names_are_written_as_the_specification_has_them() {
    for (mode, name) in [
        (TextMode::Data, "Data state"),
        (TextMode::Rcdata, "RCDATA state"),
        (TextMode::Rawtext, "RAWTEXT state"),
        (TextMode::ScriptData, "Script data state"),
        (TextMode::Plaintext, "PLAINTEXT state"),
        (TextMode::CdataSection, "CDATA section state"),
    ] {
        assert_eq!(mode.as_str(), name);
        pads(&mode, name);
    }
    for code in ErrorCode::ALL {
        let name = code.as_str();
        // The variant's name in words.
        let mut words = String::new();
        for letter in format!("{code:?}").chars() {
            if letter.is_uppercase() && !words.is_empty() {
                words.push('-');
            }
            words.push(letter.to_ascii_lowercase());
        }
        assert_eq!(name, words);
        pads(code, name);
    }
    for (reason, name) in [
        (DropReason::ByteOrderMark, "byte-order-mark"),
        (DropReason::UnfinishedTag, "unfinished-tag"),
        (DropReason::UnfinishedProcessingInstruction, "unfinished-processing-instruction"),
        (DropReason::MissingEndTagName, "missing-end-tag-name"),
        (DropReason::CdataStart, "cdata-start"),
        (DropReason::CdataEnd, "cdata-end"),
        (DropReason::Skipped(LimitKind::Tag), "skipped-tag"),
        (DropReason::Skipped(LimitKind::Comment), "skipped-comment"),
        (DropReason::Skipped(LimitKind::Doctype), "skipped-doctype"),
        (DropReason::Skipped(LimitKind::ProcessingInstruction), "skipped-processing-instruction"),
        (DropReason::Skipped(LimitKind::CharacterReference), "skipped-character-reference"),
        (DropReason::Skipped(LimitKind::AttributeValue), "skipped-attribute-value"),
        (DropReason::Skipped(LimitKind::Attributes), "skipped-attributes"),
        (DropReason::Skipped(LimitKind::OpenElements), "skipped-open-elements"),
        (DropReason::Skipped(LimitKind::Document), "skipped-document"),
    ] {
        assert_eq!(reason.as_str(), name);
        pads(&reason, name);
    }
}

#[test]
fn places_and_small_errors_are_written_plainly() -> Result<(), Error> {
    let mut tokenizer = Tokenizer::builder().utf8().parse_errors(true).build();
    let mut tokens = tokenizer.feed_last("ab</>");
    let mut errors = Vec::new();
    while let Some(token) = tokens.next_token()? {
        if let Token::Error(error) = token {
            errors.push(error.to_string());
        }
    }
    assert_eq!(errors, ["missing-end-tag-name at byte 4"]);
    for (shown, expected) in
        [(&LineColumn::new(12, 7) as &dyn Display, "12:7"), (&Span { start: 3, end: 17 }, "3..17")]
    {
        assert_eq!(shown.to_string(), expected);
    }
    Ok(())
}
