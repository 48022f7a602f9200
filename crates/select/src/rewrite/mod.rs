//! Rewrites the elements of a page that match selectors, as it is read.

mod edit;
mod error;
mod state;
mod texts;

use std::io::{Read, Write};

use tagspan::{EncodingDecision, LimitAction, RewriteError, Rewriter, Token, TokenEdit, TokenizerBuilder};

use crate::selection::Selection;
use crate::selectors::Selectors;
use error::Stop;
use state::State;
use texts::TextLimit;

pub use edit::{Edit, EndEdit, StartEdit, TextEdit};
pub use error::{ElementRewriteError, HandlerError};

/// Rewrites elements by CSS selector: a callback gets each element that matches at its start and at its end, and its texts if it asks
/// for them.
///
/// It is a [`Rewriter`] under a [`Selection`], with the guarantees of both: every source byte that is not changed is copied, in any
/// encoding, and elements without an end tag end where a browser ends them.
///
/// Where tags are misnested, a browser moves elements: what is removed is what stands between the tags. With
/// [`LimitAction::Fail`](tagspan::LimitAction::Fail) for the [depth](Selection::depth), a page with more open elements fails;
/// otherwise elements above the limit are not matched.
///
/// It takes the memory of both, what is to be written at the ends of open elements, and the text that is asked for.
///
/// ```
/// use tagspan_select::{Edit, ElementRewriter, Selection, Selectors};
///
/// let selectors = Selectors::new(["a[href^='http:']", "script", "body"])?;
/// let page = b"<body><A HREF=http://a.example/>a</A><script>b()</script></body>";
/// let rewriter = ElementRewriter::new(Vec::new(), Selection::new(&selectors));
/// let html = rewriter.read_from(&page[..], |edit| {
///     if let Edit::Start(start) = edit {
///         match start.selectors() {
///             [0] => start.set_attribute("rel", "nofollow"),
///             [1] => start.remove(),
///             _ => start.append("<footer>c</footer>"),
///         };
///     }
///     Ok(())
/// })?;
/// assert_eq!(
///     html,
///     b"<body><A HREF=http://a.example/ rel=\"nofollow\">a</A><footer>c</footer></body>",
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct ElementRewriter<W> {
    rewriter: Rewriter<W>,
    state: State,
}

impl<W: Write> ElementRewriter<W> {
    /// Creates a rewriter that writes to this output, and finds the encoding as [`Rewriter::new`] does.
    ///
    /// ```
    /// use tagspan_select::{ElementRewriter, Selection, Selectors};
    ///
    /// let rewriter = ElementRewriter::new(Vec::new(), Selection::new(&Selectors::new(["a"])?));
    /// assert_eq!(rewriter.read_from(&b"<a b"[..], |_| Ok(()))?, b"<a b");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(output: W, selection: Selection) -> Self {
        Self::with_rewriter(Rewriter::new(output), selection)
    }

    /// Creates a rewriter with other settings than the defaults, such as the encoding or the limits.
    ///
    /// ```
    /// use tagspan::Tokenizer;
    /// use tagspan_select::{Edit, ElementRewriter, Selection, Selectors};
    ///
    /// let builder = Tokenizer::builder().charset("koi8-r")?;
    /// let selection = Selection::new(&Selectors::new(["p"])?);
    /// let html = ElementRewriter::with_builder(Vec::new(), builder, selection).read_from(&b"<p>\xC1"[..], |edit| {
    ///     if let Edit::Start(start) = edit {
    ///         start.append("\u{431}");
    ///     }
    ///     Ok(())
    /// })?;
    /// assert_eq!(html, b"<p>\xC1\xC2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_builder(output: W, builder: TokenizerBuilder, selection: Selection) -> Self {
        Self::with_rewriter(Rewriter::with_builder(output, builder), selection)
    }

    fn with_rewriter(rewriter: Rewriter<W>, selection: Selection) -> Self {
        ElementRewriter { rewriter, state: State::new(selection) }
    }

    /// Sets how many bytes of a text are kept at most, as written in UTF-8, and what is done with one above it: `Fail`, or otherwise
    /// write it as it is, and hand out none of it. 16 MiB by default, and fail. It is for texts that are
    /// [edited](StartEdit::edit_text), and for those that are [kept](StartEdit::keep_text).
    ///
    /// ```
    /// use tagspan::LimitAction;
    /// use tagspan_select::{Edit, ElementRewriter, Selection, Selectors};
    ///
    /// let selection = Selection::new(&Selectors::new(["b"])?);
    /// let rewriter = ElementRewriter::new(Vec::new(), selection).text_limit(4, LimitAction::Skip);
    /// let html = rewriter.read_from(&b"<b>one</b><b>three</b>"[..], |edit| {
    ///     match edit {
    ///         Edit::Start(start) => {
    ///             start.edit_text();
    ///         }
    ///         Edit::Text(text) => text.edit.remove(),
    ///         Edit::End(_) => {}
    ///     }
    ///     Ok(())
    /// })?;
    /// assert_eq!(html, b"<b></b><b>three</b>");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn text_limit(mut self, bytes: usize, action: LimitAction) -> Self {
        self.state.texts.limit = TextLimit { bytes, action };
        self
    }

    /// Rewrites all of the input, flushes the output and returns it.
    ///
    /// # Errors
    ///
    /// Those of the rewriter, the selection and the callback. A read that was interrupted is tried again.
    ///
    /// ```
    /// use tagspan_select::{ElementRewriter, Selection, Selectors};
    ///
    /// let mut matches = 0;
    /// ElementRewriter::new(std::io::sink(), Selection::new(&Selectors::new(["b"])?)).read_from(&b"<b>a</b><b>"[..], |edit| {
    ///     matches += usize::from(matches!(edit, tagspan_select::Edit::Start(_)));
    ///     Ok(())
    /// })?;
    /// assert_eq!(matches, 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read_from(
        self,
        input: impl Read,
        mut each: impl FnMut(Edit<'_, '_>) -> Result<(), HandlerError>,
    ) -> Result<W, ElementRewriteError> {
        let (mut state, mut stop) = (self.state, None);
        let rewritten = self.rewriter.read_from_with(input, |token, edit| {
            change(&mut state, token, edit, &mut each, &mut stop);
        });
        rewritten.map_err(|error| explain(error, stop))
    }

    /// Rewrites the next chunk, which may end anywhere.
    ///
    /// # Errors
    ///
    /// Those of the rewriter, the selection and the callback. After an error every call fails.
    ///
    /// ```
    /// use tagspan_select::{Edit, ElementRewriter, Selection, Selectors};
    ///
    /// let selection = Selection::new(&Selectors::new(["b"])?);
    /// let mut rewriter = ElementRewriter::new(Vec::new(), selection);
    /// let mut unwrap = |edit: Edit<'_, '_>| {
    ///     if let Edit::Start(start) = edit {
    ///         start.unwrap();
    ///     }
    ///     Ok(())
    /// };
    /// for chunk in ["a<", "b>c</b", ">d"] {
    ///     rewriter.write(chunk.as_bytes(), &mut unwrap)?;
    /// }
    /// assert_eq!(rewriter.finish(&mut unwrap)?, b"acd");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write(
        &mut self,
        chunk: &[u8],
        mut each: impl FnMut(Edit<'_, '_>) -> Result<(), HandlerError>,
    ) -> Result<(), ElementRewriteError> {
        let (state, mut stop) = (&mut self.state, None);
        let written =
            self.rewriter.write(chunk, |token, edit| change(state, Some(token), edit, &mut each, &mut stop));
        written.map_err(|error| explain(error, stop))
    }

    /// Ends the page: rewrites the rest of it, flushes the output and returns it.
    ///
    /// # Errors
    ///
    /// As [`write`](Self::write).
    ///
    /// ```
    /// use tagspan_select::{ElementRewriter, Selection, Selectors};
    ///
    /// let mut rewriter = ElementRewriter::new(Vec::new(), Selection::new(&Selectors::new(["b"])?));
    /// rewriter.write(b"<b>a", |_| Ok(()))?;
    /// let html = rewriter.finish(|edit| {
    ///     if let tagspan_select::Edit::End(end) = edit {
    ///         end.append("!");
    ///     }
    ///     Ok(())
    /// })?;
    /// assert_eq!(html, b"<b>a!");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn finish(
        self,
        mut each: impl FnMut(Edit<'_, '_>) -> Result<(), HandlerError>,
    ) -> Result<W, ElementRewriteError> {
        let (mut state, mut stop) = (self.state, None);
        let rewritten = self.rewriter.finish_with(|token, edit| {
            change(&mut state, token, edit, &mut each, &mut stop);
        });
        rewritten.map_err(|error| explain(error, stop))
    }

    /// The output that was written so far.
    ///
    /// ```
    /// use tagspan_select::{ElementRewriter, Selection, Selectors};
    ///
    /// let rewriter = ElementRewriter::new(Vec::new(), Selection::new(&Selectors::new(["b"])?));
    /// assert!(rewriter.output().is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn output(&self) -> &W {
        self.rewriter.output()
    }

    /// The output, to take finished bytes out.
    ///
    /// ```
    /// use tagspan_select::{ElementRewriter, Selection, Selectors};
    ///
    /// let mut rewriter = ElementRewriter::new(Vec::new(), Selection::new(&Selectors::new(["b"])?));
    /// rewriter.output_mut().extend_from_slice(b"<!DOCTYPE html>");
    /// assert_eq!(rewriter.finish(|_| Ok(()))?, b"<!DOCTYPE html>");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn output_mut(&mut self) -> &mut W {
        self.rewriter.output_mut()
    }

    /// The encoding of source and output, once it is decided.
    ///
    /// ```
    /// use tagspan_select::{ElementRewriter, Selection, Selectors};
    ///
    /// let mut rewriter = ElementRewriter::new(Vec::new(), Selection::new(&Selectors::new(["b"])?));
    /// rewriter.write(b"<meta charset=gbk>", |_| Ok(()))?;
    /// assert_eq!(rewriter.encoding_decision().map(|decision| decision.encoding().name()), Some("GBK"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn encoding_decision(&self) -> Option<EncodingDecision> {
        self.rewriter.encoding_decision()
    }
}

/// Rewrites the elements of a page in memory that a selector matches, each at its start. The encoding is found as browsers do.
///
/// # Errors
///
/// A selector that is refused, and errors of the rewriter, such as an invalid name.
///
/// ```
/// let html = tagspan_select::rewrite(b"<a href=/x>y</a>", "a[href]", |element| {
///     element.set_attribute("rel", "nofollow").append("!");
/// })?;
/// assert_eq!(html, b"<a href=/x rel=\"nofollow\">y!</a>");
/// # Ok::<(), tagspan_select::ElementRewriteError>(())
/// ```
pub fn rewrite(
    html: &[u8],
    selector: &str,
    mut each: impl FnMut(&mut StartEdit<'_>),
) -> Result<Vec<u8>, ElementRewriteError> {
    let selectors = Selectors::new([selector]).map_err(|error| ElementRewriteError::Select(error.into()))?;
    ElementRewriter::new(Vec::with_capacity(html.len()), Selection::new(&selectors)).read_from(html, |edit| {
        if let Edit::Start(start) = edit {
            each(start);
        }
        Ok(())
    })
}

/// Edits a token, or the end of the page, or stops before it.
#[inline(always)]
fn change(
    state: &mut State,
    token: Option<Token<'_>>,
    edit: &mut TokenEdit,
    each: &mut dyn FnMut(Edit<'_, '_>) -> Result<(), HandlerError>,
    stop: &mut Option<Stop>,
) {
    let result = match token {
        Some(token) => state.token(token, edit, each),
        None => state.finish(edit, each).map(|html| edit.before(&html)),
    };
    if let Err(why) = result {
        *stop = Some(why);
        edit.stop();
    }
}

fn explain(error: RewriteError, stop: Option<Stop>) -> ElementRewriteError {
    match stop {
        Some(Stop::TextLimit(limit)) => ElementRewriteError::TextLimit { limit, offset: error.offset() },
        Some(Stop::Select(error)) => ElementRewriteError::Select(error),
        Some(Stop::Handler(why)) => ElementRewriteError::Handler { error: why, offset: error.offset() },
        None => ElementRewriteError::Rewrite(error),
    }
}
