from typing import TypedDict

from typing_extensions import Buffer

class _Result(TypedDict):
    encoding: str | None
    confidence: float
    language: str | None

def detect(data: Buffer) -> _Result: ...
def detect_all(data: Buffer, ignore_threshold: bool = False) -> list[_Result]: ...

class UniversalDetector:
    MINIMUM_THRESHOLD: float
    done: bool
    result: _Result
    def __init__(self) -> None: ...
    def reset(self) -> None: ...
    def feed(self, data: Buffer) -> None: ...
    def close(self) -> _Result: ...
