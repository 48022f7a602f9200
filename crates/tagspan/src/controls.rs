//! What every cursor with a chunk of its own offers besides its tokens.

/// The methods, for the `impl` of a struct whose [`Cursor`](crate::cursor::Cursor) that expression is. Their examples
/// begin with that code, which makes `tokens` of a document `<p>` of which nothing was read.
macro_rules! controls {
    ($example:literal, $self:ident => $($cursor:tt)+) => {
        /// Chooses how the text from here on is read: as [`Tokens::set_text_mode`].
        ///
        /// # Errors
        ///
        /// [`ErrorKind::ModeChangeWithinToken`](crate::ErrorKind::ModeChangeWithinToken) in the middle of a token.
        ///
        /// [`Tokens::set_text_mode`]: crate::Tokens::set_text_mode
        ///
        #[doc = concat!("```\n", $example, "\nassert!(tokens.set_text_mode(tagspan::TextMode::Rcdata).is_ok());\n```")]
        pub fn set_text_mode(&mut $self, mode: tagspan_core::TextMode) -> Result<(), tagspan_core::Error> {
            $($cursor)+.tokenizer.engine.set_text_mode(mode)
        }

        /// How the text from here on is read: as [`Tokens::text_mode`](crate::Tokens::text_mode).
        ///
        #[doc = concat!("```\n", $example, "\nassert_eq!(tokens.text_mode(), Some(tagspan::TextMode::Data));\n```")]
        pub fn text_mode(&$self) -> Option<tagspan_core::TextMode> {
            $($cursor)+.tokenizer.engine.text_mode()
        }

        /// Chooses whether `<![CDATA[` opens a CDATA section from here on: as
        /// [`Tokens::set_cdata`](crate::Tokens::set_cdata).
        ///
        #[doc = concat!("```\n", $example, "\ntokens.set_cdata(true);\nassert!(tokens.cdata());\n```")]
        pub fn set_cdata(&mut $self, allowed: bool) {
            $($cursor)+.tokenizer.engine.set_cdata(allowed);
        }

        /// Whether `<![CDATA[` would open a CDATA section here.
        ///
        #[doc = concat!("```\n", $example, "\nassert!(!tokens.cdata());\n```")]
        pub fn cdata(&$self) -> bool {
            $($cursor)+.tokenizer.engine.cdata()
        }

        /// Where in the source a span of the decoded stream lies: as
        /// [`Tokens::source_span`](crate::Tokens::source_span).
        ///
        #[doc = concat!("```\n", $example, "\n// Nothing was read yet.\nassert_eq!(tokens.source_span(tagspan::Span { start: 0, end: 1 }), None);\n```")]
        pub fn source_span(&$self, span: tagspan_core::Span) -> Option<tagspan_core::Span> {
            $($cursor)+.source_span(span)
        }

        /// The encoding, once it is decided: [`Tokenizer::encoding_decision`](crate::Tokenizer::encoding_decision).
        ///
        #[doc = concat!("```\n", $example, "\nassert!(tokens.encoding_decision().is_none());\n```")]
        pub fn encoding_decision(&$self) -> Option<tagspan_input::EncodingDecision> {
            $($cursor)+.tokenizer.encoding_decision()
        }

        /// The offset of the next byte of UTF-8 to be looked at.
        ///
        #[doc = concat!("```\n", $example, "\nassert_eq!(tokens.position(), 0);\n```")]
        pub fn position(&$self) -> u64 {
            $($cursor)+.tokenizer.position()
        }
    };
}

pub(crate) use controls;
