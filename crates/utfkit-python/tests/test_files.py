"""`utfkit.open`."""

import gzip
import io
import os
import random

import pytest

import utfkit

TEXT = "name,city\nJosé,Málaga\nFrançois,Orléans\nZoë,Århus\n" * 5


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-16-le", "windows-1252", "utf-8-sig"])
@pytest.mark.parametrize("ask", ["auto", "named"])
def test_reads_any_encoding(tmp_path, encoding, ask):
    path = tmp_path / "data.csv"
    path.write_bytes(TEXT.encode(encoding))
    with utfkit.open(path, encoding="auto" if ask == "auto" else encoding) as file:
        assert file.read() == TEXT.encode()


def test_reads_compressed_files(tmp_path):
    path = tmp_path / "data.csv.gz"
    path.write_bytes(gzip.compress(TEXT.encode("utf-16")) + gzip.compress(TEXT.encode("utf-16-le")))
    with utfkit.open(path) as file:
        assert file.read() == (TEXT + TEXT).encode()
    # `printf 'h\351\n' | zstd`
    path.write_bytes(bytes.fromhex("28b52ffd0458190000" + "68e90a" + "a6dd97e1"))
    with pytest.raises((UnicodeError, OSError)):
        utfkit.open(path, encoding="utf-8").read()


def test_reads_large_files_in_pieces(tmp_path):
    path = tmp_path / "large"
    text = "".join(random.Random(7).choices("aé€😀\n", k=300_000))
    path.write_bytes(text.encode("utf-16-le"))
    with utfkit.open(path, encoding="utf-16-le") as file:
        parts = []
        room = bytearray(70_001)
        while size := file.readinto(room):
            parts.append(bytes(room[:size]))
    assert b"".join(parts) == text.encode()


def test_what_follows_much_ascii_decides(tmp_path):
    path = tmp_path / "late"
    data = b"just ASCII for a long time\n" * 100_000 + TEXT.encode("windows-1252")
    path.write_bytes(data)
    with utfkit.open(path) as file:
        assert file.raw.encoding == "windows-1252"
        assert file.read() == data.decode("windows-1252").encode()


def test_errors_say_where(tmp_path):
    path = tmp_path / "bad"
    path.write_bytes(b"a" * 100_000 + b"\xff" + b"b")
    with pytest.raises(UnicodeDecodeError, match=r"at byte 100000 of .*bad"):
        utfkit.open(path, encoding="utf-8").read()
    with utfkit.open(path, encoding="utf-8", errors="replace") as file:
        assert file.read().endswith("a\ufffdb".encode())
    with pytest.raises(FileNotFoundError) as caught:
        utfkit.open(tmp_path / "missing")
    assert caught.value.filename == str(tmp_path / "missing")
    with pytest.raises(IsADirectoryError):
        utfkit.open(tmp_path, encoding="utf-8").read()
    with pytest.raises(LookupError):
        utfkit.open(path, encoding="no-such-encoding")
    with pytest.raises(ValueError):
        utfkit.open(path, errors="surrogateescape")
    file = utfkit.open(path, encoding="utf-8")
    file.close()
    with pytest.raises(ValueError):
        file.read()


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
def test_a_bom_is_not_text(tmp_path, encoding):
    path = tmp_path / "text"
    path.write_bytes(("\ufeff" + TEXT + "\ufeff").encode(encoding))
    assert utfkit.open(path, encoding).read().decode() == TEXT + "\ufeff"
    path.write_bytes("\ufeffab\udc00".encode(encoding, "surrogatepass"))
    with pytest.raises(UnicodeDecodeError) as caught:
        utfkit.open(path, encoding).read()
    assert caught.value.offset == len("\ufeffab".encode(encoding))


def test_modes_are_those_of_python(tmp_path):
    path = tmp_path / "text"
    path.write_bytes("é\r\nb".encode("utf-16"))
    for arguments, options in [(["r"], {}), (["rt"], {}), (["utf-16"], {"mode": "r"})]:
        with utfkit.open(path, *arguments, **options) as file:
            assert (file.read(), file.buffer.raw.encoding) == ("é\nb", "utf-16")
    with utfkit.open(path, "rb") as file:
        assert file.read() == "é\r\nb".encode()
    path.write_bytes(b"caf\xe9")
    for arguments, options in [(["r"], {"encoding": "cp1252"}), (["cp1252"], {"mode": "rt"}),
                               ([], {"mode": "r", "encoding": "cp1252", "errors": "strict"})]:
        with utfkit.open(path, *arguments, **options) as file:
            assert file.read() == "café"
    for arguments, options in [(["w"], {}), (["r+"], {}), ([], {"mode": "wb"})]:
        with pytest.raises(ValueError, match="files can only be read"):
            utfkit.open(path, *arguments, **options)
    for name in ["encoding", "mode"]:
        with pytest.raises(TypeError, match=f"two values for {name}"):
            utfkit.open(path, "rb" if name == "mode" else "utf-8", **{name: "r"})


def test_file_objects_and_urls_are_read(tmp_path):
    data = "é".encode("utf-16")
    path = tmp_path / "text"
    path.write_bytes(data)
    with utfkit.open(io.BytesIO(data)) as file:
        copy = file.raw.temporary
        assert file.read() == "é".encode()
    assert not os.path.exists(copy)
    with utfkit.open(f"file://{path}") as file:
        assert (file.name, file.read()) == (f"file://{path}", "é".encode())
    with pytest.raises(LookupError):
        utfkit.open(io.BytesIO(data), "no-such-encoding")


def test_text_files_on_top(tmp_path):
    path = tmp_path / "text"
    path.write_bytes(TEXT.encode("utf-16"))
    with io.TextIOWrapper(utfkit.open(path), encoding="utf-8") as file:
        assert file.readline() == "name,city\n"


@pytest.mark.parametrize("encoding", ["windows-1252", "utf-16"])
def test_readers_of_csv(tmp_path, encoding):
    path = tmp_path / "data.csv"
    path.write_bytes(TEXT.encode(encoding))
    rows = [line.split(",")[0] for line in TEXT.splitlines()[1:]]

    pandas = pytest.importorskip("pandas")
    with utfkit.open(path) as file:
        assert pandas.read_csv(file)["name"].tolist() == rows
    polars = pytest.importorskip("polars")
    with utfkit.open(path) as file:
        assert polars.read_csv(file)["name"].to_list() == rows
    csv = pytest.importorskip("pyarrow.csv")
    with utfkit.open(path) as file:
        assert csv.read_csv(file)["name"].to_pylist() == rows
    duckdb = pytest.importorskip("duckdb")
    pytest.importorskip("fsspec")
    with utfkit.open(path) as file:
        assert [row[0] for row in duckdb.read_csv(file, header=True).fetchall()] == rows


def test_an_error_is_raised_again(tmp_path):
    path = tmp_path / "bad"
    path.write_bytes(b"first\n" + b"a" * 600_000 + b"\xff" + b"b" * 600_000)
    with utfkit.open(path, encoding="utf-8") as file:
        assert file.readline() == b"first\n"
        errors = []
        for _ in range(3):
            with pytest.raises(UnicodeDecodeError) as caught:
                while file.read(1000):
                    pass
            errors.append((caught.value.offset, str(caught.value)))
    assert errors == [errors[0]] * 3 and errors[0][0] == 600_006
    packed = tmp_path / "cut.gz"
    packed.write_bytes(gzip.compress(random.Random(1).randbytes(500_000))[:-100])
    with utfkit.open(packed, encoding="latin-1") as file:
        for _ in range(3):
            with pytest.raises(OSError, match="cut.gz"):
                while file.read(1000):
                    pass


def test_the_position_in_the_file_is_named(tmp_path):
    path = tmp_path / "bad"
    path.write_bytes(b"a" * 93_793 + b"\xff")
    with utfkit.open(path, encoding="utf-8") as file, pytest.raises(UnicodeDecodeError) as caught:
        file.read()
    error = caught.value
    assert (error.object[error.start : error.end], error.offset) == (b"\xff", 93_793)
    assert "position 0 is at byte 93793 of " in str(error)


@pytest.mark.parametrize("start, what", [(b"\xfd7zXZ\0\0\4", "xz is not supported"),
                                         (b"PK\x03\x04", "zip is not supported"),
                                         (b"\x7fELF", "binary file")])
def test_files_that_are_not_text_are_named(tmp_path, start, what):
    path = tmp_path / "file"
    path.write_bytes(start + random.Random(2).randbytes(5000))
    with pytest.raises(UnicodeError, match=what):
        utfkit.open(path)
    path.write_bytes(b"text")
    with utfkit.open(bytes(path)) as file:
        assert file.read() == b"text"


def test_padding_after_gzip_is_skipped(tmp_path):
    path = tmp_path / "tape.gz"
    one, two = gzip.compress(b"a" * 300_000), gzip.compress(b"b")
    for data, expected in [
        (one + bytes(300_000), b"a" * 300_000),
        (one + bytes(3) + two + bytes(1), b"a" * 300_000 + b"b"),
        (gzip.compress(b"") + two, b"b"),
    ]:
        path.write_bytes(data)
        with utfkit.open(path, encoding="utf-8") as file:
            assert file.read() == expected == gzip.open(path).read()
    path.write_bytes(two + b"\0x")
    with pytest.raises(OSError), utfkit.open(path, encoding="utf-8") as file:
        file.read()
