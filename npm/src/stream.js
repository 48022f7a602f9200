// Tokens of a stream of bytes.

import { Tokenizer } from "./tokenizer.js";

/**
 * A pair of streams for `pipeThrough`: bytes in, copies of tokens out.
 *
 * A chunk is taken when the tokens of the one before are, and a token is made when one is asked for.
 */
export class TokenStream {
  constructor(options = {}) {
    const tokenizer = new Tokenizer(options);
    const state = { tokens: null, written: null, wake: null, isLast: false };
    let reading;
    let writing;

    /** Ends both sides, and frees what the tokenizer has. */
    const fail = (error) => {
      reading.error(error);
      writing.error(error);
      state.written?.reject(error);
      state.wake?.();
      tokenizer.free();
    };

    /** Lends tokens to the readable side. The result is settled when they are taken. */
    const offer = (take, isLast) =>
      new Promise((resolve, reject) => {
        state.written = { resolve, reject };
        state.isLast = isLast;
        try {
          state.tokens = take();
          state.wake?.();
        } catch (error) {
          fail(error);
        }
      });

    this.writable = new WritableStream({
      start: (controller) => {
        writing = controller;
      },
      write: (chunk) => offer(() => tokenizer.feed(chunk), false),
      close: () => offer(() => tokenizer.finish(), true),
      abort: fail,
    });

    const pull = async (controller) => {
      for (;;) {
        if (state.tokens !== null) {
          const { done, value } = state.tokens.next();
          if (!done) return controller.enqueue(value.toObject());
          state.tokens = null;
          if (state.isLast) {
            tokenizer.free();
            controller.close();
          }
          state.written.resolve();
          if (state.isLast) return undefined;
        }
        const { promise, resolve } = withResolver();
        state.wake = resolve;
        await promise;
        state.wake = null;
        if (state.tokens === null) return undefined;
      }
    };
    this.readable = new ReadableStream(
      {
        start: (controller) => {
          reading = controller;
        },
        pull: (controller) => pull(controller).catch(fail),
        cancel: fail,
      },
      { highWaterMark: 0 },
    );
  }
}

function withResolver() {
  let resolve;
  const promise = new Promise((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
