"""What FastWARC, warcio and tagspan give back of damaged archives, beside the pages that were written."""

import gzip
import io
import random
import tempfile
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
from fastwarc.warc import ArchiveIterator as FastIterator
from fastwarc.warc import WarcRecordType
from warcio.archiveiterator import ArchiveIterator

import tagspan

PAGES = 200
# The page that the damage hits.
HIT = 100


def page(number: int) -> str:
    words = random.Random(number).choices("one two three four five six seven eight nine ten".split(), k=900)
    return f"<title>{number}</title><p>{' '.join(words)} end"


def record(number: int, claim: int = 0) -> bytes:
    http = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + page(number).encode()
    header = (
        f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.example/{number}\r\n"
        "WARC-Date: 2026-01-01T00:00:00Z\r\nContent-Type: application/http; msgtype=response\r\n"
        f"Content-Length: {len(http) + claim}\r\n\r\n"
    )
    return header.encode() + http + b"\r\n\r\n"


def members(claim: int = 0) -> list[bytearray]:
    return [bytearray(gzip.compress(record(n, claim if n == HIT else 0), mtime=0)) for n in range(PAGES)]


def flipped() -> bytes:
    packed = members()
    packed[HIT][len(packed[HIT]) // 2] ^= 0x10
    return b"".join(packed)


def removed() -> bytes:
    packed = members()
    del packed[HIT][len(packed[HIT]) // 2 :]
    return b"".join(packed)


def cut() -> bytes:
    whole = members()
    return b"".join(whole[:HIT]) + bytes(whole[HIT][: len(whole[HIT]) // 2])


def one_member(damage: bool) -> bytes:
    packed = bytearray(gzip.compress(b"".join(map(record, range(PAGES))), mtime=0))
    if damage:
        packed[len(packed) // 2] ^= 0x10
    return bytes(packed)


ARCHIVES: dict[str, bytes] = {
    "200 members": b"".join(members()),
    "a byte is flipped": flipped(),
    "half of a member is missing": removed(),
    "the file ends within a response": cut(),
    "one member of 200 records": one_member(False),
    "one member, a byte is flipped": one_member(True),
    "a record claims 1,000 bytes more": b"".join(members(1000)),
    "a record claims 1,000 bytes less": b"".join(members(-1000)),
}

# Pages by number: their text, or None if the reader itself says that it is cut.
Found = dict[int, str | None]


def by_fastwarc(archive: bytes, found: Found) -> str:
    for item in FastIterator(io.BytesIO(archive), record_types=WarcRecordType.response, parse_http=True):
        number = int(item.headers["WARC-Target-URI"].rsplit("/", 1)[1])
        found[number] = item.reader.read().decode()
    return "nothing"


def by_warcio(archive: bytes, found: Found) -> str:
    for item in ArchiveIterator(io.BytesIO(archive)):
        if item.rec_type == "response":
            number = int(item.rec_headers.get_header("WARC-Target-URI").rsplit("/", 1)[1])
            found[number] = item.content_stream().read().decode()
    return "nothing"


def by_tagspan(archive: bytes, found: Found) -> str:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "a.warc.gz")
        path.write_bytes(archive)
        batches = tagspan.warc(path, "uri,text,truncated")
        for row in pa.table(batches).to_pylist():
            number = int(row["uri"].rsplit("/", 1)[1])
            text = f"<title>{number}</title><p>{row['text']}"
            found[number] = None if row["truncated"] else text
        lost = [f"{loss.code} {loss.span[0]}..{loss.span[1]}" for loss in batches.lost]
        return ", ".join(lost) or "nothing"


READERS: dict[str, Callable[[bytes, Found], str]] = {
    "FastWARC": by_fastwarc,
    "warcio": by_warcio,
    "tagspan": by_tagspan,
}


def main() -> None:
    print(f"{'archive':34} {'reader':9} {'whole':>5} {'wrong':>5} {'cut':>4} {'missing':>7}  what it says")
    for name, archive in ARCHIVES.items():
        for reader, read in READERS.items():
            found: Found = {}
            try:
                says = read(archive, found)
            except Exception as error:
                says = f"{type(error).__name__}: {error}"
            there = PAGES if "file ends" not in name else HIT + 1
            whole = sum(text == page(number) for number, text in found.items())
            reported = sum(text is None for text in found.values())
            wrong = len(found) - whole - reported
            print(f"{name:34} {reader:9} {whole:5} {wrong:5} {reported:4} {there - len(found):7}  {says[:80]}")


if __name__ == "__main__":
    main()
