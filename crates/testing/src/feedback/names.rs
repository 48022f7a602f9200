//! A tree that stores names alone, for html5ever's tree builder to ask.
//!
//! Where the tree builder knows less of foreign elements than the standard, it gets another name, so that it does
//! what the standard says: [`Names::guise`] has the list, and `deviations` what it does when it hears the truth.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

use html5ever::interface::{ElemName, ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{Tag, TagKind, Token};
use html5ever::{Attribute, ExpandedName, LocalName, Namespace, QualName, expanded_name, local_name, ns};

/// A node. No node knows another but for a template, so a tree of any depth is dropped without recursion.
pub(super) struct Node {
    name: QualName,
    integration_point: bool,
    /// Of a template.
    contents: Option<Handle>,
}

pub(super) type Handle = Rc<Node>;

/// The sink. It keeps no tree: the tree builder holds what is open, and all else is gone.
pub(super) struct Names {
    /// Stands for the document, for all comments, and for what templates hold; these have no names.
    other: Handle,
    newline_goes: Cell<bool>,
    /// The elements that were made since the token came.
    made: RefCell<Vec<QualName>>,
    builder: Builder,
    token: Cell<Kind>,
    /// The tree builder has asked for a name since the token came.
    asked: Cell<bool>,
    html: Namespace,
    guises: [LocalName; 4],
}

/// How the tree builder is to work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Builder {
    /// As the standard says.
    Corrected,
    /// As it does by itself.
    AsItIs,
}

/// The kind of a token, as far as it matters to the names that are passed on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    StartTag,
    EndTag,
    /// Of `p` or `br`: these leave foreign content as start tags do.
    LeavingEndTag,
    EndTagOfSearch,
    Other,
}

/// Another name for an element, which does to a scope or a category what the standard says of the element.
#[derive(Clone, Copy, Debug)]
enum Guise {
    /// Special, and the end of every scope but that of tables.
    Object,
    /// Special. No rule closes it by its name.
    Param,
    /// A part of a table like `thead`.
    Tfoot,
    /// Nothing special.
    Span,
}

impl Names {
    pub(super) fn new(builder: Builder) -> Self {
        let name = QualName::new(None, ns!(), local_name!(""));
        let other = Rc::new(Node { name, integration_point: false, contents: None });
        let guises = [local_name!("object"), local_name!("param"), local_name!("tfoot"), local_name!("span")];
        let (newline_goes, token, asked) = (Cell::new(false), Cell::new(Kind::Other), Cell::new(false));
        Names {
            other,
            newline_goes,
            made: RefCell::default(),
            builder,
            token,
            asked,
            html: ns!(html),
            guises,
        }
    }

    /// Says what the tree builder is handed next.
    pub(super) fn expect(&self, token: &Token) {
        let kind = match token {
            Token::TagToken(Tag { kind: TagKind::StartTag, .. }) => Kind::StartTag,
            Token::TagToken(Tag { name: local_name!("p") | local_name!("br"), .. }) => Kind::LeavingEndTag,
            Token::TagToken(Tag { name: local_name!("search"), .. }) => Kind::EndTagOfSearch,
            Token::TagToken(_) => Kind::EndTag,
            _ => Kind::Other,
        };
        self.token.set(kind);
        self.asked.set(false);
        self.made.borrow_mut().clear();
    }

    /// The namespace of the last element with this name in lower case that was made since the token came.
    pub(super) fn namespace_of(&self, name: &str) -> Option<Namespace> {
        let made = self.made.borrow();
        made.iter().rev().find(|made| (*made.local).eq_ignore_ascii_case(name)).map(|made| made.ns.clone())
    }

    /// Whether one of the elements was made since this was last asked whose first newline goes. The tree builder makes
    /// them for their start tags alone, and notes every time that a newline is to go.
    pub(super) fn newline_goes(&self) -> bool {
        self.newline_goes.take()
    }

    /// The names that html5ever lacks: foreign elements in the "special" category, `annotation-xml` in scopes and among the
    /// integration points at which a tag that leaves foreign content stops, `search` in the "special" category, and
    /// `thead` where it looks for the parts of a table. To it `isindex` still is special.
    ///
    /// The name that it asks for first tells it whether the token is for foreign content, and must be true. From then
    /// on it compares names with those of tags by other ways than it looks them up in sets, and hears the truth
    /// there.
    fn guise(&self, node: &Node) -> Option<Guise> {
        let token = self.token.get();
        if self.builder == Builder::AsItIs || token == Kind::Other || !self.asked.replace(true) {
            return None;
        }
        match node.name.expanded() {
            expanded_name!(svg "foreignObject")
            | expanded_name!(svg "desc")
            | expanded_name!(svg "title")
            | expanded_name!(mathml "mi")
            | expanded_name!(mathml "mo")
            | expanded_name!(mathml "mn")
            | expanded_name!(mathml "ms")
            | expanded_name!(mathml "mtext") => Some(Guise::Object),
            // Where it is no integration point, nothing but foreign elements is in it, so no start tag looks for a
            // scope from there; but one that leaves foreign content must not stop at it.
            expanded_name!(mathml "annotation-xml") => {
                let leaves = matches!(token, Kind::StartTag | Kind::LeavingEndTag);
                (node.integration_point || !leaves).then_some(Guise::Object)
            }
            // The rule for its end tag looks for it by that other way.
            expanded_name!(html "search") => (token != Kind::EndTagOfSearch).then_some(Guise::Param),
            expanded_name!(html "thead") => Some(Guise::Tfoot),
            expanded_name!(html "isindex") => Some(Guise::Span),
            _ => None,
        }
    }
}

/// A name as it is passed to the tree builder.
#[derive(Debug)]
pub(super) struct PassedName<'a> {
    name: &'a QualName,
    /// The name that sets are looked up by, if it is another.
    guise: Option<ExpandedName<'a>>,
}

impl ElemName for PassedName<'_> {
    fn ns(&self) -> &Namespace {
        &self.name.ns
    }

    fn local_name(&self) -> &LocalName {
        &self.name.local
    }

    fn expanded(&self) -> ExpandedName<'_> {
        self.guise.unwrap_or_else(|| self.name.expanded())
    }
}

impl TreeSink for Names {
    type Handle = Handle;
    type Output = ();
    type ElemName<'a> = PassedName<'a>;

    fn finish(self) {}

    fn parse_error(&self, _: Cow<'static, str>) {}

    fn get_document(&self) -> Handle {
        self.other.clone()
    }

    fn elem_name<'a>(&'a self, target: &'a Handle) -> PassedName<'a> {
        let guise = self.guise(target);
        let guise = guise.map(|guise| ExpandedName { ns: &self.html, local: &self.guises[guise as usize] });
        PassedName { name: &target.name, guise }
    }

    fn create_element(&self, name: QualName, _: Vec<Attribute>, flags: ElementFlags) -> Handle {
        if matches!(
            name.expanded(),
            expanded_name!(html "pre") | expanded_name!(html "listing") | expanded_name!(html "textarea")
        ) {
            self.newline_goes.set(true);
        }
        self.made.borrow_mut().push(name.clone());
        let contents = flags.template.then(|| self.other.clone());
        Rc::new(Node { name, integration_point: flags.mathml_annotation_xml_integration_point, contents })
    }

    fn create_comment(&self, _: StrTendril) -> Handle {
        self.other.clone()
    }

    fn create_pi(&self, _: StrTendril, _: StrTendril) -> Handle {
        self.other.clone()
    }

    fn append(&self, _: &Handle, _: NodeOrText<Handle>) {}

    fn append_based_on_parent_node(&self, _: &Handle, _: &Handle, _: NodeOrText<Handle>) {}

    fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {}

    fn get_template_contents(&self, target: &Handle) -> Handle {
        target.contents.clone().expect("only templates are asked for their contents")
    }

    fn same_node(&self, x: &Handle, y: &Handle) -> bool {
        Rc::ptr_eq(x, y)
    }

    fn set_quirks_mode(&self, _: QuirksMode) {}

    fn append_before_sibling(&self, _: &Handle, _: NodeOrText<Handle>) {}

    fn add_attrs_if_missing(&self, _: &Handle, _: Vec<Attribute>) {}

    fn remove_from_parent(&self, _: &Handle) {}

    fn reparent_children(&self, _: &Handle, _: &Handle) {}

    fn is_mathml_annotation_xml_integration_point(&self, handle: &Handle) -> bool {
        handle.integration_point
    }
}
