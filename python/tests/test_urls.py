"""Archives at URLs and in open files: the rows of the same archive in a file."""

import io
import os
import threading
import zipfile
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import fsspec
import pyarrow as pa
import pytest
import requests
from archives import archive, damaged

import tagspan
import tagspan.spark

COLUMNS = "record_offset,record_length,uri,title,links"


class Handler(BaseHTTPRequestHandler):
    """A server of files, with ranges below /ranges/ and without below /whole/."""

    protocol_version = "HTTP/1.1"

    def do_GET(self):
        _, kind, name = self.path.partition("?")[0].split("/", 2)
        content = self.server.files.get(name)
        if content is None:
            return self.answer(404, b"")
        wanted = self.headers.get("Range")
        if wanted is None or kind == "whole":
            return self.answer(200, content)
        start, _, end = wanted.removeprefix("bytes=").partition("-")
        start, end = int(start), min(int(end or len(content)) + 1, len(content))
        if start >= len(content):
            return self.answer(416, b"", f"bytes */{len(content)}")
        self.answer(206, content[start:end], f"bytes {start}-{end - 1}/{len(content)}")

    do_HEAD = do_GET

    def answer(self, status, content, content_range=None):
        self.send_response(status)
        self.send_header("Content-Length", str(len(content)))
        self.send_header("ETag", '"1"')
        if content_range is not None:
            self.send_header("Content-Range", content_range)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def log_message(self, *_):
        pass


@pytest.fixture
def server():
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.files = {"a.warc.gz": archive(100), "damaged.warc.gz": damaged()}
    # Clients close connections before the end.
    server.handle_error = lambda *_: None
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def rows(archives, **options):
    found = tagspan.warc(archives, COLUMNS, **options)
    return pa.table(found).to_pylist(), [(loss.code, loss.span) for loss in found.lost]


@pytest.mark.parametrize("kind", ["ranges", "whole"])
@pytest.mark.parametrize("name", ["a", "damaged"])
@pytest.mark.parametrize("threads", [1, 3])
def test_rows_of_a_url(server, kind, name, threads):
    content = {"a": archive(100), "damaged": damaged()}[name]
    assert rows(f"{server}/{kind}/{name}.warc.gz", threads=threads) == rows(content)


def test_parts_of_a_url(server):
    whole, _ = rows(archive(100))
    length = len(archive(100))
    parts = [(start, start + 1000) for start in range(0, length, 1000)]
    url = f"{server}/ranges/a.warc.gz"
    assert [row for part in parts for row in rows(url, part=part)[0]] == whole


def test_urls_that_cannot_be_read(server):
    with pytest.raises(FileNotFoundError, match="check the URL") as caught:
        tagspan.warc(f"{server}/ranges/missing.warc.gz", "uri")
    assert caught.value.filename == f"{server}/ranges/missing.warc.gz"
    with pytest.raises((OSError, ValueError), match="part must be"):
        tagspan.warc(f"{server}/whole/a.warc.gz", "uri", part=(100, 200))


def test_spark_reads_urls(server, spark):
    reader = spark.read.format("tagspan").option("columns", "record_offset,uri").option("splitSize", "2k").option("losses", "fail")
    whole = [(row["record_offset"], row["uri"]) for row in rows(archive(100))[0]]
    for kind in ("ranges", "whole"):
        frame = reader.option("paths", f"{server}/{kind}/a.warc.gz").load()
        assert sorted((row.record_offset, row.uri) for row in frame.collect()) == whole


def test_spark_keeps_secrets(server, spark):
    url = f"{server}/ranges/damaged.warc.gz"
    reader = spark.read.format("tagspan").option("paths", f"{url}?signature=secret").option("columns", "file,title")
    frame = reader.load()
    assert {row.file for row in frame.collect()} == {url}
    assert frame.where(frame.file == url).count() == len(frame.collect()) > 0
    with pytest.raises(Exception, match="damaged.warc.gz") as caught:
        reader.option("losses", "fail").load().collect()
    assert "secret" not in str(caught.value)


def zip_member(content, folder):
    with zipfile.ZipFile(folder / "a.zip", "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("a.warc.gz", content)
    return zipfile.ZipFile(folder / "a.zip").open("a.warc.gz")


def file(content, folder):
    (folder / "a.warc.gz").write_bytes(content)
    return (folder / "a.warc.gz").open("rb")


FILES = {"memory": lambda content, _: io.BytesIO(content), "file": file, "zip": zip_member}


@pytest.mark.parametrize("opened", FILES)
def test_open_files(opened, tmp_path):
    content = archive(100)
    whole = rows(content)
    with FILES[opened](content, tmp_path) as opened_once:
        assert rows(opened_once) == whole
    parts = [(start, start + 2500) for start in range(0, len(content), 2500)]
    with FILES[opened](content, tmp_path) as opened_once:
        assert [row for part in parts for row in rows(opened_once, part=part)[0]] == whole[0]


@pytest.mark.parametrize("kind", ["ranges", "whole"])
def test_files_that_other_packages_open(server, kind):
    url = f"{server}/{kind}/a.warc.gz"
    content = archive(100)
    whole = rows(content)
    with fsspec.filesystem("http").open(url) as file:
        assert rows(file) == whole
        assert [row for start in range(0, len(content), 2500) for row in rows(file, part=(start, start + 2500))[0]] == whole[0]
    with requests.get(url, stream=True) as response:
        assert rows(response.raw) == whole


def test_other_threads_run_while_a_read_waits():
    """The other end of the pipe is a thread, and a pipe keeps less than the archive."""
    content = archive(1000)
    reading, writing = os.pipe()

    def write():
        with open(writing, "wb") as file:
            file.write(content)

    writer = threading.Thread(target=write)
    with open(reading, "rb") as file:
        found = tagspan.warc(file, COLUMNS)
        writer.start()
        assert pa.table(found).to_pylist() == rows(content)[0]
    writer.join()


class Pipe:
    """What has `read` only, and gives less than it is asked for."""

    def __init__(self, content):
        self.inner = io.BytesIO(content)

    def read(self, size):
        return self.inner.read(min(size, 777))


def test_files_without_seek(server):
    content = archive(10)
    assert rows(Pipe(content)) == rows(content)
    response = requests.get(f"{server}/whole/a.warc.gz", stream=True)
    reading, writing = os.pipe()
    os.close(writing)
    with response, open(reading, "rb") as pipe:
        for file in (Pipe(content), response.raw, pipe):
            with pytest.raises(ValueError, match="an open file with seek"):
                tagspan.warc(file, "uri", part=(0, 100))


class Broken(Pipe):
    def read(self, size):
        if self.inner.tell() > 2000:
            raise OSError("the disk is gone")
        return super().read(size)


def test_a_file_that_fails_is_a_loss():
    found, lost = rows(Broken(archive(100)))
    assert found == rows(archive(100))[0][: len(found)] and 0 < len(found) < 300
    assert [code for code, _ in lost] == ["read"]


@pytest.mark.parametrize("threads", [1, 3])
def test_records_at_urls(server, threads):
    whole, _ = rows(archive(100))
    index = [("a.warc.gz", row["record_offset"], row["record_length"]) for row in reversed(whole)]
    found = tagspan.records(index, COLUMNS, prefix=f"{server}/ranges", threads=threads)
    assert pa.table(found).to_pylist() == whole[::-1]
    index = [(f"{server}/ranges/{name}", offset, length) for name, offset, length in index[:2]]
    found = tagspan.records([*index, (f"{server}/ranges/missing", 0, 9), (f"{server}/whole/a.warc.gz", 0, 9)], COLUMNS)
    assert pa.table(found).to_pylist() == whole[:-3:-1]
    assert [loss.code for loss in found.lost] == ["read", "read"]
    assert "there is no such object" in found.lost[0].message and "gives no ranges" in found.lost[1].message
