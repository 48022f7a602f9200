"""Undamaged archives, record by record as warcio reads them: those of the generator and those that warcio writes."""

import subprocess
from datetime import datetime
from io import BytesIO
from pathlib import Path

import pyarrow as pa
import pytest
from archives import PAGES
from warcio.archiveiterator import ArchiveIterator
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

import tagspan

ROOT = Path(__file__).parents[2]
# Of the whole body: a byte more or less, or another one, changes them.
OF_BODY = "encoding,encoding_source,title,lang,meta,links,json_ld,text,tokens,errors"
COLUMNS = f"record_offset,uri,date,status,{OF_BODY},truncated"


def by_warcio(path):
    """The rows of HTML, as tagspan extracts them from bodies that warcio gives. It leaves a body of zstd as it is sent: its
    row has only what the headers say."""
    rows = []
    with open(path, "rb") as file:
        records = ArchiveIterator(file)
        for record in records:
            http = record.http_headers
            media = (http or record.rec_headers).get_header("Content-Type") or ""
            if record.rec_type not in ("response", "resource") or "html" not in media:
                continue
            uri, body = record.rec_headers.get_header("WARC-Target-URI"), record.content_stream().read()
            row = {
                "record_offset": records.get_record_offset(),
                "uri": uri,
                "date": datetime.fromisoformat(record.rec_headers.get_header("WARC-Date")),
                "status": int(http.get_statuscode()) if http else None,
                "truncated": None,
            }
            if not http or http.get_header("Content-Encoding") != "zstd":
                [of_body] = pa.table(tagspan.extract([body], OF_BODY, urls=[uri], content_types=[media])).to_pylist()
                row |= of_body
            rows.append(row)
    return rows


def compare(path):
    """The number of pages, and of those whose bodies were compared."""
    found = tagspan.warc(path, COLUMNS)
    rows, wanted = pa.table(found).to_pylist(), by_warcio(path)
    assert found.lost == [] and len(rows) == len(wanted)
    for row, other in zip(rows, wanted):
        assert {name: row[name] for name in other} == other
    return len(rows), sum("text" in other for other in wanted)


def generated(path, options):
    command = ["cargo", "xtask", "corpora", "--warc", path, "--from", "corpora", *options]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    return len(list((ROOT / "corpora").rglob("*.html")))


# warcio reads no zstd, and refuses members of gzip that hold several records: the tests in Rust have these.
@pytest.mark.parametrize("options", [[], ["--encoded"]], ids=["as Common Crawl", "as sent"])
@pytest.mark.parametrize("name", ["a.warc", "a.warc.gz"])
def test_archives_of_the_generator(tmp_path, name, options):
    path = tmp_path / name
    pages = generated(path, options)
    rows, bodies = compare(path)
    assert rows == pages and bodies > pages / 2


# Its temporary files are left open.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("gzip", [False, True])
@pytest.mark.parametrize("version", ["1.0", "1.1"])
def test_archives_of_warcio(tmp_path, gzip, version):
    path = tmp_path / "a.warc"
    with open(path, "wb") as file:
        writer = WARCWriter(file, gzip=gzip, warc_version=version)
        writer.write_record(writer.create_warcinfo_record("a.warc", {"software": "warcio"}))
        for url, body in PAGES.items():
            http = StatusAndHeaders("404 Not Found", [("Content-Type", "text/html")], protocol="HTTP/1.1")
            response = writer.create_warc_record(url, "response", BytesIO(body), http_headers=http)
            request = StatusAndHeaders("GET / HTTP/1.1", [("Host", "a.example")], is_http_request=True)
            writer.write_request_response_pair(writer.create_warc_record(url, "request", http_headers=request), response)
            digest = response.rec_headers.get_header("WARC-Payload-Digest")
            writer.write_record(writer.create_revisit_record(url, digest, url, "2026-01-01T00:00:00Z", http_headers=http))
            writer.write_record(writer.create_warc_record(url, "resource", BytesIO(body), warc_content_type="text/html"))
            writer.write_record(writer.create_warc_record(url, "resource", BytesIO(b"?"), warc_content_type="image/png"))
    assert compare(path) == (2 * len(PAGES), 2 * len(PAGES))
