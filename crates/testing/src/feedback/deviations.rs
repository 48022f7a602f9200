//! The places where html5ever's tree builder differs from the standard in how text is read.

use super::agreement::agree_with;
use super::names::Builder;
use super::statistics::Disagreement;
use crate::fragment::Settings;

/// A known deviation of html5ever 0.40, with the smallest input that shows it: a document without scripting.
#[derive(Clone, Copy, Debug)]
pub struct Deviation {
    /// The text of the standard.
    pub standard: &'static str,
    /// The behaviour of html5ever.
    pub theirs: &'static str,
    /// The input. Its last token is where the two say something else.
    pub input: &'static str,
}

/// All that are known.
pub const DEVIATIONS: &[Deviation] = &[
    Deviation {
        standard: "annotation-xml ends a scope, so the end tag has no b in scope and is ignored",
        theirs: "closes the b and all that is in it",
        input: "<b><math><annotation-xml></b><style>",
    },
    Deviation {
        standard: "foreign elements that are integration points are special: any other end tag does not get past them",
        theirs: "gets past the desc, and closes the x",
        input: "<x><svg><desc></x><![CDATA[a]]>",
    },
    Deviation {
        standard: "foreign elements that are integration points are special: a li does not look past them for another",
        theirs: "looks past the desc, and closes the li",
        input: "<li><svg><desc><li></li><![CDATA[a]]>",
    },
    Deviation {
        standard: "a tag that leaves foreign content stops at an annotation-xml that is an integration point",
        theirs: "leaves the math",
        input: "<math><annotation-xml encoding=text/html><svg><p></p><![CDATA[a]]>",
    },
    Deviation {
        standard: "search is special: any other end tag does not get past it",
        theirs: "closes the x, so that the end tag after it closes the desc",
        input: "<svg><desc><x><search></x></desc><style>",
    },
    Deviation {
        standard: "isindex is nothing special any more",
        theirs: "does not get past it, and the x stays open",
        input: "<svg><desc><x><isindex></x></desc><style>",
    },
    Deviation {
        standard: "a caption ends a thead and is opened, and its end tag closes the svg in it",
        theirs: "sees no part of a table there, and ignores both tags",
        input: "<template><thead><caption><svg></caption><style>",
    },
];

impl Deviation {
    /// Where the tree builder says another thing than the tokenizer if it is let do what it does.
    ///
    /// # Errors
    ///
    /// A sentence if the tokenizer fails.
    pub fn shown(&self) -> Result<Option<Disagreement>, String> {
        let settings = Settings::default();
        let statistics = agree_with(Builder::AsItIs, settings.builder().build(), self.input, &settings)?;
        Ok(statistics.disagreements.into_iter().find(|it| it.what.has_mark()))
    }
}
