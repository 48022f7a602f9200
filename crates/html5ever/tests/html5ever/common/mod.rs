//! Helpers for the tests: setups, every way to parse an input, trees as text, and the paths of suites and pages.

pub(crate) mod suite;
pub(crate) mod watch;

use std::fmt::Write;

use html5ever::driver::ParseOpts;
use html5ever::tendril::{ByteTendril, StrTendril, TendrilSink};
use html5ever::tokenizer::TokenizerOpts;
use html5ever::tree_builder::{TreeBuilderOpts, TreeSink};
use html5ever::{Attribute, LocalName, QualName, ns};
use markup5ever_rcdom::{Handle, NodeData, RcDom};
use tagspan::{EncodingOptions, UTF_8};
use tagspan_html5ever::{Driver, Parser, Progress};

/// The settings for parsing an input.
#[derive(Clone, Debug, Default)]
pub(crate) struct Setup {
    /// The context element, such as `svg path`; none for a document.
    pub(crate) context: Option<String>,
    /// Scripting is disabled.
    pub(crate) script_off: bool,
    /// Errors of the tokenizer are wanted.
    pub(crate) exact_errors: bool,
}

impl Setup {
    /// A fragment in an element.
    pub(crate) fn fragment(context: &str) -> Self {
        Setup { context: Some(context.to_owned()), ..Setup::default() }
    }

    pub(crate) fn options(&self) -> ParseOpts {
        ParseOpts {
            tokenizer: TokenizerOpts { exact_errors: self.exact_errors, ..TokenizerOpts::default() },
            tree_builder: TreeBuilderOpts {
                scripting_enabled: !self.script_off,
                ..TreeBuilderOpts::default()
            },
        }
    }

    fn context_name(&self) -> Option<QualName> {
        let context = self.context.as_deref()?;
        let (namespace, local) = match context.split_once(' ') {
            Some(("svg", local)) => (ns!(svg), local),
            Some(("math", local)) => (ns!(mathml), local),
            _ => (ns!(html), context),
        };
        Some(QualName::new(None, namespace, LocalName::from(local)))
    }

    /// html5ever's own parser.
    pub(crate) fn html5ever<S: TreeSink>(&self, sink: S) -> html5ever::Parser<S> {
        match self.context_name() {
            None => html5ever::parse_document(sink, self.options()),
            Some(name) => html5ever::parse_fragment(sink, self.options(), name, Vec::new(), !self.script_off),
        }
    }

    /// Ours.
    pub(crate) fn tagspan<S: TreeSink>(&self, sink: S) -> Parser<S> {
        let no_attributes: Vec<Attribute> = Vec::new();
        match self.context_name() {
            None => tagspan_html5ever::parse_document(sink, self.options()),
            Some(name) => {
                tagspan_html5ever::parse_fragment(sink, self.options(), name, no_attributes, !self.script_off)
            }
        }
    }
}

/// A way to feed an input to our parser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// A tendril of text.
    Whole,
    /// Characters, one by one.
    Characters,
    /// Bytes of UTF-8 that html5ever's own decoder takes, so many a time.
    Utf8(usize),
    /// Bytes that the tokenizer takes, so many a time.
    Bytes(usize),
    /// Tendrils of so many bytes to the driver, which stops at scripts and is resumed.
    Driver(usize),
}

impl Way {
    pub(crate) const ALL: [Way; 9] = [
        Way::Whole,
        Way::Characters,
        Way::Utf8(usize::MAX),
        Way::Utf8(1),
        Way::Bytes(usize::MAX),
        Way::Bytes(1),
        Way::Bytes(7),
        Way::Driver(usize::MAX),
        Way::Driver(3),
    ];

    /// Parses the input in this way.
    pub(crate) fn parse<S: TreeSink>(self, setup: &Setup, sink: S, input: &str) -> S::Output {
        let parser = setup.tagspan(sink);
        let chunks = |size: usize| input.as_bytes().chunks(size.min(input.len()).max(1));
        let utf8 = EncodingOptions::new().encoding(UTF_8);
        match self {
            Way::Whole => parser.one(input),
            Way::Characters => parser.from_iter(input.chars().map(StrTendril::from_char)),
            Way::Utf8(size) => parser.from_utf8().from_iter(chunks(size)),
            Way::Bytes(size) => {
                let mut parser = parser.from_bytes(utf8);
                chunks(size).for_each(|chunk| parser.feed(chunk));
                parser.finish()
            }
            Way::Driver(size) => {
                let mut driver = parser.into_driver();
                for chunk in chunks(size) {
                    let progress = driver.feed_tendril(ByteTendril::from_slice(chunk));
                    go_on(&mut driver, progress.expect("no limit is met"));
                }
                let progress = driver.end();
                go_on(&mut driver, progress.expect("no limit is met"));
                driver.finish()
            }
        }
    }
}

/// Resumes until all that was fed is parsed.
pub(crate) fn go_on<S: TreeSink>(driver: &mut Driver<S>, mut progress: Progress<S::Handle>) {
    while !progress.is_done() {
        progress = driver.resume().expect("no limit is met");
    }
}

/// The tree that html5ever's own parser makes.
pub(crate) fn html5evers(setup: &Setup, input: &str) -> String {
    show(&setup.html5ever(RcDom::default()).one(input))
}

/// The tree that ours makes.
pub(crate) fn ours(way: Way, setup: &Setup, input: &str) -> String {
    show(&way.parse(setup, RcDom::default(), input))
}

/// All of a tree, a line for each node, attribute and template's content.
pub(crate) fn show(dom: &RcDom) -> String {
    let mut shown = format!("{:?}\n", dom.quirks_mode.get());
    show_node(&dom.document, 0, &mut shown);
    shown
}

fn show_node(node: &Handle, depth: usize, shown: &mut String) {
    let indent = "  ".repeat(depth);
    match &node.data {
        NodeData::Document => shown.push_str("#document\n"),
        NodeData::Doctype { name, public_id, system_id } => {
            let _ = writeln!(shown, "{indent}<!DOCTYPE {:?} {:?} {:?}>", &**name, &**public_id, &**system_id);
        }
        NodeData::Text { contents } => {
            let _ = writeln!(shown, "{indent}{:?}", &**contents.borrow());
        }
        NodeData::Comment { contents } => {
            let _ = writeln!(shown, "{indent}<!-- {:?} -->", &**contents);
        }
        NodeData::ProcessingInstruction { target, contents } => {
            let _ = writeln!(shown, "{indent}<?{:?} {:?}>", &**target, &**contents);
        }
        NodeData::Element { name, attrs, template_contents, .. } => {
            let _ = writeln!(shown, "{indent}<{} {}>", namespace(name), name.local);
            for Attribute { name, value } in &*attrs.borrow() {
                let prefix = name.prefix.as_ref().map_or("", |prefix| prefix);
                let _ =
                    writeln!(shown, "{indent}  {} {prefix} {}={:?}", namespace(name), name.local, &**value);
            }
            if let Some(contents) = &*template_contents.borrow() {
                let _ = write!(shown, "{indent}  content ");
                show_node(contents, depth + 1, shown);
            }
        }
    }
    for child in &*node.children.borrow() {
        show_node(child, depth + 1, shown);
    }
}

fn namespace(name: &QualName) -> &str {
    name.ns.rsplit('/').next().unwrap_or("")
}
