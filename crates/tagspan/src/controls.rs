//! What every cursor with a chunk of its own offers besides its tokens.

/// The methods, for the `impl` of a struct whose [`Cursor`](crate::cursor::Cursor) that expression is. Their examples
/// begin with that code, which makes `tokens` of a document `<p>` of which nothing was read.
macro_rules! controls {
    ($example:literal, $self:ident => $($cursor:tt)+) => {
        /// Chooses how the text from here on is read: as [`StreamTokens::set_text_mode`].
        ///
        /// # Errors
        ///
        /// [`ErrorKind::ModeChangeWithinToken`](crate::ErrorKind::ModeChangeWithinToken) in the middle of a token.
        ///
        /// [`StreamTokens::set_text_mode`]: crate::StreamTokens::set_text_mode
        ///
        #[doc = concat!("```\n", $example, "\nassert!(tokens.set_text_mode(tagspan::TextMode::Rcdata).is_ok());\n```")]
        pub fn set_text_mode(&mut $self, mode: TextMode) -> Result<(), Error> {
            $($cursor)+.stream.tokenizer.set_text_mode(mode)
        }

        /// How the text from here on is read: as [`StreamTokens::text_mode`](crate::StreamTokens::text_mode).
        ///
        #[doc = concat!("```\n", $example, "\nassert_eq!(tokens.text_mode(), Some(tagspan::TextMode::Data));\n```")]
        pub fn text_mode(&$self) -> Option<TextMode> {
            $($cursor)+.stream.tokenizer.text_mode()
        }

        /// Chooses whether `<![CDATA[` opens a CDATA section from here on: as
        /// [`StreamTokens::set_cdata`](crate::StreamTokens::set_cdata).
        ///
        #[doc = concat!("```\n", $example, "\ntokens.set_cdata(true);\nassert!(tokens.cdata());\n```")]
        pub fn set_cdata(&mut $self, allowed: bool) {
            $($cursor)+.stream.tokenizer.set_cdata(allowed);
        }

        /// Whether `<![CDATA[` would open a CDATA section here.
        ///
        #[doc = concat!("```\n", $example, "\nassert!(!tokens.cdata());\n```")]
        pub fn cdata(&$self) -> bool {
            $($cursor)+.stream.tokenizer.cdata()
        }

        /// Where in the source a span of the decoded stream lies: as
        /// [`StreamTokens::source_span`](crate::StreamTokens::source_span).
        ///
        #[doc = concat!("```\n", $example, "\n// Nothing was read yet.\nassert_eq!(tokens.source_span(tagspan::Span { start: 0, end: 1 }), None);\n```")]
        pub fn source_span(&mut $self, span: Span) -> Option<Span> {
            $($cursor)+.source_span(span)
        }

        /// The encoding, once it is decided: [`Stream::decision`](crate::Stream::decision).
        ///
        #[doc = concat!("```\n", $example, "\nassert!(tokens.decision().is_none());\n```")]
        pub fn decision(&$self) -> Option<Decision> {
            $($cursor)+.stream.decision()
        }

        /// The offset of the next byte of UTF-8 to be looked at.
        ///
        #[doc = concat!("```\n", $example, "\nassert_eq!(tokens.position(), 0);\n```")]
        pub fn position(&$self) -> u64 {
            $($cursor)+.stream.position()
        }
    };
}

pub(crate) use controls;
