//! Random soup of the bytes and words that matter, in random settings.

use proptest::prelude::*;
use proptest::sample::{Index, select, subsequence};
use proptest::test_runner::{Config, TestRunner};
use tagspan_reference::{Context, Edition, Options, TextState};

use tagspan_proof::compare::{Chunking, compare};

/// What soup is made of.
const INGREDIENTS: &[&[u8]] = &[
    b"<",
    b">",
    b"/",
    b"!",
    b"?",
    b"-",
    b"=",
    b"\"",
    b"'",
    b"&",
    b";",
    b"#",
    b"x",
    b"a",
    b"A",
    b"s",
    b"0",
    b"9",
    b"[",
    b"]",
    b"`",
    b"\0",
    b"\r",
    b"\n",
    b"\x0C",
    b" ",
    b"\x01",
    "\u{E9}".as_bytes(),
    b"\xC2\x80",
    b"\xEF\xBF\xBE",
    b"\xFF",
    b"\xC2",
    b"\xE2\x82",
    b"\xF0\x9F\xBF\xBF",
    b"\xEF\xBF\xBD",
    b"script",
    b"style",
    b"title",
    b"textarea",
    b"plaintext",
    b"noscript",
    b"CDATA[",
    b"DOCTYPE",
    b"PUBLIC",
    b"SYSTEM",
    b"notin;",
    b"not",
    b"amp",
    b"&#x",
    b"&#",
    b"<!--",
    b"-->",
    b"--!>",
    b"</script>",
    b"</style>",
    b"</title>",
    b"<script>",
    b"<a ",
    b"</a ",
    b"<title>",
    b"<!DOCTYPE a ",
    b"<![CDATA[",
    b"]]>",
    b"<?",
    b"<?a ",
    b"?>",
    b"xml",
    b"-stylesheet",
];

/// Names of start tags that may have come last.
const LAST_START_TAGS: &[Option<&str>] =
    &[None, Some("a"), Some("script"), Some("style"), Some("title"), Some("TextArea"), Some("as")];

fn options() -> impl Strategy<Value = Options> {
    let last_start_tag = select(LAST_START_TAGS);
    let context = select(&[Context::Document, Context::None][..]);
    let edition = select(&[Edition::Living, Edition::LivingProcessingInstructions][..]);
    (select(&TextState::ALL[..]), last_start_tag, any::<bool>(), context, any::<bool>(), edition).prop_map(
        |(initial_state, last_start_tag, cdata, context, scripting, edition)| Options {
            edition,
            initial_state,
            last_start_tag: last_start_tag.map(str::to_owned),
            cdata,
            context,
            scripting,
        },
    )
}

/// What some soups begin with, so that they stay in a tag, a DOCTYPE or a comment for a while.
const OPENINGS: &[&[u8]] = &[
    b"",
    b"",
    b"<a ",
    b"</a ",
    b"<a a='",
    b"<!DOCTYPE a ",
    b"<!DOCTYPE a PUBLIC ",
    b"<!--",
    b"<![CDATA[",
    b"<?a b",
    b"<script><!--",
    b"<script><!--<script>",
    b"<title>",
];

/// Each soup has but a few ingredients, so that it meets the same ones again: duplicate names, long runs of
/// dashes and brackets.
fn soup() -> impl Strategy<Value = Vec<u8>> {
    let few = prop_oneof![2..8_usize, Just(INGREDIENTS.len())];
    let ingredients = few.prop_flat_map(|count| subsequence(INGREDIENTS.to_vec(), count));
    let words = proptest::collection::vec(any::<Index>(), 0..24);
    (select(OPENINGS), ingredients, words).prop_map(|(opening, ingredients, words)| {
        let mut soup = opening.to_vec();
        for word in words {
            soup.extend_from_slice(ingredients[word.index(ingredients.len())]);
        }
        soup
    })
}

/// How many cases unless `PROPTEST_CASES` says otherwise: some seconds.
const CASES: u32 = 20_000;

#[test]
fn soup_is_the_same_in_core() {
    let chosen = std::env::var_os("PROPTEST_CASES").is_some();
    let config = Config::default();
    let cases = if chosen { config.cases } else { CASES };
    // What fails goes to the table of regressions by hand, not to a file beside this one.
    let mut runner = TestRunner::new(Config { cases, failure_persistence: None, ..config });
    let result = runner.run(&(soup(), options(), any::<Index>()), |(input, options, cut)| {
        let cut = Chunking::CutAt(cut.index(input.len() + 1));
        compare(&input, &options, &[Chunking::Whole, Chunking::Bytes, cut]).map_err(TestCaseError::fail)
    });
    if let Err(error) = result {
        panic!("{error}");
    }
}
