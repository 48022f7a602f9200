//! Tree construction without the tree: the stack of open elements in the standard's insertion modes.

mod adoption;
mod foreign;
mod formatting;
mod in_body;
mod modes;
mod quirks;
mod tables;

use tagspan::{Namespace, Tag, Text, TextMode, Token};

use crate::element::{Element, Kind};
use crate::names::NameKey;
use crate::open_elements::{Name, Observer, Open, OpenElements};
use formatting::Formatting;
pub use quirks::Quirks;

/// An effect of a tree builder on elements after their start tags, or on a tree that tokens do not show.
///
/// ```
/// assert_eq!(tagspan_elements::Ambiguity::FosterParented.as_str(), "foster-parented");
/// ```
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Ambiguity {
    /// The element was moved out of a table. Which siblings it has is not known.
    FosterParented,
    /// A formatting element ended within a block that it held (the adoption agency algorithm): open elements and their
    /// children have other parents from here on.
    Misnested,
    /// A second `html` or `body` tag, whose attributes become those of the first.
    LateAttributes,
    /// A `frameset` that removes the body.
    Frameset,
    /// Elements above the limit of depth.
    Depth,
    /// A limit has left out a part of the tag, or of an earlier formatting element.
    Truncated,
    /// The tokenizer could not know how the text after the tag is read: [`Tag::is_ambiguous`].
    TextMode,
}

impl Ambiguity {
    /// Its name.
    ///
    /// ```
    /// assert_eq!(tagspan_elements::Ambiguity::Misnested.as_str(), "misnested");
    /// ```
    pub fn as_str(self) -> &'static str {
        match self {
            Ambiguity::FosterParented => "foster-parented",
            Ambiguity::Misnested => "misnested",
            Ambiguity::LateAttributes => "late-attributes",
            Ambiguity::Frameset => "frameset",
            Ambiguity::Depth => "depth",
            Ambiguity::Truncated => "truncated",
            Ambiguity::TextMode => "text-mode",
        }
    }
}

/// An element that is inserted.
///
/// ```
/// use tagspan_elements::NewElement;
///
/// fn is_implied(element: &NewElement<'_>) -> bool {
///     element.tag.is_none()
/// }
/// ```
#[non_exhaustive]
#[derive(Clone, Copy, Debug)]
pub struct NewElement<'a> {
    /// Its name, in any case: `img` where the tag is `<image>`.
    pub name: &'a [u8],
    /// The key of that name.
    pub key: NameKey,
    /// Its namespace.
    pub namespace: Namespace,
    /// Its start tag. `None` if there is none, as for a `tbody` that a `<tr>` implies.
    pub tag: Option<Tag<'a>>,
    /// Whether it is a further element of an earlier tag: the tree builder opens formatting elements again.
    pub is_clone: bool,
    /// Why its place among its siblings is not known.
    pub ambiguity: Option<Ambiguity>,
}

/// Which part of a text is inserted.
///
/// ```
/// assert_eq!(tagspan_elements::TextPart::LeadingSpace.of(" \n a "), " \n ");
/// assert_eq!(tagspan_elements::TextPart::Rest.of(" \n a "), "a ");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextPart {
    /// All of it.
    All,
    /// The white space that it starts with.
    LeadingSpace,
    /// All after that white space.
    Rest,
    /// The white space and NUL that it starts with, in a table.
    TableSpace,
    /// All after that, which is moved out of the table.
    TableRest,
}

impl TextPart {
    /// This part of the decoded text. Linear in the length of the white space.
    ///
    /// ```
    /// assert_eq!(tagspan_elements::TextPart::All.of(" a"), " a");
    /// ```
    pub fn of(self, text: &str) -> &str {
        let with_nul = matches!(self, TextPart::TableSpace | TextPart::TableRest);
        let rest =
            || text.trim_start_matches(|character| is_space(character) || character == '\0' && with_nul);
        match self {
            TextPart::All => text,
            TextPart::LeadingSpace | TextPart::TableSpace => &text[..text.len() - rest().len()],
            TextPart::Rest | TextPart::TableRest => rest(),
        }
    }

    /// Where this part begins in a text, in bytes as written. A newline that is [ignored](Text::has_ignored_newline) is before it.
    /// Linear in what is before it.
    ///
    /// ```
    /// use tagspan::{Token, tokenize};
    /// use tagspan_elements::TextPart;
    ///
    /// let mut tokens = tokenize(" &#32;a");
    /// let Some(Token::Text(text)) = tokens.next_token()? else { panic!() };
    /// assert_eq!((TextPart::All.start(text), TextPart::Rest.start(text)), (0, 6));
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn start(self, text: Text<'_>) -> usize {
        match self {
            TextPart::Rest => leading_space(text),
            TextPart::TableRest => leading(text, |character| is_space(character) || character == '\0'),
            _ if !text.has_ignored_newline() => 0,
            _ if text.raw().starts_with(b"\r\n") => 2,
            _ if text.raw().starts_with(b"&") => {
                text.references().next().map_or(0, |reference| reference.span().len() as usize)
            }
            _ => 1,
        }
    }
}

/// Gets notice of all elements and texts, in the order of the page.
///
/// [`Tree`] has an example of its own builder. This one takes note of nothing:
///
/// ```
/// use tagspan_elements::{Builder, Tree};
///
/// fn is_open<B: Builder>(tree: &Tree<B>) -> bool {
///     !tree.open_elements().is_empty()
/// }
///
/// let mut tree = Tree::new(());
/// tagspan::tokenize("<p>").for_each(|token| tree.push(token))?;
/// assert!(is_open(&tree));
/// # Ok::<(), tagspan::Error>(())
/// ```
pub trait Builder: Observer {
    /// Takes an element that opens, and what is kept for its parent; returns what is to be kept for it.
    ///
    /// The parent of an element is that of the tree, as far as it is known: an element in a table that is moved out of it
    /// has the parent of the table.
    ///
    /// ```
    /// use tagspan_elements::{Builder, NewElement};
    ///
    /// fn open(element: &NewElement<'_>) {
    ///     ().open(element, Some(&mut ()));
    /// }
    /// ```
    fn open(&mut self, element: &NewElement<'_>, parent: Option<&mut Self::Data>) -> Self::Data;

    /// Takes an element without content, such as `br`, and what is kept for its parent.
    ///
    /// ```
    /// use tagspan_elements::{Builder, NewElement};
    ///
    /// fn insert(element: &NewElement<'_>) {
    ///     ().insert_empty(element, Some(&mut ()));
    /// }
    /// ```
    fn insert_empty(&mut self, element: &NewElement<'_>, parent: Option<&mut Self::Data>);

    /// Takes text, and what is kept for its parent.
    ///
    /// ```
    /// use tagspan::{Token, tokenize};
    /// use tagspan_elements::{Builder, TextPart};
    ///
    /// tokenize("a").for_each(|token| {
    ///     if let Token::Text(text) = token {
    ///         ().text(text, TextPart::All, &mut ());
    ///     }
    /// })?;
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    fn text(&mut self, text: Text<'_>, part: TextPart, parent: &mut Self::Data);

    /// Takes note that the head ended, by its end tag or implied. Metadata after it is still in it.
    ///
    /// ```
    /// use tagspan_elements::Builder;
    ///
    /// ().head_ended(&mut (), true);
    /// ```
    fn head_ended(&mut self, data: &mut Self::Data, by_end_tag: bool);

    /// Takes note of the end tag of `body` or `html`, which stays open: more may follow in it.
    ///
    /// ```
    /// use tagspan_elements::Builder;
    ///
    /// ().page_ended(&mut ());
    /// ```
    fn page_ended(&mut self, data: &mut Self::Data);

    /// Takes note that an open element has other ancestors from here on, and what is kept for its parent.
    ///
    /// ```
    /// use tagspan_elements::Builder;
    ///
    /// ().moved(&mut (), Some(&mut ()));
    /// ```
    fn moved(&mut self, data: &mut Self::Data, parent: Option<&mut Self::Data>);

    /// Takes note of what tokens do not show.
    ///
    /// ```
    /// use tagspan_elements::{Ambiguity, Builder};
    ///
    /// ().ambiguous(Ambiguity::Misnested);
    /// ```
    fn ambiguous(&mut self, ambiguity: Ambiguity);
}

/// Takes note of nothing.
impl Builder for () {
    fn open(&mut self, _: &NewElement<'_>, _: Option<&mut ()>) {}
    fn insert_empty(&mut self, _: &NewElement<'_>, _: Option<&mut ()>) {}
    fn text(&mut self, _: Text<'_>, _: TextPart, _: &mut ()) {}
    fn head_ended(&mut self, _: &mut (), _: bool) {}
    fn page_ended(&mut self, _: &mut ()) {}
    fn moved(&mut self, _: &mut (), _: Option<&mut ()>) {}
    fn ambiguous(&mut self, _: Ambiguity) {}
}

/// The standard's insertion modes. The text modes of the tokenizer take the place of "text" and "in table text".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    Initial,
    BeforeHtml,
    BeforeHead,
    InHead,
    InHeadNoscript,
    AfterHead,
    InBody,
    InTable,
    InCaption,
    InColumnGroup,
    InTableBody,
    InRow,
    InCell,
    InTemplate,
    AfterBody,
    InFrameset,
    AfterFrameset,
}

/// Whether a token is to be processed again, in the mode that was set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Done,
    Again,
}

/// A start tag, with the name of its element.
#[derive(Clone, Copy, Debug)]
struct Start<'a> {
    tag: Tag<'a>,
    namespace: Namespace,
    name: Name<'a>,
    element: Element,
}

/// Opens and closes elements as a tree builder does, without a tree.
///
/// Elements without start tags (`html`, `head`, `body`, `tbody`, `tr`, `colgroup`) are inserted, formatting elements are
/// opened again, and elements in tables but not in cells have the parent of the table. What a tree builder does to elements
/// that were reported before is an [`Ambiguity`]. Content of a `template` is in the template. The page is a document, and the
/// tokenizer has [`Feedback::Simulated`](tagspan::Feedback::Simulated), as it has by default.
///
/// Memory is bounded by the depth, and by the longest name and formatting tag.
///
/// ```
/// use tagspan::{Text, Token, tokenize};
/// use tagspan_elements::{Ambiguity, Builder, Closing, NewElement, Observer, Open, TextPart, Tree};
///
/// /// Keeps the path of each element.
/// #[derive(Default)]
/// struct Paths(Vec<String>);
///
/// impl Observer for Paths {
///     type Data = String;
///     fn closed(&mut self, _: Open<String>, _: Closing, _: &[Open<String>]) {}
/// }
///
/// impl Builder for Paths {
///     fn open(&mut self, element: &NewElement<'_>, parent: Option<&mut String>) -> String {
///         let parent = parent.map_or("", |parent| parent);
///         let path = format!("{parent}/{}", String::from_utf8_lossy(element.name));
///         self.0.push(path.clone());
///         path
///     }
///     fn insert_empty(&mut self, element: &NewElement<'_>, parent: Option<&mut String>) {
///         self.open(element, parent);
///     }
///     fn text(&mut self, _: Text<'_>, _: TextPart, _: &mut String) {}
///     fn head_ended(&mut self, _: &mut String, _: bool) {}
///     fn page_ended(&mut self, _: &mut String) {}
///     fn moved(&mut self, _: &mut String, _: Option<&mut String>) {}
///     fn ambiguous(&mut self, _: Ambiguity) {}
/// }
///
/// let mut tree = Tree::new(Paths::default());
/// tokenize("<title>T</title><table><td>a<br>").for_each(|token| tree.push(token))?;
/// tree.finish();
/// let paths = ["/html", "/html/head", "/html/head/title", "/html/body", "/html/body/table"];
/// assert_eq!(tree.builder().0[..5], paths);
/// assert_eq!(tree.builder().0.last().unwrap(), "/html/body/table/tbody/tr/td/br");
/// # Ok::<(), tagspan::Error>(())
/// ```
#[derive(Debug)]
pub struct Tree<B: Builder> {
    open: OpenElements<B>,
    mode: Mode,
    /// The insertion modes of the open templates.
    templates: Vec<Mode>,
    /// The builder's data of the head that was closed.
    head: Option<B::Data>,
    /// Whether the form element pointer is set. The form may be closed.
    has_form: bool,
    formatting: Formatting,
    quirks: Quirks,
    frameset_ok: bool,
    fostering: bool,
    /// Whether the text of a table had other characters than white space since the last tag.
    has_table_text: bool,
    scripting: bool,
}

const FORM: NameKey = NameKey::new(b"form");
const IMAGE: NameKey = NameKey::new(b"image");

impl<B: Builder> Tree<B> {
    /// Starts at the beginning of a page.
    ///
    /// ```
    /// let tree = tagspan_elements::Tree::new(());
    /// assert!(tree.open_elements().is_empty());
    /// ```
    pub fn new(builder: B) -> Self {
        Tree {
            open: OpenElements::new(builder),
            mode: Mode::Initial,
            templates: Vec::new(),
            head: None,
            has_form: false,
            formatting: Formatting::default(),
            quirks: Quirks::No,
            frameset_ok: true,
            fostering: false,
            has_table_text: false,
            scripting: false,
        }
    }

    /// Sets the scripting flag, which has to be that of the tokenizer. Off by default, as there.
    ///
    /// ```
    /// let mut tree = tagspan_elements::Tree::new(()).scripting(true);
    /// let mut tokenizer = tagspan::Tokenizer::builder().scripting(true).build();
    /// tokenizer.feed_last(b"<noscript><p>").for_each(|token| tree.push(token))?;
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    #[must_use]
    pub fn scripting(mut self, scripting: bool) -> Self {
        self.scripting = scripting;
        self
    }

    /// Sets how many elements are open at most, from 8 on; 512 by default, as in browsers. Those above it are not inserted.
    ///
    /// ```
    /// let mut tree = tagspan_elements::Tree::new(()).depth(8);
    /// tagspan::tokenize("<div>".repeat(20).as_str()).for_each(|token| tree.push(token))?;
    /// assert_eq!(tree.open_elements().as_slice().len(), 8);
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    #[must_use]
    pub fn depth(mut self, depth: usize) -> Self {
        self.open.depth = depth.max(8);
        self
    }

    /// The builder.
    ///
    /// ```
    /// let () = tagspan_elements::Tree::new(()).builder();
    /// ```
    #[inline]
    pub fn builder(&self) -> &B {
        &self.open.observer
    }

    /// The builder, to change it.
    ///
    /// ```
    /// *tagspan_elements::Tree::new(()).builder_mut() = ();
    /// ```
    #[inline]
    pub fn builder_mut(&mut self) -> &mut B {
        &mut self.open.observer
    }

    /// The open elements.
    ///
    /// ```
    /// let mut tree = tagspan_elements::Tree::new(());
    /// tagspan::tokenize("<p>").for_each(|token| tree.push(token))?;
    /// // `html`, `body` and `p`.
    /// assert_eq!(tree.open_elements().as_slice().len(), 3);
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn open_elements(&self) -> &OpenElements<B> {
        &self.open
    }

    /// The mode of the document, as the DOCTYPE says.
    ///
    /// ```
    /// for (html, is_quirky) in [("<!DOCTYPE html><p>", false), ("<p>", true)] {
    ///     let mut tree = tagspan_elements::Tree::new(());
    ///     tagspan::tokenize(html).for_each(|token| tree.push(token))?;
    ///     assert_eq!(tree.quirks() == tagspan_elements::Quirks::Yes, is_quirky);
    /// }
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    #[inline]
    pub fn quirks(&self) -> Quirks {
        self.quirks
    }

    /// Takes the next token of the page. All tokens must come, in order.
    ///
    /// ```
    /// let mut tree = tagspan_elements::Tree::new(());
    /// tagspan::tokenize("<p>a").for_each(|token| tree.push(token))?;
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    #[inline]
    pub fn push(&mut self, token: Token<'_>) {
        match token {
            Token::StartTag(tag) => {
                self.has_table_text = false;
                with_name(tag, |name| self.start_tag(tag, name));
            }
            Token::EndTag(tag) => {
                self.has_table_text = false;
                with_name(tag, |name| self.end_tag(tag, name));
            }
            Token::Text(text) => self.text(text),
            Token::Doctype(doctype) if self.mode == Mode::Initial => {
                self.quirks = Quirks::of(&doctype);
                self.mode = Mode::BeforeHtml;
            }
            Token::Comment(_) | Token::ProcessingInstruction(_) => self.has_table_text = false,
            _ => {}
        }
    }

    /// Ends the page: inserts the elements that each page has, and closes all.
    ///
    /// ```
    /// let mut tree = tagspan_elements::Tree::new(());
    /// tagspan::tokenize("<p>a").for_each(|token| tree.push(token))?;
    /// tree.finish();
    /// assert!(tree.open_elements().is_empty());
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn finish(&mut self) {
        if self.open.stack.last().is_some_and(|top| top.kind() == Kind::HeadText) && self.is_before_body() {
            self.open.truncate(self.open.stack.len() - 1);
        }
        self.imply_body();
        self.open.truncate(0);
        self.open.deeper = 0;
    }

    #[inline]
    fn start_tag(&mut self, tag: Tag<'_>, mut name: Name<'_>) {
        let (namespace, is_inserted) = self.namespace_of(tag, name);
        if name.key == IMAGE && namespace == Namespace::Html {
            // The tree builder renames it.
            name = Name { raw: b"img", key: NameKey::new(b"img") };
        }
        let start = Start { tag, namespace, name, element: Element::within(namespace, tag, name.key) };
        if self.open.deeper > 0 {
            self.open.deeper += u64::from(!start.is_empty());
            self.open.observer.ambiguous(Ambiguity::Depth);
            return;
        }
        if namespace != tag.namespace() || tag.is_ambiguous() {
            self.open.observer.ambiguous(Ambiguity::TextMode);
        }
        if is_inserted {
            self.insert(&start);
            return;
        }
        if namespace == Namespace::Html {
            self.open.leave_foreign();
        }
        while self.start_in(self.mode, &start) == Step::Again {}
    }

    #[inline]
    fn end_tag(&mut self, tag: Tag<'_>, name: Name<'_>) {
        if self.open.deeper > 0 {
            let element = Element::of(tag, name.key);
            self.open.deeper -= u64::from(!element.is_void() && !element.is_root());
            return;
        }
        if self.open.stack.last().is_some_and(Open::is_foreign) && self.ends_foreign(name) {
            return;
        }
        let element = Element::html(name.key);
        let is_top = self.open.stack.last().is_some_and(|top| self.open.is_html_named(top, name));
        if is_top && self.holds_text(element) {
            self.open.end_at(self.open.stack.len() - 1);
            return;
        }
        while self.end_in(self.mode, name, element) == Step::Again {}
    }

    /// Whether the content of an element is text.
    fn holds_text(&self, element: Element) -> bool {
        match element.kind() {
            Kind::HeadText | Kind::BodyText => true,
            Kind::NoScript => self.scripting,
            _ => false,
        }
    }

    #[inline]
    fn text(&mut self, text: Text<'_>) {
        let is_of_page = matches!(text.mode(), TextMode::Data | TextMode::Plaintext);
        if text.has_ignored_newline() && text.value().len() == 1 {
            return;
        }
        if !is_of_page || self.open.stack.last().is_some_and(Open::is_left_by_html) || self.open.deeper > 0 {
            self.insert_text(text, TextPart::All);
        } else if matches!(self.mode, Mode::InBody | Mode::InCell | Mode::InCaption | Mode::InTemplate) {
            self.text_in_body(text, TextPart::All);
        } else {
            self.text_in_mode(text);
        }
    }

    /// Hands text to the builder, with the parent of text that is inserted here.
    #[inline]
    fn insert_text(&mut self, text: Text<'_>, part: TextPart) {
        let (parent, _) = self.place();
        let OpenElements { observer, stack, .. } = &mut self.open;
        if let Some(parent) = parent.and_then(|place| stack.get_mut(place)) {
            observer.text(text, part, &mut parent.data);
        }
    }

    #[inline]
    fn text_in_body(&mut self, text: Text<'_>, part: TextPart) {
        if !self.formatting.is_empty() || self.frameset_ok {
            // NUL is ignored. In the text of `plaintext` it is replaced.
            if text.mode() == TextMode::Data && text.raw().iter().all(|&byte| byte == 0) {
                return;
            }
            self.reconstruct();
            self.frameset_ok = self.frameset_ok && is_white_space(text, true);
        }
        self.insert_text(text, part);
    }

    /// The place in the stack of the parent of what is inserted here, and whether it is moved out of a table.
    #[inline]
    fn place(&self) -> (Option<usize>, bool) {
        let top = self.open.stack.len().checked_sub(1);
        if self.fostering {
            return self.foster_place(top);
        }
        (top, false)
    }

    /// Inserts the element of a start tag.
    #[inline]
    fn insert(&mut self, start: &Start<'_>) {
        let (place, is_fostered) = self.place();
        self.insert_at(place, is_fostered, start.new_element(), start.element, start.is_empty());
    }

    /// Inserts the element of a start tag into the head, which is not on the stack.
    fn insert_into(&mut self, head: &mut B::Data, start: &Start<'_>) {
        let new = start.new_element();
        if start.is_empty() {
            return self.open.observer.insert_empty(&new, Some(head));
        }
        let data = self.open.observer.open(&new, Some(head));
        self.open.push(new.name, Open::new(new.name, new.key, start.element, new.namespace, data));
    }

    /// Inserts an element without a start tag.
    fn insert_implied(&mut self, name: &'static [u8]) {
        let key = NameKey::new(name);
        let element = Element::html(key);
        let new =
            NewElement { name, key, namespace: Namespace::Html, tag: None, is_clone: false, ambiguity: None };
        let (place, is_fostered) = self.place();
        self.insert_at(place, is_fostered, new, element, element.is_void());
    }

    #[inline]
    fn insert_at(
        &mut self,
        place: Option<usize>,
        is_fostered: bool,
        mut new: NewElement<'_>,
        element: Element,
        is_empty: bool,
    ) {
        if is_fostered {
            new.ambiguity = Some(Ambiguity::FosterParented);
            self.open.observer.ambiguous(Ambiguity::FosterParented);
        }
        let is_deep = self.open.stack.len() >= self.open.depth;
        let OpenElements { observer, stack, .. } = &mut self.open;
        let parent = place.and_then(|place| stack.get_mut(place)).map(|open| &mut open.data);
        if is_empty {
            observer.insert_empty(&new, parent);
        } else if is_deep {
            observer.ambiguous(Ambiguity::Depth);
            self.open.deeper += 1;
        } else {
            let data = observer.open(&new, parent);
            let open = Open::new(new.name, new.key, element, new.namespace, data);
            self.open.push(new.name, open);
        }
    }
}

impl<'a> Start<'a> {
    #[inline]
    fn new_element(&self) -> NewElement<'a> {
        NewElement {
            name: self.name.raw,
            key: self.name.key,
            namespace: self.namespace,
            tag: Some(self.tag),
            is_clone: false,
            ambiguity: None,
        }
    }

    fn kind(&self) -> Kind {
        self.element.kind()
    }

    /// Whether the element has no content.
    fn is_empty(&self) -> bool {
        self.element.is_void() || self.namespace != Namespace::Html && self.tag.self_closing()
    }
}

/// Calls with the name of the element of a tag.
#[inline]
fn with_name(tag: Tag<'_>, each: impl FnOnce(Name<'_>)) {
    let raw = tag.raw_name();
    let key = NameKey::new(raw);
    if key.is_of_ascii(raw) {
        each(Name { raw, key });
    } else {
        let name = tag.name();
        each(Name { raw: name.as_bytes(), key: NameKey::new(name.as_bytes()) });
    }
}

fn is_space(character: char) -> bool {
    matches!(character, '\t' | '\n' | '\x0C' | '\r' | ' ')
}

/// How long the white space at the start of a text is, in bytes as written: also that of references.
///
/// ```
/// use tagspan::{Token, tokenize};
///
/// let mut tokens = tokenize(" &#32;\n&amp;");
/// let Some(Token::Text(text)) = tokens.next_token()? else { panic!() };
/// assert_eq!(tagspan_elements::leading_space(text), 7);
/// # Ok::<(), tagspan::Error>(())
/// ```
pub fn leading_space(text: Text<'_>) -> usize {
    leading(text, is_space)
}

/// How long the start of a text is that consists of such ASCII characters, in bytes as written.
fn leading(text: Text<'_>, is_part: impl Fn(char) -> bool) -> usize {
    let raw = text.raw();
    let skip = |at: usize| at + raw[at..].iter().take_while(|&&byte| is_part(char::from(byte))).count();
    let mut at = skip(0);
    for reference in text.references() {
        let is_next = reference.span().start == text.span().start + at as u64;
        if !is_next || !reference.chars().all(&is_part) {
            break;
        }
        at = skip(at + reference.span().len() as usize);
    }
    at
}

/// Whether all characters of a text are white space, or NUL if that is ignored.
fn is_white_space(text: Text<'_>, with_nul: bool) -> bool {
    let with_nul = with_nul && text.mode() == TextMode::Data;
    let is_space =
        |byte: &u8| matches!(byte, b'\t' | b'\n' | b'\x0C' | b'\r' | b' ') || *byte == 0 && with_nul;
    match text.raw().iter().find(|byte| !is_space(byte)) {
        None => true,
        // It may be that of a reference.
        Some(b'&') => {
            text.value().chars().all(|character| self::is_space(character) || character == '\0' && with_nul)
        }
        Some(_) => false,
    }
}
