//! Matches elements as they open, and keeps what those in them need.

use std::cell::OnceCell;
use std::sync::Arc;

use tagspan::{Namespace, Span, Text};
use tagspan_elements::{Ambiguity, Builder, Closing, NameKey, NewElement, Observer, Open, TextPart};

use crate::ast::{Combinator, is_space};
use crate::program::Program;
use crate::subject::{Subject, has_bit, set_bit};

const TEMPLATE: NameKey = NameKey::new(b"template");

/// How many types of children are counted in an element.
const MOST_TYPES: usize = 256;

/// The matcher's data for an open element.
#[derive(Debug, Default)]
pub(crate) struct Frame {
    /// Where its bits are, if there are any.
    slot: u32,
    /// How many children it has so far.
    children: u32,
    /// The children by type, as far as they are counted.
    types: Vec<Counted>,
    /// Its own match, and the innermost one that it is in, which is its own if it has one. 0 if none.
    own: u32,
    innermost: u32,
    ambiguity: Option<Ambiguity>,
}

/// How many children of a type there are.
#[derive(Debug)]
struct Counted {
    key: NameKey,
    namespace: Namespace,
    long: Box<[u8]>,
    count: u32,
}

/// A matched element that is open.
#[derive(Debug, Default)]
pub(crate) struct Match {
    pub(crate) element: u64,
    pub(crate) selectors: Vec<u32>,
    /// The match around it. 0 if none.
    outer: u32,
    /// Where it starts in the source, and where its content does.
    pub(crate) start: Option<u64>,
    pub(crate) content: Option<u64>,
    pub(crate) start_tag: Option<Span>,
    /// The end tag of `body` or `html`, if only white space followed it.
    pub(crate) end_tag: Option<Span>,
    pub(crate) ambiguity: Option<Ambiguity>,
}

/// An event at a token.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Happened {
    /// An element matched, by its place among the matches.
    Entered {
        place: u32,
        is_of_tag: bool,
    },
    Left {
        place: u32,
        has_end_tag: bool,
    },
    /// The end tag of `body` or `html`, which is not closed by it.
    Ended {
        place: u32,
    },
    /// Text in elements, the innermost of which has this place.
    Text {
        place: u32,
        part: TextPart,
    },
}

#[derive(Debug)]
pub(crate) struct Matcher {
    program: Arc<Program>,
    pub(crate) is_quirky: bool,
    /// The bits of the open elements: of each the positions that it matches, that it or an ancestor matches, that its last child
    /// matches, and that any child matches; the last two if siblings relate.
    bits: Vec<u64>,
    free_slots: Vec<u32>,
    /// The bits, selectors and positions of the element that is matched.
    now: Vec<u64>,
    found: Vec<u32>,
    candidates: Vec<u16>,
    /// Matches by place. Place 0 is none.
    pub(crate) matches: Vec<Match>,
    free_matches: Vec<u32>,
    pub(crate) happened: Vec<Happened>,
    /// Whether an end tag of `body` or `html` is kept.
    has_ended: bool,
    /// Matched elements so far.
    pub(crate) elements: u64,
    pub(crate) ambiguities: [u64; 7],
    /// Names of elements that were implied, of those that happened.
    pub(crate) names: Vec<(u32, Box<str>)>,
}

impl Matcher {
    pub(crate) fn new(program: Arc<Program>) -> Self {
        Matcher {
            now: vec![0; program.words],
            program,
            is_quirky: true,
            bits: Vec::new(),
            free_slots: Vec::new(),
            found: Vec::new(),
            candidates: Vec::new(),
            matches: vec![Match::default()],
            free_matches: Vec::new(),
            happened: Vec::new(),
            has_ended: false,
            elements: 0,
            ambiguities: [0; 7],
            names: Vec::new(),
        }
    }

    /// The matches that one is in, and itself, the innermost first.
    pub(crate) fn around(&self, place: u32) -> impl Iterator<Item = &Match> {
        let get = |place: u32| self.matches.get(place as usize).filter(|_| place != 0);
        // Matches around others are earlier.
        std::iter::successors(get(place), move |found| {
            get(found.outer).filter(|outer| outer.element < found.element)
        })
    }

    /// Forgets a match that was reported.
    pub(crate) fn forget(&mut self, place: u32) {
        self.matches[place as usize].selectors.clear();
        self.free_matches.push(place);
    }

    fn stride(&self) -> usize {
        self.program.words * if self.program.has_siblings { 4 } else { 2 }
    }

    /// Matches an element, and counts it as a child. Fills in `now` and `found`.
    #[inline]
    fn evaluate(&mut self, element: &NewElement<'_>, parent: Option<&mut Frame>) {
        if self.has_ended {
            self.reopen();
        }
        let stride = self.stride();
        let Matcher { program, bits, now, found, candidates, .. } = self;
        let program: &Program = program;
        found.clear();
        now.iter_mut().for_each(|word| *word = 0);
        let slot = parent.as_ref().map(|parent| parent.slot as usize * stride);
        let (mut number, mut number_of_type) = (1, 1);
        if let Some(parent) = parent {
            parent.children = parent.children.saturating_add(1);
            number = parent.children;
            if program.types.all || program.types.keys.contains(&element.key) {
                number_of_type = parent.count_type(element);
            }
        }
        let subject = Subject {
            element,
            id: OnceCell::new(),
            class: OnceCell::new(),
            is_quirky: self.is_quirky,
            is_root: slot.is_none(),
            number,
            number_of_type,
        };
        let around = slot.map(|slot| &bits[slot..slot + stride]);
        if program.is_ordered {
            candidates.clear();
            find_candidates(program, &subject, |positions| candidates.extend_from_slice(positions));
            candidates.sort_unstable();
            consider(program, &subject, around, candidates, now, found);
        } else {
            find_candidates(program, &subject, |positions| {
                consider(program, &subject, around, positions, now, found)
            });
        }
        if found.len() > 1 {
            found.sort_unstable();
        }
        if program.has_siblings
            && let Some(slot) = slot
        {
            self.note_sibling(slot, element.ambiguity.is_some());
        }
    }

    /// Keeps the bits of a child for its later siblings. An element that was moved before a table is not the sibling before what
    /// follows the table.
    fn note_sibling(&mut self, slot: usize, is_moved: bool) {
        let words = self.program.words;
        let (last, all) = self.bits[slot + 2 * words..][..2 * words].split_at_mut(words);
        for ((last, all), now) in last.iter_mut().zip(all).zip(&self.now) {
            if !is_moved {
                *last = *now;
            }
            *all |= *now;
        }
    }

    /// Keeps the bits of the element for those in it.
    fn push_bits(&mut self, parent: Option<u32>) -> u32 {
        let (words, stride) = (self.program.words, self.stride());
        if words == 0 {
            return 0;
        }
        let slot = self.free_slots.pop().unwrap_or((self.bits.len() / stride) as u32);
        let start = slot as usize * stride;
        if start == self.bits.len() {
            self.bits.resize(start + stride, 0);
        }
        if stride == 2 {
            let inherited = parent.and_then(|parent| self.bits.get(parent as usize * 2 + 1)).copied();
            let now = self.now[0];
            self.bits[start..start + 2].copy_from_slice(&[now, now | inherited.unwrap_or_default()]);
            return slot;
        }
        for word in 0..words {
            let inherited = parent.map_or(0, |parent| self.bits[parent as usize * stride + words + word]);
            self.bits[start + word] = self.now[word];
            self.bits[start + words + word] = self.now[word] | inherited;
        }
        if self.program.has_siblings {
            self.bits[start + 2 * words..start + stride].fill(0);
        }
        slot
    }

    /// Keeps a match, and returns its place; 0 if nothing matched.
    fn note_match(&mut self, element: &NewElement<'_>, outer: u32, ambiguity: Option<Ambiguity>) -> u32 {
        if self.found.is_empty() || element.is_clone {
            return 0;
        }
        let place = self.free_matches.pop().unwrap_or_else(|| {
            self.matches.push(Match::default());
            self.matches.len() as u32 - 1
        });
        let kept = &mut self.matches[place as usize];
        kept.element = self.elements;
        kept.selectors.extend_from_slice(&self.found);
        (kept.outer, kept.ambiguity, kept.end_tag) = (outer, ambiguity, None);
        self.elements += 1;
        if element.tag.is_none() {
            self.names.push((place, String::from_utf8_lossy(element.name).into()));
        }
        self.happened.push(Happened::Entered { place, is_of_tag: element.tag.is_some() });
        place
    }

    /// Why it is not known whether an element matches.
    fn ambiguity(&mut self, element: &NewElement<'_>, inherited: Option<Ambiguity>) -> Option<Ambiguity> {
        let counts = self.program.counts_siblings();
        let of_tag = element.tag.and_then(|tag| {
            if tag.is_truncated() {
                Some(Ambiguity::Truncated)
            } else {
                tag.is_ambiguous().then_some(Ambiguity::TextMode)
            }
        });
        let inherited = inherited.filter(|why| *why != Ambiguity::FosterParented || counts);
        element.ambiguity.or(of_tag).or(inherited)
    }
}

/// Finds the positions that may match.
#[inline]
fn find_candidates(program: &Program, subject: &Subject<'_>, mut each: impl FnMut(&[u16])) {
    let mut add = |positions: &[u16]| {
        if !positions.is_empty() {
            each(positions);
        }
    };
    add(&program.any);
    add(program.by_name.get(subject.element.key));
    if !program.by_id.is_empty()
        && let Some(id) = subject.id()
    {
        add(program.by_id.get(NameKey::new(id.as_bytes())));
    }
    if !program.by_class.is_empty()
        && let Some(class) = subject.class()
    {
        for word in class.split(is_space).filter(|word| !word.is_empty()) {
            add(program.by_class.get(NameKey::new(word.as_bytes())));
        }
    }
    if !program.by_attribute.is_empty()
        && let Some(tag) = subject.element.tag
    {
        for attribute in tag.attributes_as_written() {
            let raw = attribute.raw_name();
            if raw.is_ascii() && !raw.contains(&0) {
                add(program.by_attribute.get(NameKey::new(raw)));
            } else {
                add(program.by_attribute.get(NameKey::new(attribute.name().as_bytes())));
            }
        }
    }
}

/// Matches positions, with the bits of the parent around.
fn consider(
    program: &Program,
    subject: &Subject<'_>,
    around: Option<&[u64]>,
    positions: &[u16],
    now: &mut [u64],
    found: &mut Vec<u32>,
) {
    for &position in positions {
        let position = &program.positions[usize::from(position)];
        if let Some((combinator, bit)) = position.left {
            let group = match combinator {
                Combinator::Child => 0,
                Combinator::Descendant => 1,
                Combinator::NextSibling => 2,
                Combinator::LaterSibling => 3,
            };
            if !around.is_some_and(|bits| has_bit(&bits[group * program.words..], bit)) {
                continue;
            }
        }
        if !subject.has_all(&position.tests, now) {
            continue;
        }
        if let Some(bit) = position.bit {
            set_bit(now, bit);
        }
        if let Some(selector) = position.selector
            && !found.contains(&selector)
        {
            found.push(selector);
        }
    }
}

impl Frame {
    /// Counts a child of its type. Returns its number.
    fn count_type(&mut self, element: &NewElement<'_>) -> u32 {
        // The name is kept if its key may be that of another.
        let long: &[u8] = if element.name.len() > 8 { element.name } else { b"" };
        let is_it = |counted: &&mut Counted| {
            counted.key == element.key
                && counted.namespace == element.namespace
                && counted.long.eq_ignore_ascii_case(long)
        };
        if let Some(counted) = self.types.iter_mut().find(is_it) {
            counted.count = counted.count.saturating_add(1);
            return counted.count;
        }
        if self.types.len() < MOST_TYPES {
            self.types.push(Counted {
                key: element.key,
                namespace: element.namespace,
                long: long.into(),
                count: 1,
            });
        } else {
            self.ambiguity.get_or_insert(Ambiguity::Truncated);
        }
        1
    }
}

impl Observer for Matcher {
    type Data = Frame;

    #[inline]
    fn closed(&mut self, open: Open<Frame>, closing: Closing, _: &[Open<Frame>]) {
        self.leave(&open.data, closing == Closing::EndTag);
        if self.program.words != 0 {
            self.free_slots.push(open.data.slot);
        }
    }
}

impl Matcher {
    /// More follows in the body, after its end tag.
    #[cold]
    fn reopen(&mut self) {
        self.has_ended = false;
        self.matches.iter_mut().for_each(|kept| kept.end_tag = None);
    }

    #[inline]
    fn leave(&mut self, frame: &Frame, has_end_tag: bool) {
        if frame.own != 0 {
            let place = frame.own;
            let kept = &mut self.matches[place as usize];
            kept.ambiguity = kept.ambiguity.or(frame.ambiguity);
            self.happened.push(Happened::Left { place, has_end_tag });
        }
    }
}

impl Builder for Matcher {
    fn open(&mut self, element: &NewElement<'_>, mut parent: Option<&mut Frame>) -> Frame {
        self.evaluate(element, parent.as_deref_mut());
        let inherited = parent.as_ref().and_then(|parent| parent.ambiguity);
        let ambiguity = self.ambiguity(element, inherited);
        let outer = parent.as_ref().map_or(0, |parent| parent.innermost);
        let own = self.note_match(element, outer, ambiguity);
        if element.key == TEMPLATE && element.namespace == Namespace::Html {
            // Its content is a tree of its own.
            self.now.fill(0);
            return Frame { slot: self.push_bits(None), own, ambiguity, ..Frame::default() };
        }
        let slot = self.push_bits(parent.map(|parent| parent.slot));
        let innermost = if own == 0 { outer } else { own };
        Frame { slot, own, innermost, ambiguity, ..Frame::default() }
    }

    fn insert_empty(&mut self, element: &NewElement<'_>, mut parent: Option<&mut Frame>) {
        self.evaluate(element, parent.as_deref_mut());
        if self.found.is_empty() {
            return;
        }
        let inherited = parent.as_ref().and_then(|parent| parent.ambiguity);
        let ambiguity = self.ambiguity(element, inherited);
        let place = self.note_match(element, parent.map_or(0, |parent| parent.innermost), ambiguity);
        if place != 0 {
            self.happened.push(Happened::Left { place, has_end_tag: false });
        }
    }

    #[inline]
    fn text(&mut self, text: Text<'_>, part: TextPart, parent: &mut Frame) {
        // NUL adds nothing to the body, whether it comes alone or with white space.
        if self.has_ended && !text.value().chars().all(|character| is_space(character) || character == '\0') {
            self.reopen();
        }
        if parent.innermost != 0 {
            self.happened.push(Happened::Text { place: parent.innermost, part });
        }
    }

    fn head_ended(&mut self, head: &mut Frame, by_end_tag: bool) {
        self.leave(head, by_end_tag);
        // What is put into it later is not text of a match that was left.
        if head.own != 0 {
            head.innermost = self.matches[head.own as usize].outer;
            head.own = 0;
        }
    }

    fn page_ended(&mut self, frame: &mut Frame) {
        if frame.own != 0 {
            self.has_ended = true;
            self.happened.push(Happened::Ended { place: frame.own });
        }
    }

    fn moved(&mut self, frame: &mut Frame, parent: Option<&mut Frame>) {
        frame.ambiguity = Some(Ambiguity::Misnested);
        let Some(parent) = parent else { return };
        if frame.own == 0 {
            frame.innermost = parent.innermost;
        } else {
            self.matches[frame.own as usize].outer = parent.innermost;
        }
        let (words, stride) = (self.program.words, self.stride());
        for word in 0..words {
            let start = frame.slot as usize * stride + word;
            self.bits[start + words] =
                self.bits[start] | self.bits[parent.slot as usize * stride + words + word];
        }
    }

    #[cold]
    fn ambiguous(&mut self, ambiguity: Ambiguity) {
        self.ambiguities[ambiguity as usize] += 1;
    }
}
