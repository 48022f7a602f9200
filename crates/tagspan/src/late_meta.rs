//! Late declarations of the encoding: `<meta>` tags that the tokenizer meets while the encoding is tentative.

use std::ops::Range;

use tagspan_core::{Span, Tag};
use tagspan_input::{Encoding, extract_from_meta_content};

/// The action when a `<meta>` tag contradicts a tentative encoding.
///
/// The first bytes of a document are searched for a declaration before anything is decoded. A declaration further on, or in
/// a place that the search skips, is found when its tag is tokenized. The standard then continues in the other encoding if
/// everything before the tag is the same text in both, and otherwise reads the document again.
///
/// HTML Standard, section 13.2.3.4 (12.2.3.4), *Changing the encoding while parsing*.
///
/// A `<meta>` start tag is a declaration if a tree builder makes an element of it: not in a `frameset` and not in a
/// `<template>` of columns, as far as the [feedback simulator](crate::Feedback::Simulated) knows. A tag that holds
/// [inserted](crate::Tokenizer::insert) text is no declaration.
///
/// # Examples
///
/// A program that follows declarations. The tokens before a restart are void.
///
/// ```
/// use tagspan::{ErrorKind, LateDeclarations, Tokenizer, Token};
///
/// // The comment is longer than the bytes that are searched.
/// let page = [b"<p>\xC1<!--", &[b'-'; 2000][..], b"--><meta charset=koi8-r>"].concat();
/// let mut tokenizer = Tokenizer::builder().late_declarations(LateDeclarations::Follow).build();
/// let mut text = String::new();
/// let mut tokens = tokenizer.feed_last(&page);
/// loop {
///     match tokens.next_token() {
///         Ok(Some(Token::Text(found))) => text += &found.value(),
///         Ok(Some(_)) => {}
///         Ok(None) => break,
///         Err(error) if error.kind() == (ErrorKind::Restart { feed_again: false }) => text.clear(),
///         Err(error) => return Err(error),
///     }
/// }
/// assert_eq!(text, "а");
/// # Ok::<(), tagspan::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum LateDeclarations {
    /// Does what the standard says: replaces the decoder if that does not change the text before the tag, and otherwise
    /// starts the document again, which an error reports.
    ///
    /// After [`ErrorKind::Restart`](crate::ErrorKind::Restart) all tokens so far are void, and so are all results computed
    /// from them: clear [`TextRuns`](crate::TextRuns) too. If `feed_again` is false, the same cursor continues with the
    /// first token of the document. If it is true, the declaration lies beyond the [replay
    /// limit](crate::TokenizerBuilder::replay_limit), and the tokenizer waits for the whole document to be fed again. Text
    /// that was [inserted](crate::Tokenizer::insert) is gone, too, and for the caller to insert again.
    ///
    /// A program that left the cursor at the error, such as by `?`, can still read the document from its first byte: after
    /// [`Tokenizer::reset_with`](crate::Tokenizer::reset_with) with the encoding of
    /// [`Tokenizer::late_declaration`](crate::Tokenizer::late_declaration) as an
    /// [override](crate::EncodingOptions::override_encoding).
    Follow,
    /// Replaces the decoder if that does not change the text before the tag, which is compared within the
    /// [replay limit](crate::TokenizerBuilder::replay_limit). Otherwise the encoding stays, and
    /// [`Tokenizer::late_declaration`](crate::Tokenizer::late_declaration) reports the declaration.
    #[default]
    Report,
    /// Does not look for declarations. The encoding stays tentative.
    Ignore,
}

/// A declaration that was found while the encoding was tentative.
///
/// # Examples
///
/// ```
/// use tagspan::{LateOutcome, Tokenizer};
///
/// let mut tokenizer = Tokenizer::new();
/// tokenizer.feed_last(b"<meta charset=utf-8>").for_each(|_| ())?;
/// let late = tokenizer.late_declaration().unwrap();
/// assert_eq!((late.outcome, late.span.end), (LateOutcome::Confirmed, 20));
/// # Ok::<(), tagspan::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LateDeclaration {
    /// The declared encoding, as the standard reads it: UTF-8 for UTF-16.
    pub encoding: &'static Encoding,
    /// The effect of the declaration.
    pub outcome: LateOutcome,
    /// The tag's span in the decoded text, inserted text included.
    pub span: Span,
    /// The tag's byte range in the source; `None` if it was not needed or is beyond the replay limit.
    pub bytes: Option<Range<u64>>,
}

/// The effect of a [`LateDeclaration`].
///
/// ```
/// use tagspan::{EncodingOptions, LateOutcome, Tokenizer};
///
/// let options = EncodingOptions::new().prescan_bytes(0);
/// let mut tokenizer = Tokenizer::builder().encoding_options(options).build();
/// tokenizer.feed_last(b"<p><meta charset=koi8-r>\xC1").for_each(|_| ())?;
/// assert!(tokenizer.late_declaration().is_some_and(|late| late.outcome == LateOutcome::Switched));
/// # Ok::<(), tagspan::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum LateOutcome {
    /// The declaration agrees with the encoding, or the source is UTF-16: the encoding is certain.
    Confirmed,
    /// The decoder was replaced after the tag.
    Switched,
    /// The document starts again in the declared encoding.
    Restarted,
    /// The document should have been read again and was not: the encoding stays, and is certain.
    Ignored,
}

impl LateOutcome {
    /// A stable name for reports, in lower case.
    ///
    /// ```
    /// assert_eq!(tagspan::LateOutcome::Restarted.as_str(), "restarted");
    /// ```
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            LateOutcome::Confirmed => "confirmed",
            LateOutcome::Switched => "switched",
            LateOutcome::Restarted => "restarted",
            LateOutcome::Ignored => "ignored",
        }
    }
}

impl std::fmt::Display for LateOutcome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.as_str())
    }
}

/// The encoding that a start tag declares to the tree builder, which reads decoded attributes.
///
/// HTML Standard, section 13.2.6.4.4 (12.2.6.4.4), *The "in head" insertion mode*, a start tag whose tag name is "meta".
/// All other modes that process the tag send it there.
pub(crate) fn declared(tag: Tag<'_>) -> Option<&'static Encoding> {
    if !tag.is("meta") {
        return None;
    }
    let charset =
        tag.attribute("charset").and_then(|charset| Encoding::for_label(charset.value().as_bytes()));
    charset.or_else(|| {
        let pragma = tag.attribute("http-equiv")?.value();
        let content = tag.attribute("content").filter(|_| pragma.eq_ignore_ascii_case("content-type"))?;
        extract_from_meta_content(content.value().as_bytes())
    })
}
