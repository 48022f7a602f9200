"""Archives in S3: the rows of the same archive in memory, by Python, the command line and Spark."""

import base64
import functools
import io
import json
import subprocess
import sys
from pathlib import Path
from random import Random

import pyarrow as pa
import pytest
from archives import archive, by_command_line, damaged, record
from conftest import BUCKET

import tagspan
import tagspan.spark

COLUMNS = "record_offset,record_length,uri,title,links"


@functools.cache
def large() -> bytes:
    """More than one part, of 16 MiB, and several ranges, of 4 MiB."""
    random = Random(1)
    bodies = (f"<title>{number}</title><a href={number}>".encode() + base64.b64encode(random.randbytes(40_000)) for number in range(480))
    return b"".join(record(f"http://large.example/{number}", body) for number, body in enumerate(bodies))


def other() -> bytes:
    """An archive of the same length, with other pages."""
    return archive() + large()[len(archive()) :]


CONTENTS = {"small": archive(100), "large": large(), "damaged": damaged(), "damaged within": large()[:5_000_000] + b"?" * 999 + large()[5_000_999:]}


def rows(archives, columns=COLUMNS, **options):
    found = tagspan.warc(archives, columns, **options)
    return pa.table(found).to_pylist(), [(loss.code, loss.span) for loss in found.lost]


@pytest.mark.parametrize("name", CONTENTS)
def test_rows_of_an_object(s3, name, tmp_path):
    content = CONTENTS[name]
    url = s3.put(f"{name}.warc.gz", content)
    expected = rows(content)
    assert len(expected[0]) > 1
    for threads in (1, 3):
        assert rows(url, threads=threads) == expected
    assert by_command_line(tmp_path / "rows.parquet", COLUMNS, [url]) == expected[0]


def test_parts_of_an_object(s3):
    url = s3.put("parts.warc.gz", large())
    ends = [0, 1, 100_000, 4 << 20, 9_000_000, (16 << 20) + 1, len(large())]
    found = [row for part in zip(ends, ends[1:]) for row in rows(url, part=part)[0]]
    assert found == rows(large())[0]


KEYS = ["1/a1.warc.gz", "1/a2.warc.gz", "1/b.warc.gz", "1/c.warc.gz", "1-2/a.warc.gz", "2/a.warc", "2/notes.txt", "2/b?.warc.gz", "2/b1.warc.gz"]


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("crawl/", ["1/a1.warc.gz", "1/a2.warc.gz", "1/b.warc.gz", "1/c.warc.gz", "1-2/a.warc.gz", "2/a.warc", "2/b1.warc.gz", "2/b?.warc.gz"]),
        ("crawl/1/", ["1/a1.warc.gz", "1/a2.warc.gz", "1/b.warc.gz", "1/c.warc.gz"]),
        ("crawl/*/{b,a}*.warc.gz", ["1/a1.warc.gz", "1/a2.warc.gz", "1/b.warc.gz", "1-2/a.warc.gz", "2/b1.warc.gz", "2/b?.warc.gz"]),
        ("crawl/**/[!b-z].warc*", ["1-2/a.warc.gz", "2/a.warc"]),
        # The key itself, as with the path of a file.
        ("crawl/2/b?.warc.gz", ["2/b?.warc.gz"]),
    ],
)
def test_patterns(s3, spark, pattern, expected, tmp_path):
    for key in KEYS:
        s3.put(f"crawl/{key}", archive())
    url = f"s3://{BUCKET}/{pattern}"
    expected = [f"s3://{BUCKET}/crawl/{key}" for key in expected for _ in range(3)]
    assert [row["file"] for row in rows(url, "file")[0]] == expected
    assert [row["file"] for row in by_command_line(tmp_path / "rows.parquet", "file", [url])] == expected
    frame = spark.read.format("tagspan").option("paths", url).option("columns", "file").option("losses", "fail").load()
    assert sorted(row.file for row in frame.collect()) == sorted(expected)


@pytest.mark.parametrize("key", ["a b", "a%20b", "%", "a+b", "a#b", "é", "a?b", "a&b=c", "a[1]", "*", "{a}", "~'()!@$,;:=", "a\\b", "日本"])
def test_keys(s3, key, tmp_path):
    url = s3.put(f"keys/{key}.warc.gz", archive())
    expected = [row | {"file": url} for row in rows(archive(), "record_offset,uri,file")[0]]
    assert rows(url, "record_offset,uri,file") == (expected, [])
    assert by_command_line(tmp_path / "rows.parquet", "record_offset,uri,file", [url]) == expected


def test_objects_that_cannot_be_read(s3, monkeypatch):
    url = f"s3://{BUCKET}/missing.warc.gz"
    with pytest.raises(FileNotFoundError, match="NoSuchKey.*the credentials are those of AWS_ACCESS_KEY_ID=AKIATEST") as caught:
        tagspan.warc(url, "uri")
    assert caught.value.filename == url
    for pattern in ("none/", "none/*.warc.gz"):
        with pytest.raises(FileNotFoundError, match="check it, and the pattern"):
            tagspan.warc(f"s3://{BUCKET}/{pattern}", "uri")
    with pytest.raises(FileNotFoundError, match="NoSuchBucket"):
        tagspan.warc("s3://tagspan-none/", "uri")
    url = s3.put("private.warc.gz", archive())
    monkeypatch.setenv("AWS_SKIP_SIGNATURE", "true")
    with pytest.raises(PermissionError, match="no credentials, because AWS_SKIP_SIGNATURE is set"):
        tagspan.warc(url, "uri")


class Changes(io.BytesIO):
    """An archive without rows, which calls a function when it is read."""

    def __init__(self, change):
        super().__init__()
        self.change = change

    def read(self, size=-1):
        self.change()
        return super().read(size)


def test_an_object_that_changes(s3):
    url = s3.put("changes.warc.gz", large())
    # The URL is opened before the first archive is read.
    found = tagspan.warc([Changes(lambda: s3.put("changes.warc.gz", other())), url], COLUMNS, threads=1)
    read = pa.table(found).to_pylist()
    assert read == rows(large())[0][: len(read)] and 0 < len(read) < 480
    assert {loss.code for loss in found.lost} == {"read"}
    assert all("the object was changed while it was read" in loss.message for loss in found.lost)
    # What gave no row is lost, to the end.
    spans = sorted(loss.span for loss in found.lost)
    assert [end for _, end in spans[:-1]] == [start for start, _ in spans[1:]]
    assert read[-1]["record_offset"] + read[-1]["record_length"] <= spans[0][0] and spans[-1][1] == len(large())


def test_spark_reads_objects(s3, spark):
    url = s3.put("spark.warc.gz", large())
    reader = spark.read.format("tagspan").option("columns", "record_offset,uri").option("splitSize", "3m").option("losses", "fail")
    frame = reader.option("paths", url).load()
    assert frame.rdd.getNumPartitions() == 7
    assert sorted((row.record_offset, row.uri) for row in frame.collect()) == places(large())


def places(content):
    return [(row["record_offset"], row["uri"]) for row in rows(content, "record_offset,uri")[0]]


def test_tasks_of_spark_read_one_version(s3):
    url = s3.put("versions.warc.gz", large())
    source = tagspan.spark.TagspanDataSource({"paths": url, "columns": "uri", "splitsize": "5m", "losses": "fail"})
    reader = source.reader(source.schema())
    first, *later = reader.partitions()
    assert sum(batch.num_rows for batch in reader.read(first)) > 100
    s3.put("versions.warc.gz", other())
    for part in later:
        with pytest.raises(RuntimeError, match="the object was changed while it was read"):
            list(reader.read(part))


def test_spark_loses_an_executor(s3):
    url = s3.put("executors.warc.gz", large())
    command = [sys.executable, Path(__file__).with_name("lost_executor.py"), url]
    run = subprocess.run(command, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    found = json.loads(run.stdout)
    assert len(found["killed"]) == 1 and found["failed"] > 0
    assert list(map(tuple, found["rows"])) == places(large())
