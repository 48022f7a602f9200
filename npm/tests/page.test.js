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
