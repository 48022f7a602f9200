//! Indexes as CSV, whose first line names the columns.

use std::io::{self, Read};
use std::sync::Arc;

use csv::{ReaderBuilder, StringRecord};

use super::row::{Rows, places, record};

pub(super) fn rows(reader: impl Read + Send + 'static, index: Arc<str>) -> io::Result<Rows> {
    let mut reader = ReaderBuilder::new().flexible(true).from_reader(reader);
    let places = places(reader.headers()?.iter())?;
    let rows = reader.into_records().zip(2..);
    Ok(Box::new(rows.map(move |(row, number)| {
        let values = row.map_err(|error| error.to_string()).and_then(|row| values(&row, places));
        record(&index, number, values)
    })))
}

fn values(row: &StringRecord, [file, offset, length]: [usize; 3]) -> Result<(String, u64, u64), String> {
    let get = |place| row.get(place).ok_or("has too few columns");
    let number = |place| {
        let text: &str = get(place)?;
        text.trim().parse().map_err(|_| format!("{text:?} is no number"))
    };
    Ok((get(file)?.to_owned(), number(offset)?, number(length)?))
}
