//! The edits of an element: at its start tag, and at its end.

use std::borrow::Cow;

use tagspan::{Tag, TagEditor, TokenEdit};

use crate::selection::Entered;

/// The start, a text or the end of an element that matches, with the edits that are possible there: the argument of the callback
/// of an [`ElementRewriter`](crate::ElementRewriter).
///
/// ```
/// use tagspan_select::{Edit, ElementRewriter, Selection, Selectors};
///
/// let selection = Selection::new(&Selectors::new(["p"])?);
/// let mut seen = Vec::new();
/// ElementRewriter::new(Vec::new(), selection).read_from(&b"<p>a"[..], |edit| {
///     seen.push(match edit {
///         Edit::Start(start) => start.edit_text().name().to_owned(),
///         Edit::Text(text) => text.text.to_owned(),
///         Edit::End(_) => "end".to_owned(),
///     });
///     Ok(())
/// })?;
/// assert_eq!(seen, ["p", "a", "end"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub enum Edit<'r, 'a> {
    /// An element that matches opens.
    Start(&'r mut StartEdit<'a>),
    /// A text in an element whose texts are [edited](StartEdit::edit_text), whole.
    Text(TextEdit<'r>),
    /// An element that matches ends.
    End(&'r mut EndEdit),
}

/// Edits an element at its start. All markup is written as it is given: escape text by [`tagspan::escape_text`].
///
/// Several calls of a method write in their order. Content that is [removed](Self::remove) or
/// [replaced](Self::set_inner_content) is not matched any more.
///
/// ```
/// use tagspan_select::{Edit, ElementRewriter, Selection, Selectors};
///
/// let page = b"<div class=ad><p>Buy</div><h1>News</h1><center>text</center>";
/// let selection = Selection::new(&Selectors::new([".ad", "h1", "center"])?);
/// let html = ElementRewriter::new(Vec::new(), selection).read_from(&page[..], |edit| {
///     if let Edit::Start(start) = edit {
///         match start.selectors()[0] {
///             0 => start.remove(),
///             1 => start.append(" of today").after("<hr>"),
///             _ => start.set_name("div").set_attribute("class", "center"),
///         };
///     }
///     Ok(())
/// })?;
/// assert_eq!(html, b"<h1>News of today</h1><hr><div class=\"center\">text</div>");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct StartEdit<'a> {
    entered: Entered<'a>,
    pub(super) editor: Option<TagEditor<'a>>,
    pub(super) is_edited: bool,
    pub(super) before: String,
    pub(super) prepended: String,
    pub(super) appended: String,
    pub(super) after: String,
    pub(super) name: Option<String>,
    pub(super) keeps_tags: bool,
    pub(super) keeps_content: bool,
    pub(super) keeps_text: bool,
    pub(super) edits_text: bool,
}

impl<'a> StartEdit<'a> {
    pub(super) fn new(entered: Entered<'a>) -> Self {
        StartEdit {
            editor: entered.tag.map(|tag| tag.edit()),
            entered,
            is_edited: false,
            before: String::new(),
            prepended: String::new(),
            appended: String::new(),
            after: String::new(),
            name: None,
            keeps_tags: true,
            keeps_content: true,
            keeps_text: false,
            edits_text: false,
        }
    }

    /// The number of the element among those that match.
    ///
    /// ```
    /// let html = tagspan_select::rewrite(b"<b>a<b>c", "b", |element| {
    ///     let number = element.element().to_string();
    ///     element.append(&number);
    /// })?;
    /// assert_eq!(html, b"<b>a<b>c10");
    /// # Ok::<(), tagspan_select::ElementRewriteError>(())
    /// ```
    pub fn element(&self) -> u64 {
        self.entered.element
    }

    /// The selectors that match, by their numbers, in order.
    ///
    /// ```
    /// let html = tagspan_select::rewrite(b"<b>a", "b", |element| {
    ///     assert_eq!(element.selectors(), [0]);
    /// })?;
    /// assert_eq!(html, b"<b>a");
    /// # Ok::<(), tagspan_select::ElementRewriteError>(())
    /// ```
    pub fn selectors(&self) -> &[u32] {
        self.entered.selectors
    }

    /// Its name in lower case, as in the source.
    ///
    /// ```
    /// let html = tagspan_select::rewrite(b"<H1>a</H1>", "h1", |element| {
    ///     let name = element.name().to_owned();
    ///     element.set_attribute("class", &name);
    /// })?;
    /// assert_eq!(html, b"<H1 class=\"h1\">a</H1>");
    /// # Ok::<(), tagspan_select::ElementRewriteError>(())
    /// ```
    pub fn name(&self) -> &str {
        self.entered.name
    }

    /// Its start tag as in the source. `None` for elements that the tree builder adds, such as a `tbody`: these have no attributes and no
    /// name that could be changed, and end at the next tag.
    ///
    /// ```
    /// let html = tagspan_select::rewrite(b"<table><tr>", "tbody, tr", |element| {
    ///     if element.tag().is_some() {
    ///         element.prepend("<td>");
    ///     }
    /// })?;
    /// assert_eq!(html, b"<table><tr><td>");
    /// # Ok::<(), tagspan_select::ElementRewriteError>(())
    /// ```
    pub fn tag(&self) -> Option<Tag<'a>> {
        self.entered.tag
    }

    /// The value of an attribute in the source, by its name in lower case.
    ///
    /// ```
    /// let html = tagspan_select::rewrite(b"<a href=http://a/>", "a[href]", |element| {
    ///     if let Some(href) = element.attribute("href") {
    ///         element.set_attribute("href", &href.replace("http:", "https:"));
    ///     }
    /// })?;
    /// assert_eq!(html, b"<a href=\"https://a/\">");
    /// # Ok::<(), tagspan_select::ElementRewriteError>(())
    /// ```
    pub fn attribute(&self, name: &str) -> Option<Cow<'a, str>> {
        self.entered.tag.and_then(|tag| tag.attribute_value(name))
    }

    /// Sets an attribute: see [`TagEditor::set_attribute`].
    ///
    /// ```
    /// let html = tagspan_select::rewrite(b"<p  CLASS=a>", "p", |element| {
    ///     element.set_attribute("class", "b").set_attribute("id", "c");
    /// })?;
    /// assert_eq!(html, b"<p  CLASS=\"b\" id=\"c\">");
    /// # Ok::<(), tagspan_select::ElementRewriteError>(())
    /// ```
    pub fn set_attribute(&mut self, name: &str, value: &str) -> &mut Self {
        self.edit_tag(|editor| {
            editor.set_attribute(name, value);
        })
    }

    /// Removes an attribute: see [`TagEditor::remove_attribute`].
    ///
    /// ```
    /// let html = tagspan_select::rewrite(b"<p id=a onclick=b()>", "p", |element| {
    ///     element.remove_attribute("onclick");
    /// })?;
    /// assert_eq!(html, b"<p id=a>");
    /// # Ok::<(), tagspan_select::ElementRewriteError>(())
    /// ```
    pub fn remove_attribute(&mut self, name: &str) -> &mut Self {
        self.edit_tag(|editor| {
            editor.remove_attribute(name);
        })
    }

    /// Sets the name in the start tag and in the end tag. An element without an end tag gets none.
    ///
    /// ```
    /// let html = tagspan_select::rewrite(b"<center>a</center>", "center", |element| {
    ///     element.set_name("div");
    /// })?;
    /// assert_eq!(html, b"<div>a</div>");
    /// # Ok::<(), tagspan_select::ElementRewriteError>(())
    /// ```
    pub fn set_name(&mut self, name: &str) -> &mut Self {
        self.name = Some(name.to_owned());
        self.edit_tag(|editor| {
            editor.set_name(name);
        })
    }

    fn edit_tag(&mut self, edit: impl FnOnce(&mut TagEditor<'a>)) -> &mut Self {
        if let Some(editor) = &mut self.editor {
            edit(editor);
            self.is_edited = true;
        }
        self
    }

    /// Writes this markup before the start tag.
    ///
    /// ```
    /// let html = tagspan_select::rewrite(b"<b>a</b>", "b", |element| {
    ///     element.before("<hr>");
    /// })?;
    /// assert_eq!(html, b"<hr><b>a</b>");
    /// # Ok::<(), tagspan_select::ElementRewriteError>(())
    /// ```
    pub fn before(&mut self, html: &str) -> &mut Self {
        self.before += html;
        self
    }

    /// Writes this markup after the start tag. Elements without content, such as `img`, have none.
    ///
    /// ```
    /// let html = tagspan_select::rewrite(b"<b>a</b>", "b", |element| {
    ///     element.prepend("<i>b</i>");
    /// })?;
    /// assert_eq!(html, b"<b><i>b</i>a</b>");
    /// # Ok::<(), tagspan_select::ElementRewriteError>(())
    /// ```
    pub fn prepend(&mut self, html: &str) -> &mut Self {
        self.prepended += html;
        self
    }

    /// Writes this markup before the end tag, or where the element ends without one.
    ///
    /// ```
    /// let html = tagspan_select::rewrite(b"<li>a<li>b</ul>c", "li", |element| {
    ///     element.append("!");
    /// })?;
    /// assert_eq!(html, b"<li>a!<li>b</ul>c!");
    /// # Ok::<(), tagspan_select::ElementRewriteError>(())
    /// ```
    pub fn append(&mut self, html: &str) -> &mut Self {
        self.appended += html;
        self
    }

    /// Writes this markup after the element.
    ///
    /// ```
    /// let html = tagspan_select::rewrite(b"<b>a</b>c", "b", |element| {
    ///     element.after("<hr>");
    /// })?;
    /// assert_eq!(html, b"<b>a</b><hr>c");
    /// # Ok::<(), tagspan_select::ElementRewriteError>(())
    /// ```
    pub fn after(&mut self, html: &str) -> &mut Self {
        self.after += html;
        self
    }

    /// Writes this markup instead of the content. The content of `script`, `style` and others is not markup, and written as it is too.
    ///
    /// ```
    /// let html = tagspan_select::rewrite(b"<h1>a<b>c</b></h1>d", "h1", |element| {
    ///     element.set_inner_content(&tagspan::escape_text("a < b"));
    /// })?;
    /// assert_eq!(html, b"<h1>a &lt; b</h1>d");
    /// # Ok::<(), tagspan_select::ElementRewriteError>(())
    /// ```
    pub fn set_inner_content(&mut self, html: &str) -> &mut Self {
        self.keeps_content = false;
        html.clone_into(&mut self.prepended);
        self.appended.clear();
        self
    }

    /// Writes this markup instead of the element.
    ///
    /// ```
    /// let html = tagspan_select::rewrite(b"a<b>c</b>d", "b", |element| {
    ///     element.replace("<hr>");
    /// })?;
    /// assert_eq!(html, b"a<hr>d");
    /// # Ok::<(), tagspan_select::ElementRewriteError>(())
    /// ```
    pub fn replace(&mut self, html: &str) -> &mut Self {
        self.remove().before(html)
    }

    /// Removes the element with its content.
    ///
    /// ```
    /// let html = tagspan_select::rewrite(b"a<b>c</b>d", "b", |element| {
    ///     element.remove();
    /// })?;
    /// assert_eq!(html, b"ad");
    /// # Ok::<(), tagspan_select::ElementRewriteError>(())
    /// ```
    pub fn remove(&mut self) -> &mut Self {
        self.keeps_tags = false;
        self.set_inner_content("")
    }

    /// Removes the tags and keeps the content. Do not unwrap elements whose content is read in another way, such as `script`.
    ///
    /// ```
    /// let html = tagspan_select::rewrite(b"<p><font>a<b>c</b></font>", "font", |element| {
    ///     element.unwrap();
    /// })?;
    /// assert_eq!(html, b"<p>a<b>c</b>");
    /// # Ok::<(), tagspan_select::ElementRewriteError>(())
    /// ```
    pub fn unwrap(&mut self) -> &mut Self {
        self.keeps_tags = false;
        self
    }

    /// Hands out each text in the element, whole, as [`Edit::Text`].
    ///
    /// ```
    /// use tagspan_select::{Edit, ElementRewriter, Selection, Selectors};
    ///
    /// let selection = Selection::new(&Selectors::new(["p"])?);
    /// let mut rewriter = ElementRewriter::new(Vec::new(), selection);
    /// let mut each = |edit: Edit<'_, '_>| {
    ///     match edit {
    ///         Edit::Start(start) => {
    ///             start.edit_text();
    ///         }
    ///         Edit::Text(text) if text.text.contains("colour") => {
    ///             text.edit.replace_text(&text.text.replace("colour", "color"));
    ///         }
    ///         _ => {}
    ///     }
    ///     Ok(())
    /// };
    /// for chunk in ["<p>A col", "our<br>&amp", " more"] {
    ///     rewriter.write(chunk.as_bytes(), &mut each)?;
    /// }
    /// assert_eq!(rewriter.finish(&mut each)?, b"<p>A color<br>&amp more");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn edit_text(&mut self) -> &mut Self {
        self.edits_text = true;
        self
    }

    /// Keeps all text of the element in memory, for [`EndEdit::text`], up to the [limit](crate::ElementRewriter::text_limit).
    ///
    /// ```
    /// use tagspan_select::{Edit, ElementRewriter, Selection, Selectors};
    ///
    /// let selection = Selection::new(&Selectors::new(["h1"])?);
    /// ElementRewriter::new(Vec::new(), selection).read_from(&b"<h1>a &amp; b</h1>"[..], |edit| {
    ///     match edit {
    ///         Edit::Start(start) => {
    ///             start.keep_text();
    ///         }
    ///         Edit::End(end) => assert_eq!(end.text(), "a & b"),
    ///         Edit::Text(_) => {}
    ///     }
    ///     Ok(())
    /// })?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn keep_text(&mut self) -> &mut Self {
        self.keeps_text = true;
        self
    }
}

/// A text in elements that match, whole: all between two tags, comments or other tokens, though chunks divide it.
///
/// It is written as in the source, ill-formed bytes too, unless its `edit` changes it. Text of `script` and `style` has no escapes:
/// write it by [`TokenEdit::replace`]. Line feeds and NUL that a tree leaves out at its start are no part of it, nor is white space
/// that a tree builder puts elsewhere than the text after it, as that before a body without a start tag.
///
/// ```
/// use tagspan_select::{Edit, ElementRewriter, Selection, Selectors};
///
/// let selection = Selection::new(&Selectors::new(["b", "script"])?);
/// let page = b"a<b>&euro;<i>\xFF</i></b><script>if (a < b) {}</script>";
/// let html = ElementRewriter::new(Vec::new(), selection).read_from(&page[..], |edit| {
///     match edit {
///         Edit::Start(start) => {
///             start.edit_text();
///         }
///         Edit::Text(text) if text.selectors == [1] => text.edit.replace(&text.text.replace("if", "while")),
///         Edit::Text(text) if text.text == "\u{20AC}" => text.edit.replace_text("<EUR>"),
///         _ => {}
///     }
///     Ok(())
/// })?;
/// assert_eq!(html, b"a<b>&lt;EUR&gt;<i>\xFF</i></b><script>while (a < b) {}</script>");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[non_exhaustive]
#[derive(Debug)]
pub struct TextEdit<'r> {
    /// The text as in a tree.
    pub text: &'r str,
    /// The elements that it is in, by their numbers, the outermost first.
    pub elements: &'r [u64],
    /// The selectors of those whose texts are edited, in order.
    pub selectors: &'r [u32],
    /// The edit of the text.
    pub edit: &'r mut TokenEdit,
}

/// Edits an element at its end.
///
/// ```
/// use tagspan_select::{Edit, ElementRewriter, Selection, Selectors};
///
/// let selection = Selection::new(&Selectors::new(["td"])?);
/// let mut rewriter = ElementRewriter::new(Vec::new(), selection);
/// let mut count_characters = |edit: Edit<'_, '_>| {
///     match edit {
///         Edit::Start(start) => {
///             start.keep_text();
///         }
///         Edit::End(end) => {
///             let count = end.text().chars().count();
///             end.append(&format!(" ({count})"));
///         }
///         Edit::Text(_) => {}
///     }
///     Ok(())
/// };
/// // The text is whole, though chunks divide it.
/// for chunk in ["<table><td>on", "e &am", "p; two<td>three"] {
///     rewriter.write(chunk.as_bytes(), &mut count_characters)?;
/// }
/// let html = rewriter.finish(&mut count_characters)?;
/// assert_eq!(html, b"<table><td>one &amp; two (9)<td>three (5)");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct EndEdit {
    pub(super) element: u64,
    pub(super) selectors: Vec<u32>,
    pub(super) text: String,
    pub(super) appended: String,
    pub(super) after: String,
}

impl EndEdit {
    /// The number of the element among those that match.
    ///
    /// ```
    /// use tagspan_select::{Edit, ElementRewriter, Selection, Selectors};
    ///
    /// let selection = Selection::new(&Selectors::new(["i", "b"])?);
    /// let html = ElementRewriter::new(Vec::new(), selection).read_from(&b"<b>a</b>c"[..], |edit| {
    ///     if let Edit::End(end) = edit {
    ///         assert_eq!(end.element(), 0);
    ///     }
    ///     Ok(())
    /// })?;
    /// assert_eq!(html, b"<b>a</b>c");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn element(&self) -> u64 {
        self.element
    }

    /// The selectors that match, by their numbers, in order.
    ///
    /// ```
    /// use tagspan_select::{Edit, ElementRewriter, Selection, Selectors};
    ///
    /// let selection = Selection::new(&Selectors::new(["i", "b"])?);
    /// let html = ElementRewriter::new(Vec::new(), selection).read_from(&b"<b>a</b>c"[..], |edit| {
    ///     if let Edit::End(end) = edit {
    ///         assert_eq!(end.selectors(), [1]);
    ///     }
    ///     Ok(())
    /// })?;
    /// assert_eq!(html, b"<b>a</b>c");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn selectors(&self) -> &[u32] {
        &self.selectors
    }

    /// All text in it, as in `textContent`, if it was [kept](StartEdit::keep_text). Empty if it is over the limit.
    ///
    /// ```
    /// use tagspan_select::{Edit, ElementRewriter, Selection, Selectors};
    ///
    /// let selection = Selection::new(&Selectors::new(["i", "b"])?);
    /// let html = ElementRewriter::new(Vec::new(), selection).read_from(&b"<b>a</b>c"[..], |edit| {
    ///     if let Edit::End(end) = edit {
    ///         assert_eq!(end.text(), "");
    ///     }
    ///     Ok(())
    /// })?;
    /// assert_eq!(html, b"<b>a</b>c");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Writes this markup before the end tag, or where the element ends without one. The end tags of `body` and `html` do not close
    /// them: there it comes behind them, and [`StartEdit::append`] before them.
    ///
    /// ```
    /// use tagspan_select::{Edit, ElementRewriter, Selection, Selectors};
    ///
    /// let selection = Selection::new(&Selectors::new(["i", "b"])?);
    /// let html = ElementRewriter::new(Vec::new(), selection).read_from(&b"<b>a</b>c"[..], |edit| {
    ///     if let Edit::End(end) = edit {
    ///         end.append("!");
    ///     }
    ///     Ok(())
    /// })?;
    /// assert_eq!(html, b"<b>a!</b>c");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn append(&mut self, html: &str) -> &mut Self {
        self.appended += html;
        self
    }

    /// Writes this markup after the element.
    ///
    /// ```
    /// use tagspan_select::{Edit, ElementRewriter, Selection, Selectors};
    ///
    /// let selection = Selection::new(&Selectors::new(["i", "b"])?);
    /// let html = ElementRewriter::new(Vec::new(), selection).read_from(&b"<b>a</b>c"[..], |edit| {
    ///     if let Edit::End(end) = edit {
    ///         end.after("<hr>");
    ///     }
    ///     Ok(())
    /// })?;
    /// assert_eq!(html, b"<b>a</b><hr>c");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn after(&mut self, html: &str) -> &mut Self {
        self.after += html;
        self
    }
}
