import io
import os

def open(
    path: str | bytes | os.PathLike[str] | os.PathLike[bytes],
    encoding: str = "auto",
    errors: str = "strict",
) -> io.BufferedReader: ...
