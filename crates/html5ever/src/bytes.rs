//! The parser that takes bytes in any encoding.

use std::borrow::Cow;

use html5ever::tendril::stream::TendrilSink;
use html5ever::tendril::{ByteTendril, fmt};
use html5ever::tree_builder::TreeSink;
use tagspan::{Decision, Error, Stream};

use crate::driver::Driver;

/// A parser that takes bytes in any encoding: made by [`Parser::from_bytes`](crate::Parser::from_bytes).
///
/// Chunks may end anywhere. Without a header that tells the encoding, the first 1,024 bytes are kept until it is settled,
/// so let the first chunk be longer.
///
/// It passes scripts and declarations of the encoding by, as [`Parser`](crate::Parser) does, and fails as that does: for
/// other limits and reasons too, if [`from_bytes_with`](crate::Parser::from_bytes_with) asked for them.
pub struct BytesParser<Sink: TreeSink> {
    driver: Driver<Sink>,
}

impl<Sink: TreeSink> BytesParser<Sink> {
    pub(crate) fn new(driver: Driver<Sink>) -> Self {
        BytesParser { driver }
    }

    /// Parses the next chunk, which may be empty and may end anywhere.
    pub fn feed(&mut self, chunk: &[u8]) {
        self.driver.read_all(&chunk);
    }

    /// The parser that stops at scripts and at declarations of the encoding.
    pub fn into_driver(mut self) -> Driver<Sink> {
        self.driver.stops = true;
        self.driver
    }

    /// The encoding, what decided it and how sure that is; `None` while the bytes so far do not settle it. A document of less
    /// than 1,024 bytes may be settled by its end.
    pub fn decision(&self) -> Option<Decision> {
        self.driver.stream().decision()
    }

    /// The stream: for a [late declaration](Stream::late_declaration), say, or for the ill-formed bytes if they are
    /// counted.
    pub fn stream(&self) -> &Stream {
        self.driver.stream()
    }

    /// The sink, with what is in it so far.
    pub fn sink(&self) -> &Sink {
        self.driver.sink()
    }

    /// The error that ended the parsing, if one did. What was fed after it was ignored.
    pub fn failure(&self) -> Option<Error> {
        self.driver.failure()
    }

    /// Declares the end of the input, and gives the tree.
    pub fn finish(self) -> Sink::Output {
        self.driver.finish()
    }
}

impl<Sink: TreeSink> TendrilSink<fmt::Bytes> for BytesParser<Sink> {
    type Output = Sink::Output;

    fn process(&mut self, chunk: ByteTendril) {
        self.driver.read_all(&chunk);
    }

    fn error(&mut self, description: Cow<'static, str>) {
        self.driver.sink().parse_error(description);
    }

    fn finish(self) -> Sink::Output {
        self.driver.finish()
    }
}
