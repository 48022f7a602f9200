//! A test case of sniffing: an input, its chunking, and what is known of its encoding.

use std::fmt;

use tagspan_input::EncodingOptions;
use tagspan_reference::encoding::{Encoding, ParentDocument, SniffOptions};

/// The input of the check of sniffing.
///
/// # Examples
///
/// ```
/// use testing::sniffing::{Case, check};
///
/// let case = Case::new("<meta charset=koi8-r>", [9, 3], Default::default());
/// assert!(case.ends().eq([3, 9, 21]));
/// check(&case).unwrap();
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Case {
    /// The bytes of the input.
    pub input: Vec<u8>,
    /// Where the input is split: byte offsets, in ascending order, at most its length.
    pub cuts: Vec<usize>,
    /// The options, in the reference's terms.
    pub options: SniffOptions,
}

impl Case {
    /// A case with the splits put in order, and those beyond the input taken as its end.
    pub fn new(
        input: impl Into<Vec<u8>>,
        cuts: impl IntoIterator<Item = usize>,
        options: SniffOptions,
    ) -> Self {
        let input = input.into();
        let mut cuts: Vec<usize> = cuts.into_iter().map(|cut| cut.min(input.len())).collect();
        cuts.sort_unstable();
        Case { input, cuts, options }
    }

    /// The ends of the chunks that the splits make: how much is there after each.
    pub fn ends(&self) -> impl Iterator<Item = usize> {
        self.cuts.iter().copied().chain([self.input.len()])
    }

    /// The options with every part of what they know, from all of it to nothing.
    pub(crate) fn subsets(&self) -> impl Iterator<Item = SniffOptions> {
        let SniffOptions { user_override, transport, parent, likely, .. } = &self.options;
        let known = [user_override.is_some(), transport.is_some(), parent.is_some(), likely.is_some()];
        (0..1_u8 << known.len()).filter_map(move |without| {
            let is_without = |at: usize| without & 1 << at != 0;
            if (0..known.len()).any(|at| is_without(at) && !known[at]) {
                return None;
            }
            Some(SniffOptions {
                user_override: user_override.filter(|_| !is_without(0)),
                transport: transport.clone().filter(|_| !is_without(1)),
                parent: parent.filter(|_| !is_without(2)),
                likely: likely.filter(|_| !is_without(3)),
                ..self.options.clone()
            })
        })
    }

    /// The minimal case: nothing can be removed from its input, its splits or its options without losing
    /// the property that it shows.
    pub(super) fn minimal(&self, shows: impl Fn(&Case) -> bool) -> Case {
        let with = |input: &[u8], cuts: &[usize], options: &SniffOptions| {
            Case::new(input, cuts.iter().copied(), options.clone())
        };
        let Case { input, cuts, options } = self;
        let mut options = options.clone();
        for simpler in [
            |options: &mut SniffOptions| options.user_override = None,
            |options: &mut SniffOptions| options.transport = None,
            |options: &mut SniffOptions| options.parent = None,
            |options: &mut SniffOptions| options.likely = None,
            |options: &mut SniffOptions| options.prescan_limit = None,
            |options: &mut SniffOptions| options.default = Encoding::WINDOWS_1252,
        ] {
            let mut tried = options.clone();
            simpler(&mut tried);
            if shows(&with(input, cuts, &tried)) {
                options = tried;
            }
        }
        // Where the splits are hardly ever matters: they stay where they are, or go to the end.
        let cuts = if shows(&with(input, &[], &options)) { Vec::new() } else { cuts.clone() };
        let input = shortest(input.clone(), |input| shows(&with(input, &cuts, &options)));
        with(&input, &cuts, &options)
    }

    /// The fault, with everything that is needed to reproduce it.
    pub(crate) fn wrong(&self, what: impl fmt::Display) -> String {
        format!("{self}\n{what}")
    }
}

/// Takes out half of the bytes, a quarter of them, and so on down to single ones, as long as the case still fails.
fn shortest(mut input: Vec<u8>, shows: impl Fn(&[u8]) -> bool) -> Vec<u8> {
    let mut length = input.len().div_ceil(2);
    while length > 0 {
        let (before, mut at) = (input.len(), 0);
        while at < input.len() {
            let shorter = [&input[..at], &input[input.len().min(at + length)..]].concat();
            if shows(&shorter) {
                input = shorter;
            } else {
                at += length;
            }
        }
        if input.len() == before || length > 1 {
            length /= 2;
        }
    }
    input
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Case { input, cuts, options } = self;
        write!(
            f,
            "input      b\"{}\"\ncuts       {cuts:?}\nknown      {}",
            input.escape_ascii(),
            Known(options)
        )
    }
}

/// Shows what is known, and the limit.
pub(crate) struct Known<'a>(pub(crate) &'a SniffOptions);

impl fmt::Display for Known<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SniffOptions { user_override, transport, prescan_limit, parent, likely, default, .. } = self.0;
        if let Some(encoding) = user_override {
            write!(f, "override {encoding}, ")?;
        }
        if let Some(label) = transport {
            write!(f, "transport {label:?}, ")?;
        }
        if let Some(ParentDocument { encoding, same_origin }) = parent {
            let whose = if *same_origin { "parent" } else { "foreign parent" };
            write!(f, "{whose} {encoding}, ")?;
        }
        if let Some(encoding) = likely {
            write!(f, "likely {encoding}, ")?;
        }
        write!(f, "default {default}, ")?;
        match prescan_limit {
            None => f.write_str("the standard's limit"),
            Some(usize::MAX) => f.write_str("no limit"),
            Some(limit) => write!(f, "limit {limit}"),
        }
    }
}

/// The options in the sniffer's terms.
///
/// # Panics
///
/// When an encoding is one that the sniffer does not have.
pub fn options(known: &SniffOptions) -> EncodingOptions {
    let SniffOptions { user_override, transport, prescan_limit, parent, likely, default, .. } = known;
    let mut options = EncodingOptions::new().default_encoding(ours(*default));
    if let Some(encoding) = user_override {
        options = options.override_encoding(ours(*encoding));
    }
    if let Some(label) = transport {
        // One that is not supported is as good as none.
        options = options.clone().charset(label).unwrap_or(options);
    }
    if let Some(limit) = prescan_limit {
        options = options.prescan_bytes(*limit);
    }
    if let Some(parent) = parent
        && parent.same_origin
    {
        options = options.parent(ours(parent.encoding));
    }
    if let Some(encoding) = likely {
        options = options.likely(ours(*encoding));
    }
    options
}

/// An encoding of the reference as the decoder knows it.
pub(crate) fn ours(encoding: Encoding) -> &'static tagspan_input::Encoding {
    let found = tagspan_input::Encoding::for_label(encoding.name().as_bytes());
    found.unwrap_or_else(|| panic!("the sniffer does not know {encoding}"))
}
