//! Check: text that is inserted at a pause is read as if it stood at that place of the input (I11).

use tagspan::{
    ColumnUnit, EncodingOptions, LateDeclarations, LineColumn, Span, Token, Tokenizer, Tokens, UTF_8,
};
use tagspan_input::decoder::{Input, Status};

use crate::case::Case;
use crate::checks::spans::places;
use crate::run::{End, run};
use crate::settings;
use crate::trace::{Stream, ensure, parts};

/// Text to insert, and where.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Insertion {
    /// The place in the text around it. The first, 0, is before its first byte; one more is after each token that is
    /// neither text nor an error, and one after each chunk of it; none where the end may have been declared.
    pub place: usize,
    /// The text.
    pub text: String,
    /// The text that is inserted into the inserted text.
    pub within: Vec<Insertion>,
}

/// Encodings with sequences of several bytes, one of which a case is read in.
const MANY_BYTES: [&str; 6] = ["shift_jis", "gb18030", "iso-2022-jp", "euc-kr", "big5", "utf-16le"];

/// Reads the case's chunks, and its input in one chunk, with the insertions at their places, and compares what comes
/// out with the tokenizer's tokens of the text that they make together. So for the tokenizer itself, and for streams
/// whose source is UTF-8, known or guessed at, windows-1252, and one encoding of several bytes that the input's length
/// picks. With parse errors and without, with the end declared with the last chunk and after it.
///
/// The stream's lines and columns are those of the whole text. The source of every token and of every part of one is
/// that of an input without insertions, or unknown where text was inserted.
///
/// Gives how many insertions were made in all.
///
/// # Errors
///
/// The first difference, or the fault of a token.
///
/// # Examples
///
/// ```
/// use testing::{case::Case, checks::{Insertion, insertion}};
///
/// let case = Case::new("<script>a</script>ss=b>", [4], Default::default());
/// let written = Insertion { place: 2, text: "<p cla".into(), within: vec![] };
/// // Six readers, each twice with errors and twice without, of two chunks and of one.
/// assert!(insertion(&case, &[written]).unwrap() > 0);
/// ```
pub fn insertion(case: &Case, insertions: &[Insertion]) -> Result<usize, String> {
    let cut: Vec<&[u8]> = case.chunks().collect();
    let mut made = 0;
    for parse_errors in [true, false] {
        for (chunks, end) in
            [&cut[..], &[&case.input[..]]].into_iter().flat_map(|chunks| End::ALL.map(|end| (chunks, end)))
        {
            let wrong = |who: &str, what: String| {
                case.wrong(format_args!(
                    "insertions {insertions:?}\n{who}, {} chunks, end {end:?}, errors {parse_errors}: {what}",
                    chunks.len()
                ))
            };
            made += tokenizer(case, chunks, end, parse_errors, insertions)
                .map_err(|what| wrong("the tokenizer", what))?;
            for label in labels(&case.input) {
                made += stream(case, label, chunks, end, parse_errors, insertions)
                    .map_err(|what| wrong(&format!("a stream, {label:?}"), what))?;
            }
        }
    }
    Ok(made)
}

/// The labels with which the input is decoded; `None` for UTF-8 without a label, whose first bytes are kept. There is none
/// if a byte order mark takes precedence, because the tokenizer does not know its place among insertions.
fn labels(input: &[u8]) -> Vec<Option<&'static str>> {
    if [&b"\xEF\xBB\xBF"[..], b"\xFE\xFF", b"\xFF\xFE"].iter().any(|mark| input.starts_with(mark)) {
        return Vec::new();
    }
    vec![Some("utf-8"), None, Some("windows-1252"), Some(MANY_BYTES[input.len() % MANY_BYTES.len()])]
}

fn tokenizer(
    case: &Case,
    chunks: &[&[u8]],
    end: End,
    parse_errors: bool,
    insertions: &[Insertion],
) -> Result<usize, String> {
    let mut tokenizer = case.builder(parse_errors).build();
    let mut run = Run::new(Reader::Feeding(&mut tokenizer));
    run.document(chunks, end, insertions)?;
    let text = run.splice(&chunks.concat());
    run.found.same_as(&whole(case, &text, parse_errors)?)?;
    Ok(run.inserted.len())
}

fn stream(
    case: &Case,
    label: Option<&str>,
    chunks: &[&[u8]],
    end: End,
    parse_errors: bool,
    insertions: &[Insertion],
) -> Result<usize, String> {
    let encoding = match label {
        Some(label) => EncodingOptions::new().charset(label).expect("the standard has the label"),
        None => EncodingOptions::new().default_encoding(UTF_8),
    };
    let builder =
        settings::of_stream(&case.options).parse_errors(parse_errors).encoding_options(encoding.clone());
    // What a declaration changes depends on which of them inserted text hides.
    let builder = builder.late_declarations(LateDeclarations::Ignore);
    let mut stream = builder.source_offsets(true).locate(ColumnUnit::CodePoints).build();

    let mut run = Run::new(Reader::Inserting(&mut stream));
    run.document(chunks, end, insertions)?;
    let (mut input, decoded) = decode(encoding, &chunks.concat());
    let text = run.splice(&decoded);
    run.found.same_as(&whole(case, &text, parse_errors)?)?;
    let inserted = run.inserted_spans();
    for (span, found) in &run.sources {
        let expected = source_span(*span, &inserted, &mut input);
        ensure!(*found == expected, "the source of {span} is {found:?} and not {expected:?}");
    }
    let places = places(&text, ColumnUnit::CodePoints);
    for (offset, is_cut, found) in &run.places {
        let expected = places[*offset as usize];
        // What a limit left out has no place.
        let holds = *found == expected || *is_cut && found.is_none();
        ensure!(holds, "the place of {offset} is {found:?} and not {expected:?}");
    }
    Ok(run.inserted.len())
}

/// The tokens of the text as one chunk.
fn whole(case: &Case, text: &[u8], parse_errors: bool) -> Result<Stream, String> {
    run(&mut case.builder(parse_errors).build(), &[text], End::WithChunk)?.complete()
}

/// A decoder that knows all of the source, and what came out of it.
fn decode(encoding: EncodingOptions, source: &[u8]) -> (Input, Vec<u8>) {
    let mut input = Input::with_options(encoding).source_offsets(true);
    let (mut rest, mut decoded) = (source, Vec::new());
    loop {
        let step = input.advance(rest, true);
        decoded.extend_from_slice(input.piece(rest, step.piece));
        rest = &rest[step.consumed..];
        if step.status == Status::Finished {
            return (input, decoded);
        }
    }
}

/// Who reads.
enum Reader<'r> {
    /// It is fed what is inserted, as a chunk.
    Feeding(&'r mut Tokenizer),
    /// It is asked to insert, and for places.
    Inserting(&'r mut Tokenizer),
}

/// The tokens that are read.
#[derive(Clone, Copy)]
enum Text<'c> {
    Chunk { bytes: &'c [u8], last: bool },
    Inserted(&'c str),
}

/// One text's insertions that are still to be made, in order, and the place that was come to.
struct Due<'i> {
    left: std::iter::Peekable<std::vec::IntoIter<&'i Insertion>>,
    place: usize,
}

impl<'i> Due<'i> {
    fn new(insertions: &'i [Insertion]) -> Self {
        let mut left: Vec<&Insertion> = insertions.iter().collect();
        left.sort_by_key(|insertion| insertion.place);
        Due { left: left.into_iter().peekable(), place: 0 }
    }

    /// Comes to the next place; whether anything is inserted there.
    fn come(&mut self) -> bool {
        self.place += 1;
        self.left.peek().is_some_and(|next| next.place == self.place)
    }

    /// The next insertion at this place.
    fn take(&mut self) -> Option<&'i Insertion> {
        self.left.next_if(|next| next.place == self.place)
    }
}

/// A run with insertions.
struct Run<'r> {
    reader: Reader<'r>,
    found: Stream,
    /// The inserted text that was read in one go, and the offset that it was read at.
    inserted: Vec<(u64, String)>,
    /// The spans of tokens and parts of tokens, and where the stream says that they come from.
    sources: Vec<(Span, Option<Span>)>,
    /// The offsets of parse errors and of parts of tokens, whether a limit has truncated the token, and where the stream says
    /// that they are.
    places: Vec<(u64, bool, Option<LineColumn>)>,
}

impl<'r> Run<'r> {
    fn new(reader: Reader<'r>) -> Self {
        Run { reader, found: Stream::new(), inserted: Vec::new(), sources: Vec::new(), places: Vec::new() }
    }

    /// Reads all chunks, and the end.
    fn document(&mut self, chunks: &[&[u8]], end: End, insertions: &[Insertion]) -> Result<(), String> {
        let mut due = Due::new(insertions);
        self.insert(&mut due)?;
        for (index, bytes) in chunks.iter().enumerate() {
            let last = end == End::WithChunk && index + 1 == chunks.len();
            self.read(Text::Chunk { bytes, last }, &mut due)?;
        }
        if end == End::Apart {
            self.read(Text::Chunk { bytes: &[], last: true }, &mut due)?;
        }
        let kept = self.pending_bytes();
        ensure!(kept == (0, 0), "kept beyond the end: {kept:?}");
        Ok(())
    }

    /// Inserts what is due here.
    fn insert(&mut self, due: &mut Due<'_>) -> Result<(), String> {
        while let Some(insertion) = due.take() {
            let mut within = Due::new(&insertion.within);
            self.insert(&mut within)?;
            self.read(Text::Inserted(&insertion.text), &mut within)?;
        }
        Ok(())
    }

    /// Reads a text with what is inserted into it.
    fn read(&mut self, mut text: Text<'_>, due: &mut Due<'_>) -> Result<(), String> {
        loop {
            let start = self.point();
            let left = self.take(text, due)?;
            let point = self.point();
            let (token, character) = self.pending_bytes();
            let taken = self.found.raw.len() as u64 + token + character;
            ensure!(point == taken, "text is inserted at {point} and not at {taken}");
            if let Text::Inserted(inserted) = text {
                let taken = &inserted[..inserted.len() - left.map_or(0, <[u8]>::len)];
                ensure!(point - start == taken.len() as u64, "{taken:?} is {} bytes", point - start);
                self.inserted.push((start, taken.into()));
            }
            let Some(left) = left else {
                // Nothing comes after the end.
                return if matches!(text, Text::Chunk { last: true, .. }) {
                    Ok(())
                } else {
                    self.insert(due)
                };
            };
            ensure!(
                (token, character) == (0, 0),
                "a token has ended, and more is kept: {token}, {character}"
            );
            text = match text {
                Text::Chunk { last, .. } => Text::Chunk { bytes: left, last },
                Text::Inserted(inserted) => Text::Inserted(&inserted[inserted.len() - left.len()..]),
            };
            self.insert(due)?;
        }
    }

    /// Takes tokens until something is to be inserted, and gives what is left of the text then.
    fn take<'c>(&mut self, text: Text<'c>, due: &mut Due<'_>) -> Result<Option<&'c [u8]>, String> {
        match (&mut self.reader, text) {
            (Reader::Feeding(tokenizer), Text::Chunk { bytes, last: false }) => {
                take(tokenizer.feed(bytes), false, &mut self.found, due, |_, _| {})
            }
            (Reader::Feeding(tokenizer), Text::Chunk { bytes, last: true }) => {
                take(tokenizer.feed_last(bytes), true, &mut self.found, due, |_, _| {})
            }
            (Reader::Feeding(tokenizer), Text::Inserted(text)) => {
                take(tokenizer.feed(text.as_bytes()), false, &mut self.found, due, |_, _| {})
            }
            (Reader::Inserting(stream), text) => {
                let (tokens, last) = match text {
                    Text::Inserted(text) => (stream.insert(text), false),
                    Text::Chunk { bytes, last: false } => (stream.feed(bytes), false),
                    Text::Chunk { bytes, last: true } => (stream.feed_last(bytes), true),
                };
                let (sources, places) = (&mut self.sources, &mut self.places);
                take(tokens, last, &mut self.found, due, |tokens, seen| match seen {
                    Seen::Error(offset) => places.push((offset, false, tokens.locate(offset))),
                    Seen::Token { spans, is_cut } => {
                        for offset in spans.iter().flat_map(|span| [span.start, span.end]) {
                            places.push((offset, is_cut, tokens.locate(offset)));
                        }
                        sources.extend(spans.into_iter().map(|span| (span, tokens.source_span(span))));
                    }
                })
            }
        }
    }

    fn tokenizer(&self) -> &Tokenizer {
        match &self.reader {
            Reader::Feeding(tokenizer) | Reader::Inserting(tokenizer) => tokenizer,
        }
    }

    /// Where text is inserted that comes now, as the documentation has it.
    fn point(&self) -> u64 {
        self.tokenizer().position() + self.pending_bytes().1
    }

    /// How many bytes are kept of a token and of a character.
    fn pending_bytes(&self) -> (u64, u64) {
        let (token, character) = self.tokenizer().pending_bytes();
        (token.len() as u64, character.len() as u64)
    }

    /// The input with all that was inserted at its place.
    fn splice(&self, input: &[u8]) -> Vec<u8> {
        let (mut text, mut rest) = (Vec::new(), input);
        for (offset, inserted) in &self.inserted {
            let (before, behind) = rest.split_at(*offset as usize - text.len());
            text.extend_from_slice(before);
            text.extend_from_slice(inserted.as_bytes());
            rest = behind;
        }
        [&text, rest].concat()
    }

    /// Where inserted text lies. What touches is one.
    fn inserted_spans(&self) -> Vec<(u64, u64)> {
        let mut spans: Vec<(u64, u64)> = Vec::new();
        for (offset, text) in self.inserted.iter().filter(|(_, text)| !text.is_empty()) {
            let end = offset + text.len() as u64;
            match spans.last_mut() {
                Some(last) if last.1 == *offset => last.1 = end,
                _ => spans.push((*offset, end)),
            }
        }
        spans
    }
}

/// Where a span comes from; `None` if something in it was inserted, or it lies in what was.
fn source_span(span: Span, inserted: &[(u64, u64)], input: &mut Input) -> Option<Span> {
    let before = inserted.partition_point(|(_, end)| *end <= span.start);
    if inserted.get(before).is_some_and(|(start, _)| *start < span.end) {
        return None;
    }
    let length: u64 = inserted[..before].iter().map(|(start, end)| end - start).sum();
    Some(Span {
        start: input.source_offset(span.start - length)?,
        end: input.source_offset(span.end - length)?,
    })
}

/// The queries on a stream.
enum Seen {
    /// A token: its span and those of its parts, and whether a limit has truncated it.
    Token { spans: Vec<Span>, is_cut: bool },
    /// A parse error at this offset.
    Error(u64),
}

/// Takes tokens until something is to be inserted, and gives what is left then.
fn take<'c>(
    mut tokens: Tokens<'_, &'c [u8]>,
    last: bool,
    found: &mut Stream,
    due: &mut Due<'_>,
    mut see: impl FnMut(&Tokens<'_, &'c [u8]>, Seen),
) -> Result<Option<&'c [u8]>, String> {
    loop {
        let next = tokens.next_token().map_err(|failure| format!("no failure was due: {failure}"))?;
        let Some(token) = next else {
            ensure!(
                tokens.remaining().is_empty(),
                "{} is left of a chunk",
                tokens.remaining().escape_ascii()
            );
            due.come();
            return Ok(None);
        };
        let is_error = matches!(token, Token::Error(_));
        let (is_text, is_tag) =
            (matches!(token, Token::Text(_)), matches!(token, Token::StartTag(_) | Token::EndTag(_)));
        let span = token.span();
        let spans = std::iter::once(span).chain(parts(token)?).collect();
        let is_cut = token.missing_bytes() > 0;
        found.push(token)?;
        see(&tokens, if is_error { Seen::Error(span.start) } else { Seen::Token { spans, is_cut } });
        // The end of the input completes comments and all else but tags, and nothing can be inserted after it.
        let may_be_the_end = last && !is_tag && tokens.remaining().is_empty();
        if !is_error && !is_text && !may_be_the_end && due.come() {
            return Ok(Some(tokens.into_remaining()));
        }
    }
}
