// The tokenizer tests of html5lib, as `crates/testing` reads them: each input whole, and in chunks of one byte, by both entries.

import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

import * as all from "../index.js";
import * as utf8 from "../utf8/index.js";

const root = new URL("../../", import.meta.url);
const places = [process.env.HTML5LIB_TESTS, "../shared/html5lib-tests", "../html5lib-tests"].filter(Boolean);
const folder = places.map((place) => new URL(`${place}/`, root)).find((url) => existsSync(new URL("tokenizer", url)));

/** A document as XML, which is not HTML: `xtask/src/conformance/deviations.rs` has these cases. */
const XML = ["Non-XML character", "Non-XML space", "Double hyphen in comment"];
/** Errors of these are at other places or in another order than in all other files: they are in that list too. */
const SLIP = /^<\?([abyzABYZ] [abyzABYZ]\??|\\u000B)$/;
const MODES = {
  "Data state": "data",
  "RCDATA state": "rcdata",
  "RAWTEXT state": "rawtext",
  "Script data state": "scriptData",
  "PLAINTEXT state": "plaintext",
  "CDATA section state": "cdataSection",
};
const PARTS = {
  doctype: (token) => ["DOCTYPE", token.name, token.publicId, token.systemId, !token.forceQuirks],
  startTag: (token) => {
    const attributes = Object.fromEntries(Array.from(token.attributes, ({ name, value }) => [name, value]));
    return ["StartTag", token.name, attributes, ...(token.selfClosing ? [true] : [])];
  },
  endTag: (token) => ["EndTag", token.name],
  comment: (token) => ["Comment", token.data],
  processingInstruction: (token) => ["ProcessingInstruction", token.name, token.data],
};

const unescape = (text) => text.replace(/\\u([0-9A-Fa-f]{4})/g, (_, digits) => String.fromCharCode(parseInt(digits, 16)));

function unescapeAll(value) {
  if (typeof value === "string") return unescape(value);
  if (Array.isArray(value)) return value.map(unescapeAll);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [unescape(name), unescapeAll(item)]));
}

/** The place of an offset, as the suite counts it. */
function placeOf(input, offset) {
  const before = new TextDecoder("utf-8", { ignoreBOM: true }).decode(input.subarray(0, offset)).replace(/\r\n?/g, "\n");
  return { line: before.split("\n").length, col: before.length - before.lastIndexOf("\n") };
}

/** The output in the form of the suite. */
function run(Tokenizer, options, input, size) {
  const tokenizer = new Tokenizer(options);
  const [output, errors] = [[], []];
  let end = 0;
  const take = (tokens) => {
    for (const token of tokens) {
      if (token.kind === "error") {
        errors.push({ code: token.code, ...placeOf(input, token.start) });
        continue;
      }
      assert.equal(token.start, end);
      end = token.end;
      if (token.kind === "dropped") continue;
      if (token.kind !== "text") output.push(PARTS[token.kind](token));
      else if (output.at(-1)?.[0] === "Character") output.at(-1)[1] += token.text;
      else output.push(["Character", token.text]);
    }
  };
  for (let at = 0; at < input.length; at += size) take(tokenizer.feed(input.subarray(at, at + size)));
  take(tokenizer.finish());
  tokenizer.free();
  assert.equal(end, input.length);
  return { output, errors };
}

const codes = (errors) => errors.map(({ code }) => code).sort();

function check(Tokenizer, name, tests, processingInstructions) {
  const { isWellFormed } = String.prototype;
  let count = 0;
  for (const item of tests) {
    const expected = item.doubleEscaped ? unescapeAll(item) : item;
    // No bytes can carry half of a character.
    if (!isWellFormed.call(expected.input) || XML.includes(item.description)) continue;
    const input = new TextEncoder().encode(expected.input);
    for (const state of item.initialStates ?? ["Data state"]) {
      for (const parseErrors of [true, false]) {
        for (const size of [Math.max(1, input.length), 1]) {
          const { lastStartTag } = item;
          const options = { utf8: true, feedback: "none", initialTextMode: MODES[state], lastStartTag, parseErrors, processingInstructions };
          const found = run(Tokenizer, options, input, size);
          const label = `${name}: ${item.description}, ${state}, chunks of ${size}`;
          assert.deepEqual(found.output, expected.output, label);
          const errors = parseErrors ? (item.errors ?? []) : [];
          if (processingInstructions && SLIP.test(item.description) && parseErrors) {
            assert.notDeepEqual(found.errors, errors, `${label}: it is no longer a slip`);
            assert.deepEqual(codes(found.errors), codes(errors), label);
          } else {
            assert.deepEqual(found.errors, errors, label);
          }
          count += 1;
        }
      }
    }
  }
  return count;
}

if (folder === undefined) {
  test("html5lib", (context) => {
    assert.ok(!process.env.CI, "no html5lib-tests: HTML5LIB_TESTS names their folder");
    context.skip("no html5lib-tests: HTML5LIB_TESTS names their folder");
  });
} else {
  for (const [place, instructions] of [["tokenizer", false], ["tokenizer-2026-10", true]]) {
    const url = new URL(`${place}/`, folder);
    // Copies of the suite may lack the changes of 2026. Without the rest there is nothing to test, which fails.
    if (instructions && !existsSync(url)) continue;
    for (const file of readdirSync(url).filter((file) => file.endsWith(".test"))) {
      for (const [entry, { Tokenizer }] of Object.entries({ all, utf8 })) {
        test(`${entry}: ${place}/${file}`, () => {
          const content = JSON.parse(readFileSync(new URL(file, url), "utf8"));
          assert.ok(check(Tokenizer, file, content.tests ?? content.xmlViolationTests, instructions) > 0);
        });
      }
    }
  }
}
