//! Rows as they are written: Parquet or JSON lines, to a file or to standard output.

use std::io::{self, BufWriter, Stdout, Write};
use std::path::Path;

use arrow_array::RecordBatch;
use arrow_json::LineDelimitedWriter;
use arrow_schema::{ArrowError, SchemaRef};
use parquet::arrow::ArrowWriter;
use parquet::basic::Compression;
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;

use crate::args::RowFormat;
use crate::output_file::OutputFile;

/// The bytes of a row group of Parquet, which is kept until it is written.
const GROUP: usize = 64 << 20;

/// Where rows go.
pub(super) enum Target {
    File(OutputFile),
    Stdout(Stdout),
}

impl Target {
    /// A file, or standard output for nothing.
    pub(super) fn create(path: Option<&Path>) -> io::Result<Self> {
        match path {
            Some(path) => OutputFile::create(path).map(Target::File),
            None => Ok(Target::Stdout(io::stdout())),
        }
    }

    fn finish(self) -> io::Result<()> {
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

/// Writes batches.
pub(super) enum Rows {
    Parquet(Box<ArrowWriter<Target>>),
    Jsonl(Box<LineDelimitedWriter<BufWriter<Target>>>),
}

impl Rows {
    pub(super) fn new(format: RowFormat, schema: SchemaRef, target: Target) -> io::Result<Self> {
        Ok(match format {
            RowFormat::Parquet => {
                let properties = WriterProperties::builder()
                    .set_compression(Compression::SNAPPY)
                    .set_created_by(concat!("tagspan ", env!("CARGO_PKG_VERSION")).to_owned())
                    .build();
                let writer = ArrowWriter::try_new(target, schema, Some(properties)).map_err(of_parquet)?;
                Rows::Parquet(writer.into())
            }
            RowFormat::Jsonl => Rows::Jsonl(LineDelimitedWriter::new(BufWriter::new(target)).into()),
        })
    }

    pub(super) fn write(&mut self, batch: &RecordBatch) -> io::Result<()> {
        match self {
            Rows::Parquet(writer) => {
                writer.write(batch).map_err(of_parquet)?;
                if writer.in_progress_size() >= GROUP {
                    writer.flush().map_err(of_parquet)?;
                }
                Ok(())
            }
            Rows::Jsonl(writer) => writer.write(batch).map_err(of_arrow),
        }
    }

    /// Writes what was kept, and gives a file its name.
    pub(super) fn finish(self) -> io::Result<()> {
        match self {
            Rows::Parquet(writer) => writer.into_inner().map_err(of_parquet)?.finish(),
            Rows::Jsonl(mut writer) => {
                writer.finish().map_err(of_arrow)?;
                writer.into_inner().into_inner().map_err(io::IntoInnerError::into_error)?.finish()
            }
        }
    }
}

/// The error of the output itself, where it is one.
fn of_parquet(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(error) => match error.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(error) => io::Error::other(error),
        },
        error => io::Error::other(error),
    }
}

fn of_arrow(error: ArrowError) -> io::Error {
    match error {
        ArrowError::IoError(_, error) => error,
        error => io::Error::other(error),
    }
}
