//! `tagspan extract`: columns of pages and archives, as Parquet or JSON lines.

#[cfg(feature = "parquet")]
mod parquet;
mod records;
mod rows;
mod turns;

use std::fs::File;
use std::io::{self, Read};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

use tagspan_extract::columns::{Batches, Found, Input, Progress as Sums, Scan, Stream};

use crate::args::{ExtractArgs, RowFormat};
use crate::encoding::EncodingArgs;
use crate::inputs::{self, Content, Source, display};
use crate::output_file::is_refused;
use crate::progress::Progress;
use crate::report::{Failure, Report};
use crate::target::Target;
use rows::Rows;
use turns::Turns;

/// How often the progress is looked at while nothing is found.
const TICK: Duration = Duration::from_millis(100);

pub(crate) fn run(args: &ExtractArgs, format: RowFormat) -> ExitCode {
    let started = Instant::now();
    let selected = args.selected().unwrap_or_else(|error| error.exit());
    let mut report = Report::default();
    let sources = match &args.records {
        Some(index) if index.as_os_str() == "-" => vec![Source::Stdin],
        Some(index) => vec![Source::Path(index.clone())],
        None => inputs::sources(&args.input.files, "extract", &mut report),
    };
    if is_refused(args.output_file(), &sources, &mut report) {
        return report.exit_code();
    }
    let records = match args.records.as_deref().map(records::rows).transpose() {
        Ok(records) => records,
        Err(error) => {
            report.failure(&sources[0].name(), &Failure::Read(error));
            return report.exit_code();
        }
    };
    // What an index leads to is known at its end.
    let progress = Progress::new(inputs::length(&sources).filter(|_| records.is_none()));
    report.set_bar(progress.bar());
    let files = if records.is_some() { 1 } else { sources.len() };
    let scan = Scan::new(&args.columns).encoding(args.encoding.options());
    let mut scan = scan.extractor(args.links.extractor()).conversions(args.conversions);
    if let Some(threads) = args.threads {
        scan = scan.threads(threads);
    }
    if let Some(selected) = selected {
        scan = scan.select(selected);
    }
    if let Some(base) = &args.base {
        scan = scan.base_url(base.clone());
    }
    let output = Target::create(args.output_file()).and_then(|target| Rows::new(format, &scan, target));
    let written = output.and_then(|mut rows| {
        let mut batches = match records {
            Some(records) => scan.read_records(records, records::opener(args.prefix.clone())),
            None => {
                let (encoding, mut turns) = (Arc::new(args.encoding.clone()), Turns::default());
                scan.read(sources.into_iter().map(|source| input(source, &encoding, &mut turns)))
            }
        };
        write(&mut batches, files, &mut rows, &progress, &mut report)?;
        let sums = batches.progress();
        match args.output_file() {
            Some(output) if report.failures() > 0 && sums.pages + sums.archives.records == 0 => {
                report.note(&display(output), "is not written: no input could be read");
            }
            _ => rows.finish()?,
        }
        Ok(sums)
    });
    progress.finish();
    match written {
        Ok(sums) => summary(&sums, started.elapsed().as_secs_f64(), &mut report),
        // A reader that went away has what it wanted.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {}
        Err(error) => {
            let name = args.output_file().map_or("standard output".to_owned(), display);
            report.failure(&name, &Failure::Write(error));
        }
    }
    report.exit_code()
}

fn input(source: Source, encoding: &Arc<EncodingArgs>, turns: &mut Turns) -> Input {
    let (name, encoding) = (source.file().into_owned(), Arc::clone(encoding));
    if let Source::Remote(remote) = &source
        && let Some(archive) = remote.archive()
    {
        return Input::Archive(archive);
    }
    match source {
        // The error of an archive that cannot be opened is reported as that of a page is.
        Source::Archive(path) if File::open(&path).is_ok() => Input::archive(path),
        Source::Path(_) => Input::Page(name, Box::new(move || open_page(&source, &encoding))),
        source => {
            let turn = turns.next();
            Input::Stream(name, Box::new(move || turn.take(|| open(&source, &encoding))))
        }
    }
}

/// Opens an archive, or a page unless its first bytes are those of a binary file.
fn open(source: &Source, encoding: &EncodingArgs) -> io::Result<Stream> {
    match source.open().map_err(Failure::into_io)? {
        Content::Archive(reader) => Ok(Stream::Archive(reader)),
        Content::Page(reader) if encoding.binary => Ok(Stream::Page(reader)),
        Content::Page(reader) => {
            let refused = crate::binary::refuse(reader, &encoding.options());
            refused.map(Stream::Page).map_err(|error| Failure::Read(error).into_io())
        }
    }
}

fn open_page(source: &Source, encoding: &EncodingArgs) -> io::Result<Box<dyn Read>> {
    match open(source, encoding)? {
        Stream::Page(reader) => Ok(reader),
        // It was a page when the inputs were listed.
        Stream::Archive(_) => Err(io::Error::other("changed from a page to an archive: read it again")),
    }
}

/// Writes what is found, and moves the bar while nothing is found, too.
fn write(
    batches: &mut Batches,
    files: usize,
    rows: &mut Rows,
    progress: &Progress,
    report: &mut Report,
) -> io::Result<()> {
    let mut read = 0;
    loop {
        match batches.next_timeout(TICK) {
            Ok(Found::Batch(batch)) => rows.write(batch)?,
            Ok(Found::Loss(loss)) => report.failure(&loss.file, &Failure::Lost(loss.message)),
            Ok(_) | Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        }
        let now = batches.progress();
        if files > 1 {
            progress.tell(&format!("{} of {files} files", now.files));
        }
        progress.advance(now.file_bytes - std::mem::replace(&mut read, now.file_bytes));
    }
}

/// The counts of bytes read and lost, and the speed.
fn summary(sums: &Sums, seconds: f64, report: &mut Report) {
    let Sums { pages, page_bytes, archives, .. } = sums;
    let (megabytes, seconds) = (*page_bytes as f64 / 1e6, seconds.max(1e-9));
    let mut line = format!(
        "{pages} pages, {megabytes:.1} MB of HTML in {seconds:.2} s: {:.0} MB/s, {:.0} pages/s",
        megabytes / seconds,
        *pages as f64 / seconds
    );
    if archives.records > 0 || archives.gaps > 0 {
        let others = archives.records - archives.pages.min(archives.records);
        line += &format!(
            "; {others} other records, {} gaps of {} bytes in all, {} truncated pages",
            archives.gaps, archives.gap_bytes, archives.truncated
        );
        for (count, what) in [
            (archives.not_html, "pages that are no HTML"),
            (archives.unknown_encodings, "pages in encodings that cannot be undone"),
            (archives.false_encodings, "pages whose header is wrong about encodings"),
        ] {
            if count > 0 {
                line += &format!(", {count} {what}");
            }
        }
    }
    report.note("done", line);
    if let Some(note) = inputs::no_pages(archives) {
        report.note("done", format_args!("what was read {note}"));
    }
}
