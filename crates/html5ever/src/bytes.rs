//! The parser that takes bytes in any encoding.

use std::borrow::Cow;

use html5ever::tendril::stream::TendrilSink;
use html5ever::tendril::{ByteTendril, fmt};
use html5ever::tree_builder::TreeSink;
use tagspan::{EncodingDecision, Error, Tokenizer};

use crate::driver::Driver;

/// A parser that takes bytes in any encoding: made by [`Parser::from_bytes`](crate::Parser::from_bytes).
///
/// Chunks may end anywhere. Without a header that names the encoding, the first 1,024 bytes are kept until it is decided,
/// so let the first chunk be longer.
///
/// It passes scripts and declarations of the encoding by, as [`Parser`](crate::Parser) does, and fails as that does: for
/// other limits and reasons too, if [`from_bytes_with`](crate::Parser::from_bytes_with) asked for them.
///
/// ```
/// use scraper::{Html, HtmlTreeSink};
/// use tagspan::EncodingOptions;
/// use tagspan_html5ever::{BytesParser, ParseOpts, parse_document};
///
/// let parser = parse_document(HtmlTreeSink::new(Html::new_document()), ParseOpts::default());
/// let mut parser: BytesParser<HtmlTreeSink> = parser.from_bytes(EncodingOptions::new());
/// parser.feed(b"<meta charset=windows-1251>\xCC\xE8\xF0");
/// assert_eq!(parser.finish().root_element().text().collect::<String>(), "Мир");
/// ```
pub struct BytesParser<Sink: TreeSink> {
    driver: Driver<Sink>,
}

impl<Sink: TreeSink> BytesParser<Sink> {
    pub(crate) fn new(driver: Driver<Sink>) -> Self {
        BytesParser { driver }
    }

    /// Parses the next chunk, which may be empty and may end anywhere.
    ///
    /// ```
    /// use scraper::{Html, HtmlTreeSink};
    /// use tagspan::{EncodingOptions, UTF_8};
    /// use tagspan_html5ever::{ParseOpts, parse_document};
    ///
    /// let parser = parse_document(HtmlTreeSink::new(Html::new_document()), ParseOpts::default());
    /// let mut parser = parser.from_bytes(EncodingOptions::new().encoding(UTF_8));
    /// for chunk in "<p>caf\u{E9}".as_bytes().chunks(1) {
    ///     parser.feed(chunk);
    /// }
    /// assert_eq!(parser.finish().root_element().text().collect::<String>(), "café");
    /// ```
    pub fn feed(&mut self, chunk: &[u8]) {
        self.driver.read_all(&chunk);
    }

    /// The parser that stops at scripts and at declarations of the encoding.
    ///
    /// ```
    /// use markup5ever_rcdom::RcDom;
    /// use tagspan::{EncodingOptions, UTF_8};
    /// use tagspan_html5ever::{ParseOpts, Progress, parse_document};
    ///
    /// let parser = parse_document(RcDom::default(), ParseOpts::default());
    /// let mut driver = parser.from_bytes(EncodingOptions::new().encoding(UTF_8)).into_driver();
    /// assert!(matches!(driver.feed(b"<script>go()</script>")?, Progress::Script(_)));
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn into_driver(mut self) -> Driver<Sink> {
        self.driver.stops = true;
        self.driver
    }

    /// The encoding, what decided it and how sure that is; `None` while the bytes so far do not settle it. A document of less
    /// than 1,024 bytes may be settled by its end.
    ///
    /// ```
    /// use markup5ever_rcdom::RcDom;
    /// use tagspan::{EncodingOptions, EncodingSource};
    /// use tagspan_html5ever::{ParseOpts, parse_document};
    ///
    /// let parser = parse_document(RcDom::default(), ParseOpts::default());
    /// let mut parser = parser.from_bytes(EncodingOptions::new());
    /// parser.feed(b"<title>");
    /// assert!(parser.encoding_decision().is_none());
    /// parser.feed(b"</title><meta charset=utf-8>");
    /// assert!(parser.encoding_decision().is_some_and(|decision| decision.source() == EncodingSource::Prescan));
    /// ```
    pub fn encoding_decision(&self) -> Option<EncodingDecision> {
        self.driver.tokenizer().encoding_decision()
    }

    /// The tokenizer: for a [late declaration](Tokenizer::late_declaration), say, or for the ill-formed bytes if they are
    /// counted.
    ///
    /// ```
    /// use markup5ever_rcdom::RcDom;
    /// use tagspan::{Tokenizer, Validation};
    /// use tagspan_html5ever::{ParseOpts, parse_document};
    ///
    /// let parser = parse_document(RcDom::default(), ParseOpts::default());
    /// let settings = Tokenizer::builder().charset("utf-8")?.validation(Validation::Count);
    /// let mut parser = parser.from_bytes_with(settings);
    /// parser.feed(b"<p>caf\xE9</p>");
    /// assert_eq!(parser.tokenizer().ill_formed().offsets(), [6]);
    /// # Ok::<(), tagspan::UnknownLabel>(())
    /// ```
    pub fn tokenizer(&self) -> &Tokenizer {
        self.driver.tokenizer()
    }

    /// The sink, with what is in it so far.
    ///
    /// ```
    /// use markup5ever_rcdom::RcDom;
    /// use tagspan::{EncodingOptions, UTF_8};
    /// use tagspan_html5ever::{ParseOpts, parse_document};
    ///
    /// let parser = parse_document(RcDom::default(), ParseOpts::default());
    /// let mut parser = parser.from_bytes(EncodingOptions::new().encoding(UTF_8));
    /// parser.feed(b"<!-- a -->");
    /// assert_eq!(parser.sink().document.children.borrow().len(), 1);
    /// ```
    pub fn sink(&self) -> &Sink {
        self.driver.sink()
    }

    /// The error that ended the parsing, if one did. What was fed after it was ignored.
    ///
    /// ```
    /// use markup5ever_rcdom::RcDom;
    /// use tagspan::{LimitAction, Limits, Tokenizer};
    /// use tagspan_html5ever::{ParseOpts, parse_document};
    ///
    /// let parser = parse_document(RcDom::default(), ParseOpts::default());
    /// let mut parser = parser.from_bytes_with(Tokenizer::builder().charset("utf-8")?.limits(Limits::all(8, LimitAction::Fail)));
    /// parser.feed(b"<p><p title='far too long'>");
    /// assert!(parser.failure().is_some_and(|error| error.offset() == 3));
    /// # Ok::<(), tagspan::UnknownLabel>(())
    /// ```
    pub fn failure(&self) -> Option<Error> {
        self.driver.failure()
    }

    /// Declares the end of the input, and gives the tree.
    ///
    /// ```
    /// use markup5ever_rcdom::RcDom;
    /// use tagspan::EncodingOptions;
    /// use tagspan_html5ever::{ParseOpts, parse_document};
    ///
    /// let parser = parse_document(RcDom::default(), ParseOpts::default());
    /// let mut parser = parser.from_bytes(EncodingOptions::new());
    /// parser.feed(b"<!-- a --><p>");
    /// assert_eq!(parser.finish().document.children.borrow().len(), 2);
    /// ```
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

    fn one<T: Into<ByteTendril>>(self, document: T) -> Sink::Output {
        self.driver.read_last(&document.into())
    }
}
