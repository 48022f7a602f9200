//! Rows as Apache Parquet.

use std::io;

use arrow_array::RecordBatch;
use parquet::arrow::ArrowWriter;
use parquet::basic::Compression;
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use tagspan_extract::columns::{Batch, Scan};

use crate::target::Target;

/// The bytes of a row group, which is kept until it is written.
const GROUP: usize = 64 << 20;

/// Writes batches.
pub(super) struct Parquet(Box<ArrowWriter<Target>>);

impl Parquet {
    pub(super) fn new(scan: &Scan, target: Target) -> io::Result<Self> {
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_created_by(concat!("tagspan ", env!("CARGO_PKG_VERSION")).to_owned())
            .build();
        let writer = ArrowWriter::try_new(target, scan.schema(), Some(properties)).map_err(into_io)?;
        Ok(Parquet(writer.into()))
    }

    pub(super) fn write(&mut self, batch: Batch) -> io::Result<()> {
        self.0.write(&RecordBatch::from(batch)).map_err(into_io)?;
        if self.0.in_progress_size() >= GROUP {
            self.0.flush().map_err(into_io)?;
        }
        Ok(())
    }

    /// Writes what was kept, and gives a file its name.
    pub(super) fn finish(self) -> io::Result<()> {
        self.0.into_inner().map_err(into_io)?.finish()
    }
}

/// The error of the output itself, where it is one.
fn into_io(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(error) => match error.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(error) => io::Error::other(error),
        },
        error => io::Error::other(error),
    }
}
