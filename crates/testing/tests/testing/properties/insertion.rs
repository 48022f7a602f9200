//! Inserted text at random: any text into any input at any pause, three levels deep.

use proptest::prelude::*;
use proptest::sample::select;
use tagspan_reference::Options;
use testing::case::Case;
use testing::checks::{Insertion, insertion};
use testing::sample;

use super::cases::Cases;
use super::generators::GENERATORS;

/// The parts of inserted text: whole constructs, halves of them, and text that joins with its surroundings.
const PARTS: [&str; 44] = [
    "",
    "<p>",
    "</p>",
    "x",
    " ",
    "<b cl",
    "ass=x>",
    "='",
    "\"",
    "'>",
    "=",
    "/>",
    "<",
    ">",
    "<!--",
    "-->",
    "--",
    "!",
    "<!doct",
    "ype html>",
    "<script>",
    "</script>",
    "<script>x</script>y",
    "<!--<script>",
    "</scr",
    "ipt>",
    "<title>",
    "</title>",
    "<![CDATA[",
    "]]>",
    "]",
    "&",
    "&am",
    "p;",
    "&#x4",
    "1;",
    "\r",
    "\n",
    "\0",
    "\u{1}",
    "\u{FEFF}",
    "\u{FFFE}",
    "é日𝄞",
    "<meta charset=koi8-r>",
];

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => proptest::collection::vec(select(&PARTS[..]), 0..5).prop_map(|parts| parts.concat()),
        1 => ".{0,6}",
    ]
}

fn inserted() -> impl Strategy<Value = Insertion> {
    let place = |most: usize| prop_oneof![3 => 0..4_usize, 2 => 0..most];
    let leaf = (place(60), text()).prop_map(|(place, text)| Insertion { place, text, within: Vec::new() });
    leaf.prop_recursive(2, 8, 3, move |inner| {
        (place(60), text(), proptest::collection::vec(inner, 0..3))
            .prop_map(|(place, text, within)| Insertion { place, text, within })
    })
}

/// Failing cases are added to a table by hand, not to a file beside this one.
fn config() -> ProptestConfig {
    let cases = sample::cases(150, 1500);
    ProptestConfig {
        cases,
        failure_persistence: None,
        max_shrink_iters: 1 << 14,
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn inserted_text_is_text_at_its_place(
        case in Cases { generators: GENERATORS, size: 384 },
        insertions in proptest::collection::vec(inserted(), 0..6),
    ) {
        insertion(&case, &insertions).map_err(TestCaseError::fail)?;
    }
}

/// Every text at every place of every input in every chunking of a small set, and a second text within it.
#[test]
fn every_text_at_every_place() {
    const INPUTS: [&str; 9] = [
        "<script>a</script>b",
        "<p a=b><b>c</b>",
        "a<br>&am<i>p;",
        "<!doctype html>\r\n<p>é</p>\r",
        "<!-- - --><!x><p>",
        "<title>t</tit></title>&#65",
        "<svg><![CDATA[a]]></svg></>",
        "日<p>本<p>\u{1}𝄞",
        "<p><a b='c'd=e",
    ];
    let mut is_drawn = sample::one_in(8);
    let mut made = 0;
    for input in INPUTS {
        let length = input.len();
        let chunkings: [Vec<usize>; 3] = [vec![], (0..=length).collect(), vec![length / 2, length - 1]];
        for (cuts, place, text) in chunkings.iter().flat_map(|cuts| {
            let places = 0..6 + cuts.len().min(12);
            places.flat_map(move |place| PARTS.map(|text| (cuts, place, text)))
        }) {
            if !is_drawn() {
                continue;
            }
            let within = Insertion { place: 1 + place % 2, text: "<i>é\r".into(), within: vec![] };
            let one = Insertion { place, text: text.into(), within: vec![within] };
            let case = Case::new(input, cuts.iter().copied(), Options::default());
            made += insertion(&case, &[one]).unwrap_or_else(|wrong| panic!("{wrong}"));
        }
    }
    assert!(made > sample::or_full(10_000, 100_000), "only {made} insertions");
}

/// Sources that are longer than a decoder's buffer, so that text is inserted into the rests of several pieces.
#[test]
fn long_sources() {
    let page = "<p title='é'>Grüße &amp; mehr</p>\r\n<script>if (a < b) c()</script><!-- – -->".repeat(700);
    let every = |step: usize| {
        let insertion = |place| Insertion {
            place,
            text: "<i>é\n<script>w</script></i><b cl".into(),
            within: vec![Insertion { place: 3, text: "日\r".into(), within: vec![] }],
        };
        (0..4000).step_by(step).map(insertion).collect::<Vec<_>>()
    };
    for (size, step) in [(page.len(), 7), (20_000, 31), (1000, 3), (61, 501)] {
        let case = Case::new(page.as_bytes(), (size..page.len()).step_by(size), Options::default());
        let made = insertion(&case, &every(step)).unwrap_or_else(|wrong| panic!("{:.2000}", wrong));
        assert!(made > 24 * (3000 / step), "chunks of {size}: only {made}");
    }
}
