//! Check: the encoding is the one that the reference finds, at the same byte in every chunking (I12).

use tagspan_input::{Confidence, EncodingDecision, EncodingOptions, EncodingSource, Sniffer, sniff};
use tagspan_reference::encoding::{
    self as reference, SniffOptions, SniffingEdition, get_an_encoding, prescan_up_to,
};

use super::case::{Case, Known, options};
use crate::trace::ensure;

/// Bytes after those that decided, which must not change the result: the rest of a possible byte order
/// mark, the end of whatever may be open, and a declaration.
const ANYTHING_ELSE: &[u8] = b"\xBB\xBF\"'--><meta charset=macintosh>";

/// The byte order marks.
const MARKS: [&[u8]; 3] = [b"\xEF\xBB\xBF", b"\xFE\xFF", b"\xFF\xFE"];

/// In how many ways the sniffer runs on an input for each way of knowing something: whole, in the case's chunks, and
/// byte by byte.
pub(super) const RUNS: u64 = 3;

/// Sniffs with all that the case's options know, with nothing, and with each part of it. The encoding, how sure it
/// is and the step that decided are the reference's. The bytes that it rests on say so by themselves, and those
/// after the ones that were looked at say nothing. In one chunk, in the case's chunks and byte by byte it is decided
/// at the same byte.
///
/// # Errors
///
/// The first difference.
///
/// # Examples
///
/// ```
/// use testing::sniffing::{Case, check};
///
/// check(&Case::new("<!--><meta charset=utf-16>", [5, 7], Default::default())).unwrap();
/// ```
pub fn check(case: &Case) -> Result<(), String> {
    let mut last = None;
    for known in case.subsets() {
        check_knowing(case, &known)
            .map_err(|what| case.wrong(format_args!("with only this known: {}\n{what}", Known(&known))))?;
        last = Some(known);
    }
    let nothing = last.expect("nothing is a part of everything");
    detection(case, nothing).map_err(|what| case.wrong(format_args!("with detection: {what}")))
}

fn check_knowing(case: &Case, known: &SniffOptions) -> Result<(), String> {
    let input = &case.input[..];
    let options = options(known);
    let mut sniffer = Sniffer::new(options.clone());
    let decision = sniff(input, &options);
    equals_reference(&decision, input, known)?;
    let is_early = sniffer.look(input, false).is_some();
    rests_on(&decision, input, is_early)?;
    is_earliest(&decision, input, known, is_early)?;
    arrives(&mut sniffer, case, is_early, &decision)?;
    if is_early {
        let looked_at = decision.looked_at() as usize;
        let other = [&input[..looked_at], ANYTHING_ELSE].concat();
        equals_reference(&decision, &other, known)
            .map_err(|what| format!("with other bytes after the first {looked_at}: {what}"))?;
        let found = sniff(&other, &options);
        ensure!(
            found == decision,
            "{found:?} with other bytes after the first {looked_at}, {decision:?} before"
        );
    }
    Ok(())
}

/// Whether detection has its place among the steps, counts when it should, and finds the same however the source is
/// cut. What it finds is the affair of `chardetng`.
fn detection(case: &Case, mut nothing: SniffOptions) -> Result<(), String> {
    let input = &case.input[..];
    let picked = input.len() + case.cuts.iter().sum::<usize>();
    let shown = match picked % 3 {
        0 => EncodingOptions::DETECTION_BYTES,
        1 => input.len(),
        _ => picked % 48,
    };
    let within = if picked.is_multiple_of(5) { picked % 31 } else { EncodingOptions::DETECTION_WITHIN };
    let options = options(&nothing).detect(shown).detect_within(within);
    let mut sniffer = Sniffer::new(options.clone());
    let decision = sniff(input, &options);
    if decision.source() == EncodingSource::Detection {
        let ascii = input.iter().take_while(|byte| byte.is_ascii()).count();
        nothing.detected = get_an_encoding(decision.encoding().name());
        ensure!(ascii < input.len().min(within), "{decision:?} although all is ASCII");
        let end = input.len().min(ascii + shown);
        ensure!(decision.bytes() == (0..end as u64), "{decision:?} of {end} bytes");
        let denied = ["ISO-2022-JP", "UTF-16LE", "UTF-16BE", "replacement"];
        ensure!(!denied.contains(&decision.encoding().name()), "{decision:?}");
    } else if decision.source() == EncodingSource::Default {
        let is_ascii = input[..within.min(input.len())].is_ascii();
        ensure!(is_ascii || shown == 0, "nothing is detected within {within} bytes");
    }
    equals_reference(&decision, input, &nothing)?;
    let is_early = sniffer.look(input, false).is_some();
    arrives(&mut sniffer, case, is_early, &decision).map_err(|what| format!("{shown} bytes, {what}"))
}

fn equals_reference(decision: &EncodingDecision, input: &[u8], known: &SniffOptions) -> Result<(), String> {
    let expected = reference::sniff(input, known);
    let confidence = match expected.confidence {
        reference::Confidence::Certain => Confidence::Certain,
        reference::Confidence::Tentative => Confidence::Tentative,
        reference::Confidence::Irrelevant => Confidence::Irrelevant,
    };
    let source = match expected.source {
        reference::Source::ByteOrderMark => EncodingSource::ByteOrderMark,
        reference::Source::UserOverride => EncodingSource::Override,
        reference::Source::Transport => EncodingSource::Transport,
        reference::Source::Prescan => EncodingSource::Prescan,
        reference::Source::ParentDocument => EncodingSource::ParentDocument,
        reference::Source::Likely => EncodingSource::Likely,
        reference::Source::Detection => EncodingSource::Detection,
        reference::Source::Default => EncodingSource::Default,
        other => return Err(format!("the sniffer does not know the step {other:?}")),
    };
    ensure!(
        decision.encoding().name() == expected.encoding.name()
            && decision.confidence() == confidence
            && decision.source() == source,
        "found    {}, {}, by {}\nexpected {}, {confidence}, by {source}",
        decision.encoding().name(),
        decision.confidence(),
        decision.source(),
        expected.encoding,
    );
    Ok(())
}

/// Whether the decision comes with the first chunk that has all bytes which it looks at, or if they leave it open,
/// with the end of the source; and stays.
fn arrives(
    sniffer: &mut Sniffer,
    case: &Case,
    is_early: bool,
    expected: &EncodingDecision,
) -> Result<(), String> {
    let input = &case.input[..];
    ensure!(
        expected.looked_at() <= sniffer.limit() as u64,
        "{} bytes should do: {expected:?}",
        sniffer.limit()
    );
    for (how, ends) in [
        ("whole", &mut [input.len()].into_iter() as &mut dyn Iterator<Item = usize>),
        ("cut", &mut case.ends()),
        ("byte by byte", &mut (0..=input.len())),
    ] {
        sniffer.reset();
        for end in ends {
            let due = (is_early && end as u64 >= expected.looked_at()).then_some(*expected);
            let found = sniffer.look(&input[..end], false);
            ensure!(found == due, "{how}: after {end} bytes {found:?}, not {due:?}");
        }
        let found = sniffer.look(input, true);
        ensure!(found == Some(*expected), "{how}: at the end {found:?}, not {expected:?}");
    }
    Ok(())
}

/// Whether no byte was looked at that was not needed. What declares an encoding is held to that by [`rests_on`].
fn is_earliest(
    decision: &EncodingDecision,
    input: &[u8],
    known: &SniffOptions,
    is_early: bool,
) -> Result<(), String> {
    let due = match decision.source() {
        _ if !is_early => input.len(),
        _ if !decision.bytes().is_empty() && decision.bytes().end == decision.looked_at() => return Ok(()),
        step => {
            // Until then a byte order mark may come.
            let begins = |mark: &&[u8], end: usize| end < mark.len() && mark.starts_with(&input[..end]);
            let open = (0..input.len()).take_while(|&end| MARKS.iter().any(|mark| begins(mark, end))).count();
            let limit = match step {
                EncodingSource::Override | EncodingSource::Transport => 0,
                _ => known.prescan_limit.unwrap_or(known.edition.prescan_limit()),
            };
            limit.max(open)
        }
    };
    ensure!(decision.looked_at() == due as u64, "{due} bytes suffice: {decision:?}");
    Ok(())
}

/// Whether the bytes that the decision rests on say so by themselves, and do not without the last of them.
fn rests_on(decision: &EncodingDecision, input: &[u8], is_early: bool) -> Result<(), String> {
    let (range, looked_at) = (decision.bytes(), decision.looked_at());
    let bytes = input.get(range.start as usize..range.end as usize);
    let Some(bytes) = bytes.filter(|_| range.end <= looked_at) else {
        return Err(format!("{range:?} of {looked_at} bytes that were looked at"));
    };
    let refuse = |what: &str| Err(format!("it rests on b\"{}\" at {range:?}, {what}", bytes.escape_ascii()));
    match decision.source() {
        EncodingSource::ByteOrderMark => {
            let is_mark = MARKS.contains(&bytes) && range.start == 0;
            if !is_mark || looked_at != range.end || !is_early {
                return refuse("which is no byte order mark");
            }
        }
        EncodingSource::Prescan => {
            let is_xml = bytes.starts_with(b"<?xml");
            let is_signature = bytes.len() == 6 && bytes.contains(&0);
            if !(bytes.starts_with(b"<") || is_signature) || (is_xml || is_signature) && range.start != 0 {
                return refuse("which declares nothing");
            }
            // The `>` of an XML declaration must be there, wherever it is.
            let says = |bytes: &[u8]| {
                let closed = [bytes, if is_xml { b">" } else { b"" }].concat();
                prescan_up_to(&closed, usize::MAX, SniffingEdition::Living)
            };
            if says(bytes).map(reference::Encoding::name) != Some(decision.encoding().name()) {
                return refuse("which declares something else");
            }
            if says(&bytes[..bytes.len() - 1]).is_some() {
                return refuse("of which the last is not needed");
            }
            if !is_xml && (looked_at != range.end || !is_early) {
                return refuse("but it was not decided there");
            }
        }
        _ if !range.is_empty() => return refuse("but the caller decided"),
        _ => {}
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use tagspan_input::Encoding;

    use super::*;

    /// The right result of one source is compared with another source.
    #[test]
    fn what_is_wrong_is_noticed() {
        const RIGHT: &[u8] = b"<meta charset=koi8-r>";
        let decision = sniff(RIGHT, &EncodingOptions::new());
        let known = SniffOptions { transport: Some("koi8-r".to_owned()), ..SniffOptions::default() };
        let default = SniffOptions { prescan_limit: Some(0), ..SniffOptions::default() };
        let nothing = &SniffOptions::default();
        let arrives = |input: &[u8], is_early| {
            let case = Case::new(input, [], SniffOptions::default());
            arrives(&mut Sniffer::new(EncodingOptions::new()), &case, is_early, &decision)
        };
        // Three bytes are looked at for a mark, none for the prescan.
        let big5 = Encoding::for_label(b"big5").unwrap();
        let unmarked = sniff(b"\xEF\xBB<p>", &EncodingOptions::new().prescan_bytes(0).likely(big5));
        assert_eq!(equals_reference(&decision, RIGHT, nothing), Ok(()));
        assert_eq!(rests_on(&decision, RIGHT, true), Ok(()));
        assert_eq!(arrives(RIGHT, true), Ok(()));
        assert_eq!(is_earliest(&unmarked, b"\xEF\xBB<p>", &default, true), Ok(()));
        for (what, found) in [
            ("the encoding", equals_reference(&decision, b"<meta charset=koi8-u>", nothing)),
            ("confidence and step", equals_reference(&decision, RIGHT, &known)),
            ("the step", equals_reference(&decision, RIGHT, &default)),
            ("another declaration", rests_on(&decision, b"<meta charset=koi8-u>", true)),
            ("a declaration before", rests_on(&decision, b"<meta charset=koi8> >", true)),
            ("a declaration behind", rests_on(&decision, b" <meta charset=koi8-r>", true)),
            ("one byte too many", rests_on(&decision, b"<meta charset=koi8r>>", true)),
            ("one byte too few", rests_on(&decision, b"<meta charset=koi8-r", true)),
            ("a decision at the end", rests_on(&decision, RIGHT, false)),
            ("a mark", rests_on(&sniff(b"\xFE\xFF", &EncodingOptions::new()), b"\xFF\xFD", true)),
            ("later", arrives(b" <meta charset=koi8-r>", true)),
            ("earlier", arrives(b"<meta charset=koi8>  ", true)),
            ("at the end", arrives(RIGHT, false)),
            ("later than a mark", is_earliest(&unmarked, b"\xEF<p>", &default, true)),
            ("earlier than a mark", is_earliest(&unmarked, b"\xEF\xBB<p>", nothing, true)),
            ("before the end", is_earliest(&unmarked, b"\xEF\xBB<p>", &default, false)),
            ("never", arrives(b"<meta charset=koi8-x>", false)),
        ] {
            assert!(found.is_err(), "{what}");
        }
    }
}
