#!/usr/bin/env python3
"""Prints how glibc's iconv, ICU or Python converts a charset, for the tests of the library.

charset-peers.py PEER NAME LEN converts every sequence of 1 to LEN bytes (LEN is 1 or 2) to Unicode,
and every character of the planes 0 to 2 to the charset. If LEN is `shifted`, the two bytes are
between the shifts of EBCDIC. With LEN 1, it leaves out the Chinese and
Korean characters and all characters above U+FFFF. Each line is a conversion without errors:
`r` (read), the bytes and the characters, or `w` (written), the characters and the bytes, all in
hexadecimal. Unknown names print nothing. PEER is `glibc`, `icu` or `python`.

charset-peers.py PEER NAME - converts each line of standard input, bytes in hexadecimal, and prints
its characters in hexadecimal, or `none`.

charset-peers.py PEER prints the names of all charsets of `glibc` or `icu`.
"""

import ctypes
import subprocess
import sys

CHARACTERS = [c for c in range(0x30000) if not 0xD800 <= c < 0xE000]
NARROW = [c for c in CHARACTERS if c < 0x3400 or 0xE000 <= c < 0x10000]


class Glibc:
    """Converts with `iconv` of the C library."""

    def __init__(self, name):
        self.libc = ctypes.CDLL(None)
        self.libc.iconv_open.restype = ctypes.c_void_p
        self.libc.iconv.restype = ctypes.c_size_t
        self.libc.iconv.argtypes = [ctypes.c_void_p] + 4 * [ctypes.c_void_p]
        self.decoder = self.open("UTF-32BE", name)
        self.encoder = self.open(name, "UTF-32BE")

    def open(self, to, origin):
        descriptor = self.libc.iconv_open(to.encode(), origin.encode())
        if descriptor in (None, ctypes.c_void_p(-1).value):
            raise LookupError(origin)
        return descriptor

    def convert(self, descriptor, data):
        self.libc.iconv(descriptor, None, None, None, None)
        source = ctypes.create_string_buffer(data, len(data))
        room = ctypes.create_string_buffer(256)
        read, write = ctypes.c_void_p(ctypes.addressof(source)), ctypes.c_void_p(ctypes.addressof(room))
        left, free = ctypes.c_size_t(len(data)), ctypes.c_size_t(256)
        reference = ctypes.byref
        done = self.libc.iconv(descriptor, reference(read), reference(left), reference(write), reference(free))
        # A positive number counts characters that were replaced.
        if done != 0 or left.value:
            return None
        # ISO-2022-CN-EXT returns 1 here, without an error.
        if self.libc.iconv(descriptor, None, None, reference(write), reference(free)) > 1:
            return None
        return room.raw[: 256 - free.value]

    def decode(self, data):
        text = self.convert(self.decoder, data)
        return text and text.decode("utf-32-be")

    def encode(self, text):
        return self.convert(self.encoder, text.encode("utf-32-be"))


class Python:
    """Converts with a codec of Python."""

    def __init__(self, name):
        "".encode(name)
        self.name = name

    def decode(self, data):
        try:
            return data.decode(self.name)
        except UnicodeError:
            return None

    def encode(self, text):
        try:
            return text.encode(self.name)
        except UnicodeError:
            return None


class Icu:
    """Converts with ICU's C functions, without fallbacks."""

    def __init__(self, name):
        function = self.functions()
        self.to_chars, self.from_chars = function("ucnv_toUChars"), function("ucnv_fromUChars")
        error = ctypes.c_int(0)
        opened = function("ucnv_open")
        opened.restype = ctypes.c_void_p
        self.converter = opened(name.encode(), ctypes.byref(error))
        if error.value > 0:
            raise LookupError(name)
        for setter, stop in (("ucnv_setToUCallBack", "UCNV_TO_U_CALLBACK_STOP"), ("ucnv_setFromUCallBack", "UCNV_FROM_U_CALLBACK_STOP")):
            function(setter)(ctypes.c_void_p(self.converter), function(stop), None, None, None, ctypes.byref(error))
        function("ucnv_setFallback")(ctypes.c_void_p(self.converter), 0)

    @classmethod
    def functions(cls):
        """Returns a function that returns those of the library by their names."""
        version = next(filter(cls.load, range(90, 50, -1)))
        return lambda short: getattr(cls.library, f"{short}_{version}")

    @classmethod
    def names(cls):
        """Returns all names of all converters."""
        function, error = cls.functions(), ctypes.byref(ctypes.c_int(0))
        name, alias = function("ucnv_getAvailableName"), function("ucnv_getAlias")
        name.restype = alias.restype = ctypes.c_char_p
        converters = [name(at) for at in range(function("ucnv_countAvailable")())]
        count = function("ucnv_countAliases")
        return {alias(one, at, error).decode() for one in converters for at in range(count(one, error))}

    @classmethod
    def load(cls, version):
        try:
            cls.library = ctypes.CDLL(f"libicuuc.so.{version}")
            return True
        except OSError:
            return False

    def decode(self, data):
        room, error = (ctypes.c_uint16 * 64)(), ctypes.c_int(0)
        length = self.to_chars(ctypes.c_void_p(self.converter), room, 64, data, len(data), ctypes.byref(error))
        return None if error.value > 0 else bytes(room)[: 2 * length].decode("utf-16-le", "surrogatepass")

    def encode(self, text):
        units = text.encode("utf-16-le")
        room, error = ctypes.create_string_buffer(32), ctypes.c_int(0)
        length = self.from_chars(
            ctypes.c_void_p(self.converter), room, 32, units, len(units) // 2, ctypes.byref(error)
        )
        return None if error.value > 0 else room.raw[:length]


def print_names(peer):
    if peer == "icu":
        names = Icu.names()
    else:
        listed = subprocess.run(["iconv", "-l"], capture_output=True, text=True, check=True).stdout
        names = {name.rstrip("/") for name in listed.replace("//", "// ").split()}
    print("\n".join(sorted(names)))


def main():
    if len(sys.argv) == 2:
        return print_names(sys.argv[1])
    peer, name, length = sys.argv[1:4]
    try:
        charset = {"glibc": Glibc, "icu": Icu, "python": Python}[peer](name)
    except (LookupError, StopIteration, AttributeError):
        return
    if length == "-":
        texts = (charset.decode(bytes.fromhex(line)) for line in sys.stdin)
        return print("\n".join(" ".join(f"{ord(c):X}" for c in text) if text else "none" for text in texts))
    lines = []
    singles = [bytes([byte]) for byte in range(256)]
    pairs = [bytes([lead, trail]) for lead in range(0x80, 256) for trail in range(256)]
    if length == "shifted":
        pairs = [bytes([14, lead, trail, 15]) for lead in range(0x40, 256) for trail in range(0x40, 256)]
    for data in singles + (pairs if length != "1" else []):
        text = charset.decode(data)
        if text:
            lines.append(f"r\t{data.hex()}\t" + " ".join(f"{ord(c):X}" for c in text))
    for character in CHARACTERS if length != "1" else NARROW:
        data = charset.encode(chr(character))
        if data:
            lines.append(f"w\t{character:X}\t{data.hex()}")
    print("\n".join(lines))


main()
