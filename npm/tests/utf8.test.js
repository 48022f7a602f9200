// The entry `tagspan/utf8`, and which file each entry loads.

import assert from "node:assert/strict";
import fs from "node:fs";
import { test } from "node:test";

import * as all from "../index.js";
import * as utf8 from "../utf8/index.js";

const baseUrl = "https://example.com/";
const bytes = (...parts) => Uint8Array.from(parts.flatMap((part) => (typeof part === "string" ? [...Buffer.from(part)] : part)));

test("an entry loads one file, which is that for the host", (context) => {
  const read = [];
  const { readFileSync } = fs;
  context.mock.method(fs, "readFileSync", (path) => {
    read.push(String(path).split("/npm/").pop());
    return readFileSync(path);
  });
  const file = process.env.NODE_OPTIONS?.includes("without-simd") ? "tagspan-scalar.wasm" : "tagspan.wasm";
  for (const entry of [all, utf8]) for (let round = 0; round < 2; round += 1) assert.equal(entry.title("<title>a"), "a");
  assert.deepEqual(read, [file, `utf8/${file}`]);
});

test("it exports what the other entry does, but for sniffing and selectors", () => {
  assert.deepEqual(Object.keys(utf8).sort(), Object.keys(all).filter((name) => !["sniff", "select"].includes(name)).sort());
});

test("every source is read as UTF-8", () => {
  // (source, its title)
  const table = [
    [bytes("<title>é日💩"), "é日💩"],
    [bytes("\u{FEFF}<title>é"), "é"],
    ["\u{FEFF}<title>é", "é"],
    [bytes("<meta charset=shift_jis><title>é"), "é"],
    [bytes("<?xml version='1.0' encoding='koi8-r'?><title>é"), "é"],
    [bytes(" ".repeat(2000), "<meta charset=koi8-r><title>é"), "é"],
    // No mark of UTF-16 counts.
    [bytes([0xff, 0xfe], "<title>é"), "é"],
    [bytes("<title>", [0xe4], "b", [0xf0, 0x9f], "c"), "\u{FFFD}b\u{FFFD}c"],
  ];
  for (const [source, title] of table) {
    assert.equal(utf8.title(source), title, String(source));
    const tokenizer = new utf8.Tokenizer();
    let [text, end] = ["", 0];
    const read = (tokens) => {
      for (const token of tokens) {
        assert.equal(token.start, end);
        ({ end } = token);
        if (token.kind === "text" && token.mode === "rcdata") ({ text } = { text: text + token.text });
      }
    };
    const chunks = typeof source === "string" ? bytes(source) : source;
    for (const byte of chunks) read(tokenizer.feed(Uint8Array.of(byte)));
    read(tokenizer.finish());
    assert.deepEqual([text, tokenizer.encoding, end], [title, "UTF-8", chunks.length], String(source));
    tokenizer.free();
  }
});

test("options of encodings are refused", () => {
  for (const name of ["contentType", "charset", "overrideEncoding", "defaultEncoding", "locale", "detect", "detectWithin"]) {
    const options = { [name]: name === "detect" ? true : "utf-8" };
    assert.throws(() => new utf8.Tokenizer(options), { name: "TagspanError", code: "invalid-option" }, name);
    assert.throws(() => utf8.links(bytes("<p>"), options), { code: "invalid-option" }, name);
    utf8.links(bytes("<p>"), { [name]: undefined });
  }
  assert.throws(() => utf8.text(bytes("a", [0xff]), { validation: "strict" }), { code: "ill-formed", offset: 1 });
});

test("links, text and streams are those of the other entry", async () => {
  const source = bytes(`<base href=a/><a href='?é&amp;#é'>é</a><a href=http://bücher.example/>b</a><img srcset='//c 2x, d'>
    <a href=http://[>no</a><iframe srcdoc='<a href=e>'></iframe><p hidden>f<p>g`);
  assert.deepEqual(utf8.links(source, { baseUrl }), all.links(source, { baseUrl }));
  assert.equal(utf8.text(source), all.text(source));
  const names = [];
  const reader = new Blob([source]).stream().pipeThrough(new utf8.TokenStream()).getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) names.push(next.value.start);
  assert.deepEqual(names, Array.from(all.tokenize(source, { charset: "utf-8" }), ({ start }) => start));
});
