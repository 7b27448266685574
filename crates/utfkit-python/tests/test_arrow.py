"""`utfkit.arrow`."""

import random
import struct

import pytest

pa = pytest.importorskip("pyarrow")

import utfkit  # noqa: E402
from utfkit import arrow  # noqa: E402

TYPES = [pa.binary(), pa.large_binary(), pa.binary_view(), pa.string(), pa.large_string(), pa.string_view()]
BINARY = TYPES[:3]
ROWS = [b"ok", b"", None, b"caf\xe9", "naïve, and long enough for a buffer".encode(),
        b"long and broken \xff in the middle", b"\xc0\xaf", b"\xe2\x82", None, "€".encode(), b"\x82"]


def valid(row):
    if row is None:
        return None
    try:
        row.decode()
        return True
    except UnicodeDecodeError:
        return False


def made(row):
    return None if row is None else row.decode(errors="replace")


@pytest.mark.parametrize("kind", BINARY, ids=str)
def test_rows_are_judged_as_python_does(kind):
    column = pa.array(ROWS, kind)
    text = {"binary": "string", "large_binary": "large_string", "binary_view": "string_view"}[str(kind)]
    assert arrow.is_valid_utf8(column).to_pylist() == [valid(row) for row in ROWS]
    result = arrow.make_valid_utf8(column)
    result.validate(full=True)
    assert str(result.type) == text
    assert result.to_pylist() == [made(row) for row in ROWS]
    result = arrow.try_validate_utf8(column)
    result.validate(full=True)
    assert result.to_pylist() == [made(row) if valid(row) else None for row in ROWS]
    with pytest.raises(UnicodeDecodeError, match="of row 3"):
        arrow.validate_utf8(column)
    good = pa.array([row for row in ROWS if valid(row) is not False], kind)
    assert arrow.validate_utf8(good).to_pylist() == [made(row) for row in ROWS if valid(row) is not False]
    errors = arrow.first_error(column).to_pylist()
    assert errors[3] == {"kind": "truncated", "offset": 3, "length": 1}
    assert [error is None for error in errors] == [valid(row) is not False for row in ROWS]


@pytest.mark.parametrize("kind", BINARY, ids=str)
def test_slices_and_chunks(kind):
    column = pa.array(ROWS * 50, kind)
    for start, length in [(0, 0), (1, 3), (3, 7), (5, 400)]:
        part = column.slice(start, length)
        rows = part.to_pylist()
        assert arrow.make_valid_utf8(part).to_pylist() == [made(row) for row in rows]
        assert arrow.is_valid_utf8(part).to_pylist() == [valid(row) for row in rows]
        assert arrow.try_validate_utf8(part).to_pylist() == [made(row) if valid(row) else None for row in rows]
    chunked = pa.chunked_array([column, column.slice(3, 5), pa.array([], kind)])
    result = arrow.make_valid_utf8(chunked)
    assert result.num_chunks >= 2
    assert result.to_pylist() == [made(row) for row in chunked.to_pylist()]
    assert arrow.make_valid_utf8(pa.chunked_array([], kind)).to_pylist() == []


@pytest.mark.parametrize("kind", BINARY, ids=str)
def test_random_rows_with_any_share_of_bad_ones(kind):
    source = random.Random(3)
    words = ["plain", "naïve", "слово", "汉字", "😀", "a much longer text, слово"]
    for share in [0, 0.01, 0.1, 0.5]:
        rows = []
        for _ in range(20_000):
            row = "".join(source.choices(words, k=source.randrange(4))).encode()
            if source.random() < share:
                at = source.randrange(len(row) + 1)
                row = row[:at] + source.choice([b"\xff", b"\xe2\x82", b"\x80"]) + row[at:]
            rows.append(None if source.random() < 0.02 else row)
        column = pa.array(rows, kind)
        assert arrow.is_valid_utf8(column).to_pylist() == [valid(row) for row in rows]
        result = arrow.make_valid_utf8(column)
        result.validate(full=True)
        assert result.to_pylist() == [made(row) for row in rows]


def test_a_valid_column_shares_its_buffers():
    column = pa.array([b"ok", None, "naïve".encode()])
    result = arrow.make_valid_utf8(column)
    ours, theirs = result.buffers(), column.buffers()
    assert [buffer.address for buffer in ours[1:]] == [buffer.address for buffer in theirs[1:]]
    assert ours[0] is not None


def test_null_rows_with_ill_formed_bytes():
    data = pa.py_buffer(b"ok\xff\xffok")
    offsets = pa.array([0, 2, 4, 6], pa.int32()).buffers()[1]
    column = pa.Array.from_buffers(pa.binary(), 3, [pa.py_buffer(b"\x05"), offsets, data])
    assert column.to_pylist() == [b"ok", None, b"ok"]
    for function in [arrow.make_valid_utf8, arrow.validate_utf8, arrow.try_validate_utf8]:
        result = function(column)
        assert result.to_pylist() == ["ok", None, "ok"]
        assert b"\xff" not in result.buffers()[2].to_pybytes()
    assert arrow.is_valid_utf8(column).to_pylist() == [True, None, True]


@pytest.mark.parametrize("offsets", [[0, 5, 3, 6], [0, -1, 3, 6], [0, 2, 4, -6], [0, 2, 99, 6], [-2, 2, 3, 6]])
def test_malformed_offsets_are_an_error(offsets):
    data = pa.py_buffer(b"abcdef" * 40)
    # pyarrow looks at the first and the last offset, so they are spoiled afterwards.
    memory = bytearray(struct.pack("<4i", 0, 2, 4, 6))
    column = pa.Array.from_buffers(pa.binary(), 3, [None, pa.py_buffer(memory), data])
    struct.pack_into("<4i", memory, 0, *offsets)
    for function in [arrow.is_valid_utf8, arrow.make_valid_utf8, arrow.validate_utf8,
                     arrow.try_validate_utf8, arrow.first_error, arrow.check, arrow.repair,
                     arrow.detect, lambda column: arrow.decode(column, "cp1252")]:
        with pytest.raises(ValueError, match="malformed"):
            function(column)


def test_malformed_views_are_an_error():
    view = (20).to_bytes(4, "little") + b"abcd" + (0).to_bytes(4, "little") + (90).to_bytes(4, "little")
    column = pa.Array.from_buffers(pa.binary_view(), 1, [None, pa.py_buffer(view), pa.py_buffer(b"x" * 30)])
    with pytest.raises(ValueError, match="malformed"):
        arrow.make_valid_utf8(column)


def test_views_with_bytes_after_a_short_row():
    # The row ends inside of a character, and the bytes after it complete the character.
    view = (1).to_bytes(4, "little") + b"\xc3\xa9" + bytes(10)
    column = pa.Array.from_buffers(pa.binary_view(), 1, [None, pa.py_buffer(view)])
    assert arrow.is_valid_utf8(column).to_pylist() == [False]


def test_other_types_are_an_error():
    with pytest.raises(TypeError, match="found Int64"):
        arrow.make_valid_utf8(pa.array([1]))
    with pytest.raises(TypeError, match="does not export"):
        arrow.make_valid_utf8([b"a"])
    assert arrow.make_valid_utf8(pa.nulls(2)).to_pylist() == [None, None]
    assert arrow.is_valid_utf8(pa.nulls(2)).to_pylist() == [None, None]


def test_decode_detect_and_repair():
    rows = ["Привет, мир", "", None, "слово за слово", "ещё немного русского текста"]
    encoded = [row if row is None else row.encode("koi8-r") for row in rows]
    for kind in BINARY:
        column = pa.array(encoded, kind)
        assert arrow.decode(column, "koi8-r").to_pylist() == rows
    assert arrow.detect(column).encoding == "koi8-r"
    column = pa.array([b"a", b"\xff", "é".encode()])
    with pytest.raises(UnicodeDecodeError, match="of row 1"):
        arrow.decode(column, "utf-8")
    assert arrow.decode(column, "utf-8", "null").to_pylist() == ["a", None, "é"]
    assert arrow.decode(column, "utf-8", "replace").to_pylist() == ["a", "\ufffd", "é"]
    assert arrow.repair(pa.array(["cafÃ©", None, "ok"])).to_pylist() == ["café", None, "ok"]
    assert arrow.repair(pa.array([b"a\xff"]), errors="null").to_pylist() == [None]


@pytest.mark.parametrize("encoding, rows", [
    ("utf-8", ["\ufeffa"]), ("gb18030", ["\ufeffa"]), ("utf-16-le", ["\ufeffa"]), ("cesu-8", ["\ufeffa"]),
    ("utf-8-sig", ["a"]), ("utf-16", ["a"]),
])
def test_labels_say_whether_a_row_begins_with_a_bom(encoding, rows):
    data = utfkit.encode("\ufeffa", encoding) if rows != ["a"] else utfkit.encode("a", encoding)
    assert arrow.decode(pa.array([data]), encoding).to_pylist() == rows
    assert utfkit.decode(data, encoding) == rows[0]


def test_check_of_a_table():
    table = pa.table({"id": [1, 2], "name": [b"a", b"\xc0\xaf"], "text": ["x", "y"]})
    [error] = arrow.check(table).to_pylist()[:1]
    assert (error["column"], error["row"], error["offset"], error["kind"]) == ("name", 1, 0, "overlong")
    assert arrow.check(table.slice(0, 1)).num_rows == 0


def test_polars():
    pl = pytest.importorskip("polars")
    series = pl.Series("name", [b"ok", b"caf\xe9", None])
    result = arrow.make_valid_utf8(series)
    assert isinstance(result, pl.Series) and result.to_list() == ["ok", "caf\ufffd", None]
    assert arrow.is_valid_utf8(series).to_list() == [True, False, None]
    assert arrow.check(series.to_frame()).height == 1


def test_pandas():
    pd = pytest.importorskip("pandas")
    series = pd.Series([b"ok", b"caf\xe9", None], dtype=pd.ArrowDtype(pa.binary()), name="n")
    assert arrow.make_valid_utf8(series).tolist()[:2] == ["ok", "caf\ufffd"]
    assert arrow.decode(pd.Series([b"caf\xe9"]), "cp1252").tolist() == ["café"]


def test_duckdb():
    duckdb = pytest.importorskip("duckdb")
    relation = duckdb.sql("select 'ok'::blob as a union all select '\\xE9'::blob")
    table = relation.to_arrow_table() if hasattr(relation, "to_arrow_table") else relation.arrow()
    assert arrow.check(relation) is not None
    assert sorted(arrow.make_valid_utf8(table["a"]).to_pylist()) == ["ok", "\ufffd"]
