//! Allocations, counted: none for tokens inside a chunk once warm (I8).

use std::fs;
use std::hint::black_box;
use std::path::PathBuf;

use allocation_counter::{AllocationInfo, measure};
use tagspan::{ColumnUnit, LimitAction, Limits, Token, Tokenizer};
use tagspan_core::scanner::LineCounter;

use crate::harness::{scan, scanner};

/// Takes the tokens and touches what needs no decoding; the number of tokens.
fn take(tokenizer: &mut Tokenizer, page: &[u8], chunk: usize) -> usize {
    let mut count = 0;
    for piece in page.chunks(chunk) {
        count += touch(&mut tokenizer.feed(piece));
    }
    count + touch(&mut tokenizer.finish())
}

fn touch(tokens: &mut tagspan::Tokens<'_, &[u8]>) -> usize {
    let mut count = 0;
    while let Some(token) = tokens.next_token().expect("no limit is that low") {
        count += 1;
        match token {
            Token::StartTag(tag) => {
                black_box(tag.is("a"));
                black_box(tag.attribute("href").map(|attribute| attribute.raw_value()));
                black_box(tag.attributes().count());
            }
            Token::Text(text) => _ = black_box(text.raw()),
            other => _ = black_box(other.span()),
        }
    }
    count
}

/// A page whose tags have more attributes than are compared one by one.
fn generated() -> Vec<u8> {
    let mut page = b"<!DOCTYPE html>".to_vec();
    for row in 0..100 {
        page.extend_from_slice(b"<p");
        for column in 0..row {
            page.extend_from_slice(format!(" name{column}=\"value {row}\"").as_bytes());
        }
        page.extend_from_slice(b">text &amp; text</p><!-- comment -->");
    }
    page
}

fn pages() -> Vec<(&'static str, Vec<u8>)> {
    let corpora = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../corpora");
    let page = |name| (name, fs::read(corpora.join(name)).expect("the page is there"));
    vec![page("article.html"), page("app.html"), page("soup.html"), ("generated", generated())]
}

#[test]
fn nothing_is_allocated_once_warm() {
    let pages = pages();
    for errors in [false, true] {
        for chunk in [usize::MAX, 1460, 1] {
            let mut tokenizer = Tokenizer::builder().utf8().parse_errors(errors).build();
            // Warm: each page once, and with it every size that a buffer grows to.
            let warm: Vec<usize> = pages
                .iter()
                .map(|(_, page)| {
                    tokenizer.reset();
                    take(&mut tokenizer, page, chunk)
                })
                .collect();
            for ((name, page), warm) in pages.iter().zip(warm) {
                let mut count = 0;
                let info = measure(|| {
                    tokenizer.reset();
                    count = take(&mut tokenizer, page, chunk);
                });
                assert_eq!(count, warm);
                assert!(count > 50, "{name}: only {count} tokens");
                assert_eq!(
                    info.count_total, 0,
                    "{name}: {count} tokens, chunks of {chunk}, errors {errors}: {info:?}"
                );
            }
        }
    }
}

/// One oversized token does not stay in memory for all documents after it.
#[test]
fn a_reset_frees_the_memory_of_an_oversized_token() {
    let mut oversized = b"<a".to_vec();
    for name in 0..200_000 {
        oversized.extend_from_slice(format!(" a{name}").as_bytes());
    }
    oversized.push(b'>');
    let mut tokenizer = Tokenizer::builder().utf8().limits(Limits::all(u32::MAX, LimitAction::Fail)).build();
    let info = measure(|| {
        take(&mut tokenizer, &oversized, 4096);
        tokenizer.reset();
    });
    assert!(info.bytes_max > 8 << 20, "{info:?}");
    assert!(info.bytes_current < 512 << 10, "{info:?}");
}

/// However much of a tag lies in one chunk (I9).
#[test]
fn a_tag_beyond_the_limit_costs_no_more_than_one_within_it() {
    let oversized = [&b"<a"[..], &b" b".repeat(100_000), b">"].concat();
    let mut tokenizer = Tokenizer::builder().utf8().limits(Limits::all(1024, LimitAction::Fail)).build();
    let info = measure(|| {
        let refused = tokenizer.feed_last(&oversized).for_each(|_| {});
        assert!(refused.is_err());
    });
    assert!(info.bytes_max < 64 << 10, "{info:?}");
}

#[test]
fn the_counter_counts() {
    let info: AllocationInfo = measure(|| drop(black_box(vec![1_u8])));
    assert_eq!(info.count_total, 1);
}

#[test]
fn a_whole_buffer_without_attributes_allocates_for_the_name_of_a_tag_alone() {
    let info = measure(|| {
        let mut tokenizer = Tokenizer::utf8();
        assert_eq!(touch(&mut tokenizer.feed_last(b"text <p>text</p><!-- comment --><br>")), 6);
    });
    assert!(info.count_total <= 1, "{info:?}");
}

/// Elements beyond the depth that the context knows are counted, not kept (I9).
#[test]
fn nesting_takes_no_memory_beyond_a_depth() {
    let long = format!("<{}>", "g".repeat(2000));
    for nested in ["<svg>", "<math><mi>", "<svg><desc>", "<template>", &long] {
        let page = format!("<svg>{}", nested.repeat(10_000));
        let mut tokenizer = Tokenizer::utf8();
        let info = measure(|| {
            tokenizer.feed_last(&page).for_each(|_| {}).unwrap();
        });
        // 256 elements of 32 bytes, and 272 bytes of each name.
        assert!(info.bytes_max < 256 << 10, "{nested:.20}: {info:?}");
    }
}

/// The memory that a tokenizer reports is the memory that it uses, but for hash tables, which it estimates.
#[test]
fn allocated_memory_is_reported() {
    let many = format!("<a{}", (0..500).map(|name| format!(" n{name}=v")).collect::<String>());
    let pages = [
        "",
        "text",
        "<p title='a'>b",
        "<p title='a'>b<!-- c",
        "<svg><g><long-name-of-an-element><p><svg>",
        &many,
    ];
    for page in pages {
        let mut tokenizer = None;
        let mut reported = 0;
        let info = measure(|| {
            let mut one = Tokenizer::utf8();
            for chunk in page.as_bytes().chunks(7) {
                one.feed(chunk).for_each(|_| {}).expect("no limit is that low");
            }
            reported = one.allocated();
            tokenizer = Some(one);
        });
        let taken = info.bytes_current as usize;
        assert!(
            reported <= taken + taken / 8 && taken <= reported + reported / 8,
            "{page:.40}: {reported} reported, {taken} taken"
        );
        let mut tokenizer = tokenizer.expect("it was made");
        let shrunk = measure(|| tokenizer.shrink_to_fit());
        let kept = (taken as i64 + shrunk.bytes_current) as usize;
        let reported = tokenizer.allocated();
        assert!(
            reported <= kept + kept / 4 && kept <= reported + reported / 4,
            "{page:.40}: {reported} reported, {kept} kept"
        );
        // Only the pending bytes, the attributes of its tag, the last tag's name, and open elements.
        let pending = tokenizer.pending_bytes().0.len();
        assert!(kept <= pending + if page.len() > 1000 { 500 * 64 } else { 400 }, "{page:.40}: {kept} kept");
        // It continues as if nothing had been.
        let mut tokens = tokenizer.feed_last(b"'\">-->x</svg><b>");
        tokens.for_each(|_| {}).expect("no limit is that low");
    }
}

/// The memory for truncated values of a tag is reported too, and released.
#[test]
fn what_cut_values_take_is_told_and_given_back() {
    let values = (0..9_000).map(|name| format!(" n{name}='{}'", "v".repeat(40))).collect::<String>();
    let limits =
        Limits::new().attribute_value(32, LimitAction::Truncate).attributes(10_000, LimitAction::Truncate);
    let mut tokenizer = Tokenizer::builder().utf8().limits(limits).build();
    let mut reported = 0;
    let read = measure(|| {
        tokenizer.feed(format!("<a{values}>").as_bytes()).for_each(|_| {}).expect("no limit fails");
        reported = tokenizer.allocated();
    });
    let taken = read.bytes_current as usize;
    assert!(
        reported <= taken + taken / 8 && taken <= reported + reported / 8,
        "{reported} reported, {taken} taken"
    );
    let given = measure(|| {
        tokenizer.reset();
        tokenizer.shrink_to_fit();
    });
    assert!(taken as i64 + given.bytes_current < 100, "{}", taken as i64 + given.bytes_current);
}

/// A counter of lines says exactly what it takes: the bytes of an unfinished tag, and where a limit has left some out.
#[test]
fn memory_of_a_line_counter_is_reported() {
    let value = "0".repeat(100);
    let page = format!("<a{}", format!(" b='{value}'").repeat(20));
    let limits = Limits::new().attribute_value(32, LimitAction::Truncate);
    let mut scanner = scanner(|options| options.limits = limits);
    let mut counter = LineCounter::new(ColumnUnit::Bytes);
    let mut taken = 0;
    for (index, chunk) in page.as_bytes().chunks(50).enumerate() {
        scan(&mut scanner, chunk, false, |_| {}).expect("no limit fails");
        let info = measure(|| counter.pass(50 * index as u64, chunk, &scanner));
        taken += info.bytes_current;
        assert_eq!(counter.allocated() as i64, taken, "chunk {index}");
    }
    assert!(taken > 20 * (32 + 40), "{taken}");
    taken += measure(|| counter.shrink()).bytes_current;
    assert_eq!(counter.allocated() as i64, taken);
    // The next document has the memory for bytes, unless it is large.
    let kept = counter.allocated();
    counter.start_at(0);
    assert!((1..kept).contains(&counter.allocated()), "{} of {kept}", counter.allocated());
    let mut scanner =
        crate::harness::scanner(|options| options.limits = Limits::all(u32::MAX, LimitAction::Fail));
    let oversized = [b"<a b='", &b"0".repeat(300 << 10)[..]].concat();
    scan(&mut scanner, &oversized, false, |_| {}).expect("no limit is that low");
    counter.pass(0, &oversized, &scanner);
    assert!(counter.allocated() >= oversized.len());
    counter.start_at(0);
    assert_eq!(counter.allocated(), 256 << 10);
}

/// A checkpoint holds no more than what is unfinished.
#[test]
fn a_checkpoint_keeps_nothing_of_what_was_handed_out() {
    let mut tokenizer = Tokenizer::utf8();
    let page = format!("<p title='{}'><a{}>text", "long ".repeat(2000), " b=c".repeat(500));
    for chunk in page.as_bytes().chunks(100) {
        tokenizer.feed(chunk).for_each(|_| {}).expect("no limit is that low");
    }
    assert!(tokenizer.allocated() > 10_000);
    let checkpoint = tokenizer.checkpoint().expect("all is taken");
    let restored = Tokenizer::from_checkpoint(checkpoint).expect("a tokenizer has made it");
    // That of the name of the last start tag.
    assert!(restored.allocated() <= 8, "{}", restored.allocated());
}
