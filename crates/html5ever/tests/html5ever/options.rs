//! The effect of html5ever's options, and the end of parsing.

use std::panic::{AssertUnwindSafe, catch_unwind};

use html5ever::driver::ParseOpts;
use html5ever::tokenizer::TokenizerOpts;
use html5ever::tokenizer::states::{RawKind, State};
use html5ever::tree_builder::TreeBuilderOpts;
use markup5ever_rcdom::RcDom;
use tagspan::{EncodingOptions, ErrorKind, LimitAction, LimitKind, Limits, Tokenizer, UTF_8};
use tagspan_html5ever::{TendrilSink, parse_document};

use crate::common;

fn options(tokenizer: TokenizerOpts) -> ParseOpts {
    ParseOpts { tokenizer, ..ParseOpts::default() }
}

/// The tree by html5ever, and by us from text and from bytes.
fn both(opts: &ParseOpts, input: &str) -> (String, [String; 2]) {
    let theirs = html5ever::parse_document(RcDom::default(), opts.clone()).one(input);
    let text = parse_document(RcDom::default(), opts.clone()).one(input);
    let encoding = EncodingOptions::new().encoding(UTF_8);
    let bytes = parse_document(RcDom::default(), opts.clone()).from_bytes(encoding).one(input.as_bytes());
    (common::show(&theirs), [common::show(&text), common::show(&bytes)])
}

#[test]
fn a_byte_order_mark_is_dropped_or_text() {
    for discard_bom in [true, false] {
        for input in ["\u{FEFF}", "\u{FEFF}\u{FEFF}a", "a\u{FEFF}", "\u{FEFF}<!DOCTYPE html><p>"] {
            let opts = options(TokenizerOpts { discard_bom, ..TokenizerOpts::default() });
            let (theirs, ours) = both(&opts, input);
            assert_eq!(ours, [theirs.clone(), theirs], "{input:?}, discard_bom: {discard_bom}");
        }
    }
}

#[test]
fn text_begins_in_the_initial_state() {
    let states = [
        State::Data,
        State::Plaintext,
        State::RawData(RawKind::Rcdata),
        State::RawData(RawKind::Rawtext),
        State::RawData(RawKind::ScriptData),
        State::CdataSection,
    ];
    for state in states {
        for name in [None, Some("title".to_owned())] {
            let opts = options(TokenizerOpts {
                initial_state: Some(state),
                last_start_tag_name: name.clone(),
                ..TokenizerOpts::default()
            });
            let (theirs, ours) = both(&opts, "a&amp;</title><b>]]><i>");
            assert_eq!(ours, [theirs.clone(), theirs], "{state:?} {name:?}");
        }
    }
}

#[test]
#[should_panic(expected = "text cannot begin in the state TagOpen: choose Data")]
fn text_cannot_begin_within_a_tag() {
    let opts = options(TokenizerOpts { initial_state: Some(State::TagOpen), ..TokenizerOpts::default() });
    let _ = parse_document(RcDom::default(), opts);
}

#[test]
fn options_of_the_tree_builder_are_its_own() {
    for drop_doctype in [false, true] {
        for scripting_enabled in [false, true] {
            let tree_builder =
                TreeBuilderOpts { drop_doctype, scripting_enabled, ..TreeBuilderOpts::default() };
            let opts = ParseOpts { tree_builder, ..ParseOpts::default() };
            let (theirs, ours) = both(&opts, "<!DOCTYPE html><noscript><p>a</noscript>");
            assert_eq!(ours, [theirs.clone(), theirs]);
        }
    }
}

#[test]
fn profiling_changes_nothing() {
    let opts = options(TokenizerOpts { profile: true, ..TokenizerOpts::default() });
    let expected = common::show(&parse_document(RcDom::default(), ParseOpts::default()).one("<p>a"));
    assert_eq!(common::show(&parse_document(RcDom::default(), opts).one("<p>a")), expected);
}

#[test]
fn the_sink_is_at_hand_while_it_is_filled() {
    let mut parser = parse_document(RcDom::default(), ParseOpts::default());
    parser.process("<!DOCTYPE html><p>a".into());
    assert_eq!(parser.sink().document.children.borrow().len(), 2);
}

#[test]
fn the_last_chunk_goes_on_where_others_ended() {
    let parser = || parse_document(RcDom::default(), ParseOpts::default());
    let expected = common::show(&parser().one("<p>a<b class=c>d"));
    let mut text = parser();
    text.process("<p>a<b cl".into());
    assert_eq!(common::show(&text.one("ass=c>d")), expected);
    let mut bytes = parser().from_bytes(EncodingOptions::new().encoding(UTF_8));
    bytes.feed(b"<p>a<b cl");
    assert_eq!(common::show(&bytes.one(&b"ass=c>d"[..])), expected);
}

#[test]
fn a_tag_beyond_the_limit_ends_the_parsing() {
    let tokenizer = || Tokenizer::builder().encoding(UTF_8).limits(Limits::all(10, LimitAction::Fail));
    let expected = "<!DOCTYPE html><p>a";
    let mut parser = parse_document(RcDom::default(), ParseOpts::default()).from_bytes_with(tokenizer());
    for chunk in ["<p>a", "<b title=", "'far too long'>", "b"] {
        parser.feed(chunk.as_bytes());
    }
    let kind = ErrorKind::LimitExceeded { kind: LimitKind::Tag, limit: 10 };
    assert_eq!(parser.failure().map(|error| error.kind()), Some(kind));
    let dom = parser.finish();
    let reported = dom.errors.borrow().iter().filter(|error| error.contains("raise this limit")).count();
    assert_eq!(reported, 1, "{:?}", dom.errors);
    let expected = common::html5evers(&common::Setup::default(), &expected["<!DOCTYPE html>".len()..]);
    assert_eq!(common::show(&dom), expected, "the tree as far as it got");

    let parser = parse_document(RcDom::default(), ParseOpts::default()).from_bytes_with(tokenizer());
    let dom = parser.one(&b"<p>a<b title='far too long'>b"[..]);
    let reported = dom.errors.borrow().iter().filter(|error| error.contains("raise this limit")).count();
    assert_eq!((reported, &common::show(&dom)), (1, &expected), "all at once");

    let mut driver =
        parse_document(RcDom::default(), ParseOpts::default()).from_bytes_with(tokenizer()).into_driver();
    let error = driver.feed(b"<p>a<b title='far too long'>b").expect_err("the limit is met");
    assert_eq!(error.kind(), kind);
    assert_eq!(
        [driver.feed(b"c"), driver.insert("c"), driver.resume(), driver.end()].map(Result::err),
        [Some(error); 4]
    );
    assert_eq!(common::show(&driver.finish()), expected);

    let mut first = parse_document(RcDom::default(), ParseOpts::default()).from_bytes_with(tokenizer());
    first.feed(b"<b title='far too long'>b");
    let empty = common::html5evers(&common::Setup::default(), "");
    assert_eq!(common::show(&first.finish()), empty, "the tree is closed all the same");
}

/// All of a short page comes at its end, if nothing tells its encoding.
#[test]
fn a_failure_at_the_end_is_told_once() {
    let page = b"<p>a<b title='far too long'>b";
    let expected = common::html5evers(&common::Setup::default(), "<p>a");
    for way in ["a parser", "a driver", "a driver after `end`"] {
        let settings = Tokenizer::builder().limits(Limits::all(10, LimitAction::Fail));
        let mut parser = parse_document(RcDom::default(), ParseOpts::default()).from_bytes_with(settings);
        parser.feed(page);
        assert!(parser.failure().is_none());
        let dom = match way {
            "a parser" => parser.finish(),
            "a driver" => parser.into_driver().finish(),
            _ => {
                let mut driver = parser.into_driver();
                assert!(driver.end().is_err());
                driver.finish()
            }
        };
        let reported = dom.errors.borrow().iter().filter(|error| error.contains("raise this limit")).count();
        assert_eq!(reported, usize::from(way != "a driver after `end`"), "{way}");
        assert_eq!(common::show(&dom), expected, "{way}");
    }
}

/// The text mode of what follows a tag is the tree builder's, and within raw text it takes nothing but text and an end tag.
#[test]
fn tags_that_limits_would_skip_are_truncated() {
    let pages = [
        ("<title>a", "</title", "<b>c</b><!-- d -->"),
        ("<textarea>a", "</textarea", "b\0<!-- c -->"),
        ("<p><xmp>a", "</xmp", "b<p>"),
        ("<script>a", "</script", "<script>b</script>c"),
        ("<svg><desc><style>a", "</style", "<![CDATA[b]]><p></desc><![CDATA[c]]>"),
        ("", "<style", "<!--</style><script>x</script>-->"),
        ("", "<plaintext", "<!-- a --></plaintext>"),
        ("<svg>", "<desc", "<![CDATA[a]]><style><b>"),
    ];
    let bytes = Limits::new().tag(Limits::MIN, LimitAction::Skip);
    let attributes = Limits::new().attributes(0, LimitAction::Skip);
    for ((before, tag, after), limits) in
        pages.into_iter().flat_map(|page| [(page, bytes), (page, attributes)])
    {
        let long = format!("{before}{tag} a='>{}'>{after}", "\n>".repeat(50));
        let expected = common::html5evers(&common::Setup::default(), &format!("{before}{tag}>{after}"));
        for size in 1..=long.len() {
            let settings = Tokenizer::builder().encoding(UTF_8).limits(limits);
            let parser = parse_document(RcDom::default(), ParseOpts::default()).from_bytes_with(settings);
            let mut driver = parser.into_driver();
            let mut scripts = 0;
            for chunk in long.as_bytes().chunks(size) {
                let mut progress = driver.feed(chunk).expect("tags are truncated");
                while !progress.is_done() {
                    scripts += 1;
                    progress = driver.resume().expect("tags are truncated");
                }
            }
            assert_eq!(scripts, expected.matches("script>").count(), "{before}{tag} by {size}");
            assert_eq!(common::show(&driver.finish()), expected, "{before}{tag} by {size}");
        }
    }
}

#[test]
fn the_encoding_is_chosen_first() {
    // The CR waits for an LF, and makes no token yet.
    for parsed in ["<p>", "\r"] {
        let mut parser = parse_document(RcDom::default(), ParseOpts::default());
        parser.process(parsed.into());
        let chosen = catch_unwind(AssertUnwindSafe(|| parser.from_bytes(EncodingOptions::new())));
        let message = chosen.err().and_then(|panic| panic.downcast_ref::<&str>().copied());
        assert_eq!(message, Some("choose the encoding before anything is parsed"), "after {parsed:?}");
    }
    let mut parser = parse_document(RcDom::default(), ParseOpts::default());
    parser.process("".into());
    let _ = parser.from_bytes(EncodingOptions::new());
}
