"""Our tokens beside lexbor's, by trees: lexbor.py XTASK [INPUTS [LENGTH [SEED]]]

lexbor gives only a tree, so html5ever's tree builder makes one of our tokens (`XTASK trees`). The trees are compared
as text. Processing instructions are read as in June 2026, as lexbor reads them.

If the trees differ, the input is changed in one thing at a time, and both parsers read it again. If the trees are
then the same, that thing is the reason, and all else in the input is read alike. Each reason has the sentence of the
standard that applies, and the program that does not follow it. A difference without a reason is printed, and the exit
status is 1. The same holds for an input at which lexbor crashes or hangs: it runs in a process of its own.
"""

import json
import re
import signal
import subprocess
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from importlib.metadata import version
from itertools import islice
from multiprocessing import get_context

from lexbor_reasons import REASONS, Reason, without_instructions
from selectolax.lexbor import LexborDocumentOptions, LexborHTMLParser

BATCH = 2000
SECONDS = 60
PRINTED = 20
EQUAL, DIFFERENT, CRASH = "equal", "different", "crash"


def plain(tree: str) -> str:
    """The tree without what the two write differently: bars, processing instructions, `xmlns` and its place."""
    tree = re.sub(r"(?m)^\| ", "", tree)
    tree = re.sub(r"(?m)^( *)<\?([^>]*)\?>$", lambda it: f"{it[1]}<!-- ?{it[2]}? -->".replace("\0", "\u2400"), tree)
    tree = re.sub(r"(?m)^( *)xmlns xmlns=", r"\1xmlns=", tree)
    tree = re.sub(r'(?m)^( *)(xmlns xlink="[^"]*")\n *(xmlns="[^"]*")$', r"\1\3\n\1\2", tree)
    return tree.rstrip("\n")


def lexbor(row: dict) -> str:
    namespace, _, name = (row["fragment"] or "").rpartition(" ")
    parser = LexborHTMLParser(
        row["input"].encode(),
        is_fragment=bool(name),
        # Two that it does not know. Of a context element that is no integration point, only the namespace counts.
        fragment_tag={"g": "svg", "mrow": "math"}.get(name, name or "div"),
        fragment_namespace=namespace or "html",
        # Without the copies in `selectedcontent`, which are not a parser's work.
        options=LexborDocumentOptions.WO_EVENTS.value,
        scripting=row["scripting"],
    )
    return parser.html_pretty(html5test=True, full_doctype=True, tag_with_ns=True, raw=True) or ""


def compare(lines: list[str]) -> list[tuple[str, str]]:
    """Kinds and verdicts. Runs in the process that lexbor may end; the alarm ends one that hangs."""
    signal.alarm(SECONDS)
    rows = map(json.loads, lines)
    verdicts = [(row["kind"], EQUAL if plain(row["tree"]) == plain(lexbor(row)) else DIFFERENT) for row in rows]
    signal.alarm(0)
    return verdicts


class Comparison:
    def __init__(self, xtask: str) -> None:
        self.pool = self.new_pool()
        command = [xtask, "trees", "--stdin"]
        self.trees = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def new_pool(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(1, get_context("spawn"))

    def verdicts(self, lines: list[str]) -> list[tuple[str, str]]:
        """What `compare` says. If its process ends, each half is tried alone, down to the input that ended it."""
        try:
            return self.pool.submit(compare, lines).result()
        except BrokenProcessPool:
            self.pool = self.new_pool()
        if len(lines) == 1:
            return [(json.loads(lines[0])["kind"], CRASH)]
        half = len(lines) // 2
        return self.verdicts(lines[:half]) + self.verdicts(lines[half:])

    def line(self, row: dict) -> str:
        """The row with our tree."""
        self.trees.stdin.write(json.dumps(row) + "\n")
        self.trees.stdin.flush()
        return self.trees.stdout.readline()

    def equal(self, row: dict, changes: list[Reason]) -> bool:
        changed = row
        for reason in changes:
            changed = reason.change(changed)
        line = self.line(changed)
        # The feedback simulator may be sure of a name and not of the one in its place.
        if json.loads(line)["ambiguous"] and not row["ambiguous"]:
            line = self.line(without_instructions(changed))
        [(_, verdict)] = self.verdicts([line])
        return verdict == EQUAL

    def reasons(self, row: dict) -> list[Reason]:
        """The reasons for a difference: the first that is enough, or those that are needed together, or none."""
        needed = [reason for reason in REASONS if reason.change(row) != row]
        for reason in needed:
            if self.equal(row, [reason]):
                return [reason]
        if not self.equal(row, needed):
            return []
        for reason in list(needed):
            fewer = [other for other in needed if other is not reason]
            if self.equal(row, fewer):
                needed = fewer
        return needed


def main(xtask: str, inputs: str = "100000", length: str = "2", seed: str = "1") -> int:
    comparison = Comparison(xtask)
    wrong = [reason for reason in REASONS if comparison.reasons(reason.example) != [reason]]
    for reason in wrong:
        print(f"{reason.program} {reason.what}: not in the example {reason.example['input']!r}")
    verdicts: dict[str, Counter] = {}
    reasons: dict[str, Counter] = {}
    several = unexplained = 0
    command = [xtask, "trees", "--inputs", inputs, "--length", length, "--seed", seed]
    rows = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    while lines := list(islice(rows.stdout, BATCH)):
        for line, (kind, verdict) in zip(lines, comparison.verdicts(lines), strict=True):
            verdicts.setdefault(kind, Counter())[verdict] += 1
            if verdict == EQUAL:
                continue
            row = json.loads(line)
            needed = comparison.reasons(row) if verdict == DIFFERENT else []
            several += len(needed) > 1
            unexplained += not needed
            for reason in needed[:1]:
                reasons.setdefault(kind, Counter())[REASONS.index(reason)] += 1
            if not needed and unexplained <= PRINTED:
                print(verdict, json.dumps({key: row[key] for key in ("input", "scripting", "fragment")}))
    print(f"selectolax {version('selectolax')}: {several} differences have several reasons, {unexplained} none")
    for kind, counts in verdicts.items():
        print(f"{kind}: {counts.total()} inputs, {counts[EQUAL]} equal, {counts[CRASH]} crash")
        for index, count in sorted(reasons.get(kind, Counter()).items()):
            print(f"  {count}: {REASONS[index].program}: {REASONS[index].what}\n    {REASONS[index].standard}")
    return 1 if wrong or unexplained or rows.wait() else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
