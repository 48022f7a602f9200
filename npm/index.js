// The package: what it exports.

export { check, lineColumn } from "./src/check.js";
export { TagspanError } from "./src/error.js";
export { init } from "./src/module.js";
export { links, text, title, sniff, escape, escapeAttribute } from "./src/page.js";
export { RewriteStream, rewrite } from "./src/rewrite.js";
export { select } from "./src/select.js";
export { TokenStream } from "./src/stream.js";
export { Tokenizer, tokenize } from "./src/tokenizer.js";
