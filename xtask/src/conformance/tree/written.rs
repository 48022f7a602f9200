//! Trees in the text format of html5lib's suite.

use std::iter;

use html5ever::{Attribute, ns};
use markup5ever_rcdom::{Handle, NodeData, RcDom};

/// The tree; of a fragment what is in the root element. Without the last line's end.
pub(super) fn written(dom: &RcDom, fragment: bool) -> String {
    let mut lines = String::new();
    let top = if fragment { dom.document.children.borrow()[0].clone() } else { dom.document.clone() };
    children(&mut lines, 0, &top);
    lines.pop();
    lines
}

fn children(lines: &mut String, depth: usize, node: &Handle) {
    for child in &*node.children.borrow() {
        self::node(lines, depth, child);
    }
}

fn line(lines: &mut String, depth: usize, parts: &[&str]) {
    lines.push_str("| ");
    lines.extend(iter::repeat_n("  ", depth));
    lines.extend(parts.iter().copied());
    lines.push('\n');
}

fn node(lines: &mut String, depth: usize, node: &Handle) {
    match &node.data {
        NodeData::Doctype { name, public_id, system_id } if public_id.is_empty() && system_id.is_empty() => {
            line(lines, depth, &["<!DOCTYPE ", name, ">"]);
        }
        NodeData::Doctype { name, public_id, system_id } => {
            line(lines, depth, &["<!DOCTYPE ", name, " \"", public_id, "\" \"", system_id, "\">"]);
        }
        NodeData::Text { contents } => line(lines, depth, &["\"", &contents.borrow(), "\""]),
        NodeData::Comment { contents } => line(lines, depth, &["<!-- ", contents, " -->"]),
        NodeData::Element { name, attrs, template_contents, .. } => {
            let designator = match name.ns {
                ns!(svg) => "svg ",
                ns!(mathml) => "math ",
                _ => "",
            };
            line(lines, depth, &["<", designator, &name.local, ">"]);
            let mut attributes: Vec<(String, String)> = attrs.borrow().iter().map(attribute).collect();
            attributes.sort_by(|(one, _), (other, _)| one.encode_utf16().cmp(other.encode_utf16()));
            for (name, value) in &attributes {
                line(lines, depth + 1, &[name, "=\"", value, "\""]);
            }
            if let Some(contents) = &*template_contents.borrow() {
                line(lines, depth + 1, &["content"]);
                children(lines, depth + 2, contents);
            }
        }
        // No parser makes these.
        NodeData::Document | NodeData::ProcessingInstruction { .. } => line(lines, depth, &["?"]),
    }
    children(lines, depth + 1, node);
}

fn attribute(attribute: &Attribute) -> (String, String) {
    let designator = match attribute.name.ns {
        ns!(xlink) => "xlink ",
        ns!(xml) => "xml ",
        ns!(xmlns) => "xmlns ",
        _ => "",
    };
    (format!("{designator}{}", attribute.name.local), attribute.value.to_string())
}
