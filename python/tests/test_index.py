"""`tagspan index` beside cdxj-indexer, line by line, which has its keys from the package surt."""

import subprocess
from io import BytesIO, StringIO

import pytest
from archives import ROOT, command_line
from cdxj_indexer.main import CDXJIndexer
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

# Temporary files of the indexer are left open.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning", "ignore::ResourceWarning")

EXAMPLES = ROOT / "crates/warc/tests/data/warcio"
# The other examples are damaged: cdxj-indexer stops there, or has lines of what is not whole.
WHOLE = [
    "example.arc.gz",
    "example.warc",
    "example.warc.gz",
    "example-iana.org-chunked.warc",
    "example-resource.warc.gz",
    "example-space-in-target-uri.warc.gz",
    "example-wget-bad-target-uri.warc.gz",
    "post-test.warc.gz",
]
LETTERS, DIGITS = "abcdefghijklmnopqrstuvwx", "0123456789abcdefghijklmnopqrstuv"
URLS = [
    "http://www2.Example.com:8080/A/../b//c/?Z=1&a&a=b#d",
    "https://example.com:443/%2541%20%C3%A9",
    "http://b\u00fccher.example/\u00fc",
    "http://10.0.258/", "http://017.0.0.1/", "http://3279880203/", "http://[::1]:80/", "http://a.example:port/",
    "http://http://https://a.example/", "http:////////www.a.example", "a.example/path", "http://user:word@a.example/",
    f"http://a.example/?x=1&jsessionid={DIGITS}&y", f"http://a.example/?PHPSESSID={DIGITS}",
    f"http://a.example/?ASPSESSIONIDAAAABBBB={LETTERS}&x", "http://a.example/?cfid=1&cftoken=2&x",
    f"http://a.example/(s({LETTERS}))/page.aspx", f"http://a.example/({LETTERS})/page.aspx?x",
    "dns:www.example.com", "urn:uuid:1", "mailto:a@b.example", "ftp://ftp.example.com/A/", "http://a.example/100%",
]  # fmt: skip
MEDIA = ["text/plain", "application/warc-fields"]


def by_indexer(path, **options):
    lines = StringIO()
    CDXJIndexer(lines, [str(path)], **options).process_all()
    return lines.getvalue()


def index(*words):
    command = [*command_line(), "index", *words]
    return subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, encoding="utf-8").stdout


@pytest.mark.parametrize("name", WHOLE)
def test_archives_of_other_tools(name):
    lines = index(EXAMPLES / name)
    assert lines and lines == by_indexer(EXAMPLES / name)


def write(path, gzip):
    """Records of all types, of URLs of all kinds, with a digest and without."""
    with open(path, "wb") as file:
        writer = WARCWriter(file, gzip=gzip)
        writer.write_record(writer.create_warcinfo_record(path.name, {"software": "test"}))
        for number, url in enumerate(URLS):
            is_web = url.startswith(("http:", "https:"))
            for kind in ("response", "revisit", "resource", "metadata"):
                http = None
                if is_web and kind in ("response", "revisit"):
                    fields = [("Content-Type", ["text/html; charset=utf-8", "image/png ", "a/b;c"][number % 3])]
                    http = StatusAndHeaders("404 Not Found" if number % 4 else "200 OK", fields, protocol="HTTP/1.1")
                length = 0 if kind == "revisit" else number
                record = writer.create_warc_record(
                    url,
                    kind,
                    payload=BytesIO(b"x" * length),
                    length=length,
                    http_headers=http,
                    # That of a response is that of its HTTP.
                    warc_content_type="" if http else MEDIA[kind == "metadata" and number % 2],
                )
                if number % 2:
                    record.rec_headers.remove_header("WARC-Payload-Digest")
                writer.write_record(record)


@pytest.mark.parametrize("gzip", [False, True])
def test_archives_of_warcio(tmp_path, gzip):
    path = tmp_path / "a.warc"
    write(path, gzip)
    lines = index(path)
    assert lines.count("\n") > 3 * len(URLS) and lines == by_indexer(path)
    assert index("--sort", path, path) == by_indexer(path, sort=True)
