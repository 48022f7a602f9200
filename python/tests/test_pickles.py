"""Results that are pickled and copied."""

import copy
import multiprocessing
import pickle

import pyarrow as pa
import pytest
from archives import archive, damaged

import tagspan

PAGE = b"<!DOCTYPE html><title>a&amp;b</title><meta charset=utf-8><p a=1 a=2>\xc3\xa9<a href=/x rel=y>t</a><br/><svg><a/></svg>&#0;<!--c--><script>1"
WAYS = {f"protocol {number}": lambda value, number=number: pickle.loads(pickle.dumps(value, number)) for number in range(6)}
WAYS |= {"copy": copy.copy, "deepcopy": copy.deepcopy}


def long_tag():
    """A tag that a limit has truncated: its bytes do not tell what it is."""
    values = b"".join(b" a%d=%s" % (number, b"x" * (3 << 20)) for number in range(7))
    return tagspan.tokenize(b"<p>1<a" + values + b" k />2")


def chunks():
    tokenizer = tagspan.Tokenizer(errors=True, charset="utf-16le")
    return [tokenizer.feed(PAGE.decode().encode("utf-16le")), tokenizer.finish(truncated=True)]


RESULTS = {
    "tokens": lambda: tagspan.tokenize(PAGE, errors=True),
    "tokens of str": lambda: tagspan.tokenize(PAGE.decode()),
    "no tokens": lambda: tagspan.tokenize(b""),
    "truncated tokens": long_tag,
    "chunks": chunks,
    "token": lambda: tagspan.tokenize(PAGE, errors=True)[-1],
    "list of tokens": lambda: list(tagspan.tokenize(PAGE, errors=True)),
    "links": lambda: tagspan.links(PAGE, "http://a.example/"),
    "no links": lambda: tagspan.links(b""),
    "link": lambda: tagspan.links(PAGE)[0],
    "element": lambda: tagspan.select(PAGE, "a[rel]")[0],
    "elements": lambda: tagspan.select(PAGE + b"<table><b>", "*"),
    "decision": lambda: tagspan.sniff(PAGE),
    "loss": lambda: lost()[0],
    "batch": lambda: tagspan.extract([PAGE, None, b""], tagspan.COLUMNS),
    "selected batch": lambda: tagspan.extract([PAGE, None], "title", select={"b": "a[rel]@rel", "a": "p"}),
    "empty batch": lambda: tagspan.extract([], tagspan.COLUMNS),
    "batches": lambda: list(tagspan.warc(archive(), tagspan.COLUMNS)),
    "error": lambda: caught(),
}


def lost():
    rows = tagspan.warc(damaged(), "uri")
    list(rows)
    return rows.lost


def caught():
    with pytest.raises(tagspan.Error) as error:
        tagspan.extract([], "titel")
    return error.value


def content(value):
    """All that a result says."""
    if isinstance(value, list):
        return [content(item) for item in value]
    if isinstance(value, tagspan.Batch):
        return pa.record_batch(value)
    if isinstance(value, Exception):
        return str(value), value.code, value.offset
    if isinstance(value, (str, bytes, int, type(None))):
        return value
    names = [name for name in dir(value) if not name.startswith("_") and not callable(getattr(value, name))]
    said = {name: getattr(value, name) for name in names} | {"type": type(value), "repr": repr(value)}
    if isinstance(value, (tagspan.Tokens, tagspan.Links)):
        said["items"] = content(list(value))
        said["arrow"] = pa.array(value) if isinstance(value, tagspan.Tokens) else value.urls()
    elif not isinstance(value, tagspan.EncodingDecision):
        said["value"] = value
    return said


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("result", RESULTS)
def test_results(result, way):
    value = RESULTS[result]()
    assert content(WAYS[way](value)) == content(value)


@pytest.mark.parametrize("value", [lambda: tagspan.tokenize(PAGE)[3], lambda: tagspan.links(PAGE)[0], lambda: tagspan.select(PAGE, "p")[0], lambda: tagspan.sniff(PAGE), lambda: lost()[0]])
def test_a_copy_is_equal(value):
    value = value()
    other = pickle.loads(pickle.dumps(value))
    assert other == value and hash(other) == hash(value) and pickle.dumps(other) == pickle.dumps(value)


def test_a_token_is_pickled_without_its_page():
    tokens = tagspan.tokenize(PAGE * 1000)
    assert len(pickle.dumps(tokens[5])) < 500
    assert len(pickle.dumps(tokens)) < 40 * len(PAGE * 1000)


def links(page):
    return tagspan.links(page, "http://a.example/"), tagspan.tokenize(page), tagspan.extract([page], "title,links")


def test_a_pool_returns_results():
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        [(found, tokens, batch)] = pool.map(links, [PAGE])
    assert (found.urls(), len(tokens), len(batch)) == (["http://a.example/x"], len(tagspan.tokenize(PAGE)), 1)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("value", "advice"),
    [(lambda: tagspan.Tokenizer(), "pickle its tokens"), (lambda: tagspan.warc([], "uri"), "call warc in each process")],
)
def test_what_runs_is_not_pickled(value, advice, way):
    with pytest.raises(TypeError, match=advice):
        WAYS[way](value())


@pytest.mark.parametrize(
    ("name", "state"),
    [
        ("Nothing", ()),
        ("Tokens", ()),
        ("Tokens", ([9], [0], [0], b"\0\0\0", b"", [0], [], None)),
        ("Tokens", ([0], [0], [0], b"\xff\xff\xff", b"", [0], [], None)),
        ("Tokens", ([0], [0], [0], b"\0\0\0", b"", [9], [], None)),
        ("Tokens", ([0], [0], [], b"\0\0\0", b"", [0], [], None)),
        ("Element", ()),
        ("Batch", (["titel"], [])),
        ("Batch", (["title"], [])),
        ("Batch", (["a", "title"], [])),
        ("Batch", (["a", "a"], [])),
        ("Batch", (["title"], [(9, 0, b"", [b"", b""], [])])),
        ("Batch", (["title"], [(9, 0, None, [bytes(16), b""], [])])),
    ],
)
def test_false_pickles(name, state):
    with pytest.raises((ValueError, TypeError)):
        tagspan._tagspan._restore(name, state)
