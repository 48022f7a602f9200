//! The codes of diagnostics: the specification's parse errors, and the rules for authors.

use std::fmt;
use std::str::FromStr;

use tagspan::ErrorCode;

/// The code of a diagnostic.
///
/// ```
/// use tagspan::ErrorCode;
/// use tagspan_check::{Code, Rule};
///
/// assert_eq!("eof-in-tag".parse(), Ok(Code::Parse(ErrorCode::EofInTag)));
/// assert_eq!("lost-newline".parse(), Ok(Code::Authoring(Rule::LostNewline)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Code {
    /// A parse error of the tokenizer.
    Parse(ErrorCode),
    /// A rule for authors, which [`Checker::authoring`](crate::Checker::authoring) turns on.
    Authoring(Rule),
}

impl Code {
    /// Every code: those of parse errors, and then the rules.
    ///
    /// ```
    /// use tagspan::ErrorCode;
    /// use tagspan_check::{Code, Rule};
    ///
    /// assert_eq!(Code::ALL.len(), ErrorCode::ALL.len() + Rule::ALL.len());
    /// assert!(Code::ALL.is_sorted());
    /// ```
    pub const ALL: [Code; ErrorCode::ALL.len() + Rule::ALL.len()] = {
        let errors = ErrorCode::ALL.len();
        let mut all = [Code::Parse(ErrorCode::ALL[0]); ErrorCode::ALL.len() + Rule::ALL.len()];
        let mut index = 0;
        while index < all.len() {
            all[index] = if index < errors {
                Code::Parse(ErrorCode::ALL[index])
            } else {
                Code::Authoring(Rule::ALL[index - errors])
            };
            index += 1;
        }
        all
    };

    /// The name of the code. No two codes have the same.
    ///
    /// ```
    /// use tagspan_check::{Code, Rule};
    ///
    /// assert_eq!(Code::from(Rule::MissingDoctype).as_str(), "missing-doctype");
    /// ```
    pub fn as_str(self) -> &'static str {
        match self {
            Code::Parse(code) => code.as_str(),
            Code::Authoring(rule) => rule.as_str(),
        }
    }

    /// Where the code stands in [`Code::ALL`].
    ///
    /// ```
    /// use tagspan_check::Code;
    ///
    /// assert_eq!(Code::ALL.map(Code::index), std::array::from_fn(|index| index));
    /// ```
    pub fn index(self) -> usize {
        Code::ALL.iter().position(|&other| other == self).unwrap_or_default()
    }
}

impl From<ErrorCode> for Code {
    fn from(code: ErrorCode) -> Self {
        Code::Parse(code)
    }
}

impl From<Rule> for Code {
    fn from(rule: Rule) -> Self {
        Code::Authoring(rule)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl FromStr for Code {
    type Err = UnknownCode;

    fn from_str(name: &str) -> Result<Self, UnknownCode> {
        Code::ALL.into_iter().find(|code| code.as_str() == name).ok_or(UnknownCode)
    }
}

/// The error for a name that no [`Code`] has.
///
/// ```
/// use tagspan_check::{Code, UnknownCode};
///
/// assert_eq!("no-such-code".parse::<Code>(), Err(UnknownCode));
/// assert_eq!(UnknownCode.to_string(), "no code has this name");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownCode;

impl fmt::Display for UnknownCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no code has this name")
    }
}

impl std::error::Error for UnknownCode {}

/// Declares each rule once, with its name: the enum, the list of all and the names are made of that.
macro_rules! rules {
    ($($(#[$doc:meta])* $Rule:ident = $name:literal,)*) => {
        /// A rule of section 13.1 (12.1) *Writing HTML documents* that is no parse error of the tokenizer.
        ///
        /// The parse errors cover that section's rules about attributes, comments, CDATA sections and characters.
        ///
        /// ```
        /// use tagspan_check::Rule;
        ///
        /// assert_eq!(Rule::EndTagOfVoidElement.to_string(), "end-tag-of-void-element");
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Rule {
            $($(#[$doc])* $Rule,)*
        }

        impl Rule {
            /// Every rule, in alphabetical order.
            ///
            /// ```
            /// use tagspan_check::Rule;
            ///
            /// assert!(Rule::ALL.is_sorted_by_key(|rule| rule.as_str()));
            /// ```
            pub const ALL: &'static [Rule] = &[$(Rule::$Rule),*];

            /// The name of the rule.
            ///
            /// ```
            /// assert_eq!(tagspan_check::Rule::ObsoleteDoctype.as_str(), "obsolete-doctype");
            /// ```
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Rule::$Rule => $name,)*
                }
            }
        }
    };
}

rules! {
    /// `</script` in the text of a script, which the script's escapes let stand (13.1.2.6).
    EndTagInScript = "end-tag-in-script",
    /// `</br>`, `</img>` (13.1.2).
    EndTagOfVoidElement = "end-tag-of-void-element",
    /// A reference to a newline right after `<pre>`, `<textarea>` or `<listing>`, which is ignored (13.1.2.5).
    ///
    /// A newline that is written as such conforms there, though it is ignored too.
    LostNewline = "lost-newline",
    /// A DOCTYPE after anything but white space and comments (13.1).
    MisplacedDoctype = "misplaced-doctype",
    /// No DOCTYPE before the first tag or text (13.1.1). An input that has neither has no such diagnostic.
    MissingDoctype = "missing-doctype",
    /// `<p/>`: a tag that ends in `/>` for an element that is neither void nor foreign (13.1.2.1).
    ///
    /// The name is that of the tree builder's parse error.
    NonVoidHtmlElementStartTagWithTrailingSolidus = "non-void-html-element-start-tag-with-trailing-solidus",
    /// A DOCTYPE other than `<!DOCTYPE html>`, with or without `SYSTEM "about:legacy-compat"` (13.1.1).
    ObsoleteDoctype = "obsolete-doctype",
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}
