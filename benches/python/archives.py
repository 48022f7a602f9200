"""Links of an archive by several programs, in turns: archives.py ARCHIVE TAGSPAN [ROUNDS [WORD...]]

Each contender is a process of its own. All count the `href` of `a` elements; those with "text" in their names also resolve
the URLs, and read titles and visible texts. The best time of all rounds counts, from the
start of the process to its end; memory is the largest resident size. With words, only contenders take part whose name has
one of them.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path


def bodies(archive: str) -> Iterator[tuple[bytes, str]]:
    from fastwarc.warc import ArchiveIterator, WarcRecordType

    with open(archive, "rb") as file:
        for record in ArchiveIterator(file, record_types=WarcRecordType.response, parse_http=True):
            yield record.reader.read(), record.http_charset or "utf-8"


def fastwarc_alone(archive: str) -> tuple[int, int]:
    return sum(1 for _ in bodies(archive)), 0


def selectolax(archive: str) -> tuple[int, int]:
    from selectolax.lexbor import LexborHTMLParser

    pages = links = 0
    for body, _ in bodies(archive):
        pages += 1
        for element in LexborHTMLParser(body).css("a[href]"):
            links += element.attrs["href"] is not None
    return pages, links


def selectolax_and_ada(archive: str) -> tuple[int, int]:
    from ada_url import join_url
    from fastwarc.warc import ArchiveIterator, WarcRecordType
    from selectolax.lexbor import LexborHTMLParser

    pages = links = 0
    with open(archive, "rb") as file:
        for record in ArchiveIterator(file, record_types=WarcRecordType.response, parse_http=True):
            pages += 1
            url = record.headers["WARC-Target-URI"]
            tree = LexborHTMLParser(record.reader.read())
            title = tree.css_first("title")
            urls = []
            for element in tree.css("a[href]"):
                try:
                    urls.append(join_url(url, element.attrs["href"] or ""))
                except ValueError:
                    urls.append(None)
            tree.strip_tags(["script", "style"])
            _ = (url, title and title.text(), urls, tree.body and tree.body.text())
            links += len(urls)
    return pages, links


def resiliparse(archive: str) -> tuple[int, int]:
    from resiliparse.parse.html import HTMLTree, NodeType

    pages = links = 0
    for body, charset in bodies(archive):
        pages += 1
        # Its collections, those of `get_elements_by_tag_name` and `query_selector_all`, take minutes for a page of 4,000
        # links; all nodes in order take a second.
        for node in HTMLTree.parse_from_bytes(body, charset).document:
            links += node.type == NodeType.ELEMENT and node.tag == "a" and node.hasattr("href")
    return pages, links


def turbohtml(archive: str) -> tuple[int, int]:
    import turbohtml
    from turbohtml import TokenType

    pages = links = 0
    for body, charset in bodies(archive):
        pages += 1
        for token in turbohtml.tokenize(body.decode(charset, "replace")):
            if token.type is TokenType.START_TAG and token.tag == "a":
                links += any(name == "href" for name, _ in token.attrs)
    return pages, links


def count(batches) -> tuple[int, int]:
    import pyarrow.compute as pc

    pages = links = 0
    for batch in batches:
        pages += batch.num_rows
        rows = batch.column("links").flatten()
        is_link = pc.and_(pc.equal(rows.field("element"), "a"), pc.equal(rows.field("attribute"), "href"))
        links += pc.sum(is_link).as_py() or 0
    return pages, links


def python(threads: int, columns: str):
    def run(archive: str) -> tuple[int, int]:
        import pyarrow as pa

        import tagspan

        batches = (pa.record_batch(batch) for batch in tagspan.warc(archive, columns, threads=threads))
        if "links" in columns:
            return count(batches)
        return sum(batch.num_rows for batch in batches), 0

    return run


CONTENDERS = {
    "tagspan, Python, links": python(1, "links"),
    "tagspan, Python, links, 2 threads": python(2, "links"),
    "tagspan, Python, no content": python(1, "record_offset"),
    "tagspan, Python, links, title, encoding": python(1, "links,title,encoding"),
    "tagspan, Python, links, title, encoding, 2 threads": python(2, "links,title,encoding"),
    "tagspan, Python, uri, title, links, text": python(1, "uri,title,links,text"),
    "FastWARC and selectolax": selectolax,
    "FastWARC, selectolax and ada, title, links, text": selectolax_and_ada,
    "FastWARC and resiliparse": resiliparse,
    "FastWARC and turbohtml's tokens": turbohtml,
    "FastWARC alone": fastwarc_alone,
}


def run(command: list[str]) -> tuple[float, int, str]:
    """Seconds, the largest resident size in bytes, and what was printed. This process counts too, so it stays small."""
    started = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout
    printed = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{command} failed with status {process.returncode}")
    return time.perf_counter() - started, usage.ru_maxrss * 1024, printed


def main(archive: str, binary: str, rounds: int, words: list[str]) -> None:
    parquet = str(Path(archive).with_name("links.parquet"))
    commands = {name: [sys.executable, __file__, "--run", name, archive] for name in CONTENDERS}
    example = str(Path(binary).with_name("examples") / "links")
    commands["tagspan-warc, links counted"] = [example, archive]
    commands["tagspan-warc, links counted, 2 threads"] = [example, archive, "2"]
    for threads in (1, 2):
        for columns in ("links", "links,title,encoding"):
            name = f"tagspan extract, {columns.replace(',', ', ')}, Parquet{', 2 threads' * (threads - 1)}"
            commands[name] = [binary, "extract", "--columns", columns, "--threads", str(threads), "-o", parquet, archive]
    for form, output in (("Parquet", parquet), ("JSON lines", parquet.replace(".parquet", ".jsonl"))):
        columns = "uri,title,links,text"
        name = f"tagspan extract, {columns.replace(',', ', ')}, {form}"
        commands[name] = [binary, "extract", "--columns", columns, "--threads", "1", "-o", output, archive]
    commands = {name: command for name, command in commands.items() if not words or any(word in name for word in words)}
    best: dict[str, tuple[float, int, str]] = {}
    for _ in range(rounds):
        for name, command in commands.items():
            seconds, memory, printed = run(command)
            print(f"{name}: {seconds:.2f} s", file=sys.stderr, flush=True)
            if command[0] == binary:
                printed = run([sys.executable, __file__, "--count", command[-2]])[2]
            known = best.get(name, (seconds, 0, printed))
            best[name] = (min(seconds, known[0]), max(memory, known[1]), printed)
    html = run([sys.executable, __file__, "--bytes", archive])[2]
    print(f"{archive}: {os.path.getsize(archive) / 1e6:.0f} MB, {int(html) / 1e6:.0f} MB of HTML; best of {rounds} rounds")
    print(f"{'':56} {'seconds':>8} {'MB/s':>7} {'pages/s':>8} {'memory MB':>9}  pages  links")
    for name, (seconds, memory, printed) in sorted(best.items(), key=lambda item: item[1][0]):
        pages, links = map(int, printed.split())
        speed = f"{seconds:8.2f} {int(html) / 1e6 / seconds:7.0f} {pages / seconds:8.0f} {memory / 1e6:9.0f}"
        print(f"{name:56} {speed}  {pages}  {links}")


def count_rows(path: str) -> tuple[int, int]:
    if path.endswith(".jsonl"):
        with open(path, encoding="utf-8") as file:
            rows = [json.loads(line)["links"] for line in file]
        return len(rows), sum((link["element"], link["attribute"]) == ("a", "href") for links in rows for link in links)

    import pyarrow.parquet as pq

    return count(pq.ParquetFile(path).iter_batches(columns=["links"]))


if __name__ == "__main__":
    if sys.argv[1] == "--run":
        print(*CONTENDERS[sys.argv[2]](sys.argv[3]))
    elif sys.argv[1] == "--count":
        print(*count_rows(sys.argv[2]))
    elif sys.argv[1] == "--bytes":
        print(sum(len(body) for body, _ in bodies(sys.argv[2])))
    else:
        main(sys.argv[1], sys.argv[2], int(sys.argv[3]) if len(sys.argv) > 3 else 3, sys.argv[4:])
