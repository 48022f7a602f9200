// An input in the fragment of a URL: compressed, as base64url.

/** The greatest input. A link may unpack to more, which is not read. */
export const MAX_BYTES = 16 << 20;

const FORMAT = "deflate-raw";

async function collect(stream, max) {
  const parts = [];
  let length = 0;
  for (const reader = stream.getReader(); ; ) {
    const { value, done } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > max) {
      await reader.cancel();
      throw new Error(`the input is longer than ${max} bytes`);
    }
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

export async function pack(bytes) {
  const packed = await collect(new Blob([bytes]).stream().pipeThrough(new CompressionStream(FORMAT)), Infinity);
  const PART = 0x8000;
  let binary = "";
  for (let at = 0; at < packed.length; at += PART) binary += String.fromCharCode(...packed.subarray(at, at + PART));
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

export async function unpack(text) {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const packed = Uint8Array.from(binary, (character) => character.charCodeAt(0));
  return collect(new Blob([packed]).stream().pipeThrough(new DecompressionStream(FORMAT)), MAX_BYTES);
}

/** The fragment of an input: `{ input, name, contentType, chunk }`. Text and bytes have names of their own. */
export async function toFragment({ input, name, contentType, chunk }) {
  const isText = typeof input === "string";
  const fields = [[isText ? "text" : "bytes", await pack(isText ? new TextEncoder().encode(input) : input)]];
  if (name) fields.push(["name", name]);
  if (contentType) fields.push(["type", contentType]);
  if (chunk) fields.push(["chunk", String(chunk)]);
  return `#${new URLSearchParams(fields)}`;
}

/** The input of a fragment; null if it has none. */
export async function ofFragment(fragment) {
  const fields = new URLSearchParams(fragment.slice(1));
  const [text, bytes] = [fields.get("text"), fields.get("bytes")];
  if (text === null && bytes === null) return null;
  const unpacked = await unpack(text ?? bytes);
  const input = text === null ? unpacked : new TextDecoder("utf-8", { ignoreBOM: true }).decode(unpacked);
  const chunk = Number(fields.get("chunk"));
  return {
    input,
    name: fields.get("name") ?? "",
    contentType: fields.get("type") ?? "",
    chunk: Number.isSafeInteger(chunk) && chunk > 0 ? chunk : 0,
  };
}
