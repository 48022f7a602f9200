//! The html5lib tokenizer suite: every token, every error code in its order, every line and column.
//!
//! The folder `tokenizer` is the suite from before processing instructions came in 2026; `tokenizer-2026-10` holds
//! the two files that they changed.

use tagspan_reference::{Context, Edition, Event, EventKind, Options, TextState, tokenize};
use testing::html5lib::token::{Place, Token, count};
use testing::html5lib::tokenizer::{CHANGED_PREFIX, Case, File, Input, load};
use testing::html5lib::{folder_or_skip, tell};

#[test]
fn the_suite_passes() {
    let Some(suite) = folder_or_skip("html5lib") else { return };
    let files = load(&suite).unwrap_or_else(|error| panic!("{error}"));
    let (changed, files): (Vec<File>, Vec<File>) =
        files.into_iter().partition(|file| file.name.starts_with(CHANGED_PREFIX));
    let report = run_files(&files, Edition::Living, &[]);
    assert!(report.runs > 6000, "the suite has shrunk: {} runs", report.runs);
    assert!(report.skipped < 20, "too many cases count as lone surrogates: {}", report.skipped);
    if changed.is_empty() {
        // Under CI too: only some copies of the suite have the folder. A clone has either the files of before or
        // the changed ones, in the folder `tokenizer`.
        return tell("html5lib: processing instructions skipped, no folder `tokenizer-2026-10`");
    }
    let report = run_files(&changed, Edition::LivingProcessingInstructions, SLIPS);
    assert!(report.runs > 1500, "the suite has shrunk: {} runs", report.runs);
    assert_eq!(report.skipped, 0, "no case of these files has a lone surrogate");
}

/// A case whose errors the suite has wrong. Its tokens are right.
struct Slip {
    file: &'static str,
    description: &'static str,
    input: &'static str,
    /// The code and the column of each error, all of them on line 1.
    errors: &'static [(&'static str, u64)],
    why: &'static str,
}

impl Slip {
    fn is_of(&self, file: &str, case: &Case, input: &str) -> bool {
        (self.file, self.description, self.input) == (file, &*case.description, input)
    }
}

/// A slip in the column of the end of the input.
const fn at_end(description: &'static str, input: &'static str, errors: &'static [(&str, u64); 1]) -> Slip {
    let why = "the suite says column 4 for any input: copied from the shorter cases, where the end is there";
    Slip { file: "2026-10/test3.test", description, input, errors, why }
}

const COLUMN_6: &[(&str, u64); 1] = &[("eof-in-processing-instruction", 6)];
const COLUMN_7: &[(&str, u64); 1] = &[("eof-in-processing-instruction", 7)];

/// The known slips of `tokenizer-2026-10`. Of the descriptions, `<?Z Z?` stands for two inputs.
const SLIPS: &[Slip] = &[
    at_end("<?a a", "<?a a", COLUMN_6),
    at_end("<?b b", "<?b b", COLUMN_6),
    at_end("<?y y", "<?y y", COLUMN_6),
    at_end("<?z z", "<?z z", COLUMN_6),
    at_end("<?A A", "<?A A", COLUMN_6),
    at_end("<?B B", "<?B B", COLUMN_6),
    at_end("<?Y Y", "<?Y Y", COLUMN_6),
    at_end("<?Z Z?", "<?Z Z?", COLUMN_7),
    at_end("<?a a?", "<?a a", COLUMN_6),
    at_end("<?b b?", "<?b b", COLUMN_6),
    at_end("<?y y?", "<?y y", COLUMN_6),
    at_end("<?z z?", "<?z z", COLUMN_6),
    at_end("<?A A?", "<?A A", COLUMN_6),
    at_end("<?B B?", "<?B B", COLUMN_6),
    at_end("<?Y Y?", "<?Y Y", COLUMN_6),
    at_end("<?Z Z?", "<?Z Z", COLUMN_6),
    Slip {
        file: "2026-10/test3.test",
        description: "<?\\u000B",
        input: "<?\u{B}",
        errors: &[
            ("control-character-in-input-stream", 3),
            ("invalid-first-character-of-processing-instruction-target", 3),
        ],
        why: "an error of the input stream comes before the state's at the same character: the rest of the suite \
              has it so, `<!` + U+000B for one",
    },
];

/// The result of a folder without failures.
struct Report {
    runs: usize,
    /// The cases with lone surrogates, which UTF-8 cannot carry.
    skipped: usize,
}

/// Runs every case, and panics if one fails that is not listed as a slip, or if a slip is listed that is none.
fn run_files(files: &[File], edition: Edition, slips: &[Slip]) -> Report {
    let (mut runs, mut skipped, mut failures) = (0, 0, Vec::new());
    let mut unused: Vec<&Slip> = slips.iter().collect();
    for File { name, cases } in files {
        // What an XML serialiser is to make of HTML, not what HTML is.
        for case in cases.iter().filter(|_| name != "xmlViolation.test") {
            let Input::Text(input) = &case.input else {
                skipped += 1;
                continue;
            };
            let slip = unused.iter().position(|slip| slip.is_of(name, case, input));
            let slip = slip.map(|index| unused.remove(index));
            runs += case.initial_states.len();
            failures.extend(run(case, input, edition, slip).map(|what| format!("{name}: {what}")));
        }
    }
    failures.extend(unused.iter().map(|slip| {
        let Slip { file, description, input, .. } = slip;
        format!("{file}: {description} ({input:?}) is listed as a slip, but there is no such case")
    }));
    println!(
        "{edition:?}: {runs} runs, {skipped} cases with lone surrogates skipped, {} slips, {} failures",
        slips.len(),
        failures.len()
    );
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    Report { runs, skipped }
}

/// The failures in each initial state. The errors of a known deviation are expected instead of the suite's.
fn run(case: &Case, input: &str, edition: Edition, slip: Option<&Slip>) -> impl Iterator<Item = String> {
    let expected_errors = match slip {
        None => case.errors.clone(),
        Some(slip) => {
            let error = |&(code, column): &(&str, u64)| (code.to_owned(), Place { line: 1, column });
            let errors: Vec<_> = slip.errors.iter().map(error).collect();
            assert_ne!(errors, case.errors, "{} is no slip any more ({})", slip.description, slip.why);
            errors
        }
    };
    case.initial_states.iter().filter_map(move |name| {
        let initial_state = TextState::ALL.into_iter().find(|state| name == state.as_str());
        let options = Options {
            edition,
            initial_state: initial_state.unwrap_or_else(|| panic!("{name} is no state to start in")),
            last_start_tag: case.last_start_tag.clone(),
            context: Context::None,
            ..Options::default()
        };
        let (tokens, errors) = in_the_suites_terms(input, tokenize(input, &options));
        (tokens != case.tokens || errors != expected_errors).then(|| {
            format!(
                "{} ({name}), {input:?}\n  tokens {tokens:?}\n  wanted {:?}\n  errors {errors:?}\n  \
                 wanted {expected_errors:?}",
                case.description, case.tokens
            )
        })
    })
}

/// Tokens and errors as the suite has them. Text is joined across errors, and an end tag is its name.
fn in_the_suites_terms(input: &str, events: Vec<Event>) -> (Vec<Token>, Vec<(String, Place)>) {
    let (mut tokens, mut errors) = (Vec::new(), Vec::new());
    for event in events {
        let token = match event.kind {
            EventKind::Text(text) => {
                if let Some(Token::Text(last)) = tokens.last_mut() {
                    last.push_str(&text);
                    continue;
                }
                Token::Text(text)
            }
            EventKind::StartTag(tag) => Token::StartTag {
                name: tag.name,
                attributes: tag.attributes.into_iter().map(|it| (it.name, it.value)).collect(),
                self_closing: tag.self_closing,
            },
            EventKind::EndTag(tag) => Token::EndTag { name: tag.name },
            EventKind::Comment(data) => Token::Comment(data),
            EventKind::Doctype(doctype) => Token::Doctype {
                name: doctype.name,
                public_id: doctype.public_id,
                system_id: doctype.system_id,
                force_quirks: doctype.force_quirks,
            },
            EventKind::ProcessingInstruction { target, data } => {
                Token::ProcessingInstruction { target, data }
            }
            EventKind::Error(code) => {
                let place = count(input.as_bytes(), event.span.start as u64);
                errors.push((code.to_owned(), place.unwrap_or_else(|wrong| panic!("{wrong}"))));
                continue;
            }
            other => panic!("{other:?} is not in the suite"),
        };
        tokens.push(token);
    }
    (tokens, errors)
}
