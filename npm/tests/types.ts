// What the types let through and what not: compiled, not run.

import * as utf8 from "../utf8/index.js";
import {
  RewriteStream,
  TagspanError,
  TokenStream,
  Tokenizer,
  check,
  lineColumn,
  links,
  rewrite,
  sniff,
  tokenize,
  type Token,
  type TokenObject,
} from "../index.js";

export function kindsNarrow(token: Token): string | null {
  switch (token.kind) {
    case "startTag":
    case "endTag":
      return token.attribute("href") ?? token.name;
    case "doctype":
      return token.publicId;
    case "text":
      return token.text + token.mode;
    case "comment":
      return token.data;
    case "processingInstruction":
      return token.name + token.data;
    case "error":
      return token.code;
    case "dropped":
      return token.reason;
    default: {
      const none: never = token;
      return none;
    }
  }
}

export async function streams(body: ReadableStream<Uint8Array>): Promise<TokenObject[]> {
  const found: TokenObject[] = [];
  const reader = body.pipeThrough(new TokenStream({ contentType: "text/html" })).getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) found.push(next.value);
  return found;
}

export function written(token: Token): string[] {
  const kinds: string[] = token.parts().map((part) => (part.kind === "reference" ? (part.text ?? "") : part.kind));
  return token.raw.length > 0 && token.documentStart >= 0 ? kinds : [];
}

export function refused(tokenizer: Tokenizer, token: Token): void {
  // @ts-expect-error: chunks are bytes
  tokenizer.feed("text");
  // @ts-expect-error: there is no such option
  tokenize("", { parseError: true });
  // @ts-expect-error: text is of text only
  token.text;
  if (token.kind === "startTag") {
    // @ts-expect-error: tokens are read only
    token.name = "b";
  }
}

export const encodings: string[] = [sniff(new Uint8Array()).encoding, new TagspanError("", "").code];
export const urls: (string | null)[] = links("").map((link) => link.url);

export function rewrites(upstream: Response): Response {
  const lazy = new RewriteStream((token, edit) => {
    if (token.kind === "startTag" && token.is("img")) edit.setAttribute("loading", "lazy").after("<br>");
    // @ts-expect-error: the name is a string
    edit.setName(1);
  });
  return new Response(upstream.body?.pipeThrough(lazy), upstream);
}

export const rewritten: string = rewrite("<p>", (_, edit) => edit.remove());
export const bytes: Uint8Array = rewrite(new Uint8Array(), () => {}, { charset: "utf-8" });
export const lines: number[] = [...check("<p>").map(({ line }) => line), lineColumn("<p>", 0).column];
export function entryOfUtf8(source: Uint8Array): (string | null)[] {
  const tokenizer: utf8.Tokenizer = new utf8.Tokenizer({ parseErrors: true });
  // @ts-expect-error: there is one encoding.
  new utf8.Tokenizer({ charset: "koi8-r" });
  // @ts-expect-error: so there is nothing to sniff.
  void utf8.sniff;
  tokenizer.free();
  return utf8.links(source, { baseUrl: "https://example.com/" }).map(({ url }) => url);
}
