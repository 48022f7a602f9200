//! The settings of a scanner, and where its tree-builder feedback comes from.

use crate::context_element::ContextElement;
use crate::limits::Limits;
use crate::text_mode::TextMode;

/// The source of the text mode after a start tag, and of whether `<![CDATA[` opens a section: the decisions that the
/// standard leaves to tree construction (13.2.6, 12.2.6 in the text that this crate follows).
///
/// # Examples
///
/// ```
/// use tagspan::{Feedback, Token, Tokenizer};
///
/// let svg = "<svg><style><b></style><![CDATA[<i>]]></svg>";
/// let tags = |feedback| {
///     let mut names = Vec::new();
///     let mut tokenizer = Tokenizer::builder().feedback(feedback).build();
///     tokenizer.feed_last(svg.as_bytes()).for_each(|token| {
///         if let Token::StartTag(tag) = token {
///             names.push(tag.name().into_owned());
///         }
///     })?;
///     Ok::<_, tagspan::Error>(names)
/// };
/// assert_eq!(tags(Feedback::Simulated)?, ["svg", "style", "b"]);
/// assert_eq!(tags(Feedback::Names)?, ["svg", "style"]); // then `<b>` is text, and the section a comment
/// assert_eq!(tags(Feedback::None)?, ["svg", "style", "b"]);
/// # Ok::<(), tagspan::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Feedback {
    /// The feedback simulator, which answers as a tree builder would.
    ///
    /// In HTML content there is script data after `<script>`, RAWTEXT after `<style>`, `<xmp>`, `<iframe>`, `<noembed>`,
    /// `<noframes>` (and `<noscript>` with scripting), RCDATA after `<title>` and `<textarea>`, PLAINTEXT after
    /// `<plaintext>`. In svg and math content, outside of its integration points, there is none of them, and `<![CDATA[`
    /// opens a section. After a `<frameset>` that replaces the body only `<noframes>` counts, and in a `<template>` of
    /// columns only `<template>`.
    ///
    /// It takes hardly any time in HTML content. Where the answer is with elements that only a tree knows, it gives the likelier
    /// one, and tokens that the other one would change say that they [are ambiguous](crate::Tag::is_ambiguous):
    ///
    /// * After an end tag in svg or math that matches nothing there, but may end an element around it, which would end
    ///   svg or math as well. Until the next tag that ends them anyhow, such as `<p>` or `<div>`, if there was a tag
    ///   before, such as `<body>`, after which no `<frameset>` counts.
    /// * After a `<frameset>`, where nothing has been seen that makes it ineffective: text would, and is not looked at.
    /// * After HTML content of an integration point that depends on what is around svg or math, or that is put in order
    ///   by moving elements: a form, a table and its parts, formatting elements that are nested wrongly, a table in a
    ///   paragraph (which quirks mode leaves there).
    /// * After an end tag that the standard ignores in an integration point or in `annotation-xml`, where known tree
    ///   builders end what is around them.
    /// * Over the [limit of open elements](crate::Limits::open_elements) within svg or math, and for names of more than 272
    ///   bytes there.
    ///
    /// All but the first last to the end of the document. On 160 real pages no token was ambiguous.
    #[default]
    Simulated,
    /// The name of the tag alone, as if all were HTML content in a body.
    Names,
    /// The caller, with [`Scanner::set_text_mode`](crate::scanner::Scanner::set_text_mode), or with
    /// `Tokens::set_text_mode` of the crate `tagspan`.
    None,
}

/// The settings of a [`Scanner`](crate::scanner::Scanner). The builder of `tagspan` has a method for each, with an example.
///
/// [`Default`] has the settings of a whole HTML document, with the feedback simulator and the limits of [`Limits::new`].
///
/// ```
/// use tagspan_core::Token;
/// use tagspan_core::scanner::{Options, Scanner};
///
/// let mut options = Options::default();
/// options.parse_errors = true;
/// let mut scanner = Scanner::with_options(options);
/// let body = &b"</>"[scanner.enter(b"</>", true)];
/// let found = scanner.scan(body, true)?.unwrap();
/// assert!(matches!(scanner.resolve(body, found), Token::Error(_)));
/// # Ok::<(), tagspan_core::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
#[non_exhaustive]
pub struct Options {
    /// Whether parse errors are reported, as tokens.
    pub parse_errors: bool,
    /// Whether scripts run, so that the content of `<noscript>` is RAWTEXT.
    pub scripting: bool,
    /// The source of tree-builder feedback, which chooses the text modes.
    pub feedback: Feedback,
    /// The element whose content the input is, if it is a fragment.
    pub fragment: Option<ContextElement>,
    /// Whether `<![CDATA[` opens a section at the start.
    pub cdata: bool,
    /// Whether there are processing instructions, which are bogus comments otherwise.
    pub processing_instructions: bool,
    /// The text mode at the start; `None` for that of the document or fragment.
    pub initial_mode: Option<TextMode>,
    /// The name of the start tag that an end tag in RCDATA, RAWTEXT or script data must have to be appropriate.
    pub last_start_tag: String,
    /// The limits of constructs.
    pub limits: Limits,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            parse_errors: false,
            scripting: false,
            feedback: Feedback::Simulated,
            fragment: None,
            cdata: false,
            processing_instructions: false,
            initial_mode: None,
            last_start_tag: String::new(),
            limits: Limits::new(),
        }
    }
}

impl Options {
    /// The bytes of heap that the settings take.
    pub(crate) fn allocated(&self) -> usize {
        let name = self.fragment.as_ref().map_or(0, |element| element.name.capacity());
        self.last_start_tag.capacity() + name
    }
}
