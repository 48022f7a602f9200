//! What a caller can choose for a stream.

use tagspan_core::{ColumnUnit, Context, Locator, TextMode, Tokenizer, TokenizerBuilder};
use tagspan_input::{Encoding, Input, Options, UnknownLabel};

use crate::stream::Stream;

/// Builds a [`Stream`] with other settings than the defaults.
///
/// # Examples
///
/// ```
/// use tagspan::{ColumnUnit, Stream, Token};
///
/// let mut stream = Stream::builder().parse_errors(true).locate(ColumnUnit::CodePoints).build();
/// let mut tokens = stream.tokenize("<p>\n</>".as_bytes());
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
pub struct StreamBuilder {
    input: Options,
    tokenizer: TokenizerBuilder,
    unit: Option<ColumnUnit>,
}

impl StreamBuilder {
    /// The label of the encoding that came with the transport, such as the `charset` of a `Content-Type`
    /// header. Labels are those of the Encoding Standard, in any ASCII case. A byte order mark overrides
    /// it.
    ///
    /// # Errors
    ///
    /// [`UnknownLabel`] when the standard does not have the label. A crawler that goes on without it does
    /// what a browser does.
    pub fn charset(mut self, label: &str) -> Result<Self, UnknownLabel> {
        self.input = self.input.charset(label)?;
        Ok(self)
    }

    /// The encoding that came with the transport, for those who have looked up its label.
    pub fn encoding(mut self, encoding: &'static Encoding) -> Self {
        self.input = self.input.encoding(encoding);
        self
    }

    /// The encoding for bytes of which nothing is known: UTF-8 by default.
    ///
    /// # Examples
    ///
    /// ```
    /// use tagspan::{Encoding, Stream};
    ///
    /// // A header with a label that nobody knows is as good as none.
    /// let western = Encoding::for_label(b"windows-1252").unwrap();
    /// let builder = Stream::builder().default_encoding(western);
    /// let builder = builder.clone().charset("klingon-8").unwrap_or(builder);
    /// let mut stream = builder.build();
    /// stream.tokenize(b"caf\xE9").for_each(|_, _| ())?;
    /// assert_eq!(stream.decision().unwrap().encoding(), western);
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn default_encoding(mut self, encoding: &'static Encoding) -> Self {
        self.input = self.input.default_encoding(encoding);
        self
    }

    /// Counts lines and columns for [`StreamTokens::locate`](crate::StreamTokens::locate). Off by default:
    /// it looks at every character once more.
    pub fn locate(mut self, unit: ColumnUnit) -> Self {
        self.unit = Some(unit);
        self
    }

    /// Whether parse errors are reported among the tokens: [`TokenizerBuilder::parse_errors`].
    pub fn parse_errors(mut self, report: bool) -> Self {
        self.tokenizer = self.tokenizer.parse_errors(report);
        self
    }

    /// The scripting flag: [`TokenizerBuilder::scripting`].
    pub fn scripting(mut self, scripting: bool) -> Self {
        self.tokenizer = self.tokenizer.scripting(scripting);
        self
    }

    /// Who decides the text mode after a start tag: [`TokenizerBuilder::context`].
    pub fn context(mut self, context: Context) -> Self {
        self.tokenizer = self.tokenizer.context(context);
        self
    }

    /// Whether `<![CDATA[` opens a CDATA section: [`TokenizerBuilder::cdata`].
    pub fn cdata(mut self, allowed: bool) -> Self {
        self.tokenizer = self.tokenizer.cdata(allowed);
        self
    }

    /// Whether `<?target data>` is a processing instruction: [`TokenizerBuilder::processing_instructions`].
    pub fn processing_instructions(mut self, on: bool) -> Self {
        self.tokenizer = self.tokenizer.processing_instructions(on);
        self
    }

    /// The state to start in: [`TokenizerBuilder::initial_text_mode`].
    pub fn initial_text_mode(mut self, mode: TextMode) -> Self {
        self.tokenizer = self.tokenizer.initial_text_mode(mode);
        self
    }

    /// The start tag that is taken to have come last: [`TokenizerBuilder::last_start_tag`].
    pub fn last_start_tag(mut self, name: impl Into<String>) -> Self {
        self.tokenizer = self.tokenizer.last_start_tag(name);
        self
    }

    /// The longest tag, comment, DOCTYPE or character reference: [`TokenizerBuilder::max_token_bytes`].
    pub fn max_token_bytes(mut self, limit: u32) -> Self {
        self.tokenizer = self.tokenizer.max_token_bytes(limit);
        self
    }

    /// The stream.
    pub fn build(self) -> Stream {
        let tokenizer: Tokenizer = self.tokenizer.build();
        Stream::new_with(Input::with_options(self.input), tokenizer, self.unit.map(Locator::new))
    }
}
