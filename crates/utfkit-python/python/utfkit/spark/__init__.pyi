import os
from collections.abc import Sequence
from typing import Any, NamedTuple

from .. import Detection

class Cleaned(NamedTuple):
    rows: Any
    originals: Any
    findings: Any
    files: Any

def clean(
    source: Any,
    target: str | os.PathLike[str] | None = None,
    *,
    session: Any = None,
    encoding: str = "auto",
    errors: str = "reject",
    mixed: str | None = None,
    columns: Sequence[str] | None = None,
    key: Sequence[str] | None = None,
    range_bytes: int = 67108864,
) -> Cleaned: ...
def is_valid_utf8(column: Any) -> Any: ...
def make_valid_utf8(column: Any) -> Any: ...
def validate_utf8(column: Any) -> Any: ...
def try_validate_utf8(column: Any) -> Any: ...
def first_error(column: Any) -> Any: ...
def decode(column: Any, encoding: str, errors: str = "strict") -> Any: ...
def repair(
    column: Any,
    *,
    errors: str = "replace",
    modified_utf8: bool = False,
    unsafe_overlong: bool = False,
    mixed: str | None = None,
) -> Any: ...
def detect(frame: Any, column: str, rows: int = 10_000) -> Detection: ...
