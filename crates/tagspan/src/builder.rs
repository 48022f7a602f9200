//! What a caller can choose for a tokenizer.

use tagspan_core::unstable::{Engine, LineCounter};
use tagspan_core::{
    ColumnUnit, ContextElement, Feedback, LimitAction, Limits, TextMode, TokenizerBuilder as CoreBuilder,
};
use tagspan_input::{Encoding, EncodingOptions, Input, UnknownLabel, Validation};

use crate::late::LateDeclarations;
use crate::tokenizer::{Budget, Tokenizer};

/// How much of a document is kept for reading it again, unless one says otherwise.
const DEFAULT_REPLAY_LIMIT: usize = 64 * 1024;

/// Builds a [`Tokenizer`] with other settings than the defaults.
///
/// # Examples
///
/// ```
/// use tagspan::{ColumnUnit, Tokenizer, Token};
///
/// let mut tokenizer = Tokenizer::builder().parse_errors(true).locate(ColumnUnit::CodePoints).build();
/// let mut tokens = tokenizer.feed_last("<p>\n</>".as_bytes());
/// let mut places = Vec::new();
/// while tokens.advance()? {
///     if let Some(Token::Error(error)) = tokens.token() {
///         places.push(format!("{} {}", tokens.locate(error.offset()).unwrap(), error.code()));
///     }
/// }
/// assert_eq!(places, ["2:3 missing-end-tag-name"]);
/// # Ok::<(), tagspan::Error>(())
/// ```
#[derive(Clone, Debug)]
#[must_use = "a builder does nothing until `build`"]
pub struct TokenizerBuilder {
    input: EncodingOptions,
    engine: CoreBuilder,
    unit: Option<ColumnUnit>,
    late_declarations: LateDeclarations,
    replay_limit: usize,
    validation: Validation,
    source_offsets: bool,
    budget: Budget,
}

impl Default for TokenizerBuilder {
    fn default() -> Self {
        TokenizerBuilder {
            input: EncodingOptions::new(),
            engine: CoreBuilder::default(),
            unit: None,
            late_declarations: LateDeclarations::default(),
            replay_limit: DEFAULT_REPLAY_LIMIT,
            validation: Validation::default(),
            source_offsets: false,
            budget: Budget { bytes: u64::MAX, excess: LimitAction::Truncate },
        }
    }
}

impl TokenizerBuilder {
    /// The label of the encoding that came with the transport, such as the `charset` of a `Content-Type`
    /// header. Labels are those of the Encoding Standard, in any ASCII case. A byte order mark overrides
    /// it.
    ///
    /// # Errors
    ///
    /// [`UnknownLabel`] when the standard does not have the label. A crawler that goes on without it does
    /// what a browser does.
    ///
    /// ```
    /// use tagspan::Tokenizer;
    ///
    /// let mut tokenizer = Tokenizer::builder().charset("ISO-8859-2")?.build();
    /// tokenizer.feed_last(b"<p>").for_each(|_| ())?;
    /// assert!(tokenizer.encoding_decision().is_some_and(|decision| decision.encoding().name() == "ISO-8859-2"));
    /// assert!(Tokenizer::builder().charset("klingon-8").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn charset(mut self, label: &str) -> Result<Self, UnknownLabel> {
        self.input = self.input.charset(label)?;
        Ok(self)
    }

    /// The encoding that came with the transport, for those who have looked up its label.
    ///
    /// ```
    /// use tagspan::{EncodingSource, Tokenizer, UTF_8};
    ///
    /// let mut tokenizer = Tokenizer::builder().encoding(UTF_8).build();
    /// tokenizer.feed_last(b"<meta charset=koi8-r>").for_each(|_| ())?;
    /// assert!(tokenizer.encoding_decision().is_some_and(|decision| decision.source() == EncodingSource::Transport));
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn encoding(mut self, encoding: &'static Encoding) -> Self {
        self.input = self.input.encoding(encoding);
        self
    }

    /// The value of the `Content-Type` header: [`EncodingOptions::content_type`]. A label that nobody knows is as good
    /// as none.
    ///
    /// [`EncodingOptions::content_type`]: crate::EncodingOptions::content_type
    ///
    /// ```
    /// use tagspan::Tokenizer;
    ///
    /// let mut tokenizer = Tokenizer::builder().content_type("text/html; charset=EUC-KR").build();
    /// tokenizer.feed_last(b"<p>").for_each(|_| ())?;
    /// assert!(tokenizer.encoding_decision().is_some_and(|decision| decision.encoding().name() == "EUC-KR"));
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn content_type(mut self, value: impl AsRef<[u8]>) -> Self {
        self.input = self.input.content_type(value);
        self
    }

    /// The encoding that the user has asked for, whatever the header and the document say. A byte order mark overrides
    /// it.
    ///
    /// ```
    /// use tagspan::{EncodingSource, Tokenizer, UTF_8};
    ///
    /// let builder = Tokenizer::builder().content_type("text/html; charset=big5");
    /// let mut tokenizer = builder.override_encoding(UTF_8).build();
    /// tokenizer.feed_last(b"<p>").for_each(|_| ())?;
    /// assert!(tokenizer.encoding_decision().is_some_and(|decision| decision.source() == EncodingSource::Override));
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn override_encoding(mut self, encoding: &'static Encoding) -> Self {
        self.input = self.input.override_encoding(encoding);
        self
    }

    /// The default of a locale, such as `ru`, for bytes of which nothing is known: [`EncodingOptions::locale`].
    ///
    /// [`EncodingOptions::locale`]: crate::EncodingOptions::locale
    ///
    /// ```
    /// use tagspan::{Tokenizer, Token};
    ///
    /// let mut tokenizer = Tokenizer::builder().locale("ru").build();
    /// let mut tokens = tokenizer.feed_last(b"\xCC\xE8\xF0");
    /// assert!(matches!(tokens.next_token()?, Some(Token::Text(text)) if text.value() == "Мир"));
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn locale(mut self, tag: &str) -> Self {
        self.input = self.input.locale(tag);
        self
    }

    /// Detection from the first bytes where nothing else tells the encoding: [`EncodingOptions::detect`].
    ///
    /// [`EncodingOptions::detect`]: crate::EncodingOptions::detect
    ///
    /// ```
    /// use tagspan::Tokenizer;
    ///
    /// let mut tokenizer = Tokenizer::builder().detect(4096).build();
    /// tokenizer.feed_last("<p>Füße".as_bytes()).for_each(|_| ())?;
    /// assert!(tokenizer.encoding_decision().is_some_and(|decision| decision.encoding().name() == "UTF-8"));
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    #[cfg(feature = "detect")]
    pub fn detect(mut self, bytes: usize) -> Self {
        self.input = self.input.detect(bytes);
        self
    }

    /// All that is known about the encoding beforehand, instead of all that was said so far.
    ///
    /// ```
    /// use tagspan::{EncodingOptions, EncodingSource, Tokenizer, UTF_8};
    ///
    /// let options = EncodingOptions::new().parent(UTF_8);
    /// let mut tokenizer = Tokenizer::builder().encoding_options(options).build();
    /// tokenizer.feed_last(b"<p>").for_each(|_| ())?;
    /// assert!(tokenizer.encoding_decision().is_some_and(|decision| decision.source() == EncodingSource::ParentDocument));
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn encoding_options(mut self, options: EncodingOptions) -> Self {
        self.input = options;
        self
    }

    /// What happens when a `<meta>` tag contradicts an encoding that is tentative: [`LateDeclarations::Report`] by
    /// default.
    ///
    /// ```
    /// use tagspan::{Confidence, LateDeclarations, Tokenizer};
    ///
    /// let mut tokenizer = Tokenizer::builder().late_declarations(LateDeclarations::Ignore).build();
    /// tokenizer.feed_last(b"<meta charset=utf-8>").for_each(|_| ())?;
    /// assert!(tokenizer.encoding_decision().is_some_and(|decision| decision.confidence() == Confidence::Tentative));
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn late_declarations(mut self, policy: LateDeclarations) -> Self {
        self.late_declarations = policy;
        self
    }

    /// How many of the document's first bytes a late declaration is weighed against, and kept for reading them again as
    /// long as the encoding is tentative: 64 KiB by default. A declaration that ends beyond is too late for the tokenizer
    /// to act upon by itself. Up to 64 KiB more are kept for who leaves a chunk in the middle.
    ///
    /// A chunk in which the encoding becomes certain is not copied.
    ///
    /// ```
    /// use tagspan::{EncodingOptions, ErrorKind, LateDeclarations, Tokenizer};
    ///
    /// let builder = Tokenizer::builder().encoding_options(EncodingOptions::new().prescan_bytes(0));
    /// let mut tokenizer = builder.late_declarations(LateDeclarations::Follow).replay_limit(8).build();
    /// let error = tokenizer.feed_last(b"\xC1<meta charset=koi8-r>").for_each(|_| ()).unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::Restart { feed_again: true });
    /// ```
    pub fn replay_limit(mut self, bytes: usize) -> Self {
        self.replay_limit = bytes;
        self
    }

    /// Whether ill-formed sequences of the source are counted ([`Tokenizer::ill_formed`]), or end it
    /// ([`ErrorKind::IllFormed`](crate::ErrorKind::IllFormed)). Off by default.
    ///
    /// They are those of the encoding in which the source is read. As long as that is tentative, a strict tokenizer may
    /// stop before it meets the declaration that would have changed it; so be strict where the encoding is known, or
    /// find it first.
    ///
    /// # Examples
    ///
    /// ```
    /// use tagspan::{ErrorKind, Tokenizer, Validation};
    ///
    /// let mut tokenizer = Tokenizer::builder().charset("utf-8")?.validation(Validation::Strict).build();
    /// let error = tokenizer.feed_last(b"<p>\xFF").for_each(|_| ()).unwrap_err();
    /// assert_eq!((error.kind(), error.offset()), (ErrorKind::IllFormed, 3));
    /// # Ok::<(), tagspan::UnknownLabel>(())
    /// ```
    pub fn validation(mut self, validation: Validation) -> Self {
        self.validation = validation;
        self
    }

    /// Whether [`Tokens::source_span`](crate::Tokens::source_span) answers for other encodings than UTF-8.
    /// Off by default: source and text are copied piece by piece, and walked through once more. UTF-8 costs nothing.
    ///
    /// ```
    /// use tagspan::Tokenizer;
    ///
    /// let mut tokenizer = Tokenizer::builder().charset("windows-1252")?.source_offsets(true).build();
    /// let mut tokens = tokenizer.feed_last(b"caf\xE9<p>");
    /// tokens.next_token()?;
    /// let span = tokens.next_token()?.unwrap().span();
    /// assert_eq!((span.start, tokens.source_span(span).unwrap().start), (5, 4));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn source_offsets(mut self, on: bool) -> Self {
        self.source_offsets = on;
        self
    }

    /// The encoding for bytes of which nothing is known: windows-1252 by default, as the standard has it for most
    /// locales. Who knows that bytes without a declaration are UTF-8 says so here.
    ///
    /// # Examples
    ///
    /// ```
    /// use tagspan::{Encoding, Tokenizer};
    ///
    /// // A header with a label that nobody knows is as good as none.
    /// let western = Encoding::for_label(b"windows-1252").unwrap();
    /// let builder = Tokenizer::builder().default_encoding(western);
    /// let builder = builder.clone().charset("klingon-8").unwrap_or(builder);
    /// let mut tokenizer = builder.build();
    /// tokenizer.feed_last(b"caf\xE9").for_each(|_| ())?;
    /// assert_eq!(tokenizer.encoding_decision().unwrap().encoding(), western);
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn default_encoding(mut self, encoding: &'static Encoding) -> Self {
        self.input = self.input.default_encoding(encoding);
        self
    }

    /// Counts lines and columns for [`Tokens::locate`](crate::Tokens::locate). Off by default: it looks at every
    /// character once more, and keeps a second copy of a token that straddles chunks.
    ///
    /// ```
    /// use tagspan::{ColumnUnit, Tokenizer};
    ///
    /// let mut tokenizer = Tokenizer::builder().locate(ColumnUnit::Bytes).build();
    /// let mut tokens = tokenizer.feed_last(b"one\n<p>");
    /// tokens.next_token()?;
    /// assert!(tokens.locate(4).is_some_and(|place| place.to_string() == "2:1"));
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn locate(mut self, unit: ColumnUnit) -> Self {
        self.unit = Some(unit);
        self
    }

    /// Whether parse errors are reported among the tokens: [`TokenizerBuilder::parse_errors`].
    ///
    /// ```
    /// use tagspan::{ErrorCode, Tokenizer, Token};
    ///
    /// let mut tokenizer = Tokenizer::builder().parse_errors(true).build();
    /// let mut tokens = tokenizer.feed_last(b"</>");
    /// let Some(Token::Error(error)) = tokens.next_token()? else { panic!() };
    /// assert_eq!(error.code(), ErrorCode::MissingEndTagName);
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn parse_errors(mut self, report: bool) -> Self {
        self.engine = self.engine.parse_errors(report);
        self
    }

    /// The scripting flag: [`TokenizerBuilder::scripting`].
    ///
    /// ```
    /// use tagspan::{Tokenizer, TextMode};
    ///
    /// let mut tokenizer = Tokenizer::builder().scripting(true).build();
    /// let mut tokens = tokenizer.feed_last(b"<noscript>");
    /// tokens.next_token()?;
    /// assert_eq!(tokens.text_mode(), Some(TextMode::Rawtext));
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn scripting(mut self, scripting: bool) -> Self {
        self.engine = self.engine.scripting(scripting);
        self
    }

    /// What tells the tokenizer the text mode after a start tag, and whether `<![CDATA[` opens a section:
    /// [`Feedback`].
    ///
    /// ```
    /// use tagspan::{Feedback, Tokenizer, TextMode};
    ///
    /// let mut tokenizer = Tokenizer::builder().feedback(Feedback::None).build();
    /// let mut tokens = tokenizer.feed_last(b"<title>");
    /// tokens.next_token()?;
    /// assert_eq!(tokens.text_mode(), Some(TextMode::Data));
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn feedback(mut self, feedback: Feedback) -> Self {
        self.engine = self.engine.feedback(feedback);
        self
    }

    /// The input is the content of this element: [`TokenizerBuilder::fragment`].
    ///
    /// ```
    /// use tagspan::{ContextElement, Tokenizer, TextMode};
    ///
    /// let mut tokenizer = Tokenizer::builder().fragment(ContextElement::html("title")).build();
    /// assert_eq!(tokenizer.feed_last(b"<b>").text_mode(), Some(TextMode::Rcdata));
    /// ```
    pub fn fragment(mut self, element: ContextElement) -> Self {
        self.engine = self.engine.fragment(element);
        self
    }

    /// Whether `<![CDATA[` opens a CDATA section: [`TokenizerBuilder::cdata`].
    ///
    /// ```
    /// use tagspan::{Tokenizer, Token};
    ///
    /// let mut tokenizer = Tokenizer::builder().cdata(true).build();
    /// let mut tokens = tokenizer.feed_last(b"<![CDATA[<b>]]>");
    /// tokens.next_token()?;
    /// assert!(matches!(tokens.next_token()?, Some(Token::Text(text)) if text.value() == "<b>"));
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn cdata(mut self, allowed: bool) -> Self {
        self.engine = self.engine.cdata(allowed);
        self
    }

    /// Whether `<?target data>` is a processing instruction: [`TokenizerBuilder::processing_instructions`].
    ///
    /// ```
    /// use tagspan::{Tokenizer, Token};
    ///
    /// let mut tokenizer = Tokenizer::builder().processing_instructions(true).build();
    /// let mut tokens = tokenizer.feed_last(b"<?php echo 1 ?>");
    /// let Some(Token::ProcessingInstruction(instruction)) = tokens.next_token()? else { panic!() };
    /// assert_eq!(instruction.target(), "php");
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn processing_instructions(mut self, on: bool) -> Self {
        self.engine = self.engine.processing_instructions(on);
        self
    }

    /// The state to start in: [`TokenizerBuilder::initial_text_mode`].
    ///
    /// ```
    /// use tagspan::{Tokenizer, TextMode, Token};
    ///
    /// let mut tokenizer = Tokenizer::builder().initial_text_mode(TextMode::Plaintext).build();
    /// let mut tokens = tokenizer.feed_last(b"<b>");
    /// assert!(matches!(tokens.next_token()?, Some(Token::Text(text)) if text.value() == "<b>"));
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn initial_text_mode(mut self, mode: TextMode) -> Self {
        self.engine = self.engine.initial_text_mode(mode);
        self
    }

    /// The start tag that is taken to have come last: [`TokenizerBuilder::last_start_tag`].
    ///
    /// ```
    /// use tagspan::{Tokenizer, TextMode, Token};
    ///
    /// let builder = Tokenizer::builder().initial_text_mode(TextMode::ScriptData);
    /// let mut tokenizer = builder.last_start_tag("script").build();
    /// let mut tokens = tokenizer.feed_last(b"</script>");
    /// assert!(matches!(tokens.next_token()?, Some(Token::EndTag(tag)) if tag.is("script")));
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn last_start_tag(mut self, name: impl Into<String>) -> Self {
        self.engine = self.engine.last_start_tag(name);
        self
    }

    /// How large each kind of construct may become, and what happens to one that outgrows its limit:
    /// [`TokenizerBuilder::limits`].
    ///
    /// ```
    /// use tagspan::{LimitAction, Limits, Tokenizer};
    ///
    /// let limits = Limits::new().comment(32, LimitAction::Truncate);
    /// let mut tokenizer = Tokenizer::builder().limits(limits).build();
    /// let mut tokens = tokenizer.feed_last(b"<!-- a comment of more than thirty-two bytes -->");
    /// assert!(tokens.next_token()?.is_some_and(|comment| comment.missing_bytes() == 16));
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn limits(mut self, limits: Limits) -> Self {
        self.engine = self.engine.limits(limits);
        self
    }

    /// How many bytes of the source are read, whatever their encoding. There is no limit by default.
    ///
    /// What comes beyond it is left alone, as if the body had been cut there: what that cuts
    /// [says so](crate::Token::is_truncated), further chunks give nothing and [remain](crate::Tokens::remaining), and
    /// [`Tokenizer::is_full`] tells whoever fetches that there is no need to. With [`LimitAction::Fail`] it is
    /// [`ErrorKind::LimitExceeded`](crate::ErrorKind::LimitExceeded), and its offset is in the source.
    /// [`LimitAction::Skip`] is the same as [`LimitAction::Truncate`]. A source of as many bytes is whole.
    ///
    /// ```
    /// use tagspan::{LimitAction, Tokenizer};
    ///
    /// let mut tokenizer = Tokenizer::builder().max_bytes(8, LimitAction::Truncate).build();
    /// let mut raw = Vec::new();
    /// tokenizer.feed_last(b"<p>text and more").for_each(|token| raw.extend_from_slice(token.raw()))?;
    /// assert_eq!((&raw[..], tokenizer.is_full()), (&b"<p>text "[..], true));
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn max_bytes(mut self, bytes: u64, excess: LimitAction) -> Self {
        self.budget = Budget { bytes, excess };
        self
    }

    /// One limit for tags, comments, DOCTYPEs and character references, beyond which the document fails:
    /// [`TokenizerBuilder::max_token_bytes`].
    ///
    /// ```
    /// use tagspan::Tokenizer;
    ///
    /// let mut tokenizer = Tokenizer::builder().max_token_bytes(8).build();
    /// assert!(tokenizer.feed_last(b"<p title='far too long'>").next_token().is_err());
    /// ```
    pub fn max_token_bytes(mut self, limit: u32) -> Self {
        self.engine = self.engine.max_token_bytes(limit);
        self
    }

    /// The tokenizer.
    ///
    /// ```
    /// use tagspan::Tokenizer;
    ///
    /// let mut tokenizer = Tokenizer::builder().locale("ja").build();
    /// assert!(tokenizer.feed_last(b"<p>").next_token()?.is_some());
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn build(self) -> Tokenizer {
        let engine = Engine::from(self.engine.build());
        let input =
            Input::with_options(self.input).validation(self.validation).source_offsets(self.source_offsets);
        let locator = self.unit.map(LineCounter::new);
        Tokenizer::new_with(input, engine, locator, self.late_declarations, self.replay_limit, self.budget)
    }
}
