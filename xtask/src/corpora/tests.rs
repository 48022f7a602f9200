//! Tests of the committed pages and of what makes them.

use std::collections::BTreeMap;
use std::fs;

use encoding_rs::Encoding;
use tagspan_core::{Token, Tokenizer};

use super::set::{self, SEED, Spec};
use super::{COMMITTED, MANIFEST, Selection, differences, make};

/// All committed files together, in bytes.
const LARGEST: usize = 2_000_000;

fn pages() -> Vec<(Spec, super::set::Made)> {
    set::all()
        .into_iter()
        .map(|spec| {
            let made = spec.make(SEED, None).unwrap_or_else(|error| panic!("{}: {error}", spec.file));
            (spec, made)
        })
        .collect()
}

#[test]
fn the_committed_pages_are_what_the_seed_makes() {
    let made = make(&Selection::default()).unwrap();
    let folder = crate::repository::root().join(COMMITTED);
    assert_eq!(differences(&made, &folder).unwrap(), [""; 0], "run `cargo xtask corpora`");
    let bytes: usize = made.values().map(Vec::len).sum();
    assert!(bytes <= LARGEST, "{bytes} bytes are committed");
}

#[test]
fn differences_are_found() {
    let folder = std::env::temp_dir().join(format!("tagspan-corpora-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let encoding = vec!["koi8-r".to_owned(), "ibm866".to_owned()];
    let made = make(&Selection { encoding, size: Some(100), ..Selection::default() }).unwrap();
    for (name, content) in
        [(MANIFEST, &made[MANIFEST][..]), ("world-koi8-r.html", b"other"), ("more.html", b"")]
    {
        fs::write(folder.join(name), content).unwrap();
    }
    let differences = differences(&made, &folder).unwrap();
    fs::remove_dir_all(&folder).unwrap();
    assert_eq!(differences, ["world-ibm866.html", "world-koi8-r.html", "more.html"]);
}

#[test]
fn another_seed_or_size_gives_other_pages_of_the_same_kind() {
    for spec in set::all().iter().filter(|spec| spec.encoding == "utf-8") {
        let make = |seed, size| spec.make(seed, Some(size)).unwrap().text;
        let small = make(1, 30_000);
        assert_eq!(small, make(1, 30_000), "{}", spec.file);
        assert_ne!(small, make(2, 30_000), "{}", spec.file);
        assert!(make(1, 200_000).len() >= 200_000, "{}", spec.file);
        // The longest item is a script; and a page has a head and a foot.
        assert!((30_000..200_000).contains(&small.len()), "{}: {} bytes", spec.file, small.len());
    }
}

#[test]
fn each_page_says_its_encoding_early_and_decodes_to_its_text() {
    for (spec, made) in pages() {
        let encoding = Encoding::for_label(spec.encoding.as_bytes()).unwrap();
        assert_eq!(encoding.name().to_ascii_lowercase(), spec.encoding, "not its name");
        let (text, used, malformed) = encoding.decode(&made.bytes);
        assert!(!malformed && used == encoding && text == made.text, "{}", spec.file);
        let utf_16 = spec.encoding.starts_with("utf-16");
        assert_eq!(Encoding::for_bom(&made.bytes).map(|(encoding, _)| encoding), utf_16.then_some(encoding));
        let start = &text[..text.char_indices().nth(1024).map_or(text.len(), |(index, _)| index)];
        let said = [format!("charset=\"{}\"", spec.encoding), format!("charset={}", spec.encoding)];
        assert!(said.iter().any(|said| start.contains(said)), "{}: says no encoding", spec.file);
        // Text of the language is what makes a page of an encoding differ from any other.
        let others = text.chars().filter(|letter| !letter.is_ascii()).count();
        let least = if spec.language.name == "english" { 0 } else { 150 };
        assert!(others >= least, "{}: {others} characters are not ASCII", spec.file);
    }
}

#[test]
fn pages_have_what_their_class_is_for() {
    // Of a class, what comes at least so often in its committed page.
    let wanted: [(&str, &[(&str, usize)]); 9] = [
        (
            "news",
            &[("<article", 10), ("application/ld+json", 1), ("<!--[if", 1), ("srcset=", 5), ("\n\n", 5)],
        ),
        (
            "shop",
            &[("&quot;", 100), ("data-", 300), (" selected>", 1), ("data-srcset=\"", 20), ("<picture>", 20)],
        ),
        ("documentation", &[("<code", 100), ("&lt;", 20), ("<dd>", 20), (" class=secno", 5), ("<pre", 5)]),
        (
            "forum",
            &[
                (" nowrap>", 20),
                ("width=80", 20),
                ("</i></b>", 5),
                (" src='/", 5),
                ("\"=\"\"", 1),
                ("&nbsp;", 1),
            ],
        ),
        (
            "scripts",
            &[("<script", 50), ("<style", 5), ("\\u003c", 40), ("</scr\"+\"ipt>", 1), ("<noscript>", 1)],
        ),
        ("drawings", &[("<svg", 6), ("<![CDATA[", 3), ("<foreignObject", 3), (" d=\"M", 40), ("<math", 1)]),
        ("entities", &[("&", 1_000), ("&#x", 20), ("&copy", 20), ("&lang=", 1), ("&NotEqualTilde;", 1)]),
        ("cjk", &[("<img", 2), ("、", 5), ("。", 20)]),
        ("world", &[("<img", 2), ("<p>", 5)]),
    ];
    let mut texts: BTreeMap<&str, String> = BTreeMap::new();
    for (spec, made) in pages() {
        texts.entry(spec.class.name).or_default().push_str(&made.text);
    }
    assert_eq!(texts.len(), wanted.len());
    for (class, parts) in wanted {
        for &(part, least) in parts {
            let found = texts[class].matches(part).count();
            assert!(found >= least, "{class}: {part} {found} times");
        }
    }
}

#[test]
fn only_the_forum_has_parse_errors_of_tags() {
    // Of references there are some anywhere, since text has ampersands: these are the errors of markup.
    for (spec, made) in pages() {
        let mut tokenizer = Tokenizer::builder().parse_errors(true).build();
        let mut tokens = tokenizer.feed_last(&made.text);
        let mut codes = Vec::new();
        while let Some(token) = tokens.next_token().unwrap() {
            if let Token::Error(error) = token {
                codes.push(error.code().as_str());
            }
        }
        codes.retain(|code| !code.contains("reference"));
        assert_eq!(codes.is_empty(), spec.class.name != "forum", "{}: {codes:?}", spec.file);
    }
}
