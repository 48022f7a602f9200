//! Rows as they are written: Parquet or JSON lines, to a file or to standard output.

use std::io::{self, Write};

use tagspan_extract::columns::{Batch, Scan};

#[cfg(feature = "parquet")]
use super::parquet::Parquet;
use crate::args::RowFormat;
use crate::target::Target;

/// The bytes of lines that are written together.
const LINES: usize = 64 << 10;

/// Writes batches.
pub(super) enum Rows {
    #[cfg(feature = "parquet")]
    Parquet(Parquet),
    /// With the lines that are not written yet.
    Jsonl(Target, Vec<u8>),
}

impl Rows {
    #[cfg_attr(not(feature = "parquet"), expect(unused_variables, reason = "JSON lines need no schema"))]
    pub(super) fn new(format: RowFormat, scan: &Scan, target: Target) -> io::Result<Self> {
        Ok(match format {
            #[cfg(feature = "parquet")]
            RowFormat::Parquet => Rows::Parquet(Parquet::new(scan, target)?),
            #[cfg(not(feature = "parquet"))]
            RowFormat::Parquet => unreachable!("it was refused"),
            RowFormat::Jsonl => Rows::Jsonl(target, Vec::new()),
        })
    }

    pub(super) fn write(&mut self, batch: Batch) -> io::Result<()> {
        match self {
            #[cfg(feature = "parquet")]
            Rows::Parquet(writer) => writer.write(batch),
            Rows::Jsonl(target, lines) => {
                for row in &batch {
                    serde_json::to_writer(&mut *lines, &row)?;
                    lines.push(b'\n');
                    if lines.len() >= LINES {
                        target.write_all(lines)?;
                        lines.clear();
                    }
                }
                Ok(())
            }
        }
    }

    /// Writes what was kept, and gives a file its name.
    pub(super) fn finish(self) -> io::Result<()> {
        match self {
            #[cfg(feature = "parquet")]
            Rows::Parquet(writer) => writer.finish(),
            Rows::Jsonl(mut target, lines) => {
                target.write_all(&lines)?;
                target.finish()
            }
        }
    }
}
