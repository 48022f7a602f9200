"""Archives for the tests, a member of gzip for each record, and what the command line makes of them."""

import base64
import gzip
import hashlib
import os
import subprocess
from pathlib import Path

import pyarrow.parquet as pq

ROOT = Path(__file__).parents[2]

PAGES = {
    "http://a.example/1": b"<title>One</title><a href=/x rel=nofollow>x</a>",
    "http://a.example/2": b"<title>Two</title><a href=y>y</a><img src=z>",
    "http://b.example/3": b"<title>Caf\xc3\xa9</title><meta charset=utf-8><p>no link",
}


def record(url: str, body: bytes, content_type: str = "text/html; charset=utf-8", header: str = "") -> bytes:
    http = f"HTTP/1.1 200 OK\r\nContent-Type: {content_type}\r\n{header}\r\n".encode() + body
    fields = (
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:1>\r\nWARC-IP-Address: 192.0.2.1\r\n"
        f"WARC-Payload-Digest: sha1:{base64.b32encode(hashlib.sha1(body).digest()).decode()}\r\n"
        f"WARC-Target-URI: {url}\r\nContent-Type: application/http; msgtype=response\r\n"
        f"WARC-Date: 2026-01-01T00:00:00Z\r\nContent-Length: {len(http)}\r\n\r\n"
    )
    return gzip.compress(fields.encode() + http + b"\r\n\r\n", mtime=0)


def conversion(url: str, languages: str, text: bytes) -> bytes:
    """A record of a WET file."""
    fields = (
        "WARC/1.0\r\nWARC-Type: conversion\r\nWARC-Record-ID: <urn:uuid:2>\r\nWARC-Refers-To: <urn:uuid:1>\r\n"
        f"WARC-Identified-Content-Language: {languages}\r\nWARC-Target-URI: {url}\r\nContent-Type: text/plain\r\n"
        f"WARC-Date: 2026-01-01T00:00:00Z\r\nContent-Length: {len(text)}\r\n\r\n"
    )
    return gzip.compress(fields.encode() + text + b"\r\n\r\n", mtime=0)


def arc() -> bytes:
    """The same pages as an ARC file."""
    info = b"1 0 Tests\nURL IP-address Archive-date Content-type Archive-length\n\n"
    members = [f"filedesc://a.arc 0.0.0.0 20260101000000 text/plain {len(info)}\n".encode() + info]
    for url, body in PAGES.items():
        block = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + body
        members.append(f"{url} 192.0.2.1 20260101000000 text/html {len(block)}\n".encode() + block + b"\n")
    return b"".join(gzip.compress(member, mtime=0) for member in members)


def archive(times: int = 1) -> bytes:
    return b"".join(record(url, body) for url, body in PAGES.items()) * times


def damaged() -> bytes:
    """The second member begins with a block of no type: its page is lost, and no other."""
    members = [bytearray(record(url, body)) for url, body in PAGES.items()]
    # Behind the ten bytes of the header.
    members[1][10] |= 0b110
    return b"".join(members)


# A page whose encoding has to be guessed, or is declared: a name, the label, and the page.
ENCODED = [
    ("windows-1251", "", "<title>Привет</title><p>Съешь же ещё этих мягких французских булок, да выпей чаю. <a href=/путь>путь</a>"),
    ("gbk", "", f"<title>中文网页</title><style>{'p { margin: 0 } ' * 512}</style><p>这是一个没有声明编码的网页，正文很长。<a href=/路?q=词>路</a>"),
    ("koi8-r", "; charset=koi8-r", "<title>Привет</title><p>мир"),
    ("utf-8", "", "<title>plain</title><p>ASCII <a href=x>x</a><meta name=robots content=noindex>"),
    ("windows-1252", "", "<title>Café</title><p>Une journée à la plage, c’est l’été. <a name=x href='/é?é'>été</a>"),
    ("shift_jis", "", "<title>日本語</title><p>これは文字コードの宣言がないページです。"),
    ("euc-kr", "", "<meta charset=euc-kr><title>한국어</title><p>선언된 페이지<a href=/길>길</a>"),
]


# What HTTP says of a page besides.
SAID = "X-Robots-Tag: noarchive\r\nLink: <next>; rel=next\r\n"


def encoded() -> bytes:
    """A page for each of these, and one that is damaged within."""
    records = [record(f"http://{label}.example/", page.encode(label), f"text/html{declared}", SAID) for label, declared, page in ENCODED]
    return b"".join(records) + record("http://cut.example/", b"<title>cut</title>" + b"text " * 999)[:-20]


# Long enough to be cut and damaged within, and not to be compressed to nothing.
NOISE = "".join(f"<!--{number * 7919 % 99991}-->" for number in range(4000)).encode()
JAPANESE = "<title>T</title>" + "これは文字コードの宣言がないページです。" * 40


def flipped(body: bytes, at: int) -> bytes:
    return body[:at] + bytes([body[at] ^ 0x10]) + body[at + 1 :]


# Bodies that are not what they seem: a name, the type, other fields of HTTP, the body, and what its row has.
ODD = [
    ("twice", "text/html", "Content-Encoding: gzip, gzip\r\n", gzip.compress(gzip.compress(b"<title>T")), {"title": "T"}),
    ("lines", "text/html", "Content-Encoding: gzip\r\nContent-Encoding: gzip\r\n", gzip.compress(gzip.compress(b"<title>T")), {"title": "T"}),
    ("identity", "text/html", "Content-Encoding: gzip, identity,\r\n", gzip.compress(b"<title>T"), {"title": "T"}),
    ("mislabelled", "text/html", "Content-Encoding: br\r\n", gzip.compress(b"<title>T"), {"title": "T", "truncated": None}),
    ("unlabelled", "text/html", "", gzip.compress(b"<title>T"), {"title": "T", "truncated": None}),
    ("transfer", "text/html", "Transfer-Encoding: gzip\r\n", gzip.compress(b"<title>T"), {"title": "T"}),
    ("damaged", "text/html", "Content-Encoding: gzip\r\n", flipped(gzip.compress(b"<title>T</title>" + NOISE), 200), {"truncated": "http-encoding-damaged"}),
    ("compress", "text/html", "Content-Encoding: compress\r\n", b"\x1f\x9d\x90" + b"\x93" * 40, {"truncated": "unknown-encoding", "text": ""}),
    ("types", "text/html, text/html; charset=koi8-r", "", b"<title>\xf0\xd2", {"title": "Пр", "encoding_source": "transport"}),
    ("two types", "text/html", "Content-Type: text/html; charset=koi8-r\r\n", b"<title>\xf0\xd2", {"title": "Пр"}),
    ("no type", "html", "", b"<!doctype html><title>T", {"title": "T"}),
    ("pdf", "text/html", "", b"%PDF-1.4 text", {"truncated": "not-html", "identified_type": "application/pdf", "text": ""}),
    ("png", "text/html", "", b"\x89PNG\r\n\x1a\n", {"truncated": "not-html", "identified_type": "image/png"}),
    ("mostly UTF-8", "text/html", "", flipped(JAPANESE.encode(), 1000), {"encoding": "UTF-8"}),
    ("cut character", "text/html", "", JAPANESE.encode()[:-1], {"encoding": "UTF-8"}),
    ("robots", "text/html", "", b"<meta name=robots content=index><meta name=robots content='noindex,nofollow'>", {"robots": "index, noindex,nofollow"}),
    ("hidden", "text/html", "", b"<p style='display:none'>x</p>y<details><summary>s</summary>z</details>", {"text": "y\ns"}),
    ("language", "text/html", "Content-Language: fr\r\n", b"<meta http-equiv=content-language content=de>", {"lang": "de"}),
    ("too many", "text/html", "", b"<a " + b"".join(b"a%d " % number for number in range(10_000)) + b"href=x>", {}),
    ("redirect", "text/html", "Refresh: 5; url=b\r\n", b"<meta http-equiv=refresh content='5; url=/next'>", {"title": None}),
    ("urls", "text/html", "", b"<img srcset='a.jpg 1x, b.jpg 2x' alt=c><iframe srcdoc='<a href=d>'></iframe><a href='http://['>", {}),
]


def odd() -> bytes:
    """A page for each of these, and one whose record is cut short before five line ends."""
    records = [record(f"http://{number}.example/", body, kind, header) for number, (_, kind, header, body, _) in enumerate(ODD)]
    short = gzip.decompress(record("http://short.example/", b"<title>short</title>" + b"text " * 99))[:-104]
    return b"".join(records) + gzip.compress(short + b"\r\n" * 5) + record("http://last.example/", b"<title>last")


def command_line() -> list[str]:
    """The program, which `.ci/python` builds once."""
    program = os.environ.get("TAGSPAN")
    return [program] if program else ["cargo", "run", "--quiet", "--package", "tagspan-cli", "--all-features", "--"]


def by_command_line(target, columns, archives, options=()):
    """The rows of `tagspan extract`, through a Parquet file."""
    command = [*command_line(), "extract", "--columns", columns, "--output", target, *options, *archives]
    # Damage is an exit status of 1.
    assert subprocess.run(command, cwd=ROOT).returncode in (0, 1)
    return pq.read_table(target).to_pylist()
