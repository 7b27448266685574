"""Files to clean: where they are, their bytes, and their encodings."""

import dataclasses

import pyarrow
import pyarrow.fs

import utfkit

from .rows import has_lines

# The number of bytes that detection looks at.
_HEAD = 1 << 20

# The number of bytes that are decompressed at once. At most that many are lost before damage.
_PIECE = 64 << 10

_COMPRESSED = {b"\x1f\x8b": "gzip", b"\x28\xb5\x2f\xfd": "zstd"}

# Encodings whose byte order the start of the text decides.
_BY_ORDER = {
    "utf-16": ("utf-16be", "utf-16le"),
    "utf-32": ("utf-32be", "utf-32le"),
    "ucs-2": ("ucs-2be", "ucs-2le"),
    "ucs-4": ("ucs-4be", "ucs-4le"),
}


def located(path):
    """The filesystem of an absolute path or URI, and the path in it."""
    if "://" in path:
        return pyarrow.fs.FileSystem.from_uri(path)
    return pyarrow.fs.LocalFileSystem(), path


@dataclasses.dataclass(frozen=True)
class File:
    """A file, and how it is read."""

    path: str
    size: int
    changed: int
    # What is known after `described`.
    encoding: str = ""
    bom: int = 0
    compression: str = ""
    verdict: str = ""
    confidence: float = 0.0


def listed(source):
    """All files at a path or below it, sorted. Their paths are relative to it."""
    filesystem, root = located(source)
    info = filesystem.get_file_info(root)
    if info.type == pyarrow.fs.FileType.NotFound:
        raise FileNotFoundError(2, "No such file or directory", source)
    if info.is_file:
        return [File(info.base_name, info.size, info.mtime_ns or 0)]
    found = filesystem.get_file_info(pyarrow.fs.FileSelector(root, recursive=True))
    start = len(root.rstrip("/")) + 1
    files = [File(one.path[start:], one.size, one.mtime_ns or 0) for one in found if one.is_file]
    return sorted(files, key=lambda file: file.path)


class Bytes:
    """The bytes of a file, decompressed."""

    def __init__(self, source, file):
        filesystem, root = located(source)
        info = filesystem.get_file_info(root)
        path = root if info.is_file else f"{root.rstrip('/')}/{file.path}"
        self.name, self.size = path, file.size
        self.file = filesystem.open_input_file(path)
        magic = self.file.read_at(min(4, file.size), 0)
        names = [name for start, name in _COMPRESSED.items() if magic.startswith(start)]
        self.compression = names[0] if names else ""
        self.at = 0
        # The reason why the rest cannot be decompressed.
        self.damage = None
        if self.compression:
            self.file.close()
            self.file = filesystem.open_input_stream(path, compression=self.compression)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.file.close()

    def read(self, at, size):
        """At most `size` bytes at an offset; fewer only at the end. Compressed bytes are in order.

        Compressed bytes also end where they are damaged.
        """
        if not self.compression:
            size = max(0, min(size, self.size - at))
            data = self.file.read_at(size, at)
            if len(data) < size:
                raise OSError(f"{self.name}: the file was changed while it was read")
            return data
        parts = []
        while size > 0 and self.damage is None:
            try:
                part = self.file.read(min(size, _PIECE))
            except OSError as error:
                self.damage = str(error)
                break
            if not part:
                break
            parts.append(part)
            size -= len(part)
            self.at += len(part)
        return b"".join(parts)


def described(source, file, encoding):
    """The file with its encoding, detected if `encoding` is `auto`."""
    with Bytes(source, file) as data:
        head = data.read(0, _HEAD)
        verdict, confidence = "given", 1.0
        if encoding == "auto":
            found = _detected(data, head)
            encoding = found.encoding
            if encoding is None or not has_lines(encoding):
                # Most rows will be rejected, and their bytes kept.
                encoding = "utf-8"
            verdict, confidence = found.verdict, found.confidence
        name = utfkit.name(encoding)
        if name == "us-ascii" and verdict != "given":
            name = "utf-8"
        if name in _BY_ORDER:
            # The state after the start of a text is its byte order.
            _, _, order = utfkit._utfkit.decode_part(head[:4], encoding, "ignore", True, 0)
            name = _BY_ORDER[name][0 if order == 1 else 1]
        try:
            bom = utfkit.encode("\ufeff", name)
        except UnicodeEncodeError:
            bom = None
        return dataclasses.replace(
            file, encoding=name, bom=len(bom) if bom and head.startswith(bom) else 0,
            compression=data.compression, verdict=verdict, confidence=confidence)


def _detected(data, head):
    """As `utfkit.open` detects: by the head, or by the first part that is not ASCII."""
    if len(head) < _HEAD:
        return utfkit.detect(head)
    late, at = b"", _HEAD
    while not data.compression and head.isascii() and not late:
        block = data.read(at, _HEAD)
        if not block:
            break
        late = b"" if block.isascii() else block
        at += len(block)
    return utfkit.detect(head + late, complete=False)
