"""Each instruction and flag against numbers of Python: its value, and when it is undefined."""
import random
import unittest

from engine import Engine, State
from graph import Graph
from ir import Module
from words import constant, lanes, number

SIZES = (1, 7, 8, 16, 32, 64)


def signed(value, size):
    return value - (1 << size) if value >> size - 1 else value


def fits(value, size):
    return -(1 << size - 1) <= value < 1 << size - 1


def shift(op):
    """Returns the value of a shift, and for each flag whether it loses something."""
    def model(a, b, size):
        if b >= size:
            return None, {}
        if op == "shl":
            value = a << b
            return value, {"nuw": value >> size, "nsw": not fits(signed(a, size) << b, size)}
        value = (signed(a, size) if op == "ashr" else a) >> b
        return value, {"exact": a & (1 << b) - 1}
    return model


def divide(op):
    def model(a, b, size):
        return (a // b, {"exact": a % b}) if op == "udiv" else (a % b, {})
    return model


def plain(f):
    def model(a, b, size):
        value = f(signed(a, size), signed(b, size))
        return value, {"nuw": not 0 <= f(a, b) < 1 << size, "nsw": not fits(value, size)}
    return model


ARITHMETIC = {
    "add": (plain(lambda a, b: a + b), ("nuw", "nsw")), "sub": (plain(lambda a, b: a - b), ("nuw", "nsw")),
    "mul": (plain(lambda a, b: a * b), ("nuw", "nsw")),
    "and": (lambda a, b, _: (a & b, {}), ()), "xor": (lambda a, b, _: (a ^ b, {}), ()),
    "or": (lambda a, b, _: (a | b, {"disjoint": a & b}), ("disjoint",)),
    "shl": (shift("shl"), ("nuw", "nsw")), "lshr": (shift("lshr"), ("exact",)), "ashr": (shift("ashr"), ("exact",)),
    "udiv": (divide("udiv"), ("exact",)), "urem": (divide("urem"), ()),
}
TESTS = {
    "eq": lambda a, b, size: a == b, "ne": lambda a, b, size: a != b,
    "ult": lambda a, b, size: a < b, "ule": lambda a, b, size: a <= b,
    "ugt": lambda a, b, size: a > b, "uge": lambda a, b, size: a >= b,
    "slt": lambda a, b, size: signed(a, size) < signed(b, size), "sle": lambda a, b, size: signed(a, size) <= signed(b, size),
    "sgt": lambda a, b, size: signed(a, size) > signed(b, size), "sge": lambda a, b, size: signed(a, size) >= signed(b, size),
}
CASTS = [("zext", ""), ("zext", "nneg"), ("sext", ""), ("trunc", ""), ("trunc", "nuw"), ("trunc", "nsw"), ("trunc", "nuw nsw")]


def cast(op, flags, a, size, to):
    if op == "trunc":
        small = a & (1 << to) - 1
        lost = "nuw" in flags and small != a or "nsw" in flags and signed(small, to) != signed(a, size)
        return None if lost else small
    if op == "sext":
        return signed(a, size) & (1 << to) - 1
    return None if "nneg" in flags and a >> size - 1 else a


class InstructionsTest(unittest.TestCase):
    def setUp(self):
        self.source = random.Random(23)

    def edge(self, size):
        """Returns a number of this size, often at an edge."""
        edges = [0, 1, (1 << size) - 1, 1 << size - 1, (1 << size - 1) - 1, size, size - 1]
        value = self.source.choice(edges) if self.source.random() < 0.5 else self.source.getrandbits(size)
        return value & (1 << size) - 1

    def execute(self, line, result, *arguments):
        """Returns the word of `%r` and its shadow. An argument is a type and a number."""
        params = ", ".join(f"{kind} %{name}" for name, (kind, _, _) in zip("abc", arguments))
        engine = Engine(Module(f"define {result} @f({params}) {{\nstart:\n  {line}\n  ret {result} %r\n}}\n"), Graph())
        (end, value), = engine.run("f", [constant(value, size) for _, value, size in arguments], State([], {}, {}))
        self.assertEqual(engine.failures, [])
        return value, end.shadows.get("")

    def check(self, line, result, size, wanted, *arguments):
        """Compares each lane with a number, or with `None` if it is undefined."""
        word, shadow = self.execute(line, result, *arguments)
        for k, (row, each) in enumerate(zip(lanes(word, size), wanted, strict=True)):
            with self.subTest(line, arguments=arguments, lane=k):
                self.assertEqual(bool(shadow and shadow[k]), each is None)
                if each is not None:
                    self.assertEqual(number(row), each)

    def pairs(self, count, size):
        for _ in range(count):
            rows = [[self.edge(size) for _ in range(3)] for _ in range(2)]
            yield rows, [sum(value << size * k for k, value in enumerate(row)) for row in rows]

    def test_arithmetic(self):
        for op, (model, flags) in ARITHMETIC.items():
            for used in {(), flags, *((flag,) for flag in flags)}:
                for size in SIZES:
                    for (a, b), words in self.pairs(6, size):
                        b = [value or 1 for value in b] if op[0] == "u" else b
                        words[1] = sum(value << size * k for k, value in enumerate(b))
                        wanted = []
                        for x, y in zip(a, b):
                            value, bad = model(x, y, size)
                            lost = value is None or any(bad[flag] for flag in used)
                            wanted.append(None if lost else value & (1 << size) - 1)
                        if "disjoint" in used and None in wanted:
                            wanted = [None] * 3
                        kind = f"<3 x i{size}>"
                        self.check(f"%r = {' '.join((op, *used))} {kind} %a, %b", kind, size, wanted,
                                   *((kind, word, 3 * size) for word in words))

    def test_comparisons(self):
        for op, model in TESTS.items():
            for flag in ("", "samesign "):
                for size in SIZES:
                    for (a, b), words in self.pairs(4, size):
                        wanted = [None if flag and x >> size - 1 != y >> size - 1 else int(model(x, y, size))
                                  for x, y in zip(a, b)]
                        kind = f"<3 x i{size}>"
                        self.check(f"%r = icmp {flag}{op} {kind} %a, %b", "<3 x i1>", 1, wanted,
                                   *((kind, word, 3 * size) for word in words))

    def test_casts(self):
        for op, flags in CASTS:
            for size in SIZES:
                for to in SIZES:
                    if to != size and (to < size) == (op == "trunc"):
                        for (a, _), (word, _) in self.pairs(4, size):
                            self.check(f"%r = {op} {flags} <3 x i{size}> %a to <3 x i{to}>".replace("  ", " "), f"<3 x i{to}>",
                                       to, [cast(op, flags, x, size, to) for x in a], (f"<3 x i{size}>", word, 3 * size))

    def test_vectors(self):
        for (a, b), (x, y) in self.pairs(20, 16):
            pair = ("<3 x i16>", x, 48), ("<3 x i16>", y, 48)
            picks = [self.source.choice([None, *range(6)]) for _ in range(4)]
            text = ", ".join("i32 poison" if k is None else f"i32 {k}" for k in picks)
            self.check(f"%r = shufflevector <3 x i16> %a, <3 x i16> %b, <4 x i32> <{text}>", "<4 x i16>", 16,
                       [None if k is None else (a + b)[k] for k in picks], *pair)
            at = self.source.randrange(3)
            self.check(f"%r = extractelement <3 x i16> %a, i64 {at}", "i16", 16, [a[at]], *pair[:1])
            self.check(f"%r = insertelement <3 x i16> %a, i16 %b, i64 {at}", "<3 x i16>", 16,
                       a[:at] + [b[0]] + a[at + 1:], pair[0], ("i16", b[0], 16))
            mask = self.source.randrange(8)
            self.check("%r = select <3 x i1> %c, <3 x i16> %a, <3 x i16> %b", "<3 x i16>", 16,
                       [p if mask >> k & 1 else q for k, (p, q) in enumerate(zip(a, b))], *pair, ("<3 x i1>", mask, 3))
            self.check("%r = bitcast <3 x i16> %a to i48", "i48", 48, [x], *pair[:1])

    def test_counts_of_an_undefined_zero(self):
        for size in (8, 16, 32, 64):
            for value in (0, 1, 1 << size - 1, self.edge(size)):
                low = (value & -value).bit_length() - 1 if value else size
                for name, wanted in (("cttz", low), ("ctlz", size - value.bit_length())):
                    for flag in ("true", "false"):
                        self.check(f"%r = call i{size} @llvm.{name}.i{size}(i{size} %a, i1 {flag})", f"i{size}", size,
                                   [None if flag == "true" and not value else wanted], (f"i{size}", value, size))
        for mask in (0, 1, 0x80, 0xA0):
            for flag in ("true", "false"):
                wanted = [None if flag == "true" and not mask else (mask & -mask).bit_length() - 1 if mask else 8]
                self.check(f"%r = call i64 @llvm.experimental.cttz.elts.i64.v8i1(<8 x i1> %a, i1 {flag})", "i64", 64, wanted,
                           ("<8 x i1>", mask, 8))


if __name__ == "__main__":
    unittest.main()
