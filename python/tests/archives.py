"""Archives for the tests, a member of gzip for each record, and what the command line makes of them."""

import gzip
import subprocess
from pathlib import Path

import pyarrow.parquet as pq

ROOT = Path(__file__).parents[2]

PAGES = {
    "http://a.example/1": b"<title>One</title><a href=/x rel=nofollow>x</a>",
    "http://a.example/2": b"<title>Two</title><a href=y>y</a><img src=z>",
    "http://b.example/3": b"<title>Caf\xc3\xa9</title><meta charset=utf-8><p>no link",
}


def record(url: str, body: bytes) -> bytes:
    http = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + body
    header = (
        "WARC/1.0\r\nWARC-Type: response\r\n"
        f"WARC-Target-URI: {url}\r\nContent-Type: application/http; msgtype=response\r\n"
        f"WARC-Date: 2026-01-01T00:00:00Z\r\nContent-Length: {len(http)}\r\n\r\n"
    )
    return gzip.compress(header.encode() + http + b"\r\n\r\n", mtime=0)


def archive(times: int = 1) -> bytes:
    return b"".join(record(url, body) for url, body in PAGES.items()) * times


def damaged() -> bytes:
    """The second member begins with a block of no type: its page is lost, and no other."""
    members = [bytearray(record(url, body)) for url, body in PAGES.items()]
    # Behind the ten bytes of the header.
    members[1][10] |= 0b110
    return b"".join(members)


def by_command_line(target, columns, archives):
    """The rows of `tagspan extract`, through a Parquet file."""
    command = ["cargo", "run", "--quiet", "--package", "tagspan-cli", "--all-features", "--", "extract"]
    # Damage is an exit status of 1.
    assert subprocess.run([*command, "--columns", columns, "--output", target, *archives], cwd=ROOT).returncode in (0, 1)
    return pq.read_table(target).to_pylist()
