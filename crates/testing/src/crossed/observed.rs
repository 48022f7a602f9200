//! The observed run, token by token: all that a caller can see, in a form without chunks.

use tagspan::{DropReason, Encoding, Error, LateOutcome, LineColumn, Span, Token};
use tagspan_reference::EventKind;

use super::cursors::Cursor;
use crate::trace::{Item, ensure, is_ambiguous, item, parts};

/// A token, or the pieces of text or of skipped bytes between two other tokens or errors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Seen {
    pub(super) item: Item,
    pub(super) span: Span,
    /// How many bytes a limit left out of it.
    pub(super) missing: u64,
    /// Whether it says that something is missing.
    pub(super) truncated: bool,
    /// Spans of names, values and data.
    pub(super) parts: Vec<Span>,
    /// How many attributes a tag lacks, and how many bytes the value of each attribute.
    pub(super) missing_of_values: Vec<u64>,
    /// Where the tokens end of which only a tree could decide; of a skipped tag that is its last piece.
    ambiguous: Vec<u64>,
    /// Where span and parts lie in the source.
    pub(super) source: Vec<Option<Span>>,
    /// The places of the starts of span and parts.
    pub(super) places: Vec<Option<LineColumn>>,
}

/// The properties of the document after the end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct End {
    pub(super) failure: Option<Error>,
    pub(super) full: bool,
    pub(super) encoding: Option<&'static Encoding>,
    pub(super) late: Option<(&'static Encoding, LateOutcome, Span)>,
    /// How many ill-formed sequences were found, and where.
    pub(super) ill_formed: (u64, Vec<u64>),
}

/// All that a run gives.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Observed {
    pub(super) seen: Vec<Seen>,
    /// The bytes of the tokens, one after the other.
    pub(super) raw: Vec<u8>,
    /// How many bytes limits have left out.
    pub(super) missing: u64,
    pub(super) end: End,
    /// How many tokens there were, pieces and all.
    pub(super) tokens: usize,
    /// Where pieces lie that were joined to the piece before them: their offsets and places.
    pub(super) joined: Vec<(u64, Option<LineColumn>)>,
    /// Whether a script has written text.
    pub(super) has_written: bool,
    error_at: u64,
    /// Whether a text has said that the input was truncated: it is the last token.
    is_cut_short: bool,
}

impl Observed {
    /// Adds the token that the cursor stands at.
    ///
    /// # Errors
    ///
    /// The fault.
    pub(super) fn push(&mut self, cursor: &mut impl Cursor) -> Result<(), String> {
        let token = cursor.token().ok_or("the cursor moved to a token and has none")?;
        let mut seen = describe(token)?;
        self.account(token)?;
        let spans: Vec<Span> = std::iter::once(seen.span).chain(seen.parts.clone()).collect();
        seen.source = spans.iter().map(|&span| cursor.source_span(span)).collect();
        // In ascending order, for which counting is linear work.
        let mut order: Vec<usize> = (0..spans.len()).collect();
        order.sort_by_key(|&index| spans[index].start);
        seen.places = vec![None; spans.len()];
        for index in order {
            seen.places[index] = cursor.locate(spans[index].start);
        }
        cursor.keep()?;
        self.tokens += 1;
        self.add(seen)
    }

    /// Tokens touch, and errors do not go back.
    fn account(&mut self, token: Token<'_>) -> Result<(), String> {
        let span = token.span();
        if let Token::Error(error) = token {
            ensure!(error.offset() >= self.error_at, "{error} comes after one at {}", self.error_at);
            self.error_at = error.offset();
            return Ok(());
        }
        ensure!(!self.is_cut_short, "{token:?} comes behind a text that was cut short");
        self.is_cut_short = matches!(token, Token::Text(_)) && token.is_truncated();
        let next = self.raw.len() as u64 + self.missing;
        ensure!(span.start == next, "{token:?} comes where the token at {next} should");
        ensure!(span.len() == token.raw().len() as u64 + token.missing_bytes(), "{token:?} lies at {span}");
        // That the input was truncated is said by empty text if nothing else can say it.
        let may_be_empty = matches!(token, Token::Text(_)) && token.is_truncated();
        ensure!(may_be_empty || !span.is_empty(), "{token:?} is empty");
        ensure!(
            token.missing_bytes() == 0 || token.is_truncated(),
            "{token:?} lacks bytes and does not say so"
        );
        self.raw.extend_from_slice(token.raw());
        self.missing += token.missing_bytes();
        Ok(())
    }

    fn add(&mut self, seen: Seen) -> Result<(), String> {
        if let Some(last) = self.seen.last_mut()
            && last.join(&seen)?
        {
            let place = seen.places.first().copied().flatten();
            self.joined.push((seen.span.start, place));
            return Ok(());
        }
        self.seen.push(seen);
        Ok(())
    }

    /// Where two runs part.
    ///
    /// # Errors
    ///
    /// The difference, if there is one.
    pub(super) fn same_as(&self, expected: &Observed) -> Result<(), String> {
        let same = self.seen.iter().zip(&expected.seen).take_while(|(a, b)| a == b).count();
        let (found, wanted) = (self.seen.get(same), expected.seen.get(same));
        ensure!(found == wanted, "item {same}\nfound      {found:?}\nexpected   {wanted:?}");
        ensure!(self.end == expected.end, "found      {:?}\nexpected   {:?}", self.end, expected.end);
        ensure!(self.raw == expected.raw, "the bytes of tokens are others");
        Ok(())
    }
}

impl Seen {
    /// Takes in what follows, if both are pieces of one thing.
    ///
    /// # Errors
    ///
    /// If they are, and do not touch.
    fn join(&mut self, next: &Seen) -> Result<bool, String> {
        match (&mut self.item, &next.item) {
            (Item::Event(EventKind::Text(text)), Item::Event(EventKind::Text(more))) => text.push_str(more),
            (Item::Dropped(DropReason::Skipped(one)), Item::Dropped(DropReason::Skipped(other)))
                if one == other => {}
            _ => return Ok(false),
        }
        ensure!(
            self.span.end == next.span.start,
            "{next:?} does not touch the piece before it, {}",
            self.span
        );
        if let (Some(one), Some(other)) = (self.source[0], next.source[0]) {
            ensure!(one.end == other.start, "the source of {next:?} does not touch that before it, {one}");
        }
        self.span.end = next.span.end;
        self.missing += next.missing;
        self.truncated |= next.truncated;
        self.ambiguous.extend(&next.ambiguous);
        self.source[0] = self.source[0].zip(next.source[0]).map(|(a, b)| Span { start: a.start, end: b.end });
        Ok(true)
    }
}

/// All of a token that does not depend on the cursor.
fn describe(token: Token<'_>) -> Result<Seen, String> {
    let mut seen = Seen {
        item: item(token)?,
        span: token.span(),
        missing: token.missing_bytes(),
        truncated: token.is_truncated(),
        parts: parts(token)?,
        missing_of_values: Vec::new(),
        ambiguous: is_ambiguous(token).then_some(token.span().end).into_iter().collect(),
        source: Vec::new(),
        places: Vec::new(),
    };
    if let Token::StartTag(tag) | Token::EndTag(tag) = token {
        seen.missing_of_values.push(tag.missing_attributes());
        let mut at = tag.name_span().end;
        for attribute in tag.attributes_as_written() {
            let (name, value) = (attribute.name_span(), attribute.value_span());
            let ordered = at <= name.start && name.end <= value.start && value.end <= seen.span.end;
            ensure!(ordered, "{attribute:?} of {token:?} lies at {name} and {value}");
            ensure!(
                value.len() == attribute.raw_value().len() as u64 + attribute.missing_bytes(),
                "{attribute:?} of {token:?} lies at {value} and lacks {}",
                attribute.missing_bytes()
            );
            at = value.end;
            seen.missing_of_values.push(attribute.missing_bytes());
            if token.missing_bytes() > 0 {
                seen.parts.extend([name, value]);
            }
        }
    }
    Ok(seen)
}
