//! Checks the run in one chunk by the input, the decoder and a naive count of lines.

use tagspan::{Encoding, LimitAction, LineColumn, Span};

use super::case::{Case, Ending};
use super::observed::{Observed, Seen};
use super::settings::{DEPTH, Known};
use crate::checks::places;
use crate::trace::ensure;

/// Encodings in which the source of a token does not always decode by itself.
const WITH_STATE: &[&str] = &["ISO-2022-JP", "gb18030", "GBK", "replacement"];

pub(super) fn hold(case: &Case, observed: &Observed) -> Result<(), String> {
    ends(case, observed)?;
    lines(case, observed)?;
    hold_pieces(case, observed)?;
    if observed.has_written || observed.end.late.is_some_and(|(_, outcome, _)| outcome.as_str() == "switched")
    {
        return Ok(());
    }
    partition(case, observed)?;
    sources(case, observed)
}

/// A limit of bytes acts if the page is longer. An end that comes early marks the last token, and no other.
fn ends(case: &Case, observed: &Observed) -> Result<(), String> {
    let has_failed = observed.end.failure.is_some();
    let beyond = case.settings.max_bytes.filter(|&(bytes, _)| bytes < case.page.len() as u64);
    let is_full = matches!(beyond, Some((_, LimitAction::Truncate))) && !has_failed;
    ensure!(observed.end.full == is_full, "full: {}, and not {is_full}", observed.end.full);
    let is_to_fail = matches!(beyond, Some((_, LimitAction::Fail)));
    ensure!(has_failed || !is_to_fail, "no failure beyond the limit of bytes");
    if has_failed {
        return Ok(());
    }
    let is_early = is_full || case.ending == Ending::Truncated;
    let marked = observed.seen.iter().filter(|seen| seen.truncated).count();
    if observed.has_written {
        ensure!(marked > 0 || !is_early, "no token says that the input was cut short");
        return Ok(());
    }
    let last = observed.seen.iter().rfind(|seen| !seen.is_error());
    ensure!(
        !is_early || last.is_some_and(|last| last.truncated),
        "the last token does not say that the input was cut short: {last:?}"
    );
    let mut limits = case.settings.limits.iter().enumerate().filter(|&(index, _)| index != DEPTH);
    let may_mark = limits.any(|(_, limit)| limit.is_some_and(|(_, action)| action != LimitAction::Fail));
    ensure!(
        may_mark || marked == usize::from(is_early),
        "{marked} tokens are truncated, where no limit by kind does it and the end is early: {is_early}"
    );
    Ok(())
}

/// The places of pieces of text and of skipped bytes are those of a naive count, however the text was split into pieces.
pub(super) fn hold_pieces(case: &Case, observed: &Observed) -> Result<(), String> {
    let Some(expected) = naive_places(case, observed) else { return Ok(()) };
    for &(offset, found) in &observed.joined {
        let wanted = expected.get(offset as usize).copied().flatten();
        let is_inserted = found.is_none() && observed.has_written;
        ensure!(
            is_inserted || wanted.is_none() || found == wanted,
            "the piece at {offset} is at {found:?} and not at {wanted:?}"
        );
    }
    Ok(())
}

/// The place of each offset by a naive count, where nothing is missing.
fn naive_places(case: &Case, observed: &Observed) -> Option<Vec<Option<LineColumn>>> {
    let unit = case.settings.locate?;
    let has_mark = observed.raw.starts_with(b"\xEF\xBB\xBF");
    (observed.missing == 0 && !has_mark).then(|| places(&observed.raw, unit))
}

/// The bytes of tokens are the decoded source, up to a failure.
fn partition(case: &Case, observed: &Observed) -> Result<(), String> {
    let Some(encoding) = observed.end.encoding else { return Ok(()) };
    let read = case.settings.max_bytes.map_or(usize::MAX, |(bytes, _)| bytes as usize).min(case.page.len());
    let decoded = decode(encoding, &case.page[..read]);
    let total = observed.raw.len() as u64 + observed.missing;
    let is_whole = observed.end.failure.is_none();
    ensure!(
        if is_whole { total == decoded.len() as u64 } else { total <= decoded.len() as u64 },
        "tokens have {total} bytes of {}",
        decoded.len()
    );
    if observed.missing == 0 {
        ensure!(decoded.starts_with(&observed.raw), "tokens have other bytes than the decoded source");
    }
    Ok(())
}

/// The decoded bytes, with the byte order mark that decided as three bytes. UTF-8 is unchanged.
fn decode(encoding: &'static Encoding, bytes: &[u8]) -> Vec<u8> {
    let (mark, rest) = match Encoding::for_bom(bytes) {
        Some((marked, length)) if marked == encoding => (&b"\xEF\xBB\xBF"[..], &bytes[length..]),
        _ => (&b""[..], bytes),
    };
    if encoding.name() == "UTF-8" {
        return bytes.to_vec();
    }
    let (text, _) = encoding.decode_without_bom_handling(rest);
    [mark, text.as_bytes()].concat()
}

/// The source of each token decodes to the token, and those of neighbours touch.
fn sources(case: &Case, observed: &Observed) -> Result<(), String> {
    let Some(encoding) = observed.end.encoding else { return Ok(()) };
    let is_utf8 = encoding.name() == "UTF-8";
    if !(case.settings.source_offsets || is_utf8) {
        return Ok(());
    }
    let mut at = 0;
    for seen in &observed.seen {
        let wrong_of = |what: &str| format!("{what} of {seen:?}");
        let source = seen.source[0].ok_or_else(|| wrong_of("no source"))?;
        if seen.is_error() {
            continue;
        }
        ensure!(
            source.start == at && source.end as usize <= case.page.len(),
            "{} after {at}",
            wrong_of("source")
        );
        at = source.end;
        if seen.missing > 0 && !is_utf8 {
            continue;
        }
        for (span, source) in std::iter::once(&seen.span).chain(&seen.parts).zip(&seen.source) {
            let source = source.ok_or_else(|| wrong_of("no source of a part"))?;
            let start = (span.start as usize).checked_sub(before(observed, span.start) as usize);
            let is_missing = seen.missing > 0;
            let is_stateful = WITH_STATE.contains(&encoding.name())
                || matches!(case.settings.known, Known::Declared("replacement"));
            if is_missing || is_stateful || span.end > observed.raw.len() as u64 + observed.missing {
                continue;
            }
            let start = start.ok_or_else(|| wrong_of("a part before its token"))?;
            let expected = &observed.raw[start..start + span.len() as usize];
            let Span { start, end } = source;
            let bytes = &case.page[start as usize..end as usize];
            let decoded = if start == 0 {
                decode(encoding, bytes)
            } else if is_utf8 {
                bytes.to_vec()
            } else {
                encoding.decode_without_bom_handling(bytes).0.as_bytes().to_vec()
            };
            ensure!(decoded == expected, "{} at {span}: {source}", wrong_of("another source"));
        }
    }
    Ok(())
}

/// How many bytes limits left out before the offset, of tokens that end before it.
fn before(observed: &Observed, offset: u64) -> u64 {
    let ended = observed.seen.iter().filter(|seen| !seen.is_error() && seen.span.end <= offset);
    ended.map(|seen| seen.missing).sum()
}

/// Lines and columns are those of a naive count, where nothing is missing.
fn lines(case: &Case, observed: &Observed) -> Result<(), String> {
    let Some(expected) = naive_places(case, observed) else { return Ok(()) };
    for seen in &observed.seen {
        let offsets = std::iter::once(seen.span.start).chain(seen.parts.iter().map(|part| part.start));
        for (offset, found) in offsets.zip(&seen.places) {
            let wanted = expected.get(offset as usize).copied().flatten();
            let is_error_beyond = seen.is_error() && wanted.is_none();
            // Inserted text has no places of its own cursor.
            let is_inserted = found.is_none() && observed.has_written;
            ensure!(
                is_error_beyond || is_inserted || *found == wanted,
                "{offset} of {seen:?} is at {found:?} and not at {wanted:?}"
            );
        }
    }
    Ok(())
}

impl Seen {
    pub(super) fn is_error(&self) -> bool {
        matches!(self.item, crate::trace::Item::Event(tagspan_reference::EventKind::Error(_)))
    }
}
