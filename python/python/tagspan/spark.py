"""The same columns for Spark: a data source for archives, and a function for columns of pages.

    spark.dataSource.register(tagspan.spark.TagspanDataSource)
    pages = spark.read.format("tagspan").option("paths", "crawl/*.warc.gz").option("columns", "uri,title,links").load()

    titles = tagspan.spark.extract(frame, "html", "title,links", url="url")

Workers need this package and pyarrow. They open the files themselves: paths must lead to the same files everywhere.
"""

from __future__ import annotations

import glob
import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import pyarrow as pa
from pyspark.sql import DataFrame
from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition
from pyspark.sql.pandas.types import from_arrow_schema, to_arrow_schema
from pyspark.sql.types import StructType

import tagspan

__all__ = ["TagspanDataSource", "extract"]

_DEFAULT_COLUMNS = "file,record_offset,uri,title,links"

# A task for each file of 1 GB would leave workers without work at the end.
_DEFAULT_SPLIT = 128 << 20

_LOSS = pa.struct([("start", pa.int64()), ("end", pa.int64()), ("code", pa.string()), ("message", pa.string())])


def _spark_type(data_type: pa.DataType) -> pa.DataType:
    """The type that Spark knows: it has no offsets of 64 bits."""
    if pa.types.is_large_string(data_type):
        return pa.string()
    if pa.types.is_large_list(data_type):
        return pa.list_(_spark_type(data_type.value_type))
    if pa.types.is_struct(data_type):
        return pa.struct([(field.name, _spark_type(field.type)) for field in data_type])
    return data_type


def _schema(columns: str | Sequence[str]) -> StructType:
    empty = pa.schema(tagspan.extract([], columns))
    return from_arrow_schema(pa.schema([(field.name, _spark_type(field.type)) for field in empty]))


def _cast(batch: pa.RecordBatch, schema: pa.Schema) -> pa.RecordBatch:
    """The batch with the types of Spark; columns that it lacks are null."""
    arrays = [
        batch.column(field.name).cast(field.type)
        if field.name in batch.schema.names
        else pa.nulls(batch.num_rows, field.type)
        for field in schema
    ]
    return pa.RecordBatch.from_arrays(arrays, schema=schema)


@dataclass
class _Part(InputPartition):
    """The members of an archive that start in a range of its bytes."""

    path: str
    start: int
    end: int


class _Reader(DataSourceReader):
    def __init__(self, options: Mapping[str, str], schema: StructType) -> None:
        paths = options.get("paths") or options.get("path")
        if not paths:
            raise ValueError("the option paths is missing: pass paths or patterns, with commas")
        # Those of the option, unless the caller has given a schema.
        self.columns = [name for name in schema.names if name != "loss"]
        # A name that is unknown is an error here, and not in each task.
        _schema(self.columns)
        self.losses = _losses(options)
        if self.losses == "rows" and "loss" not in schema.names:
            raise ValueError("the schema has no column loss: add it, or set the option losses to ignore or fail")
        split = options.get("splitSize", str(_DEFAULT_SPLIT))
        self.split = int(split) if split.isdecimal() else 0
        if self.split < 1:
            raise ValueError(f"splitSize must be a number of bytes, not {split}: pass 1 or more")
        self.files = [file for path in _paths(paths) for file in _files(path)]
        self.schema = schema

    def partitions(self) -> Sequence[InputPartition]:
        sizes = [(file, max(os.path.getsize(file), 1)) for file in self.files]
        return [
            _Part(file, start, min(start + self.split, size))
            for file, size in sizes
            for start in range(0, size, self.split)
        ]

    def read(self, partition: InputPartition) -> Iterator[pa.RecordBatch]:
        assert isinstance(partition, _Part)
        schema = to_arrow_schema(self.schema, timezone="UTC")
        part = (partition.start, partition.end)
        batches = tagspan.warc(partition.path, self.columns, threads=1, part=part)
        for batch in batches:
            yield _cast(pa.record_batch(batch), schema)
        if self.losses == "ignore" or not batches.lost:
            return
        if self.losses == "fail":
            raise RuntimeError(f"{partition.path}: {batches.lost[0].message}")
        yield _rows_of_losses(batches.lost, schema)


def _paths(paths: str) -> list[str]:
    """The paths of an option. Those of ``load([...])`` come from Spark as JSON."""
    if paths.startswith('["'):
        return list(json.loads(paths))
    return [path.strip() for path in paths.split(",")]


def _files(path: str) -> list[str]:
    """The files of a path, a folder or a pattern, in order."""
    if os.path.isdir(path):
        path = os.path.join(path, "*.warc*")
    files = [path] if os.path.isfile(path) else sorted(filter(os.path.isfile, glob.glob(path)))
    if not files:
        raise FileNotFoundError(f"no archive at {path}: check the option paths")
    return [os.path.abspath(file) for file in files]


def _losses(options: Mapping[str, str]) -> str:
    losses = options.get("losses", "rows")
    if losses not in ("rows", "ignore", "fail"):
        raise ValueError(f"losses must be rows, ignore or fail, not {losses}")
    return losses


def _rows_of_losses(lost: Sequence[tagspan.Loss], schema: pa.Schema) -> pa.RecordBatch:
    values = [
        {"start": loss.span[0], "end": loss.span[1], "code": loss.code, "message": loss.message} for loss in lost
    ]
    known = {
        "loss": pa.array(values, _LOSS),
        "file": pa.array([loss.file for loss in lost]),
    }
    columns = {name: known[name] for name in known if name in schema.names}
    return _cast(pa.RecordBatch.from_pydict(columns), schema)


class TagspanDataSource(DataSource):
    """The pages of WARC archives, for ``spark.read.format("tagspan")``.

    Options: ``paths``, with commas, or a list as the argument of ``load``: files, folders or patterns; ``columns``, some
    of ``tagspan.COLUMNS``; ``splitSize``, the bytes of an archive that are one task, by default 128 MiB; ``losses``: with
    ``rows``, the default, the column ``loss`` is added, and each loss is a row in which only ``loss`` and ``file`` are
    set; with ``ignore`` it is left out; with ``fail`` a loss fails the task. The columns of a schema that is given are
    read in the place of ``columns``.
    """

    @classmethod
    def name(cls) -> str:
        return "tagspan"

    def schema(self) -> StructType:
        schema = _schema(self.options.get("columns", _DEFAULT_COLUMNS))
        if _losses(self.options) == "rows":
            schema = schema.add("loss", from_arrow_schema(pa.schema([("loss", _LOSS)]))[0].dataType)
        return schema

    def reader(self, schema: StructType) -> DataSourceReader:
        return _Reader(self.options, schema)


def extract(
    frame: DataFrame,
    page: str,
    columns: str | Sequence[str],
    *,
    url: str | None = None,
    content_type: str | None = None,
    keep: Sequence[str] = (),
) -> DataFrame:
    """A frame with the columns extracted from a column of pages, of binary or text, and with the columns of keep.

    url and content_type are columns with the URL of each page and its HTTP header. A page that is null gives a row
    without content, and so does one that cannot be read: the column truncated has the reason.
    """
    for name in keep:
        if name in _schema(columns).names:
            raise ValueError(f"the column {name} is extracted and kept: rename that of the frame")
    needed = dict.fromkeys(filter(None, [page, url, content_type, *keep]))
    kept = StructType([frame.schema[name] for name in keep])
    schema = StructType([*kept.fields, *_schema(columns).fields])
    arrow_schema = to_arrow_schema(schema, timezone="UTC")

    def rows(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            extracted = pa.record_batch(
                tagspan.extract(
                    batch.column(page),
                    columns,
                    urls=None if url is None else batch.column(url),
                    content_types=None if content_type is None else batch.column(content_type),
                )
            )
            arrays = [batch.column(name) for name in keep] + list(extracted.columns)
            joined = pa.RecordBatch.from_arrays(arrays, names=[*keep, *extracted.schema.names])
            yield _cast(joined, arrow_schema)

    return frame.select(*needed).mapInArrow(rows, schema)
