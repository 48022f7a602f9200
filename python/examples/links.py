"""Writes the links of archives as Parquet, and says what was lost: links.py OUT.parquet ARCHIVE..."""

import sys

import pyarrow as pa
import pyarrow.parquet as pq

import tagspan

target, *archives = sys.argv[1:]
pages = tagspan.warc(archives, "uri,title,links")
reader = pa.RecordBatchReader.from_stream(pages)
links = 0
with pq.ParquetWriter(target, reader.schema) as writer:
    for batch in reader:
        writer.write_batch(batch)
        links += len(batch["links"].flatten())
for loss in pages.lost:
    print(f"{loss.file}: {loss.message}", file=sys.stderr)
print(f"{pages.progress['pages']} pages, {links} links, {len(pages.lost)} losses: {target}")
