//! How serde writes the fields of a checkpoint for which it has no form of its own.

use core::fmt;

/// Bytes of the input. Each is written as the character of the same number, so that a tag can be read in JSON.
#[derive(Clone, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "String", into = "String"))]
pub(crate) struct Bytes(pub(crate) Vec<u8>);

impl From<&[u8]> for Bytes {
    fn from(bytes: &[u8]) -> Self {
        Bytes(bytes.to_vec())
    }
}

impl From<Bytes> for String {
    fn from(Bytes(bytes): Bytes) -> String {
        bytes.into_iter().map(char::from).collect()
    }
}

impl TryFrom<String> for Bytes {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Bytes, &'static str> {
        let bytes: Result<_, _> = text.chars().map(u8::try_from).collect();
        bytes.map(Bytes).map_err(|_| "a character above U+00FF stands for no byte")
    }
}

impl fmt::Debug for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "b\"{}\"", self.0.escape_ascii())
    }
}

/// For serde's attribute `with`.
#[cfg(feature = "serde")]
pub(crate) mod listed {
    use serde::{Deserialize, Deserializer, Serializer, de, ser};

    use crate::context_element::Namespace;
    use crate::error::LimitKind;
    use crate::feedback::Ambiguity;
    use crate::limits::LimitAction;
    use crate::machine::OverLimit;
    use crate::options::Feedback;
    use crate::text_mode::TextMode;
    use crate::token::Quote;

    /// Enums that are public or carry data, written as the index of their value. So values are only ever added at the end.
    pub(crate) trait Listed: Copy + PartialEq + 'static {
        const VALUES: &'static [Self];
    }

    impl Listed for Quote {
        const VALUES: &'static [Quote] = &[Quote::NoValue, Quote::Unquoted, Quote::Single, Quote::Double];
    }

    impl Listed for Namespace {
        const VALUES: &'static [Namespace] = &[Namespace::Html, Namespace::Svg, Namespace::MathMl];
    }

    impl Listed for Feedback {
        const VALUES: &'static [Feedback] = &[Feedback::Simulated, Feedback::Names, Feedback::None];
    }

    impl Listed for Option<TextMode> {
        const VALUES: &'static [Option<TextMode>] = &[
            None,
            Some(TextMode::Data),
            Some(TextMode::Rcdata),
            Some(TextMode::Rawtext),
            Some(TextMode::ScriptData),
            Some(TextMode::Plaintext),
            Some(TextMode::CdataSection),
        ];
    }

    impl Listed for LimitAction {
        const VALUES: &'static [LimitAction] = &[LimitAction::Fail, LimitAction::Truncate, LimitAction::Skip];
    }

    impl Listed for OverLimit {
        const VALUES: &'static [OverLimit] = &[
            OverLimit::No,
            OverLimit::Truncating,
            OverLimit::Skipping(LimitKind::Tag),
            OverLimit::Skipping(LimitKind::Comment),
            OverLimit::Skipping(LimitKind::Doctype),
            OverLimit::Skipping(LimitKind::ProcessingInstruction),
            OverLimit::Skipping(LimitKind::CharacterReference),
        ];
    }

    impl Listed for Ambiguity {
        // HTML content cannot have been left.
        const VALUES: &'static [Ambiguity] = &[
            Ambiguity::None,
            Ambiguity::UntilBreakout(Namespace::Svg),
            Ambiguity::UntilBreakout(Namespace::MathMl),
            Ambiguity::MayBeClosed(Namespace::Svg),
            Ambiguity::MayBeClosed(Namespace::MathMl),
            Ambiguity::Forever,
        ];
    }

    pub(crate) fn serialize<T: Listed, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
        match T::VALUES.iter().position(|listed| listed == value) {
            Some(index) => serializer.serialize_u8(index as u8),
            None => Err(ser::Error::custom("this enum value is not listed")),
        }
    }

    pub(crate) fn deserialize<'de, T: Listed, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
        let index = u8::deserialize(deserializer)?;
        T::VALUES.get(usize::from(index)).copied().ok_or_else(|| de::Error::custom("unknown enum value"))
    }
}
