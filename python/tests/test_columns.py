"""Columns of pages and archives, as other packages take them."""

import io
import multiprocessing
import pickle
from pathlib import Path

import duckdb
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from archives import PAGES, archive, by_command_line, damaged, record

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
        {"title": None, "truncated": "no-page"},
        {"title": None, "truncated": None},
        {"title": "x", "truncated": None},
    ]
    assert len(tagspan.extract([], "title")) == 0
    # The type of Arrow for values that are all null.
    nulls = pa.array([None, None])
    assert pa.table(tagspan.extract(nulls, "truncated", urls=nulls))["truncated"].to_pylist() == ["no-page"] * 2
    headers = tagspan.extract([b"\xe9"], "text", content_types=["text/html; charset=koi8-r"])
    assert pa.table(headers)["text"].to_pylist() == ["И"]


def test_links_have_what_their_tags_say():
    page = b"<link as=font type=t href=1><img alt=a data-src=2>"
    [links] = pa.table(tagspan.extract([page], "links", attributes=["img@data-src"]))["links"].to_pylist()
    fields = ("value", "alt", "as", "download", "hreflang", "type")
    assert [tuple(link[field] for field in fields) for link in links] == [
        ("1", None, "font", None, None, "t"),
        ("2", "a", None, None, None, None),
    ]
    content = record("http://a.example/", b"<style>url(3)</style>")
    [batch] = tagspan.warc(content, "links", css=True)
    [[link]] = pa.table(batch)["links"].to_pylist()
    assert (link["url"], link["kind"], link["element"], link["attribute"]) == ("http://a.example/3", "css", "style", None)
    content = record("http://a.example/", page)
    [batch] = tagspan.warc(content, "links", attributes=["img@data-src"])
    assert urls(pa.table(batch)["links"].to_pylist()) == [["http://a.example/1", "http://a.example/2"]]


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
    assert rows.progress["files"] == 1


def iterate(rows):
    return sum(map(len, rows))


@pytest.mark.parametrize("second", [iterate, list, pa.table, pl.DataFrame])
@pytest.mark.parametrize("first", [iterate, list, pa.table, pl.DataFrame])
@pytest.mark.parametrize("content", [archive(), b""])
def test_rows_are_taken_once(first, second, content):
    rows = tagspan.warc(content, ["title"])
    first(rows)
    with pytest.raises(Exception, match="already taken.*call warc again"):
        second(rows)


def test_a_loop_that_was_left_goes_on(whole):
    rows = tagspan.warc([whole, whole], "title", threads=1)
    taken = [len(next(rows))]
    for batch in rows:
        taken.append(len(batch))
        break
    assert sum(taken) + sum(map(len, rows)) == 6
    with pytest.raises(tagspan.Error) as caught:
        iter(rows)
    assert caught.value.code == "taken" and next(rows, None) is None


def test_damage_is_listed(tmp_path):
    path = tmp_path / "a.warc.gz"
    path.write_bytes(damaged())
    rows = tagspan.warc(path, "uri")
    found = [row["uri"] for row in pa.table(rows).to_pylist()]
    assert found == [list(PAGES)[0], list(PAGES)[2]]
    [loss] = rows.lost
    assert (loss.file, loss.code) == (str(path), "corrupt")
    assert rows.progress["gap_bytes"] == loss.span[1] - loss.span[0] > 0
    again = tagspan.warc(path, "uri")
    assert sum(map(len, again)) == 2 and set(again.lost) == {loss}


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
        (("no such folder/*", "uri"), {}, FileNotFoundError),
        (([["a.warc"]], "uri"), {}, TypeError),
        ((io.StringIO(), "uri"), {}, TypeError),
        ((1, "uri"), {}, TypeError),
        (([1], "uri"), {}, TypeError),
        (([], 1), {}, TypeError),
        (([], "uri"), {"threads": 0}, ValueError),
        (([], "uri"), {"threads": 10**6}, ValueError),
        (([], "uri"), {"threads": "2"}, TypeError),
        ((b"", "uri"), {"part": (0, 1)}, ValueError),
        (([], "uri"), {"part": (0, 1)}, ValueError),
    ],
)
def test_bad_arguments(arguments, options, error):
    with pytest.raises(error):
        tagspan.warc(*arguments, **options)


@pytest.mark.parametrize("threads", [0, 1025, -1, -(2**70), 2**70])
def test_the_number_of_threads_is_checked(threads):
    with pytest.raises(ValueError, match=f"threads is {threads}: ask for 1 to 1024"):
        tagspan.warc([], "uri", threads=threads)


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


def buffers(array):
    """The addresses of the buffers of an array and of those in it."""
    return {buffer.address for buffer in array.buffers() if buffer}


def test_buffers_are_not_copied():
    batch = tagspan.extract([b"<title>A title of a page</title><a href=http://a.example/long></a>"], "title,links")
    title, links = pa.record_batch(batch).columns
    again = pa.record_batch(batch)
    assert buffers(again["title"]) | buffers(again["links"]) == buffers(title) | buffers(links)
    # Polars has views in the place of the offsets of strings; all else is shared.
    frame = pl.DataFrame(batch).to_arrow(compat_level=pl.CompatLevel.newest())
    theirs = buffers(frame["title"].chunk(0)) | buffers(frame["links"].chunk(0))
    link = links.values
    shared = [title.buffers()[2], link.field("url").buffers()[2], link.field("start").buffers()[1], links.buffers()[1]]
    assert {buffer.address for buffer in shared} <= theirs


def resident(which="VmRSS"):
    """The memory of this process in bytes; VmHWM is the most since it was reset."""
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) << 10 for line in status if line.startswith(which))


@pytest.mark.parametrize(
    "take",
    [pa.table, pl.DataFrame, lambda batch: duckdb.sql("select sum(length(text)) from batch").fetchall()],
    ids=["pyarrow", "polars", "duckdb"],
)
def test_memory_is_that_of_the_batch(take):
    take(tagspan.extract([b"<p>text"], "text"))
    batch = tagspan.extract([b"<p>" + b"text " * 20_000] * 1000, "text")
    Path("/proc/self/clear_refs").write_text("5")
    before = resident()
    taken = take(batch)
    # The batch has 100 MB.
    assert resident("VmHWM") - before < 20_000_000
    del taken


WRITERS = {
    "pyarrow": lambda rows, path: pq.write_table(pa.table(rows), path),
    "polars": lambda rows, path: pl.DataFrame(rows).write_parquet(path),
    "duckdb": lambda rows, path: duckdb.sql("from rows").write_parquet(str(path)),
}


@pytest.mark.parametrize("writer", WRITERS)
def test_parquet_has_the_rows_of_the_command_line(tmp_path, writer):
    paths = [tmp_path / "a.warc.gz", tmp_path / "b.warc.gz"]
    paths[0].write_bytes(archive())
    paths[1].write_bytes(damaged())
    columns = ",".join(tagspan.COLUMNS)
    WRITERS[writer](tagspan.warc(paths, columns), tmp_path / "rows.parquet")
    rows = pq.read_table(tmp_path / "rows.parquet").to_pylist()
    assert rows == by_command_line(tmp_path / "command-line.parquet", columns, paths)
    assert len(rows) == 5


FLAT = {
    "tokenize": lambda page, path: tagspan.tokenize(page)[0].attributes,
    "links": lambda page, path: tagspan.links(page, "http://a.example/").urls(),
    "text": lambda page, path: tagspan.text(page),
    "extract": lambda page, path: pa.table(tagspan.extract([page, bytearray(page)], "title,links,text")),
    "warc": lambda page, path: pa.table(tagspan.warc(path, "title,links", threads=1)),
    "errors": lambda page, path: pytest.raises(tagspan.Error, tagspan.text, page, charset="utf-9"),
}


# As many as fit into the time of a test; benches/python/package.py makes 100,000.
@pytest.mark.parametrize(("function", "calls"), [(name, 1000 if name == "warc" else 10_000) for name in FLAT])
def test_memory_stays_flat(whole, function, calls):
    page = b"<title>x</title><a href=y>text</a>" * 20

    def call(times):
        for _ in range(times):
            FLAT[function](page, whole)
        return resident()

    before = call(calls)
    # A page has 680 bytes, an archive 400.
    assert call(calls) - before < 1_000_000
