// Streams: order, backpressure, cancellation and errors.

import assert from "node:assert/strict";
import { test } from "node:test";

import { TokenStream, tokenize } from "../index.js";

const encoder = new TextEncoder();
const turn = () => new Promise((resolve) => setTimeout(resolve, 5));

/** A source of these chunks, and how many of them were asked for. */
function sourceOf(chunks, log = { pulled: 0, cancelled: undefined }) {
  const stream = new ReadableStream(
    {
      pull(controller) {
        if (log.pulled === chunks.length) return controller.close();
        controller.enqueue(chunks[log.pulled]);
        log.pulled += 1;
        return undefined;
      },
      cancel(reason) {
        log.cancelled = reason;
      },
    },
    { highWaterMark: 0 },
  );
  return { stream, log };
}

/** Joins adjacent text, as chunks cut it. */
function joined(tokens) {
  const found = [];
  for (const token of tokens) {
    const last = found.at(-1);
    if (token.kind === "text" && last?.kind === "text") Object.assign(last, { text: last.text + token.text, end: token.end });
    else found.push({ ...token });
  }
  return found;
}

test("tokens of a stream are those of the whole source, in any chunks", async () => {
  const source = encoder.encode(`<!DOCTYPE html><title>é &amp;</title>${"<p class=x>text<!--c--></p>".repeat(50)}<a`);
  const whole = joined(Array.from(tokenize(source), (token) => token.toObject()));
  for (const size of [source.length, 1000, 7, 1]) {
    const chunks = [];
    for (let at = 0; at < source.length; at += size) chunks.push(source.subarray(at, at + size));
    const found = [];
    for await (const token of sourceOf(chunks).stream.pipeThrough(new TokenStream())) found.push(token);
    assert.deepEqual(joined(found), whole, `chunks of ${size}`);
  }
});

test("an empty stream, and empty chunks", async () => {
  for (const chunks of [[], [new Uint8Array()], [new Uint8Array(), encoder.encode("<p>"), new Uint8Array()]]) {
    const kinds = [];
    for await (const token of sourceOf(chunks).stream.pipeThrough(new TokenStream())) kinds.push(token.kind);
    assert.deepEqual(kinds, chunks.length > 1 ? ["startTag"] : []);
  }
});

test("chunks are not asked for before their tokens are", async () => {
  const chunks = Array.from({ length: 100 }, () => encoder.encode("<a><b>"));
  const { stream, log } = sourceOf(chunks);
  const reader = stream.pipeThrough(new TokenStream({ charset: "utf-8" })).getReader();
  await turn();
  assert.ok(log.pulled <= 1, `${log.pulled} chunks before a token was asked for`);
  for (let read = 1; read <= 20; read += 1) {
    await reader.read();
    await turn();
    assert.ok(log.pulled <= read / 2 + 2, `${log.pulled} chunks after ${read} tokens`);
  }
});

test("cancelling reaches the source", async () => {
  const { stream, log } = sourceOf(Array.from({ length: 100 }, () => encoder.encode("<a><b>")));
  const reader = stream.pipeThrough(new TokenStream({ charset: "utf-8" })).getReader();
  assert.equal((await reader.read()).value.name, "a");
  await reader.cancel("enough");
  await turn();
  assert.equal(log.cancelled, "enough");
});

test("leaving the loop cancels the source", async () => {
  const { stream, log } = sourceOf(Array.from({ length: 100 }, () => encoder.encode("<a><b>")));
  for await (const token of stream.pipeThrough(new TokenStream({ charset: "utf-8" }))) {
    if (token.name === "b") break;
  }
  await turn();
  assert.ok(log.pulled < 10 && "cancelled" in log);
});

test("errors reach the reader, and stop the source", async () => {
  const failing = new ReadableStream({ pull: (controller) => controller.error(new Error("the source broke")) });
  const broken = failing.pipeThrough(new TokenStream()).getReader();
  await assert.rejects(() => broken.read(), /the source broke/);

  const { stream, log } = sourceOf(Array.from({ length: 100 }, () => encoder.encode("<a>")));
  const options = { charset: "utf-8", limits: { source: { max: 5 } } };
  const reader = stream.pipeThrough(new TokenStream(options)).getReader();
  assert.equal((await reader.read()).value.name, "a");
  await assert.rejects(async () => {
    for (;;) await reader.read();
  }, { code: "limit-exceeded" });
  await turn();
  assert.ok(log.pulled < 10 && log.cancelled.code === "limit-exceeded");

  const text = sourceOf(["text"]).stream.pipeThrough(new TokenStream()).getReader();
  await assert.rejects(() => text.read(), TypeError);
  assert.throws(() => new TokenStream({ charset: "no such" }), { code: "unknown-encoding" });
});
