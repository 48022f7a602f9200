//! Completions of shells and manual pages, generated from the arguments.

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use clap::CommandFactory;
use clap_complete::Shell;

use crate::args::Cli;
use crate::inputs::display;
use crate::report::{Failure, Report};

/// Prints the completions of a shell.
pub(crate) fn completions(shell: Shell) -> ExitCode {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "tagspan", &mut script);
    let mut report = Report::default();
    io::stdout().lock().write_all(&script).unwrap_or_else(|error| report.output_failure(error));
    report.exit_code()
}

/// Writes the manual pages of all commands to a folder.
pub(crate) fn manual(folder: &Path) -> ExitCode {
    let mut report = Report::default();
    if folder.is_file() {
        let error = io::Error::other("is a file: name a folder for the manual pages");
        report.failure(&display(folder), &Failure::Write(error));
        return report.exit_code();
    }
    let written = fs::create_dir_all(folder).and_then(|()| clap_mangen::generate_to(Cli::command(), folder));
    if let Err(error) = written {
        report.failure(&display(folder), &Failure::Write(error));
    }
    report.exit_code()
}
