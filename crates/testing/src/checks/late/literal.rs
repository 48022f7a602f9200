//! The effect of a late declaration, computed from the whole source without chunks.

use std::ops::Range;

use encoding_rs::{DecoderResult, UTF_8};
use tagspan::{LateDeclaration, LateDeclarations, LateOutcome};
use tagspan::{Span, Tokenizer};
use tagspan_input::Encoding;
use tagspan_reference::encoding::{
    self as reference, Change, ChangeOptions, Confidence, SniffingEdition, Source, change_encoding,
    extract_from_meta_content, get_an_encoding,
};
use tagspan_reference::{EventKind, Tag};

use crate::run::{End, run};
use crate::sniffing::{LateCase, ours};
use crate::trace::{Item, Stream};

/// All that is to be said of a source under a policy.
pub(super) struct Literal<'s> {
    source: &'s [u8],
    /// Whether a byte order mark decided.
    pub(super) is_marked: bool,
    /// Before any declaration.
    pub(super) confidence: Confidence,
    /// The encoding of the source, which may change at some place.
    parts: Vec<(&'static Encoding, Range<usize>)>,
    pub(super) said: Option<Said>,
    /// The bytes that the parser read before it restarted.
    void: Option<(&'static Encoding, Range<usize>)>,
}

/// A declaration and its outcome. Of its bytes only the end is certain: escapes may come before the tag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Said {
    pub(super) encoding: &'static Encoding,
    pub(super) outcome: LateOutcome,
    pub(super) span: Span,
    pub(super) bytes: Option<Range<u64>>,
}

impl From<&LateDeclaration> for Said {
    fn from(late: &LateDeclaration) -> Said {
        let LateDeclaration { encoding, outcome, span, bytes, .. } = late.clone();
        Said { encoding, outcome, span, bytes }
    }
}

impl<'s> Literal<'s> {
    pub(super) fn new(case: &'s LateCase, policy: LateDeclarations) -> Result<Literal<'s>, String> {
        let source = &case.document.input[..];
        let sniffed = reference::sniff(source, &case.document.options);
        let current = ours(sniffed.encoding);
        let mut literal = Literal {
            source,
            is_marked: sniffed.source == Source::ByteOrderMark,
            confidence: sniffed.confidence,
            parts: vec![(current, 0..source.len())],
            said: None,
            void: None,
        };
        if sniffed.confidence != Confidence::Tentative || policy == LateDeclarations::Ignore {
            return Ok(literal);
        }
        let Some((declared, span)) = first_declaration(&decoded(current, source))? else {
            return Ok(literal);
        };
        let change = |on_the_fly, parse_again| {
            let options = ChangeOptions { edition: SniffingEdition::Living, on_the_fly, parse_again };
            change_encoding(sniffed.encoding, sniffed.confidence, declared, &options)
        };
        let Change::Restart(new) = change(false, true) else {
            let outcome = LateOutcome::Confirmed;
            literal.said = Some(Said { encoding: current, outcome, span, bytes: None });
            return Ok(literal);
        };
        let new = ours(new);
        let place = place(current, span, source);
        let end = place.end as usize;
        let bytes = (end <= case.replay_limit).then_some(place);
        let same = text(current, &source[..end]) == text(new, &source[..end]);
        let outcome = match change(bytes.is_some() && same, policy == LateDeclarations::Follow) {
            Change::OnTheFly(_) => {
                literal.parts = vec![(current, 0..end), (new, end..source.len())];
                LateOutcome::Switched
            }
            Change::Restart(_) => {
                literal.parts = vec![(new, 0..source.len())];
                literal.void = Some((current, 0..end));
                LateOutcome::Restarted
            }
            Change::Ignored => LateOutcome::Ignored,
            other => return Err(format!("the reference says {other:?} the second time")),
        };
        literal.said = Some(Said { encoding: new, outcome, span, bytes });
        Ok(literal)
    }

    /// The encoding in the end.
    pub(super) fn encoding(&self) -> &'static Encoding {
        self.parts.last().expect("a source has a part at least").0
    }

    /// Whether the document restarts, and if so, whether it must be fed again.
    pub(super) fn restart(&self) -> Option<bool> {
        let said = self.said.as_ref().filter(|said| said.outcome == LateOutcome::Restarted)?;
        Some(said.bytes.is_none())
    }

    /// Whether these bytes of the source are nothing, or escapes of ISO-2022-JP, which belong to what follows.
    pub(super) fn begins_with_escapes(&self, bytes: Range<u64>) -> bool {
        let bytes = self.source.get(bytes.start as usize..bytes.end as usize);
        bytes.is_some_and(|bytes| bytes.chunks(3).all(|escape| escape.len() == 3 && escape[0] == 0x1B))
    }

    /// The UTF-8 that is tokenized in the end, but for a byte order mark.
    pub(super) fn decoded(&self) -> Vec<u8> {
        let part = |(encoding, range): &(&'static Encoding, Range<usize>)| {
            decoded(encoding, &self.source[range.clone()])
        };
        self.parts.iter().flat_map(part).collect()
    }

    /// Where ill-formed sequences begin in what is read in the end. Not for a source with a byte order mark.
    pub(super) fn ill_formed(&self) -> Vec<u64> {
        self.parts.iter().flat_map(|part| self.ill_formed_in(part)).collect()
    }

    /// Where those stop who are strict: perhaps before the declaration that begins the document again.
    pub(super) fn first_ill_formed(&self) -> Option<u64> {
        let before = self.void.iter().flat_map(|part| self.ill_formed_in(part)).next();
        before.or_else(|| self.ill_formed().first().copied())
    }

    fn ill_formed_in(&self, (encoding, range): &(&'static Encoding, Range<usize>)) -> Vec<u64> {
        let source = &self.source[range.clone()];
        let mut found = Vec::new();
        if *encoding == UTF_8 {
            let mut offset = range.start;
            for part in source.utf8_chunks() {
                offset += part.valid().len();
                if !part.invalid().is_empty() {
                    found.push(offset as u64);
                }
                offset += part.invalid().len();
            }
            return found;
        }
        let mut decoder = encoding.new_decoder_without_bom_handling();
        let mut target = vec![0; decoder.max_utf8_buffer_length(source.len()).expect("a short source")];
        let mut at = 0;
        loop {
            let (result, read, _) =
                decoder.decode_to_utf8_without_replacement(&source[at..], &mut target, true);
            at += read;
            match result {
                DecoderResult::Malformed(length, after) => {
                    found.push((range.start + at - usize::from(length) - usize::from(after)) as u64);
                }
                _ => return found,
            }
        }
    }
}

/// The tokens of UTF-8 as core finds them.
pub(super) fn tokens(decoded: &[u8], parse_errors: bool) -> Result<Stream, String> {
    let mut tokenizer = Tokenizer::builder().utf8().parse_errors(parse_errors).build();
    run(&mut tokenizer, &[decoded], End::WithChunk)?.complete()
}

/// The first `meta` tag that declares an encoding which the standard knows.
fn first_declaration(decoded: &[u8]) -> Result<Option<(reference::Encoding, Span)>, String> {
    let stream = tokens(decoded, false)?;
    Ok(stream.items.iter().find_map(|placed| match &placed.item {
        Item::Event(EventKind::StartTag(tag)) => Some((declared(tag)?, placed.span)),
        _ => None,
    }))
}

/// Section 12.2.6.4.4, a start tag whose tag name is "meta".
fn declared(tag: &Tag) -> Option<reference::Encoding> {
    if tag.name != "meta" {
        return None;
    }
    let value = |name: &str| {
        let mut attributes = tag.attributes.iter();
        attributes.find(|attribute| attribute.name == name).map(|attribute| &attribute.value[..])
    };
    if let Some(found) = value("charset").and_then(get_an_encoding) {
        return Some(found);
    }
    if !value("http-equiv")?.eq_ignore_ascii_case("content-type") {
        return None;
    }
    extract_from_meta_content(value("content")?, SniffingEdition::Living)
}

/// The source of a tag, found by decoding byte by byte: to its `>`, from its `<`.
fn place(encoding: &'static Encoding, span: Span, source: &[u8]) -> Range<u64> {
    if encoding == UTF_8 {
        return span.start..span.end;
    }
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let (mut written, mut start) = (0, 0);
    for (at, byte) in (0..).zip(source) {
        let mut target = [0; 64];
        written += decoder.decode_to_utf8(&[*byte], &mut target, false).2 as u64;
        if written <= span.start {
            start = at + 1;
        }
        if written >= span.end {
            return start..at + 1;
        }
    }
    unreachable!("a tag ends within its source")
}

/// The input of the tokenizer: UTF-8 is not decoded.
fn decoded(encoding: &'static Encoding, source: &[u8]) -> Vec<u8> {
    if encoding == UTF_8 { source.to_vec() } else { text(encoding, source).into_bytes() }
}

fn text(encoding: &'static Encoding, source: &[u8]) -> String {
    encoding.decode_without_bom_handling(source).0.into_owned()
}
