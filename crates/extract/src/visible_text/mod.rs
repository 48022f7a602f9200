//! The visible text of a page, from tokens.

mod appearance;
mod elements;
mod flow;
mod lists;
mod open_elements;
mod style;

use tagspan::{Namespace, Tag, Text, TextMode, Token};
use tagspan_elements::{Kind, NameKey};

use appearance::{Appearance, Content};
use elements::{Rendered, rendered};
use flow::Flow;
use lists::List;
use open_elements::ShownElements;

use crate::words::has_nul;

/// Writes the visible text of a page as its tokens come.
///
/// It keeps the names of open elements, at most 512, and no text. The [crate documentation](crate#visible-text) describes
/// what is text.
///
/// ```
/// use tagspan::Tokenizer;
/// use tagspan_extract::VisibleText;
///
/// let (mut visible, mut text) = (VisibleText::new(), String::new());
/// let mut tokenizer = Tokenizer::new();
/// for chunk in ["<h1>Fish", " &amp; chips</h1><script>1 <", " 2</script><p>Now\nopen<", "br>daily"] {
///     tokenizer.feed(chunk.as_bytes()).for_each(|token| visible.push(token, &mut text))?;
///     // The text so far can be taken here.
/// }
/// tokenizer.finish().for_each(|token| visible.push(token, &mut text))?;
/// assert_eq!(text, "Fish & chips\n\nNow open\ndaily");
/// # Ok::<(), tagspan::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
#[doc(alias = "inner_text")]
pub struct VisibleText {
    open: ShownElements,
    flow: Flow,
    /// Whether the content of `noscript` is text.
    with_noscript: bool,
    /// Whether `style` attributes are not read.
    without_styles: bool,
    /// Whether list items get markers.
    with_markers: bool,
    /// The list items that were open when the last one opened.
    items: u32,
    /// Within a `noscript` that is skipped. Its tags open and end nothing.
    in_noscript: bool,
    /// Whether the last tag was the start tag of an `xmp`, whose raw text is shown.
    in_xmp: bool,
}

impl VisibleText {
    /// Starts at the beginning of a page. The content of `noscript` is skipped.
    ///
    /// ```
    /// use tagspan_extract::VisibleText;
    ///
    /// let (mut visible, mut text) = (VisibleText::new(), String::new());
    /// tagspan::tokenize("<p hidden>no</p><noscript>no</noscript>yes").for_each(|token| visible.push(token, &mut text))?;
    /// assert_eq!(text, "yes");
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn new() -> Self {
        VisibleText::default()
    }

    /// Sets whether the content of `noscript` is text, as in browsers without scripting.
    ///
    /// ```
    /// use tagspan_extract::VisibleText;
    ///
    /// let (mut visible, mut text) = (VisibleText::new().noscript(true), String::new());
    /// tagspan::tokenize("<noscript><p>Please enable").for_each(|token| visible.push(token, &mut text))?;
    /// assert_eq!(text, "Please enable");
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    #[must_use]
    pub fn noscript(mut self, shown: bool) -> Self {
        self.with_noscript = shown;
        self
    }

    /// Sets whether `style` attributes are read, as in browsers; they are by default. `display: none` and `visibility: hidden`
    /// hide text, and other values of `display` make blocks or lines. Style sheets are not read.
    ///
    /// ```
    /// use tagspan_extract::VisibleText;
    ///
    /// let html = "<p style='display: none'>no</p>yes";
    /// for (on, expected) in [(true, "yes"), (false, "no\n\nyes")] {
    ///     let (mut visible, mut text) = (VisibleText::new().style_attributes(on), String::new());
    ///     tagspan::tokenize(html).for_each(|token| visible.push(token, &mut text))?;
    ///     assert_eq!(text, expected);
    /// }
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    #[must_use]
    pub fn style_attributes(mut self, on: bool) -> Self {
        self.without_styles = !on;
        self
    }

    /// Sets whether list items begin with `• `, or with the number that `ol` gives them, such as `1. `; they do not by
    /// default, as in `innerText`.
    ///
    /// The attributes `start`, `reversed`, `type` and `value` count. Items of a `reversed` list without `start` have bullets up
    /// to the first `value`, since their number is known only at the end of the list.
    ///
    /// ```
    /// use tagspan_extract::VisibleText;
    ///
    /// let (mut visible, mut text) = (VisibleText::new().list_markers(true), String::new());
    /// let list = "<ul><li>a<ol type=i start=3><li>b<li>c</ol><li>d</ul>";
    /// tagspan::tokenize(list).for_each(|token| visible.push(token, &mut text))?;
    /// assert_eq!(text, "• a\niii. b\niv. c\n• d");
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    #[must_use]
    pub fn list_markers(mut self, on: bool) -> Self {
        self.with_markers = on;
        self
    }

    /// Sets whether a run of the tabs and line ends of cells and rows becomes one of them, as suits tables for layout; it does
    /// not by default, as in `innerText`. Empty cells then leave no trace.
    ///
    /// ```
    /// use tagspan_extract::VisibleText;
    ///
    /// let (mut visible, mut text) = (VisibleText::new().collapse_tables(true), String::new());
    /// let table = "<table><tr><td><td>a<td><td>b<tr><td><td><tr><td><table><tr><td>c</table></table>";
    /// tagspan::tokenize(table).for_each(|token| visible.push(token, &mut text))?;
    /// assert_eq!(text, "a\tb\nc");
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    #[must_use]
    pub fn collapse_tables(mut self, on: bool) -> Self {
        self.flow.collapse_tables(on);
        self
    }

    /// Takes the next token of the page, and appends what it adds to the text. All tokens must come, in order.
    ///
    /// White space and line breaks are appended ahead of the text that they separate, so the text does not end with them,
    /// except with the line break of a `br`, the tab of a cell, and white space that is preserved.
    ///
    /// ```
    /// use tagspan_extract::VisibleText;
    ///
    /// let (mut visible, mut text) = (VisibleText::new(), String::new());
    /// let table = "<table><tr><td>1<td> 2 <tr><td>3</table> end";
    /// tagspan::tokenize(table).for_each(|token| visible.push(token, &mut text))?;
    /// assert_eq!(text, "1\t2\n3\nend");
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn push(&mut self, token: Token<'_>, out: &mut String) {
        match token {
            Token::StartTag(tag) if !self.in_noscript => self.start_tag(tag, out),
            Token::EndTag(tag) if self.in_noscript => self.in_noscript = !tag.is("noscript"),
            Token::EndTag(tag) => self.end_tag(tag, out),
            Token::Text(text) if !self.in_noscript && self.open.is_shown() => self.text(text, out),
            _ => {}
        }
    }

    #[inline]
    fn start_tag(&mut self, tag: Tag<'_>, out: &mut String) {
        self.in_xmp = tag.is("xmp");
        let namespace = tag.namespace();
        let name = NameKey::new(tag.raw_name());
        let element = rendered(tag, name);
        if element.element.is_root() {
            return;
        }
        let opens = self.open.open.make_way(tag.raw_name(), name, element.element, namespace);
        self.close_lines(out);
        if !opens {
            return;
        }
        if element.kind() == Kind::NoScript && !self.with_noscript {
            self.in_noscript = true;
            return;
        }
        let (mut appearance, element) = Appearance::new(tag, element, !self.without_styles);
        if element.kind() == Kind::Summary
            && self.open.takes_summary()
            && appearance.content == Content::Shown
        {
            appearance.content = Content::Summary;
        }
        if self.open.renders(appearance) {
            let is_visible = self.open.is_visible(appearance);
            self.layout(element, is_visible, out);
            if self.with_markers && element.kind() == Kind::ListItem {
                self.list_item(tag, is_visible);
            }
        } else if element.kind() == Kind::Cell {
            self.row_of_cell(out);
        }
        let is_empty = element.element.is_void() || namespace != Namespace::Html && tag.self_closing();
        if !is_empty {
            self.open.push(tag, name, element, appearance);
            if self.with_markers && element.is_list() {
                self.open.push_list(List::new(tag));
            }
        }
    }

    fn end_tag(&mut self, tag: Tag<'_>, out: &mut String) {
        self.in_xmp = false;
        let name = NameKey::new(tag.raw_name());
        let element = rendered(tag, name);
        let ended = self.open.end(tag, name, element);
        self.close_lines(out);
        if ended || !self.open.is_shown() {
            return;
        }
        match element.kind() {
            // Browsers make `</br>` a line break, and `</p>` without a `p` an empty one.
            Kind::LineBreak => self.flow.separator('\n', out),
            Kind::P => self.flow.require_breaks(element.breaks),
            _ => {}
        }
    }

    fn text(&mut self, text: Text<'_>, out: &mut String) {
        let is_shown = match text.mode() {
            TextMode::Data | TextMode::Plaintext | TextMode::CdataSection => true,
            TextMode::Rawtext => self.in_xmp,
            TextMode::Rcdata | TextMode::ScriptData => false,
        };
        if !is_shown || self.open.is_undrawn() {
            return;
        }
        // No tag leads here: the input is plain text, and no HTML.
        if text.mode() == TextMode::Plaintext && self.open.open.is_empty() {
            self.flow.preserved(&String::from_utf8_lossy(text.raw()), out);
            return;
        }
        let mut value = text.value();
        // The tree builder drops NUL, or replaces it in foreign elements.
        if has_nul(&value) {
            value = value.replace('\0', if self.open.is_in_foreign() { "\u{FFFD}" } else { "" }).into();
        }
        if self.open.preserves() {
            let ignored = usize::from(text.has_ignored_newline());
            self.flow.preserved(&value[ignored..], out);
        } else {
            self.flow.collapsed(&value, out);
        }
    }

    /// Asks for the line breaks of the elements that were just closed.
    fn close_lines(&mut self, out: &mut String) {
        if self.with_markers && self.open.list_items() < self.items {
            self.flow.end_marker(out);
        }
        let breaks = self.open.take_breaks();
        self.flow.require_breaks(breaks);
    }

    /// Counts a list item that opens, and sets its marker.
    fn list_item(&mut self, tag: Tag<'_>, is_visible: bool) {
        let marker = List::marker(self.open.open.observer.lists.last_mut(), tag);
        if is_visible {
            self.flow.set_marker(marker);
            self.items = self.open.list_items() + 1;
        }
    }

    /// Breaks lines, and separates cells and rows, before an element that is rendered.
    fn layout(&mut self, element: Rendered, is_visible: bool, out: &mut String) {
        match element.kind() {
            Kind::Row => self.row(is_visible, out),
            Kind::Cell => {
                self.row_of_cell(out);
                let is_next = self
                    .open
                    .open
                    .nearest(Kind::Row)
                    .is_some_and(|row| std::mem::replace(&mut row.data.has_child, is_visible));
                if is_next {
                    self.flow.separate_cells('\t', out);
                }
            }
            _ if !is_visible => {}
            Kind::ListItem => {
                // That of an item around it.
                self.flow.end_marker(out);
                self.flow.require_breaks(element.breaks);
            }
            Kind::LineBreak => self.flow.separator('\n', out),
            _ => self.flow.require_breaks(element.breaks),
        }
    }

    /// Separates a row from those of the table before it.
    fn row(&mut self, is_visible: bool, out: &mut String) {
        // A row that is not rendered is no row to those after it. One that is not visible has no line end.
        if !self.open.is_rendered() {
            return;
        }
        let table = self.open.open.nearest(Kind::Table);
        if table.is_some_and(|table| std::mem::replace(&mut table.data.has_child, is_visible)) {
            self.flow.separate_cells('\n', out);
        }
    }

    /// Opens the row that a cell without `<tr>` implies.
    fn row_of_cell(&mut self, out: &mut String) {
        if !self.open.is_in_row() {
            self.row(self.open.is_visible(Appearance::default()), out);
            self.open.push_implied(b"tr", Rendered::ROW);
        }
    }
}

/// Whether a tag breaks lines, or the cells of a row, in the text around it.
pub(crate) fn separates(tag: Tag<'_>) -> bool {
    let element = rendered(tag, NameKey::new(tag.raw_name()));
    element.breaks > 0 || matches!(element.kind(), Kind::LineBreak | Kind::Row | Kind::Cell)
}
