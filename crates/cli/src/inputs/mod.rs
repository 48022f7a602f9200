//! Inputs: which there are, what they are called, and how they are opened.

#[cfg_attr(not(feature = "archives"), path = "no_archive.rs")]
mod archive;
#[cfg(feature = "archives")]
mod captures;
mod compressed;
mod detect;
mod folder;
mod names;
mod pages;
mod part;
#[cfg_attr(not(feature = "remote"), path = "no_remote.rs")]
mod remote;
mod source;

use std::fs;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use clap::CommandFactory;
use clap::error::ErrorKind;
use tagspan_extract::Url;

use crate::args::Cli;
use crate::report::Report;
#[cfg(feature = "archives")]
pub(crate) use archive::no_pages;
#[cfg(feature = "archives")]
pub(crate) use compressed::GZIP;
pub(crate) use compressed::is_compressed;
pub(crate) use detect::Content;
#[cfg(feature = "archives")]
pub(crate) use names::is_called_page;
#[cfg(feature = "archives")]
pub(crate) use remote::archive;
pub(crate) use source::{Opened, Records, Source, display};

/// Whether output must say which input it is about.
pub(crate) fn are_several(sources: &[Source]) -> bool {
    sources.len() > 1
        || match sources {
            [Source::Archive(_)] => true,
            [Source::Remote(remote)] => remote.is_archive(),
            _ => false,
        }
}

/// Their length in bytes together; `None` where that of one is not known before it is read.
pub(crate) fn length(sources: &[Source]) -> Option<u64> {
    sources.iter().map(Source::length).sum()
}

/// The inputs that were named and the pages of the folders that were, or standard input when nothing was and it is no terminal.
/// Otherwise the program ends here, as after any other mistake on the command line.
pub(crate) fn sources(paths: &[PathBuf], subcommand: &str, report: &mut Report) -> Vec<Source> {
    if paths.is_empty() {
        if io::stdin().is_terminal() {
            refuse(subcommand);
        }
        return vec![Source::Stdin];
    }
    let mut sources = Vec::new();
    for path in paths {
        // A missing path is reported when it is opened.
        if path.as_os_str() == "-" {
            sources.push(Source::Stdin);
        } else if let Some(objects) = remote::objects(path, report) {
            sources.extend(objects.into_iter().map(Source::Remote));
        } else {
            add_local(of_url(path).unwrap_or_else(|| path.clone()), report, &mut sources);
        }
    }
    sources
}

fn add_local(path: PathBuf, report: &mut Report, sources: &mut Vec<Source>) {
    if path.is_dir() {
        folder::add_pages(&path, report, sources);
    } else if is_special(&path) {
        sources.push(Source::Pipe(path));
    } else {
        sources.push(Source::of_file(path));
    }
}

/// The path of a `file:` URL.
fn of_url(path: &Path) -> Option<PathBuf> {
    let url = path
        .to_str()
        .filter(|path| path.get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case("file:")))?;
    Url::parse(url).ok()?.to_file_path().ok()
}

/// Whether it is there and no file, such as a pipe or a device.
fn is_special(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|metadata| !metadata.is_file())
}

fn refuse(subcommand: &str) -> ! {
    const MESSAGE: &str = "no input: name a file or a folder, pipe something in, or give `-` to type";
    let mut command = Cli::command();
    // Gives the subcommands their full names.
    command.build();
    let mut command = command.find_subcommand(subcommand).cloned().unwrap_or(command);
    command.error(ErrorKind::MissingRequiredArgument, MESSAGE).exit()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_length_is_known_if_that_of_each_input_is() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
        let page = || Source::Path(path.clone());
        let one = path.metadata().unwrap().len();
        for (sources, expected) in [
            (vec![page(), page()], Some(2 * one)),
            (vec![page(), Source::Stdin], None),
            (vec![Source::Pipe("pipe".into()), page()], None),
            (vec![Source::Path("page.html.gz".into()), page()], None),
        ] {
            assert_eq!(length(&sources), expected, "{sources:?}");
        }
    }
}
