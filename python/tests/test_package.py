"""The package as it is installed: stubs, types and documentation."""

import inspect
import os
import subprocess
import sys
from pathlib import Path

import pytest

import tagspan

SETTINGS = str(Path(__file__).parents[1] / "pyproject.toml")


@pytest.mark.parametrize(
    "command",
    [
        ["mypy.stubtest", "--mypy-config-file", SETTINGS, "tagspan"],
        ["mypy", "--config-file", SETTINGS, "--package", "tagspan"],
    ],
    ids=["stubs are those of the module", "types are consistent"],
)
def test_types(command, tmp_path):
    # The installed package, whatever the folder.
    checked = subprocess.run([sys.executable, "-m", *command], cwd=tmp_path, capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout + checked.stderr


USES = '''
import copy
import io
import pickle
import warnings
from pathlib import Path

import tagspan

tokens = tagspan.tokenize(b"<p>", default="koi8-r")
names: list[str | None] = [token.name for token in tokens]
first: list[tagspan.Token] = tokens[:3]
ordered = sorted(tokens, key=lambda token: token.span)
urls: set[str | None] = {link.url for link in tagspan.links(b"<a href=x>", locale="ja")}
rows = tagspan.warc(Path(".").glob("*.warc.gz"), (column for column in ["uri"]), detect=False)
headings: list[tagspan.Element] = tagspan.select("<h1 id=a>", "h1", charset="utf-8", limit=100)
ids: dict[str, str | None] = {heading.text: heading.attribute("id") for heading in headings}
with open("a.warc", "rb") as file:
    mixed = tagspan.warc([file, b"", io.BytesIO(), "*.warc", Path(".")], "uri", threads=1)
for batch in mixed:
    again: tagspan.Batch = copy.copy(batch)
with warnings.catch_warnings():
    warnings.simplefilter("error", tagspan.TruncatedWarning)
    text: str = tagspan.text("<p>", limit=10)
loaded: object = pickle.loads(pickle.dumps(tokens))
'''


@pytest.mark.parametrize("command", [["mypy", "--strict", "uses.py"], ["pyright", "uses.py"]], ids=str)
def test_types_allow_common_uses(command, tmp_path):
    (tmp_path / "uses.py").write_text(USES)
    checked = run(command, tmp_path)
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_types_are_complete_for_pyright(tmp_path):
    checked = run(["pyright", "--verifytypes", "tagspan", "--ignoreexternal"], tmp_path)
    assert "completeness score: 100%" in checked.stdout, checked.stdout


def run(command, folder):
    # pyright looks for the packages of the first interpreter of the path.
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    command = [sys.executable, "-m", *command]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, env={**os.environ, "PATH": path})


def members():
    for name in tagspan.__all__:
        value = getattr(tagspan, name)
        if callable(value):
            yield name, value
            if inspect.isclass(value) and not issubclass(value, Exception):
                yield from ((f"{name}.{key}", item) for key, item in vars(value).items() if not key.startswith("_"))


def test_all_is_documented():
    assert [name for name, value in members() if not inspect.getdoc(value)] == []
