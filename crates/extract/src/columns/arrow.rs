//! Batches as those of Apache Arrow, without a copy of their texts and numbers.

use std::sync::Arc;

use arrow_array::{
    ArrayRef, BooleanArray, Int64Array, LargeBinaryArray, LargeListArray, LargeStringArray, RecordBatch,
    RecordBatchOptions, StructArray, TimestampMicrosecondArray,
};
use arrow_buffer::{Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::{DataType, Field, Fields, Schema, SchemaRef, TimeUnit};

use super::batch::Batch;
use super::column::{self, Shape};
use super::table::Table;
use super::values::Values;

/// The time zone of times.
const UTC: &str = "UTC";

impl Table {
    /// The schema of the record batches that its batches become, with the feature `arrow`. Texts are `LargeUtf8`, numbers
    /// `Int64`, booleans `Boolean`, timestamps those of microseconds in UTC, bytes `LargeBinary`, lists `LargeList`s of structs;
    /// all may be null.
    ///
    /// ```
    /// use tagspan_extract::columns::{Column, Table};
    ///
    /// assert_eq!(Table::new(&Column::ALL).schema().field(0).name(), "file");
    /// ```
    #[must_use]
    pub fn schema(&self) -> SchemaRef {
        self.batch.schema()
    }
}

impl Batch {
    fn schema(&self) -> SchemaRef {
        let selected = self.selected.iter().map(|name| Field::new(name, data_type(Shape::Text), true).into());
        Arc::new(Schema::new(fields(&self.fields).iter().cloned().chain(selected).collect::<Fields>()))
    }
}

/// The same rows, with the schema of [`Table::schema`].
impl From<Batch> for RecordBatch {
    fn from(batch: Batch) -> Self {
        let schema = batch.schema();
        let rows = RecordBatchOptions::new().with_row_count(Some(batch.rows));
        let arrays = batch.values.into_iter().map(array).collect();
        RecordBatch::try_new_with_options(schema, arrays, &rows).expect("arrays are of the schema")
    }
}

fn array(values: Values) -> ArrayRef {
    match values {
        Values::Text { text, ends, valid } => {
            Arc::new(LargeStringArray::new(offsets(ends), Buffer::from_vec(text.into_bytes()), nulls(valid)))
        }
        Values::Number { numbers, valid } => Arc::new(Int64Array::new(numbers.into(), nulls(valid))),
        Values::Flag { flags, valid } => Arc::new(BooleanArray::new(flags.into(), nulls(valid))),
        Values::Time { micros, valid } => {
            Arc::new(TimestampMicrosecondArray::new(micros.into(), nulls(valid)).with_timezone(UTC))
        }
        Values::Bytes { bytes, ends, valid } => {
            Arc::new(LargeBinaryArray::new(offsets(ends), Buffer::from_vec(bytes), nulls(valid)))
        }
        Values::List { fields: names, ends, items } => {
            let items = StructArray::new(fields(names), items.into_iter().map(array).collect(), None);
            let item = Field::new_list_field(DataType::Struct(items.fields().clone()), false);
            Arc::new(LargeListArray::new(item.into(), offsets(ends), Arc::new(items), None))
        }
    }
}

fn offsets(ends: Vec<i64>) -> OffsetBuffer<i64> {
    OffsetBuffer::new(ScalarBuffer::from(ends))
}

fn nulls(valid: Vec<bool>) -> Option<NullBuffer> {
    Some(NullBuffer::from(valid)).filter(|nulls| nulls.null_count() > 0)
}

fn fields(fields: &[column::Field]) -> Fields {
    fields.iter().map(|(name, shape)| Field::new(*name, data_type(*shape), true)).collect()
}

fn data_type(shape: Shape) -> DataType {
    match shape {
        Shape::Text => DataType::LargeUtf8,
        Shape::Number => DataType::Int64,
        Shape::Flag => DataType::Boolean,
        Shape::Time => DataType::Timestamp(TimeUnit::Microsecond, Some(UTC.into())),
        Shape::Bytes => DataType::LargeBinary,
        Shape::List(names) => {
            DataType::LargeList(Field::new_list_field(DataType::Struct(fields(names)), false).into())
        }
    }
}
