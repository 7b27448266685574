"""The claims to prove: which lengths and rooms for which rows."""
from claims import LEVELS, Claim, operation
from specification import UNITS

# The largest number of bytes that one unit becomes, with replacement.
GROWTH = {
    ("UTF8", "UTF8"): 3, ("UTF8", "UTF16"): 2, ("UTF8", "UTF32"): 4, ("UTF8", "LATIN1"): 1,
    ("LATIN1", "LATIN1"): 1, ("LATIN1", "UTF8"): 2, ("LATIN1", "UTF16"): 2, ("LATIN1", "UTF32"): 4,
    ("UTF16", "UTF8"): 3, ("UTF16", "UTF16"): 2, ("UTF16", "UTF32"): 4, ("UTF16", "LATIN1"): 1,
    ("UTF32", "UTF8"): 3, ("UTF32", "UTF16"): 4, ("UTF32", "UTF32"): 4, ("UTF32", "LATIN1"): 1,
}
CONVERSIONS = ("convert", "known", "lossy")
VALIDATION = [0, 1, 2, 3, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 40, 47, 48, 63, 64, 65, 80, 96, 127, 128, 129]


# For each form and level: the number of bytes before a place that the code reads, the number of bytes of a rest
# that is long, and whether a sequence may be open at a place. These are guesses: with wrong ones, an induction ends
# without a proof.
SIZES = {
    ("UTF8", "portable"): (6, 160, False),
    ("UTF16", "sse42"): (0, 40, False),
    ("UTF32", "sse42"): (0, 104, False),
}
# The kernels that are proven for all lengths. SSE4.2 has no kernels of its own for these.
INDUCTIONS = [("VALIDATE_UTF16LE", "sse42"), ("VALIDATE_UTF16BE", "sse42"), ("VALIDATE_UTF32LE", "sse42"),
              ("VALIDATE_UTF32BE", "sse42"), ("VALIDATE_UTF8", "portable")]


def family(form):
    """Returns a form without its byte order."""
    return form if form in ("LATIN1", "UTF8") else form[:5]


def full_room(form, to, length):
    """Returns the room, in bytes, that any text of this length fits."""
    # An incomplete unit at the end becomes one replacement.
    return GROWTH[family(form), family(to)] * -(-length // UNITS[form])


def kernels(module, levels=LEVELS):
    """Yields a row and a level for each different kernel."""
    for row, functions in module.rows().items():
        seen = set()
        for level, function in zip(LEVELS, functions, strict=True):
            if level in levels and function not in seen:
                yield row, level
            seen.add(function)


def stages(module):
    """Yields the name of each stage of the proof and its claims.

    Stages with short proofs come first, except for the inductions, beside which another process proves the others.
    """
    rows = [(row, level, *operation(row)) for row, level in kernels(module)]
    yield "every row, 4 bytes", [claim_of(*each, 4, probe=True) for each in rows]
    yield "validation, all lengths", [Claim(row, level, 0, probe=True, longer=True) for row, level in INDUCTIONS]
    # A swap in place is about units, and a length is about well-formed text.
    yield "0 to 3 bytes", [claim_of(*each, length) for each in rows for length in (0, 1, 2, 3)
                           if length % UNITS[each[3]] == 0 or each[2] not in ("swap in place", "length")]
    yield "4 bytes, every smaller room", [
        Claim(row, level, 4, room) for row, level, kind, form, to in rows if kind in CONVERSIONS
        for room in range(full_room(form, to, 4))]
    yield "validation", [claim_of(*each, length) for length in VALIDATION for each in rows
                         if each[2] in ("validate", "ascii") and length % UNITS[each[3]] == 0
                         and (each[1] != "portable" or length <= 9)]
    yield "8 bytes of UTF-8", [claim_of(*each, 8) for each in rows
                               if each[3] == "UTF8" and each[2] not in ("validate", "ascii")]
    yield "16 bytes, except of UTF-8", [claim_of(*each, 16) for each in rows if each[3] != "UTF8"]
    yield "16 bytes of UTF-8", [claim_of(*each, 16) for each in rows
                                if each[3] == "UTF8" and each[2] not in ("validate", "ascii")]


def claim_of(row, level, kind, form, to, length, probe=False):
    if kind == "swap":
        length = length & ~1
        return Claim(row, level, length, length, 0, probe)
    room = full_room(form, to, length) if kind in CONVERSIONS else 0
    return Claim(row, level, length, room, 2 if kind == "outside" else 0, probe)


QUICK = [
    Claim("VALIDATE_UTF8", "avx512", 9), Claim("VALIDATE_UTF8", "avx2", 17), Claim("VALIDATE_UTF8", "portable", 4),
    Claim("UTF8_TO_UTF16LE", "avx512", 4, 8), Claim("UTF8_TO_UTF16LE", "avx2", 4, 8),
    Claim("UTF8_TO_UTF16LE", "portable", 4, 5), Claim("UTF16LE_TO_UTF8", "avx512", 6, 9),
    Claim("UTF16LE_TO_UTF8", "sse42", 4, 6), Claim("LOSSY_UTF8_TO_UTF8", "avx2", 3, 9),
    Claim("LENGTH_OF_UTF8_IN_UTF16", "avx2", 4), Claim("CONTENTS", "avx512", 4, probe=True),
]
