"""Words that are a sum of symbols and a number, for positions in a text of any length.

Such a word knows its sum, so two positions with the same symbols have a known distance. As a list of literals
it is the value of the sum, so all other operations see bits.
"""
from words import constant, number


class Position(list):
    """A word: the sum of `terms`, pairs of a symbol and how often it counts, and of the word `rest`."""

    def __init__(self, literals, terms, rest):
        super().__init__(literals)
        self.terms, self.rest = terms, rest

    @property
    def distance(self):
        """The rest as a signed number, or `None` if it is not constant."""
        return signed(number(self.rest))

    def key(self):
        return self.terms, number(self.rest)


def signed(value, size=64):
    return value if value is None or value < 1 << size - 1 else value - (1 << size)


class Positions:
    """Makes positions over one graph. Equal sums have equal literals."""

    def __init__(self, graph, words):
        self.g, self.w, self.symbols, self.made, self.found = graph, words, {}, {}, {}

    def symbol(self, name, word):
        """Names a word as a symbol."""
        self.symbols[name] = word
        return self.make({name: 1}, constant(0, 64))

    def make(self, terms, rest):
        terms = tuple(sorted((name, count) for name, count in terms.items() if count))
        if not terms:
            return rest
        key = terms, tuple(rest)
        if key not in self.made:
            total = constant(0, 64)
            for name, count in terms:
                term = self.w.multiply(self.symbols[name], constant(abs(count), 64))
                total = self.w.add(total, term)[0] if count > 0 else self.w.subtract(total, term)[0]
            self.made[key] = self.w.add(total, rest)[0]
            self.found.setdefault(tuple(self.made[key]), (terms, rest))
        return Position(self.made[key], terms, rest)

    @staticmethod
    def unplaced(terms):
        """Returns a sum of symbols that have no literals here."""
        return Position([], terms, constant(0, 64))

    def find(self, word):
        """Returns the position with these literals if it was made, or else the word."""
        found = self.found.get(tuple(word))
        return Position(word, *found) if found else word

    def add(self, a, b, sign=1):
        """Returns the sum, or with the sign -1 the difference, of words of which one is a position."""
        terms = dict(getattr(a, "terms", ()))
        for name, count in getattr(b, "terms", ()):
            terms[name] = terms.get(name, 0) + sign * count
        x, y = getattr(a, "rest", a), getattr(b, "rest", b)
        return self.make(terms, self.w.add(x, y)[0] if sign > 0 else self.w.subtract(x, y)[0])


def copy(graph, to, names, literals):
    """Returns the literals of one graph in another. `names` has the literals for inputs, and is extended."""
    for literal in literals:
        stack = [literal >> 1]
        while stack:
            node = stack[-1]
            if node in names or node == 0:
                names.setdefault(0, 0)
                stack.pop()
                continue
            a, b = graph.left[node], graph.right[node]
            if a < 0:
                raise KeyError(node)
            rest = [each >> 1 for each in (a, b) if each >> 1 not in names and each > 1]
            if rest:
                stack += rest
                continue
            names.setdefault(0, 0)
            names[node] = to.both(names[a >> 1] ^ (a & 1), names[b >> 1] ^ (b & 1))
            stack.pop()
    return [names[literal >> 1] ^ (literal & 1) for literal in literals]
