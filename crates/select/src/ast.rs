//! Selectors as parsed.

/// How two compounds relate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Combinator {
    Descendant,
    Child,
    NextSibling,
    LaterSibling,
}

/// Compounds from left to right, each with what relates it to the one before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Complex {
    pub(crate) first: Vec<Simple>,
    pub(crate) rest: Vec<(Combinator, Vec<Simple>)>,
}

/// A simple selector: one condition of a compound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Simple {
    /// A name as written.
    Type(String),
    Id(String),
    Class(String),
    Attribute(AttributeTest),
    Root,
    Nth(Nth),
    Is(Vec<Complex>),
    Not(Vec<Complex>),
}

/// `An+B`, among all siblings or those of the same type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Nth {
    pub(crate) a: i32,
    pub(crate) b: i32,
    pub(crate) of_type: bool,
}

impl Nth {
    /// Whether an element is selected that has this number among its siblings, from 1.
    pub(crate) fn has(self, number: u32) -> bool {
        let (a, distance) = (i64::from(self.a), i64::from(number) - i64::from(self.b));
        if a == 0 { distance == 0 } else { distance % a == 0 && distance / a >= 0 }
    }
}

/// An attribute selector.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AttributeTest {
    /// The name as written.
    pub(crate) name: String,
    pub(crate) operator: Operator,
    pub(crate) value: String,
    /// Whether values are compared in any ASCII case, if it says so.
    pub(crate) ignores_case: Option<bool>,
}

/// How the value of an attribute is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operator {
    Exists,
    Equals,
    Includes,
    DashMatch,
    Prefix,
    Suffix,
    Substring,
}

impl Operator {
    /// Whether a value has what is asked for.
    pub(crate) fn has(self, value: &str, asked: &str, ignores_case: bool) -> bool {
        let equal = |a: &[u8], b: &[u8]| if ignores_case { a.eq_ignore_ascii_case(b) } else { a == b };
        let (bytes, part) = (value.as_bytes(), asked.as_bytes());
        let fits = !part.is_empty() && bytes.len() >= part.len();
        match self {
            Operator::Exists => true,
            Operator::Equals => equal(bytes, part),
            Operator::Includes => fits && value.split(is_space).any(|word| equal(word.as_bytes(), part)),
            Operator::DashMatch => {
                equal(bytes, part)
                    || bytes.get(part.len()) == Some(&b'-') && equal(&bytes[..part.len()], part)
            }
            Operator::Prefix => fits && equal(&bytes[..part.len()], part),
            Operator::Suffix => fits && equal(&bytes[bytes.len() - part.len()..], part),
            Operator::Substring if ignores_case => {
                fits && bytes.windows(part.len()).any(|window| equal(window, part))
            }
            Operator::Substring => fits && value.contains(asked),
        }
    }
}

/// The white space of HTML.
pub(crate) fn is_space(character: char) -> bool {
    matches!(character, '\t' | '\n' | '\x0C' | '\r' | ' ')
}
