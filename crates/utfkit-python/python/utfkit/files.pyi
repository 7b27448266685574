import io
import os
from typing import IO, Literal, overload

from . import Detection

_Path = str | bytes | os.PathLike[str] | os.PathLike[bytes] | IO[bytes]

class _Raw(io.RawIOBase):
    encoding: str
    detection: Detection | None

_Binary = io.BufferedReader[_Raw]
_Text = io.TextIOWrapper[_Binary]

@overload
def open(
    path: _Path,
    mode_or_encoding: Literal["r", "rt", "tr"],
    errors: str = "strict",
    *,
    encoding: str | None = None,
) -> _Text: ...
@overload
def open(
    path: _Path,
    mode_or_encoding: str | None = None,
    errors: str = "strict",
    *,
    encoding: str | None = None,
    mode: Literal["r", "rt", "tr"],
) -> _Text: ...
@overload
def open(
    path: _Path,
    mode_or_encoding: str | None = None,
    errors: str = "strict",
    *,
    encoding: str | None = None,
    mode: Literal["rb", "br"] | None = None,
) -> _Binary: ...
