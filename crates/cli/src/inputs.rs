//! Inputs: which there are, what they are called, and how they are opened.

use std::fs::{self, File};
use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};

use clap::CommandFactory;
use clap::error::ErrorKind;

use crate::args::Cli;
use crate::escape;
use crate::report::Failure;

/// Something to read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    Stdin,
    Path(PathBuf),
}

impl Source {
    /// What messages and headers call it, on one line.
    pub(crate) fn name(&self) -> String {
        match self {
            Source::Stdin => "standard input".to_owned(),
            Source::Path(path) => display(path),
        }
    }

    /// Opens it for reading.
    pub(crate) fn open(&self) -> Result<Box<dyn Read>, Failure> {
        match self {
            Source::Stdin => Ok(Box::new(io::stdin().lock())),
            Source::Path(path) => {
                // Asked first, as opening a folder succeeds on some systems and on others is not permitted.
                if fs::metadata(path).map_err(Failure::Read)?.is_dir() {
                    return Err(Failure::Folder);
                }
                Ok(Box::new(File::open(path).map_err(Failure::Read)?))
            }
        }
    }
}

/// A path on one line, U+FFFD for what is not Unicode.
pub(crate) fn display(path: &Path) -> String {
    // So that a message has a name to see.
    if path.as_os_str().is_empty() {
        return "\"\"".to_owned();
    }
    escape::name(&path.to_string_lossy())
}

/// The inputs that were named, or standard input when none was and it is no terminal. Otherwise the program
/// ends here, as after any other mistake on the command line.
pub(crate) fn sources(paths: &[PathBuf], subcommand: &str) -> Vec<Source> {
    if paths.is_empty() {
        if io::stdin().is_terminal() {
            refuse(subcommand);
        }
        return vec![Source::Stdin];
    }
    let source =
        |path: &PathBuf| if path.as_os_str() == "-" { Source::Stdin } else { Source::Path(path.clone()) };
    paths.iter().map(source).collect()
}

fn refuse(subcommand: &str) -> ! {
    const MESSAGE: &str = "no input: name a file, pipe something in, or give `-` to type";
    let mut command = Cli::command();
    // Gives the subcommands their full names.
    command.build();
    let mut command = command.find_subcommand(subcommand).cloned().unwrap_or(command);
    command.error(ErrorKind::MissingRequiredArgument, MESSAGE).exit()
}
