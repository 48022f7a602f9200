// What a call of the module gives: bytes or records, and its error.

import { CODES, TagspanError } from "./error.js";
import { offsetAt, refresh, stringAt, wasm } from "./module.js";

/** Reads an outcome from the place for results. It is valid until the next call with the handle. */
export function takeOutcome() {
  refresh();
  const at = wasm.scratch >>> 2;
  const [data, length, status] = wasm.words.subarray(at, at + 3);
  const text = stringAt(at + 5);
  const error = text === null ? null : new TagspanError(stringAt(at + 3) ?? CODES[status], text, offsetAt(at + 8));
  return { data, length, error };
}
