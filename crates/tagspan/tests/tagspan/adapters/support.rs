//! Helpers for the tests of adapters: random numbers, randomly split pages, comparable tokens.

use tagspan::{Encoding, OwnedToken, Token, Tokenizer};
use testing::rng::Rng;

/// The page in chunks of any sizes, empty ones among them; at most a few thousand.
pub(crate) fn cut<'a>(rng: &mut Rng<'_>, page: &'a [u8]) -> Vec<&'a [u8]> {
    let sizes = [2, 17, 200, 3000, 40_000];
    let mean = sizes[rng.below(sizes.len())].max(page.len() / 1000);
    let mut chunks = Vec::new();
    let mut rest = page;
    while !rest.is_empty() {
        let size = if rng.below(8) == 0 { 0 } else { 1 + rng.below(2 * mean) };
        let (chunk, after) = rest.split_at(size.min(rest.len()));
        chunks.push(chunk);
        rest = after;
    }
    chunks
}

/// A token, or a run of text with its parts joined.
#[derive(Debug, PartialEq)]
pub(crate) enum Entry {
    Token(OwnedToken),
    Text { start: u64, raw: Vec<u8>, decoded: String, ignored_newline: bool },
}

/// The tokens of a document.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Seen(pub(crate) Vec<Entry>);

impl Seen {
    pub(crate) fn push(&mut self, token: Token<'_>) {
        let Token::Text(text) = token else { return self.0.push(Entry::Token(token.into_owned())) };
        let part = text.value();
        if let Some(Entry::Text { start, raw, decoded, .. }) = self.0.last_mut() {
            assert_eq!(*start + raw.len() as u64, text.span().start);
            raw.extend_from_slice(text.raw());
            decoded.push_str(&part);
            return;
        }
        self.0.push(Entry::Text {
            start: text.span().start,
            raw: text.raw().to_vec(),
            decoded: part.into_owned(),
            ignored_newline: text.has_ignored_newline(),
        });
    }

    /// Says where the two differ first.
    pub(crate) fn assert_same(&self, expected: &Seen, what: &str) {
        for (at, (found, expected)) in self.0.iter().zip(&expected.0).enumerate() {
            assert_eq!(found, expected, "{what}: token {at}");
        }
        assert_eq!(self.0.len(), expected.0.len(), "{what}: as many tokens");
    }

    /// The bytes of each entry, for short documents.
    pub(crate) fn raw(&self) -> Vec<String> {
        let raw = |entry: &Entry| match entry {
            Entry::Token(token) => String::from_utf8_lossy(token.raw()).into_owned(),
            Entry::Text { raw, .. } => String::from_utf8_lossy(raw).into_owned(),
        };
        self.0.iter().map(raw).collect()
    }
}

/// The tokens of the whole page.
pub(crate) fn whole(mut tokenizer: Tokenizer, page: &[u8]) -> Seen {
    let mut seen = Seen::default();
    tokenizer.feed_last(page).for_each(|token| seen.push(token)).unwrap();
    seen
}

/// A short page with every kind of token, in the encoding.
pub(crate) fn encoded(label: &str) -> Vec<u8> {
    let page = "<!DOCTYPE html>\r\n<title>Цена &amp; срок</title><!-- примечание -->\r<p class=\"а б\" \
                id='x&quot;y'>Привет,\r\n мир!<br/></p></><script>if (a < b) { '</p>' }</script>\
                <pre>\n</pre><svg><![CDATA[страница]]></svg>&#1046;&nbsp;<a href=страница>Ещё</a ";
    if label.starts_with("utf-16") {
        let units = |unit: u16| if label == "utf-16le" { unit.to_le_bytes() } else { unit.to_be_bytes() };
        return std::iter::once(0xFEFF).chain(page.encode_utf16()).flat_map(units).collect();
    }
    Encoding::for_label(label.as_bytes()).unwrap().encode(page).0.into_owned()
}
