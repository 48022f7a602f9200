// Loads the module, and reads and writes its memory.

import { TagspanError } from "./error.js";

/** The views of the memory are made anew when it has grown. `scratch` is for results of calls. */
export const wasm = { exports: null, bytes: null, words: null, scratch: 0 };

/** What has handles of the instance. After a trap, `lose` of each is called with the error. */
export const holders = new Set();
/** The module, from which another instance is made after a trap. */
let compiled = null;
let isLost = false;

const SCRATCH = 256;
/** Shorter strings of ASCII are made without a decoder, whose call costs more. */
const SHORT = 24;

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** What a rewriter has: the function that its module calls for each token. */
export const rewriting = { onToken: null };

/** A module of one function, which returns a vector of zeros. It is valid where there is SIMD. */
const SIMD = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6, 0, 65, 0, 253, 15, 11);

/** The file of the module for this host. Bundlers look for these expressions. */
function file() {
  if (WebAssembly.validate(SIMD)) return new URL("../tagspan.wasm", import.meta.url);
  return new URL("../tagspan-scalar.wasm", import.meta.url);
}

/** What the module calls. */
const imports = {
  host: {
    tagspan_rewrite_token: (edit, record, attributes) => rewriting.onToken(edit, record, attributes),
    /** The parser of URLs. The result is written to `to`, its place and its length. */
    parse_url(base, baseLength, reference, length, to) {
      refresh();
      let url;
      try {
        url = new URL(string(reference, length), base === 0 ? undefined : string(base, baseLength)).href;
      } catch {
        return 0;
      }
      const bytes = encoder.encode(url);
      const pointer = wasm.exports.tagspan_allocate(bytes.length) >>> 0;
      refresh();
      if (pointer === 0) return 0;
      wasm.bytes.set(bytes, pointer);
      wasm.words[to >>> 2] = pointer;
      wasm.words[(to >>> 2) + 1] = bytes.length;
      return 1;
    },
  },
};

/**
 * Loads the module. Node, Deno and Bun do that by themselves.
 *
 * `source` is its bytes, a compiled module, a `Response`, or a URL; the file of the package for this host by default.
 */
export async function init(source = file()) {
  if (wasm.exports !== null) return;
  if (source instanceof WebAssembly.Module || ArrayBuffer.isView(source) || source instanceof ArrayBuffer) {
    const result = await WebAssembly.instantiate(source, imports);
    use(result.instance ?? result, result.module ?? source);
    return;
  }
  const isAddress = source instanceof URL || typeof source === "string";
  if (isAddress && String(source).startsWith("file:") && loadFile(source)) return;
  const response = isAddress ? await fetch(source) : await source;
  if (!response.ok) throw new TagspanError("not-loaded", `${response.url}: ${response.status}`);
  const { instance, module } = await WebAssembly.instantiate(await response.arrayBuffer(), imports);
  use(instance, module);
}

/** Reads the file where that can be done at once. */
function loadFile(url) {
  const fs = globalThis.process?.getBuiltinModule?.("node:fs");
  if (fs === undefined) return false;
  const module = new WebAssembly.Module(fs.readFileSync(new URL(url)));
  use(new WebAssembly.Instance(module, imports), module);
  return true;
}

function use(instance, module) {
  // Two calls of `init` may have waited at the same time. The first one's memory is in use.
  if (wasm.exports !== null) return;
  compiled = module;
  wasm.exports = guarded(instance.exports);
  wasm.exports.tagspan_start();
  wasm.bytes = null;
  refresh();
  wasm.scratch = allocate(SCRATCH);
}

/**
 * The functions of the module. After a trap, which is where it would panic or memory is short, they are not called again: another
 * instance takes its place.
 */
function guarded(exports) {
  const calls = { memory: exports.memory };
  for (const [name, call] of Object.entries(exports)) {
    if (typeof call !== "function") continue;
    calls[name] = (a, b, c, d, e) => {
      try {
        return call(a, b, c, d, e);
      } catch (error) {
        throw refuseAll(calls, error, isOutOfMemory(exports));
      }
    };
  }
  return calls;
}

/** Whether a trap was for want of memory. Where the stack is at its end, that cannot be asked. */
function isOutOfMemory(exports) {
  try {
    return exports.tagspan_is_out_of_memory() !== 0;
  } catch {
    return false;
  }
}

/** Its memory may be in any state. The result is the error of each call from now on, but those that free. */
function refuseAll(calls, cause, isOut) {
  const error = isOut
    ? new TagspanError("out-of-memory", "there is no memory left: what is in use is lost")
    : new TagspanError("defect", "a defect of the library: please report it");
  error.cause = cause;
  isLost = true;
  for (const holder of holders) holder.lose(error);
  holders.clear();
  const refuse = () => {
    throw error;
  };
  for (const name of Object.keys(calls)) {
    if (name !== "memory") calls[name] = /_(free|release)$/.test(name) ? () => {} : refuse;
  }
  return error;
}

/** Makes sure that the module is loaded. */
export function load() {
  if (isLost && rewriting.onToken === null) {
    // Not while the lost instance calls a handler, which would go on in it.
    isLost = false;
    wasm.exports = null;
    use(new WebAssembly.Instance(compiled, imports), compiled);
  }
  if (wasm.exports !== null) return;
  const url = file();
  if (url.protocol !== "file:" || !loadFile(url)) {
    throw new TagspanError("not-loaded", "the module is not loaded: `await init()` first");
  }
}

/** Makes the views of the memory anew if it has grown, as any call that allocates may cause: those from before are empty. */
export function refresh() {
  if (wasm.bytes !== null && wasm.bytes.length > 0) return;
  const { buffer } = wasm.exports.memory;
  wasm.bytes = new Uint8Array(buffer);
  wasm.words = new Uint32Array(buffer);
}

/** More than this the module's allocator has never. */
const MAX = 0x7fff_ffff;

export function allocate(size) {
  const pointer = size > MAX ? 0 : wasm.exports.tagspan_allocate(size) >>> 0;
  refresh();
  if (pointer === 0) throw new TagspanError("out-of-memory", `there is no memory for ${size} bytes`);
  return pointer;
}

export function release(pointer, size) {
  wasm.exports.tagspan_release(pointer, size);
}

/** Lends `body` bytes that are in the module's memory as long as it runs. */
export function withBytes(bytes, body) {
  const pointer = allocate(bytes.length);
  try {
    wasm.bytes.set(bytes, pointer);
    return body(pointer);
  } finally {
    release(pointer, bytes.length);
  }
}

/** The bytes of what a caller passes as bytes or text. */
export function toBytes(input) {
  if (input instanceof Uint8Array) return input;
  if (typeof input === "string") return encoder.encode(input);
  if (input instanceof ArrayBuffer) return new Uint8Array(input);
  if (ArrayBuffer.isView(input)) return new Uint8Array(input.buffer, input.byteOffset, input.byteLength);
  throw new TypeError("a Uint8Array, an ArrayBuffer or a string is expected");
}

/** A number of 64 bits at an index of a word. Offsets are exact up to 2^53. */
export function offsetAt(word) {
  return wasm.words[word] + wasm.words[word + 1] * 0x1_0000_0000;
}

/** The string of bytes that are UTF-8. */
export function string(pointer, length) {
  const { bytes } = wasm;
  if (length < SHORT) {
    let ascii = "";
    let at = pointer;
    const end = pointer + length;
    for (; at < end && bytes[at] < 0x80; at += 1) ascii += String.fromCharCode(bytes[at]);
    if (at === end) return ascii;
  }
  return decoder.decode(bytes.subarray(pointer, pointer + length));
}

/** The string that two words describe, its place and its length; null if there is none. */
export function stringAt(word) {
  const pointer = wasm.words[word];
  return pointer === 0 ? null : string(pointer, wasm.words[word + 1]);
}

/** The text at a place, which ends with a NUL. */
export function message(pointer) {
  return string(pointer, wasm.bytes.indexOf(0, pointer) - pointer);
}

const NAMES = 512;
const LONGEST_NAME = 16;
const rawNames = new Uint8Array(NAMES * LONGEST_NAME);
const lengths = new Uint8Array(NAMES);
const names = new Array(NAMES).fill("");

/** The place of a name among those that are kept, by its bytes. */
function slotOf(bytes, pointer, length) {
  let hash = length;
  for (let at = pointer, end = pointer + length; at < end; at += 1) hash = (Math.imul(hash, 31) + bytes[at]) | 0;
  return (hash ^ (hash >>> 9)) & (NAMES - 1);
}

/**
 * The name that bytes of a tag mean, if the module was asked for it before; null otherwise. Pages have few different names, and a name
 * that is read twice is one string.
 */
export function knownName(pointer, length) {
  if (length > LONGEST_NAME) return null;
  const { bytes } = wasm;
  const slot = slotOf(bytes, pointer, length);
  if (lengths[slot] !== length) return null;
  const from = slot * LONGEST_NAME;
  for (let at = 0; at < length; at += 1) if (rawNames[from + at] !== bytes[pointer + at]) return null;
  return names[slot];
}

/** Keeps a name, and returns it. */
export function keepName(pointer, length, name) {
  if (length > LONGEST_NAME) return name;
  const { bytes } = wasm;
  const slot = slotOf(bytes, pointer, length);
  rawNames.set(bytes.subarray(pointer, pointer + length), slot * LONGEST_NAME);
  lengths[slot] = length;
  names[slot] = name;
  return name;
}
