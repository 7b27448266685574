"""Functions over bytes and `str`."""

import array
import codecs
import mmap
import random
import sys
import threading
import time

import pytest

import utfkit

TEXTS = [
    "",
    "a",
    "plain ASCII text. " * 100,
    "caf\xe9 cr\xe8me " * 50,
    "\x80\xff",
    "Привет, мир. " * 3000,
    "汉字和假名 " * 5000,
    "😀 emoji 🎉" * 4000,
    "a" * 40000 + "\xe9" + "b" * 40000,
    "a" * 40000 + "€" + "b" * 40000,
    "a" * 40000 + "😀" + "b" * 40000,
    "\xe9" * 40000 + "€" + "\xe9" * 40000 + "😀",
    "€" * 40000 + "😀" + "€" * 40000,
    "\ufeffa",
    "\U0010ffff\ud7ff\ue000",
]
FORMS = ["utf-8", "utf-16-le", "utf-16-be", "utf-16", "utf-32-le", "utf-32-be", "utf-32", "utf-8-sig"]


@pytest.mark.parametrize("encoding", FORMS)
@pytest.mark.parametrize("text", TEXTS, ids=range(len(TEXTS)))
def test_decodes_and_encodes_as_python_does(text, encoding):
    data = text.encode(encoding)
    decoded = utfkit.decode(data, encoding)
    assert decoded == text
    assert hash(decoded) == hash(text)
    # Python compares the memory of strings, so their characters must have the same width.
    assert sys.getsizeof(decoded) == sys.getsizeof(data.decode(encoding))
    assert utfkit.encode(text, encoding) == data
    if encoding not in ("utf-8-sig",):
        assert utfkit.is_valid(data, encoding)


@pytest.mark.parametrize("encoding", ["latin-1", "cp1252", "koi8-r", "shift_jis", "gb18030", "euc-kr"])
def test_decodes_legacy_charsets_as_python_does(encoding):
    text = {"latin-1": "caf\xe9 ", "cp1252": "caf\xe9 €", "koi8-r": "Привет "}.get(encoding)
    text = (text or {"euc-kr": "한글 "}.get(encoding, "日本 ")) * 20000
    data = text.encode(encoding)
    assert utfkit.decode(data, encoding) == text
    assert utfkit.encode(text, encoding) == data


SHIFTED = {"utf-7", "utf-7-imap", "iso-2022-jp", "scsu"}
WITH_ASCII = [name for name in sorted(set(utfkit.labels().values()) - SHIFTED)
              if utfkit.encode("a", name, errors="ignore") == b"a"]


@pytest.mark.parametrize("encoding", WITH_ASCII)
def test_long_text_is_decoded_like_its_parts(encoding):
    source = random.Random(encoding)
    data = source.randbytes(12_000)
    letters = "".join(map(chr, range(0x20, 0x3000))) + "汉字漢字かなカナ한글𠮟"
    known = sorted(set(utfkit.decode(utfkit.encode(letters, encoding, "ignore"), encoding)))
    known = [one for one in known if utfkit.encode(one, encoding, "ignore")]
    text = "".join(source.choices(known, k=20_000))
    for whole in [data, utfkit.encode(text, encoding), b"a" * 20_000 + data]:
        decoder = utfkit.IncrementalDecoder(encoding, "replace")
        parts = [decoder.decode(whole[at : at + 1000]) for at in range(0, len(whole), 1000)]
        assert utfkit.decode(whole, encoding, "replace") == "".join(parts) + decoder.decode(b"", True)
    assert utfkit.decode(utfkit.encode(text, encoding), encoding) == text


@pytest.mark.parametrize("encoding, text, bad", [
    ("cp1253", "Γειά ", b"\xd2"), ("koi8-r", "Привет ", None), ("cp1252", "caf\xe9 ", None),
    ("euc-kr", "한글 ", b"\xff"), ("gb18030", "汉字𠮟 ", b"\xff"), ("big5", "漢字 ", b"\xff"),
])
def test_an_error_in_long_text_has_its_offset(encoding, text, bad):
    data = (text * 20_000).encode(encoding)
    assert utfkit.decode(data, encoding) == text * 20_000
    if bad:
        with pytest.raises(UnicodeDecodeError) as caught:
            utfkit.decode(data + bad + data, encoding)
        assert (caught.value.start, caught.value.bytes) == (len(data), bad)


def test_auto_is_the_detected_encoding():
    text = "Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich."
    for encoding in ["cp1252", "utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-32", "ibm850"]:
        assert utfkit.decode(text.encode(encoding), "auto") == text
    assert utfkit.decode("\ufeff中文".encode("gb18030"), "auto") == "中文"
    assert utfkit.decode(b"", "auto") == ""
    assert utfkit.decode(text.encode() + b"\xff", "auto", "replace").startswith("Zwölf")
    with pytest.raises(UnicodeError, match="binary data"):
        utfkit.decode(b"\x7fELF\x02\x01\x01" + bytes(200), "auto")
    with pytest.raises(LookupError):
        utfkit.encode(text, "auto")


def test_takes_any_buffer():
    data = "naïve".encode()
    with mmap.mmap(-1, len(data)) as mapped:
        mapped.write(data)
        for buffer in [data, bytearray(data), memoryview(data), memoryview(bytearray(data)), mapped]:
            assert utfkit.is_valid(buffer)
            assert utfkit.decode(buffer) == "naïve"
    assert utfkit.decode(array.array("H", [0x61, 0x62]), "utf-16-le") == "ab"
    assert utfkit.decode(memoryview(b"axbx")[::2].tobytes()) == "ab"
    with pytest.raises(BufferError):
        utfkit.is_valid(memoryview(b"axbx")[::2])
    with pytest.raises(TypeError):
        utfkit.decode("text")


def test_takes_numpy_arrays():
    numpy = pytest.importorskip("numpy")
    assert utfkit.decode(numpy.frombuffer(b"abc", dtype="u1")) == "abc"


def test_other_threads_run_while_bytes_are_checked():
    data = b"a" * (64 << 20)
    ticks = 0
    stop = threading.Event()

    def tick():
        nonlocal ticks
        while not stop.is_set():
            ticks += 1
            time.sleep(0)

    thread = threading.Thread(target=tick)
    thread.start()
    old = sys.getswitchinterval()
    # Other threads can only run while this thread releases the GIL.
    sys.setswitchinterval(100)
    try:
        before = ticks
        for _ in range(20):
            utfkit.is_valid(data)
        during = ticks - before
    finally:
        sys.setswitchinterval(old)
        stop.set()
        thread.join()
    assert during > 0


@pytest.mark.parametrize("errors", ["strict", "replace", "ignore", "backslashreplace",
                                    "surrogateescape", "surrogatepass"])
@pytest.mark.parametrize("encoding, data", [
    ("utf-8", b"a\xffb"),
    ("utf-8", b"a\xc0\xafb"),
    ("utf-8", b"a\xed\xa0\x80b"),
    ("utf-8", b"a\xf0\x9f\x98b\xf0\x9f\x98"),
    ("utf-8", "é".encode() + b"\x80" + "€😀".encode() + b"\xe2\x82"),
    ("utf-16-le", b"a\0\x00\xd8b\0"),
    ("utf-16-le", b"a\0\x00\xdcb\0c"),
    ("utf-16-be", b"\xd8\x00\0a\xdc"),
    ("utf-32-le", b"a\0\0\0\x00\xd8\0\0b\0\0\0"),
    ("utf-32-le", b"a\0\0\0\xff\xff\xff\xffb\0"),
    ("ascii", b"a\xe9b"),
])
def test_errors_are_handled_as_python_does(encoding, data, errors):
    def result(decode):
        try:
            return decode(data, encoding, errors)
        except UnicodeDecodeError as error:
            return (error.start, error.end, error.object)

    ours, theirs = result(utfkit.decode), result(bytes.decode)
    assert ours == theirs
    if isinstance(ours, str):
        assert sys.getsizeof(ours) == sys.getsizeof(theirs)


@pytest.mark.parametrize("errors", ["strict", "replace", "ignore", "backslashreplace",
                                    "xmlcharrefreplace", "namereplace", "surrogateescape",
                                    "surrogatepass"])
@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8", "utf-16", "utf-32-le", "cp1252"])
@pytest.mark.parametrize("text", ["a€€b\u0439", "\ud800\udc00", "a\udce9", "😀\ud800"])
def test_characters_that_cannot_be_encoded_are_handled_as_python_does(encoding, text, errors):
    def result(encode):
        try:
            return encode(text, encoding, errors)
        except UnicodeEncodeError as error:
            return (error.start, error.end, error.object)

    assert result(utfkit.encode) == result(str.encode)


def test_an_error_says_what_and_where():
    with pytest.raises(UnicodeDecodeError) as caught:
        utfkit.decode(b"/..\xc0\xaf")
    error = caught.value
    assert (error.kind, error.offset, error.bytes) == ("overlong", 3, b"\xc0")
    with pytest.raises(UnicodeEncodeError) as caught:
        utfkit.encode("5 €", "latin-1")
    assert (caught.value.kind, caught.value.offset) == ("unencodable", 2)
    with pytest.raises(LookupError, match="unknown encoding"):
        utfkit.decode(b"", "no-such-encoding")
    with pytest.raises(LookupError):
        utfkit.decode(b"", "utf-8", "no-such-handler")


def test_a_handler_of_ones_own():
    codecs.register_error("utfkit-test", lambda error: (f"<{error.kind}>", error.end))
    assert utfkit.decode(b"a\xffb", errors="utfkit-test") == "a<invalid-byte>b"


def test_errors_that_a_handler_of_python_rejects_have_our_attributes():
    with pytest.raises(UnicodeDecodeError) as caught:
        utfkit.decode(b"\xed\xa0\x80a\xff", "utf-8", "surrogatepass")
    assert (caught.value.kind, caught.value.start, caught.value.bytes) == ("invalid-byte", 4, b"\xff")
    with pytest.raises(UnicodeEncodeError) as caught:
        utfkit.encode("\ud800€", "latin-1", "surrogatepass")
    assert caught.value.kind == "unencodable" and caught.value.start == 0
    # A program may register a handler of its own under the same name.
    own = codecs.lookup_error("namereplace")
    codecs.register_error("namereplace", lambda error: (error.kind, error.end))
    try:
        assert utfkit.encode("a€", "latin-1", "namereplace") == b"aunencodable"
    finally:
        codecs.register_error("namereplace", own)
    assert utfkit.encode("a€b\u0394\u0395", "latin-1", "namereplace") == (
        "a€b\u0394\u0395".encode("latin-1", "namereplace"))


def test_transcodes():
    assert utfkit.transcode(b"\xff\xfea\0", "utf-16") == b"a"
    assert utfkit.transcode(b"caf\xe9", "cp1252", "utf-16-le") == "café".encode("utf-16-le")
    assert utfkit.transcode(b"a\xff", "utf-8", errors="replace") == "a\ufffd".encode()
    with pytest.raises(UnicodeDecodeError) as caught:
        utfkit.transcode(b"a\xff", "utf-8")
    assert caught.value.offset == 1
    with pytest.raises(UnicodeEncodeError):
        utfkit.transcode("€".encode(), "utf-8", "latin-1")
    with pytest.raises(ValueError, match="unknown errors"):
        utfkit.transcode(b"", "utf-8", errors="no")


def test_escapes_come_back():
    data = b"a \\x and \xc0\x80"
    text = utfkit.transcode(data, "utf-8", errors="utfkit.escape").decode()
    assert utfkit.unescape(text) == data


def test_surfaces_read_and_write_escapes():
    assert utfkit.decode_surface("=?koi8-r?B?8NLJ18XU?=", "encoded-words") == "Привет"
    assert utfkit.encode_surface("münchen", "punycode") == "xn--mnchen-3ya"
    for surface in ["java", "c99", "html", "encoded-words", "punycode", "quoted-printable"]:
        escaped = utfkit.encode_surface("é 漢 😀", surface)
        assert escaped.isascii()
        assert utfkit.decode_surface(escaped, surface) == "é 漢 😀"
        assert utfkit.decode_surface(escaped.encode(), surface) == "é 漢 😀".encode()
    with pytest.raises(ValueError, match="unknown surface"):
        utfkit.decode_surface("", "nix")
    with pytest.raises(UnicodeDecodeError):
        utfkit.decode_surface("=FF", "quoted-printable")


def test_judges():
    findings = utfkit.check(b"one\ntw\xed\xa0\xbd\xed\xb8\x80o")
    assert [(one.line, one.column, one.kind) for one in findings] == [(2, 3, "irregular-pair")]
    assert "cesu-8" in findings[0].hint
    assert [one.receiver for one in utfkit.check(b"a\0", receiver="postgres")] == ["postgres"]
    with pytest.raises(ValueError, match="unknown receiver"):
        utfkit.check(b"", receiver="no")

    found = utfkit.detect("Я к вам пишу, чего же боле? Что я могу ещё сказать?".encode("koi8-r"))
    assert found.encoding == "koi8-r" and found.verdict == "likely"
    assert set(found.as_chardet()) == {"encoding", "confidence", "language"}

    repaired = utfkit.repair("cafÃ© crÃ¨me".encode())
    assert repaired.bytes.decode() == "café crème"
    assert repaired.undo() == "cafÃ© crÃ¨me".encode()

    assert [one.kind for one in utfkit.audit("if a \u202e {".encode())] == ["bidi-override"]
    assert utfkit.audit("if a \u202e {".encode(), allow="bidi-override") == []
    with pytest.raises(ValueError):
        utfkit.audit(b"", allow="no-such-rule")

    for encoding in ["utf-8", "utf-16-le", "shift_jis", "utf-7"]:
        data = "日本語 text".encode(encoding)
        [(offset, length)] = utfkit.search("text", data, encoding)
        assert utfkit.decode(data[offset : offset + length], encoding) == "text"
    with pytest.raises(ValueError):
        utfkit.search("(", b"", regex=True)


@pytest.mark.parametrize("encoding", ["utf-8", "ascii", "utf-16-le", "shift_jis", "cp1253", "iso2022_jp"])
@pytest.mark.parametrize("errors", ["replace", "ignore", "backslashreplace"])
def test_many_errors_are_handled_like_few(encoding, errors):
    few = "é x".encode("utf-8") + b"\xff\xd2 "
    expected = utfkit.decode(few, encoding, errors)
    if encoding != "utf-16-le":
        assert utfkit.decode(few * 30, encoding, errors) == expected * 30
    texts = ["a€\U0001f600\ud800", "a\x81"]
    for text in texts:
        assert utfkit.encode(text * 30, "latin-1", errors) == (text * 30).encode("latin-1", errors)
        assert utfkit.encode(text * 30, "koi8-r", errors) == (text * 30).encode("koi8-r", errors)


@pytest.mark.parametrize("encoding", ["latin-1", "ascii", "cp1252", "koi8-r", "cp037", "iso8859-7", "mac-roman", "cp1258",
                                      "viscii", "tcvn", "hp-roman8"])
def test_long_text_is_encoded_like_its_parts(encoding):
    characters = [*map(chr, range(0x500)), *map(chr, range(0x1e00, 0x1f00)), "€", "Ω", "😀"]
    known = "".join(one for one in characters if utfkit.encode(one, encoding, "ignore"))
    for text in [known * 9, "a" * 2000, "é" * 2000]:
        if utfkit.encode(text[:1], encoding, "ignore"):
            assert utfkit.encode(text, encoding) == b"".join(utfkit.encode(one, encoding) for one in text)
    text = "".join(characters) * 2
    for errors in ["replace", "ignore"]:
        parts = b"".join(utfkit.encode(one, encoding, errors) for one in text)
        assert utfkit.encode(text, encoding, errors) == parts
    with pytest.raises(UnicodeEncodeError) as caught:
        utfkit.encode("a" * 2000 + "\ud800", encoding)
    assert caught.value.start == 2000


def test_many_errors_take_little_time():
    def seconds(work):
        times = []
        for _ in range(3):
            start = time.perf_counter()
            work()
            times.append(time.perf_counter() - start)
        return min(times)

    # One by one, the errors would take hundreds of times as long as the valid text.
    data, text = b"a\xff" * 20_000, "a€" * 20_000
    good = seconds(lambda: [utfkit.decode(b"a\xff", "latin-1") for _ in range(2_000)])
    assert seconds(lambda: utfkit.decode(data, "utf-8", "replace")) < 10 * good
    assert seconds(lambda: utfkit.encode(text, "latin-1", "replace")) < 10 * good


def test_check_has_a_limit():
    assert utfkit.check(b"\xff" * 9, limit=2) == utfkit.check(b"\xff" * 9)[:2]
    assert utfkit.check(b"\xff", limit=0) == []


def test_an_error_of_cesu_8_has_its_name():
    with pytest.raises(UnicodeEncodeError, match="'cesu-8' codec"):
        "a\ud800".encode("cesu-8", "surrogateescape")


def test_random_bytes_never_panic():
    source = random.Random(1)
    names = sorted(set(utfkit.labels().values()))
    for number in range(600):
        data = source.randbytes(source.randrange(200))
        encoding = names[number % len(names)]
        for errors in ["replace", "backslashreplace", "surrogatepass"]:
            try:
                text = utfkit.decode(data, encoding, errors)
                utfkit.encode(text, encoding, "ignore")
            except UnicodeError:
                pass
        utfkit.check(data, encoding)
        utfkit.audit(data)
        utfkit.repair(data).undo() == data


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
@pytest.mark.parametrize("wide", ["a", "\xe9", "€", "😀"])
def test_lone_surrogates_are_errors_next_to_any_character(encoding, wide):
    data = (wide + "\ud800" + wide).encode(encoding, "surrogatepass")
    with pytest.raises(UnicodeDecodeError):
        utfkit.decode(data, encoding)
    assert utfkit.decode(data, encoding, "surrogatepass") == wide + "\ud800" + wide


def test_cpython_has_the_same_tests():
    import pathlib
    import subprocess

    pytest.importorskip("test.test_codecs")
    script = pathlib.Path(__file__).with_name("codecs") / "cpython_codecs.py"
    run = subprocess.run([sys.executable, script], capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr


def test_is_valid_agrees_with_check():
    for text in ["a\n", "é汉😀"]:
        for encoding in ["utf-8", "utf-8-sig", "utf-16", "utf-32"]:
            data = text.encode(encoding)
            for whole in [data, data + b"\xd8", b"\xff\xfe\x00\xd8"]:
                assert utfkit.is_valid(whole) == (not utfkit.check(whole))
                assert utfkit.is_valid(whole, encoding) == (not utfkit.check(whole, encoding))


def test_positions_are_those_in_the_object():
    data = "é".encode() * 1000 + b"\xff"
    for call in [utfkit.decode, lambda data: utfkit.transcode(data, "utf-8", "utf-16")]:
        with pytest.raises(UnicodeDecodeError, match="position 2000") as caught:
            call(data)
        error = caught.value
        assert (error.object, error.start, error.end, error.offset) == (data, 2000, 2001, 2000)
    with pytest.raises(UnicodeEncodeError, match="position 2") as caught:
        utfkit.transcode("éé€".encode(), "utf-8", "latin-1")
    error = caught.value
    assert (error.object[error.start : error.end], error.start, error.offset) == ("€", 2, 4)
    with pytest.raises(UnicodeEncodeError, match="position 2"):
        utfkit.unescape("éé€", "latin-1")


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32", "ucs-2", "ucs-4"])
def test_an_escaped_text_needs_its_byte_order(encoding):
    with pytest.raises(ValueError, match="byte order"):
        utfkit.unescape("a", encoding)
    data = "a\\x é".encode("utf-16-le") + b"\0\xd8"
    text = utfkit.transcode(data, "utf-16-le", errors="utfkit.escape").decode()
    assert utfkit.unescape(text, "utf-16-le") == data


def test_refused_arguments_are_explained():
    numpy = pytest.importorskip("numpy")
    with pytest.raises(BufferError, match="no dimensions"):
        utfkit.check(numpy.array(5, dtype="u1"))
    with pytest.raises(BufferError, match="strides"):
        utfkit.check(numpy.zeros((4, 4), dtype="u1")[:, ::2])
    for encoding in ["utf-16", "utf-32-le", "iso-2022-jp", "shift_jis", "gb18030"]:
        with pytest.raises(ValueError, match="contains ASCII"):
            utfkit.repair(b"a\xff", mixed=encoding)


def test_empty_matches_are_different():
    for encoding in ["utf-8", "utf-16", "utf-16-le", "shift_jis"]:
        found = utfkit.search("", "é\n日".encode(encoding, "ignore"), encoding)
        assert len(found) == len(set(found))


def test_the_rules_of_audit_can_be_allowed():
    rules = utfkit.rules()
    data = "if a \u202e {".encode()
    assert utfkit.audit(data, allow=rules["bidi-override"]) == utfkit.audit(data, allow="bidi-override") == []
    for name in {*rules, *rules.values()}:
        utfkit.audit(b"", allow=name)
