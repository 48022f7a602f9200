//! A family of hostile inputs, with one input for each size.

use tagspan::{LimitAction, LimitKind, Limits, Tokenizer, TokenizerBuilder};

/// How long a token may be in the runs that show how oversized tokens are refused.
pub const REFUSED: u32 = 16 << 20;

/// A family of hostile inputs, one for each size.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    /// A short name in lower case, words joined by hyphens.
    pub name: &'static str,
    /// The failure of a careless tokenizer.
    pub tempts: &'static str,
    /// The construct that the whole input is, which outgrows the limit unless that is raised.
    pub outgrows: Option<LimitKind>,
    /// Whether `<![CDATA[` opens a section.
    pub cdata: bool,
    /// Whether `<?target data>` is a processing instruction.
    pub instructions: bool,
    input: Make,
    /// The end of the input.
    end: &'static [u8],
}

/// How the input of a case is made.
#[derive(Clone, Copy, Debug)]
pub(super) enum Make {
    /// A beginning, then one thing again and again.
    Repeat(&'static [u8], &'static [u8]),
    /// By a function of the size.
    With(fn(usize) -> Vec<u8>),
}

impl Case {
    pub(super) const fn new(name: &'static str, tempts: &'static str, input: Make) -> Self {
        Case { name, tempts, outgrows: None, cdata: false, instructions: false, input, end: b"" }
    }

    pub(super) const fn outgrows(mut self, construct: LimitKind) -> Self {
        self.outgrows = Some(construct);
        self
    }

    /// Ends the token, so that it is returned and can be decoded; without it, the end of the input truncates the token.
    pub(super) const fn ends(mut self, end: &'static [u8]) -> Self {
        self.end = end;
        self
    }

    pub(super) const fn cdata(mut self) -> Self {
        self.cdata = true;
        self
    }

    pub(super) const fn instructions(mut self) -> Self {
        self.instructions = true;
        self
    }

    /// The input of `size` bytes. Linear in `size`.
    ///
    /// # Examples
    ///
    /// ```
    /// use testing::hostile::CASES;
    ///
    /// let dashes = CASES.iter().find(|case| case.name == "comment-of-dashes").unwrap();
    /// assert_eq!(dashes.make(8), b"<!----->");
    /// ```
    #[must_use]
    pub fn make(&self, size: usize) -> Vec<u8> {
        let mut input: Vec<u8> = match self.input {
            Make::Repeat(prefix, unit) => {
                prefix.iter().chain(unit.iter().cycle()).copied().take(size).collect()
            }
            Make::With(make) => make(size),
        };
        input.truncate(size);
        if let Some(end) = input.len().checked_sub(self.end.len()) {
            input[end..].copy_from_slice(self.end);
        }
        input
    }

    /// A tokenizer, yet to be built, with the options that the case needs, which fails at [`REFUSED`] bytes.
    pub fn builder(&self) -> TokenizerBuilder {
        Tokenizer::builder()
            .utf8()
            .limits(Limits::all(REFUSED, LimitAction::Fail))
            .cdata(self.cdata)
            .processing_instructions(self.instructions)
    }

    /// As [`builder`](Self::builder), with limits that nothing here outgrows.
    pub fn unlimited(&self) -> TokenizerBuilder {
        self.builder().limits(Limits::all(u32::MAX, LimitAction::Fail))
    }
}
