"""The compiled module of tagspan."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from os import PathLike
from typing import Final, Literal, Protocol, SupportsIndex, TypeAlias, TypedDict, final, overload, type_check_only

from typing_extensions import Buffer, CapsuleType

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
    "_Object",
    "_objects",
    "_restore",
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

_Page: TypeAlias = str | Buffer

@type_check_only
class _File(Protocol):
    def read(self, size: int, /) -> bytes: ...

_Archive: TypeAlias = str | PathLike[str] | PathLike[bytes] | bytes | bytearray | memoryview | _File | _Object
_Kind: TypeAlias = Literal[
    "Doctype", "StartTag", "EndTag", "Comment", "ProcessingInstruction", "Text", "Dropped", "Error"
]

@type_check_only
class _ArrowArray(Protocol):
    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]: ...

@type_check_only
class _ArrowStream(Protocol):
    def __arrow_c_stream__(self, requested_schema: object = None) -> object: ...

_Pages: TypeAlias = Iterable[_Page | None] | _ArrowArray | _ArrowStream
_Texts: TypeAlias = Iterable[str | None] | _ArrowArray | _ArrowStream

@type_check_only
class _Progress(TypedDict):
    files: int
    file_bytes: int
    page_bytes: int
    pages: int
    records: int
    response: int
    resource: int
    revisit: int
    conversion: int
    other_media: int
    truncated: int
    false_encodings: int
    unknown_encodings: int
    not_html: int
    gaps: int
    gap_bytes: int

COLUMNS: Final[dict[str, str]]
__version__: Final[str]

class TruncatedWarning(UserWarning): ...

class Error(ValueError):
    code: str
    offset: int | None

@final
class Element:
    @property
    def name(self) -> str: ...
    @property
    def attributes(self) -> dict[str, str]: ...
    def attribute(self, name: str) -> str | None: ...
    @property
    def text(self) -> str: ...
    @property
    def start_tag(self) -> tuple[int, int] | None: ...
    @property
    def content(self) -> tuple[int, int] | None: ...
    @property
    def span(self) -> tuple[int, int] | None: ...
    @property
    def ambiguity(
        self,
    ) -> (
        Literal[
            "foster-parented", "misnested", "late-attributes", "frameset", "depth", "truncated", "text-mode"
        ]
        | None
    ): ...

@final
class EncodingDecision:
    @property
    def encoding(self) -> str: ...
    @property
    def source(self) -> str: ...
    @property
    def confidence(self) -> Literal["certain", "tentative", "irrelevant"]: ...
    @property
    def span(self) -> tuple[int, int]: ...

@final
class Link:
    @property
    def url(self) -> str | None: ...
    @property
    def value(self) -> str: ...
    @property
    def element(self) -> str: ...
    @property
    def attribute(self) -> str: ...
    @property
    def rel(self) -> str | None: ...
    @property
    def text(self) -> str | None: ...
    @property
    def span(self) -> tuple[int, int] | None: ...
    @property
    def kind(self) -> str: ...
    @property
    def descriptor(self) -> str | None: ...
    @property
    def attributes(self) -> list[tuple[str, str]]: ...

@final
class Links:
    @property
    def lost(self) -> int: ...
    def urls(self) -> list[str | None]: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Link]: ...
    @overload
    def __getitem__(self, index: SupportsIndex, /) -> Link: ...
    @overload
    def __getitem__(self, index: slice, /) -> list[Link]: ...

@final
class Token:
    @property
    def kind(self) -> _Kind: ...
    @property
    def span(self) -> tuple[int, int]: ...
    @property
    def raw(self) -> bytes: ...
    @property
    def name(self) -> str | None: ...
    @property
    def attributes(self) -> dict[str, str]: ...
    def attribute(self, name: str) -> str | None: ...
    @property
    def text(self) -> str | None: ...
    @property
    def self_closing(self) -> bool: ...
    @property
    def namespace(self) -> Literal["html", "svg", "math"] | None: ...
    @property
    def truncated(self) -> bool: ...

@final
class Tokens:
    @property
    def encoding(self) -> EncodingDecision | None: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Token]: ...
    @overload
    def __getitem__(self, index: SupportsIndex, /) -> Token: ...
    @overload
    def __getitem__(self, index: slice, /) -> list[Token]: ...
    def __arrow_c_schema__(self) -> CapsuleType: ...
    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[CapsuleType, CapsuleType]: ...

@final
class Tokenizer:
    def __new__(
        cls,
        *,
        content_type: str | None = None,
        charset: str | None = None,
        default: str | None = None,
        locale: str | None = None,
        detect: bool | Literal["any"] = True,
        detect_within: int | None = None,
        errors: bool = False,
    ) -> Tokenizer: ...
    def feed(self, chunk: Buffer, /) -> Tokens: ...
    def finish(self, *, truncated: bool = False) -> Tokens: ...

@final
class Batch:
    @property
    def columns(self) -> list[str]: ...
    def __len__(self) -> int: ...
    def __arrow_c_schema__(self) -> CapsuleType: ...
    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[CapsuleType, CapsuleType]: ...
    def __arrow_c_stream__(self, requested_schema: object = None) -> CapsuleType: ...

@final
class Loss:
    @property
    def file(self) -> str: ...
    @property
    def span(self) -> tuple[int, int]: ...
    @property
    def code(self) -> str: ...
    @property
    def message(self) -> str: ...

@final
class Batches:
    @property
    def lost(self) -> list[Loss]: ...
    @property
    def progress(self) -> _Progress: ...
    @property
    def columns(self) -> list[str]: ...
    def __iter__(self) -> Batches: ...
    def __next__(self) -> Batch: ...
    def __enter__(self) -> Batches: ...
    def __exit__(self, *_exception: object) -> None: ...
    def close(self) -> None: ...
    def __arrow_c_schema__(self) -> CapsuleType: ...
    def __arrow_c_stream__(self, requested_schema: object = None) -> CapsuleType: ...

def sniff(
    data: _Page,
    /,
    *,
    content_type: str | None = None,
    charset: str | None = None,
    default: str | None = None,
    locale: str | None = None,
    detect: bool | Literal["any"] = True,
    detect_within: int | None = None,
) -> EncodingDecision: ...
def tokenize(
    data: _Page,
    /,
    *,
    content_type: str | None = None,
    charset: str | None = None,
    default: str | None = None,
    locale: str | None = None,
    detect: bool | Literal["any"] = True,
    detect_within: int | None = None,
    errors: bool = False,
) -> Tokens: ...
def links(
    data: _Page,
    /,
    url: str | None = None,
    *,
    attributes: Sequence[str] = ...,
    css: bool = False,
    content_type: str | None = None,
    charset: str | None = None,
    default: str | None = None,
    locale: str | None = None,
    detect: bool | Literal["any"] = True,
    detect_within: int | None = None,
) -> Links: ...
def text(
    data: _Page,
    /,
    *,
    limit: int | None = None,
    content_type: str | None = None,
    charset: str | None = None,
    default: str | None = None,
    locale: str | None = None,
    detect: bool | Literal["any"] = True,
    detect_within: int | None = None,
) -> str: ...
def select(
    data: _Page,
    selector: str,
    /,
    *,
    limit: int | None = None,
    content_type: str | None = None,
    charset: str | None = None,
    default: str | None = None,
    locale: str | None = None,
    detect: bool | Literal["any"] = True,
    detect_within: int | None = None,
) -> list[Element]: ...
def escape(text: str, /, *, attribute: bool = False) -> str: ...
def extract(
    pages: _Pages,
    columns: str | Iterable[str],
    *,
    urls: _Texts | None = None,
    content_types: _Texts | None = None,
    select: Mapping[str, str] | None = None,
    attributes: Sequence[str] = ...,
    css: bool = False,
    content_type: str | None = None,
    charset: str | None = None,
    default: str | None = None,
    locale: str | None = None,
    detect: bool | Literal["any"] = True,
    detect_within: int | None = None,
) -> Batch: ...
def warc(
    archives: _Archive | Iterable[_Archive],
    columns: str | Iterable[str],
    *,
    threads: int | None = None,
    part: tuple[int, int] | None = None,
    conversions: bool = False,
    select: Mapping[str, str] | None = None,
    attributes: Sequence[str] = ...,
    css: bool = False,
    content_type: str | None = None,
    charset: str | None = None,
    default: str | None = None,
    locale: str | None = None,
    detect: bool | Literal["any"] = True,
    detect_within: int | None = None,
) -> Batches: ...
def records(
    index: _ArrowArray | _ArrowStream | Iterable[tuple[str, int, int] | dict[str, object]],
    columns: str | Iterable[str],
    *,
    prefix: str | PathLike[str] | None = None,
    threads: int | None = None,
    conversions: bool = False,
    select: Mapping[str, str] | None = None,
    attributes: Sequence[str] = ...,
    css: bool = False,
    content_type: str | None = None,
    charset: str | None = None,
    default: str | None = None,
    locale: str | None = None,
    detect: bool | Literal["any"] = True,
    detect_within: int | None = None,
) -> Batches: ...
@final
class _Object:
    def __new__(cls, url: str, length: int, etag: str) -> _Object: ...

def _objects(url: str) -> list[tuple[str, str, int | None, str | None]] | None: ...
def _restore(kind: str, state: object, /) -> object: ...
