// Parse errors with their lines and columns, and the line and column of a place.

import { load, offsetAt, stringAt, toBytes, wasm, withBytes } from "./module.js";
import { defined, withOptions } from "./options.js";
import { takeOutcome } from "./outcome.js";

/** The size of a place, in words. */
const PLACE = 8;
/** In the stead of an offset: all parse errors. */
const ALL = -1;

function places(bytes, options, offset, read) {
  load();
  return withOptions(options, (at) =>
    withBytes(bytes, (html) => {
      const { exports, scratch } = wasm;
      const found = exports.tagspan_places_new(html, bytes.length, at, offset, scratch) >>> 0;
      try {
        const { data, length, error } = takeOutcome();
        if (error !== null) throw error;
        return Array.from({ length }, (_, index) => read((data >>> 2) + index * PLACE));
      } finally {
        exports.tagspan_places_free(found);
      }
    }),
  );
}

const settings = (input, options) => ({ utf8: typeof input === "string", ...defined(options) });

const placeAt = (word) => ({ line: offsetAt(word + 4), column: offsetAt(word + 6) });

export function check(input, options = {}) {
  const read = (word) => ({ code: stringAt(word), start: offsetAt(word + 2), ...placeAt(word) });
  return places(toBytes(input), settings(input, options), ALL, read);
}

export function lineColumn(input, offset, options = {}) {
  const bytes = toBytes(input);
  if (!Number.isInteger(offset) || offset < 0 || offset > bytes.length) {
    throw new RangeError(`the offset ${offset} is not within the ${bytes.length} bytes`);
  }
  return places(bytes, settings(input, options), offset, placeAt)[0];
}
