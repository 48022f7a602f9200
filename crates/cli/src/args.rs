//! The arguments, their help, and what they mean to the library.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::builder::{OsStringValueParser, PossibleValue, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use tagspan::{ColumnUnit, Context, Encoding, Stream, StreamBuilder, TextMode};
use tagspan_reference::{Edition, TextState};

// Broken at 78 columns, as wrapping loses the indent.
const EXIT_STATUS: &str = "\
Exit status:
  0  every input was read to its end, or the reader of the output went away
  1  an input could not be read, or a limit was reached: a line on standard
     error says which and why, and the other inputs were still done
  2  the command line was not understood, or no input was given";

const TOKENS_HELP: &str = "\
Text format:
  A line has the token's bytes as start..end, its kind and its decoded content:
  aligned and coloured on a terminal, otherwise with a tab between them. With
  several inputs, a line ==> NAME <== goes ahead of each.

  Content is escaped so that a token is exactly one line: \\n, \\r, \\t, \\0, \\\\,
  \\\" in names and within quotes, and \\u{202e} for other control characters, for
  separators of lines and paragraphs, for byte order marks, and for characters
  that change the direction of text. Dropped bytes are those of the input,
  ill-formed ones as \\xFF. Nothing is ever cut.

JSON lines:
  {\"kind\":\"Doctype\",\"span\":[0,15],\"name\":\"html\",\"public_id\":null,\"system_id\":null,\"force_quirks\":false}
  {\"kind\":\"StartTag\",\"span\":[0,12],\"name\":\"a\",\"attributes\":[{\"name\":\"href\",\"value\":\"x\"}],\"self_closing\":false}
  {\"kind\":\"EndTag\",\"span\":[12,16],\"name\":\"a\",\"attributes\":[],\"self_closing\":false}
  {\"kind\":\"Comment\",\"span\":[0,8],\"data\":\"x\"}
  {\"kind\":\"ProcessingInstruction\",\"span\":[0,7],\"target\":\"a\",\"data\":\"b\"}
  {\"kind\":\"Text\",\"span\":[0,5],\"data\":\"&\"}
  {\"kind\":\"Error\",\"code\":\"eof-in-tag\",\"offset\":7,\"line\":1,\"column\":8}
  {\"kind\":\"Dropped\",\"span\":[4,7],\"reason\":\"unfinished-tag\",\"data\":\"<a \"}
  With several inputs, each object has the input as its last key, \"file\";
  \"-\" is standard input. Dropped data has U+FFFD for ill-formed bytes.

Offsets are zero-based and in bytes: of the input if it is UTF-8, otherwise of
its UTF-8 form. Spans are half-open. Lines and columns are one-based. A byte
order mark is three bytes of every offset and no column.

Adjacent text is one token, so that --chunk-size does not change what is
printed; a run of text is kept in memory until it ends. All other tokens are
printed before more input is waited for. Parse errors stand ahead of the token
that they belong to, and cut text.

With --edition 2007, 2009 or 2010, dropped bytes are not printed, an empty value
is not told from none, and --max-token-bytes does not hold. Parse errors of these
editions have no names: they are called after the state that reports them.
";

const EDITIONS_HELP: &str = "\
The editions are the call for comments of October 2007, the drafts of February
2009 and April 2010, the living standard as it was before June 2026, and the
living standard with processing instructions. All are read by the reference: a
literal transcription, slow, of the whole input at once.

A place is a stretch of the input at whose ends a token begins in every
edition. It is shown with its bytes, its line and column, its source, and then
the tokens of each edition, together for editions that have the same. Bytes
that belong to no token of an edition are not shown.

With --errors, a place differs too when parse errors lie at different offsets;
what they are called does not count, for those of the drafts have no names:
they are called after their state. The newest name is shown.

JSON lines:
  {\"span\":[3,8],\"line\":1,\"column\":4,\"source\":\"<br/>\",\"readings\":[
    {\"editions\":[\"2007\"],\"tokens\":[...]},{\"editions\":[\"2009\",...],\"tokens\":[...]}]}
each on one line, tokens as `tagspan tokens` has them. With several inputs,
each object has the input as its last key, \"file\".
";

const STATS_HELP: &str = "\
Adjacent text counts as one token, also across parse errors, and its length is
that of the decoded text. So neither --chunk-size nor --errors changes the
other counts. Attributes are those of start and end tags, as written;
duplicates are those whose name an earlier attribute of the tag has.

The last line alone depends on time: MB/s are millions of bytes of input in a
second of tokenizing, counting and decoding all text, without reading. In JSON
it is the last key, \"timing\".
";

/// Tokens of HTML, exact by the standard, from files, folders and pipes.
#[derive(Debug, Parser)]
#[command(name = "tagspan", version, after_help = EXIT_STATUS, arg_required_else_help = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Print one token a line: where it lies, its kind and its decoded content
    #[command(after_help = EXIT_STATUS, after_long_help = format!("{TOKENS_HELP}\n{EXIT_STATUS}"))]
    Tokens(TokensArgs),
    /// Count tokens, attributes, errors and bytes, and measure the speed
    #[command(after_help = EXIT_STATUS, after_long_help = format!("{STATS_HELP}\n{EXIT_STATUS}"))]
    Stats(StatsArgs),
    /// Show where the tokens of a page differ between editions of the specification
    #[command(after_help = EXIT_STATUS, after_long_help = format!("{EDITIONS_HELP}\n{EXIT_STATUS}"))]
    Editions(EditionsArgs),
}

#[derive(Args, Debug)]
pub(crate) struct TokensArgs {
    /// Files to read; `-` or nothing is standard input
    #[arg(value_name = "FILE", value_parser = path())]
    pub(crate) files: Vec<PathBuf>,

    /// How tokens are written
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: TokensFormat,

    /// What columns of parse errors count
    #[arg(long, value_enum, default_value_t)]
    pub(crate) columns: Columns,

    /// When to use colours; `auto` is on a terminal, and heeds NO_COLOR, CLICOLOR and CLICOLOR_FORCE
    #[arg(long, value_enum, value_name = "WHEN", default_value_t)]
    pub(crate) color: Color,

    /// The edition of the specification; the drafts are read by the reference, which is slow and holds the whole
    /// input
    #[arg(long, value_enum, default_value_t, conflicts_with = "processing_instructions")]
    pub(crate) edition: EditionArg,

    #[command(flatten)]
    pub(crate) stream: StreamArgs,
}

#[derive(Args, Debug)]
pub(crate) struct EditionsArgs {
    /// Files to read; `-` or nothing is standard input
    #[arg(value_name = "FILE", value_parser = path())]
    pub(crate) files: Vec<PathBuf>,

    /// How differences are written
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: TokensFormat,

    /// When to use colours; `auto` is on a terminal, and heeds NO_COLOR, CLICOLOR and CLICOLOR_FORCE
    #[arg(long, value_enum, value_name = "WHEN", default_value_t)]
    pub(crate) color: Color,

    #[command(flatten)]
    pub(crate) settings: SettingsArgs,
}

#[derive(Args, Debug)]
pub(crate) struct StatsArgs {
    /// Files to read, and folders whose *.html, *.htm, *.xhtml and *.shtml to read, subfolders included;
    /// `-` or nothing is standard input
    #[arg(value_name = "FILE | FOLDER", value_parser = path())]
    pub(crate) inputs: Vec<PathBuf>,

    /// How counts are written
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: StatsFormat,

    #[command(flatten)]
    pub(crate) stream: StreamArgs,
}

/// What every command lets one choose about what the bytes mean.
#[derive(Args, Debug)]
pub(crate) struct SettingsArgs {
    /// Report parse errors
    #[arg(long)]
    pub(crate) errors: bool,

    /// The encoding of the input, by a label of the Encoding Standard; a byte order mark overrides it
    #[arg(long, value_name = "LABEL", value_parser = encoding)]
    charset: Option<&'static Encoding>,

    /// The state to start in; case and the word "state" do not matter
    #[arg(long, value_enum, value_name = "STATE", ignore_case = true, default_value_t)]
    initial_state: InitialState,

    /// The name of the start tag that is taken to have come last
    #[arg(long, value_name = "NAME")]
    last_start_tag: Option<String>,

    /// Let <![CDATA[ open a CDATA section, as in svg and math content
    #[arg(long)]
    cdata: bool,

    /// Take noscript content as raw text, as with scripting on
    #[arg(long)]
    scripting: bool,

    /// Whether start tags such as <script> and <title> change how the text after them is read
    #[arg(long, value_enum, default_value_t)]
    context: ContextArg,
}

impl SettingsArgs {
    /// A stream that tokenizes.
    fn builder(&self) -> StreamBuilder {
        let builder = self
            .decoding_builder()
            .parse_errors(self.errors)
            .initial_text_mode(self.initial_state.0)
            .cdata(self.cdata)
            .scripting(self.scripting)
            .context(match self.context {
                ContextArg::Document => Context::Document,
                ContextArg::None => Context::None,
            });
        match &self.last_start_tag {
            Some(name) => builder.last_start_tag(name),
            None => builder,
        }
    }

    /// A stream that decodes: all is text to it.
    pub(crate) fn decoding_builder(&self) -> StreamBuilder {
        let builder = Stream::builder().initial_text_mode(TextMode::Plaintext);
        match self.charset {
            Some(encoding) => builder.encoding(encoding),
            None => builder,
        }
    }

    /// The same settings in the reference's terms.
    pub(crate) fn reference_options(&self, edition: Edition) -> tagspan_reference::Options {
        tagspan_reference::Options {
            edition,
            initial_state: match self.initial_state.0 {
                TextMode::Data => TextState::Data,
                TextMode::Rcdata => TextState::Rcdata,
                TextMode::Rawtext => TextState::Rawtext,
                TextMode::ScriptData => TextState::ScriptData,
                TextMode::Plaintext => TextState::Plaintext,
                TextMode::CdataSection => TextState::CdataSection,
            },
            last_start_tag: self.last_start_tag.clone(),
            cdata: self.cdata,
            context: match self.context {
                ContextArg::Document => tagspan_reference::Context::Document,
                ContextArg::None => tagspan_reference::Context::None,
            },
            scripting: self.scripting,
        }
    }
}

/// What the commands that stream let one choose besides.
#[derive(Args, Debug)]
pub(crate) struct StreamArgs {
    #[command(flatten)]
    pub(crate) settings: SettingsArgs,

    /// Feed the input in pieces of N bytes, K, M or G may follow [default: what a read gives]
    #[arg(long, value_name = "N", value_parser = chunk_size)]
    pub(crate) chunk_size: Option<NonZeroUsize>,

    /// Take <?target data> for a processing instruction, as the standard does since June 2026; it is a
    /// comment otherwise
    #[arg(long)]
    pub(crate) processing_instructions: bool,

    /// How long a tag, comment or DOCTYPE may be, K, M or G may follow [default: 16M]
    #[arg(long, value_name = "N", value_parser = token_limit)]
    max_token_bytes: Option<u32>,
}

impl StreamArgs {
    pub(crate) fn builder(&self) -> StreamBuilder {
        let builder = self.settings.builder().processing_instructions(self.processing_instructions);
        match self.max_token_bytes {
            Some(limit) => builder.max_token_bytes(limit),
            None => builder,
        }
    }
}

/// An edition of the specification, as it is named on the command line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum EditionArg {
    /// The call for comments of October 2007
    #[value(name = "2007")]
    Draft2007,
    /// The draft of February 2009
    #[value(name = "2009")]
    Draft2009,
    /// The draft of April 2010
    #[value(name = "2010")]
    Draft2010,
    /// The living standard as it was before June 2026
    #[default]
    Living,
    /// The living standard with processing instructions
    LivingPi,
}

impl EditionArg {
    /// Whether the edition is for the reference alone.
    pub(crate) fn is_draft(self) -> bool {
        !matches!(self, EditionArg::Living | EditionArg::LivingPi)
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            EditionArg::Draft2007 => "2007",
            EditionArg::Draft2009 => "2009",
            EditionArg::Draft2010 => "2010",
            EditionArg::Living => "living",
            EditionArg::LivingPi => "living-pi",
        }
    }
}

impl From<EditionArg> for Edition {
    fn from(edition: EditionArg) -> Self {
        match edition {
            EditionArg::Draft2007 => Edition::Draft2007,
            EditionArg::Draft2009 => Edition::Draft2009,
            EditionArg::Draft2010 => Edition::Draft2010,
            EditionArg::Living => Edition::Living,
            EditionArg::LivingPi => Edition::LivingProcessingInstructions,
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum TokensFormat {
    /// One line a token, for people
    #[default]
    Text,
    /// One JSON object a token
    Jsonl,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum StatsFormat {
    #[default]
    Text,
    Json,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(crate) enum Color {
    #[default]
    Auto,
    Always,
    Never,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum ContextArg {
    /// As in an HTML document
    #[default]
    Document,
    /// Never
    None,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(crate) enum Columns {
    /// Code points, as most editors do
    #[default]
    CodePoints,
    /// Bytes of UTF-8
    Bytes,
    /// UTF-16 code units
    Utf16,
}

impl From<Columns> for ColumnUnit {
    fn from(columns: Columns) -> Self {
        match columns {
            Columns::CodePoints => ColumnUnit::CodePoints,
            Columns::Bytes => ColumnUnit::Bytes,
            Columns::Utf16 => ColumnUnit::Utf16,
        }
    }
}

/// A text mode under the specification's name of its state.
#[derive(Clone, Copy, Debug, Default)]
struct InitialState(TextMode);

impl InitialState {
    const ALL: [InitialState; TextMode::ALL.len()] = {
        let mut all = [InitialState(TextMode::Data); TextMode::ALL.len()];
        let mut index = 0;
        while index < all.len() {
            all[index].0 = TextMode::ALL[index];
            index += 1;
        }
        all
    };
}

impl ValueEnum for InitialState {
    fn value_variants<'a>() -> &'a [Self] {
        &Self::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let name = self.0.as_str();
        Some(PossibleValue::new(name).alias(name.trim_end_matches(" state")))
    }
}

/// Any path. An empty one is no mistake of the command line but a file that is not there, so that the other
/// inputs are still done.
fn path() -> impl TypedValueParser<Value = PathBuf> {
    OsStringValueParser::new().map(PathBuf::from)
}

fn encoding(label: &str) -> Result<&'static Encoding, &'static str> {
    Encoding::for_label(label.as_bytes())
        .ok_or("not a label of the Encoding Standard, which are such as utf-8, windows-1252 or shift_jis")
}

fn chunk_size(text: &str) -> Result<NonZeroUsize, &'static str> {
    usize::try_from(size(text)?)
        .map_err(|_| "more than fits in memory")
        .and_then(|size| NonZeroUsize::new(size).ok_or("a piece has at least 1 byte"))
}

fn token_limit(text: &str) -> Result<u32, &'static str> {
    u32::try_from(size(text)?).map_err(|_| "the limit can be at most 4294967295 bytes")
}

/// A number of bytes: digits, then nothing or K, M, G for powers of 1024.
fn size(text: &str) -> Result<u64, &'static str> {
    const ADVICE: &str = "give a number of bytes such as 65536 or 64K";
    let (digits, shift) = match text.char_indices().next_back() {
        Some((end, 'k' | 'K')) => (&text[..end], 10),
        Some((end, 'm' | 'M')) => (&text[..end], 20),
        Some((end, 'g' | 'G')) => (&text[..end], 30),
        _ => (text, 0),
    };
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(ADVICE);
    }
    digits.parse::<u64>().ok().and_then(|number| number.checked_mul(1 << shift)).ok_or("too large a number")
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn sizes() {
        for (text, expected) in [
            ("0", Some(0)),
            ("1460", Some(1460)),
            ("64k", Some(65536)),
            ("16M", Some(16 << 20)),
            ("3G", Some(3 << 30)),
            ("", None),
            ("K", None),
            ("-1", None),
            ("+1", None),
            ("1.5M", None),
            ("1 K", None),
            ("12é", None),
            ("18446744073709551616", None),
            ("18446744073709551615K", None),
        ] {
            assert_eq!(size(text).ok(), expected, "{text:?}");
        }
        assert!(chunk_size("0").is_err());
        assert_eq!(token_limit("4294967295"), Ok(u32::MAX));
        assert!(token_limit("4G").is_err());
    }
}
