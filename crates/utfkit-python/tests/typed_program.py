"""A program that uses all of the interface, for type checkers."""

from typing import Any

import utfkit
import utfkit.arrow
import utfkit.chardet
import utfkit.register
import utfkit.spark

found: utfkit.Detection = utfkit.detect("café")
name: str | None = found.encoding
detector = utfkit.Detector()
detector.feed(b"a")
ended: utfkit.Detection = detector.finish(complete=False)
segments: list[tuple[int, int, str | None]] = found.segments
first: list[utfkit.Finding] = utfkit.check(b"a\xff", limit=1)
for one in utfkit.check(b"a\xff", receiver="postgres"):
    offset: int = one.offset
    raw: bytes = one.bytes
    fields: dict[str, object] = one.to_dict()
repaired: utfkit.Repaired = utfkit.repair("cafÃ©", mixed="cp1252")
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
    encoding: str = file.raw.encoding
    detection: utfkit.Detection | None = file.raw.detection
with utfkit.open(__file__, "r", encoding="utf-8") as text_file, utfkit.open(__file__, mode="rt") as same:
    words: str = text_file.readline() + same.buffer.raw.encoding
decoder = utfkit.IncrementalDecoder("cesu-8", "replace")
decoded: str = decoder.decode(b"a", True)
encoder = utfkit.IncrementalEncoder("utf-16")
encoded: bytes = encoder.encode("a", True)
chardet = utfkit.chardet.UniversalDetector()
chardet.feed(b"a")
closed: float = chardet.close()["confidence"]
likely: list[str | None] = [one["encoding"] for one in utfkit.chardet.detect_all(b"a")]
version: str = utfkit.__version__
known: str = utfkit.name("latin1") + utfkit.labels()["latin1"] + utfkit.rules()["bidi"]
written: bytes = utfkit.encode("a", "utf-16") + utfkit.transcode(b"a", "latin-1", "utf-16")
read: str = utfkit.decode(bytearray(b"a"), "latin-1", "replace")
is_valid: bool = utfkit.is_valid("a") or utfkit.is_valid(memoryview(b"a"), "utf-16")
handled: tuple[str, int] = utfkit.escape(UnicodeDecodeError("utf-8", b"\xff", 0, 1, ""))
original: bytes = utfkit.unescape("a\\xFF") + utfkit.decode_surface(b"%C3", "percent")
shown: str = utfkit.decode_surface("&eacute;", "html") + utfkit.encode_surface("é", "html")


def on_columns(column: utfkit.arrow.Array | utfkit.arrow.ChunkedArray, table: Any) -> list[Any]:
    arrow: utfkit.Detection = utfkit.arrow.detect(column)
    return [
        arrow,
        utfkit.arrow.check(table, columns="name"),
        utfkit.arrow.decode(column, "cp1252", errors="replace"),
        utfkit.arrow.encode(column, "cp1252", errors="null"),
        utfkit.arrow.first_error(column),
        utfkit.arrow.is_valid_utf8(column),
        utfkit.arrow.make_valid_utf8(column),
        utfkit.arrow.repair(column, mixed="cp1252", report=True),
        utfkit.arrow.try_validate_utf8(column),
        utfkit.arrow.validate_utf8(column),
    ]


def registered(connection: Any) -> None:
    utfkit.register.duckdb(connection)
    utfkit.register.pandas()
    utfkit.register.polars()
    utfkit.register.pyarrow()


def on_spark(frame: Any) -> list[Any]:
    cleaned: utfkit.spark.Cleaned = utfkit.spark.clean(frame, columns=["name"])
    sample: utfkit.Detection = utfkit.spark.detect(frame, "name")
    return [
        cleaned.rows,
        sample.encoding,
        utfkit.spark.decode("name", "cp1252"),
        utfkit.spark.first_error("name"),
        utfkit.spark.is_valid_utf8("name"),
        utfkit.spark.make_valid_utf8("name"),
        utfkit.spark.repair("name", errors="replace"),
        utfkit.spark.try_validate_utf8("name"),
        utfkit.spark.validate_utf8("name"),
    ]


# Results are frozen. Pyright has no error with the name of mypy's.
found.encoding = "utf-8"  # type: ignore
