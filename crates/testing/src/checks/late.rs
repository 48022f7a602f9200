//! Check: late declarations of the encoding do what the standard says, in all chunkings (I12, I13).

mod feeding;
mod literal;

use tagspan::{
    Confidence, EncodingSource, IllFormed, LateDeclarations, LateOutcome, Tokenizer as Decoding,
    TokenizerBuilder, Validation,
};
use tagspan_input::decoder::Input;
use tagspan_reference::EventKind;
use tagspan_reference::encoding::Confidence as Expected;

use crate::checks::spans::places;
use crate::run::{End, Way};
use crate::sniffing::{LateCase, options};
use crate::trace::{Item, Placed, Stream, ensure};
use feeding::{How, Seen, Stops, UNIT, disturb, feed};
use literal::{Literal, Said, tokens};

const POLICIES: [LateDeclarations; 3] =
    [LateDeclarations::Follow, LateDeclarations::Report, LateDeclarations::Ignore];

/// Inputs that are longer are not fed byte by byte.
const BYTE_BY_BYTE: usize = 1024;

/// How many cases were checked, and what came of those that follow.
#[derive(Clone, Debug, Default)]
pub struct LateFigures {
    /// All of them.
    pub cases: u64,
    /// The declaration says what is in use.
    pub confirmed: u64,
    /// Another decoder takes over.
    pub switched: u64,
    /// The document restarts, from memory.
    pub restarted: u64,
    /// The document restarts, and is fed again.
    pub fed_again: u64,
    /// There is no declaration.
    pub none: u64,
    /// The encoding was certain before.
    pub certain: u64,
}

impl LateFigures {
    /// Adds those of other cases.
    pub fn add(&mut self, other: LateFigures) {
        self.cases += other.cases;
        self.confirmed += other.confirmed;
        self.switched += other.switched;
        self.restarted += other.restarted;
        self.fed_again += other.fed_again;
        self.none += other.none;
        self.certain += other.certain;
    }

    fn count(&mut self, literal: &Literal<'_>) {
        self.cases += 1;
        let outcome = literal.said.as_ref().map(|said| said.outcome);
        *match (outcome, literal.restart()) {
            (Some(LateOutcome::Confirmed), _) => &mut self.confirmed,
            (Some(LateOutcome::Switched), _) => &mut self.switched,
            (_, Some(false)) => &mut self.restarted,
            (_, Some(true)) => &mut self.fed_again,
            _ if literal.confidence == Expected::Tentative => &mut self.none,
            _ => &mut self.certain,
        } += 1;
    }
}

/// Feeds the document under each policy: whole, in the case's chunks and byte by byte, in every way of taking tokens,
/// leaving cursors everywhere, at random or never. What the stream says of the declaration, its decision, the tokens
/// after the last restart, the errors and their places, and the ill-formed sequences are those of the literal
/// algorithm over the whole source; a strict stream stops where it says. Without `Follow` there is no restart,
/// and what is kept has a bound.
///
/// # Errors
///
/// The first difference.
///
/// # Examples
///
/// ```
/// use testing::checks::late;
/// use testing::sniffing::{Case, LateCase};
///
/// let document = Case::new(&b"\xE9<p><meta charset=&#107;oi8-r>\xC1"[..], [5, 7], Default::default());
/// late(&LateCase { document, replay_limit: 0, stops: 7 }).unwrap();
/// ```
pub fn late(case: &LateCase) -> Result<(), String> {
    late_counted(case, &mut LateFigures::default())
}

/// [`late`], and counts what came of the case.
///
/// # Errors
///
/// The first difference.
pub fn late_counted(case: &LateCase, figures: &mut LateFigures) -> Result<(), String> {
    for policy in POLICIES {
        let context = |what| case.wrong(format_args!("{policy:?}: {what}"));
        let literal = Literal::new(case, policy).map_err(context)?;
        if policy == LateDeclarations::Follow {
            figures.count(&literal);
        }
        lenient(case, policy, &literal, true).map_err(context)?;
        lenient(case, policy, &literal, false).map_err(context)?;
        strict(case, policy, &literal).map_err(context)?;
    }
    Ok(())
}

fn builder(case: &LateCase, policy: LateDeclarations) -> TokenizerBuilder {
    Decoding::builder()
        .encoding_options(options(&case.document.options))
        .late_declarations(policy)
        .replay_limit(case.replay_limit)
        .source_offsets(case.stops.is_multiple_of(2))
}

/// The ways in which a document is fed: the splits, and how.
fn runs(case: &LateCase, ways: [Way; 2]) -> Vec<(Vec<&[u8]>, How)> {
    let input = &case.document.input[..];
    let mut start = 0;
    let cut: Vec<&[u8]> =
        case.document.ends().map(|end| &input[std::mem::replace(&mut start, end)..end]).collect();
    let some = Stops::Some(case.stops);
    let [first, second] = ways;
    let how = |way, stops, end| How { way, stops, end };
    let mut runs = vec![
        (vec![input], how(first, Stops::Never, End::WithChunk)),
        (cut.clone(), how(first, Stops::Always, End::Apart)),
        (vec![input], how(second, some, End::Apart)),
        (cut.clone(), how(second, some, End::WithChunk)),
        (cut, how(second, Stops::Never, End::Apart)),
    ];
    if input.len() <= BYTE_BY_BYTE {
        runs.push((input.chunks(1).collect(), how(first, some, End::Apart)));
    }
    runs
}

/// A tokenizer that does not stop at ill-formed sequences.
fn lenient(
    case: &LateCase,
    policy: LateDeclarations,
    literal: &Literal<'_>,
    parse_errors: bool,
) -> Result<(), String> {
    let mut builder = builder(case, policy).parse_errors(parse_errors);
    // Decoders take another path where sequences are not counted; lines are counted where errors are pulled.
    let ways = if parse_errors { [Way::NextToken, Way::Advance] } else { [Way::ForEach, Way::TryForEach] };
    if parse_errors {
        builder = builder.validation(Validation::Count).locate(UNIT);
    }
    let mut stream = builder.build();
    let input = &case.document.input[..];
    let decoded = literal.decoded();
    let mut expected = None;
    if !literal.is_marked {
        let found = tokens(&decoded, parse_errors)?;
        let lines = if parse_errors { places(&decoded, UNIT) } else { Vec::new() };
        expected = Some((found, lines));
    }
    for (chunks, how) in runs(case, ways) {
        let context = |what| format!("{how:?}, errors {parse_errors}, {} chunks: {what}", chunks.len());
        disturb(&mut stream, input, case.stops).map_err(context)?;
        let seen = feed(&mut stream, &chunks, how).map_err(context)?;
        let (tokens, lines) = match &expected {
            Some((tokens, lines)) => (tokens, &lines[..]),
            None => (&seen.stream.clone(), &[][..]),
        };
        equals(&seen, tokens, lines, literal, how).map_err(context)?;
        decided(&stream, literal).map_err(context)?;
        if parse_errors && !literal.is_marked {
            counted(stream.ill_formed(), &literal.ill_formed()).map_err(context)?;
        }
        if literal.is_marked && expected.is_none() {
            // A mark is a token of the stream's own: one run is held against the others.
            expected = Some((seen.stream, Vec::new()));
        }
    }
    bounded(case, &stream)
}

fn equals(
    seen: &Seen,
    tokens: &Stream,
    lines: &[Option<tagspan::LineColumn>],
    literal: &Literal<'_>,
    how: How,
) -> Result<(), String> {
    ensure!(seen.failure.is_none(), "no failure was due: {:?}", seen.failure);
    let restart: Vec<bool> = literal.restart().into_iter().collect();
    ensure!(seen.restarts == restart, "restarts {:?}, not {restart:?}", seen.restarts);
    seen.stream.same_as(tokens)?;
    // A caller that leaves a cursor between two errors of one token loses the bytes between them.
    if !lines.is_empty() && matches!(how.stops, Stops::Never) {
        let errors = tokens.items.iter().filter(|placed| placed.is_error());
        let expected: Vec<_> = errors.filter_map(|placed| lines[placed.span.start as usize]).collect();
        ensure!(seen.places == expected, "errors at {:?}\nand not at {expected:?}", seen.places);
    }
    Ok(())
}

/// The reported encoding and declaration.
fn decided(stream: &Decoding, literal: &Literal<'_>) -> Result<(), String> {
    let said = stream.late_declaration().map(Said::from);
    let mut expected = literal.said.clone();
    if let (Some(Said { bytes: Some(found), .. }), Some(Said { bytes: Some(bytes), .. })) =
        (&said, &mut expected)
        && literal.begins_with_escapes(found.start..bytes.start)
    {
        bytes.start = found.start;
    }
    ensure!(said == expected, "found      {said:?}\nexpected   {expected:?}");
    let Some(decision) = stream.encoding_decision() else {
        return Err("nothing is decided at the end".to_owned());
    };
    let confidence = match literal.confidence {
        Expected::Tentative if expected.is_none() => Confidence::Tentative,
        _ => Confidence::Certain,
    };
    ensure!(
        decision.encoding() == literal.encoding() && decision.confidence() == confidence,
        "{decision:?}, not {confidence} {}",
        literal.encoding().name()
    );
    let changed =
        expected.filter(|said| [LateOutcome::Switched, LateOutcome::Restarted].contains(&said.outcome));
    let is_late = decision.source() == EncodingSource::LateDeclaration;
    ensure!(is_late == changed.is_some(), "{decision:?} after {changed:?}");
    let bytes = changed.map(|said| said.bytes.unwrap_or(0..0));
    ensure!(bytes.is_none_or(|bytes| bytes == decision.bytes()), "{decision:?} rests on other bytes");
    Ok(())
}

fn counted(found: &IllFormed, expected: &[u64]) -> Result<(), String> {
    let listed = &expected[..expected.len().min(1024)];
    ensure!(
        found.count() == expected.len() as u64 && found.offsets() == listed,
        "ill-formed {} {:?}\nexpected   {} {listed:?}",
        found.count(),
        found.offsets(),
        expected.len()
    );
    Ok(())
}

/// A tokenizer that stops at an ill-formed sequence stops at the first, after the same tokens.
fn strict(case: &LateCase, policy: LateDeclarations, literal: &Literal<'_>) -> Result<(), String> {
    let mut stream = builder(case, policy).validation(Validation::Strict).build();
    let fault = literal.first_ill_formed();
    let mut expected = None;
    for (chunks, how) in runs(case, [Way::NextToken, Way::TryForEach]) {
        let context = |what| format!("strict, {how:?}, {} chunks: {what}", chunks.len());
        disturb(&mut stream, &case.document.input, case.stops).map_err(context)?;
        let seen = feed(&mut stream, &chunks, how).map_err(context)?;
        if !literal.is_marked {
            let found = seen.failure.map(|failure| failure.offset());
            ensure!(found == fault, "{}", context(format!("it stops at {found:?}, not at {fault:?}")));
        }
        let seen = (before_last_text(seen.stream), seen.restarts, seen.failure);
        let first = expected.get_or_insert_with(|| seen.clone());
        seen.0.same_as(&first.0).map_err(context)?;
        ensure!(
            (&seen.1, seen.2) == (&first.1, first.2),
            "{}",
            context(format!("{seen:?}\nand not {first:?}"))
        );
    }
    Ok(())
}

/// The stream without the text at its end. How much of the text right before an ill-formed sequence is returned may
/// depend on whether the tokenizer has seen the beginning of that sequence: it says that no newline follows a CR, and
/// that a character reference is over.
fn before_last_text(mut stream: Stream) -> Stream {
    if let Some(Placed { item: Item::Event(EventKind::Text(_)), span, .. }) = stream.items.last() {
        stream.raw.truncate((span.start - stream.origin) as usize);
        stream.items.pop();
    }
    stream
}

/// The bytes kept, as far as the debugging output shows them. Buffers have twice their length at most.
fn bounded(case: &LateCase, stream: &Decoding) -> Result<(), String> {
    if case.stops.is_multiple_of(2) {
        // Also what source offsets need.
        return Ok(());
    }
    let shown = format!("{stream:?}");
    let allocated = shown.split("allocated: ").nth(1).and_then(|rest| rest.split(',').next());
    let allocated: usize =
        allocated.and_then(|number| number.parse().ok()).ok_or("nothing tells the memory")?;
    let options = &case.document.options;
    let sniffed = options.prescan_limit.unwrap_or(options.edition.prescan_limit()).max(3);
    let kept = case.replay_limit.max(sniffed).min(case.document.input.len());
    let limit = 2 * (kept + Input::KEPT_BEYOND) + Input::BUFFER_SIZE;
    ensure!(allocated <= limit, "{allocated} bytes are kept, and {limit} should do");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;
    use crate::sniffing::generate_late;

    fn number(name: &str) -> Option<u64> {
        std::env::var(name).ok().map(|value| value.parse().expect("a number"))
    }

    /// `LATE_CASES` and `LATE_SEED` ask for others.
    #[test]
    fn declarations_do_what_the_standard_says_and_all_outcomes_are_reached() {
        let cases = number("LATE_CASES").unwrap_or_else(|| sample::or_full(300, 3000));
        let seed = number("LATE_SEED").unwrap_or(0);
        let threads = std::thread::available_parallelism().map_or(1, usize::from) as u64;
        let figures = std::thread::scope(|scope| {
            let part = |thread: u64| {
                let mut figures = LateFigures::default();
                for number in (thread..cases).step_by(threads as usize) {
                    let case = generate_late(seed, number);
                    late_counted(&case, &mut figures)
                        .unwrap_or_else(|what| panic!("seed {seed}, number {number}\n{what}"));
                }
                figures
            };
            let parts: Vec<_> = (0..threads).map(|thread| scope.spawn(move || part(thread))).collect();
            let mut sum = LateFigures::default();
            for part in parts {
                sum.add(part.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            }
            sum
        });
        println!("{figures:?}");
        assert_eq!(figures.cases, cases);
        let reached = [
            figures.confirmed,
            figures.switched,
            figures.restarted,
            figures.fed_again,
            figures.none,
            figures.certain,
        ];
        assert!(reached.iter().all(|&count| count >= cases / 100), "{figures:?}");
    }
}
