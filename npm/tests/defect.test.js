// What follows a trap of the module, which a defect or a lack of memory causes.

import assert from "node:assert/strict";
import { test } from "node:test";

import { RewriteStream, TagspanError, Tokenizer, links, rewrite, tokenize } from "../index.js";
import { refresh, wasm } from "../src/module.js";

/** What was made before a trap throws its error, and what is made later works. */
function assertAllWorks() {
  assert.equal(links("<a href=x>").length, 1);
  assert.deepEqual(Array.from(tokenize("<p>x"), ({ kind }) => kind), ["startTag", "text"]);
  const handler = (token, edit) => token.is("p") && edit.setAttribute("id", token.name);
  assert.equal(rewrite("<p>x", handler), '<p id="p">x');
}

test("after a trap what was made before is lost, and what is made later works", async () => {
  for (let round = 0; round < 3; round += 1) {
    assertAllWorks();
    const [tokenizer, other] = [new Tokenizer(), new Tokenizer()];
    const stream = new RewriteStream(() => {});
    const tokens = tokenizer.tokens("<p>text");
    const { value: token } = tokens.next();
    // All pointers lead out of the memory.
    wasm.bytes.fill(0xff);
    const causes = [];
    const isDefect = (error) => error instanceof TagspanError && error.code === "defect" && causes.push(error.cause) > 0;
    assert.throws(() => other.feed(new Uint8Array(1)), isDefect);
    for (let call = 0; call < 2; call += 1) {
      for (const act of [() => tokens.next(), () => tokenizer.tokens("<p>"), () => other.feed(new Uint8Array(1)), () => other.reset()]) {
        assert.throws(act, isDefect, `${act}`);
      }
      assertAllWorks();
    }
    assert.throws(() => token.name, { code: "stale-token" });
    const writer = stream.writable.getWriter();
    await assert.rejects(Promise.all([writer.write(new Uint8Array(1)), stream.readable.getReader().read()]), isDefect);
    assert.ok(causes.every((cause) => cause instanceof WebAssembly.RuntimeError));
    tokenizer.free();
    other[Symbol.dispose]();
    assertAllWorks();
  }
});

test("a trap within a handler ends its rewriting, and nothing is called in its place", () => {
  const codes = [];
  const handler = () => {
    for (let call = 0; call < 2; call += 1) {
      wasm.bytes.fill(0xff);
      try {
        links("<a href=x>");
      } catch ({ code }) {
        codes.push(code);
      }
    }
  };
  assert.throws(() => rewrite("<p>text", handler), { code: "defect" });
  assert.deepEqual(codes.slice(0, 2), ["defect", "defect"]);
  assertAllWorks();
});

test("a lack of memory is an error of its own, after which other pages are read", () => {
  assertAllWorks();
  const [tokenizer, other] = [new Tokenizer({ lossless: true }), new Tokenizer()];
  const chunk = new Uint8Array(1 << 16).fill(0x2d);
  for (const each of [tokenizer, other]) assert.deepEqual([...each.feed(new TextEncoder().encode("<!--".padEnd(1 << 16)))], []);
  // To the most that a memory may have. Nothing is written to it.
  const { memory } = wasm.exports;
  memory.grow(65536 - memory.buffer.byteLength / 65536);
  refresh();
  const isOut = (error) => error instanceof TagspanError && error.code === "out-of-memory";
  assert.throws(() => {
    for (let count = 0; count < 200; count += 1) for (const token of tokenizer.feed(chunk)) assert.equal(token.kind, "error");
  }, isOut);
  assert.throws(() => tokenizer.feed(chunk), isOut);
  assert.throws(() => other.feed(chunk), isOut);
  assertAllWorks();
});
