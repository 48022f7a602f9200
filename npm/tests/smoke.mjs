// The package where Node's test runner is not: `node`, `deno run --allow-read` and `bun` run this file.

import { RewriteStream, TokenStream, check, links, rewrite, tokenize } from "../index.js";

function equal(found, expected) {
  if (JSON.stringify(found) !== JSON.stringify(expected)) {
    throw new Error(`${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`);
  }
}

async function collect(stream) {
  const found = [];
  const reader = stream.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) found.push(next.value);
  return found;
}

const html = "<p>See <a href='?a&amp;b'>é</a>";
const body = () => new Response(html).body;

equal(Array.from(tokenize(html), ({ kind }) => kind), ["startTag", "text", "startTag", "text", "endTag"]);
equal(links(html, { baseUrl: "https://example.com/" })[0].url, "https://example.com/?a&b");
equal(check("<!DOCTYPE html><p a a>"), [{ code: "duplicate-attribute", start: 21, line: 1, column: 22 }]);

const tokens = await collect(body().pipeThrough(new TokenStream({ charset: "utf-8" })));
equal(tokens.map(({ name, text }) => name ?? text), ["p", "See ", "a", "é", "a"]);

const handler = (token, edit) => {
  if (token.kind === "startTag" && token.is("a")) edit.setAttribute("rel", "nofollow");
};
const expected = "<p>See <a href='?a&amp;b' rel=\"nofollow\">é</a>";
equal(rewrite(html, handler), expected);
equal(await new Response(body().pipeThrough(new RewriteStream(handler, { charset: "utf-8" }))).text(), expected);

const failing = body().pipeThrough(new RewriteStream(() => {
  throw new RangeError("the handler's own");
}));
equal(await collect(failing).catch((error) => [error.name, error.message]), ["RangeError", "the handler's own"]);

const cancelled = [];
const endless = new ReadableStream({
  pull: (controller) => controller.enqueue(new TextEncoder().encode("<p>")),
  cancel: (reason) => cancelled.push(reason),
});
const reader = endless.pipeThrough(new RewriteStream(() => {}, { charset: "utf-8" })).getReader();
equal((await reader.read()).value.length, 3);
await reader.cancel("enough");
for (let turns = 0; cancelled.length === 0 && turns < 100; turns += 1) await new Promise((resolve) => setTimeout(resolve, 10));
equal(cancelled, ["enough"]);
console.log("as it should be");
