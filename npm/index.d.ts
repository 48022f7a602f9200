/** What the package reads. A string is encoded as UTF-8, and nothing is sniffed. */
export type Bytes = Uint8Array | ArrayBuffer | ArrayBufferView;

export type Code =
  | "unknown-encoding"
  | "invalid-option"
  | "invalid-url"
  | "chunk-not-taken"
  | "fed-after-end"
  | "stale-token"
  | "limit-exceeded"
  | "ill-formed"
  | "freed"
  | "not-loaded"
  | "out-of-memory"
  | "invalid-name"
  | "raw-text"
  | "not-a-tag"
  | "defect"
  | (string & {});

export class TagspanError extends Error {
  constructor(code: string, message: string, offset?: number | null);
  readonly name: "TagspanError";
  readonly code: Code;
  /**
   * Where the tokenizer has failed, for `limit-exceeded` and `ill-formed`. Of rewriting: up to where the source is written, for
   * `invalid-name` and `raw-text` too.
   */
  readonly offset: number | null;
}

/** How the text is read, as a tree builder selects it. */
export type TextMode = "data" | "rcdata" | "rawtext" | "scriptData" | "plaintext" | "cdataSection";

export interface Limit {
  /** The greatest length: bytes, attributes or elements. */
  max: number;
  /** What is done with what is longer. `"fail"` by default. */
  action?: "fail" | "truncate" | "skip";
}

export interface EncodingOptions {
  /** The value of the header field `Content-Type`. */
  contentType?: string | null;
  /** The label of the encoding that the transport declares. It overrides that of `contentType`. */
  charset?: string | null;
  /** The label of an encoding that the user asks for. Only a byte order mark overrides it. */
  overrideEncoding?: string | null;
  /** The label of the encoding of a source that declares none. Nothing is guessed then. */
  defaultEncoding?: string | null;
  /** The locale of the user, such as `ja`, whose encoding in the HTML Standard is that of a source that declares none. */
  locale?: string | null;
  /**
   * Whether the encoding of a source that declares none is guessed from its content: `true` by default, unless `defaultEncoding` or `locale`
   * is set. `"any"`: ISO-2022-JP and UTF-16 without a byte order mark too, which can hide markup from a reader of ASCII. Meanwhile the
   * first tokens wait for up to 64 KiB from the first byte beyond ASCII. With `false` such a source is windows-1252, as in browsers.
   */
  detect?: boolean | "any";
  /** In how many of the first bytes the guess looks for one beyond ASCII. 1 MiB by default. */
  detectWithin?: number;
  /** Whether the source is text in UTF-8 already: nothing is sniffed, and U+FEFF at the start is text. */
  utf8?: boolean;
  /** Ill-formed bytes are read as U+FFFD. With `"count"` `Tokenizer.illFormed` has them; with `"strict"` the first one is a failure. */
  validation?: "off" | "count" | "strict";
}

export interface TokenizerOptions extends EncodingOptions {
  /** Whether parse errors are tokens. */
  parseErrors?: boolean;
  /** Whether scripting is enabled, which matters to `noscript`. */
  scripting?: boolean;
  /** Whether `<?` leads to processing instructions. */
  processingInstructions?: boolean;
  /** Whether `<![CDATA[` opens a CDATA section at first. */
  cdata?: boolean;
  /** How the text mode after a start tag is selected. `"simulated"`, as a tree builder does it, by default. */
  feedback?: "simulated" | "names" | "none";
  /** The text mode in which the source begins. */
  initialTextMode?: TextMode;
  /** The name of the last start tag, which an end tag must have to end the text modes of elements. */
  lastStartTag?: string | null;
  /** The name of the context element, if the source is a fragment. `svg:` or `math:` before it is its namespace. */
  fragment?: string | null;
  /** Whether the limits are at first those that leave out no byte. */
  lossless?: boolean;
  limits?: {
    tag?: Limit;
    attributeValue?: Limit;
    attributes?: Limit;
    comment?: Limit;
    doctype?: Limit;
    processingInstruction?: Limit;
    characterReference?: Limit;
    openElements?: Limit;
    /** The whole source cannot be skipped. */
    source?: Limit & { action?: "fail" | "truncate" };
  };
}

/** An attribute, decoded. Later ones of the same name are left out. */
export interface Attribute {
  readonly name: string;
  /** Empty if there is none. */
  readonly value: string;
  readonly quote: "none" | "unquoted" | "single" | "double";
}

interface Common {
  /** The offset of the first byte in the source. `NaN` if it is not known. */
  readonly start: number;
  /** The offset of the byte after the last one. */
  readonly end: number;
  /** Whether a limit has left bytes out. */
  readonly truncated: boolean;
  /** Whether only a tree could tell how the token is to be read. */
  readonly ambiguous: boolean;
}

interface TagParts extends Common {
  /** In lower case. */
  readonly name: string;
  readonly attributes: readonly Attribute[];
  /** Whether it ends in `/>`. */
  readonly selfClosing: boolean;
  readonly namespace: "html" | "svg" | "math";
}

export interface DoctypeObject extends Common {
  readonly kind: "doctype";
  readonly name: string | null;
  readonly publicId: string | null;
  readonly systemId: string | null;
  readonly forceQuirks: boolean;
}
export interface StartTagObject extends TagParts {
  readonly kind: "startTag";
}
export interface EndTagObject extends TagParts {
  readonly kind: "endTag";
}
export interface CommentObject extends Common {
  readonly kind: "comment";
  readonly data: string;
}
export interface ProcessingInstructionObject extends Common {
  readonly kind: "processingInstruction";
  /** The target. */
  readonly name: string;
  readonly data: string;
}
export interface TextObject extends Common {
  readonly kind: "text";
  /** Decoded. Text may come in several tokens, where chunks end. */
  readonly text: string;
  readonly mode: TextMode;
  /** Whether it begins with a newline that a tree builder ignores. */
  readonly ignoredNewline: boolean;
}
export interface ErrorObject extends Common {
  readonly kind: "error";
  /** The code of the standard, such as `duplicate-attribute`. */
  readonly code: string;
}
export interface DroppedObject extends Common {
  readonly kind: "dropped";
  /** Why the bytes are part of no other token. */
  readonly reason: string;
}

/** A copy of a token, which stays. */
export type TokenObject =
  | DoctypeObject
  | StartTagObject
  | EndTagObject
  | CommentObject
  | ProcessingInstructionObject
  | TextObject
  | ErrorObject
  | DroppedObject;

/** A part of a token, in bytes of its `raw`. */
export interface Part {
  /** A `duplicateName` is the name of an attribute that is left out. A reference lies within the part before it, or in text. */
  readonly kind: "name" | "attributeName" | "duplicateName" | "attributeValue" | "data" | "reference";
  readonly start: number;
  readonly end: number;
  /** What a reference stands for. */
  readonly text?: string;
}

interface Methods<Copy> {
  /** The token as it is written, in UTF-8 whatever the encoding is: a copy of bytes, of which some may be ill-formed. */
  readonly raw: Uint8Array;
  /** The offset of `raw` in the document, which is the source as UTF-8. It equals `start` if the source is in UTF-8. */
  readonly documentStart: number;
  /** The parts of `raw`, in their order, as for colouring: names, values, data, and character references. */
  parts(): Part[];
  /** Whether it is a tag of this name, in any capitals. */
  is(name: string): boolean;
  /** The decoded value of the attribute of this name, in any capitals; null if there is none. */
  attribute(name: string): string | null;
  /** A copy, which stays. */
  toObject(): Copy;
}

type View<Copy> = Copy & Methods<Copy>;

/**
 * A view of the current token. There is one of a tokenizer: it shows the next token when the iteration goes on, and throws
 * `stale-token` when that is over. Strings are made when they are read.
 */
export type Token =
  | View<DoctypeObject>
  | View<StartTagObject>
  | View<EndTagObject>
  | View<CommentObject>
  | View<ProcessingInstructionObject>
  | View<TextObject>
  | View<ErrorObject>
  | View<DroppedObject>;

/** The `meta` tag, and what it led to. A tokenizer does not start again for it. */
export interface LateDeclaration {
  /** The encoding, as the Encoding Standard writes its name. */
  readonly encoding: string;
  readonly outcome: "confirmed" | "switched" | "ignored";
  /** Where the tag is, in the document as UTF-8. */
  readonly start: number;
  readonly end: number;
}

export class Tokenizer {
  constructor(options?: TokenizerOptions);
  /** The tokens of a whole source, after which another may follow. */
  tokens(input: Bytes | string): IterableIterator<Token>;
  /** The tokens of the next chunk, which is copied. They must be taken before the next one is fed. */
  feed(chunk: Bytes): IterableIterator<Token>;
  /** The last tokens. `truncated`: the source was cut short, so the last token is truncated. */
  finish(options?: { truncated?: boolean }): IterableIterator<Token>;
  /** Prepares for another source. */
  reset(): void;
  /** The encoding of the source, as the Encoding Standard writes its name; null until it is decided. */
  readonly encoding: string | null;
  /** The ill-formed sequences of bytes so far, with `validation: "count"`: how many, and where the first 1,024 are. */
  readonly illFormed: { readonly count: number; readonly offsets: readonly number[] };
  /** A declaration of the encoding that came too late to be found ahead; null if there is none. */
  readonly lateDeclaration: LateDeclaration | null;
  /** Gives the memory back. That also happens when the tokenizer is collected, at some time. */
  free(): void;
  [Symbol.dispose](): void;
}

/** The tokens of a source. */
export function tokenize(input: Bytes | string, options?: TokenizerOptions): IterableIterator<Token>;

/** For `pipeThrough`: bytes in, copies of tokens out. */
export class TokenStream {
  constructor(options?: TokenizerOptions);
  readonly readable: ReadableStream<TokenObject>;
  readonly writable: WritableStream<Bytes>;
}

/**
 * Decides what is written for a token. The last of `keep`, `remove`, `replace`, `replaceText` and the edits of the tag counts. All but
 * `replaceText` and `setAttribute` take markup: escape text by `escape`. It is valid until the handler returns.
 */
export interface Edit {
  /** Sets an attribute of a tag, in any capitals, and escapes the value. Throws `not-a-tag` for other tokens. */
  setAttribute(name: string, value: string): this;
  /** Removes an attribute of a tag, with its duplicates. */
  removeAttribute(name: string): this;
  /** Changes the name of a tag. The end tag of an element is another token. */
  setName(name: string): this;
  /** Writes markup before the token, also if that is removed or replaced. */
  before(html: string): this;
  /** Writes markup after the token. */
  after(html: string): this;
  /** Writes markup instead of the token. */
  replace(html: string): this;
  /** Writes text instead of the token, escaped. In text without references, as of scripts, it fails with `raw-text`. */
  replaceText(text: string): this;
  /** Removes the token. The content of an element consists of other tokens, which stay. */
  remove(): this;
  /** Keeps the token as it is in the source, which is the default. */
  keep(): this;
}

/** Is called for each token, but the byte order mark. The token and the edit are valid until it returns. */
export type RewriteHandler = (token: Token, edit: Edit) => void;

/** The options of rewriting. A construct over 16 MiB fails by default. Parse errors are no tokens. */
export type RewriteOptions = Omit<TokenizerOptions, "parseErrors">;

/**
 * Rewrites a source. Bytes that no edit changes are those of the source, in any encoding. An error of the handler is thrown.
 */
export function rewrite(input: Bytes, handler: RewriteHandler, options?: RewriteOptions): Uint8Array;
export function rewrite(input: string, handler: RewriteHandler, options?: RewriteOptions): string;

/**
 * For `pipeThrough`: bytes in, rewritten bytes out, in the encoding of the source. An error of the handler is that of the stream, after
 * the output of the tokens before.
 */
export class RewriteStream extends TransformStream<Bytes, Uint8Array> {
  constructor(handler: RewriteHandler, options?: RewriteOptions);
}

export interface LineColumn {
  /** One-based. */
  readonly line: number;
  /** One-based, in code points. */
  readonly column: number;
}

export interface ParseError extends LineColumn {
  /** The code of the standard, such as `duplicate-attribute`. */
  readonly code: string;
  /** The offset in the source, in bytes. */
  readonly start: number;
}

/** Finds the parse errors of a source. Constructs of any length are read, unless there are limits. */
export function check(input: Bytes | string, options?: Omit<TokenizerOptions, "parseErrors">): ParseError[];

/**
 * The line and column of an offset in bytes, or of the character that it is within. Takes time in proportion to the source: `check`
 * has those of all parse errors. The options tell the encoding.
 */
export function lineColumn(input: Bytes | string, offset: number, options?: EncodingOptions): LineColumn;

/** The options of a page. */
export interface PageOptions extends TokenizerOptions {
  /** The URL of the page, which links are resolved against. */
  baseUrl?: string | null;
  /** Attributes that hold URLs beside those of the standard, such as `img@data-src`, or `*@data-src` for any element. */
  attributes?: readonly string[];
  /** Whether the URLs of CSS are links too, in `style` elements and attributes. */
  css?: boolean;
}

export interface Link {
  /** Resolved. Null if the value is no URL, or is relative and nothing is known to resolve it against. */
  readonly url: string | null;
  /** The URL as the attribute has it, decoded. */
  readonly value: string;
  readonly element: string;
  readonly attribute: string;
  readonly kind: "attribute" | "ping" | "srcset" | "refresh" | "css";
  /** The text beside the URL, such as `2x` in a `srcset`. */
  readonly descriptor: string | null;
  /** The attribute `rel` of the element. */
  readonly rel: string | null;
  /** The text of the link, of an `a`. */
  readonly text: string | null;
  /** The offset of the value in the source. `NaN` if it is not known. */
  readonly start: number;
  readonly end: number;
  /** Whether a limit has cut the value. It has no URL then. */
  readonly truncated: boolean;
}

/** The links of a page. */
export function links(input: Bytes | string, options?: PageOptions): Link[];
/** The visible text of a page. */
export function text(input: Bytes | string, options?: PageOptions): string;
/** The title of a page; null if it has none. */
export function title(input: Bytes | string, options?: PageOptions): string | null;

/** A range of bytes of the source. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** An element that a selector matches. */
export interface SelectedElement {
  /** Its name in lower case. */
  readonly name: string;
  /** The decoded values by their names. The first of several attributes with the same name counts. */
  readonly attributes: Readonly<Record<string, string>>;
  /** All text in it, as `textContent` has it. */
  readonly text: string;
  /** Its start tag; null for an element that the tree builder adds, such as a `tbody`. */
  readonly startTag: ByteRange | null;
  /** From the end of the start tag to the start of the end tag, or of what implies it. */
  readonly content: ByteRange | null;
  /** The element with its tags. */
  readonly span: ByteRange | null;
  /** Why the tree of a browser may differ, such as `foster-parented` or `misnested`; null if it does not. */
  readonly ambiguity: string | null;
}
/**
 * The elements of a page that a CSS selector matches, in the order of their start tags, without a tree. A selector that depends on what
 * follows the start tag, such as `:last-child`, is a `TagspanError` with the code `invalid-selector`. Elements that more than 512
 * are open around are left out.
 */
export function select(input: Bytes | string, selector: string, options?: TokenizerOptions): SelectedElement[];

export interface Sniffed {
  /** The encoding, as the Encoding Standard writes its name. */
  readonly encoding: string;
  readonly confidence: "certain" | "tentative" | "irrelevant";
  /** What decided, such as `prescan`. */
  readonly source: string;
  /** Where the bytes are that decided. */
  readonly start: number;
  readonly end: number;
}

/** Finds out the encoding of a source, with detection. */
export function sniff(input: Bytes, options?: { contentType?: string | null }): Sniffed;

/** Escapes text. */
export function escape(text: string): string;
/** Escapes the value of an attribute, to be put between double quotes. */
export function escapeAttribute(text: string): string;

/** Loads the module, where that is not done by itself: in browsers. The file beside the package by default. */
export function init(source?: URL | string | Response | Promise<Response> | Bytes | WebAssembly.Module): Promise<void>;
