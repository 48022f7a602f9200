//! The arguments, their help, and what they mean to the library.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::builder::{NonEmptyStringValueParser, OsStringValueParser, PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use tagspan::{ColumnUnit, Feedback, LimitAction, Limits, TextMode, Tokenizer, TokenizerBuilder, Validation};
use tagspan_check::Code;
use tagspan_extract::columns::Column;
#[cfg(feature = "archives")]
use tagspan_extract::columns::SelectedColumns;
use tagspan_extract::{Extractor, ExtractorBuilder, LinkAttribute, Url};
use tagspan_reference::{Edition, TextState};

use crate::codes::{CodesArgs, code};
use crate::driver::Driver;
use crate::encoding::EncodingArgs;
use crate::escape;
use crate::feature::VERSION;
use crate::help::{self, EXIT_STATUS};
use crate::initial_state::InitialState;
use crate::selector::{self, selector};
use crate::size::size;

/// Tokens of HTML, exact by the standard, from files, folders and pipes. Without a command, the tokens of a file.
#[derive(Debug, Parser)]
#[command(name = "tagspan", version, long_version = VERSION, after_help = EXIT_STATUS, arg_required_else_help = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Print one token per line: its byte range, its kind and its decoded content
    #[command(after_help = EXIT_STATUS, after_long_help = help::with_encoding(help::TOKENS))]
    Tokens(TokensArgs),
    /// Count tokens, attributes, errors and bytes, and measure the speed
    #[command(after_help = EXIT_STATUS, after_long_help = help::with_encoding(help::STATS))]
    Stats(StatsArgs),
    /// Show where the tokens of a page differ between editions of the specification
    #[command(after_help = EXIT_STATUS, after_long_help = help::with_encoding(help::EDITIONS))]
    Editions(EditionsArgs),
    /// Print the encoding of each file: its confidence, and the step and the bytes that decided
    #[command(after_help = EXIT_STATUS, after_long_help = format!("{}\n{EXIT_STATUS}", help::SNIFF))]
    Sniff(SniffArgs),
    /// Print the attributes that hold URLs: their byte ranges and the resolved URLs
    #[command(after_help = EXIT_STATUS, after_long_help = help::with_encoding(help::LINKS))]
    Links(LinksArgs),
    /// Print the title, the language and the visible text
    #[command(after_help = EXIT_STATUS, after_long_help = help::with_encoding(help::TEXT))]
    Text(TextArgs),
    /// Print elements by CSS selector: as they are written, their text, an attribute, or columns of them
    #[command(after_help = EXIT_STATUS, after_long_help = help::with_encoding(help::SELECT))]
    Select(SelectArgs),
    /// Write columns of pages and archives, one row per page, as Parquet or JSON lines
    #[command(after_help = EXIT_STATUS, after_long_help = format!("{}{}\n{EXIT_STATUS}", help::columns(), help::EXTRACT))]
    Extract(ExtractArgs),
    /// Write an index of the records of WARC archives, as CDXJ: where each record is, and what it is
    #[command(after_help = EXIT_STATUS, after_long_help = format!("{}\n{EXIT_STATUS}", help::INDEX))]
    Index(IndexArgs),
    /// Print the parse errors: where they are, and what a browser does with them
    #[command(after_help = EXIT_STATUS, after_long_help = help::with_encoding(help::CHECK))]
    Check(CheckArgs),
    /// Write a page that shows how an input was split into tokens
    #[command(after_help = EXIT_STATUS, after_long_help = help::with_encoding(help::VIEW))]
    View(ViewArgs),
    /// Print the completions for a shell
    Completions {
        /// The shell
        #[arg(value_enum)]
        shell: Shell,
    },
    /// Write the manual pages of all commands to a folder
    Manual {
        /// The folder, which is created if it does not exist
        #[arg(value_name = "FOLDER", value_parser = path())]
        folder: PathBuf,
    },
}

/// The inputs of a command that reads any number of them.
#[derive(Args, Debug)]
pub(crate) struct InputArgs {
    /// Files to read, folders whose pages to read, and URLs of either; `-` or nothing is standard input
    #[arg(value_name = "FILE | FOLDER", value_parser = path())]
    pub(crate) files: Vec<PathBuf>,
}

/// The option of the commands whose output may be coloured.
#[derive(Args, Debug)]
pub(crate) struct ColorArgs {
    /// When to use colours; `auto`: on a terminal, and as NO_COLOR, CLICOLOR and CLICOLOR_FORCE say
    #[arg(long = "color", value_enum, value_name = "WHEN", default_value_t)]
    pub(crate) when: Color,
}

#[derive(Args, Debug)]
pub(crate) struct TokensArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// How tokens are written
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: OutputFormat,

    /// The unit of the columns of parse errors
    #[arg(long, value_enum, default_value_t)]
    pub(crate) columns: Columns,

    #[command(flatten)]
    pub(crate) color: ColorArgs,

    /// The edition of the specification; the drafts are read by the reference, which is slow and holds the whole
    /// input
    #[arg(long, value_enum, default_value_t, conflicts_with = "processing_instructions")]
    pub(crate) edition: EditionArg,

    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

#[derive(Args, Debug)]
pub(crate) struct EditionsArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// How differences are written
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: OutputFormat,

    #[command(flatten)]
    pub(crate) color: ColorArgs,

    #[command(flatten)]
    pub(crate) settings: SettingsArgs,
}

#[derive(Args, Debug)]
pub(crate) struct SniffArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// How encodings are written
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: OutputFormat,

    #[command(flatten)]
    pub(crate) color: ColorArgs,

    #[command(flatten)]
    pub(crate) encoding: EncodingArgs,
}

#[derive(Args, Debug)]
pub(crate) struct LinksArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// The URL that relative links of files and pipes are resolved against; a page of an archive has its own
    #[arg(long, value_name = "URL")]
    pub(crate) base: Option<Url>,

    #[command(flatten)]
    pub(crate) links: LinkSettingsArgs,

    /// How links are written
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: OutputFormat,

    #[command(flatten)]
    pub(crate) color: ColorArgs,

    #[command(flatten)]
    pub(crate) encoding: EncodingArgs,
}

/// The options of the commands that extract links.
#[derive(Args, Debug)]
pub(crate) struct LinkSettingsArgs {
    /// An attribute that holds URLs too, such as img@data-src, or *@data-src for any element; may be repeated
    #[arg(long = "attribute", value_name = "ELEMENT@ATTRIBUTE")]
    attributes: Vec<LinkAttribute>,

    /// The URLs of CSS too, in style elements and attributes
    #[arg(long)]
    css: bool,
}

impl LinkSettingsArgs {
    /// An extractor with these settings.
    pub(crate) fn extractor(&self) -> ExtractorBuilder {
        Extractor::builder().link_attributes(self.attributes.iter().cloned()).css(self.css)
    }
}

#[derive(Args, Debug)]
pub(crate) struct TextArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// How text is written
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: OutputFormat,

    /// Print the content of noscript too
    #[arg(long)]
    pub(crate) noscript: bool,

    /// Print what style attributes hide too
    #[arg(long)]
    pub(crate) ignore_styles: bool,

    /// Begin list items with their bullets and numbers
    #[arg(long)]
    pub(crate) list_markers: bool,

    /// Print one tab or line end for a run of empty cells and rows, as in tables for layout
    #[arg(long)]
    pub(crate) collapse_tables: bool,

    /// Print the text in records of the type conversion too, as in WET files, as it stands
    #[arg(long)]
    pub(crate) conversions: bool,

    #[command(flatten)]
    pub(crate) encoding: EncodingArgs,
}

#[derive(Args, Debug)]
#[command(override_usage = "tagspan select [OPTIONS] <SELECTOR> [FILE | FOLDER]...
       tagspan select [OPTIONS] --column <NAME=SELECTOR>... [--each <SELECTOR>] [FILE | FOLDER]...")]
pub(crate) struct SelectArgs {
    /// The CSS selector of the elements, unless there is a --column; then files to read, and folders whose pages to read; `-` or
    /// nothing is standard input
    #[arg(value_name = "SELECTOR | FILE | FOLDER", value_parser = path())]
    pub(crate) words: Vec<PathBuf>,

    /// Print the values of this attribute, and leave out elements that do not have it
    #[arg(short, long, value_name = "NAME", value_parser = NonEmptyStringValueParser::new(), conflicts_with_all = ["text", "span", "count", "columns"])]
    pub(crate) attribute: Option<String>,

    /// Print the text of the elements, as a tree has it
    #[arg(short, long, conflicts_with_all = ["span", "count", "columns"])]
    pub(crate) text: bool,

    /// Print where the elements are: the range of their bytes
    #[arg(short, long, conflicts_with_all = ["count", "columns"])]
    pub(crate) span: bool,

    /// Print how many elements there are
    #[arg(short, long, conflicts_with = "columns")]
    pub(crate) count: bool,

    /// Print the first element of each page only; with --attribute, the first that has it
    #[arg(short = '1', long)]
    pub(crate) first: bool,

    /// Leave elements out of what is printed, with all that is in them; may be repeated
    #[arg(short, long = "remove", value_name = "SELECTOR", value_parser = selector)]
    pub(crate) removed: Vec<String>,

    /// Print rows, with the text of the first element that matches in this column, or with its attribute: price=.price,
    /// url=a[href]@href; may be repeated
    #[arg(long = "column", value_name = "NAME=SELECTOR[@ATTRIBUTE]")]
    pub(crate) columns: Vec<selector::Column>,

    /// Print a row for each element that matches, of what is in it, instead of a row for each page
    #[arg(long, value_name = "SELECTOR", requires = "columns", value_parser = selector)]
    pub(crate) each: Option<String>,

    /// How elements are written; rows are JSON lines always
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: OutputFormat,

    #[command(flatten)]
    pub(crate) encoding: EncodingArgs,
}

#[derive(Args, Debug)]
#[command(mut_arg("files", |files| {
    files.help("Pages and WARC archives to read, and folders of them; `-` or nothing is standard input")
}))]
pub(crate) struct ExtractArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// An index of the records to read instead, with the columns warc_filename, warc_record_offset and warc_record_length, as
    /// CSV, JSON lines, CDXJ or Parquet; `-` is standard input
    #[arg(long, value_name = "INDEX", value_parser = path(), conflicts_with = "files")]
    pub(crate) records: Option<PathBuf>,

    /// The folder or the URL that the file names of --records start from
    #[arg(long, value_name = "PLACE", value_parser = path(), requires = "records")]
    pub(crate) prefix: Option<PathBuf>,

    /// The columns, separated by commas
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = column())]
    #[arg(default_value = "file,uri,status,encoding,title,lang,links,text,truncated")]
    pub(crate) columns: Vec<Column>,

    /// Add a column with the text of the first element that matches, or with its attribute: price=.price,
    /// next=a[rel=next]@href; may be repeated
    #[arg(long = "select", value_name = "NAME=SELECTOR[@ATTRIBUTE]")]
    selected: Vec<selector::Column>,

    /// The URL that relative links of files and pipes are resolved against; a page of an archive has its own
    #[arg(long, value_name = "URL")]
    pub(crate) base: Option<Url>,

    #[command(flatten)]
    pub(crate) links: LinkSettingsArgs,

    /// Write rows of the text in records of the type conversion too, as in WET files, as it stands
    #[arg(long)]
    pub(crate) conversions: bool,

    /// The file to write, which appears when it is complete and must not be an input; `-` is standard output [default: -]
    #[arg(short, long, value_name = "FILE", value_parser = path())]
    output: Option<PathBuf>,

    /// How rows are written [default: parquet for a file name that ends with .parquet; jsonl for .jsonl, .ndjson, .json,
    /// a name without an extension, and standard output]
    #[arg(long, value_enum)]
    format: Option<RowFormat>,

    /// The number of threads [default: one for each core]
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<NonZeroUsize>,

    #[command(flatten)]
    pub(crate) encoding: EncodingArgs,
}

impl ExtractArgs {
    /// The file to write; `None` is standard output.
    #[cfg(feature = "archives")]
    pub(crate) fn output_file(&self) -> Option<&Path> {
        file_named(self.output.as_deref())
    }

    /// The columns of selectors, if there are any.
    #[cfg(feature = "archives")]
    pub(crate) fn selected(&self) -> Result<Option<SelectedColumns>, clap::Error> {
        let columns = self.selected.iter().map(|column| (&column.name, column.value.to_string()));
        let columns = SelectedColumns::new(columns)
            .map_err(|error| clap::Error::raw(ErrorKind::ValueValidation, format!("--select: {error}\n")))?;
        Ok((!self.selected.is_empty()).then_some(columns))
    }

    /// How rows are written. An error for a file name with the extension of another format.
    pub(crate) fn row_format(&self) -> Result<RowFormat, clap::Error> {
        let output = self.output.as_deref().unwrap_or(Path::new("-"));
        let extension = output.extension().map(|extension| extension.to_string_lossy().to_ascii_lowercase());
        match (self.format, extension.as_deref()) {
            (Some(format), _) => Ok(format),
            (None, Some("parquet")) => Ok(RowFormat::Parquet),
            (None, None | Some("" | "json" | "jsonl" | "ndjson")) => Ok(RowFormat::Jsonl),
            (None, Some(_)) => {
                let message = format!(
                    "--output {}: rows have lists, so they are written as JSON lines or Parquet: give a name that \
                     ends with .jsonl or .parquet, or give --format\n",
                    escape::name(&output.to_string_lossy())
                );
                Err(clap::Error::raw(ErrorKind::ValueValidation, message))
            }
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum RowFormat {
    /// Apache Parquet
    Parquet,
    /// JSON, one object per line
    Jsonl,
}

/// A column by its name. An unknown name gets a suggestion.
fn column() -> impl TypedValueParser<Value = Column> {
    PossibleValuesParser::new(Column::ALL.iter().map(|column| column.as_str()))
        .try_map(|name| name.parse::<Column>())
}

#[derive(Args, Debug)]
#[command(mut_arg("files", |files| {
    files.help("WARC archives to read, and folders of them; `-` or nothing is standard input")
}))]
pub(crate) struct IndexArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// The file to write, which appears when it is complete and must not be an input; `-` is standard output [default: -]
    #[arg(short, long, value_name = "FILE", value_parser = path())]
    output: Option<PathBuf>,

    /// Sort the lines by their bytes, and write equal ones once; by default they have the order of the records
    #[arg(short, long)]
    pub(crate) sort: bool,

    /// Name files by their paths from this folder; by default by their last names
    #[arg(long, value_name = "FOLDER", value_parser = path())]
    pub(crate) dir_root: Option<PathBuf>,
}

impl IndexArgs {
    /// The file to write; `None` is standard output.
    #[cfg(feature = "archives")]
    pub(crate) fn output_file(&self) -> Option<&Path> {
        file_named(self.output.as_deref())
    }
}

#[derive(Args, Debug)]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// How errors are written
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: CheckFormat,

    #[command(flatten)]
    pub(crate) codes: CodesArgs,

    /// Write fixes into the files, where a browser reads the same, then print the errors that are left. Standard input is fixed to
    /// standard output
    #[arg(long)]
    pub(crate) fix: bool,

    /// Print what --fix would change, as a unified diff, and write no file
    #[arg(long)]
    pub(crate) diff: bool,

    /// Print the meaning of a code, with an example, and exit
    #[arg(long, value_name = "CODE", value_parser = code(), hide_possible_values = true)]
    pub(crate) explain: Option<Code>,

    #[command(flatten)]
    pub(crate) color: ColorArgs,

    /// Read noscript content as raw text, as with scripting enabled
    #[arg(long)]
    pub(crate) scripting: bool,

    /// Read <?target data> as a processing instruction, as the standard does since June 2026; without this
    /// option it is a comment
    #[arg(long)]
    pub(crate) processing_instructions: bool,

    #[command(flatten)]
    pub(crate) encoding: EncodingArgs,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum CheckFormat {
    /// Lines for people
    #[default]
    Text,
    /// JSON, one object per line
    Jsonl,
    /// SARIF 2.1.0, one JSON object
    Sarif,
    /// Commands of GitHub's workflows
    Github,
}

#[derive(Args, Debug)]
pub(crate) struct ViewArgs {
    /// The file to read; `-` or nothing is standard input
    #[arg(value_name = "FILE", value_parser = path())]
    pub(crate) file: Option<PathBuf>,

    /// The page to write, which must not be an input; `-` is standard output [default: -]
    #[arg(short, long, value_name = "PAGE", value_parser = path())]
    output: Option<PathBuf>,

    /// Mark the tokens that cross the ends of chunks of N bytes; N may end with K, M or G
    #[arg(long, value_name = "N", value_parser = chunk_size)]
    pub(crate) chunk_size: Option<NonZeroUsize>,

    /// Show the tokens of the first N bytes, and count the others; N may end with K, M or G
    #[arg(long, value_name = "N", value_parser = size, default_value = "2M")]
    pub(crate) shown: u64,

    #[command(flatten)]
    pub(crate) encoding: EncodingArgs,
}

impl ViewArgs {
    /// The page to write; `None` is standard output.
    pub(crate) fn output_file(&self) -> Option<&Path> {
        file_named(self.output.as_deref())
    }
}

#[derive(Args, Debug)]
pub(crate) struct StatsArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// How counts are written
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: OutputFormat,

    /// Count ill-formed sequences of the input's encoding
    #[arg(long)]
    pub(crate) validate: bool,

    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

impl StatsArgs {
    pub(crate) fn driver(&self) -> Driver {
        let builder = self.reading.builder();
        let counts = self.validate && !self.reading.strict;
        self.reading.driver(if counts { builder.validation(Validation::Count) } else { builder })
    }
}

/// The options of the tokenizer that every command has.
#[derive(Args, Debug)]
pub(crate) struct SettingsArgs {
    /// Report parse errors
    #[arg(long)]
    pub(crate) errors: bool,

    /// The state to start in; case and the word "state" do not matter
    #[arg(long, value_enum, value_name = "STATE", ignore_case = true, default_value_t)]
    initial_state: InitialState,

    /// The name of the last start tag before the input
    #[arg(long, value_name = "NAME")]
    last_start_tag: Option<String>,

    /// Let <![CDATA[ open a CDATA section, as in svg and math content
    #[arg(long)]
    cdata: bool,

    /// Read noscript content as raw text, as with scripting enabled
    #[arg(long)]
    scripting: bool,

    /// Whether start tags such as <script> and <title> change how the text after them is read
    #[arg(long, value_enum, default_value_t)]
    feedback: FeedbackArg,

    #[command(flatten)]
    encoding: EncodingArgs,
}

impl SettingsArgs {
    /// The settings of the tokenizer, without those of the encoding.
    pub(crate) fn builder(&self) -> TokenizerBuilder {
        let builder = Tokenizer::builder()
            .parse_errors(self.errors)
            .initial_text_mode(self.initial_state.0)
            .cdata(self.cdata)
            .scripting(self.scripting)
            .feedback(match self.feedback {
                FeedbackArg::Simulated => Feedback::Simulated,
                FeedbackArg::Names => Feedback::Names,
                FeedbackArg::None => Feedback::None,
            });
        match &self.last_start_tag {
            Some(name) => builder.last_start_tag(name),
            None => builder,
        }
    }

    /// A driver for a tokenizer with these settings, to which it adds those of the encoding.
    pub(crate) fn driver(&self, builder: TokenizerBuilder, chunk_size: Option<NonZeroUsize>) -> Driver {
        Driver::new(builder, &self.encoding, chunk_size)
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
            context: match self.feedback {
                // The reference goes by names.
                FeedbackArg::Simulated | FeedbackArg::Names => tagspan_reference::Context::Document,
                FeedbackArg::None => tagspan_reference::Context::None,
            },
            scripting: self.scripting,
        }
    }
}

/// The additional options of the commands that read inputs chunk by chunk.
#[derive(Args, Debug)]
pub(crate) struct ReadingArgs {
    #[command(flatten)]
    pub(crate) settings: SettingsArgs,

    /// Feed the input in chunks of N bytes; N may end with K, M or G [default: the size of each read]
    #[arg(long, value_name = "N", value_parser = chunk_size)]
    chunk_size: Option<NonZeroUsize>,

    /// Read <?target data> as a processing instruction, as the standard does since June 2026; without this
    /// option it is a comment
    #[arg(long)]
    pub(crate) processing_instructions: bool,

    /// The maximum length of a tag, comment or DOCTYPE; N may end with K, M or G [default: 16M]
    #[arg(long, value_name = "N", value_parser = token_limit)]
    max_token_bytes: Option<u32>,

    /// Stop reading an input at the first sequence that is ill-formed in its encoding
    #[arg(long)]
    strict: bool,
}

impl ReadingArgs {
    /// As [`SettingsArgs::driver`], with the chosen chunk size.
    pub(crate) fn driver(&self, builder: TokenizerBuilder) -> Driver {
        self.settings.driver(builder, self.chunk_size)
    }

    pub(crate) fn builder(&self) -> TokenizerBuilder {
        let mut builder = self.settings.builder().processing_instructions(self.processing_instructions);
        if self.strict {
            builder = builder.validation(Validation::Strict);
        }
        // Tokens are printed completely, or the input fails.
        builder.limits(Limits::all(self.max_token_bytes.unwrap_or(16 << 20), LimitAction::Fail))
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
pub(crate) enum OutputFormat {
    /// Lines for people
    #[default]
    Text,
    /// JSON, one object per line
    Jsonl,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(crate) enum Color {
    #[default]
    Auto,
    Always,
    Never,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum FeedbackArg {
    /// As in a document, with svg and math, frames and templates
    #[default]
    Simulated,
    /// By the tag's name alone
    Names,
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

/// Any path. An empty path is treated as a missing file and not as an invalid command line, so that the other inputs are
/// still read.
pub(crate) fn path() -> impl TypedValueParser<Value = PathBuf> {
    OsStringValueParser::new().map(PathBuf::from)
}

/// The file that an output option names; `None` is standard output.
fn file_named(output: Option<&Path>) -> Option<&Path> {
    output.filter(|path| path.as_os_str() != "-")
}

fn chunk_size(text: &str) -> Result<NonZeroUsize, &'static str> {
    usize::try_from(size(text)?)
        .map_err(|_| "more than fits in memory")
        .and_then(|size| NonZeroUsize::new(size).ok_or("a chunk has at least 1 byte"))
}

fn token_limit(text: &str) -> Result<u32, &'static str> {
    u32::try_from(size(text)?).map_err(|_| "the limit can be at most 4294967295 bytes")
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
    fn limits_of_sizes() {
        assert!(chunk_size("0").is_err());
        assert_eq!(token_limit("4294967295"), Ok(u32::MAX));
        assert!(token_limit("4G").is_err());
    }
}
