//! The invariants for undecoded bytes: the tokens of a tokenizer with a decoder in front.

use tagspan::Tokenizer as Decoding;

use crate::case::Case;
use crate::run::End;
use crate::settings;
use crate::trace::{Stream, ensure};

/// Encodings whose sequences a chunk can split in ways of their own.
const LABELS: [&str; 5] = ["utf-8", "utf-16le", "gb18030", "iso-2022-jp", "windows-1252"];

/// Compares the case's chunks with the whole input, whose bytes are read as UTF-8 and as another encoding that
/// the input's length picks. As UTF-8, and without a byte order mark, the tokens are the tokenizer's.
pub(crate) fn chunks(case: &Case, parse_errors: bool, expected: &Stream) -> Result<(), String> {
    let other = LABELS[case.input.len() % LABELS.len()];
    let cut: Vec<&[u8]> = case.chunks().collect();
    for label in ["utf-8", other] {
        let context = |what| case.wrong(format_args!("a stream of {label}, errors {parse_errors}: {what}"));
        let mut stream = build(case, label, parse_errors);
        let whole = run(&mut stream, &[&case.input], End::WithChunk).map_err(context)?;
        if label == "utf-8" && !has_mark(&case.input) {
            whole.same_as(expected).map_err(context)?;
        }
        for end in End::ALL {
            stream.reset();
            run(&mut stream, &cut, end).and_then(|found| found.same_as(&whole)).map_err(context)?;
        }
    }
    Ok(())
}

fn build(case: &Case, label: &str, parse_errors: bool) -> Decoding {
    let builder = settings::of_stream(&case.options).parse_errors(parse_errors);
    builder.charset(label).expect("the standard has the label").build()
}

/// Whether a byte order mark decides otherwise.
fn has_mark(input: &[u8]) -> bool {
    [&b"\xEF\xBB\xBF"[..], b"\xFE\xFF", b"\xFF\xFE"].iter().any(|mark| input.starts_with(mark))
}

/// Feeds the chunks and declares the end.
fn run(stream: &mut Decoding, chunks: &[&[u8]], end: End) -> Result<Stream, String> {
    let mut found = Stream::new();
    let mut take = |mut tokens: tagspan::Tokens<'_, &[u8]>| {
        while let Some(token) = tokens.next_token().map_err(|failure| failure.to_string())? {
            found.push(token)?;
        }
        ensure!(tokens.remaining().is_empty(), "{} is left of a chunk", tokens.remaining().escape_ascii());
        Ok(())
    };
    for (index, chunk) in chunks.iter().enumerate() {
        let last = end == End::WithChunk && index + 1 == chunks.len();
        take(if last { stream.feed_last(chunk) } else { stream.feed(chunk) })?;
    }
    if end == End::Apart {
        take(stream.finish())?;
    }
    let kept = stream.pending_bytes();
    ensure!(kept == (&[], &[]), "kept beyond the end: {kept:?}");
    Ok(found)
}
