//! Lines on standard error, and the exit status that they lead to.

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

use tagspan::{Encoding, ErrorKind, Limits, Span};
use tagspan_extract::Lost;

use crate::binary::Binary;
use crate::feature::Missing;
use crate::input_summary::InputSummary;
use crate::progress::Bar;

/// Why an input, or the whole work, could not be done to its end.
#[derive(Debug)]
pub(crate) enum Failure {
    Binary(Binary),
    Read(io::Error),
    Tokenizer(tagspan::Error),
    /// Bytes that are ill-formed in the input's encoding, where that was asked to be a failure.
    IllFormed {
        offset: u64,
        encoding: &'static Encoding,
    },
    /// The counts of data that limits left out.
    LeftOut(Lost),
    /// A loss in an archive or an unreadable part: the place, the reason, and advice.
    Lost(String),
    /// Something needs a feature that the program was built without.
    Missing(Missing),
    /// The output would be written over an input.
    InputIsOutput,
    /// The output takes no more: there is no sense in continuing.
    Write(io::Error),
}

/// An error of reading that says itself what to do, as those of archives do.
#[derive(Debug)]
pub(crate) struct Advised(pub(crate) String);

impl Display for Advised {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Advised {}

impl From<tagspan::Error> for Failure {
    fn from(error: tagspan::Error) -> Self {
        Failure::Tokenizer(error)
    }
}

impl Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Failure::Binary(binary) => binary.fmt(f),
            Failure::Missing(missing) => missing.fmt(f),
            Failure::Lost(message) => f.write_str(message),
            Failure::InputIsOutput => {
                f.write_str("the output file is an input file: give --output another name")
            }
            Failure::LeftOut(lost) => f.write_str(&left_out(lost)),
            Failure::Read(error) => read_error(error).fmt(f),
            Failure::Write(error) => reason(error).fmt(f),
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
                "ill-formed {} sequence at byte {offset}: leave out --strict to read it as U+FFFD",
                encoding.name()
            ),
        }
    }
}

impl Failure {
    /// For readers that know no other errors.
    #[cfg(feature = "archives")]
    pub(crate) fn into_io(self) -> io::Error {
        io::Error::other(self.to_string())
    }

    /// Whether a program with more features would not have failed so.
    fn is_of_build(&self) -> bool {
        match self {
            Failure::Missing(_) => true,
            Failure::Read(error) => error.get_ref().is_some_and(|error| error.is::<Missing>()),
            _ => false,
        }
    }
}

/// The printed part of the counts that limits left out.
fn left_out(lost: &Lost) -> String {
    let attributes = format!("attributes after the first {} of a tag", Limits::DEFAULT_ATTRIBUTES);
    let parts = [
        (lost.title, "bytes of the title"),
        (lost.values, "parts of attribute values"),
        (lost.css, "bytes of style sheets"),
        (lost.links, "links"),
        (lost.text, "bytes of text, which --format text prints"),
        (lost.markup, "bytes of tags"),
        (lost.attributes, &*attributes),
    ];
    let mut parts: Vec<_> = parts
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, what)| format!("{count} {what}"))
        .collect();
    if let (Some(last), Some(Span { start, .. })) = (parts.last_mut(), lost.attributes_of) {
        *last += &format!(", the first of which is at byte {start}");
    }
    format!("exceeds the limits; left out are {}", parts.join(", "))
}

/// The text of a system error, rephrased for common kinds.
fn reason(error: &io::Error) -> String {
    common(error).map_or_else(|| error.to_string(), str::to_owned)
}

/// The text of an input error, with advice.
fn read_error(error: &io::Error) -> String {
    let has_advice = error.get_ref().is_some_and(|error| {
        error.is::<Advised>()
            || error.is::<Binary>()
            || error.is::<Missing>()
            || is_of_archive(error)
            || is_of_object(error)
    });
    match common(error) {
        None if !has_advice => format!("{error}: check the file, then read it again"),
        _ => reason(error),
    }
}

#[cfg(feature = "archives")]
fn is_of_archive(error: &(dyn std::error::Error + Send + Sync + 'static)) -> bool {
    error.is::<tagspan_warc::Error>()
}

#[cfg(not(feature = "archives"))]
fn is_of_archive(_: &(dyn std::error::Error + Send + Sync + 'static)) -> bool {
    false
}

#[cfg(feature = "remote")]
fn is_of_object(error: &(dyn std::error::Error + Send + Sync + 'static)) -> bool {
    error.is::<tagspan_remote::Error>()
}

#[cfg(not(feature = "remote"))]
fn is_of_object(_: &(dyn std::error::Error + Send + Sync + 'static)) -> bool {
    false
}

fn common(error: &io::Error) -> Option<&'static str> {
    match error.kind() {
        io::ErrorKind::NotFound => Some("no such file or folder"),
        io::ErrorKind::PermissionDenied => Some("permission denied"),
        io::ErrorKind::IsADirectory => Some("is a folder"),
        _ => None,
    }
}

/// The failures reported on standard error, which decide the exit status.
#[derive(Debug)]
pub(crate) struct Report {
    failures: u64,
    /// Whether one of them is that of a missing feature.
    is_of_build: bool,
    /// The lines that are held back, if they are.
    held: Option<String>,
    /// The progress bar on standard error, which is hidden while a line is written.
    bar: Bar,
}

impl Default for Report {
    fn default() -> Self {
        Report { failures: 0, is_of_build: false, held: None, bar: Bar::hidden() }
    }
}

impl Report {
    /// A report whose lines are written when it is [added](Self::add) to another.
    pub(crate) fn held() -> Self {
        Report { held: Some(String::new()), ..Report::default() }
    }

    /// Writes lines while this bar is away.
    pub(crate) fn set_bar(&mut self, bar: Bar) {
        self.bar = bar;
    }

    /// Writes the lines that another report has held back.
    pub(crate) fn add(&mut self, other: Report) {
        self.failures += other.failures;
        self.is_of_build |= other.is_of_build;
        self.tell(&other.held.unwrap_or_default());
    }

    fn tell(&mut self, lines: &str) {
        match &mut self.held {
            Some(held) => held.push_str(lines),
            // A failure to write to standard error cannot be reported.
            None if !lines.is_empty() => self.bar.suspend(|| {
                let _ = io::stderr().write_all(lines.as_bytes());
            }),
            None => {}
        }
    }

    /// An input was not done to its end.
    pub(crate) fn failure(&mut self, name: &str, failure: &Failure) {
        self.failures += 1;
        self.is_of_build |= failure.is_of_build();
        self.note(name, failure);
    }

    /// Something that the user may want to know and that is no failure.
    pub(crate) fn note(&mut self, name: &str, text: impl Display) {
        self.tell(&format!("tagspan: {name}: {text}\n"));
    }

    /// A declaration of another encoding that came when tokens had been given out already.
    pub(crate) fn too_late(&mut self, name: &str, summary: &InputSummary) {
        if let (Some(declared), Some(encoding)) = (summary.too_late, summary.encoding) {
            let (declared, encoding) = (declared.name(), encoding.name());
            self.note(
                name,
                format_args!(
                    "the declaration of {declared} comes too late and is ignored, the input is read as {encoding}: give \
                     --override {declared}, or --override {encoding} to silence this message"
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

    /// The exit status, of which `tagspan --help` has the meaning.
    pub(crate) fn status(&self) -> u8 {
        match (self.failures, self.is_of_build) {
            (0, _) => 0,
            (_, false) => 1,
            (_, true) => 2,
        }
    }

    pub(crate) fn exit_code(&self) -> ExitCode {
        self.status().into()
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Error, ErrorKind};

    use super::*;

    #[test]
    fn errors_of_reading_have_advice_once() {
        for (error, expected) in [
            (Error::other(Advised("lacks its end: fetch it again".into())), "lacks its end: fetch it again"),
            (Error::other("unplugged"), "unplugged: check the file, then read it again"),
            (
                Error::new(ErrorKind::InvalidData, "is damaged"),
                "is damaged: check the file, then read it again",
            ),
            (ErrorKind::NotFound.into(), "no such file or folder"),
        ] {
            assert_eq!(Failure::Read(error).to_string(), expected);
        }
    }
}
