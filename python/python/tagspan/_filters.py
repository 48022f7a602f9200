"""Conditions of Spark on the columns of a batch."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
from pyspark.sql import datasource

_COMPARISONS = {
    datasource.EqualTo: pc.equal,
    datasource.GreaterThan: pc.greater,
    datasource.GreaterThanOrEqual: pc.greater_equal,
    datasource.LessThan: pc.less,
    datasource.LessThanOrEqual: pc.less_equal,
}
_TEXTS = {
    datasource.StringStartsWith: pc.starts_with,
    datasource.StringEndsWith: pc.ends_with,
    datasource.StringContains: pc.match_substring,
}
_NULLS = {datasource.IsNull: pc.is_null, datasource.IsNotNull: pc.is_valid}


def supported(condition: datasource.Filter, schema: pa.Schema) -> bool:
    """Whether `keep` can apply the condition to a batch of this schema."""
    if isinstance(condition, datasource.Not):
        return supported(condition.child, schema)
    attribute: tuple[str, ...] = getattr(condition, "attribute", ())
    if len(attribute) != 1 or attribute[0] not in schema.names:
        return False
    if type(condition) in _NULLS:
        return True
    kind = schema.field(attribute[0]).type
    is_text: bool = pa.types.is_string(kind)
    if type(condition) in _TEXTS:
        return is_text
    if not (is_text or pa.types.is_integer(kind)):
        return False
    return type(condition) in _COMPARISONS or isinstance(condition, datasource.In)


def keep(batch: pa.RecordBatch, conditions: Iterable[datasource.Filter]) -> pa.RecordBatch:
    """The rows for which all conditions may hold. One that is unknown, for a null, does not hold."""
    for condition in conditions:
        batch = batch.filter(_holds(batch, condition))
    return batch


def _holds(batch: pa.RecordBatch, condition: Any) -> pa.Array:
    if isinstance(condition, datasource.Not):
        return pc.invert(_holds(batch, condition.child))
    column = batch.column(condition.attribute[0])
    if type(condition) in _NULLS:
        return _NULLS[type(condition)](column)
    if type(condition) in _TEXTS:
        return _TEXTS[type(condition)](column, condition.value)
    if isinstance(condition, datasource.In):
        return pc.is_in(column, pa.array(condition.value, column.type))
    return _COMPARISONS[type(condition)](column, pa.scalar(condition.value, column.type))
