"""The same rows of one archive by the command line, by Python and by Spark, with each option about the encoding."""

import json
from datetime import UTC, datetime

import pyarrow as pa
import pytest
from archives import ENCODED, ODD, PAGES, arc, archive, by_command_line, conversion, encoded, odd, record

import tagspan
import tagspan.spark

OPTIONS = [
    {},
    {"default": "windows-1251"},
    {"locale": "zh-CN"},
    {"charset": "koi8-r"},
    {"content_type": "text/html; charset=big5"},
    {"detect": "any"},
    {"detect": "false"},
    # The first byte beyond ASCII of one page is behind these.
    {"detect_within": "1k"},
]

# What Python has for the texts of the others.
VALUES = {"false": False, "1k": 1024}


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_rows_are_the_same(tmp_path, spark, options):
    path = tmp_path / "a.warc.gz"
    path.write_bytes(encoded())
    columns = ",".join(tagspan.COLUMNS)
    arguments = [f"--{name.replace('_', '-')}={value}" for name, value in options.items()]
    expected = by_command_line(tmp_path / "rows.parquet", columns, [path], arguments)
    assert len(expected) == len(ENCODED) + 1 and expected[-1]["truncated"] == "cut"
    for row in expected[:-1]:
        assert row["date"] == datetime(2026, 1, 1, tzinfo=UTC) and row["digest_ok"] and row["record_length"] and row["payload"]
        assert row["links"][0]["url"] == row["uri"] + "next" and row["robots"].startswith("noarchive")
    values = {name: VALUES.get(value, value) for name, value in options.items()}
    assert pa.table(tagspan.warc(path, columns, **values)).to_pylist() == expected
    assert pa.table(tagspan.warc(path.read_bytes(), columns, **values)).to_pylist() == [
        {**row, "file": "<bytes>"} for row in expected
    ]
    reader = spark.read.format("tagspan").options(paths=str(path), columns=columns, **options)
    for split in ("128m", "700"):
        rows = reader.option("splitSize", split).load().orderBy("record_offset").collect()
        # Spark gives times in the zone of the machine.
        rows = [{**row.asDict(recursive=True), "date": row.date.astimezone(UTC)} for row in rows]
        assert rows == expected


def test_rows_of_odd_pages_are_the_same(tmp_path, spark):
    path = tmp_path / "a.warc.gz"
    path.write_bytes(odd())
    columns = ",".join(tagspan.COLUMNS)
    expected = by_command_line(tmp_path / "rows.parquet", columns, [path])
    for (name, _, _, _, wanted), row in zip(ODD, expected):
        assert {column: row[column] for column in wanted} == wanted, name
    rows = {name: row for (name, *_), row in zip(ODD, expected)}
    assert [(lost["code"], lost["count"]) for lost in rows["too many"]["lost"]] == [("attributes", 1)]
    links = [(link["url"], link["kind"], link["value"], link["descriptor"]) for link in rows["redirect"]["links"]]
    assert links == [
        ("http://19.example/b", "http-header", "b", "5"),
        ("http://19.example/next", "refresh", "/next", "5"),
    ]
    links = [(link["url"], link["kind"], link["descriptor"], link["alt"]) for link in rows["urls"]["links"]]
    assert links == [
        ("http://20.example/a.jpg", "srcset", "1x", "c"),
        ("http://20.example/b.jpg", "srcset", "2x", "c"),
        ("http://20.example/d", "srcdoc", None, None),
        (None, "attribute", None, None),
    ]
    short, last = expected[len(ODD) :]
    assert (short["title"], short["truncated"], last["title"]) == ("short", "short", "last")
    assert pa.table(tagspan.warc(path, columns)).to_pylist() == expected
    reader = spark.read.format("tagspan").options(paths=str(path), columns=columns)
    for split in ("128m", "700"):
        rows = reader.option("splitSize", split).load().orderBy("record_offset").collect()
        assert [{**row.asDict(recursive=True), "date": row.date.astimezone(UTC)} for row in rows] == expected


def test_columns_of_selectors_are_the_same(tmp_path, spark):
    path = tmp_path / "a.warc.gz"
    path.write_bytes(archive() + record("http://c.example/", "<p title='é'>é&amp;<b>è</b>".encode()))
    select = {"title of a p": "p@title", "p": "p", "second": "img, a:nth-of-type(2)", "rel": "a[rel='no@follow'], a@rel"}
    arguments = [f"--select={name}={selector}" for name, selector in select.items()]
    expected = by_command_line(tmp_path / "rows.parquet", "uri", [path], arguments)
    names = list(select)
    assert [[row[name] for name in names] for row in expected] == [
        [None, None, None, "nofollow"],
        [None, None, "", None],
        [None, "no link", None, None],
        ["é", "é&è", None, None],
    ]
    assert pa.table(tagspan.warc(path, "uri", select=select)).to_pylist() == expected
    pages = pa.table(tagspan.warc(path, "uri,payload")).to_pydict()
    batch = tagspan.extract(pages["payload"], "uri", urls=pages["uri"], select=select)
    assert (pa.table(batch).to_pylist(), batch.columns) == (expected, ["uri", *names])
    # Without other columns.
    assert pa.table(tagspan.extract(pages["payload"], [], select=select)).column_names == names
    reader = spark.read.format("tagspan").options(paths=str(path), columns="uri", select=json.dumps(select))
    assert [row.asDict() for row in reader.load().collect()] == expected
    # A schema has the place of the columns, and not of the selectors.
    reader = spark.read.format("tagspan").options(paths=str(path), select=json.dumps({"p": "p"})).schema("p string, uri string")
    assert [row.asDict() for row in reader.load().collect()] == [{"p": row["p"], "uri": row["uri"]} for row in expected]
    frame = spark.createDataFrame(list(zip(pages["uri"], pages["payload"])), "url string, html binary")
    rows = tagspan.spark.extract(frame, "html", "uri", url="url", select=select)
    assert [row.asDict() for row in rows.collect()] == expected


@pytest.mark.parametrize(
    ("select", "error", "advice"),
    [
        ({"a": "b["}, tagspan.Error, "the selector of the column a is refused"),
        ({"a": "li:last-child"}, tagspan.Error, "it depends on elements after the start tag"),
        ({"uri": "b"}, tagspan.Error, "the column uri is one of every table"),
        ("b", TypeError, "select must map names to selectors"),
        ({"a": 1}, TypeError, "select must map names to selectors"),
    ],
)
def test_wrong_columns_of_selectors(select, error, advice):
    for call in (lambda: tagspan.warc([], "uri", select=select), lambda: tagspan.extract([], "uri", select=select)):
        with pytest.raises(error, match=advice):
            call()


def test_rows_of_arc_are_the_same(tmp_path, spark):
    path = tmp_path / "a.arc.gz"
    path.write_bytes(arc())
    columns = ",".join(tagspan.COLUMNS)
    expected = by_command_line(tmp_path / "rows.parquet", columns, [path])
    assert [(row["uri"], row["ip"], row["date"]) for row in expected] == [
        (url, "192.0.2.1", datetime(2026, 1, 1, tzinfo=UTC)) for url in PAGES
    ]
    assert pa.table(tagspan.warc(path, columns)).to_pylist() == expected
    rows = spark.read.format("tagspan").options(paths=str(path), columns=columns).load().orderBy("record_offset").collect()
    assert [{**row.asDict(recursive=True), "date": row.date.astimezone(UTC)} for row in rows] == expected


# The text of each, and its language.
CONVERSIONS = [
    ("eng", b"1 < 2\r\n  <title>a</title> &amp;\n", "1 < 2\r\n  <title>a</title> &amp;\n", "eng"),
    ("zho,eng", "中文\n".encode() + b"\xff", "中文\n\ufffd", None),
    ("deu", b"", "", "deu"),
]


@pytest.mark.parametrize("options", [{}, {"default": "windows-1251"}, {"charset": "koi8-r"}], ids=str)
def test_text_of_conversions_is_the_same(tmp_path, spark, options):
    path = tmp_path / "a.warc.wet.gz"
    records = [conversion(f"http://{number}.example/", languages, text) for number, (languages, text, _, _) in enumerate(CONVERSIONS)]
    path.write_bytes(b"".join(records) + archive())
    columns = ",".join(tagspan.COLUMNS)
    arguments = [f"--{name}={value}" for name, value in options.items()]
    expected = by_command_line(tmp_path / "rows.parquet", columns, [path], [*arguments, "--conversions"])
    of_text = expected[: len(CONVERSIONS)]
    assert [(row["text"], row["lang"]) for row in of_text] == [(text, language) for _, _, text, language in CONVERSIONS]
    for row in of_text:
        known = [row[name] for name in ("encoding", "content_type", "record_id", "title", "links", "tokens", "errors")]
        assert known == ["UTF-8", "text/plain", "<urn:uuid:2>", None, [], [], []]
    assert [row["title"] for row in expected[len(CONVERSIONS) :]][:2] == ["One", "Two"]
    assert pa.table(tagspan.warc(path, columns, conversions=True, **options)).to_pylist() == expected
    reader = spark.read.format("tagspan").options(paths=str(path), columns=columns, **options)
    for conversions, wanted in (("true", expected), ("false", expected[len(CONVERSIONS) :])):
        rows = reader.options(conversions=conversions, splitSize="700").load().orderBy("record_offset").collect()
        # Spark gives times in the zone of the machine.
        assert [{**row.asDict(recursive=True), "date": row.date.astimezone(UTC)} for row in rows] == wanted
    batches = tagspan.warc(path, columns, **options)
    assert pa.table(batches).to_pylist() == expected[len(CONVERSIONS) :]
    assert (batches.progress["conversion"], batches.progress["pages"]) == (len(CONVERSIONS), len(expected) - len(CONVERSIONS))


def test_undeclared_pages_are_guessed():
    rows = pa.table(tagspan.warc(encoded(), "encoding,encoding_source,title,text")).to_pylist()
    assert [row["encoding"].lower() for row in rows[:-1]] == [label for label, _, _ in ENCODED]
    assert not [row for row in rows if "\ufffd" in row["title"] + row["text"]]


FUNCTIONS = {
    "sniff": lambda page, **options: tagspan.sniff(page, **options).encoding,
    "tokenize": lambda page, **options: tagspan.tokenize(page, **options).encoding.encoding,
    "Tokenizer": lambda page, **options: by_tokenizer(page, **options),
    "extract": lambda page, **options: pa.table(tagspan.extract([page], "encoding", **options)).to_pylist()[0]["encoding"],
}


def by_tokenizer(page, **options):
    tokenizer = tagspan.Tokenizer(**options)
    tokenizer.feed(page)
    return tokenizer.finish().encoding.encoding


RUSSIAN = "<p>Съешь же ещё этих мягких французских булок".encode("windows-1251")


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize(
    ("page", "options", "encoding"),
    [
        (RUSSIAN, {}, "windows-1251"),
        (b"<p>", {}, "UTF-8"),
        (RUSSIAN, {"detect": False}, "windows-1252"),
        (b"<p>", {"detect": False}, "windows-1252"),
        (b"<p>\x1b$B$3$s\x1b(B", {}, "UTF-8"),
        (b"<p>\x1b$B$3$s$K$A$O\x1b(B", {"detect": "any"}, "ISO-2022-JP"),
        ("Hello, world".encode("utf-16-be"), {"detect": "any"}, "UTF-16BE"),
        (RUSSIAN, {"detect_within": 3}, "UTF-8"),
        (RUSSIAN, {"detect_within": 4}, "windows-1251"),
        (RUSSIAN, {"default": "koi8-r"}, "KOI8-R"),
        (RUSSIAN, {"locale": "ja"}, "Shift_JIS"),
        (RUSSIAN, {"locale": "ja", "detect": False}, "Shift_JIS"),
        (RUSSIAN, {"content_type": "text/html; charset=ibm866"}, "IBM866"),
        (RUSSIAN, {"charset": "ibm866", "default": "koi8-r"}, "IBM866"),
        (b"<meta charset=koi8-r>", {"default": "big5", "detect": False}, "KOI8-R"),
    ],
)
def test_arguments(function, page, options, encoding):
    assert FUNCTIONS[function](page, **options) == encoding


# The chunks of a Tokenizer are bytes.
@pytest.mark.parametrize("function", FUNCTIONS.keys() - {"Tokenizer"})
def test_text_is_utf8(function):
    assert FUNCTIONS[function]("<meta charset=koi8-r>", default="big5") == "UTF-8"


@pytest.mark.parametrize("call", [tagspan.text, tagspan.links, lambda page, **options: tagspan.warc([], "uri", **options), *FUNCTIONS.values()])
@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"default": "utf-9"}, "unknown-encoding"),
        ({"charset": "utf-9"}, "unknown-encoding"),
        ({"default": "utf-8", "locale": "ja"}, "default-and-locale"),
        ({"default": "utf-8", "detect": "any"}, "default-and-detect"),
        ({"locale": "ja", "detect_within": 4096}, "default-and-detect"),
    ],
)
def test_wrong_arguments(call, options, code):
    with pytest.raises(tagspan.Error) as caught:
        call(b"<p>", **options)
    assert caught.value.code == code


@pytest.mark.parametrize("options", [{"detect": "all"}, {"detect": None}, {"detect_within": -1}], ids=str)
def test_values_that_are_none(options):
    with pytest.raises(ValueError, match="pass"):
        tagspan.sniff(b"<p>", **options)


def test_text_and_links_are_those_of_the_encoding():
    page = "<a href=/?é>é</a>".encode("ibm866", "replace") + "ё".encode("ibm866")
    assert tagspan.text(page, default="ibm866").endswith("ё") and tagspan.text(page, locale="en").endswith("ñ")
    links = [tagspan.links(b"<a href='/?\xe9'>", "http://a.example/", **options).urls() for options in ({"default": "koi8-r"}, {"detect": False})]
    assert links == [["http://a.example/?%E9"]] * 2


def test_one_header_for_all_pages_overrides_that_of_each():
    titles = tagspan.extract([b"<title>\xe9"], "title", content_types=["text/html; charset=koi8-r"], charset="windows-1252")
    assert pa.table(titles)["title"].to_pylist() == ["é"]
