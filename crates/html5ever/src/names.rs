//! Names of tags and attributes as html5ever interns them, with a memory for the long ones.

use html5ever::LocalName;

use crate::chunk::start_within;

/// Up to here a [`LocalName`] holds its bytes itself.
const INLINE: usize = 7;

/// How many long names are remembered.
const REMEMBERED: usize = 256;

/// The long names that were met last, each at the place that its bytes lead to.
///
/// To intern one again takes a hash of it by SipHash, and one that is not in html5ever's list (`data-…`) a global lock.
#[derive(Debug)]
pub(crate) struct Names {
    /// Empty until the first long name.
    met: Vec<LocalName>,
}

impl Names {
    pub(crate) fn new() -> Self {
        Names { met: Vec::new() }
    }

    /// The interned name, which may be a slice of the chunk.
    #[inline(always)]
    pub(crate) fn intern(&mut self, name: &str, chunk: &[u8]) -> LocalName {
        if name.len() > INLINE {
            return self.intern_long(name);
        }
        match short(name, chunk) {
            // As the constants of `local_name!` are made.
            Some(word) => LocalName::pack_inline(word << 8, name.len() as u8),
            None => LocalName::from(name),
        }
    }

    fn intern_long(&mut self, name: &str) -> LocalName {
        if self.met.is_empty() {
            self.met.resize(REMEMBERED, LocalName::default());
        }
        let met = &mut self.met[place(name.as_bytes())];
        if **met != *name {
            *met = LocalName::from(name);
        }
        met.clone()
    }
}

/// The bytes of a short name as a number, if the chunk has eight bytes from there on. To load them all takes one instruction,
/// and to load as many as the name has takes a call.
#[inline(always)]
fn short(name: &str, chunk: &[u8]) -> Option<u64> {
    let eight = chunk[start_within(chunk, name.as_bytes())?..].first_chunk()?;
    Some(u64::from_le_bytes(*eight) & ((1 << (8 * name.len())) - 1))
}

/// The place of a long name, from its first and its last eight bytes.
fn place(name: &[u8]) -> usize {
    let word = |bytes: Option<&[u8; 8]>| bytes.map_or(0, |bytes| u64::from_le_bytes(*bytes));
    let mixed = word(name.first_chunk()) ^ word(name.last_chunk()).rotate_left(29) ^ name.len() as u64;
    (mixed.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 56) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_the_one_that_html5ever_interns() {
        let mut names = Names::new();
        let mut cases: Vec<String> = (0..1000).map(|number| format!("data-name-{number}")).collect();
        let fixed = ["", "p", "address", "textarea", "blockquote", "onmouseover", "straße-é", "a\u{FFFD}b"];
        cases.extend(fixed.map(str::to_owned));
        for _ in 0..2 {
            for case in &cases {
                for chunk in [format!("{case}=behind it"), format!("{case}>"), case.clone(), String::new()] {
                    let name = chunk.get(..case.len()).unwrap_or(case);
                    assert_eq!(names.intern(name, chunk.as_bytes()), LocalName::from(&**case), "{case:?}");
                }
            }
        }
    }

    /// So that the table is of use: few usual names drive another out.
    #[test]
    fn usual_long_names_hardly_share_a_place() {
        let usual = "blockquote textarea noscript fieldset optgroup progress template colgroup frameset noframes plaintext \
                     figcaption datalist tabindex disabled selected required readonly autofocus cellpadding cellspacing \
                     placeholder autocomplete spellcheck contenteditable aria-label aria-hidden aria-labelledby \
                     aria-expanded aria-controls aria-describedby aria-haspopup aria-level aria-live data-id data-src \
                     data-url data-type data-name data-value data-index data-track data-testid data-toggle data-target \
                     data-action data-component itemprop itemscope itemtype property crossorigin integrity \
                     referrerpolicy importance fetchpriority decoding stroke-width stroke-linecap stroke-linejoin \
                     fill-rule clip-rule clip-path transform preserveaspectratio xlink:href xmlns:xlink onmouseover \
                     onmouseout";
        let mut places: Vec<usize> = usual.split_whitespace().map(|name| place(name.as_bytes())).collect();
        let count = places.len();
        places.sort_unstable();
        places.dedup();
        assert!(count - places.len() <= count / 6, "{} of {count} share a place", count - places.len());
    }
}
