//! Tags that straddle two chunks: nothing tells at the end of a chunk whether their beginning was read by the states.

use tagspan::{LimitAction, Limits, Token, Tokenizer};

/// Pages that are cut everywhere.
const PAGES: [&str; 9] = [
    "text<a href='x' class=\"one two\" id=c>d</a>e",
    "<a title='a > b' b>c<p title=\"1 > 2\">",
    "<a\0b c\0d='e'><b é='f'>",
    "<a b=c b=d/><br/></br/ x=y>",
    "<svg><g a=b><title>t</title></g></svg><p>",
    "<title>a</title x='y'>b<script>c</script  >d",
    "<pre>\n<textarea a='b'>\nc</textarea>",
    "<p a='b\r\nc' d=\"&amp;\">&am",
    "<p unfinished='",
];

fn tokens(tokenizer: &mut Tokenizer, rest: &[u8]) -> Vec<String> {
    let mut tokens = tokenizer.feed_last(rest);
    std::iter::from_fn(|| tokens.next_token().expect("within the limits").map(|token| format!("{token:?}")))
        .collect()
}

fn fed(bytes: &[u8], chunk: usize) -> Tokenizer {
    let mut tokenizer = Tokenizer::utf8();
    for chunk in bytes.chunks(chunk) {
        tokenizer.feed(chunk).for_each(|_| {}).expect("within the limits");
    }
    tokenizer
}

/// The checkpoint, without the offset at which the last chunk began.
fn written(tokenizer: &Tokenizer) -> serde_json::Value {
    let mut written = serde_json::to_value(tokenizer.checkpoint()).expect("it can be written");
    written[1]["input"]["decided"]["piece_start"] = 0.into();
    written
}

/// Whole chunks leave beginnings of tags unread, and chunks of one byte never do.
#[test]
fn between_chunks_nothing_differs() {
    for page in PAGES {
        for cut in 0..=page.len() {
            let (before, after) = page.as_bytes().split_at(cut);
            let (mut whole, mut bytewise) = (fed(before, usize::MAX), fed(before, 1));
            let context = format!("{page:?} cut at {cut}");
            assert_eq!(whole.pending_bytes(), bytewise.pending_bytes(), "{context}");
            assert_eq!(whole.position(), bytewise.position(), "{context}");
            assert_eq!(written(&whole), written(&bytewise), "{context}");
            let checkpoint = whole.checkpoint().expect("all is taken");
            let expected = tokens(&mut bytewise, after);
            assert_eq!(tokens(&mut whole, after), expected, "{context}");
            assert_eq!(
                tokens(&mut Tokenizer::from_checkpoint(checkpoint).expect("a tokenizer has made it"), after),
                expected,
                "{context}"
            );
        }
    }
}

#[test]
fn a_cursor_that_is_left_before_its_first_token_changes_nothing() {
    for page in PAGES {
        for cut in 0..=page.len() {
            let (before, after) = page.as_bytes().split_at(cut);
            let mut left = fed(before, usize::MAX);
            // The rest of a character that straddles the cut is taken.
            let rest = left.feed(after).into_remaining();
            let expected = tokens(&mut fed(before, 1), after);
            assert_eq!(tokens(&mut left, rest), expected, "{page:?} cut at {cut}");
        }
    }
}

#[test]
fn long_tags_and_small_limits_are_read_alike() {
    let few_attributes = Limits::new().attributes(300, LimitAction::Truncate);
    for limits in [Limits::new(), Limits::all(64, LimitAction::Truncate), few_attributes] {
        for attribute in
            [" a", " b='c'", " long='............................................................'"]
        {
            for count in [1, 10, 40, 400, 1000] {
                let page = format!("x<p{}>y", attribute.repeat(count));
                let runs = [1, 3, 100, 500, 1460].map(|chunk| {
                    let mut tokenizer = Tokenizer::builder().utf8().limits(limits).build();
                    let mut tags = Vec::new();
                    for chunk in page.as_bytes().chunks(chunk) {
                        let see = |token: Token<'_>| {
                            if let Token::StartTag(tag) = token {
                                tags.push(format!("{tag:?}"));
                            }
                        };
                        tokenizer.feed(chunk).for_each(see).expect("what is beyond a limit is truncated");
                    }
                    tags
                });
                assert!(runs.iter().all(|run| run == &runs[0] && run.len() == 1), "{attribute:?} {count}");
            }
        }
    }
}
