"""Compares our codecs with Python's on random data, until the time is over.

    python tests/codecs/fuzz.py [--minutes N] [--seed N] [CODEC…]

For each codec that both have, random bytes are decoded and random text is encoded, with each error handler
that gives the same result for both, as a whole and in pieces. Data with a sequence that the codecs are known to
treat differently (`differences.py`) is left out, and so are codecs with states and those of JIS X 0213, whose
texts differ in more than single characters (`docs/codecs.md`). Stops at the first difference, and prints how to repeat it.
"""

import argparse
import collections
import codecs
import random
import sys
import time

import differences
import utfkit

DECODE = ["strict", "replace", "ignore", "backslashreplace", "surrogateescape"]
ENCODE = ["strict", "replace", "ignore", "backslashreplace", "xmlcharrefreplace", "namereplace"]
# Python's decoders of several bytes skip another number of bytes after an error, which CODECS.md describes.
MANY_BYTES = ("big5", "cp932", "cp949", "cp950", "euc", "gb", "hz", "iso2022", "johab", "shift")
LEFT_OUT = ("euc_jis", "hz", "iso2022", "shift_jis_2004", "shift_jisx0213")
SAMPLES = ["text ", "a", "\n", "é", "ß", "Ж", "я", "λ", "א", "ع", "ก", "あ", "ン", "漢", "字", "한", "€", "’", "\x80",
           "\xa0", "\ud800", "😀", "\0", "~{", "\x1b$B", "\x0e", "\x1a"]

# Random characters are below this value: alphabets, punctuation and kana.
HIGHEST = 0x3100


def result(run, *arguments):
    """Returns what a call returns, or the place of its error."""
    try:
        return run(*arguments)
    except UnicodeError as error:
        return "error", getattr(error, "start", None)


def in_pieces(decoder, data, cuts):
    parts = [decoder.decode(data[start:end]) for start, end in zip([0, *cuts], cuts)]
    return "".join([*parts, decoder.decode(data[cuts[-1]:] if cuts else data, final=True)])


def data_for(chance, name):
    """Returns random bytes: text of the charset with some random bytes in it."""
    parts = []
    for _ in range(chance.randrange(1, 40)):
        if chance.random() < 0.8:
            parts.append(chance.choice(SAMPLES).encode(name, "ignore"))
        else:
            parts.append(chance.randbytes(chance.randrange(1, 4)))
    return b"".join(parts) * chance.choice([1, 1, 1, 1, 40])


def text_for(chance):
    """Returns random text with characters of many scripts."""
    parts = [chance.choice(SAMPLES) if chance.random() < 0.7 else chr(chance.randrange(HIGHEST))
             for _ in range(chance.randrange(1, 40))]
    return "".join(parts) * chance.choice([1, 1, 1, 1, 40])


def known(name):
    """Returns the sequences and the characters that the codecs treat differently."""
    found = differences.differences(name)
    alone = {character for character in (*SAMPLES, *map(chr, range(HIGHEST))) if len(character) == 1
             and result(utfkit.encode, character, name) != result(character.encode, name)}
    texts = {text for _, *both in found for text in both if text}
    return [data for data, *_ in found], alone.union(*texts)


def compare(name, sequences, characters, chance, counts):
    """Tries one piece of data and one text. Returns a description of the first difference."""
    data = data_for(chance, name)
    if not any(sequence in data for sequence in sequences):
        many = name.startswith(MANY_BYTES)
        for handler in DECODE[:1] if many else DECODE:
            ours, python = result(utfkit.decode, data, name, handler), result(data.decode, name, handler)
            counts[name] += 1
            if ours != python:
                return f"{name} {handler}: {data!r} is {ours!r}, in Python {python!r}"
        cuts = sorted(chance.randrange(len(data) + 1) for _ in range(chance.randrange(4)))
        whole = result(utfkit.decode, data, name)
        pieces = result(in_pieces, utfkit.IncrementalDecoder(name), data, cuts)
        counts[name] += 1
        if isinstance(whole, str) and pieces != whole:
            return f"{name} {cuts}: {data!r} is {pieces!r} in pieces, {whole!r} as a whole"
    text = text_for(chance)
    if characters.isdisjoint(text):
        for handler in ENCODE:
            if "\\" in characters and handler in ("backslashreplace", "namereplace"):
                continue
            ours, python = result(utfkit.encode, text, name, handler), result(text.encode, name, handler)
            counts[name] += 1
            if ours != python:
                return f"{name} {handler}: {text!r} is {ours!r}, in Python {python!r}"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("codec", nargs="*")
    arguments = parser.parse_args()
    chance = random.Random(arguments.seed)
    names = arguments.codec or [name for name in differences.names() if not name.startswith(LEFT_OUT)]
    facts = {name: known(name) for name in names}
    counts = collections.Counter()
    start = time.process_time()
    end = time.monotonic() + arguments.minutes * 60
    while time.monotonic() < end:
        for name in names:
            found = compare(name, *facts[name], chance, counts)
            if found:
                print(f"seed {arguments.seed}, {counts.total():,} comparisons: {found}")
                return 1
    print(f"{counts.total():,} comparisons in {len(names)} codecs, "
          f"{time.process_time() - start:.0f} s of processor time: no difference")
    return 0


if __name__ == "__main__":
    sys.exit(main())
