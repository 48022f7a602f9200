// The types of the entry `tagspan/utf8`: those of `tagspan`, without the options that say the encoding.

import type * as tagspan from "../index.js";

type WithoutEncodings<T> = Omit<T, "contentType" | "charset" | "override" | "default" | "locale" | "detect">;

export type TokenizerOptions = WithoutEncodings<tagspan.TokenizerOptions>;
export type PageOptions = WithoutEncodings<tagspan.PageOptions>;

export type Tokenizer = tagspan.Tokenizer;
export declare const Tokenizer: new (options?: TokenizerOptions) => Tokenizer;
/** The tokens of a source. */
export function tokenize(input: tagspan.Bytes | string, options?: TokenizerOptions): IterableIterator<tagspan.Token>;

export type TokenStream = tagspan.TokenStream;
/** For `pipeThrough`: bytes in, copies of tokens out. */
export declare const TokenStream: new (options?: TokenizerOptions) => TokenStream;

/** The links of a page. */
export function links(input: tagspan.Bytes | string, options?: PageOptions): tagspan.Link[];
/** The visible text of a page. */
export function text(input: tagspan.Bytes | string, options?: PageOptions): string;
/** The title of a page; null if it has none. */
export function title(input: tagspan.Bytes | string, options?: PageOptions): string | null;

export { TagspanError, escape, escapeAttribute, init } from "../index.js";
export type {
  Attribute,
  Bytes,
  Code,
  CommentObject,
  DoctypeObject,
  DroppedObject,
  EndTagObject,
  ErrorObject,
  Limit,
  Link,
  ProcessingInstructionObject,
  StartTagObject,
  TextMode,
  TextObject,
  Token,
  TokenObject,
} from "../index.js";
