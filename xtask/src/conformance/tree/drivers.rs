//! The same tree builder over two tokenizers: html5ever's own, and ours.

use html5ever::tendril::{StrTendril, TendrilSink, fmt::UTF8};
use html5ever::tree_builder::TreeBuilderOpts;
use html5ever::{ParseOpts, parse_document, parse_fragment};
use markup5ever_rcdom::RcDom;
use tagspan_proof::context::Settings;

use super::written::written;

/// Who tokenizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Driver {
    /// html5ever itself.
    Theirs,
    /// tagspan, given the input at once.
    Ours,
    /// tagspan, given a character at a time.
    OursInPieces,
}

impl Driver {
    pub(super) const ALL: [Driver; 3] = [Driver::Theirs, Driver::Ours, Driver::OursInPieces];

    pub(super) fn name(self) -> &'static str {
        match self {
            Driver::Theirs => "html5ever",
            Driver::Ours => "tagspan",
            Driver::OursInPieces => "tagspan, by characters",
        }
    }

    /// The tree of the input, as the suite writes it.
    pub(super) fn tree(self, input: &str, settings: &Settings) -> String {
        let options = || ParseOpts {
            tree_builder: TreeBuilderOpts {
                scripting_enabled: settings.scripting,
                ..TreeBuilderOpts::default()
            },
            ..ParseOpts::default()
        };
        let dom = match (self, &settings.fragment) {
            (Driver::Theirs, None) => self.feed(parse_document(RcDom::default(), options()), input),
            (Driver::Theirs, Some(fragment)) => {
                let (name, attributes) = (fragment.qualified(), fragment.attributes());
                let scripting = settings.scripting;
                self.feed(parse_fragment(RcDom::default(), options(), name, attributes, scripting), input)
            }
            (Driver::Ours | Driver::OursInPieces, None) => {
                self.feed(tagspan_html5ever::parse_document(RcDom::default(), options()), input)
            }
            (Driver::Ours | Driver::OursInPieces, Some(fragment)) => {
                let (name, attributes) = (fragment.qualified(), fragment.attributes());
                let dom = RcDom::default();
                let scripting = settings.scripting;
                self.feed(
                    tagspan_html5ever::parse_fragment(dom, options(), name, attributes, scripting),
                    input,
                )
            }
        };
        written(&dom, settings.fragment.is_some())
    }

    fn feed<P: TendrilSink<UTF8, Output = RcDom>>(self, mut parser: P, input: &str) -> RcDom {
        if self == Driver::OursInPieces {
            for character in input.chars() {
                parser.process(StrTendril::from_char(character));
            }
            parser.finish()
        } else {
            parser.one(input)
        }
    }
}
