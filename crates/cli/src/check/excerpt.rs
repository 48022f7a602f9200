//! The part of a line that is shown.

use std::ops::Range;

use tagspan::Span;

use super::window::{AROUND, MAX_BEFORE, Window, ends_line, needed_after};
use crate::escape::{is_boundary, push_visible};

/// A part of a line, escaped.
#[derive(Debug)]
pub(super) struct Excerpt {
    pub(super) line: String,
    /// The offsets of characters in the text, and in the line. The last is where both end.
    bounds: Vec<(u64, usize)>,
}

impl Excerpt {
    /// The line on which a place begins, cut where it is far from the place. `None` if its text is not known.
    pub(super) fn of(window: &Window, span: Span) -> Option<Excerpt> {
        let (segment, at) = window.around(span)?;
        let text = &segment.text;
        let nearby = at.saturating_sub(MAX_BEFORE);
        let start = text[nearby..at].iter().rposition(ends_line).map(|end| nearby + end + 1);
        let is_start_known = start.is_some() || (nearby == 0 && window.is_first(segment));
        let start = start.unwrap_or(nearby);
        let nearby = text.len().min(at + needed_after(span));
        let end = text[at..nearby].iter().position(ends_line).map_or(nearby, |length| at + length);
        let boundaries = |range: Range<usize>| range.filter(|&at| is_boundary(text, at));
        let before = boundaries(start..at).rev().take(AROUND).last().unwrap_or(at);
        let length = usize::try_from(span.end - span.start).unwrap_or(usize::MAX);
        let marked = end.min(at.saturating_add(length));
        let marked = boundaries(at..marked + 1).take(AROUND + 1).last().unwrap_or(at);
        let after = boundaries(marked..end + 1).take(AROUND + 1).last().unwrap_or(marked);
        let (mut line, mut bounds) = (String::new(), Vec::new());
        if before > start || !is_start_known {
            line.push('…');
        }
        let mut shown = before;
        for next in boundaries(before + 1..after).chain([after]) {
            bounds.push((segment.start() + shown as u64, line.len()));
            push_visible(&mut line, &text[shown..next]);
            shown = next;
        }
        bounds.push((segment.start() + after as u64, line.len()));
        if after < end {
            line.push('…');
        }
        Some(Excerpt { line, bounds })
    }

    /// Where a place is in the line; the part of it that is shown. `None` if its start is not shown.
    pub(super) fn range(&self, span: Span) -> Option<Range<usize>> {
        let start = self.bounds.binary_search_by_key(&span.start, |&(offset, _)| offset).ok()?;
        let end = self.bounds.partition_point(|&(offset, _)| offset < span.end).max(start);
        let end = end.min(self.bounds.len() - 1);
        Some(self.bounds[start].1..self.bounds[end].1)
    }

    /// As [`range`](Self::range), for a place of which all is shown.
    pub(super) fn whole_range(&self, span: Span) -> Option<Range<usize>> {
        self.bounds.binary_search_by_key(&span.end, |&(offset, _)| offset).ok()?;
        self.range(span)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_found_in_lines_that_are_escaped_and_cut() {
        let long = "é".repeat(100);
        let mut window = Window::default();
        window.begin(0);
        let text = format!("one\n{long}\t<b>\t{long}\ntwo");
        window.push(text.as_bytes());
        let at = text.find("<b>").unwrap() as u64;
        let excerpt = Excerpt::of(&window, Span { start: at, end: at + 3 }).unwrap();
        assert_eq!(excerpt.line, format!("…{}\\t<b>\\t{}…", "é".repeat(59), "é".repeat(59)));
        let shown = |start, end| excerpt.range(Span { start, end }).map(|range| &excerpt.line[range]);
        assert_eq!(shown(at, at + 3), Some("<b>"));
        assert_eq!(shown(at - 1, at + 1), Some("\\t<"));
        assert_eq!(shown(at + 3, at + 3), Some(""));
        assert_eq!(shown(at, at + 1_000).map(str::len), Some(3 + 2 + 59 * 2));
        assert_eq!(shown(4, 6), None);
        assert!(excerpt.whole_range(Span { start: at, end: at + 1_000 }).is_none());
        // At the ends of lines and of the text.
        let first = Excerpt::of(&window, Span { start: 3, end: 3 }).unwrap();
        assert_eq!((first.line.as_str(), first.range(Span { start: 3, end: 3 })), ("one", Some(3..3)));
        let end = text.len() as u64;
        let last = Excerpt::of(&window, Span { start: end, end }).unwrap();
        assert_eq!((last.line.as_str(), last.range(Span { start: end, end })), ("two", Some(3..3)));
        // A place over several lines is marked on its first.
        let over = Span { start: 1, end: 6 };
        let excerpt = Excerpt::of(&window, over).unwrap();
        assert_eq!((excerpt.line.as_str(), excerpt.range(over)), ("one", Some(1..3)));
    }
}
