//! What the machine shows to the context, and what it hears from it.

use core::ops::Range;

use super::{Beyond, Event, Kind, Machine};
use crate::attributes::Attributes;
use crate::context::{BuiltIn, StartTags, Watch};
use crate::dropped::DropReason;
use crate::error::LimitKind;
use crate::input::Input;
use crate::limits::LimitAction;
use crate::options::Feedback;
use crate::state::State;
use crate::tag::{Tag, TagFlags};
use crate::text_mode::{Suspects, TextMode};
use crate::token::{Slice, TextKind};

/// A tag that is read, whose attributes are those at hand.
#[derive(Clone, Copy)]
pub(crate) struct TagParts {
    pub(crate) name_end: u32,
    /// Its length without the `>`.
    pub(crate) length: usize,
    pub(crate) flags: TagFlags,
}

impl TagParts {
    fn of<'a>(self, bytes: &'a [u8], attributes: &'a Attributes) -> Tag<'a> {
        let slice = Slice { from: bytes, length: self.length, offset: 0 };
        Tag { slice, attributes: attributes.spans(), name_end: self.name_end, flags: self.flags }
    }
}

impl Machine {
    /// Whether `<![CDATA[` opens a section here, and whether that is a guess.
    pub(crate) fn allows_cdata(&self) -> (bool, bool) {
        match self.feedback {
            _ if self.cdata => (true, false),
            Feedback::Simulated => self.built_in.cdata(),
            Feedback::Names | Feedback::None => (false, false),
        }
    }

    /// The same, noted for the token that begins with it.
    pub(crate) fn opens_cdata(&mut self) -> bool {
        let (opens, uncertain) = self.allows_cdata();
        self.uncertain_cdata = uncertain;
        opens
    }

    /// Whether a `meta` start tag makes no element here.
    pub(crate) fn ignores_meta(&self) -> bool {
        self.feedback == Feedback::Simulated && self.built_in.ignores_meta()
    }

    /// The text mode that follows the start tag whose `>` is the byte at `pos`, and a note of the tag's name.
    pub(super) fn mode_after_start_tag(&mut self, input: Input<'_>) -> TextMode {
        let (start, end) = (self.tag_name.0 as usize, self.tag_name.1);
        let mut last = core::mem::take(&mut self.last_start_tag);
        let name = &self.tag_bytes(input, end).0[start..];
        last.set(name);
        let name = last.name(input.bytes);
        let matters = self.suspects.may_have(name, name.len()) || self.watch.start_tags == StartTags::All;
        let names = match self.feedback {
            Feedback::Names if matters => TextMode::after_start_tag(name, self.scripting),
            _ => TextMode::Data,
        };
        self.last_start_tag = last;
        if matters && self.feedback == Feedback::Simulated {
            let answer = self.show_tag(input, |context, tag| context.start_tag(tag));
            self.tag_flags = self.tag_flags.answered(answer);
            return answer.mode;
        }
        names
    }

    /// The end tag whose `>` is the byte at `pos` is about to be handed out.
    pub(super) fn show_end_tag(&mut self, input: Input<'_>) {
        if self.watch.end_tags {
            let namespace = self.show_tag(input, |context, tag| context.end_tag(tag));
            self.tag_flags = self.tag_flags.within(namespace);
        }
    }

    #[cold]
    fn show_tag<A>(&mut self, input: Input<'_>, show: impl FnOnce(&mut BuiltIn, Tag<'_>) -> A) -> A {
        let length = match self.beyond {
            Beyond::No => self.unfinished() as usize,
            Beyond::Truncating => self.kept as usize,
            Beyond::Skipping(_) => self.skimmed.len(),
        };
        // What a limit has cut is not behind the attributes yet.
        let flags = self.tag_flags.without(TagFlags::CUT);
        let parts = TagParts { name_end: self.tag_name.1, length, flags };
        let mut context = core::mem::take(&mut self.built_in);
        let (bytes, attributes) = self.tag_bytes(input, length as u32);
        let answer = show(&mut context, parts.of(bytes, attributes));
        self.built_in = context;
        self.look_at_context();
        answer
    }

    /// The text mode for the straight line, which leaves a tag that is watched for to the states. The name is that of
    /// the tag with which `tag` begins. `None`, with nothing changed, for a tag that is watched for.
    #[inline(always)]
    pub(crate) fn straight_mode_after(
        &mut self,
        tag: &[u8],
        name: Range<usize>,
        length: usize,
    ) -> Option<TextMode> {
        if self.suspects.may_have(&tag[name.start..], name.len()) {
            self.straight_mode_after_suspect(tag, name, length)
        } else {
            Some(TextMode::Data)
        }
    }

    #[cold]
    fn straight_mode_after_suspect(
        &mut self,
        tag: &[u8],
        name: Range<usize>,
        length: usize,
    ) -> Option<TextMode> {
        let name_end = name.end as u32;
        let name = &tag[name];
        let watched = self.watching && name.eq_ignore_ascii_case(b"meta") && {
            let is = |(start, end), word: &[u8]| tag[start as usize..end as usize].eq_ignore_ascii_case(word);
            let mut names = self.attributes.spans().iter().map(|attribute| attribute.name);
            names.any(|name| is(name, b"charset") || is(name, b"http-equiv"))
        };
        if watched {
            return None;
        }
        Some(match self.feedback {
            Feedback::Simulated => {
                // Those of a head, which are most before the body, lead to nothing either.
                if self.built_in.is_indifferent()
                    && let Some(mode) = TextMode::after_usual_start_tag(name)
                {
                    return Some(mode);
                }
                let parts = TagParts { name_end, length, flags: self.tag_flags };
                let answer = self.built_in.start_tag(parts.of(tag, &self.attributes));
                self.tag_flags = self.tag_flags.answered(answer);
                self.look_at_context();
                answer.mode
            }
            Feedback::Names => TextMode::after_start_tag(name, self.scripting),
            Feedback::None => TextMode::Data,
        })
    }

    /// The straight line has read an end tag.
    #[cold]
    pub(crate) fn show_straight_end_tag(&mut self, tag: &[u8], name_end: u32, length: usize) {
        let parts = TagParts { name_end, length, flags: self.tag_flags };
        let namespace = self.built_in.end_tag(parts.of(tag, &self.attributes));
        self.tag_flags = self.tag_flags.within(namespace);
        self.look_at_context();
    }

    /// Text is read, at which the context wants to look: what it is to be handed out as.
    #[cold]
    pub(crate) fn show_text(&mut self, kind: TextKind) -> Kind {
        let drops_newline = self.built_in.text();
        self.look_at_context();
        Kind::Text(if drops_newline { kind.first() } else { kind })
    }

    /// Shows what the states have read, but for tags, to the context.
    #[inline(always)]
    pub(super) fn shown(&mut self, event: Event) -> Event {
        match event {
            Event::Token(kind) if self.watch.text => self.show(kind),
            event => event,
        }
    }

    #[cold]
    fn show(&mut self, kind: Kind) -> Event {
        match kind {
            Kind::Text(kind) => return Event::Token(self.show_text(kind)),
            // What is dropped is no token to a tree, but for a token that is skipped. Tags are shown when they end.
            Kind::StartTag | Kind::EndTag | Kind::Dropped(DropReason::Skipped(LimitKind::Tag)) => {}
            Kind::Dropped(DropReason::Skipped(LimitKind::CharacterReference)) => {}
            Kind::Dropped(reason) if !matches!(reason, DropReason::Skipped(_)) => {}
            _ => {
                self.built_in.other_token();
                self.look_at_context();
            }
        }
        Event::Token(kind)
    }

    /// Goes on as carefully as the context needs it now.
    #[inline(always)]
    pub(super) fn look_at_context(&mut self) {
        let watch = self.built_in.watch();
        let is_too_deep = self.limits.of(LimitKind::OpenElements).action == LimitAction::Fail
            && self.built_in.is_beyond_depth();
        if watch != self.watch || is_too_deep {
            self.is_too_deep = is_too_deep;
            self.set_watch(watch);
        }
    }

    #[inline(never)]
    fn set_watch(&mut self, watch: Watch) {
        self.watch = watch;
        // What comes next is the error.
        self.straight_in = (!self.report && !self.is_too_deep).then_some(State::Data);
        let most = |construct| u64::from(self.limits.of(construct).most);
        // What may be beyond a limit is read by the states.
        self.straight_tag_limit = most(LimitKind::Tag).min(most(LimitKind::AttributeValue));
        self.straight_text_limit = if watch.text { 0 } else { most(LimitKind::CharacterReference) };
        self.straight_end_tag_limit = if watch.end_tags { 0 } else { self.straight_tag_limit };
        self.careful = (self.report || watch.text || watch.end_tags) && !self.is_too_deep;
        self.suspects = match (self.feedback, watch.start_tags) {
            (Feedback::None, _) => Suspects::NONE,
            (_, StartTags::Usual) => Suspects::SPECIAL,
            (_, StartTags::BeforeFrames) => Suspects::BEFORE_FRAMES,
            (_, StartTags::All) => Suspects::ALL,
        };
        if self.watching {
            self.suspects = self.suspects.and_meta();
        }
    }

    /// Chooses whether the straight line leaves to the states every `meta` that may declare an encoding.
    pub(crate) fn watch_meta(&mut self, on: bool) {
        self.watching = on;
        let is_built_in = self.feedback == Feedback::Simulated;
        self.set_watch(if is_built_in { self.built_in.watch() } else { Watch::NOTHING });
    }
}
