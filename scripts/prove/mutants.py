"""Changes one bit of one constant of a kernel at a time, and proves its claims again.

A mutant is refuted if some claim is. A mutant that lives is equal to the kernel for these lengths, or changes
only how fast it is. The decoder and encoder of `form/`, which are the specification, are not changed.
"""
import random
import re
from dataclasses import dataclass

import runner
from claims import LEVELS, Claim, Proof
from induction import Kernel
from instructions import ARITHMETIC
from words import number

# Comparisons with the length of the text choose between ways to do the same.
LEFT_OUT = re.compile(r"llvm\.(assume|lifetime|prefetch|experimental)|panic|slice_index|icmp .*%src\.1,")
# Kernels, with claims that reach most of their code.
TARGETS = [
    [Claim("VALIDATE_UTF8", "avx512", 9)],
    [Claim("VALIDATE_UTF8", "avx2", 7), Claim("VALIDATE_UTF8", "avx2", 17)],
    [Claim("VALIDATE_UTF16LE", "avx512", 10)],
    [Claim("VALIDATE_UTF16BE", "sse42", 0, longer=True)],
    [Claim("UTF8_TO_UTF16LE", "portable", 4, 6)],
    [Claim("UTF16LE_TO_UTF8", "avx2", 4, 6)],
    [Claim("UTF32BE_TO_UTF16LE", "avx512", 8, 8)],
    [Claim("LENGTH_OF_UTF8_IN_UTF16", "avx2", 33)],
    [Claim("LINES_OF_UTF16BE", "avx512", 34)],
]
# Claims that take half a second at most, and the number of mutants that CI must see refuted.
QUICK = [
    (Claim("VALIDATE_UTF8", "avx512", 9), 5), (Claim("VALIDATE_UTF8", "avx2", 7), 5),
    (Claim("VALIDATE_UTF16LE", "avx512", 10), 4), (Claim("VALIDATE_UTF16BE", "sse42", 0, longer=True), 2),
    (Claim("UTF8_TO_UTF16LE", "portable", 4, 6), 3), (Claim("UTF16LE_TO_UTF8", "avx2", 4, 6), 4),
    (Claim("UTF32BE_TO_UTF16LE", "avx512", 8, 8), 2), (Claim("LENGTH_OF_UTF8_IN_UTF16", "avx2", 9), 4),
    (Claim("LINES_OF_UTF16BE", "avx512", 34), 3),
]
QUICK_LIMIT = 20
# CI draws at most this number of mutants for each that must be refuted.
DRAWN = 3


@dataclass(frozen=True)
class Site:
    """A constant: of an instruction's argument, or a byte of a table."""
    function: str
    block: str
    index: int
    argument: int
    bit: int
    text: str


def sites(module, claim):
    """Returns the constants in the blocks and tables that a proof of the claim executes."""
    proof = (Kernel if claim.longer else Proof)(module, claim)
    outcome, detail = proof.check()
    if outcome != "proven":
        raise RuntimeError(f"{claim}: {outcome}: {detail}")
    found = []
    functions = {name for name, _ in proof.specified}
    for name, block in sorted(proof.executed):
        if name in functions:
            continue
        for index, each in enumerate(module.function(name).blocks[block]):
            if each.op not in ARITHMETIC | {"icmp", "select", "call"} or LEFT_OUT.search(each.text):
                continue
            for argument, (_, operand) in enumerate(each.args):
                if isinstance(operand, list) and (each.op != "call" or len(operand) > 1):
                    found += [Site(name, block, index, argument, bit, each.text) for bit in changed(operand)]
    for (kind, table), reads in sorted(proof.tables_read.items()):
        found += [Site(table, "", byte, 0, bit, f"byte {byte} of a table") for byte in sorted(reads) for bit in range(8)]
    return found


def changed(operand):
    """Returns the bits to change: of vectors all, of a number those up to its highest one."""
    size = width(operand)
    if len(operand) > 64:
        return range(size)
    # Masks of all ones and of lengths have bits that no text of a possible length reaches.
    value = number(operand)
    return range(max(value.bit_length(), 1)) if value < 1 << 32 else ()


def width(operand):
    """Returns the number of bits that can change: those of a lane if all lanes are equal."""
    for size in (8, 16, 32, 64):
        if size < len(operand) and len(operand) % size == 0 and operand == operand[:size] * (len(operand) // size):
            return size
    return len(operand)


def change(module, site):
    """Applies a mutant to the module, and returns its description."""
    if not site.block:
        table = module.table(site.function)
        byte = table[site.index]
        table[site.index] = byte[:site.bit] + [byte[site.bit] ^ 1] + byte[site.bit + 1:]
        return f"{site.function[-40:]}: {site.text}, bit {site.bit}"
    each = module.function(site.function).blocks[site.block][site.index]
    kind, operand = each.args[site.argument]
    size = width(operand)
    new = [bit ^ (at % size == site.bit) for at, bit in enumerate(operand)]
    each.args[site.argument] = kind, new
    shown = number(operand[:size]), number(new[:size])
    return f"{re.sub(r'<[^>]{40,}>', '<…>', site.text)[:110]}: {shown[0]:#x} becomes {shown[1]:#x}"


def judge(module, claims, site, limit):
    """Returns what happens to a mutant, and its description."""
    def mutate():
        return change(module, site)
    what = "lives"
    description = ""
    for claim in claims:
        result = runner.run(module, claim, limit, before=mutate)
        description = result.note or description
        if result.outcome != "proven":
            what = result.outcome
            break
    return what, description


def draw(module, claims, seed, tables=True):
    found = []
    seen = set()
    for claim in claims:
        for site in sites(module, claim):
            key = site.function, site.block, site.index, site.argument, site.bit
            if key not in seen and (tables or site.block):
                seen.add(key)
                found.append(site)
    random.Random(seed).shuffle(found)
    return found


def run_quick(module):
    """Refutes some mutants of each kernel of the list. Fails if too few of the drawn ones are refuted.

    Tables are left to the long run: a short text uses few of their bytes.
    """
    refuted = lives = missing = 0
    for claim, wanted in QUICK:
        found = 0
        for site in draw(module, [claim], 1, tables=False)[:DRAWN * wanted]:
            what, description = judge(module, [claim], site, QUICK_LIMIT)
            if what == "refuted":
                found += 1
                if found == wanted:
                    break
                continue
            lives += 1
            print(f"{claim.row} {claim.level}: {what}: {description}", flush=True)
        refuted += found
        missing += wanted - found
    print(f"prove: {refuted} mutants refuted, {lives} not, {missing} missing")
    return int(missing > 0)


def run(module, count, seed, limit):
    """Judges mutants of all kernels of the list, and prints those that live."""
    totals = {}
    for claims in TARGETS:
        found = draw(module, claims, seed)
        for site in found[:count]:
            what, description = judge(module, claims, site, limit)
            totals[what] = totals.get(what, 0) + 1
            if what != "refuted":
                print(f"{claims[0].row} {claims[0].level}: {what}: {description}", flush=True)
        print(f"{claims[0].row} {claims[0].level}: {min(count, len(found))} of {len(found)} mutants", flush=True)
    print("prove: mutants: " + ", ".join(f"{number_} {what}" for what, number_ in sorted(totals.items())))
    return 0
