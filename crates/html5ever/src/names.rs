//! Names of tags and attributes as html5ever interns them, with a memory for the long ones.

use std::borrow::Cow;

use html5ever::LocalName;

/// Up to here a [`LocalName`] holds its bytes itself, and is made faster than looked up.
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

    /// The interned name.
    #[inline]
    pub(crate) fn intern(&mut self, name: Cow<'_, str>) -> LocalName {
        if name.len() <= INLINE { LocalName::from(name) } else { self.intern_long(&name) }
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
                assert_eq!(names.intern(Cow::Borrowed(case)), LocalName::from(&**case), "{case:?}");
                assert_eq!(&*names.intern(Cow::Owned(case.clone())), &**case);
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
