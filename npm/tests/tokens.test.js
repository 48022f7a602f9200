// Tokens, options, errors and lifetimes.

import assert from "node:assert/strict";
import { test } from "node:test";

import { TagspanError, Tokenizer, init, tokenize } from "../index.js";

const bytes = (text) => new TextEncoder().encode(text);
const copies = (tokens) => Array.from(tokens, (token) => token.toObject());
const isError = (code, offset = null) => (error) =>
  error instanceof TagspanError && error.code === code && error.offset === offset;

/** The parts of a copy that a table names. */
const parts = (token, expected) => Object.fromEntries(Object.keys(expected).map((key) => [key, token[key]]));

test("each kind of token has its parts", () => {
  // (source, options, the first token's parts)
  const table = [
    ["<!DOCTYPE HTML PUBLIC 'p'>", {}, { kind: "doctype", name: "html", publicId: "p", systemId: null, forceQuirks: false }],
    ["<!DOCTYPE>", {}, { kind: "doctype", name: null, publicId: null, forceQuirks: true }],
    ["<Br/>", {}, { kind: "startTag", name: "br", selfClosing: true, namespace: "html", start: 0, end: 5 }],
    ["<svg>", {}, { kind: "startTag", name: "svg", namespace: "svg" }],
    ["<math>", {}, { kind: "startTag", name: "math", namespace: "math" }],
    ["</P >", {}, { kind: "endTag", name: "p", attributes: [], selfClosing: false, start: 0, end: 5 }],
    ["<!--a\r\nb-->", {}, { kind: "comment", data: "a\nb", start: 0, end: 11 }],
    ["<?php a?>", { processingInstructions: true }, { kind: "processingInstruction", name: "php", data: "a" }],
    ["<?xml a?>", {}, { kind: "comment", data: "?xml a?" }],
    ["a&amp;\u{1F600}&lt;", {}, { kind: "text", text: "a&\u{1F600}<", mode: "data", start: 0, end: 14 }],
    ["a&amp;b", { initialTextMode: "rawtext" }, { kind: "text", text: "a&amp;b", mode: "rawtext" }],
    ["<a", {}, { kind: "dropped", reason: "unfinished-tag", start: 0, end: 2 }],
    ["<a\0>", {}, { kind: "startTag", name: "a\uFFFD" }],
    ["<a b b>", { parseErrors: true }, { kind: "error", code: "duplicate-attribute", start: 6, end: 6 }],
    ["<a-name-of-more-than-sixteen-bytes>", {}, { name: "a-name-of-more-than-sixteen-bytes" }],
    [`${"é".repeat(100)}`, {}, { kind: "text", text: "é".repeat(100), end: 200 }],
  ];
  for (const [source, options, expected] of table) {
    const [first] = copies(tokenize(source, options));
    assert.deepEqual(parts(first, expected), expected, source);
  }
});

test("attributes are decoded, and the first of a name counts", () => {
  // (the attributes as written, as they are read)
  const table = [
    ["", []],
    ["a", [{ name: "a", value: "", quote: "none" }]],
    ["A=1 a=2", [{ name: "a", value: "1", quote: "unquoted" }]],
    ["x='&lt;&notit;' y=\"a&b\"", [{ name: "x", value: "<&notit;", quote: "single" }, { name: "y", value: "a&b", quote: "double" }]],
    ["title=\"é\r\nü\"", [{ name: "title", value: "é\nü", quote: "double" }]],
  ];
  for (const [written, expected] of table) {
    for (const token of tokenize(`<a ${written}>`)) {
      assert.deepEqual(token.attributes, expected, written);
      for (const { name, value } of expected) {
        assert.equal(token.attribute(name), value, written);
        assert.equal(token.attribute(name.toUpperCase()), value, written);
      }
      assert.equal(token.attribute("missing"), null);
      assert.ok(token.is("a") && token.is("A") && !token.is("b") && !token.is(""));
    }
  }
});

test("names that are asked for are compared in any number", () => {
  for (const token of tokenize("<a n7=x É=y>")) {
    for (let index = 0; index < 1000; index += 1) {
      assert.equal(token.attribute(`N${index}`), index === 7 ? "x" : null);
      assert.equal(token.is(`A${index}`), false);
    }
    // Capitals are those of ASCII.
    assert.deepEqual([token.attribute("É"), token.attribute("é")], ["y", null]);
    assert.ok(token.is("A"));
  }
});

test("a token as it is written, and its parts", () => {
  const shown = (source, options) =>
    Array.from(tokenize(source, options), (token) => {
      const raw = new TextDecoder().decode(token.raw);
      assert.equal(raw.length, token.raw.length);
      return [raw, ...token.parts().map(({ kind, start, end, text = "" }) => `${kind} ${raw.slice(start, end)}${text && ` ${text}`}`)];
    });
  // (source, options, the raw bytes and parts of each token)
  const table = [
    ["<A b='&lt;&amp' B c=&acE;&copy=>", {}, [[
      "<A b='&lt;&amp' B c=&acE;&copy=>", "name A", "attributeName b", "attributeValue &lt;&amp", "reference &lt; <", "reference &amp &",
      "duplicateName B", "attributeName c", "attributeValue &acE;&copy=", "reference &acE; \u223e\u0333",
    ]]],
    ["a&amp;b&nosuch;&#65 ", {}, [["a&amp;b&nosuch;&#65 ", "reference &amp; &", "reference &#65 A"]]],
    ["<title>&lt</title>", {}, [["<title>", "name title"], ["&lt", "reference &lt <"], ["</title>", "name title"]]],
    ["<style>&lt;", {}, [["<style>", "name style"], ["&lt;"]]],
    ["<!--a--><!doctype x>", {}, [["<!--a-->", "data a"], ["<!doctype x>"]]],
    ["<?a b>", { processingInstructions: true }, [["<?a b>", "name a", "data b"]]],
  ];
  for (const [source, options, expected] of table) assert.deepEqual(shown(source, options), expected, source);
  // The document is the source as UTF-8.
  const source = Uint8Array.of(0x41, 0x93, 0xfa, 0x3c, 0x70, 0x3e);
  const found = Array.from(tokenize(source, { charset: "shift_jis" }), (token) => [token.start, token.documentStart, token.raw]);
  assert.deepEqual(found, [[0, 0, bytes("A日")], [3, 4, bytes("<p>")]]);
  assert.deepEqual(Array.from(tokenize(bytes("\ufeff<p>")), (token) => [token.start, token.documentStart]), [[0, 0], [3, 3]]);
});

test("offsets are bytes of the source, in any encoding and in any chunks", () => {
  const source = Uint8Array.of(0x93, 0xfa, 0x96, 0x7b, 0x3c, 0x70, 0x3e, 0x93, 0xfa, 0x3c, 0x61, 0x20, 0x62, 0x20, 0x62, 0x3e);
  const expected = [["text", 0, 4], ["startTag", 4, 7], ["text", 7, 9], ["error", 15, 15], ["startTag", 9, 16]];
  for (const size of [16, 7, 3, 1]) {
    const tokenizer = new Tokenizer({ charset: "shift_jis", parseErrors: true });
    const found = [];
    const take = (tokens) => {
      for (const { kind, start, end } of tokens) {
        const last = found.at(-1);
        if (kind === "text" && last?.[0] === "text") last[2] = end;
        else found.push([kind, start, end]);
      }
    };
    for (let at = 0; at < source.length; at += size) take(tokenizer.feed(source.subarray(at, at + size)));
    take(tokenizer.finish());
    assert.deepEqual(found, expected, `chunks of ${size}`);
    assert.equal(tokenizer.encoding, "Shift_JIS");
    tokenizer.free();
  }
});

test("the encoding is decided as the options say", () => {
  const source = Uint8Array.of(0xe4, 0xf6);
  // (options, the encoding, the text)
  const table = [
    [{ detect: false }, "windows-1252", "äö"],
    [{ charset: "koi8-r" }, "KOI8-R", "ДЖ"],
    [{ contentType: "text/html; charset=iso-8859-5" }, "ISO-8859-5", "фі"],
    [{ contentType: "text/html; charset=iso-8859-5", overrideEncoding: "koi8-r" }, "KOI8-R", "ДЖ"],
    [{ contentType: null, defaultEncoding: "windows-1251" }, "windows-1251", "дц"],
    [{ locale: "ru" }, "windows-1251", "дц"],
    [{ utf8: true }, "UTF-8", "\uFFFD\uFFFD"],
  ];
  for (const [options, encoding, text] of table) {
    const tokenizer = new Tokenizer(options);
    assert.equal(Array.from(tokenizer.tokens(source), (token) => token.text).join(""), text);
    assert.equal(tokenizer.encoding, encoding);
    // Text is text with all options.
    assert.deepEqual(copies(tokenizer.tokens("ä")).map((token) => token.text), ["ä"]);
    tokenizer.free();
  }
});

test("the encoding of bytes that declare none is guessed, unless the options say otherwise", () => {
  const bytesOf = (binary) => Uint8Array.from(binary, (byte) => byte.charCodeAt(0));
  const russian = bytesOf("<p>\xCF\xF0\xE8\xE2\xE5\xF2, \xEC\xE8\xF0");
  const japanese = bytesOf("<p>\x1B$B4A;z\x1B(B");
  // (source, options, the encoding)
  const table = [
    [russian, {}, "windows-1251"],
    [russian, { detect: true, defaultEncoding: null }, "windows-1251"],
    [russian, { detect: false }, "windows-1252"],
    [russian, { detectWithin: 3 }, "UTF-8"],
    [russian, { locale: "ja" }, "Shift_JIS"],
    [japanese, {}, "UTF-8"],
    [japanese, { detect: "any" }, "ISO-2022-JP"],
  ];
  for (const [source, options, encoding] of table) {
    const tokenizer = new Tokenizer(options);
    for (const token of tokenizer.tokens(source)) assert.ok(token.kind);
    assert.equal(tokenizer.encoding, encoding, JSON.stringify(options));
    tokenizer.free();
  }
  const excluded = [{ detect: "all" }, { detectWithin: -1 }, { detect: "any", locale: "ja" }, { locale: "ja", defaultEncoding: "koi8-r" }];
  for (const options of excluded) assert.throws(() => new Tokenizer(options), isError("invalid-option"), JSON.stringify(options));
});

test("a source that was cut short says so", () => {
  // (source, whether it was cut short, the last token)
  const table = [
    ["<!-- a", false, { kind: "comment", truncated: false }],
    ["<!-- a", true, { kind: "comment", truncated: true }],
    ["<a hr", true, { kind: "dropped", truncated: true }],
    ["<p>", true, { kind: "text", text: "", truncated: true }],
  ];
  for (const [source, truncated, expected] of table) {
    const tokenizer = new Tokenizer({ utf8: true });
    const found = copies(tokenizer.feed(bytes(source)));
    found.push(...copies(tokenizer.finish({ truncated })));
    assert.deepEqual(parts(found.at(-1), expected), expected, source);
    tokenizer.free();
  }
});

test("ill-formed bytes are counted, and a late declaration is reported", () => {
  const tokenizer = new Tokenizer({ charset: "utf-8", validation: "count" });
  for (const [source, offsets] of [[[0x61, 0xff, 0x62, 0xe2, 0x82], [1, 3]], [[0x61], []]]) {
    copies(tokenizer.tokens(Uint8Array.from(source)));
    assert.deepEqual(tokenizer.illFormed, { count: offsets.length, offsets });
    assert.equal(tokenizer.lateDeclaration, null);
  }
  tokenizer.free();
  const late = new Tokenizer({ defaultEncoding: "windows-1252" });
  copies(late.tokens(bytes(`<p>${" ".repeat(1997)}<meta charset=koi8-r>`)));
  assert.deepEqual(late.lateDeclaration, { encoding: "KOI8-R", outcome: "switched", start: 2000, end: 2021 });
  late.free();
});

test("what cannot be done is an error with a code", () => {
  // (what is done, the code, the offset)
  const table = [
    [() => new Tokenizer({ charset: "no such" }), "unknown-encoding"],
    [() => new Tokenizer({ charset: "utf-8\0" }), "invalid-option"],
    [() => new Tokenizer({ initialTextMode: "no such" }), "invalid-option"],
    [() => new Tokenizer({ parseError: true }), "invalid-option"],
    [() => new Tokenizer({ limits: { tags: { max: 1 } } }), "invalid-option"],
    [() => new Tokenizer({ limits: { tag: { max: -1 } } }), "invalid-option"],
    [() => new Tokenizer({ limits: { source: { max: 9, action: "skip" } } }), "invalid-option"],
    [() => copies(tokenize("ab<!-- a long comment, which has more bytes than the limit allows -->", { limits: { comment: { max: 32 } } })), "limit-exceeded", 2],
    [() => copies(tokenize(Uint8Array.of(0x61, 0xff), { charset: "utf-8", validation: "strict" })), "ill-formed", 1],
    [() => { const used = new Tokenizer(); used.free(); used.feed(bytes("a")); }, "freed"],
    [() => { const used = new Tokenizer(); used.feed(bytes("<p>")); used.feed(bytes("<p>")); }, "chunk-not-taken"],
    [() => { const used = new Tokenizer(); used.feed(bytes("<p>")); used.finish(); }, "chunk-not-taken"],
    [() => { const used = new Tokenizer(); copies(used.tokens("")); used.feed(bytes("<p>")); }, "fed-after-end"],
  ];
  for (const [act, code, offset] of table) assert.throws(act, isError(code, offset), `${act}`);
  assert.throws(() => new Tokenizer().feed("text"), TypeError);
  assert.throws(() => tokenize(7), TypeError);
});

test("a tokenizer that has failed is of use after a reset", () => {
  const tokenizer = new Tokenizer({ limits: { comment: { max: 32 } } });
  const long = `<p><!--${"a".repeat(100)}-->`;
  for (let round = 0; round < 3; round += 1) {
    const kinds = [];
    assert.throws(() => {
      for (const token of tokenizer.tokens(bytes(long))) kinds.push(token.kind);
    }, isError("limit-exceeded", 3));
    assert.deepEqual(kinds, ["startTag"]);
  }
  assert.throws(() => tokenizer.feed(bytes("a")), isError("limit-exceeded", 3));
  tokenizer.reset();
  assert.equal(copies(tokenizer.tokens(bytes("<b>"))).length, 1);
});

test("a view that is used after its batch throws", () => {
  const tokenizer = new Tokenizer();
  // (what ends the batch)
  const ends = [
    (tokens) => copies(tokens),
    () => tokenizer.reset(),
    () => tokenizer.tokens(bytes("<b>")),
    () => tokenizer.free(),
  ];
  for (const end of ends) {
    const tokens = tokenizer.tokens(bytes("<a href=x>".repeat(300)));
    const { value: token } = tokens.next();
    assert.equal(token.name, "a");
    end(tokens);
    const names = Object.getOwnPropertyNames(Object.getPrototypeOf(token)).filter((name) => name !== "constructor");
    assert.ok(names.length > 20);
    for (const name of names) {
      const read = () => (typeof Object.getOwnPropertyDescriptor(Object.getPrototypeOf(token), name).value === "function" ? token[name]("a") : token[name]);
      assert.throws(read, isError("stale-token"), name);
    }
  }
});

test("an iterable goes on where it was left, unless the tokenizer has gone on", () => {
  const tokenizer = new Tokenizer({ charset: "utf-8" });
  const names = [];
  const tokens = tokenizer.feed(bytes("<a><b><c>"));
  for (const token of tokens) {
    names.push(token.name);
    if (names.length === 2) break;
  }
  for (const token of tokens) names.push(token.name);
  assert.deepEqual(names, ["a", "b", "c"]);
  assert.deepEqual(tokens.next(), { value: undefined, done: true });

  const left = tokenizer.feed(bytes("<d><e>"));
  left.next();
  tokenizer.reset();
  assert.throws(() => left.next(), isError("stale-token"));
});

test("more tokens and attributes than a batch has room for", () => {
  const attributes = Array.from({ length: 3000 }, (_, index) => `n${index}=${index}`).join(" ");
  const source = `${"<i>x</i>".repeat(2000)}<a ${attributes}>${"<b c=d>".repeat(2000)}`;
  let [count, last] = [0, null];
  for (const token of tokenize(source)) {
    count += 1;
    if (token.is("a")) last = token.attribute("n2999");
    if (token.is("b")) assert.equal(token.attribute("c"), "d");
  }
  assert.deepEqual([count, last], [8001, "2999"]);
});

test("two tokenizers at the same time do not disturb each other", () => {
  const [one, two] = [new Tokenizer(), new Tokenizer()];
  const pairs = [];
  const other = two.tokens(bytes("<x>".repeat(1000)));
  for (const token of one.tokens(bytes("<a>".repeat(1000)))) {
    const { value } = other.next();
    pairs.push(token.name + value.name);
    // Memory that grows moves.
    if (pairs.length === 500) copies(tokenize(new Uint8Array(3_000_000).fill(0x61)));
  }
  assert.equal(pairs.length, 1000);
  assert.ok(pairs.every((pair) => pair === "ax"));
});

test("`using` frees, and loading again changes nothing", async () => {
  const tokenizer = new Tokenizer();
  tokenizer[Symbol.dispose]();
  tokenizer.free();
  assert.throws(() => tokenizer.encoding, isError("freed"));
  await init();
  assert.equal(copies(tokenize("<a>")).length, 1);
});

test("a finished iterable stays over, and its token stale", () => {
  const tokenizer = new Tokenizer();
  const tokens = tokenizer.feed(bytes("<p>"));
  assert.equal([...tokens].length, 0);
  for (const chunk of [bytes("<meta charset=utf-8><p>"), bytes("<b>")]) {
    const iterable = tokenizer.feed(chunk);
    let last;
    for (const token of iterable) last = token;
    assert.deepEqual([iterable.next(), iterable.next()], Array(2).fill({ value: undefined, done: true }));
    assert.throws(() => last.kind, isError("stale-token"));
  }
});

test("options about the encoding apply to bytes after a document of text", () => {
  const tokenizer = new Tokenizer({ charset: "windows-1252" });
  const texts = (tokens) => Array.from(tokens, (token) => token.text).join("");
  for (let document = 0; document < 2; document += 1) {
    assert.equal(texts(tokenizer.tokens("é")), "é");
    tokenizer.reset();
    assert.equal(texts(tokenizer.feed(Uint8Array.of(0xe9))), "é");
    assert.equal(tokenizer.encoding, "windows-1252");
    assert.equal([...tokenizer.finish()].length, 0);
  }
});

test("options without a value are those that are not there", () => {
  assert.equal(copies(tokenize("é", { utf8: undefined, charset: undefined }))[0].text, "é");
  assert.throws(() => tokenize("", { toString: 1 }), isError("invalid-option"));
  assert.throws(() => tokenize("", { limits: { toString: { max: 5 } } }), isError("invalid-option"));
});

test("a chunk of more than 2 GiB is refused, and others are taken", () => {
  const tokenizer = new Tokenizer({ charset: "utf-8" });
  // Bytes without memory, as far as the length goes.
  class Long extends Uint8Array {
    get length() {
      return 2 ** 32;
    }
  }
  assert.throws(() => tokenizer.feed(new Long(1)), isError("out-of-memory"));
  assert.equal(copies(tokenizer.feed(bytes("<p>".repeat(70_000)))).length, 70_000);
});
