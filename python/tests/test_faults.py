"""Input that is wrong, and calls that end early: exceptions with advice, and nothing that stays behind."""

import gzip
import mmap
import multiprocessing
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import polars as pl
import pyarrow as pa
import pytest
from archives import archive

import tagspan

FUNCTIONS = [
    tagspan.sniff,
    tagspan.links,
    tagspan.text,
    tagspan.tokenize,
    lambda page: tagspan.extract([page], "title"),
    lambda page: tagspan.Tokenizer().feed(page),
]


def released():
    view = memoryview(b"<p>")
    view.release()
    return view


def closed_map():
    page = mmap.mmap(-1, 10)
    page.close()
    return page


def closed_file():
    with open(os.devnull, "rb") as file:
        return file


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize(
    ("page", "error", "message"),
    [
        (released, ValueError, "released memoryview"),
        (closed_map, ValueError, "closed"),
        (closed_file, TypeError, "pass bytes, str, or a buffer"),
        (lambda: 1, TypeError, "pass bytes, str, or a buffer"),
    ],
)
def test_closed_pages(function, page, error, message):
    with pytest.raises(error, match=message):
        function(page())


@pytest.mark.parametrize("function", FUNCTIONS)
def test_empty_pages(function):
    for page in (b"", bytearray(), memoryview(b"")):
        function(page)


@pytest.mark.parametrize(
    "pages",
    [[], (), pa.array([], pa.binary()), pa.chunked_array([], pa.binary()), pa.chunked_array([[]], pa.string())],
    ids=str,
)
def test_empty_batches(pages):
    batch = tagspan.extract(pages, "title,links", urls=pages)
    assert (len(batch), pa.table(batch).num_rows) == (0, 0)


def of_buffers(kind, offsets, data):
    offsets = pa.array(offsets, pa.int32())
    return pa.Array.from_buffers(kind, len(offsets) - 1, [None, offsets.buffers()[1], pa.py_buffer(data)])


@pytest.mark.parametrize(
    "pages",
    [
        of_buffers(pa.string(), [0, 1], b"\xff"),
        of_buffers(pa.binary(), [0, 3, 1, 3], b"<p>"),
        of_buffers(pa.binary(), [0, -1, 3], b"<p>"),
        of_buffers(pa.binary(), [0, 99, 3], b"<p>"),
    ],
    ids=["not UTF-8", "backwards", "negative", "beyond the data"],
)
def test_false_arrow_data(pages):
    with pytest.raises(ValueError, match="the Arrow data cannot be imported"):
        tagspan.extract(pages, "title")


@pytest.mark.parametrize("method", ["__arrow_c_array__", "__arrow_c_stream__"])
def test_arrow_data_is_taken_once(method):
    array = pa.array([b"x"]) if method == "__arrow_c_array__" else pa.chunked_array([[b"x"]])
    capsules = getattr(array, method)()
    pages = type("Pages", (), {method: lambda self: capsules})()
    assert len(tagspan.extract(pages, "title")) == 1
    with pytest.raises(ValueError, match="the Arrow data cannot be imported"):
        tagspan.extract(pages, "title")


@pytest.fixture
def folder():
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for archive_path in (folder / "a.warc.gz", folder / "locked" / "a.warc.gz"):
            archive_path.parent.mkdir(exist_ok=True)
            archive_path.write_bytes(archive())
        os.mkfifo(folder / "pipe")
        folder.chmod(0o755)
        (folder / "locked").chmod(0)
        user = os.geteuid()
        if user == 0:
            # Root may read everything.
            os.seteuid(65534)
        yield folder
        os.seteuid(user)
        (folder / "locked").chmod(0o700)


@pytest.mark.parametrize(
    ("path", "error", "message"),
    [
        ("none.warc.gz", FileNotFoundError, "none.warc.gz"),
        ("a.warc.gz/a", NotADirectoryError, "a.warc.gz/a"),
        ("locked", PermissionError, "locked"),
        ("*/none.warc.gz", FileNotFoundError, "no archive matches"),
        ("locked/a.warc.gz", PermissionError, "locked/a.warc.gz"),
        ("pipe", ValueError, "a regular file"),
        ("a\0", OSError, "NUL"),
    ],
)
def test_unreadable_paths(folder, path, error, message):
    for paths in (f"{folder}/{path}", [f"{folder}/a.warc.gz", f"{folder}/{path}"]):
        with pytest.raises(error, match=message):
            tagspan.warc(paths, "uri")


@pytest.mark.parametrize("path", ["", "none//a", "ftp://host/a.warc.gz", "\udcff"])
def test_errors_of_files_are_those_of_open(path):
    with pytest.raises(OSError) as expected:
        open(path)
    with pytest.raises(OSError) as caught:
        tagspan.warc(path, "uri")
    assert (str(caught.value), caught.value.filename) == (str(expected.value), path)


def test_a_file_that_disappears_is_a_loss(tmp_path):
    for name in "ab":
        (tmp_path / name).write_bytes(archive())
    # The first fills what is read ahead.
    rows = tagspan.warc([tmp_path / "a"] * 50 + [tmp_path / "b"], "uri", threads=1)
    (tmp_path / "b").unlink()
    assert pa.table(rows).num_rows == 150
    assert [(loss.file, loss.code, loss.span) for loss in rows.lost] == [(str(tmp_path / "b"), "read", (0, len(archive())))]


@pytest.mark.parametrize("part", [(0, 2**63), (0, 2**64 - 1), (10, 2**40)])
def test_parts_may_end_behind_the_file(tmp_path, part):
    (tmp_path / "a.warc.gz").write_bytes(archive())
    assert pa.table(tagspan.warc(tmp_path / "a.warc.gz", "uri", part=part)).num_rows == (3 if part[0] == 0 else 2)


@pytest.mark.parametrize(
    ("part", "error"),
    [
        ((-1, 1), ValueError),
        ((0, 2**64), ValueError),
        ((2, 1), ValueError),
        ((0,), ValueError),
        (1, TypeError),
    ],
)
def test_wrong_parts(tmp_path, part, error):
    (tmp_path / "a.warc.gz").write_bytes(archive())
    with pytest.raises(error):
        tagspan.warc(tmp_path / "a.warc.gz", "uri", part=part)


def take(rows, results):
    # What hangs is killed.
    signal.alarm(10)
    for taker in (next, pa.table):
        try:
            results.put(taker(rows))
        except Exception as error:
            results.put(str(error))


# Other packages have threads, which makes a fork a warning.
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_fork_does_not_wait_for_threads(tmp_path):
    (tmp_path / "a.warc.gz").write_bytes(archive(20_000))
    context = multiprocessing.get_context("fork")
    rows, results = tagspan.warc(tmp_path / "a.warc.gz", "uri"), context.Queue()
    process = context.Process(target=take, args=(rows, results))
    process.start()
    process.join(20)
    assert process.exitcode == 0
    assert all("call it in each process" in results.get(timeout=1) for _ in range(2))
    assert sum(map(len, rows)) == 60_000


def threads_and_files():
    return len(os.listdir("/proc/self/task")), len(os.listdir("/proc/self/fd"))


def leave(rows):
    next(rows)


def close(rows):
    next(rows)
    rows.close()
    rows.close()
    assert next(rows, None) is None and pa.table(rows).num_rows == 0
    assert rows.progress["pages"] > 0 and rows.lost == []


def close_by_exception(rows):
    with pytest.raises(ZeroDivisionError), rows as entered:
        assert entered is rows and len(next(rows)) > 0
        raise ZeroDivisionError
    assert next(rows, None) is None


# Those that end their threads are kept until all have ended.
@pytest.mark.parametrize(("end", "kept"), [(leave, 0), (close, 20), (close_by_exception, 20)])
def test_a_scan_that_was_left_ends(tmp_path, end, kept):
    (tmp_path / "a.warc.gz").write_bytes(archive(20_000))
    before = threads_and_files()
    scans = []
    for _ in range(20):
        scans.append(tagspan.warc(tmp_path / "a.warc.gz", "uri,links", threads=2))
        end(scans[-1])
    del scans[kept:]
    for _ in range(100):
        if threads_and_files() == before:
            break
        time.sleep(0.1)
    assert threads_and_files() == before


SHUTDOWNS = {
    "warc": "for _ in range(9): pa.table(tagspan.warc([path] * 9, 'links', threads=2))",
    "iterate": "for batch in tagspan.warc([path] * 99, 'links', threads=2): len(batch)",
    "text": "while True: tagspan.text(b'<p>text' * 1_000_000)",
    "tokenize": "while True: tagspan.tokenize(b'<p>text' * 1_000_000)",
    "extract": "while True: tagspan.extract([b'<p>text' * 1_000_000], 'text')",
}


@pytest.mark.parametrize("call", SHUTDOWNS)
def test_an_interpreter_may_end_while_a_thread_calls(tmp_path, call):
    (tmp_path / "a.warc.gz").write_bytes(archive(20_000))
    program = f"""
import sys, threading, time
import pyarrow as pa
import tagspan
path = sys.argv[1]
def call():
    {SHUTDOWNS[call]}
threading.Thread(target=call, daemon=True).start()
time.sleep(0.3)
"""
    command = [sys.executable, "-c", program, str(tmp_path / "a.warc.gz")]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert (ended.returncode, ended.stderr) == (0, "")


def no_page() -> bytes:
    """A record of 16 MiB that is no page, and no bomb either."""
    content = b"".join(random.Random(0).randbytes(1 << 10) + bytes(31 << 10) for _ in range(512))
    header = f"WARC/1.0\r\nWARC-Type: resource\r\nContent-Type: image/png\r\nContent-Length: {len(content)}\r\n\r\n"
    return gzip.compress(header.encode() + content + b"\r\n\r\n", mtime=0)


@pytest.mark.parametrize("take", [next, list, pa.table, pl.DataFrame], ids=lambda take: take.__name__)
def test_a_long_scan_is_interrupted(tmp_path, take):
    # A shell has a command in the background ignore it, and Python leaves it so.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    path = tmp_path / "a.warc.gz"
    path.write_bytes(no_page() * 20)
    rows = tagspan.warc([path] * 100, "uri", threads=1)
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    # Other packages make errors of their own of it.
    with pytest.raises(BaseException, match="KeyboardInterrupt|^$") as caught:
        take(rows)
    timer.join()
    signal.signal(signal.SIGINT, before)
    assert take in (pa.table, pl.DataFrame) or caught.type is KeyboardInterrupt
    assert rows.progress["file_bytes"] < 100 * path.stat().st_size
