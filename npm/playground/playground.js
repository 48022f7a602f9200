// The page: its controls, and what they change.

import { Panes } from "./panes.js";
import { read } from "./read.js";
import { MAX_BYTES, ofFragment, toFragment } from "./share.js";
import { errorList, summary } from "./summary.js";
import { init } from "./tagspan/index.js";

const byId = (id) => document.getElementById(id);
const [text, file, type, chunk, size, status] = ["text", "file", "type", "chunk", "size", "status"].map(byId);

/** How long the page waits for the next key before it reads the text, in milliseconds. */
const DELAY = 150;
/** A longer link does not fit into the address of some browsers, and a yet longer one into none. */
const [LONG_LINK, LONGEST_LINK] = [32_000, 2_000_000];
/** The height of the box of text, where it has any. */
const ROWS = 9;
/** The longest text that the box has, in characters. What is longer is kept beside it. */
const LONGEST_TEXT = 1 << 20;

/** What is shown: a string or bytes, and its name. */
let shown = { input: "", name: "" };
/** The number of the last reading. An earlier one is of no interest. */
let turn = 0;
let picture = null;
let panes = null;
/** The sizes of chunks that the slider has. Behind the last one, 0 is one chunk for all. */
let sizes = [0];
/** Inputs that take long enough to say so, in bytes. */
const SLOW = 500_000;
const TOO_LONG = `the input is longer than ${MAX_BYTES} bytes`;
let explanations = new Map();

// For `page.js`.
globalThis.drawPart = (letter, number) => panes?.show(letter, number);

function say(message, isFailure = false) {
  status.textContent = message;
  status.classList.toggle("failed", isFailure);
}

const counted = (count, name) => `${count} ${name}${count === 1 ? "" : "s"}`;
const chunkSize = () => sizes[chunk.value] ?? 0;

function showSize() {
  const words = chunkSize() === 0 ? "one chunk" : counted(chunkSize(), "byte");
  size.textContent = words;
  chunk.setAttribute("aria-valuetext", words);
}

/** Gives the slider the sizes below that of the input, and keeps the size that it has. */
function setSizes(length, kept) {
  sizes = [];
  for (let power = 1; power < length; power *= 2) {
    sizes.push(power);
    if (power > 1 && power * 1.5 < length) sizes.push(power * 1.5);
  }
  if (kept > 0 && kept < length && !sizes.includes(kept)) sizes = [...sizes, kept].sort((one, other) => one - other);
  sizes.push(0);
  chunk.max = sizes.length - 1;
  chunk.value = sizes.includes(kept) ? sizes.indexOf(kept) : sizes.length - 1;
  showSize();
}

function showSummary() {
  byId("summary").replaceChildren(...summary(picture, chunkSize()));
}

/** Begins to read something. The result tells whether nothing else was begun since. */
function begin() {
  turn += 1;
  const mine = turn;
  return () => mine === turn;
}

/** Reads what is shown, and draws it. */
async function update(kept = chunkSize()) {
  const isLast = begin();
  if (shown.input.length > MAX_BYTES) {
    say(TOO_LONG, true);
    return;
  }
  if (shown.input.length > SLOW) say("Reading…");
  try {
    const found = await read(shown.input, type.value.trim() || null, isLast);
    if (found === null || !isLast()) return;
    picture = found;
  } catch (error) {
    if (isLast()) say(error.message, true);
    return;
  }
  setSizes(picture.bytes.length, kept);
  panes?.end();
  panes = new Panes(picture, chunkSize());
  restart();
  showSummary();
  byId("errors").replaceChildren(...errorList(picture, explanations));
  const { tokens, errors, encoding } = picture;
  say(`${shown.name ? `${shown.name}: ` : ""}${counted(tokens.length, "token")}, ${counted(errors.length, "parse error")}, ${encoding}`);
}

/** Shows an input. Bytes, and long text, are not put into the box of text. */
function show(input, name, kept) {
  const isInBox = typeof input === "string" && input.length <= LONGEST_TEXT;
  shown = { input, name };
  text.value = isInBox ? input : "";
  text.rows = isInBox ? ROWS : 2;
  text.placeholder = isInBox ? "" : `${name || "The input"} is shown below. Type or paste here to replace it.`;
  return update(kept);
}

async function showFile(chosen) {
  if (chosen.size > MAX_BYTES) {
    say(`${chosen.name}: ${TOO_LONG}`, true);
    return;
  }
  const isLast = begin();
  try {
    const bytes = new Uint8Array(await chosen.arrayBuffer());
    if (isLast()) await show(bytes, chosen.name);
  } catch (error) {
    say(`${chosen.name}: ${error.message}`, true);
  }
}

async function showExample() {
  await show(await example, "example");
}

/** Shows the input of the address. Whether it has one. */
async function showFragment() {
  const isLast = begin();
  try {
    const found = await ofFragment(location.hash);
    if (found === null) return false;
    if (!isLast()) return true;
    type.value = found.contentType;
    await show(found.input, found.name, found.chunk);
  } catch (error) {
    say(`The link cannot be read: ${error.message}`, true);
  }
  return true;
}

async function share() {
  const fragment = await toFragment({ ...shown, contentType: type.value.trim(), chunk: chunkSize() });
  if (fragment.length > LONGEST_LINK) {
    say("The input is too long for a link.", true);
    return;
  }
  history.replaceState(null, "", fragment);
  const length = fragment.length > LONG_LINK ? `, and has ${fragment.length} characters: some programs cut it` : "";
  try {
    await navigator.clipboard.writeText(location.href);
    say(`The link is copied${length}.`);
  } catch {
    say(`The link is in the address bar${length}.`);
  }
}

let timer = 0;
text.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(() => {
    shown = { input: text.value, name: "" };
    update();
  }, DELAY);
});
type.addEventListener("change", () => update());
chunk.addEventListener("input", () => {
  showSize();
  panes?.resize(chunkSize());
  if (picture !== null) showSummary();
});
file.addEventListener("change", () => file.files.length > 0 && showFile(file.files[0]));
byId("controls").addEventListener("submit", (event) => event.preventDefault());
byId("example").addEventListener("click", showExample);
byId("share").addEventListener("click", share);
addEventListener("hashchange", showFragment);

const dropping = (isOver) => document.body.classList.toggle("dropping", isOver);
addEventListener("dragover", (event) => {
  if (!event.dataTransfer.types.includes("Files")) return;
  event.preventDefault();
  dropping(true);
});
addEventListener("dragleave", (event) => event.relatedTarget === null && dropping(false));
addEventListener("drop", (event) => {
  dropping(false);
  const [dropped] = event.dataTransfer.files;
  if (dropped === undefined) return;
  event.preventDefault();
  showFile(dropped);
});

const example = fetch("example.html").then((response) => response.text());
try {
  say("Loading…");
  const rules = fetch("explanations.json").then((response) => response.json());
  await init();
  explanations = new Map((await rules).map((rule) => [rule.id, rule]));
  if (!(await showFragment())) await showExample();
} catch (error) {
  say(`The playground could not be loaded: ${error.message}`, true);
}
