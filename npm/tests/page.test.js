// Links, text, title, sniffing and escaping.

import assert from "node:assert/strict";
import { test } from "node:test";

import { escape, escapeAttribute, links, sniff, text, title } from "../index.js";

const baseUrl = "https://example.com/folder/";

test("links have their URL and their place", () => {
  // (source, options, the parts of its links)
  const table = [
    ["<p>none", { baseUrl }, []],
    ["<a href='x?a&amp;b'>one <b>two</b></a>", { baseUrl }, [{ url: `${baseUrl}x?a&b`, value: "x?a&b", element: "a", attribute: "href", kind: "attribute", text: "one two", start: 9, end: 18 }]],
    ["<a href=/x rel=nofollow>", {}, [{ url: null, value: "/x", rel: "nofollow" }]],
    ["<base href=https://b.test/><a href=x>", { baseUrl }, [{ url: "https://b.test/x" }]],
    ["<img srcset='a 1x, b 2x'>", { baseUrl }, [{ url: `${baseUrl}a`, descriptor: "1x", kind: "srcset" }, { url: `${baseUrl}b`, descriptor: "2x" }]],
    ["<a href=http://[>", { baseUrl }, [{ url: null, value: "http://[" }]],
    [Uint8Array.from([...Buffer.from("<meta charset=shift_jis>"), 0x93, 0xfa, ...Buffer.from("<a href=x>"), 0x96, 0x7b]), { baseUrl }, [{ url: `${baseUrl}x`, text: "本", start: 34, end: 35 }]],
  ];
  for (const [source, options, expected] of table) {
    const found = links(source, options);
    assert.equal(found.length, expected.length, String(source));
    expected.forEach((parts, index) => {
      const { [index]: link } = found;
      assert.deepEqual(Object.fromEntries(Object.keys(parts).map((key) => [key, link[key]])), parts, String(source));
    });
  }
});

test("queries are in the encoding of the page, whose URLs the host parses", () => {
  const here = "http://a.example/b/c";
  // (the encoding, the value, the URL), as `crates/extract/src/base_url.rs` has them
  const table = [
    ["utf-8", "?q=é", `${here}?q=%C3%A9`],
    ["windows-1252", "?q=é", `${here}?q=%E9`],
    ["windows-1252", "é?q=é#é", "http://a.example/b/%C3%A9?q=%E9#%C3%A9"],
    ["koi8-r", "?q=д&é", `${here}?q=%C4&%26%23233%3B`],
    ["iso-2022-jp", "?日本💩日", `${here}?%1B$BF|K\\%1B(B%26%23128169%3B%1B$BF|%1B(B`],
    ["iso-2022-jp", "?日\n本", `${here}?%1B$BF|K\\%1B(B`],
    ["utf-16le", "?q=é", `${here}?q=%C3%A9`],
    ["shift_jis", "?表 ", `${here}?%95\\`],
    ["windows-1252", "///d.example/é?é", "http://d.example/%C3%A9?%E9"],
    ["windows-1252", " \\/\\\\d.example", "http://d.example/"],
    ["windows-1252", "ws://b.example/?q=é", "ws://b.example/?q=%C3%A9"],
    ["windows-1252", "w\ts:?é", null],
    ["windows-1252", "HTTPS:?é", null],
    ["windows-1252", "http:?é", `${here}?%E9`],
    ["windows-1252", "mailto:a?é", "mailto:a?%C3%A9"],
    ["windows-1252", "http://bücher.example/?é", "http://xn--bcher-kva.example/?%E9"],
    ["windows-1252", "d?é=' <", "http://a.example/b/d?%E9=%27%20%3C"],
  ];
  for (const [charset, value, expected] of table) {
    const references = `<a href="${[...escapeAttribute(value)].map((it) => (it > "~" ? `&#${it.codePointAt()};` : it)).join("")}">`;
    const source = charset === "utf-16le" ? new Uint8Array(Uint16Array.from(references, (it) => it.charCodeAt()).buffer) : Buffer.from(references);
    const [link] = links(source, { baseUrl: here, charset });
    assert.deepEqual([link.value, link.url], [value, expected], `${charset}: ${value}`);
  }
  const quick = links(Buffer.from("<base href='d/'><a href=e><a href='../\u00e9'>"), { baseUrl: here, charset: "utf-8" });
  assert.deepEqual(quick.map(({ url }) => url), [`${here.slice(0, -1)}d/e`, "http://a.example/b/%C3%A9"]);
  for (const href of ["javascript:a", "data:,a", "http://["]) {
    assert.equal(links(`<base href='${href}'><a href=e>`, { baseUrl: here })[0].url, "http://a.example/b/e");
  }
  assert.equal(links("<a href=x:y><a href=' y'>").map(({ url }) => url).join(), "x:y,");
});

test("other attributes and CSS have links if they are asked for", () => {
  const source = "<a href=a><img data-src=b><p data-href=c style='background: url(d)'><style>@import 'e'</style>";
  // (options, the values)
  const table = [
    [{}, "a"],
    [{ attributes: ["img@data-src"] }, "ab"],
    [{ attributes: ["img@data-src", "*@data-href"], css: true }, "abcde"],
    [{ css: true }, "ade"],
  ];
  for (const [options, values] of table) {
    const found = links(source, options);
    assert.equal(found.map((link) => link.value).join(""), values);
    for (const { kind, value } of found) assert.equal(kind === "css", value >= "d");
  }
  assert.throws(() => links(source, { attributes: ["data-src"] }), { code: "invalid-option" });
});

test("text and title", () => {
  const source = "<title> A &amp; B</title><script>no</script><p>one<p>two &lt;";
  assert.equal(text(source), "one\n\ntwo <");
  assert.equal(title(source), "A & B");
  assert.equal(title("<p>"), null);
  assert.equal(text(""), "");
  assert.equal(text(Uint8Array.of(0xe4), { charset: "koi8-r" }), "Д");
  assert.throws(() => text("<p>", { charset: "no such" }) || text(Uint8Array.of(1), { charset: "no such" }), { code: "unknown-encoding" });
  assert.throws(() => links("<p>", { baseUrl: "no URL" }), { code: "invalid-url" });
  assert.throws(() => text("a".repeat(100), { limits: { source: { max: 10 } } }), { code: "limit-exceeded" });
});

test("sniffing says what decided, and where", () => {
  // (bytes, options, the result)
  const table = [
    ["<meta charset=shift_jis>", {}, { encoding: "Shift_JIS", confidence: "tentative", source: "prescan", start: 0, end: 24 }],
    ["\u{FEFF}a", {}, { encoding: "UTF-8", confidence: "certain", source: "byte-order-mark", start: 0, end: 3 }],
    ["a", { contentType: "text/html; charset=koi8-r" }, { encoding: "KOI8-R", confidence: "certain", source: "transport" }],
    ["é", {}, { encoding: "UTF-8", confidence: "tentative" }],
  ];
  for (const [source, options, expected] of table) {
    const found = sniff(new TextEncoder().encode(source), options);
    assert.deepEqual(Object.fromEntries(Object.keys(expected).map((key) => [key, found[key]])), expected, source);
  }
});

test("escaped text reads back as it was", () => {
  for (const source of ["", "plain", "<a href=\"x\">&amp;</a>", "é\u{1F600}\u00A0", "'`=\u0000".slice(0, 3)]) {
    assert.equal(text(`<pre>x${escape(source)}x`), `x${source}x`, source);
    const [link] = links(`<a href="${escapeAttribute(source)}y">`);
    assert.equal(link.value, `${source}y`, source);
  }
  assert.equal(escape("<&>\u00A0\""), "&lt;&amp;&gt;&nbsp;\"");
  assert.equal(escapeAttribute("<&\""), "&lt;&amp;&quot;");
});

test("a default leaves nothing to guess, and options without a value change nothing", () => {
  const russian = Uint8Array.from("<title>\xCF\xF0\xE8\xE2\xE5\xF2, \xEC\xE8\xF0", (byte) => byte.charCodeAt(0));
  assert.equal(title(russian), "Привет, мир");
  assert.equal(title(russian, { detect: undefined }), "Привет, мир");
  assert.equal(title(russian, { defaultEncoding: "windows-1252" }), "Ïðèâåò, ìèð");
  assert.equal(title(russian, { locale: "en" }), "Ïðèâåò, ìèð");
  assert.equal(title("<meta charset=windows-1252><title>é", { utf8: undefined }), "é");
});
