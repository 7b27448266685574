#!/usr/bin/env python3
"""Separates a module from the tables that it needs only for some tasks.

module.py MODULE BUILD OUT DIRECTORY: reads MODULE, and the tables of names in BUILD, a directory of
Cargo. Writes the module without tables to OUT, and the tables to the files `tables` and `names` of
DIRECTORY. The custom sections of these names have the address and the length of each table. JavaScript
fills these places with FF until it has the tables: then no code has a character.
"""

import re
import struct
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
CHARSETS = ROOT / "crates/utfkit/src/codec/charset"


def charsets():
    """Returns the names and the contents of the tables of charsets."""
    return [(path.name, path.read_bytes()) for path in sorted(CHARSETS.glob("*/grids/*.bin"))]


def names(build):
    """Returns the same for the tables of the names of characters."""
    names = Path(build).glob("build/unicode_names2-*/out/generated.rs")
    source = max(names, key=lambda path: path.stat().st_mtime).read_text()
    for kind, size in (("u8", "B"), ("u16", "H"), ("u32", "I")):
        for name, numbers in re.findall(rf"static (\w+): &'static \[{kind}\] = &\[([^\]]*)\]", source):
            values = [int(number, 0) for number in re.findall(r"\d\w*", numbers)]
            if len(values) > 1000:
                yield name, struct.pack(f"<{len(values)}{size}", *values)
    lexicon = re.search(r'static LEXICON: &\'static str = "((?:[^"\\]|\\.)*)"', source, re.S)
    yield "LEXICON", re.sub(r"\\\n\s*", "", lexicon[1]).encode()


def number(data, at):
    """Reads an unsigned LEB128."""
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return value, at


def leb(value, signed=False):
    out = bytearray()
    while True:
        byte = value & 0x7F
        value >>= 7
        if value == 0 and not (signed and byte & 0x40):
            return bytes(out + bytes([byte]))
        out.append(byte | 0x80)


def sections(module):
    at = 8
    while at < len(module):
        kind = module[at]
        length, at = number(module, at + 1)
        yield kind, module[at : at + length]
        at += length


def segments(data):
    """Returns the address and the bytes of each segment. All are active, in memory 0."""
    count, at = number(data, 0)
    for _ in range(count):
        assert data[at] == 0 and data[at + 1] == 0x41, "an active segment with a constant address"
        address, at = number(data, at + 2)
        assert data[at] == 0x0B
        length, at = number(data, at + 1)
        yield address, data[at : at + length]
        at += length


def section(kind, content):
    return bytes([kind]) + leb(len(content)) + content


def main():
    path, build, out, directory = sys.argv[1:]
    module = Path(path).read_bytes()
    (data,) = (content for kind, content in sections(module) if kind == 11)
    parts = list(segments(data))
    files = {"tables": [], "names": []}
    for file, tables in (("tables", charsets()), ("names", names(build))):
        later = b""
        for name, content in tables:
            found = [(address + part.find(content), len(content)) for address, part in parts if content in part]
            if len(found) != 1:
                sys.exit(f"module.py: {name} is {len(found)} times in {path}")
            files[file] += found
            later += content
        # They are the same for all variants of the module.
        Path(directory, file).write_bytes(later)
    places = sorted(place for places in files.values() for place in places)

    kept = []
    for address, part in parts:
        start = 0
        for at, length in places:
            if address <= at < address + len(part):
                kept.append((address + start, part[start : at - address]))
                start = at - address + length
        kept.append((address + start, part[start:]))
    kept = [(address, part) for address, part in kept if part]
    content = leb(len(kept)) + b"".join(
        b"\0\x41" + leb(address, signed=True) + b"\x0b" + leb(len(part)) + part for address, part in kept
    )
    packed = module[:8]
    for kind, old in sections(module):
        if kind != 0:
            packed += section(kind, content if kind == 11 else leb(len(kept)) if kind == 12 else old)
    for file, places in files.items():
        numbers = [value for place in places for value in place]
        content = leb(len(file)) + file.encode() + struct.pack(f"<{len(numbers)}I", *numbers)
        packed += section(0, content)
    Path(out).write_bytes(packed)


main()
