"""Files in any encoding, as binary files of clean UTF-8."""

import io
import os
import shutil
import tempfile

from . import _utfkit

_BUFFER = 1 << 18


class _Raw(io.RawIOBase):
    """The raw file below the buffer."""

    # If a file cannot be opened, Python closes the object nevertheless.
    _source = None
    # The path of a copy, which is removed with this object.
    temporary = None

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
        if not self.closed and self.temporary is not None:
            os.unlink(self.temporary)
        super().close()


# The modes of `open`, and whether they are of text.
_MODES = {"rb": False, "br": False, "r": True, "rt": True, "tr": True}
# The letters of all modes of Python's `open`. No encoding has such a name.
_LETTERS = set("rwxabtU+")


def _copied(source):
    """Copies a file object, or what fsspec opens, to a temporary file. Returns its path."""
    if isinstance(source, str):
        import fsspec

        with fsspec.open(source, "rb") as file:
            return _copied(file)
    with tempfile.NamedTemporaryFile(prefix="utfkit-", delete=False) as copy:
        try:
            shutil.copyfileobj(source, copy, 1 << 20)
        except BaseException:
            copy.close()
            os.unlink(copy.name)
            raise
    return copy.name


def open(path, mode_or_encoding=None, errors="strict", *, encoding=None, mode=None):
    """Opens a file in any encoding as a binary file of clean UTF-8, or as text with `mode="r"`.

    `path` is a path, a URL for fsspec, or a binary file object, which is copied to a temporary file.
    Files of gzip and zstd are read decompressed. Other compressed files are refused.

    The second argument is the mode, as in Python's `open`, or the encoding. Both have names, too.
    `encoding` is a label, or `auto`, the default. With `auto`, the first mebibyte decides, or the first block
    with bytes beyond ASCII. `errors` is `strict`, `replace`, `ignore` or `utfkit.escape`. A BOM is
    not part of the text. `file.raw.encoding` is the encoding, and `file.raw.detection` has the
    reasons (`file.buffer.raw` of text). After an error, each later read raises the same error.

    The object of a `UnicodeDecodeError` is only the bytes in error, because the file is not in memory.
    Its attribute `offset` is their offset in the file, or in the decompressed file.

    >>> import pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "data.csv"
    >>> _ = path.write_bytes("name,city\\nJosé,Málaga\\n".encode("utf-16"))
    >>> with open(path) as file:
    ...     file.raw.encoding, file.read().decode()
    ('utf-16', 'name,city\\nJosé,Málaga\\n')
    >>> with open(path, "r") as file:
    ...     file.readline()
    'name,city\\n'
    """
    if mode_or_encoding is not None:
        name = "mode" if _LETTERS.issuperset(mode_or_encoding) else "encoding"
        if (mode if name == "mode" else encoding) is not None:
            raise TypeError(f"open() got two values for {name}")
        mode, encoding = (mode_or_encoding, encoding) if name == "mode" else (mode, mode_or_encoding)
    mode = "rb" if mode is None else mode
    encoding = "auto" if encoding is None else encoding
    if mode not in _MODES:
        raise ValueError(f"invalid mode: {mode!r} (files can only be read: use 'rb' or 'r')")
    is_url = isinstance(path, str) and "://" in path
    source = _copied(path) if is_url or hasattr(path, "read") else path
    try:
        raw = _Raw(source, None if encoding == "auto" else encoding, errors)
    except BaseException:
        if source is not path:
            os.unlink(source)
        raise
    if source is not path:
        raw.name = path if is_url else getattr(path, "name", source)
        raw.temporary = source
    buffered = io.BufferedReader(raw, _BUFFER)
    return io.TextIOWrapper(buffered, encoding="utf-8") if _MODES[mode] else buffered
