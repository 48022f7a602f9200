// The package: what it exports.

export { TagspanError } from "./src/error.js";
export { init } from "./src/module.js";
export { links, text, title, sniff, escape, escapeAttribute } from "./src/page.js";
export { TokenStream } from "./src/stream.js";
export { Tokenizer, tokenize } from "./src/tokenizer.js";
