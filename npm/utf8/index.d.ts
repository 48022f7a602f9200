// The types of the entry `tagspan/utf8`: those of `tagspan`, without the options that say the encoding.

import type * as tagspan from "../index.js";

type WithoutEncodings<T> = Omit<T, "contentType" | "charset" | "overrideEncoding" | "defaultEncoding" | "locale" | "detect" | "detectWithin">;

export type TokenizerOptions = WithoutEncodings<tagspan.TokenizerOptions>;
export type PageOptions = WithoutEncodings<tagspan.PageOptions>;

export type Tokenizer = tagspan.Tokenizer;
export declare const Tokenizer: new (options?: TokenizerOptions) => Tokenizer;
/** The tokens of a source. */
export function tokenize(input: tagspan.Bytes | string, options?: TokenizerOptions): IterableIterator<tagspan.Token>;

export type TokenStream = tagspan.TokenStream;
/** For `pipeThrough`: bytes in, copies of tokens out. */
export declare const TokenStream: new (options?: TokenizerOptions) => TokenStream;

export type RewriteOptions = WithoutEncodings<tagspan.RewriteOptions>;
export type RewriteStream = tagspan.RewriteStream;
/** For `pipeThrough`: bytes in, rewritten bytes out. */
export declare const RewriteStream: new (handler: tagspan.RewriteHandler, options?: RewriteOptions) => RewriteStream;
/** Rewrites a source. */
export function rewrite(input: tagspan.Bytes, handler: tagspan.RewriteHandler, options?: RewriteOptions): Uint8Array;
export function rewrite(input: string, handler: tagspan.RewriteHandler, options?: RewriteOptions): string;

/** Finds the parse errors of a source. */
export function check(input: tagspan.Bytes | string, options?: Omit<TokenizerOptions, "parseErrors">): tagspan.ParseError[];
/** The line and column of an offset in bytes. */
export function lineColumn(input: tagspan.Bytes | string, offset: number): tagspan.LineColumn;

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
  Edit,
  EndTagObject,
  ErrorObject,
  Limit,
  LineColumn,
  Link,
  ParseError,
  ProcessingInstructionObject,
  RewriteHandler,
  StartTagObject,
  TextMode,
  TextObject,
  Token,
  TokenObject,
} from "../index.js";
