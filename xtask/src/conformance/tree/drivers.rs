//! The same tree builder over two tokenizers: html5ever's own, and ours.

use html5ever::tendril::TendrilSink;
use html5ever::tree_builder::TreeBuilderOpts;
use html5ever::{ParseOpts, parse_document, parse_fragment};
use markup5ever_rcdom::RcDom;
use tagspan::{EncodingOptions, UTF_8};
use testing::fragment::Settings;

use super::written::written;

/// Who tokenizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Driver {
    /// html5ever itself.
    Theirs,
    /// tagspan, given the input at once.
    Ours,
    /// tagspan, given a byte at a time.
    OursByBytes,
}

impl Driver {
    pub(super) const ALL: [Driver; 3] = [Driver::Theirs, Driver::Ours, Driver::OursByBytes];

    pub(super) fn name(self) -> &'static str {
        match self {
            Driver::Theirs => "html5ever",
            Driver::Ours => "tagspan",
            Driver::OursByBytes => "tagspan, by bytes",
        }
    }

    /// The tree of the input, as the suite writes it.
    pub(crate) fn tree(self, input: &str, settings: &Settings) -> String {
        let options = || ParseOpts {
            tree_builder: TreeBuilderOpts {
                scripting_enabled: settings.scripting,
                ..TreeBuilderOpts::default()
            },
            ..ParseOpts::default()
        };
        let dom = RcDom::default();
        let scripting = settings.scripting;
        let fragment =
            settings.fragment.as_ref().map(|fragment| (fragment.qualified(), fragment.attributes()));
        let dom = match (self, fragment) {
            (Driver::Theirs, None) => parse_document(dom, options()).one(input),
            (Driver::Theirs, Some((name, attributes))) => {
                parse_fragment(dom, options(), name, attributes, scripting).one(input)
            }
            (_, None) => self.feed(tagspan_html5ever::parse_document(dom, options()), input),
            (_, Some((name, attributes))) => self
                .feed(tagspan_html5ever::parse_fragment(dom, options(), name, attributes, scripting), input),
        };
        written(&dom, settings.fragment.is_some())
    }

    fn feed(self, parser: tagspan_html5ever::Parser<RcDom>, input: &str) -> RcDom {
        if self == Driver::Ours {
            return parser.one(input);
        }
        let mut parser = parser.from_bytes(EncodingOptions::new().override_encoding(UTF_8));
        for byte in input.as_bytes().chunks(1) {
            parser.feed(byte);
        }
        parser.finish()
    }
}
