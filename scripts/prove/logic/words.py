"""Arithmetic over words, which are lists of literals with the lowest bit first."""


def constant(value, size):
    return [value >> i & 1 for i in range(size)]


def number(word):
    """Returns the value of a word, or `None` if it is not constant."""
    total = 0
    for i, literal in enumerate(word):
        if literal > 1:
            return None
        total |= literal << i
    return total


def lanes(word, size):
    return [word[i:i + size] for i in range(0, len(word), size)]


def flat(words):
    return [literal for word in words for literal in word]


class Words:
    """The operations, over one graph."""

    def __init__(self, graph):
        self.g = graph

    def invert(self, a):
        return [x ^ 1 for x in a]

    def map(self, f, a, b):
        return [f(x, y) for x, y in zip(a, b, strict=True)]

    def equal(self, a, b):
        differ = self.g.differ
        return self.g.all([differ(x, y) ^ 1 for x, y in zip(a, b, strict=True)])

    def is_number(self, a, value):
        return self.g.all([x ^ 1 ^ (value >> i & 1) for i, x in enumerate(a)])

    def add(self, a, b, carry=0):
        """Returns the sum and the carry."""
        g, out = self.g, []
        for x, y in zip(a, b, strict=True):
            half = g.differ(x, y)
            out.append(g.differ(half, carry))
            carry = g.either(g.both(x, y), g.both(half, carry))
        return out, carry

    def subtract(self, a, b):
        """Returns the difference and the borrow."""
        out, carry = self.add(a, self.invert(b), 1)
        return out, carry ^ 1

    def less(self, a, b):
        g, less = self.g, 0
        for x, y in zip(a, b, strict=True):
            less = g.choose(g.differ(x, y), y, less)
        return less

    def less_signed(self, a, b):
        return self.less(a[:-1] + [a[-1] ^ 1], b[:-1] + [b[-1] ^ 1])

    def choose(self, c, a, b):
        choose = self.g.choose
        return [choose(c, x, y) for x, y in zip(a, b, strict=True)]

    def within(self, a, low, high):
        size = len(a)
        below = self.less(a, constant(low, size))
        above = self.less(constant(high, size), a)
        return self.g.both(below ^ 1, above ^ 1)

    def shift_left(self, a, count, fill=0):
        size, known = len(a), number(count)
        if known is not None:
            return [fill] * min(known, size) + a[:max(size - known, 0)]
        over = self.g.any([count[i] for i in range(len(count)) if 1 << i >= size])
        for i in range(len(count)):
            step = 1 << i
            if step < size:
                a = self.choose(count[i], [fill] * step + a[:size - step], a)
        return [self.g.choose(over, fill, x) for x in a]

    def shift_right(self, a, count, fill=0):
        return self.shift_left(a[::-1], count, fill)[::-1]

    def multiply(self, a, b):
        size = len(a)
        if number(a) is not None:
            a, b = b, a
        total = constant(0, size)
        for i in range(size):
            if b[i]:
                row = [0] * i + [self.g.both(x, b[i]) for x in a[:size - i]]
                total = self.add(total, row)[0]
        return total

    def divide(self, a, b):
        """Returns the quotient and the remainder of unsigned words."""
        known = number(b)
        if known and known & (known - 1) == 0:
            k = known.bit_length() - 1
            return a[k:] + [0] * k, a[:k] + [0] * (len(a) - k)
        rest, quotient = constant(0, len(a) + 1), []
        wide = b + [0]
        for bit in reversed(a):
            rest = [bit] + rest[:-1]
            less, borrow = self.subtract(rest, wide)
            quotient.append(borrow ^ 1)
            rest = self.choose(borrow, rest, less)
        return quotient[::-1], rest[:-1]

    def count(self, bits, size):
        """Returns the number of true literals."""
        row = [[bit] for bit in bits]
        while len(row) > 1:
            sums = []
            for i in range(0, len(row) - 1, 2):
                a, b = row[i], row[i + 1]
                width = max(len(a), len(b))
                total, carry = self.add(a + [0] * (width - len(a)), b + [0] * (width - len(b)))
                sums.append(total + [carry])
            row = sums + row[len(row) & ~1:]
        return ((row[0] if row else []) + [0] * size)[:size]

    def trailing_zeros(self, a):
        size = len(a)
        total = constant(size, size)
        for i in reversed(range(size)):
            total = self.choose(a[i], constant(i, size), total)
        return total

    def select(self, index, items):
        """Returns the item at an index; there are as many items as the index has values."""
        if len(items) == 1:
            return items[0]
        top, half = index[-1], len(items) // 2
        if top < 2:
            return self.select(index[:-1], items[half:] if top else items[:half])
        low = self.select(index[:-1], items[:half])
        return self.choose(top, self.select(index[:-1], items[half:]), low)
