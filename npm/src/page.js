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

const LINK = 88;

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
    const { exports } = wasm;
    const count = exports.tagspan_page_link_count(page);
    const at = wasm.scratch >>> 2;
    const found = new Array(count);
    for (let index = 0; index < count; index += 1) {
      exports.tagspan_page_link(page, index, wasm.scratch, LINK);
      found[index] = linkAt(at);
    }
    return found;
  });
}

function linkAt(at) {
  const [start, end] = [offsetAt(at + 16), offsetAt(at + 18)];
  const isKnown = start <= end;
  return {
    url: stringAt(at),
    value: stringAt(at + 2),
    element: nameAt(at + 4),
    attribute: nameAt(at + 6),
    kind: nameAt(at + 8),
    descriptor: stringAt(at + 10),
    rel: stringAt(at + 12),
    text: stringAt(at + 14),
    start: isKnown ? start : NaN,
    end: isKnown ? end : NaN,
    truncated: wasm.bytes[at * 4 + 80] !== 0,
  };
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
