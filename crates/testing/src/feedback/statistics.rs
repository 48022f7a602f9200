//! The result of comparing an input: statistics, and the differences of the two sides.

use std::fmt;

/// The compared property.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum What {
    /// How the text after a start tag is read; of a fragment, how its first text is.
    Mode,
    /// Whether a `<![CDATA[` opened a section.
    Section,
    /// Whether the newline that a text begins with is one that a tree drops.
    Newline,
    /// Whether a `<![CDATA[` would open a section after a token where none is.
    Drift,
    /// Which namespace the element of a start tag is in.
    Namespace,
}

impl What {
    /// Whether the tokenizer could mark it as ambiguous.
    pub(super) fn has_mark(self) -> bool {
        !matches!(self, What::Drift | What::Namespace)
    }
}

/// A place where the tokenizer and the tree builder do not say the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// The subject of the comparison.
    pub what: What,
    /// Where the token begins, in bytes.
    pub offset: usize,
    /// The token as it is written, if it is not long.
    pub token: String,
    /// The result of the tokenizer.
    pub ours: String,
    /// The result of the tree builder.
    pub theirs: String,
    /// The tokenizer said that it cannot be sure.
    pub marked: bool,
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Disagreement { what, offset, token, ours, theirs, marked } = self;
        let what = match what {
            What::Mode => "the text that follows",
            What::Section => "a CDATA section opens",
            What::Newline => "the first newline goes",
            What::Drift => "a CDATA section would open after it",
            What::Namespace => "the namespace",
        };
        let marked = if *marked { ", marked as ambiguous" } else { "" };
        write!(f, "at {offset}, {token:?}: {what}: tokenizer {ours}, tree builder {theirs}{marked}")
    }
}

/// How many disagreements of an input are kept; all are counted.
const KEPT: usize = 16;

/// The statistics of one input or of many.
#[derive(Clone, Debug, Default)]
pub struct Statistics {
    /// How many inputs there are.
    pub inputs: u64,
    /// How many start tags they have.
    pub start_tags: u64,
    /// How many of these are marked as ambiguous.
    pub ambiguous: u64,
    /// How many `<![CDATA[` there are outside of text.
    pub sections: u64,
    /// How many of these are marked as ambiguous.
    pub uncertain_sections: u64,
    /// How many texts begin with a newline that a tree drops.
    pub newlines: u64,
    /// Disagreements that are marked as ambiguous.
    pub marked: u64,
    /// Disagreements that are not.
    pub wrong: u64,
    /// Tokens after which a `<![CDATA[`, had there been one, would have been a disagreement. No mark could say of
    /// these whether the tokenizer was sure, so they are no failures.
    pub drift: u64,
    /// Start tags whose element is in another namespace. No mark says of these whether the tokenizer was sure.
    pub namespaces: u64,
    /// The first disagreements of each input.
    pub disagreements: Vec<Disagreement>,
}

impl Statistics {
    /// Counts a disagreement.
    pub(super) fn note(&mut self, disagreement: Disagreement) {
        match disagreement {
            Disagreement { what: What::Drift, .. } => self.drift += 1,
            Disagreement { what: What::Namespace, .. } => self.namespaces += 1,
            Disagreement { marked: true, .. } => self.marked += 1,
            Disagreement { marked: false, .. } => self.wrong += 1,
        }
        if self.disagreements.len() < KEPT {
            self.disagreements.push(disagreement);
        }
    }

    /// Adds the statistics of other inputs, without their disagreements.
    pub fn add(&mut self, other: &Statistics) {
        let Statistics {
            inputs,
            start_tags,
            ambiguous,
            sections,
            uncertain_sections,
            newlines,
            marked,
            wrong,
            drift,
            namespaces,
            disagreements: _,
        } = other;
        self.inputs += inputs;
        self.start_tags += start_tags;
        self.ambiguous += ambiguous;
        self.sections += sections;
        self.uncertain_sections += uncertain_sections;
        self.newlines += newlines;
        self.marked += marked;
        self.wrong += wrong;
        self.drift += drift;
        self.namespaces += namespaces;
    }

    /// The first disagreement that the tokenizer did not mark.
    pub fn first_wrong(&self) -> Option<&Disagreement> {
        self.disagreements.iter().find(|it| !it.marked && it.what.has_mark())
    }
}
