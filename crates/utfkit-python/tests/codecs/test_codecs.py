"""Codecs in Python's registry, and streams."""

import codecs
import io
import os
import time

import pytest

import differences
import utfkit

LACKING = ["cesu-8", "java-modified-utf-8", "mutf-8", "wtf-8", "utf-7-imap", "utf-1",
           "utf-8-rfc2279", "ucs-2", "ucs-4", "x-mac-ce", "iso-8859-8-i"]


@pytest.mark.parametrize("encoding", LACKING)
def test_encodings_that_python_lacks_are_registered(encoding, tmp_path):
    text = "a שלום" if "8859" in encoding else "Příliš" if "mac" in encoding else "é 汉字 \0"
    if encoding not in ("ucs-2", "iso-8859-8-i", "x-mac-ce"):
        text += "😀" * 3
    data = text.encode(encoding)
    assert data.decode(encoding) == text
    path = tmp_path / "file"
    with open(path, "w", encoding=encoding) as file:
        file.write(text)
    with open(path, encoding=encoding) as file:
        assert file.read() == text
    assert codecs.getreader(encoding)(io.BytesIO(data)).read() == text


def test_known_bytes():
    assert "\0😀".encode("mutf-8") == b"\xc0\x80\xed\xa0\xbd\xed\xb8\x80"
    assert "台北".encode("utf-7-imap") == b"&U,BTFw-"
    assert b"\xed\xa0\x80".decode("wtf-8") == "\ud800"
    assert "\ud83d\ude00\ud800".encode("wtf-8") == b"\xf0\x9f\x98\x80\xed\xa0\x80"


def test_handlers_work_with_registered_codecs():
    assert b"a\xff".decode("cesu-8", "replace") == "a\ufffd"
    assert b"a\xed\xa0\x80".decode("cesu-8", "surrogatepass") == "a\ud800"
    assert "\ud800".encode("cesu-8", "surrogatepass") == b"\xed\xa0\x80"
    assert b"caf\xe9".decode("utf-8", "utfkit.escape") == "caf\\xE9"
    assert "5 €".encode("ascii", "utfkit.escape") == b"5 \\xE2\\x82\\xAC"
    assert b"\xff".decode("cesu-8", "surrogateescape").encode("cesu-8", "surrogateescape") == b"\xff"


def test_a_name_that_nobody_knows_stays_unknown():
    with pytest.raises(LookupError):
        codecs.lookup("no-such-encoding")


@pytest.mark.parametrize("encoding", ["cesu-8", "utf-8", "utf-16", "utf-32", "utf-8-sig", "utf-7-imap",
                                      "shift_jis", "utf-1", "utf-16-be", "gb18030", "utf-7"])
def test_pieces_of_any_size_give_the_same(encoding):
    text = "a 漢字 & b" if encoding == "shift_jis" else "a é 汉字 😀 & b"
    data = utfkit.encode(text, encoding)
    for size in range(1, 8):
        decoder = utfkit.IncrementalDecoder(encoding)
        pieces = [data[at : at + size] for at in range(0, len(data), size)]
        decoded = ""
        for piece in pieces:
            # Python's text files save and restore the state.
            state = decoder.getstate()
            decoder.reset()
            decoder.setstate(state)
            decoded += decoder.decode(piece)
        assert decoded + decoder.decode(b"", final=True) == text
        if encoding == "utf-7-imap":
            continue  # Two adjacent runs of base64 are ill-formed there.
        encoder = utfkit.IncrementalEncoder(encoding)
        parts = b"".join(encoder.encode(character) for character in text)
        assert utfkit.decode(parts + encoder.encode("", final=True), encoding) == text


def test_text_that_is_cut_is_an_error_at_the_end():
    decoder = utfkit.IncrementalDecoder("cesu-8")
    assert decoder.decode(b"a\xe2\x82") == "a"
    with pytest.raises(UnicodeDecodeError):
        decoder.decode(b"", final=True)


WHOLE = ("scsu", "bocu-1", "iso-2022-kr")


@pytest.mark.parametrize("encoding", WHOLE[:2])
def test_encodings_that_depend_on_all_bytes_are_written_whole(encoding, tmp_path):
    text = "Москва ä 汉字 😀\n" * 3
    data = text.encode(encoding)
    assert data.decode(encoding) == text
    path = tmp_path / "file"
    path.write_bytes(data)
    with open(path, encoding=encoding) as file:
        assert file.read() == text
    assert codecs.getreader(encoding)(io.BytesIO(data)).read() == text
    with pytest.raises(LookupError, match="in pieces"):
        utfkit.IncrementalEncoder(encoding)


STATEFUL = [name for name in sorted(set(utfkit.labels().values())) if name not in WHOLE]


@pytest.mark.parametrize("encoding", STATEFUL)
def test_files_that_are_written_in_pieces_can_be_read(encoding, tmp_path):
    text = "".join(one for one in "aé日本語漢字ф한&-~¥\\ " if utfkit.encode(one, encoding, "ignore"))
    path = tmp_path / "file"
    name = f"utfkit-{encoding}"
    is_imap = encoding == "utf-7-imap"
    pieces = ["é ", "日本-", "語&", "ф"] if is_imap else list(text)
    with open(path, "w", encoding=name, newline="") as file:
        for piece in pieces:
            file.write(piece)
    with open(path, encoding=name, newline="") as file:
        assert file.read() == "".join(pieces)
    if is_imap:
        with pytest.raises(UnicodeEncodeError, match="as a whole"), open(path, "w", encoding=name) as file:
            file.write("é")
            file.write("é")
        return
    writer = codecs.getwriter(name)(stream := io.BytesIO())
    for piece in pieces:
        writer.write(piece)
    writer.reset()
    assert stream.getvalue().decode(name) == text
    encoder = codecs.getincrementalencoder(name)()
    data = b"".join(encoder.encode(piece) for piece in pieces) + encoder.encode("", True)
    assert data.decode(name) == text


def test_iso_2022_jp_keeps_its_state_between_pieces():
    encoder = utfkit.IncrementalEncoder("iso-2022-jp")
    assert encoder.encode("日") + encoder.encode("本") == b"\x1b$BF|K\\"
    with pytest.raises(UnicodeEncodeError) as caught:
        encoder.encode("語한")
    assert (caught.value.object, caught.value.start) == ("語한", 1)
    state = encoder.getstate()
    other = utfkit.IncrementalEncoder("iso-2022-jp")
    other.setstate(state)
    assert other.encode("本a", True) == encoder.encode("本a", True) == b"K\\\x1b(Ba"


@pytest.mark.parametrize("encoding, data, text", [
    ("utf-7", b"+AOk", "é"), ("hz", b"~{VPND", "中文"), ("iso-2022-jp", b"\x1b$BF|K\\", "日本"),
    ("iso-2022-jp-2", b"\x1b$BF|K\\", "日本"), ("iso-2022-kr", b"\x1b$)C\x0e0!", "가"),
])
def test_text_may_end_in_another_state(encoding, data, text):
    assert utfkit.decode(data, encoding) == text
    assert codecs.getreader(f"utfkit-{encoding}")(io.BytesIO(data)).read() == text


def test_text_is_appended_to_iso_2022_jp(tmp_path):
    path = tmp_path / "file"
    for more in ["日本", "語\n", "abc\n", "漢", "字", "a"]:
        with open(path, "a", encoding="utfkit-iso-2022-jp") as file:
            file.write(more)
    assert path.read_bytes().decode("utfkit-iso-2022-jp") == "日本語\nabc\n漢字a"


WITH_BOM = ["ucs-2", "ucs-4", "utf-16le-bom", "utf-16be-bom", "utfkit-utf-16", "utfkit-utf-32",
            "utfkit-utf-8-sig"]


@pytest.mark.parametrize("encoding", WITH_BOM)
def test_files_begin_with_one_bom(encoding, tmp_path):
    path = tmp_path / "file"
    with open(path, "w", encoding=encoding) as file:
        file.write("a")
        file.write("b")
    one = path.read_bytes()
    assert one == utfkit.encode("ab", encoding.removeprefix("utfkit-"))
    with open(path, "a", encoding=encoding) as file:
        file.write("é")
    with open(path, "r+", encoding=encoding) as file:
        file.seek(0, 2)
        file.write("c")
    assert path.read_bytes()[: len(one)] == one
    with open(path, encoding=encoding) as file:
        assert file.read() == "abéc"
    with open(path, "r+", encoding=encoding) as file:
        file.write("x")
        file.seek(0)
        file.write("y")
    assert path.read_bytes() == utfkit.encode("ybéc", encoding.removeprefix("utfkit-"))
    encoder = codecs.getincrementalencoder(encoding)()
    assert encoder.getstate() == 2
    encoder.encode("a")
    assert encoder.getstate() == 0


@pytest.mark.parametrize("encoding", [*WITH_BOM, "cesu-8", "mutf-8", "utfkit-utf-8", "utfkit-cp1252"])
def test_codecs_are_found_by_their_names(encoding):
    found = codecs.lookup(encoding)
    assert codecs.lookup(found.name).encode("aé") == found.encode("aé")
    assert found.encode("aé")[0] == utfkit.encode("aé", encoding.removeprefix("utfkit-")
                                                   if encoding != "mutf-8" else "java-modified-utf-8")


def test_arguments_that_python_takes():
    found = codecs.lookup("cesu-8")
    assert found.decode(b"a", None) == ("a", 1) and found.encode("a", None) == (b"a", 1)
    assert found.incrementaldecoder().decode(b"a", 1) == "a"
    assert utfkit.IncrementalDecoder("utf-8").decode(b"", 1) == ""
    for label in ["utf-8\0", "\0utf-8", ""]:
        with pytest.raises(LookupError):
            utfkit.name(label)


def test_all_labels_of_python_are_known():
    import encodings.aliases

    # Codecs that are not of encodings, and two that are not here.
    others = "base64_codec bz2_codec hex_codec mbcs oem palmos quopri_codec rot_13 uu_codec zlib_codec"
    others = {*others.split(), "iso2022_jp_ext"}
    for alias, codec in encodings.aliases.aliases.items():
        if codec not in others:
            assert utfkit.name(alias) == utfkit.name(codec), alias


def test_all_differences_from_python_are_documented():
    page = differences.PAGE.read_text("utf-8")
    # All sequences take 20 seconds with a build that is not optimized.
    found = differences.rows(every=8 if os.environ.get("UTFKIT_TEST_QUICK") else 1)
    assert "cp1252" in found and "utf-16" not in found
    undocumented = [name for name in found if f"| `{name}` | `{utfkit.name(name)}` |" not in page]
    assert undocumented == [], "run tests/codecs/differences.py --write"


def test_a_name_that_nobody_has_is_found_out_quickly():
    import time

    def seconds(names):
        start = time.perf_counter()
        for name in names:
            with pytest.raises(LookupError):
                codecs.lookup(name)
        return time.perf_counter() - start

    # An error of ours names similar labels. That takes hundreds of times as long as a failed lookup.
    seconds(["no-such-codec"])
    looked = min(seconds([f"no_such_codec_{at}_{turn}" for at in range(100)]) for turn in range(3))
    start = time.perf_counter()
    for at in range(100):
        with pytest.raises(LookupError, match="unknown encoding"):
            utfkit.name(f"no_such_codec_{at}")
    assert looked < (time.perf_counter() - start) / 2


@pytest.mark.parametrize("handler", ["strict", "replace", "ignore"])
@pytest.mark.parametrize("encoding", sorted(differences.names()))
def test_long_text_is_written_as_its_characters_are(encoding, handler):
    known = [chr(value) for value in (*range(1, 0x600), *range(0x3000, 0x3100), *range(0x4E00, 0x5100),
                                      *range(0xAC00, 0xAD00), *range(0xFF00, 0xFFF0), 0x20AC, 0x1F600)]
    if handler == "strict":
        known = [one for one in known if utfkit.encode(one, encoding, "ignore")]
    text = "".join(known)
    # `transcode` does not have the tables of characters that the process keeps for `encode`.
    filtered = text
    if handler == "replace":
        filtered = "".join(one if utfkit.encode(one, encoding, "ignore") else "?" for one in text)
    expected = utfkit.transcode(filtered.encode(), "utf-8", encoding, "ignore")
    assert utfkit.encode(text, encoding, handler) == expected
    # Now the tables have all characters.
    assert utfkit.encode(text, encoding, handler) == expected
    twice = utfkit.encode(text + text, encoding, handler)
    assert utfkit.decode(twice, encoding, "replace") == utfkit.decode(expected, encoding, "replace") * 2


@pytest.mark.parametrize("character", ["😀", "𠮟", "\U00030000", "a한"])
def test_the_time_to_write_text_grows_with_its_length(character):
    def seconds(length):
        start = time.thread_time()
        utfkit.encode(character * length, "gb18030" if len(character) == 1 else "big5", "replace")
        return time.thread_time() - start

    seconds(100)
    assert min(seconds(100_000) for _ in range(3)) < 40 * min(seconds(10_000) for _ in range(3)) + 0.01


@pytest.mark.parametrize("encoding", ["shift_jis", "euc-kr", "gb18030", "cp1253", "ascii", "utf-8", "koi8-r",
                                      "iso2022_jp", "utf-16-le", "latin-1", "cp037"])
def test_many_errors_are_handled_as_python_does(encoding):
    handlers = ["replace", "ignore", "backslashreplace", "surrogateescape"]
    # Errors next to each other, and far from each other.
    parts = ["a", "あ", "한", "é", "Ж", "\x80", "\ud800", "😀", "text " * 20]
    for handler in [*handlers, "xmlcharrefreplace", "namereplace", "surrogatepass"]:
        text = "".join(parts) * 50
        expected, ours = [], []
        for results, run in ((expected, str.encode), (ours, utfkit.encode)):
            try:
                results.append(run(text, encoding, handler))
            except UnicodeError as error:
                results.append(error.start)
        assert ours == expected, handler
    data = "".join(one for one in parts if one.encode(encoding, "ignore")).encode(encoding, "ignore")
    data = (data + b"\xff\xffa\xff" + data + b"\xd8\xd8") * 50
    for handler in handlers[:1] if encoding.startswith(("iso", "gb", "sh")) else handlers:
        if handler == "surrogateescape" and encoding == "utf-16-le":
            continue
        assert utfkit.decode(data, encoding, handler) == data.decode(encoding, handler), handler
