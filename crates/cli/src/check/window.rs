//! The text around diagnostics: as much of the input as is needed to show them, and no more.

use std::collections::BTreeMap;

use tagspan::Span;

/// How many characters of a line are shown on either side of a place, and how many of the place itself.
pub(super) const AROUND: usize = 60;

/// How many bytes that many characters have at most, and one more to know whether the line goes on.
pub(super) const MAX_BEFORE: usize = 4 * (AROUND + 1);

/// How many bytes from the start of a place on are enough to show it and what follows it.
pub(super) const MAX_AFTER: usize = 2 * MAX_BEFORE;

/// The same for one place.
pub(super) fn needed_after(span: Span) -> usize {
    let length = usize::try_from(span.end - span.start).unwrap_or(usize::MAX);
    length.min(MAX_BEFORE) + MAX_BEFORE
}

/// The end of the text so far, and the surroundings of some places that are further back. The text is in UTF-8, without a byte
/// order mark, and offsets are those of tokens.
#[derive(Debug, Default)]
pub(super) struct Window {
    recent: Segment,
    /// By the start of the place.
    kept: BTreeMap<u64, Segment>,
    /// Where the input's text begins: behind a byte order mark.
    first: u64,
}

/// A part of the text.
#[derive(Debug, Default)]
pub(super) struct Segment {
    start: u64,
    pub(super) text: Vec<u8>,
}

/// How much memory is kept for more text.
const KEPT: usize = 256 << 10;

impl Window {
    /// Forgets all, for an input whose text begins there.
    pub(super) fn begin(&mut self, first: u64) {
        self.skip_to(first);
        self.kept.clear();
        self.first = first;
    }

    /// Appends the bytes of a token.
    pub(super) fn push(&mut self, raw: &[u8]) {
        self.recent.text.extend_from_slice(raw);
    }

    /// Forgets the text up to there, where the next token begins: what stands between is not known.
    pub(super) fn skip_to(&mut self, offset: u64) {
        self.recent.start = offset;
        self.recent.text.clear();
    }

    /// The text around a place, and where in it the place begins. `None` if it is not there, or no more.
    pub(super) fn around(&self, span: Span) -> Option<(&Segment, usize)> {
        let segments = self.kept.get(&span.start).into_iter().chain([&self.recent]);
        segments.filter_map(|segment| Some((segment, segment.index(span.start)?))).next()
    }

    /// Whether text that is yet to come would be shown with the place.
    pub(super) fn awaits_more(&self, span: Span) -> bool {
        if span.start > self.recent.end() {
            return true;
        }
        let Some((segment, at)) = self.around(span) else { return false };
        let rest = &segment.text[at..];
        let needed = needed_after(span);
        rest.len() < needed && !rest.iter().any(ends_line)
    }

    /// Whether a line begins where a segment does.
    pub(super) fn is_first(&self, segment: &Segment) -> bool {
        segment.start == self.first
    }

    /// Forgets the text that no place is near to, of those that wait to be shown and those that may be shown later.
    pub(super) fn trim(&mut self, waiting: impl Iterator<Item = Span>, later: impl Iterator<Item = Span>) {
        let mut from = self.recent.end();
        let mut wanted = Vec::new();
        for span in waiting {
            if span.start >= self.recent.start {
                from = from.min(span.start);
            }
            wanted.push(span.start);
        }
        for span in later {
            wanted.push(span.start);
            let Some(at) = self.recent.index(span.start) else { continue };
            let end = at + needed_after(span);
            if end > self.recent.text.len() {
                from = from.min(span.start);
            } else if !self.kept.contains_key(&span.start) {
                let segment = self.recent.part(at.saturating_sub(MAX_BEFORE), end);
                self.kept.insert(span.start, segment);
            }
        }
        wanted.sort_unstable();
        self.kept.retain(|start, _| wanted.binary_search(start).is_ok());
        let cut = (from - self.recent.start) as usize;
        let cut = cut.saturating_sub(MAX_BEFORE);
        self.recent.text.drain(..cut);
        self.recent.text.shrink_to(KEPT);
        self.recent.start += cut as u64;
    }

    /// How many bytes are held.
    #[cfg(test)]
    fn held(&self) -> usize {
        self.recent.text.capacity() + self.kept.values().map(|segment| segment.text.capacity()).sum::<usize>()
    }
}

impl Segment {
    fn end(&self) -> u64 {
        self.start + self.text.len() as u64
    }

    pub(super) fn start(&self) -> u64 {
        self.start
    }

    /// Where an offset lies in the text, which may be its end.
    fn index(&self, offset: u64) -> Option<usize> {
        let index = usize::try_from(offset.checked_sub(self.start)?).ok()?;
        (index <= self.text.len()).then_some(index)
    }

    fn part(&self, from: usize, to: usize) -> Segment {
        Segment { start: self.start + from as u64, text: self.text[from..to].to_vec() }
    }
}

pub(super) fn ends_line(byte: &u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn span(start: u64, end: u64) -> Span {
        Span { start, end }
    }

    #[test]
    fn it_holds_no_more_than_what_is_shown() {
        let mut window = Window::default();
        window.begin(0);
        let part = [b'x'; 1 << 16];
        let opened = span(100, 104);
        for _ in 0..1_000 {
            window.push(&part);
            window.trim([].into_iter(), [opened].into_iter());
            assert!(window.held() <= KEPT + 2_000, "{}", window.held());
        }
        // The place that is open is there, the text between is not.
        let (segment, at) = window.around(opened).expect("it is kept");
        assert_eq!((at, segment.text.len()), (100, 100 + needed_after(opened)));
        assert!(window.around(span(70_000, 70_001)).is_none());
        // One that waits keeps what follows it.
        let waiting = span(1_000 << 16, (1_000 << 16) + 1);
        assert!(window.awaits_more(waiting));
        window.push(&part);
        assert!(!window.awaits_more(waiting));
        window.trim([waiting].into_iter(), [].into_iter());
        assert_eq!(window.around(waiting).expect("it waits").1, MAX_BEFORE);
        assert!(window.around(opened).is_none());
    }

    #[test]
    fn a_line_that_has_ended_needs_no_more() {
        let mut window = Window::default();
        window.begin(3);
        window.push(b"<p>ab");
        assert!(window.awaits_more(span(6, 7)));
        window.push(b"\n");
        assert!(!window.awaits_more(span(6, 7)));
        // What is not known is not waited for.
        window.skip_to(1_000);
        assert!(!window.awaits_more(span(6, 7)));
        assert!(window.around(span(6, 7)).is_none());
        assert!(window.awaits_more(span(2_000, 2_001)));
    }
}
