//! Streams of any length made of pages: many documents, or one that is very long.

use tagspan::{Encoding, Token, Tokenizer};

use crate::pages::Page;
use crate::workloads;

/// Bytes in a chunk, as they come from a file or a fast network.
pub const CHUNK: usize = 64 << 10;

/// The part of the crates that processes the pages, and its settings.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    /// A few words for people.
    pub name: &'static str,
    /// Makes what the pages go through.
    pub make: fn() -> Feeder,
    /// All pages are one document, not each a document of its own.
    pub one_document: bool,
}

/// The ways to take a stream of pages.
pub const WAYS: &[Way] = &[
    Way {
        name: "tokenizer, documents",
        make: || Feeder::Tokenizer(Box::new(Tokenizer::utf8())),
        one_document: false,
    },
    Way {
        name: "tokenizer, one document",
        make: || Feeder::Tokenizer(Box::new(Tokenizer::utf8())),
        one_document: true,
    },
    Way {
        name: "tokenizer, documents, errors on",
        make: || Feeder::Tokenizer(Box::new(Tokenizer::builder().utf8().parse_errors(true).build())),
        one_document: false,
    },
    Way { name: "Tokenizer, documents", make: || decoding("utf-8"), one_document: false },
    Way { name: "Tokenizer, one document", make: || decoding("utf-8"), one_document: true },
    Way {
        name: "Tokenizer, documents, sniffed",
        make: || Feeder::Tokenizer(Box::default()),
        one_document: false,
    },
    // Which bytes these are matters little here: all have to be decoded.
    Way {
        name: "Tokenizer, documents, windows-1252",
        make: || decoding("windows-1252"),
        one_document: false,
    },
    Way {
        name: "Tokenizer, one document, windows-1252",
        make: || decoding("windows-1252"),
        one_document: true,
    },
    Way { name: "Tokenizer, documents, gb18030", make: || decoding("gb18030"), one_document: false },
    Way {
        name: "the same, source offsets on",
        make: || Feeder::Tokenizer(Box::new(with_offsets("gb18030"))),
        one_document: false,
    },
    Way {
        name: "the same, asked for each token",
        make: || Feeder::Sources(Box::new(with_offsets("gb18030"))),
        one_document: false,
    },
];

/// The part of the crates that processes the pages.
#[derive(Debug)]
pub enum Feeder {
    /// The tokenizer, with whatever decoder.
    Tokenizer(Box<Tokenizer>),
    /// The same, where the place in the source is asked for of every token.
    Sources(Box<Tokenizer>),
}

fn decoding(label: &str) -> Feeder {
    let encoding = Encoding::for_label(label.as_bytes()).expect("a label of the Encoding Standard");
    Feeder::Tokenizer(Box::new(Tokenizer::builder().encoding(encoding).build()))
}

fn with_offsets(label: &str) -> Tokenizer {
    let encoding = Encoding::for_label(label.as_bytes()).expect("a label of the Encoding Standard");
    Tokenizer::builder().encoding(encoding).source_offsets(true).build()
}

impl Feeder {
    /// Feeds the pages in chunks, again and again until `bytes` bytes are through, and gives the number of tokens.
    ///
    /// # Panics
    ///
    /// When there are no bytes in the pages, or a token is above the limits.
    ///
    /// # Examples
    ///
    /// ```
    /// use benches::endless::{CHUNK, WAYS};
    /// use benches::pages;
    ///
    /// let pages = pages::read(&pages::own())?;
    /// let tokens = (WAYS[0].make)().run(&pages, CHUNK as u64, WAYS[0].one_document);
    /// assert!(tokens > 1000);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn run(&mut self, pages: &[Page], bytes: u64, one_document: bool) -> u64 {
        match self {
            Feeder::Tokenizer(stream) if one_document => {
                stream.reset();
                let mut count = 0;
                repeat(pages, bytes, |page| {
                    for chunk in page.chunks(CHUNK) {
                        stream.feed(chunk).for_each(|_| count += 1).expect(WITHIN_LIMITS);
                    }
                });
                stream.finish().for_each(|_| count += 1).expect(WITHIN_LIMITS);
                count
            }
            Feeder::Tokenizer(stream) => {
                let mut count = 0;
                repeat(pages, bytes, |page| count += workloads::chunked(stream, page, CHUNK).tokens);
                count
            }
            // Always as documents.
            Feeder::Sources(stream) => {
                let mut count = 0;
                repeat(pages, bytes, |page| count += workloads::sources_chunked(stream, page, CHUNK).tokens);
                count
            }
        }
    }
}

/// The pages after which another can follow in one document: those that do not end within a comment, a script or
/// PLAINTEXT, which would swallow all that comes.
///
/// # Panics
///
/// When a token is above the limits.
///
/// # Examples
///
/// ```
/// use benches::{endless, pages};
///
/// let pages = pages::read(&pages::own())?;
/// assert!(endless::that_end(pages).iter().any(|page| page.name == "article.html"));
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn that_end(mut pages: Vec<Page>) -> Vec<Page> {
    pages.retain(|page| {
        let mut last = false;
        let followed = [&page.bytes[..], b"<end>"].concat();
        let each = |token: Token<'_>| last = matches!(token, Token::StartTag(tag) if tag.is("end"));
        Tokenizer::utf8().feed_last(&followed).for_each(each).expect(WITHIN_LIMITS);
        last
    });
    pages
}

const WITHIN_LIMITS: &str = "pages within the limits";

fn repeat(pages: &[Page], bytes: u64, mut each: impl FnMut(&[u8])) {
    assert!(pages.iter().any(|page| !page.bytes.is_empty()), "pages without a byte last for ever");
    let mut through = 0;
    for page in pages.iter().cycle() {
        if through >= bytes {
            break;
        }
        through += page.bytes.len() as u64;
        each(&page.bytes);
    }
}
