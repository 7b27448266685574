"""Finds the characters in which our charsets differ from Python's codecs of the same names.

    python tests/codecs/differences.py [--write]

All sequences of one byte are compared, and of two bytes if the first is not a character of its own.
`--write` writes the table into `docs/codecs.md`.
"""

import codecs
import encodings.aliases
import pathlib
import sys

import utfkit

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs" / "codecs.md"
HEAD = ("| Python's codec | ours | only here | only in Python | other characters | example |\n"
        "| --- | --- | --- | --- | --- | --- |\n")


def decoded(decode, data, name):
    try:
        return decode(data, name)
    except UnicodeError:
        return None


def names():
    """Yields the names of Python's codecs for charsets that we have too."""
    for name in sorted({*encodings.aliases.aliases.values()}):
        try:
            is_text = codecs.lookup(name)._is_text_encoding
            utfkit.name(name)
        except LookupError:
            continue
        # Python's UTF-7 is described by its tests.
        if is_text and not name.startswith("utf"):
            yield name


def differences(name, every=1):
    """Returns the sequences that are decoded differently, with Python's text and ours. One of `every`
    N first bytes of a sequence of two is tried.
    """
    found, leads = [], []

    def compare(data):
        texts = decoded(bytes.decode, data, name), decoded(utfkit.decode, data, name)
        if texts[0] != texts[1]:
            found.append((data, *texts))
        return texts

    for byte in range(256):
        if compare(bytes([byte])) == (None, None):
            leads.append(byte)
    for lead in leads[::every]:
        for trail in range(256):
            compare(bytes([lead, trail]))
    return found


def shown(text):
    if text is None:
        return "undefined"
    if not text:
        return "no character"
    return " ".join(f"U+{ord(character):04X}" for character in text)


def rows(every=1):
    """Returns a row of the table for each codec that differs, by its name."""
    table = {}
    for name in names():
        found = differences(name, every)
        if not found:
            continue
        ours = sum(theirs is None for _, theirs, _ in found)
        theirs = sum(ours is None for _, _, ours in found)
        other = [one for one in found if None not in one]
        data, before, after = (other or found)[0]
        example = f"`{data.hex(' ').upper()}`: {shown(before)} in Python, {shown(after)} here"
        counts = f"{ours} | {theirs} | {len(other)}"
        table[name] = f"| `{name}` | `{utfkit.name(name)}` | {counts} | {example} |\n"
    return table


def main():
    table = HEAD + "".join(rows().values())
    if "--write" in sys.argv:
        text = PAGE.read_text("utf-8")
        before, _, rest = text.partition(HEAD)
        end = rest.find("\n\n")
        after = "\n" if end < 0 else rest[end:].lstrip("\n")
        PAGE.write_text(before + table + ("\n" + after if after.strip() else ""), "utf-8")
    else:
        print(table, end="")


if __name__ == "__main__":
    main()
