//! Check: tokens partition the source, and the source of each part decodes to its text (I3).

use std::borrow::Cow;

use tagspan::{Encoding, EncodingOptions, LateDeclarations, Tokenizer, Tokens};
use tagspan_core::{ErrorKind, Span, Token};

use crate::case::Case;
use crate::run::End;
use crate::settings;
use crate::trace::{ensure, parts};

/// Which late declarations are followed, how much of the source is kept for that, and whether parse errors are asked
/// for.
const WAYS: [(LateDeclarations, usize, bool); 4] = [
    (LateDeclarations::Follow, 1 << 16, true),
    (LateDeclarations::Follow, 1 << 16, false),
    (LateDeclarations::Follow, 8, true),
    (LateDeclarations::Report, 1 << 16, false),
];

/// Reads the input with what is known of its encoding, and holds the source span of every token and of every part of
/// one to four things: it is known; those of tokens that follow one another touch, from the first byte of the source
/// to the last that makes text; it decodes to the bytes of the token or the part, from the state in which the decoder
/// is there; and it is the same in the case's chunks, with pauses, and in one chunk. So too for parse errors.
///
/// Late declarations are followed or not. Tokens that a restart made void are forgotten.
///
/// # Errors
///
/// The fault.
///
/// # Examples
///
/// ```
/// use tagspan::{Encoding, EncodingOptions};
/// use testing::{case::Case, checks::source_spans};
///
/// let shift_jis = EncodingOptions::new().encoding(Encoding::for_label(b"shift_jis").unwrap());
/// let case = Case::new(b"\x93\xFA<a title=\x96\x7B>", [1, 11], Default::default());
/// source_spans(&case, &shift_jis).unwrap();
/// ```
pub fn source_spans(case: &Case, encoding: &EncodingOptions) -> Result<(), String> {
    let source = &case.input[..];
    let cut: Vec<&[u8]> = case.chunks().collect();
    for (policy, limit, parse_errors) in WAYS {
        let wrong = |how: &str, what: String| {
            case.wrong(format_args!(
                "{encoding:?}\n{how}, errors {parse_errors}, {policy:?} within {limit} bytes: {what}"
            ))
        };
        let builder = settings::of_stream(&case.options).encoding_options(encoding.clone());
        let builder = builder.late_declarations(policy).replay_limit(limit).parse_errors(parse_errors);
        let mut stream = builder.source_offsets(true).build();
        let whole = follow(&mut stream, source, &[source], End::WithChunk, false)
            .map_err(|what| wrong("whole", what))?;
        for (end, pause) in [(End::WithChunk, false), (End::Apart, false), (End::WithChunk, true)] {
            stream.reset();
            follow(&mut stream, source, &cut, end, pause)
                .and_then(|found| found.same_as(&whole))
                .map_err(|what| wrong(&format!("cut, end {end:?}, pauses {pause}"), what))?;
        }
    }
    Ok(())
}

/// The same for a long source, as a browser would read it, in chunks of these sizes. Gives the number of tokens.
///
/// # Errors
///
/// The fault.
///
/// # Examples
///
/// ```
/// use tagspan::EncodingOptions;
/// use testing::checks::source_spans_in;
///
/// let page = b"<meta charset=koi8-r><p>\xC1<p>";
/// assert_eq!(source_spans_in(page, &EncodingOptions::new(), &[1, 7]), Ok(4));
/// ```
pub fn source_spans_in(source: &[u8], encoding: &EncodingOptions, sizes: &[usize]) -> Result<usize, String> {
    let builder = Tokenizer::builder().encoding_options(encoding.clone());
    let builder = builder.late_declarations(LateDeclarations::Follow).source_offsets(true);
    let (mut loud, mut quiet) = (builder.clone().parse_errors(true).build(), builder.build());
    let follow = |stream: &mut Tokenizer, chunks: &[&[u8]], pause| {
        stream.reset();
        follow(stream, source, chunks, End::Apart, pause)
    };
    let whole = follow(&mut loud, &[source], false).map_err(|what| format!("whole: {what}"))?;
    for (size, pause) in sizes.iter().flat_map(|&size| [(size, false), (size, true)]) {
        let chunks: Vec<&[u8]> = source.chunks(size).collect();
        // One of both with parse errors.
        let (stream, mut expected) =
            if pause { (&mut quiet, whole.clone()) } else { (&mut loud, whole.clone()) };
        if pause {
            expected.errors.clear();
        }
        follow(stream, &chunks, pause)
            .and_then(|found| found.same_as(&expected))
            .map_err(|what| format!("chunks of {size}, pauses {pause}: {what}"))?;
    }
    Ok(whole.tokens.len())
}

/// A token and its source: spans of the token and of its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Placed {
    is_text: bool,
    span: Span,
    source: Span,
    parts: Vec<Span>,
}

/// The tokens of a source. Adjacent text is joined.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Found {
    tokens: Vec<Placed>,
    /// The offsets of parse errors, and where they lie in the source.
    errors: Vec<(u64, u64)>,
}

impl Found {
    fn same_as(&self, expected: &Found) -> Result<(), String> {
        let same = self.tokens.iter().zip(&expected.tokens).take_while(|(one, other)| one == other).count();
        let (found, wanted) = (self.tokens.get(same), expected.tokens.get(same));
        ensure!(found == wanted, "token {same}\nfound      {found:?}\nexpected   {wanted:?}");
        ensure!(self.errors == expected.errors, "errors {:?} and not {:?}", self.errors, expected.errors);
        Ok(())
    }
}

/// Feeds the chunks, which are those of the source, and again if that is requested. With `pause` the cursor is left
/// after every token.
fn follow(
    stream: &mut Tokenizer,
    source: &[u8],
    chunks: &[&[u8]],
    end: End,
    pause: bool,
) -> Result<Found, String> {
    let mut sources = Sources::new(source);
    let apart = (end == End::Apart || chunks.is_empty()).then_some(None);
    let mut restarts = 0;
    'again: loop {
        let mut calls = chunks.iter().map(|chunk| Some(*chunk)).chain(apart).peekable();
        while let Some(chunk) = calls.next() {
            let last = calls.peek().is_none();
            let mut rest = chunk.unwrap_or_default();
            'chunk: loop {
                let mut tokens = match chunk {
                    None => stream.finish(),
                    Some(_) if last => stream.feed_last(rest),
                    Some(_) => stream.feed(rest),
                };
                loop {
                    let taken = tokens.next_token().map(|token| token.map(Taken::new));
                    match taken {
                        Ok(None) => break 'chunk,
                        Ok(Some(taken)) => sources.take(&mut tokens, taken?)?,
                        Err(error) => {
                            let ErrorKind::Restart { feed_again } = error.kind() else {
                                return Err(error.to_string());
                            };
                            restarts += 1;
                            ensure!(restarts == 1, "it begins anew for ever");
                            sources.begin();
                            if feed_again {
                                continue 'again;
                            }
                        }
                    }
                    if pause {
                        rest = tokens.into_remaining();
                        continue 'chunk;
                    }
                }
            }
        }
        return sources.finish(stream.encoding_decision().map(|decision| decision.encoding()));
    }
}

/// A token that lets go of the cursor.
struct Taken {
    is_text: bool,
    is_error: bool,
    span: Span,
    raw: Vec<u8>,
    parts: Vec<Span>,
}

impl Taken {
    fn new(token: Token<'_>) -> Result<Taken, String> {
        Ok(Taken {
            is_text: matches!(token, Token::Text(_)),
            is_error: matches!(token, Token::Error(_)),
            span: token.span(),
            raw: token.raw().to_vec(),
            parts: parts(token)?,
        })
    }
}

/// Answers what a stream is asked.
trait Answers {
    fn encoding(&self) -> Option<&'static Encoding>;
    fn source_span(&mut self, span: Span) -> Option<Span>;
}

impl Answers for Tokens<'_, &[u8]> {
    fn encoding(&self) -> Option<&'static Encoding> {
        self.encoding_decision().map(|decision| decision.encoding())
    }

    fn source_span(&mut self, span: Span) -> Option<Span> {
        Tokens::source_span(self, span)
    }
}

/// Takes the tokens of a source one after the other.
struct Sources<'s> {
    reader: Reader<'s>,
    found: Found,
    /// Where the last token ended.
    decoded: u64,
    /// The same in the source.
    at: u64,
}

impl<'s> Sources<'s> {
    fn new(source: &'s [u8]) -> Self {
        Sources { reader: Reader::new(source), found: Found::default(), decoded: 0, at: 0 }
    }

    /// All so far is void.
    fn begin(&mut self) {
        self.found = Found::default();
        (self.decoded, self.at) = (0, 0);
        self.reader.encoding = None;
    }

    fn take(&mut self, stream: &mut impl Answers, taken: Taken) -> Result<(), String> {
        let Taken { is_text, is_error, span, raw, parts } = taken;
        let encoding = stream.encoding().ok_or("a token before the encoding is decided")?;
        // Whichever decoder takes over begins with what comes next.
        self.reader.read_as(encoding, self.at);
        let mut ask = |span: Span| {
            let found =
                stream.source_span(span).ok_or_else(|| format!("the source of {span} is not known"))?;
            let length = self.reader.source.len() as u64;
            ensure!(found.start <= found.end && found.end <= length, "{span} has the source {found}");
            Ok(found)
        };
        let source = ask(span)?;
        if is_error {
            ensure!(
                source.is_empty() && source.start >= self.at,
                "the error at {span} has the source {source}"
            );
            self.found.errors.push((span.start, source.start));
            return Ok(());
        }
        ensure!(
            (span.start, source.start) == (self.decoded, self.at),
            "{span} of {source} follows {} of {}",
            self.decoded,
            self.at
        );
        self.reader.check(source, &raw)?;
        let mut sources = Vec::new();
        for part in parts {
            let found = ask(part)?;
            ensure!(source.start <= found.start && found.end <= source.end, "{part} of {found} is no part");
            let range = (part.start - span.start) as usize..(part.end - span.start) as usize;
            self.reader.check(found, &raw[range])?;
            sources.push(found);
        }
        if !self.reader.is_utf_8()
            && let Some(within) = (1..raw.len()).find(|&index| raw[index] & 0xC0 == 0x80)
        {
            let within = Span { start: span.start + within as u64, end: span.end };
            ensure!(stream.source_span(within).is_none(), "{within} begins within a character");
        }
        let beyond = Span { start: span.start, end: span.end + (1 << 40) };
        ensure!(stream.source_span(beyond).is_none(), "{beyond} is beyond all");
        (self.decoded, self.at) = (span.end, source.end);
        match self.found.tokens.last_mut() {
            Some(last) if last.is_text && is_text => {
                (last.span.end, last.source.end) = (span.end, source.end);
            }
            _ => self.found.tokens.push(Placed { is_text, span, source, parts: sources }),
        }
        Ok(())
    }

    /// The rest of the source must be bytes that decode to no text.
    fn finish(self, encoding: Option<&'static Encoding>) -> Result<Found, String> {
        let Sources { mut reader, found, at, .. } = self;
        reader.read_as(encoding.ok_or("the encoding is never decided")?, at);
        reader.check_rest(at)?;
        Ok(found)
    }
}

/// The state that a decoder of ISO-2022-JP may be in: the escape sequence, a character, and what it decodes to.
const CHARSETS: [(&[u8; 3], &str, &str); 5] = [
    (b"\x1B(B", "!", "!"),
    (b"\x1B(J", "!", "!"),
    (b"\x1B(I", "!", "\u{FF61}"),
    (b"\x1B$@", "!!", "\u{3000}"),
    (b"\x1B$B", "!!", "\u{3000}"),
];

/// Decodes parts of a source.
struct Reader<'s> {
    source: &'s [u8],
    /// That of the decoder at work, and where in the source it began.
    encoding: Option<&'static Encoding>,
    origin: u64,
    /// Where the escape sequences of ISO-2022-JP begin, and which they are. No byte of one is an escape but the first,
    /// which is never part of a character: so they are found without decoding.
    escapes: Vec<(u64, usize)>,
}

impl<'s> Reader<'s> {
    fn new(source: &'s [u8]) -> Self {
        let charset = |bytes: &[u8]| CHARSETS.iter().position(|(escape, ..)| escape[..] == *bytes);
        let escapes = source.windows(3).enumerate();
        let escapes = escapes
            .filter(|(_, bytes)| bytes[0] == 0x1B)
            .filter_map(|(at, bytes)| Some((at as u64, charset(bytes)?)));
        Reader { source, encoding: None, origin: 0, escapes: escapes.collect() }
    }

    /// The encoding from this offset on, if it is another than before.
    fn read_as(&mut self, encoding: &'static Encoding, origin: u64) {
        if self.encoding.replace(encoding) != Some(encoding) {
            self.origin = origin;
        }
    }

    fn name(&self) -> &'static str {
        self.encoding.map_or("", |encoding| encoding.name())
    }

    fn is_utf_8(&self) -> bool {
        self.name() == "UTF-8"
    }

    fn bytes(&self, span: Span) -> &'s [u8] {
        &self.source[span.start as usize..span.end as usize]
    }

    /// Whether the bytes of this span decode to `expected`.
    fn check(&self, span: Span, expected: &[u8]) -> Result<(), String> {
        let bytes = self.bytes(span);
        let difference = |found: &[u8]| {
            let [bytes, found, expected] = [bytes, found, expected].map(<[u8]>::escape_ascii);
            format!("{}: {span} is b\"{bytes}\", or \"{found}\", and not \"{expected}\"", self.name())
        };
        let Some(encoding) = self.encoding.filter(|_| !self.is_utf_8()) else {
            ensure!(bytes == expected, "{}", difference(bytes));
            return Ok(());
        };
        let found = match self.name() {
            "ISO-2022-JP" => Cow::Owned(self.iso_2022_jp(encoding, span)),
            // The exception that is documented: `81 30` is one error at the end of the source, and something else before
            // most bytes.
            "GBK" | "gb18030" if span.end < self.source.len() as u64 => {
                let found = encoding.decode_without_bom_handling(&[bytes, b"<"].concat()).0.into_owned();
                Cow::Owned(found.strip_suffix('<').map(str::to_owned).unwrap_or(found))
            }
            _ => encoding.decode_without_bom_handling(bytes).0,
        };
        // An escape sequence belongs to what follows it, unless it is the second of two, which are an error.
        let before = self.escapes.partition_point(|&(at, _)| at + 3 < span.end);
        let ends_with_escape = self.name() == "ISO-2022-JP"
            && !span.is_empty()
            && self.escapes.get(before).is_some_and(|&(at, _)| at + 3 == span.end);
        if ends_with_escape && !expected.is_empty() && !expected.ends_with("\u{FFFD}".as_bytes()) {
            return Err(difference(found.as_bytes()) + ": it ends with an escape sequence");
        }
        ensure!(found.as_bytes() == expected, "{}", difference(found.as_bytes()));
        Ok(())
    }

    /// Decodes the bytes of this span with a decoder in the state that it has there.
    fn iso_2022_jp(&self, encoding: &'static Encoding, span: Span) -> String {
        let bytes = self.bytes(span);
        let decode = |bytes: &[u8]| encoding.decode_without_bom_handling(bytes).0.into_owned();
        let before = self.escapes.partition_point(|&(at, _)| at + 3 <= span.start);
        match self.escapes[..before].last().filter(|(at, _)| *at >= self.origin) {
            None => decode(bytes),
            Some(&(at, charset)) => {
                let (escape, character, text) = CHARSETS[charset];
                if at + 3 == span.start {
                    // Another escape here would be an error.
                    return decode(&[&escape[..], bytes].concat());
                }
                let found = decode(&[&escape[..], character.as_bytes(), bytes].concat());
                found.strip_prefix(text).expect("the character is mapped").to_owned()
            }
        }
    }

    /// Whether nothing is left of the source from this offset on that makes text.
    fn check_rest(&self, at: u64) -> Result<(), String> {
        if self.name() == "replacement" && at == self.origin + 1 {
            return Ok(());
        }
        self.check(Span { start: at, end: self.source.len() as u64 }, b"")
            .map_err(|what| format!("no token has the rest: {what}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A stream that knows of spans what a table says.
    struct Table {
        encoding: &'static str,
        /// The decoded offset and that in the source.
        offsets: &'static [(u64, u64)],
    }

    impl Answers for Table {
        fn encoding(&self) -> Option<&'static Encoding> {
            Encoding::for_label(self.encoding.as_bytes())
        }

        fn source_span(&mut self, span: Span) -> Option<Span> {
            let find =
                |wanted: u64| self.offsets.iter().find(|(offset, _)| *offset == wanted).map(|found| found.1);
            Some(Span { start: find(span.start)?, end: find(span.end)? })
        }
    }

    /// Text after text, each of so many decoded bytes.
    fn check(
        source: &[u8],
        encoding: &'static str,
        texts: &[&str],
        offsets: &'static [(u64, u64)],
    ) -> Result<(), String> {
        let mut sources = Sources::new(source);
        let mut start = 0;
        for text in texts {
            let span = Span { start, end: start + text.len() as u64 };
            start = span.end;
            let taken = Taken {
                is_text: true,
                is_error: false,
                span,
                raw: text.as_bytes().to_vec(),
                parts: vec![span],
            };
            sources.take(&mut Table { encoding, offsets }, taken)?;
        }
        sources.finish(Encoding::for_label(encoding.as_bytes())).map(|_| ())
    }

    #[test]
    fn what_is_wrong_is_noticed() {
        const JIS: &[u8] = b"\x1B$B$\"$\"\x1B(B<\x1B(B";
        for (right, source, encoding, texts, offsets) in [
            (true, &b"ab"[..], "utf-8", &["a", "b"][..], &[(0, 0), (1, 1), (2, 2)][..]),
            (false, b"ab", "utf-8", &["a"], &[(0, 0), (1, 1)]),
            (false, b"ab", "utf-8", &["b", "a"], &[(0, 0), (1, 1), (2, 2)]),
            (false, b"ab", "utf-8", &["a", "b"], &[(0, 0), (1, 1)]),
            (false, b"ab", "utf-8", &["a", "b"], &[(0, 0), (1, 2), (2, 2)]),
            (true, b"\x93\xFA<", "shift_jis", &["日", "<"], &[(0, 0), (3, 2), (4, 3)]),
            (false, b"\x93\xFA<", "shift_jis", &["日", "<"], &[(0, 0), (1, 0), (3, 2), (4, 3)]),
            (false, b"\x93\xFA<", "shift_jis", &["日", "<"], &[(0, 0), (3, 1), (4, 3)]),
            (false, b"\x93\xFA<", "shift_jis", &["日"], &[(0, 0), (3, 2)]),
            (true, b"\x81\x30<", "gbk", &["\u{FFFD}0", "<"], &[(0, 0), (4, 2), (5, 3)]),
            (false, b"\x81\x30", "gbk", &["\u{FFFD}0"], &[(0, 0), (4, 2)]),
            (true, b"\x81\x30", "gbk", &["\u{FFFD}"], &[(0, 0), (3, 2)]),
            (false, b"\x81\x30<", "gbk", &["\u{FFFD}", "<"], &[(0, 0), (3, 2), (4, 3)]),
            (true, b"abc", "iso-2022-kr", &["\u{FFFD}"], &[(0, 0), (3, 1)]),
            (false, b"abc", "iso-2022-kr", &["\u{FFFD}"], &[(0, 0), (3, 2)]),
            (true, JIS, "iso-2022-jp", &["あ", "あ", "<"], &[(0, 0), (3, 5), (6, 7), (7, 11)]),
            (false, JIS, "iso-2022-jp", &["あ", "あ", "<"], &[(0, 0), (3, 5), (6, 10), (7, 11)]),
            (false, JIS, "iso-2022-jp", &["あ", "あ", "<"], &[(0, 0), (3, 4), (6, 7), (7, 11)]),
            (false, JIS, "iso-2022-jp", &["あ", "あ"], &[(0, 0), (3, 5), (6, 7)]),
        ] {
            let found = check(source, encoding, texts, offsets);
            assert_eq!(found.is_ok(), right, "{encoding} {texts:?} {offsets:?}: {found:?}");
        }
    }
}
