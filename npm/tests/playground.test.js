// The playground in Chromium: what it shows of an input, by mouse, keyboard, file and link, and that nothing of it runs.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { sniff, tokenize } from "../index.js";
import { Browser } from "./webdriver.js";

const TYPES = { js: "text/javascript", wasm: "application/wasm", html: "text/html", css: "text/css", json: "application/json" };
const here = (name) => new URL(name, import.meta.url);
const input = (name) => new Uint8Array(readFileSync(here(name)));

let [browser, server, folder, address] = [];
/** What was asked of the server. */
let requests = [];

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "tagspan-playground-"));
  execFileSync(here("../playground/build").pathname, [folder]);
  server = createServer((request, response) => {
    requests.push(request.url);
    try {
      const content = readFileSync(join(folder, request.url === "/" ? "index.html" : request.url));
      response.setHeader("content-type", TYPES[request.url.split(".").pop()] ?? TYPES.html).end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${server.address().port}/`;
  browser = await Browser.start();
});

after(async () => {
  await browser?.stop();
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A test with the page open. Nothing may be logged. */
function page(name, body) {
  test(name, async (context) => {
    if (browser === null) {
      context.skip("no chromedriver");
      return;
    }
    await browser.open("about:blank");
    await browser.open(address);
    await browser.wait(() => document.getElementById("status").textContent.startsWith("example: "));
    await body();
    assert.deepEqual(await browser.log(), []);
  });
}

/** Waits for the next result, after a task in the page that leads to one. */
async function result(task, ...args) {
  await browser.ask(() => (document.getElementById("status").textContent = ""));
  await browser.ask(task, ...args);
  await browser.wait(() => /token|more than|cannot|copied|address bar/.test(document.getElementById("status").textContent));
  return browser.ask(() => document.getElementById("status").textContent);
}

const paste = (text) =>
  result((value) => {
    const box = document.getElementById("text");
    box.value = value;
    box.dispatchEvent(new Event("input"));
  }, text);

const drop = (bytes, name = "page.html") =>
  result(
    (content, called) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([Uint8Array.from(atob(content), (byte) => byte.charCodeAt(0))], called));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    },
    Buffer.from(bytes).toString("base64"),
    name,
  );

const setChunk = (value) =>
  browser.ask((size) => {
    const slider = document.getElementById("chunk");
    slider.value = size;
    slider.dispatchEvent(new Event("input"));
    return slider.getAttribute("aria-valuetext");
  }, value);

/** The rows of the table: span, kind, content. */
const rows = () =>
  browser.ask(() => [...document.querySelectorAll("#tokens tbody tr")].map((row) => [...row.cells].map((cell) => cell.textContent)));

const NAMES = { startTag: "StartTag", endTag: "EndTag", text: "Text", comment: "Comment", doctype: "Doctype" };

/** The spans and kinds that the package finds, text joined. */
function expected(source, options) {
  const found = [];
  let mode = null;
  for (const token of tokenize(source, { parseErrors: true, ...options })) {
    if (token.kind === "error") continue;
    if (token.kind === "text" && mode === token.mode) {
      found.at(-1)[1] = token.end;
      continue;
    }
    mode = token.kind === "text" ? token.mode : null;
    found.push([token.start, token.end, NAMES[token.kind] ?? token.reason]);
  }
  return found.map(([start, end, name]) => [`${start}..${end}`, name]);
}

const shownSpans = async () => (await rows()).map(([span, name]) => [span, name.split(" ")[0]]);

/** The elements below one, as data. */
const SHAPE = `function shape(node) {
  if (node.nodeType === Node.TEXT_NODE) return node.data.replaceAll(/\\s*\\n\\s*$/g, "");
  const children = [];
  for (const child of node.childNodes) {
    const made = shape(child);
    const isText = typeof made === "string";
    if (isText && made === "") continue;
    if (isText && typeof children.at(-1) === "string") children.push(children.pop() + made);
    else children.push(made);
  }
  const attributes = ["id", "class", "title", "href"].map((name) => node.getAttribute(name)).filter(Boolean);
  return [node.localName, ...attributes, children];
}`;

page("the elements are those that `tagspan view` writes", async () => {
  for (const name of ["utf8", "shift-jis"]) {
    await drop(input(`view-${name}.html`));
    await setChunk(await sizeIndex(48));
    const html = readFileSync(here(`view-${name}.expected.html`), "utf8");
    const differences = await browser.ask(
      `(html) => {
        ${SHAPE}
        const other = new DOMParser().parseFromString(html.replaceAll(/ at \\d+:\\d+,/g, " at"), "text/html");
        return ["#source", "#tokens", "#errors", "#strip", "#counts"].map((selector) => {
          const [mine, theirs] = [document, other].map((one) => JSON.stringify(shape(one.querySelector(selector)), null, 1).split("\\n"));
          const at = mine.findIndex((line, index) => line !== theirs[index]);
          return at < 0 && mine.length === theirs.length ? "" : selector + mine.slice(at - 6, at + 3).join("") + " not " + theirs.slice(at - 6, at + 3).join("");
        });
      }`.replace("new DOMParser()", "new DOMParser()"),
      html,
    );
    assert.deepEqual(differences, ["", "", "", "", ""], name);
  }
});

/** The place of a size on the slider. */
const sizeIndex = async (size) => {
  const most = Number(await browser.ask(() => document.getElementById("chunk").max));
  for (let index = 0; index <= most; index += 1) if ((await setChunk(index)) === `${size} bytes`) return index;
  throw new Error(`no size ${size}`);
};

page("pasted text has the tokens of the package", async () => {
  for (const source of ["", "text", "<p>caf\u00e9 \u{1F600}&amp;<b a a=1>x</b><!--c--><title>&lt;</title><a", readFileSync(here("view-utf8.html"), "utf8")]) {
    await paste(source);
    assert.deepEqual(await shownSpans(), expected(source));
    assert.equal(await browser.ask(() => document.getElementById("source").innerText.includes("\u0000")), false);
  }
});

page("a file that is dropped is decoded, and says why", async () => {
  const bytes = input("view-shift-jis.html");
  assert.match(await drop(bytes, "ページ.html"), /^ページ\.html: \d+ tokens, 2 parse errors, Shift_JIS$/);
  assert.deepEqual(await shownSpans(), expected(bytes, { detect: true }));
  const { start, end, confidence, source } = sniff(bytes);
  assert.equal(
    await browser.ask(() => document.getElementById("encoding").textContent),
    `${bytes.length} bytes, read as Shift_JIS, ${confidence} by ${source}, bytes ${start}..${end} <meta charset=Shift_JIS>.`,
  );
  assert.ok((await rows()).some(([, , content]) => content === "日本語&ページ"));
  assert.match(await browser.ask(() => document.getElementById("errors").innerText), /A browser takes the first one and ignores this one\./);
  // A header overrides the declaration.
  await result(() => {
    const type = document.getElementById("type");
    type.value = "text/html; charset=utf-8";
    type.dispatchEvent(new Event("change"));
  });
  assert.match(await browser.ask(() => document.getElementById("encoding").textContent), /read as UTF-8, certain by /);
});

page("the slider marks the tokens that straddle chunks", async () => {
  const source = "<p>one</p><!-- two --><b>three</b>";
  await paste(source);
  for (const size of [1, 2, 8, 12, 24]) {
    if (size > 1) await setChunk(await sizeIndex(size));
    else assert.equal(await setChunk(0), "1 byte");
    const straddling = expected(source).flatMap(([span], number) => {
      const [start, end] = span.split("..").map(Number);
      return Math.floor(start / size) < Math.floor((end - 1) / size) ? [number] : [];
    });
    const shown = (selector) => browser.ask((what) => [...document.querySelectorAll(what)].map((one) => Number(one.id.slice(1))), selector);
    assert.deepEqual(await shown("#source .straddles"), straddling);
    assert.deepEqual(await shown("#tokens tr:has(em)"), straddling);
    const marks = await browser.ask(() => [...document.querySelectorAll("#source u")].map((mark) => mark.title.match(/\d+/)[0]));
    assert.ok(marks.length > 0 && marks.every((end) => end % size === 0));
  }
  assert.equal(await setChunk(1000), "one chunk");
  assert.equal(await browser.ask(() => document.querySelectorAll(".straddles, em, #source u").length), 0);
});

page("a link keeps the input", async () => {
  for (const put of [() => paste("<p title='\u{1F600}&amp;'>\0<b>"), () => drop(input("view-shift-jis.html"), "a&b=c.html")]) {
    await put();
    await setChunk(await sizeIndex(6));
    const [before, status] = [await rows(), await result(() => document.getElementById("share").click())];
    assert.match(status, /^The link is (copied|in the address bar)/);
    const fragment = await browser.ask(() => location.hash);
    assert.match(fragment, /^#(text|bytes)=[\w-]+(&name=a%26b%3Dc.html)?&chunk=6$/);
    await browser.open("about:blank");
    await browser.open(address + fragment);
    await browser.wait(() => /token/.test(document.getElementById("status").textContent));
    assert.deepEqual(await rows(), before);
    assert.equal(await browser.ask(() => document.getElementById("size").textContent), "6 bytes");
  }
  for (const [fragment, message] of [
    ["#text=%", /cannot be read/],
    ["#bytes=AAAA", /cannot be read/],
    [`#bytes=${await bomb()}`, /more than 16777216 bytes/],
  ]) {
    assert.match(await result((hash) => (location.hash = hash), fragment), message);
  }
});

/** A megabyte of nothing, many times. */
async function bomb() {
  const zeros = new Blob(Array(17).fill(new Uint8Array(1 << 20)));
  const packed = await new Response(zeros.stream().pipeThrough(new CompressionStream("deflate-raw"))).arrayBuffer();
  return Buffer.from(packed).toString("base64url");
}

page("nothing of an input runs, and nothing is asked of the network", async () => {
  requests = [];
  const hostile = readFileSync(here("view-utf8.html"));
  await drop(hostile, "<img src=x onerror=document.title='ran'>");
  await paste(hostile.toString());
  await result((hash) => (location.hash = hash), `#text=AAAA&name=<img src=x onerror=document.title='ran'>`);
  await paste(hostile.toString());
  assert.deepEqual(await browser.ask(() => [document.title, document.scripts.length, document.images.length]), ["tagspan playground", 2, 0]);
  assert.deepEqual(requests, []);
  // Markup cannot become elements even by a mistake.
  assert.equal(
    await browser.ask(() => {
      try {
        document.getElementById("info").innerHTML = "<b>";
        return "";
      } catch (error) {
        return error.name;
      }
    }),
    "TypeError",
  );
  await browser.log();
});

page("all is done by keyboard", async () => {
  const [TAB, ENTER, END, HOME] = ["\uE004", "\uE007", "\uE010", "\uE011"];
  const focused = () => browser.ask(() => document.activeElement.id);
  await browser.type("#text", "<p a a>e j<b>");
  await browser.wait(() => document.getElementById("text").value.endsWith("e j<b>"));
  const seen = [await focused()];
  for (let step = 0; step < 8; step += 1) {
    await browser.press(TAB);
    seen.push(await focused());
  }
  assert.deepEqual(seen.slice(0, 8), ["text", "file", "type", "chunk", "example", "share", "source", "tokens"]);
  // Then the errors, whose links go to their marks.
  assert.equal(await browser.ask(() => document.activeElement.hash), "#m1");
  await browser.press(ENTER);
  const said = () => browser.ask(() => document.getElementById("info").textContent);
  assert.match(await said(), /^duplicate-attribute at byte \d+: a tag has two attributes of one name\./);
  await browser.press("j");
  assert.equal(await said(), (await rows())[await browser.ask(() => Number(document.querySelector(".chosen").id.slice(1)))].join(" "));
  await browser.ask(() => document.getElementById("chunk").focus());
  await browser.press(HOME);
  assert.equal(await browser.ask(() => document.getElementById("size").textContent), "1 byte");
  await browser.press(END);
  assert.equal(await browser.ask(() => document.getElementById("size").textContent), "one chunk");
  // Each control has a name, and results are told.
  assert.deepEqual(
    await browser.ask(() =>
      [...document.querySelectorAll("input, textarea, button")].map((one) => (one.labels?.[0] ?? one).textContent.trim().split(" ")[0]),
    ),
    ["HTML", "File", "Content-Type", "Chunks", "Example", "Copy"],
  );
  assert.equal(await browser.ask(() => document.getElementById("status").getAttribute("role")), "status");
});

page("of a large input, what is seen is drawn", async () => {
  const line = "<li class=item><a href='/x?a&amp;b'>some text</a> and more</li>\n";
  const source = new TextEncoder().encode(`<ul>\n${line.repeat(32_000)}</ul></>`);
  assert.ok(source.length > 2_000_000);
  const start = Date.now();
  assert.match(await drop(source), /^page.html: 192\d{3} tokens, 1 parse error, /);
  const elements = () => browser.ask(() => document.querySelectorAll("*").length);
  assert.ok((await elements()) < 20_000, `${await elements()} elements`);
  // From one end to the other.
  await browser.ask(() => document.querySelector("#errors a").click());
  assert.equal(
    await browser.ask(() => {
      const [mark, pane] = [document.getElementById("m1"), document.getElementById("source")].map((one) => one.getBoundingClientRect());
      return mark.top >= pane.top && mark.bottom <= pane.bottom;
    }),
    true,
  );
  assert.ok((await elements()) < 40_000, `${await elements()} elements`);
  assert.ok(Date.now() - start < 20_000, `${Date.now() - start} ms`);
});
