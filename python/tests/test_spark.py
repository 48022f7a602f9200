"""The data source and the function for Spark, on two local cores."""

import os
import signal
import sys
import threading
from pathlib import Path

import pyarrow as pa
import pytest
from archives import PAGES, archive, by_command_line, damaged
from pyspark.sql import SparkSession

import tagspan
import tagspan.spark


@pytest.fixture(scope="module")
def spark():
    # Workers would take the `python3` of the path.
    os.environ["PYSPARK_PYTHON"] = sys.executable
    # Two cores, and two attempts for each task.
    session = SparkSession.builder.master("local[2,2]").config("spark.ui.enabled", "false").getOrCreate()
    session.dataSource.register(tagspan.spark.TagspanDataSource)
    yield session
    session.stop()


def links(frame):
    return frame.selectExpr("uri", "explode(links) as link").select("uri", "link.url")


def pairs(rows):
    return sorted((row["uri"], link["url"]) for row in rows for link in row["links"])


@pytest.mark.parametrize("split", [1 << 30, 500])
def test_archives(spark, tmp_path, split):
    archives = {"a.warc.gz": archive(5), "b.warc.gz": archive(5), "damaged.warc.gz": damaged()}
    for name, content in archives.items():
        (tmp_path / name).write_bytes(content)
    reader = spark.read.format("tagspan").option("paths", f"{tmp_path}/*.warc.gz").option("splitSize", split)
    frame = reader.option("columns", "uri,links").load()
    assert frame.rdd.getNumPartitions() == sum(-(-len(content) // split) for content in archives.values())
    links(frame).write.parquet(str(tmp_path / "links"))
    table = spark.read.parquet(str(tmp_path / "links"))
    paths = [tmp_path / name for name in archives]
    assert sorted(map(tuple, table.collect())) == pairs(by_command_line(tmp_path / "rows.parquet", "uri,links", paths))
    targets = table.groupBy("url").count().orderBy("url").collect()
    # The damaged archive has lost the page with the links y and z.
    counts = [("http://a.example/x", 11), ("http://a.example/y", 10), ("http://a.example/z", 10)]
    assert list(map(tuple, targets)) == counts
    assert [row.code for row in frame.select("loss.code").dropna().collect()] == ["corrupt"]


class Killer(threading.Thread):
    """Kills a process that has read half of a split of a file, once."""

    def __init__(self, path, split):
        super().__init__()
        self.path, self.split = str(path), split
        self.killed = None
        self.is_over = threading.Event()

    def run(self):
        while self.killed is None and not self.is_over.is_set():
            for file in Path("/proc").glob("[0-9]*/fd/*"):
                try:
                    if os.readlink(file) != self.path:
                        continue
                    position = int((file.parents[1] / "fdinfo" / file.name).read_text().split()[1])
                    if position % self.split > self.split // 2:
                        os.kill(int(file.parts[2]), signal.SIGKILL)
                        self.killed = int(file.parts[2])
                        break
                except OSError:
                    # It has ended, or closed the file.
                    continue


def test_a_killed_task_is_tried_again(spark, tmp_path):
    path, split = tmp_path / "a.warc.gz", 8 << 20
    path.write_bytes(archive(3 * split // len(archive())))
    frame = spark.read.format("tagspan").options(paths=str(path), columns="uri,links", splitSize=str(split)).load()
    spark.sparkContext.setJobGroup("killed", "a worker is killed")
    killer = Killer(path, split)
    killer.start()
    try:
        links(frame).write.parquet(str(tmp_path / "links"))
    finally:
        killer.is_over.set()
        killer.join()
    status = spark.sparkContext.statusTracker()
    stages = [stage for job in status.getJobIdsForGroup("killed") for stage in status.getJobInfo(job).stageIds]
    assert killer.killed
    assert sum(status.getStageInfo(stage).numFailedTasks for stage in stages) == 1
    found = sorted(map(tuple, spark.read.parquet(str(tmp_path / "links")).collect()))
    assert found == pairs(pa.table(tagspan.warc(path, "uri,links")).to_pylist())


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


def test_load_takes_paths(spark, tmp_path):
    paths = [str(tmp_path / name) for name in ("a.warc.gz", "b, c.warc.gz")]
    for path in paths:
        Path(path).write_bytes(archive())
    reader = spark.read.format("tagspan").option("columns", "uri").option("losses", "fail")
    assert [reader.load(given).count() for given in (paths[0], paths[:1], paths)] == [3, 3, 6]


def test_a_schema_decides_the_columns(spark, tmp_path):
    (tmp_path / "a.warc.gz").write_bytes(damaged())
    reader = spark.read.format("tagspan").schema("text string, title string").option("path", str(tmp_path))
    rows = reader.option("losses", "ignore").load().collect()
    assert [tuple(row) for row in rows] == [("x", "One"), ("no link", "Café")]
    # Without the column they would be rows of null.
    with pytest.raises(Exception, match="the schema has no column loss"):
        reader.option("losses", "rows").load().collect()
    with pytest.raises(Exception, match='unknown column "TEXT"'):
        reader.schema("TEXT string").option("losses", "ignore").load().collect()


@pytest.mark.parametrize(
    ("options", "advice"),
    [
        ({}, "the option paths is missing"),
        ({"paths": "no such folder"}, "no archive at no such folder"),
        ({"paths": ".", "columns": "titel"}, "titel"),
        ({"paths": ".", "losses": "count"}, "losses must be rows, ignore or fail"),
        ({"paths": ".", "splitSize": "0"}, "pass 1 or more"),
        ({"paths": ".", "splitSize": "128m"}, "pass 1 or more"),
    ],
)
def test_wrong_options(spark, options, advice):
    with pytest.raises(Exception, match=advice):
        spark.read.format("tagspan").options(**options).load().collect()


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
    assert tagspan.spark.extract(frame.limit(0), "html", "title", url="url").collect() == []
