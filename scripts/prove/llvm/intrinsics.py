"""The meaning of LLVM's intrinsics and of those of x86, over words.

Each function takes the operations and the arguments as flat words, with the size of a lane. `processor.py`
compares all of them with the processor.
"""
import re

from ir import Unsupported
from words import constant, flat, lanes, number


def saturated_difference(w, x, y):
    difference, borrow = w.subtract(x, y)
    return [w.g.both(bit, borrow ^ 1) for bit in difference]


def saturated_sum(w, x, y):
    total, carry = w.add(x, y)
    return [w.g.either(bit, carry) for bit in total]


PAIRS = {
    "usub.sat": saturated_difference,
    "uadd.sat": saturated_sum,
    "umin": lambda w, x, y: w.choose(w.less(x, y), x, y),
    "umax": lambda w, x, y: w.choose(w.less(x, y), y, x),
    "smin": lambda w, x, y: w.choose(w.less_signed(x, y), x, y),
    "smax": lambda w, x, y: w.choose(w.less_signed(x, y), y, x),
}
REDUCE = {
    "or": lambda w, x, y: w.map(w.g.either, x, y),
    "and": lambda w, x, y: w.map(w.g.both, x, y),
    "xor": lambda w, x, y: w.map(w.g.differ, x, y),
    "add": lambda w, x, y: w.add(x, y)[0],
    "umin": PAIRS["umin"],
    "umax": PAIRS["umax"],
}


# The others with a mask have one more argument.
MASKED = re.compile(r"x86\.avx512\.mask\.(compress|expand)\.v\d+i\d+$")


def reduce(w, name, x, size):
    row = lanes(x, size)
    total = row[0]
    for each in row[1:]:
        total = REDUCE[name](w, total, each)
    return total


def shuffle_bytes(w, x, index):
    table, out = lanes(x, 8), []
    for i, at in enumerate(lanes(index, 8)):
        start = i // 16 * 16
        byte = w.select(at[:4], table[start:start + 16])
        out += [w.g.both(bit, at[7] ^ 1) for bit in byte]
    return out


def permute(w, items, index, size):
    width = (len(items) - 1).bit_length()
    return flat(w.select(at[:width], items) for at in lanes(index, size))


def ternary(w, x, y, z, table):
    rows = [[table >> i & 1] for i in range(8)]
    return [w.select([c, b, a], rows)[0] for a, b, c in zip(x, y, z)]


def moves(w, mask, items, fill):
    """Moves the items that the mask has to the start, in order. Returns pairs of a flag and an item."""
    g, count = w.g, len(mask)
    width = count.bit_length() - 1
    have = list(mask)
    below = []
    for i in range(count):
        below.append(w.count([bit ^ 1 for bit in mask[:i]], width + 1))
    for bit in range(width):
        step = 1 << bit
        new_items, new_have, new_below = [], [], []
        for i in range(count):
            stays = g.both(have[i], below[i][bit] ^ 1)
            j = i + step
            comes = g.both(have[j], below[j][bit]) if j < count else 0
            other, distance = (items[j], below[j]) if j < count else (fill, below[i])
            new_have.append(g.either(stays, comes))
            new_items.append(w.choose(comes, other, items[i]))
            new_below.append(w.choose(comes, distance, below[i]))
        items, have, below = new_items, new_have, new_below
    return list(zip(have, items))


def compress(w, x, otherwise, mask, size):
    moved = moves(w, mask, lanes(x, size), [0] * size)
    return flat(w.choose(have, item, rest) for (have, item), rest in zip(moved, lanes(otherwise, size)))


def expand(w, x, otherwise, mask, size):
    items, out = lanes(x, size), []
    for i, rest in enumerate(lanes(otherwise, size)):
        rank = w.count(mask[:i], len(mask).bit_length() - 1)
        out += w.choose(mask[i], w.select(rank, items), rest)
    return out


def extract(w, x, mask):
    return [w.g.both(have, item[0]) for have, item in moves(w, mask, [[bit] for bit in x], [0])]


def deposit(w, x, mask):
    out = []
    for i, bit in enumerate(mask):
        rank = w.count(mask[:i], len(mask).bit_length() - 1)
        out.append(w.g.both(bit, w.select(rank, [[each] for each in x])[0]))
    return out


def keep_low(w, x, count):
    return [w.g.both(bit, w.less(constant(k, 8), count[:8])) for k, bit in enumerate(x)]


def field(w, x, control):
    shifted = w.shift_right(x, control[:8])
    return [w.g.both(bit, w.less(constant(k, 8), control[8:16])) for k, bit in enumerate(shifted)]


def affine(w, x, matrices, flip):
    out = []
    for i, byte in enumerate(lanes(x, 8)):
        rows = lanes(matrices[i // 8 * 64:i // 8 * 64 + 64], 8)
        for bit in range(8):
            total = flip >> bit & 1
            for p, q in zip(rows[7 - bit], byte):
                total = w.g.differ(total, w.g.both(p, q))
            out.append(total)
    return out


def multishift(w, control, x):
    out = []
    for controls, source in zip(lanes(control, 64), lanes(x, 64)):
        for at in lanes(controls, 8):
            turned = source
            for bit in range(6):
                step = 1 << bit
                turned = w.choose(at[bit], turned[step:] + turned[:step], turned)
            out += turned[:8]
    return out


def saturate(w, x, signed):
    g, half, negative = w.g, len(x) // 2, x[-1]
    if signed:
        fits = g.all(g.differ(bit, negative) ^ 1 for bit in x[half - 1:])
        return [g.choose(fits, bit, negative ^ 1) for bit in x[:half - 1]] + [negative]
    over = g.both(negative ^ 1, g.any(x[half:]))
    return [g.both(negative ^ 1, g.either(over, bit)) for bit in x[:half]]


def pack(w, x, y, size, signed):
    out = []
    for a, b in zip(lanes(x, 128), lanes(y, 128)):
        for row in (a, b):
            out += flat(saturate(w, each, signed) for each in lanes(row, size))
    return out


def add_products(w, x, y):
    """Multiplies signed words of 16 bits, and adds neighbors."""
    wide = lambda a: a + [a[-1]] * 16
    products = [w.multiply(wide(a), wide(b)) for a, b in zip(lanes(x, 16), lanes(y, 16))]
    return flat(w.add(a, b)[0] for a, b in zip(products[::2], products[1::2]))


def add_byte_products(w, x, y):
    """Multiplies unsigned by signed bytes, and adds neighbors with signed saturation."""
    pairs = zip(lanes(x, 8), lanes(y, 8))
    products = [w.multiply(a + [0] * 9, b + [b[-1]] * 9) for a, b in pairs]
    out = []
    for a, b in zip(products[::2], products[1::2]):
        total = w.add(a, b)[0]
        over = w.g.differ(total[16], total[15])
        out += [w.g.choose(over, total[16] ^ 1, bit) for bit in total[:15]] + [total[16]]
    return out


def sum_differences(w, x, y):
    out = []
    for a, b in zip(lanes(x, 64), lanes(y, 64)):
        total = constant(0, 16)
        for p, q in zip(lanes(a, 8), lanes(b, 8)):
            more, borrow = w.subtract(p, q)
            total = w.add(total, w.choose(borrow, w.subtract(q, p)[0], more) + [0] * 8)[0]
        out += total + [0] * 48
    return out


def funnel_left(w, x, y, count, size):
    out = []
    for a, b, k in zip(lanes(x, size), lanes(y, size), lanes(count, size)):
        out += w.shift_left(b + a, k[:size.bit_length() - 1])[size:]
    return out


def swap_bytes(x, size):
    return flat(flat(lanes(each, 8)[::-1]) for each in lanes(x, size))


def apply(w, name, size, args):
    """Returns the result of a pure intrinsic; `size` is that of a lane of the first argument."""
    for prefix, f in PAIRS.items():
        if name.startswith(prefix + "."):
            return flat(f(w, x, y) for x, y in zip(lanes(args[0], size), lanes(args[1], size)))
    if name.startswith("ctpop."):
        return flat(w.count(x, size) for x in lanes(args[0], size))
    if name.startswith("cttz."):
        return flat(w.trailing_zeros(x) for x in lanes(args[0], size))
    if re.match(r"experimental\.cttz\.elts\.i64\.v\d+i1$", name):
        return (w.trailing_zeros(args[0] + [1]) + [0] * 64)[:64]
    if name.startswith("ctlz."):
        return flat(w.trailing_zeros(x[::-1]) for x in lanes(args[0], size))
    if name.startswith("bswap."):
        return swap_bytes(args[0], size)
    if name.startswith("fshl."):
        return funnel_left(w, *args, size)
    if found := re.match(r"vector\.reduce\.(\w+)", name):
        return reduce(w, found[1], args[0], size)
    if not name.startswith("x86.") or ".mask" in name and not MASKED.match(name):
        raise Unsupported(f"intrinsic {name}")
    if "pshuf.b" in name:
        return shuffle_bytes(w, args[0], args[1])
    if "avx512.permvar." in name:
        return permute(w, lanes(args[0], size), args[1], size)
    if "avx512.vpermi2var." in name:
        return permute(w, lanes(args[0], size) + lanes(args[2], size), args[1], size)
    if "avx512.pternlog." in name:
        return ternary(w, *args[:3], number(args[3]))
    if "bmi.bzhi" in name:
        return keep_low(w, args[0], args[1])
    if "bmi.bextr" in name:
        return field(w, args[0], args[1])
    if "bmi.pext" in name:
        return extract(w, args[0], args[1])
    if "bmi.pdep" in name:
        return deposit(w, args[0], args[1])
    if "mask.compress." in name:
        return compress(w, *args, size)
    if "mask.expand." in name:
        return expand(w, *args, size)
    if "vgf2p8affineqb" in name:
        return affine(w, args[0], args[1], number(args[2]))
    if "pmultishift" in name:
        return multishift(w, args[0], args[1])
    if found := re.search(r"pack(us|ss)(wb|dw)", name):
        return pack(w, args[0], args[1], 16 if found[2] == "wb" else 32, found[1] == "ss")
    if "pmaddw.d" in name:
        return add_products(w, args[0], args[1])
    if "pmaddubs" in name:
        return add_byte_products(w, args[0], args[1])
    if "psad.bw" in name:
        return sum_differences(w, args[0], args[1])
    raise Unsupported(f"intrinsic {name}")
