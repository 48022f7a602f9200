"""What `warc` reads: paths, folders, patterns, URLs, bytes and open files."""

import gzip
import io
import mmap
import os
import subprocess
import sys
from pathlib import Path

import pyarrow as pa
import pytest
from archives import PAGES, archive, damaged, record

import tagspan

# In the order of a walk through the folder: a file or a folder after the other.
FILES = ["a.warc.gz", "b/c.WARC", "b/d.warc.zst", "b/e/f.warc.gz", "g [1].warc", "h,i.warc", "pages.html", "x.gz", "é.warc"]
ARCHIVES = [name for name in FILES if name not in ("pages.html", "x.gz")]


@pytest.fixture
def folder(tmp_path):
    for name in FILES:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        # The bytes decide on the compression, not the name.
        path.write_bytes(record(f"http://{len(name)}.example/", b"<p>"))
    (tmp_path / "none").mkdir()
    return tmp_path


class PathOfBytes:
    def __init__(self, path):
        self.path = path

    def __fspath__(self):
        return os.fsencode(self.path)


@pytest.mark.parametrize(
    ("given", "files"),
    [
        ("{}", ARCHIVES),
        ("{}/b", ["b/c.WARC", "b/d.warc.zst", "b/e/f.warc.gz"]),
        ("{}/*.warc", ["g [1].warc", "h,i.warc", "é.warc"]),
        ("{}/*", ARCHIVES + ["pages.html", "x.gz"]),
        ("{}/**/*.warc.gz", ["a.warc.gz", "b/e/f.warc.gz"]),
        ("{}/?.warc.gz", ["a.warc.gz"]),
        ("{}/[a-c]*", ["a.warc.gz", "b/c.WARC", "b/d.warc.zst", "b/e/f.warc.gz"]),
        ("{}/{{a,b/d}}.warc.*", ["a.warc.gz", "b/d.warc.zst"]),
        ("{}/{{b/d.warc.zst,a.warc.gz,a.warc.*}}", ["b/d.warc.zst", "a.warc.gz"]),
        ("{}/{{a,b/{{d,e/f}}}}.warc.{{gz,zst}}", ["a.warc.gz", "b/d.warc.zst", "b/e/f.warc.gz"]),
        ("{}/x.gz", ["x.gz"]),
        # A file that has this name is not a pattern.
        ("{}/g [1].warc", ["g [1].warc"]),
        ("{}/h,i.warc", ["h,i.warc"]),
        ("file://{}/a.warc.gz", ["a.warc.gz"]),
        ("file:{}/a.warc.gz", ["a.warc.gz"]),
        ("FILE://localhost{}/g%20%5B1%5D.warc", ["g [1].warc"]),
        ("file://{}/%C3%A9.warc", ["é.warc"]),
        ("file://{}/b", ["b/c.WARC", "b/d.warc.zst", "b/e/f.warc.gz"]),
        ("file://{}/{{a,b/d}}.warc.*", ["a.warc.gz", "b/d.warc.zst"]),
    ],
)
def test_paths(folder, given, files):
    path = given.format(folder)
    kinds = [path, [path]] if given[:5].lower() == "file:" else [path, Path(path), PathOfBytes(path), iter([Path(path)])]
    for kind in kinds:
        check(folder, given, files, kind)


def check(folder, given, files, paths):
    rows = pa.table(tagspan.warc(paths, "file"))["file"].to_pylist()
    assert [os.path.relpath(file, folder) for file in rows] == sorted(files) if given == "{}/*" else files


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        ("{}/none", FileNotFoundError, "in the folder"),
        ("{}/none/*", FileNotFoundError, "no archive matches"),
        ("{}/{{y,z}}", FileNotFoundError, "no archive matches"),
        ("{}/z", FileNotFoundError, "No such file"),
        ("file://elsewhere{}/a.warc.gz", ValueError, "file:///path"),
        ("file://elsewhere", ValueError, "file:///path"),
        ("file:///none.warc", FileNotFoundError, "/none.warc"),
    ],
)
def test_paths_without_archives(folder, given, error, message):
    for paths in (given.format(folder), [f"{folder}/a.warc.gz", given.format(folder)]):
        with pytest.raises(error, match=message):
            tagspan.warc(paths, "file")


class Slow:
    """A file that gives few bytes at a time, as a socket does."""

    def __init__(self, content):
        self.file = io.BytesIO(content)

    def read(self, size):
        return self.file.read(min(size, 7))


OPENED = {
    "bytes": (lambda path: path.read_bytes(), "<bytes>"),
    "bytearray": (lambda path: bytearray(path.read_bytes()), "<bytes>"),
    "memoryview": (lambda path: memoryview(path.read_bytes())[:], "<bytes>"),
    "BytesIO": (lambda path: io.BytesIO(path.read_bytes()), "<file>"),
    "open": (lambda path: open(path, "rb"), None),
    "unbuffered": (lambda path: open(path, "rb", buffering=0), None),
    "descriptor": (lambda path: open(os.open(path, os.O_RDONLY), "rb"), "<file>"),
    "mmap": (lambda path: mmap.mmap(os.open(path, os.O_RDONLY), 0, prot=mmap.PROT_READ), "<file>"),
    "slow": (lambda path: Slow(path.read_bytes()), "<file>"),
}


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning", "ignore::ResourceWarning")
@pytest.mark.parametrize("content", [archive(20), damaged(), b"", b"?"], ids=["whole", "damaged", "empty", "other"])
@pytest.mark.parametrize("opened", OPENED)
def test_bytes_and_files(tmp_path, opened, content):
    if opened == "mmap" and not content:
        pytest.skip("there is no empty mmap")
    path = tmp_path / "a.warc.gz"
    path.write_bytes(content)
    make, name = OPENED[opened]
    named = tagspan.warc(path, "uri,record_offset,title")
    expected = pa.table(named).to_pylist()
    rows = tagspan.warc(make(path), "file,uri,record_offset,title", threads=2)
    found = pa.table(rows).to_pylist()
    name = name or str(path)
    assert found == [{"file": name, **row} for row in expected]
    assert [(loss.file, loss.code, loss.span) for loss in rows.lost] == [(name, loss.code, loss.span) for loss in named.lost]


def test_they_are_mixed(folder):
    given = [folder / "a.warc.gz", archive(), io.BytesIO(archive()), f"{folder}/b/*"]
    rows = pa.table(tagspan.warc(given, "file"))["file"].to_pylist()
    assert [os.path.basename(file) for file in rows] == ["a.warc.gz", *["<bytes>"] * 3, *["<file>"] * 3, "c.WARC", "d.warc.zst", "f.warc.gz"]


def test_a_file_is_read_from_where_it_is():
    first = record("http://a.example/", b"<p>")
    file = io.BytesIO(first + archive())
    file.seek(len(first))
    assert pa.table(tagspan.warc(file, "uri"))["uri"].to_pylist() == list(PAGES)


class Failing:
    name = "failing"

    def __init__(self, answer):
        self.answer = answer

    def read(self, size):
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


@pytest.mark.parametrize("answer", [OSError("the network is gone"), ValueError("x"), "text", None, 1])
def test_a_file_that_fails_is_a_loss(answer):
    rows = tagspan.warc([Failing(answer), archive()], "uri")
    assert pa.table(rows).num_rows == 3
    [loss] = rows.lost
    assert (loss.file, loss.code) == ("failing", "read")
    assert str(answer) in loss.message or "read() gave no bytes" in loss.message


def closed():
    file = io.BytesIO()
    file.close()
    return file


@pytest.mark.parametrize(("file", "error", "message"), [(closed, ValueError, "closed"), (io.StringIO, TypeError, "rb")])
def test_files_that_cannot_be_read(file, error, message):
    with pytest.raises(error, match=message):
        tagspan.warc(file(), "uri")


def test_a_stream_that_is_inflated_by_python():
    assert pa.table(tagspan.warc(gzip.GzipFile(fileobj=io.BytesIO(archive())), "uri")).num_rows == 3


@pytest.mark.parametrize("end", ["", "next(rows)", "rows.close()", "del rows", "import os; os._exit(0)"])
def test_an_interpreter_may_end_while_a_file_is_read(end):
    program = f"""
import sys
import tagspan
sys.path.insert(0, {str(Path(__file__).parent)!r})
from archives import record
page = record("http://a.example/", b"x" * 1_000_000)
class Endless:
    def read(self, size):
        return page
rows = tagspan.warc(Endless(), "text", threads=2)
next(rows)
{end}
"""
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert (ended.returncode, ended.stderr) == (0, "")
