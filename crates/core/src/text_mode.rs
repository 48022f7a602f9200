//! Text modes: the six states in which text can be read.

use core::fmt;

/// The tokenizer state for the text after a tag: one of the six states in which tokenizing can start.
///
/// # Examples
///
/// ```
/// use tagspan::TextMode;
///
/// assert_eq!(TextMode::Rcdata.to_string(), "RCDATA state");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum TextMode {
    /// 13.2.5.1 (12.2.5.1) Data state: tags, comments and character references.
    #[default]
    Data,
    /// 13.2.5.2 (12.2.5.2) RCDATA state: character references, and the end tag of `title` or `textarea`.
    Rcdata,
    /// 13.2.5.3 (12.2.5.3) RAWTEXT state: the end tag of `style`, `xmp`, `iframe`, `noembed`, `noframes` alone.
    Rawtext,
    /// 13.2.5.4 (12.2.5.4) Script data state: the end tag of `script`, with its escapes.
    ScriptData,
    /// 13.2.5.5 (12.2.5.5) PLAINTEXT state: text to the end of the input.
    Plaintext,
    /// 13.2.5.69 (12.2.5.69) CDATA section state: text to `]]>`.
    CdataSection,
}

impl TextMode {
    /// Every mode, in the specification's order.
    ///
    /// ```
    /// use tagspan::TextMode;
    ///
    /// let named = |name| TextMode::ALL.into_iter().find(|mode| mode.as_str() == name);
    /// assert_eq!(named("RCDATA state"), Some(TextMode::Rcdata));
    /// ```
    pub const ALL: [TextMode; 6] = [
        TextMode::Data,
        TextMode::Rcdata,
        TextMode::Rawtext,
        TextMode::ScriptData,
        TextMode::Plaintext,
        TextMode::CdataSection,
    ];

    /// The specification's name of the state, such as `RCDATA state`.
    ///
    /// ```
    /// assert_eq!(tagspan::TextMode::ScriptData.as_str(), "Script data state");
    /// ```
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
}

impl fmt::Display for TextMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}
