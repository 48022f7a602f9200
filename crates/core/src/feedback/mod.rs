//! The tree-builder feedback simulator: predicts what a tree builder would tell the tokenizer.
//!
//! It answers two questions: the text mode after a start tag, and whether `<![CDATA[` opens a section. In HTML content a
//! tag's name answers the first, and the second is no. So there only the names that matter are looked at, and a
//! [`NameFilter`] settles most names with one bit of 64. From the first element that changes this (svg, math, a `template`
//! whose insertion mode is not settled yet, the context element of a fragment) the simulator sees every tag. It keeps the
//! open elements on a small stack, by those rules of tree construction (13.2.6, 12.2.6) that say which elements are open.
//!
//! The simulator does not know the elements around the first one, nor those that the adoption agency moves. Where an answer
//! depends on them, it gives the likelier one and notes an [`Ambiguity`]; answers that would change with the other are
//! marked as ambiguous.

mod by_name;
mod element;
mod foreign;
mod html;
mod html_end;
mod names;
mod stack;
mod tables;

pub(crate) use by_name::{NameFilter, text_mode_after};
pub(crate) use element::initial_text_mode;
pub(crate) use names::Name;
pub(crate) use names::UNKNOWN_LENGTH;
#[cfg(test)]
pub(crate) use names::that_settle_frames as names_that_settle_frames;
pub(crate) use stack::NAME_KEPT;
pub(crate) use stack::{ElementKind, Entry, Stack};

use core::ops::Range;

use names::Class;

use crate::context_element::{ContextElement, Namespace};
use crate::steps::count;
use crate::text_mode::TextMode;
use crate::token::{Tag, TagFlags};

/// The mode of the tokenizer after a start tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Answer {
    pub(crate) mode: TextMode,
    /// The mode is a guess.
    pub(crate) ambiguous: bool,
    /// That of the element which the tag makes.
    pub(crate) namespace: Namespace,
}

/// The tokens that the simulator has to see.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Interest {
    pub(crate) start_tags: StartTags,
    pub(crate) end_tags: bool,
    /// Text, and all that is no tag.
    pub(crate) text: bool,
}

/// The start tags that the simulator has to see.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum StartTags {
    /// Those whose names matter anywhere.
    #[default]
    Common,
    /// And those that settle whether there may be frames.
    BeforeFrames,
    All,
}

/// Whether a `frameset` start tag has its effect.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) enum Frames {
    /// Nothing has been seen that prevents it. But text is not looked at, and may have.
    Possible,
    #[default]
    Ignored,
    /// It had, and all is ignored but `noframes`.
    Inside,
}

/// The uncertainty about the open elements.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) enum Ambiguity {
    #[default]
    None,
    /// The stack was emptied by an end tag that may have had nothing to close, and then there are elements of this
    /// namespace still open, but no integration point: the next breakout tag closes them if so.
    UntilBreakout(Namespace),
    /// An end tag closed nothing that is on the stack, and may have closed it all.
    MayBeClosed(Namespace),
    /// The open elements may be others.
    Forever,
}

/// The state of the feedback simulator.
#[derive(Clone, Debug, Default)]
pub(crate) struct Simulator {
    pub(crate) stack: Stack,
    /// How many elements are open that found no place on the stack.
    pub(crate) overflow: u64,
    pub(crate) ambiguity: Ambiguity,
    pub(crate) frames: Frames,
    pub(crate) scripting: bool,
    /// The tree drops a newline that comes next.
    pub(crate) drops_newline: bool,
    /// The context element of the fragment is a `select`.
    pub(crate) in_select: bool,
}

impl Simulator {
    /// Makes ready for a document, or for the content of an element.
    pub(crate) fn reset(&mut self, fragment: Option<&ContextElement>, scripting: bool, depth: u16) {
        self.stack.clear();
        self.stack.max = usize::from(depth);
        self.overflow = 0;
        self.ambiguity = Ambiguity::None;
        self.scripting = scripting;
        self.drops_newline = false;
        self.frames = Frames::Possible;
        self.in_select = false;
        let Some(element) = fragment else { return };
        let name = element.known_name();
        self.in_select = element.namespace() == Namespace::Html && name.is("select");
        self.frames = match element.namespace() {
            Namespace::Html if name.is("html") => self.frames,
            Namespace::Html if name.is("frameset") => Frames::Inside,
            _ => Frames::Ignored,
        };
        if let Some(kind) = element.kind(&name) {
            self.stack.push(&name, kind);
            self.stack.fixed = true;
        }
    }

    /// Whether more elements are open than may be known.
    pub(crate) fn is_beyond_depth(&self) -> bool {
        self.overflow > 0
    }

    /// The tokens that the simulator has to see next.
    #[inline]
    pub(crate) fn interest(&self) -> Interest {
        let until_breakout = matches!(self.ambiguity, Ambiguity::UntilBreakout(_));
        let open = !self.stack.is_empty() || until_breakout;
        let start_tags = match self.frames {
            _ if open || self.drops_newline => StartTags::All,
            Frames::Possible => StartTags::BeforeFrames,
            Frames::Ignored | Frames::Inside => StartTags::Common,
        };
        Interest { start_tags, end_tags: open || self.drops_newline, text: self.drops_newline }
    }

    /// The text mode after a start tag, if this is certainly HTML content and nothing else follows from the tag. `name` is the
    /// range of its name in `tag`.
    #[inline]
    pub(crate) fn plain_text_mode(&self, tag: &[u8], name: Range<usize>) -> Option<TextMode> {
        let matter = match self.frames {
            _ if !self.stack.is_empty() || self.ambiguity != Ambiguity::None || self.drops_newline => {
                return None;
            }
            Frames::Inside => return None,
            Frames::Possible => Class::CONTENT.and(Class::DROPS_NEWLINE).and(Class::NO_FRAMESET),
            Frames::Ignored => Class::CONTENT.and(Class::DROPS_NEWLINE),
        };
        let name = Name::within(tag, name);
        let class = name.class();
        (name.is_plain() && !class.has(matter)).then(|| class.text_mode(self.scripting))
    }

    /// Whether `<![CDATA[` opens a section here, and whether that is a guess.
    pub(crate) fn cdata(&self) -> (bool, bool) {
        (!self.stack.kind().is_html(), self.is_ambiguous())
    }

    /// Whether this may be HTML content where it is taken for foreign content, or the other way round.
    fn is_ambiguous(&self) -> bool {
        match self.ambiguity {
            Ambiguity::None => false,
            Ambiguity::UntilBreakout(_) => self.stack.is_empty(),
            Ambiguity::MayBeClosed(_) | Ambiguity::Forever => true,
        }
    }

    /// Whether a `meta` start tag makes no element here.
    pub(crate) fn ignores_meta(&self) -> bool {
        self.frames == Frames::Inside || self.stack.kind() == ElementKind::Columns
    }

    /// A start tag was read.
    pub(crate) fn start_tag(&mut self, tag: Tag<'_>) -> Answer {
        self.drops_newline = false;
        let name = Name::of(&tag);
        if !name.is_plain() {
            // Decoding may make it equal to others, but never one that the rules know.
            return self.start_tag_named(&tag, &name.decoded(tag.name().as_bytes()));
        }
        self.start_tag_named(&tag, &name)
    }

    #[inline(always)]
    fn start_tag_named(&mut self, tag: &Tag<'_>, name: &Name<'_>) -> Answer {
        let class = name.class();
        if class == Class::OTHER
            && self.ambiguity == Ambiguity::None
            && matches!(self.stack.kind(), ElementKind::Svg | ElementKind::MathMl)
        {
            // As nearly all are there.
            let namespace = self.stack.kind().namespace();
            self.open_foreign(tag, name);
            return Answer { mode: TextMode::Data, ambiguous: false, namespace };
        }
        let in_html = class.text_mode(self.scripting);
        self.note_ambiguous_start_tag(name, class);
        let (mode, namespace) = if self.frames == Frames::Inside {
            (if name.is("noframes") { in_html } else { TextMode::Data }, Namespace::Html)
        } else if self.is_foreign(name) {
            self.foreign_start_tag(tag, name, class)
        } else {
            self.html_start_tag(tag, name, class)
        };
        let depends = in_html != TextMode::Data || class.has(Class::DROPS_NEWLINE);
        Answer { mode, ambiguous: depends && self.is_ambiguous(), namespace }
    }

    /// An end tag was read. Gives the namespace of the element that it closes; HTML if it closes none.
    pub(crate) fn end_tag(&mut self, tag: Tag<'_>) -> Namespace {
        self.drops_newline = false;
        let name = Name::of(&tag);
        if self.stack.top_is_foreign_named(&name) && self.overflow == 0 {
            // As nearly all are.
            let namespace = self.stack.kind().namespace();
            self.stack.truncate(self.stack.len() - 1);
            self.settle_closed();
            return namespace;
        }
        if !name.is_plain() {
            return self.end_tag_named(&name.decoded(tag.name().as_bytes()));
        }
        self.end_tag_named(&name)
    }

    fn end_tag_named(&mut self, name: &Name<'_>) -> Namespace {
        let mut namespace = Namespace::Html;
        if self.frames == Frames::Inside {
            return namespace;
        }
        if self.overflow > 0 {
            // That of the elements around it, in which it most likely is.
            namespace = self.stack.kind().namespace();
            self.overflow -= 1;
        } else if !self.stack.is_empty() {
            if self.stack.kind().is_html() {
                self.html_end_tag(name);
            } else {
                namespace = self.foreign_end_tag(name);
            }
            self.settle_closed();
        } else if name.is("p") || name.is("br") {
            self.settle();
        }
        namespace
    }

    /// Text was read. Gives whether the tree drops a newline that it begins with.
    pub(crate) fn text(&mut self) -> bool {
        core::mem::take(&mut self.drops_newline)
    }

    /// Another token was read.
    pub(crate) fn other_token(&mut self) {
        self.drops_newline = false;
    }

    /// Foreign elements that may have been open are closed.
    fn settle(&mut self) {
        if self.stack.is_empty() && self.ambiguity != Ambiguity::Forever {
            self.ambiguity = Ambiguity::None;
        }
    }

    /// An element that may have been closed is closed now if no element is open.
    fn settle_closed(&mut self) {
        if matches!(self.ambiguity, Ambiguity::MayBeClosed(_)) {
            self.settle();
        }
    }

    fn note_ambiguity(&mut self, ambiguity: Ambiguity) {
        self.ambiguity = match (self.ambiguity, ambiguity) {
            // Then it would also be ambiguous whether there are frames.
            _ if self.frames == Frames::Possible => Ambiguity::Forever,
            (Ambiguity::None, ambiguity) => ambiguity,
            (same, ambiguity) if same == ambiguity => same,
            // One that closes it all after that: it is closed by the one, by the other, or open.
            (Ambiguity::MayBeClosed(namespace), Ambiguity::UntilBreakout(other)) if namespace == other => {
                ambiguity
            }
            _ => Ambiguity::Forever,
        };
    }

    /// The attributes of the tag decide, and a limit may have truncated one that would decide otherwise.
    fn note_cut_attributes(&mut self, tag: &Tag<'_>) {
        if tag.flags.has(TagFlags::CUT_ATTRIBUTES) {
            self.note_ambiguity(Ambiguity::Forever);
        }
    }

    /// A start tag is read in HTML content that may be foreign content, or the other way round: whether it leads to more
    /// ambiguity than the next breakout tag ends.
    fn note_ambiguous_start_tag(&mut self, name: &Name<'_>, class: Class) {
        let namespace = match self.ambiguity {
            Ambiguity::UntilBreakout(namespace) if self.stack.is_empty() => namespace,
            Ambiguity::MayBeClosed(namespace) => namespace,
            _ => return,
        };
        let is_point = class.has(Class::POINT) || name.is("annotation-xml");
        let other = if namespace == Namespace::Svg { "math" } else { "svg" };
        if is_point || name.is("template") || name.is("frameset") || name.is(other) {
            self.ambiguity = Ambiguity::Forever;
        }
    }

    fn push(&mut self, name: &Name<'_>, kind: ElementKind) {
        if self.overflow > 0 || self.stack.is_full() {
            self.overflow += 1;
            self.note_ambiguity(Ambiguity::Forever);
        } else {
            self.stack.push(name, kind);
        }
    }

    /// Whether the element has this name, as far as names are known.
    fn has_name(&mut self, index: usize, name: &Name<'_>) -> bool {
        let is_named = self.stack.has_name(index, name);
        if is_named && (name.is_cut() || !self.stack.get(index).is_name_whole()) {
            self.note_ambiguity(Ambiguity::Forever);
        }
        is_named
    }

    /// Closes the elements from this index on.
    fn close(&mut self, length: usize) {
        self.overflow = 0;
        // A formatting element that others close is opened again when text or a tag comes, unless it goes with a marker.
        // Cells, captions and templates take theirs with them; what is behind one of several stays.
        let mut markers = 0;
        for index in length..self.stack.len() {
            let entry = self.stack.get(index);
            if !entry.kind.is_html() {
                continue;
            }
            let class = entry.class;
            let is_marker = entry.is_marker();
            markers += u32::from(is_marker);
            let stays = is_marker && !class.has(Class::TABLE_PART) && !entry.is_html("template");
            if stays || markers > 1 || (markers == 0 && class.has(Class::FORMATTING)) {
                self.note_ambiguity(Ambiguity::Forever);
                break;
            }
        }
        self.stack.truncate(length);
    }

    /// Closes an element by its end tag. Formatting elements in it go with its marker, if it has one. None within it has: a
    /// marker ends the scope in which the element was found.
    fn close_by_end_tag(&mut self, index: usize) {
        if self.stack.get(index).is_marker() {
            self.stack.truncate(index);
        } else {
            self.close(index);
        }
    }

    /// Closes all elements, on the guess that an end tag does which closes one around them.
    fn close_all(&mut self) {
        self.overflow = 0;
        self.note_ambiguity(self.namespace().map_or(Ambiguity::Forever, Ambiguity::UntilBreakout));
        self.stack.truncate(0);
    }

    /// The namespace of the elements on the stack, if they have one and none is an integration point.
    fn namespace(&self) -> Option<Namespace> {
        count(self.stack.len());
        let all = |wanted| (0..self.stack.len()).all(|index| self.stack.get(index).kind == wanted);
        if all(ElementKind::Svg) {
            Some(Namespace::Svg)
        } else if all(ElementKind::MathMl) {
            Some(Namespace::MathMl)
        } else {
            None
        }
    }

    /// Notes that a search ended at the element of this index, which ends the scope. It is ambiguous if tree builders differ
    /// from the standard and continue the search.
    fn stopped_at(&mut self, index: usize) {
        if matches!(self.stack.get(index).kind, ElementKind::AnnotationXml | ElementKind::AnnotationPoint) {
            self.note_ambiguity(Ambiguity::Forever);
        }
    }
}
