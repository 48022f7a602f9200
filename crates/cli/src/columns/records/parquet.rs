//! Indexes as Parquet.

use std::fs::File;
use std::io;
use std::sync::Arc;

use parquet::errors::ParquetError;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::reader::RowIter;
use parquet::record::{Field, Row};
use parquet::schema::types::Type;

use super::row::{Rows, places, record};

pub(super) fn rows(file: File, index: Arc<str>) -> io::Result<Rows> {
    let reader = SerializedFileReader::new(file).map_err(into_io)?;
    let schema = reader.metadata().file_metadata().schema();
    let columns = schema.get_fields();
    let places = places(columns.iter().map(|column| column.name()))?;
    // A projection has the order of the file.
    let mut kept = places;
    kept.sort_unstable();
    let fields = kept.map(|place| Arc::clone(&columns[place])).to_vec();
    let projection = Type::group_type_builder(schema.name()).with_fields(fields).build().map_err(into_io)?;
    let rows = RowIter::from_file_into(Box::new(reader)).project(Some(projection)).map_err(into_io)?;
    let order = places.map(|place| kept.iter().position(|kept| *kept == place).unwrap_or_default());
    Ok(Box::new(rows.zip(1..).map(move |(row, number)| {
        let values = row.map_err(|error| error.to_string()).and_then(|row| values(&row, order));
        record(&index, number, values)
    })))
}

fn values(row: &Row, [file, offset, length]: [usize; 3]) -> Result<(String, u64, u64), String> {
    let fields: Vec<_> = row.get_column_iter().map(|(_, field)| field).collect();
    let number = |place: usize| {
        let number = match fields[place] {
            Field::Int(number) => u64::try_from(*number).ok(),
            Field::Long(number) => u64::try_from(*number).ok(),
            Field::UInt(number) => Some(u64::from(*number)),
            Field::ULong(number) => Some(*number),
            _ => None,
        };
        number.ok_or_else(|| format!("{} is no number", fields[place]))
    };
    let file = match fields[file] {
        Field::Str(file) => file.clone(),
        other => return Err(format!("{other} is no text")),
    };
    Ok((file, number(offset)?, number(length)?))
}

fn into_io(error: ParquetError) -> io::Error {
    io::Error::other(error)
}
