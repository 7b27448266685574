"""An and-inverter graph with structural hashing, and a SAT solver that answers questions about it.

A literal is twice the number of a node, plus one if it is negated. Node 0 is the constant: literal 0 is
false and literal 1 is true. Each node also has its value under `PATTERNS` random inputs. A pattern that
satisfies a question answers it without the solver.
"""
import contextlib
import random

from pysat.solvers import Cadical195, Glucose4

PATTERNS = 1024
# Questions with more conflicts go to the stronger solver.
CONFLICTS = 3000
FULL = (1 << PATTERNS) - 1


class Graph:
    """The nodes of one proof, and their clauses in the solver."""

    def __init__(self, seed=1):
        self.left, self.right, self.values, self.table = [0], [0], [0], {}
        self.solvers = Solvers()
        self.random = random.Random(seed)
        self.queries = self.simulated = 0
        # The number of the pattern that answered the last question, or -1 if the solver did.
        self.pattern = -1
        self.refuted = []

    def input(self, values=None):
        """Returns a new input, with these values in the patterns, or else with random ones."""
        self.left.append(-1)
        self.right.append(-1)
        self.values.append(self.random.getrandbits(PATTERNS) if values is None else values)
        return 2 * (len(self.left) - 1)

    def inputs(self, count):
        return [self.input() for _ in range(count)]

    def value(self, literal):
        """Returns the value of a literal in all patterns, one bit for each."""
        return self.values[literal >> 1] ^ (FULL if literal & 1 else 0)

    def both(self, a, b):
        """Returns the conjunction of two literals."""
        if a > b:
            a, b = b, a
        if a == 0 or a == b ^ 1:
            return 0
        if a == 1 or a == b:
            return b
        left, right = self.left, self.right
        x = b >> 1
        if left[x] > 0:
            p, q = left[x], right[x]
            if b & 1:
                if p == a ^ 1 or q == a ^ 1:
                    return a
                if p == a:
                    return self.both(a, q ^ 1)
                if q == a:
                    return self.both(a, p ^ 1)
            elif p == a or q == a:
                return b
            elif p == a ^ 1 or q == a ^ 1:
                return 0
        x = a >> 1
        if left[x] > 0:
            p, q = left[x], right[x]
            if a & 1:
                if p == b ^ 1 or q == b ^ 1:
                    return b
                if p == b:
                    return self.both(b, q ^ 1)
                if q == b:
                    return self.both(b, p ^ 1)
            elif p == b or q == b:
                return a
            elif p == b ^ 1 or q == b ^ 1:
                return 0
        key = a << 32 | b
        found = self.table.get(key)
        if found is None:
            found = self.table[key] = 2 * len(left)
            left.append(a)
            right.append(b)
            v = self.values
            v.append((v[a >> 1] ^ (FULL if a & 1 else 0)) & (v[b >> 1] ^ (FULL if b & 1 else 0)))
        return found

    def either(self, a, b):
        return self.both(a ^ 1, b ^ 1) ^ 1

    def differ(self, a, b):
        """Returns the exclusive or of two literals."""
        if a < 2 or b < 2:
            return a ^ b
        flip = (a ^ b) & 1
        a, b = a & ~1, b & ~1
        if a == b:
            return flip
        return self.both(self.both(a, b) ^ 1, self.both(a ^ 1, b ^ 1) ^ 1) ^ flip

    def choose(self, c, a, b):
        """Returns `a` if `c` is true, or else `b`."""
        if a == b or c == 1:
            return a
        if c == 0:
            return b
        if a == b ^ 1:
            return self.differ(c, b)
        return self.both(self.both(c, a) ^ 1, self.both(c ^ 1, b) ^ 1) ^ 1

    def any(self, literals):
        """Returns the disjunction of all literals, as a balanced tree."""
        row = list(literals)
        while len(row) > 1:
            pairs = range(0, len(row) - 1, 2)
            row = [self.either(row[i], row[i + 1]) for i in pairs] + row[len(row) & ~1:]
        return row[0] if row else 0

    def all(self, literals):
        return self.any([literal ^ 1 for literal in literals]) ^ 1

    def cone(self, literals, names):
        """Yields the clauses of all nodes that the literals depend on, and that have no number yet.

        `names` has the numbers of nodes in the clauses.
        """
        stack = [literal >> 1 for literal in literals if literal >> 1 not in names]
        for node in stack:
            names.setdefault(node, len(names) + 1)
        left, right = self.left, self.right
        while stack:
            node = stack.pop()
            a = left[node]
            if a < 0:
                continue
            b, x = right[node], names[node]
            for each in (a >> 1, b >> 1):
                if each not in names:
                    names[each] = len(names) + 1
                    stack.append(each)
            p = -names[a >> 1] if a & 1 else names[a >> 1]
            q = -names[b >> 1] if b & 1 else names[b >> 1]
            yield (-x, p)
            yield (-x, q)
            yield (x, -p, -q)

    def simulate(self, literals):
        """Returns the patterns that satisfy all literals."""
        found = FULL
        for literal in literals:
            found &= self.value(literal)
        return found

    def satisfiable(self, literals):
        """Returns whether some input satisfies all literals."""
        if 0 in literals:
            return False
        literals = [literal for literal in literals if literal != 1]
        patterns = self.simulate(literals)
        self.pattern = patterns.bit_length() - 1
        if patterns:
            self.simulated += 1
            return True
        self.queries += 1
        found = self.solvers.solve(self, literals)
        if not found:
            self.refuted.append(literals)
        return found

    def close(self):
        """Frees the memory. There are no answers after this: every question raises an error."""
        self.solvers.delete()
        self.left = self.right = self.values = self.table = self.solvers = self.refuted = None

    @contextlib.contextmanager
    def apart(self):
        """Answers questions with a solver of its own, which is faster if they have few gates."""
        outer, self.solvers = self.solvers, Solvers()
        yield
        self.solvers.delete()
        self.solvers = outer

    def read(self, bits):
        """Returns the number that some literals are in the input that satisfied the last question."""
        if self.pattern >= 0:
            return sum((self.value(literal) >> self.pattern & 1) << i for i, literal in enumerate(bits))
        names, model = self.solvers.names, self.solvers.model
        total = 0
        for i, literal in enumerate(bits):
            number = names.get(literal >> 1, 0) if literal > 1 else 0
            known = 0 < number <= len(model) and model[number - 1] > 0
            total |= (int(known) ^ (literal & 1)) << i
        return total


class Solvers:
    """Glucose for questions that it answers fast, and CaDiCaL for the others."""

    def __init__(self):
        self.names, self.model = {0: 1}, []
        self.fast, self.strong = Glucose4(bootstrap_with=[[-1]]), None
        self.clauses = [(-1,)]

    def delete(self):
        self.fast.delete()
        if self.strong:
            self.strong.delete()

    def solve(self, graph, literals):
        for clause in graph.cone(literals, self.names):
            self.fast.add_clause(clause)
            self.clauses.append(clause)
        names = self.names
        assumptions = [-names[each >> 1] if each & 1 else names[each >> 1] for each in literals]
        solver = self.fast
        solver.conf_budget(CONFLICTS)
        found = solver.solve_limited(assumptions=assumptions)
        if found is None:
            if self.strong is None:
                self.strong = Cadical195()
            solver = self.strong
            for clause in self.clauses:
                solver.add_clause(clause)
            self.clauses = []
            found = solver.solve(assumptions=assumptions)
        if found:
            self.model = solver.get_model()
        return found
