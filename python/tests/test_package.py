"""The package as it is installed: stubs, types and documentation."""

import inspect
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
from pathlib import Path

import tagspan

tokens = tagspan.tokenize(b"<p>")
names: list[str | None] = [token.name for token in tokens]
first: list[tagspan.Token] = tokens[:3]
ordered = sorted(tokens, key=lambda token: token.span)
urls: set[str | None] = {link.url for link in tagspan.links(b"<a href=x>")}
rows = tagspan.warc(Path(".").glob("*.warc.gz"), (column for column in ["uri"]))
'''


def test_types_allow_common_uses(tmp_path):
    (tmp_path / "uses.py").write_text(USES)
    command = [sys.executable, "-m", "mypy", "--strict", "uses.py"]
    checked = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout + checked.stderr


def members():
    for name in tagspan.__all__:
        value = getattr(tagspan, name)
        if callable(value):
            yield name, value
            if inspect.isclass(value) and not issubclass(value, Exception):
                yield from ((f"{name}.{key}", item) for key, item in vars(value).items() if not key.startswith("_"))


def test_all_is_documented():
    assert [name for name, value in members() if not inspect.getdoc(value)] == []
