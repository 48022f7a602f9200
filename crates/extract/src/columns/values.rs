//! Growing arrays of Arrow, one for each column.

use std::sync::Arc;

use arrow_array::builder::{Int64Builder, LargeStringBuilder};
use arrow_array::{ArrayRef, LargeListArray, StructArray};
use arrow_buffer::{OffsetBuffer, ScalarBuffer};
use arrow_schema::Field;

use super::column::{Shape, struct_fields};

/// The values of a column, or of a field of the structs in its lists.
#[derive(Debug)]
pub(super) enum Values {
    Text(LargeStringBuilder),
    Number(Int64Builder),
    List(ListValues),
}

#[derive(Debug)]
pub(super) struct ListValues {
    names: &'static [(&'static str, Shape)],
    /// Where the list of each row ends in the fields; the first is zero.
    ends: Vec<i64>,
    fields: Vec<Values>,
}

impl Values {
    pub(super) fn new(shape: Shape) -> Self {
        match shape {
            Shape::Text => Values::Text(LargeStringBuilder::new()),
            Shape::Number => Values::Number(Int64Builder::new()),
            Shape::List(names) => {
                let fields = names.iter().map(|(_, shape)| Values::new(*shape)).collect();
                Values::List(ListValues { names, ends: vec![0], fields })
            }
        }
    }

    /// Appends a text, or null.
    pub(super) fn text(&mut self, value: Option<&str>) {
        let Values::Text(values) = self else { unreachable!("the column is of text") };
        values.append_option(value);
    }

    /// Appends a number, or null.
    pub(super) fn number(&mut self, value: Option<u64>) {
        let Values::Number(values) = self else { unreachable!("the column is of numbers") };
        // Offsets of files are below 2^63.
        values.append_option(value.map(|value| i64::try_from(value).unwrap_or(i64::MAX)));
    }

    /// Appends a list: each item is appended to the fields.
    pub(super) fn list<T>(
        &mut self,
        items: impl ExactSizeIterator<Item = T>,
        mut item: impl FnMut(T, &mut [Values]),
    ) {
        let Values::List(list) = self else { unreachable!("the column is of lists") };
        let end = list.ends[list.ends.len() - 1] + items.len() as i64;
        items.for_each(|value| item(value, &mut list.fields));
        list.ends.push(end);
    }

    /// About the bytes that the array takes.
    pub(super) fn bytes(&self) -> usize {
        match self {
            Values::Text(values) => values.values_slice().len() + size_of_val(values.offsets_slice()),
            Values::Number(values) => size_of_val(values.values_slice()),
            Values::List(list) => {
                size_of_val(&*list.ends) + list.fields.iter().map(Values::bytes).sum::<usize>()
            }
        }
    }

    /// The array, behind which the next one begins.
    pub(super) fn take(&mut self) -> ArrayRef {
        match self {
            Values::Text(values) => Arc::new(values.finish()),
            Values::Number(values) => Arc::new(values.finish()),
            Values::List(list) => Arc::new(list.take()),
        }
    }
}

impl ListValues {
    fn take(&mut self) -> LargeListArray {
        let fields = self.fields.iter_mut().map(Values::take).collect();
        let items = StructArray::new(struct_fields(self.names), fields, None);
        let ends = std::mem::replace(&mut self.ends, vec![0]);
        let field = Field::new_list_field(arrow_array::Array::data_type(&items).clone(), false);
        let offsets = OffsetBuffer::new(ScalarBuffer::from(ends));
        LargeListArray::new(Arc::new(field), offsets, Arc::new(items), None)
    }
}
