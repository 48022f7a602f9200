//! Memory: a stream tells all of its heap, and gives back what holds nothing without losing a byte.

use std::borrow::Cow;

use tagspan::{
    ColumnUnit, Encoding, ErrorKind, LateDeclarations, LateOutcome, LimitAction, Limits, Token, Tokenizer,
    TokenizerBuilder, Validation,
};

/// Every kind of token, in words that each encoding below can write.
const PAGE: &str = "<!DOCTYPE html><title>Цена &amp; срок</title><!-- примечание -->\r<p class=\"а б\" id='x&quot;y' \
                    data-a=1 data-b=2 data-c=3>Привет,\r\n мир!<br/></p></><script>if (a < b) { '</p>' }</script>\
                    <svg><![CDATA[точка]]></svg><a href=страница>Ещё</a>&#1046;&nbsp;<textarea>\n&lt;";

const ENCODINGS: [&str; 8] =
    ["utf-8", "windows-1251", "koi8-r", "shift_jis", "gb18030", "iso-2022-jp", "utf-16le", "utf-16be"];

fn in_encoding(label: &str, text: &str) -> Vec<u8> {
    match label {
        "utf-16le" => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        "utf-16be" => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
        _ => Encoding::for_label(label.as_bytes()).expect("a label").encode(text).0.into_owned(),
    }
}

/// Tokens as they came, with their places: those of two streams that read the same chunks are the same.
#[derive(Debug, Default, PartialEq)]
struct Seen(Vec<String>);

impl Seen {
    fn see(&mut self, token: &Token<'_>) {
        let decoded = match token {
            Token::Text(text) => text.value(),
            Token::StartTag(tag) => Cow::Owned(format!("{} {:?}", tag.name(), tag.attributes())),
            Token::Comment(comment) => comment.value(),
            _ => Cow::Borrowed(""),
        };
        self.0.push(format!("{:?} {:?} {decoded}", token.span(), String::from_utf8_lossy(token.raw())));
    }
}

/// Reads chunk by chunk, with a call of `between` before each and before the end. What `left` says is how many tokens are
/// taken of a chunk before it is left, and its rest fed again.
fn read(
    mut tokenizer: Tokenizer,
    page: &[u8],
    size: usize,
    left: usize,
    between: fn(&mut Tokenizer),
) -> (Seen, Tokenizer) {
    let mut seen = Seen::default();
    for chunk in page.chunks(size).map(Some).chain([None]) {
        let mut rest = chunk.unwrap_or_default();
        loop {
            between(&mut tokenizer);
            let mut tokens = if chunk.is_some() { tokenizer.feed(rest) } else { tokenizer.finish() };
            let mut taken = 0;
            while taken < left {
                match tokens.next_token() {
                    Ok(Some(token)) => seen.see(&token),
                    Ok(None) => break,
                    Err(error) => {
                        assert_eq!(error.kind(), ErrorKind::Restart { feed_again: false });
                        seen.0.push("restart".to_owned());
                    }
                }
                taken += 1;
            }
            let is_over = tokens.is_exhausted();
            rest = tokens.into_remaining();
            if is_over {
                break;
            }
        }
    }
    (seen, tokenizer)
}

fn settings(label: &str) -> [(&'static str, TokenizerBuilder); 5] {
    let known = Tokenizer::builder().charset(label).expect("a label");
    [
        ("offsets", known.clone().source_offsets(true)),
        ("errors and lines", known.clone().parse_errors(true).locate(ColumnUnit::CodePoints)),
        ("ill-formed bytes", known.clone().validation(Validation::Count)),
        ("a header", known),
        ("no header", Tokenizer::builder().late_declarations(LateDeclarations::Follow)),
    ]
}

#[test]
fn shrinking_between_chunks_changes_no_token() {
    for label in ENCODINGS {
        let page = in_encoding(label, PAGE);
        for (name, builder) in settings(label) {
            for size in [1, 2, 3, 7, 64, page.len()] {
                for left in [1, 3, usize::MAX] {
                    let (plain, _) = read(builder.clone().build(), &page, size, left, |_| ());
                    let (shrunk, _) =
                        read(builder.clone().build(), &page, size, left, Tokenizer::shrink_to_fit);
                    assert_eq!(shrunk, plain, "{label}, {name}, chunks of {size}, {left} tokens of each");
                }
            }
        }
    }
}

#[test]
fn shrinking_loses_nothing_of_a_late_declaration() {
    // It is after what is searched beforehand: the bytes before it are read once more if they read otherwise.
    let filler = "<p>-".repeat(600);
    for (first, outcome) in [(&b"<p>\xC1"[..], LateOutcome::Restarted), (b"<p>a", LateOutcome::Switched)] {
        let page = [first, filler.as_bytes(), b"<meta charset=koi8-r><p>\xC1"].concat();
        for size in [1, 100, 1500, page.len()] {
            for left in [1, usize::MAX] {
                let tokenizer = || Tokenizer::builder().late_declarations(LateDeclarations::Follow).build();
                let (plain, _) = read(tokenizer(), &page, size, left, |_| ());
                let (shrunk, tokenizer) = read(tokenizer(), &page, size, left, Tokenizer::shrink_to_fit);
                assert_eq!(
                    tokenizer.late_declaration().map(|late| late.outcome),
                    Some(outcome),
                    "chunks of {size}"
                );
                assert_eq!(shrunk, plain, "{outcome}, chunks of {size}, {left} tokens of each");
            }
        }
    }
}

/// The first tag is taken and the rest of its piece waits in the decoder's buffer, then text is inserted before it.
#[test]
fn shrinking_keeps_decoded_text_that_waits_behind_an_insertion() {
    let page = in_encoding("windows-1251", "<p>Привет<i>");
    let mut raw = Vec::new();
    let mut tokenizer = Tokenizer::builder().charset("windows-1251").expect("a label").build();
    let mut tokens = tokenizer.feed(&page);
    raw.extend_from_slice(tokens.next_token().unwrap().unwrap().raw());
    let rest = tokens.into_remaining();
    tokenizer.shrink_to_fit();
    assert_eq!(tokenizer.decoded_rest(), "Привет<i>".as_bytes());
    tokenizer.insert("<b>").for_each(|token| raw.extend_from_slice(token.raw())).unwrap();
    tokenizer.shrink_to_fit();
    assert_eq!(tokenizer.decoded_rest(), "Привет<i>".as_bytes());
    tokenizer.feed_last(rest).for_each(|token| raw.extend_from_slice(token.raw())).unwrap();
    assert_eq!(String::from_utf8(raw).unwrap(), "<p><b>Привет<i>");
}

#[test]
fn all_heap_memory_is_reported() {
    for label in ENCODINGS {
        // With bytes that are ill-formed in most, whose offsets are kept where that is requested.
        let page = [&in_encoding(label, PAGE)[..], b"\xFF\xFF\xFF\xFF"].concat().repeat(20);
        for (name, builder) in settings(label) {
            for size in [50, 700] {
                let mut tokenizer = builder.clone().build();
                let before = tokenizer.allocated();
                let read = |tokenizer: &mut Tokenizer, chunk: &[u8]| {
                    // Restarts are for another test.
                    let _ = tokenizer.feed(chunk).for_each(|_| ());
                };
                let mut alive = 0;
                for chunk in page.chunks(size).take(10) {
                    let counted = allocation_counter::measure(|| {
                        read(&mut tokenizer, chunk);
                        tokenizer.shrink_to_fit();
                    });
                    alive += counted.bytes_current;
                    let reported = (tokenizer.allocated() - before) as i64;
                    assert_eq!(reported, alive, "{label}, {name}, chunks of {size}");
                }
            }
        }
    }
}

/// The memory of a waiting stream: its unfinished token, the first bytes while the encoding is open, and little else.
#[test]
fn a_stream_that_waits_keeps_little() {
    for label in ENCODINGS {
        let page = in_encoding(label, PAGE).repeat(20);
        let headers = [
            Tokenizer::builder().charset(label).expect("a label"),
            Tokenizer::builder().late_declarations(LateDeclarations::Ignore),
        ];
        for (builder, size) in
            headers.into_iter().flat_map(|builder| [10, 97, 1460].map(|size| (builder.clone(), size)))
        {
            let mut tokenizer = builder.build();
            let mut fed = 0;
            for chunk in page.chunks(size) {
                tokenizer.feed(chunk).for_each(|_| ()).unwrap();
                fed += chunk.len();
                tokenizer.shrink_to_fit();
                let (token, character) = tokenizer.pending_bytes();
                let sniffed = if tokenizer.encoding_decision().is_none() { fed } else { 0 };
                let kept = token.len() + character.len() + sniffed;
                // Of a tentative encoding what was searched stays, 1,024 bytes and what a chunk brought with them.
                let total = size_of::<Tokenizer>() + tokenizer.allocated();
                assert!(
                    total <= kept + 3072,
                    "{label}, chunks of {size}: {total} bytes, {kept} of them kept"
                );
            }
        }
    }
}

/// The source of what no token can hold any more is forgotten, however long the source is.
#[test]
fn source_offsets_of_a_long_source_take_little() {
    for label in ENCODINGS {
        let page = in_encoding(label, PAGE);
        let mut tokenizer =
            Tokenizer::builder().charset(label).expect("a label").source_offsets(true).build();
        for number in 0..300 {
            tokenizer.feed(&page).for_each(|_| ()).unwrap();
            assert!(tokenizer.allocated() <= 32 * 1024, "{label}, {number}: {}", tokenizer.allocated());
        }
    }
}

/// So is that of what a limit leaves out of a construct that does not end.
#[test]
fn source_offsets_of_a_construct_that_is_cut_take_little() {
    for label in ENCODINGS {
        let builder = Tokenizer::builder().charset(label).expect("a label").source_offsets(true);
        let mut tokenizer = builder.limits(Limits::new().comment(100, LimitAction::Truncate)).build();
        tokenizer.feed(&in_encoding(label, "<!--")).for_each(|_| ()).unwrap();
        let chunk = in_encoding(label, "Привет, мир! ").repeat(20);
        for number in 0..300 {
            tokenizer.feed(&chunk).for_each(|_| ()).unwrap();
            assert!(tokenizer.allocated() <= 48 * 1024, "{label}, {number}: {}", tokenizer.allocated());
        }
    }
}

/// A reset keeps the memory for the offsets of insertions too, as many documents have some. It is reported as well.
#[test]
fn a_reset_keeps_memory_for_insertions() {
    let mut tokenizer = Tokenizer::builder().charset("utf-8").expect("a label").build();
    let before = tokenizer.allocated();
    let counted = allocation_counter::measure(|| {
        for _ in 0..100 {
            tokenizer.feed(b"<p>").for_each(|_| ()).unwrap();
            tokenizer.insert("<b>").for_each(|_| ()).unwrap();
        }
    });
    let reported = tokenizer.allocated();
    assert_eq!((reported - before) as i64, counted.bytes_current);
    tokenizer.reset();
    assert_eq!(tokenizer.allocated(), reported);
    tokenizer.shrink_to_fit();
    assert_eq!(tokenizer.allocated(), before);
}
