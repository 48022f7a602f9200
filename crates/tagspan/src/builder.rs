//! The settings of a tokenizer, and the functions that make one.

use tagspan_core::scanner::{LineCounter, Options, Scanner, without_skipped_tags};
use tagspan_core::{ColumnUnit, ContextElement, Feedback, Limits, TextMode};
use tagspan_input::decoder::Input;
use tagspan_input::{Encoding, EncodingOptions, UTF_8, UnknownLabel, Validation};

use crate::late_meta::LateDeclarations;
use crate::tokenizer::Tokenizer;
use crate::tokens::Tokens;

/// The default of [`TokenizerBuilder::replay_limit`].
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
#[derive(Clone, Debug, Default)]
#[must_use = "a builder does nothing until `build`"]
pub struct TokenizerBuilder {
    input: EncodingOptions,
    options: Options,
    unit: Option<ColumnUnit>,
    late_declarations: LateDeclarations,
    replay_limit: Option<usize>,
    validation: Validation,
    source_offsets: bool,
    /// The limits if the caller has set them: a rewriter has other defaults than a tokenizer.
    pub(crate) limits: Option<Limits>,
}

impl TokenizerBuilder {
    /// Sets the label of the encoding that came with the transport, such as the `charset` of a `Content-Type` header.
    /// Labels are those of the Encoding Standard, in any ASCII case. A byte order mark overrides it.
    ///
    /// # Errors
    ///
    /// [`UnknownLabel`] if the standard does not have the label. A browser ignores such a label.
    ///
    /// ```
    /// use tagspan::Tokenizer;
    ///
    /// let mut tokenizer = Tokenizer::builder().charset("ISO-8859-2")?.build();
    /// tokenizer.feed_last(b"<p>").for_each(|_| ())?;
    /// assert!(tokenizer.encoding().is_some_and(|it| it.name() == "ISO-8859-2"));
    /// assert!(Tokenizer::builder().charset("klingon-8").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn charset(mut self, label: &str) -> Result<Self, UnknownLabel> {
        self.input = self.input.charset(label)?;
        Ok(self)
    }

    /// Sets the encoding that came with the transport. A byte order mark overrides it. [`charset`](Self::charset) takes its
    /// label.
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

    /// Sets the value of the `Content-Type` header. A header without a `charset`, or with an unknown one, changes nothing.
    ///
    /// ```
    /// use tagspan::Tokenizer;
    ///
    /// let mut tokenizer = Tokenizer::builder().content_type("text/html; charset=EUC-KR").build();
    /// tokenizer.feed_last(b"<p>").for_each(|_| ())?;
    /// assert!(tokenizer.encoding().is_some_and(|it| it.name() == "EUC-KR"));
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn content_type(mut self, value: impl AsRef<[u8]>) -> Self {
        self.input = self.input.content_type(value);
        self
    }

    /// Reads text that is UTF-8 already, as [`Tokenizer::utf8`]: [`EncodingOptions::utf8`].
    ///
    /// ```
    /// use tagspan::{ColumnUnit, Tokenizer};
    ///
    /// let mut tokenizer = Tokenizer::builder().utf8().locate(ColumnUnit::CodePoints).build();
    /// let mut tokens = tokenizer.feed_last("é\n<p>".as_bytes());
    /// assert!(tokens.advance()? && tokens.advance()?);
    /// assert_eq!(tokens.locate(3).unwrap().to_string(), "2:1");
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn utf8(self) -> Self {
        self.encoding_options(EncodingOptions::utf8())
    }

    /// Replaces all settings of the encoding, of which there are more: an encoding that the user chose, the default of a locale,
    /// the detection of what is not declared.
    ///
    /// ```
    /// use tagspan::{EncodingOptions, Token, Tokenizer};
    ///
    /// let options = EncodingOptions::new().locale("ru");
    /// let mut tokenizer = Tokenizer::builder().encoding_options(options).build();
    /// let mut tokens = tokenizer.feed_last(b"\xCC\xE8\xF0");
    /// assert!(matches!(tokens.next_token()?, Some(Token::Text(text)) if text.value() == "Мир"));
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn encoding_options(mut self, options: EncodingOptions) -> Self {
        self.input = options;
        self
    }

    /// Sets the action when a `<meta>` tag contradicts a tentative encoding: [`LateDeclarations::Report`] by default.
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

    /// Sets how many bytes are kept for reading the document again while its encoding is tentative: 64 KiB by default. A
    /// declaration that ends beyond them changes nothing. Up to 64 KiB more are kept if a cursor is left within a chunk.
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
        self.replay_limit = Some(bytes);
        self
    }

    /// Sets whether ill-formed sequences of the source are counted ([`Tokenizer::ill_formed`]), or are an error
    /// ([`ErrorKind::IllFormed`](crate::ErrorKind::IllFormed)). Off by default.
    ///
    /// Sequences are ill-formed in the encoding in which the source is read. While that is tentative, a strict tokenizer may
    /// stop before a declaration that would have changed it: be strict where the encoding is known.
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

    /// Sets whether [`Tokens::source_span`](crate::Tokens::source_span) answers for encodings other than UTF-8. Off by
    /// default, because pieces of source and text are then kept and read a second time. For UTF-8 it costs nothing.
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

    /// Sets the encoding of documents that declare none: windows-1252 by default, as in the standard for most locales. Set
    /// UTF-8 for documents that are known to be UTF-8 without a declaration.
    ///
    /// # Examples
    ///
    /// ```
    /// use tagspan::{Encoding, Tokenizer};
    ///
    /// // A header with an unknown label is ignored.
    /// let western = Encoding::for_label(b"windows-1252").unwrap();
    /// let builder = Tokenizer::builder().default_encoding(western);
    /// let builder = builder.clone().charset("klingon-8").unwrap_or(builder);
    /// let mut tokenizer = builder.build();
    /// tokenizer.feed_last(b"caf\xE9").for_each(|_| ())?;
    /// assert_eq!(tokenizer.encoding().unwrap(), western);
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn default_encoding(mut self, encoding: &'static Encoding) -> Self {
        self.input = self.input.default_encoding(encoding);
        self
    }

    /// Counts lines and columns for [`Tokens::locate`](crate::Tokens::locate). Off by default, because every character is then
    /// read a second time, and a token that straddles chunks is copied a second time.
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

    /// Sets whether parse errors are reported, as [`Token::Error`](crate::Token::Error) among the tokens, in the order of
    /// the standard. Off by default: then they cost nothing.
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
        self.options.parse_errors = report;
        self
    }

    /// Sets the scripting flag: with it the content of `<noscript>` is raw text. Off by default.
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
        self.options.scripting = scripting;
        self
    }

    /// Sets the source of the text mode after a start tag, and of whether `<![CDATA[` opens a section.
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
        self.options.feedback = feedback;
        self
    }

    /// Tokenizes the content of this element in place of a document: "Parsing HTML fragments" (13.4, 12.4 in the text that
    /// this crate follows).
    ///
    /// ```
    /// use tagspan::{ContextElement, Tokenizer, TextMode};
    ///
    /// let mut tokenizer = Tokenizer::builder().fragment(ContextElement::html("title")).build();
    /// assert_eq!(tokenizer.feed_last(b"<b>").text_mode(), Some(TextMode::Rcdata));
    /// ```
    pub fn fragment(mut self, element: ContextElement) -> Self {
        self.options.fragment = Some(element);
        self
    }

    /// Sets whether `<![CDATA[` opens a CDATA section everywhere. Off by default: then it opens one in svg and math content,
    /// and is a bogus comment elsewhere.
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
        self.options.cdata = allowed;
        self
    }

    /// Sets whether `<?target data>` is a processing instruction, as in the living standard since June 2026. Off by default:
    /// then it is a bogus comment.
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
        self.options.processing_instructions = on;
        self
    }

    /// Sets the state to start in, in place of the data state.
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
        self.options.initial_mode = Some(mode);
        self
    }

    /// Sets the name of the last start tag before the input: the end tag with this name ends raw text.
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
        self.options.last_start_tag = name.into();
        self
    }

    /// Sets the limit of each kind of construct, and the action for a construct over its limit.
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
        self.limits = Some(limits);
        self
    }

    /// Truncates the tags that the [limits](Self::limits) would skip, for a tree builder, which must see every tag. Call it after
    /// them.
    ///
    /// ```
    /// use tagspan::{LimitAction, Limits, Token, Tokenizer};
    ///
    /// let builder = Tokenizer::builder().limits(Limits::new().tag(32, LimitAction::Skip));
    /// let mut tokenizer = builder.without_skipped_tags().build();
    /// let mut tokens = tokenizer.feed_last("<textarea class='one two three four five six'>");
    /// assert!(matches!(tokens.next_token()?, Some(Token::StartTag(tag)) if tag.is_truncated()));
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn without_skipped_tags(mut self) -> Self {
        self.limits = self.limits.map(without_skipped_tags);
        self
    }

    /// Builds the tokenizer.
    ///
    /// ```
    /// use tagspan::Tokenizer;
    ///
    /// let mut tokenizer = Tokenizer::builder().scripting(true).build();
    /// assert!(tokenizer.feed_last(b"<p>").next_token()?.is_some());
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    #[inline]
    pub fn build(self) -> Tokenizer {
        let mut options = self.options;
        options.limits = self.limits.unwrap_or_default();
        let scanner = Scanner::with_options(options);
        let input =
            Input::with_options(self.input).validation(self.validation).source_offsets(self.source_offsets);
        let locator = self.unit.map(LineCounter::new);
        let replay_limit = self.replay_limit.unwrap_or(DEFAULT_REPLAY_LIMIT);
        Tokenizer::with_parts(input, scanner, locator, self.late_declarations, replay_limit)
    }
}

impl Tokenizer {
    /// Creates a tokenizer for text that is UTF-8 already, as a decoder, a database or a template gives it: nothing is sniffed,
    /// declarations change nothing, and U+FEFF at the start is text. The text may be ill-formed.
    ///
    /// For other settings too: [`TokenizerBuilder::utf8`].
    ///
    /// ```
    /// use tagspan::Tokenizer;
    ///
    /// let mut tokenizer = Tokenizer::utf8();
    /// let mut tokens = tokenizer.feed_last("\u{FEFF}<meta charset=koi8-r>".as_bytes());
    /// assert!(tokens.next_token()?.is_some_and(|token| token.raw() == b"\xEF\xBB\xBF"));
    /// assert_eq!(tokenizer.encoding(), Some(tagspan::UTF_8));
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn utf8() -> Self {
        Self::builder().utf8().build()
    }

    /// Creates a tokenizer with the default settings: those of [`builder`](Self::builder).
    ///
    /// As in a browser, a document that declares no encoding is read as windows-1252. For documents that are known to be
    /// UTF-8, set [`TokenizerBuilder::default_encoding`] or [`TokenizerBuilder::encoding`].
    ///
    /// ```
    /// use tagspan::Tokenizer;
    ///
    /// assert!(Tokenizer::new().encoding_decision().is_none());
    /// ```
    pub fn new() -> Self {
        Self::builder().build()
    }

    /// Returns a builder to choose other settings.
    ///
    /// ```
    /// use tagspan::{Tokenizer, Token};
    ///
    /// let mut tokenizer = Tokenizer::builder().parse_errors(true).build();
    /// assert!(matches!(tokenizer.feed_last(b"</>").next_token()?, Some(Token::Error(_))));
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn builder() -> TokenizerBuilder {
        TokenizerBuilder::default()
    }
}

impl Default for Tokenizer {
    fn default() -> Self {
        Self::new()
    }
}

/// The tokens of a whole document: a `&str`, or a `&[u8]` of UTF-8. Declarations in the document do not change the
/// encoding, unlike a byte order mark. All other settings are the defaults.
///
/// The result is a cursor, not an [`Iterator`]: see [`Tokens`].
///
/// For bytes of an unknown encoding, and for other settings, use [`Tokenizer::feed_last`]; for a reader
/// [`ReadTokens`](crate::ReadTokens), and for chunks [`ChunkTokens`](crate::ChunkTokens).
///
/// # Examples
///
/// ```
/// use tagspan::Token;
///
/// let mut tokens = tagspan::tokenize("<p>one<p>two");
/// let mut text = Vec::new();
/// while let Some(token) = tokens.next_token()? {
///     if let Token::Text(run) = token {
///         text.push(run.value().into_owned());
///     }
/// }
/// assert_eq!(text, ["one", "two"]);
/// # Ok::<(), tagspan::Error>(())
/// ```
#[doc(alias = "parse")]
pub fn tokenize<H: AsRef<[u8]> + ?Sized>(html: &H) -> Tokens<'static, &[u8]> {
    let tokenizer = Tokenizer::builder().encoding(UTF_8).build();
    Tokens::of_document(tokenizer, html.as_ref())
}
