// `tagspan check` beside the Nu checker (vnu), htmlhint and html-validate, on pages with mistakes: what each reports, where, how fast.
//
//   cargo build --release -p tagspan-cli && cd benches/checkers && npm ci && node run.js [pages]
//
// Without pages, those of the guide. The Nu checker needs `java`. All run as a user runs them, as a new process for all pages, in
// turns, with their settings by default; the best of the times counts.

import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { basename } from "node:path";

const ROUNDS = 5;
const root = new URL("../../", import.meta.url).pathname;
const guide = `${root}docs/guide/mistakes`;
const pages = process.argv.length > 2 ? process.argv.slice(2) : readdirSync(guide).sort().map((name) => `${guide}/${name}`);
const bin = (name) => new URL(`node_modules/.bin/${name}`, import.meta.url).pathname;
const jar = new URL("node_modules/vnu-jar/build/dist/vnu.jar", import.meta.url).pathname;

/** Of each the command and its list of `{ file, place, message }`. */
const checkers = {
  tagspan: {
    command: [`${root}target/release/tagspan`, "check", "--format=jsonl"],
    read: ({ stdout }) =>
      lines(stdout).map((it) => ({ file: it.file, place: place(it), message: `${it.code}: ${it.label}` })),
  },
  vnu: {
    command: ["java", "-jar", jar, "--format", "json", "--exit-zero-always"],
    read: ({ stderr }) =>
      JSON.parse(stderr).messages.map((it) => ({
        file: new URL(it.url).pathname,
        place: `${it.firstColumn ? `${it.firstLine ?? it.lastLine}:${it.firstColumn}-` : ""}${it.lastLine}:${it.lastColumn}`,
        message: it.message,
      })),
  },
  htmlhint: {
    command: [bin("htmlhint"), "--format", "json"],
    read: ({ stdout }) =>
      JSON.parse(stdout).flatMap(({ file, messages }) =>
        messages.map((it) => ({ file, place: `${it.line}:${it.col}`, message: it.message })),
      ),
  },
  "html-validate": {
    command: [bin("html-validate"), "--formatter", "json"],
    read: ({ stdout }) =>
      JSON.parse(stdout).flatMap(({ filePath: file, messages }) =>
        messages.map((it) => ({ file, place: `${it.line}:${it.column}`, message: it.message })),
      ),
  },
};

function lines(text) {
  return text.split("\n").filter(Boolean).map((line) => JSON.parse(line));
}

/** Columns are one-based, and those of ends are of the last character, as those of the Nu checker. */
function place({ line, column, end_line, end_column }) {
  const isEmpty = line === end_line && column === end_column;
  return isEmpty ? `${line}:${column}` : `${line}:${column}-${end_line}:${end_column - 1}`;
}

const best = {};
const found = {};
for (let round = 0; round < ROUNDS; round += 1) {
  for (const [name, { command, read }] of Object.entries(checkers)) {
    const start = performance.now();
    const run = spawnSync(command[0], [...command.slice(1), ...pages], { encoding: "utf8", maxBuffer: 1 << 28 });
    if (run.error) throw run.error;
    best[name] = Math.min(best[name] ?? Infinity, performance.now() - start);
    found[name] ??= read(run);
  }
}

for (const page of pages) {
  console.log(`\n== ${basename(page)}\n\n${readFileSync(page, "utf8").trimEnd()}\n`);
  for (const [name, all] of Object.entries(found)) {
    for (const { file, place, message } of all) {
      if (basename(file) === basename(page)) console.log(`${name.padEnd(14)}${place.padEnd(12)} ${message}`);
    }
  }
}
console.log();
for (const name of Object.keys(checkers)) {
  console.log(`${name.padEnd(14)}${String(found[name].length).padStart(4)} messages ${best[name].toFixed(0).padStart(6)} ms`);
}
