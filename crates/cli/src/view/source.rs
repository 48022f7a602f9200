//! The source of an input as blocks of lines: its tokens with their parts, the numbers of lines, and what is marked.

use std::iter::Peekable;
use std::ops::Range;
use std::slice::Iter;

use super::errors::{Errors, Highlight, Mark};
use super::markup::{one_line, push_text};
use super::parts::Part;
use super::picture::Picture;
use crate::escape::{excerpt, is_boundary, write_to};

/// How many lines, or tokens, a block has at least where it ends with a line. A browser lays out the blocks that are seen.
const LINES: usize = 50;
const TOKENS: usize = 200;

/// How many tokens, or bytes, a block has at most. A line that is longer goes on in the next block.
const MAX_TOKENS: usize = 2 * TOKENS;
const MAX_BYTES: usize = 8 << 10;

/// The elements of the source.
pub(super) fn source(picture: &Picture, errors: &Errors<'_>) -> String {
    if picture.shown.is_empty() {
        return String::new();
    }
    let lines = line_starts(&picture.text);
    let mut marks = errors.marks.clone();
    marks.extend(chunk_marks(picture));
    marks.sort_by_key(|mark| mark.at);
    let mut writer = Writer {
        html: String::with_capacity(8 * picture.text.len()),
        text: &picture.text,
        at: 0,
        line: 1,
        lines: lines.iter().peekable(),
        marks: marks.iter().peekable(),
        highlights: errors.highlights.iter().peekable(),
        highlighted: Vec::new(),
        open: Vec::new(),
        block: Block::default(),
    };
    // A line feed at the start of a pre element is none of it.
    writer.html.push_str("<pre>\n");
    for number in 0..picture.shown.len() {
        writer.token(picture, number);
    }
    // What is marked at the end of the input, if that is shown.
    if picture.is_whole() {
        writer.marks();
    }
    writer.html.push_str("</pre>\n");
    writer.html
}

/// Where lines begin. LF, CR and CRLF each end one.
fn line_starts(text: &[u8]) -> Vec<usize> {
    let ends_line = |&at: &usize| match text[at] {
        b'\n' => true,
        b'\r' => text.get(at + 1) != Some(&b'\n'),
        _ => false,
    };
    std::iter::once(0).chain((0..text.len()).filter(ends_line).map(|end| end + 1)).collect()
}

fn chunk_marks(picture: &Picture) -> Vec<Mark> {
    let mut marks = Vec::new();
    for (token, piece) in picture.shown.iter().zip(&picture.pieces) {
        let raw = &picture.text[token.range.clone()];
        // Where the input is not UTF-8, the end of a chunk is not known within a token.
        let is_known = piece.span.end - piece.span.start == raw.len() as u64;
        marks.extend(picture.chunk_ends(piece.span).map(|end| Mark {
            at: token.range.start
                + boundary(raw, if is_known { (end - piece.span.start) as usize } else { 0 }),
            html: format!("<u title=\"a chunk ends at byte {end}\"></u>"),
        }));
    }
    marks
}

/// The start of the character that this byte is of.
fn boundary(raw: &[u8], at: usize) -> usize {
    (0..=at.min(raw.len())).rev().find(|&at| is_boundary(raw, at)).unwrap_or(0)
}

/// How much a block has.
#[derive(Debug, Default)]
struct Block {
    start: usize,
    lines: usize,
    tokens: usize,
}

/// An element that is not closed: where it ends in the text, its name, and its attributes as a part of what is written.
#[derive(Debug)]
struct Open {
    end: usize,
    name: char,
    attributes: Range<usize>,
}

struct Writer<'a> {
    html: String,
    text: &'a [u8],
    /// The next byte, the next number of a line, and the next one of each kind.
    at: usize,
    line: usize,
    lines: Peekable<Iter<'a, usize>>,
    marks: Peekable<Iter<'a, Mark>>,
    highlights: Peekable<Iter<'a, Highlight<'a>>>,
    /// The highlights that have begun. Those below the last one may have ended.
    highlighted: Vec<&'a Highlight<'a>>,
    /// Outer elements come first.
    open: Vec<Open>,
    block: Block,
}

impl<'a> Writer<'a> {
    fn token(&mut self, picture: &'a Picture, number: usize) {
        let (token, piece) = (&picture.shown[number], &picture.pieces[number]);
        self.end_full_block();
        self.block.tokens += 1;
        let straddles = if picture.straddles(piece) { " straddles" } else { "" };
        write_to(&mut self.html, format_args!("<a id=s{number}"));
        let class = piece.kind.class();
        self.open('a', token.range.end, format_args!(" href=#t{number} class=\"{class}{straddles}\""));
        let offset = token.range.start;
        let mut parts = token.parts.iter().filter(|part| !part.range.is_empty()).peekable();
        for bound in self.bounds(&token.range, &token.parts) {
            self.text(bound);
            while self.open.len() > 1 && self.open.last().is_some_and(|open| open.end <= bound) {
                self.close();
            }
            // What stands between two tokens belongs to the second.
            if bound == token.range.end && bound > offset {
                break;
            }
            self.end_full_block();
            self.marks();
            while let Some(part) = parts.next_if(|part| offset + part.range.start <= bound) {
                self.part(part, offset + part.range.end);
            }
        }
        self.close();
    }

    /// Every place in a token where something begins or ends, in order.
    fn bounds(&self, token: &Range<usize>, parts: &[Part]) -> Vec<usize> {
        let within = |&at: &usize| at < token.end;
        let parts = parts.iter().flat_map(|part| [part.range.start, part.range.end]);
        let mut bounds = vec![token.start, token.end];
        bounds.extend(parts.map(|at| token.start + at));
        bounds.extend(self.lines.clone().copied().take_while(within));
        bounds.extend(self.marks.clone().map(|mark| mark.at).take_while(within));
        let begun = self.highlighted.iter().copied();
        let beginning = self.highlights.clone().take_while(|one| one.range.start < token.end);
        bounds.extend(begun.chain(beginning).flat_map(|one| [one.range.start, one.range.end]));
        bounds.retain(|at| (token.start..=token.end).contains(at));
        bounds.sort_unstable();
        bounds.dedup();
        bounds
    }

    fn part(&mut self, part: &Part, end: usize) {
        self.html.push_str("<i");
        let class = part.class;
        if part.title.is_empty() {
            self.open('i', end, format_args!(" class={class}"));
        } else {
            self.open('i', end, format_args!(" class={class} title=\"{}\"", one_line(&part.title)));
        }
    }

    /// Writes the attributes of an element that has begun.
    fn open(&mut self, name: char, end: usize, attributes: std::fmt::Arguments<'_>) {
        let start = self.html.len();
        write_to(&mut self.html, attributes);
        self.open.push(Open { end, name, attributes: start..self.html.len() });
        self.html.push('>');
    }

    fn close(&mut self) {
        if let Some(open) = self.open.pop() {
            write_to(&mut self.html, format_args!("</{}>", open.name));
        }
    }

    /// Writes the text up to a bound, which nothing divides but the end of a block.
    fn text(&mut self, bound: usize) {
        while let Some(one) = self.highlights.next_if(|one| one.range.start <= self.at) {
            self.highlighted.push(one);
        }
        while self.highlighted.last().is_some_and(|one| one.range.end <= self.at) {
            self.highlighted.pop();
        }
        while self.at < bound {
            let left = (self.block.start + MAX_BYTES).saturating_sub(self.at);
            if left == 0 {
                self.end_block();
                continue;
            }
            let piece = excerpt(&self.text[self.at..bound], left.max(4));
            let next = self.text.get(self.at + piece.len());
            match self.highlighted.last() {
                None => push_text(&mut self.html, piece, next),
                Some(Highlight { class, label, .. }) => {
                    let class = if class.is_empty() { "" } else { " class=also" };
                    write_to(&mut self.html, format_args!("<mark{class} title=\"{}\">", one_line(label)));
                    push_text(&mut self.html, piece, next);
                    self.html.push_str("</mark>");
                }
            }
            self.at += piece.len();
        }
    }

    /// Writes the number of a line that begins here, and what is marked here.
    fn marks(&mut self) {
        while self.lines.next_if(|&&start| start <= self.at).is_some() {
            write_to(&mut self.html, format_args!("<i data-n={}></i>", self.line));
            self.line += 1;
            self.block.lines += 1;
        }
        while let Some(mark) = self.marks.next_if(|mark| mark.at <= self.at) {
            self.html.push_str(&mark.html);
        }
    }

    /// Whether a line begins here.
    fn begins_line(&mut self) -> bool {
        self.lines.peek().is_some_and(|&&start| start <= self.at)
    }

    fn end_full_block(&mut self) {
        let Block { start, lines, tokens } = self.block;
        let is_full = lines >= LINES || tokens >= TOKENS || self.at - start >= MAX_BYTES / 2;
        let is_full = is_full && self.begins_line();
        if is_full || (tokens >= MAX_TOKENS && self.open.is_empty()) {
            self.end_block();
        }
    }

    /// Ends a block and begins the next, in which the elements go on that are open.
    fn end_block(&mut self) {
        if !self.begins_line() {
            self.html.push_str("<s></s>");
        }
        for open in self.open.iter().rev() {
            write_to(&mut self.html, format_args!("</{}>", open.name));
        }
        self.html.push_str("</pre>\n<pre>\n");
        for open in &self.open {
            write_to(&mut self.html, format_args!("<{}", open.name));
            self.html.extend_from_within(open.attributes.clone());
            self.html.push('>');
        }
        self.block = Block { start: self.at, ..Block::default() };
    }
}

#[cfg(test)]
mod tests {
    use tagspan::Tokenizer;

    use super::*;
    use crate::driver::Sink;

    #[test]
    fn parts_are_marked() {
        for (input, expected) in [
            ("<a b>", "<a id=s0 href=#t0 class=\"start\">1&lt;<i class=n>a</i> <i class=a>b</i>></a>"),
            (
                "<a b='&lt;'>",
                "<a id=s0 href=#t0 class=\"start\">1&lt;<i class=n>a</i> <i class=a>b</i>=\
                 '<i class=v><i class=r title=\"&lt; U+003C\">&amp;lt;</i></i>'></a>",
            ),
            (
                "<a b b>",
                "<a id=s0 href=#t0 class=\"start\">1&lt;<i class=n>a</i> <i class=a>b</i> \
                 <i class=d title=\"a duplicate that is ignored\">b</i>></a>",
            ),
            (
                "a&amp;b",
                "<a id=s0 href=#t0 class=\"text\">1a<i class=r title=\"&amp; U+0026\">&amp;amp;</i>b</a>",
            ),
            ("<!--a-->", "<a id=s0 href=#t0 class=\"comment\">1&lt;!--<i class=v>a</i>--></a>"),
            ("<!DOCTYPE html>", "<a id=s0 href=#t0 class=\"other\">1&lt;!DOCTYPE html></a>"),
        ] {
            let mut picture = Picture::new(u64::MAX, None);
            let mut tokenizer = Tokenizer::builder().utf8().source_offsets(true).build();
            picture.chunk(tokenizer.feed_last(input.as_bytes())).unwrap();
            picture.end();
            let html = source(&picture, &Errors::default()).replace("<i data-n=1></i>", "1");
            assert_eq!(html, format!("<pre>\n{expected}</pre>\n"), "{input}");
        }
    }

    #[test]
    fn lines_begin_behind_each_line_end() {
        assert_eq!(line_starts(b""), [0]);
        assert_eq!(line_starts(b"a\nb\rc\r\nd\x0C\n\r"), [0, 2, 4, 7, 10, 11]);
    }
}
