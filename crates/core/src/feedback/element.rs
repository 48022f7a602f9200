//! How the simulator starts on a fragment: its context element and its first text mode.

use crate::context_element::{ContextElement, Namespace};
use crate::options::Options;
use crate::text_mode::TextMode;

/// The mode in which the text of a document or fragment begins.
pub(crate) fn initial_text_mode(options: &Options) -> TextMode {
    let of_fragment = || options.fragment.as_ref().map(|element| element.text_mode(options.scripting));
    options.initial_mode.or_else(of_fragment).unwrap_or_default()
}
use super::names::Name;
use super::stack::ElementKind;

impl ContextElement {
    /// The state that the fragment's text begins in (13.4 (12.4) "Parsing HTML fragments", step 5).
    pub(crate) fn text_mode(&self, scripting: bool) -> TextMode {
        match self.namespace {
            Namespace::Html => self.known_name().class().text_mode(scripting),
            Namespace::Svg | Namespace::MathMl => TextMode::Data,
        }
    }

    /// The name for the rules, which know none with NUL in it.
    pub(super) fn known_name(&self) -> Name<'_> {
        let is_decoded = !self.name.contains('\0');
        Name::new(if is_decoded { self.name.as_bytes() } else { b"" })
    }

    /// The element at the bottom of the stack; `None` if the fragment is plain HTML content.
    pub(super) fn kind(&self, name: &Name<'_>) -> Option<ElementKind> {
        match self.namespace {
            Namespace::Html if name.is("template") => Some(ElementKind::UndecidedTemplate),
            Namespace::Html if name.is("colgroup") => Some(ElementKind::Columns),
            Namespace::Html => None,
            Namespace::Svg => Some(ElementKind::svg(name)),
            Namespace::MathMl => Some(ElementKind::mathml(name, || self.integration_point)),
        }
    }
}
