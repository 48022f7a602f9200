// The examples of the guide and of both READMEs, run as they stand there.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import * as tagspan from "../index.js";

const AsyncFunction = (async () => {}).constructor;

// (the document, what its examples log)
const table = [
  ["../README.md", [["?a&b", 7, 26]]],
  ["../../README.md", [["/one?a&b"], ["https://example.com/two"]]],
  ["../../docs/guide/src/javascript.md", []],
];

for (const [path, expected] of table) {
  test(path, async () => {
    const blocks = [...readFileSync(new URL(path, import.meta.url), "utf8").matchAll(/^```js\n(.*?)^```/gms)];
    assert.ok(blocks.length > 0);
    const log = [];
    for (const [, block] of blocks) {
      let imported = 0;
      const code = block.replace(/^import \{ ([\w, ]+) \} from "tagspan";$/m, (_, names) => {
        imported += 1;
        return `const { ${names} } = tagspan;`;
      });
      assert.equal(imported, 1);
      const console = { assert: (isTrue) => assert.ok(isTrue, block), log: (...values) => log.push(values) };
      await new AsyncFunction("tagspan", "console", code)(tagspan, console);
    }
    assert.deepEqual(log, expected);
  });
}
