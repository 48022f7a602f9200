//! Text whose white space is collapsed, as it is appended piece by piece.

use crate::limits::push_within;

/// The bytes that are searched at a time: the compiler makes vectors of such a block.
const BLOCK: usize = 16;

/// White space that waits for the next word.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Words {
    space: bool,
}

impl Words {
    /// Separates what was appended from what comes.
    pub(crate) fn separate(&mut self) {
        self.space = true;
    }

    /// Appends the words of a piece, one space between them, as far as the limit goes, and counts the bytes left out.
    pub(crate) fn push(&mut self, kept: &mut String, text: &str, limit: usize, lost: &mut u64) {
        for words in Runs(text) {
            if words.is_empty() {
                self.space = true;
            } else if *lost == 0 && kept.len() + 1 + words.len() <= limit {
                self.push_words(kept, words, limit, lost);
            } else {
                // A space counts only behind a word that was kept, so the words are cut one by one.
                for word in words.split(' ') {
                    self.push_words(kept, word, limit, lost);
                    self.space = true;
                }
                self.space = false;
            }
        }
    }

    fn push_words(&mut self, kept: &mut String, words: &str, limit: usize, lost: &mut u64) {
        if std::mem::take(&mut self.space) && !kept.is_empty() {
            push_within(kept, " ", limit, lost);
        }
        push_within(kept, words, limit, lost);
    }
}

/// The runs of a text that stay as they are when white space is collapsed: words with one space between them. The white space
/// around each of them, if there is any, is an empty one.
pub(crate) struct Runs<'a>(pub(crate) &'a str);

impl<'a> Iterator for Runs<'a> {
    type Item = &'a str;

    #[inline]
    fn next(&mut self) -> Option<&'a str> {
        let bytes = self.0.as_bytes();
        let first = *bytes.first()?;
        let (run, rest) = if first.is_ascii_whitespace() {
            ("", &self.0[end_of_space(bytes)..])
        } else {
            self.0.split_at(end_of_words(bytes))
        };
        self.0 = rest;
        Some(run)
    }
}

/// The first byte that is no white space.
fn end_of_space(bytes: &[u8]) -> usize {
    let (blocks, _) = bytes.as_chunks::<BLOCK>();
    let is_all_space =
        |block: &&[u8; BLOCK]| block.iter().fold(true, |all, &byte| all & byte.is_ascii_whitespace());
    let at = blocks.iter().take_while(is_all_space).count() * BLOCK;
    at + bytes[at..].iter().take_while(|byte| byte.is_ascii_whitespace()).count()
}

/// The first white space that is not one space between two words.
fn end_of_words(bytes: &[u8]) -> usize {
    let ends =
        |byte: u8, next: u8| byte.is_ascii_whitespace() && (byte != b' ' || next.is_ascii_whitespace());
    let mut at = 0;
    // A block, and the byte after it.
    while let Some((block, [next, ..])) = bytes[at..].split_first_chunk::<BLOCK>() {
        let mut nexts = [*next; BLOCK];
        nexts[..BLOCK - 1].copy_from_slice(&block[1..]);
        if block.iter().zip(&nexts).fold(false, |found, (&byte, &next)| found | ends(byte, next)) {
            break;
        }
        at += BLOCK;
    }
    let next = |at: usize| bytes.get(at + 1).copied().unwrap_or(b' ');
    while at < bytes.len() && !ends(bytes[at], next(at)) {
        at += 1;
    }
    at
}

/// Whether a text has NUL, which the tree builder drops. Texts are short, and rarely have one: no search ends early.
pub(crate) fn has_nul(text: &str) -> bool {
    text.bytes().fold(false, |found, byte| found | (byte == 0))
}

#[cfg(test)]
mod tests {
    use testing::rng::Rng;

    use super::{Runs, Words};
    use crate::limits::push_within;

    #[test]
    fn runs_are_words_with_single_spaces() {
        for (text, runs) in [
            ("", &[] as &[&str]),
            (" ", &[""]),
            ("a", &["a"]),
            ("a b", &["a b"]),
            ("a b ", &["a b", ""]),
            ("\n a\tb", &["", "a", "", "b"]),
            ("a  b c\x0Cd\re", &["a", "", "b c", "", "d", "", "e"]),
            ("é\u{a0}\u{b}日 \u{2003}", &["é\u{a0}\u{b}日 \u{2003}"]),
        ] {
            assert_eq!(Runs(text).collect::<Vec<_>>(), runs, "{text:?}");
        }
    }

    #[test]
    fn words_are_those_of_a_naive_split() {
        for number in 0..20_000 {
            let mut rng = Rng::of_seed(2, number);
            let text: String =
                (0..rng.below(80)).map(|_| rng.one(&["a", "b", "é", "c", " ", "\n"])).collect();
            let joined = Runs(&text).map(|run| if run.is_empty() { " " } else { run }).collect::<String>();
            let words: Vec<_> = text.split_ascii_whitespace().collect();
            assert_eq!(joined.trim_ascii(), words.join(" "), "{text:?}");
        }
    }
    /// Word by word.
    fn push_naively(space: &mut bool, kept: &mut String, text: &str, limit: usize, lost: &mut u64) {
        for (index, word) in text.split(|character: char| character.is_ascii_whitespace()).enumerate() {
            *space |= index > 0;
            if word.is_empty() {
                continue;
            }
            if std::mem::take(space) && !kept.is_empty() {
                push_within(kept, " ", limit, lost);
            }
            push_within(kept, word, limit, lost);
        }
    }

    #[test]
    fn limits_cut_pieces_as_word_by_word() {
        for number in 0..20_000 {
            let mut rng = Rng::of_seed(3, number);
            let limit = rng.below(30);
            let (mut words, mut kept, mut lost) = (Words::default(), String::new(), 0);
            let (mut space, mut expected, mut expected_lost) = (false, String::new(), 0);
            for _ in 0..rng.below(4) {
                let piece: String =
                    (0..rng.below(20)).map(|_| rng.one(&["a", "é", "日", " ", " ", "\n"])).collect();
                words.push(&mut kept, &piece, limit, &mut lost);
                push_naively(&mut space, &mut expected, &piece, limit, &mut expected_lost);
                assert_eq!((&kept, lost), (&expected, expected_lost), "{piece:?} within {limit}");
            }
        }
    }
}
