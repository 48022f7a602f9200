// Elements by CSS selector.

import assert from "node:assert/strict";
import { test } from "node:test";

import { TagspanError, select } from "../index.js";

const PAGE = "<article><h1>Fish &amp; <b>chips</b></h1><a href='/?a&amp;b' rel=next>Menu 💩</a></article><a href=/x>no</a>";

test("elements have their name, attributes, text and place", () => {
  const [heading, link] = select(PAGE, "article h1, article a[href]");
  assert.deepEqual(heading, {
    name: "h1",
    attributes: {},
    text: "Fish & chips",
    startTag: { start: 9, end: 13 },
    content: { start: 13, end: 36 },
    span: { start: 9, end: 41 },
    ambiguity: null,
  });
  assert.deepEqual([link.name, link.attributes, link.text], ["a", { href: "/?a&b", rel: "next" }, "Menu 💩"]);
  assert.equal(Buffer.from(PAGE).subarray(link.content.start, link.content.end).toString(), "Menu 💩");
});

test("elements are those of a tree", () => {
  // (source, selector, the texts)
  const table = [
    ["<p>a<p>b", "p", ["a", "b"]],
    ["<table><tr><td>a", "tbody", ["a"]],
    ["<ul><li>a<li>b<li>c", "li:nth-child(odd)", ["a", "c"]],
    ["<div>a<div>b</div></div>", "div", ["ab", "b"]],
    ["", "body", [""]],
    ["<p>a", "b", []],
    [Buffer.from("<meta charset=shift_jis><p>\x93\xfa\x96\x7b", "latin1"), "p", ["日本"]],
  ];
  for (const [source, selector, expected] of table) {
    assert.deepEqual(select(source, selector).map(({ text }) => text), expected, `${selector} of ${source}`);
  }
});

test("what a tree adds has no start tag, and what is misnested says so", () => {
  const [tbody] = select("<table><tr><td>a", "tbody");
  assert.deepEqual([tbody.startTag, tbody.span], [null, { start: 7, end: 16 }]);
  const [bold] = select("<table><b>out</b></table>", "b");
  assert.equal(bold.ambiguity, "foster-parented");
});

test("attributes of any name are kept, the first of each", () => {
  const [element] = select("<p __proto__=1 a=2 A=3 constructor>", "p");
  assert.deepEqual(Object.entries(element.attributes), [["__proto__", "1"], ["a", "2"], ["constructor", ""]]);
});

test("options say the encoding, and selectors are checked", () => {
  assert.equal(select(Uint8Array.of(0x3c, 0x70, 0x3e, 0xc1), "p", { charset: "koi8-r" })[0].text, "а");
  for (const [selector, message] of [["li:last-child", /depends on elements after the start tag/], ["a[", /expected/]]) {
    assert.throws(
      () => select(PAGE, selector),
      (error) => error instanceof TagspanError && error.code === "invalid-selector" && message.test(error.message),
    );
  }
  assert.throws(() => select(Buffer.from(PAGE), "p", { charset: "utf-9" }), { code: "unknown-encoding" });
  assert.throws(() => select("<p class=a>".repeat(9), "p", { limits: { tag: { max: 4 } } }), { code: "limit-exceeded" });
});
