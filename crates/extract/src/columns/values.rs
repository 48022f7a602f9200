//! Growing columns of texts, numbers and lists: one value a row.

use super::column::{Field, Shape};

/// The values of a column, or of a field of the items in its lists.
///
/// The layout is that of Arrow: `ends` has the end of each value after a zero, and `valid` says which values are not null.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Values {
    Text { text: String, ends: Vec<i64>, valid: Vec<bool> },
    Number { numbers: Vec<i64>, valid: Vec<bool> },
    Flag { flags: Vec<bool>, valid: Vec<bool> },
    Time { micros: Vec<i64>, valid: Vec<bool> },
    Bytes { bytes: Vec<u8>, ends: Vec<i64>, valid: Vec<bool> },
    List { fields: &'static [Field], ends: Vec<i64>, items: Vec<Values> },
}

impl Values {
    pub(super) fn new(shape: Shape) -> Self {
        match shape {
            Shape::Text => Values::Text { text: String::new(), ends: vec![0], valid: Vec::new() },
            Shape::Number => Values::Number { numbers: Vec::new(), valid: Vec::new() },
            Shape::Flag => Values::Flag { flags: Vec::new(), valid: Vec::new() },
            Shape::Time => Values::Time { micros: Vec::new(), valid: Vec::new() },
            Shape::Bytes => Values::Bytes { bytes: Vec::new(), ends: vec![0], valid: Vec::new() },
            Shape::List(fields) => Values::List {
                fields,
                ends: vec![0],
                items: fields.iter().map(|(_, shape)| Values::new(*shape)).collect(),
            },
        }
    }

    /// Appends a text, or null.
    pub(super) fn text(&mut self, value: Option<&str>) {
        self.text_with(|text| {
            text.push_str(value.unwrap_or_default());
            value.is_some()
        });
    }

    /// Appends the text that a function appends, or null if it returns `false`.
    pub(super) fn text_with(&mut self, append: impl FnOnce(&mut String) -> bool) {
        let Values::Text { text, ends, valid } = self else { unreachable!("the column is of text") };
        valid.push(append(text));
        ends.push(text.len() as i64);
    }

    /// Appends a number, or null.
    pub(super) fn number(&mut self, value: Option<u64>) {
        let Values::Number { numbers, valid } = self else { unreachable!("the column is of numbers") };
        // Offsets of files are below 2^63.
        numbers.push(value.map_or(0, |value| i64::try_from(value).unwrap_or(i64::MAX)));
        valid.push(value.is_some());
    }

    /// Appends whether something holds, or null.
    pub(super) fn flag(&mut self, value: Option<bool>) {
        let Values::Flag { flags, valid } = self else { unreachable!("the column is of flags") };
        flags.push(value.unwrap_or_default());
        valid.push(value.is_some());
    }

    /// Appends a time, in microseconds since the start of 1970 in UTC, or null.
    pub(super) fn time(&mut self, value: Option<i64>) {
        let Values::Time { micros, valid } = self else { unreachable!("the column is of times") };
        micros.push(value.unwrap_or_default());
        valid.push(value.is_some());
    }

    /// Appends bytes.
    pub(super) fn bytes(&mut self, value: &[u8]) {
        let Values::Bytes { bytes, ends, valid } = self else { unreachable!("the column is of bytes") };
        bytes.extend_from_slice(value);
        ends.push(bytes.len() as i64);
        valid.push(true);
    }

    /// Appends a list: each item is appended to the fields.
    pub(super) fn list<T>(
        &mut self,
        values: impl ExactSizeIterator<Item = T>,
        mut append: impl FnMut(T, &mut [Values]),
    ) {
        let Values::List { ends, items, .. } = self else { unreachable!("the column is of lists") };
        ends.push(ends[ends.len() - 1] + values.len() as i64);
        values.for_each(|value| append(value, items));
    }

    /// About the bytes that the values take.
    pub(super) fn size(&self) -> usize {
        match self {
            Values::Text { text, ends, valid } => text.len() + size_of_val(&**ends) + valid.len(),
            Values::Number { numbers, valid } => size_of_val(&**numbers) + valid.len(),
            Values::Flag { flags, valid } => flags.len() + valid.len(),
            Values::Time { micros, valid } => size_of_val(&**micros) + valid.len(),
            Values::Bytes { bytes, ends, valid } => bytes.len() + size_of_val(&**ends) + valid.len(),
            Values::List { ends, items, .. } => {
                size_of_val(&**ends) + items.iter().map(Values::size).sum::<usize>()
            }
        }
    }
}
