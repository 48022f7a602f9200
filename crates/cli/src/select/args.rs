//! The arguments of `tagspan select`.

use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;
use clap::error::ErrorKind;
use tagspan_select::Selectors;

use crate::args::{OutputFormat, path};
use crate::encoding::EncodingArgs;

#[derive(Args, Debug)]
#[command(override_usage = "tagspan select [OPTIONS] <SELECTOR> [FILE | FOLDER]...
       tagspan select [OPTIONS] --column <NAME=SELECTOR>... [--each <SELECTOR>] [FILE | FOLDER]...")]
pub(crate) struct SelectArgs {
    /// The CSS selector of the elements, unless there is a --column; then files to read, and folders whose pages to read; `-` or
    /// nothing is standard input
    #[arg(value_name = "SELECTOR | FILE | FOLDER", value_parser = path())]
    words: Vec<PathBuf>,

    /// Print the values of this attribute, and leave out elements that do not have it
    #[arg(short, long, value_name = "NAME", conflicts_with_all = ["text", "span", "count", "columns"])]
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

    /// Print the first element of each page only
    #[arg(short = '1', long)]
    pub(crate) first: bool,

    /// Leave elements out of what is printed, with all that is in them; may be repeated
    #[arg(short, long = "remove", value_name = "SELECTOR", value_parser = selector)]
    pub(crate) removed: Vec<String>,

    /// Print rows, with the text of the first element that matches in this column, or with its attribute: price=.price,
    /// url=a[href]@href; may be repeated
    #[arg(long = "column", value_name = "NAME=SELECTOR[@ATTRIBUTE]")]
    pub(crate) columns: Vec<Column>,

    /// Print a row for each element that matches, of what is in it, instead of a row for each page
    #[arg(long, value_name = "SELECTOR", requires = "columns", value_parser = selector)]
    pub(crate) each: Option<String>,

    /// How elements are written; rows are JSON lines always
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: OutputFormat,

    #[command(flatten)]
    pub(crate) encoding: EncodingArgs,
}

/// A column of rows.
#[derive(Clone, Debug)]
pub(crate) struct Column {
    pub(crate) name: String,
    pub(crate) selector: String,
    /// The attribute whose value it has; the text of the element otherwise.
    pub(crate) attribute: Option<String>,
}

impl FromStr for Column {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let Some((name, rest)) = text.split_once('=').filter(|(name, _)| !name.is_empty()) else {
            return Err("a column is NAME=SELECTOR or NAME=SELECTOR@ATTRIBUTE".to_owned());
        };
        // A selector has an @ in quotes only, behind which a quote or a bracket follows.
        let is_name = |name: &str| !name.is_empty() && !name.contains(['"', '\'', ']', ')', ' ']);
        let (source, attribute) = match rest.rsplit_once('@').filter(|(_, attribute)| is_name(attribute)) {
            Some((source, attribute)) => (source, Some(attribute.to_ascii_lowercase())),
            None => (rest, None),
        };
        Ok(Column { name: name.to_owned(), selector: selector(source)?, attribute })
    }
}

/// Checks a selector by itself, so that the message names its option.
fn selector(text: &str) -> Result<String, String> {
    Selectors::new([text]).map(|_| text.to_owned()).map_err(|error| error.to_string())
}

impl SelectArgs {
    /// The selector of the elements, and the inputs. Of rows, the first is what a row is of; `None` is a page.
    pub(crate) fn words(&self) -> Result<(Option<String>, Vec<PathBuf>), clap::Error> {
        let (selected, files) = match self.words.split_first() {
            _ if !self.columns.is_empty() => (self.each.clone(), &self.words[..]),
            Some((first, files)) => {
                let refuse = |why: String| {
                    clap::Error::raw(ErrorKind::ValueValidation, format!("the selector is refused: {why}\n"))
                };
                let text = first.to_str().ok_or_else(|| refuse("it is not Unicode".to_owned()))?;
                (Some(selector(text).map_err(refuse)?), files)
            }
            None => {
                let message = "a selector is expected, such as 'article a[href]', or a --column\n";
                return Err(clap::Error::raw(ErrorKind::MissingRequiredArgument, message));
            }
        };
        Ok((selected, files.to_vec()))
    }
}
