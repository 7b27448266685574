"""Edits that keep every other byte."""

import random

import pytest

import utfkit

TEXTS = {
    "cp1252": "Gr\xf6\xdfe = 12 \u20ac, ",
    "shift_jis": "表示ソ = 12 能, ",
    "big5": "許功蓋 = 12 育, ",
    "gb18030": "汉字 = 12 \u20ac𠀀, ",
    "euc-kr": "한글 = 12 문장, ",
    "iso-2022-jp": "日本 = 12 語, ",
    "utf-16-le": "é = 12 😀, ",
    "cp037": "caf\xe9 = 12 \xdf, ",
}


@pytest.mark.parametrize("encoding", TEXTS)
def test_bytes_outside_of_the_edit_are_the_same(encoding):
    chance = random.Random(7)
    text = TEXTS[encoding]
    for _ in range(50):
        count = chance.randrange(1, 5)
        data = (text * count).encode(encoding)
        new = chance.choice(["= 13", "= 7", "\r\n", "", "= 12 12"])
        edited = utfkit.edit(data, "= 12", new, encoding, count=count)
        assert edited.bytes == (text.replace("= 12", new) * count).encode(encoding)
        rest = rest_of_new = 0
        assert len(edited.places) == count
        for offset, length, new_offset, new_length in edited.places:
            assert data[rest:offset] == edited.bytes[rest_of_new:new_offset]
            rest, rest_of_new = offset + length, new_offset + new_length
        assert data[rest:] == edited.bytes[rest_of_new:]


def test_ill_formed_bytes_and_line_ends_stay():
    data = b"\xef\xbb\xbfa \xff\r\nsize\r\n\xc3"
    edited = utfkit.edit(bytearray(data), "size\n", "one\ntwo\n")
    assert edited.bytes == b"\xef\xbb\xbfa \xff\r\none\r\ntwo\r\n\xc3"
    assert edited.encoding == "utf-8"


@pytest.mark.parametrize(
    "reason, arguments",
    [
        ("not-found", (b"a", "b", "c")),
        ("found-elsewhere", (b"a a", "a", "b")),
        ("not-in-encoding", (b"a", "a", "\u2192", "cp1252")),
        ("joins", (b"\x81;", ";", "@", "shift_jis")),
        ("empty", (b"a", "", "b")),
        ("uncertain-encoding", (b"a \xff\x90 b", "a", "\xe9")),
    ],
)
def test_an_edit_that_is_not_exact_is_refused(reason, arguments):
    with pytest.raises(utfkit.EditError) as error:
        utfkit.edit(*arguments)
    assert error.value.reason == reason and isinstance(error.value, ValueError)


def test_wrong_arguments():
    with pytest.raises(LookupError):
        utfkit.edit(b"a", "a", "b", "nonsense")
    with pytest.raises(ValueError, match="count"):
        utfkit.edit(b"a", "a", "b", count=0)
    with pytest.raises(TypeError):
        utfkit.edit("a", "a", "b")
