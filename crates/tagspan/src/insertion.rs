//! Text that is inserted while a tokenizer is read: what `document.write` does.

mod saved;

use std::collections::VecDeque;
use std::ops::Range;

use tagspan_core::{Error, Span};
use tagspan_input::unstable::{Input, Piece};

pub(crate) use saved::{SavedInsertions, SavedRest};

use crate::reading::{Body, Current, Item};
use crate::tokenizer::{Phase, Tokenizer};
use crate::tokens::Tokens;

impl Tokenizer {
    /// Inserts text where the tokenizer stands, and gives the cursor over its tokens: what `document.write` does while a
    /// script runs. Then go on feeding what remained, as if nothing had been inserted.
    ///
    /// The text is read as a part of the input: the tokens are those of the input with all insertions at their places.
    /// What the source has begun the text goes on with, and what the text leaves unfinished (`<b cl`, `<!--`) the
    /// source does. It is UTF-8 whatever the source is in: not sniffed, not decoded, and a U+FEFF in front is text.
    ///
    /// HTML Standard, section 12.2.3.5, *Preprocessing the input tokenizer*, the insertion point.
    ///
    /// # The insertion point
    ///
    /// It lies behind everything that the tokenizer has taken: at the offset [`position`](Self::position) plus the
    /// length of the second part of [`pending_bytes`](Self::pending_bytes), which is rarely more than 0. To insert behind a token,
    /// leave its cursor right after it by [`into_remaining`](crate::Tokens::into_remaining). That is exact behind
    /// every tag, comment, DOCTYPE and dropped bytes. Text that was handed out is over: inserted text continues no
    /// reference at its end, nor a CR. So is what only the end of the input completed, such as an unfinished comment.
    /// Behind a parse error the point lies within a token, and that the error was due is settled.
    ///
    /// When a cursor's chunk is used up instead, the point lies behind all that the chunk gave to the tokenizer:
    ///
    /// * An unfinished token, such as half a tag, goes on with the inserted text.
    /// * A CR that waits for an LF is one newline with that of the text, as newlines are normalized in the input
    ///   tokenizer, of which the text is a part. So is a CR at the end of the text with the LF that follows.
    /// * A UTF-8 sequence that the end of the chunk has cut is not glued to anything: it is ill-formed, as is the rest
    ///   of it behind the text. Characters of other encodings wait in the decoder, and come whole behind the text.
    /// * Bytes that are kept until the encoding is settled come behind the text. If a byte order mark comes behind text
    ///   that was inserted before the first byte, it is heeded and taken off, but has no token and no offset.
    ///
    /// # Insertions within insertions
    ///
    /// A script that was inserted may insert in its turn, and the caller has the stack: leave the cursor over the text
    /// behind the script by [`Tokens::into_remaining`], insert what the script writes, then insert what remained of the
    /// text, and then feed what remained of the chunk.
    ///
    /// # Offsets
    ///
    /// Inserted bytes count like those of the input, so all offsets, spans, and lines and columns are those of the
    /// input with all insertions at their places. [`source_span`](crate::Tokens::source_span) takes them off
    /// again: it answers for what lies between insertions, not for a span that holds inserted text or lies in it. The
    /// last 1,024 places are remembered, and nothing before these is answered.
    ///
    /// [Late declarations](crate::LateDeclarations) are looked for in the source only: a `<meta>` any byte of which was
    /// inserted declares nothing. After a [restart](crate::LateDeclarations::Follow) nothing is inserted any more: the
    /// document begins anew, and whoever reads it inserts anew.
    ///
    /// # Errors
    ///
    /// Misuse (a cursor before was left halfway, the input has ended, an earlier call failed) is the
    /// first thing that the cursor says. If this cursor is left halfway, or fails, the next one says so.
    ///
    /// # Cost
    ///
    /// Nothing is copied, unless [`locate`](crate::TokenizerBuilder::locate) asked for lines: then the text is, in each
    /// call.
    ///
    /// # Examples
    ///
    /// Two levels deep. The page's script writes a script and half a tag; the script that it wrote writes `<i>`.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use tagspan::{Tokenizer, Token};
    ///
    /// let mut seen = Vec::new();
    /// // Takes a token, and breaks behind a script.
    /// let mut see = |token: Token<'_>| {
    ///     seen.push(String::from_utf8_lossy(token.raw()).into_owned());
    ///     match token {
    ///         Token::EndTag(tag) if tag.is("script") => ControlFlow::Break(()),
    ///         _ => ControlFlow::Continue(()),
    ///     }
    /// };
    /// let mut tokenizer = Tokenizer::builder().charset("windows-1252")?.build();
    ///
    /// let mut page = tokenizer.feed_last(b"<script>1</script>ass=caf\xE9>end");
    /// assert!(page.try_for_each(|token| see(token))?.is_break());
    /// let rest_of_page = page.into_remaining();
    ///
    /// let written = "<script>2</script>and<b cl";
    /// let mut tokens = tokenizer.insert(written);
    /// assert!(tokens.try_for_each(|token| see(token))?.is_break());
    /// let rest_of_written = &written[written.len() - tokens.into_remaining().len()..];
    ///
    /// assert!(tokenizer.insert("<i>").try_for_each(|token| see(token))?.is_continue());
    /// assert!(tokenizer.insert(rest_of_written).try_for_each(|token| see(token))?.is_continue());
    /// assert!(tokenizer.feed_last(rest_of_page).try_for_each(|token| see(token))?.is_continue());
    ///
    /// assert_eq!(
    ///     seen,
    ///     [
    ///         "<script>", "1", "</script>", // of the page
    ///         "<script>", "2", "</script>", // written by 1
    ///         "<i>", // written by 2
    ///         "and", // written by 1
    ///         "<b class=café>", // written by 1 as far as `cl`
    ///         "end"
    ///     ]
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn insert<'t, 'c>(&'t mut self, text: &'c str) -> Tokens<'t, 'c> {
        Tokens::inserting(self, text)
    }

    /// A cursor over inserted text begins. Misuse is the first thing that it will say. Gives the range of the text in
    /// which tokens are found.
    pub(crate) fn start_inserting(&mut self, text: &[u8]) -> Range<usize> {
        self.open_insertion(text);
        let body = self.engine.begin(text, false);
        if self.phase == Phase::Ready {
            self.phase = Phase::Inserting;
        }
        self.body = Body::Chunk { start: body.start, end: body.end };
        body
    }

    /// [`advance`](Self::advance) within inserted text.
    pub(crate) fn advance_inserted(&mut self, text: &[u8]) -> Result<Option<Item>, Error> {
        let found = self.scan(text, false)?;
        if found.is_none() {
            self.phase = Phase::Ready;
        }
        Ok(found.map(Item::Found))
    }

    /// How much of the inserted text is consumed; `None` if the cursor reads the source.
    pub(crate) fn taken_of_insertion(&self, text: &[u8]) -> Option<usize> {
        match self.body {
            // A partial character at the end is consumed with the last token.
            Body::Chunk { .. } if self.insertions.is_open && self.engine.is_exhausted() => Some(text.len()),
            Body::Chunk { start, .. } if self.insertions.is_open => {
                Some(start + self.engine.consumed(self.body(text)))
            }
            _ => None,
        }
    }

    /// Leaves inserted text, of which the rest is given up.
    pub(crate) fn pause_insertion(&mut self, text: &[u8]) {
        self.engine.pause(self.body.bytes(text, &self.input));
        self.phase = Phase::Ready;
    }

    /// Whether the cursor reads inserted text.
    pub(crate) fn is_inserting(&self) -> bool {
        self.insertions.is_open
    }

    fn open_insertion(&mut self, text: &[u8]) {
        if self.phase == Phase::Feeding && self.engine.is_exhausted() {
            // It stands between two pieces, and would take the text.
            self.engine.begin(&[], false);
        }
        if self.phase != Phase::Ready || !self.settle_insertion() {
            return self.give_up();
        }
        self.rest_piece();
        self.insertions.is_open = true;
        if self.locator.is_some() {
            self.insertions.text.extend_from_slice(text);
        }
    }

    /// Notes how much was taken of the text that was inserted last. False if its cursor was left halfway, or failed:
    /// what the tokenizer is asked next, it will refuse.
    pub(crate) fn settle_insertion(&mut self) -> bool {
        if !self.insertions.is_open {
            return true;
        }
        if !self.engine.is_exhausted() {
            return false;
        }
        self.insertions.is_open = false;
        let (start, end) = (self.decoded, self.taken_to());
        let length = end - start;
        if let Some(locator) = &mut self.locator {
            locator.pass(start, &self.insertions.text, &self.engine);
        }
        if let Some(rest) = &mut self.insertions.rest {
            rest.offset += length;
        }
        self.insertions.text.clear();
        self.insertions.text.shrink_to(Insertions::TEXT_KEPT);
        self.insertions.add(start..end);
        self.decoded = end;
        true
    }

    /// A cursor over the source begins: notes what was taken of inserted text, and goes back into the piece that waits.
    /// False if the inserted text was left halfway, which the tokenizer then says.
    pub(crate) fn end_insertions(&mut self) -> bool {
        if !self.settle_insertion() {
            self.engine.begin(&[], false);
            return false;
        }
        let Some(Rest { piece, start, offset }) = self.insertions.rest.take() else { return true };
        let bytes = self.input.piece(&[], piece);
        // The last one if the decoder has ended, which is then marked.
        let body = self.engine.begin(&bytes[start..], self.input.is_finished());
        self.decoded = offset + bytes.len() as u64;
        self.current = Some(Current { piece, body: start + body.start..start + body.end, offset });
        true
    }

    /// A piece in the decoder's memory in which a cursor was left waits until the text before its rest is read.
    pub(crate) fn rest_piece(&mut self) {
        let Some(Current { piece, offset, .. }) = self.current else { return };
        // It lies in no chunk.
        self.drop_piece(&[]);
        self.insertions.rest = Some(Rest { piece, start: (self.decoded - offset) as usize, offset });
    }

    /// The offset behind everything that the tokenizer has taken.
    fn taken_to(&self) -> u64 {
        let (_, character) = self.engine.pending_bytes();
        self.engine.position() + character.len() as u64
    }
}

/// A piece in the decoder's memory of which the tokenizer has taken the beginning.
#[derive(Clone, Copy, Debug)]
struct Rest {
    piece: Piece,
    /// How much of it was taken.
    start: usize,
    /// Where the piece would begin if its rest came next.
    offset: u64,
}

/// What was inserted into a tokenizer, and where.
#[derive(Clone, Debug, Default)]
pub(crate) struct Insertions {
    /// It is not noted yet how much of the last text was taken.
    is_open: bool,
    /// The text that was inserted last, for counting lines in it.
    text: Vec<u8>,
    rest: Option<Rest>,
    /// Where text was inserted last, in order; none of the places is empty or touches the next.
    places: VecDeque<Place>,
    /// How many bytes were inserted before these places.
    forgotten: u64,
    /// Where the last forgotten place ends; nothing before it is known.
    known_from: u64,
    /// How many bytes more the decoder counts: those of a byte order mark without a token.
    unseen: u64,
}

#[derive(Clone, Copy, Debug)]
struct Place {
    start: u64,
    end: u64,
    /// How many bytes were inserted before the end.
    through: u64,
}

impl Insertions {
    /// More places than these are not remembered one by one.
    const REMEMBERED: usize = 1024;

    /// How much memory for text is kept for the next.
    const TEXT_KEPT: usize = 64 * 1024;

    /// What of a piece waits to be read behind inserted text.
    pub(crate) fn rest<'a>(&self, input: &'a Input) -> &'a [u8] {
        self.rest.map_or(&[], |rest| &input.piece(&[], rest.piece)[rest.start..])
    }

    /// Whether what waits is in such a piece.
    pub(crate) fn rests_in(&self, piece: impl Fn(Piece) -> bool) -> bool {
        self.rest.is_some_and(|rest| piece(rest.piece))
    }

    /// The bytes of heap that it takes.
    pub(crate) fn allocated(&self) -> usize {
        self.text.capacity() + self.places.capacity() * size_of::<Place>()
    }

    /// Gives back what holds nothing.
    pub(crate) fn shrink(&mut self) {
        self.text.shrink_to_fit();
        self.places.shrink_to_fit();
    }

    /// Another document begins. Memory is kept.
    pub(crate) fn clear(&mut self) {
        self.places.clear();
        self.text.clear();
        self.text.shrink_to(Insertions::TEXT_KEPT);
        let (text, places) = (std::mem::take(&mut self.text), std::mem::take(&mut self.places));
        *self = Insertions { text, places, ..Insertions::default() };
    }

    /// Text was inserted.
    fn add(&mut self, Range { start, end }: Range<u64>) {
        let length = end - start;
        if length == 0 {
            return;
        }
        let through = self.places.back().map_or(self.forgotten, |place| place.through) + length;
        match self.places.back_mut() {
            Some(last) if last.end == start => (last.end, last.through) = (end, through),
            _ => self.places.push_back(Place { start, end, through }),
        }
        if self.places.len() > Insertions::REMEMBERED
            && let Some(place) = self.places.pop_front()
        {
            (self.forgotten, self.known_from) = (place.through, place.end);
        }
    }

    /// The decoder's offset of one of the tokenizer; for one within inserted text that of the text's place.
    pub(crate) fn decoded(&self, offset: u64) -> u64 {
        let (inserted, next) = self.before(offset);
        let offset = offset.min(next.map_or(offset, |place| place.start));
        // Beyond what is remembered it is too small, so that too little is forgotten.
        offset.saturating_sub(inserted) + self.unseen
    }

    /// The decoder's span of one of the tokenizer; `None` if it is not known or has something of inserted text in it.
    pub(crate) fn decoded_span(&self, span: Span) -> Option<Range<u64>> {
        let (inserted, next) = self.before(span.start);
        let is_mixed = next.is_some_and(|place| place.start < span.end);
        if span.start < self.known_from || span.end < span.start || is_mixed {
            return None;
        }
        let decoded = |offset: u64| (offset - inserted).checked_add(self.unseen);
        Some(decoded(span.start)?..decoded(span.end)?)
    }

    /// Whether the text that was inserted last ends at this offset.
    pub(crate) fn ends_at(&self, offset: u64) -> bool {
        self.places.back().is_some_and(|place| place.end == offset)
    }

    /// How many bytes were inserted in the places that end before the offset, and the next place.
    fn before(&self, offset: u64) -> (u64, Option<&Place>) {
        let next = self.places.partition_point(|place| place.end <= offset);
        let inserted = next.checked_sub(1).map_or(self.forgotten, |last| self.places[last].through);
        (inserted, self.places.get(next))
    }

    /// A byte order mark behind inserted text has no place in the tokenizer.
    pub(crate) fn leave_out_byte_order_mark(&mut self) {
        self.unseen = tagspan_input::unstable::DECODED_BOM_LEN as u64;
    }
}
