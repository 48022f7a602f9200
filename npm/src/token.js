// A token: a view of a record in the module's memory.

import { TagspanError } from "./error.js";
import { keepName, knownName, offsetAt, stringAt, wasm } from "./module.js";

/** The size of a token's record, in words. */
export const TOKEN_WORDS = 14;
export const ATTRIBUTE_WORDS = 5;

const [DOCTYPE, START_TAG, END_TAG, COMMENT, INSTRUCTION, TEXT, ERROR, DROPPED] = [1, 2, 3, 4, 5, 6, 7, 8];
const KINDS = ["", "doctype", "startTag", "endTag", "comment", "processingInstruction", "text", "error", "dropped"];
const QUOTES = ["none", "unquoted", "single", "double"];
const MODES = ["data", "rcdata", "rawtext", "scriptData", "plaintext", "cdataSection"];
/** The text modes that have character references. */
const WITH_REFERENCES = ["data", "rcdata"];
const [SELF_CLOSING, TRUNCATED, AMBIGUOUS, SVG, MATHML, FORCE_QUIRKS, IGNORED_NEWLINE] = [1, 2, 4, 8, 16, 32, 64];
const DUPLICATE = 1;

/** The names of details, by kind and number. */
const details = new Map();

/** Names that were asked for, in lower case, of ASCII: so they are compared. A program asks for few. */
const lowered = new Map();
const MOST_LOWERED = 256;

function lower(name) {
  const known = lowered.get(name);
  if (known !== undefined) return known;
  if (lowered.size === MOST_LOWERED) lowered.clear();
  const result = name.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase());
  lowered.set(name, result);
  return result;
}

export class Token {
  #memory;
  /** The index of the record's first word; 0 if the batch is over. */
  #at = 0;
  #end = 0;

  constructor(memory) {
    this.#memory = memory;
  }

  /** Moves on to the next record. Whether there is one. Only the tokenizer calls it, for which it is in this class. */
  static next(token) {
    token.#at += TOKEN_WORDS;
    return token.#at < token.#end;
  }

  static start(token, records, count) {
    token.#at = records >>> 2;
    token.#end = token.#at + count * TOKEN_WORDS;
  }

  static stop(token) {
    token.#at = token.#end = 0;
  }

  #record() {
    if (this.#at === 0) throw new TagspanError("stale-token", "the token's batch is over: keep `token.toObject()` instead");
    return this.#at;
  }

  get #kind() {
    return wasm.bytes[this.#record() * 4 + 52];
  }

  get #flags() {
    return wasm.words[this.#record() + 13] >>> 16;
  }

  get kind() {
    return KINDS[this.#kind];
  }

  get start() {
    return this.#place(0);
  }

  get end() {
    return this.#place(1);
  }

  #place(side) {
    const at = this.#record();
    if (!this.#memory.maps) return offsetAt(at + 2 + side * 2);
    const [start, end] = [BigInt(offsetAt(at + 2)), BigInt(offsetAt(at + 4))];
    const { scratch, exports } = wasm;
    const isKnown = exports.tagspan_source_span(this.#memory.handle, start, end, scratch, scratch + 8);
    return isKnown ? offsetAt((scratch >>> 2) + side * 2) : NaN;
  }

  get #isTag() {
    const kind = this.#kind;
    return kind === START_TAG || kind === END_TAG;
  }

  /** A string that a function of the module writes for this token. */
  #string(ask, attribute) {
    const token = this.#record() * 4;
    ask(wasm.scratch, this.#memory.handle, token, attribute);
    return this.#memory.takeString();
  }

  get name() {
    const at = this.#record();
    if (!this.#isTag) {
      return this.#string(wasm.exports.tagspan_name) ?? (this.#kind === DOCTYPE ? null : undefined);
    }
    const { words } = wasm;
    const [pointer, length] = [words[at] + words[at + 6], words[at + 7] - words[at + 6]];
    return knownName(pointer, length) ?? keepName(pointer, length, this.#string(wasm.exports.tagspan_name));
  }

  is(name) {
    return this.#isTag && this.name === lower(name);
  }

  #attributeName(attribute) {
    const { words } = wasm;
    const [pointer, length] = [words[this.#at] + words[attribute], words[attribute + 1] - words[attribute]];
    const known = knownName(pointer, length);
    if (known !== null) return known;
    return keepName(pointer, length, this.#string(wasm.exports.tagspan_attribute_name, attribute * 4));
  }

  #attributeValue(attribute) {
    return this.#string(wasm.exports.tagspan_attribute_value, attribute * 4);
  }

  /** The indexes of the first words of the attributes. */
  #attributeRange() {
    const at = this.#record();
    const first = (this.#memory.attributes >>> 2) + wasm.words[at + 10] * ATTRIBUTE_WORDS;
    return [first, first + wasm.words[at + 11] * ATTRIBUTE_WORDS];
  }

  attribute(name) {
    if (!this.#isTag || wasm.words[this.#at + 11] === 0) return null;
    const wanted = lower(name);
    const [first, end] = this.#attributeRange();
    for (let attribute = first; attribute < end; attribute += ATTRIBUTE_WORDS) {
      if (this.#attributeName(attribute) === wanted) return this.#attributeValue(attribute);
    }
    return null;
  }

  get attributes() {
    if (!this.#isTag) return [];
    const found = [];
    const [first, end] = this.#attributeRange();
    for (let attribute = first; attribute < end; attribute += ATTRIBUTE_WORDS) {
      const flags = wasm.words[attribute + 4];
      if (((flags >>> 8) & DUPLICATE) !== 0) continue;
      const quote = QUOTES[flags & 0xff];
      found.push({ name: this.#attributeName(attribute), value: this.#attributeValue(attribute), quote });
    }
    return found;
  }

  #identifier(index) {
    if (this.#kind !== DOCTYPE) return undefined;
    return this.#attributeValue(this.#attributeRange()[0] + index * ATTRIBUTE_WORDS);
  }

  get publicId() {
    return this.#identifier(0);
  }

  get systemId() {
    return this.#identifier(1);
  }

  get text() {
    return this.#kind === TEXT ? this.#string(wasm.exports.tagspan_data) : undefined;
  }

  get data() {
    const kind = this.#kind;
    return kind === COMMENT || kind === INSTRUCTION ? this.#string(wasm.exports.tagspan_data) : undefined;
  }

  get mode() {
    return this.#kind === TEXT ? MODES[wasm.bytes[this.#at * 4 + 53]] : undefined;
  }

  get code() {
    return this.#kind === ERROR ? this.#detail() : undefined;
  }

  get reason() {
    return this.#kind === DROPPED ? this.#detail() : undefined;
  }

  #detail() {
    const key = wasm.words[this.#at + 13] & 0xffff;
    if (!details.has(key)) {
      wasm.exports.tagspan_detail_name(wasm.scratch, this.#at * 4);
      details.set(key, stringAt(wasm.scratch >>> 2));
    }
    return details.get(key);
  }

  get selfClosing() {
    return (this.#flags & SELF_CLOSING) !== 0;
  }

  get truncated() {
    return (this.#flags & TRUNCATED) !== 0;
  }

  get ambiguous() {
    return (this.#flags & AMBIGUOUS) !== 0;
  }

  get namespace() {
    if (!this.#isTag) return undefined;
    const flags = this.#flags;
    return (flags & SVG) !== 0 ? "svg" : (flags & MATHML) !== 0 ? "math" : "html";
  }

  get forceQuirks() {
    return (this.#flags & FORCE_QUIRKS) !== 0;
  }

  get ignoredNewline() {
    return (this.#flags & IGNORED_NEWLINE) !== 0;
  }

  get raw() {
    const at = this.#record();
    const { words, bytes } = wasm;
    return bytes.slice(words[at], words[at] + words[at + 1]);
  }

  get documentStart() {
    return offsetAt(this.#record() + 2);
  }

  parts() {
    const at = this.#record();
    const { words } = wasm;
    const found = [];
    const add = (kind, word) => found.push({ kind, start: words[word], end: words[word + 1] });
    switch (this.#kind) {
      case START_TAG:
      case END_TAG: {
        add("name", at + 6);
        const [first, end] = this.#attributeRange();
        for (let attribute = first; attribute < end; attribute += ATTRIBUTE_WORDS) {
          const isDuplicate = ((words[attribute + 4] >>> 8) & DUPLICATE) !== 0;
          add(isDuplicate ? "duplicateName" : "attributeName", attribute);
          if (words[attribute + 2] === words[attribute + 3]) continue;
          add("attributeValue", attribute + 2);
          this.#addReferences(found, words[attribute + 2], words[attribute + 3], true);
        }
        break;
      }
      case COMMENT:
        add("data", at + 8);
        break;
      case INSTRUCTION:
        add("name", at + 6);
        add("data", at + 8);
        break;
      case TEXT:
        if (WITH_REFERENCES.includes(this.mode)) this.#addReferences(found, 0, words[at + 1], false);
        break;
      default:
    }
    return found;
  }

  /** Adds the character references of a range of the bytes, in their order. */
  #addReferences(found, start, end, isAttribute) {
    const { exports, scratch } = wasm;
    const bytes = wasm.words[this.#at] + start;
    const [to, length] = [scratch >>> 2, end - start];
    for (let from = 0; exports.tagspan_reference(bytes, length, isAttribute, from, scratch); from = wasm.words[to + 1]) {
      const [at, behind, first, second] = wasm.words.subarray(to, to + 4);
      const text = String.fromCodePoint(first) + (second === 0 ? "" : String.fromCodePoint(second));
      found.push({ kind: "reference", start: start + at, end: start + behind, text });
    }
  }

  /** A copy that stays. */
  toObject() {
    const { kind, start, end, truncated, ambiguous } = this;
    const common = { kind, start, end, truncated, ambiguous };
    switch (this.#kind) {
      case DOCTYPE: {
        const { name, publicId, systemId, forceQuirks } = this;
        return { ...common, name, publicId, systemId, forceQuirks };
      }
      case START_TAG:
      case END_TAG: {
        const { name, attributes, selfClosing, namespace } = this;
        return { ...common, name, attributes, selfClosing, namespace };
      }
      case COMMENT:
        return { ...common, data: this.data };
      case INSTRUCTION:
        return { ...common, name: this.name, data: this.data };
      case TEXT: {
        const { text, mode, ignoredNewline } = this;
        return { ...common, text, mode, ignoredNewline };
      }
      case ERROR:
        return { ...common, code: this.code };
      default:
        return { ...common, reason: this.reason };
    }
  }
}
