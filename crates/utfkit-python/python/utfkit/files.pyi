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
    path: _Path, encoding: Literal["r", "rt", "tr"], errors: str = "strict"
) -> _Text: ...
@overload
def open(
    path: _Path,
    encoding: str = "auto",
    errors: str = "strict",
    *,
    mode: Literal["r", "rt", "tr"],
) -> _Text: ...
@overload
def open(
    path: _Path,
    encoding: str = "auto",
    errors: str = "strict",
    *,
    mode: Literal["rb", "br"] = "rb",
) -> _Binary: ...
