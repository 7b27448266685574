#!/usr/bin/env python3
"""Compares the escapes that `utf convert` reads and writes with those of Python: `html.unescape`, `unicode_escape`,
`quopri`, `email.header` and `punycode`.

Needs `cargo build --release -p utf` (or `UTF`, the path of the command). Usage:

    scripts/surfaces-against-python.py [SEED]

`TEXTS` sets the number of texts for each surface. Escapes that are ill-formed are left out, because Python drops or
replaces them and `utf` keeps them. So are names without a semicolon before `=`, a letter or a digit.
"""

import codecs
import email.header
import html
import html.entities
import os
import pathlib
import quopri
import random
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
UTF = os.environ.get("UTF", ROOT / "target/release/utf")
TEXTS = int(os.environ.get("TEXTS", 20_000))
LETTERS = "abcXYZ019 -_=?.,!éßжйあ漢字العربية😀\u0301\u00a0\ud7ff\ue000\uffee\U0010fffd"
CHARSETS = ["utf-8", "iso-8859-1", "windows-1251", "koi8-r", "iso-2022-jp", "shift_jis", "gb2312", "big5", "euc-kr"]


def convert(*options, data):
    """Returns the output of `utf convert` for bytes."""
    run = subprocess.run([UTF, "convert", "-q", *options], input=data, stdout=subprocess.PIPE, check=True)
    return run.stdout


def read(surface, lines):
    return convert("-f", surface, data="\n".join(lines).encode()).decode().split("\n")


def written(surface, lines):
    return convert("-t", surface, data="\n".join(lines).encode()).decode("ascii").split("\n")


def text(rng, letters=LETTERS, most=30):
    return "".join(rng.choice(letters) for _ in range(rng.randrange(1, most)))


def compare(what, ours, theirs, inputs):
    assert len(ours) == len(theirs), f"{what}: {len(ours)} and {len(theirs)} lines"
    wrong = [row for row in zip(inputs, ours, theirs) if row[1] != row[2]]
    for row in wrong[:5]:
        print(f"{what}: input, utf, Python:", *map(ascii, row), sep="\n  ")
    print(f"{what}: {len(ours)} texts, {len(wrong)} differ")
    return len(wrong)


def references(rng):
    """Returns a text with references."""
    def part():
        kind = rng.random()
        if kind < 0.4:
            name = rng.choice(NAMES)
            return f"&{name}" if name.endswith(";") else f"&{name}" + rng.choice("<&. -")
        point = ord(rng.choice(LETTERS)) if kind < 0.6 else rng.choice([0x80, 0x85, 0x99, 0x9F, 0x20, 0x7E])
        end = rng.choice([";", ";", "<"])
        return rng.choice([f"&#{point}", f"&#x{point:x}", f"&#X{point:04X}"]) + end if kind < 0.8 else text(rng, most=4)
    return "".join(part() for _ in range(rng.randrange(1, 8)))


NAMES = [name for name in html.entities.html5 if html.entities.html5[name] != "\n"]


def html_surface(rng):
    every = [f"&{name}" + ("" if name.endswith(";") else "<") for name in NAMES]
    lines = every + [references(rng) for _ in range(TEXTS)]
    wrong = compare("html, read", read("html", lines), [html.unescape(line) for line in lines], lines)
    lines = [text(rng) for _ in range(TEXTS)]
    back = [html.unescape(line) for line in written("html", lines)]
    return wrong + compare("html, written", back, lines, lines)


def unicode_escape(line):
    units = codecs.decode(line, "unicode_escape").encode("utf-16", "surrogatepass")
    return units.decode("utf-16")


def backslash_surfaces(rng):
    wrong = 0
    for surface in ["java", "c99"]:
        lines = [text(rng) for _ in range(TEXTS)]
        escaped = written(surface, lines)
        wrong += compare(f"{surface}, written", [unicode_escape(line) for line in escaped], lines, lines)
        by_python = [line.encode("unicode_escape").decode() for line in lines]
        # Python has a short escape below U+0100, and long escapes beyond U+FFFF.
        by_python = [line.replace("\\x", "\\u00") for line in by_python]
        if surface == "java":
            by_python = [line for line in by_python if "\\U" not in line]
        wrong += compare(f"{surface}, read", read(surface, by_python), [unicode_escape(line) for line in by_python], by_python)
    return wrong


def quoted_printable(rng):
    letters = LETTERS + "\t=\r\n" + " " * 3
    lines = [text(rng, letters, 300).encode() + b"." for _ in range(TEXTS // 100)]
    ours = [convert("-t", "quoted-printable", data=line) for line in lines]
    assert all(len(one) <= 76 for line in ours for one in line.splitlines()), "a line is too long"
    wrong = compare("quoted-printable, written", [quopri.decodestring(line) for line in ours], lines, lines)
    by_python = [quopri.encodestring(line) for line in lines]
    ours = [convert("-f", "quoted-printable", data=line) for line in by_python]
    return wrong + compare("quoted-printable, read", ours, [quopri.decodestring(line) for line in by_python], by_python)


def encoded_words(rng):
    def header(line):
        return str(email.header.make_header(email.header.decode_header(line)))

    wrong = 0
    lines = [("é" + text(rng, LETTERS + "  ", 100)).strip() for _ in range(TEXTS)]
    ours = written("encoded-words", lines)
    assert all(len(word) <= 75 for line in ours for word in line.split() if word.startswith("=?")), "a word is too long"
    # Python drops no-break spaces at the ends of lines.
    rows = [row for row in zip(ours, lines) if "\xa0" not in row[1] and "=?" not in row[1]]
    wrong += compare("encoded-words, written", [header(row[0]) for row in rows], [row[1] for row in rows], [row[0] for row in rows])
    for charset in CHARSETS:
        letters = [one for one in LETTERS + "ЖЩ中国ひ한글" if not one.isspace() and can(one, charset)]
        lines = [email.header.Header(text(rng, letters, 60), charset).encode(maxlinelen=0) for _ in range(TEXTS // 10)]
        # Python writes the names of its codecs.
        lines = [line.replace("eucgb2312_cn", "gb2312").replace("big5_tw", "big5") for line in lines]
        lines = [line for line in lines if line.startswith("=?")]
        wrong += compare(f"encoded-words in {charset}, read", read("encoded-words", lines), [header(line) for line in lines], lines)
    return wrong


def can(letter, charset):
    try:
        # Python has another order of the rows of ETEN in Big5.
        return letter.encode(charset) < (b"\xc6" if charset == "big5" else b"\xff\xff")
    except UnicodeEncodeError:
        return False


def punycode(rng):
    letters = [one for one in LETTERS if one not in " _=?.,!"]
    labels = [text(rng, letters, 20) for _ in range(TEXTS)]
    labels = [label for label in labels if not label.isascii()]
    codes = ["xn--" + label.encode("punycode").decode() for label in labels]
    rows = [row for row in zip(labels, codes) if len(row[1]) <= 63]
    labels, codes = map(list, zip(*rows))
    wrong = compare("punycode, written", written("punycode", labels), codes, labels)
    return wrong + compare("punycode, read", read("punycode", codes), labels, codes)


def main():
    rng = random.Random(int(sys.argv[1]) if len(sys.argv) > 1 else 1)
    parts = [html_surface, backslash_surfaces, quoted_printable, encoded_words, punycode]
    return 1 if sum(part(rng) for part in parts) else 0


if __name__ == "__main__":
    sys.exit(main())
