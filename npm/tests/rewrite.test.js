// Rewriting: what is kept, each edit, encodings, limits, streams and memory.

import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { test } from "node:test";

import { RewriteStream, TagspanError, rewrite, tokenize } from "../index.js";
import { wasm } from "../src/module.js";

const encoder = new TextEncoder();
const nothing = () => {};
const turn = () => new Promise((resolve) => setTimeout(resolve, 5));

/** Text in an encoding of which characters outside ASCII have these bytes. */
function bytesOf(text, foreign = {}) {
  return Uint8Array.from(Array.from(text).flatMap((character) => foreign[character] ?? [character.charCodeAt(0)]));
}

function utf16(text) {
  return Uint8Array.from(`\u{FEFF}${text}`.split("").flatMap((unit) => [unit.charCodeAt(0) & 0xff, unit.charCodeAt(0) >> 8]));
}

const JAPANESE = { 日: [0x93, 0xfa], 本: [0x96, 0x7b], 表: [0x95, 0x5c] };

/** A source of these chunks, and how many of them were asked for. */
function sourceOf(chunks) {
  const log = { pulled: 0, cancelled: undefined };
  const pull = (controller) => {
    if (log.pulled === chunks.length) return controller.close();
    controller.enqueue(chunks[log.pulled]);
    log.pulled += 1;
    return undefined;
  };
  return { log, stream: new ReadableStream({ pull, cancel: (reason) => (log.cancelled = reason) }, { highWaterMark: 0 }) };
}

function chunksOf(source, size) {
  const chunks = [];
  for (let at = 0; at < source.length; at += size) chunks.push(source.subarray(at, at + size));
  return chunks;
}

/** All output up to the end or an error. */
async function collect(stream) {
  const reader = stream.getReader();
  const parts = [];
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) parts.push(next.value);
    return { output: Buffer.concat(parts), error: null };
  } catch (error) {
    return { output: Buffer.concat(parts), error };
  }
}

const streamed = (source, size, handler, options) => collect(sourceOf(chunksOf(source, size)).stream.pipeThrough(new RewriteStream(handler, options)));

test("each edit", () => {
  const on = (kind, name, edit) => (token, tokenEdit) => {
    if (token.kind === kind && (name === null || token.name === name)) edit(tokenEdit, token);
  };
  // (a source, a handler, the output)
  const cases = [
    ["<A  HREF=x>y</A>", on("startTag", "a", (edit) => edit.setAttribute("rel", "nofollow")), '<A  HREF=x rel="nofollow">y</A>'],
    ["<a title='old' />", on("startTag", "a", (edit) => edit.setAttribute("TITLE", "it's <&>")), "<a title='it&#39;s &lt;&amp;&gt;' />"],
    ["<p onclick=a() class=b ONCLICK=c()>", on("startTag", "p", (edit) => edit.removeAttribute("onclick")), "<p class=b>"],
    ["<b>x</B >", on("endTag", "b", (edit) => edit.setName("strong")), "<b>x</strong >"],
    ["<b id=1>", on("startTag", "b", (edit) => edit.setName("i").setAttribute("id", "2").removeAttribute("no")), '<i id="2">'],
    ["a<!--b-->c", on("comment", null, (edit) => edit.remove()), "ac"],
    ["a<!--b-->c", on("comment", null, (edit) => edit.replace("<hr>")), "a<hr>c"],
    ["<p>a &lt; b", on("text", null, (edit, token) => edit.replaceText(token.text.toUpperCase())), "<p>A &lt; B"],
    ["<p>", on("startTag", "p", (edit) => edit.before("<hr>").after("x").before("<br>")), "<hr><br><p>x"],
    ["<p>", on("startTag", "p", (edit) => edit.setAttribute("a", "").keep()), "<p>"],
    ["<p>", on("startTag", "p", (edit) => edit.setAttribute("a", "").remove()), ""],
    ["<p>", on("startTag", "p", (edit) => edit.remove().setAttribute("a", "ü ☮")), '<p a="ü ☮">'],
    // Text stays text.
    ["&<i>lt; <<i>b>", on("startTag", "i", (edit) => edit.remove()), "&&#108;t; <&#98;>"],
    ["", nothing, ""],
  ];
  for (const [source, handler, expected] of cases) {
    assert.equal(rewrite(source, handler), expected, source);
    assert.deepEqual(rewrite(encoder.encode(source), handler, { charset: "utf-8" }), encoder.encode(expected), source);
  }
});

test("the token has the parts and places of any token", () => {
  const source = `<!DOCTYPE html><title>é &amp;</title><p class=x ID='1'>te\u0000xt<!--c--></p><?x y><svg><a/></svg>`;
  for (const [input, options] of [[encoder.encode(source), { charset: "utf-8" }], [utf16(source), {}], [source, {}]]) {
    const seen = [];
    rewrite(input, (token) => seen.push(token.toObject()), options);
    const isMark = ({ reason }) => reason === "byte-order-mark";
    const whole = Array.from(tokenize(input, options), (token) => token.toObject()).filter((token) => !isMark(token));
    assert.deepEqual(seen, whole);
  }
});

test("a document that is not changed comes out byte for byte, in every chunking", async () => {
  const text = "<!DOCTYPE html><meta charset=X><title>日本 &amp</title><p class=x>表<script>if (a<b)</script><!-- 日 --><p a a=1/>\r\n<svg><![CDATA[x]]></svg>";
  const sources = [
    [encoder.encode(`\u{FEFF}${text}`), {}],
    [encoder.encode(`${text}\u{FFFD}<a href`), { charset: "utf-8" }],
    [Uint8Array.of(...encoder.encode(text), 0xff, 0xe6, 0x97), {}],
    [utf16(text), {}],
    [Uint8Array.of(...utf16(text), 0x3c), {}],
    [bytesOf(text.replace("X", "shift_jis"), JAPANESE), {}],
    [Uint8Array.of(...bytesOf(text, JAPANESE), 0x93), { charset: "shift_jis" }],
  ];
  for (const [source, options] of sources) {
    assert.deepEqual(rewrite(source, nothing, options), source);
    for (const size of [1, 2, 3, 7, 64, 1000]) {
      const { output, error } = await streamed(source, size, nothing, options);
      assert.equal(error, null);
      assert.deepEqual(output, Buffer.from(source), `chunks of ${size}`);
    }
  }
});

test("edits are written in the encoding of the source, in every chunking", async () => {
  const text = "<p title=表>日本</p><!-- 日 -->表<img src=a>";
  const handler = (token, edit) => {
    if (token.kind === "startTag" && token.is("img")) edit.setAttribute("alt", `${token.attribute("src")} 日本é`);
    if (token.kind === "startTag" && token.is("p")) edit.setAttribute("lang", token.attribute("title"));
    if (token.kind === "comment") edit.remove();
  };
  const expected = (last) => `<p title=表 lang="表">日本</p>表<img src=a alt="a 日本${last}">`;
  const cases = [
    [bytesOf(text, JAPANESE), bytesOf(expected("&#233;"), JAPANESE), { charset: "shift_jis" }],
    [utf16(text), utf16(expected("é")), {}],
    [encoder.encode(text), encoder.encode(expected("é")), { charset: "utf-8" }],
  ];
  for (const [source, edited, options] of cases) {
    assert.deepEqual(rewrite(source, handler, options), edited);
    for (const size of [1, 3, 10]) {
      assert.deepEqual((await streamed(source, size, handler, options)).output, Buffer.from(edited));
    }
  }
});

/** The inputs of html5lib, as they stand, and real pages where there are some. */
function inputs() {
  const root = new URL("../../", import.meta.url);
  const suites = [process.env.HTML5LIB_TESTS, "../shared/html5lib-tests", "../html5lib-tests"].filter(Boolean);
  const folder = suites.map((place) => new URL(`${place}/tokenizer/`, root)).find((url) => existsSync(url));
  const found = [];
  for (const file of folder ? readdirSync(folder).filter((name) => name.endsWith(".test")) : []) {
    const { tests, xmlViolationTests } = JSON.parse(readFileSync(new URL(file, folder), "utf8"));
    found.push(...(tests ?? xmlViolationTests).map(({ input }) => encoder.encode(input)));
  }
  const pages = new URL("corpora/generated/", root);
  const walk = (url) => (statSync(url).isDirectory() ? readdirSync(url).flatMap((name) => walk(new URL(`${url}/${name}`))) : [url]);
  return [...found, ...walk(pages).map((url) => new Uint8Array(readFileSync(url)))];
}

test("the inputs of html5lib and the generated pages come out byte for byte", async () => {
  const all = inputs();
  assert.ok(all.length > 0);
  for (const [index, source] of all.entries()) {
    assert.deepEqual(rewrite(source, nothing), source);
    // An edit that changes nothing goes through all that edits go through.
    const handler = (token, edit) => {
      if (token.kind === "startTag") edit.removeAttribute("no such").before("").after("");
    };
    assert.deepEqual(rewrite(source, handler), source);
    const size = source.length > 200 ? 4099 : 1 + (index % 3);
    assert.deepEqual((await streamed(source, size, nothing)).output, Buffer.from(source));
  }
});

test("what is wrong with an edit is an error", () => {
  const failing = (source, act, code, offset) => {
    assert.throws(() => rewrite(source, act), (error) => {
      assert.ok(error instanceof TagspanError && error.message.length > 0);
      assert.deepEqual([error.code, error.offset], [code, offset]);
      return true;
    });
  };
  failing("text<p>", (token, edit) => token.kind === "startTag" && edit.setAttribute("not a name", ""), "invalid-name", 4);
  failing("text</p>", (token, edit) => token.kind === "endTag" && edit.setName("1"), "invalid-name", 4);
  failing("<style>a</style>", (token, edit) => token.kind === "text" && edit.replaceText("b"), "raw-text", 7);
  failing("text", (token, edit) => edit.setAttribute("a", ""), "not-a-tag", null);
  failing("<!--c-->", (token, edit) => edit.setName("a"), "not-a-tag", null);
  assert.throws(() => rewrite(new Uint8Array(), nothing, { charset: "no such" }), { code: "unknown-encoding" });
  assert.throws(() => rewrite("<p>", nothing, { no: 1 }), { code: "invalid-option" });
  assert.throws(() => rewrite("<p>"), TypeError);
  assert.throws(() => new RewriteStream(), TypeError);
  let kept;
  rewrite("<p>", (token, edit) => (kept = [token, edit]));
  assert.throws(() => kept[0].name, { code: "stale-token" });
  assert.throws(() => kept[1].remove(), { code: "stale-token" });
});

test("limits hold", async () => {
  const page = encoder.encode(`text<p${" a".repeat(100_001)} onclick=attack()>`);
  const { output, error } = await streamed(page, 1000, nothing, { charset: "utf-8" });
  assert.deepEqual([error.code, error.offset, output.toString()], ["limit-exceeded", 4, "text"]);
  assert.throws(() => rewrite("<p>text", nothing, { limits: { source: { max: 5 } } }), { code: "limit-exceeded" });
  assert.throws(() => rewrite(Uint8Array.of(0x61, 0xff), nothing, { charset: "utf-8", validation: "strict" }), { code: "ill-formed" });
});

test("what a handler throws reaches the reader after the output so far", async () => {
  const source = encoder.encode("<p>one<!--c--><b>two<i>three");
  for (const size of [1, 4, 100]) {
    const chunks = chunksOf(source, size);
    const { stream, log } = sourceOf([...chunks, ...Array.from({ length: 100 }, () => encoder.encode("more"))]);
    const thrown = new Error("the handler's own");
    const handler = (token, edit) => {
      if (token.kind === "comment") edit.remove();
      if (token.kind === "startTag" && token.is("i")) {
        edit.before("not written").setAttribute("a", "");
        throw thrown;
      }
    };
    const { output, error } = await collect(stream.pipeThrough(new RewriteStream(handler, { charset: "utf-8" })));
    assert.equal(error, thrown);
    assert.equal(output.toString(), "<p>one<b>two", `chunks of ${size}`);
    await turn();
    assert.ok(log.pulled <= chunks.length + 2 && log.cancelled === thrown);
  }
  assert.throws(() => rewrite("<p>", () => { throw undefined; }), (error) => error === undefined);
});

test("a handler may use the package, and rewrite by itself", () => {
  const inner = (token, edit) => token.kind === "text" && edit.replaceText(token.text.toUpperCase());
  const outer = (token, edit) => {
    if (token.kind !== "startTag" || token.attribute("srcdoc") === null) return;
    // The memory grows meanwhile.
    assert.equal(Array.from(tokenize(new Uint8Array(3 << 20).fill(0x61))).length > 0, true);
    edit.setAttribute("srcdoc", rewrite(token.attribute("srcdoc"), inner));
    assert.equal(token.name, "iframe");
  };
  assert.equal(rewrite('<p>a<iframe srcdoc="<b>x</b>">', outer), '<p>a<iframe srcdoc="&lt;b&gt;X&lt;/b&gt;">');
});

test("chunks are not asked for before their output is", async () => {
  const { stream, log } = sourceOf(Array.from({ length: 100 }, () => encoder.encode("<a>")));
  const reader = stream.pipeThrough(new RewriteStream(nothing, { charset: "utf-8" })).getReader();
  await turn();
  assert.ok(log.pulled <= 1, `${log.pulled} chunks before output was asked for`);
  for (let read = 1; read <= 20; read += 1) {
    await reader.read();
    await turn();
    assert.ok(log.pulled <= read + 1, `${log.pulled} chunks after ${read} reads`);
  }
  await reader.cancel("enough");
  await turn();
  assert.equal(log.cancelled, "enough");
  assert.ok(log.pulled < 30);
});

test("errors of the source reach the reader", async () => {
  const failing = new ReadableStream({ pull: (controller) => controller.error(new Error("the source broke")) });
  const { error } = await collect(failing.pipeThrough(new RewriteStream(nothing)));
  assert.match(error.message, /the source broke/);
  const text = await collect(sourceOf(["text"]).stream.pipeThrough(new RewriteStream(nothing)));
  assert.ok(text.error instanceof TypeError);
});

test("memory does not grow over 10,000 pages", () => {
  const handler = (token, edit) => {
    if (token.kind !== "startTag" || !token.is("a")) return;
    edit.setAttribute("href", `${token.attribute("href")}#`).after("<b>");
  };
  const page = (number) => encoder.encode(`<title>${number}</title>${`<p>${number} <a href="/${number}?a&amp;b">x</a>`.repeat(1 + (number % 40))}`);
  let before = 0;
  for (let round = 0; round < 10_100; round += 1) {
    if (round === 100) before = wasm.exports.memory.buffer.byteLength;
    if (round % 4 === 0) assert.throws(() => rewrite(page(round), () => { throw new Error(); }));
    else assert.ok(rewrite(page(round), handler, { charset: "utf-8" }).length > page(round).length);
  }
  assert.equal(wasm.exports.memory.buffer.byteLength, before);
});

test("memory does not grow over streams that end, fail or are cancelled", async () => {
  let before = 0;
  const chunk = encoder.encode("<p>text<a href=x>".repeat(1000));
  for (let round = 0; round < 600; round += 1) {
    if (round === 100) before = wasm.exports.memory.buffer.byteLength;
    const { stream } = sourceOf([chunk, chunk]);
    const handler = round % 3 === 0 ? () => { throw new Error(); } : nothing;
    const reader = stream.pipeThrough(new RewriteStream(handler, { charset: "utf-8" })).getReader();
    const read = reader.read();
    if (round % 3 === 0) await assert.rejects(read);
    else await read;
    if (round % 3 === 1) await reader.cancel();
    else if (round % 3 === 2) while (!(await reader.read()).done);
  }
  assert.ok(wasm.exports.memory.buffer.byteLength - before <= 1 << 20);
});
