#!/usr/bin/env python3
"""Writes text of many languages to standard output.

The text is pieces of 20 to 120 characters in pseudorandom order, with an emoji after every fourth piece, so that no branch
predictor learns the order. The same two megabytes are repeated.

  scripts/bench/mixed-text.py CORPUS MEGABYTES
"""

import pathlib
import random
import sys

PIECE = (20, 120)
PERIOD = 2_000_000


def pieces(texts, rng):
    """Yields the pieces of a period."""
    bytes = 0
    number = 0
    while bytes < PERIOD:
        text = rng.choice(texts)
        length = rng.randint(*PIECE)
        start = rng.randrange(max(1, len(text) - length))
        number += 1
        piece = text[start : start + length] + ("\U0001f600" if number % 4 == 0 else "")
        bytes += len(piece.encode())
        yield piece


def main():
    corpus, megabytes = pathlib.Path(sys.argv[1]), int(sys.argv[2])
    files = sorted(file for file in corpus.rglob("*.utf*8.txt") if not file.name.startswith("broken"))
    texts = [file.read_text(encoding="utf-8") for file in files if file.stat().st_size > 1024]
    period = "".join(pieces(texts, random.Random(1))).encode()
    for _ in range(megabytes * 1_000_000 // len(period)):
        sys.stdout.buffer.write(period)


main()
