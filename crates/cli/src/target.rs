//! Where rows and lines go: a file that appears when it is whole, or standard output.

use std::io::{self, Stdout, Write};
use std::path::Path;

use crate::output_file::OutputFile;

/// Where rows and lines go.
pub(crate) enum Target {
    File(OutputFile),
    Stdout(Stdout),
}

impl Target {
    /// A file, or standard output for nothing.
    pub(crate) fn create(path: Option<&Path>) -> io::Result<Self> {
        match path {
            Some(path) => OutputFile::create(path).map(Target::File),
            None => Ok(Target::Stdout(io::stdout())),
        }
    }

    pub(crate) fn finish(self) -> io::Result<()> {
        match self {
            Target::File(file) => file.finish(),
            Target::Stdout(mut stdout) => stdout.flush(),
        }
    }
}

impl Write for Target {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Target::File(file) => file.write(bytes),
            Target::Stdout(stdout) => stdout.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Target::File(file) => file.flush(),
            Target::Stdout(stdout) => stdout.flush(),
        }
    }
}
