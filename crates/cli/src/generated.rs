//! Completions of shells and manual pages, generated from the arguments.

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use clap::CommandFactory;
use clap_complete::Shell;
use clap_mangen::Man;

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
    let mut command = Cli::command().disable_help_subcommand(true);
    // Gives the subcommands their full names.
    command.build();
    let written = fs::create_dir_all(folder).and_then(|()| {
        command.get_subcommands().chain([&command]).try_for_each(|command| write_page(command, folder))
    });
    if let Err(error) = written {
        report.failure(&display(folder), &Failure::Write(error));
    }
    report.exit_code()
}

/// Writes the manual page of a command.
fn write_page(command: &clap::Command, folder: &Path) -> io::Result<()> {
    let page = Man::new(command.clone());
    let mut source = Vec::new();
    page.render(&mut source)?;
    // The long part of the help has lines and tables of its own. Filled to a paragraph they would be torn.
    let source = String::from_utf8_lossy(&source).replace(".SH EXTRA\n", ".SH DETAILS\n.nf\n.in 2n\n");
    let source = source.replace(".SH VERSION\n", ".fi\n.SH VERSION\n");
    fs::write(folder.join(page.get_filename()), source)
}
