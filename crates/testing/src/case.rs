//! A test case: an input, its division into chunks, and the settings of the tokenizer.

use std::fmt;

use tagspan::TokenizerBuilder;
use tagspan_reference::Options;

use crate::run::{End, Outcome, run};
use crate::settings;
use crate::trace::Stream;

/// The input of a check.
#[derive(Clone, Debug, Default)]
pub struct Case {
    /// The bytes of the input.
    pub input: Vec<u8>,
    /// Where the input is split: byte offsets, in ascending order, at most its length. Equal ones make empty
    /// chunks.
    pub cuts: Vec<usize>,
    /// The settings, in the reference's terms.
    pub options: Options,
}

impl Case {
    /// A case with the splits put in order, and those beyond the input taken as its end.
    ///
    /// # Examples
    ///
    /// ```
    /// use testing::case::Case;
    ///
    /// let case = Case::new("<p>a", [9, 1], Default::default());
    /// assert!(case.chunks().eq([&b"<"[..], b"p>a", b""]));
    /// ```
    pub fn new(input: impl Into<Vec<u8>>, cuts: impl IntoIterator<Item = usize>, options: Options) -> Self {
        let input = input.into();
        let mut cuts: Vec<usize> = cuts.into_iter().map(|cut| cut.min(input.len())).collect();
        cuts.sort_unstable();
        Case { input, cuts, options }
    }

    /// The chunks that the splits make: one more than there are splits.
    pub fn chunks(&self) -> impl Iterator<Item = &[u8]> {
        let starts = std::iter::once(0).chain(self.cuts.iter().copied());
        let ends = self.cuts.iter().copied().chain(std::iter::once(self.input.len()));
        starts.zip(ends).map(|(start, end)| &self.input[start..end])
    }

    /// A tokenizer of these settings, yet to be built.
    pub fn builder(&self, parse_errors: bool) -> TokenizerBuilder {
        settings::builder(&self.options).parse_errors(parse_errors)
    }

    /// The trace of the input in one chunk.
    ///
    /// # Errors
    ///
    /// The fault.
    pub fn whole(&self, parse_errors: bool) -> Result<Stream, String> {
        let mut tokenizer = self.builder(parse_errors).build();
        run(&mut tokenizer, &[&self.input], End::WithChunk)
            .and_then(Outcome::complete)
            .map_err(|wrong| self.wrong(format_args!("whole, errors {parse_errors}: {wrong}")))
    }

    /// The fault, with everything that is needed to reproduce it.
    pub(crate) fn wrong(&self, what: impl fmt::Display) -> String {
        format!("{self}\n{what}")
    }
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "input      b\"{}\"\ncuts       {:?}\noptions    {:?}",
            self.input.escape_ascii(),
            self.cuts,
            self.options
        )
    }
}
