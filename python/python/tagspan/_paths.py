"""The archives of a path, a folder, a pattern or a URL, for `warc` and for Spark."""

from __future__ import annotations

import errno
import glob
import os
import re
from collections.abc import Iterator
from urllib.parse import unquote

_NAME = re.compile(r".*\.warc(\.gz|\.zst)?", re.IGNORECASE | re.DOTALL)
_BRACES = re.compile(r"\{([^{}]*,[^{}]*)\}")


def archives(path: str | os.PathLike[str]) -> list[str]:
    """The paths of the archives, in order. Whether a file that is named is there is for the caller to check."""
    path = os.fsdecode(path)
    if path[:5].lower() == "file:":
        path = _of_url(path)
    if os.path.isdir(path):
        return _in_folder(path)
    patterns = list(_alternatives(path))
    if os.path.lexists(path) or len(patterns) == 1 and not glob.has_magic(path):
        return [path]
    found = [match for pattern in patterns for match in sorted(glob.glob(pattern, recursive=True))]
    # A match of several alternatives counts once; a folder stands for its archives, and may have none.
    files = [file for match in dict.fromkeys(found) for file in ([match] if os.path.isfile(match) else _below(match))]
    if not files:
        raise FileNotFoundError(errno.ENOENT, "no archive matches", path)
    return list(dict.fromkeys(files))


def _of_url(url: str) -> str:
    """The path of a URL such as ``file:///a`` or ``file:/a``."""
    rest = url[5:]
    if rest.startswith("//"):
        host, slash, path = rest[2:].partition("/")
        if host not in ("", "localhost") or not slash:
            raise ValueError(f"{url} is no file of this machine: write file:///path")
        rest = slash + path
    return unquote(rest)


def _alternatives(pattern: str) -> Iterator[str]:
    """The patterns of one with ``{a,b}``."""
    braces = _BRACES.search(pattern)
    if braces is None:
        yield pattern
        return
    for alternative in braces[1].split(","):
        yield from _alternatives(pattern[: braces.start()] + alternative + pattern[braces.end() :])


def _in_folder(folder: str) -> list[str]:
    files = _below(folder)
    if not files:
        raise FileNotFoundError(errno.ENOENT, "no *.warc, *.warc.gz or *.warc.zst in the folder", folder)
    return files


def _below(folder: str) -> list[str]:
    """The files in a folder and below that have the names of archives. Links to folders are not followed."""

    def fail(error: OSError) -> None:
        raise error

    walk = os.walk(folder, onerror=fail)
    files = [os.path.join(parent, file) for parent, _, names in walk for file in names if _NAME.fullmatch(file)]
    # As the command line walks: a file or a folder after the other.
    return sorted(files, key=lambda file: file.split(os.sep))
