//! The rules for authors: what the standard forbids them to write, and no parse error of the tokenizer reports.

use std::ops::Range;

use tagspan::{Chunk, Doctype, Namespace, Span, Tag, Text, TextMode, Token, Tokens};
use tagspan_elements::{Element, NameKey, Quirks, leading_space};

use crate::code::Rule;
use crate::diagnostic::{Diagnostic, Edit, Fix};
use crate::end_tag_in_script::EndTagInScript;
use crate::locate::{Places, place_of};

/// The state of the rules after the tokens so far.
#[derive(Debug, Default)]
pub(crate) struct Authoring {
    /// Whether there was a DOCTYPE, a tag or text: what comes now is not at the start.
    has_begun: bool,
    /// The void element whose start tag is the last token.
    void: Option<NameKey>,
    script: EndTagInScript,
}

/// The bytes of a token that break a rule, as ranges of it.
struct Found {
    rule: Rule,
    range: Range<usize>,
    label: &'static str,
    fix: Option<(&'static str, Range<usize>)>,
}

impl Authoring {
    /// The place in earlier tokens that a later diagnostic may be about, as a span of the text.
    pub(crate) fn open_span(&self) -> Option<Span> {
        self.script.open().map(|place| place.text)
    }

    /// Looks at the current token of a cursor, which is no error.
    pub(crate) fn pass<C: Chunk>(
        &mut self,
        token: &Token<'_>,
        tokens: &Tokens<'_, C>,
        mut report: impl FnMut(Diagnostic),
    ) {
        let found = [self.start(token), self.element(token)];
        found.into_iter().flatten().for_each(|found| report(found.diagnostic(token, tokens)));
        match token {
            Token::Text(text) if text.mode() == TextMode::ScriptData => {
                self.script.pass(text, tokens, report)
            }
            _ => self.script = EndTagInScript::default(),
        }
    }

    /// The rules about the tags of elements, and the newline that an element may begin with.
    fn element(&mut self, token: &Token<'_>) -> Option<Found> {
        let void = self.void.take();
        match token {
            Token::StartTag(tag) => {
                self.void = is_void(tag).then(|| NameKey::new(tag.raw_name()));
                trailing_solidus(tag)
            }
            Token::EndTag(tag) => end_of_void(tag, void),
            Token::Text(text) => lost_newline(text),
            _ => None,
        }
    }

    /// The rules about DOCTYPEs.
    fn start(&mut self, token: &Token<'_>) -> Option<Found> {
        if let Token::Doctype(doctype) = token {
            let is_first = !std::mem::replace(&mut self.has_begun, true);
            return if is_first { obsolete(doctype) } else { Some(misplaced(doctype)) };
        }
        if self.has_begun {
            return None;
        }
        let start = match token {
            Token::StartTag(_) | Token::EndTag(_) => 0,
            // White space before a DOCTYPE is ignored, also that of references.
            Token::Text(text) => Some(leading_space(*text)).filter(|&start| start < text.raw().len())?,
            _ => return None,
        };
        self.has_begun = true;
        let label = "there should be a <!DOCTYPE html> before this";
        Some(Found::new(Rule::MissingDoctype, start..start, label))
    }
}

/// All bytes of a token. Those of a token that a limit has truncated are not known.
fn whole(raw: &[u8], is_truncated: bool) -> Range<usize> {
    if is_truncated { 0..0 } else { 0..raw.len() }
}

fn misplaced(doctype: &Doctype<'_>) -> Found {
    let whole = whole(doctype.raw(), doctype.is_truncated());
    Found::new(Rule::MisplacedDoctype, whole, "this is ignored: it is not at the start")
}

/// An error of the tokenizer says more of a DOCTYPE that it could not read.
fn obsolete(doctype: &Doctype<'_>) -> Option<Found> {
    let is_html = doctype.name().is_some_and(|name| name == "html");
    let is_legacy = doctype.system_id().is_none_or(|id| id == "about:legacy-compat");
    if doctype.force_quirks() || (is_html && doctype.public_id().is_none() && is_legacy) {
        return None;
    }
    let label = match Quirks::of(doctype) {
        Quirks::Yes => "with this, the page is shown in quirks mode",
        Quirks::Limited => "with this, the page is shown in limited-quirks mode",
        Quirks::No => "this is obsolete",
    };
    let at = |offset: u64| (offset - doctype.span().start) as usize;
    let ends = [doctype.name_span(), doctype.public_id_span(), doctype.system_id_span()];
    let range = match doctype.name_span() {
        _ if doctype.is_truncated() => 0..0,
        Some(name) if is_html => {
            let end = at(ends.into_iter().flatten().map(|span| span.end).max()?);
            // With the closing quote.
            let end = (end + 1).min(doctype.raw().len());
            let start = at(name.end);
            let spaces = doctype.raw()[start..end].iter().take_while(|byte| byte.is_ascii_whitespace());
            start + spaces.count()..end
        }
        name => name.map_or(0..0, |name| at(name.start)..at(name.end)),
    };
    Some(Found::new(Rule::ObsoleteDoctype, range, label))
}

fn is_void(tag: &Tag<'_>) -> bool {
    tag.namespace() == Namespace::Html && Element::html(NameKey::new(tag.raw_name())).is_void()
}

fn trailing_solidus(tag: &Tag<'_>) -> Option<Found> {
    if !tag.self_closing() || tag.namespace() != Namespace::Html || is_void(tag) {
        return None;
    }
    let rule = Rule::NonVoidHtmlElementStartTagWithTrailingSolidus;
    let label = "this is ignored: the element is not closed";
    if tag.is_truncated() {
        return Some(Found::new(rule, 0..0, label));
    }
    let end = tag.raw().len() - 1;
    let before = &tag.raw()[..end - 1];
    // Spaces behind another solidus keep the two from being read together.
    let start = match before.iter().rposition(|byte| !byte.is_ascii_whitespace()) {
        Some(last) if before[last] != b'/' => last + 1,
        _ => end - 1,
    };
    Some(Found { fix: Some(("remove it", start..end)), ..Found::new(rule, end - 1..end, label) })
}

/// `void` is the name of the void element whose start tag is right before the tag. Elsewhere, an end tag that is ignored may still
/// have an effect: it parts text, ends a `colgroup`, and keeps a newline from being the first in a `pre`.
fn end_of_void(tag: &Tag<'_>, void: Option<NameKey>) -> Option<Found> {
    if !is_void(tag) {
        return None;
    }
    let is_break = tag.raw_name().eq_ignore_ascii_case(b"br");
    let label = if is_break { "this is read as <br>" } else { "this is ignored" };
    let whole = whole(tag.raw(), tag.is_truncated());
    let is_removable = void == Some(NameKey::new(tag.raw_name())) && !is_break && !tag.is_truncated();
    let fix = is_removable.then(|| ("remove it", whole.clone()));
    Some(Found { fix, ..Found::new(Rule::EndTagOfVoidElement, whole, label) })
}

/// Only what is written as a reference: a newline that is written as such is there for the eye.
fn lost_newline(text: &Text<'_>) -> Option<Found> {
    if !text.has_ignored_newline() || text.raw().first() != Some(&b'&') {
        return None;
    }
    let span = text.references().next()?.span();
    let label = "this newline is ignored: there should be another one before it";
    Some(Found::new(Rule::LostNewline, 0..(span.end - span.start) as usize, label))
}

impl Found {
    fn new(rule: Rule, range: Range<usize>, label: &'static str) -> Self {
        Found { rule, range, label, fix: None }
    }

    fn diagnostic<C: Chunk>(self, token: &Token<'_>, tokens: &Tokens<'_, C>) -> Diagnostic {
        let start = token.span().start;
        let span =
            |range: &Range<usize>| Span { start: start + range.start as u64, end: start + range.end as u64 };
        let place = place_of(tokens, span(&self.range));
        // Between the escapes of ISO-2022-JP, ASCII is not ASCII.
        let can_fix = tokens.encoding().is_none_or(|encoding| encoding.name() != "ISO-2022-JP");
        let fix = self.fix.filter(|_| can_fix).and_then(|(title, range)| {
            let span = span(&range);
            let place = Places::new(tokens, vec![span.start, span.end]).exact(span)?;
            Some(Fix { title, edits: vec![Edit { place, text: "" }] })
        });
        Diagnostic {
            code: self.rule.into(),
            offset: place.source.start,
            place,
            label: self.label.to_owned(),
            related: Vec::new(),
            fix,
        }
    }
}
