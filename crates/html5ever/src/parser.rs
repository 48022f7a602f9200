//! html5ever's interface: the functions that make a parser, and the parser that takes Unicode.

use std::borrow::Cow;

use html5ever::driver::ParseOpts;
use html5ever::tendril::stream::{TendrilSink, Utf8LossyDecoder};
use html5ever::tendril::{StrTendril, fmt};
use html5ever::tokenizer::TokenizerOpts;
use html5ever::tree_builder::{TreeBuilder, TreeSink, create_element};
use html5ever::{Attribute, QualName};
use tagspan::{EncodingOptions, Error, TokenizerBuilder};

use crate::bridge::Bridge;
use crate::bytes::BytesParser;
use crate::driver::Driver;
use crate::settings::{self, LazyTokenizer};

/// Parses an HTML document, as html5ever's function of this name.
///
/// The parser takes Unicode, all at once by [`one`](TendrilSink::one) or piece by piece; for bytes there are
/// [`Parser::from_utf8`] and [`Parser::from_bytes`].
///
/// # Panics
///
/// When the options name an initial state that text cannot begin in, such as that within a tag.
///
/// # Examples
///
/// ```
/// use markup5ever_rcdom::RcDom;
/// use tagspan_html5ever::{ParseOpts, TendrilSink, parse_document};
///
/// let dom = parse_document(RcDom::default(), ParseOpts::default()).one("<!DOCTYPE html><p>Hello");
/// assert_eq!(dom.document.children.borrow().len(), 2, "the doctype, and <html>");
/// ```
pub fn parse_document<Sink: TreeSink>(sink: Sink, opts: ParseOpts) -> Parser<Sink> {
    let builder = TreeBuilder::new(sink, opts.tree_builder);
    Parser::new(builder, opts.tokenizer)
}

/// Parses the content of an element, as html5ever's function of this name: what `innerHTML` does.
///
/// The context element is made by the sink. The root of what is parsed is an `<html>` element in the document.
///
/// The text begins in the state that the context asks for, whatever the options say.
///
/// # Examples
///
/// ```
/// use html5ever::{QualName, local_name, ns};
/// use markup5ever_rcdom::RcDom;
/// use tagspan_html5ever::{ParseOpts, TendrilSink, parse_fragment};
///
/// let row = QualName::new(None, ns!(html), local_name!("tr"));
/// let dom = parse_fragment(RcDom::default(), ParseOpts::default(), row, vec![], false).one("<td>a<td>b");
/// let root = &dom.document.children.borrow()[0];
/// assert_eq!(root.children.borrow().len(), 2);
/// ```
pub fn parse_fragment<Sink: TreeSink>(
    sink: Sink,
    opts: ParseOpts,
    context_name: QualName,
    context_attrs: Vec<Attribute>,
    context_element_allows_scripting: bool,
) -> Parser<Sink> {
    let context_element = create_element(&sink, context_name, context_attrs);
    parse_fragment_for_element(sink, opts, context_element, context_element_allows_scripting, None)
}

/// As [`parse_fragment`], with an element of the sink as the context, and the form that it is in, if any.
///
/// ```
/// use html5ever::tree_builder::create_element;
/// use html5ever::{QualName, local_name, ns};
/// use markup5ever_rcdom::RcDom;
/// use tagspan_html5ever::{ParseOpts, TendrilSink, parse_fragment_for_element};
///
/// let sink = RcDom::default();
/// let row = create_element(&sink, QualName::new(None, ns!(html), local_name!("tr")), vec![]);
/// let dom = parse_fragment_for_element(sink, ParseOpts::default(), row, false, None).one("<td>a<td>b");
/// let root = &dom.document.children.borrow()[0];
/// assert_eq!(root.children.borrow().len(), 2);
/// ```
pub fn parse_fragment_for_element<Sink: TreeSink>(
    sink: Sink,
    mut opts: ParseOpts,
    context_element: Sink::Handle,
    context_element_allows_scripting: bool,
    form_element: Option<Sink::Handle>,
) -> Parser<Sink> {
    let builder = TreeBuilder::new_for_fragment(sink, context_element, form_element, opts.tree_builder);
    let state = builder.tokenizer_state_for_context_elem(context_element_allows_scripting);
    opts.tokenizer.initial_state = Some(state);
    Parser::new(builder, opts.tokenizer)
}

/// A parser that takes Unicode through [`TendrilSink`], as html5ever's does.
///
/// It ignores scripts and late declarations of the encoding; a [`Driver`] stops at them.
///
/// Where html5ever has `parser.tokenizer.sink.sink`, this one has [`sink`](Self::sink).
///
/// HTML is never an error. A failure (a tag, comment or DOCTYPE of more than 1 GiB) is reported to the sink
/// as a parse error, and the tree is what it is then; [`failure`](Self::failure) says so.
///
/// # Examples
///
/// ```
/// use markup5ever_rcdom::RcDom;
/// use tagspan_html5ever::{ParseOpts, TendrilSink, parse_document};
///
/// let mut page = &b"<title>From a reader</title>"[..];
/// let parser = parse_document(RcDom::default(), ParseOpts::default());
/// let dom = parser.from_utf8().read_from(&mut page)?;
/// assert_eq!(dom.document.children.borrow().len(), 1);
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Parser<Sink: TreeSink> {
    driver: Driver<Sink>,
}

impl<Sink: TreeSink> Parser<Sink> {
    fn new(builder: TreeBuilder<Sink::Handle, Sink>, options: TokenizerOpts) -> Self {
        let bridge = Bridge::new(builder, options.discard_bom);
        let tokenizer = LazyTokenizer::new(options, bridge.allows_cdata());
        let mut driver = Driver::new(tokenizer, bridge);
        driver.stops = false;
        Parser { driver }
    }

    /// Wraps the parser so that it takes bytes of UTF-8, as html5ever's method of this name. Ill-formed sequences are
    /// U+FFFD, and each is reported to the sink as a parse error.
    ///
    /// [`from_bytes`](Self::from_bytes) is faster and reports no errors.
    ///
    /// ```
    /// use markup5ever_rcdom::RcDom;
    /// use tagspan_html5ever::{ParseOpts, TendrilSink, parse_document};
    ///
    /// let parser = parse_document(RcDom::default(), ParseOpts::default());
    /// let dom = parser.from_utf8().one(&b"<!DOCTYPE html>caf\xE9"[..]);
    /// assert_eq!(dom.errors.borrow().len(), 1);
    /// ```
    #[allow(clippy::wrong_self_convention)]
    pub fn from_utf8(self) -> Utf8LossyDecoder<Self> {
        Utf8LossyDecoder::new(self)
    }

    /// Makes a parser of bytes. The options hold the known facts about the encoding, such as those of a header or the user.
    ///
    /// # Panics
    ///
    /// When something was parsed already.
    ///
    /// # Examples
    ///
    /// ```
    /// use markup5ever_rcdom::RcDom;
    /// use tagspan::EncodingOptions;
    /// use tagspan_html5ever::{ParseOpts, parse_document};
    ///
    /// let parser = parse_document(RcDom::default(), ParseOpts::default());
    /// let mut parser = parser.from_bytes(EncodingOptions::new());
    /// parser.feed(b"\xFF\xFE<\0p\0>\0");
    /// assert_eq!(parser.encoding_decision().unwrap().encoding().name(), "UTF-16LE");
    /// parser.finish();
    /// ```
    #[allow(clippy::wrong_self_convention)]
    pub fn from_bytes(self, encoding: EncodingOptions) -> BytesParser<Sink> {
        self.from_bytes_with(settings::bytes(encoding))
    }

    /// As [`from_bytes`](Self::from_bytes), with other settings of the tokenizer: limits, late declarations, validation. What
    /// html5ever's options and its tree builder decide is overruled: errors, text modes, CDATA sections, processing
    /// instructions. The limit of a token is that of the tokenizer, 16 MiB unless set; decoded it must fit into 4 GiB.
    /// Tags that limits would skip are truncated, because what follows depends on them.
    ///
    /// A tree cannot be taken back, so that [`LateDeclarations::Follow`](tagspan::LateDeclarations::Follow) ends the
    /// parsing where a tokenizer starts again. By default a tokenizer changes its encoding where that changes nothing of what was
    /// read, and otherwise [tells](tagspan::Tokenizer::late_declaration).
    /// Every `<meta>` start tag counts, also one of which the tree builder makes no element: in a `<frameset>`, and in a
    /// `<template>` of columns.
    ///
    /// # Panics
    ///
    /// When something was parsed already.
    ///
    /// # Examples
    ///
    /// A crawler that starts again in the encoding that the page declares after its first 1,024 bytes:
    ///
    /// ```
    /// use scraper::{Html, HtmlTreeSink};
    /// use tagspan::{ErrorKind, LateDeclarations, Tokenizer};
    /// use tagspan_html5ever::{ParseOpts, parse_document};
    ///
    /// let page = [b"<p>\xC1<!--", &[b'-'; 2000][..], b"--><meta charset=koi8-r>"].concat();
    /// let mut builder = Tokenizer::builder().late_declarations(LateDeclarations::Follow);
    /// let html = loop {
    ///     let sink = HtmlTreeSink::new(Html::new_document());
    ///     let mut parser = parse_document(sink, ParseOpts::default()).from_bytes_with(builder.clone());
    ///     parser.feed(&page);
    ///     match (parser.failure().map(|error| error.kind()), parser.tokenizer().late_declaration()) {
    ///         (Some(ErrorKind::Restart { .. }), Some(late)) => builder = builder.encoding(late.encoding),
    ///         _ => break parser.finish(),
    ///     }
    /// };
    /// assert_eq!(html.root_element().text().collect::<String>(), "а");
    /// ```
    #[allow(clippy::wrong_self_convention)]
    pub fn from_bytes_with(mut self, builder: TokenizerBuilder) -> BytesParser<Sink> {
        self.driver.tokenizer.make(builder);
        BytesParser::new(self.driver)
    }

    /// The parser that stops at scripts and at declarations of the encoding. It takes UTF-8.
    ///
    /// ```
    /// use markup5ever_rcdom::RcDom;
    /// use tagspan_html5ever::{ParseOpts, Progress, parse_document};
    ///
    /// let mut driver = parse_document(RcDom::default(), ParseOpts::default()).into_driver();
    /// assert!(matches!(driver.feed(b"<script>go()</script>")?, Progress::Script(_)));
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn into_driver(mut self) -> Driver<Sink> {
        self.driver.stops = true;
        self.driver.tokenizer.get_mut();
        self.driver
    }

    /// The sink, with the tree so far.
    ///
    /// ```
    /// use markup5ever_rcdom::RcDom;
    /// use tagspan_html5ever::{ParseOpts, TendrilSink, parse_document};
    ///
    /// let mut parser = parse_document(RcDom::default(), ParseOpts::default());
    /// parser.process("<!-- a -->".into());
    /// assert_eq!(parser.sink().document.children.borrow().len(), 1);
    /// ```
    pub fn sink(&self) -> &Sink {
        self.driver.sink()
    }

    /// The error that ended the parsing, if one did. Input after it was ignored.
    ///
    /// ```
    /// use markup5ever_rcdom::RcDom;
    /// use tagspan_html5ever::{ParseOpts, TendrilSink, parse_document};
    ///
    /// let mut parser = parse_document(RcDom::default(), ParseOpts::default());
    /// parser.process("<p><<<".into());
    /// assert!(parser.failure().is_none(), "no HTML is an error");
    /// ```
    pub fn failure(&self) -> Option<Error> {
        self.driver.failure()
    }
}

impl<Sink: TreeSink> TendrilSink<fmt::UTF8> for Parser<Sink> {
    type Output = Sink::Output;

    fn process(&mut self, chunk: StrTendril) {
        self.driver.read_all(&chunk);
    }

    fn error(&mut self, description: Cow<'static, str>) {
        self.driver.sink().parse_error(description);
    }

    fn finish(self) -> Sink::Output {
        self.driver.finish()
    }

    fn one<T: Into<StrTendril>>(self, document: T) -> Sink::Output {
        self.driver.read_last(&document.into())
    }
}
