//! Rows as they are written: Parquet or JSON lines, to a file or to standard output.

use std::io::{self, BufWriter, Write};

use tagspan_extract::columns::{Batch, Scan};

#[cfg(feature = "parquet")]
use super::parquet::Parquet;
use super::target::Target;
use crate::args::RowFormat;

/// Writes batches.
pub(super) enum Rows {
    #[cfg(feature = "parquet")]
    Parquet(Parquet),
    Jsonl(BufWriter<Target>),
}

impl Rows {
    #[cfg_attr(not(feature = "parquet"), expect(unused_variables, reason = "JSON lines need no schema"))]
    pub(super) fn new(format: RowFormat, scan: &Scan, target: Target) -> io::Result<Self> {
        Ok(match format {
            #[cfg(feature = "parquet")]
            RowFormat::Parquet => Rows::Parquet(Parquet::new(scan, target)?),
            #[cfg(not(feature = "parquet"))]
            RowFormat::Parquet => unreachable!("it was refused"),
            RowFormat::Jsonl => Rows::Jsonl(BufWriter::new(target)),
        })
    }

    pub(super) fn write(&mut self, batch: Batch) -> io::Result<()> {
        match self {
            #[cfg(feature = "parquet")]
            Rows::Parquet(writer) => writer.write(batch),
            Rows::Jsonl(writer) => batch.iter().try_for_each(|row| {
                serde_json::to_writer(&mut *writer, &row)?;
                writer.write_all(b"\n")
            }),
        }
    }

    /// Writes what was kept, and gives a file its name.
    pub(super) fn finish(self) -> io::Result<()> {
        match self {
            #[cfg(feature = "parquet")]
            Rows::Parquet(writer) => writer.finish(),
            Rows::Jsonl(writer) => writer.into_inner().map_err(io::IntoInnerError::into_error)?.finish(),
        }
    }
}
