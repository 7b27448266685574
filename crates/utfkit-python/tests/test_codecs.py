"""Codecs in Python's registry, and streams."""

import codecs
import io

import pytest

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


@pytest.mark.parametrize("encoding", ["scsu", "bocu-1"])
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
