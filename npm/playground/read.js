// What the package says about an input: its tokens with their parts, its parse errors, and its encoding. They are those that
// `tagspan view` collects in `crates/cli/src/view/picture.rs`.

import { Tokenizer, sniff } from "./tagspan/index.js";

/** The names of kinds, and the classes of their elements. Text without references is of the kind `script`. */
export const KINDS = {
  start: "start tags",
  end: "end tags",
  text: "text",
  script: "script and style",
  comment: "comments",
  other: "other",
};
const NAMES = {
  startTag: ["start", "StartTag"],
  endTag: ["end", "EndTag"],
  comment: ["comment", "Comment"],
  doctype: ["other", "Doctype"],
  processingInstruction: ["other", "ProcessingInstruction"],
};
const TEXT_MODES = ["data", "rcdata", "cdataSection"];

/** Nothing is left out of what fits into the page. */
const NONE = { max: 0xffff_ffff };
const LIMITS = {
  tag: NONE,
  attributeValue: NONE,
  attributes: NONE,
  comment: NONE,
  doctype: NONE,
  processingInstruction: NONE,
  characterReference: NONE,
  openElements: NONE,
  source: NONE,
};

/** How many tokens are read before other events are looked at. */
const SLICE = 20_000;
/** The greatest part of a token's content that is shown, in bytes of UTF-8. */
const MAX_CONTENT = 120;

const encoder = new TextEncoder();
const lossy = new TextDecoder("utf-8", { ignoreBOM: true });
const excerpt = new Uint8Array(MAX_CONTENT);

/** Lets other events happen. */
const pause = () => new Promise((resolve) => setTimeout(resolve));

/** As a quoted string in Rust, which is how `tagspan view` shows values. */
function quoted(text) {
  const escaped = text.replace(/["\\\p{Grapheme_Extend}\p{C}\p{Zl}\p{Zp}\p{Zs}]/gu, (character) => {
    if (character === " ") return character;
    const simple = { '"': '\\"', "\\": "\\\\", "\0": "\\0", "\t": "\\t", "\n": "\\n", "\r": "\\r" }[character];
    return simple ?? `\\u{${character.codePointAt(0).toString(16)}}`;
  });
  return `"${escaped}"`;
}

/** Characters that cannot be seen, or that change how others are shown. */
export const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Zl}\p{Zp}\u{FFF9}-\u{FFFB}]/gu;

/** The beginning of a text, on one line. */
export function oneLine(text) {
  const { read } = encoder.encodeInto(text.slice(0, MAX_CONTENT), excerpt);
  const line = text.slice(0, read).replace(INVISIBLE, (character) => {
    const simple = { "\t": "\\t", "\n": "\\n", "\r": "\\r" }[character];
    return simple ?? `\\u{${character.codePointAt(0).toString(16)}}`;
  });
  return read < text.length ? `${line}…` : line;
}

function contentOf(token) {
  switch (token.kind) {
    case "startTag":
    case "endTag":
      return token.name + token.attributes.map(({ name, value }) => ` ${name}=${quoted(value)}`).join("");
    case "comment":
      return token.data;
    default:
      return lossy.decode(token.raw);
  }
}

function joined(arrays) {
  if (arrays.length === 1) return arrays[0];
  const whole = new Uint8Array(arrays.reduce((length, array) => length + array.length, 0));
  let at = 0;
  for (const array of arrays) {
    whole.set(array, at);
    at += array.length;
  }
  return whole;
}

/** Where lines begin within a token or behind it, but for its start. LF, CR and CRLF each end one. */
export function* lineStarts(raw) {
  for (let at = 0; at < raw.length; at += 1) if (raw[at] === 10 || (raw[at] === 13 && raw[at + 1] !== 10)) yield at + 1;
}

/** Collects tokens. Adjacent text is one token, however it was cut. */
class Collector {
  tokens = [];
  errors = [];
  /** How many errors there are of each code. */
  codes = new Map();
  /** The number of the next line, and whether the next token begins it. */
  line = 1;
  beginsLine = true;
  /** How many errors have met their token. */
  #placed = 0;
  #text = null;
  /** The end in the input of the last token. */
  #end = 0;

  take(token) {
    const { kind } = token;
    if (kind === "error") {
      this.#error(token);
      return;
    }
    if (kind === "text") {
      this.#takeText(token);
      return;
    }
    this.endText();
    const [known, name] = NAMES[kind] ?? ["other", token.reason];
    const { documentStart, raw } = token;
    this.#add(known, name, this.#span(token), documentStart, raw, token.parts(), contentOf(token));
  }

  #span({ start, end }) {
    return Number.isNaN(start) ? { start: this.#end, end: this.#end } : { start, end };
  }

  #error(token) {
    const { code } = token;
    const error = { number: this.errors.length + 1, code, offset: token.documentStart, source: this.#span(token).start, token: null };
    this.errors.push(error);
    this.codes.set(code, (this.codes.get(code) ?? 0) + 1);
  }

  #takeText(token) {
    const { mode } = token;
    if (this.#text !== null && this.#text.mode !== mode) this.endText();
    const span = this.#span(token);
    this.#text ??= { mode, span, documentStart: token.documentStart, raws: [], length: 0, parts: [], text: "" };
    const run = this.#text;
    for (const part of token.parts()) run.parts.push({ ...part, start: part.start + run.length, end: part.end + run.length });
    const { raw } = token;
    run.raws.push(raw);
    run.length += raw.length;
    run.text += token.text;
    run.span.end = span.end;
  }

  endText() {
    if (this.#text === null) return;
    const { mode, span, documentStart, raws, parts, text } = this.#text;
    this.#text = null;
    this.#add(TEXT_MODES.includes(mode) ? "text" : "script", "Text", span, documentStart, joined(raws), parts, text);
  }

  #add(kind, name, { start, end }, documentStart, raw, parts, content) {
    const marks = [];
    for (; this.errors[this.#placed]?.offset < documentStart + raw.length; this.#placed += 1) {
      const error = this.errors[this.#placed];
      error.token = this.tokens.length;
      marks.push({ at: Math.max(error.offset - documentStart, 0), number: error.number, code: error.code });
    }
    this.#end = end;
    const { line, beginsLine } = this;
    this.tokens.push({ kind, name, start, end, raw, parts, marks, line, beginsLine, content: oneLine(content) });
    if (raw.length === 0) return;
    this.line += Number(beginsLine);
    this.beginsLine = false;
    for (const start of lineStarts(raw)) {
      this.beginsLine = start === raw.length;
      this.line += Number(!this.beginsLine);
    }
  }
}

/**
 * Reads an input, a string or bytes. `isWanted` is asked now and then: the result is null if it is not.
 *
 * A string is UTF-8; what would be found out about its bytes is told all the same.
 */
export async function read(input, contentType, isWanted) {
  const isText = typeof input === "string";
  const bytes = isText ? encoder.encode(input) : input;
  const sniffed = sniff(bytes, { contentType });
  const tokenizer = new Tokenizer({ contentType, detect: true, parseErrors: true, limits: LIMITS });
  try {
    const collector = new Collector();
    let count = 0;
    for (const token of tokenizer.tokens(input)) {
      collector.take(token);
      count += 1;
      if (count % SLICE !== 0) continue;
      await pause();
      if (!isWanted()) return null;
    }
    collector.endText();
    const { tokens, errors, codes, line, beginsLine } = collector;
    return { isText, bytes, sniffed, encoding: tokenizer.encoding, tokens, errors, codes, lastLine: beginsLine ? line : null };
  } finally {
    tokenizer.free();
  }
}
