"""The data source and the function for Spark, on two local cores."""

import os
import re
import signal
import threading
from functools import reduce
from pathlib import Path

import pyarrow as pa
import pytest
from archives import PAGES, archive, by_command_line, damaged, record
from pyspark.sql import DataFrame
from pyspark.sql.datasource import CaseInsensitiveDict, EqualTo
from pyspark.sql.functions import lit

import tagspan
import tagspan.spark


def links(frame):
    return frame.selectExpr("uri", "explode(links) as link").select("uri", "link.url")


def rows(**options):
    """The rows as the tasks of Spark make them, without Spark."""
    source = tagspan.spark.TagspanDataSource(CaseInsensitiveDict(options))
    reader = source.reader(source.schema())
    return [row for part in reader.partitions() for batch in reader.read(part) for row in batch.to_pylist()]


def pairs(rows):
    return sorted((row["uri"], link["url"]) for row in rows for link in row["links"])


@pytest.mark.parametrize("split", [1 << 30, 500])
def test_archives(spark, tmp_path, split):
    archives = {"a.warc.gz": archive(5), "b.warc.gz": archive(5), "damaged.warc.gz": damaged()}
    for name, content in archives.items():
        (tmp_path / name).write_bytes(content)
    reader = spark.read.format("tagspan").option("paths", f"{tmp_path}/*.warc.gz").option("splitSize", split)
    frame = reader.option("columns", "uri,links").option("losses", "rows").load()
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


@pytest.mark.parametrize(
    ("options", "rows"),
    [({}, 2), ({"losses": "log"}, 2), ({"losses": "rows"}, 3), ({"losses": "fail"}, None)],
    ids=str,
)
def test_losses(spark, tmp_path, options, rows):
    (tmp_path / "a.warc.gz").write_bytes(damaged())
    options = {"paths": str(tmp_path), "columns": "file,uri", **options}
    frame = spark.read.format("tagspan").options(**options).load()
    if rows is None:
        with pytest.raises(Exception, match="damaged compressed data"):
            frame.collect()
        return
    assert frame.count() == rows
    if options.get("losses") == "rows":
        [lost] = frame.filter("loss is not null").select("loss.code", "file", "uri").collect()
        assert tuple(lost) == ("corrupt", str(tmp_path / "a.warc.gz"), None)
    else:
        assert frame.columns == ["file", "uri"] and frame.filter("uri is null").count() == 0


@pytest.mark.parametrize("split", ["1g", "300"])
def test_losses_are_a_table(spark, tmp_path, split):
    for name in "ab":
        (tmp_path / f"{name}.warc.gz").write_bytes(damaged())
    (tmp_path / "c.warc.gz").write_bytes(archive())
    options = {"paths": str(tmp_path), "losses": "only", "splitSize": split}
    batches = tagspan.warc(tmp_path, "uri")
    list(batches)
    expected = [(loss.file, *loss.span, loss.code, loss.message) for loss in batches.lost]
    assert len(expected) == 2 and [tuple(row.values()) for row in rows(**options)] == expected
    assert len(rows(**{**options, "losses": "rows", "columns": "uri"})) == 7 + 2
    assert len(rows(paths=str(tmp_path), columns="uri", splitSize=split)) == 7
    if split == "1g":
        frame = spark.read.format("tagspan").options(**options).load()
        assert frame.columns == ["file", "start", "end", "code", "message"]
        assert sorted(map(tuple, frame.collect())) == expected


def test_load_takes_paths(spark, tmp_path):
    paths = [str(tmp_path / name) for name in ("a.warc.gz", "b, c.warc.gz")]
    for path in paths:
        Path(path).write_bytes(archive())
    reader = spark.read.format("tagspan").option("columns", "uri").option("losses", "fail")
    assert [reader.load(given).count() for given in (paths[0], paths[:1], paths)] == [3, 3, 6]


def test_a_schema_decides_the_columns(spark, tmp_path):
    (tmp_path / "a.warc.gz").write_bytes(damaged())
    reader = spark.read.format("tagspan").schema("text string, title string").option("path", str(tmp_path))
    rows = reader.load().collect()
    assert [tuple(row) for row in rows] == [("x", "One"), ("no link", "Café")]
    # Without the column they would be rows of null.
    with pytest.raises(Exception, match="the schema has no column loss"):
        reader.option("losses", "rows").load().collect()
    with pytest.raises(Exception, match='unknown column "TEXT"'):
        reader.schema("TEXT string").load().collect()


@pytest.mark.parametrize(
    ("options", "advice"),
    [
        ({}, "the option paths is missing"),
        ({"paths": "no such folder"}, "No such file or directory.*no such folder"),
        ({"paths": "no such*"}, "no archive matches.*no such"),
        ({"paths": "{a,b}.none"}, "no archive matches"),
        ({"paths": "file://elsewhere/a.warc"}, "file:///path"),
        ({"paths": ".", "columns": "titel"}, "titel"),
        ({"paths": ".", "select": ".price"}, "select must be a JSON object"),
        ({"paths": ".", "select": "[1]"}, "select must be a JSON object"),
        ({"paths": ".", "select": '{"a": "b["}'}, "the selector of the column a is refused"),
        ({"paths": ".", "losses": "only", "select": "{}"}, "leave the option select out"),
        ({"paths": ".", "attributes": "img@src,data-src"}, "data-src.*write ELEMENT@ATTRIBUTE"),
        ({"paths": ".", "losses": "count"}, "losses must be log, fail, rows or only"),
        ({"paths": ".", "splitSize": "0"}, "pass 1 or more"),
        ({"paths": ".", "splitSize": "0m"}, "pass 1 or more"),
        ({"paths": ".", "splitSize": "-1"}, "pass 1 or more"),
        ({"paths": ".", "splitSize": "1.5g"}, "pass 1 or more"),
        ({"paths": ".", "splitSize": "64mm"}, "pass 1 or more"),
        ({"paths": ".", "detect": "maybe"}, "detect must be true or false"),
        ({"paths": ".", "charset": "utf-9"}, "unknown encoding"),
        ({"paths": ".", "default": "utf-8", "locale": "ja"}, "pass one of them"),
        ({"paths": ".", "losses": "only", "columns": "uri"}, "leave the option columns out"),
        ({"paths": ".", "colums": "uri"}, "unknown option colums: did you mean columns"),
        ({"paths": ".", "split_size": "1g"}, "unknown option split_size: did you mean splitSize"),
        ({"paths": ".", "loss": "fail"}, "unknown option loss: did you mean losses"),
        ({"pathes": "."}, "unknown option pathes: did you mean paths"),
        ({"paths": ".", "encoding": "utf-8"}, "unknown option encoding: did you mean"),
        ({"paths": ".", "xyzzy": "1"}, "unknown option xyzzy"),
    ],
)
def test_wrong_options(options, advice):
    with pytest.raises((ValueError, OSError), match=advice):
        rows(**options)


def test_attributes_that_are_named_are_links(tmp_path):
    (tmp_path / "a.warc").write_bytes(record("http://a.example/", b"<img data-src=x>"))
    found = rows(paths=str(tmp_path), columns="uri,links", attributes="p@x, img@data-src")
    assert pairs(found) == [("http://a.example/", "http://a.example/x")]
    (tmp_path / "a.warc").write_bytes(record("http://a.example/", b"<p style='b:url(y)'>"))
    found = rows(paths=str(tmp_path), columns="uri,links", css="true")
    assert pairs(found) == [("http://a.example/", "http://a.example/y")]


def test_wrong_options_in_spark(spark):
    with pytest.raises(Exception, match="unknown option colums: did you mean columns"):
        spark.read.format("tagspan").options(paths=".", colums="uri").load()


@pytest.mark.parametrize(
    ("option", "bytes"),
    [("1", 1), ("700", 700), ("64k", 64 << 10), ("64m", 64 << 20), ("64 MB", 64 << 20), ("1g", 1 << 30), ("1GiB", 1 << 30), ("2T", 2 << 40)],
)
def test_sizes(option, bytes):
    assert tagspan.spark._size("splitSize", option) == bytes


@pytest.mark.parametrize(
    ("paths", "files"),
    [
        ("{}", ["a.warc.gz", "b.warc.gz", "c/d.warc"]),
        ("file://{}", ["a.warc.gz", "b.warc.gz", "c/d.warc"]),
        ("file:{}/a.warc.gz", ["a.warc.gz"]),
        ("file://{}/*.warc.gz", ["a.warc.gz", "b.warc.gz"]),
        ("{}/{{a,b}}.warc.gz", ["a.warc.gz", "b.warc.gz"]),
        ("{}/{{b,c/d}}.warc*, {}/a.warc.gz", ["b.warc.gz", "c/d.warc", "a.warc.gz"]),
        ("{}/**/*.warc", ["c/d.warc"]),
    ],
)
def test_paths(tmp_path, paths, files):
    for name in ("a.warc.gz", "b.warc.gz", "c/d.warc"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(archive())
    for option in ("path", "paths"):
        found = rows(**{option: paths.format(*[tmp_path] * 2)}, columns="file", splitSize="200")
        assert [row["file"] for row in found] == [f"{tmp_path}/{name}" for name in files for _ in PAGES]


CONDITIONS = [
    "uri = 'http://a.example/1'",
    "uri <> 'http://a.example/1'",
    "uri in ('http://a.example/1', 'http://b.example/3')",
    "uri not in ('http://a.example/1')",
    "uri like 'http://a%'",
    "uri not like 'http://a%'",
    "uri like '%/3' and status = 200",
    "uri like '%example%' and record_offset > 0",
    "record_offset >= 10 and record_offset < 500",
    "record_offset <= 0",
    "lang is null",
    "lang is not null or title = 'One'",
    "title is not null and lang is null",
    "title = 'Café'",
    "title > 'One'",
    "file like '%a.warc.gz'",
    "file not like '%a.warc.gz'",
    "size(links) = 2 and status = 200",
    "get(links, 0).element = 'a'",
    "lang = 'en'",
    "not (lang = 'en')",
    "lang <=> null",
]


@pytest.fixture
def pushing(spark):
    spark.conf.set("spark.sql.python.filterPushdown.enabled", "true")
    yield spark
    spark.conf.unset("spark.sql.python.filterPushdown.enabled")


def test_pushed_filters_change_no_row(pushing, tmp_path):
    for name in ("a.warc.gz", "b.warc.gz"):
        (tmp_path / name).write_bytes(damaged())
    options = {"paths": str(tmp_path), "columns": "file,record_offset,uri,status,title,lang,links", "losses": "rows"}
    frame = pushing.read.format("tagspan").options(**options, pushFilters="true").load()
    everything = pushing.createDataFrame(frame.collect(), frame.schema)

    def filtered(frame):
        each = [frame.filter(condition).withColumn("condition", lit(condition)) for condition in CONDITIONS]
        return sorted(map(repr, reduce(DataFrame.union, each).collect()))

    assert filtered(frame) == filtered(everything)


def test_filters_are_pushed(pushing, tmp_path):
    for name in ("a.warc.gz", "b.warc.gz"):
        (tmp_path / name).write_bytes(archive(10))
    options = {"paths": str(tmp_path), "columns": "file,uri,links", "pushFilters": "true"}
    frame = pushing.read.format("tagspan").options(**options).load()
    assert frame.filter("file like '%b.warc.gz'").rdd.getNumPartitions() == 1
    reader = tagspan.spark.TagspanDataSource(options).reader(tagspan.spark._schema("file,uri,links"))
    condition = EqualTo(("uri",), "http://a.example/1")
    assert list(reader.pushFilters([condition])) == [condition]
    assert [sum(len(batch) for batch in reader.read(part)) for part in reader.partitions()] == [10, 10]


def test_filters_need_the_setting(spark, tmp_path):
    (tmp_path / "a.warc.gz").write_bytes(archive())
    spark.conf.set("spark.sql.python.filterPushdown.enabled", "false")
    try:
        with pytest.raises(Exception, match="spark.sql.python.filterPushdown.enabled"):
            spark.read.format("tagspan").options(paths=str(tmp_path), pushFilters="true").load().collect()
    finally:
        spark.conf.unset("spark.sql.python.filterPushdown.enabled")


def test_the_snippet_of_the_documentation(spark, tmp_path, monkeypatch):
    (tmp_path / "crawl").mkdir()
    (tmp_path / "crawl" / "a.warc.gz").write_bytes(archive())
    monkeypatch.chdir(tmp_path)
    readme = (Path(__file__).parents[1] / "README.md").read_text()
    [snippet] = [code for code in re.findall("```python\n(.*?)```", readme, re.DOTALL) if "spark.read" in code]
    # Relative paths are those of the process of Spark.
    snippet = snippet.replace("crawl/", f"{tmp_path}/crawl/")
    names = {"spark": spark}
    exec(snippet, names)
    assert names["pages"].count() == 3


def test_options_about_the_encoding_of_columns_of_pages(spark):
    page = "<title>Съешь же ещё этих мягких французских булок".encode("windows-1251")
    frame = spark.createDataFrame([(bytearray(page),)], "html binary")
    options = [{}, {"detect": False}, {"default": "koi8-r"}, {"locale": "ja"}, {"charset": "ibm866"}]
    found = [tagspan.spark.extract(frame, "html", "encoding", **option).collect()[0].encoding for option in options]
    assert found == ["windows-1251", "windows-1252", "KOI8-R", "Shift_JIS", "IBM866"]
    with pytest.raises(tagspan.Error):
        tagspan.spark.extract(frame, "html", "encoding", charset="utf-9")


def test_columns_of_pages(spark):
    frame = spark.createDataFrame([(url, bytearray(page)) for url, page in PAGES.items()] + [("x", None)], "url string, html binary")
    titles = tagspan.spark.extract(frame, "html", "title,links", url="url", keep=["url"])
    found = {row.url: (row.title, [link.url for link in row.links]) for row in titles.collect()}
    assert found == {
        "http://a.example/1": ("One", ["http://a.example/x"]),
        "http://a.example/2": ("Two", ["http://a.example/y", "http://a.example/z"]),
        "http://b.example/3": ("Café", []),
        "x": (None, []),
    }
    assert tagspan.spark.extract(frame.limit(0), "html", "title", url="url").collect() == []
