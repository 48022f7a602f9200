"""Elements of a page by CSS selector."""

import signal
import sys
import threading
import warnings

import pytest

import tagspan

PAGE = (
    b"<!DOCTYPE html><article class='a b' id=x><h1>Fish &amp; <b>chips</b></h1><p>1<p CLASS=c>2<br>"
    b"<a HREF='?q&amp;r' href=no REL=next>Go</a><a>no</a></article><a href=/out>out</a><table><tr><td>3</table>"
)


def names(page, selector, **options):
    return [element.name for element in tagspan.select(page, selector, **options)]


@pytest.mark.parametrize(
    ("selector", "found"),
    [
        ("article a[href]", ["<a HREF='?q&amp;r' href=no REL=next>Go</a>"]),
        ("a", ["<a HREF='?q&amp;r' href=no REL=next>Go</a>", "<a>no</a>", "<a href=/out>out</a>"]),
        ("h1 > b, td", ["<b>chips</b>", "<td>3"]),
        (".c", ["<p CLASS=c>2<br><a HREF='?q&amp;r' href=no REL=next>Go</a><a>no</a>"]),
        ("#x > p:first-of-type", ["<p>1"]),
        ("article ~ a[href^='/' i]", ["<a href=/out>out</a>"]),
        ("p:nth-of-type(2) :is(br, a):not([href])", ["<br>", "<a>no</a>"]),
        ("section", []),
    ],
)
def test_selectors(selector, found):
    elements = tagspan.select(PAGE, selector)
    assert [PAGE[slice(*element.span)].decode() for element in elements] == found


def test_an_element():
    [heading] = tagspan.select(PAGE, "h1")
    assert (heading.name, heading.text, heading.attributes, heading.ambiguity) == ("h1", "Fish & chips", {}, None)
    assert PAGE[slice(*heading.start_tag)] == b"<h1>"
    assert PAGE[slice(*heading.content)] == b"Fish &amp; <b>chips</b>"
    assert repr(heading) == f"<tagspan.Element h1 {heading.span[0]}..{heading.span[1]}>"
    [link] = tagspan.select(PAGE, "a[rel]")
    assert link.attributes == {"href": "?q&r", "rel": "next"}
    assert [link.attribute(name) for name in ("href", "rel", "id")] == ["?q&r", "next", None]


def test_an_implied_element_has_no_start_tag():
    [body] = tagspan.select(PAGE, "tbody")
    assert (body.start_tag, body.attributes, body.text) == (None, {}, "3")
    assert PAGE[slice(*body.content)] == b"<tr><td>3"
    [empty] = tagspan.select(b"", "body")
    assert (empty.text, empty.start_tag) == ("", None)


@pytest.mark.parametrize("encoding", ["utf-8", "windows-1251", "utf-16le", "koi8-r", "iso-2022-jp", "gb18030"])
def test_encodings(encoding):
    page = "<p>раз<p title='два &amp; x' class=ж>три <b>4</b></p>".encode(encoding)
    [element] = tagspan.select(page, "p.ж", charset=encoding)
    assert (element.text, element.attribute("title")) == ("три 4", "два & x")
    assert page[slice(*element.content)].decode(encoding) == "три <b>4</b>"
    assert page[slice(*element.start_tag)].decode(encoding) == "<p title='два &amp; x' class=ж>"


def test_the_declared_encoding_counts():
    page = "<meta charset=koi8-r><p>да".encode("koi8-r")
    assert [element.text for element in tagspan.select(page, "p")] == ["да"]
    assert [element.text for element in tagspan.select(page, "p", content_type="text/html; charset=windows-1252")] == ["ÄÁ"]


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview, bytes.decode, lambda page: memoryview(b" " + page)[1:]])
def test_any_buffer_is_a_page(kind):
    assert tagspan.select(kind(PAGE), "h1, td") == tagspan.select(PAGE, "h1, td")


def test_spans_of_str_are_those_of_utf_8():
    [element] = tagspan.select("é<p>é</p>", "p")
    assert "é<p>é</p>".encode()[slice(*element.content)] == "é".encode()


@pytest.mark.parametrize(
    ("selector", "message"),
    [
        ("li:last-child", "`:last-child` at byte 2: it depends on elements after the start tag"),
        ("a >", "the end at byte 3: expected a selector"),
        ("", "the end at byte 0: expected a selector"),
    ],
)
def test_selectors_that_are_refused(selector, message):
    with pytest.raises(tagspan.Error) as caught:
        tagspan.select(PAGE, selector)
    assert isinstance(caught.value, ValueError)
    assert (caught.value.code, caught.value.offset, str(caught.value)) == ("selector", None, message)


@pytest.mark.parametrize(("arguments", "error"), [((b"", 1), TypeError), ((b"", None), TypeError), ((1, "a"), TypeError)])
def test_other_types_are_refused(arguments, error):
    with pytest.raises(error):
        tagspan.select(*arguments)


@pytest.mark.parametrize(
    ("page", "selector", "ambiguity"),
    [
        (b"<table><b>out</b></table>", "b", "foster-parented"),
        (b"<b><p>1</b><i>2", "i", "misnested"),
        (b"<b>1</b>", "b", None),
    ],
)
def test_ambiguities(page, selector, ambiguity):
    assert [element.ambiguity for element in tagspan.select(page, selector)] == [ambiguity]


LONG_TAG = b"<p title='" + b"a" * (17 << 20) + b"' id=1>text"


@pytest.mark.parametrize(
    ("page", "selector", "options", "texts", "warning"),
    [
        (b"<p>hello", "p", {}, ["hello"], None),
        (b"<p>hello", "p", {"limit": 5}, ["hello"], None),
        (b"<p>hello", "p", {"limit": 4}, ["hell"], "1 bytes of the texts of elements are left out: pass a higher limit"),
        ("<p>aé<p>b", "p", {"limit": 2}, ["a", ""], "3 bytes of the texts"),
        (b"<div>1<p>2", "div, p", {"limit": 0}, ["", ""], "3 bytes of the texts"),
        (b"<div>1<p>2", "div, p", {"limit": 2}, ["12", ""], "1 bytes of the texts"),
        (b"<p>" + b"x" * ((64 << 20) + 3), "p", {}, ["x" * (64 << 20)], "3 bytes of the texts"),
        (b"<div>" * 510, "div", {}, [""] * 510, None),
        (b"<div>" * 513, "div", {}, [""] * 510, "3 elements are left out, as more than 512 are open"),
        (LONG_TAG, "p", {}, ["text"], "1 start tags are truncated: elements and attributes may be missing"),
        (LONG_TAG, "b", {}, [], "1 start tags are truncated"),
    ],
    ids=range(11),
)
def test_what_is_left_out_is_a_warning(page, selector, options, texts, warning):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        elements = tagspan.select(page, selector, **options)
    assert [element.text for element in elements] == texts
    assert [found.category for found in caught] == [tagspan.TruncatedWarning] * bool(warning)
    assert not warning or warning in str(caught[0].message)
    assert not warning or caught[0].filename == __file__


@pytest.mark.parametrize("limit", [-1, 2**64])
def test_limits_that_are_refused(limit):
    with pytest.raises(ValueError, match="pass a number of bytes"):
        tagspan.select(b"", "p", limit=limit)


def test_a_page_in_several_pieces():
    # A piece has 1 MiB, which falls into a tag, a text and a character here.
    for length in range((1 << 20) - 12, (1 << 20) + 4):
        page = b"<i>" + b" " * length + "<p id=é>né</p>".encode()
        [element] = tagspan.select(page, "p")
        assert (element.attribute("id"), element.text, element.span) == ("é", "né", (length + 3, len(page)))
    page = b"<p class=a>1</p><b>2</b>" * 200_000
    assert names(page, "p.a, b") == ["p", "b"] * 200_000


def test_elements_are_values():
    page = b"<p>1</p><p>1</p><p id=1>1</p>"
    first, again = tagspan.select(page, "p"), tagspan.select(page, "p")
    assert first == again and set(first) == set(again) and len(set(first)) == 3
    assert tagspan.select(b"<p>1</p>", "p") != tagspan.select(b"<p>2</p>", "p") and first[0] != 1
    with pytest.raises(AttributeError):
        first[0].name = "b"


def test_other_threads_run_meanwhile():
    page = b"<p class=a><b>text</b></p>" * 100_000
    stop, turns = threading.Event(), []
    counter = threading.Thread(target=lambda: [turns.append(1) for _ in iter(lambda: stop.wait(0.001), True)])
    interval = sys.getswitchinterval()
    counter.start()
    try:
        # From here on, another thread runs only where a call releases the GIL.
        sys.setswitchinterval(1000)
        before = len(turns)
        assert any(tagspan.select(page, "section") or len(turns) > before for _ in range(100))
    finally:
        sys.setswitchinterval(interval)
        stop.set()
        counter.join()


def test_a_long_call_is_interrupted():
    def interrupt(*_):
        raise KeyboardInterrupt

    page = b"<p>text</p>" * 10_000_000
    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    try:
        with pytest.raises(KeyboardInterrupt):
            while True:
                tagspan.select(page, "section")
    finally:
        signal.signal(signal.SIGALRM, before)
