//! Runs of text, joined across whatever cuts them.

use tagspan::TextRuns;
use tagspan::Tokenizer;

/// Bytes, and the text, start and end of each run in them.
type Case = (&'static [u8], &'static [(&'static str, u64, u64)]);

/// The runs of `html` fed in chunks of `size` bytes: text, start, end, continued.
fn runs(html: &[u8], size: usize, limit: usize) -> Vec<(String, u64, u64, bool)> {
    let mut tokenizer = Tokenizer::builder().utf8().parse_errors(true).cdata(true).build();
    let mut runs = TextRuns::new(limit);
    let mut found = Vec::new();
    let mut add = |run: tagspan::TextRun<'_>| {
        found.push((run.text.to_owned(), run.span.start, run.span.end, run.continued));
    };
    for chunk in html.chunks(size).map(Some).chain([None]) {
        let mut tokens = match chunk {
            Some(chunk) => tokenizer.feed(chunk),
            None => tokenizer.finish(),
        };
        while let Some(token) = tokens.next_token().unwrap() {
            if let Some(run) = runs.push(token) {
                add(run);
            }
        }
    }
    if let Some(run) = runs.finish() {
        add(run);
    }
    assert!(runs.finish().is_none());
    found
}

#[test]
fn joined_under_any_chunking() {
    let cases: &[Case] = &[
        (b"", &[]),
        (b"<p>", &[]),
        (b"text", &[("text", 0, 4)]),
        (b"a</>b<p>c", &[("ab", 0, 5), ("c", 8, 9)]),
        (b"a<![CDATA[b&amp;]]>c<!---->d", &[("ab&amp;c", 0, 20), ("d", 27, 28)]),
        (b"a\0b\x01c<>d", &[("a\0b\x01c<>d", 0, 8)]),
        (b"x &amp; y\r\nz", &[("x & y\nz", 0, 12)]),
        ("é\u{20AC}\u{1F600}<p>".as_bytes(), &[("é\u{20AC}\u{1F600}", 0, 9)]),
        (b"a<p", &[("a", 0, 1)]),
    ];
    for (html, expected) in cases {
        let expected: Vec<_> =
            expected.iter().map(|&(text, start, end)| (text.to_owned(), start, end, false)).collect();
        for size in 1..=html.len().max(1) {
            assert_eq!(runs(html, size, 1 << 20), expected, "{:?} by {size}", String::from_utf8_lossy(html));
        }
    }
}

#[test]
fn beyond_the_limit_nothing_is_lost() {
    let html = b"0123456789<p>abcdef";
    for limit in 0..=11 {
        for size in 1..=html.len() {
            let found = runs(html, size, limit);
            let mut joined: Vec<String> = Vec::new();
            for (text, _, _, continued) in &found {
                match joined.last_mut() {
                    Some(run) if *continued => *run += text,
                    _ => joined.push(text.clone()),
                }
            }
            assert_eq!(joined, ["0123456789", "abcdef"], "limit {limit}, by {size}");
            assert!(found.iter().all(|run| run.0.len() <= limit.max(1) + size), "limit {limit}, by {size}");
            if limit > 10 {
                assert_eq!(found.len(), 2);
            }
        }
    }
}

/// Runs that were returned in parts, whole.
fn joined(parts: Vec<(String, u64, u64, bool)>) -> Vec<(String, u64, u64, bool)> {
    let mut joined: Vec<(String, u64, u64, bool)> = Vec::new();
    for (text, start, end, continued) in parts {
        match joined.last_mut().filter(|_| continued) {
            Some(run) => (run.0, run.2) = (run.0.clone() + &text, end),
            None => joined.push((text, start, end, false)),
        }
    }
    joined
}

/// The caller leaves each cursor after some tokens, and feeds what remains: the runs are the same. Where parts end depends on
/// where tokens do.
#[test]
fn joined_across_cursors_that_are_left() {
    let html = "a</>b&amp;<p>é\0c<![CDATA[x]]>\r\nd&#0;e<!--f-->g&notin;h&am".as_bytes();
    let tokenizer = || Tokenizer::builder().utf8().parse_errors(true).cdata(true).build();
    for limit in [0, 3, 1 << 20] {
        for size in 1..=html.len() {
            let expected = joined(runs(html, size, limit));
            assert!(expected.len() > 2, "{expected:?}");
            for most in 1..4 {
                let (mut tokenizer, mut runs, mut found) = (tokenizer(), TextRuns::new(limit), Vec::new());
                let mut add = |run: tagspan::TextRun<'_>| {
                    found.push((run.text.to_owned(), run.span.start, run.span.end, run.continued));
                };
                for chunk in html.chunks(size).map(Some).chain([None]) {
                    let mut rest = chunk.unwrap_or_default();
                    loop {
                        let mut tokens =
                            if chunk.is_some() { tokenizer.feed(rest) } else { tokenizer.finish() };
                        for _ in 0..most {
                            if let Some(run) = tokens.next_token().unwrap().and_then(|token| runs.push(token))
                            {
                                add(run);
                            }
                        }
                        let is_over = tokens.is_exhausted();
                        rest = tokens.into_remaining();
                        if is_over {
                            break;
                        }
                    }
                }
                runs.finish().into_iter().for_each(&mut add);
                assert_eq!(joined(found), expected, "limit {limit}, by {size}, left after {most}");
            }
        }
    }
}
