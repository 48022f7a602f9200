//! Rows of an index, in any format.

use std::io;
use std::sync::Arc;

use tagspan_extract::columns::{Loss, RecordRange};

use crate::report::Advised;

/// The longest line.
pub(super) const LINE: u64 = 1 << 20;

/// The rows of an index, or why a row has none.
pub(in crate::columns) type Rows = Box<dyn Iterator<Item = Result<RecordRange, Loss>> + Send>;

/// The places of the columns among all that an index has.
pub(super) fn places<'a>(columns: impl Iterator<Item = &'a str> + Clone) -> io::Result<[usize; 3]> {
    let mut places = [0; 3];
    for (place, names) in places.iter_mut().zip(RecordRange::COLUMNS) {
        let mut found = names.iter().filter_map(|name| columns.clone().position(|column| column == *name));
        let names = names.join(" or ");
        let advice = || Advised(format!("is an index without the column {names}: name the columns so"));
        *place = found.next().ok_or_else(|| io::Error::other(advice()))?;
    }
    Ok(places)
}

/// A record, or a loss of this row of the index.
pub(super) fn record(
    index: &Arc<str>,
    row: u64,
    values: Result<(String, u64, u64), String>,
) -> Result<RecordRange, Loss> {
    let (file, offset, length) = values.map_err(|reason| {
        let advice = "a row has the file, the offset and the length of a record";
        Loss::of_index(Arc::clone(index), format!("row {row}: {reason}: {advice}"))
    })?;
    Ok(RecordRange::new(file, offset, length))
}
