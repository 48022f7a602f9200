//! The mapping of html5ever's options to tagspan's tokenizer.

use html5ever::tokenizer::TokenizerOpts;
use html5ever::tokenizer::states::{RawKind, State};
use tagspan::{
    ColumnUnit, EncodingOptions, Feedback, LateDeclarations, LimitAction, Limits, TextMode, Tokenizer,
    TokenizerBuilder, UTF_8,
};

/// A tag, comment or DOCTYPE longer than this ends the parsing, unless the caller sets another limit. Decoded it still
/// fits into a tendril, whose length has 32 bits.
const MAX_TOKEN_BYTES: u32 = 1 << 30;

/// The tokenizer of a parser, made when it is first used: until then its encoding may be chosen.
pub(crate) struct LazyTokenizer {
    reports_errors: bool,
    cdata: bool,
    initial_mode: TextMode,
    last_start_tag: Option<String>,
    /// In a box, because parsers are moved, and a document may be short.
    pub(crate) made: Option<Box<Tokenizer>>,
}

impl LazyTokenizer {
    /// # Panics
    ///
    /// When the initial state is one that text cannot begin in.
    pub(crate) fn new(options: TokenizerOpts, cdata: bool) -> Self {
        LazyTokenizer {
            reports_errors: options.exact_errors,
            cdata,
            initial_mode: options.initial_state.map_or(TextMode::Data, text_mode),
            last_start_tag: options.last_start_tag_name,
            made: None,
        }
    }

    /// The tokenizer, of UTF-8 unless it was made already.
    #[inline]
    pub(crate) fn get_mut(&mut self) -> &mut Tokenizer {
        if self.made.is_none() {
            self.made = Some(Box::new(self.utf8()));
        }
        self.made.as_mut().expect("it was just made")
    }

    /// Makes the tokenizer of these settings.
    ///
    /// # Panics
    ///
    /// When something was parsed already.
    pub(crate) fn make(&mut self, builder: TokenizerBuilder) {
        let is_unused = self.made.as_ref().is_none_or(|tokenizer| tokenizer.source_position() == 0);
        assert!(is_unused, "choose the encoding before anything is parsed");
        self.made = Some(Box::new(self.tokenizer(builder)));
    }

    /// A tokenizer of UTF-8.
    #[inline]
    pub(crate) fn utf8(&self) -> Tokenizer {
        let encoding = EncodingOptions::new().override_encoding(UTF_8);
        self.tokenizer(bytes(encoding).late_declarations(LateDeclarations::Ignore))
    }

    /// A tokenizer, with what html5ever's options and its tree builder decide.
    fn tokenizer(&self, builder: TokenizerBuilder) -> Tokenizer {
        let mut builder = builder
            .without_skipped_tags()
            .feedback(Feedback::None)
            .cdata(self.cdata)
            .initial_text_mode(self.initial_mode)
            .processing_instructions(false)
            .parse_errors(self.reports_errors);
        if let Some(name) = &self.last_start_tag {
            builder = builder.last_start_tag(name.as_str());
        }
        if self.reports_errors {
            builder = builder.locate(ColumnUnit::Bytes);
        }
        builder.build()
    }
}

/// A tokenizer of bytes of which so much is known.
pub(crate) fn bytes(encoding: EncodingOptions) -> TokenizerBuilder {
    Tokenizer::builder().encoding_options(encoding).limits(Limits::all(MAX_TOKEN_BYTES, LimitAction::Fail))
}

fn text_mode(state: State) -> TextMode {
    match state {
        State::Data => TextMode::Data,
        State::Plaintext => TextMode::Plaintext,
        State::RawData(RawKind::Rcdata) => TextMode::Rcdata,
        State::RawData(RawKind::Rawtext) => TextMode::Rawtext,
        State::RawData(RawKind::ScriptData) => TextMode::ScriptData,
        State::CdataSection => TextMode::CdataSection,
        other => panic!(
            "text cannot begin in the state {other:?}: choose Data, Plaintext, CdataSection or a RawData"
        ),
    }
}
