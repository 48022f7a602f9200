// The panes of source and tokens. Each has blocks, which are empty until they are nearly seen.

import { element } from "./elements.js";
import { lineStarts } from "./read.js";
import { appendSource, boundary } from "./source.js";

/** How many tokens a block has, and a block whose tokens have no line end. */
const BLOCK = 100;
const LONGEST = 8 * BLOCK;

/** The heights of lines and rows, and the length of a line: guesses for blocks that are empty. */
const [LINE, ROW, COLUMNS] = [18, 19, 90];
/** The bytes of a block from which on its lines end anywhere. Elsewhere a browser takes time in proportion to the square of a long word. */
const LONG = 1 << 16;
/** How many lines of a token are numbered. */
const MAX_LINES = 10_000;
/** How many errors of a token, and how many ends of chunks in a block, are marked: chunks may be one byte, and a token megabytes. */
const MAX_MARKS = 2000;
/** How far out of sight blocks are filled, in pixels. */
const NEAR = 1500;

/** The ends of chunks within a span of the input. */
function* chunkEnds({ start, end }, size) {
  if (size === 0) return;
  for (let at = (Math.floor(start / size) + 1) * size; at < end; at += size) yield at;
}

export const straddles = (token, size) => !chunkEnds(token, size).next().done;

/** The mark of an error; without a token, of one at the end of the input. */
export const errorMark = ({ number, code }) => element("b", { id: `m${number}`, title: code }, String(number));

/** The number of a line, before it. */
const lineNumber = (number) => element("i", { "data-n": number });

function lineMarks({ raw, line, beginsLine }) {
  const starts = beginsLine ? [0] : [];
  for (const start of lineStarts(raw)) {
    if (start === raw.length || starts.length === MAX_LINES) break;
    starts.push(start);
  }
  return starts.map((at, index) => ({ at, element: lineNumber(line + index) }));
}

/** `left` is how many ends of chunks may be marked. */
function tokenElement(token, number, size, left) {
  const { start, end, raw } = token;
  // Where the input is not UTF-8, the end of a chunk is not known within a token.
  const isKnown = end - start === raw.length;
  const marks = lineMarks(token);
  marks.push(...token.marks.slice(0, MAX_MARKS).map((mark) => ({ at: mark.at, element: errorMark(mark) })));
  for (const chunk of chunkEnds(token, size)) {
    if (left.count === 0) break;
    left.count -= 1;
    const mark = element("u", { title: `a chunk ends at byte ${chunk}` });
    marks.push({ at: boundary(raw, isKnown ? chunk - start : 0), element: mark });
  }
  marks.sort((one, other) => one.at - other.at);
  const kind = straddles(token, size) ? `${token.kind} straddles` : token.kind;
  const made = element("a", { id: `s${number}`, href: `#t${number}`, class: kind, tabindex: "-1" });
  appendSource(made, raw, token.parts, marks);
  return made;
}

function row(token, number, size) {
  const { kind, name, start, end, content, marks } = token;
  const named = element("td", {}, name);
  if (marks.length > 0) named.append(" ", element("b", {}, String(marks.length)));
  if (straddles(token, size)) named.append(" ", element("em", {}, "straddles"));
  const link = element("a", { href: `#s${number}`, tabindex: "-1" }, `${start}..${end}`);
  return element("tr", { id: `t${number}`, class: kind }, element("td", {}, link), named, element("td", {}, content));
}

const heading = () => element("thead", {}, element("tr", {}, ...["Bytes", "Token", "Decoded"].map((name) => element("th", {}, name))));

/** A pane. A block of it is `{ from, to, made, isFull }`, of the tokens from one number up to another. */
class Pane {
  #section;
  #blocks;
  #fill;
  #observer;

  constructor(section, blocks, fill) {
    this.#section = section;
    this.#blocks = blocks;
    this.#fill = fill;
    const ofElement = new Map(blocks.map((block) => [block.made, block]));
    this.#observer = new IntersectionObserver(
      (entries) => {
        for (const entry of entries) if (entry.isIntersecting) this.#show(ofElement.get(entry.target));
      },
      { root: section, rootMargin: `${NEAR}px` },
    );
    for (const block of blocks) this.#observer.observe(block.made);
    section.replaceChildren(...blocks.map((block) => block.made));
    section.scrollTop = 0;
  }

  #show(block) {
    if (block.isFull) return;
    block.isFull = true;
    this.#observer.unobserve(block.made);
    block.made.replaceChildren(...this.#fill(block));
    block.made.style.height = "";
  }

  /** Makes sure that a token is there. */
  show(number) {
    let [low, high] = [0, this.#blocks.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#blocks[middle].to <= number) low = middle + 1;
      else high = middle;
    }
    if (low < this.#blocks.length && number >= 0) this.#show(this.#blocks[low]);
  }

  /** Draws again. What is out of sight is drawn when it is seen. */
  redraw() {
    const { top, bottom } = this.#section.getBoundingClientRect();
    const full = this.#blocks.filter((block) => block.isFull);
    const boxes = full.map((block) => block.made.getBoundingClientRect());
    for (const [index, block] of full.entries()) {
      const box = boxes[index];
      block.isFull = false;
      if (box.bottom > top && box.top < bottom) {
        this.#show(block);
        continue;
      }
      block.made.style.height = `${box.height}px`;
      block.made.replaceChildren();
      this.#observer.observe(block.made);
    }
  }

  end() {
    this.#observer.disconnect();
  }
}

/** Blocks of the source end where a line does, if that comes in time. */
function sourceBlocks(tokens) {
  const blocks = [];
  let [from, length, lines] = [0, 0, 1];
  for (const [index, { raw }] of tokens.entries()) {
    length += raw.length;
    for (let at = raw.indexOf(10); at >= 0; at = raw.indexOf(10, at + 1)) lines += 1;
    const to = index + 1;
    const endsLine = raw.at(-1) === 10;
    const isCut = to - from >= LONGEST;
    if (!(isCut || (to - from >= BLOCK && endsLine) || to === tokens.length)) continue;
    const made = element("pre");
    made.style.height = `${Math.max(lines, Math.ceil(length / COLUMNS)) * LINE}px`;
    if (length > LONG) made.style.wordBreak = "break-all";
    blocks.push({ from, to, made, isFull: false, isCut: isCut && !endsLine && to < tokens.length });
    [from, length, lines] = [to, 0, 1];
  }
  return blocks;
}

function tableBlocks(tokens) {
  const blocks = [];
  for (let from = 0; from < tokens.length; from += BLOCK) {
    const to = Math.min(from + BLOCK, tokens.length);
    const made = element("div");
    made.style.height = `${(to - from) * ROW}px`;
    blocks.push({ from, to, made, isFull: false });
  }
  return blocks;
}

const numbers = ({ from, to }) => Array.from({ length: to - from }, (_, index) => from + index);

export class Panes {
  #source;
  #table;
  #errors;
  #last;
  #size;

  /** `size`: that of chunks; 0 if there is one. */
  constructor(picture, size) {
    const { tokens, errors, lastLine } = picture;
    this.#size = size;
    this.#errors = errors;
    this.#last = tokens.length - 1;
    const atEnd = errors.filter((error) => error.token === null);
    this.#source = new Pane(document.getElementById("source"), sourceBlocks(tokens), (block) => {
      const left = { count: MAX_MARKS };
      const made = numbers(block).map((number) => tokenElement(tokens[number], number, this.#size, left));
      if (block.isCut) made.push(element("s"));
      if (block.to !== tokens.length) return made;
      if (lastLine !== null) made.push(lineNumber(lastLine));
      made.push(...atEnd.map(errorMark));
      return made;
    });
    this.#table = new Pane(document.getElementById("tokens"), tableBlocks(tokens), (block) => {
      const rows = numbers(block).map((number) => row(tokens[number], number, this.#size));
      return [element("table", {}, heading(), element("tbody", {}, ...rows))];
    });
  }

  /** Makes sure that there is the element whose id is this letter and number. */
  show(letter, number) {
    if (letter === "s") this.#source.show(number);
    if (letter === "t") this.#table.show(number);
    const error = letter === "m" ? this.#errors[number - 1] : undefined;
    if (error !== undefined) this.#source.show(error.token ?? this.#last);
  }

  resize(size) {
    this.#size = size;
    this.#source.redraw();
    this.#table.redraw();
  }

  end() {
    this.#source.end();
    this.#table.end();
  }
}
