"""Tokens, links, text, elements and columns of HTML pages and WARC archives.

One page: `sniff`, `tokenize`, `links`, `text`, `select`, `escape`, and `Tokenizer` for a page in chunks.
Many pages: `extract` for pages in memory, `warc` for archives, and `records` for those that an index names
give columns to any package that takes Arrow; `COLUMNS` has what each one is. `tagspan.spark` has the same for Spark.

Results can be pickled and copied, for the same version of this package.

Spans are a start and an end in bytes of the page, half-open. Functions release the GIL while they work.
"""

from tagspan._tagspan import (
    COLUMNS,
    Batch,
    Batches,
    Element,
    EncodingDecision,
    Error,
    Link,
    Links,
    Loss,
    Token,
    Tokenizer,
    Tokens,
    TruncatedWarning,
    __version__,
    escape,
    extract,
    links,
    records,
    select,
    sniff,
    text,
    tokenize,
    warc,
)

__all__ = [
    "COLUMNS",
    "Batch",
    "Batches",
    "Element",
    "EncodingDecision",
    "Error",
    "Link",
    "Links",
    "Loss",
    "Token",
    "Tokenizer",
    "Tokens",
    "TruncatedWarning",
    "__version__",
    "escape",
    "extract",
    "links",
    "records",
    "select",
    "sniff",
    "text",
    "tokenize",
    "warc",
]

__doc__ = f"{__doc__}\nColumns, any value of which may be null:\n\n" + "".join(
    f"- `{name}`, {about}.\n" for name, about in COLUMNS.items()
)
