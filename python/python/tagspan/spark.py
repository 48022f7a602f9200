"""The same columns for Spark: a data source for archives, and a function for columns of pages.

    import tagspan.spark

    spark.dataSource.register(tagspan.spark.TagspanDataSource)
    pages = spark.read.format("tagspan").option("paths", "crawl/*.warc.gz").option("columns", "uri,title,links").load()

    titles = tagspan.spark.extract(frame, "html", "title,links", url="url")
    texts = tagspan.spark.records(index, "uri,text", prefix="/crawl")

Workers need this package and pyarrow. They open the files themselves: paths must lead to the same files everywhere, and the
variables of the environment with the credentials for URLs must be set everywhere.
"""

from __future__ import annotations

import difflib
import json
import logging
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import pyarrow as pa
from pyspark.sql import DataFrame
from pyspark.sql.datasource import DataSource, DataSourceReader, Filter, InputPartition
from pyspark.sql.pandas.types import from_arrow_schema, to_arrow_schema
from pyspark.sql.types import StructType

import tagspan
from tagspan._filters import keep, supported
from tagspan._paths import archives
from tagspan._tagspan import _Object, _objects

__all__ = ["TagspanDataSource", "extract", "records"]

_LOG = logging.getLogger(__name__)

_DEFAULT_COLUMNS = "file,record_offset,uri,title,links"

# A task for each file of 1 GB would leave workers without work at the end.
_DEFAULT_SPLIT = 128 << 20

_ENCODING = ("content_type", "charset", "default", "locale", "detect", "detect_within")

_OPTIONS = ("path", "paths", "columns", "select", "attributes", "css", "conversions", "splitSize", "losses", "pushFilters", *_ENCODING)

_LOSS = pa.struct([("start", pa.int64()), ("end", pa.int64()), ("code", pa.string()), ("message", pa.string())])

# With losses=only.
_LOSSES = pa.schema([("file", pa.string()), *_LOSS])

_SIZE = re.compile(r"(\d+)\s*([kmgt]?)i?b?", re.IGNORECASE)


def _spark_type(data_type: pa.DataType) -> pa.DataType:
    """The type that Spark knows: it has no offsets of 64 bits."""
    if pa.types.is_large_string(data_type):
        return pa.string()
    if pa.types.is_large_list(data_type):
        return pa.list_(_spark_type(data_type.value_type))
    if pa.types.is_struct(data_type):
        return pa.struct([(field.name, _spark_type(field.type)) for field in data_type])
    return data_type


def _schema(columns: str | Sequence[str], select: Mapping[str, str] | None = None) -> StructType:
    empty = pa.schema(tagspan.extract([], columns, select=select))
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
    # Where the server gives no ranges, there is no end: the part is the archive.
    end: int | None
    # The length and the ETag of an object: parts of two versions would have rows twice, or not at all.
    version: tuple[int, str] | None


class _Reader(DataSourceReader):
    def __init__(self, options: Mapping[str, str], schema: StructType) -> None:
        paths = options.get("paths") or options.get("path")
        if not paths:
            raise ValueError("the option paths is missing: pass paths or patterns, with commas")
        self.losses = _losses(options)
        # Those of the option, unless the caller has given a schema.
        select = _select(options)
        names = [name for name in schema.names if name != "loss" and name not in (select or {})]
        self.columns = ["file"] if self.losses == "only" else names
        attributes, css = _names(options.get("attributes", "")), _flag(options, "css", False)
        self.arguments = _encoding(options) | {"select": select, "attributes": attributes, "css": css}
        # A name that is unknown is an error here, and not in each task.
        tagspan.extract([], self.columns, **self.arguments)
        self.arguments["conversions"] = _flag(options, "conversions", False)
        if self.losses == "rows" and "loss" not in schema.names:
            raise ValueError("the schema has no column loss: add it, or set the option losses to log or fail")
        self.split = _size("splitSize", options.get("splitSize", str(_DEFAULT_SPLIT)))
        self.archives = [archive for path in _paths(paths) for archive in _versions(path)]
        self.schema = schema
        self.filters: list[Filter] = []

    def partitions(self) -> Sequence[InputPartition]:
        of_file = [found for found in self.filters if supported(found, pa.schema([("file", pa.string())]))]
        return [
            _Part(path, start, end, None if size is None or etag is None else (size, etag))
            for path, file, size, etag in self.archives
            if keep(pa.record_batch({"file": [file]}), of_file).num_rows
            for start, end in _ranges(size, self.split)
        ]

    def read(self, partition: InputPartition) -> Iterator[pa.RecordBatch]:
        assert isinstance(partition, _Part)
        schema = to_arrow_schema(self.schema, timezone="UTC")
        part = None if partition.end is None else (partition.start, partition.end)
        archive = partition.path if partition.version is None else _Object(partition.path, *partition.version)
        batches = tagspan.warc(archive, self.columns, threads=1, part=part, **self.arguments)
        for batch in batches:
            if self.losses != "only":
                yield keep(_cast(pa.record_batch(batch), schema), self.filters)
        if not batches.lost:
            return
        if self.losses == "fail":
            raise RuntimeError(f"{batches.lost[0].file}: {batches.lost[0].message}")
        if self.losses == "log":
            for loss in batches.lost:
                _LOG.warning("%s: %s", loss.file, loss.message)
        else:
            yield keep(_rows_of_losses(batches.lost, schema), self.filters)


class _FilteringReader(_Reader):
    """Spark refuses a reader with this method unless its setting allows it."""

    def pushFilters(self, filters: list[Filter]) -> Iterable[Filter]:
        schema = to_arrow_schema(self.schema, timezone="UTC")
        self.filters = [found for found in filters if supported(found, schema)]
        # Spark applies all of them to the rows that are left.
        return filters


def _check_names(options: Mapping[str, str]) -> None:
    """A name that is misspelt is an error, and not an option that is not there."""
    known = {name.lower(): name for name in _OPTIONS}
    for name in options:
        if name.lower() not in known:
            nearest = difflib.get_close_matches(name.lower(), known, 1, 0)[0]
            names = ", ".join(_OPTIONS)
            raise ValueError(f"unknown option {name}: did you mean {known[nearest]}? The options are {names}")


def _size(name: str, text: str) -> int:
    """The bytes of a size such as ``64m``, as Spark writes sizes."""
    size = _SIZE.fullmatch(text.strip())
    split = int(size[1]) << {"": 0, "k": 10, "m": 20, "g": 30, "t": 40}[size[2].lower()] if size else 0
    if split < 1:
        raise ValueError(f"{name} must be a number of bytes, not {text}: pass 1 or more, such as 64m or 1g")
    return split


def _select(options: Mapping[str, str]) -> dict[str, str] | None:
    """The selectors by the names of their columns."""
    text = options.get("select")
    if text is None:
        return None
    try:
        select = json.loads(text)
    except ValueError:
        select = None
    if not isinstance(select, dict) or not all(isinstance(selector, str) for selector in select.values()):
        raise ValueError(f"select must be a JSON object of selectors, such as {{\"price\": \".price\"}}, not {text}")
    return select


def _flag(options: Mapping[str, str], name: str, default: bool) -> bool:
    value = options.get(name, str(default)).lower()
    if value not in ("true", "false"):
        raise ValueError(f"{name} must be true or false, not {value}")
    return value == "true"


def _encoding(options: Mapping[str, str]) -> dict[str, Any]:
    """The arguments of the functions of tagspan about the encoding."""
    arguments: dict[str, Any] = {name: options[name] for name in _ENCODING if name in options}
    if "detect" in arguments:
        is_any = arguments["detect"].lower() == "any"
        arguments["detect"] = "any" if is_any else _flag(options, "detect", True)
    if "detect_within" in arguments:
        arguments["detect_within"] = _size("detect_within", arguments["detect_within"])
    return arguments


def _names(names: str) -> list[str]:
    """The names of an option, with commas."""
    return [name.strip() for name in names.split(",") if name.strip()]


def _paths(paths: str) -> list[str]:
    """The paths of an option. Those of ``load([...])`` come from Spark as JSON."""
    if paths.startswith('["'):
        return list(json.loads(paths))
    # Commas in braces are those of a pattern.
    return [path.strip() for path in re.split(r",(?![^{}]*\})", paths)]


def _versions(path: str) -> list[tuple[str, str, int | None, str | None]]:
    """The archives of a path or a URL, with their names in rows, their bytes if parts can be read, and the ETags of objects."""
    objects = _objects(path)
    if objects is not None:
        return objects
    files = [os.path.abspath(file) for file in archives(path)]
    return [(file, file, os.path.getsize(file), None) for file in files]


def _ranges(size: int | None, split: int) -> list[tuple[int, int | None]]:
    if size is None:
        return [(0, None)]
    # An archive without bytes is a part too, whose task tells so.
    return [(start, min(start + split, max(size, 1))) for start in range(0, max(size, 1), split)]


def _losses(options: Mapping[str, str]) -> str:
    losses = options.get("losses", "log")
    if losses not in ("log", "fail", "rows", "only"):
        raise ValueError(f"losses must be log, fail, rows or only, not {losses}")
    return losses


def _rows_of_losses(lost: Sequence[tagspan.Loss], schema: pa.Schema) -> pa.RecordBatch:
    values = [{"start": loss.span[0], "end": loss.span[1], "code": loss.code, "message": loss.message} for loss in lost]
    loss = pa.array(values, _LOSS)
    known = {"loss": loss, "file": pa.array([found.file for found in lost])}
    known |= dict(zip(_LOSS.names, loss.flatten()))
    columns = {name: known[name] for name in known if name in schema.names}
    return _cast(pa.RecordBatch.from_pydict(columns), schema)


class TagspanDataSource(DataSource):
    """The pages of WARC archives, for ``spark.read.format("tagspan")``.

    Options, of which an unknown one is an error:

    - ``paths``, with commas, or the argument of ``load``, which may be a list: files, folders, patterns and URLs such as ``s3://bucket/key``, as
      `tagspan.warc` takes them.
    - ``columns``: some of ``tagspan.COLUMNS``. Only these are read: Spark does not tell a source in Python which columns a query
      needs. A schema that is given has their place.
    - ``select``: further columns, as a JSON object of their names and CSS selectors, such as ``{"price": ".price"}``: see
      `tagspan.warc`.
    - ``attributes``: others that hold URLs, with commas, such as ``img@data-src,*@data-href``: see `tagspan.links`.
    - ``css``: with ``true``, the URLs of CSS are links too.
    - ``conversions``: with ``true``, the text in records of the type conversion has rows too, as in WET files.
    - ``splitSize``: the bytes of an archive that are one task, such as ``64m`` or ``1g``; by default 128 MiB.
    - ``losses``: with ``log``, the default, tasks log what is lost as warnings; with ``fail`` a loss fails the task; with ``only``
      the rows are the losses, with the columns ``file``, ``start``, ``end``, ``code`` and ``message``, and not the pages; with
      ``rows`` the column ``loss`` is added, and each loss is one more row, in which only ``loss`` and ``file`` are set.
    - ``content_type``, ``charset``, ``default``, ``locale``, ``detect``, ``detect_within``: see `tagspan.sniff`. ``detect`` is ``true``,
      ``false`` or ``any``, and ``detect_within`` may be a size such as ``4m``.
    - ``pushFilters``: with ``true``, conditions on columns of text and numbers are applied before rows go to Spark, and archives
      that a condition on ``file`` excludes are not read. It needs the setting ``spark.sql.python.filterPushdown.enabled``.
    """

    @classmethod
    def name(cls) -> str:
        return "tagspan"

    def schema(self) -> StructType:
        _check_names(self.options)
        losses = _losses(self.options)
        if losses == "only":
            for name in ("columns", "select"):
                if name in self.options:
                    raise ValueError(f"with losses=only the columns are those of losses: leave the option {name} out")
            return from_arrow_schema(_LOSSES)
        schema = _schema(self.options.get("columns", _DEFAULT_COLUMNS), _select(self.options))
        if losses == "rows":
            schema = schema.add("loss", from_arrow_schema(pa.schema([("loss", _LOSS)]))[0].dataType)
        return schema

    def reader(self, schema: StructType) -> DataSourceReader:
        _check_names(self.options)
        reader = _FilteringReader if _flag(self.options, "pushFilters", False) else _Reader
        return reader(self.options, schema)


def extract(
    frame: DataFrame,
    page: str,
    columns: str | Sequence[str],
    *,
    url: str | None = None,
    content_type: str | None = None,
    keep: Sequence[str] = (),
    select: Mapping[str, str] | None = None,
    attributes: Sequence[str] = (),
    css: bool = False,
    charset: str | None = None,
    default: str | None = None,
    locale: str | None = None,
    detect: bool | Literal["any"] = True,
    detect_within: int | None = None,
) -> DataFrame:
    """A frame with the columns extracted from a column of pages, of binary or text, and with the columns of keep.

    url and content_type are columns with the URL of each page and its HTTP header. A page that is null gives a row
    without content, and so does one that cannot be read: the columns truncated and truncated_message have the reason. select, attributes and css
    are those of `tagspan.warc`. The other arguments are those of `tagspan.sniff`.
    """
    arguments: dict[str, Any] = {
        "charset": charset,
        "default": default,
        "locale": locale,
        "detect": detect,
        "detect_within": detect_within,
        "select": select and dict(select),
        "attributes": list(attributes),
        "css": css,
    }
    # A wrong value is an error here, and not in each task.
    tagspan.extract([], columns, **arguments)
    extracted_fields = _schema(columns, select).fields
    for name in keep:
        if name in [field.name for field in extracted_fields]:
            raise ValueError(f"the column {name} is extracted and kept: rename that of the frame")
    needed = dict.fromkeys(filter(None, [page, url, content_type, *keep]))
    kept = StructType([frame.schema[name] for name in keep])
    schema = StructType([*kept.fields, *extracted_fields])
    arrow_schema = to_arrow_schema(schema, timezone="UTC")

    def rows(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            extracted = pa.record_batch(
                tagspan.extract(
                    batch.column(page),
                    columns,
                    urls=None if url is None else batch.column(url),
                    content_types=None if content_type is None else batch.column(content_type),
                    **arguments,
                )
            )
            arrays = [batch.column(name) for name in keep] + list(extracted.columns)
            joined = pa.RecordBatch.from_arrays(arrays, names=[*keep, *extracted.schema.names])
            yield _cast(joined, arrow_schema)

    return frame.select(*needed).mapInArrow(rows, schema)


def records(
    frame: DataFrame,
    columns: str | Sequence[str],
    *,
    prefix: str | None = None,
    conversions: bool = False,
    select: Mapping[str, str] | None = None,
    attributes: Sequence[str] = (),
    css: bool = False,
    content_type: str | None = None,
    charset: str | None = None,
    default: str | None = None,
    locale: str | None = None,
    detect: bool | Literal["any"] = True,
    detect_within: int | None = None,
) -> DataFrame:
    """The pages of the records that a frame names, as `tagspan.records` reads them, in the order of the frame.

    The frame has the columns warc_filename, warc_record_offset and warc_record_length, or others that `tagspan.records` takes. Records of
    one file that lie close are read at once if they are in one batch of Spark: sort the frame by file and offset if its order does not
    matter. Tasks log what is no page at its place as a warning.
    """
    arguments: dict[str, Any] = {
        "conversions": conversions,
        "select": select and dict(select),
        "attributes": list(attributes),
        "css": css,
        "content_type": content_type,
        "charset": charset,
        "default": default,
        "locale": locale,
        "detect": detect,
        "detect_within": detect_within,
    }
    # A wrong value is an error here, and not in each task.
    tagspan.records([], columns, **arguments)
    schema = _schema(columns, select)
    arrow_schema = to_arrow_schema(schema, timezone="UTC")

    def rows(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            found = tagspan.records(batch, columns, prefix=prefix, threads=1, **arguments)
            for pages in found:
                yield _cast(pa.record_batch(pages), arrow_schema)
            for loss in found.lost:
                _LOG.warning("%s: %s", loss.file, loss.message)

    return frame.mapInArrow(rows, schema)
