"""The functions of `chardet`, answered by the detection of this package.

`import utfkit.chardet as chardet` is enough for a program that uses these functions.

>>> from utfkit import chardet
>>> chardet.detect("naïve".encode())["encoding"]
'utf-8'
"""

from . import Detector as _Detector
from . import detect as _detect

__all__ = ["UniversalDetector", "detect", "detect_all"]


def detect(data):
    """Returns the likeliest encoding of `data`: a dictionary of encoding, confidence and language.

    The encoding is `None` if it is unknown, for binary data, and if there is no data.
    """
    return detect_all(data)[0]


def detect_all(data, ignore_threshold=False):
    """Returns all encodings that `data` may be in, the likeliest first, as `detect` does.

    Encodings with a confidence below 0.2 are left out, unless `ignore_threshold` is true.
    """
    if isinstance(data, str):
        raise TypeError("a bytes-like object is required, not 'str'")
    data = bytes(data)
    return _all(_detect(data), ignore_threshold) if data else [UniversalDetector().result]


class UniversalDetector:
    """Detects the encoding of a text that comes in parts.

    >>> from utfkit.chardet import UniversalDetector
    >>> detector = UniversalDetector()
    >>> detector.feed("naïve".encode())
    >>> detector.close()["encoding"]
    'utf-8'
    """

    MINIMUM_THRESHOLD = 0.2

    def __init__(self):
        self.reset()

    def reset(self):
        """Begins another text."""
        self._detector = _Detector()
        self._is_empty = True
        self.done = False
        self.result = {"encoding": None, "confidence": 0.0, "language": None}

    def feed(self, data):
        """Adds the next bytes of the text. After `close`, they are ignored.

        `done` is true only after `close`: the last byte may show another encoding.
        """
        if not self.done and data:
            self._detector.feed(data)
            self._is_empty = False

    def close(self):
        """Ends the text, and returns `result`, which `detect` describes."""
        if not self.done:
            self.done = True
            if not self._is_empty:
                self.result = self._detector.finish().as_chardet()
        return self.result


def _all(found, ignore_threshold):
    first = found.as_chardet()
    others = [
        {"encoding": encoding, "confidence": confidence, "language": ""}
        for encoding, confidence in found.alternatives
        if encoding != first["encoding"]
        and (ignore_threshold or confidence >= UniversalDetector.MINIMUM_THRESHOLD)
    ]
    return [first, *others]
