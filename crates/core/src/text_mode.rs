//! The states that text can be in, as the tree builder or the caller chooses them.

use core::fmt;

use crate::state::State;

/// How the text after a tag is read: one of the six states that tokenizing can start in.
///
/// # Examples
///
/// ```
/// use tagspan_core::TextMode;
///
/// assert_eq!("RCDATA state".parse(), Ok(TextMode::Rcdata));
/// assert_eq!(TextMode::Rcdata.to_string(), "RCDATA state");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum TextMode {
    /// 12.2.5.1 Data state: tags, comments and character references.
    #[default]
    Data,
    /// 12.2.5.2 RCDATA state: character references, and the end tag of `title` or `textarea`.
    Rcdata,
    /// 12.2.5.3 RAWTEXT state: the end tag of `style`, `xmp`, `iframe`, `noembed`, `noframes` alone.
    Rawtext,
    /// 12.2.5.4 Script data state: the end tag of `script`, with its escapes.
    ScriptData,
    /// 12.2.5.5 PLAINTEXT state: text to the end of the input.
    Plaintext,
    /// 12.2.5.69 CDATA section state: text to `]]>`.
    CdataSection,
}

impl TextMode {
    /// Every mode, in the specification's order.
    pub const ALL: [TextMode; 6] = [
        TextMode::Data,
        TextMode::Rcdata,
        TextMode::Rawtext,
        TextMode::ScriptData,
        TextMode::Plaintext,
        TextMode::CdataSection,
    ];

    /// The specification's name of the state, such as `RCDATA state`.
    pub fn as_str(self) -> &'static str {
        match self {
            TextMode::Data => "Data state",
            TextMode::Rcdata => "RCDATA state",
            TextMode::Rawtext => "RAWTEXT state",
            TextMode::ScriptData => "Script data state",
            TextMode::Plaintext => "PLAINTEXT state",
            TextMode::CdataSection => "CDATA section state",
        }
    }

    pub(crate) fn state(self) -> State {
        match self {
            TextMode::Data => State::Data,
            TextMode::Rcdata => State::Rcdata,
            TextMode::Rawtext => State::Rawtext,
            TextMode::ScriptData => State::ScriptData,
            TextMode::Plaintext => State::Plaintext,
            TextMode::CdataSection => State::CdataSection,
        }
    }

    /// The mode that the start tag of an HTML element leads to; `name` is in lower case.
    pub(crate) fn after_start_tag(name: &[u8], scripting: bool) -> TextMode {
        match name {
            b"script" => TextMode::ScriptData,
            b"style" | b"xmp" | b"iframe" | b"noembed" | b"noframes" => TextMode::Rawtext,
            b"noscript" if scripting => TextMode::Rawtext,
            b"title" | b"textarea" => TextMode::Rcdata,
            b"plaintext" => TextMode::Plaintext,
            _ => TextMode::Data,
        }
    }
}

impl fmt::Display for TextMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// The error of parsing a [`TextMode`] from something else than one of its names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownTextMode;

impl fmt::Display for UnknownTextMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a state that text can be in; use ")?;
        for (index, mode) in TextMode::ALL.iter().enumerate() {
            write!(f, "{}\"{mode}\"", if index == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

impl core::error::Error for UnknownTextMode {}

impl core::str::FromStr for TextMode {
    type Err = UnknownTextMode;

    fn from_str(name: &str) -> Result<Self, UnknownTextMode> {
        Self::ALL.into_iter().find(|mode| mode.as_str() == name).ok_or(UnknownTextMode)
    }
}
