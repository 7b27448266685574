"""A program that uses the interface, for type checkers."""

import utfkit
import utfkit.chardet

found: utfkit.Detection = utfkit.detect("café")
name: str | None = found.encoding
detector = utfkit.Detector()
detector.feed(b"a")
ended: utfkit.Detection = detector.finish(complete=False)
segments: list[tuple[int, int, str | None]] = found.segments
for one in utfkit.check(b"a\xff", receiver="postgres"):
    offset: int = one.offset
    raw: bytes = one.bytes
    fields: dict[str, object] = one.to_dict()
repaired = utfkit.repair("cafÃ©", mixed="cp1252")
text: str = utfkit.fix("cafÃ©")
fixes: list[utfkit.Fix] = repaired.fixes
data: bytes = repaired.bytes + repaired.undo() + repaired.fixes[0].becomes
seen: list[utfkit.Observation] = utfkit.audit("a", deny="bidi")
places: list[tuple[int, int]] = utfkit.search("a", bytearray(b"a"), regex=True)
try:
    edited: utfkit.Edited = utfkit.edit(b"a", "a", "b", "cp1252", count=None)
    place: tuple[int, int, int, int] = edited.places[0]
except utfkit.EditError as error:
    reason: str = error.reason
with utfkit.open(__file__, "auto") as file:
    line: bytes = file.readline()
decoder = utfkit.IncrementalDecoder("cesu-8", "replace")
decoded: str = decoder.decode(b"a", True)
encoder = utfkit.IncrementalEncoder("utf-16")
encoded: bytes = encoder.encode("a", True)
chardet = utfkit.chardet.UniversalDetector()
chardet.feed(b"a")
closed: float = chardet.close()["confidence"]
likely: list[str | None] = [one["encoding"] for one in utfkit.chardet.detect_all(b"a")]
version: str = utfkit.__version__
found.encoding = "utf-8"  # type: ignore[misc]  # Results are frozen.
