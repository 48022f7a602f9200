"""Counts the links of archives with Ray and with Daft, a task for each part of an archive: engines.py ARCHIVE...

It was run with ray 2.60 and daft 0.7.26.
"""

import os
import sys

import daft
import pyarrow as pa
import ray

import tagspan

COLUMNS = "uri,links"
# The bytes of a part. Parts that partition a file partition its pages.
SIZE = 128 << 20


def read(path, start, end):
    return pa.table(tagspan.warc(path, COLUMNS, threads=1, part=(start, end)))


def with_ray(parts):
    def pages(batch):
        [part] = batch.to_pylist()
        return read(**part)

    def links(batch):
        return pa.table({"link": batch["links"].combine_chunks().flatten()})

    frame = ray.data.from_items(parts).map_batches(pages, batch_size=1, batch_format="pyarrow")
    return frame.map_batches(links, batch_format="pyarrow").count()


def with_daft(parts):
    row = daft.DataType.from_arrow_type(pa.struct(pa.schema(tagspan.extract([], COLUMNS))))

    @daft.func.batch(return_dtype=daft.DataType.list(row), batch_size=1)
    def pages(path, start, end):
        table = read(*(column.to_pylist()[0] for column in (path, start, end)))
        return pa.LargeListArray.from_arrays([0, len(table)], table.to_struct_array().combine_chunks())

    frame = daft.from_pylist(parts).select(pages(daft.col("path"), daft.col("start"), daft.col("end")).alias("page"))
    frame = frame.explode("page").select(daft.col("page").unnest())
    # Of a page without links a row is left, with null.
    return frame.explode("links").where(daft.col("links").not_null()).count_rows()


if __name__ == "__main__":
    parts = [
        {"path": path, "start": start, "end": start + SIZE}
        for path in map(os.path.abspath, sys.argv[1:])
        for start in range(0, os.path.getsize(path), SIZE)
    ]
    print(f"Ray: {with_ray(parts)} links, Daft: {with_daft(parts)}")
