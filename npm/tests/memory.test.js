// The module's memory does not grow with the number of tokenizers or of pages.

import assert from "node:assert/strict";
import { test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

import { Tokenizer, links, sniff, text, tokenize } from "../index.js";
import { wasm } from "../src/module.js";

const encoder = new TextEncoder();

/** A page, different for each number. */
function page(number) {
  const rows = `<p class=row>row ${number} &amp; <a href="/${number}?a&amp;b">link</a><!-- ${number} -->`;
  return encoder.encode(`<!DOCTYPE html><meta charset=utf-8><title>${number}</title>${rows.repeat(1 + (number % 40))}`);
}

function readAll(tokens) {
  let read = 0;
  for (const token of tokens) {
    if (token.kind === "startTag") read += token.name.length + (token.attribute("href")?.length ?? 0);
    if (token.kind === "text") read += token.text.length;
  }
  return read;
}

/** Whether the memory stays as it is while something is repeated, after some rounds to warm up. */
function assertNoGrowth(rounds, act) {
  for (let round = 0; round < 100; round += 1) act(round);
  const before = wasm.exports.memory.buffer.byteLength;
  for (let round = 0; round < rounds; round += 1) act(round);
  assert.equal(wasm.exports.memory.buffer.byteLength, before);
}

test("1,000 tokenizers, made and freed", () => {
  assertNoGrowth(1000, (round) => {
    const tokenizer = new Tokenizer({ contentType: "text/html; charset=utf-8" });
    assert.ok(readAll(tokenizer.tokens(page(round))) > 0);
    tokenizer.free();
  });
});

test("1,000 sources whose iteration ends, is left, or fails", () => {
  assertNoGrowth(1000, (round) => {
    const source = page(round);
    assert.ok(readAll(tokenize(source)) > 0);
    for (const token of tokenize(source)) if (token.kind === "startTag") break;
    assert.throws(() => readAll(tokenize(source, { limits: { source: { max: 64 } } })), { code: "limit-exceeded" });
    assert.throws(() => new Tokenizer({ charset: "no such" }), { code: "unknown-encoding" });
  });
});

test("10,000 pages through one tokenizer, whole and in chunks", () => {
  const tokenizer = new Tokenizer();
  assertNoGrowth(10_000, (round) => {
    const source = page(round);
    if (round % 2 === 0) {
      assert.ok(readAll(tokenizer.tokens(source)) > 0);
      return;
    }
    tokenizer.reset();
    for (let at = 0; at < source.length; at += 500) readAll(tokenizer.feed(source.subarray(at, at + 500)));
    readAll(tokenizer.finish());
  });
  tokenizer.free();
});

test("1,000 pages read for links and text", () => {
  assertNoGrowth(1000, (round) => {
    const source = page(round);
    assert.equal(links(source).length, 1 + (round % 40));
    assert.ok(text(source).length > 0);
    assert.equal(sniff(source).encoding, "UTF-8");
    assert.throws(() => links(source, { baseUrl: "no URL" }), { code: "invalid-url" });
  });
});

test("tokenizers that are dropped are freed when they are collected", async () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc");
  const source = encoder.encode("<p>text".repeat(20_000));
  const sizes = [];
  for (let round = 0; round < 8; round += 1) {
    for (let made = 0; made < 20; made += 1) {
      // Some are left within their tokens, which keep them alive until then.
      let count = 0;
      for (const token of new Tokenizer({ charset: "utf-8" }).tokens(source)) {
        count += token.name?.length ?? 0;
        if (made % 2 === 0 && count === 100) break;
        if (made === 1 && count === 1) collect();
      }
      assert.equal(count, made % 2 === 0 ? 100 : 20_000);
    }
    collect();
    // The callbacks of the registry come after this turn.
    await new Promise((resolve) => setTimeout(resolve, 10));
    sizes.push(wasm.exports.memory.buffer.byteLength);
  }
  assert.equal(sizes.at(-1), sizes[3], `${sizes}`);
});
