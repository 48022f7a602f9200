//! The cases of the encoding tests whose result is not the suite's, each with its reason.

use std::ops::RangeInclusive;

/// Cases that differ for one reason.
pub(super) struct Listed {
    pub(super) file: &'static str,
    /// Counted from zero.
    pub(super) cases: RangeInclusive<usize>,
    /// The expected result for the first bytes.
    pub(super) prescan: &'static str,
    /// The expected result of a whole parse, if it also differs from the suite's.
    pub(super) parse: Option<&'static str>,
    pub(super) reason: Reason,
}

/// Why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    /// The declaration is after the bytes that the prescan looks at, and is found by the parser.
    BehindTheLimit,
    /// A script writes the declaration.
    NeedsScripts,
}

pub(super) const LISTED: &[Listed] = &[
    // Comments of 2,048 bytes and more come first; in the last case a script that writes nothing as well.
    Listed {
        file: "tests1.dat",
        cases: 47..=53,
        prescan: "windows-1252",
        parse: None,
        reason: Reason::BehindTheLimit,
    },
    Listed {
        file: "scripted/tests1.dat",
        cases: 0..=0,
        prescan: "windows-1252",
        parse: Some("windows-1252"),
        reason: Reason::NeedsScripts,
    },
];

impl Listed {
    pub(super) fn is_of(&self, file: &str, number: usize) -> bool {
        self.file == file && self.cases.contains(&number)
    }

    /// Whether the first bytes say what the suite says, if there are enough of them.
    pub(super) fn is_behind_the_limit(&self) -> bool {
        self.reason == Reason::BehindTheLimit
    }

    /// Describes the result, and the reason.
    pub(super) fn tell(&self, expected: &str) -> String {
        let Listed { prescan, parse, .. } = self;
        let parse = parse.unwrap_or(expected);
        let why = match self.reason {
            Reason::BehindTheLimit => {
                "the declaration lies behind the first 1,024 bytes, where the parser finds it"
            }
            Reason::NeedsScripts => "a script writes the declaration, and there is no script engine here",
        };
        format!("wants {expected}; first bytes {prescan}, whole parse {parse}: {why}")
    }
}
