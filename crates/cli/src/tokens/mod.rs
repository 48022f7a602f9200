//! `tagspan tokens`: one token a line, in one of two formats.

mod human;
mod jsonl;

use std::io::{self, BufWriter, IsTerminal, Write};
use std::process::ExitCode;

use anstream::{AutoStream, ColorChoice};
use tagspan::{LineColumn, ParseError, Span, StreamTokens, Token};

use crate::args::{Color, TokensArgs, TokensFormat};
use crate::inputs::{self, Source};
use crate::pump::{Pump, Sink};
use crate::report::{Failure, Report};
use human::Human;
use jsonl::Jsonl;

/// The room kept for the next run of text once a long one is printed.
const KEPT_TEXT: usize = 1 << 20;

/// Puts tokens into lines.
trait Format {
    /// An input begins. Appends what goes ahead of it.
    fn begin(&mut self, source: &Source, line: &mut String);

    /// Appends the line of a whole run of text.
    fn text(&mut self, span: Span, text: &str, line: &mut String);

    /// Appends the line of a parse error.
    fn error(&mut self, error: ParseError, at: LineColumn, line: &mut String);

    /// Appends the line of any other token.
    fn token(&mut self, token: &Token<'_>, line: &mut String);
}

pub(crate) fn run(args: &TokensArgs) -> ExitCode {
    let sources = inputs::sources(&args.files, "tokens");
    let stdout = io::stdout();
    let is_terminal = stdout.is_terminal();
    let colored = match args.color {
        Color::Auto => AutoStream::choice(&stdout) != ColorChoice::Never,
        Color::Always => true,
        Color::Never => false,
    };
    // An old console of Windows needs its colours translated. Elsewhere this stream only passes bytes on, and
    // without colours it would only search them for escapes.
    let out: Box<dyn Write> = if colored && args.format == TokensFormat::Text {
        Box::new(AutoStream::new(stdout.lock(), ColorChoice::Always))
    } else {
        Box::new(stdout.lock())
    };
    let several = sources.len() > 1;
    let format: Box<dyn Format> = match args.format {
        TokensFormat::Text => Box::new(Human::new(is_terminal || colored, colored, several)),
        TokensFormat::Jsonl => Box::new(Jsonl::new(several)),
    };
    let mut printer = Printer::new(out, format);
    let mut pump = Pump::new(&args.stream, args.stream.errors.then(|| args.columns.into()));
    let mut report = Report::default();
    for source in &sources {
        if let Err(error) = print(source, &mut pump, &mut printer, &mut report) {
            report.output_failure(error);
            break;
        }
    }
    report.exit_code()
}

/// Prints one input. Fails when the output takes no more.
fn print(source: &Source, pump: &mut Pump, printer: &mut Printer, report: &mut Report) -> io::Result<()> {
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
    line: String,
}

impl Printer {
    fn new(out: Box<dyn Write>, format: Box<dyn Format>) -> Self {
        Printer {
            out: BufWriter::with_capacity(64 << 10, out),
            format,
            text: String::new(),
            text_span: None,
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
        let Some(span) = self.text_span.take() else { return Ok(()) };
        self.format.text(span, &self.text, &mut self.line);
        self.text.clear();
        self.text.shrink_to(KEPT_TEXT);
        self.write()
    }

    fn write(&mut self) -> io::Result<()> {
        self.out.write_all(self.line.as_bytes())?;
        self.line.clear();
        self.line.shrink_to(KEPT_TEXT);
        Ok(())
    }

    fn take(&mut self, tokens: &mut StreamTokens<'_, '_>) -> io::Result<()> {
        match tokens.token() {
            None => {}
            Some(Token::Text(text)) => {
                let span = text.span();
                self.text_span.get_or_insert(span).end = span.end;
                self.text += &text.to_str();
            }
            Some(Token::Error(error)) => {
                self.end_text()?;
                // With errors on, the stream was asked to locate them.
                if let Some(at) = tokens.locate(error.offset()) {
                    self.format.error(error, at, &mut self.line);
                    self.write()?;
                }
            }
            Some(token) => {
                self.end_text()?;
                self.format.token(&token, &mut self.line);
                self.write()?;
            }
        }
        Ok(())
    }
}

impl Sink for Printer {
    fn chunk(&mut self, mut tokens: StreamTokens<'_, '_>) -> Result<(), Failure> {
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
