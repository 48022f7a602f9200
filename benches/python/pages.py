"""Pages in memory by several packages, on one thread and two, in turns: pages.py FOLDER [ROUNDS]

All pages are UTF-8 or taken for it. The best time of all rounds counts.
"""

import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from html.parser import HTMLParser
from pathlib import Path

import turbohtml
from selectolax.lexbor import LexborHTMLParser
from turbohtml import TokenType

import tagspan


class Counter(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags = self.links = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags += 1
        self.links += tag == "a" and any(name == "href" for name, _ in attrs)


def html_parser(page: bytes) -> Counter:
    counter = Counter()
    counter.feed(page.decode("utf-8", "replace"))
    counter.close()
    return counter


def turbohtml_tokens(page: bytes):
    return turbohtml.tokenize(page.decode("utf-8", "replace"))


def is_link(token) -> bool:
    return token.type is TokenType.START_TAG and token.tag == "a" and any(name == "href" for name, _ in token.attrs)


def tagspan_links(page: bytes) -> int:
    return sum(link.element == "a" and link.attribute == "href" for link in tagspan.links(page, charset="utf-8"))


def selected(selector: str) -> dict[str, Callable[[bytes], int]]:
    return {
        "tagspan.select": lambda page: len(tagspan.select(page, selector, charset="utf-8")),
        "selectolax": lambda page: len(LexborHTMLParser(page).css(selector)),
    }


# What each counts in a page; what it counts differs, and stands in the last column.
CONTENDERS: dict[str, dict[str, Callable[[bytes], int]]] = {
    "tokens": {
        "tagspan.tokenize": lambda page: len(tagspan.tokenize(page, charset="utf-8")),
        "turbohtml.tokenize": lambda page: sum(1 for _ in turbohtml_tokens(page)),
        "html.parser": lambda page: html_parser(page).tags,
    },
    "links": {
        "tagspan.links, each an object": tagspan_links,
        "tagspan.links().urls()": lambda page: len(tagspan.links(page, charset="utf-8").urls()),
        "turbohtml.tokenize": lambda page: sum(map(is_link, turbohtml_tokens(page))),
        "selectolax": lambda page: sum(1 for _ in LexborHTMLParser(page).css("a[href]")),
        "html.parser": lambda page: html_parser(page).links,
    },
} | {f"select {selector}": selected(selector) for selector in ("article a[href]", "h1, h2", "a")}


def main(folder: str, rounds: int) -> None:
    pages = [path.read_bytes() for path in sorted(Path(folder).rglob("*.htm*")) if path.is_file()]
    megabytes = sum(map(len, pages)) / 1e6
    print(f"{len(pages)} pages, {megabytes:.1f} MB; MB/s, best of {rounds} rounds")
    for question, contenders in CONTENDERS.items():
        best: dict[tuple[str, int], tuple[float, int]] = {}
        for _ in range(rounds):
            for name, function in contenders.items():
                for threads in (1, 2):
                    with ThreadPoolExecutor(threads) as pool:
                        started = time.perf_counter()
                        found = sum(pool.map(function, pages))
                        seconds = time.perf_counter() - started
                    known = best.get((name, threads), (seconds, found))
                    best[name, threads] = (min(seconds, known[0]), found)
        print(f"\n{question:32} {'1 thread':>9} {'2 threads':>9}  found")
        for name in contenders:
            one, two = (megabytes / best[name, threads][0] for threads in (1, 2))
            print(f"{name:32} {one:9.1f} {two:9.1f}  {best[name, 1][1]}")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 3)
