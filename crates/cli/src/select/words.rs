//! The selector and the inputs among the arguments.

use std::path::PathBuf;

use clap::error::ErrorKind;

use crate::args::SelectArgs;
use crate::selector::selector;

/// The selector of the elements, and the inputs. Of rows, the first is what a row is of; `None` is a page.
pub(super) fn words(args: &SelectArgs) -> Result<(Option<String>, Vec<PathBuf>), clap::Error> {
    let (selected, files) = match args.words.split_first() {
        _ if !args.columns.is_empty() => {
            check_columns(args)?;
            (args.each.clone(), &args.words[..])
        }
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

/// Refuses columns that would be a key of an object twice, and a selector where files are expected.
fn check_columns(args: &SelectArgs) -> Result<(), clap::Error> {
    let refuse = |message: String| Err(clap::Error::raw(ErrorKind::ValueValidation, message));
    for (place, column) in args.columns.iter().enumerate() {
        let name = &column.name;
        if args.columns[..place].iter().any(|earlier| earlier.name == *name) {
            return refuse(format!("there are two columns {name}: give each another name\n"));
        }
        if name == "file" || name == "uri" {
            return refuse(format!("the column {name} is that of the input: give yours another name\n"));
        }
    }
    // Of several inputs the others are read though one is missing.
    match args.words.as_slice() {
        [word] if !word.exists() => match word.to_str().filter(|word| *word != "-" && selector(word).is_ok())
        {
            Some(word) => refuse(format!(
                "there is no file {word}: if it is the selector of rows, give it as --each {word}\n"
            )),
            None => Ok(()),
        },
        _ => Ok(()),
    }
}
