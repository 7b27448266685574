"""Files in any encoding, as binary files of clean UTF-8."""

import io
import os

from . import _utfkit

_BUFFER = 1 << 18


class _Raw(io.RawIOBase):
    """The raw file below the buffer."""

    # If a file cannot be opened, Python closes the object nevertheless.
    _source = None

    def __init__(self, path, encoding, errors):
        self._source = _utfkit.Source(os.fsdecode(path), encoding, errors)
        self.name = path
        self.encoding = self._source.encoding
        self.detection = self._source.detection

    def readable(self):
        return True

    def readinto(self, room):
        return self._source.readinto(room)

    def close(self):
        if not self.closed and self._source is not None:
            self._source.close()
        super().close()


def open(path, encoding="auto", errors="strict"):
    """Opens a file in any encoding as a binary file of clean UTF-8.

    Files of gzip and zstd are read decompressed. Other compressed files are refused.

    `encoding` is a label, or `auto`. With `auto`, the first mebibyte decides, or the first block
    with bytes beyond ASCII. `errors` is `strict`, `replace`, `ignore` or `utfkit.escape`. A BOM is
    not part of the text. `file.raw.encoding` is the encoding, and `file.raw.detection` has the
    reasons. After an error, each later read raises the same error.

    The object of a `UnicodeDecodeError` is only the bytes in error, because the file is not in memory.
    Its attribute `offset` is their offset in the file, or in the decompressed file.

    >>> import pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "data.csv"
    >>> _ = path.write_bytes("name,city\\nJosé,Málaga\\n".encode("utf-16"))
    >>> with open(path) as file:
    ...     file.raw.encoding, file.read().decode()
    ('utf-16', 'name,city\\nJosé,Málaga\\n')
    """
    raw = _Raw(path, None if encoding == "auto" else encoding, errors)
    return io.BufferedReader(raw, _BUFFER)
