//! The parser that stops where a browser has something to do: at scripts and at declarations of the encoding.

use std::borrow::Cow;
use std::collections::VecDeque;

use html5ever::tendril::{ByteTendril, StrTendril};
use html5ever::tree_builder::{TreeBuilder, TreeSink};
use tagspan::{Error, ErrorKind, Tokenizer};

use crate::bridge::Bridge;
use crate::chunk::Chunk;
use crate::progress::Progress;
use crate::settings::LazyTokenizer;
use crate::token_loop::{Stop, take_tokens};

/// Longer chunks are read in parts, so that a part and what it decodes to fit into tendrils.
const PART: usize = if cfg!(test) { 5 } else { 1 << 30 };

/// Longer inserted text is read in parts: a tokenizer that locates errors copies what is inserted, which is the rest of the
/// text again at each stop.
const INSERTED_PART: usize = if cfg!(test) { 5 } else { 64 * 1024 };

/// A parser that stops at scripts and other points where a browser or a crawler must act.
///
/// It is made from a [`Parser`](crate::Parser) or a [`BytesParser`](crate::BytesParser) by their `into_driver`. Feed it
/// chunks; each call gives a [`Progress`]. After a stop the rest of what was given is kept, without a copy if it is a
/// tendril, until [`resume`](Self::resume).
///
/// # Scripts that write
///
/// The text that a script writes by `document.write` belongs right after the script: [`insert`](Self::insert) parses it at
/// once, so that the script can look at the nodes that it wrote. A script in the inserted text stops in its turn. Each
/// stop is resumed once, the innermost first: a call of `insert` that stopped, and the calls of `resume` that follow, end
/// with [`Progress::Done`] when the inserted text is used up, and the script that wrote it continues. So one function
/// that calls itself runs all scripts, however deep they are:
///
/// ```
/// use html5ever::tree_builder::TreeSink;
/// use markup5ever_rcdom::{Handle, RcDom};
/// use tagspan::Error;
/// use tagspan_html5ever::{Driver, ParseOpts, Progress, parse_document};
///
/// /// Runs scripts until the input of this level is used up.
/// fn run(driver: &mut Driver<RcDom>, mut progress: Progress<Handle>) -> Result<(), Error> {
///     loop {
///         match progress {
///             Progress::Done => return Ok(()),
///             Progress::Script(script) => {
///                 // A script of this toy browser is the text that it writes, `[` for `<` and `]` for `>`.
///                 let written = text(&script).replace('[', "<").replace(']', ">");
///                 let inserted = driver.insert(written)?;
///                 run(driver, inserted)?;
///             }
///             Progress::EncodingIndicator(_) => {}
///         }
///         progress = driver.resume()?;
///     }
/// }
///
/// let mut driver = parse_document(RcDom::default(), ParseOpts::default()).into_driver();
/// for chunk in ["<title>T</title><script>[b]one[script](i)[/script]t", "wo</script>three"] {
///     let progress = driver.feed(chunk.as_bytes())?;
///     run(&mut driver, progress)?;
/// }
/// let progress = driver.end()?;
/// run(&mut driver, progress)?;
/// let document = driver.finish().document;
/// assert_eq!(text(&document), "T[b]one[script](i)[/script]twoone(i)(i)twothree");
///
/// fn text(node: &Handle) -> String {
///     match &node.data {
///         markup5ever_rcdom::NodeData::Text { contents } => contents.borrow().to_string(),
///         _ => node.children.borrow().iter().map(text).collect(),
///     }
/// }
/// # Ok::<(), Error>(())
/// ```
///
/// # Errors
///
/// HTML is never an error. A tag, comment or DOCTYPE beyond the limit is, and misuse, and what the
/// [settings](crate::Parser::from_bytes_with) of the bytes ask for: ill-formed bytes, or a restart. Every later call says
/// so again; [`finish`](Self::finish) gives the tree as far as it got.
pub struct Driver<Sink: TreeSink> {
    pub(crate) tokenizer: LazyTokenizer,
    pub(crate) bridge: Bridge<Sink>,
    /// Otherwise scripts and declarations are passed by.
    pub(crate) stops: bool,
    /// The pending input after each stop, the innermost last.
    waiting: Vec<Waiting>,
    /// The fed input that is pending after the outermost stop.
    fed: VecDeque<ByteTendril>,
    end: End,
    failure: Option<Error>,
}

/// The pending input after a stop.
#[derive(Debug)]
enum Waiting {
    /// The chunks in `fed`.
    Source,
    /// The rest of inserted text.
    Inserted(StrTendril),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Open,
    Declared,
    Reached,
}

impl<Sink: TreeSink> Driver<Sink> {
    pub(crate) fn new(tokenizer: LazyTokenizer, bridge: Bridge<Sink>) -> Self {
        Driver {
            tokenizer,
            bridge,
            stops: true,
            waiting: Vec::new(),
            fed: VecDeque::new(),
            end: End::Open,
            failure: None,
        }
    }

    /// Parses the next chunk of the input, which may be empty and may end anywhere.
    ///
    /// While a stop waits, the chunk is kept after what waits, and [`Progress::Done`] says so.
    ///
    /// # Errors
    ///
    /// See [`Driver`].
    ///
    /// ```
    /// use markup5ever_rcdom::RcDom;
    /// use tagspan_html5ever::{ParseOpts, Progress, parse_document};
    ///
    /// let mut driver = parse_document(RcDom::default(), ParseOpts::default()).into_driver();
    /// assert!(driver.feed(b"<p>text<scr")?.is_done());
    /// assert!(matches!(driver.feed(b"ipt>go()</script>more")?, Progress::Script(_)));
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn feed(&mut self, chunk: &[u8]) -> Result<Progress<Sink::Handle>, Error> {
        self.check_open()?;
        self.bridge.rarities.look(chunk);
        let mut parts = chunk.chunks(PART);
        if self.waiting.is_empty() {
            while let Some(part) = parts.next() {
                if let Some(stop) = self.read(&part)? {
                    self.wait(ByteTendril::from_slice(&part[part.len() - stop.rest..]));
                    self.fed.extend(parts.map(ByteTendril::from_slice));
                    return Ok(stop.progress);
                }
            }
        }
        self.fed.extend(parts.map(ByteTendril::from_slice));
        Ok(Progress::Done)
    }

    /// As [`feed`](Self::feed), but input that is pending after a stop is not copied, and text and values may share the tendril's
    /// memory.
    ///
    /// # Errors
    ///
    /// See [`Driver`].
    ///
    /// ```
    /// use html5ever::tendril::ByteTendril;
    /// use markup5ever_rcdom::RcDom;
    /// use tagspan_html5ever::{ParseOpts, parse_document};
    ///
    /// let mut driver = parse_document(RcDom::default(), ParseOpts::default()).into_driver();
    /// assert!(driver.feed_tendril(ByteTendril::from_slice(b"<!-- a -->"))?.is_done());
    /// assert_eq!(driver.finish().document.children.borrow().len(), 2, "the comment, and <html>");
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn feed_tendril(&mut self, chunk: ByteTendril) -> Result<Progress<Sink::Handle>, Error> {
        self.check_open()?;
        self.bridge.rarities.look(&chunk);
        let parts = (0..chunk.len32()).step_by(PART);
        self.fed.extend(parts.map(|start| chunk.subtendril(start, (chunk.len32() - start).min(PART as u32))));
        if self.waiting.is_empty() { self.read_source() } else { Ok(Progress::Done) }
    }

    /// Parses text right after the script at which the driver stopped, before all pending input, as `document.write` does.
    ///
    /// The text is a part of the input: it may begin a tag that the rest ends. It is not decoded, whatever encoding the
    /// source is in. When no stop waits, it comes after what was fed so far: see [`Tokenizer::insert`].
    ///
    /// # Errors
    ///
    /// See [`Driver`].
    ///
    /// ```
    /// use scraper::{Html, HtmlTreeSink};
    /// use tagspan_html5ever::{ParseOpts, parse_document};
    ///
    /// let sink = HtmlTreeSink::new(Html::new_document());
    /// let mut driver = parse_document(sink, ParseOpts::default()).into_driver();
    /// assert!(!driver.feed(b"a<script></script>c")?.is_done());
    /// assert!(driver.insert("<i>b</i>")?.is_done());
    /// assert_eq!(driver.finish().root_element().text().collect::<String>(), "abc");
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn insert(&mut self, text: impl Into<StrTendril>) -> Result<Progress<Sink::Handle>, Error> {
        self.check()?;
        let text = text.into();
        self.bridge.rarities.look(text.as_bytes());
        self.read_inserted(text)
    }

    /// Parses the input that is pending after the last stop, to its end or to the next stop. Without pending input, it does nothing.
    ///
    /// # Errors
    ///
    /// See [`Driver`].
    ///
    /// ```
    /// use markup5ever_rcdom::RcDom;
    /// use tagspan_html5ever::{ParseOpts, Progress, parse_document};
    ///
    /// let mut driver = parse_document(RcDom::default(), ParseOpts::default()).into_driver();
    /// let page = b"<script>one()</script><script>two()</script><p>";
    /// assert!(matches!(driver.feed(page)?, Progress::Script(_)));
    /// assert!(matches!(driver.resume()?, Progress::Script(_)));
    /// assert!(driver.resume()?.is_done());
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn resume(&mut self) -> Result<Progress<Sink::Handle>, Error> {
        self.check()?;
        match self.waiting.pop() {
            None => Ok(Progress::Done),
            Some(Waiting::Source) => self.read_source(),
            Some(Waiting::Inserted(rest)) => match self.read_inserted(rest)? {
                // It was inserted where no stop waited: what was fed since then comes next.
                Progress::Done if self.waiting.is_empty() => self.read_source(),
                progress => Ok(progress),
            },
        }
    }

    /// Declares the end of the input, and parses what that completes: of a short document without a known encoding,
    /// that is all of it. While a stop waits, the end waits after it.
    ///
    /// # Errors
    ///
    /// See [`Driver`].
    ///
    /// ```
    /// use markup5ever_rcdom::RcDom;
    /// use tagspan::EncodingOptions;
    /// use tagspan_html5ever::{ParseOpts, Progress, parse_document};
    ///
    /// let parser = parse_document(RcDom::default(), ParseOpts::default());
    /// let mut driver = parser.from_bytes(EncodingOptions::new()).into_driver();
    /// // The encoding is not decided yet, so the script waits.
    /// assert!(driver.feed(b"<script>go()</script>")?.is_done());
    /// assert!(matches!(driver.end()?, Progress::Script(_)));
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn end(&mut self) -> Result<Progress<Sink::Handle>, Error> {
        self.check()?;
        if self.end == End::Open {
            self.end = End::Declared;
        }
        if self.waiting.is_empty() { self.read_source() } else { Ok(Progress::Done) }
    }

    /// Parses all pending input, past every stop, to the [`end`](Self::end), and returns the tree.
    ///
    /// After an error it is the tree of the tokens before the error. An error that occurs only here is reported to the sink as a
    /// parse error.
    ///
    /// ```
    /// use scraper::{Html, HtmlTreeSink};
    /// use tagspan_html5ever::{ParseOpts, parse_document};
    ///
    /// let sink = HtmlTreeSink::new(Html::new_document());
    /// let mut driver = parse_document(sink, ParseOpts::default()).into_driver();
    /// assert!(!driver.feed(b"a<script></script>b<script></script>c")?.is_done());
    /// assert_eq!(driver.finish().root_element().text().collect::<String>(), "abc");
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn finish(mut self) -> Sink::Output {
        self.stops = false;
        let is_reported = self.failure.is_some();
        let mut result = Ok(Progress::Done);
        while result.is_ok() && !self.waiting.is_empty() {
            result = self.resume();
        }
        let result = result.and_then(|_| self.end());
        if !is_reported {
            self.report_failure(result);
        }
        if self.end != End::Reached {
            self.bridge.end();
        }
        self.bridge.finish()
    }

    /// The error that ended the parsing, if one did.
    ///
    /// ```
    /// use markup5ever_rcdom::RcDom;
    /// use tagspan::{LimitAction, Limits, Tokenizer};
    /// use tagspan_html5ever::{ParseOpts, parse_document};
    ///
    /// let parser = parse_document(RcDom::default(), ParseOpts::default());
    /// let settings = Tokenizer::builder().charset("utf-8")?.limits(Limits::all(8, LimitAction::Fail));
    /// let mut driver = parser.from_bytes_with(settings).into_driver();
    /// let error = driver.feed(b"<p title='far too long'>").err();
    /// assert!(error.is_some() && driver.failure() == error);
    /// # Ok::<(), tagspan::UnknownLabel>(())
    /// ```
    pub fn failure(&self) -> Option<Error> {
        self.failure
    }

    /// The sink, with the tree so far.
    ///
    /// ```
    /// use markup5ever_rcdom::RcDom;
    /// use tagspan_html5ever::{ParseOpts, parse_document};
    ///
    /// let mut driver = parse_document(RcDom::default(), ParseOpts::default()).into_driver();
    /// assert!(driver.feed(b"<!-- a --><!-- b -->")?.is_done());
    /// assert_eq!(driver.sink().document.children.borrow().len(), 2);
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn sink(&self) -> &Sink {
        &self.bridge.builder.sink
    }

    /// The tree builder, for instance to trace its handles.
    ///
    /// ```
    /// use html5ever::tokenizer::TokenSink;
    /// use markup5ever_rcdom::RcDom;
    /// use tagspan_html5ever::{ParseOpts, parse_document};
    ///
    /// let mut driver = parse_document(RcDom::default(), ParseOpts::default()).into_driver();
    /// assert!(driver.feed(b"<svg>")?.is_done());
    /// assert!(driver.tree_builder().adjusted_current_node_present_but_not_in_html_namespace());
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn tree_builder(&self) -> &TreeBuilder<Sink::Handle, Sink> {
        &self.bridge.builder
    }

    /// The tokenizer, for instance to query the encoding.
    ///
    /// ```
    /// use markup5ever_rcdom::RcDom;
    /// use tagspan::{EncodingOptions, UTF_8};
    /// use tagspan_html5ever::{ParseOpts, parse_document};
    ///
    /// let parser = parse_document(RcDom::default(), ParseOpts::default());
    /// let mut driver = parser.from_bytes(EncodingOptions::new()).into_driver();
    /// assert!(driver.feed(b"\xEF\xBB\xBF<p>")?.is_done());
    /// assert!(driver.tokenizer().encoding_decision().is_some_and(|decision| decision.encoding() == UTF_8));
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn tokenizer(&self) -> &Tokenizer {
        self.tokenizer.made.as_ref().expect("a driver is handed out with its tokenizer")
    }

    /// The current line of the parser, one-based.
    ///
    /// ```
    /// use markup5ever_rcdom::RcDom;
    /// use tagspan_html5ever::{ParseOpts, parse_document};
    ///
    /// let mut driver = parse_document(RcDom::default(), ParseOpts::default()).into_driver();
    /// assert!(driver.feed(b"<p>\n<p>\n<p>")?.is_done());
    /// assert_eq!(driver.line(), 3);
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn line(&self) -> u64 {
        self.bridge.lines.current
    }
}

impl<Sink: TreeSink> Driver<Sink> {
    fn check(&self) -> Result<(), Error> {
        self.failure.map_or(Ok(()), Err)
    }

    /// Nothing is fed after a declared end, be it reached or not.
    fn check_open(&mut self) -> Result<(), Error> {
        self.check()?;
        match self.end {
            End::Open => Ok(()),
            _ => {
                let end = self.tokenizer.get_mut().position();
                self.note(Err(Error::new(ErrorKind::FedAfterEnd, end)))
            }
        }
    }

    /// Notes why the parsing ended.
    fn note<T>(&mut self, result: Result<T, Error>) -> Result<T, Error> {
        if let Err(error) = &result {
            self.failure = Some(*error);
        }
        result
    }

    /// The source waits after a stop, and this rest of a chunk comes first.
    fn wait(&mut self, rest: ByteTendril) {
        self.fed.push_front(rest);
        self.waiting.push(Waiting::Source);
    }

    /// Parses a chunk, or what lies before a stop.
    pub(crate) fn read(&mut self, chunk: &impl Chunk) -> Result<Option<Stop<Sink::Handle>>, Error> {
        let tokens = self.tokenizer.get_mut().feed(chunk.bytes());
        let result = take_tokens(tokens, &mut self.bridge, chunk, self.stops);
        self.note(result)
    }

    /// Parses a chunk past every stop. A failure is reported to the sink once.
    pub(crate) fn read_all(&mut self, chunk: &impl Chunk) {
        let bytes = chunk.bytes();
        if self.failure.is_some() {
            return;
        }
        self.bridge.rarities.look(bytes);
        let result = if bytes.len() <= PART {
            self.read(chunk)
        } else {
            bytes.chunks(PART).try_fold(None, |_, part| self.read(&part))
        };
        self.report_failure(result);
    }

    /// Parses the last chunk past every stop, and the end: as `read_all` and `finish`, but the tokenizer is called once.
    pub(crate) fn read_last(mut self, chunk: &impl Chunk) -> Sink::Output {
        let bytes = chunk.bytes();
        if self.failure.is_some() || bytes.len() > PART {
            self.read_all(chunk);
            return self.finish();
        }
        self.bridge.rarities.look(bytes);
        // A short document is most of the time the only one of its tokenizer, for which a box would be too much.
        let mut local;
        let tokenizer = match &mut self.tokenizer.made {
            Some(made) => &mut **made,
            None => {
                local = self.tokenizer.utf8();
                &mut local
            }
        };
        let result = take_tokens(tokenizer.feed_last(bytes), &mut self.bridge, chunk, self.stops);
        let result = self.note(result);
        self.report_failure(result);
        self.bridge.end();
        self.bridge.finish()
    }

    fn report_failure<T>(&self, result: Result<T, Error>) {
        if let Err(error) = result {
            self.bridge.report(Cow::Owned(error.to_string()), self.bridge.lines.current);
        }
    }

    /// Parses the chunks that wait, and the end if it was declared.
    fn read_source(&mut self) -> Result<Progress<Sink::Handle>, Error> {
        while let Some(chunk) = self.fed.pop_front() {
            if let Some(stop) = self.read(&chunk)? {
                let rest = stop.rest as u32;
                self.wait(chunk.subtendril(chunk.len32() - rest, rest));
                return Ok(stop.progress);
            }
        }
        if self.end == End::Declared {
            let tokens = self.tokenizer.get_mut().finish();
            let result = take_tokens(tokens, &mut self.bridge, &&b""[..], self.stops);
            if let Some(stop) = self.note(result)? {
                self.waiting.push(Waiting::Source);
                return Ok(stop.progress);
            }
            self.end = End::Reached;
            self.bridge.end();
        }
        Ok(Progress::Done)
    }

    fn read_inserted(&mut self, mut text: StrTendril) -> Result<Progress<Sink::Handle>, Error> {
        loop {
            let mut length = text.len().min(INSERTED_PART);
            while !text.is_char_boundary(length) {
                length -= 1;
            }
            let part = text.subtendril(0, length as u32);
            let tokens = self.tokenizer.get_mut().insert(&part);
            let result = take_tokens(tokens, &mut self.bridge, &part, self.stops);
            let stop = self.note(result)?;
            text.pop_front((length - stop.as_ref().map_or(0, |stop| stop.rest)) as u32);
            if let Some(stop) = stop {
                self.waiting.push(Waiting::Inserted(text));
                return Ok(stop.progress);
            }
            if text.is_empty() {
                return Ok(Progress::Done);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use html5ever::driver::ParseOpts;
    use html5ever::tendril::TendrilSink;
    use markup5ever_rcdom::RcDom;
    use tagspan::EncodingOptions;

    use super::*;

    const PAGE: &str =
        "<!DOCTYPE html><title>日本語 &amp; é</title><script>a</script><p title='𝄞 é &lt;'>é日<b>x";

    fn shown(dom: &RcDom) -> String {
        format!("{:?}", dom.document)
    }

    /// Every door takes chunks that are longer than a part, whose bounds lie within characters.
    #[test]
    fn long_chunks_are_read_in_parts() {
        let parser = || crate::parse_document(RcDom::default(), ParseOpts::default());
        let expected = shown(&html5ever::parse_document(RcDom::default(), ParseOpts::default()).one(PAGE));
        // Text shows whether its memory is shared, so that all of it is compared as text is.
        let text = |shown: &str| shown.replace("shared: ", "").replace("owned: ", "").replace("inline: ", "");
        let bytes = || parser().from_bytes(EncodingOptions::new().content_type("text/html; charset=utf-8"));

        let mut dom = vec![parser().one(PAGE), bytes().one(PAGE.as_bytes())];
        for by_tendril in [false, true] {
            for waits in [false, true] {
                let mut driver = bytes().into_driver();
                if waits {
                    driver.waiting.push(Waiting::Source);
                }
                let progress = match by_tendril {
                    true => driver.feed_tendril(ByteTendril::from_slice(PAGE.as_bytes())),
                    false => driver.feed(PAGE.as_bytes()),
                };
                assert_eq!(progress.is_ok_and(|progress| progress.is_done()), waits, "a script stops it");
                dom.push(driver.finish());
            }
        }
        let mut driver = bytes().into_driver();
        assert!(driver.insert(PAGE).is_ok_and(|progress| !progress.is_done()), "a script stops it");
        dom.push(driver.finish());
        for dom in dom {
            assert_eq!(text(&shown(&dom)), text(&expected));
        }
    }
}
