#!/usr/bin/env python3
"""Packs a module, and the tables that it needs only for some tasks.

module.py MODULE BUILD OUT: reads MODULE, and the tables of names in BUILD, a directory of Cargo. Writes
OUT.wasm.lzma, and `tables.lzma` next to it. The custom section `tables` of the module has the address
and the length of each table. JavaScript fills these places with FF until it has the tables: then no
code has a character.
"""

import lzma
import re
import struct
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
CHARSETS = ROOT / "crates/utfkit/src/codec/charset"


def tables(build):
    """Returns the contents of all tables that can be loaded later."""
    for path in sorted(CHARSETS.glob("*/grids/*.bin")):
        yield path.name, path.read_bytes()
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


def compress(content):
    best = min(
        (
            lzma.compress(
                content,
                format=lzma.FORMAT_ALONE,
                filters=[{"id": lzma.FILTER_LZMA1, "preset": 9 | lzma.PRESET_EXTREME, "lc": lc, "lp": lp, "pb": pb}],
            )
            for lc, lp, pb in ((3, 0, 2), (4, 0, 0), (3, 0, 0), (2, 1, 1), (3, 1, 1))
        ),
        key=len,
    )
    return best[:5] + struct.pack("<Q", len(content)) + best[13:]


def main():
    path, build, out = sys.argv[1:]
    module = Path(path).read_bytes()
    (data,) = (content for kind, content in sections(module) if kind == 11)
    parts = list(segments(data))
    places = []
    later = b""
    for name, content in tables(build):
        found = [(address + part.find(content), len(content)) for address, part in parts if content in part]
        if len(found) != 1:
            sys.exit(f"module.py: {name} is {len(found)} times in {path}")
        places += found
        later += content

    kept = []
    for address, part in parts:
        start = 0
        for at, length in sorted(places):
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
    numbers = [value for place in places for value in place]
    packed += section(0, leb(len("tables")) + b"tables" + struct.pack(f"<{len(numbers)}I", *numbers))
    Path(f"{out}.wasm.lzma").write_bytes(compress(packed))
    # The tables are the same for all variants of the module.
    Path(out).with_name("tables.lzma").write_bytes(compress(later))


main()
