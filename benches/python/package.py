"""The installed package: its size, the time to import it, and memory over many calls: package.py [CALLS]

Memory is the resident size behind a tenth of the calls, and what all calls add to it.
"""

import gzip
import importlib.metadata
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import pyarrow as pa
from damage import record

import tagspan

PROCESSES = 51
PAGE = b"<title>x</title><p>text <a href=y rel=nofollow>link</a></p>" * 20


def import_times(module: str) -> list[float]:
    """Milliseconds in new processes, with all that the module imports."""
    command = [sys.executable, "-X", "importtime", "-c", f"import {module}"]
    times = []
    for _ in range(PROCESSES):
        printed = subprocess.run(command, capture_output=True, text=True, check=True).stderr
        [line] = [line for line in printed.splitlines() if line.split("|")[-1].strip() == module]
        times.append(int(line.split("|")[1]) / 1000)
    return times


def resident() -> float:
    """Megabytes."""
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) / 1000 for line in status if line.startswith("VmRSS"))


def main(calls: int) -> None:
    files = importlib.metadata.files("tagspan") or []
    size = sum(Path(file.locate()).stat().st_size for file in files)
    print(f"installed: {size / 1e6:.2f} MB in {len(files)} files")
    for module in ("tagspan", "selectolax.lexbor", "turbohtml", "pyarrow"):
        times = import_times(module)
        spread = f"{min(times):.1f} to {max(times):.1f}"
        print(f"import {module}: {statistics.median(times):.1f} ms, median of {len(times)} ({spread})")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "a.warc.gz")
        path.write_bytes(gzip.compress(record(1)))
        functions = {
            "tokenize": lambda: tagspan.tokenize(PAGE),
            "links": lambda: tagspan.links(PAGE, "http://a.example/").urls(),
            "text": lambda: tagspan.text(PAGE),
            "extract": lambda: pa.table(tagspan.extract([PAGE], "title,links,text")),
            "warc": lambda: pa.table(tagspan.warc(path, "title,links")),
        }
        for name, function in functions.items():
            for _ in range(calls // 10):
                function()
            before = resident()
            for _ in range(calls):
                function()
            print(f"{calls} calls of {name}: {before:.1f} MB and {resident() - before:+.2f} MB", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000)
