#!/usr/bin/env python3
"""Compares `utf repair` with ftfy on the kinds of damage that ftfy fixes, and prints tables in Markdown.

Needs `pip install ftfy==6.3.1` and `cargo build --release -p utf` (or `UTF`, the path of the command). Usage:

    scripts/repair-against-ftfy.py [FOLDER…]     texts to damage (.txt, UTF-8) in addition to testdata/languages.txt

Each case is a damaged line, which each program fixes. The script calls only `fix_encoding` of ftfy, because its other
functions change correct text. A fix is correct if it restores the line. `CASES` sets the number of lines per kind.
"""

import os
import pathlib
import random
import subprocess
import sys
import unicodedata

import ftfy

ROOT = pathlib.Path(__file__).resolve().parent.parent
UTF = os.environ.get("UTF", ROOT / "target/release/utf")
CASES = int(os.environ.get("CASES", 3000))


def lines(folders):
    texts = [ROOT / "testdata/languages.txt"]
    for folder in folders:
        texts += sorted(pathlib.Path(folder).rglob("*.txt"))
    for path in texts:
        for line in path.read_text(encoding="utf-8").split("\n"):
            line = "".join(c for c in line if unicodedata.category(c) != "Cc" and c != "\ufeff")
            if not line.isascii() and not line.startswith("#") and len(line) < 2000:
                yield line


def garbled(text, charset, layers):
    for _ in range(layers):
        text = text.encode("utf-8").decode(charset)
    return text


def whole(charset, layers):
    return lambda line, rng: garbled(line, charset, layers)


def in_words(charset):
    def damage(line, rng):
        words = line.split(" ")
        return " ".join(garbled(w, charset, 1) if rng.random() < 0.3 else w for w in words)

    return damage


def surrogates(line, rng):
    return line + " \U0001f600\U0001f389"


KINDS = {
    "windows-1252, the whole line": whole("sloppy-windows-1252", 1),
    "ISO-8859-1, the whole line": whole("latin-1", 1),
    "windows-1252, twice": whole("sloppy-windows-1252", 2),
    "windows-1252, three times": whole("sloppy-windows-1252", 3),
    "ISO-8859-1, twice": whole("latin-1", 2),
    "windows-1252, some words": in_words("sloppy-windows-1252"),
    "ISO-8859-1, some words": in_words("latin-1"),
    "no damage": lambda line, rng: line,
    "no damage, in capitals": None,
    "windows-1250, the whole line": whole("sloppy-windows-1250", 1),
    "windows-1251, the whole line": whole("sloppy-windows-1251", 1),
    "windows-1253, the whole line": whole("sloppy-windows-1253", 1),
    "windows-1254, the whole line": whole("sloppy-windows-1254", 1),
    "windows-1257, the whole line": whole("sloppy-windows-1257", 1),
    "ISO-8859-2, the whole line": whole("iso-8859-2", 1),
    "KOI8-R, the whole line": whole("koi8-r", 1),
    "MacRoman, the whole line": whole("macroman", 1),
    "code page 437, the whole line": whole("cp437", 1),
    "windows-1250, some words": in_words("sloppy-windows-1250"),
    "windows-1251, some words": in_words("sloppy-windows-1251"),
    "MacRoman, some words": in_words("macroman"),
    "code page 437, some words": in_words("cp437"),
    "windows-1250, twice": whole("sloppy-windows-1250", 2),
    "windows-1251, twice": whole("sloppy-windows-1251", 2),
    "MacRoman, twice": whole("macroman", 2),
}


def by_utf(broken):
    command = [UTF, "repair", "-q", "-o", "-"]
    run = subprocess.run(command, input="\n".join(broken).encode(), capture_output=True, check=False)
    assert run.returncode in (0, 1), run.stderr
    return run.stdout.decode().split("\n")


def main():
    texts = list(lines(sys.argv[1:]))
    print(f"ftfy {ftfy.__version__}; {CASES} lines a kind, drawn from {len(texts)}.\n")
    print("| damage | lines damaged | utf: right | wrong | left | ftfy: right | wrong | left |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for kind, damage in KINDS.items():
        rng = random.Random(kind)
        cases = [rng.choice(texts) for _ in range(CASES)]
        if damage is None:
            cases = [line.upper() for line in cases]
        pairs = []
        for line in cases:
            try:
                broken = damage(line, rng) if damage else line
            except UnicodeDecodeError:
                continue
            # A line that the damage split in two, or left unchanged, is not a case.
            if (broken != line or kind.startswith("no damage")) and "\n" not in broken:
                pairs.append((line, broken))
        results = [by_utf([b for _, b in pairs]), [ftfy.fix_encoding(b) for _, b in pairs]]
        counts = []
        for fixed in results:
            assert len(fixed) == len(pairs)
            right = sum(f == line for f, (line, _) in zip(fixed, pairs))
            left = sum(f == b != line for f, (line, b) in zip(fixed, pairs))
            counts += [right, len(pairs) - right - left, left]
        print(f"| {kind} | {len(pairs)} | " + " | ".join(map(str, counts)) + " |")


if __name__ == "__main__":
    main()
