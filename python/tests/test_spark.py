"""The data source and the function for Spark, on two local cores."""

import os
import sys

import pyarrow as pa
import pytest
from archives import PAGES, archive, damaged
from pyspark.sql import SparkSession

import tagspan
import tagspan.spark


@pytest.fixture(scope="module")
def spark():
    # Workers would take the `python3` of the path.
    os.environ["PYSPARK_PYTHON"] = sys.executable
    session = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").getOrCreate()
    session.dataSource.register(tagspan.spark.TagspanDataSource)
    yield session
    session.stop()


@pytest.mark.parametrize("split", [1 << 30, 500])
def test_archives(spark, tmp_path, split):
    for name in ("a.warc.gz", "b.warc.gz"):
        (tmp_path / name).write_bytes(archive(5))
    paths = sorted(str(path) for path in tmp_path.iterdir())
    reader = spark.read.format("tagspan").option("paths", f"{tmp_path}/*.warc.gz").option("splitSize", split)
    frame = reader.option("columns", "uri,links").load()
    links = frame.selectExpr("uri", "explode(links) as link").select("uri", "link.url")
    links.write.parquet(str(tmp_path / "links"))
    found = [tuple(row) for row in spark.read.parquet(str(tmp_path / "links")).collect()]
    rows = pa.table(tagspan.warc(paths, "uri,links")).to_pylist()
    assert sorted(found) == sorted((row["uri"], link["url"]) for row in rows for link in row["links"])
    assert frame.filter("loss is not null").count() == 0


@pytest.mark.parametrize(("losses", "rows"), [("rows", 3), ("ignore", 2), ("fail", None)])
def test_losses(spark, tmp_path, losses, rows):
    (tmp_path / "a.warc.gz").write_bytes(damaged())
    frame = spark.read.format("tagspan").options(paths=str(tmp_path), columns="file,uri", losses=losses).load()
    if rows is None:
        with pytest.raises(Exception, match="damaged compressed data"):
            frame.collect()
        return
    assert frame.count() == rows
    if losses == "rows":
        [lost] = frame.filter("loss is not null").select("loss.code", "file", "uri").collect()
        assert tuple(lost) == ("corrupt", str(tmp_path / "a.warc.gz"), None)


def test_columns_of_pages(spark):
    frame = spark.createDataFrame([(url, bytearray(page)) for url, page in PAGES.items()] + [("x", None)], "url string, html binary")
    titles = tagspan.spark.extract(frame, "html", "title,links", url="url", keep=["url"])
    found = {row.url: (row.title, [link.url for link in row.links]) for row in titles.collect()}
    assert found == {
        "http://a.example/1": ("One", ["http://a.example/x"]),
        "http://a.example/2": ("Two", ["http://a.example/y", "http://a.example/z"]),
        # Bytes without an encoding are windows-1252, until the declaration is reached.
        "http://b.example/3": ("Café", []),
        "x": (None, []),
    }
