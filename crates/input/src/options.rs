//! What the caller knows about the encoding before the first byte.

use std::{error, fmt};

use encoding_rs::{Encoding, UTF_8};

use crate::decision::{Confidence, Decision, Source};

/// What the caller knows about the encoding before the first byte.
///
/// ```
/// use tagspan_input::{Input, Options};
///
/// // The header's label if there is a usable one, windows-1252 otherwise.
/// let windows_1252 = tagspan_input::Encoding::for_label(b"windows-1252").unwrap();
/// let options = Options::new().default_encoding(windows_1252);
/// let options = options.charset("klingon-8").unwrap_or(options);
/// let mut input = Input::with_options(options);
/// input.advance(b"<p>", false);
/// assert_eq!(input.decision().unwrap().encoding(), windows_1252);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub struct Options {
    transport: Option<&'static Encoding>,
    default: &'static Encoding,
}

impl Options {
    /// Nothing known: no transport encoding, and UTF-8 as the default.
    pub const fn new() -> Options {
        Options { transport: None, default: UTF_8 }
    }

    /// The label of the encoding that came with the transport, such as the `charset` of a `Content-Type`
    /// header, without quotes or anything around it but ASCII white space.
    ///
    /// Labels are those of the Encoding Standard, in any ASCII case. They are honoured as they are:
    /// `utf-16` means UTF-16LE, `iso-8859-1` means windows-1252, `x-user-defined` means itself, and the labels
    /// of the replacement encoding (`iso-2022-kr`, `hz-gb-2312`, …) give one U+FFFD for the whole document.
    ///
    /// The last call of this or [`Options::encoding`] holds. A byte order mark overrides both.
    ///
    /// # Errors
    ///
    /// [`UnknownLabel`] when the standard does not have the label, `utf-7` for one.
    ///
    /// ```
    /// use tagspan_input::Options;
    ///
    /// assert!(Options::new().charset(" ISO-8859-1 ").is_ok());
    /// assert_eq!(Options::new().charset("utf-7").unwrap_err().label, "utf-7");
    /// ```
    pub fn charset(self, label: &str) -> Result<Options, UnknownLabel> {
        match Encoding::for_label(label.as_bytes()) {
            Some(encoding) => Ok(self.encoding(encoding)),
            None => Err(UnknownLabel { label: label.to_owned() }),
        }
    }

    /// The encoding that came with the transport: [`Options::charset`] for those who have looked up the
    /// label already.
    pub const fn encoding(mut self, encoding: &'static Encoding) -> Options {
        self.transport = Some(encoding);
        self
    }

    /// The encoding that is used when neither the bytes nor the transport say anything; UTF-8 at first.
    ///
    /// It holds for every such document, because the document's own declarations are not looked at yet.
    pub const fn default_encoding(mut self, encoding: &'static Encoding) -> Options {
        self.default = encoding;
        self
    }

    /// The decision for a source that has no byte order mark.
    pub(crate) fn decide(&self) -> Decision {
        match self.transport {
            Some(encoding) => Decision::new(encoding, Confidence::Certain, Source::Transport),
            None => Decision::new(self.default, Confidence::Tentative, Source::Default),
        }
    }
}

impl Default for Options {
    fn default() -> Options {
        Options::new()
    }
}

/// A label that the Encoding Standard does not have.
///
/// The message shows at most the first 40 characters of the label, escaped.
///
/// ```
/// let error = tagspan_input::Options::new().charset("klingon-8").unwrap_err();
/// assert_eq!(error.code(), "unknown-encoding-label");
/// assert_eq!(
///     error.to_string(),
///     "unknown encoding label \"klingon-8\": give a label of the Encoding Standard such as \"utf-8\" or \
///      \"windows-1252\", or none, as a browser does with a label that it does not know"
/// );
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnknownLabel {
    /// The label as it was given.
    pub label: String,
}

impl UnknownLabel {
    /// A stable name of the error, for programs.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        "unknown-encoding-label"
    }

    /// What to do about it, for people: the last part of the message.
    #[must_use]
    pub const fn advice(&self) -> &'static str {
        "give a label of the Encoding Standard such as \"utf-8\" or \"windows-1252\", \
         or none, as a browser does with a label that it does not know"
    }
}

impl fmt::Display for UnknownLabel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 40;
        let (shown, more) = match self.label.char_indices().nth(SHOWN) {
            Some((end, _)) => (&self.label[..end], "…"),
            None => (&self.label[..], ""),
        };
        write!(f, "unknown encoding label {shown:?}{more}: {}", self.advice())
    }
}

impl error::Error for UnknownLabel {}
