"""Codecs for Python's registry, and incremental decoders and encoders.

Importing `utfkit` registers the encodings that Python lacks, by all their labels: `cesu-8`,
`java-modified-utf-8` (`mutf-8`), `wtf-8`, `utf-7-imap`, `utf-1`, `utf-ebcdic`, `scsu`, `bocu-1`,
`utf-8-rfc2279`, UCS-2, UCS-4 and legacy charsets. If Python has a codec of the same name, the prefix `utfkit-` selects ours.

>>> b"\\xed\\xa0\\xbd\\xed\\xb8\\x80".decode("cesu-8")
'😀'
>>> b"a\\x00".decode("utfkit-utf-16-le")
'a'
"""

import codecs as _codecs
import functools as _functools

from . import _utfkit

_PREFIX = "utfkit_"

# Encodings in which bytes change the meaning of later bytes.
_SHIFTED = {"utf-7", "utf-7-imap", "iso-2022-jp", "scsu", "bocu-1"}

# Encodings in which each byte depends on all those before it: a text is decoded and encoded whole.
_WHOLE = {"scsu", "bocu-1"}

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
            data, self.encoding, errors, final, self._state
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

    Each piece of UTF-7 and ISO-2022-JP ends in the initial state, because Python's files do not
    announce the end of a text. So encode a name of an IMAP mailbox as a whole. SCSU and BOCU-1 have
    no initial state to return to, so they are refused.

    >>> encoder = IncrementalEncoder("utf-16")
    >>> encoder.encode("a"), encoder.encode("b")
    (b'\\xff\\xfea\\x00', b'b\\x00')
    """

    def __init__(self, encoding, errors="strict"):
        super().__init__(errors)
        if (name := _utfkit.name(encoding)) in _WHOLE:
            raise LookupError(f"{name} cannot be encoded in pieces: use utfkit.encode")
        self.encoding = encoding
        self._first = True

    def encode(self, text, final=False):
        if not text and not final:
            return b""
        data = _utfkit.encode_part(text, self.encoding, self.errors, self._first)
        self._first = False
        return data

    def reset(self):
        self._first = True

    def getstate(self):
        return 0 if self._first else 1

    def setstate(self, state):
        self._first = state == 0


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


def codec(label):
    """Returns the `codecs.CodecInfo` of one of our encodings."""
    encoding = _ALIASES.get(label.replace("-", "_").lower(), label)
    name = _utfkit.name(encoding)

    def encode(text, errors="strict"):
        return _utfkit.encode(text, encoding, errors), len(text)

    def decode(data, errors="strict"):
        return _utfkit.decode(data, encoding, errors), memoryview(data).nbytes

    class StreamWriter(_codecs.StreamWriter):
        def __init__(self, stream, errors="strict"):
            super().__init__(stream, errors)
            if name in _WHOLE:
                raise LookupError(f"{name} cannot be encoded in pieces: use utfkit.encode")
            self._first = True

        def encode(self, text, errors="strict"):
            data = _utfkit.encode_part(text, encoding, errors, self._first)
            self._first = False
            return data, len(text)

        def reset(self):
            super().reset()
            self._first = True

    class StreamReader(_codecs.StreamReader):
        def __init__(self, stream, errors="strict"):
            super().__init__(stream, errors)
            self._state = 0
            self._final = False

        def decode(self, data, errors="strict"):
            text, read, self._state = _utfkit.decode_part(
                data, encoding, errors, self._final, self._state
            )
            return text, read

        def read(self, size=-1, chars=-1, firstline=False):
            # The last run of base64 may continue, unless the whole text is read.
            self._final = name in _SHIFTED and size < 0 and chars < 0
            return super().read(size, chars, firstline)

        def reset(self):
            super().reset()
            self._state = 0

    return _codecs.CodecInfo(
        name=name,
        encode=encode,
        decode=decode,
        incrementalencoder=_functools.partial(IncrementalEncoder, encoding),
        incrementaldecoder=_functools.partial(IncrementalDecoder, encoding),
        streamwriter=StreamWriter,
        streamreader=StreamReader,
    )


def _search(name):
    """Finds a codec. Python calls it if it does not have a codec of that name."""
    try:
        return codec(name.removeprefix(_PREFIX))
    except LookupError:
        return None


_codecs.register(_search)
_codecs.register_error("utfkit.escape", escape)
