// Rewriting: a handler gets each token, and all bytes that it does not change are copied.

import { TagspanError } from "./error.js";
import { holders, load, refresh, rewriting, string, stringAt, toBytes, wasm, withBytes } from "./module.js";
import { defined, withOptions } from "./options.js";
import { takeOutcome } from "./outcome.js";
import { Token } from "./token.js";

/** The actions of the module on any token. */
const [BEFORE, AFTER, REPLACE, REPLACE_TEXT, KEEP] = [0, 1, 2, 3, 4];

const encoder = new TextEncoder();

/** The edit of the current token: a view of the module's, as the token is. */
class Edit {
  #at = 0;

  /** Only the rewriter calls it, for which it is in this class. */
  static move(edit, at) {
    edit.#at = at;
  }

  #place() {
    if (this.#at === 0) throw new TagspanError("stale-token", "the handler has returned: edit the token before");
    return this.#at;
  }

  #tag(isTag) {
    if (!isTag) throw new TagspanError("not-a-tag", "the token is not a tag: it has no name and no attributes to edit");
    return this;
  }

  #attribute(name, value, removes) {
    const [key, text] = [encoder.encode(name), encoder.encode(value)];
    const bytes = new Uint8Array(key.length + text.length);
    bytes.set(key);
    bytes.set(text, key.length);
    const edit = this.#place();
    const { exports } = wasm;
    return this.#tag(withBytes(bytes, (at) => exports.tagspan_edit_attribute(edit, at, key.length, text.length, removes)));
  }

  #token(action, html = "") {
    const [edit, bytes] = [this.#place(), encoder.encode(html)];
    withBytes(bytes, (at) => wasm.exports.tagspan_edit_token(edit, action, at, bytes.length));
    return this;
  }

  setAttribute(name, value) {
    return this.#attribute(name, value, 0);
  }

  removeAttribute(name) {
    return this.#attribute(name, "", 1);
  }

  setName(name) {
    const [edit, bytes] = [this.#place(), encoder.encode(name)];
    return this.#tag(withBytes(bytes, (at) => wasm.exports.tagspan_edit_name(edit, at, bytes.length)));
  }

  before(html) {
    return this.#token(BEFORE, html);
  }

  after(html) {
    return this.#token(AFTER, html);
  }

  replace(html) {
    return this.#token(REPLACE, html);
  }

  replaceText(text) {
    return this.#token(REPLACE_TEXT, text);
  }

  remove() {
    return this.#token(REPLACE);
  }

  keep() {
    return this.#token(KEEP);
  }
}

/** The handle that decodes the strings of tokens of rewriters, which are in no batch. One is enough: strings are read at once. */
const strings = { exports: null, handle: 0 };

function decoder() {
  const { exports } = wasm;
  if (strings.exports !== exports) Object.assign(strings, { exports, handle: exports.tagspan_tokenizer_new(0) >>> 0 });
  return strings.handle;
}

/** What a rewriter has in the module's memory, and what its token reads. It is freed when its `Rewriter` is gone. */
class Memory {
  handle = decoder();
  rewriter = 0;
  /** What the instance has failed with. */
  failure = null;
  attributes = 0;
  /** The records have the offsets of the source. */
  maps = false;

  takeString() {
    refresh();
    return stringAt(wasm.scratch >>> 2);
  }

  open(options) {
    holders.add(this);
    this.rewriter = withOptions(options, (at) => wasm.exports.tagspan_rewriter_new(at, wasm.scratch)) >>> 0;
  }

  lose(error) {
    this.failure = error;
    this.rewriter = 0;
  }

  free() {
    holders.delete(this);
    wasm.exports.tagspan_rewriter_free(this.rewriter);
    this.rewriter = 0;
  }
}

const registry = new FinalizationRegistry((memory) => memory.free());

class Rewriter {
  #memory;
  #token;
  #edit = new Edit();
  #handler;
  /** What the handler has thrown. */
  #thrown = null;

  constructor(handler, options) {
    if (typeof handler !== "function") throw new TypeError("a function is expected, which is called for each token");
    load();
    this.#handler = handler;
    this.#memory = new Memory();
    this.#token = new Token(this.#memory);
    registry.register(this, this.#memory, this);
    try {
      this.#memory.open(options);
      const { error } = takeOutcome();
      if (error !== null) throw error;
    } catch (error) {
      this.free();
      throw error;
    }
  }

  /** Rewrites a chunk. The result is what there is of the output, as `read` makes it of its place and length, and the error. */
  write(bytes, isLast, read) {
    const { rewriter, failure } = this.#memory;
    if (failure !== null) throw failure;
    if (rewriter === 0) throw new TagspanError("freed", "the rewriter was freed");
    const { onToken } = rewriting;
    rewriting.onToken = (edit, record, attributes) => this.#pass(edit, record, attributes);
    try {
      withBytes(bytes, (at) => wasm.exports.tagspan_rewriter_write(rewriter, at, bytes.length, isLast ? 1 : 0, wasm.scratch));
    } finally {
      // A handler may rewrite by itself.
      rewriting.onToken = onToken;
    }
    const { data, length, error } = takeOutcome();
    const output = length === 0 ? null : read(data, length);
    if (isLast || error !== null) this.free();
    return { output, error: this.#thrown === null ? error : this.#thrown.error, failed: error !== null };
  }

  /** Calls the handler. Whether to go on: what it throws must not pass through the module. */
  #pass(edit, record, attributes) {
    refresh();
    this.#memory.attributes = attributes >>> 0;
    Token.start(this.#token, record >>> 0, 1);
    Edit.move(this.#edit, edit >>> 0);
    try {
      this.#handler(this.#token, this.#edit);
      return 1;
    } catch (error) {
      this.#thrown = { error };
      return 0;
    } finally {
      Token.stop(this.#token);
      Edit.move(this.#edit, 0);
    }
  }

  free() {
    registry.unregister(this);
    this.#memory.free();
  }
}

const copy = (at, length) => wasm.bytes.slice(at, at + length);

export function rewrite(input, handler, options = {}) {
  const isText = typeof input === "string";
  const rewriter = new Rewriter(handler, { utf8: isText, ...defined(options) });
  const { output, error, failed } = rewriter.write(toBytes(input), true, isText ? string : copy);
  if (failed) throw error;
  return output ?? (isText ? "" : new Uint8Array());
}

/**
 * A pair of streams for `pipeThrough`: bytes in, rewritten bytes out.
 *
 * A chunk is taken when the output of the one before is. What was rewritten before an error is given out before it.
 */
export class RewriteStream extends TransformStream {
  constructor(handler, options = {}) {
    const rewriter = new Rewriter(handler, options);
    const write = (bytes, isLast, controller) => {
      const { output, error, failed } = rewriter.write(bytes, isLast, copy);
      if (output !== null) controller.enqueue(output);
      if (failed) throw error;
    };
    super({
      transform: (chunk, controller) => {
        if (typeof chunk === "string") throw new TypeError("a chunk is bytes: text in parts would have parts of characters");
        write(toBytes(chunk), false, controller);
      },
      flush: (controller) => write(new Uint8Array(), true, controller),
      cancel: () => rewriter.free(),
    });
  }
}
