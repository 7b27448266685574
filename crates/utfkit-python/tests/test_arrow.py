"""`utfkit.arrow`."""

import concurrent.futures
import multiprocessing
import pickle
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
    for function in [arrow.decode, arrow.encode]:
        with pytest.raises(ValueError, match="utfkit.escape or null"):
            function(column, "utf-8", "Null")
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


def test_errors_name_the_row_of_the_column():
    for kind in BINARY:
        chunks = [pa.array([b"ok", b"ok"], kind), pa.array([], kind), pa.array([b"ok", b"\xff"], kind)]
        column = pa.chunked_array(chunks)
        for function in [arrow.validate_utf8, lambda column: arrow.decode(column, "utf-8"),
                         lambda column: arrow.repair(column, errors="strict")]:
            with pytest.raises(UnicodeDecodeError, match="of row 3$") as caught:
                function(column)
            error = caught.value
            assert error.object[error.start : error.end] == b"\xff" and error.offset == error.start
    memory = bytearray(struct.pack("<3i", 0, 2, 4))
    bad = pa.Array.from_buffers(pa.binary(), 2, [None, pa.py_buffer(memory), pa.py_buffer(b"abcd")])
    struct.pack_into("<3i", memory, 0, 0, 99, 4)
    with pytest.raises(ValueError, match="row 2"):
        arrow.make_valid_utf8(pa.chunked_array([pa.array([b"a", b"b"]), bad]))


def found(table, **options):
    errors = arrow.check(table, **options)
    return [(one["column"], one["row"], one["offset"]) for one in errors.to_pylist()]


def test_check_looks_inside_other_types():
    bad = [b"ok", b"a\xff", None]
    text = pa.array(bad)
    table = pa.table({
        "number": [1, 2, 3],
        "list": pa.array([[b"\xff"], None, [b"ok", b"\xff"]], pa.list_(pa.binary())),
        "large": pa.array([[], [b"\xff"], [b"ok"]], pa.large_list(pa.binary())),
        "two": pa.array([[b"a", b"b"], None, [b"a", b"\xff"]], pa.list_(pa.binary(), 2)),
        "struct": pa.StructArray.from_arrays([text], ["text"], mask=pa.array([False, False, False])),
        "hidden": pa.StructArray.from_arrays([text], ["text"], mask=pa.array([False, True, False])),
        "dictionary": pa.DictionaryArray.from_arrays(pa.array([1, None, 1], pa.int8()), text),
        "map": pa.array([[], [("k", b"\xff")], None], pa.map_(pa.string(), pa.binary())),
        "fixed": pa.array([b"ab", b"\xc3\xa9", b"\xff\xff"], pa.binary(2)),
        "deep": pa.array([[{"a": [b"\xff"]}], [], None], pa.list_(pa.struct([("a", pa.list_(pa.binary()))]))),
    })
    expected = [
        ("list", 0, 0), ("list", 2, 0), ("large", 1, 0), ("two", 2, 0), ("struct.text", 1, 1),
        ("dictionary", 0, 1), ("dictionary", 2, 1), ("map.value", 1, 0), ("fixed", 2, 0),
        ("fixed", 2, 1), ("deep.a", 0, 0)]
    assert found(table) == expected
    chunked = pa.concat_tables([table.slice(0, 1), table.slice(1)])
    assert sorted(found(chunked)) == sorted(expected)
    assert found(table.slice(1, 1)) == [
        ("large", 0, 0), ("struct.text", 0, 1), ("map.value", 0, 0)]
    assert found(table, columns=["two", "struct"]) == [("two", 2, 0), ("struct.text", 1, 1)]
    assert found(table["list"]) == [("", 0, 0), ("", 2, 0)]
    values = pa.array([b"ab", b"\xff\xff"], pa.binary(2))
    dictionary = pa.DictionaryArray.from_arrays(pa.array([1, 0], pa.int8()), values)
    assert found(dictionary) == [("", 0, 0), ("", 0, 1)]


def test_columns_that_cannot_be_checked_are_named():
    view = pa.array([["ok"]], pa.list_view(pa.string()))
    runs = pa.RunEndEncodedArray.from_arrays(pa.array([2], pa.int32()), pa.array([b"\xff"]))
    table = pa.table({"text": [b"\xff"], "view": view})
    with pytest.raises(TypeError, match='"view"'):
        arrow.check(table)
    assert found(table, columns=["text"]) == [("text", 0, 0)]
    with pytest.raises(TypeError, match='"runs"'):
        arrow.check(pa.table({"runs": runs}))
    with pytest.raises(TypeError, match='"number"'):
        arrow.check(pa.table({"number": [1]}), columns=["number"])
    with pytest.raises(ValueError, match="unknown column"):
        arrow.check(table, columns=["no"])
    with pytest.raises(TypeError, match="only a table"):
        arrow.check(table["text"], columns=["text"])
    with pytest.raises(TypeError):
        arrow.check(pa.array([1]))


@pytest.mark.parametrize("row", [b"a\xed\xa0\x80b", b"\xed\xa0\xbd\xed\xb8\x80", b"\xc0\xaf\xff", b"\xf8\x88",
                                 b"\xe2\x82", b"\xff\xfea\0", b"\xef\xbb\xbfa\xff"])
def test_check_finds_what_utfkit_check_finds(row):
    expected = [(one.offset, one.kind, one.bytes) for one in utfkit.check(row, "utf-8")]
    errors = arrow.check(pa.array([row])).to_pylist()
    assert [(one["offset"], one["kind"], one["bytes"]) for one in errors] == expected
    [first] = arrow.first_error(pa.array([row])).to_pylist()
    offset, kind, data = expected[0]
    assert first == {"kind": kind, "offset": offset, "length": len(data)}


def test_strings_are_not_decoded():
    for kind in TYPES[3:]:
        with pytest.raises(TypeError, match="decoded already"):
            arrow.decode(pa.array(["é"], kind), "cp1252")


def view(length, text, buffer=0, offset=0):
    if length <= 12:
        return struct.pack("<i12s", length, text)
    return struct.pack("<i4sii", length, text, buffer, offset)


def of_views(*views, validity=None, data=b"0123456789abcdefghij"):
    buffers = [validity and pa.py_buffer(validity), pa.py_buffer(b"".join(views)), pa.py_buffer(data)]
    return pa.Array.from_buffers(pa.binary_view(), len(views), buffers)


STRINGS = [arrow.make_valid_utf8, arrow.validate_utf8, arrow.try_validate_utf8]


def test_empty_slices_are_valid():
    column = pa.array([b"a long row, which is in a buffer", b"\xff" * 20], pa.binary_view())
    for empty in [column.slice(0, 0), column.slice(1, 0), column.slice(2, 0),
                  pa.chunked_array([column.slice(2, 0), column.slice(0, 1)])]:
        for function in STRINGS:
            function(empty).validate(full=True)


def test_a_null_row_may_have_any_view():
    column = of_views(view(2, b"ok"), view(99, b"0123", 7, 5), view(20, b"0123"), validity=b"\x05")
    for function in STRINGS:
        result = function(column)
        result.validate(full=True)
        assert result.to_pylist() == ["ok", None, "0123456789abcdefghij"]
    assert arrow.is_valid_utf8(column).to_pylist() == [True, None, True]
    assert arrow.first_error(column).to_pylist() == [None] * 3


def test_irregular_views_are_built_again():
    for odd in [view(20, b"XXXX"), view(2, b"ok\0\0zz")]:
        column = of_views(view(20, b"0123"), odd, view(1, b"\xff"))
        with pytest.raises(pa.ArrowInvalid):
            column.validate(full=True)
        for function in [arrow.make_valid_utf8, arrow.try_validate_utf8]:
            result = function(column)
            result.validate(full=True)
            text = "0123456789abcdefghij"
            assert result.to_pylist()[:2] == [text, "ok" if odd[0] == 2 else text]


class Schema:
    """A schema of the C data interface with any fields."""

    def __init__(self, format, children=(), name=b"", dictionary=None, count=None):
        import ctypes

        fields = [("format", ctypes.c_char_p), ("name", ctypes.c_char_p), ("metadata", ctypes.c_char_p),
                  ("flags", ctypes.c_int64), ("n_children", ctypes.c_int64),
                  ("children", ctypes.c_void_p), ("dictionary", ctypes.c_void_p),
                  ("release", ctypes.c_void_p), ("private", ctypes.c_void_p)]
        kind = type("C", (ctypes.Structure,), {"_fields_": fields})
        self.function = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(lambda _: None)
        release = ctypes.cast(self.function, ctypes.c_void_p)
        count = len(children) if count is None else count
        self.struct = kind(format, name, None, 2, count, None, None, release, None)
        new = ctypes.pythonapi.PyCapsule_New
        new.restype, new.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
        self.capsule = new(ctypes.addressof(self.struct), b"arrow_schema", None)

    def __arrow_c_array__(self, requested_schema=None):
        return self.capsule, pa.array([b"a"]).__arrow_c_array__()[1]


@pytest.mark.parametrize("arguments", [(None,), (b"\xff",), (b"+l",), (b"+m",), (b"+r",), (b"+w:2",),
                                       (b"nonsense",), (b"+s", (), b"", None, 1), (b"+s", (), b"", None, -1)])
def test_malformed_schemas_are_an_error(arguments, capfd):
    schema = Schema(*arguments)
    for function in [arrow.make_valid_utf8, arrow.check]:
        with pytest.raises((ValueError, TypeError)):
            function(schema)
        schema = Schema(*arguments)
    assert "panicked" not in capfd.readouterr().err


def test_functions_travel_between_processes():
    for name in arrow.__all__:
        function = getattr(arrow, name)
        assert pickle.loads(pickle.dumps(function)) is function
    with concurrent.futures.ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        column = pa.array([b"a", b"\xff"])
        assert pool.submit(arrow.is_valid_utf8, column).result().to_pylist() == [True, False]


def test_one_column_has_a_name():
    table = pa.table({"name": [b"a\xff"], "note": [b"\xff"]})
    assert arrow.check(table, columns="name")["column"].to_pylist() == ["name"]


def test_names_and_tables_of_other_libraries():
    pl = pytest.importorskip("polars")
    series = pl.Series("name", [b"ok", b"caf\xe9", None])
    for function in [arrow.make_valid_utf8, arrow.is_valid_utf8, arrow.first_error]:
        assert function(series).name == "name"
    assert arrow.make_valid_utf8(series.to_frame()).to_list() == ["ok", "caf\ufffd", None]
    pd = pytest.importorskip("pandas")
    frame = pd.DataFrame({"a": pd.Series([b"\xff"]), "b": [1]})
    errors = arrow.check(frame)
    assert isinstance(errors, pd.DataFrame) and errors["column"].tolist() == ["a"]
    assert isinstance(arrow.check(frame["a"]), pd.DataFrame)
    duckdb = pytest.importorskip("duckdb")
    relation = duckdb.sql("select 'ok'::blob as a union all select '\\xE9'::blob")
    assert sorted(pa.chunked_array(arrow.make_valid_utf8(relation)).to_pylist()) == ["ok", "\ufffd"]
    assert arrow.detect(duckdb.sql("select encode('naïve')")).encoding == "utf-8"
    with pytest.raises(TypeError):
        arrow.make_valid_utf8(duckdb.sql("select 'a' as a, 'b' as b"))


@pytest.mark.parametrize("kind", TYPES, ids=str)
def test_a_column_that_is_built_row_by_row_has_the_same_layout(kind):
    column = pa.array(["a", None, "", "a longer text, caf\xe9"], kind)
    layout = str(kind).replace("binary", "string")
    results = [arrow.repair(column)] + ([arrow.decode(column, "utf-8")] if kind in BINARY else [])
    for result in results:
        result.validate(full=True)
        assert (str(result.type), result.to_pylist()) == (layout, ["a", None, "", "a longer text, caf\xe9"])


@pytest.mark.parametrize("kind", TYPES, ids=str)
def test_columns_are_encoded(kind):
    rows = ["Привет", None, "", "a much longer text, слово", "10 €"]
    column = pa.array(rows, kind)
    result = arrow.encode(column, "koi8-r", "replace")
    result.validate(full=True)
    assert str(result.type) == str(kind).replace("string", "binary")
    expected = [None if row is None else row.encode("koi8-r", "replace") for row in rows]
    assert result.to_pylist() == expected
    assert arrow.encode(column, "koi8-r", "null").to_pylist()[-1] is None
    with pytest.raises(UnicodeEncodeError, match="of row 4") as caught:
        arrow.encode(column, "koi8-r")
    assert caught.value.object[caught.value.start] == "€"
    assert arrow.decode(arrow.encode(column, "utf-16"), "utf-16").to_pylist() == rows
    with pytest.raises(UnicodeDecodeError, match="of row 1"):
        arrow.encode(pa.array([b"a", b"\xff"]), "koi8-r")


def like_repaired(row):
    """Returns what the report of a row must say, by `utfkit.repair`."""
    if row is None:
        return None
    repaired = utfkit.repair(row)
    text = repaired.bytes.decode("utf-8", "replace")
    return {
        "text": text,
        "changed": text.encode() != row,
        "fixes": [fix.to_dict() for fix in repaired.fixes],
        "ambiguous": [{"offset": offset, "bytes": data, "kind": kind, "readings": list(readings)}
                      for offset, data, kind, readings in repaired.ambiguous],
        "ill_formed": [{"kind": one.kind, "offset": one.offset, "length": one.length}
                       for one in utfkit.check(repaired.bytes, "utf-8")],
    }


DAMAGED = [b"ok", "cafÃ© crÃ¨me".encode(), None, b"", b"a\xff", "Ã©".encode(), b"\xed\xa0\xbd\xed\xb8\x80",
           "naÃ¯ve â‚¬ 5".encode(), "10â€“20 \ufeff".encode()]


@pytest.mark.parametrize("kind", BINARY, ids=str)
def test_the_report_of_a_repair_is_that_of_each_row(kind):
    column = pa.array(DAMAGED, kind)
    expected = [like_repaired(row) for row in DAMAGED]
    assert any(row and row["fixes"] for row in expected)
    for repeated in [column, pa.chunked_array([column.slice(3), pa.array([], kind), column.slice(0, 3)])]:
        result = arrow.repair(repeated, report=True)
        result.validate(full=True)
        rows = expected if repeated is column else expected[3:] + expected[:3]
        assert result.to_pylist() == rows
        assert [row and row["text"] for row in rows] == arrow.repair(repeated).to_pylist()
        assert str(result.type.field("text").type) == str(kind).replace("binary", "string")
    assert arrow.repair(pa.nulls(2), report=True).to_pylist() == [None, None]
    # Parts of long columns are repaired by several threads.
    many = arrow.repair(pa.concat_arrays([column] * 20_000) if kind != pa.binary_view() else column, report=True)
    assert many.slice(len(many) - len(DAMAGED)).to_pylist() == expected


def test_the_report_of_a_row_that_becomes_null():
    [row] = arrow.repair(pa.array([b"a\xff"]), errors="null", report=True).to_pylist()
    assert row == {"text": None, "changed": True, "fixes": [], "ambiguous": [],
                   "ill_formed": [{"kind": "invalid-byte", "offset": 1, "length": 1}]}
    with pytest.raises(UnicodeDecodeError, match="of row 0"):
        arrow.repair(pa.array([b"a\xff"]), errors="strict", report=True)


def test_functions_are_registered_twice():
    duckdb = pytest.importorskip("duckdb")
    pytest.importorskip("pandas")
    connection = duckdb.connect()
    for _ in range(2):
        utfkit.register.duckdb(connection)
        utfkit.register.pyarrow()
        utfkit.register.pandas()
    assert connection.sql("SELECT utfkit_is_valid_utf8('\\xFF'::BLOB)").fetchall() == [(False,)]


def test_reports_in_other_libraries():
    pl, pd = pytest.importorskip("polars"), pytest.importorskip("pandas")
    utfkit.register.pandas()
    utfkit.register.polars()
    frame = pl.DataFrame({"name": [b"ok", "cafÃ©".encode(), None]})
    report = pl.col("name").utfkit.repair(report=True)
    fixed = frame.lazy().select(report.alias("name")).unnest("name").collect()
    assert fixed["text"].to_list() == ["ok", "café", None]
    assert fixed.filter("changed")["fixes"].list.len().to_list() == [1]
    others = [pl.col("name").utfkit.encode("utf-16-le").alias("encoded"),
              pl.col("name").utfkit.decode("cp1252").alias("decoded"),
              pl.col("name").utfkit.first_error().alias("error")]
    wide = frame.lazy().select(others)
    assert wide.collect_schema()["encoded"] == pl.Binary and wide.collect()["decoded"][0] == "ok"
    series = pd.Series(["cafÃ©"]).utfkit.repair(report=True)
    assert series.struct.field("text").tolist() == ["café"]
