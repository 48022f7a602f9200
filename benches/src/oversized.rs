//! Constructs of any length, fed as one block again and again: what skipping them costs beside a search for their end.

use tagspan::{LimitAction, Limits, Token, Tokenizer};

/// A construct without an end: what comes before it, the block that is fed again and again, and what ends it.
#[derive(Clone, Copy, Debug)]
pub struct OversizedToken {
    /// A few words for people.
    pub name: &'static str,
    before: &'static str,
    fill: &'static [u8],
    after: &'static str,
    /// The action of the limit.
    excess: LimitAction,
}

/// The link that must be found after each.
const LINK: &str = "<a href='/after'>";

/// Comments, one of them full of dashes, `data:` addresses, and scripts.
pub const OVERSIZED: &[OversizedToken] = &[
    OversizedToken::new("comment, skipped", "<!--", b"The quick brown fox jumps. ", "-->", LimitAction::Skip),
    OversizedToken::new(
        "comment, truncated",
        "<!--",
        b"The quick brown fox jumps. ",
        "-->",
        LimitAction::Truncate,
    ),
    OversizedToken::new("comment of dashes, skipped", "<!--", b"-", "-->", LimitAction::Skip),
    OversizedToken::new("comment of dashes, truncated", "<!--", b"-", "-->", LimitAction::Truncate),
    OversizedToken::new("comment of dashes and spaces, skipped", "<!--", b"-- -", "-->", LimitAction::Skip),
    OversizedToken::new(
        "data: value, cut out",
        "<img src=\"data:",
        b"QUJDREVGR0hJSktMTU5P",
        "\">",
        LimitAction::Skip,
    ),
    OversizedToken::new(
        "data: value, truncated",
        "<img src=\"data:",
        b"QUJDREVGR0hJSktMTU5P",
        "\">",
        LimitAction::Truncate,
    ),
    OversizedToken::new(
        "script",
        "<script>",
        b"let fox = 'brown' + 'quick'; ",
        "</script>",
        LimitAction::Skip,
    ),
];

impl OversizedToken {
    const fn new(
        name: &'static str,
        before: &'static str,
        fill: &'static [u8],
        after: &'static str,
        excess: LimitAction,
    ) -> Self {
        OversizedToken { name, before, fill, after, excess }
    }

    /// A block of so many bytes.
    #[must_use]
    pub fn block(&self, bytes: usize) -> Vec<u8> {
        self.fill.iter().copied().cycle().take(bytes).collect()
    }

    /// Begins a document with it.
    ///
    /// # Panics
    ///
    /// When the stream fails, which it must not; so does [`Fed`].
    ///
    /// # Examples
    ///
    /// ```
    /// use benches::oversized::OVERSIZED;
    ///
    /// for oversized in OVERSIZED {
    ///     let mut fed = oversized.begin();
    ///     fed.blocks(&oversized.block(4096), 20);
    ///     assert!(fed.ends_well(), "{}", oversized.name);
    /// }
    /// ```
    #[must_use]
    pub fn begin(&self) -> Fed<'_> {
        let limits = Limits::all(64 << 10, self.excess).attribute_value(16 << 10, self.excess);
        let stream = Tokenizer::builder().encoding(tagspan::UTF_8).limits(limits).build();
        let mut fed = Fed { oversized: self, stream, links: 0, others: 0 };
        fed.feed(self.before.as_bytes());
        fed
    }
}

/// A document in which a [`OversizedToken`] was begun.
#[derive(Debug)]
pub struct Fed<'m> {
    oversized: &'m OversizedToken,
    stream: Tokenizer,
    links: usize,
    others: usize,
}

impl Fed<'_> {
    /// Feeds the block so many times.
    pub fn blocks(&mut self, block: &[u8], times: u64) {
        for _ in 0..times {
            self.feed(block);
        }
    }

    /// Ends the oversized token, and says whether the link after it was found and nothing within it was taken for markup.
    #[must_use]
    pub fn ends_well(mut self) -> bool {
        self.feed(self.oversized.after.as_bytes());
        self.feed(LINK.as_bytes());
        let tags_before = usize::from(!self.oversized.before.starts_with("<!--"));
        (self.links, self.others) == (1, tags_before)
    }

    fn feed(&mut self, chunk: &[u8]) {
        let mut tokens = self.stream.feed(chunk);
        while let Some(token) = tokens.next_token().expect("what is skipped fails nothing") {
            match token {
                Token::StartTag(tag) if tag.is("a") => {
                    let href = tag.attribute("href");
                    self.links += usize::from(href.is_some_and(|href| href.value() == "/after"));
                }
                Token::StartTag(_) => self.others += 1,
                _ => {}
            }
        }
    }
}
