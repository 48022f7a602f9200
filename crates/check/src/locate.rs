//! Lines, columns and source bytes of spans in the current token of a cursor.

use tagspan::{Chunk, LineColumn, Span, Tokens};

use crate::diagnostic::Place;

/// The places of one span.
pub(crate) fn place_of<C: Chunk>(tokens: &Tokens<'_, C>, span: Span) -> Place {
    Places::new(tokens, vec![span.start, span.end]).place(span)
}

/// The places of many spans, of which each offset is looked up once and in ascending order: any other order may take time in
/// proportion to the length of the token for each.
pub(crate) struct Places<'a, 't, C: Chunk> {
    tokens: &'a Tokens<'t, C>,
    known: Vec<(u64, LineColumn)>,
}

impl<'a, 't, C: Chunk> Places<'a, 't, C> {
    pub(crate) fn new(tokens: &'a Tokens<'t, C>, mut offsets: Vec<u64>) -> Self {
        offsets.sort_unstable();
        offsets.dedup();
        let mut last = LineColumn::new(1, 1);
        let known = offsets
            .into_iter()
            .map(|offset| {
                // A limit has left the bytes out: the place before them is the nearest that is known.
                last = tokens.locate(offset).unwrap_or(last);
                (offset, last)
            })
            .collect();
        Places { tokens, known }
    }

    /// The place of a span whose bounds were asked for.
    pub(crate) fn place(&self, span: Span) -> Place {
        let whole = || self.tokens.token().and_then(|token| self.tokens.source_span(token.span()));
        let source = self.tokens.source_span(span).or_else(whole).unwrap_or(span);
        self.with_source(span, source)
    }

    /// The place of a span whose bounds were asked for, if the bytes of the source are known that are its text and no other.
    pub(crate) fn exact(&self, span: Span) -> Option<Place> {
        Some(self.with_source(span, self.tokens.source_span(span)?))
    }

    fn with_source(&self, span: Span, source: Span) -> Place {
        let known = |offset: u64| {
            let index = self.known.partition_point(|&(other, _)| other < offset);
            self.known.get(index).map_or(LineColumn::new(1, 1), |&(_, place)| place)
        };
        Place { source, text: span, start: known(span.start), end: known(span.end) }
    }
}
