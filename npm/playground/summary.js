// What is said about the whole input: the encoding, a strip of its parts, counts, and the list of parse errors. They are the
// elements that `crates/cli/src/view/page.rs` writes.

import { drawing, element } from "./elements.js";
import { straddles } from "./panes.js";
import { KINDS, oneLine } from "./read.js";

/** How many parts the strip has, how many errors are listed, and how many bytes of a declaration are shown, at most. */
const [STRIP, LISTED, DECLARATION] = [400, 1000, 100];

const lossy = new TextDecoder();

/** What decided the encoding, and where. */
function decision({ bytes, sniffed }) {
  const { encoding, confidence, source, start, end } = sniffed;
  const said = [`${encoding}, ${confidence} by ${source}`];
  if (start < end) said.push(`, bytes ${start}..${end}`);
  // What was detected declares nothing, and may be long.
  if (start < end && source !== "detection") {
    const declaration = lossy.decode(bytes.subarray(start, Math.min(end, start + DECLARATION)));
    said.push(" ", element("code", {}, oneLine(declaration)));
  }
  return said;
}

function encodingLine(picture) {
  const { isText, bytes, sniffed, encoding } = picture;
  const line = element("p", { id: "encoding" }, `${bytes.length} bytes, read as `);
  if (isText) {
    line.append("UTF-8, as text is. A file of these bytes would be read as ");
  } else if (encoding !== sniffed.encoding) {
    line.append(`${encoding} because of a late declaration. At first it was `);
  }
  line.append(...decision(picture), ".");
  return line;
}

/** The strip of the input, from start to end: for each part, the kind with the most bytes. */
function strip({ tokens }) {
  const total = tokens.at(-1)?.end ?? 0;
  const cells = Math.min(STRIP, total);
  const made = drawing("svg", { id: "strip", viewBox: `0 0 ${Math.max(cells, 1)} 1`, preserveAspectRatio: "none", role: "img" });
  made.setAttribute("aria-label", "Parts of the input");
  let next = 0;
  for (let cell = 0; cell < cells; cell += 1) {
    const [start, end] = [Math.floor((total * cell) / cells), Math.floor((total * (cell + 1)) / cells)];
    const bytes = new Map(Object.keys(KINDS).map((kind) => [kind, 0]));
    const first = next;
    for (; next < tokens.length; next += 1) {
      const token = tokens[next];
      const common = Math.max(0, Math.min(token.end, end) - Math.max(token.start, start));
      bytes.set(token.kind, bytes.get(token.kind) + common);
      if (token.end > end) break;
    }
    const [kind] = [...bytes].reduce((one, other) => (other[1] >= one[1] ? other : one));
    const box = drawing("rect", { class: kind, x: cell, width: 1, height: 1 });
    made.append(drawing("a", { href: `#s${first}`, tabindex: "-1" }, box));
  }
  return made;
}

function counts({ tokens, codes }, size) {
  const list = element("ul", { id: "counts" });
  for (const [kind, name] of Object.entries(KINDS)) {
    const some = tokens.filter((token) => token.kind === kind);
    const bytes = some.reduce((sum, { start, end }) => sum + end - start, 0);
    list.append(element("li", { class: kind }, `${name}: ${some.length}, ${bytes} bytes`));
  }
  const straddling = tokens.filter((token) => straddles(token, size)).length;
  if (straddling > 0) list.append(element("li", { class: "straddles" }, `straddling chunks: ${straddling}`));
  for (const [code, count] of [...codes].sort(([one], [other]) => (one < other ? -1 : 1))) {
    list.append(element("li", {}, element("b", {}, String(count)), ` ${code}`));
  }
  return list;
}

export function summary(picture, size) {
  return [encodingLine(picture), strip(picture), counts(picture, size)];
}

function errorItem({ number, code, source }, explanations) {
  const { shortDescription, fullDescription, helpUri } = explanations.get(code);
  return element(
    "li",
    { id: `e${number}` },
    element("a", { href: `#m${number}` }, code),
    ` noticed at byte ${source}: ${shortDescription.text}. ${fullDescription.text} `,
    element("a", { href: helpUri }, "Standard"),
  );
}

/** The list of parse errors with a heading. `explanations` are by code. */
export function errorList({ errors }, explanations) {
  const listed = errors.slice(0, LISTED);
  const left = listed.length < errors.length ? `, ${listed.length} of ${errors.length}` : "";
  const heading = errors.length === 0 ? "No parse errors" : `Parse errors${left}`;
  return [element("h2", {}, heading), element("ol", {}, ...listed.map((error) => errorItem(error, explanations)))];
}
