//! The options that choose codes of diagnostics.

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use tagspan_check::{Code, Diagnostic};

#[derive(Args, Debug)]
pub(crate) struct CodesArgs {
    /// Check the rules for authors too: the DOCTYPE, / on elements that it does not close, end tags of void elements, and more
    #[arg(long)]
    authoring: bool,

    /// Fail for these codes only; all others are warnings. Separate several codes by commas, or repeat the option
    /// [default: every code]
    #[arg(long, value_name = "CODE", value_parser = code(), hide_possible_values = true)]
    #[arg(value_delimiter = ',')]
    deny: Vec<Code>,

    /// Leave out these codes, written in the same way
    #[arg(long, value_name = "CODE", value_parser = code(), hide_possible_values = true)]
    #[arg(value_delimiter = ',')]
    allow: Vec<Code>,
}

impl CodesArgs {
    /// Whether the rules for authors are checked: also if one of them is denied, which would be in vain otherwise.
    pub(crate) fn authoring(&self) -> bool {
        self.authoring || self.deny.iter().any(|code| matches!(code, Code::Authoring(_)))
    }

    pub(crate) fn wants(&self, diagnostic: &Diagnostic) -> bool {
        !self.allow.contains(&diagnostic.code())
    }

    pub(crate) fn denies(&self, code: Code) -> bool {
        self.deny.is_empty() || self.deny.contains(&code)
    }
}

/// A code by its name. An unknown name gets a suggestion.
pub(crate) fn code() -> impl TypedValueParser<Value = Code> {
    PossibleValuesParser::new(Code::ALL.map(Code::as_str)).try_map(|name| name.parse::<Code>())
}
