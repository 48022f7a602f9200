// The entry `tagspan/utf8`: what it exports. `npm/build` copies `../src` here, where it finds the modules of this folder.

export { check, lineColumn } from "./src/check.js";
export { TagspanError } from "./src/error.js";
export { init } from "./src/module.js";
export { links, text, title, escape, escapeAttribute } from "./src/page.js";
export { RewriteStream, rewrite } from "./src/rewrite.js";
export { TokenStream } from "./src/stream.js";
export { Tokenizer, tokenize } from "./src/tokenizer.js";
