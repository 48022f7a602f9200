// The npm package beside parse5, htmlparser2, html5parser and html-rewriter-wasm, which is lol_html: tokens with names read, links, and
// rewriting of links.
//
//   npm/build && cd benches/npm && npm ci && node run.js [folder of pages]
//
// The folder may also be in the environment, as TAGSPAN_PAGES; without one the pages are those of `corpora/generated`.
//
// Each reads all pages a few times, in turns, and the best of its times counts. The others are given strings, whose decoding is not
// measured; tagspan is given bytes, and decodes what is read.

import { readFileSync, readdirSync, statSync } from "node:fs";
import { gzipSync } from "node:zlib";

import { tokenize as html5parser, SyntaxKind, parse as html5parserTree, walk } from "html5parser";
import { HTMLRewriter } from "html-rewriter-wasm";
import { Parser, Tokenizer as Htmlparser2 } from "htmlparser2";
import { Tokenizer as Parse5, parse as parse5Tree } from "parse5";
import { Tokenizer, links, rewrite } from "tagspan";

const ROUNDS = 5;
/** Numbers of html5parser, which are of its types only. */
const [OPEN_TAG, CLOSE_TAG] = [1, 3];
/** html5parser throws at some of the other pages of `corpora`. */
const GENERATED = new URL("../../corpora/generated", import.meta.url).pathname;
const folder = process.argv[2] ?? (process.env.TAGSPAN_PAGES || GENERATED);

function files(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path).sort().flatMap((name) => files(`${path}/${name}`));
}

/** Pages that are UTF-8, so that all read the same characters. */
const pages = [];
for (const path of files(folder)) {
  const bytes = new Uint8Array(readFileSync(path));
  try {
    pages.push({ bytes, string: new TextDecoder("utf-8", { fatal: true }).decode(bytes) });
  } catch {
    // In another encoding.
  }
}
const size = pages.reduce((sum, { bytes }) => sum + bytes.length, 0);
console.log(`${pages.length} pages, ${(size / 1e6).toFixed(1)} MB, Node ${process.version}`);

const tokenizer = new Tokenizer({ charset: "utf-8" });

/** A handler for parse5's tokenizer that does nothing but what is asked for. */
function parse5Handler(onTag) {
  const nothing = () => {};
  return {
    onComment: nothing,
    onDoctype: nothing,
    onStartTag: onTag,
    onEndTag: onTag,
    onEof: nothing,
    onCharacter: nothing,
    onNullCharacter: nothing,
    onWhitespaceCharacter: nothing,
  };
}

function runParse5(string, onTag) {
  const run = new Parse5({}, parse5Handler(onTag));
  run.write(string, true);
}

/** What lol_html writes of a page whose `a[href]` a handler is called for: how many bytes. */
async function runLolHtml(bytes, element) {
  let length = 0;
  const rewriter = new HTMLRewriter((chunk) => (length += chunk.length));
  rewriter.on("a[href]", { element });
  try {
    await rewriter.write(bytes);
    await rewriter.end();
  } finally {
    rewriter.free();
  }
  return length;
}

const REWRITTEN = "/out?";

/** What htmlparser2's tokenizer calls. */
const CALLBACKS = [
  "onattribdata",
  "onattribend",
  "onattribentity",
  "onattribname",
  "oncdata",
  "oncomment",
  "ondeclaration",
  "onend",
  "onopentagend",
  "onprocessinginstruction",
  "onselfclosingtag",
  "ontext",
  "ontextentity",
];

/** What is measured: its name, and what it counts of a page. */
const TASKS = {
  "tokens, names of tags read": {
    tagspan({ bytes }) {
      let sum = 0;
      for (const token of tokenizer.tokens(bytes)) {
        const { kind } = token;
        if (kind === "startTag" || kind === "endTag") sum += token.name.length;
      }
      return sum;
    },
    parse5({ string }) {
      let sum = 0;
      runParse5(string, (tag) => (sum += tag.tagName.length));
      return sum;
    },
    htmlparser2({ string }) {
      let sum = 0;
      const nothing = () => {};
      const name = (start, end) => (sum += string.slice(start, end).length);
      const callbacks = Object.fromEntries(CALLBACKS.map((key) => [key, nothing]));
      Object.assign(callbacks, { onopentagname: name, onclosetag: name, isInForeignContext: () => false });
      const run = new Htmlparser2({ decodeEntities: true }, callbacks);
      run.write(string);
      run.end();
      return sum;
    },
    html5parser({ string }) {
      let sum = 0;
      for (const { type, value } of html5parser(string)) if (type === OPEN_TAG || type === CLOSE_TAG) sum += value.length;
      return sum;
    },
  },
  "a[href], values read": {
    tagspan({ bytes }) {
      let count = 0;
      for (const token of tokenizer.tokens(bytes)) {
        if (token.kind === "startTag" && token.is("a") && token.attribute("href") !== null) count += 1;
      }
      return count;
    },
    "tagspan, links() of all elements, resolved"({ bytes }) {
      return links(bytes, { baseUrl: "https://example.com/", charset: "utf-8" }).filter(
        ({ element, attribute }) => element === "a" && attribute === "href",
      ).length;
    },
    async "lol_html, which also copies the page"({ bytes }) {
      let count = 0;
      await runLolHtml(bytes, (element) => (count += element.getAttribute("href") === null ? 0 : 1));
      return count;
    },
    "parse5, its tokenizer"({ string }) {
      let count = 0;
      runParse5(string, (tag) => {
        if (tag.tagName === "a" && tag.attrs.some(({ name }) => name === "href")) count += 1;
      });
      return count;
    },
    "parse5, its tree"({ string }) {
      let count = 0;
      const nodes = [parse5Tree(string)];
      while (nodes.length > 0) {
        const node = nodes.pop();
        if (node.tagName === "a" && node.attrs.some(({ name }) => name === "href")) count += 1;
        if (node.childNodes) nodes.push(...node.childNodes);
      }
      return count;
    },
    htmlparser2({ string }) {
      let count = 0;
      const run = new Parser({ onopentag: (name, attributes) => (count += name === "a" && "href" in attributes ? 1 : 0) });
      run.end(string);
      return count;
    },
    html5parser({ string }) {
      let count = 0;
      const enter = (node) => {
        if (node.type === SyntaxKind.Tag && node.name === "a" && node.attributes.some(({ name }) => name.value === "href")) count += 1;
      };
      walk(html5parserTree(string), { enter });
      return count;
    },
  },
  "a[href] rewritten, bytes of output": {
    tagspan({ bytes }) {
      const handler = (token, edit) => {
        if (token.kind !== "startTag" || !token.is("a")) return;
        const href = token.attribute("href");
        if (href !== null) edit.setAttribute("href", REWRITTEN + href);
      };
      return rewrite(bytes, handler, { charset: "utf-8" }).length;
    },
    lol_html({ bytes }) {
      return runLolHtml(bytes, (element) => {
        element.setAttribute("href", REWRITTEN + element.getAttribute("href"));
      });
    },
  },
  "copied, with a handler that is called for all tokens": {
    tagspan({ bytes }) {
      return rewrite(bytes, () => {}, { charset: "utf-8" }).length;
    },
  },
};

for (const [task, subjects] of Object.entries(TASKS)) {
  const best = new Map();
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, read] of Object.entries(subjects)) {
      let result = 0;
      const start = process.hrtime.bigint();
      for (const page of pages) {
        const found = read(page);
        result += typeof found === "number" ? found : await found;
      }
      const seconds = Number(process.hrtime.bigint() - start) / 1e9;
      if (seconds < (best.get(name)?.seconds ?? Infinity)) best.set(name, { seconds, result });
    }
  }
  console.log(`\n${task}`);
  const own = best.values().next().value.seconds;
  for (const [name, { seconds, result }] of best) {
    const rate = (size / 1e6 / seconds).toFixed(0).padStart(6);
    console.log(`${name.padEnd(44)} ${rate} MB/s ${(own / seconds).toFixed(2).padStart(7)}  (${result})`);
  }
}

const countAll = (read) => pages.reduce((sum, page) => sum + read(page), 0);
const [byTokens, byLinks] = Object.values(TASKS["a[href], values read"]).slice(0, 2).map(countAll);
if (byTokens !== byLinks) throw new Error(`${byTokens} links by tokens, ${byLinks} by links()`);

console.log();
for (const file of ["tagspan.wasm", "tagspan-scalar.wasm", "utf8/tagspan.wasm", "utf8/tagspan-scalar.wasm"]) {
  const module = readFileSync(new URL(`../../npm/${file}`, import.meta.url));
  console.log(`${file.padEnd(25)} ${module.length} bytes, ${gzipSync(module, { level: 9 }).length} gzipped`);
}
