"""Links of archives as Parquet by Spark on two cores, in several ways, in turns: spark.py ARCHIVE...

All write the address of a page and the `href` of each of its `a`. Beside the data source of tagspan, which resolves it, stands
the way of cc-pyspark, which does not here: FastWARC in a Python loop, a task for each archive. The best time of three rounds
counts, without the start of Spark.
"""

import collections
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from pyspark.sql import DataFrame, SparkSession

import tagspan.spark

ROUNDS = 3


def by_tagspan(spark: SparkSession, archives: list[str]) -> DataFrame:
    pages = spark.read.format("tagspan").options(paths=",".join(archives), columns="uri,links").load()
    links = pages.selectExpr("uri", "explode(links) as link").where("link.element = 'a' and link.attribute = 'href'")
    return links.selectExpr("uri", "link.url as href")


def selectolax(body: bytes, charset: str) -> Iterator[str | None]:
    from selectolax.lexbor import LexborHTMLParser

    for element in LexborHTMLParser(body).css("a[href]"):
        yield element.attrs["href"]


def turbohtml(body: bytes, charset: str) -> Iterator[str | None]:
    import turbohtml
    from turbohtml import TokenType

    for token in turbohtml.tokenize(body.decode(charset, "replace")):
        if token.type is TokenType.START_TAG and token.tag == "a":
            yield from (value for name, value in token.attrs if name == "href")


def by_fastwarc(links: Callable[[bytes, str], Iterator[str | None]]):
    def rows(archives: Iterator[str]) -> Iterator[tuple[str, str | None]]:
        from fastwarc.warc import ArchiveIterator, WarcRecordType

        for archive in archives:
            with open(archive, "rb") as file:
                for record in ArchiveIterator(file, record_types=WarcRecordType.response, parse_http=True):
                    uri = record.headers["WARC-Target-URI"]
                    for href in links(record.reader.read(), record.http_charset or "utf-8"):
                        yield uri, href

    def frame(spark: SparkSession, archives: list[str]) -> DataFrame:
        found = spark.sparkContext.parallelize(archives, len(archives)).mapPartitions(rows)
        return spark.createDataFrame(found, "uri string, href string")

    return frame


CONTENDERS: dict[str, Callable[[SparkSession, list[str]], DataFrame]] = {
    "tagspan": by_tagspan,
    "FastWARC and selectolax": by_fastwarc(selectolax),
    "FastWARC and turbohtml's tokens": by_fastwarc(turbohtml),
}


def main(archives: list[str]) -> None:
    os.environ["PYSPARK_PYTHON"] = sys.executable
    settings = {"spark.ui.enabled": "false", "spark.ui.showConsoleProgress": "false"}
    spark = SparkSession.builder.master("local[2]").config(map=settings).getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    spark.dataSource.register(tagspan.spark.TagspanDataSource)
    best: dict[str, tuple[float, int]] = {}
    with tempfile.TemporaryDirectory() as folder:
        for turn in range(ROUNDS):
            for name, frame in CONTENDERS.items():
                target = str(Path(folder, f"{turn} {name}"))
                started = time.perf_counter()
                frame(spark, archives).write.parquet(target)
                seconds = time.perf_counter() - started
                print(f"{name}: {seconds:.2f} s", file=sys.stderr, flush=True)
                best[name] = (min(seconds, best.get(name, (seconds, 0))[0]), spark.read.parquet(target).count())
    spark.stop()
    batches = tagspan.warc(archives, "record_offset")
    collections.deque(batches, maxlen=0)
    html = batches.progress["page_bytes"]
    print(f"{len(archives)} archives, {html / 1e6:.0f} MB of HTML, local[2]; best of {ROUNDS} rounds")
    print(f"{'':32} {'seconds':>8} {'MB/s':>7}  links")
    for name, (seconds, links) in sorted(best.items(), key=lambda item: item[1][0]):
        print(f"{name:32} {seconds:8.2f} {html / 1e6 / seconds:7.0f}  {links}")


if __name__ == "__main__":
    main(sys.argv[1:])
