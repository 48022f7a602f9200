"""The known differences between lexbor's trees and ours, for `lexbor.py`.

Each has a change of the input, or of its context, after which the two are the same. A name is changed to one that no
rule of the standard is about.
"""

import re
from collections.abc import Callable
from typing import NamedTuple

Row = dict[str, object]
Change = Callable[[Row], Row]


def replaced(pattern: str, by: str) -> Change:
    return lambda row: row | {"input": re.sub(pattern, by, row["input"], flags=re.IGNORECASE)}


def renamed(names: str) -> Change:
    return replaced(rf"(</?)({names})(?=[\s/>]|$)", r"\1x-\2")


def in_div_fragment(contexts: str) -> Change:
    """A fragment in `div` instead."""
    return lambda row: row | {"fragment": "div"} if re.fullmatch(contexts, row["fragment"] or "") else row


# A comment with the same data in each edition.
without_instructions = replaced(r"<\?", "</?")


def if_ambiguous(change: Change) -> Change:
    return lambda row: change(row) if row["ambiguous"] else row


DOCUMENT = {"scripting": False, "fragment": None, "ambiguous": False}


class Reason(NamedTuple):
    """A known difference: which program departs from the standard, how, from what sentence, an example, and the change."""

    program: str
    what: str
    standard: str
    example: Row
    change: Change


def reason(program: str, what: str, standard: str, example: str, change: Change, **settings: object) -> Reason:
    return Reason(program, what, standard, DOCUMENT | {"input": example} | settings, change)


LEXBOR, LEXBOR_TREE = "lexbor's tokenizer", "lexbor's tree builder"
HTML5EVER, HERE = "html5ever's tree builder", "this comparison"

# The first reason that is enough is taken, so reasons that change one name come before those that change many.
REASONS = [
    reason(
        LEXBOR,
        "gives `<!` at the end of the input the data of the token before it",
        '13.2.5.42 Markup declaration open state: "Create a comment token whose data is the empty string."',
        "a<!",
        replaced("<!$", "<!>"),
    ),
    reason(
        LEXBOR,
        "loses the data of `<!` if the input ends within `[CDATA[`",
        "13.2.5.42 Markup declaration open state: \"Switch to the bogus comment state (don't consume anything in "
        'the current state)."',
        "<![",
        replaced(r"(<!\[[CDATA]*)$", r"\1>"),
    ),
    reason(
        LEXBOR,
        "gives its tree builder duplicate attributes: an `input` in a table is hidden by its second `type`",
        '13.2.5.33 Attribute name state: "this is a duplicate-attribute parse error and the new attribute must be'
        ' removed from the token."',
        "<table><input type=text type=hidden>",
        replaced(r"(type=\S+) type=hidden", r"\1"),
    ),
    reason(
        LEXBOR_TREE,
        "loses `image` in a table",
        '13.2.6.4.7 in body, "image": "Change the token\'s tag name to "img" and reprocess it."',
        "<table><image>",
        renamed("image"),
    ),
    reason(
        LEXBOR_TREE,
        "keeps `sup` in svg and math",
        '13.2.6.5 in foreign content, "sup" among others: "pop elements from the stack of open elements."',
        "<svg><sup>",
        renamed("sup"),
    ),
    reason(
        HERE,
        "does not give html5ever the form of a fragment in `form`",
        "13.4 Parsing HTML fragments: \"Set the parser's form element pointer to the nearest node to context that "
        "is a form element (going straight up the ancestor chain, and including the element itself, if it is a "
        'form element), if any."',
        "<form>",
        in_div_fragment("form"),
        fragment="form",
    ),
    reason(
        LEXBOR_TREE,
        "opens a `form` in a table in a template, and a second one in a fragment in `template`",
        '13.2.6.4.9 in table: "If there is a template element on the stack of open elements, or if the form '
        'element pointer is not null, ignore the token."',
        "<template><table><form>",
        renamed("form"),
    ),
    reason(
        LEXBOR_TREE,
        "lets a `frameset` after a `template` replace the body",
        '13.2.6.4.4 in head, "template": "Set the frameset-ok flag to "not ok"."',
        "<template></template><x><frameset>",
        renamed("frameset"),
    ),
    reason(
        LEXBOR_TREE,
        "reconstructs formatting elements in `textarea`",
        '13.2.6.4.8 text, any other character: "Insert the token\'s character."',
        "<p><b></p><textarea>a",
        replaced("textarea", "noembed"),
    ),
    reason(
        HTML5EVER,
        "takes `isindex` for special",
        "13.2.4.2 The stack of open elements: `isindex` is not one of the special elements",
        "<x><isindex></x>a",
        renamed("isindex"),
    ),
    reason(
        HTML5EVER,
        "does not take `search` for special",
        "13.2.4.2 The stack of open elements: `search` is one of the special elements",
        "<b><search></b>",
        renamed("search"),
    ),
    reason(
        HTML5EVER,
        "overlooks an open `thead`",
        '13.2.6.4.13 in table body: "If the stack of open elements does not have a tbody, thead, or tfoot element'
        ' in table scope, this is a parse error; ignore the token."',
        "<template><thead></table><tr>",
        replaced("thead", "tbody"),
    ),
    reason(
        HTML5EVER,
        "does not ignore `input` in a fragment in `select`",
        "13.2.6.4.7 in body, `input`: a parse error, ignored, if the context element of the fragment is a "
        "`select`; and html5lib's tests_innerHTML_1.dat",
        "<input>",
        in_div_fragment("select"),
        fragment="select",
    ),
    reason(
        HTML5EVER,
        "leaves an `annotation-xml` that is an integration point, and looks past it for an element in scope",
        '13.2.6.5 in foreign content: "While the current node is not a MathML text integration point, an HTML '
        'integration point, or an element in the HTML namespace, pop elements from the stack of open elements."',
        "<math><annotation-xml encoding=text/html><math><p>",
        renamed("annotation-xml"),
    ),
    reason(
        HTML5EVER,
        "does not take the special elements of svg and math for special",
        '13.2.4.2 The stack of open elements, special: "MathML mi, MathML mo, MathML mn, MathML ms, MathML mtext,'
        ' and MathML annotation-xml; and SVG foreignObject, SVG desc, and SVG title."',
        "<x><svg><desc></x>a",
        renamed("mi|mo|mn|ms|mtext|annotation-xml|desc|foreignobject|title"),
    ),
    reason(
        LEXBOR_TREE,
        "in a fragment in svg or math, reads an end tag as HTML while only the root is open",
        '13.2.4.2 The stack of open elements: "The adjusted current node is the context element if the parser was'
        " created as part of the HTML fragment parsing algorithm and the stack of open elements has only one "
        'element in it"',
        "<p><a id=1><div></div></a><b>",
        in_div_fragment("(svg|math) .*"),
        fragment="math mtext",
    ),
    reason(
        HERE,
        "needs the feedback simulator to find processing instructions, and the simulator marks a token as ambiguous",
        "13.2.6 Tree construction: html5ever's tree builder decides, and it does not know processing instructions",
        "<math></caption><style><?a>",
        if_ambiguous(without_instructions),
        ambiguous=True,
    ),
    reason(
        LEXBOR_TREE,
        "leaves a column group at a DOCTYPE",
        '13.2.6.4.12 in column group: "A DOCTYPE token: Parse error. Ignore the token."',
        "<table><col><!DOCTYPE html> ",
        replaced(r"<col((?:group)?>[^<]*<!doctype)", r"<x-col\1"),
    ),
    reason(
        HTML5EVER,
        "joins text in a table across a DOCTYPE",
        '13.2.6.4.10 in table text, anything else: "If any of the tokens in the pending table character tokens '
        "list are character tokens that are not ASCII whitespace, then this is a parse error: reprocess the "
        'character tokens"',
        "<table>a<!DOCTYPE html> ",
        replaced("<!doctype html>", "<!---->"),
    ),
    reason(
        LEXBOR_TREE,
        "ignores white space after other text in a column group",
        '13.2.6.4.12 in column group, white space: "Insert the character."',
        "<template><col>a ",
        # Outside tags.
        replaced(r"(<[^<>]*>)|\s", r"\1"),
    ),
    reason(
        LEXBOR_TREE,
        "misplaces the bookmark of the adoption agency algorithm",
        '13.2.6.4.7 in body: "Let a bookmark note the position of formatting element in the list of active '
        'formatting elements relative to the elements on either side of it in the list."',
        "<b><em id=1><pre><strike><x><y><z><div></b>a",
        renamed("a|b|big|code|em|font|i|nobr|s|small|strike|strong|tt|u"),
    ),
]
