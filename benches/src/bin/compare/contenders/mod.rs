//! The contenders, each with what it does for its time and what it leaves undone.

#[cfg(feature = "astral")]
mod astral_html;
mod ceilings;
mod html5ever;
mod html5gum;
mod lol_html;
mod not_html;
mod ours;

use benches::Sum;

/// Goes over one page. What can be used again for the next page is kept, as far as the interface allows.
pub(crate) type Run = Box<dyn FnMut(&str) -> Sum>;

/// The work on a page. Only contenders with the same kind of work are comparable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Work {
    Ceiling,
    Tokens,
    Links,
    Attributes,
    Decoded,
}

impl Work {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Work::Ceiling => "ceilings: no tokens at all",
            Work::Tokens => "tokens as written: nothing decoded",
            Work::Links => "links: the values of six kinds of tags",
            Work::Attributes => "every attribute's name and value",
            Work::Decoded => "everything decoded to strings",
        }
    }
}

/// A tokenizer and a way to use it.
pub(crate) struct Contender {
    pub(crate) name: &'static str,
    /// The package whose version matters, unless it is the standard library.
    pub(crate) package: Option<&'static str>,
    pub(crate) work: Work,
    pub(crate) does: &'static str,
    /// The part of the work that it omits and others do.
    pub(crate) omits: &'static str,
    /// Whether its tokens are those of the standard, so that its counts must be those of all such contenders.
    pub(crate) exact: bool,
    /// Slow, and of interest to few: only with `--all`.
    pub(crate) on_request: bool,
    pub(crate) start: fn() -> Run,
}

/// All contenders, by kind of work.
pub(crate) fn all() -> Vec<Contender> {
    let mut all = Vec::new();
    all.extend(ceilings::contenders());
    all.extend(ours::contenders());
    all.extend(lol_html::contenders());
    all.extend(not_html::contenders());
    #[cfg(feature = "astral")]
    all.extend(astral_html::contenders());
    all.extend(html5gum::contenders());
    all.extend(html5ever::contenders());
    all.sort_by_key(|contender| contender.work);
    all
}

/// The ceiling that all are held against.
pub(crate) const CEILING: &str = "memchr loop";

/// The peer that most have heard of.
pub(crate) const REFERENCE: &str = "html5ever";

/// The page as a string, validated: pages come as bytes, so that this is a part of the work of those that take a `&str`.
fn validated(page: &str) -> &str {
    std::str::from_utf8(std::hint::black_box(page.as_bytes())).expect("a page in UTF-8")
}

/// Pairs that say something about each other: like work, or the same tokenizer with one thing changed.
pub(crate) const PAIRS: &[(&str, &str)] = &[
    ("tagspan tokens", CEILING),
    ("tagspan tokens, for_each", CEILING),
    ("tagspan tokens", "lol_html lexer"),
    ("tagspan tokens, for_each", "lol_html lexer"),
    ("tagspan counts", "lol_html lexer"),
    ("tagspan tokens", "lol_html tag scanner"),
    ("tagspan tokens, for_each", "lol_html tag scanner"),
    ("tagspan tokens, for_each", "tagspan tokens"),
    ("tagspan tokens", "tagspan by names alone"),
    ("tagspan errors on", "tagspan tokens"),
    ("tagspan chunks of 1", "tagspan tokens"),
    ("tagspan chunks of 64", "tagspan tokens"),
    ("tagspan chunks of 1,460", "tagspan tokens"),
    ("tagspan chunks of 16,384", "tagspan tokens"),
    ("tagspan chunks of 65,536", "tagspan tokens"),
    ("tagspan Tokenizer", "tagspan tokens"),
    ("tagspan links", CEILING),
    ("tagspan links, for_each", CEILING),
    ("tagspan links", "lol_html links"),
    ("tagspan attributes", "lol_html attributes"),
    ("tagspan attributes", "lol_html attribute spans"),
    ("tagspan decoded", "astral-html"),
    ("tagspan decoded", "html5gum callback"),
    ("tagspan decoded", "html5gum default"),
    ("tagspan decoded", REFERENCE),
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use benches::Sum;

    use super::{CEILING, PAIRS, REFERENCE, Work, all};
    use crate::pages::Pages;

    /// Of a page, and of all pages: this is a build with checks, and slow.
    const MAX_BYTES: (usize, usize) = (64 << 10, 256 << 10);

    fn pages() -> Vec<String> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpora");
        let mut pages = Pages::read(&folder).expect("the pages of the repository").pages;
        let mut all = 0;
        pages.retain(|page| {
            let fits = page.len() <= MAX_BYTES.0 && all + page.len() <= MAX_BYTES.1;
            all += if fits { page.len() } else { 0 };
            fits
        });
        assert!(pages.len() >= 3);
        pages
    }

    /// All must run; exact contenders must have done the same work; and each must do the same every time.
    #[test]
    fn contenders_agree() {
        let contenders = all();
        for page in pages() {
            let sums: Vec<Sum> = contenders
                .iter()
                .map(|contender| {
                    let mut run = (contender.start)();
                    let sum = run(&page);
                    assert_eq!(run(&page), sum, "{}, the second time", contender.name);
                    sum
                })
                .collect();
            let counts = |sum: &Sum| (sum.start_tags, sum.attributes, sum.text_bytes);
            let of = |name: &str| {
                let index = contenders.iter().position(|contender| contender.name == name);
                counts(&sums[index.expect("a contender")])
            };
            // The others are tokenizers without a tree, and go by names too.
            let names_suffice = of("tagspan by names alone") == of("tagspan tokens");
            for work in [Work::Tokens, Work::Links, Work::Attributes, Work::Decoded] {
                let alike = || {
                    let both = contenders.iter().zip(&sums);
                    both.filter(|(contender, _)| contender.work == work && contender.exact)
                        .filter(|(contender, _)| names_suffice || contender.package == Some("tagspan"))
                };
                let (_, expected) = alike().next().expect("an exact contender");
                for (contender, sum) in alike() {
                    assert_eq!(counts(sum), counts(expected), "{}", contender.name);
                }
                assert!(expected.start_tags > 0 && expected.text_bytes > 0);
            }
        }
    }

    /// The checksum is one over the same spans, however the tokens are got.
    #[test]
    fn what_is_only_got_otherwise_is_the_same() {
        let contenders = all();
        let run = |name: &str, page: &str| {
            let contender = contenders.iter().find(|contender| contender.name == name);
            (contender.expect(name).start)()(page)
        };
        for page in pages() {
            for name in ["tagspan tokens", "tagspan links", "tagspan attributes", "tagspan decoded"] {
                assert_eq!(run(name, &page), run(&format!("{name}, for_each"), &page), "{name}");
            }
            assert_eq!(run("tagspan Tokenizer", &page), run("tagspan tokens", &page));
        }
    }

    #[test]
    fn names_are_distinct_and_pairs_name_contenders() {
        let contenders = all();
        let names: BTreeSet<&str> = contenders.iter().map(|contender| contender.name).collect();
        assert_eq!(names.len(), contenders.len());
        let paired: BTreeSet<&str> = PAIRS.iter().flat_map(|(of, to)| [*of, *to]).collect();
        for name in paired.into_iter().chain([CEILING, REFERENCE]) {
            assert!(names.contains(name) || name == "astral-html", "{name}");
        }
    }
}
