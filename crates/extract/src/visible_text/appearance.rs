//! Whether an element is shown, by its name and attributes.

use tagspan::{Attribute, Namespace, Tag};
use tagspan_elements::Kind;

use super::elements::Rendered;
use super::style::{Display, Style};

/// Whether the content of an element is shown where the element is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Content {
    #[default]
    Shown,
    /// Neither the element nor its content is rendered.
    Hidden,
    /// The element is rendered, its content is not: a closed `details`.
    Skipped,
    /// The content is shown although the element around it skips its own: the `summary` of a closed `details`.
    Summary,
}

impl Content {
    /// How many more elements hide what is in the element.
    pub(super) fn hides(self) -> isize {
        match self {
            Content::Shown => 0,
            Content::Hidden | Content::Skipped => 1,
            Content::Summary => -1,
        }
    }
}

/// How an element is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Appearance {
    pub(super) content: Content,
    /// Whether its `visibility` is `visible`; inherited if it says nothing.
    pub(super) visibility: Option<bool>,
}

impl Appearance {
    const HIDDEN: Appearance = Appearance { content: Content::Hidden, visibility: None };

    /// That of an element that opens with a tag, and the element with the line breaks of its style.
    #[inline]
    pub(super) fn new(tag: Tag<'_>, element: Rendered, with_style: bool) -> (Self, Rendered) {
        if element.is_hidden() {
            return (Self::HIDDEN, element);
        }
        let mut found: Option<Attributes> = None;
        for attribute in tag.attributes_as_written() {
            let name = attribute.raw_name();
            // The first letter tells these names from common ones of the same length.
            let letter = FIRST_LETTERS.get(name.len());
            if letter.is_some_and(|letter| name.first().is_some_and(|first| first | 0x20 == *letter)) {
                found.get_or_insert_default().take(attribute, with_style);
            }
        }
        if found.is_none() && !matches!(element.kind(), Kind::Details | Kind::Dialog) {
            return (Self::default(), element);
        }
        let found = found.unwrap_or_default();
        let is_html = tag.namespace() == Namespace::Html;
        // Within SVG and MathML, `display` does not break lines.
        let has_box = is_html || tag.is("svg") || tag.is("math");
        (found.appearance(element, is_html), if has_box { found.breaks(element) } else { element })
    }
}

/// The first letters of `open`, `style`, `hidden` and `popover`, by the length of the name.
const FIRST_LETTERS: [u8; 8] = *b"\0\0\0\0oshp";

/// The attributes that decide whether an element is shown.
#[derive(Default)]
struct Attributes {
    style: Option<Style>,
    /// The value of `hidden`: whether it is `until-found`.
    until_found: Option<bool>,
    is_open: bool,
    is_popover: bool,
}

impl Attributes {
    /// Takes an attribute, unless there was one of its name.
    #[inline(never)]
    fn take(&mut self, attribute: Attribute<'_>, with_style: bool) {
        let is = |name: &[u8]| attribute.raw_name().eq_ignore_ascii_case(name);
        if is(b"style") {
            if with_style && self.style.is_none() {
                self.style = Some(Style::new(&attribute.value()));
            }
        } else if is(b"hidden") {
            self.until_found.get_or_insert_with(|| attribute.value().eq_ignore_ascii_case("until-found"));
        } else {
            self.is_open |= is(b"open");
            self.is_popover |= is(b"popover");
        }
    }

    /// The element with the line breaks that its `display` makes.
    #[inline(never)]
    fn breaks(&self, element: Rendered) -> Rendered {
        match self.style.and_then(|style| style.display) {
            // It is positioned, which makes it a block.
            Some(Display::Block | Display::Inline) if self.is_popover => element.with_breaks(true),
            Some(Display::Block) => element.with_breaks(true),
            Some(Display::Inline) => element.with_breaks(false),
            _ => element,
        }
    }

    #[inline(never)]
    fn appearance(&self, element: Rendered, is_html: bool) -> Appearance {
        let Style { display, visibility } = self.style.unwrap_or_default();
        let is_dialog = element.kind() == Kind::Dialog;
        // What a `display` of the element itself overrides.
        // What is hidden until found has its box, unless it is inline, but is not text.
        let is_hidden = self.until_found.is_some_and(|until_found| !until_found || element.breaks > 0)
            || (self.is_popover || is_dialog) && !(is_dialog && self.is_open);
        let is_skipped = !self.is_open && element.kind() == Kind::Details;
        let content = match display {
            Some(Display::Hidden) => Content::Hidden,
            None if is_html && is_hidden => Content::Hidden,
            _ if is_html && is_skipped => Content::Skipped,
            _ => Content::Shown,
        };
        Appearance { content, visibility }
    }
}
