//! Shows tokens to the feedback simulator and obeys its answers.

use core::ops::Range;

use super::Machine;
use super::event::{Event, Found};
use super::input::Input;
use super::registers::{FastPathLimits, OverLimit};
use crate::error::LimitKind;
use crate::feedback::{Answer, Interest, NameFilter, Simulator, StartTags, text_mode_after};
use crate::limits::LimitAction;
use crate::options::Feedback;
use crate::partial_character::unfinished_tail;
use crate::text_mode::TextMode;
use crate::token::{Attributes, DropReason, Slice, Tag, TagFlags, TextKind};

/// The parts of a tag that is shown to the simulator. Its attributes are those of the machine.
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

/// The flags of a tag with the simulator's answer.
fn with_answer(flags: TagFlags, answer: Answer) -> TagFlags {
    flags.and(TagFlags::AMBIGUOUS, answer.ambiguous).within(answer.namespace)
}

impl Machine {
    /// Whether `<![CDATA[` opens a section here, and whether that is a guess.
    pub(crate) fn allows_cdata(&self) -> (bool, bool) {
        match self.options.feedback {
            _ if self.tree.cdata => (true, false),
            Feedback::Simulated => self.tree.simulator.cdata(),
            Feedback::Names | Feedback::None => (false, false),
        }
    }

    /// The same, noted for the token that begins with it.
    pub(crate) fn opens_cdata(&mut self) -> bool {
        let (opens, ambiguous) = self.allows_cdata();
        self.tree.ambiguous_cdata = ambiguous;
        opens
    }

    /// Whether a `meta` start tag makes no element here.
    pub(crate) fn ignores_meta(&self) -> bool {
        self.options.feedback == Feedback::Simulated && self.tree.simulator.ignores_meta()
    }

    /// The text mode after the start tag whose `>` is the current byte. Also remembers the name of the tag.
    pub(super) fn mode_after_start_tag(&mut self, input: Input<'_>) -> TextMode {
        let (start, end) = (self.parts.name.0 as usize, self.parts.name.1);
        let mut last = core::mem::take(&mut self.last_start_tag);
        let name = &self.tag_bytes(input, end).0[start..];
        last.set(name);
        let name = last.name(input.bytes);
        let matters = self.tree.name_filter.may_contain(name, name.len())
            || self.tree.interest.start_tags == StartTags::All;
        let names = match self.options.feedback {
            Feedback::Names if matters => text_mode_after(name, self.options.scripting),
            _ => TextMode::Data,
        };
        self.last_start_tag = last;
        if matters && self.options.feedback == Feedback::Simulated {
            let answer = self.simulate_tag(input, |context, tag| context.start_tag(tag));
            self.parts.flags = with_answer(self.parts.flags, answer);
            return answer.mode;
        }
        names
    }

    /// Shows the simulator the end tag whose `>` is the current byte.
    pub(super) fn simulate_end_tag(&mut self, input: Input<'_>) {
        if self.tree.interest.end_tags {
            let namespace = self.simulate_tag(input, |context, tag| context.end_tag(tag));
            self.parts.flags = self.parts.flags.within(namespace);
        }
    }

    /// The tag's flags, with those that tell the simulator what a limit has cut. The tag is not marked as truncated: the numbers that
    /// stand behind the attributes of such a tag are not there yet.
    fn shown_flags(&self) -> TagFlags {
        let flags = self.parts.flags;
        let name_kept = match self.limit.over {
            OverLimit::No => u32::MAX,
            OverLimit::Truncating => self.limit.kept,
            OverLimit::Skipping(_) => self.skipped_name_max() as u32,
        };
        let cuts_attributes = self.limit.over != OverLimit::No || flags.has(TagFlags::TRUNCATED);
        flags
            .without(TagFlags::TRUNCATED)
            .and(TagFlags::CUT_NAME, self.parts.name.1 >= name_kept)
            .and(TagFlags::CUT_ATTRIBUTES, cuts_attributes)
    }

    #[cold]
    fn simulate_tag<A>(&mut self, input: Input<'_>, show: impl FnOnce(&mut Simulator, Tag<'_>) -> A) -> A {
        let length = match self.limit.over {
            OverLimit::No => self.unfinished() as usize,
            OverLimit::Truncating => self.limit.kept as usize,
            OverLimit::Skipping(_) => self.limit.skipped_tag.len(),
        };
        let mut parts = TagParts { name_end: self.parts.name.1, length, flags: self.shown_flags() };
        let mut context = core::mem::take(&mut self.tree.simulator);
        let (bytes, attributes) = self.tag_bytes(input, length as u32);
        if parts.flags.has(TagFlags::CUT_NAME) {
            // Decoded, it has to be a beginning of the whole name.
            parts.name_end -= unfinished_tail(&bytes[..parts.name_end as usize]) as u32;
        }
        let answer = show(&mut context, parts.of(bytes, attributes));
        self.tree.simulator = context;
        self.update_interest();
        answer
    }

    /// The text mode after a start tag on the fast path. `tag` begins with the tag, and `name` is the range of its name.
    /// `None`, with nothing changed, for a `meta` that is watched for: it is left to the states.
    #[inline(always)]
    pub(crate) fn fast_path_text_mode(
        &mut self,
        tag: &[u8],
        name: Range<usize>,
        length: usize,
    ) -> Option<TextMode> {
        if self.tree.name_filter.may_contain(&tag[name.start..], name.len()) {
            self.fast_path_text_mode_of_candidate(tag, name, length)
        } else {
            Some(TextMode::Data)
        }
    }

    #[cold]
    fn fast_path_text_mode_of_candidate(
        &mut self,
        tag: &[u8],
        name: Range<usize>,
        length: usize,
    ) -> Option<TextMode> {
        let name_end = name.end as u32;
        let watched = self.tree.watches_meta && tag[name.clone()].eq_ignore_ascii_case(b"meta") && {
            let is = |(start, end), word: &[u8]| tag[start as usize..end as usize].eq_ignore_ascii_case(word);
            let mut names = self.attributes.spans().iter().map(|attribute| attribute.name);
            names.any(|name| is(name, b"charset") || is(name, b"http-equiv"))
        };
        if watched {
            return None;
        }
        Some(match self.options.feedback {
            Feedback::Simulated => {
                if let Some(mode) = self.tree.simulator.plain_text_mode(tag, name.clone()) {
                    return Some(mode);
                }
                let parts = TagParts { name_end, length, flags: self.parts.flags };
                let answer = self.tree.simulator.start_tag(parts.of(tag, &self.attributes));
                self.parts.flags = with_answer(self.parts.flags, answer);
                self.update_interest();
                answer.mode
            }
            Feedback::Names => text_mode_after(&tag[name], self.options.scripting),
            Feedback::None => TextMode::Data,
        })
    }

    /// Shows the simulator an end tag that the fast path has read.
    #[cold]
    pub(crate) fn simulate_fast_path_end_tag(&mut self, tag: &[u8], name_end: u32, length: usize) {
        let parts = TagParts { name_end, length, flags: self.parts.flags };
        let namespace = self.tree.simulator.end_tag(parts.of(tag, &self.attributes));
        self.parts.flags = self.parts.flags.within(namespace);
        self.update_interest();
    }

    /// Shows the simulator text, and returns how it is to be emitted.
    fn simulate_text(&mut self, kind: TextKind) -> Found {
        let drops_newline = self.tree.simulator.text();
        self.update_interest();
        Found::Text(if drops_newline { kind.first() } else { kind })
    }

    /// Shows the simulator what the states have read, but for tags, if it wants to see it.
    #[inline(always)]
    pub(super) fn simulated(&mut self, event: Event) -> Event {
        match event {
            Event::Found(found) if self.tree.interest.text => self.simulate_found(found),
            event => event,
        }
    }

    #[cold]
    fn simulate_found(&mut self, found: Found) -> Event {
        match found {
            Found::Text(kind) => return Event::Found(self.simulate_text(kind)),
            // What is dropped is no token to a tree, but for a token that is skipped. Tags are shown when they end.
            Found::Error(_)
            | Found::StartTag
            | Found::EndTag
            | Found::Dropped(DropReason::Skipped(LimitKind::Tag)) => {}
            Found::Dropped(DropReason::Skipped(LimitKind::CharacterReference)) => {}
            Found::Dropped(reason) if !matches!(reason, DropReason::Skipped(_)) => {}
            _ => {
                self.tree.simulator.other_token();
                self.update_interest();
            }
        }
        Event::Found(found)
    }

    /// Adapts the fast path and the name filter to what the simulator has to see now.
    #[inline(always)]
    pub(crate) fn update_interest(&mut self) {
        let interest = self.tree.simulator.interest();
        let is_too_deep = self.is_too_deep();
        if interest != self.tree.interest || is_too_deep {
            self.tree.is_too_deep = is_too_deep;
            self.set_interest(interest);
        }
    }

    /// Whether more elements are open than a limit allows that fails.
    #[inline(always)]
    fn is_too_deep(&self) -> bool {
        self.options.limits.of(LimitKind::OpenElements).action == LimitAction::Fail
            && self.tree.simulator.is_beyond_depth()
    }

    #[inline(never)]
    fn set_interest(&mut self, interest: Interest) {
        self.tree.interest = interest;
        self.fast_path = FastPathLimits::new(&self.options.limits, interest);
        if self.tree.is_too_deep {
            // What comes next is the error.
            self.fast_path.state = None;
        }
        self.watch_meta(self.tree.watches_meta);
    }

    /// Chooses whether the fast path leaves every `meta` that may declare an encoding to the states.
    #[inline]
    pub(crate) fn watch_meta(&mut self, on: bool) {
        self.tree.watches_meta = on;
        let names = NameFilter::of(self.options.feedback, self.tree.interest.start_tags);
        self.tree.name_filter = if on { names.with_meta() } else { names };
    }
}
