//! The encoding that an input turns out to have, found ahead of its tokens.

use tagspan::{
    Confidence, Encoding, LateDeclaration, LateDeclarations, Tokenizer, TokenizerBuilder, Tokens, Validation,
};

/// How much of an input is searched for declarations, and kept for it, before its tokens are given out. Beyond,
/// nearly no page declares anything. More if more has to be looked at for a first decision.
pub(crate) const SCOUTED: usize = 1 << 20;

/// Goes ahead of those who take tokens, until nothing can change the encoding. A declaration that the tokenizer meets
/// may make all tokens before it void, so nobody gets one before that is known.
#[derive(Debug)]
pub(crate) struct Scout {
    stream: Tokenizer,
    limit: usize,
}

impl Scout {
    /// For a stream with these settings, and the encoding's options among them. `looked_at` are the first bytes that the
    /// options need.
    pub(crate) fn new(builder: TokenizerBuilder, looked_at: usize) -> Self {
        let limit = SCOUTED.max(looked_at);
        let stream = builder
            .parse_errors(false)
            .validation(Validation::Off)
            .late_declarations(LateDeclarations::Follow)
            .replay_limit(limit)
            .build();
        Scout { stream, limit }
    }

    /// How many first bytes settle where the input says so too late: declarations beyond lead to the same encoding, but
    /// what they say of the bytes before is not known.
    pub(crate) fn limit(&self) -> usize {
        self.limit
    }

    /// Makes it ready for another input.
    pub(crate) fn reset(&mut self) {
        self.stream.reset();
    }

    /// Looks at the next bytes. Whether nothing later can change the encoding; then it must be given no more.
    pub(crate) fn look(&mut self, bytes: &[u8]) -> bool {
        is_settled(self.stream.feed(bytes))
    }

    /// There are no more bytes.
    pub(crate) fn finish(&mut self) {
        is_settled(self.stream.finish());
    }

    /// The encoding, as far as it is known.
    pub(crate) fn encoding(&self) -> Option<&'static Encoding> {
        match self.stream.late_declaration() {
            Some(late) => Some(late.encoding),
            None => self.stream.encoding_decision().map(|decision| decision.encoding()),
        }
    }

    /// The declaration that the tokenizer met.
    pub(crate) fn late(&self) -> Option<&LateDeclaration> {
        self.stream.late_declaration()
    }
}

/// Takes tokens as long as the encoding may change.
fn is_settled(mut tokens: Tokens<'_, '_>) -> bool {
    loop {
        let more = match tokens.advance() {
            Ok(more) => more,
            // The input would have to be read once more, in an encoding that nothing changes. Or a token outgrew its
            // limit: whoever comes behind does not get beyond it either.
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
