//! What html5ever's options mean to tagspan's tokenizer.

use html5ever::tokenizer::TokenizerOpts;
use html5ever::tokenizer::states::{RawKind, State};
use tagspan::{
    ColumnUnit, EncodingOptions, Feedback, LateDeclarations, LimitAction, Limits, TextMode, Tokenizer,
    TokenizerBuilder, UTF_8,
};

/// A tag, comment or DOCTYPE longer than this ends the parsing, unless the caller sets another limit. Decoded it still
/// fits into a tendril, whose length has 32 bits.
const MAX_TOKEN_BYTES: u32 = 1 << 30;

/// The options, without those that concern the tree builder.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    pub(crate) reports_errors: bool,
    pub(crate) discards_bom: bool,
    initial_mode: TextMode,
    last_start_tag: Option<String>,
}

impl Settings {
    /// # Panics
    ///
    /// When the initial state is one that text cannot begin in.
    pub(crate) fn new(options: TokenizerOpts) -> Self {
        Settings {
            reports_errors: options.exact_errors,
            discards_bom: options.discard_bom,
            initial_mode: options.initial_state.map_or(TextMode::Data, text_mode),
            last_start_tag: options.last_start_tag_name,
        }
    }

    /// A tokenizer of UTF-8.
    pub(crate) fn utf8(&self, cdata: bool) -> Box<Tokenizer> {
        let encoding = EncodingOptions::new().override_encoding(UTF_8);
        self.tokenizer(bytes(encoding).late_declarations(LateDeclarations::Ignore), cdata)
    }

    /// The tokenizer, with what html5ever's options and its tree builder decide.
    pub(crate) fn tokenizer(&self, builder: TokenizerBuilder, cdata: bool) -> Box<Tokenizer> {
        let mut builder = builder
            .feedback(Feedback::None)
            .cdata(cdata)
            .initial_text_mode(self.initial_mode)
            .processing_instructions(false)
            .parse_errors(self.reports_errors);
        if let Some(name) = &self.last_start_tag {
            builder = builder.last_start_tag(name.as_str());
        }
        if self.reports_errors {
            builder = builder.locate(ColumnUnit::Bytes);
        }
        Box::new(builder.build())
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
