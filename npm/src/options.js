// Writes options as the structs of the module, whose layout `crates/wasm/src/lib.rs` checks.

import { TagspanError } from "./error.js";
import { allocate, release, wasm } from "./module.js";

const SIZE = 192;
const TEXTS = {
  contentType: 4,
  charset: 8,
  override: 12,
  default: 16,
  locale: 20,
  lastStartTag: 24,
  fragment: 28,
};
const SWITCHES = {
  utf8: 36,
  detect: 37,
  parseErrors: 38,
  scripting: 40,
  cdata: 41,
  processingInstructions: 42,
  lossless: 43,
};
const SOURCE_OFFSETS = 39;
const CHOICES = {
  feedback: [44, ["simulated", "names", "none"]],
  textMode: [45, ["data", "rcdata", "rawtext", "scriptData", "plaintext", "cdataSection"]],
  validation: [46, ["off", "count", "strict"]],
};
const LIMITS = {
  tag: 48,
  attributeValue: 64,
  attributes: 80,
  comment: 96,
  doctype: 112,
  processingInstruction: 128,
  characterReference: 144,
  openElements: 160,
  source: 176,
};
const ACTIONS = ["default", "fail", "truncate", "skip"];
const OTHERS = ["limits", "base"];

const encoder = new TextEncoder();

/** What is of no meaning where the source is text. */
const OF_ENCODINGS = ["contentType", "charset", "override", "default", "locale", "detect"];

/** The options that have a value. */
export function defined(options) {
  return Object.fromEntries(Object.entries(options ?? {}).filter(([, value]) => value !== undefined));
}

/** Lends `body` the place of a struct with these options. */
export function withOptions(given, body) {
  const options = defined(given);
  if (options.utf8) for (const name of OF_ENCODINGS) options[name] = undefined;
  for (const name of Object.keys(options)) {
    const isKnown = [TEXTS, SWITCHES, CHOICES].some((table) => Object.hasOwn(table, name));
    if (!isKnown && !OTHERS.includes(name)) {
      throw new TagspanError("invalid-option", `there is no option ${JSON.stringify(name)}`);
    }
  }
  if (wasm.exports.tagspan_sniff === undefined) refuseEncodings(options);
  const strings = new Strings();
  const at = allocate(SIZE);
  try {
    wasm.bytes.fill(0, at, at + SIZE);
    wasm.words[at >>> 2] = SIZE;
    wasm.bytes[at + SOURCE_OFFSETS] = 1;
    for (const [name, offset] of Object.entries(TEXTS)) {
      const pointer = strings.write(options[name]);
      wasm.words[(at + offset) >>> 2] = pointer;
    }
    for (const [name, offset] of Object.entries(SWITCHES)) wasm.bytes[at + offset] = options[name] ? 1 : 0;
    for (const [name, [offset, values]] of Object.entries(CHOICES)) {
      if (options[name] !== undefined) wasm.bytes[at + offset] = numberOf(name, options[name], values);
    }
    for (const [name, limit] of Object.entries(defined(options.limits))) writeLimit(at, name, limit);
    return body(at);
  } finally {
    release(at, SIZE);
    strings.release();
  }
}

/** The module of `tagspan/utf8` knows one encoding. */
function refuseEncodings(options) {
  const name = OF_ENCODINGS.find((name) => options[name] !== undefined);
  if (name === undefined) return;
  throw new TagspanError("invalid-option", `${name} is an option of the entry "tagspan": "tagspan/utf8" reads UTF-8 only`);
}

function writeLimit(at, name, { max, action = "fail" }) {
  if (!Object.hasOwn(LIMITS, name)) throw new TagspanError("invalid-option", `there is no limit ${JSON.stringify(name)}`);
  if (!Number.isSafeInteger(max) || max < 0) throw new TagspanError("invalid-option", `the limit ${name} is ${max}`);
  const word = (at + LIMITS[name]) >>> 2;
  wasm.words[word] = max;
  wasm.words[word + 1] = Math.floor(max / 0x1_0000_0000);
  wasm.bytes[at + LIMITS[name] + 8] = numberOf("action", action, ACTIONS);
}

function numberOf(name, value, values) {
  const number = values.indexOf(value);
  if (number < 0) throw new TagspanError("invalid-option", `${name} is ${JSON.stringify(value)}, not one of ${values.join(", ")}`);
  return number;
}

/** Texts that end with a NUL, in the module's memory until they are released. */
export class Strings {
  #places = [];

  /** Its place; 0 if there is none. */
  write(text) {
    if (text === undefined || text === null) return 0;
    const bytes = encoder.encode(text);
    if (bytes.includes(0)) throw new TagspanError("invalid-option", "a text among the options has a NUL");
    const pointer = allocate(bytes.length + 1);
    this.#places.push([pointer, bytes.length + 1]);
    wasm.bytes.set(bytes, pointer);
    wasm.bytes[pointer + bytes.length] = 0;
    return pointer;
  }

  release() {
    for (const [pointer, size] of this.#places) release(pointer, size);
  }
}
