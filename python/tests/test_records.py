"""Records by index: the rows of whole archives, from tables and from rows of Python."""

import gzip

import polars as pl
import pyarrow as pa
import pytest

import tagspan
import tagspan.spark

COLUMNS = "file,record_offset,record_length,uri,date,status,title,links,text,truncated"
PLACE = ["warc_filename", "warc_record_offset", "warc_record_length"]


def page(number):
    block = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<title>{number}</title><a href=x>{'text ' * number}"
    head = f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.example/{number}\r\nWARC-Date: 2025-01-01T00:00:00Z"
    return gzip.compress(f"{head}\r\nContent-Length: {len(block)}\r\n\r\n{block}\r\n\r\n".encode())


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "a.warc.gz").write_bytes(b"".join(map(page, range(300))))
    return tmp_path


@pytest.fixture
def rows(folder, monkeypatch):
    """All rows, shuffled."""
    monkeypatch.chdir(folder)
    rows = pa.table(tagspan.warc("a.warc.gz", COLUMNS)).to_pylist()
    assert len(rows) == 300
    return sorted(rows, key=lambda row: row["record_offset"] * 7919 % 1013)


def places(rows, names=PLACE):
    values = [(row["file"], row["record_offset"], row["record_length"]) for row in rows]
    return [dict(zip(names, value)) for value in values], values


def test_rows_are_those_of_whole_archives(folder, rows):
    dicts, tuples = places(rows)
    table = pa.Table.from_pylist(dicts)
    small = table.cast(pa.schema([(PLACE[0], pa.large_string()), (PLACE[1], pa.int32()), (PLACE[2], pa.uint32())]))
    cdxj = places([row | {"record_offset": str(row["record_offset"])} for row in rows], ["filename", "offset", "length"])[0]
    for index in (table, small, table.to_batches()[0], pl.from_arrow(table), dicts, tuples, cdxj, pa.Table.from_pylist(rows)):
        for prefix in (None, folder, str(folder)):
            found = tagspan.records(index, COLUMNS, prefix=prefix)
            assert pa.table(found).to_pylist() == rows and found.lost == []
    assert pa.table(tagspan.records(iter(tuples), COLUMNS, threads=2)).to_pylist() == rows


def test_a_wrong_place_is_a_loss(rows):
    _, [first, second, *_] = places(rows)
    wrong = [(first[0], first[1] + 1, 100), ("missing.warc.gz", 0, 10), (first[0], 10**9, 10), (first[0], -1, 5), (None, 1, 5)]
    found = tagspan.records([first, *wrong, second], "record_offset")
    assert pa.table(found).column(0).to_pylist() == [first[1], second[1]]
    assert [loss.code for loss in found.lost] == ["not-there", "read", "not-there", "index", "index"]
    assert found.lost[0].span == (first[1] + 1, first[1] + 101)


@pytest.mark.parametrize("index", [5, "a.csv", [1], [()], pa.table({"a": [1]}), pa.array([1])])
def test_no_index(index):
    with pytest.raises((TypeError, ValueError), match="warc_filename"):
        tagspan.records(index, "uri")


def test_columns_of_selectors(rows):
    _, [first, second, *_] = places(rows)
    found = pa.table(tagspan.records([second, first], "uri", select={"link": "a@href"})).to_pylist()
    assert found == [{"uri": row["uri"], "link": "x"} for row in (rows[1], rows[0])]


def test_rows_of_spark_are_the_same(spark, folder, rows):
    columns = "record_offset,uri,title,links,text"
    dicts, _ = places(rows)
    frame = spark.createDataFrame(dicts)
    expected = [{name: row[name] for name in columns.split(",")} for row in rows]
    found = tagspan.spark.records(frame, columns, prefix=str(folder)).collect()
    assert sorted((row.asDict(recursive=True) for row in found), key=lambda row: row["record_offset"]) == sorted(
        expected, key=lambda row: row["record_offset"]
    )
