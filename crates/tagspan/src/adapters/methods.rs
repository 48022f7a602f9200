//! The methods that adapters have in common, with examples that fit each of them.

/// The methods of every adapter with a [`Driver`](super::driver::Driver) in its field `driver`. The code of the example
/// makes `tokens` of the document `<p>`, of which nothing was read.
macro_rules! driver_methods {
    ($setup:expr) => {
        /// Converts a span of the decoded text into one of the source: as
        /// [`Tokens::source_span`](crate::Tokens::source_span).
        ///
        #[doc = concat!("```\n", $setup, "\n// Nothing was read yet.\nassert_eq!(tokens.source_span(tagspan::Span { start: 0, end: 1 }), None);\n```")]
        pub fn source_span(&self, span: tagspan_core::Span) -> Option<tagspan_core::Span> {
            self.driver.tokens.source_span(span)
        }

        /// Returns the line and column of an offset, from the start of the current token or parse error on: as
        /// [`Tokens::locate`](crate::Tokens::locate). `None` also right after [`tokenizer_mut`](Self::tokenizer_mut).
        ///
        #[doc = concat!("```\n", $setup, "\n// The builder did not ask for lines.\nassert_eq!(tokens.locate(0), None);\n```")]
        pub fn locate(&self, offset: u64) -> Option<tagspan_core::LineColumn> {
            self.driver.locate(offset)
        }

        /// The encoding of the document, once it is decided.
        ///
        #[doc = concat!("```\n", $setup, "\n// Nothing was read yet.\nassert_eq!(tokens.encoding(), None);\n# tokens.finish_truncated();\n```")]
        pub fn encoding(&self) -> Option<&'static tagspan_input::Encoding> {
            self.driver.tokens.encoding()
        }

        /// Returns the tokenizer, for its [encoding](crate::Tokenizer::encoding_decision), its
        /// [position](crate::Tokenizer::position), its [text mode](crate::Tokenizer::text_mode).
        ///
        #[doc = concat!("```\n", $setup, "\nassert!(tokens.tokenizer().checkpoint().is_some());\n```")]
        pub fn tokenizer(&self) -> &crate::Tokenizer {
            &self.driver.tokens.tokenizer
        }

        /// Returns the tokenizer between two tokens, to [insert](crate::Tokenizer::insert) text, to
        /// [set the text mode](crate::Tokenizer::set_text_mode) or to [shrink](crate::Tokenizer::shrink_to_fit) it.
        ///
        /// The current token is gone, and the next call continues after it. If the tokenizer was
        /// [reset](crate::Tokenizer::reset), the bytes after the current token begin another document.
        ///
        #[doc = concat!("```\n", $setup, "\ntokens.tokenizer_mut().insert(\"<b>\").for_each(|token| assert_eq!(token.raw(), b\"<b>\")).unwrap();\n```")]
        pub fn tokenizer_mut(&mut self) -> &mut crate::Tokenizer {
            self.driver.tokenizer_mut()
        }

        /// Declares that no more of the source is read: as
        /// [`Tokenizer::finish_truncated`](crate::Tokenizer::finish_truncated). The next calls return the remaining tokens of
        /// what was read, and then `None`.
        ///
        #[doc = concat!("```\n", $setup, "\n// Enough was seen.\ntokens.finish_truncated();\n```")]
        pub fn finish_truncated(&mut self) {
            self.driver.end(crate::tokenizer::End::Truncated);
        }
    };
}

/// The methods of every adapter with a source. They call `go_on`, which asks the source.
macro_rules! token_methods {
    (blocking: $setup:literal, $source:ty, $rest:ty, $error:ty) => {
        $crate::adapters::methods::token_methods! {
            $setup, "", "", "# Ok::<(), Box<dyn std::error::Error>>(())", $source, $rest, $error, [] []
        }

        /// Calls `each` for every token that is left in the document.
        ///
        /// # Errors
        ///
        /// As [`next_token`](Self::next_token).
        ///
        #[doc = concat!(
            "```\n", $setup, "\ntokens.for_each(|token| assert_eq!(token.raw(), b\"<p>\"))?;\n",
            "# Ok::<(), Box<dyn std::error::Error>>(())\n```"
        )]
        pub fn for_each(&mut self, mut each: impl FnMut(tagspan_core::Token<'_>)) -> Result<(), $error> {
            while let Some(token) = self.next_token()? {
                each(token);
            }
            Ok(())
        }
    };
    (waiting: $setup:literal, $source:ty, $rest:ty, $error:ty) => {
        $crate::adapters::methods::token_methods! {
            $setup,
            "# #[tokio::main(flavor = \"current_thread\")]\n# async fn main() -> Result<(), Box<dyn std::error::Error>> {\n",
            ".await",
            "# Ok(())\n# }",
            $source, $rest, $error, [async] [.await]
        }

        /// [`advance`](Self::advance) for callers that poll.
        ///
        /// # Errors
        ///
        /// As [`next_token`](Self::next_token).
        ///
        #[doc = concat!(
            "```\n# #[tokio::main(flavor = \"current_thread\")]\n# async fn main() -> Result<(), Box<dyn std::error::Error>> {\n", $setup,
            "\nassert!(std::future::poll_fn(|context| tokens.poll_advance(context)).await?);\n# Ok(())\n# }\n```"
        )]
        #[inline]
        pub fn poll_advance(
            &mut self,
            context: &mut std::task::Context<'_>,
        ) -> std::task::Poll<Result<bool, $error>> {
            if self.driver.advance_in_chunk()? {
                return std::task::Poll::Ready(Ok(true));
            }
            self.poll_go_on(context)
        }

        async fn go_on(&mut self) -> Result<bool, $error> {
            std::future::poll_fn(|context| self.poll_go_on(context)).await
        }
    };
    (
        $setup:literal, $begin:literal, $await:literal, $end:literal,
        $source:ty, $rest:ty, $error:ty, [$($async_:tt)?] [$($await_:tt)*]
    ) => {
        /// Returns the next token; `None` at the end of the document, and from then on.
        ///
        /// # Errors
        ///
        /// The source or the tokenizer failed. An error of the tokenizer is returned by all later calls too, unless it is
        /// [`Restart`](crate::ErrorKind::Restart).
        ///
        #[doc = concat!(
            "```\n", $begin, $setup, "\nassert!(tokens.next_token()", $await, "?.is_some_and(|token| token.raw() == b\"<p>\"));\n",
            "assert!(tokens.next_token()", $await, "?.is_none());\n", $end, "\n```"
        )]
        #[inline(always)]
        pub $($async_)? fn next_token(&mut self) -> Result<Option<tagspan_core::Token<'_>>, $error> {
            // The token that the fast path found is resolved with less work than any other.
            if let Some(found) = self.driver.tokens.fast_path() {
                return Ok(Some(self.driver.tokens.resolve_fast_path(found)));
            }
            if self.driver.advance_after_fast_path()? || self.go_on() $($await_)* ? {
                return Ok(self.token());
            }
            Ok(None)
        }

        /// Moves to the next token, which [`token`](Self::token) then lends; `false` at the end of the document.
        ///
        /// The methods that take `&self`, such as [`locate`](Self::locate), can be called while that token is in use.
        ///
        /// # Errors
        ///
        /// As [`next_token`](Self::next_token).
        ///
        #[doc = concat!(
            "```\n", $begin, $setup, "\nwhile tokens.advance()", $await, "? {\n",
            "    let Some(tagspan::Token::StartTag(tag)) = tokens.token() else { continue };\n",
            "    assert_eq!(tokens.tokenizer().position(), tag.span().end);\n}\n", $end, "\n```"
        )]
        pub $($async_)? fn advance(&mut self) -> Result<bool, $error> {
            Ok(self.driver.advance_in_chunk()? || self.go_on() $($await_)* ?)
        }

        /// Returns the current token; `None` before the first, at the end, after an error, and after it was taken out.
        ///
        #[doc = concat!(
            "```\n", $begin, $setup, "\nassert!(tokens.token().is_none() && tokens.advance()", $await, "?);\n",
            "assert!(tokens.token().is_some_and(|token| token.raw() == b\"<p>\"));\n", $end, "\n```"
        )]
        #[must_use]
        pub fn token(&self) -> Option<tagspan_core::Token<'_>> {
            self.driver.tokens.token()
        }

        $crate::adapters::methods::driver_methods! { $setup }

        /// Returns the source. The adapter has read ahead of the current token.
        ///
        #[doc = concat!("```\n", $setup, "\nlet _source = tokens.get_ref();\n# tokens.finish_truncated();\n```")]
        pub fn get_ref(&self) -> &$source {
            &self.source
        }

        /// Returns the tokenizer, the source, and the bytes that were read and not tokenized. Feed these to the tokenizer
        /// next.
        ///
        #[doc = concat!(
            "```\n", $begin, $setup, "\n// The encoding is not decided yet.\ntokens.tokenizer_mut();\n",
            "let (mut tokenizer, _source, rest) = tokens.into_parts();\n",
            "tokenizer.feed(&rest).for_each(|_| ())?;\n", $end, "\n```"
        )]
        #[must_use = "the bytes that were read have to be fed next"]
        pub fn into_parts(self) -> (crate::Tokenizer, $source, $rest) {
            let (tokenizer, rest) = self.driver.into_parts();
            (tokenizer, self.source, rest)
        }
    };
}

pub(super) use driver_methods;
pub(super) use token_methods;
