// The playground in Chromium: what it shows of an input, by mouse, keyboard, file and link, and that nothing of it runs.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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

const isReady = () => document.getElementById("status").textContent.startsWith("example: ");

/** A test with the page open. Nothing may be logged. */
function page(name, body) {
  test(name, async (context) => {
    if (browser === null) {
      context.skip("no chromedriver");
      return;
    }
    await browser.open("about:blank");
    await browser.open(address);
    await browser.wait(isReady);
    await body();
    assert.deepEqual(await browser.log(), []);
  });
}

/** Waits for the next result, after a task in the page that leads to one. */
async function result(task, ...args) {
  await browser.ask(() => (document.getElementById("status").textContent = ""));
  await browser.ask(task, ...args);
  await browser.wait(() => /token|longer than|cannot|copied|address bar/.test(document.getElementById("status").textContent));
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

/** Draws what is out of sight too. */
const drawAll = () =>
  browser.ask(() => {
    const [count] = document.getElementById("status").textContent.match(/\d+(?= token)/) ?? [0];
    for (let number = 0; number < count; number += 1) for (const letter of "st") drawPart(letter, number);
  });

/** The rows of the table: span, kind, content. */
const rows = async () =>
  (await drawAll()) ?? browser.ask(() => [...document.querySelectorAll("#tokens tbody tr")].map((row) => [...row.cells].map((cell) => cell.textContent)));

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

/**
 * The elements below one, as data. A line end behind an element is none of it in the page of `tagspan view`. Left out is what differs:
 * blocks, and errors, which that page marks at the bytes at fault.
 */
const SHAPE = `function shape(node) {
  if (node.nodeType === Node.TEXT_NODE) return node.data.replace(/\\n$/, "");
  const children = [];
  const add = (made) => {
    if (made === "") return;
    if (typeof made === "string" && typeof children.at(-1) === "string") children.push(children.pop() + made);
    else children.push(made);
  };
  for (const child of node.childNodes) {
    if (child.matches?.("pre b, pre s, td b, li ul")) continue;
    // A token that goes on in the next block has no id there.
    if (child.matches?.("pre") && child.firstElementChild?.matches("a:not([id])")) {
      const [first, ...others] = shape(child).at(-1);
      children.at(-1).at(-1).push(...first.at(-1));
      others.forEach(add);
    } else if (child.matches?.("pre, mark")) shape(child).at(-1).forEach(add);
    else add(shape(child));
  }
  const isName = (child) => node.matches("td:nth-child(2)") && typeof child === "string";
  const attributes = ["id", "class", "title", "href", "data-n"].map((name) => node.getAttribute(name)).filter(Boolean);
  return [node.localName, ...attributes, children.map((child) => (isName(child) ? child.trim() : child)).filter(Boolean)];
}`;

page("the elements are those that `tagspan view` writes", async () => {
  const shapes = () =>
    browser.ask(`() => {
      ${SHAPE}
      document.normalize();
      return ["#source", "#tokens", "#errors", "#strip", "#counts"].map((part) => JSON.stringify(shape(document.querySelector(part)), null, 1));
    }`);
  for (const name of ["utf8", "shift-jis"]) {
    await browser.open(address);
    await browser.wait(isReady);
    await drop(input(`view-${name}.html`));
    await setSize(48);
    await drawAll();
    const ours = await shapes();
    // The bytes at fault are not known here.
    const theirs = readFileSync(here(`view-${name}.expected.html`), "utf8").replaceAll(/ at \d+:\d+, bytes? [\d.]+,/g, "");
    writeFileSync(join(folder, "expected.html"), `<!DOCTYPE html><meta charset=utf-8><link rel=icon href=data:,>${theirs}`);
    await browser.open(`${address}expected.html`);
    for (const [index, part] of (await shapes()).entries()) assert.deepEqual(ours[index].split("\n"), part.split("\n"), name);
  }
});

page("lines are numbered, and errors are marked where they are noticed", async () => {
  const html = "<p a a>\r\nx&ampy\rz\f\n</p b=1>\n";
  assert.match(await drop(new TextEncoder().encode(html)), /3 parse errors/);
  // The text before each number and each mark.
  const found = await browser.ask(() => {
    const range = document.createRange();
    return [...document.querySelectorAll("#source [data-n], #source b")].map((mark) => {
      range.setStart(document.getElementById("source"), 0);
      range.setEndBefore(mark);
      const before = range.cloneContents();
      for (const other of before.querySelectorAll("b")) other.remove();
      return [mark.dataset.n ?? mark.id, mark.title, before.textContent];
    });
  });
  const lines = ["<p a a>CR\n", "<p a a>CR\nx&ampyCR\n", "<p a a>CR\nx&ampyCR\nzU+000C\n", "<p a a>CR\nx&ampyCR\nzU+000C\n</p b=1>\n"];
  assert.deepEqual(found, [
    ["1", "", ""],
    ["m1", "duplicate-attribute", "<p a a"],
    ["2", "", lines[0]],
    ["m2", "missing-semicolon-after-character-reference", `${lines[0]}x&amp`],
    ["3", "", lines[1]],
    ["4", "", lines[2]],
    ["m3", "end-tag-with-attributes", `${lines[2]}</p b=1`],
    ["5", "", lines[3]],
  ]);
});

/** Moves the slider to a size. */
const setSize = (size) =>
  browser.ask((words) => {
    const slider = document.getElementById("chunk");
    for (slider.value = 0; ; slider.value = Number(slider.value) + 1) {
      slider.dispatchEvent(new Event("input"));
      if (slider.getAttribute("aria-valuetext") === words) return;
      if (slider.value === slider.max) throw new Error(`no size of ${words}`);
    }
  }, `${size} bytes`);

page("pasted text has the tokens of the package", async () => {
  // A box of text has no CR.
  const page = readFileSync(here("view-utf8.html"), "utf8").replaceAll("\r", "");
  for (const source of ["", "text", "<p>caf\u00e9 \u{1F600}&amp;<b a a=1>x</b><!--c--><title>&lt;</title><a", page]) {
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
  const late = Uint8Array.from(`<p>${" ".repeat(2000)}<meta charset=koi8-r>\xc1`, (character) => character.charCodeAt(0));
  assert.match(await drop(late), /, KOI8-R$/);
  assert.match(
    await browser.ask(() => document.getElementById("encoding").textContent),
    /^2025 bytes, read as KOI8-R because of a late declaration\. At first it was \S+, tentative by detection, bytes 0\.\.2025\.$/,
  );
  await drop(bytes);
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
    if (size > 1) await setSize(size);
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
    await setSize(6);
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
    [`#bytes=${await bomb()}`, /longer than 16777216 bytes/],
  ]) {
    assert.match(await result((hash) => (location.hash = hash), fragment), message);
  }
});

page("an input that is too long is refused, and the one before stays", async () => {
  const before = await rows();
  const status = await result(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([new Uint8Array(16_777_217)], "page.html"));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
  });
  assert.match(status, /^page.html: the input is longer than 16777216 bytes$/);
  assert.deepEqual(await browser.ask(() => document.getElementById("status").className), "failed");
  assert.equal(await browser.ask(() => document.querySelectorAll("#tokens tbody tr").length), before.length);
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
  // Each key has a result. The last one is drawn, so no other takes the focus away.
  await browser.wait(() => document.getElementById("source").textContent.includes("e j<b>"));
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
  // The mark is shown once the browser has followed the link.
  await browser.wait(() => document.getElementById("info").textContent !== "");
  assert.match(await said(), /^duplicate-attribute noticed at byte \d+: a tag has two attributes of one name\./);
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
  assert.match(await drop(source), /^page.html: 224004 tokens, 1 parse error, /);
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
  // Tokens with more parts, errors or invisible characters than can be shown.
  for (const [hostile, status] of [
    [`<script>${"a\0".repeat(50_000)}`, /^page.html: 2 tokens, 50000 parse errors/],
    [`<p ${"a=1 ".repeat(200_000)}>`, /^page.html: 1 token, 199999 parse errors/],
    ["&amp;".repeat(100_000), /^page.html: 1 token, 0 parse errors/],
    ["\u202e".repeat(100_000), /^page.html: 1 token, 0 parse errors/],
    ["<meta charset=utf-8>" + "\xff".repeat(200_000), /^page.html: 2 tokens, 0 parse errors, UTF-8/],
  ]) {
    const bytes = hostile.includes("\xff") ? Buffer.from(hostile, "latin1") : new TextEncoder().encode(hostile);
    assert.match(await drop(bytes), status);
    await setChunk(0);
    assert.ok((await elements()) < 20_000, `${await elements()} elements`);
    assert.ok(await browser.ask(() => !/[\0\u202e]/.test(document.getElementById("source").textContent)));
  }
  assert.ok(Date.now() - start < 120_000, `${Date.now() - start} ms`);
});
