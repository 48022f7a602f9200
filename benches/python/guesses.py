"""How often charset-normalizer guesses the encodings of pages right, beside benches/src/bin/guesses.rs, which writes the pages.

    cargo run --release -p benches --bin guesses -- --write pages
    pip install charset-normalizer
    python benches/python/guesses.py pages
"""

import pathlib
import sys

import charset_normalizer


def is_right(page: pathlib.Path) -> bool:
    """A guess is right if it decodes to the same text."""
    data = page.read_bytes()
    found = charset_normalizer.from_bytes(data).best()
    text = page.with_suffix(".txt").read_bytes().decode()
    return found is not None and data.decode(found.encoding, errors="replace") == text


total = [0, 0]
for folder in sorted(pathlib.Path(sys.argv[1]).iterdir()):
    results = [is_right(page) for page in folder.glob("*.html")]
    print(f"{folder.name:14}{len(results):7}{sum(results):24}", flush=True)
    total = [total[0] + len(results), total[1] + sum(results)]
print(f"{'all':14}{total[0]:7}{total[1]:24}")
