// Parse errors with lines and columns, and lines and columns of places.

import assert from "node:assert/strict";
import { test } from "node:test";

import { check, lineColumn } from "../index.js";

const encoder = new TextEncoder();
const utf16 = (text) => Uint8Array.from(text.split("").flatMap((unit) => [unit.charCodeAt(0) & 0xff, unit.charCodeAt(0) >> 8]));

test("parse errors, each where it stands", () => {
  const text = "<!DOCTYPE html>\r\n<p>日𝄞&nbsp <a x x>\r\r<b";
  const expected = [
    ["missing-semicolon-after-character-reference", 2, 11],
    ["duplicate-attribute", 2, 18],
    ["eof-in-tag", 4, 3],
  ];
  const parts = ({ code, line, column }) => [code, line, column];
  const utf8 = check(text);
  assert.deepEqual(utf8.map(parts), expected);
  assert.deepEqual(utf8.map(({ start }) => start), [32, 39, 44]);
  assert.deepEqual(check(encoder.encode(text), { charset: "utf-8" }), utf8);

  const marked = check(utf16(`\u{FEFF}${text}`));
  assert.deepEqual(marked.map(parts), expected);
  // In UTF-16 the offsets are those of its bytes.
  const units = (part) => 2 + 2 * text.indexOf(part);
  assert.deepEqual(marked.map(({ start }) => start), [units(" <a"), units(">\r\r"), 2 + 2 * text.length]);
});

test("the options and the limits are those of a tokenizer", () => {
  const codes = (input, options) => check(input, options).map(({ code }) => code);
  assert.deepEqual(codes("<!DOCTYPE html><?x y>"), ["unexpected-question-mark-instead-of-tag-name"]);
  assert.deepEqual(codes("<!DOCTYPE html><?x y>", { processingInstructions: true }), []);
  assert.deepEqual(check(""), []);
  assert.throws(() => check("<p a>", { limits: { tag: { max: 2 } } }), { code: "limit-exceeded" });
  assert.throws(() => check(new Uint8Array(), { charset: "no such" }), { code: "unknown-encoding" });
  // Constructs of any length are read.
  assert.deepEqual(codes(`<!--${"x".repeat(17 << 20)}`), ["eof-in-comment"]);
});

/** Counts anew: the place of each character, and of the end. */
function* placesOf(text) {
  let [line, column, offset] = [1, 1, 0];
  for (const [character] of text.matchAll(/\r\n|./gsu)) {
    yield { character, line, column, offset };
    offset += character.length;
    column += 1;
    if (/[\r\n]/.test(character)) [line, column] = [line + 1, 1];
  }
  yield { character: "", line, column, offset };
}

test("the line and column of each character", () => {
  const text = `<p>日本 𝄞é&amp;<script>\r\n<b>\n\n\r\rx\u0000<title>${"語 ".repeat(5000)}\nend`;
  for (const { line, column, offset } of placesOf(text)) {
    if (column > 60 && column % 997 !== 0) continue;
    const place = { line, column };
    assert.deepEqual(lineColumn(text, encoder.encode(text.slice(0, offset)).length), place, `UTF-8, ${offset}`);
    assert.deepEqual(lineColumn(utf16(`\u{FEFF}${text}`), 2 + 2 * offset), place, `UTF-16, ${offset}`);
    assert.deepEqual(lineColumn(utf16(text), 2 * offset, { charset: "utf-16le" }), place, `UTF-16 without a mark, ${offset}`);
  }
  // Within a character, and at the ends.
  assert.deepEqual(lineColumn("日本", 4), { line: 1, column: 2 });
  assert.deepEqual(lineColumn(utf16("\u{FEFF}日本"), 5), { line: 1, column: 2 });
  assert.deepEqual(lineColumn(Uint8Array.of(0x93, 0xfa, 0x96, 0x7b, 0x61), 4, { charset: "shift_jis" }), { line: 1, column: 3 });
  assert.deepEqual(lineColumn("", 0), { line: 1, column: 1 });
  for (const offset of [-1, 3, 1.5, NaN, undefined]) assert.throws(() => lineColumn("ab", offset), RangeError);
});
