//! What a caller can choose: the builder and its defaults.

use crate::text_mode::TextMode;
use crate::tokenizer::Tokenizer;

/// Who decides the text mode that follows a start tag.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Context {
    /// The tokenizer, as for the elements of an HTML document: script data after `<script>`, RAWTEXT
    /// after `<style>`, `<xmp>`, `<iframe>`, `<noembed>`, `<noframes>` (and `<noscript>` with scripting),
    /// RCDATA after `<title>` and `<textarea>`, PLAINTEXT after `<plaintext>`.
    #[default]
    Document,
    /// The caller alone, with [`Tokens::set_text_mode`](crate::Tokens::set_text_mode).
    None,
}

#[derive(Clone, Debug)]
pub(crate) struct Options {
    pub(crate) parse_errors: bool,
    pub(crate) scripting: bool,
    pub(crate) context: Context,
    pub(crate) cdata: bool,
    pub(crate) processing_instructions: bool,
    pub(crate) initial_mode: TextMode,
    pub(crate) last_start_tag: String,
    pub(crate) max_token_bytes: u32,
}

/// The limit of [`TokenizerBuilder::max_token_bytes`] unless the caller sets another.
pub const DEFAULT_MAX_TOKEN_BYTES: u32 = 16 << 20;

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
/// let mut tokens = tokenizer.tokenize(b"a <b> c</title>");
/// assert!(matches!(tokens.next_token()?, Some(Token::Text(text)) if text.to_str() == "a <b> c"));
/// assert!(matches!(tokens.next_token()?, Some(Token::EndTag(tag)) if tag.is("title")));
/// # Ok::<(), tagspan_core::Error>(())
/// ```
#[derive(Clone, Debug)]
#[must_use = "a builder does nothing until `build`"]
pub struct TokenizerBuilder {
    options: Options,
}

impl Default for TokenizerBuilder {
    fn default() -> Self {
        TokenizerBuilder {
            options: Options {
                parse_errors: false,
                scripting: false,
                context: Context::Document,
                cdata: false,
                processing_instructions: false,
                initial_mode: TextMode::Data,
                last_start_tag: String::new(),
                max_token_bytes: DEFAULT_MAX_TOKEN_BYTES,
            },
        }
    }
}

impl TokenizerBuilder {
    /// Whether parse errors are reported among the tokens. Off by default: then no work is done for them.
    pub fn parse_errors(mut self, report: bool) -> Self {
        self.options.parse_errors = report;
        self
    }

    /// The scripting flag: whether the content of `<noscript>` is raw text. Off by default.
    pub fn scripting(mut self, scripting: bool) -> Self {
        self.options.scripting = scripting;
        self
    }

    /// Who decides the text mode after a start tag. [`Context::Document`] by default.
    pub fn context(mut self, context: Context) -> Self {
        self.options.context = context;
        self
    }

    /// Whether `<![CDATA[` opens a CDATA section, as it does in svg and math content. Off by default: then
    /// it opens a bogus comment. [`Tokens::set_cdata`](crate::Tokens::set_cdata) changes it on the way.
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
    /// let mut tokens = tokenizer.tokenize("<?php echo 1 ?>");
    /// let Some(Token::ProcessingInstruction(instruction)) = tokens.next_token()? else { panic!() };
    /// assert_eq!((&*instruction.target(), &*instruction.data()), ("php", "echo 1 "));
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    pub fn processing_instructions(mut self, on: bool) -> Self {
        self.options.processing_instructions = on;
        self
    }

    /// The state to start in. [`TextMode::Data`] by default.
    pub fn initial_text_mode(mut self, mode: TextMode) -> Self {
        self.options.initial_mode = mode;
        self
    }

    /// The tag name of the start tag that is taken to have come last, in any ASCII case: the one whose
    /// end tag leaves RCDATA, RAWTEXT and script data. None by default.
    pub fn last_start_tag(mut self, name: impl Into<String>) -> Self {
        self.options.last_start_tag = name.into();
        self
    }

    /// How many bytes a tag, a comment, a DOCTYPE or a character reference may be long;
    /// [`DEFAULT_MAX_TOKEN_BYTES`], 16 MiB, by default. Text has no limit, as it is never kept.
    ///
    /// A longer one is [`ErrorKind::LimitExceeded`](crate::ErrorKind::LimitExceeded), counted in bytes of
    /// the input, so that chunking does not matter. It bounds the memory that a tokenizer can hold: the
    /// bytes of the token if it straddles chunks, twenty bytes for each attribute of a tag, and some forty
    /// more for each of those beyond the first few. A hostile tag of nothing but one-letter attributes so
    /// takes about twenty times the limit. [`Tokenizer::reset`] gives such buffers back.
    ///
    /// Offsets within a token have 32 bits: the highest limit is `u32::MAX - 1`, also for `u32::MAX`.
    pub fn max_token_bytes(mut self, limit: u32) -> Self {
        self.options.max_token_bytes = limit.min(u32::MAX - 1);
        self
    }

    /// The tokenizer. It allocates when a token first straddles two chunks or has attributes, not here.
    pub fn build(self) -> Tokenizer {
        Tokenizer::with_options(self.options)
    }
}
