"""Check, detect, decode, repair and convert text in Unicode's encodings and legacy charsets.

>>> import utfkit
>>> utfkit.check(b"/..\\xc0\\xaf")
[Finding(offset=3, kind="overlong", bytes=b'\\xc0\\xaf', line=1, column=4)]

`import utfkit` also registers codecs that Python does not have, for `bytes.decode` and
`open(encoding=…)`: see `utfkit.codecs`.
"""

from ._utfkit import __version__ as _version
from ._utfkit import (
    Detection,
    Detector,
    Edited,
    EditError,
    Finding,
    Fix,
    Observation,
    Repaired,
    audit,
    check,
    decode,
    decode_surface,
    detect,
    edit,
    encode,
    encode_surface,
    is_valid,
    labels,
    name,
    repair,
    rules,
    search,
    transcode,
    unescape,
)
from .codecs import IncrementalDecoder, IncrementalEncoder, escape
from .files import open

__version__ = _version


def fix(text: str) -> str:
    """Repairs mojibake and other damage in `text` that has one likely interpretation.

    >>> utfkit.fix("cafÃ© crÃ¨me")
    'café crème'
    """
    # A surrogate that is not repaired stays.
    return repair(text).bytes.decode("utf-8", "surrogatepass")


def __getattr__(name):
    """Imports the parts of the package that take longer to import, when they are first used."""
    if name in ("arrow", "chardet", "register", "spark"):
        import importlib

        return importlib.import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "Detection",
    "Detector",
    "EditError",
    "Edited",
    "Finding",
    "Fix",
    "IncrementalDecoder",
    "IncrementalEncoder",
    "Observation",
    "Repaired",
    "audit",
    "check",
    "decode",
    "decode_surface",
    "detect",
    "edit",
    "encode",
    "encode_surface",
    "escape",
    "fix",
    "is_valid",
    "labels",
    "name",
    "open",
    "repair",
    "rules",
    "search",
    "transcode",
    "unescape",
]
