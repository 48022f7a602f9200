//! Links, title and text of a tree that html5ever builds: literal, and with tables of its own.

use html5ever::tendril::TendrilSink;
use html5ever::{ParseOpts, local_name, ns, parse_document, tree_builder::TreeBuilderOpts};
use markup5ever_rcdom::{Handle, Node, NodeData, RcDom};

/// The data of a page in a tree.
#[derive(Debug, Default)]
pub(crate) struct TreePage {
    pub(crate) title: Option<String>,
    pub(crate) lang: Option<String>,
    /// Element, attribute and value.
    pub(crate) links: Vec<(String, String, String)>,
    pub(crate) text: String,
    items: Vec<Item>,
    /// Whether the language is that of `<html>`.
    has_lang: bool,
    /// Whether `visibility` is other than `visible` here.
    is_invisible: bool,
    /// Whether this is SVG outside of `text`.
    in_drawing: bool,
}

/// A piece of `innerText`.
#[derive(Debug)]
enum Item {
    /// Text whose white space collapses.
    Text(String),
    Preserved(String),
    /// The line break of a `br` or row, the tab of a cell.
    Separator(char),
    Breaks(usize),
}

/// Attributes that hold one URL, with their elements.
const LINKS: &[(&str, &[&str])] = &[
    ("action", &["form"]),
    ("background", &["body", "table", "tbody", "td", "tfoot", "th", "thead", "tr"]),
    ("cite", &["blockquote", "del", "ins", "q"]),
    ("data", &["object"]),
    ("formaction", &["button", "input"]),
    ("href", &["a", "area", "link"]),
    ("imagesrcset", &["link"]),
    ("longdesc", &["frame", "iframe", "img"]),
    ("lowsrc", &["img"]),
    ("manifest", &["html"]),
    ("ping", &["a", "area"]),
    ("poster", &["video"]),
    ("profile", &["head"]),
    (
        "src",
        &[
            "audio", "bgsound", "embed", "frame", "iframe", "img", "input", "script", "source", "track",
            "video",
        ],
    ),
    ("srcset", &["img", "source"]),
];

/// Elements of SVG that load another document.
const SVG: &[&str] = &[
    "feImage",
    "filter",
    "image",
    "linearGradient",
    "mpath",
    "pattern",
    "radialGradient",
    "script",
    "textPath",
    "use",
];

const HIDDEN: &str = " area audio base canvas datalist head iframe link meta meter noembed noframes noscript param \
    progress rp script style template textarea title video ";

const BLOCKS: &str = " address article aside blockquote body caption center dd details dialog dir div dl dt fieldset \
    figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing main menu nav ol optgroup \
    option plaintext pre search section summary table ul xmp ";

/// Elements whose lines no `display` changes.
const FIXED_LINES: &str = " details dialog optgroup option rb rp rt rtc ";

/// The URLs of a `srcset` without errors and parentheses, as those of the pages are.
fn candidates(mut value: &str) -> Vec<&str> {
    let mut urls = Vec::new();
    loop {
        value =
            value.trim_start_matches(|character: char| character == ',' || character.is_ascii_whitespace());
        let Some(word) = value.split_ascii_whitespace().next() else { return urls };
        let url = word.trim_end_matches(',');
        urls.push(url);
        value = &value[word.len()..];
        if url == word {
            value = value.split_once(',').map_or("", |(_, rest)| rest);
        }
    }
}

impl TreePage {
    pub(crate) fn of(html: &[u8]) -> Self {
        let tree_builder = TreeBuilderOpts { scripting_enabled: false, ..TreeBuilderOpts::default() };
        let options = ParseOpts { tree_builder, ..ParseOpts::default() };
        let dom = parse_document(RcDom::default(), options).from_utf8().one(html);
        let mut page = TreePage::default();
        page.find(&dom.document, true);
        page.layout(&dom.document, false, &mut None, &mut None);
        page.text = render(&page.items);
        page
    }

    /// Links, title and language.
    fn find(&mut self, node: &Node, in_document: bool) {
        if let NodeData::Element { name, attrs, template_contents, .. } = &node.data {
            let (element, is_html) = (&*name.local, name.ns == ns!(html));
            let has = |name| attrs.borrow().iter().any(|attribute| &*attribute.name.local == name);
            for attribute in attrs.borrow().iter() {
                let attribute_name = match &attribute.name.prefix {
                    Some(prefix) => format!("{prefix}:{}", attribute.name.local),
                    None => attribute.name.local.to_string(),
                };
                let is_link = if is_html {
                    LINKS
                        .iter()
                        .any(|(name, elements)| *name == attribute_name && elements.contains(&element))
                        || attribute_name == "itemid" && has("itemscope") && has("itemtype")
                } else {
                    name.ns == ns!(svg)
                        && (element == "a" || SVG.contains(&element) && !attribute.value.starts_with('#'))
                        && ["href", "xlink:href"].contains(&&*attribute_name)
                        || name.ns == ns!(mathml) && attribute_name == "href"
                };
                let values: Vec<&str> = match &*attribute_name {
                    "ping" => attribute.value.split_ascii_whitespace().collect(),
                    "imagesrcset" | "srcset" => candidates(&attribute.value),
                    _ => vec![&attribute.value],
                };
                if is_link {
                    let link =
                        |value: &&str| (element.to_owned(), attribute_name.clone(), (*value).to_owned());
                    self.links.extend(values.iter().map(link));
                }
            }
            if is_html && in_document && name.local == local_name!("title") && self.title.is_none() {
                let words = content(node);
                self.title = Some(words.split_ascii_whitespace().collect::<Vec<_>>().join(" "));
            }
            if is_html && name.local == local_name!("html") {
                self.lang = attribute(node, "lang");
                self.has_lang = self.lang.is_some();
            }
            let is_pragma = attribute(node, "http-equiv")
                .is_some_and(|pragma| pragma.eq_ignore_ascii_case("content-language"));
            if is_html && in_document && name.local == local_name!("meta") && is_pragma && !self.has_lang {
                let content = attribute(node, "content").filter(|content| !content.contains(','));
                let word = content.as_deref().and_then(|content| content.split_ascii_whitespace().next());
                self.lang = word.map(str::to_owned).or(self.lang.take());
            }
            if let Some(contents) = template_contents.borrow().as_ref() {
                self.find(contents, false);
            }
        }
        node.children.borrow().iter().for_each(|child| self.find(child, in_document));
    }

    /// The rendered text collection steps. `table` and `row` say whether rows and cells came before.
    fn layout(&mut self, node: &Node, preserved: bool, table: &mut Option<bool>, row: &mut Option<bool>) {
        match &node.data {
            NodeData::Text { .. } if self.is_invisible || self.in_drawing => {}
            NodeData::Text { contents } => {
                let text = contents.borrow().to_string();
                self.items.push(if preserved { Item::Preserved(text) } else { Item::Text(text) });
            }
            NodeData::Element { name, .. } if name.ns == ns!(html) => {
                let is_invisible = self.is_invisible;
                match declared(node, "visibility").as_deref() {
                    Some("hidden" | "collapse") => self.is_invisible = true,
                    Some("visible") => self.is_invisible = false,
                    _ => {}
                }
                self.html(&name.local, node, preserved, table, row);
                self.is_invisible = is_invisible;
            }
            NodeData::Element { .. } if declared(node, "display").as_deref() == Some("none") => {}
            NodeData::Element { name, .. } => {
                let is_hidden = [
                    "annotation",
                    "annotation-xml",
                    "defs",
                    "desc",
                    "metadata",
                    "script",
                    "style",
                    "symbol",
                    "title",
                ];
                if !is_hidden.contains(&&*name.local) {
                    let before = self.in_drawing;
                    let breaks = match &*name.local {
                        "text" | "foreignObject" => {
                            self.in_drawing = false;
                            1
                        }
                        "svg" => {
                            self.in_drawing = true;
                            breaks(node, false)
                        }
                        "math" => breaks(node, false),
                        _ => 0,
                    };
                    self.children(node, preserved, breaks, table, row);
                    self.in_drawing = before;
                }
            }
            _ => self.children(node, preserved, 0, table, row),
        }
    }

    fn html(
        &mut self,
        name: &str,
        node: &Node,
        preserved: bool,
        table: &mut Option<bool>,
        row: &mut Option<bool>,
    ) {
        let is_in = |names: &str| names.contains(&format!(" {name} "));
        let has = |name: &str| attribute(node, name).is_some();
        let is_root = is_in(" html body ");
        let display = declared(node, "display");
        let is_hidden = has("hidden") || has("popover") || name == "dialog" && !has("open");
        if is_in(HIDDEN) || !is_root && display.map_or(is_hidden, |display| display == "none") {
            return;
        }
        let preserved = preserved || is_in(" listing plaintext pre xmp ");
        let is_visible = !self.is_invisible;
        let mut separate = |before: &mut Option<bool>, separator| {
            if before.replace(is_visible) == Some(true) {
                self.items.push(Item::Separator(separator));
            }
        };
        match name {
            "details" if !has("open") => self.closed_details(node),
            "br" if self.is_invisible => {}
            "br" => self.items.push(Item::Separator('\n')),
            "table" => self.children(node, preserved, breaks(node, true), &mut Some(false), &mut None),
            "tr" => {
                separate(table, '\n');
                self.children(node, preserved, 0, table, &mut Some(false));
            }
            "td" | "th" => {
                separate(row, '\t');
                self.children(node, preserved, 0, &mut None, &mut None);
            }
            "p" => self.children(node, preserved, 2, table, row),
            _ if is_in(FIXED_LINES) => {
                self.children(node, preserved, usize::from(is_in(BLOCKS)), table, row);
            }
            _ => self.children(node, preserved, breaks(node, is_in(BLOCKS)), table, row),
        }
    }

    /// The first `summary`, and nothing else.
    fn closed_details(&mut self, node: &Node) {
        let breaks = usize::from(!self.is_invisible);
        self.items.push(Item::Breaks(breaks));
        let is_summary = |child: &&Handle| matches!(&child.data, NodeData::Element { name, .. } if name.local == local_name!("summary"));
        if let Some(summary) = node.children.borrow().iter().find(is_summary) {
            self.layout(summary, false, &mut None, &mut None);
        }
        self.items.push(Item::Breaks(breaks));
    }

    fn children(
        &mut self,
        node: &Node,
        preserved: bool,
        breaks: usize,
        table: &mut Option<bool>,
        row: &mut Option<bool>,
    ) {
        let breaks = if self.is_invisible { 0 } else { breaks };
        self.items.push(Item::Breaks(breaks));
        let children: Vec<Handle> = node.children.borrow().clone();
        children.iter().for_each(|child| self.layout(child, preserved, table, row));
        self.items.push(Item::Breaks(breaks));
    }
}

/// Joins the items: white space within each line first, then the breaks.
fn render(items: &[Item]) -> String {
    let mut parts: Vec<Item> = Vec::new();
    let mut line = String::new();
    let end_line = |line: &mut String, parts: &mut Vec<Item>| {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        if !words.is_empty() {
            parts.push(Item::Text(words.join(" ")));
        }
        line.clear();
    };
    for item in items {
        match item {
            Item::Text(text) => line.push_str(text),
            Item::Breaks(0) => {}
            Item::Preserved(text) if text.is_empty() => {}
            other => {
                end_line(&mut line, &mut parts);
                parts.push(match other {
                    Item::Preserved(text) => Item::Preserved(text.clone()),
                    Item::Separator(separator) => Item::Separator(*separator),
                    Item::Breaks(count) => Item::Breaks(*count),
                    Item::Text(_) => unreachable!("it is above"),
                });
            }
        }
    }
    end_line(&mut line, &mut parts);
    let (mut out, mut breaks) = (String::new(), 0);
    let mut has_begun = false;
    for part in parts {
        if let Item::Breaks(count) = part {
            breaks = breaks.max(count);
            continue;
        }
        out.extend(std::iter::repeat_n('\n', if has_begun { breaks } else { 0 }));
        (breaks, has_begun) = (0, true);
        match part {
            Item::Text(text) | Item::Preserved(text) => out.push_str(&text),
            Item::Separator(separator) => out.push(separator),
            Item::Breaks(_) => {}
        }
    }
    out
}

fn attribute(node: &Node, name: &str) -> Option<String> {
    let NodeData::Element { attrs, .. } = &node.data else { return None };
    let attrs = attrs.borrow();
    let found =
        attrs.iter().find(|attribute| attribute.name.prefix.is_none() && &*attribute.name.local == name)?;
    Some(found.value.to_string())
}

/// The line breaks before and after an element, which is a block by its name or not.
fn breaks(node: &Node, is_block: bool) -> usize {
    usize::from(match declared(node, "display").as_deref() {
        Some(
            "block" | "flex" | "flow-root" | "grid" | "list-item" | "table" | "table-caption" | "-webkit-box",
        ) => true,
        Some(
            "contents" | "initial" | "inline" | "inline-block" | "inline-flex" | "inline-grid"
            | "inline-table" | "unset",
        ) => false,
        _ => is_block,
    })
}

/// The value of the last declaration of a property in the `style` attribute, as far as splitting finds it.
fn declared(node: &Node, property: &str) -> Option<String> {
    let style = attribute(node, "style")?.to_ascii_lowercase();
    let (_, value) = style
        .split(';')
        .filter_map(|declaration| declaration.split_once(':'))
        .rfind(|(name, _)| name.trim() == property)?;
    Some(value.trim().trim_end_matches("!important").trim().to_owned())
}

/// The text of the children.
fn content(node: &Node) -> String {
    let text = |child: &Handle| match &child.data {
        NodeData::Text { contents } => contents.borrow().to_string(),
        _ => String::new(),
    };
    node.children.borrow().iter().map(text).collect()
}
