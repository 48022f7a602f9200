//! Collapsed white space and line breaks, as the text comes.

use crate::words::Runs;

/// Writes text as `innerText` has it: white space collapsed, line breaks as many as the larger of two neighbours asks for.
#[derive(Clone, Debug, Default)]
pub(super) struct Flow {
    /// Whether anything was written: the text does not begin with required line breaks.
    has_begun: bool,
    /// Line breaks that are written ahead of what comes next.
    breaks: u8,
    /// White space that is written ahead of the next word of the line.
    space: bool,
    /// Whether a line has a word.
    in_line: bool,
    /// Whether runs of separators of cells and rows become one.
    collapses_tables: bool,
    /// The tab of such a run, which waits for the next word.
    tab: bool,
    /// The marker of a list item, which is written ahead of its first word.
    marker: Option<String>,
}

impl Flow {
    /// Sets whether runs of separators of cells and rows become one.
    pub(super) fn collapse_tables(&mut self, on: bool) {
        self.collapses_tables = on;
    }

    /// Sets the marker of a list item that opens.
    pub(super) fn set_marker(&mut self, marker: String) {
        self.marker = Some(marker);
    }

    /// Writes the marker of an item that has no text so far.
    pub(super) fn end_marker(&mut self, out: &mut String) {
        if self.marker.is_some() {
            self.write_breaks(out);
        }
    }

    /// Asks for line breaks before and after a block.
    pub(super) fn require_breaks(&mut self, count: u8) {
        if count > 0 {
            self.breaks = self.breaks.max(count);
            self.space = false;
        }
    }

    /// Separates rows by a line break, or cells by a tab.
    pub(super) fn separate_cells(&mut self, separator: char, out: &mut String) {
        if !self.collapses_tables {
            self.separator(separator, out);
        } else if separator == '\t' {
            (self.tab, self.space) = (true, false);
        } else {
            self.require_breaks(1);
        }
    }

    /// Writes a line break or a tab.
    pub(super) fn separator(&mut self, separator: char, out: &mut String) {
        (self.space, self.tab) = (false, false);
        self.write_breaks(out);
        out.push(separator);
        self.in_line = false;
    }

    /// Writes text, its white space collapsed.
    pub(super) fn collapsed(&mut self, text: &str, out: &mut String) {
        for words in Runs(text) {
            self.space |= words.is_empty();
            self.words(words, out);
        }
    }

    /// Writes text as it is.
    pub(super) fn preserved(&mut self, text: &str, out: &mut String) {
        self.words(text, out);
        if text.ends_with('\n') {
            self.in_line = false;
        }
    }

    fn words(&mut self, words: &str, out: &mut String) {
        if words.is_empty() {
            return;
        }
        let is_spaced = std::mem::take(&mut self.space) && self.in_line && self.breaks == 0 && !self.tab;
        self.write_breaks(out);
        if is_spaced {
            out.push(' ');
        }
        out.push_str(words);
        self.in_line = true;
    }

    fn write_breaks(&mut self, out: &mut String) {
        let breaks = std::mem::take(&mut self.breaks);
        if self.has_begun {
            (0..breaks).for_each(|_| out.push('\n'));
        }
        self.has_begun = true;
        if std::mem::take(&mut self.tab) && breaks == 0 && self.in_line {
            out.push('\t');
        }
        if let Some(marker) = self.marker.take() {
            out.push_str(&marker);
        }
    }
}
