"""Random texts of each form, mostly well-formed, for the patterns of a graph."""
import functools
import random

from graph import PATTERNS

CODECS = {
    "LATIN1": "latin-1", "UTF8": "utf-8", "UTF16LE": "utf-16-le", "UTF16BE": "utf-16-be",
    "UTF32LE": "utf-32-le", "UTF32BE": "utf-32-be",
}
RANGES = [(0, 0x7F), (0x80, 0xFF), (0x100, 0x7FF), (0x800, 0xD7FF), (0xE000, 0xFFFF), (0x10000, 0x10FFFF)]
MIXES = [(0,), (0, 1), (0, 2), (2, 3), (0, 3), (5,), (0, 1, 2, 3, 4, 5), (3, 4), (2,)]


def text(source, form, count):
    """Returns bytes of this length; they end with ASCII if no other character fits."""
    mix, data = source.choice(MIXES), b""
    if form == "LATIN1":
        mix = (0, 1)
    while len(data) < count:
        code = source.randint(*RANGES[source.choice(mix)])
        encoded = chr(code).encode(CODECS[form])
        if len(data) + len(encoded) > count:
            encoded = b"a".ljust(min(4, count - len(data)), b"\0") if "LE" in form or form in ("UTF8", "LATIN1") else (
                b"\0\0\0a"[-(count - len(data)):])
            encoded = encoded[:1] if form in ("UTF8", "LATIN1") else encoded[:count - len(data)]
        data += encoded
    return data[:count]


@functools.cache
def columns(form, count):
    """Returns the values of each bit of the text in all patterns. A third of the texts has an error."""
    source = random.Random(1)
    found = [0] * (8 * count)
    for i in range(PATTERNS):
        data = bytearray(text(source, form, count))
        if i % 3 == 0 and count:
            data[source.randrange(count)] = source.randrange(256)
        for at, byte in enumerate(data):
            for bit in range(8):
                found[8 * at + bit] |= (byte >> bit & 1) << i
    return found
