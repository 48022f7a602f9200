
"use strict";
// A token is `s` and its number in the source, `t` and its number in the table. An error is `m` and `e`, a place related to one `r`.
const info = document.getElementById("info");
// A page that draws its parts when they are needed has `drawPart`.
const byId = (letter, number) => {
  globalThis.drawPart?.(letter, number);
  return document.getElementById(letter + number);
};
let chosen = [];
let token = -1;
let error = 0;
let pointer = {};

// Forgets what was chosen, when all is drawn anew.
function restart() {
  chosen = [];
  token = -1;
  error = 0;
  info.textContent = "";
}

// The elements of a token in the source. A long token goes on at the start of the next blocks, without an id.
function partsOf(first) {
  const parts = [first];
  for (let block = first.closest("pre").nextElementSibling; block; block = block.nextElementSibling) {
    const next = block.firstElementChild;
    if (next?.hash !== first.hash || next.id) break;
    parts.push(next);
  }
  return parts;
}

function choose(number, follow) {
  const pair = [byId("s", number), byId("t", number)];
  if (!pair[0] || !pair[1]) return;
  for (const element of chosen) element.classList.remove("chosen");
  chosen = [...partsOf(pair[0]), pair[1]];
  token = number;
  for (const element of chosen) element.classList.add("chosen");
  for (const element of follow ? pair : []) element.scrollIntoView({ block: "nearest" });
  info.textContent = [...pair[1].cells].map((cell) => cell.textContent).join(" ");
}

// Shows a mark in the source, and what is said about it.
function show(mark, words) {
  const around = mark.closest("a");
  if (around) choose(Number(around.hash.slice(2)), true);
  mark.scrollIntoView({ block: "center" });
  info.textContent = words.trim().replaceAll(/\n+/g, "\n");
}

function go(number) {
  const mark = byId("m", number);
  if (!mark) return;
  error = number;
  show(mark, (byId("e", number) ?? mark).textContent);
}

function numberOf(event) {
  const { hash, id } = event.target.closest("pre a, tr") ?? {};
  return hash?.slice(2) ?? id?.slice(1);
}

document.addEventListener("mousemove", (event) => {
  // What scrolls below a pointer that rests is not pointed at.
  if (event.clientX === pointer.x && event.clientY === pointer.y) return;
  pointer = { x: event.clientX, y: event.clientY };
  const number = numberOf(event);
  if (number) choose(Number(number), false);
});
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href^='#']");
  if (!link) return;
  event.preventDefault();
  const [letter, number] = [link.hash[1], Number(link.hash.slice(2))];
  if (letter === "m") go(number);
  else if (letter === "r") show(byId("r", number), link.parentElement.textContent);
  else choose(number, true);
});
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest("input, textarea, select")) return;
  const root = document.documentElement;
  const dark = root.classList.contains("dark") || (!root.classList.contains("light") && matchMedia("(prefers-color-scheme: dark)").matches);
  const keys = {
    j: () => choose(token + 1, true),
    k: () => choose(token - 1, true),
    e: () => go(error + 1),
    E: () => go(error - 1),
    d: () => { root.className = dark ? "light" : "dark"; },
  };
  keys[event.key]?.();
});
