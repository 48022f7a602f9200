// Whole pages: links, text, title; and what is found out about bytes and text.

import { TagspanError } from "./error.js";
import {
  keepName,
  knownName,
  load,
  message,
  offsetAt,
  refresh,
  release,
  string,
  stringAt,
  toBytes,
  wasm,
  withBytes,
} from "./module.js";
import { defined, withPageOptions } from "./options.js";

/** The words of a link, as `crates/wasm/src/links.rs` writes it, and the length of a text that is absent. */
const [LINK_WORDS, ABSENT] = [18, 0xffff_ffff];

/** Lends `body` the page, with the `parts` that are wanted. */
function withPage(input, options, parts, body) {
  load();
  const { exports } = wasm;
  const settings = { utf8: typeof input === "string", ...defined(options) };
  const bytes = toBytes(input);
  const page = withPageOptions(settings, parts, (at) =>
    withBytes(bytes, (html) => exports.tagspan_page_new(html, bytes.length, at) >>> 0),
  );
  try {
    refresh();
    const status = exports.tagspan_page_status(page);
    if (status !== 0) {
      const offset = Number(exports.tagspan_page_error_offset(page));
      throw TagspanError.of(status, message(exports.tagspan_page_message(page) >>> 0), offset);
    }
    return body(page);
  } finally {
    exports.tagspan_page_free(page);
  }
}

export function links(input, options = {}) {
  return withPage(input, options, { links: true }, (page) => {
    const { exports, scratch } = wasm;
    exports.tagspan_links(page, scratch);
    refresh();
    try {
      return readLinks(...wasm.words.subarray(scratch >>> 2, (scratch >>> 2) + 4));
    } finally {
      exports.tagspan_links_free(scratch);
    }
  });
}

/** Reads the records of links. All their texts are decoded at once: each is a part of that string, whose length is known. */
function readLinks(records, count, texts, length) {
  const { words, bytes } = wasm;
  const numbers = new Float64Array(bytes.buffer);
  const all = string(texts, length);
  let read = 0;
  const next = (units) => (units === ABSENT ? null : all.substring(read, (read += units)));
  const found = new Array(count);
  for (let index = 0, at = records >>> 2; index < count; index += 1, at += LINK_WORDS) {
    found[index] = {
      url: next(words[at]),
      value: next(words[at + 1]),
      element: nameAt(at + 5),
      attribute: nameAt(at + 7),
      kind: nameAt(at + 9),
      descriptor: next(words[at + 2]),
      rel: next(words[at + 3]),
      text: next(words[at + 4]),
      start: numbers[(at + 12) >>> 1],
      end: numbers[(at + 14) >>> 1],
      truncated: words[at + 16] !== 0,
    };
  }
  return found;
}

/** A name that many links have. */
function nameAt(at) {
  const [pointer, length] = [wasm.words[at], wasm.words[at + 1]];
  return knownName(pointer, length) ?? keepName(pointer, length, stringAt(at));
}

export function text(input, options = {}) {
  return ofPage(input, options, { text: true }, "tagspan_page_text");
}

export function title(input, options = {}) {
  return ofPage(input, options, {}, "tagspan_page_title");
}

function ofPage(input, options, parts, ask) {
  return withPage(input, options, parts, (page) => {
    wasm.exports[ask](wasm.scratch, page);
    return stringAt(wasm.scratch >>> 2);
  });
}

export function sniff(input, { contentType = null } = {}) {
  load();
  const [source, header] = [toBytes(input), toBytes(contentType ?? "")];
  return withBytes(source, (bytes) =>
    withBytes(header, (value) => {
      const { scratch, exports } = wasm;
      exports.tagspan_sniff(bytes, source.length, contentType === null ? 0 : value, header.length, scratch);
      refresh();
      const at = scratch >>> 2;
      return {
        encoding: stringAt(at),
        confidence: stringAt(at + 2),
        source: stringAt(at + 4),
        start: offsetAt(at + 6),
        end: offsetAt(at + 8),
      };
    }),
  );
}

export function escape(source) {
  return escaped(source, 0);
}

export function escapeAttribute(source) {
  return escaped(source, 1);
}

function escaped(source, isAttribute) {
  load();
  const bytes = toBytes(String(source));
  return withBytes(bytes, (pointer) => {
    const result = wasm.exports.tagspan_escape(pointer, bytes.length, isAttribute, wasm.scratch) >>> 0;
    refresh();
    if (result === 0) throw new TagspanError("out-of-memory", "there is no memory for the escaped text");
    const length = wasm.words[wasm.scratch >>> 2];
    const made = string(result, length);
    release(result, length);
    return made;
  });
}
