//! Whole pages, our own and real ones: their tokens partition them, and no chunking changes anything (I1, I3).

use std::fs;
use std::path::{Path, PathBuf};

use tagspan::EncodingOptions;
use tagspan_core::{Attribute, Tag, Token, Tokenizer};
use tagspan_input::sniff;
use tagspan_proof::checks::source_spans_in;

use super::chunking::Chunking;
use super::suite;
use super::tests::tell;

/// The sizes of chunks that every page is fed in besides the whole.
const SIZES: [usize; 4] = [1, 7, 1460, 65536];

/// The same where spans in the source are looked at, which takes longer; of pages that are UTF-8, where these are the
/// spans themselves, the last.
const SOURCE_SIZES: [usize; 3] = [1, 7, 1460];

/// The repository's own pages, which are always there.
fn own() -> Vec<PathBuf> {
    let mut paths = Vec::new();
    collect(&crate::repository::root().join("corpora"), &mut paths);
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "html"));
    assert!(!paths.is_empty(), "corpora/ has no page");
    paths
}

/// The folder of real pages: that of the environment, else the one that lies beside the suite's.
fn real() -> Option<PathBuf> {
    let named = std::env::var_os("TAGSPAN_PAGES").filter(|folder| !folder.is_empty()).map(PathBuf::from);
    if let Some(folder) = named {
        assert!(folder.is_dir(), "TAGSPAN_PAGES: {} is no folder", folder.display());
        return Some(folder);
    }
    let suite = suite::find(None, &crate::repository::root()).unwrap_or_else(|error| panic!("{error}"));
    let beside = suite.map(|suite| suite.join("../corpora/real")).filter(|folder| folder.is_dir());
    if beside.is_none() {
        tell("pages: only those of corpora/; TAGSPAN_PAGES may name a folder of real ones");
    }
    beside
}

#[test]
fn pages_partition_in_every_chunking() {
    let mut paths = own();
    if let Some(folder) = real() {
        let owned = paths.len();
        collect(&folder, &mut paths);
        assert!(paths.len() > owned, "{}: no page in it", folder.display());
    }
    paths.sort();
    let next = std::sync::atomic::AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(path) = paths.get(next.fetch_add(1, std::sync::atomic::Ordering::Relaxed)) {
                    check(path);
                }
            });
        }
    });
}

fn collect(folder: &Path, paths: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("the folder can be read").path();
        if path.is_dir() {
            collect(&path, paths);
        } else {
            paths.push(path);
        }
    }
}

fn check(path: &Path) {
    let page = fs::read(path).expect("the page can be read");
    let whole = digest(path, &page, Chunking::Whole, true);
    let quiet = digest(path, &page, Chunking::Whole, false);
    for (errors, expected) in [(true, &whole), (false, &quiet)] {
        for size in SIZES {
            let chunked = digest(path, &page, Chunking::Size(size), errors);
            assert_same(path, expected, &chunked, &format!("chunks of {size}, errors {errors}"));
        }
    }
    assert!(quiet.errors.is_empty(), "{}: errors that nobody asked for", path.display());
    let silenced = Digest { errors: Vec::new(), ..whole };
    assert_same(path, &quiet, &silenced, "errors asked for or not");
    // Here the pages are read in whatever encoding they are in, as a browser finds it.
    let encoding = EncodingOptions::new();
    let is_utf8 = sniff(&page, &encoding).encoding().name() == "UTF-8";
    let sizes = if is_utf8 { &SOURCE_SIZES[2..] } else { &SOURCE_SIZES };
    source_spans_in(&page, &encoding, sizes).unwrap_or_else(|wrong| panic!("{}: {wrong}", path.display()));
}

fn assert_same(path: &Path, expected: &Digest, got: &Digest, what: &str) {
    let first = |a: &[u64], b: &[u64]| a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let path = path.display();
    assert!(expected.tokens == got.tokens, "{path}: {what}: token {}", first(&expected.tokens, &got.tokens));
    assert!(expected.errors == got.errors, "{path}: {what}: error {}", first(&expected.errors, &got.errors));
}

/// One hash a token, adjacent text being one token, and one an error.
#[derive(Default)]
struct Digest {
    tokens: Vec<u64>,
    errors: Vec<u64>,
    /// The last token is text, which may go on.
    in_text: bool,
}

/// Takes a page's tokens and asserts that they are made of its bytes, one after the other.
fn digest(path: &Path, page: &[u8], chunking: Chunking, errors: bool) -> Digest {
    let mut tokenizer = Tokenizer::builder().parse_errors(errors).build();
    let mut digest = Digest::default();
    let (mut at, mut error_at) = (0, 0);
    let mut take = |token: Token<'_>| {
        if let Token::Error(error) = token {
            assert!(error.offset() >= error_at, "{}: {error} after one at {error_at}", path.display());
            error_at = error.offset();
            digest.errors.push(fnv(SEED, error.to_string().as_bytes()));
            return;
        }
        let span = token.span();
        assert!(
            span.start == at && page.get(span.range()) == Some(token.raw()) && !span.is_empty(),
            "{}: {span} comes after byte {at}, {chunking}, errors {errors}",
            path.display()
        );
        at = span.end;
        digest.add(token);
    };
    for (chunk, last) in chunking.chunks(page) {
        let mut tokens = if last { tokenizer.feed_last(chunk) } else { tokenizer.feed(chunk) };
        while let Some(token) = tokens.next_token().expect("no limit is that low") {
            take(token);
        }
    }
    if chunking != Chunking::Whole {
        let mut tokens = tokenizer.finish();
        while let Some(token) = tokens.next_token().expect("no limit is that low") {
            take(token);
        }
    }
    assert_eq!(at, page.len() as u64, "{}: the tokens end early", path.display());
    digest
}

impl Digest {
    fn add(&mut self, token: Token<'_>) {
        if let Token::Text(text) = token {
            if !std::mem::replace(&mut self.in_text, true) {
                self.tokens.push(SEED);
            }
            let last = self.tokens.last_mut().expect("pushed just now or before");
            *last = fnv(*last, text.value().as_bytes());
            return;
        }
        self.in_text = false;
        let hash = fnv(SEED, token.span().to_string().as_bytes());
        self.tokens.push(match token {
            Token::StartTag(tag) => fnv_tag(fnv(hash, b"<"), tag),
            Token::EndTag(tag) => fnv_tag(fnv(hash, b"/"), tag),
            Token::Comment(comment) => fnv(fnv(hash, b"!"), comment.value().as_bytes()),
            Token::Doctype(doctype) => {
                let parts = [doctype.name(), doctype.public_id(), doctype.system_id()];
                fnv(hash, format!("{parts:?}{}", doctype.force_quirks()).as_bytes())
            }
            Token::Dropped(dropped) => fnv(hash, dropped.reason().as_str().as_bytes()),
            other => unreachable!("{other:?}: a kind of token that this test does not know"),
        });
    }
}

fn fnv_tag(hash: u64, tag: Tag<'_>) -> u64 {
    let hash = fnv(hash, tag.name().as_bytes());
    let add = |hash, attribute: Attribute<'_>| {
        let hash = fnv(fnv(hash, attribute.name().as_bytes()), b"=");
        fnv(fnv(hash, attribute.value().as_bytes()), attribute.span().to_string().as_bytes())
    };
    fnv(tag.attributes_as_written().fold(hash, add), &[u8::from(tag.self_closing())])
}

const SEED: u64 = 0xCBF2_9CE4_8422_2325;

/// FNV-1a, which can go on where it stopped.
fn fnv(hash: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(hash, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3))
}
