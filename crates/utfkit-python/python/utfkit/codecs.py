"""Codecs for Python's registry, and incremental decoders and encoders.

Importing `utfkit` registers the encodings that Python lacks, by all their labels: `cesu-8`,
`java-modified-utf-8` (`mutf-8`), `wtf-8`, `utf-7-imap`, `utf-1`, `utf-ebcdic`, `scsu`, `bocu-1`,
`utf-8-rfc2279`, UCS-2, UCS-4 and legacy charsets. If Python has a codec of the same name, the prefix
`utfkit-` selects ours.

>>> b"\\xed\\xa0\\xbd\\xed\\xb8\\x80".decode("cesu-8")
'😀'
>>> b"a\\x00".decode("utfkit-utf-16-le")
'a'
"""

import codecs as _codecs
import functools as _functools

from . import _utfkit

_PREFIX = "utfkit_"

# Encodings in which bytes depend on all those before them, such as a header: a text is decoded and
# encoded whole.
_WHOLE = {"scsu", "bocu-1", "iso-2022-kr"}

# Encodings in which an escape sequence directly after another one is ill-formed. So their encoders
# keep their state between pieces. For each escape sequence but that of ASCII: its state as an
# integer, and a character that is written in it.
_ESCAPED = {"iso-2022-jp": {b"\x1b(J": (4, "\xa5"), b"\x1b$B": (5, "\u3042")}}

# The states of all encoders. As in CPython, 0 is any state after the start.
_AFTER, _START, _PLAIN = 0, 2, 3

# Common names that no registry of charsets has.
_ALIASES = {"mutf_8": "java-modified-utf-8", "mutf8": "java-modified-utf-8"}


class IncrementalDecoder(_codecs.BufferedIncrementalDecoder):
    """Decodes a stream that comes in pieces.

    >>> decoder = IncrementalDecoder("cesu-8")
    >>> decoder.decode(b"\\xed\\xa0\\xbd\\xed"), decoder.decode(b"\\xb8\\x80", final=True)
    ('', '😀')
    """

    def __init__(self, encoding, errors="strict"):
        super().__init__(errors)
        self._is_whole = _utfkit.name(encoding) in _WHOLE
        self.encoding = encoding
        self._state = 0

    def _buffer_decode(self, data, errors, final):
        if self._is_whole and not final:
            return "", 0
        text, read, self._state = _utfkit.decode_part(
            data, self.encoding, errors or "strict", bool(final), self._state
        )
        return text, read

    def reset(self):
        super().reset()
        self._state = 0

    def getstate(self):
        return (self.buffer, self._state)

    def setstate(self, state):
        self.buffer, self._state = state


class IncrementalEncoder(_codecs.IncrementalEncoder):
    """Encodes a text that comes in pieces.

    Each piece of UTF-7 ends in the initial state, because Python's files do not announce the end of a
    text. ISO-2022-JP returns to the initial state only with `final=True`, as in Python. In UTF-7-IMAP,
    a piece that ends in base64 cannot be followed by one that begins in base64, so encode the name of a
    mailbox as a whole. SCSU and BOCU-1 have no initial state to return to, and ISO-2022-KR has a
    header, so they are refused.

    `getstate` returns 2 at the start of a text. `setstate(0)` means that text was already written, so
    no BOM follows.

    >>> encoder = IncrementalEncoder("utf-16")
    >>> encoder.encode("a"), encoder.encode("b")
    (b'\\xff\\xfea\\x00', b'b\\x00')
    """

    def __init__(self, encoding, errors="strict"):
        super().__init__(errors or "strict")
        self.encoding = encoding
        self._name = _utfkit.name(encoding)
        if self._name in _WHOLE:
            raise LookupError(f"{self._name} cannot be encoded in pieces: use utfkit.encode")
        self._escapes = _ESCAPED.get(self._name, {})
        self._state = _START
        self._is_after_base64 = False

    def encode(self, text, final=False):
        if not text and not final:
            return b""
        if self._escapes:
            return self._encode_escaped(text, bool(final))
        data = _utfkit.encode_part(text, self.encoding, self.errors, self._state == _START)
        self._state = _AFTER
        if self._name == "utf-7-imap" and data:
            if self._is_after_base64 and data.startswith(b"&") and not data.startswith(b"&-"):
                reason = "base64 directly after base64 is ill-formed: encode the name as a whole"
                raise UnicodeEncodeError(self._name, text, 0, 1, reason)
            self._is_after_base64 = data.endswith(b"-") and text[-1:] not in ("-", "&")
        return data

    def _encode_escaped(self, text, final):
        """Encodes a piece that begins in the state of the text before it."""
        before = "".join(character for state, character in self._escapes.values() if state == self._state)
        data = _utfkit.encode_part(
            text, self.encoding, self.errors, self._state == _START, before, final
        )
        if self._state == _AFTER and not data.startswith(b"\x1b"):
            # The state of the text before is unknown.
            data = b"\x1b(B" + data
        at = data.rfind(b"\x1b")
        if final:
            self._state = _PLAIN
        elif at >= 0 or self._state == _START:
            self._state, _ = self._escapes.get(data[at : at + 3], (_PLAIN, ""))
        return data

    def reset(self):
        self._state = _START
        self._is_after_base64 = False

    def getstate(self):
        return self._state

    def setstate(self, state):
        self._state = state
        self._is_after_base64 = False


def escape(error):
    """Replaces each byte of an error with `\\xNN`. A character has the bytes of its UTF-8.

    This error handler is registered as `utfkit.escape`.

    >>> b"caf\\xe9".decode("utf-8", "utfkit.escape")
    'caf\\\\xE9'
    """
    if isinstance(error, UnicodeDecodeError):
        data = error.object[error.start : error.end]
    elif isinstance(error, UnicodeEncodeError):
        data = error.object[error.start : error.end].encode("utf-8", "surrogatepass")
    else:
        raise TypeError(f"don't know how to handle {type(error).__name__} in error callback")
    return "".join(f"\\x{byte:02X}" for byte in data), error.end


def _label(name):
    """Returns our label for the name of a codec."""
    return _ALIASES.get(name.replace("-", "_").lower(), name)


def codec(label, *, is_prefixed=False):
    """Returns the `codecs.CodecInfo` of one of our encodings.

    `is_prefixed` is true if its name begins with `utfkit-`.
    """
    encoding = _label(label)
    has_shifts = _utfkit.has_shifts(encoding)

    def encode(text, errors="strict"):
        return _utfkit.encode(text, encoding, errors or "strict"), len(text)

    def decode(data, errors="strict"):
        return _utfkit.decode(data, encoding, errors or "strict"), memoryview(data).nbytes

    class StreamWriter(_codecs.StreamWriter):
        def __init__(self, stream, errors="strict"):
            super().__init__(stream, errors)
            self._encoder = IncrementalEncoder(encoding, errors)

        def encode(self, text, errors="strict"):
            self._encoder.errors = errors or "strict"
            return self._encoder.encode(text), len(text)

        def reset(self):
            super().reset()
            if self._encoder.getstate() != _START:
                self.stream.write(self._encoder.encode("", final=True))
            self._encoder.reset()

        def seek(self, offset, whence=0):
            self.stream.seek(offset, whence)
            if self.stream.tell() == 0:
                self._encoder.reset()
            else:
                self._encoder.setstate(_AFTER)

    class StreamReader(_codecs.StreamReader):
        def __init__(self, stream, errors="strict"):
            super().__init__(stream, errors)
            self._state = 0
            self._final = False

        def decode(self, data, errors="strict"):
            text, read, self._state = _utfkit.decode_part(
                data, encoding, errors or "strict", self._final, self._state
            )
            return text, read

        def read(self, size=-1, chars=-1, firstline=False):
            # Text may end in another state, such as base64. It continues, unless all of it is read.
            self._final = has_shifts and size < 0 and chars < 0
            return super().read(size, chars, firstline)

        def reset(self):
            super().reset()
            self._state = 0

    return _codecs.CodecInfo(
        # By this name, `codecs.lookup` finds the codec again. For names such as `utf-8`, Python's text
        # files use Python's own encoders instead of those of the codec.
        name=f"{_PREFIX if is_prefixed else ''}{label}".replace("_", "-"),
        encode=encode,
        decode=decode,
        incrementalencoder=_functools.partial(IncrementalEncoder, encoding),
        incrementaldecoder=_functools.partial(IncrementalDecoder, encoding),
        streamwriter=StreamWriter,
        streamreader=StreamReader,
    )


def _search(name):
    """Finds a codec. Python calls it if it does not have a codec of that name."""
    label = name.removeprefix(_PREFIX)
    # Many programs look for names that nobody has.
    if not _utfkit.is_known(_label(label)):
        return None
    return codec(label, is_prefixed=name.startswith(_PREFIX))


_codecs.register(_search)
_codecs.register_error("utfkit.escape", escape)
