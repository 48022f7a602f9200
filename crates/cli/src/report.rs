//! Lines on standard error, and the exit status that they lead to.

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

use tagspan::{Encoding, ErrorKind};
use tagspan_extract::Lost;

use crate::binary::Binary;
use crate::input_summary::InputSummary;

/// Why an input, or the whole work, could not be done to its end.
#[derive(Debug)]
pub(crate) enum Failure {
    /// A folder where a file is needed.
    Folder,
    Binary(Binary),
    Read(io::Error),
    Tokenizer(tagspan::Error),
    /// Bytes that are ill-formed in the input's encoding, where that was asked to be a failure.
    IllFormed {
        offset: u64,
        encoding: &'static Encoding,
    },
    /// What limits left out of what was extracted.
    LeftOut(Lost),
    /// The output takes no more: there is no sense in going on.
    Write(io::Error),
}

impl From<tagspan::Error> for Failure {
    fn from(error: tagspan::Error) -> Self {
        Failure::Tokenizer(error)
    }
}

impl Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Failure::Folder => f.write_str("is a folder: give files, or count it with `tagspan stats`"),
            Failure::Binary(binary) => binary.fmt(f),
            Failure::LeftOut(lost) => f.write_str(&left_out(lost)),
            Failure::Read(error) | Failure::Write(error) => f.write_str(&reason(error)),
            Failure::Tokenizer(error) => match error.kind() {
                ErrorKind::LimitExceeded { kind, limit } => write!(
                    f,
                    "the {kind} at byte {} is longer than {limit} bytes: raise --max-token-bytes",
                    error.offset()
                ),
                _ => error.fmt(f),
            },
            Failure::IllFormed { offset, encoding } => write!(
                f,
                "byte {offset} begins a sequence that is ill-formed in {}: leave out --strict to read it as U+FFFD",
                encoding.name()
            ),
        }
    }
}

/// What limits left out, as far as it is printed.
fn left_out(lost: &Lost) -> String {
    let parts = [
        (lost.title, "bytes of the title"),
        (lost.values, "values of attributes in part"),
        (lost.links, "links"),
        (lost.text, "bytes of text, which --format text prints"),
        (lost.markup, "bytes of tags"),
    ];
    let parts: Vec<_> = parts
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, what)| format!("{count} {what}"))
        .collect();
    format!("is longer than the limits; left out are {}", parts.join(", "))
}

/// What a system error says, in words where the kind is common.
fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "no such file or folder".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        io::ErrorKind::IsADirectory => "is a folder".to_owned(),
        _ => error.to_string(),
    }
}

/// What standard error was told, for the exit status.
#[derive(Debug, Default)]
pub(crate) struct Report {
    failures: u64,
}

impl Report {
    /// An input was not done to its end.
    pub(crate) fn failure(&mut self, name: &str, failure: &Failure) {
        self.failures += 1;
        self.note(name, failure);
    }

    /// Something that the user may want to know and that is no failure.
    pub(crate) fn note(&self, name: &str, text: impl Display) {
        // A failure to write to standard error cannot be reported.
        let _ = writeln!(io::stderr(), "tagspan: {name}: {text}");
    }

    /// A declaration of another encoding that came when tokens had been given out already.
    pub(crate) fn too_late(&self, name: &str, summary: &InputSummary) {
        if let (Some(declared), Some(encoding)) = (summary.too_late, summary.encoding) {
            let (declared, encoding) = (declared.name(), encoding.name());
            self.note(
                name,
                format_args!(
                    "declares {declared} too late to be followed, and is read as {encoding}: give --override {declared}, \
                     or --override {encoding} to hear no more of it"
                ),
            );
        }
    }

    /// The output takes no more. A reader that went away has what it wanted and is no failure.
    pub(crate) fn output_failure(&mut self, error: io::Error) {
        if error.kind() != io::ErrorKind::BrokenPipe {
            self.failure("standard output", &Failure::Write(error));
        }
    }

    pub(crate) fn failures(&self) -> u64 {
        self.failures
    }

    pub(crate) fn exit_code(&self) -> ExitCode {
        if self.failures == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }
}
