// Writes options as the structs of the module: `Options` and `PageOptions` of `crates/capi/src/options.rs`. The layout of these, and of the
// records of tokens (token.js), links (page.js) and late declarations (tokenizer.js), is asserted in `crates/wasm/src/lib.rs`.

import { TagspanError } from "./error.js";
import { allocate, release, wasm, withBytes } from "./module.js";

const SIZE = 200;
const TEXTS = {
  contentType: 4,
  charset: 8,
  overrideEncoding: 12,
  defaultEncoding: 16,
  locale: 20,
  lastStartTag: 24,
  fragment: 28,
};
const SIZES = { detectWithin: 36 };
const SWITCHES = {
  utf8: 40,
  parseErrors: 42,
  scripting: 44,
  cdata: 45,
  processingInstructions: 46,
  lossless: 47,
};
const SOURCE_OFFSETS = 43;
const CHOICES = {
  detect: [41, [true, "any", false]],
  feedback: [48, ["simulated", "names", "none"]],
  initialTextMode: [49, ["data", "rcdata", "rawtext", "scriptData", "plaintext", "cdataSection"]],
  validation: [50, ["off", "count", "strict"]],
};
const LIMITS = {
  tag: 56,
  attributeValue: 72,
  attributes: 88,
  comment: 104,
  doctype: 120,
  processingInstruction: 136,
  characterReference: 152,
  openElements: 168,
  source: 184,
};
const ACTIONS = ["default", "fail", "truncate", "skip"];
const OTHERS = ["limits", "baseUrl", "attributes", "css"];
const PAGE_SIZE = 24;

const encoder = new TextEncoder();

/** What is of no meaning where the source is text. */
const OF_ENCODINGS = [
  "contentType",
  "charset",
  "overrideEncoding",
  "defaultEncoding",
  "locale",
  "detect",
  "detectWithin",
];

/** The options that have a value. */
export function defined(options) {
  return Object.fromEntries(Object.entries(options ?? {}).filter(([, value]) => value !== undefined));
}

/** Lends `body` the place of a struct with these options. */
export function withOptions(given, body) {
  const options = defined(given);
  if (options.utf8) for (const name of OF_ENCODINGS) options[name] = undefined;
  for (const name of Object.keys(options)) {
    const isKnown = [TEXTS, SIZES, SWITCHES, CHOICES].some((table) => Object.hasOwn(table, name));
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
    for (const [name, offset] of Object.entries(SIZES)) {
      if (options[name] !== undefined) wasm.words[(at + offset) >>> 2] = sizeOf(name, options[name]);
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

/** As `withOptions`, for the options of a page. */
export function withPageOptions(given, { links, text }, body) {
  const { baseUrl, attributes = [], css } = defined(given);
  const strings = new Strings();
  try {
    const url = strings.write(baseUrl);
    const names = Uint32Array.from(attributes, (name) => strings.write(name));
    return withOptions(given, (tokenizer) =>
      withBytes(new Uint8Array(names.buffer), (list) =>
        withBytes(new Uint8Array(PAGE_SIZE), (at) => {
          wasm.words.set([PAGE_SIZE, tokenizer, url, list, names.length], at >>> 2);
          wasm.bytes.set([css ? 1 : 0, links ? 0 : 1, text ? 0 : 1], at + 20);
          return body(at);
        }),
      ),
    );
  } finally {
    strings.release();
  }
}

function sizeOf(name, value) {
  if (Number.isSafeInteger(value) && value > 0) return Math.min(value, 0xffff_ffff);
  throw new TagspanError("invalid-option", `${name} is ${value}, not a number of bytes`);
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
