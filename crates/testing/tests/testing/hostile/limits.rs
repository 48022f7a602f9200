//! Every limit at every value with every action: no byte is unaccounted for (I9).

use tagspan::{ErrorKind, LimitAction, LimitKind, Limits, Token, Tokenizer};
use testing::chunkings::chunkings;
use testing::{
    case::Case,
    limits::limited,
    reference::{Edition, Options},
};

/// How a limit of one kind is set.
type Set = fn(Limits, u32, LimitAction) -> Limits;

/// The limit, its action, the text before the construct, the construct, and the text after it.
const TABLE: &[(LimitKind, Set, &str, &str, &str)] = &[
    (LimitKind::Tag, Limits::tag, "a", "<abc d='0123456789' e=0123456789abcdefghi f>", "b"),
    (LimitKind::Tag, Limits::tag, "<!---->", "</abc-0123456789-0123456789-0123456789 >", ""),
    (LimitKind::Tag, Limits::tag, "&amp;", "</title d='0123456789' e=0123456789abcde>", "b"),
    (LimitKind::Tag, Limits::tag, "a", "<unfinished b='0123456789' c=0123456789", ""),
    (
        LimitKind::AttributeValue,
        Limits::attribute_value,
        "<a b c='",
        "0123456789abcdef0123456789abcdef0123456",
        "' d>b",
    ),
    (
        LimitKind::AttributeValue,
        Limits::attribute_value,
        "<a c b=",
        "0123456789abcdef0123456789abcdef0123456",
        " d>b",
    ),
    (LimitKind::Attributes, Limits::attributes, "a", "<p a b=1 c='2' a d e f>", "b"),
    (LimitKind::Attributes, Limits::attributes, "<svg>", "</svg a b=1 c='2' d e f/>", "b"),
    (LimitKind::Comment, Limits::comment, "a", "<!--0123456789abcdef0123456789abcde-->", "b"),
    (LimitKind::Comment, Limits::comment, "a", "<!--0123456789abcdef0123456789abcdef--!>", "b"),
    (LimitKind::Comment, Limits::comment, "a", "<!-- never ended 0123456789abcdef 01234", ""),
    (LimitKind::Comment, Limits::comment, "<p>", "<?0 bogus 0123456789abcdef0123456789abc>", "b"),
    (LimitKind::Comment, Limits::comment, "a", "</ bogus 0123456789abcdef0123456789abc>", "b"),
    (LimitKind::Doctype, Limits::doctype, "", "<!DOCTYPE html PUBLIC '0123456789' '012345'>", "b"),
    (LimitKind::Doctype, Limits::doctype, "", "<!doctype html SYSTEM \"0123456789abcde", ""),
    (
        LimitKind::ProcessingInstruction,
        Limits::processing_instruction,
        "a",
        "<?target 0123456789abcdef0123456789?>",
        "b",
    ),
    (
        LimitKind::CharacterReference,
        Limits::character_reference,
        "a",
        "&#000000000000000000000000000000000000065;",
        "b",
    ),
    (
        LimitKind::CharacterReference,
        Limits::character_reference,
        "<title>",
        "&#x0000000000000000000000000000000000041",
        "",
    ),
];

/// The result of a run: the bytes returned, those that limits have left out, the skipped bytes, and
/// the tokens that say that they are truncated.
#[derive(Debug, Default, PartialEq, Eq)]
struct Outcome {
    raw: Vec<u8>,
    cut: u64,
    skipped: Vec<(LimitKind, Vec<u8>)>,
    truncated: Vec<Vec<u8>>,
    /// The values that were cut, and by how much.
    values: Vec<(Vec<u8>, u64)>,
    failure: Option<(ErrorKind, u64)>,
    /// The bytes that were fed or left, and neither returned nor truncated, after a failure.
    rest: Vec<u8>,
}

impl Outcome {
    fn see(&mut self, token: Token<'_>) {
        self.raw.extend_from_slice(token.raw());
        self.cut += token.missing_bytes();
        if token.is_truncated() {
            self.truncated.push(token.raw().to_vec());
        }
        match token {
            Token::Dropped(dropped) => {
                if let tagspan_core::DropReason::Skipped(kind) = dropped.reason() {
                    match self.skipped.last_mut() {
                        Some((last, bytes)) if *last == kind => bytes.extend_from_slice(dropped.raw()),
                        _ => self.skipped.push((kind, dropped.raw().to_vec())),
                    }
                }
            }
            Token::StartTag(tag) => {
                let cut = tag.attributes().filter(|it| it.missing_bytes() > 0);
                self.values.extend(cut.map(|it| (it.raw_value().to_vec(), it.missing_bytes())));
            }
            _ => {}
        }
    }
}

fn run(limits: Limits, errors: bool, chunks: &[&[u8]]) -> Outcome {
    let builder =
        Tokenizer::builder().utf8().processing_instructions(true).parse_errors(errors).limits(limits);
    let mut tokenizer = builder.build();
    let mut outcome = Outcome::default();
    for index in 0..=chunks.len() {
        let mut tokens = match chunks.get(index) {
            Some(chunk) => tokenizer.feed(chunk),
            None => tokenizer.finish(),
        };
        if let Err(error) = tokens.for_each(|token| outcome.see(token)) {
            let rest = tokens.remaining();
            let after = chunks[(index + 1).min(chunks.len())..].concat();
            let (pending, partial) = tokenizer.pending_bytes();
            outcome.rest = [pending, partial, rest, &after].concat();
            outcome.cut += tokenizer.missing_bytes();
            outcome.failure = Some((error.kind(), error.offset()));
            break;
        }
    }
    outcome
}

#[test]
fn every_limit_at_every_value_with_every_policy() {
    for &(kind, set, before, it, after) in TABLE {
        let attributes = it.matches(' ').count();
        let size = if kind == LimitKind::Attributes { attributes } else { it.len() };
        let input = [before, it, after].concat().into_bytes();
        let start = before.len() as u64;
        for most in 0..=size as u32 + 2 {
            for excess in [LimitAction::Fail, LimitAction::Truncate, LimitAction::Skip] {
                // Whatever the others are: none, or the default ones, whose policies are other than this.
                let others =
                    if most % 2 == 1 { Limits::all(u32::MAX, LimitAction::Fail) } else { Limits::new() };
                let limits = set(others, most, excess);
                let counts = kind == LimitKind::Attributes;
                // What is kept of a kind at least says what it is.
                let least = if counts || excess == LimitAction::Fail { 0 } else { Limits::MIN };
                let most = most.max(least) as usize;
                for errors in [false, true] {
                    for chunks in chunkings(&input) {
                        let outcome = run(limits, errors, &chunks);
                        let context = || {
                            let input = String::from_utf8_lossy(&input);
                            format!("{input}, {kind} {excess:?} beyond {most}, {chunks:x?}: {outcome:#?}")
                        };
                        let is_beyond = size > most;
                        let due = (is_beyond && excess == LimitAction::Fail).then_some((
                            ErrorKind::LimitExceeded { kind, limit: most as u64 },
                            // Those of a tag are all of them: it begins with the tag.
                            start,
                        ));
                        assert_eq!(outcome.failure, due, "{}", context());
                        if !is_beyond || excess == LimitAction::Fail {
                            assert_eq!([&outcome.raw[..], &outcome.rest].concat(), input, "{}", context());
                            assert_eq!((outcome.cut, outcome.truncated.len()), (0, 0), "{}", context());
                            assert_eq!(outcome.skipped, [], "{}", context());
                            continue;
                        }
                        check_kept(kind, excess, most, it, &outcome)
                            .unwrap_or_else(|| panic!("{}", context()));
                        let accounted = outcome.raw.len() as u64 + outcome.cut;
                        assert_eq!(accounted, input.len() as u64, "{}", context());
                        assert!(outcome.raw.starts_with(before.as_bytes()), "{}", context());
                        assert!(outcome.raw.ends_with(after.as_bytes()), "{}", context());
                    }
                }
            }
        }
    }
}

/// The expected result for a construct over a limit that does not fail.
fn check_kept(kind: LimitKind, excess: LimitAction, most: usize, it: &str, outcome: &Outcome) -> Option<()> {
    let it = it.as_bytes();
    let right = match (kind, excess) {
        (LimitKind::AttributeValue, _) => {
            let kept = if excess == LimitAction::Skip { 0 } else { most };
            let value = (it[..kept].to_vec(), (it.len() - kept) as u64);
            outcome.values == [value] && outcome.truncated.len() == 1 && outcome.skipped.is_empty()
        }
        // Its bytes are whole.
        (LimitKind::Attributes, LimitAction::Truncate) => outcome.truncated == [it] && outcome.cut == 0,
        (LimitKind::Attributes, _) => outcome.skipped == [(LimitKind::Tag, it.to_vec())] && outcome.cut == 0,
        (LimitKind::CharacterReference, _) | (_, LimitAction::Skip) => {
            outcome.skipped == [(kind, it.to_vec())] && outcome.cut == 0 && outcome.truncated.is_empty()
        }
        _ => outcome.truncated == [&it[..most]] && outcome.cut == (it.len() - most) as u64,
    };
    right.then_some(())
}

/// The one limit that fails, at values far beyond what is kept, for constructs of every case of the benches.
#[test]
fn every_case_at_every_low_value() {
    for case in testing::hostile::CASES {
        let edition = if case.instructions { Edition::LivingProcessingInstructions } else { Edition::Living };
        let options = Options { edition, cdata: case.cdata, ..Options::default() };
        let proof = Case::new(case.make(90), [1, 7, 8, 44, 89], options);
        for limit in 0..=92 {
            limited(&proof, limit).unwrap_or_else(|wrong| panic!("{}:\n{wrong}", case.name));
        }
    }
}
