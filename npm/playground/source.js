// The source of one token, with its parts marked: the elements that `crates/cli/src/view/source.rs` writes.

import { element } from "./elements.js";
import { INVISIBLE, oneLine } from "./read.js";

const CLASSES = { name: "n", attributeName: "a", duplicateName: "d", attributeValue: "v", data: "v", reference: "r" };

/** How many parts and invisible characters of a token are elements, each. A token may have any number of them. */
const MAX_ELEMENTS = 2000;

const strict = new TextDecoder("utf-8", { ignoreBOM: true, fatal: true });
const lossy = new TextDecoder("utf-8", { ignoreBOM: true });

function strictly(bytes) {
  try {
    return strict.decode(bytes);
  } catch {
    return null;
  }
}

/** Well-formed text and single ill-formed bytes, in their order, each with its end. */
function* pieces(bytes) {
  const whole = strictly(bytes);
  if (whole !== null) {
    yield [whole, bytes.length];
    return;
  }
  let from = 0;
  for (let at = 0; at < bytes.length; ) {
    const length = characterLength(bytes, at);
    if (length === 0) {
      if (from < at) yield [strict.decode(bytes.subarray(from, at)), at];
      yield [bytes[at], at + 1];
      from = at + 1;
    }
    at += length || 1;
  }
  if (from < bytes.length) yield [strict.decode(bytes.subarray(from)), bytes.length];
}

/** The length of the character that begins here; 0 if none does. */
function characterLength(bytes, at) {
  const first = bytes[at];
  if (first < 0x80) return 1;
  const length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  return strictly(bytes.subarray(at, at + length)) === null ? 0 : length;
}

/** In a `pre` they are what they are. */
const isLine = (character) => character === "\n" || character === "\t";

const replaced = (text) => text.replace(INVISIBLE, (character) => (isLine(character) ? character : "\uFFFD"));

const LINE_FEED = 10;
const NAMES = { "\r": "CR", "\0": "NUL" };

/**
 * Appends text that has lines. What cannot be seen is shown by its code point, an ill-formed byte as `\xFF`. `left` is how many
 * of them may be elements: others are U+FFFD. `next` is the byte behind the text.
 */
function appendText(parent, bytes, left, next) {
  const follows = next === LINE_FEED ? "\n" : "";
  let at = 0;
  if (left.count > 0) {
    for (const [piece, end] of pieces(bytes)) {
      at = end;
      if (typeof piece === "string") {
        appendVisible(parent, piece, left, end === bytes.length ? follows : "");
      } else {
        left.count -= 1;
        parent.append(element("i", { class: "c" }, `\\x${piece.toString(16).toUpperCase()}`));
      }
      if (left.count === 0) break;
    }
  }
  if (at < bytes.length) parent.append(replaced(lossy.decode(bytes.subarray(at))));
}

function appendVisible(parent, text, left, follows) {
  let from = 0;
  for (const { 0: character, index } of text.matchAll(INVISIBLE)) {
    if (isLine(character)) continue;
    const code = character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0");
    if (from < index) parent.append(text.slice(from, index));
    parent.append(element("i", { class: "c" }, NAMES[character] ?? `U+${code}`));
    from = index + character.length;
    // In a browser, CR ends no line.
    if (character === "\r" && (text[from] ?? follows) !== "\n") parent.append("\n");
    left.count -= 1;
    if (left.count === 0) break;
  }
  const rest = text.slice(from);
  if (rest !== "") parent.append(left.count > 0 ? rest : replaced(rest));
}

function titleOf({ kind, text }) {
  if (kind === "duplicateName") return "a duplicate that is ignored";
  if (kind !== "reference") return "";
  const points = Array.from(text, (character) => `U+${character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}`);
  return oneLine(`${text} ${points.join(" ")}`);
}

function partElement(part) {
  const made = element("i", { class: CLASSES[part.kind] });
  const title = titleOf(part);
  if (title !== "") made.title = title;
  return made;
}

/** Appends the bytes of a token. Its parts and its marks, `{ at, element }`, are in order. */
export function appendSource(parent, raw, allParts, marks) {
  const [parts, left] = [allParts.slice(0, MAX_ELEMENTS), { count: MAX_ELEMENTS }];
  const bounds = new Set([raw.length]);
  for (const { start, end } of parts) bounds.add(start).add(end);
  for (const mark of marks) bounds.add(Math.min(mark.at, raw.length));
  const open = [{ made: parent, end: Infinity }];
  let [at, part, mark] = [0, 0, 0];
  for (const bound of [...bounds].sort((one, other) => one - other)) {
    appendText(open.at(-1).made, raw.subarray(at, bound), left, raw[bound]);
    at = bound;
    while (open.at(-1).end <= at) open.pop();
    for (; mark < marks.length && marks[mark].at <= at; mark += 1) open.at(-1).made.append(marks[mark].element);
    for (; part < parts.length && parts[part].start <= at; part += 1) {
      if (parts[part].start === parts[part].end) continue;
      const made = partElement(parts[part]);
      open.at(-1).made.append(made);
      open.push({ made, end: parts[part].end });
    }
  }
  // Marks beyond the end of the bytes.
  for (; mark < marks.length; mark += 1) parent.append(marks[mark].element);
}

/** The start of the character that a byte is of. */
export function boundary(raw, at) {
  let start = Math.min(at, raw.length);
  while (start > 0 && start < raw.length && (raw[start] & 0xc0) === 0x80) start -= 1;
  return start;
}
