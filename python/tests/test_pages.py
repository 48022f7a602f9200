"""Functions on one page."""

import signal
import threading
import warnings
from array import array

import pyarrow as pa
import pytest

import tagspan


@pytest.mark.parametrize(
    ("page", "options", "encoding", "source"),
    [
        (b"", {}, "UTF-8", "default"),
        (b"", {"detect": False}, "windows-1252", "default"),
        (b"<meta charset=koi8-r>", {}, "KOI8-R", "prescan"),
        (b"\xef\xbb\xbf<p>", {"charset": "koi8-r"}, "UTF-8", "byte-order-mark"),
        (b"<meta charset=koi8-r>", {"content_type": "text/html; charset=big5"}, "Big5", "transport"),
        (b"<p>", {"default": "shift_jis"}, "Shift_JIS", "default"),
        ("<meta charset=koi8-r>", {}, "UTF-8", "override"),
    ],
)
def test_sniff(page, options, encoding, source):
    decision = tagspan.sniff(page, **options)
    assert (decision.encoding, decision.source) == (encoding, source)


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview, lambda page: memoryview(b" " + page)[1:]])
def test_any_buffer_is_a_page(kind):
    assert tagspan.links(kind(b"<a href=x>"), "http://a.example/").urls() == ["http://a.example/x"]


@pytest.mark.parametrize("page", [1, 1.5, None, [b"<p>"], memoryview(b"aaaa").cast("i"), object()])
@pytest.mark.parametrize("function", [tagspan.sniff, tagspan.links, tagspan.text, tagspan.tokenize, lambda page: tagspan.select(page, "p")])
def test_other_types_are_refused(function, page):
    with pytest.raises(TypeError, match="pass bytes, str, or a buffer"):
        function(page)


@pytest.mark.parametrize(
    ("call", "code"),
    [
        (lambda: tagspan.text(b"", charset="utf-9"), "unknown-encoding"),
        (lambda: tagspan.links(b"", "no url"), "url"),
        (lambda: tagspan.links(b"", attributes=["data-src"]), "attribute"),
        (lambda: tagspan.extract([], "titel"), "unknown-column"),
        (lambda: tagspan.extract([], []), "no-column"),
        (lambda: tagspan.extract([b""], "title", urls=[]), "length"),
    ],
)
def test_errors_have_a_code(call, code):
    with pytest.raises(tagspan.Error) as caught:
        call()
    assert (caught.value.code, caught.value.offset) == (code, None)


def test_links():
    page = b"<base href=/d/><A HREF='?a&amp;b' rel=nofollow>Go</a><img src=//b.example>"
    links = tagspan.links(page, "http://a.example/")
    assert links.urls() == ["http://a.example/d/?a&b", "http://b.example/"]
    first = links[0]
    assert (first.element, first.attribute, first.value, first.rel, first.text) == ("a", "href", "?a&b", "nofollow", "Go")
    assert page[slice(*first.span)] == b"?a&amp;b"
    assert links[-1].url == links.urls()[-1] and len(list(links)) == len(links) == 2
    with pytest.raises(IndexError):
        links[2]


def test_attributes_that_are_named_are_links():
    page = b"<img src=1 data-src=2><p data-srcset='3, 4 2x' data-src=5>"
    links = tagspan.links(page, "http://a.example/", attributes=("img@data-src", "*@data-srcset"))
    assert [(link.element, link.attribute, link.value) for link in links] == [
        ("img", "src", "1"),
        ("img", "data-src", "2"),
        ("p", "data-srcset", "3"),
        ("p", "data-srcset", "4"),
    ]
    with pytest.raises(TypeError):
        tagspan.links(page, attributes="img@data-src")


def test_links_have_what_stands_beside_them():
    links = tagspan.links("<img srcset='a 2x' alt=é><meta http-equiv=refresh content='5;url=b'><a href=c hreflang=de download>")
    assert [(link.value, link.kind, link.descriptor, link.attributes) for link in links] == [
        ("a", "srcset", "2x", [("alt", "é")]),
        ("b", "refresh", "5", []),
        ("c", "attribute", None, [("hreflang", "de"), ("download", "")]),
    ]


def test_urls_of_css_are_links_on_request():
    page = b"<style>@import 'a'</style><p style='b:url(c)'>"
    assert [link.value for link in tagspan.links(page, css=True)] == ["a", "c"]
    assert len(tagspan.links(page)) == 0


@pytest.mark.parametrize(
    ("page", "text"),
    [(b"<p>a<p>b", "a\n\nb"), ("<b>é</b>", "é"), (b"<script>x</script>", ""), (b"caf\xe9", "café")],
)
def test_text(page, text):
    assert tagspan.text(page) == text


@pytest.mark.parametrize(
    ("page", "options", "text", "warning"),
    [
        (b"<p>hello", {}, "hello", None),
        (b"<p>hello", {"limit": 5}, "hello", None),
        (b"<p>hello", {"limit": 4}, "hell", "1 bytes of text are left out: pass a higher limit"),
        ("<p>é", {"limit": 1}, "", "2 bytes of text are left out"),
        (b"<p>hello", {"limit": 0}, "", "5 bytes of text"),
        (b"x" * ((16 << 20) + 3), {}, "x" * (16 << 20), "3 bytes of text"),
        (b"x" * ((16 << 20) + 3), {"limit": 17 << 20}, "x" * ((16 << 20) + 3), None),
        (b"x<p " + b"a" * (17 << 20), {}, "x", None),
        (b"x<p title='" + b"a" * (17 << 20) + b"'>y", {}, "x\n\ny", "bytes of markup are left out"),
    ],
    ids=range(9),
)
def test_text_that_is_left_out_is_a_warning(page, options, text, warning):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        assert tagspan.text(page, **options) == text
    assert [found.category for found in caught] == [tagspan.TruncatedWarning] * bool(warning)
    assert not warning or warning in str(caught[0].message)
    assert not warning or caught[0].filename == __file__


def test_a_warning_may_be_an_error():
    with warnings.catch_warnings(), pytest.raises(tagspan.TruncatedWarning):
        warnings.simplefilter("error", tagspan.TruncatedWarning)
        tagspan.text(b"<p>hello", limit=1)


@pytest.mark.parametrize(
    ("text", "attribute", "escaped"),
    [("a<b>&", False, "a&lt;b&gt;&amp;"), ('"', True, "&quot;"), ("plain", False, "plain")],
)
def test_escape(text, attribute, escaped):
    assert tagspan.escape(text, attribute=attribute) == escaped


def parts(tokens):
    return [(token.kind, token.name, token.text, token.attributes) for token in tokens]


PAGE = (
    b"<!DOCTYPE html><title>a&amp;b</title><p CLASS=x class=y>hi<!--c--></p>"
    b"<script>a&amp;b</script><svg><![CDATA[<&amp;]]></svg><pre>\n&lt;\r\n</pre>"
)
TOKENS = [
    ("Doctype", "html", None, {}),
    ("StartTag", "title", None, {}),
    ("Text", None, "a&b", {}),
    ("EndTag", "title", None, {}),
    ("StartTag", "p", None, {"class": "x"}),
    ("Text", None, "hi", {}),
    ("Comment", None, "c", {}),
    ("EndTag", "p", None, {}),
    ("StartTag", "script", None, {}),
    ("Text", None, "a&amp;b", {}),
    ("EndTag", "script", None, {}),
    ("StartTag", "svg", None, {}),
    ("Dropped", None, None, {}),
    ("Text", None, "<&amp;", {}),
    ("Dropped", None, None, {}),
    ("EndTag", "svg", None, {}),
    ("StartTag", "pre", None, {}),
    ("Text", None, "\n<\n", {}),
    ("EndTag", "pre", None, {}),
]


@pytest.mark.parametrize("encoding", ["utf-8", "windows-1252", "utf-16le"])
def test_tokens(encoding):
    page = PAGE if encoding == "utf-8" else PAGE.decode().encode(encoding)
    tokens = tagspan.tokenize(page, charset=encoding)
    assert parts(tokens) == TOKENS
    assert b"".join(token.raw for token in tokens) == PAGE
    # The spans of the source have no gaps.
    ends = [0] + [token.span[1] for token in tokens]
    assert [token.span[0] for token in tokens] == ends[:-1] and ends[-1] == len(page)


@pytest.mark.parametrize("items", [tagspan.tokenize(b"<a>1<b>2<c>"), tagspan.links(b"<a href=1><a href=2><a href=3>")], ids=repr)
@pytest.mark.parametrize("cut", [slice(2), slice(-2, None), slice(None, None, -2), slice(9, 2, -3), slice(3, 1), slice(0, 9, 2**62)])
def test_slices_are_lists(items, cut):
    every = [repr(item) for item in items]
    assert len(every) == len(items)
    assert [repr(item) for item in items[cut]] == every[cut]
    with pytest.raises(TypeError):
        items["0"]


@pytest.mark.parametrize(
    "items",
    [
        lambda page: list(tagspan.tokenize(page, errors=True)),
        lambda page: list(tagspan.links(page)),
        lambda page: [tagspan.sniff(page)],
    ],
    ids=["tokens", "links", "decision"],
)
@pytest.mark.parametrize("page", [b"<meta charset=koi8-r><a href=1 x x>1</a>&#0;<a href=1>", b"<svg><a href=1>"])
def test_results_are_values(items, page):
    first, again, moved = items(page), items(page), items(b" " + page)
    assert first == again and set(first) == set(again) and len(set(first)) == len(first)
    assert not set(first) & set(moved) or first == moved


@pytest.mark.parametrize(
    ("kind", "one", "other"),
    [
        ("Text", b"<style>&lt;", b"<title>&lt;"),
        ("StartTag", b"<svg><a>", b"<img><a>"),
        ("Error", b"<p>&#0;", b"<p>&#1;"),
        ("StartTag", b"<p>", b"<b>"),
        ("Text", b"1<p>", b"12<p>"),
    ],
)
def test_tokens_differ_by_what_they_are(kind, one, other):
    one, other = ([token for token in tagspan.tokenize(page, errors=True) if token.kind == kind][-1] for page in (one, other))
    assert one != other and one == one and one != 1


def test_what_is_cut_is_another_token():
    def comment(**options):
        tokenizer = tagspan.Tokenizer(charset="utf-8")
        tokenizer.feed(b"<!--a")
        return tokenizer.finish(**options)[0]

    assert comment() == comment() != comment(truncated=True) == comment(truncated=True)

    # The limit of a tag leaves its end out.
    values = b"".join(b" a%d=%s" % (number, bytes(3 << 20).replace(b"\0", b"x")) for number in range(7))
    one, other = (tagspan.tokenize(b"<a" + values + end)[0] for end in (b" k=1>", b" k />"))
    assert (one.raw, one.span) == (other.raw, other.span) and one != other


@pytest.mark.parametrize("size", [1, 2, 7, 1000])
def test_chunks_are_invisible(size):
    tokenizer = tagspan.Tokenizer(charset="utf-8")
    pieces = [PAGE[start : start + size] for start in range(0, len(PAGE), size)]
    fed = [token for piece in pieces for token in tokenizer.feed(piece)] + list(tokenizer.finish())
    joined = []
    for kind, name, text, attributes in parts(fed):
        if joined and kind in ("Text", "Dropped") and joined[-1][0] == kind:
            joined[-1] = (kind, name, None if text is None else joined[-1][2] + text, attributes)
        else:
            joined.append((kind, name, text, attributes))
    assert joined == TOKENS
    assert b"".join(token.raw for token in fed) == PAGE


def test_errors_are_tokens_when_asked_for():
    codes = [token.name for token in tagspan.tokenize(b"<p a a>", errors=True) if token.kind == "Error"]
    assert codes == ["duplicate-attribute"]


def test_a_tokenizer_refuses_more_after_the_end():
    tokenizer = tagspan.Tokenizer()
    tokenizer.finish()
    with pytest.raises(tagspan.Error) as caught:
        tokenizer.feed(b"<p>")
    assert (caught.value.code, caught.value.offset) == ("fed-after-end", 0)
    assert str(caught.value) == "the page ended at byte 0: make a Tokenizer for each page"
    with pytest.raises(TypeError, match="a chunk must be bytes"):
        tagspan.Tokenizer().feed("<p>")


def test_a_buffer_that_another_thread_changes_is_copied():
    page = bytearray(b"<a href=x>text</a>" * 1000)
    stop = threading.Event()

    def change():
        while not stop.is_set():
            page[:] = bytes(len(page))
            page[:] = b"<a href=x>text</a>" * 1000

    thread = threading.Thread(target=change)
    thread.start()
    try:
        assert all(len(tagspan.links(page)) in (0, 1000) for _ in range(200))
    finally:
        stop.set()
        thread.join()


@pytest.mark.parametrize("kind", [bytearray, lambda page: memoryview(bytearray(page)), lambda page: array("B", page)])
def test_results_are_those_of_the_page_as_it_was(kind):
    page = kind(b"<p class=a>text")
    tokens = tagspan.tokenize(page)
    batch = tagspan.extract([page], "text")
    fed = tagspan.Tokenizer(charset="utf-8").feed(page)
    for index in range(len(page)):
        page[index] = 0
    assert parts(tokens) == [("StartTag", "p", None, {"class": "a"}), ("Text", None, "text", {})]
    assert parts(fed)[0] == parts(tokens)[0]
    assert pa.record_batch(batch).to_pylist() == [{"text": "text"}]


@pytest.mark.parametrize("call", [tagspan.tokenize, tagspan.text, lambda page: tagspan.extract([page], "text")])
def test_long_calls_are_interrupted(call):
    def interrupt(*_):
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    page = b"<p>text</p>" * 20_000_000
    # The signal arrives while the call runs; it is raised from the call, or from the next one.
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    try:
        with pytest.raises(KeyboardInterrupt):
            while True:
                call(page)
    finally:
        signal.signal(signal.SIGALRM, before)


def test_a_tokenizer_that_was_interrupted_refuses_more():
    def interrupt(*_):
        raise KeyboardInterrupt

    tokenizer = tagspan.Tokenizer(charset="utf-8")
    before = signal.signal(signal.SIGALRM, interrupt)
    page = b"<p>text</p>" * 10_000_000
    try:
        with pytest.raises(KeyboardInterrupt):
            signal.setitimer(signal.ITIMER_REAL, 0.05)
            tokenizer.feed(page)
    finally:
        signal.signal(signal.SIGALRM, before)
    for call in (lambda: tokenizer.feed(b""), tokenizer.finish):
        with pytest.raises(tagspan.Error, match="feed the whole page to a new Tokenizer"):
            call()
