import io
import os

def open(
    path: str | os.PathLike[str], encoding: str = "auto", errors: str = "strict"
) -> io.BufferedReader: ...
