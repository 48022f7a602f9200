//! A sink that notes what html5ever tells it on the way: the line of each node, and each error.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};

use html5ever::tendril::StrTendril;
use html5ever::tree_builder::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::{Attribute, ExpandedName, QualName};
use markup5ever_rcdom::{Handle, RcDom};

/// The calls that the sink received.
#[derive(Default)]
pub(crate) struct Seen {
    /// Each node but text with the line that it was made in.
    pub(crate) nodes: Vec<(String, u64)>,
    /// Each error with its line.
    pub(crate) errors: Vec<(Cow<'static, str>, u64)>,
    /// How many elements were popped off the stack of open elements.
    pub(crate) popped: usize,
}

/// The sink.
pub(crate) struct Watch {
    dom: RcDom,
    line: Cell<u64>,
    seen: RefCell<Seen>,
}

impl Default for Watch {
    fn default() -> Self {
        Watch { dom: RcDom::default(), line: Cell::new(1), seen: RefCell::default() }
    }
}

impl Watch {
    fn note(&self, node: String) {
        self.seen.borrow_mut().nodes.push((node, self.line.get()));
    }
}

impl TreeSink for Watch {
    type Handle = Handle;
    type Output = Seen;
    type ElemName<'a> = ExpandedName<'a>;

    fn finish(self) -> Seen {
        self.seen.into_inner()
    }

    fn parse_error(&self, message: Cow<'static, str>) {
        self.seen.borrow_mut().errors.push((message, self.line.get()));
    }

    fn set_current_line(&self, line: u64) {
        self.line.set(line);
    }

    fn pop(&self, node: &Handle) {
        self.seen.borrow_mut().popped += 1;
        self.dom.pop(node);
    }

    fn create_element(&self, name: QualName, attrs: Vec<Attribute>, flags: ElementFlags) -> Handle {
        let twice = if flags.had_duplicate_attributes { " (some attributes twice)" } else { "" };
        self.note(format!("<{}>{twice}", name.local));
        self.dom.create_element(name, attrs, flags)
    }

    fn create_comment(&self, text: StrTendril) -> Handle {
        self.note("<!-- -->".to_owned());
        self.dom.create_comment(text)
    }

    fn append_doctype_to_document(&self, name: StrTendril, public_id: StrTendril, system_id: StrTendril) {
        self.note("<!DOCTYPE>".to_owned());
        self.dom.append_doctype_to_document(name, public_id, system_id);
    }

    // From here on it is the tree's.

    fn get_document(&self) -> Handle {
        self.dom.get_document()
    }

    fn elem_name<'a>(&'a self, target: &'a Handle) -> ExpandedName<'a> {
        self.dom.elem_name(target)
    }

    fn create_pi(&self, target: StrTendril, data: StrTendril) -> Handle {
        self.dom.create_pi(target, data)
    }

    fn append(&self, parent: &Handle, child: NodeOrText<Handle>) {
        self.dom.append(parent, child);
    }

    fn append_based_on_parent_node(&self, element: &Handle, previous: &Handle, child: NodeOrText<Handle>) {
        self.dom.append_based_on_parent_node(element, previous, child);
    }

    fn get_template_contents(&self, target: &Handle) -> Handle {
        self.dom.get_template_contents(target)
    }

    fn same_node(&self, x: &Handle, y: &Handle) -> bool {
        self.dom.same_node(x, y)
    }

    fn set_quirks_mode(&self, mode: QuirksMode) {
        self.dom.set_quirks_mode(mode);
    }

    fn append_before_sibling(&self, sibling: &Handle, node: NodeOrText<Handle>) {
        self.dom.append_before_sibling(sibling, node);
    }

    fn add_attrs_if_missing(&self, target: &Handle, attrs: Vec<Attribute>) {
        self.dom.add_attrs_if_missing(target, attrs);
    }

    fn remove_from_parent(&self, target: &Handle) {
        self.dom.remove_from_parent(target);
    }

    fn reparent_children(&self, node: &Handle, new_parent: &Handle) {
        self.dom.reparent_children(node, new_parent);
    }

    fn is_mathml_annotation_xml_integration_point(&self, handle: &Handle) -> bool {
        self.dom.is_mathml_annotation_xml_integration_point(handle)
    }
}
