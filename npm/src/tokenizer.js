// The tokenizer: a handle of the module, and the arrays that it fills.

import { TagspanError } from "./error.js";
import { allocate, holders, load, message, offsetAt, refresh, release, stringAt, toBytes, wasm } from "./module.js";
import { defined, withOptions } from "./options.js";
import { ATTRIBUTE_WORDS, TOKEN_WORDS, Token } from "./token.js";

/** How many tokens a batch has, at most. */
const TOKENS = 256;
/** How many attributes a batch has at first, at most. */
const ATTRIBUTES = 512;
const ATTRIBUTES_FULL = 8;
/** The size of a late declaration. */
const DECLARATION = 32;

/** What a tokenizer has in the module's memory. It is not the tokenizer, so that it can be freed when that is gone. */
class Memory {
  handle = 0;
  records = allocate(TOKENS * TOKEN_WORDS * 4);
  attributeCount = 0;
  attributes = 0;
  chunk = 0;
  chunkSize = 0;
  /** The number of the last feeding: iterables of an earlier one are over. */
  turn = 0;
  /** Whether the chunk has tokens that were not taken. Until then nothing of it may change. */
  isLent = false;
  token = new Token(this);
  /** What the instance has failed with that the handle was of. */
  failure = null;
  #maps = null;

  open(options) {
    const { exports } = wasm;
    this.free();
    holders.add(this);
    this.handle = withOptions(options, (at) => exports.tagspan_tokenizer_new(at)) >>> 0;
    refresh();
    this.check(exports.tagspan_status(this.handle));
    this.records ||= allocate(TOKENS * TOKEN_WORDS * 4);
    this.makeRoom(ATTRIBUTES);
  }

  makeRoom(attributes) {
    if (attributes <= this.attributeCount) return;
    release(this.attributes, this.attributeCount * ATTRIBUTE_WORDS * 4);
    this.attributes = this.attributeCount = 0;
    this.attributes = allocate(attributes * ATTRIBUTE_WORDS * 4);
    this.attributeCount = attributes;
  }

  /** Copies a chunk, which stays until the next one. */
  copy(bytes) {
    if (bytes.length > this.chunkSize) {
      release(this.chunk, this.chunkSize);
      this.chunk = this.chunkSize = 0;
      this.chunk = allocate(bytes.length);
      this.chunkSize = bytes.length;
    }
    wasm.bytes.set(bytes, this.chunk);
  }

  startDocument() {
    this.stop();
    this.isLent = false;
    this.#maps = null;
  }

  /** Ends the batch, and the iterables so far. */
  stop() {
    this.turn += 1;
    Token.stop(this.token);
  }

  /** Whether offsets of the document are not those of the source. */
  get maps() {
    return (this.#maps ??= this.encoding !== "UTF-8");
  }

  get encoding() {
    wasm.exports.tagspan_encoding(wasm.scratch, this.handle);
    return stringAt(wasm.scratch >>> 2);
  }

  /** The string that a call has written, which may have allocated it. */
  takeString() {
    refresh();
    return stringAt(wasm.scratch >>> 2);
  }

  /** Throws if a status is a failure. */
  check(status) {
    if (status === 0) return;
    const { exports } = wasm;
    const text = message(exports.tagspan_message(this.handle) >>> 0);
    throw TagspanError.of(status, text, Number(exports.tagspan_error_offset(this.handle)));
  }

  lose(error) {
    this.failure = error;
    this.#forget();
  }

  free() {
    holders.delete(this);
    wasm.exports.tagspan_tokenizer_free(this.handle);
    release(this.records, TOKENS * TOKEN_WORDS * 4);
    release(this.attributes, this.attributeCount * ATTRIBUTE_WORDS * 4);
    release(this.chunk, this.chunkSize);
    this.#forget();
  }

  #forget() {
    this.startDocument();
    this.handle = this.records = this.attributes = this.attributeCount = this.chunk = this.chunkSize = 0;
  }
}

const registry = new FinalizationRegistry((memory) => memory.free());

/** The tokens of what was fed. One that was left goes on where it was. */
class Tokens {
  #memory;
  #token;
  /** It is not used, but without it the tokenizer could be collected, and its memory freed. */
  #tokenizer;
  #turn;
  #isDocument;
  #isOwner;
  #isOver = false;
  #result;

  /** `isDocument`: the source ends with the chunk. `isOwner`: the tokenizer is freed with the iterable. */
  constructor(tokenizer, memory, isDocument, isOwner) {
    this.#memory = memory;
    this.#token = memory.token;
    this.#tokenizer = tokenizer;
    this.#turn = memory.turn;
    this.#isDocument = isDocument;
    this.#isOwner = isOwner;
    this.#result = { value: memory.token, done: false };
  }

  [Symbol.iterator]() {
    return this;
  }

  next() {
    if (!this.#isOver && this.#turn === this.#memory.turn && Token.next(this.#token)) return this.#result;
    return this.#fill() ? this.#result : { value: undefined, done: true };
  }

  return(value) {
    if (this.#isOwner) this.#end();
    return { value, done: true };
  }

  /** Takes the next batch. */
  #fill() {
    const memory = this.#memory;
    if (this.#isOver) return false;
    if (memory.failure !== null) throw memory.failure;
    if (this.#turn !== memory.turn) {
      throw new TagspanError("stale-token", "the tokenizer was fed, reset or freed since");
    }
    Token.stop(this.#token);
    const { exports } = wasm;
    for (;;) {
      const { handle, records, attributes, attributeCount } = memory;
      const count = exports.tagspan_next(handle, records, TOKENS, attributes, attributeCount);
      refresh();
      if (count > 0) {
        Token.start(this.#token, records, count);
        return true;
      }
      const status = exports.tagspan_status(handle);
      if (status === ATTRIBUTES_FULL) {
        memory.makeRoom(exports.tagspan_attributes_needed(handle));
      } else if (status !== 0) {
        this.#fail(status);
      } else if (this.#isDocument) {
        this.#isDocument = false;
        const finished = exports.tagspan_finish(handle);
        if (finished !== 0) this.#fail(finished);
      } else {
        this.#end();
        return false;
      }
    }
  }

  #fail(status) {
    try {
      this.#memory.check(status);
    } finally {
      this.#end();
    }
  }

  #end() {
    this.#isOver = true;
    this.#memory.isLent = false;
    Token.stop(this.#token);
    if (this.#isOwner) this.#tokenizer.free();
  }
}

/** The tokens of a source. Its tokenizer is freed at the end of the iteration. */
export let tokenize;

export class Tokenizer {
  #options;
  #memory;
  #isText;

  constructor(options = {}) {
    load();
    this.#options = { ...options };
    this.#memory = new Memory();
    registry.register(this, this.#memory, this);
    this.#open(Boolean(options.utf8));
  }

  /** Text needs no sniffing. */
  #open(isText) {
    this.#isText = isText;
    try {
      this.#memory.open({ ...this.#options, utf8: isText });
    } catch (error) {
      this.free();
      throw error;
    }
  }

  #used() {
    const { handle, failure } = this.#memory;
    if (failure !== null) throw failure;
    if (handle === 0) throw new TagspanError("freed", "the tokenizer was freed");
    return this.#memory;
  }

  tokens(input) {
    return this.#whole(input, false);
  }

  #whole(input, isOwner) {
    this.#used();
    const bytes = toBytes(input);
    const isText = typeof input === "string" || Boolean(this.#options.utf8);
    if (isText === this.#isText) {
      this.#reset();
    } else {
      this.#open(isText);
    }
    return this.#feed(bytes, true, isOwner);
  }

  feed(chunk) {
    this.#used();
    if (typeof chunk === "string") throw new TypeError("a chunk is bytes: text in parts would have parts of characters");
    return this.#feed(toBytes(chunk), false, false);
  }

  #feed(bytes, isDocument, isOwner) {
    const memory = this.#memory;
    if (memory.isLent) throw new TagspanError("chunk-not-taken", "the tokens of the chunk before are not taken");
    memory.copy(bytes);
    memory.check(wasm.exports.tagspan_feed(memory.handle, memory.chunk, bytes.length));
    return this.#tokens(isDocument, isOwner);
  }

  finish({ truncated = false } = {}) {
    const memory = this.#used();
    const { tagspan_finish: finish, tagspan_finish_truncated: cutShort } = wasm.exports;
    memory.check((truncated ? cutShort : finish)(memory.handle));
    return this.#tokens(false, false);
  }

  #tokens(isDocument, isOwner) {
    const memory = this.#memory;
    memory.stop();
    memory.isLent = true;
    return new Tokens(this, memory, isDocument, isOwner);
  }

  reset() {
    this.#used();
    // After a document of text, the options about the encoding apply again.
    if (this.#isText && !this.#options.utf8) {
      this.#open(false);
    } else {
      this.#reset();
    }
  }

  #reset() {
    const memory = this.#memory;
    memory.startDocument();
    memory.check(wasm.exports.tagspan_reset(memory.handle));
  }

  get encoding() {
    return this.#used().encoding;
  }

  get illFormed() {
    const { handle } = this.#used();
    const { exports, scratch } = wasm;
    const count = Number(exports.tagspan_ill_formed_count(handle));
    const first = exports.tagspan_ill_formed_offsets(handle, scratch) >>> 2;
    const length = wasm.words[scratch >>> 2];
    return { count, offsets: Array.from({ length }, (_, index) => offsetAt(first + index * 2)) };
  }

  get lateDeclaration() {
    const { handle } = this.#used();
    const { exports, scratch } = wasm;
    if (!exports.tagspan_late_declaration(handle, scratch, DECLARATION)) return null;
    const at = scratch >>> 2;
    return { encoding: stringAt(at), outcome: stringAt(at + 2), start: offsetAt(at + 4), end: offsetAt(at + 6) };
  }

  free() {
    registry.unregister(this);
    this.#memory.free();
  }

  static {
    tokenize = (input, options = {}) =>
      new Tokenizer({ utf8: typeof input === "string", ...defined(options) }).#whole(input, true);
  }
}

if (Symbol.dispose !== undefined) Tokenizer.prototype[Symbol.dispose] = Tokenizer.prototype.free;
