//! Runs that continue from written checkpoints, and must give the same tokens, parse errors and offsets.

use tagspan::{Checkpoint, Token, Tokenizer, TokenizerBuilder};

use crate::run::{End, run};
use crate::trace::{Stream, ensure, is_ambiguous, item, parts};

/// Alternative rests of the input after a stop: each leads some state elsewhere.
pub const OTHERWISE: [&[u8]; 16] = [
    b"",
    b">x",
    b"\"'>",
    b"=a b",
    b";<",
    b"-->",
    b"]]>y",
    b"p;lt;1F;",
    b"tle></script ></title a=b></svg>z",
    b" public 'a\" \"b'>",
    b"/a/><![CDATA[<i>]]>",
    b"\n\0&",
    b"\xA9\x80\x80<td><svg></p>",
    b"!--<script>--></pre>",
    b"DOCTYPE html><p><textarea>\n",
    b"<title/><table><td><svg><desc><frameset><noframes><b>",
];

/// Some of them, others each time.
fn some_otherwise<'a>(turn: usize) -> impl Iterator<Item = &'a [u8]> {
    OTHERWISE.into_iter().skip(turn % 8).step_by(8)
}

/// The checkpoint as another process reads it, which must be the same, and that of the tokenizer that continues from it, too.
///
/// # Errors
///
/// A difference between the checkpoint that was written and the one that was read.
pub fn written(checkpoint: &Checkpoint) -> Result<Checkpoint, String> {
    let json = serde_json::to_string(checkpoint).map_err(|error| error.to_string())?;
    let read: Checkpoint = serde_json::from_str(&json).map_err(|error| format!("{error}: {json}"))?;
    ensure!(read == *checkpoint, "written {checkpoint:?}\nread    {read:?}");
    let position = position(checkpoint)?;
    ensure!(self::position(&read)? == position, "another position than {position}");
    let again = restored(&read)?.checkpoint();
    if let Some(again) = again {
        ensure!(again == read, "read  {read:?}\nagain {again:?}");
    }
    Ok(read)
}

/// The tokenizer that continues.
fn restored(checkpoint: &Checkpoint) -> Result<Tokenizer, String> {
    Tokenizer::from_checkpoint(checkpoint.clone()).map_err(|error| error.to_string())
}

/// The offset of the next byte to feed.
fn position(checkpoint: &Checkpoint) -> Result<u64, String> {
    Ok(restored(checkpoint)?.source_position())
}

/// The tokens of a possible rest of the input after a checkpoint, as text, one by one.
///
/// # Errors
///
/// A token that lies elsewhere than the one before it ended.
pub fn described(checkpoint: Checkpoint, rest: &[u8], size: usize) -> Result<Vec<String>, String> {
    described_by(&mut restored(&checkpoint)?, rest, size)
}

/// The same of a tokenizer between chunks.
fn described_by(tokenizer: &mut Tokenizer, rest: &[u8], size: usize) -> Result<Vec<String>, String> {
    let mut tokens = Vec::new();
    let (pending, partial) = tokenizer.pending_bytes();
    let mut at = tokenizer.position() - pending.len() as u64 - tokenizer.missing_bytes();
    ensure!(partial.len() <= 4, "{partial:?} is no character");
    let mut tell = |token: Token<'_>| {
        if !matches!(token, Token::Error(_)) {
            ensure!(token.span().start == at, "{token:?} comes where the token at {at} should");
            ensure!(!token.raw().is_empty() || token.is_truncated(), "{token:?} is empty");
            at = token.span().end;
        }
        let ambiguous = is_ambiguous(token);
        let newline = matches!(token, Token::Text(text) if text.has_ignored_newline());
        // The parts of what was corrupted may lie anywhere within the token, but asking for them must be possible.
        let parts = parts(token);
        tokens.push(format!("{:?} {} {ambiguous} {newline} {parts:?}", item(token)?, token.span()));
        Ok(())
    };
    for chunk in rest.chunks(size).map(Some).chain([None]) {
        let mut cursor = match chunk {
            Some(chunk) => tokenizer.feed(chunk),
            None => tokenizer.finish(),
        };
        loop {
            match cursor.next_token() {
                Ok(Some(token)) => tell(token)?,
                Ok(None) => break,
                Err(failure) => {
                    tokens.push(failure.to_string());
                    return Ok(tokens);
                }
            }
        }
    }
    tokens.push(format!("{:?}", tokenizer.checkpoint()));
    Ok(tokens)
}

/// Takes a checkpoint where the first `cut` bytes end, continues from it, and compares with the whole.
fn at_byte(builder: &TokenizerBuilder, input: &[u8], cut: usize, whole: &Stream) -> Result<(), String> {
    let (before, after) = input.split_at(cut);
    let mut tokenizer = builder.clone().build();
    let mut stream = Stream::new();
    let mut tokens = tokenizer.feed(before);
    while let Some(token) = tokens.next_token().map_err(|failure| failure.to_string())? {
        stream.push(token)?;
    }
    let checkpoint = tokenizer.checkpoint().ok_or("no checkpoint between chunks")?;
    ensure!(position(&checkpoint)? == cut as u64, "{} is not the position", position(&checkpoint)?);
    let read = written(&checkpoint)?;
    // What is lost as a checkpoint is taken is lost in both, but not in the tokenizer that it was taken of.
    let mut original = Some(tokenizer);
    for rest in std::iter::once(after).chain(some_otherwise(cut)) {
        let expected = match original.take() {
            Some(mut tokenizer) => described_by(&mut tokenizer, rest, usize::MAX)?,
            None => described(checkpoint.clone(), rest, usize::MAX)?,
        };
        let found = described(read.clone(), rest, usize::MAX)?;
        ensure!(
            found == expected,
            "followed by {}\nfound    {found:#?}\nexpected {expected:#?}",
            rest.escape_ascii()
        );
    }
    go_on(read, stream, after, &[])?.same_as(whole)
}

/// The tokens of a tokenizer that continues from the checkpoint with the rest of a chunk and the chunks after it, the last
/// of which ends the input.
fn go_on(
    checkpoint: Checkpoint,
    mut stream: Stream,
    rest: &[u8],
    chunks: &[&[u8]],
) -> Result<Stream, String> {
    let mut tokenizer = restored(&checkpoint)?;
    let calls = chunks.len() + 1;
    for (index, chunk) in [rest].iter().chain(chunks).enumerate() {
        let mut tokens = if index + 1 == calls { tokenizer.feed_last(chunk) } else { tokenizer.feed(chunk) };
        while let Some(token) = tokens.next_token().map_err(|failure| failure.to_string())? {
            stream.push(token)?;
        }
    }
    let ended = written(&tokenizer.checkpoint().ok_or("no checkpoint at the end")?)?;
    let refused = restored(&ended)?.feed(b"x").next_token().is_err();
    ensure!(refused, "something was fed after the end");
    Ok(stream)
}

/// Cuts the input in two at every byte; the second part is given to a tokenizer that continues from the checkpoint. Gives
/// the number of checkpoints.
///
/// # Errors
///
/// The first difference.
pub fn at_every_byte(builder: &TokenizerBuilder, input: &[u8]) -> Result<usize, String> {
    let whole = run(&mut builder.clone().build(), &[input], End::WithChunk)?.complete()?;
    for cut in 0..=input.len() {
        at_byte(builder, input, cut, &whole).map_err(|wrong| format!("cut at {cut}: {wrong}"))?;
    }
    Ok(input.len() + 1)
}

/// Takes a checkpoint at every token and parse error of the chunks, the last of which ends the input, in the middle of
/// each cursor, and compares with what comes without it. Gives the number of checkpoints.
///
/// # Errors
///
/// The first difference.
pub fn at_every_token(builder: &TokenizerBuilder, chunks: &[&[u8]]) -> Result<usize, String> {
    let input = chunks.concat();
    let whole = run(&mut builder.clone().build(), &[&input], End::WithChunk)?.complete()?;
    let mut tokenizer = builder.clone().build();
    let (mut stream, mut taken) = (Stream::new(), 0);
    for (index, chunk) in chunks.iter().enumerate() {
        let last = index + 1 == chunks.len();
        let mut tokens = if last { tokenizer.feed_last(chunk) } else { tokenizer.feed(chunk) };
        loop {
            let checkpoint = tokens.checkpoint().ok_or("no checkpoint within a chunk")?;
            let rest = tokens.remaining();
            let wrong = |wrong: String| format!("after {taken} tokens, in chunk {index}: {wrong}");
            let read = written(&checkpoint).map_err(wrong)?;
            let after: usize = chunks[index + 1..].iter().map(|chunk| chunk.len()).sum();
            let position = (input.len() - after - rest.len()) as u64;
            ensure!(
                self::position(&checkpoint)? == position,
                "{} is not {position}",
                self::position(&checkpoint)?
            );
            for rest in some_otherwise(taken) {
                let (expected, found) = (
                    described(checkpoint.clone(), rest, usize::MAX)?,
                    described(read.clone(), rest, usize::MAX)?,
                );
                ensure!(
                    found == expected,
                    "{}",
                    wrong(format!(
                        "followed by {}\nfound    {found:#?}\nexpected {expected:#?}",
                        rest.escape_ascii()
                    ))
                );
            }
            if !(tokens.is_exhausted() && last) {
                go_on(read, stream.clone(), rest, &chunks[index + 1..])
                    .and_then(|found| found.same_as(&whole))
                    .map_err(wrong)?;
            }
            taken += 1;
            match tokens.next_token().map_err(|failure| failure.to_string())? {
                Some(token) => stream.push(token)?,
                None => break,
            }
        }
    }
    stream.same_as(&whole)?;
    Ok(taken)
}
