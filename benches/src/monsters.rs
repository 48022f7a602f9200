//! Constructs of any length, fed as one block again and again: what skipping them costs beside a search for their end.

use tagspan::{LimitAction, Limits, Token, Tokenizer};

/// A construct without an end: what comes before it, the block that is fed again and again, and what ends it.
#[derive(Clone, Copy, Debug)]
pub struct Monster {
    /// A few words for people.
    pub name: &'static str,
    before: &'static str,
    fill: &'static [u8],
    after: &'static str,
    /// What becomes of it.
    excess: LimitAction,
}

/// The link that must be found behind each.
const LINK: &str = "<a href='/after'>";

/// Comments, one of them for whoever looks at each dash, `data:` addresses, and scripts.
pub const MONSTERS: &[Monster] = &[
    Monster::new("comment, skipped", "<!--", b"The quick brown fox jumps. ", "-->", LimitAction::Skip),
    Monster::new("comment, truncated", "<!--", b"The quick brown fox jumps. ", "-->", LimitAction::Truncate),
    Monster::new("comment of dashes, skipped", "<!--", b"-", "-->", LimitAction::Skip),
    Monster::new("comment of dashes, truncated", "<!--", b"-", "-->", LimitAction::Truncate),
    Monster::new("comment of dashes and spaces, skipped", "<!--", b"-- -", "-->", LimitAction::Skip),
    Monster::new(
        "data: value, cut out",
        "<img src=\"data:",
        b"QUJDREVGR0hJSktMTU5P",
        "\">",
        LimitAction::Skip,
    ),
    Monster::new(
        "data: value, truncated",
        "<img src=\"data:",
        b"QUJDREVGR0hJSktMTU5P",
        "\">",
        LimitAction::Truncate,
    ),
    Monster::new("script", "<script>", b"let fox = 'brown' + 'quick'; ", "</script>", LimitAction::Skip),
];

impl Monster {
    const fn new(
        name: &'static str,
        before: &'static str,
        fill: &'static [u8],
        after: &'static str,
        excess: LimitAction,
    ) -> Self {
        Monster { name, before, fill, after, excess }
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
    /// use benches::monsters::MONSTERS;
    ///
    /// for monster in MONSTERS {
    ///     let mut fed = monster.begin();
    ///     fed.blocks(&monster.block(4096), 20);
    ///     assert!(fed.ends_well(), "{}", monster.name);
    /// }
    /// ```
    #[must_use]
    pub fn begin(&self) -> Fed<'_> {
        let limits = Limits::all(64 << 10, self.excess).attribute_value(16 << 10, self.excess);
        let stream = Tokenizer::builder().encoding(tagspan::UTF_8).limits(limits).build();
        let mut fed = Fed { monster: self, stream, links: 0, others: 0 };
        fed.feed(self.before.as_bytes());
        fed
    }
}

/// A document in which a [`Monster`] was begun.
#[derive(Debug)]
pub struct Fed<'m> {
    monster: &'m Monster,
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

    /// Ends the monster, and says whether the link behind it was found and nothing within it was taken for markup.
    #[must_use]
    pub fn ends_well(mut self) -> bool {
        self.feed(self.monster.after.as_bytes());
        self.feed(LINK.as_bytes());
        let tags_before = usize::from(!self.monster.before.starts_with("<!--"));
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
