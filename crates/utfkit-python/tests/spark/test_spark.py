"""`utfkit.spark` in one process."""

import gzip
import random

import pytest

pa = pytest.importorskip("pyarrow")
pytest.importorskip("numpy")

import utfkit  # noqa: E402
from utfkit import spark  # noqa: E402
from utfkit.spark import files, rows  # noqa: E402

ALPHABETS = {
    "utf-8": "aé€😀 \n", "utf-16le": "aé€😀\n\u0a0a", "utf-16be": "a€😀\n\u0a00", "utf-32be": "a😀\n",
    "cesu-8": "a😀\n", "wtf-8": "a😀", "shift_jis": "漢字 \nソ", "windows-1252": "aé\n",
    "gb18030": "a漢😀\n", "big5": "漢",
}


@pytest.fixture
def grid(monkeypatch):
    monkeypatch.setattr(rows, "GRID", 64)
    monkeypatch.setattr(rows, "_BLOCK", 512)
    return 64


def read(data, encoding, start=0, end=None):
    found = []
    for starts, column in rows.rows(lambda at, size: data[at : at + size], encoding, 0, start, end):
        column.validate(full=True)
        found += zip(starts.tolist(), column.to_pylist(), strict=True)
    return found


def all_ranges_agree(data, encoding, grid):
    whole = read(data, encoding)
    assert b"".join(row for _, row in whole) == data
    assert all(data[at : at + len(row)] == row for at, row in whole)
    assert all(0 < len(row) <= 3 * grid for _, row in whole)
    for step in [1, 2, 5]:
        starts = range(0, max(len(data), 1), step * grid)
        parts = [read(data, encoding, start, start + step * grid) for start in starts]
        assert sum(parts, []) == whole
    return whole


@pytest.mark.parametrize("encoding", ALPHABETS)
def test_rows_do_not_depend_on_ranges(encoding, grid):
    source = random.Random(4)
    for size in [0, 1, 10, 63, 64, 65, 500, 3000] * 4:
        share = source.choice([0, 0, 1, 3])
        weights = [share if character == "\n" else 1 for character in ALPHABETS[encoding]]
        text = "".join(source.choices(ALPHABETS[encoding], weights, k=size))
        data = bytearray(utfkit.encode(text, encoding))
        whole = all_ranges_agree(bytes(data), encoding, grid)
        if encoding not in ("big5", "shift_jis", "gb18030"):
            # Long lines are cut between characters.
            assert "".join(utfkit.decode(row, encoding) for _, row in whole) == text
        for _ in range(source.randrange(6) if data else 0):
            data[source.randrange(len(data))] = source.choice(b"\x80\xed\xff\n\xd8\xa0\xb0")
        all_ranges_agree(bytes(data), encoding, grid)


def test_rows_of_bytes_that_are_not_text(grid):
    for data in [b"\x80" * 1000, b"\xed\xb0\x80" * 400, b"\xed" * 500, random.Random(5).randbytes(5000)]:
        all_ranges_agree(data, "utf-8", grid)


POLISH = "Zażółć gęślą jaźń, naïve café\n" * 200


def folder(path):
    """Files in mixed, broken encodings."""
    (path / "sub").mkdir(parents=True)
    (path / "utf8").write_bytes(POLISH.encode() + b"caf\xe9 au lait\r\nlast")
    (path / "bom").write_bytes(b"\xef\xbb\xbf\xef\xbb\xbfsecond U+FEFF\n" + POLISH.encode())
    wide = "\ufeff" + POLISH + "\ufeffb😀\n"
    (path / "sub" / "utf16").write_bytes(wide.encode("utf-16-le") + b"\0\xd8\n\0x\0")
    russian = ("Съешь же ещё этих мягких булок\n" * 50).encode("koi8-r")
    (path / "koi8.gz").write_bytes(gzip.compress(russian) + gzip.compress(russian))
    (path / "binary").write_bytes(random.Random(1).randbytes(10_000))
    (path / "empty").write_bytes(b"")
    return path


def tables(cleaned):
    order = [("path", "ascending"), ("offset", "ascending")]
    found = {}
    for name in ["rows", "originals", "findings"]:
        found[name] = getattr(cleaned, name).to_table().sort_by(order).to_pylist()
    found["files"] = cleaned.files.to_table().to_pylist()
    return found


def test_cleans_files(tmp_path):
    source = folder(tmp_path / "in")
    cleaned = tables(spark.clean(source, tmp_path / "out"))
    by_path = {file["path"]: file for file in cleaned["files"]}
    encodings = {path: file["encoding"] for path, file in by_path.items()}
    assert encodings == {
        "binary": "utf-8", "bom": "utf-8", "empty": "utf-8", "koi8.gz": "koi8-r",
        "sub/utf16": "utf-16le", "utf8": "utf-8"}
    assert by_path["binary"]["verdict"] == "binary"

    texts = {path: "" for path in by_path}
    for row in cleaned["rows"]:
        texts[row["path"]] += row["text"]
    assert texts["utf8"] == POLISH + "last"
    assert texts["bom"] == "\ufeffsecond U+FEFF\n" + POLISH
    assert texts["sub/utf16"] == POLISH + "\ufeffb😀\nx"
    assert texts["koi8.gz"].count("булок\n") == 100

    # Nothing is lost.
    binary = [row for row in cleaned["rows"] + cleaned["originals"] if row["path"] == "binary"]
    binary.sort(key=lambda row: row["offset"])
    whole = b"".join(row["bytes"] if "bytes" in row else row["text"].encode() for row in binary)
    assert whole == (source / "binary").read_bytes()
    assert {"path": "utf8", "offset": len(POLISH.encode()), "bytes": b"caf\xe9 au lait\r\n",
            "encoding": "utf-8", "action": "rejected"} in cleaned["originals"]
    [finding] = [one for one in cleaned["findings"] if one["path"] == "sub/utf16"]
    assert (finding["kind"], finding["bytes"]) == ("lone-high-surrogate", b"\0\xd8")
    assert (source / "sub" / "utf16").read_bytes()[finding["offset"] :].startswith(b"\0\xd8")


@pytest.mark.parametrize("errors", ["reject", "replace", "ignore", "utfkit.escape", "repair"])
def test_results_do_not_depend_on_ranges(tmp_path, monkeypatch, errors):
    source = folder(tmp_path / "in")
    # A line of more than 4 KiB is cut, here.
    monkeypatch.setattr(rows, "GRID", 4096)
    options = {"mixed": "windows-1252"} if errors == "repair" else {}
    whole = spark.clean(source, tmp_path / "whole", errors=errors, range_bytes=1 << 30, **options)
    parts = spark.clean(source, tmp_path / "parts", errors=errors, range_bytes=1, **options)
    assert len(list((tmp_path / "whole" / "_done").iterdir())) < 3
    assert len(list((tmp_path / "parts" / "_done").iterdir())) > 5
    assert tables(whole) == tables(parts)
    actions = {row["action"] for row in tables(whole)["originals"]}
    expected = {"reject": {"rejected"}, "repair": {"rejected", "repaired"}}.get(errors, {"changed"})
    assert actions == expected or errors == "repair" and "repaired" in actions


def test_a_run_that_was_stopped_goes_on(tmp_path, monkeypatch):
    source = folder(tmp_path / "in")
    monkeypatch.setattr(rows, "GRID", 4096)
    expected = tables(spark.clean(source, tmp_path / "expected", range_bytes=1))
    calls, clean_range = [], files._clean_range

    def fails_in_the_middle(*arguments):
        calls.append(arguments)
        counts = clean_range(*arguments)
        if len(calls) == 3:
            raise OSError("no space left")
        return counts

    monkeypatch.setattr(files, "_clean_range", fails_in_the_middle)
    with pytest.raises(OSError, match="no space left"):
        spark.clean(source, tmp_path / "out", range_bytes=1)
    assert 0 < len(list((tmp_path / "out" / "_done").iterdir())) < 3
    # What a process that was killed leaves there.
    (tmp_path / "out" / "rows" / f"_{'0' * 64}.part").write_bytes(b"half of a file")
    assert tables(spark.clean(source, tmp_path / "out", range_bytes=1)) == expected
    assert not list((tmp_path / "out" / "rows").glob("_*"))
    done = len(calls)
    assert tables(spark.clean(source, tmp_path / "out", range_bytes=1)) == expected
    assert len(calls) == done

    (source / "empty").write_bytes(b"no longer\n")
    cleaned = tables(spark.clean(source, tmp_path / "out", range_bytes=1))
    assert "no longer\n" in [row["text"] for row in cleaned["rows"]]
    # Only the unit with this file is done again.
    assert done < len(calls) < done + 6


def test_errors_say_where(tmp_path):
    source = folder(tmp_path / "in")
    with pytest.raises(FileNotFoundError, match="missing"):
        spark.clean(tmp_path / "missing", tmp_path / "out")
    with pytest.raises(ValueError, match="inside the source"):
        spark.clean(source, source / "out")
    with pytest.raises(TypeError, match="need a target"):
        spark.clean(source)
    with pytest.raises(LookupError, match="no-such"):
        spark.clean(source, tmp_path / "out", encoding="no-such-encoding")
    with pytest.raises(ValueError, match="by lines"):
        spark.clean(source, tmp_path / "out", encoding="utf-7-imap")
    with pytest.raises(ValueError, match="unknown errors"):
        spark.clean(source, tmp_path / "out", errors="surrogateescape")
    with pytest.raises(ValueError, match="something else"):
        spark.clean(source / "utf8", tmp_path)
    spark.clean(source, tmp_path / "out")
    with pytest.raises(ValueError, match="another job"):
        spark.clean(source, tmp_path / "out", errors="replace")
    with pytest.raises(TypeError, match="found int"):
        spark.clean(1)


@pytest.mark.parametrize("errors", ["reject", "replace", "repair"])
def test_a_damaged_archive_does_not_stop_the_run(tmp_path, errors):
    source = folder(tmp_path / "in")
    lines = [f"{number} naïve café\n" for number in range(20_000)]
    packed = gzip.compress("".join(lines).encode())
    (source / "cut.gz").write_bytes(packed[:-1000])
    (source / "short.gz").write_bytes((source / "koi8.gz").read_bytes()[:-20])
    (source / "none.gz").write_bytes(b"\x1f\x8b\x08")
    cleaned = tables(spark.clean(source, tmp_path / "out", errors=errors))
    found = [one for one in cleaned["findings"] if one["kind"] == "damaged-compression"]
    assert [one["path"] for one in found] == ["cut.gz", "none.gz", "short.gz"]
    texts = [row["text"] for row in cleaned["rows"] if row["path"] == "cut.gz"]
    assert texts == lines[: len(texts)] and len(texts) > 10_000
    [last] = [row for row in cleaned["originals"] if row["path"] == "cut.gz"]
    assert (last["action"], last["offset"] + len(last["bytes"])) == ("rejected", found[0]["offset"])
    assert any(row["path"] == "koi8.gz" for row in cleaned["rows"])
    assert {file["path"]: file["findings"] for file in cleaned["files"]}["cut.gz"] == 1


TABLE = pa.table({
    "id": [1, 2, 3, 4],
    "name": [b"ok", b"caf\xe9", None, b"\xff"],
    "note": ["x", "cafÃ©", "z", None],
})


@pytest.mark.parametrize("errors, names, actions", [
    ("reject", ["ok", None], ["rejected", "rejected"]),
    ("replace", ["ok", "caf\ufffd", None, "\ufffd"], ["changed", "changed"]),
    ("utfkit.escape", ["ok", "caf\\xE9", None, "\\xFF"], ["changed", "changed"]),
])
def test_cleans_tables(errors, names, actions):
    cleaned = spark.clean(TABLE, columns=["name", "note"], errors=errors)
    assert cleaned.rows["name"].to_pylist() == names
    assert cleaned.originals["action"].to_pylist() == actions
    assert cleaned.originals["name"].to_pylist() == [b"caf\xe9", b"\xff"]
    assert cleaned.originals["note"].to_pylist() == ["cafÃ©".encode(), None]
    found = cleaned.findings.select(["id", "column", "offset", "kind", "bytes"]).to_pylist()
    assert found == [
        {"id": 2, "column": "name", "offset": 3, "kind": "truncated", "bytes": b"\xe9"},
        {"id": 4, "column": "name", "offset": 0, "kind": "invalid-byte", "bytes": b"\xff"}]


def test_repairs_tables(tmp_path):
    cleaned = spark.clean(TABLE, tmp_path, columns=["name", "note"], errors="repair",
                          mixed="windows-1252")
    assert cleaned.rows["name"].to_pylist() == ["ok", "café", None, "ÿ"]
    assert cleaned.rows["note"].to_pylist() == ["x", "café", "z", None]
    assert cleaned.originals["action"].to_pylist() == ["repaired", "repaired"]
    again = spark.clean(TABLE, tmp_path, columns=["name", "note"], errors="repair",
                        mixed="windows-1252")
    assert again == cleaned


def test_tables_without_errors_and_of_other_types():
    empty = spark.clean(TABLE.slice(0, 0))
    assert empty.rows.num_rows == empty.originals.num_rows == empty.findings.num_rows == 0
    for kind in [pa.large_binary(), pa.binary_view(), pa.large_string(), pa.string_view()]:
        data = pa.array([b"a", b"\xff"], pa.binary()).cast(kind, safe=False) if "binary" in str(kind) \
            else pa.array(["a", "é"], kind)
        cleaned = spark.clean(pa.table({"text": data}), columns=["text"])
        assert cleaned.rows["text"].to_pylist()[0] == "a"
    with pytest.raises(ValueError, match="unknown column"):
        spark.clean(TABLE, columns=["no"])
    with pytest.raises(TypeError, match="expected strings"):
        spark.clean(TABLE, columns=["id"])
    with pytest.raises(ValueError, match="cannot be a key"):
        spark.clean(TABLE, columns=["name"], key=["name"])
