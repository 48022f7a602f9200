//! A file that appears under its name when it is whole.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use same_file::Handle;
use tempfile::NamedTempFile;

use crate::inputs::{Source, display};
use crate::report::{Failure, Report};

/// Reports an output that is one of the inputs, and returns whether it is: writing it would destroy the input.
pub(crate) fn is_refused(output: Option<&Path>, inputs: &[Source], report: &mut Report) -> bool {
    let Some(path) = output.filter(|output| is_input(output, inputs)) else { return false };
    report.failure(&display(path), &Failure::InputIsOutput);
    true
}

/// Whether they are one file, by whatever names. Only regular files are compared, because a device such as a terminal may be both.
fn is_input(output: &Path, inputs: &[Source]) -> bool {
    let is_file = |path: &Path| fs::metadata(path).is_ok_and(|metadata| metadata.is_file());
    if !is_file(output) {
        return false;
    }
    // An output that cannot be read is no input.
    let Ok(output) = Handle::from_path(output) else { return false };
    let is_output = |input: &Source| match input.path() {
        // To open a pipe may wait for its writer.
        Some(path) => is_file(path) && Handle::from_path(path).is_ok_and(|input| input == output),
        None => Handle::stdin().is_ok_and(|input| input == output),
    };
    inputs.iter().any(is_output)
}

/// An output file.
pub(crate) enum OutputFile {
    /// Replaces what the file was, once it is whole. Until then its name begins with a dot and ends with `.part`.
    File(NamedTempFile, PathBuf),
    /// A device or a pipe, which is written to and not replaced.
    Special(File),
}

impl OutputFile {
    pub(crate) fn create(path: &Path) -> io::Result<Self> {
        if fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
            return Ok(OutputFile::Special(File::create(path)?));
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let mut builder = tempfile::Builder::new();
        let (prefix, folder) = (format!(".{name}."), folder.unwrap_or(Path::new(".")));
        builder.prefix(&prefix).suffix(".part");
        // As any other new file; by default a temporary file is for its owner alone.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let file = builder.tempfile_in(folder)?;
        remove_when_interrupted(file.path().to_owned());
        Ok(OutputFile::File(file, path.to_owned()))
    }

    /// A file that replaces an existing one, whose permissions it has. A link stays, and the file that it leads to is replaced.
    pub(crate) fn replace(path: &Path) -> io::Result<Self> {
        // Fails for a file that must not be written: its folder alone says whether it can be replaced.
        let permissions = File::options().write(true).open(path)?.metadata()?.permissions();
        let file = OutputFile::create(&fs::canonicalize(path)?)?;
        if let OutputFile::File(file, _) = &file {
            file.as_file().set_permissions(permissions)?;
        }
        Ok(file)
    }

    /// Gives it its name. Without this, nothing is left of it.
    pub(crate) fn finish(self) -> io::Result<()> {
        match self {
            OutputFile::File(file, path) => {
                file.persist(path)?;
                Ok(())
            }
            OutputFile::Special(mut file) => file.flush(),
        }
    }
}

/// Removes the file when the program is interrupted, which drops nothing. Once the file has its name, there is none to remove.
fn remove_when_interrupted(part: PathBuf) {
    // Fails where signals are ignored already, as `nohup` asks for.
    let _ = ctrlc::try_set_handler(move || {
        let _ = fs::remove_file(&part);
        // As shells tell an interrupt.
        std::process::exit(130);
    });
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            OutputFile::File(file, _) => file.write(bytes),
            OutputFile::Special(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            OutputFile::File(file, _) => file.flush(),
            OutputFile::Special(file) => file.flush(),
        }
    }
}
