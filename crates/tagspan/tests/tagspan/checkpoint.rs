//! Going on from the checkpoint of a stream: at every token, with all that a stream may have, and from corrupted ones.

use std::panic::{AssertUnwindSafe, catch_unwind};

use serde_json::Value;
use tagspan::{
    Checkpoint, ColumnUnit, EncodingOptions, Error, LateDeclarations, LimitAction, Limits, Span, Token,
    Tokenizer, TokenizerBuilder, Tokens, UTF_8, Validation,
};

/// The description of a token: what it is, where it lies and at which line, and where in the source.
type Described = (String, Option<Span>);

fn describe(tokens: &mut Tokens<'_, &[u8]>, out: &mut Vec<Described>) -> Result<(), Error> {
    while tokens.advance()? {
        let Some(token) = tokens.token() else { unreachable!("there is one") };
        let (span, mut what) = (token.span(), format!("{token:?} {}", token.span()));
        if let Token::Text(text) = token {
            what = format!("{:?} {}", text.value(), text.is_truncated());
        }
        let source = tokens.source_span(span);
        let line = tokens.locate(span.start);
        out.push((format!("{what} {line:?}"), source));
    }
    Ok(())
}

/// The result of the rest: its tokens, or the error after them, and the final state of the stream.
fn rest_of(tokenizer: &mut Tokenizer, chunks: &[&[u8]]) -> Vec<Described> {
    let mut out = Vec::new();
    let mut drive = || {
        for chunk in chunks {
            describe(&mut tokenizer.feed(chunk), &mut out)?;
        }
        describe(&mut tokenizer.finish(), &mut out)
    };
    if let Err(error) = drive() {
        out.push((error.to_string(), None));
    }
    let ill_formed = tokenizer.ill_formed();
    let (decision, late) = (tokenizer.encoding_decision(), tokenizer.late_declaration());
    out.push((format!("{decision:?} {late:?} {ill_formed:?} {}", tokenizer.is_full()), None));
    out
}

/// The tokenizer that continues from a checkpoint that a tokenizer has made.
fn restored(checkpoint: Checkpoint) -> Tokenizer {
    Tokenizer::from_checkpoint(checkpoint).expect("a tokenizer has made it")
}

/// Reads a checkpoint, unless it cannot be continued from.
fn usable(json: Value) -> Option<Checkpoint> {
    let checkpoint: Checkpoint = serde_json::from_value(json).ok()?;
    Tokenizer::from_checkpoint(checkpoint.clone()).is_ok().then_some(checkpoint)
}

fn written(checkpoint: &Checkpoint) -> Checkpoint {
    let json = serde_json::to_string(checkpoint).expect("it can be written");
    let read = serde_json::from_str(&json).unwrap_or_else(|error| panic!("{error}\n{json}"));
    assert_eq!(*checkpoint, read);
    read
}

/// Streams with all that they may have, and pages for them.
fn cases() -> Vec<(&'static str, TokenizerBuilder, Vec<u8>)> {
    let builder = Tokenizer::builder;
    let of = |label: &str| builder().charset(label).expect("a label");
    let declared =
        [b"<p>\xC1<!--", &[b'-'; 1100][..], b"--><meta charset=koi8-r>\xC1<p title='\xC1'>"].concat();
    vec![
        ("nothing known", builder(), b"<title>\xE9</title><p>caf\xE9 &am".to_vec()),
        (
            "a mark",
            builder().locate(ColumnUnit::Utf16),
            b"\xEF\xBB\xBF\xEF\xBB\xBF<p\r\n>\r\n\xF0\x9F\x98\x80<b".to_vec(),
        ),
        (
            "UTF-16",
            builder().locate(ColumnUnit::CodePoints),
            b"\xFF\xFE<\0p\0>\0\x3D\xD8\x00\xDE<\0/\0b\0".to_vec(),
        ),
        (
            "Shift_JIS",
            of("shift_jis").source_offsets(true),
            b"<p>\x93\xFA\x96{<a title='\x93\xFA'>\x82\"\x82".to_vec(),
        ),
        ("ISO-2022-JP", of("iso-2022-jp").parse_errors(true), b"a\x1B$B%F%9\x1B(B<p>\x1B$B%H".to_vec()),
        (
            "gb18030",
            of("gb18030").validation(Validation::Count),
            b"\x81\x30\x81\x30<b>\x81\x30\x81<\xFF".to_vec(),
        ),
        ("counted", of("utf-8").validation(Validation::Count), b"a\x80b\x80<p>c\xE9<p>d\x80".to_vec()),
        (
            "a value that is cut",
            of("utf-8")
                .locate(ColumnUnit::Utf16)
                .limits(Limits::new().attribute_value(32, LimitAction::Truncate)),
            [
                b"<p>a<p b='",
                &[b'c'; 40][..],
                b"' d e f g h i j k l m n o p q r s t u v w x y z 0 1 2 3 4 5 6'>",
            ]
            .concat(),
        ),
        ("strict", of("utf-8").validation(Validation::Strict), b"<p>a<b>c\xFF<i>d".to_vec()),
        ("declared late", builder().locate(ColumnUnit::Bytes), declared.clone()),
        (
            "followed",
            builder().late_declarations(LateDeclarations::Follow).replay_limit(4096),
            declared.clone(),
        ),
        (
            "followed too late",
            builder().late_declarations(LateDeclarations::Follow).replay_limit(64),
            declared,
        ),
        (
            "a prescan of everything",
            builder().encoding_options(EncodingOptions::new().prescan_bytes(64)),
            b"<p>a<meta charset=big5><p>\xA4\xA4<p>".to_vec(),
        ),
        (
            "cut",
            of("utf-8").limits(tagspan::Limits::new().max_bytes(20, LimitAction::Truncate)),
            b"<p>a<!-- comment --><b>more</b>".to_vec(),
        ),
        (
            "refused",
            of("utf-8").limits(tagspan::Limits::new().max_bytes(20, LimitAction::Fail)),
            b"<p>a<!-- comment --><b>more</b>".to_vec(),
        ),
        (
            "limits",
            of("euc-kr").limits(Limits::all(32, LimitAction::Truncate)),
            [b"<svg><!--", &[b'a'; 80][..], b"--><style><b>"].concat(),
        ),
        // The middle of these two lies before the keyword, and in the name of the reference.
        (
            "a DOCTYPE that is cut",
            of("utf-8").limits(Limits::all(32, LimitAction::Truncate)),
            [b"<!doctype ", &[b'a'; 60][..], b" public 'b' 'c'><!-- ", &[b'd'; 47], b" -->"].concat(),
        ),
        (
            "a reference in a tag that is skipped",
            of("utf-8").parse_errors(true).limits(Limits::all(32, LimitAction::Skip)),
            [b"<a b=1 c=2 d=3 ", &[b'e'; 50][..], b"='&not", &[b' '; 69], b"'>"].concat(),
        ),
    ]
}

/// At every token of one chunk, and of short ones.
#[test]
fn at_every_token() {
    let mut sources = 0;
    for (name, builder, page) in cases() {
        for size in [usize::MAX, 5, 1] {
            let chunks: Vec<&[u8]> = page.chunks(size).collect();
            let mut tokenizer = builder.clone().build();
            'chunks: for (index, chunk) in chunks.iter().enumerate() {
                let mut tokens = tokenizer.feed(chunk);
                for taken in 0.. {
                    let Some(checkpoint) = tokens.checkpoint() else { break };
                    let rest = [&[tokens.remaining()], &chunks[index + 1..]].concat();
                    let found = rest_of(&mut restored(written(&checkpoint)), &rest);
                    // Another stream that was left at the same place.
                    let mut other = builder.clone().build();
                    for chunk in &chunks[..index] {
                        _ = other.feed(chunk).for_each(|_| ());
                    }
                    let mut left = other.feed(chunk);
                    for _ in 0..taken {
                        _ = left.advance();
                    }
                    let left = left.into_remaining();
                    assert_eq!(left, rest[0], "{name}");
                    let expected = rest_of(&mut other, &rest);
                    let context = || format!("{name}, chunks of {size}, after {taken} tokens of {index}");
                    assert_eq!(found.len(), expected.len(), "{}", context());
                    for (found, expected) in found.iter().zip(&expected) {
                        assert_eq!(found.0, expected.0, "{}", context());
                        // A checkpoint does not know the source of what came before it, but for UTF-8.
                        let is_known = found.1.is_some() || name != "Shift_JIS";
                        assert!(!is_known || found.1 == expected.1, "{}: {found:?}, {expected:?}", context());
                        sources += usize::from(found.1.is_some());
                    }
                    match tokens.advance() {
                        Ok(true) => {}
                        Ok(false) => break,
                        Err(_) => break 'chunks,
                    }
                }
            }
        }
    }
    assert!(sources > 300, "only {sources}");
}

/// The source ends where a cursor was left. The ill-formed sequence after it is not in the source, nor in the way of a
/// checkpoint.
#[test]
fn after_the_end_before_an_ill_formed_sequence() {
    for page in ["é<b>abcdefgh".as_bytes(), b"a<b>cdefg"] {
        for end in [&b"\xFFxyz"[..], b"\xE6\x97"] {
            for validation in [Validation::Count, Validation::Strict] {
                for truncated in [false, true] {
                    let source = [page, end].concat();
                    let case = format!("{}, {validation:?}, {truncated}", source.escape_ascii());
                    let mut tokenizer =
                        Tokenizer::builder().charset("utf-8").unwrap().validation(validation).build();
                    let mut tokens = tokenizer.feed(&source);
                    assert!(tokens.advance().unwrap());
                    assert!(!tokens.into_remaining().is_empty());
                    let mut tokens =
                        if truncated { tokenizer.finish_truncated() } else { tokenizer.finish() };
                    tokens.for_each(|_| ()).unwrap_or_else(|error| panic!("{case}: {error}"));
                    assert_eq!(tokenizer.ill_formed().offsets(), [0; 0], "{case}");
                    let checkpoint = written(&tokenizer.checkpoint().expect("it has ended"));
                    let mut other = restored(checkpoint);
                    let error = other.feed(b"x").advance().unwrap_err();
                    assert_eq!(error.kind(), tagspan::ErrorKind::FedAfterEnd, "{case}");
                }
            }
        }
    }
}

/// With text that was inserted, and a piece that waits after it.
#[test]
fn behind_insertions() {
    for label in ["utf-8", "windows-1252"] {
        let page = b"<p>one<p>caf\xC3\xA9<p>three";
        let mut tokenizer =
            Tokenizer::builder().charset(label).unwrap().locate(ColumnUnit::CodePoints).build();
        let mut tokens = tokenizer.feed(page);
        tokens.advance().unwrap();
        let rest = tokens.into_remaining();
        let mut out = Vec::new();
        tokenizer.insert("<b>in\nserted<i cl").for_each(|token| out.push(format!("{token:?}"))).unwrap();
        let mut other = restored(written(&tokenizer.checkpoint().expect("it waits")));
        assert_eq!(rest_of(&mut other, &[rest]), rest_of(&mut tokenizer, &[rest]), "{label}");
    }
}

/// Places of insertions that are out of order, empty, touch each other or lie beyond what was read.
#[test]
fn corrupted_places_of_insertions() {
    let mut tokenizer = Tokenizer::builder().charset("utf-8").unwrap().build();
    tokenizer.feed(b"<p>").for_each(|_| ()).unwrap();
    tokenizer.insert("<b>").for_each(|_| ()).unwrap();
    let checkpoint = tokenizer.checkpoint().expect("it waits");
    let whole = serde_json::to_value(&checkpoint).expect("it can be written");
    // Three bytes were inserted in each. (places, whether they are read)
    for (places, is_read) in [
        (serde_json::json!([[3, 6]]), true),
        (serde_json::json!([[1, 2], [4, 6]]), true),
        (serde_json::json!([[2, 2], [3, 6]]), false),
        (serde_json::json!([[1, 1], [3, 6]]), false),
        (serde_json::json!([[2, 4], [4, 5]]), false),
        (serde_json::json!([[4, 6], [1, 2]]), false),
        (serde_json::json!([[4, 7]]), false),
    ] {
        let mut corrupted = whole.clone();
        corrupted[1]["insertions"]["places"] = places.clone();
        assert_eq!(usable(corrupted).is_some(), is_read, "{places}");
    }
}

#[test]
fn there_is_none_where_nothing_goes_on() {
    let mut tokenizer =
        Tokenizer::builder().charset("utf-8").unwrap().limits(Limits::all(4, LimitAction::Fail)).build();
    assert!(tokenizer.feed(b"a<p>b").advance().unwrap());
    assert_eq!(tokenizer.checkpoint(), None, "a cursor was left");
    tokenizer.reset();
    let mut tokens = tokenizer.feed(b"<far too long>");
    assert!(tokens.advance().is_err());
    assert_eq!(tokens.checkpoint(), None);
    assert_eq!(tokenizer.checkpoint(), None, "after an error");
    tokenizer.reset();
    tokenizer.feed_last(b"<p>").for_each(|_| ()).unwrap();
    let mut ended = restored(written(&tokenizer.checkpoint().expect("after the end")));
    assert!(ended.feed(b"more").advance().is_err());
}

/// Text that waits after inserted text is written as a range of the first bytes, which are written anyway.
#[test]
fn text_that_waits_in_the_first_bytes_is_written_once() {
    let page = ["<p>", &"a".repeat(2000)].concat();
    let mut tokenizer = Tokenizer::builder().default_encoding(UTF_8).build();
    let (first, more) = page.as_bytes().split_at(100);
    tokenizer.feed(first).for_each(|_| ()).unwrap();
    let mut tokens = tokenizer.feed(more);
    assert!(tokens.advance().unwrap());
    _ = tokens.into_remaining();
    tokenizer.insert("<b>").for_each(|_| ()).unwrap();
    let json = serde_json::to_value(tokenizer.checkpoint().expect("it waits")).expect("it can be written");
    assert_eq!(json[1]["rest"], serde_json::json!({ "Kept": { "start": 3, "end": 1024 } }));
}

/// Readers of JSON with floating numbers could not read the highest of 64 bits, which stands for no limit.
#[test]
fn no_limit_is_no_number() {
    let limits = [(usize::MAX, u64::MAX), (usize::MAX, 9), (9, u64::MAX), (0, 0)];
    for (replay_limit, most) in limits {
        let tokenizer = Tokenizer::builder()
            .replay_limit(replay_limit)
            .limits(tagspan::Limits::new().max_bytes(most, LimitAction::Truncate))
            .build();
        let checkpoint = tokenizer.checkpoint().expect("nothing was fed");
        let json = serde_json::to_value(&checkpoint).expect("it can be written");
        let number = |number: u64, none| if number == none { Value::Null } else { number.into() };
        assert_eq!(json[1]["replay_limit"], number(replay_limit as u64, usize::MAX as u64));
        assert_eq!(json[1]["scanner"]["settings"]["limits"]["max_bytes"][0], number(most, u64::MAX));
        assert_eq!(written(&checkpoint), checkpoint);
    }
}

/// Each value of a written checkpoint replaced: it is refused, or works without a panic, whatever it says then, and its own
/// checkpoints can be read. Of a stream in the middle of a page, of a new one, and of one that has ended.
#[test]
fn corrupted() {
    let (mut refused, mut read) = (0, 0);
    for (name, builder, page) in cases() {
        let half = page.len() / 2;
        let mut tokenizer = builder.build();
        let new = tokenizer.checkpoint();
        let mut tokens = tokenizer.feed(&page[..half]);
        _ = tokens.advance();
        let within = tokens.checkpoint();
        tokenizer.reset();
        _ = tokenizer.feed_last(&page).for_each(|_| ());
        for checkpoint in [new, within, tokenizer.checkpoint()].into_iter().flatten() {
            let whole = serde_json::to_value(&checkpoint).expect("it can be written");
            let mut paths = Vec::new();
            leaves(&whole, &mut Vec::new(), &mut paths);
            for path in paths {
                for changed in changed_values(at(&whole, &path)) {
                    let mut corrupted = whole.clone();
                    *at_mut(&mut corrupted, &path) = changed.clone();
                    let Some(checkpoint) = usable(corrupted) else {
                        refused += 1;
                        continue;
                    };
                    read += 1;
                    let outcome = catch_unwind(AssertUnwindSafe(|| goes_on(&checkpoint, &page[half..])));
                    assert!(outcome.is_ok(), "{name}: {path:?} is {changed}");
                }
            }
        }
    }
    println!("{refused} refused, {read} read");
    assert!(refused > 15_000 && read > 1_500, "{refused} refused, {read} read");
}

/// Goes on from a checkpoint with text and bytes, and from the checkpoints of that.
fn goes_on(checkpoint: &Checkpoint, page: &[u8]) {
    for rest in [page, b"", b"<p>\r\n\xFF\x1B$B</p>&am", b"--><meta charset=koi8-r><p>"] {
        for text in ["", "<p>abc<b title='", "\n-->"] {
            let mut tokenizer = restored(checkpoint.clone());
            if !text.is_empty() {
                let mut tokens = tokenizer.insert(text);
                while tokens.advance().is_ok_and(|is_one| is_one) {}
                _ = tokens.into_remaining();
            }
            _ = tokenizer.feed(&rest[..rest.len() / 2]).for_each(|_| ());
            // No source is as long as some of these, and after it offsets are refused.
            let is_long = tokenizer.source_position().max(tokenizer.position()) >= 1 << 62;
            if let (Some(next), false) = (tokenizer.checkpoint(), is_long) {
                _ = rest_of(&mut restored(written(&next)), &[rest]);
            }
            _ = rest_of(&mut tokenizer, &[rest]);
        }
    }
}

type Path = Vec<String>;

fn leaves(value: &Value, path: &mut Path, out: &mut Vec<Path>) {
    match value {
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                path.push(index.to_string());
                leaves(item, path, out);
                path.pop();
            }
        }
        Value::Object(fields) => {
            for (name, field) in fields {
                path.push(name.clone());
                leaves(field, path, out);
                path.pop();
            }
        }
        _ => out.push(path.clone()),
    }
}

fn at<'v>(value: &'v Value, path: &[String]) -> &'v Value {
    path.iter().fold(value, |value, part| match value {
        Value::Array(items) => &items[part.parse::<usize>().expect("an index")],
        _ => &value[part],
    })
}

fn at_mut<'v>(value: &'v mut Value, path: &[String]) -> &'v mut Value {
    path.iter().fold(value, |value, part| match value {
        Value::Array(items) => &mut items[part.parse::<usize>().expect("an index")],
        _ => &mut value[part],
    })
}

fn changed_values(value: &Value) -> Vec<Value> {
    match value {
        Value::Number(number) => {
            let number = number.as_u64().unwrap_or(0);
            [
                0,
                1,
                2,
                3,
                // The length of `script`, `public` and `system`.
                6,
                number.wrapping_sub(1),
                number.saturating_add(1),
                number.wrapping_sub(3),
                number.saturating_add(3),
                number.saturating_add(7),
                u64::from(u32::MAX),
                1 << 32,
                1 << 62,
                u64::MAX,
            ]
            .map(Value::from)
            .to_vec()
        }
        Value::Bool(on) => vec![Value::from(!on)],
        Value::String(text) => {
            let half: String = text.chars().take(text.chars().count() / 2).collect();
            let names =
                ["", "gb18030", "Ready", "Reading", "Ended", "Full", "Failed", "Open", "Complete", "Follow"];
            let others = names.map(str::to_owned).into_iter().chain([half, format!("{text}{text}")]);
            others.filter(|other| other != text).map(Value::from).collect()
        }
        _ => vec![
            Value::Null,
            Value::from(3),
            Value::from("x"),
            serde_json::json!([0, 1]),
            serde_json::json!({}),
        ],
    }
}
