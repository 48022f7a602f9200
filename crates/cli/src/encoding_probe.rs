//! The encoding that an input turns out to have, found ahead of its tokens.

use tagspan::{
    Confidence, Encoding, EncodingOptions, LateDeclaration, LateDeclarations, Tokenizer, TokenizerBuilder,
    Tokens, Validation,
};

/// How many bytes of an input are searched for declarations, and kept meanwhile, before its tokens are printed. Nearly no
/// page declares an encoding after them.
pub(crate) const PROBED: usize = 1 << 20;

/// A tokenizer that reads ahead until nothing can change the encoding. A late declaration may make all tokens before it
/// void, so no token is printed before.
#[derive(Debug)]
pub(crate) struct EncodingProbe {
    tokenizer: Tokenizer,
    limit: usize,
}

impl EncodingProbe {
    /// For a tokenizer with these settings, and the encoding's options among them. `looked_at` are the first bytes that the
    /// options need.
    pub(crate) fn new(builder: TokenizerBuilder, looked_at: usize) -> Self {
        let limit = PROBED.max(looked_at);
        let tokenizer = builder
            .parse_errors(false)
            .validation(Validation::Off)
            .late_declarations(LateDeclarations::Follow)
            .replay_limit(limit)
            .build();
        EncodingProbe { tokenizer, limit }
    }

    /// How many first bytes settle where the input says so too late: declarations beyond lead to the same encoding, but
    /// what they say of the bytes before is not known.
    pub(crate) fn limit(&self) -> usize {
        self.limit
    }

    /// Makes it ready for another input.
    pub(crate) fn reset_with(&mut self, encoding: EncodingOptions) {
        self.tokenizer.reset_with(encoding);
    }

    /// Looks at the next bytes. Whether nothing later can change the encoding; then it must be given no more.
    pub(crate) fn look(&mut self, bytes: &[u8]) -> bool {
        is_settled(self.tokenizer.feed(bytes))
    }

    /// There are no more bytes.
    pub(crate) fn finish(&mut self) {
        is_settled(self.tokenizer.finish());
    }

    /// The encoding, as far as it is known.
    pub(crate) fn encoding(&self) -> Option<&'static Encoding> {
        match self.tokenizer.late_declaration() {
            Some(late) => Some(late.encoding),
            None => self.tokenizer.encoding_decision().map(|decision| decision.encoding()),
        }
    }

    /// The declaration that the tokenizer met.
    pub(crate) fn late(&self) -> Option<&LateDeclaration> {
        self.tokenizer.late_declaration()
    }
}

/// Takes tokens as long as the encoding may change.
fn is_settled(mut tokens: Tokens<'_, &[u8]>) -> bool {
    loop {
        let more = match tokens.advance() {
            Ok(more) => more,
            // The input must be read again, in an encoding that is certain then. Or a token is over its limit, at which the
            // command fails too.
            Err(_) => return true,
        };
        if tokens.encoding_decision().is_some_and(|decision| decision.confidence() == Confidence::Certain) {
            return true;
        }
        if !more {
            return false;
        }
    }
}
