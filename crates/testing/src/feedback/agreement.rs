//! The tokenizer with its feedback simulator, and html5ever's tree builder over the same tokens.

use std::fmt;

use html5ever::interface::create_element;
use html5ever::ns;
use html5ever::tokenizer::states::{RawKind, State};
use html5ever::tokenizer::{TagKind, Token as Handed, TokenSink, TokenSinkResult};
use html5ever::tree_builder::{TreeBuilder, TreeBuilderOpts};
use tagspan::{DropReason, Namespace, TextMode, Token, Tokenizer};

use super::names::{self, Handle, Names};
use super::statistics::{Disagreement, Statistics, What};
use super::tree_tokens;
use crate::fragment::Settings;

/// Tokenizes the input and compares it with html5ever's tree builder, corrected where that is known not to do what
/// the standard says ([`DEVIATIONS`](super::DEVIATIONS)): after each start tag how the text that follows is read, at
/// each `<![CDATA[` whether it opens a section, of each text whether its first newline goes. Where the two disagree
/// about a mode the tokenizer gets that of the tree builder, so that the comparison continues.
///
/// # Errors
///
/// A sentence if the tokenizer fails, which no input below its limits lets it do.
///
/// # Panics
///
/// When the tree builder does.
///
/// # Examples
///
/// ```
/// use testing::{feedback::agree, fragment::Settings};
///
/// let statistics = agree("<svg><title>a</title><style><![CDATA[b]]></style></svg>", &Settings::default())?;
/// assert_eq!((statistics.start_tags, statistics.sections, statistics.wrong), (3, 1, 0));
/// # Ok::<(), String>(())
/// ```
pub fn agree(input: &str, settings: &Settings) -> Result<Statistics, String> {
    agree_with(names::Builder::Corrected, settings.builder().build(), input, settings)
}

/// [`agree`] with a tree builder that works in this way, and with this tokenizer.
pub(super) fn agree_with(
    how: names::Builder,
    mut tokenizer: Tokenizer,
    input: &str,
    settings: &Settings,
) -> Result<Statistics, String> {
    let builder = Builder::new(how, settings);
    let mut comparison = Comparison { input, statistics: Statistics { inputs: 1, ..Statistics::default() } };
    let mut tokens = tokenizer.feed_last(input.as_bytes());
    let mut theirs = builder.first_mode(settings);
    comparison.mode(0..0, tokens.text_mode(), theirs, false);
    if tokens.text_mode() != Some(theirs) {
        tokens.set_text_mode(theirs).map_err(|error| error.to_string())?;
    }
    // The last token was a start tag after which a newline goes, by the tree builder; and one that was marked.
    let (mut newline_goes, mut was_marked) = (false, false);
    while let Some(token) = tokens.next_token().map_err(|error| error.to_string())? {
        let span = token.span().range();
        let opens = builder.section_may_open();
        let (goes, marked) = (newline_goes, was_marked);
        // What is dropped is no token: a newline after it still goes.
        if !matches!(token, Token::Dropped(_)) {
            (newline_goes, was_marked) = (false, false);
        }
        match token {
            Token::StartTag(tag) => {
                was_marked = tag.is_ambiguous();
                comparison.statistics.start_tags += 1;
                comparison.statistics.ambiguous += u64::from(was_marked);
                theirs = builder.hand(tree_tokens::tag(&tag, TagKind::StartTag));
                newline_goes = builder.tree.sink.newline_goes();
                let made = builder.tree.sink.namespace_of(&tag.name());
                comparison.namespace(span.clone(), tag.namespace(), made);
                let ours = tokens.text_mode();
                comparison.mode(span.clone(), ours, theirs, was_marked);
                if ours != Some(theirs) {
                    tokens.set_text_mode(theirs).map_err(|error| error.to_string())?;
                }
            }
            Token::EndTag(tag) => {
                builder.hand(tree_tokens::tag(&tag, TagKind::EndTag));
            }
            Token::Text(text) => {
                let decoded = text.value();
                let theirs = goes && decoded.starts_with('\n');
                comparison.newline(span.clone(), text.has_ignored_newline(), theirs, marked);
                for token in tree_tokens::text(&decoded) {
                    builder.hand(token);
                }
            }
            Token::Comment(comment) => {
                if comment.raw().starts_with(b"<![CDATA[") {
                    comparison.section(span.clone(), false, opens, comment.is_ambiguous());
                }
                builder.hand(tree_tokens::comment(&comment));
            }
            Token::Dropped(dropped) => {
                if dropped.reason() == DropReason::CdataStart {
                    comparison.section(span.clone(), true, opens, dropped.is_ambiguous());
                }
            }
            Token::Doctype(doctype) => {
                builder.hand(tree_tokens::doctype(&doctype));
            }
            other => return Err(format!("an unexpected token: {other:?}")),
        }
        comparison.drift(span, tokens.cdata(), builder.section_may_open());
    }
    Ok(comparison.statistics)
}

/// The tree builder, and how it is asked.
struct Builder {
    tree: TreeBuilder<Handle, Names>,
}

impl Builder {
    fn new(how: names::Builder, settings: &Settings) -> Self {
        let options = TreeBuilderOpts { scripting_enabled: settings.scripting, ..TreeBuilderOpts::default() };
        let sink = Names::new(how);
        let tree = match &settings.fragment {
            Some(fragment) => {
                let element = create_element(&sink, fragment.qualified(), fragment.attributes());
                TreeBuilder::new_for_fragment(sink, element, None, options)
            }
            None => TreeBuilder::new(sink, options),
        };
        tree.sink.newline_goes();
        Builder { tree }
    }

    /// How the first text of the input is read.
    fn first_mode(&self, settings: &Settings) -> TextMode {
        if settings.fragment.is_none() {
            return TextMode::Data;
        }
        match self.tree.tokenizer_state_for_context_elem(settings.scripting) {
            State::Plaintext => TextMode::Plaintext,
            State::RawData(kind) => raw(kind),
            _ => TextMode::Data,
        }
    }

    /// Hands over a token; after a start tag the answer is how the text that follows is read.
    fn hand(&self, token: Handed) -> TextMode {
        self.tree.sink.expect(&token);
        match self.tree.process_token(token, 1) {
            TokenSinkResult::Plaintext => TextMode::Plaintext,
            TokenSinkResult::RawData(kind) => raw(kind),
            TokenSinkResult::Continue
            | TokenSinkResult::Script(_)
            | TokenSinkResult::EncodingIndicator(_) => TextMode::Data,
        }
    }

    fn section_may_open(&self) -> bool {
        self.tree.adjusted_current_node_present_but_not_in_html_namespace()
    }
}

fn raw(kind: RawKind) -> TextMode {
    match kind {
        RawKind::Rcdata => TextMode::Rcdata,
        RawKind::Rawtext => TextMode::Rawtext,
        RawKind::ScriptData | RawKind::ScriptDataEscaped(_) => TextMode::ScriptData,
    }
}

/// The longest token that is printed in full, in bytes.
const TOLD: usize = 120;

struct Comparison<'i> {
    input: &'i str,
    statistics: Statistics,
}

type Range = std::ops::Range<usize>;

impl Comparison<'_> {
    fn mode(&mut self, span: Range, ours: Option<TextMode>, theirs: TextMode, marked: bool) {
        if ours != Some(theirs) {
            let ours = ours.map_or("within a token", TextMode::as_str);
            self.note(What::Mode, span, &ours, &theirs.as_str(), marked);
        }
    }

    fn section(&mut self, span: Range, ours: bool, theirs: bool, marked: bool) {
        self.statistics.sections += 1;
        self.statistics.uncertain_sections += u64::from(marked);
        if ours != theirs {
            self.note(What::Section, span, &ours, &theirs, marked);
        }
    }

    fn newline(&mut self, span: Range, ours: bool, theirs: bool, marked: bool) {
        self.statistics.newlines += u64::from(theirs);
        if ours != theirs {
            self.note(What::Newline, span, &ours, &theirs, marked);
        }
    }

    fn namespace(&mut self, span: Range, ours: Namespace, theirs: Option<html5ever::Namespace>) {
        let theirs = match theirs {
            None => return,
            Some(ns!(svg)) => Namespace::Svg,
            Some(ns!(mathml)) => Namespace::MathMl,
            Some(_) => Namespace::Html,
        };
        if ours != theirs {
            self.note(What::Namespace, span, &format!("{ours:?}"), &format!("{theirs:?}"), false);
        }
    }

    fn drift(&mut self, span: Range, ours: bool, theirs: bool) {
        if ours != theirs {
            self.note(What::Drift, span, &ours, &theirs, false);
        }
    }

    fn note(
        &mut self,
        what: What,
        span: Range,
        ours: &dyn fmt::Display,
        theirs: &dyn fmt::Display,
        marked: bool,
    ) {
        let mut end = span.end.min(span.start + TOLD);
        while !self.input.is_char_boundary(end) {
            end -= 1;
        }
        let token = self.input[span.start..end].to_owned();
        let (ours, theirs) = (ours.to_string(), theirs.to_string());
        self.statistics.note(Disagreement { what, offset: span.start, token, ours, theirs, marked });
    }
}
