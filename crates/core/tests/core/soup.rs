//! Random soup of what matters to the tokenizer, in random settings and chunkings (I1, I3, I4, I5).

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use tagspan_core::{ColumnUnit, Context, LineColumn, Locator, TextMode, Token, Tokenizer, TokenizerBuilder};

use crate::harness::{End, Stream, stream};
use crate::limits::run_with;
use crate::pauses::paused;

/// What the soup is made of.
const WORDS: &[&[u8]] = &[
    b"<",
    b">",
    b"/",
    b"!",
    b"?",
    b"-",
    b"=",
    b"\"",
    b"'",
    b"&",
    b";",
    b"#",
    b"x",
    b"a",
    b"A",
    b"s",
    b"0",
    b"9",
    b"[",
    b"]",
    b"`",
    b"\0",
    b"\r",
    b"\n",
    b"\x0C",
    b" ",
    b"\x01",
    b"\x80",
    b"\xC3\xA9",
    b"\xEF\xBF\xBE",
    b"\xFF",
    b"\xC2",
    b"\xC2\x85",
    b"\xE2\x82",
    b"\xF0\x9F\x98\x80",
    b"\r\n",
    b"script",
    b"style",
    b"title",
    b"CDATA[",
    b"DOCTYPE",
    b"PUBLIC",
    b"SYSTEM",
    b"notin;",
    b"lt",
    b"&am",
    b"&#",
    b"--",
    b"<!--",
    b"-->",
    b"--!>",
    b"]]>",
    b"<![CDATA[",
    b"<!DOCTYPE ",
    b"<title>",
    b"</title",
    b"<script>",
    b"</script>",
    b"<style>",
    b"</style",
    b"<a ",
    b"</a",
    b"<?",
    b"<?a ",
    b"?>",
    b"xml",
];

#[derive(Clone, Debug)]
struct Soup {
    input: Vec<u8>,
    mode: TextMode,
    context: Context,
    cdata: bool,
    processing_instructions: bool,
    last_start_tag: &'static str,
    /// Equal cuts make empty chunks.
    cuts: Vec<usize>,
}

impl Soup {
    fn builder(&self) -> TokenizerBuilder {
        Tokenizer::builder()
            .initial_text_mode(self.mode)
            .context(self.context)
            .cdata(self.cdata)
            .last_start_tag(self.last_start_tag)
            .processing_instructions(self.processing_instructions)
    }

    fn chunks(&self) -> Vec<&[u8]> {
        self.cuts.windows(2).map(|cut| &self.input[cut[0]..cut[1]]).collect()
    }
}

fn soup() -> impl Strategy<Value = Soup> {
    (
        vec(select(WORDS), 0..40),
        prop_oneof![3 => Just(TextMode::Data), 2 => select(&TextMode::ALL[..])],
        select(&[Context::Document, Context::None][..]),
        any::<(bool, bool)>(),
        select(&["", "script", "style", "title", "a"][..]),
        vec(any::<Index>(), 0..8),
    )
        .prop_map(|(words, mode, context, (cdata, processing_instructions), last_start_tag, cuts)| {
            let input = words.concat();
            let mut cuts: Vec<usize> = cuts.iter().map(|cut| cut.index(input.len() + 1)).collect();
            cuts.extend([0, input.len()]);
            cuts.sort_unstable();
            Soup { input, mode, context, cdata, processing_instructions, last_start_tag, cuts }
        })
}

fn whole(builder: TokenizerBuilder, input: &[u8]) -> Stream {
    stream(&mut builder.build(), &[input], End::WithChunk)
}

/// The places of the errors, located on the way as chunks come.
fn located(soup: &Soup, unit: ColumnUnit) -> Vec<(u64, LineColumn)> {
    let mut tokenizer = soup.builder().parse_errors(true).build();
    let mut locator = Locator::new(unit);
    let mut places = Vec::new();
    let mut offset = 0;
    let chunks = soup.chunks();
    for (index, chunk) in chunks.iter().enumerate() {
        let last = index + 1 == chunks.len();
        let mut tokens = if last { tokenizer.tokenize(chunk) } else { tokenizer.feed(chunk) };
        while let Some(token) = tokens.next_token().expect("no limit is that low") {
            if let Token::Error(error) = token {
                places.push((error.offset(), locator.locate(error.offset(), offset, chunk)));
            }
        }
        locator.pass(offset, chunk);
        offset += chunk.len() as u64;
    }
    places
}

/// The place of an offset, counted from the start.
fn count(input: &[u8], offset: u64, unit: ColumnUnit) -> LineColumn {
    let mut place = LineColumn { line: 1, column: 1 };
    let mut last = '\0';
    for part in input[..offset as usize].utf8_chunks() {
        for character in part.valid().chars() {
            match character {
                '\n' if last == '\r' => {}
                '\n' | '\r' => place = LineColumn { line: place.line + 1, column: 1 },
                _ => {
                    place.column += match unit {
                        ColumnUnit::Bytes => character.len_utf8(),
                        ColumnUnit::CodePoints => 1,
                        ColumnUnit::Utf16 => character.len_utf16(),
                    } as u64;
                }
            }
            last = character;
        }
        if !part.invalid().is_empty() {
            place.column += if unit == ColumnUnit::Bytes { part.invalid().len() as u64 } else { 1 };
            last = '\u{FFFD}';
        }
    }
    place
}

proptest! {
    // PROPTEST_CASES in the environment overrides it.
    #![proptest_config(ProptestConfig::with_cases(4096))]

    #[test]
    fn chunks_and_errors_change_nothing(soup in soup()) {
        let loud = whole(soup.builder().parse_errors(true), &soup.input);
        let quiet = whole(soup.builder(), &soup.input);
        prop_assert_eq!(&loud.without_errors(), &quiet);
        for (errors, expected) in [(true, &loud), (false, &quiet)] {
            for end in [End::WithChunk, End::Apart] {
                let mut tokenizer = soup.builder().parse_errors(errors).build();
                prop_assert_eq!(&stream(&mut tokenizer, &soup.chunks(), end), expected);
            }
        }
    }

    #[test]
    fn decoding_first_or_last_is_the_same(soup in soup()) {
        let lossy = String::from_utf8_lossy(&soup.input);
        let loud = whole(soup.builder().parse_errors(true), &soup.input);
        let decoded = whole(soup.builder().parse_errors(true), lossy.as_bytes());
        prop_assert_eq!(loud.content(), decoded.content());
    }

    #[test]
    fn places_are_those_of_a_naive_count(soup in soup()) {
        for unit in [ColumnUnit::Bytes, ColumnUnit::CodePoints, ColumnUnit::Utf16] {
            for (offset, place) in located(&soup, unit) {
                prop_assert_eq!(place, count(&soup.input, offset, unit), "offset {} in {:?}", offset, unit);
            }
        }
    }

    #[test]
    fn limits_are_the_same_in_every_chunking(soup in soup(), limit in 0..48_u32) {
        let input = &soup.input;
        let loud = run_with(soup.builder(), input, &[input], limit, true);
        let quiet = run_with(soup.builder(), input, &[input], limit, false);
        prop_assert_eq!((&loud.0.without_errors(), loud.1), (&quiet.0, quiet.1));
        for (errors, expected) in [(true, &loud), (false, &quiet)] {
            prop_assert_eq!(&run_with(soup.builder(), input, &soup.chunks(), limit, errors), expected);
        }
    }

    #[test]
    fn pauses_change_nothing(soup in soup(), every in 1..6_usize, phase in 0..6_usize, size in 1..40_usize) {
        for errors in [false, true] {
            let expected = whole(soup.builder().parse_errors(errors), &soup.input);
            let mut tokenizer = soup.builder().parse_errors(errors).build();
            let got = paused(&mut tokenizer, &soup.input, every, phase, size);
            prop_assert_eq!(got.expect("no limit is that low"), expected);
        }
    }
}
