//! What a caller can choose: the builder and its defaults.

use crate::context::ContextElement;
use crate::engine::Engine;
use crate::limits::{LimitAction, Limits};
use crate::text_mode::TextMode;
use crate::tokenizer::Tokenizer;

/// What tells the tokenizer the text mode that follows a start tag, and whether `<![CDATA[` opens a section: what the
/// standard leaves to tree construction (13.2.6, 12.2.6 in the text that this crate follows).
///
/// # Examples
///
/// ```
/// use tagspan_core::{Feedback, Token, Tokenizer};
///
/// let svg = "<svg><style><b></style><![CDATA[<i>]]></svg>";
/// let tags = |feedback| {
///     let mut names = Vec::new();
///     let mut tokenizer = Tokenizer::builder().feedback(feedback).build();
///     tokenizer.feed_last(svg).for_each(|token| {
///         if let Token::StartTag(tag) = token {
///             names.push(tag.name().into_owned());
///         }
///     })?;
///     Ok::<_, tagspan_core::Error>(names)
/// };
/// assert_eq!(tags(Feedback::Simulated)?, ["svg", "style", "b"]);
/// assert_eq!(tags(Feedback::Names)?, ["svg", "style"]); // then `<b>` is text, and the section a comment
/// assert_eq!(tags(Feedback::None)?, ["svg", "style", "b"]);
/// # Ok::<(), tagspan_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
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
    /// * Beyond [so many](crate::Limits::open_elements) open elements within svg or math, and for names of more than 272 bytes there.
    ///
    /// All but the first last to the end of the document. On 160 real pages no token was uncertain.
    #[default]
    Simulated,
    /// The name of the tag alone, as if all were HTML content in a body.
    Names,
    /// The caller, with [`Tokens::set_text_mode`](crate::Tokens::set_text_mode).
    None,
}

#[derive(Clone, Debug)]
pub(crate) struct Options {
    pub(crate) parse_errors: bool,
    pub(crate) scripting: bool,
    pub(crate) feedback: Feedback,
    pub(crate) fragment: Option<ContextElement>,
    pub(crate) cdata: bool,
    pub(crate) processing_instructions: bool,
    /// `None` for that of the document or fragment.
    pub(crate) initial_mode: Option<TextMode>,
    pub(crate) last_start_tag: String,
    pub(crate) limits: Limits,
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
    /// The mode that text begins in.
    pub(crate) fn first_mode(&self) -> TextMode {
        let of_fragment = || self.fragment.as_ref().map(|element| element.text_mode(self.scripting));
        self.initial_mode.or_else(of_fragment).unwrap_or_default()
    }
}

/// Builds a [`Tokenizer`] with other settings than the defaults.
///
/// # Examples
///
/// ```
/// use tagspan_core::{TextMode, Token, Tokenizer};
///
/// let mut tokenizer = Tokenizer::builder()
///     .initial_text_mode(TextMode::Rcdata)
///     .last_start_tag("title")
///     .build();
/// let mut tokens = tokenizer.feed_last(b"a <b> c</title>");
/// assert!(matches!(tokens.next_token()?, Some(Token::Text(text)) if text.value() == "a <b> c"));
/// assert!(matches!(tokens.next_token()?, Some(Token::EndTag(tag)) if tag.is("title")));
/// # Ok::<(), tagspan_core::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
#[must_use = "a builder does nothing until `build`"]
pub struct TokenizerBuilder {
    options: Options,
}

impl TokenizerBuilder {
    /// Whether parse errors are reported among the tokens. Off by default: then no work is done for them.
    ///
    /// ```
    /// use tagspan_core::{Token, Tokenizer};
    ///
    /// let mut tokenizer = Tokenizer::builder().parse_errors(true).build();
    /// let mut tokens = tokenizer.feed_last("a&copy");
    /// let mut codes = Vec::new();
    /// while let Some(token) = tokens.next_token()? {
    ///     if let Token::Error(error) = token {
    ///         codes.push(error.code().as_str());
    ///     }
    /// }
    /// assert_eq!(codes, ["missing-semicolon-after-character-reference"]);
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    pub fn parse_errors(mut self, report: bool) -> Self {
        self.options.parse_errors = report;
        self
    }

    /// The scripting flag: whether the content of `<noscript>` is raw text. Off by default.
    ///
    /// ```
    /// use tagspan_core::{TextMode, Tokenizer};
    ///
    /// let mut tokenizer = Tokenizer::builder().scripting(true).build();
    /// let mut tokens = tokenizer.feed_last("<noscript>");
    /// tokens.next_token()?;
    /// assert_eq!(tokens.text_mode(), Some(TextMode::Rawtext));
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    pub fn scripting(mut self, scripting: bool) -> Self {
        self.options.scripting = scripting;
        self
    }

    /// Who decides the text mode after a start tag. [`Feedback::Simulated`] by default.
    ///
    /// ```
    /// use tagspan_core::{Feedback, TextMode, Tokenizer};
    ///
    /// let mut tokenizer = Tokenizer::builder().feedback(Feedback::None).build();
    /// let mut tokens = tokenizer.feed_last("<title>");
    /// tokens.next_token()?;
    /// assert_eq!(tokens.text_mode(), Some(TextMode::Data));
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    pub fn feedback(mut self, feedback: Feedback) -> Self {
        self.options.feedback = feedback;
        self
    }

    /// The input is the content of this element, not a document (12.4 "Parsing HTML fragments"): for the
    /// [feedback simulator](Feedback::Simulated), and for the state to start in, which
    /// [`initial_text_mode`](Self::initial_text_mode) goes before. [`ContextElement`] has examples.
    ///
    /// No end tag leaves the RCDATA, RAWTEXT or script data that a fragment begins in, as the standard has it.
    ///
    /// ```
    /// use tagspan_core::{ContextElement, TextMode, Tokenizer};
    ///
    /// let mut tokenizer = Tokenizer::builder().fragment(ContextElement::html("style")).build();
    /// assert_eq!(tokenizer.feed_last("a > b {}").text_mode(), Some(TextMode::Rawtext));
    /// ```
    pub fn fragment(mut self, element: ContextElement) -> Self {
        self.options.fragment = Some(element);
        self
    }

    /// Whether `<![CDATA[` opens a CDATA section wherever it stands, or as [`Tokens::set_cdata`](crate::Tokens::set_cdata)
    /// says on the way. Off by default: then it opens one where the [feedback simulator](Feedback::Simulated) knows of svg
    /// or math content, and else a bogus comment.
    ///
    /// ```
    /// use tagspan_core::{Token, Tokenizer};
    ///
    /// let mut tokenizer = Tokenizer::builder().cdata(true).build();
    /// let mut tokens = tokenizer.feed_last("<![CDATA[<b>]]>");
    /// tokens.next_token()?;
    /// assert!(matches!(tokens.next_token()?, Some(Token::Text(text)) if text.value() == "<b>"));
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    pub fn cdata(mut self, allowed: bool) -> Self {
        self.options.cdata = allowed;
        self
    }

    /// Whether `<?target data>` is a [`Token::ProcessingInstruction`](crate::Token::ProcessingInstruction),
    /// as in the standard since June 2026. Off by default: then it is a bogus comment, as it was until then.
    ///
    /// # Examples
    ///
    /// ```
    /// use tagspan_core::{Token, Tokenizer};
    ///
    /// let mut tokenizer = Tokenizer::builder().processing_instructions(true).build();
    /// let mut tokens = tokenizer.feed_last("<?php echo 1 ?>");
    /// let Some(Token::ProcessingInstruction(instruction)) = tokens.next_token()? else { panic!() };
    /// assert_eq!((&*instruction.target(), &*instruction.value()), ("php", "echo 1 "));
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    pub fn processing_instructions(mut self, on: bool) -> Self {
        self.options.processing_instructions = on;
        self
    }

    /// The state to start in. That of the [fragment](Self::fragment) if it is one, and else [`TextMode::Data`] by default.
    ///
    /// ```
    /// use tagspan_core::{TextMode, Token, Tokenizer};
    ///
    /// let mut tokenizer = Tokenizer::builder().initial_text_mode(TextMode::Plaintext).build();
    /// let mut tokens = tokenizer.feed_last("<b>&lt;");
    /// assert!(matches!(tokens.next_token()?, Some(Token::Text(text)) if text.value() == "<b>&lt;"));
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    pub fn initial_text_mode(mut self, mode: TextMode) -> Self {
        self.options.initial_mode = Some(mode);
        self
    }

    /// The tag name of the start tag that is taken to have come last, in any ASCII case: the one whose
    /// end tag leaves RCDATA, RAWTEXT and script data. None by default.
    ///
    /// ```
    /// use tagspan_core::{TextMode, Token, Tokenizer};
    ///
    /// let builder = Tokenizer::builder().initial_text_mode(TextMode::Rawtext);
    /// let mut tokenizer = builder.last_start_tag("style").build();
    /// let mut tokens = tokenizer.feed_last("</style>");
    /// assert!(matches!(tokens.next_token()?, Some(Token::EndTag(tag)) if tag.is("style")));
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    pub fn last_start_tag(mut self, name: impl Into<String>) -> Self {
        self.options.last_start_tag = name.into();
        self
    }

    /// How large each kind of construct may become, and what happens to one that outgrows its limit. By default
    /// [`Limits::new`], which is made for crawlers.
    ///
    /// ```
    /// use tagspan_core::{LimitAction, Limits, Tokenizer};
    ///
    /// let limits = Limits::new().comment(32, LimitAction::Fail);
    /// let mut tokenizer = Tokenizer::builder().limits(limits).build();
    /// assert!(tokenizer.feed_last("<!-- a comment of more than thirty-two bytes -->").next_token().is_err());
    /// ```
    pub fn limits(mut self, limits: Limits) -> Self {
        self.options.limits = limits;
        self
    }

    /// One limit for all: a tag, a comment, a DOCTYPE or a character reference of more bytes is
    /// [`ErrorKind::LimitExceeded`](crate::ErrorKind::LimitExceeded). The same as `limits` with [`Limits::all`] and
    /// [`LimitAction::Fail`].
    ///
    /// It bounds the memory that a tokenizer can hold: the bytes of the token if it straddles chunks, twenty bytes for
    /// each attribute of a tag, and some forty more for each of those beyond the first few.
    ///
    /// Offsets within a token have 32 bits: the highest limit is `u32::MAX - 1`, also for `u32::MAX`.
    ///
    /// ```
    /// use tagspan_core::Tokenizer;
    ///
    /// let mut tokenizer = Tokenizer::builder().max_token_bytes(8).build();
    /// assert!(tokenizer.feed_last("<a b=c>").next_token().is_ok());
    /// tokenizer.reset();
    /// assert!(tokenizer.feed_last("<a b='c'>").next_token().is_err());
    /// ```
    pub fn max_token_bytes(self, limit: u32) -> Self {
        self.limits(Limits::all(limit, LimitAction::Fail))
    }

    /// The tokenizer. It allocates when a token first straddles two chunks or has attributes, not here.
    ///
    /// ```
    /// use tagspan_core::Tokenizer;
    ///
    /// let mut tokenizer = Tokenizer::builder().scripting(true).build();
    /// assert!(tokenizer.feed_last("<p>").next_token()?.is_some());
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    pub fn build(self) -> Tokenizer {
        Engine::with_options(self.options).into()
    }
}
