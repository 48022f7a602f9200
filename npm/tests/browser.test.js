// The package in a browser and in a worker there, without a bundler.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

const TYPES = { js: "text/javascript", wasm: "application/wasm", html: "text/html" };

/** What is done on the page and in the worker. The result is sent to the server. */
const task = (name, entry) => `
import { RewriteStream, TokenStream, init, links, tokenize } from "${entry}";
let early = "";
try { tokenize("<p>"); } catch (error) { early = error.code; }
await Promise.all([init(), init()]);
const names = [];
const stream = new Blob(["<p>one<b>"]).stream().pipeThrough(new TokenStream({ utf8: true }));
const reader = stream.getReader();
for (let next = await reader.read(); !next.done; next = await reader.read()) names.push(next.value.name ?? next.value.text);
const [link] = links("<a href=x>", { baseUrl: "https://example.com/" });
const lazy = new RewriteStream((token, edit) => { if (token.is("img")) edit.setAttribute("loading", "lazy"); }, { utf8: true });
const rewritten = await new Response(new Blob(["<IMG src=a>"]).stream().pipeThrough(lazy)).text();
await fetch("/result", { method: "POST", body: JSON.stringify(["${name}", early, names, link.url, rewritten]) });
`;
const PAGES = {
  "/page.html": `<script type=module>${task("page", "/index.js")}</script>
    <script type=module>${task("utf8", "/utf8/index.js")}</script><script>new Worker("/worker.js", { type: "module" });</script>`,
  "/worker.js": task("worker", "/index.js"),
};

test("a page and a worker in Chromium", async (context) => {
  const results = new Map();
  const loaded = new Set();
  let finish;
  const finished = new Promise((resolve) => (finish = resolve));
  const server = createServer((request, response) => {
    if (request.method === "POST") {
      let body = "";
      request.on("data", (part) => (body += part));
      request.on("end", () => {
        const [name, ...result] = JSON.parse(body);
        results.set(name, result);
        response.end();
        if (results.size === 3) finish();
      });
      return;
    }
    if (request.url.endsWith(".wasm")) loaded.add(request.url);
    try {
      const content = PAGES[request.url] ?? readFileSync(new URL(`..${request.url}`, import.meta.url));
      response.setHeader("content-type", TYPES[request.url.split(".").pop()] ?? "text/plain").end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const folder = mkdtempSync(join(tmpdir(), "tagspan-"));
  const address = `http://127.0.0.1:${server.address().port}/page.html`;
  const options = ["--headless", "--no-sandbox", "--disable-gpu", `--user-data-dir=${folder}`, "--remote-debugging-port=0"];
  const browser = spawn("chromium", [...options, address], { stdio: "ignore" });
  const ended = new Promise((resolve) => browser.on("error", resolve).on("close", () => resolve("ended")));
  try {
    const late = new Promise((resolve) => setTimeout(resolve, 60_000, "late").unref());
    const first = await Promise.race([finished, ended, late]);
    if (first?.code === "ENOENT") {
      assert.ok(!process.env.CI, "no chromium");
      context.skip("no chromium");
      return;
    }
    assert.equal(first, undefined);
    const expected = ["not-loaded", ["p", "one", "b"], "https://example.com/x", '<IMG src=a loading="lazy">'];
    assert.deepEqual(Object.fromEntries(results), { page: expected, utf8: expected, worker: expected });
    assert.deepEqual([...loaded].sort(), ["/tagspan.wasm", "/utf8/tagspan.wasm"]);
  } finally {
    browser.kill();
    await ended;
    server.closeAllConnections();
    server.close();
    // Its other processes may write for a while.
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
});
