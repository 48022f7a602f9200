"""Columns of pages and archives, as other packages take them."""

import multiprocessing
import pickle

import duckdb
import polars as pl
import pyarrow as pa
import pytest
from archives import PAGES, archive, damaged

import tagspan

TITLES = ["One", "Two", "Café"]
LINKS = [["http://a.example/x"], ["http://a.example/y", "http://a.example/z"], []]


def urls(links):
    return [[link["url"] for link in page] for page in links]


@pytest.mark.parametrize(
    "pages",
    [
        list(PAGES.values()),
        [bytearray(page) for page in PAGES.values()],
        [page.decode() for page in PAGES.values()],
        pa.array(list(PAGES.values()), pa.binary()),
        pa.array(list(PAGES.values()), pa.large_binary()),
        pa.array(list(PAGES.values()), pa.binary_view()),
        pa.array([page.decode() for page in PAGES.values()], pa.string()),
        pa.array([b"?", *PAGES.values()], pa.binary())[1:],
        pa.chunked_array([[page] for page in PAGES.values()]),
        pl.Series(list(PAGES.values())),
    ],
    ids=str,
)
def test_extract(pages):
    batch = tagspan.extract(pages, "title,links", urls=list(PAGES), charset="utf-8")
    table = pa.table(batch)
    assert (len(batch), batch.columns) == (3, ["title", "links"])
    assert table["title"].to_pylist() == TITLES
    assert urls(table["links"].to_pylist()) == LINKS


def test_rows_are_those_of_the_pages():
    table = pa.table(tagspan.extract([None, b"", b"<title>x</title>"], ["title", "truncated"]))
    assert table.to_pylist() == [
        {"title": None, "truncated": "no page"},
        {"title": None, "truncated": None},
        {"title": "x", "truncated": None},
    ]
    assert len(tagspan.extract([], "title")) == 0
    headers = tagspan.extract([b"\xe9"], "text", content_types=["text/html; charset=koi8-r"])
    assert pa.table(headers)["text"].to_pylist() == ["И"]


@pytest.mark.parametrize("pages", ["<p>", b"<p>", bytearray(b"<p>"), 1, [1], pa.array([1])])
def test_other_types_are_refused(pages):
    with pytest.raises(TypeError):
        tagspan.extract(pages, "title")


@pytest.fixture
def whole(tmp_path):
    path = tmp_path / "a.warc.gz"
    path.write_bytes(archive())
    return path


TAKERS = {
    "pyarrow": lambda rows: pa.table(rows).to_pylist(),
    "polars": lambda rows: pl.DataFrame(rows).to_dicts(),
    "batches": lambda rows: [row for batch in rows for row in pa.record_batch(batch).to_pylist()],
    "duckdb": lambda rows: [{"title": title, "uri": uri} for title, uri in duckdb.sql("from rows").fetchall()],
}


@pytest.mark.parametrize("threads", [None, 1, 2])
@pytest.mark.parametrize("taker", TAKERS)
def test_warc(whole, taker, threads):
    rows = tagspan.warc(whole, "title,uri", threads=threads)
    expected = [{"title": title, "uri": uri} for title, uri in zip(TITLES, PAGES)]
    assert TAKERS[taker](rows) == expected
    assert (rows.lost, rows.progress["pages"]) == ([], 3)


def test_a_stream_is_taken_once(whole):
    rows = tagspan.warc([str(whole)], ["title"])
    pa.table(rows)
    with pytest.raises(tagspan.Error) as caught:
        pa.table(rows)
    assert caught.value.code == "taken"


def test_damage_is_listed(tmp_path):
    path = tmp_path / "a.warc.gz"
    path.write_bytes(damaged())
    rows = tagspan.warc(path, "uri")
    found = [row["uri"] for row in pa.table(rows).to_pylist()]
    assert found == [list(PAGES)[0], list(PAGES)[2]]
    [loss] = rows.lost
    assert (loss.file, loss.code) == (str(path), "corrupt")
    assert rows.progress["gap_bytes"] == loss.span[1] - loss.span[0] > 0


def test_parts_partition_the_pages(tmp_path):
    path = tmp_path / "a.warc.gz"
    path.write_bytes(archive(5))
    size = path.stat().st_size
    for step in (1 << 30, size // 2, 97):
        parts = [(start, min(start + step, size)) for start in range(0, size, step)]
        found = [uri for part in parts for uri in pa.table(tagspan.warc(path, "uri", part=part))["uri"].to_pylist()]
        assert found == list(PAGES) * 5


@pytest.mark.parametrize(
    ("arguments", "options", "error"),
    [
        (("no such file", "uri"), {}, FileNotFoundError),
        ((".", "uri"), {}, IsADirectoryError),
        ((b"bytes", "uri"), {}, TypeError),
        ((1, "uri"), {}, TypeError),
        (([1], "uri"), {}, TypeError),
        (([], 1), {}, TypeError),
        (([], "uri"), {"threads": 0}, ValueError),
        (([], "uri"), {"threads": 10**6}, ValueError),
        (([], "uri"), {"part": (0, 1)}, ValueError),
    ],
)
def test_bad_arguments(arguments, options, error):
    with pytest.raises(error):
        tagspan.warc(*arguments, **options)


def test_errors_go_to_other_processes():
    with pytest.raises(tagspan.Error) as caught:
        tagspan.extract([], "titel")
    copy = pickle.loads(pickle.dumps(caught.value))
    assert (type(copy), copy.code, str(copy)) == (tagspan.Error, "unknown-column", str(caught.value))


def abandon(path):
    rows = tagspan.warc(path, "links", threads=2)
    next(rows)


def test_an_interpreter_may_end_while_threads_read(tmp_path):
    path = tmp_path / "a.warc.gz"
    path.write_bytes(archive(20_000))
    process = multiprocessing.get_context("spawn").Process(target=abandon, args=(path,))
    process.start()
    process.join(60)
    assert process.exitcode == 0


def test_tokens_are_columns():
    tokens = tagspan.tokenize(b"<p>text")
    assert pa.array(tokens).to_pylist() == [
        {"kind": "StartTag", "start": 0, "end": 3},
        {"kind": "Text", "start": 3, "end": 7},
    ]


def test_memory_stays_flat():
    page = b"<title>x</title><a href=y>text</a>" * 20

    def call():
        for _ in range(5_000):
            tagspan.links(page, "http://a.example/").urls()
            list(tagspan.tokenize(page))[0].attributes
            pa.table(tagspan.extract([page], "title,links"))

    def resident():
        with open("/proc/self/status") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))

    call()
    before = resident()
    call()
    assert resident() - before < 8_000
