// What follows a trap of the module, which a defect would cause. In a file of its own: the module is of no use afterwards.

import assert from "node:assert/strict";
import { test } from "node:test";

import { TagspanError, Tokenizer, links, tokenize } from "../index.js";
import { wasm } from "../src/module.js";

test("after a trap each call is an error, and freeing does nothing", () => {
  const [tokenizer, other] = [new Tokenizer(), new Tokenizer()];
  const tokens = tokenizer.tokens("<p>text");
  // All pointers lead out of the memory.
  wasm.bytes.fill(0xff);
  const isDefect = (error) => error instanceof TagspanError && error.code === "defect";
  const causes = [];
  for (let round = 0; round < 2; round += 1) {
    for (const act of [() => links("<a href=x>"), () => tokens.next(), () => other.feed(new Uint8Array(1)), () => tokenize("<p>")]) {
      assert.throws(act, (error) => isDefect(error) && causes.push(error.cause) > 0, `${act}`);
    }
  }
  assert.ok(causes.every((cause) => cause instanceof WebAssembly.RuntimeError));
  tokenizer.free();
  other[Symbol.dispose]();
});
