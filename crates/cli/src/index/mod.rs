//! `tagspan index`: an index of the records of archives, as CDXJ.

mod line;
mod session;
mod sort;
mod surt;

use std::io::{self, BufWriter, Write};
use std::path::{Path, absolute};
use std::process::ExitCode;

use crate::args::IndexArgs;
use crate::inputs::{self, Source, display, is_called_page};
use crate::output_file::is_refused;
use crate::parallel::{Shared, for_each_source};
use crate::report::{Failure, Report};
use crate::target::Target;
use sort::Sorter;

/// The bytes of lines that are written together.
const LINES: usize = 64 << 10;

pub(crate) fn run(args: &IndexArgs) -> ExitCode {
    let mut report = Report::default();
    let mut sources = inputs::sources(&args.input.files, "index", &mut report);
    // Pages in folders have no line.
    let is_named = |path: &Path| args.input.files.iter().any(|named| named == path);
    sources.retain(|source| !matches!(source, Source::Path(path) if is_called_page(path) && !is_named(path)));
    if is_refused(args.output_file(), &sources, &mut report) {
        return report.exit_code();
    }
    if let Err(error) = write(args, &sources, &mut report) {
        match args.output_file() {
            Some(output) if error.kind() != io::ErrorKind::BrokenPipe => {
                report.failure(&display(output), &Failure::Write(error));
            }
            _ => report.output_failure(error),
        }
    }
    report.exit_code()
}

fn write(args: &IndexArgs, sources: &[Source], report: &mut Report) -> io::Result<()> {
    let mut target = BufWriter::with_capacity(LINES, Target::create(args.output_file())?);
    if args.sort {
        let sorter = Shared::new(Sorter::new());
        each_line(args, sources, Box::new(sorter.clone()), report)?;
        sorter.into_inner().finish(&mut target)?;
    } else {
        let shared = Shared::new(target);
        each_line(args, sources, Box::new(shared.clone()), report)?;
        target = shared.into_inner();
    }
    target.into_inner().map_err(io::IntoInnerError::into_error)?.finish()
}

/// Writes the lines of all records, whole ones at a time.
fn each_line(
    args: &IndexArgs,
    sources: &[Source],
    out: Box<dyn Write>,
    report: &mut Report,
) -> io::Result<()> {
    let work = |out: &mut Box<dyn Write>, source: &Source, report: &mut Report, _: &mut dyn FnMut(())| {
        let filename = match filename(source, args.dir_root.as_deref()) {
            Ok(filename) => filename,
            Err(failure) => {
                report.failure(&source.name(), &failure);
                return Ok(());
            }
        };
        let (mut lines, mut refused) = (Vec::new(), 0);
        source.each_capture(report, |capture, report| {
            if let Err(reason) = line::write(&capture, &filename, &mut lines) {
                refused += 1;
                // Of a member with many records, one tells all.
                if refused == 1 || capture.length.is_some() {
                    let message = format!("the record at byte {} {reason}", capture.offset);
                    report.failure(&source.name(), &Failure::Lost(message));
                }
            }
            if lines.len() >= LINES {
                out.write_all(&lines)?;
                lines.clear();
            }
            Ok(())
        })?;
        out.write_all(&lines)
    };
    for_each_source(sources, out, report, |out, _| out, work, |()| {})
}

/// The name of an input's file in the index: its last name, or its path from a folder.
fn filename(source: &Source, root: Option<&Path>) -> Result<String, Failure> {
    let Some((path, root)) = source.path().zip(root) else {
        let name = source.path().and_then(Path::file_name);
        return Ok(name.map_or("-".to_owned(), |name| name.to_string_lossy().into_owned()));
    };
    let (whole, root) = (absolute(path).map_err(Failure::Read)?, absolute(root).map_err(Failure::Read)?);
    let Ok(inner) = whole.strip_prefix(&root) else {
        let message =
            format!("is not in the folder of --dir-root, {}: name one that it is in", display(&root));
        return Err(Failure::Lost(message));
    };
    let names: Vec<_> = inner.iter().map(|name| name.to_string_lossy()).collect();
    Ok(names.join("/"))
}
