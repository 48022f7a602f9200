//! `tagspan tokens`: one token a line, in one of two formats.

mod drafts;
mod human;
mod jsonl;

use std::borrow::Cow;
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use tagspan::{Span, Token, Tokens};

use crate::args::{EditionArg, OutputFormat, TokensArgs};
use crate::inputs::{self, Source};
use crate::output::Output;
use crate::pump::{Pump, Sink};
use crate::report::{Failure, Report};
use crate::shown::Shown;
pub(crate) use human::Human;
pub(crate) use jsonl::Jsonl;

/// The room kept for the next run of text once a long one is printed.
const KEPT_TEXT: usize = 1 << 20;

/// Puts tokens into lines.
pub(crate) trait Format {
    /// An input begins. Appends what goes ahead of it.
    fn begin(&mut self, source: &Source, line: &mut String);

    /// Appends the line of a token: of text, a whole run.
    fn token(&mut self, token: &Shown<'_>, line: &mut String);
}

pub(crate) fn run(args: &TokensArgs) -> ExitCode {
    let sources = inputs::sources(&args.files, "tokens");
    let output = Output::open(args.color, args.format);
    let several = sources.len() > 1;
    let format: Box<dyn Format> = match args.format {
        OutputFormat::Text => Box::new(Human::new(output.aligned, output.colored, several)),
        OutputFormat::Jsonl => Box::new(Jsonl::new(several)),
    };
    let mut printer = Printer::new(output.out, format);
    let mut report = Report::default();
    let printed = if args.edition.is_draft() {
        drafts::print(args, &sources, &mut printer, &mut report)
    } else {
        print(args, &sources, &mut printer, &mut report)
    };
    printed.unwrap_or_else(|error| report.output_failure(error));
    report.exit_code()
}

fn print(
    args: &TokensArgs,
    sources: &[Source],
    printer: &mut Printer,
    report: &mut Report,
) -> io::Result<()> {
    let mut builder = args.stream.builder();
    if args.edition == EditionArg::LivingPi {
        builder = builder.processing_instructions(true);
    }
    if args.stream.settings.errors {
        builder = builder.locate(args.columns.into());
    }
    let mut pump = args.stream.pump(builder);
    sources.iter().try_for_each(|source| print_source(source, &mut pump, printer, report))
}

/// Prints one input. Fails when the output takes no more.
fn print_source(
    source: &Source,
    pump: &mut Pump,
    printer: &mut Printer,
    report: &mut Report,
) -> io::Result<()> {
    let name = source.name();
    let mut reader = match source.open() {
        Ok(reader) => reader,
        Err(failure) => {
            report.failure(&name, &failure);
            return Ok(());
        }
    };
    printer.begin(source)?;
    let (pumped, result) = pump.run(&mut *reader, printer);
    // What was printed stands ahead of what went wrong.
    if let Err(Failure::Write(error)) = result {
        return Err(error);
    }
    printer.end()?;
    report.too_late(&name, &pumped);
    match result {
        Err(failure) => report.failure(&name, &failure),
        Ok(()) if pumped.bytes == 0 => report.note(&name, "is empty: no tokens"),
        Ok(()) => {}
    }
    Ok(())
}

/// Joins adjacent text and writes lines.
struct Printer {
    out: BufWriter<Box<dyn Write>>,
    format: Box<dyn Format>,
    /// The run of text that may go on.
    text: String,
    text_span: Option<Span>,
    is_text_truncated: bool,
    line: String,
}

impl Printer {
    fn new(out: Box<dyn Write>, format: Box<dyn Format>) -> Self {
        Printer {
            out: BufWriter::with_capacity(64 << 10, out),
            format,
            text: String::new(),
            text_span: None,
            is_text_truncated: false,
            line: String::new(),
        }
    }

    fn begin(&mut self, source: &Source) -> io::Result<()> {
        self.format.begin(source, &mut self.line);
        self.write()?;
        self.out.flush()
    }

    /// Writes what is left of an input.
    fn end(&mut self) -> io::Result<()> {
        self.end_text()?;
        self.out.flush()
    }

    fn end_text(&mut self) -> io::Result<()> {
        let Some(Span { start, end }) = self.text_span.take() else { return Ok(()) };
        let truncated = std::mem::take(&mut self.is_text_truncated);
        let text = Shown::Text { span: [start, end], data: Cow::Borrowed(&self.text), truncated };
        self.format.token(&text, &mut self.line);
        self.text.clear();
        self.text.shrink_to(KEPT_TEXT);
        self.write()
    }

    /// Writes a token that is whole.
    fn print(&mut self, token: &Shown<'_>) -> io::Result<()> {
        self.end_text()?;
        self.format.token(token, &mut self.line);
        self.write()
    }

    fn write(&mut self) -> io::Result<()> {
        self.out.write_all(self.line.as_bytes())?;
        self.line.clear();
        self.line.shrink_to(KEPT_TEXT);
        Ok(())
    }

    fn take(&mut self, tokens: &mut Tokens<'_, '_>) -> io::Result<()> {
        match tokens.token() {
            None => {}
            Some(Token::Text(text)) => {
                let span = text.span();
                self.text_span.get_or_insert(span).end = span.end;
                self.text += &text.value();
                self.is_text_truncated = text.is_truncated();
            }
            Some(Token::Error(error)) => {
                // With errors on, the stream was asked to locate them.
                let place = tokens.locate(error.offset());
                let shown = Shown::from(Token::Error(error));
                self.print(&place.map_or(shown.clone(), |place| shown.at(place)))?;
            }
            Some(token) => self.print(&token.into())?,
        }
        Ok(())
    }
}

impl Sink for Printer {
    fn chunk(&mut self, mut tokens: Tokens<'_, '_>) -> Result<(), Failure> {
        while tokens.advance()? {
            self.take(&mut tokens).map_err(Failure::Write)?;
        }
        Ok(())
    }

    fn pause(&mut self, _bytes: u64) -> Result<(), Failure> {
        // Whoever reads the output, a program too, wants what is known before the input makes us wait.
        self.out.flush().map_err(Failure::Write)
    }
}
