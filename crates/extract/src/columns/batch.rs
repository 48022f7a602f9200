//! Batches of rows: how they are read, and written as JSON.

use std::iter::FusedIterator;
use std::ops::Range;
use std::sync::Arc;

use super::column::{Column, Field, Shape};
use super::values::Values;

/// Rows of a [`Table`](super::Table), stored by column.
///
/// With the feature `arrow` it becomes an `arrow_array::RecordBatch` by `From`, with `serde` each row is serialised as a map.
///
/// ```
/// use tagspan_extract::columns::{Column, Origin, Table, Value};
///
/// let mut table = Table::new(&[Column::Title, Column::Lang]);
/// table.push(Origin::default(), b"<title>One</title>")?;
/// for row in &table.take() {
///     assert!(matches!(row.get("title"), Some(Value::Text("One"))));
///     assert!(matches!(row.get("lang"), Some(Value::Null)));
/// }
/// # Ok::<(), tagspan::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Batch {
    pub(super) fields: Vec<Field>,
    /// The names of the columns of text that follow.
    pub(super) selected: Arc<[String]>,
    pub(super) values: Vec<Values>,
    pub(super) rows: usize,
}

impl Batch {
    /// A batch without rows. The columns are all different.
    pub(super) fn new(columns: &[Column], selected: Arc<[String]>) -> Self {
        let fields: Vec<_> = columns.iter().map(|column| column.field()).collect();
        let shapes = fields.iter().map(|(_, shape)| *shape).chain(selected.iter().map(|_| Shape::Text));
        Batch { values: shapes.map(Values::new).collect(), fields, selected, rows: 0 }
    }

    /// The number of rows.
    ///
    /// ```
    /// # use tagspan_extract::columns::{Column, Table};
    /// assert_eq!(Table::new(&[Column::Title]).take().len(), 0);
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows
    }

    /// Whether there are no rows.
    ///
    /// ```
    /// # use tagspan_extract::columns::{Column, Table};
    /// assert!(Table::new(&[Column::Title]).take().is_empty());
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows == 0
    }

    /// The rows in order.
    ///
    /// ```
    /// # use tagspan_extract::columns::{Column, Origin, Table};
    /// let mut table = Table::new(&[Column::Title]);
    /// table.push(Origin::default(), b"")?;
    /// assert_eq!(table.take().iter().count(), 1);
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    #[must_use]
    pub fn iter(&self) -> Rows<'_> {
        Rows { fields: &self.fields, selected: &self.selected, values: &self.values, range: 0..self.rows }
    }
}

impl<'a> IntoIterator for &'a Batch {
    type Item = Row<'a>;
    type IntoIter = Rows<'a>;

    fn into_iter(self) -> Rows<'a> {
        self.iter()
    }
}

/// The rows of a [`Batch`], or the items of a list in one of its columns.
///
/// ```
/// use tagspan_extract::columns::{Column, Origin, Table, Value};
///
/// let mut table = Table::new(&[Column::Links]);
/// table.push(Origin::default(), b"<a href=x>1</a><a href=y>2</a>")?;
/// let batch = table.take();
/// let Some(Value::List(links)) = batch.iter().next().and_then(|row| row.get("links")) else { panic!() };
/// assert_eq!(links.len(), 2);
/// # Ok::<(), tagspan::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Rows<'a> {
    fields: &'a [Field],
    /// The names of the texts that follow.
    selected: &'a [String],
    values: &'a [Values],
    range: Range<usize>,
}

impl<'a> Iterator for Rows<'a> {
    type Item = Row<'a>;

    fn next(&mut self) -> Option<Row<'a>> {
        let index = self.range.next()?;
        Some(Row { fields: self.fields, selected: self.selected, values: self.values, index })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.range.size_hint()
    }
}

impl ExactSizeIterator for Rows<'_> {}

impl FusedIterator for Rows<'_> {}

/// A row of a [`Batch`], or an item of a list: values with names.
///
/// ```
/// use tagspan_extract::columns::{Column, Origin, Table};
///
/// let mut table = Table::new(&[Column::Title, Column::Text]);
/// table.push(Origin::default(), b"")?;
/// let batch = table.take();
/// let names: Vec<_> = batch.iter().flat_map(|row| row.iter()).map(|(name, _)| name).collect();
/// assert_eq!(names, ["title", "text"]);
/// # Ok::<(), tagspan::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Row<'a> {
    fields: &'a [Field],
    /// The names of the texts that follow.
    selected: &'a [String],
    values: &'a [Values],
    index: usize,
}

impl<'a> Row<'a> {
    /// The value of this name; `None` if there is no such column or field.
    ///
    /// ```
    /// # use tagspan_extract::columns::{Column, Origin, Table, Value};
    /// let mut table = Table::new(&[Column::Status]);
    /// let mut origin = Origin::default();
    /// origin.status = Some(200);
    /// table.push(origin, b"")?;
    /// let batch = table.take();
    /// assert!(batch.iter().all(|row| matches!(row.get("status"), Some(Value::Number(200)))));
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    #[must_use]
    pub fn get(&self, name: &str) -> Option<Value<'a>> {
        self.iter().find_map(|(field, value)| (field == name).then_some(value))
    }

    /// All values with their names, in the order of the columns or fields.
    ///
    /// ```
    /// # use tagspan_extract::columns::{Column, Table};
    /// assert!(Table::new(&[Column::Title]).take().iter().all(|row| row.iter().len() == 1));
    /// ```
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&'a str, Value<'a>)> + use<'a> {
        let Row { fields, selected, values, index } = *self;
        let name =
            move |at: usize| fields.get(at).map_or_else(|| &*selected[at - fields.len()], |field| field.0);
        values.iter().enumerate().map(move |(at, values)| (name(at), Value::of(values, index)))
    }
}

/// A value of a [`Row`].
///
/// ```
/// use tagspan_extract::columns::{Column, Origin, Table, Value};
///
/// let mut table = Table::new(&[Column::Ambiguous]);
/// table.push(Origin::default(), b"<p>")?;
/// assert!(table.take().iter().all(|row| matches!(row.get("ambiguous"), Some(Value::Number(0)))));
/// # Ok::<(), tagspan::Error>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Value<'a> {
    /// The value is not known, or there is none.
    Null,
    /// A text.
    Text(&'a str),
    /// A number.
    Number(u64),
    /// Whether something holds.
    Flag(bool),
    /// A time, in microseconds since the start of 1970 in UTC.
    Time(i64),
    /// Bytes.
    Bytes(&'a [u8]),
    /// A list, whose items have the fields that the [`Column`] names.
    List(Rows<'a>),
}

impl<'a> Value<'a> {
    fn of(values: &'a Values, index: usize) -> Self {
        let range = |ends: &[i64]| ends[index] as usize..ends[index + 1] as usize;
        match values {
            Values::Text { text, ends, valid } if valid[index] => Value::Text(&text[range(ends)]),
            Values::Number { numbers, valid } if valid[index] => Value::Number(numbers[index] as u64),
            Values::Flag { flags, valid } if valid[index] => Value::Flag(flags[index]),
            Values::Time { micros, valid } if valid[index] => Value::Time(micros[index]),
            Values::Bytes { bytes, ends, valid } if valid[index] => Value::Bytes(&bytes[range(ends)]),
            Values::List { fields, ends, items } => {
                Value::List(Rows { fields, selected: &[], values: items, range: range(ends) })
            }
            _ => Value::Null,
        }
    }
}

#[cfg(feature = "serde")]
mod serialize {
    use data_encoding::BASE64;
    use serde::{Serialize, Serializer};

    use super::{Row, Value};
    use crate::columns::date;

    /// As a map from the names to the values.
    impl Serialize for Row<'_> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_map(self.iter())
        }
    }

    /// As nothing, a text, a number, a boolean, or a sequence of maps. A time is a text of RFC 3339, and bytes are one of Base64.
    impl Serialize for Value<'_> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            match self {
                Value::Null => serializer.serialize_none(),
                Value::Text(text) => serializer.serialize_str(text),
                Value::Number(number) => serializer.serialize_u64(*number),
                Value::Flag(flag) => serializer.serialize_bool(*flag),
                Value::Time(micros) => serializer.serialize_some(&date::to_text(*micros)),
                Value::Bytes(bytes) => serializer.collect_str(&BASE64.encode_display(bytes)),
                Value::List(rows) => serializer.collect_seq(rows.clone()),
            }
        }
    }
}
