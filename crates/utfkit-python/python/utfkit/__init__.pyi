from typing_extensions import Buffer
from typing import Any, Literal

from .codecs import IncrementalDecoder as IncrementalDecoder
from .codecs import IncrementalEncoder as IncrementalEncoder
from .codecs import escape as escape
from .files import open as open

# In the classes below, an `offset` and a `length` count bytes, a `column`
# counts characters from 1, and a `line` is counted from 1.

class Finding:
    offset: int
    kind: str
    bytes: bytes
    message: str
    line: int
    column: int
    hint: str | None
    receiver: str | None

class Detection:
    encoding: str | None
    verdict: Literal["proven", "so-far", "likely", "binary", "unknown"]
    confidence: float
    language: str | None
    evidence: list[str]
    alternatives: list[tuple[str, float]]
    segments: list[tuple[int, int, str | None]]
    def as_chardet(self) -> dict[str, Any]: ...

class Fix:
    offset: int
    bytes: bytes
    becomes: bytes
    code: str
    why: str

class Repaired:
    bytes: bytes
    fixes: list[Fix]
    ambiguous: list[tuple[int, bytes, str, tuple[str, str]]]
    def undo(self) -> bytes: ...

class Observation:
    rule: str
    severity: str
    offset: int
    length: int
    line: int
    column: int
    point: int | None
    message: str
    means: str | None

def is_valid(data: Buffer, encoding: str | None = None) -> bool: ...
def check(
    data: Buffer, encoding: str | None = None, *, receiver: str | None = None
) -> list[Finding]: ...
def decode(data: Buffer, encoding: str = "utf-8", errors: str = "strict") -> str: ...
def encode(text: str, encoding: str = "utf-8", errors: str = "strict") -> bytes: ...
def transcode(
    data: Buffer, source: str, target: str = "utf-8", errors: str = "strict"
) -> bytes: ...
def unescape(text: str, encoding: str = "utf-8") -> bytes: ...
def detect(data: Buffer, *, complete: bool = True) -> Detection: ...
def repair(
    data: Buffer,
    *,
    modified_utf8: bool = False,
    unsafe_overlong: bool = False,
    mixed: str | None = None,
) -> Repaired: ...
def audit(
    data: Buffer,
    encoding: str = "utf-8",
    *,
    allow: str | None = None,
    deny: str | None = None,
    receiver: str | None = None,
) -> list[Observation]: ...
def rules() -> dict[str, str]: ...
def search(
    text: str,
    data: Buffer,
    encoding: str | None = None,
    *,
    regex: bool = False,
    ignore_case: bool = False,
) -> list[tuple[int, int]]: ...
def name(label: str, /) -> str: ...
def labels() -> dict[str, str]: ...

__all__: list[str]
