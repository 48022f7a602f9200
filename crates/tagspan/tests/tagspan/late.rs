//! Declarations that the parser meets: what comes of them does not depend on chunks or pauses.

use std::fmt::Write;

use tagspan::{
    Confidence, DropReason, Encoding, EncodingOptions, EncodingSource, Error, ErrorKind, LateDeclarations,
    LateOutcome, Token, Tokenizer, TokenizerBuilder, Validation,
};

/// A document, the default encoding, and what its declaration leads to in the end.
struct Case {
    source: &'static [u8],
    default: &'static str,
    encoding: &'static str,
    outcome: Option<LateOutcome>,
}

const fn case(
    source: &'static [u8],
    default: &'static str,
    encoding: &'static str,
    outcome: Option<LateOutcome>,
) -> Case {
    Case { source, default, encoding, outcome }
}

const CONFIRMED: Option<LateOutcome> = Some(LateOutcome::Confirmed);
const SWITCHED: Option<LateOutcome> = Some(LateOutcome::Switched);
const RESTARTED: Option<LateOutcome> = Some(LateOutcome::Restarted);

const CASES: &[Case] = &[
    // The same encoding, by another label too.
    case(b"\xE9<meta charset=latin1>\xE9", "windows-1252", "windows-1252", CONFIRMED),
    case("é<meta charset=utf-8>é".as_bytes(), "utf-8", "UTF-8", CONFIRMED),
    // What was read in UTF-16 cannot declare another encoding; who is read otherwise is not in UTF-16.
    case(
        b"<\0m\0e\0t\0a\0 \0c\0h\0a\0r\0s\0e\0t\0=\0b\0i\0g\x005\0>\0a\0",
        "utf-16le",
        "UTF-16LE",
        CONFIRMED,
    ),
    case(b"a<meta charset=utf-16>\xC3\xA9", "windows-1252", "UTF-8", SWITCHED),
    case(b"a<meta charset=utf-16be>\xC3\xA9", "utf-8", "UTF-8", CONFIRMED),
    case(b"a<meta charset=x-user-defined>\x80", "utf-8", "windows-1252", SWITCHED),
    // All before reads the same: ASCII, or beyond it in encodings that agree there.
    case(b"a<p><meta charset=koi8-r>\xC1<p>\xC2", "windows-1252", "KOI8-R", SWITCHED),
    case(b"a<p><meta charset=koi8-r>\xC1<p>\xC2", "utf-8", "KOI8-R", SWITCHED),
    case("a<meta charset=utf-8>é<p>€".as_bytes(), "windows-1252", "UTF-8", SWITCHED),
    case(b"\xE9<meta charset=iso-8859-15>\xA4", "windows-1252", "ISO-8859-15", SWITCHED),
    case(b"\xC4\xE3<meta charset=gb18030>\x81\x30\x81\x30", "gbk", "gb18030", SWITCHED),
    case(b"a<meta charset=shift_jis>\x82\xA0\x82\x22", "euc-jp", "Shift_JIS", SWITCHED),
    case(b"a<meta charset=iso-2022-jp>\x1B$B$\"\x1B(B", "utf-8", "ISO-2022-JP", SWITCHED),
    case(b"\x1B$B$\"\x1B(B<meta charset=iso-2022-jp>\x1B$B$\"", "iso-2022-jp", "ISO-2022-JP", CONFIRMED),
    // It does not.
    case(b"\xC1<meta charset=koi8-r>\xC1", "windows-1252", "KOI8-R", RESTARTED),
    case(b"\xC1<meta charset=koi8-r>\xC1", "utf-8", "KOI8-R", RESTARTED),
    case("é<meta charset=utf-8>é".as_bytes(), "windows-1252", "UTF-8", RESTARTED),
    case("é<meta charset=utf-8>é".as_bytes(), "gbk", "UTF-8", RESTARTED),
    case(b"\xA4<meta charset=iso-8859-15>", "windows-1252", "ISO-8859-15", RESTARTED),
    case(b"\x1B$B$\"\x1B(B<meta charset=utf-8>a", "iso-2022-jp", "UTF-8", RESTARTED),
    case(b"<meta charset=iso-2022-kr>a<p>b", "utf-8", "replacement", RESTARTED),
    // What is complete only at the end.
    case(b"a<meta charset=koi8-r>\xC1&am", "utf-8", "KOI8-R", SWITCHED),
    case(b"\xC1<meta charset=koi8-r>\xC1&am", "utf-8", "KOI8-R", RESTARTED),
    // As the tree builder sees it: pragmas in any order, references decoded, the first of equal names, a name or an
    // unknown encoding. Once it is certain, no other declaration counts.
    case(b"<meta content='a;charset=koi8-r' http-equiv=Content-Type>\xC1", "utf-8", "KOI8-R", SWITCHED),
    case(b"<meta content='a;charset=koi8-r'><p>\xC1", "windows-1252", "windows-1252", None),
    case(b"<meta charset='koi&#56;-&#x72;'>\xC1", "utf-8", "KOI8-R", SWITCHED),
    case(b"<META CHARSET=koi8-r charset=big5>\xC1", "utf-8", "KOI8-R", SWITCHED),
    case(b"<meta charset=klingon><meta charset=koi8-r>\xC1", "utf-8", "KOI8-R", SWITCHED),
    case(b"<meta charset=koi8-r><meta charset=big5>\xC1", "utf-8", "KOI8-R", SWITCHED),
    case(b"\xC1<meta charset=koi8-r><meta charset=big5>\xC1", "utf-8", "KOI8-R", RESTARTED),
    case(b"<meta name=a charset=''><metal charset=big5></meta charset=big5>\xC1", "utf-8", "UTF-8", None),
    // No tags: text, comments, a tag that the end cuts off.
    case(b"<title><meta charset=big5></title><!--<meta charset=big5>-->\xC1", "utf-8", "UTF-8", None),
    case(b"<script><meta charset=big5></script><meta charset=koi8-r", "utf-8", "UTF-8", None),
];

fn options(case: &Case) -> EncodingOptions {
    EncodingOptions::new().prescan_bytes(0).default_encoding(encoding(case.default))
}

fn encoding(label: &str) -> &'static Encoding {
    Encoding::for_label(label.as_bytes()).unwrap()
}

/// The final encoding of the document, and the number of restarts.
#[derive(Debug, PartialEq)]
struct Said {
    tokens: String,
    restarts: usize,
}

fn describe(said: &mut String, token: &Token<'_>) {
    let (kind, text) = match token {
        Token::Text(text) => ("", text.value()),
        Token::StartTag(tag) => ("<", tag.name()),
        Token::Dropped(dropped) if dropped.reason() == DropReason::ByteOrderMark => ("mark", "".into()),
        other => ("?", format!("{other:?}").into()),
    };
    let span = token.span();
    // Adjacent text is one.
    let joined = format!(" {}\n", span.start);
    if kind.is_empty() && said.ends_with(&joined) && said.lines().last().unwrap().starts_with('"') {
        said.truncate(said.len() - joined.len() - 1);
        writeln!(said, "{}\" {}", text.escape_debug(), span.end).unwrap();
    } else if kind.is_empty() {
        writeln!(said, "\"{}\" {}", text.escape_debug(), span.end).unwrap();
    } else {
        writeln!(said, "{kind}{text} {} {}", span.start, span.end).unwrap();
    }
}

/// Feeds the document cut at `cuts`, and again when that is requested; with `pause`, each cursor is left after every
/// token.
fn run(tokenizer: &mut Tokenizer, source: &[u8], cuts: &[usize], pause: bool) -> Result<Said, Error> {
    let mut said = Said { tokens: String::new(), restarts: 0 };
    'again: loop {
        let mut start = 0;
        for end in cuts.iter().copied().chain([source.len()]) {
            let mut rest = &source[start..end];
            let last = end == source.len();
            'chunk: loop {
                let mut tokens = if last { tokenizer.feed_last(rest) } else { tokenizer.feed(rest) };
                loop {
                    match tokens.next_token() {
                        Ok(None) => break 'chunk,
                        Ok(Some(token)) => describe(&mut said.tokens, &token),
                        Err(error) => {
                            let ErrorKind::Restart { feed_again } = error.kind() else { return Err(error) };
                            said.tokens.clear();
                            said.restarts += 1;
                            if feed_again {
                                assert!(tokens.next_token()?.is_none() && tokens.remaining().is_empty());
                                continue 'again;
                            }
                        }
                    }
                    if pause {
                        let remaining = tokens.remaining();
                        rest = tokens.into_remaining();
                        assert_eq!(remaining, rest, "after {}", said.tokens);
                        continue 'chunk;
                    }
                }
            }
            start = end;
        }
        return Ok(said);
    }
}

/// Calls `check` for every two-way cut, the whole, and single bytes, with and without pauses.
fn everyhow(source: &[u8], mut check: impl FnMut(&[usize], bool)) {
    let bytes: Vec<usize> = (1..source.len()).collect();
    for pause in [false, true] {
        check(&[], pause);
        check(&bytes, pause);
        (1..source.len()).for_each(|cut| check(&[cut], pause));
    }
}

fn follow(case: &Case) -> TokenizerBuilder {
    Tokenizer::builder().encoding_options(options(case)).late_declarations(LateDeclarations::Follow)
}

#[test]
fn whoever_follows_gets_the_tokens_of_the_encoding_found() {
    for case in CASES {
        let shown = case.source.escape_ascii();
        let mut known = Tokenizer::builder().encoding(encoding(case.encoding)).build();
        let expected = run(&mut known, case.source, &[], false).unwrap().tokens;
        let restarts = usize::from(case.outcome == RESTARTED);
        for source_offsets in [false, true] {
            let mut tokenizer = follow(case).source_offsets(source_offsets).build();
            everyhow(case.source, |cuts, pause| {
                let said = run(&mut tokenizer, case.source, cuts, pause).unwrap();
                assert_eq!(said, Said { tokens: expected.clone(), restarts }, "{shown} {cuts:?} {pause}");
                let decision = tokenizer.encoding_decision().unwrap();
                assert_eq!(decision.encoding().name(), case.encoding, "{shown}");
                let certain = decision.confidence() == Confidence::Certain;
                assert_eq!(certain, case.outcome.is_some(), "{shown}");
                let late = tokenizer.late_declaration();
                assert_eq!(late.map(|late| late.outcome), case.outcome, "{shown} {cuts:?}");
                if let Some(bytes) = late.and_then(|late| late.bytes.clone()) {
                    assert_eq!(decision.source(), EncodingSource::LateDeclaration);
                    assert_eq!(decision.bytes(), bytes);
                    let tag = &case.source[bytes.start as usize..bytes.end as usize];
                    assert!(
                        tag.to_ascii_lowercase().ends_with(b">")
                            && tag.to_ascii_lowercase().windows(6).any(|part| part == b"<meta "),
                        "{shown}"
                    );
                }
                tokenizer.reset();
            });
        }
    }
}

#[test]
fn whoever_reports_keeps_the_encoding_where_a_restart_was_due() {
    for case in CASES {
        let shown = case.source.escape_ascii();
        let (kept, outcome) = match case.outcome {
            RESTARTED => (case.default, Some(LateOutcome::Ignored)),
            outcome => (case.encoding, outcome),
        };
        let mut known = Tokenizer::builder().encoding(encoding(kept)).build();
        let expected = run(&mut known, case.source, &[], false).unwrap();
        let mut tokenizer = Tokenizer::builder().encoding_options(options(case)).build();
        everyhow(case.source, |cuts, pause| {
            assert_eq!(
                run(&mut tokenizer, case.source, cuts, pause).unwrap(),
                expected,
                "{shown} {cuts:?} {pause}"
            );
            let late = tokenizer.late_declaration();
            assert_eq!(late.map(|late| late.outcome), outcome, "{shown}");
            if outcome == Some(LateOutcome::Ignored) {
                assert_eq!(late.unwrap().encoding.name(), case.encoding, "{shown}");
            }
            tokenizer.reset();
        });
    }
}

#[test]
fn whoever_ignores_them_keeps_the_encoding() {
    for case in CASES {
        let mut known = Tokenizer::builder().encoding(encoding(case.default)).build();
        let expected = run(&mut known, case.source, &[], false).unwrap();
        let mut tokenizer = follow(case).late_declarations(LateDeclarations::Ignore).build();
        everyhow(case.source, |cuts, pause| {
            assert_eq!(run(&mut tokenizer, case.source, cuts, pause).unwrap(), expected);
            assert_eq!(tokenizer.encoding_decision().unwrap().confidence(), Confidence::Tentative);
            assert_eq!(tokenizer.late_declaration(), None);
            tokenizer.reset();
        });
    }
}

/// At every replay limit: beyond it, the document is asked for again, whatever the declaration would have led to.
#[test]
fn beyond_the_replay_limit_the_document_is_fed_again() {
    for case in CASES.iter().filter(|case| matches!(case.outcome, SWITCHED | RESTARTED)) {
        let shown = case.source.escape_ascii();
        let mut known = Tokenizer::builder().encoding(encoding(case.encoding)).build();
        let expected = run(&mut known, case.source, &[], false).unwrap().tokens;
        for limit in 0..=case.source.len() {
            let mut tokenizer = follow(case).replay_limit(limit).build();
            let mut found = None;
            everyhow(case.source, |cuts, pause| {
                let said = run(&mut tokenizer, case.source, cuts, pause).unwrap();
                assert_eq!(said.tokens, expected, "{shown} {limit} {cuts:?} {pause}");
                let late = tokenizer.late_declaration().cloned();
                let settled = late.as_ref().is_some_and(|late| late.bytes.is_some());
                assert_eq!(
                    said.restarts,
                    usize::from(!settled || case.outcome == RESTARTED),
                    "{shown} {limit}"
                );
                let before = found.get_or_insert_with(|| late.clone());
                assert_eq!(*before, late, "{shown} {limit} {cuts:?} {pause}");
                tokenizer.reset();
            });
        }
    }
}

/// Chunks much longer than buffers and limits, with the declaration far back.
#[test]
fn far_back() {
    let filler = "<p class=\"é\">être</p>\n".repeat(4000);
    let source = [filler.as_bytes(), b"<meta charset=utf-8>", filler.as_bytes()].concat();
    let mut known = Tokenizer::builder().charset("utf-8").unwrap().build();
    let expected = run(&mut known, &source, &[], false).unwrap().tokens;
    let place = filler.len() as u64..filler.len() as u64 + 20;
    for (limit, bytes) in [(1 << 16, None), (1 << 20, Some(place))] {
        let mut tokenizer =
            Tokenizer::builder().late_declarations(LateDeclarations::Follow).replay_limit(limit).build();
        for chunk in [7, 1460, 65_536, source.len()] {
            let cuts: Vec<usize> = (1..source.len()).step_by(chunk).collect();
            for pause in [false, true] {
                let said = run(&mut tokenizer, &source, &cuts, pause).unwrap();
                assert!(said.tokens == expected && said.restarts == 1, "{limit} {chunk} {pause}");
                assert_eq!(tokenizer.late_declaration().unwrap().bytes, bytes);
                tokenizer.reset();
            }
        }
    }
}

fn without_prescan() -> TokenizerBuilder {
    Tokenizer::builder()
        .encoding_options(EncodingOptions::new().prescan_bytes(0))
        .late_declarations(LateDeclarations::Follow)
}

/// A cursor that was dropped right after the declaration: the chunk after it is not the one that it waits for.
#[test]
fn misuse_while_another_decoder_is_due() {
    let mut tokenizer = without_prescan().build();
    let mut tokens = tokenizer.feed(b"<meta charset=koi8-r>abc");
    assert!(matches!(tokens.next_token(), Ok(Some(Token::StartTag(_)))));
    let mut tokens = tokenizer.feed(b"x");
    assert_eq!(tokens.remaining(), b"x");
    assert_eq!(tokens.next_token().unwrap_err().kind(), ErrorKind::ChunkNotTaken);
    assert_eq!(tokens.into_remaining(), b"x");
}

/// The bytes kept for the prescan exceed the limit, and are fewer than the decoded piece in which the cursor stops.
#[test]
fn a_replay_limit_below_what_the_prescan_has_kept() {
    let source = [&b"\xE9<meta charset=&#107;oi8-r>"[..], &[b' '; 2000]].concat();
    for pause in [false, true] {
        let mut tokenizer =
            Tokenizer::builder().late_declarations(LateDeclarations::Follow).replay_limit(600).build();
        let said = run(&mut tokenizer, &source, &[500], pause).unwrap();
        let late = tokenizer.late_declaration().unwrap();
        assert_eq!((said.restarts, late.bytes.clone()), (1, Some(1..27)), "{pause}");
    }
}

#[test]
fn a_replay_limit_of_everything() {
    let source = b"a\xC1<p><meta charset=koi8-r>\xC1";
    let mut tokenizer = without_prescan().replay_limit(usize::MAX).build();
    everyhow(source, |cuts, pause| {
        assert_eq!(run(&mut tokenizer, source, cuts, pause).unwrap().restarts, 1, "{cuts:?} {pause}");
        tokenizer.reset();
    });
}

/// A strict stream gives all that lies before what is ill-formed, also to who leaves the cursor there.
#[test]
fn strict_streams_are_left_before_what_is_ill_formed() {
    for (source, tokens) in
        [(&b"a<p>b\xFFc"[..], "\"a\" 1\n<p 1 4\n\"b\" 5\n"), (b"\xEF\xBB\xBF\xFF", "mark 0 3\n")]
    {
        let mut tokenizer =
            Tokenizer::builder().charset("utf-8").unwrap().validation(Validation::Strict).build();
        everyhow(source, |cuts, pause| {
            let mut said = String::new();
            let mut start = 0;
            let error = 'error: loop {
                let end = cuts.iter().copied().find(|&cut| cut > start).unwrap_or(source.len());
                let mut rest = &source[start..end];
                'chunk: loop {
                    let mut cursor = tokenizer.feed(rest);
                    loop {
                        match cursor.next_token() {
                            Ok(None) => break 'chunk,
                            Ok(Some(token)) => describe(&mut said, &token),
                            Err(error) => break 'error error,
                        }
                        if pause {
                            rest = cursor.into_remaining();
                            continue 'chunk;
                        }
                    }
                }
                start = end;
            };
            let at = source.iter().position(|&byte| byte == 0xFF).unwrap() as u64;
            assert_eq!((error.kind(), error.offset()), (ErrorKind::IllFormed, at));
            assert_eq!(said, tokens, "{cuts:?} {pause}");
            tokenizer.reset();
        });
    }
}

/// A declaration late in a chunk that was kept whole: the cursor over that chunk continues, in the document from its start or
/// behind the declaration.
#[test]
fn declarations_in_a_chunk_that_is_kept() {
    let first = b"<title><meta char";
    for (policy, second, due) in [
        (LateDeclarations::Follow, &b"set=koi8-r></title>\xC1<meta charset=utf-8><p>x"[..], "<title>"),
        (LateDeclarations::Report, b"set=koi8-r></title><meta charset=windows-1251><p>x", "<p>"),
    ] {
        let mut tokenizer = Tokenizer::builder().late_declarations(policy).build();
        tokenizer.feed(first).for_each(|_| ()).unwrap();
        let mut tokens = tokenizer.feed(second);
        let mut meta = false;
        loop {
            match tokens.next_token() {
                Ok(Some(Token::StartTag(tag))) if tag.is("meta") => meta = true,
                Ok(Some(token)) if meta => break assert_eq!(token.raw(), due.as_bytes(), "{policy:?}"),
                Ok(Some(_)) => {}
                Ok(None) => panic!("{policy:?}: the cursor ended"),
                Err(error) => {
                    assert_eq!(error.kind(), ErrorKind::Restart { feed_again: false });
                    meta = true;
                }
            }
        }
    }
}

/// The byte after which the first token comes, if the bytes come one by one, and the encoding in the end. `None`: only the end of
/// the source brings it.
#[cfg(feature = "detect")]
fn first_token(source: &[u8], options: &EncodingOptions) -> (Option<usize>, &'static str) {
    let mut tokenizer = Tokenizer::builder().encoding_options(options.clone()).build();
    let mut first = None;
    for (at, byte) in source.iter().enumerate() {
        let mut tokens = tokenizer.feed(std::slice::from_ref(byte));
        while tokens.next_token().expect("no limit fails").is_some() {
            first = first.or(Some(at + 1));
        }
    }
    tokenizer.finish().for_each(|_| ()).expect("no limit fails");
    (first, tokenizer.encoding().expect("it was read").name())
}

/// While the encoding is guessed there are no tokens, so that a declaration behind the bytes that are searched is not met: such a
/// page waits as one that declares nothing.
#[cfg(feature = "detect")]
#[test]
fn tokens_wait_for_the_encoding() {
    const META: &str = "<meta charset=koi8-u>";
    let koi8_u: Vec<u8> = b"\xF0\xD2\xC9\xD7\xC5\xD4, \xCD\xC9\xD2! ".repeat(400);
    let source = |declared_at: Option<usize>, beyond_ascii_at: usize, length: usize| {
        let mut source = b"<p>".to_vec();
        if let Some(at) = declared_at {
            source.resize(at, b'a');
            source.extend_from_slice(META.as_bytes());
        }
        source.resize(beyond_ascii_at.min(length).max(source.len()), b'a');
        source.extend_from_slice(&koi8_u);
        source.truncate(length);
        source
    };
    let ascii = usize::MAX;
    let guessed = EncodingOptions::new().detect(1000).detect_within(8000);
    for (name, source, with_guess, without, encoding) in [
        ("declared early", source(Some(500), 600, 9000), Some(521), Some(521), "KOI8-U"),
        ("declared early, no guess needed", source(Some(500), ascii, 9000), Some(521), Some(521), "KOI8-U"),
        // The bytes for the guess begin with the one at 3000.
        ("declared late", source(Some(2000), 3000, 9000), Some(4000), Some(1024), "KOI8-U"),
        ("declared late, ASCII", source(Some(2000), ascii, 9000), Some(8000), Some(1024), "KOI8-U"),
        ("declared late, ASCII, short", source(Some(2000), ascii, 3000), None, Some(1024), "KOI8-U"),
        ("undeclared, ASCII", source(None, ascii, 9000), Some(8000), Some(1024), "windows-1252"),
        ("undeclared, ASCII, short", source(None, ascii, 3000), None, Some(1024), "windows-1252"),
        ("undeclared", source(None, 2000, 9000), Some(3000), Some(1024), "KOI8-U"),
        ("undeclared, short", source(None, 2000, 2900), None, Some(1024), "KOI8-U"),
    ] {
        assert_eq!(first_token(&source, &guessed), (with_guess, encoding), "{name}");
        // What nothing declares is windows-1252 without a guess.
        let expected = if name.starts_with("undeclared") { "windows-1252" } else { encoding };
        assert_eq!(first_token(&source, &EncodingOptions::new()), (without, expected), "{name}, no guess");
    }
}
