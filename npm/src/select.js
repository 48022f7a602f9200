// The elements of a page by CSS selector.

import { load, string, toBytes, wasm, withBytes } from "./module.js";
import { Strings, defined, withOptions } from "./options.js";
import { takeOutcome } from "./outcome.js";

/** Where the place and the length of the texts are, in words, behind an outcome. */
const TEXTS = 10;

export function select(input, selector, options = {}) {
  load();
  const bytes = toBytes(input);
  const strings = new Strings();
  try {
    const pointer = strings.write(String(selector));
    return withOptions({ utf8: typeof input === "string", ...defined(options) }, (at) =>
      withBytes(bytes, (html) => {
        const { exports, scratch } = wasm;
        const found = exports.tagspan_elements_new(html, bytes.length, at, pointer, scratch) >>> 0;
        try {
          const { data, length, error } = takeOutcome();
          if (error !== null) throw error;
          const [texts, size] = wasm.words.subarray((scratch >>> 2) + TEXTS);
          return readElements(new Float64Array(wasm.bytes.buffer, data, length), string(texts, size));
        } finally {
          exports.tagspan_elements_free(found);
        }
      }),
    );
  } finally {
    strings.release();
  }
}

/** Reads elements as `crates/wasm/src/elements.rs` writes them. */
function readElements(numbers, texts) {
  const elements = [];
  let [at, read] = [0, 0];
  const next = () => {
    const units = numbers[at++];
    return units < 0 ? null : texts.substring(read, (read += units));
  };
  const span = () => {
    const [start, end] = [numbers[at++], numbers[at++]];
    return Number.isNaN(start) ? null : { start, end };
  };
  while (at < numbers.length) {
    let attributes = numbers[at++];
    const [startTag, content, element] = [span(), span(), span()];
    const [ambiguity, name, text] = [next(), next(), next()];
    const pairs = [];
    for (; attributes > 0; attributes -= 1) pairs.push([next(), next()]);
    elements.push({ name, attributes: Object.fromEntries(pairs), text, startTag, content, span: element, ambiguity });
  }
  return elements;
}
