"""The rows of a file, read by ranges.

A row is a line with its line end. A line of more than `GRID` bytes is cut into rows at character
boundaries. Where a row begins depends only on the bytes near it, so all divisions of a file into
ranges give the same rows.
"""

import numpy
import pyarrow

import utfkit

# A line of at most this number of bytes is one row, and a row has at most three times as many.
GRID = 1 << 20

# The number of bytes that are read at once.
_BLOCK = 8 * GRID

_LIKE_UTF8 = {"utf-8", "cesu-8", "java-modified-utf-8", "wtf-8", "utf-8-rfc2279"}


def has_lines(encoding):
    """Returns whether a file can be divided at line feeds: each line can be read by itself."""
    return _line_end(encoding).strip(b"\0") == b"\n" and utfkit.name(encoding) != "scsu"


def _line_end(encoding):
    """A line feed that is not at the start of a text, where a BOM could be."""
    return utfkit._utfkit.encode_part("\n", encoding, "strict", False)


def rows(read, encoding, first, start, end):
    """Yields the rows that begin between the offsets `start` and `end`.

    Each item is an array of row starts and an Arrow array of bytes. `read(at, size)` returns the
    bytes at an offset; fewer than `size` only at the end of the file. `start` is a multiple of
    `GRID`, and `first` is the length of the BOM. `end` is `None` for the end of the file.
    """
    lines = _Lines(encoding)
    # The start of the row that is not complete yet, and the data from `held_at` on.
    row, held, held_at = (first if start == 0 else None), b"", start
    last = None
    if start > 0:
        before = lines.ends(read(start - GRID, GRID), start - GRID)
        if before.size:
            last = int(before[-1])
            row = start if last == start else None
    at = start
    while True:
        if row is not None and end is not None and row >= end:
            return
        size = _BLOCK if end is None or at < end else GRID
        block = read(at, size)
        ends = lines.ends(block, at)
        starts = _starts(lines, ends, block, at, last)
        last = int(ends[-1]) if ends.size else last
        data = held + block if held else block
        if row is not None:
            starts = numpy.concatenate([[row], starts[starts > row]])
        at += len(block)
        is_whole = len(block) < size
        if is_whole:
            starts = numpy.concatenate([starts[starts < at], [at]])
        if starts.size > 1:
            # The rows between two starts; those from `end` on belong to the next range.
            count = starts.size - 1
            if end is not None:
                count = min(count, int(numpy.searchsorted(starts, end)))
            if count and starts[0] < starts[count]:
                yield starts[:count], _array(data, held_at, starts[: count + 1])
        if is_whole:
            return
        if starts.size:
            row = int(starts[-1])
            held = data[row - held_at :]
            held_at = row
        else:
            held_at = at


def _array(data, data_at, starts):
    """The bytes between the offsets `starts` as an Arrow array, without a copy."""
    base = int(starts[0])
    offsets = pyarrow.py_buffer((starts - base).astype(numpy.int32))
    values = pyarrow.py_buffer(data).slice(base - data_at, int(starts[-1]) - base)
    return pyarrow.Array.from_buffers(pyarrow.binary(), starts.size - 1, [None, offsets, values])


def _starts(lines, ends, block, at, last):
    """The offsets of a block at which rows begin."""
    cuts = []
    for edge in range(-(-at // GRID) * GRID, at + len(block), GRID):
        before = int(numpy.searchsorted(ends, edge, side="right"))
        recent = int(ends[before - 1]) if before else last
        # Only a line that goes on for a whole cell of the grid is cut.
        if edge > 0 and (recent is None or recent <= edge - GRID):
            cuts.append(edge + lines.boundary(block[edge - at : edge - at + GRID]))
    return numpy.union1d(ends, cuts).astype(numpy.int64) if cuts else ends


class _Lines:
    """Line ends and character boundaries in one encoding."""

    def __init__(self, encoding):
        line_end = _line_end(encoding)
        self.unit = len(line_end)
        self.order = ">" if line_end.startswith(b"\0") else "<"
        self.is_like_utf8 = utfkit.name(encoding) in _LIKE_UTF8

    def ends(self, block, at):
        """The offsets after the line ends of a block."""
        units = numpy.frombuffer(block, f"{self.order}u{self.unit}", len(block) // self.unit)
        return (numpy.flatnonzero(units == 10) + 1) * self.unit + at

    def boundary(self, data):
        """The length of the part of `data` that belongs to a character before it."""
        if self.unit == 4:
            return 0
        if self.unit == 2:
            high = data[1:2] if self.order == "<" else data[:1]
            return 2 if b"\xdc" <= high <= b"\xdf" else 0
        if self.is_like_utf8:
            for at in range(min(8, len(data))):
                # A low surrogate at the start may be the second half of a pair.
                may_be_half = at < 3 and data[at] == 0xED and data[at + 1 : at + 2] >= b"\xb0"
                if data[at] & 0xC0 != 0x80 and not may_be_half:
                    return at
            return min(8, len(data))
        # In no encoding does a space or a control character end a longer sequence.
        spaces = numpy.flatnonzero(numpy.frombuffer(data, numpy.uint8) <= 0x20)
        return int(spaces[0]) if spaces.size else 0
