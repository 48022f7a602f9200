//! The arguments and results of the *encoding sniffing algorithm*, for both editions.

use super::{Encoding, SniffingEdition};

/// The input of the encoding sniffing algorithm besides the bytes.
///
/// Options that an edition lacks are ignored: [`SniffingEdition::Draft2010`] has neither
/// [`user_override`](Self::user_override) nor [`parent`](Self::parent).
///
/// # Examples
///
/// ```
/// use tagspan_reference::encoding::{Confidence, Encoding, SniffOptions, Source, sniff};
///
/// let options = SniffOptions { transport: Some("latin1".to_owned()), ..SniffOptions::default() };
/// let sniffed = sniff(b"<meta charset=utf-8>", &options);
/// assert_eq!(sniffed.encoding, Encoding::WINDOWS_1252);
/// assert_eq!(sniffed.confidence, Confidence::Certain);
/// assert_eq!(sniffed.source, Source::Transport);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SniffOptions {
    /// The edition of the specification.
    pub edition: SniffingEdition,
    /// The encoding that the user has explicitly asked for. It counts, although the standard lets that be
    /// optional.
    pub user_override: Option<Encoding>,
    /// The label that the transport layer specifies, such as the `charset` of a `Content-Type` header. One that
    /// is not supported is as good as none.
    pub transport: Option<String>,
    /// How many bytes are scanned for a declaration at the most, which the specification leaves open; with
    /// `None`, the edition's [`prescan_limit`](SniffingEdition::prescan_limit). 0 is no prescan at all.
    pub prescan_limit: Option<usize>,
    /// The container document's, if there is one.
    pub parent: Option<ParentDocument>,
    /// The encoding that is likely for other reasons, such as that of the last visit.
    pub likely: Option<Encoding>,
    /// The result of autodetection. The specification does not define the method, so it is an input.
    pub detected: Option<Encoding>,
    /// The default of the implementation, of the user or of the locale: see
    /// [`suggested_default`](super::suggested_default).
    pub default: Encoding,
}

impl Default for SniffOptions {
    /// Nothing known, and windows-1252 as the default: both editions suggest it for *all other locales*.
    fn default() -> SniffOptions {
        SniffOptions {
            edition: SniffingEdition::default(),
            user_override: None,
            transport: None,
            prescan_limit: None,
            parent: None,
            likely: None,
            detected: None,
            default: Encoding::WINDOWS_1252,
        }
    }
}

impl SniffOptions {
    /// The bytes that the prescan gets to see.
    pub(super) fn bytes_to_prescan<'a>(&self, bytes: &'a [u8]) -> &'a [u8] {
        let limit = self.prescan_limit.unwrap_or(self.edition.prescan_limit());
        &bytes[..bytes.len().min(limit)]
    }
}

/// The relevant properties of the parent document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParentDocument {
    /// Its encoding. UTF-16 is not passed on.
    pub encoding: Encoding,
    /// Whether the two documents have the same origin. If not, its encoding is not passed on.
    pub same_origin: bool,
}

/// The result of the encoding sniffing algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sniffed {
    /// The encoding to decode with in the first pass.
    pub encoding: Encoding,
    /// How sure it is: tentative or certain.
    pub confidence: Confidence,
    /// The step that returned it.
    pub source: Source,
}

impl Sniffed {
    pub(super) fn certain(encoding: Encoding, source: Source) -> Sniffed {
        Sniffed { encoding, confidence: Confidence::Certain, source }
    }

    pub(super) fn tentative(encoding: Encoding, source: Source) -> Sniffed {
        Sniffed { encoding, confidence: Confidence::Tentative, source }
    }
}

/// How sure an encoding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Confidence {
    /// A `meta` element may still change it.
    Tentative,
    /// Nothing changes it.
    Certain,
    /// The parser works on characters, so that no encoding is needed. [`sniff`](crate::encoding::sniff) never returns it.
    Irrelevant,
}

/// The steps of the encoding sniffing algorithm that return an encoding, in the living standard's order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Source {
    /// The bytes start with a byte order mark.
    ByteOrderMark,
    /// [`SniffOptions::user_override`]
    UserOverride,
    /// [`SniffOptions::transport`]
    Transport,
    /// The prescan found a declaration.
    Prescan,
    /// [`SniffOptions::parent`]
    ParentDocument,
    /// [`SniffOptions::likely`]
    Likely,
    /// [`SniffOptions::detected`]
    Detection,
    /// The default that the options give.
    Default,
}
