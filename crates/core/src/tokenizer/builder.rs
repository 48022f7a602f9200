//! The builder of a tokenizer: every setting, with its default.

use crate::context_element::ContextElement;
use crate::limits::Limits;
use crate::options::{Feedback, Options};
use crate::text_mode::TextMode;

/// Builds a [`Tokenizer`](crate::Tokenizer) with other settings than the defaults.
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
    pub(super) options: Options,
}

impl TokenizerBuilder {
    /// Whether parse errors are reported among the tokens. Off by default: then no work is done for them.
    ///
    /// ```
    /// use tagspan_core::{Token, Tokenizer};
    ///
    /// let mut tokenizer = Tokenizer::builder().parse_errors(true).build();
    /// let mut tokens = tokenizer.feed_last(b"a&copy");
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
    /// let mut tokens = tokenizer.feed_last(b"<noscript>");
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
    /// let mut tokens = tokenizer.feed_last(b"<title>");
    /// tokens.next_token()?;
    /// assert_eq!(tokens.text_mode(), Some(TextMode::Data));
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    pub fn feedback(mut self, feedback: Feedback) -> Self {
        self.options.feedback = feedback;
        self
    }

    /// The input is the content of this element, not a document (13.4 (12.4) "Parsing HTML fragments"): for the
    /// [feedback simulator](Feedback::Simulated), and for the state to start in, which
    /// [`initial_text_mode`](Self::initial_text_mode) goes before. [`ContextElement`] has examples.
    ///
    /// No end tag leaves the RCDATA, RAWTEXT or script data that a fragment begins in, as the standard has it.
    ///
    /// ```
    /// use tagspan_core::{ContextElement, TextMode, Tokenizer};
    ///
    /// let mut tokenizer = Tokenizer::builder().fragment(ContextElement::html("style")).build();
    /// assert_eq!(tokenizer.feed_last(b"a > b {}").text_mode(), Some(TextMode::Rawtext));
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
    /// let mut tokens = tokenizer.feed_last(b"<![CDATA[<b>]]>");
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
    /// let mut tokens = tokenizer.feed_last(b"<?php echo 1 ?>");
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
    /// let mut tokens = tokenizer.feed_last(b"<b>&lt;");
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
    /// let mut tokens = tokenizer.feed_last(b"</style>");
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
    /// assert!(tokenizer.feed_last(b"<!-- a comment of more than thirty-two bytes -->").next_token().is_err());
    /// ```
    pub fn limits(mut self, limits: Limits) -> Self {
        self.options.limits = limits;
        self
    }
}
