"""Executes a part of a function over a text of any length: from its start or the head of a loop to the next head.

The text is a window of bytes around an anchor, which is a sum of symbols (see `positions.py`). The engine knows the
distance of each position from the anchor, and nothing else about the anchor but what the caller assumes. An access
outside of the window is not covered, except if the window ends with the text.
"""
from engine import Engine, State
from ir import Unsupported
from memory import Address
from positions import Position, Positions, signed
from words import constant, number

TEXT = ("read", "text")
# Distances are less than this, so they are exact next to symbols of 63 bits.
FAR = 1 << 20


class Several(Exception):
    """An instruction has several results, each with the literal that it is the one."""

    def __init__(self, ways):
        super().__init__()
        self.ways = ways


class PartEngine(Engine):
    """An engine that stops at the heads of one function.

    `heads` are the blocks at which it stops; `arrivals` are the states that it stopped. `assumed` holds on every
    state. `whole` is the sum of all symbols that make the length of the text.
    """

    def __init__(self, module, graph):
        super().__init__(module, graph)
        self.positions = Positions(graph, self.w)
        self.root, self.heads, self.arrivals = None, set(), []
        self.accepts = lambda function, state: True
        self.assumed, self.whole = [], {}
        self.anchor, self.before, self.ends_here, self.starts_here = (), 0, False, False
        self.known = {}
        # With `hands_over`, a call of a function with loops ends a state, and is kept here.
        self.hands_over, self.calls = False, []
        # The length of the text.
        self.length = None

    # What is known about positions.

    def never(self, literal):
        """Returns whether the assumptions exclude a literal."""
        if literal < 2:
            return literal == 0
        if literal not in self.known:
            self.known[literal] = not self.g.satisfiable(self.assumed + [literal])
        return self.known[literal]

    def exact(self, word):
        """Returns whether a word is the sum of its symbols and its distance without overflow."""
        known = number(word)
        if known is not None:
            return known < FAR
        if not isinstance(word, Position) or word.distance is None or abs(word.distance) >= FAR:
            return False
        if any(count != 1 or name not in self.whole for name, count in word.terms):
            return False
        if word.distance >= 0:
            return True
        base = self.positions.make(dict(word.terms), constant(0, 64))
        return self.never(self.w.less(base, constant(-word.distance, 64)))

    def reduced(self, a, b):
        """Returns two words that compare as `a` and `b` do, without the symbols that both have."""
        if not (isinstance(a, Position) or isinstance(b, Position)) or not (self.exact(a) and self.exact(b)):
            return a, b
        left, right = dict(getattr(a, "terms", ())), dict(getattr(b, "terms", ()))
        both = left.keys() & right.keys()
        x, y = (signed(number(getattr(each, "rest", each))) for each in (a, b))
        low = min(x, y)
        make = self.positions.make
        return tuple(make({name: 1 for name in terms if name not in both}, constant(value - low, 64))
                     for terms, value in ((left, x), (right, y)))

    def retag(self, word):
        """Returns the position that has these literals, if there is one."""
        return self.positions.find(word)

    # Instructions.

    def poisoned(self, undefined, word):
        return super().poisoned(0 if self.never(undefined) else undefined, word)

    def arithmetic(self, state, each):
        a, b = (self.get(state, *arg) for arg in each.args)
        if each.extra != ("i", 64) or not (isinstance(a, Position) or isinstance(b, Position)):
            return super().arithmetic(state, each)
        if each.op in ("add", "sub"):
            value = self.positions.add(a, b, 1 if each.op == "add" else -1)
            if "nsw" not in each.flags and self.exact(a) and self.exact(b) and self.exact(value):
                return value
            self.undefined = 0, None
            plain = super().arithmetic(state, each)
            return plain if self.undefined[0] else value
        plain = super().arithmetic(state, each)
        if each.op == "and":
            return self.rounded(a, b, plain)
        if each.op == "or" and self.never(self.g.any(self.w.map(self.g.both, a, b))):
            return self.positions.add(a, b)
        return plain

    def rounded(self, a, b, plain):
        """Returns a position without its lowest bits as a position, if only the distance has these bits."""
        if not isinstance(a, Position):
            a, b = b, a
        mask = number(b)
        if mask is None or number(a.rest) is None:
            return plain
        value = self.positions.make(dict(a.terms), constant(number(a.rest) & mask, 64))
        return value if list(value) == list(plain) else plain

    def do_getelementptr(self, run, state, each):
        address = self.get(state, *each.args[0])
        if each.extra == ("i", 8) and len(each.args) == 2:
            index = self.get(state, *each.args[1])
            index = index if len(index) == 64 else (index + [index[-1]] * 64)[:64]
            found = Address(address.region, self.positions.add(address.offset, index))
            self.made.append(self.strays(state, each, address, found, 0 if self.never(index[-1]) else index[-1]))
            return found
        if not isinstance(address.offset, Position):
            return super().do_getelementptr(run, state, each)
        step = super().do_getelementptr(run, self.zero_based(state, each), each).offset
        found = Address(address.region, self.positions.add(address.offset, step))
        self.made = [self.strays(state, each, address, found, 0 if self.never(step[-1]) else step[-1])]
        return found

    def beyond(self, state, address):
        if address.region != TEXT:
            return super().beyond(state, address)
        offset, data = address.offset, state.memory[TEXT]
        distance = signed(number(getattr(offset, "rest", offset)))
        if distance is not None and getattr(offset, "terms", ()) == self.anchor and (
                0 <= distance + self.before <= len(data)):
            return 0
        literal = self.w.less(*self.reduced(self.length, offset))
        return 0 if self.never(literal) else literal

    def zero_based(self, state, each):
        names = dict(state.names)
        names[each.args[0][1]] = Address(TEXT, constant(0, 64))
        return State(state.guard, names, state.memory, shadows=state.shadows)

    def do_icmp(self, run, state, each):
        kind = each.args[0][0]
        a, b = (self.get(state, *arg) for arg in each.args)
        if kind == ("p",) and a.region == b.region:
            a, b = a.offset, b.offset
        elif kind != ("i", 64):
            return super().do_icmp(run, state, each)
        if isinstance(a, Position) or isinstance(b, Position):
            x, y = self.reduced(a, b)
            w = self.w
            test = each.extra
            # Exact positions are below the sign, as is the length of a text.
            if test in ("eq", "ne", "ult", "ugt", "ule", "uge"):
                if "samesign" in each.flags and not self.never(self.g.differ(a[-1], b[-1])):
                    return super().do_icmp(run, state, each)
                value = {"eq": lambda: w.equal(x, y), "ne": lambda: w.equal(x, y) ^ 1, "ult": lambda: w.less(x, y),
                         "ugt": lambda: w.less(y, x), "ule": lambda: w.less(y, x) ^ 1,
                         "uge": lambda: w.less(x, y) ^ 1}[test]()
                return [value]
        return super().do_icmp(run, state, each)

    def do_select(self, run, state, each):
        c, a, b = (self.get(state, *arg) for arg in each.args)
        if len(c) == 1 and c[0] > 1:
            return self.either(state, c[0], a, b, lambda: super(PartEngine, self).do_select(run, state, each))
        return super().do_select(run, state, each)

    def either(self, state, c, a, b, otherwise):
        """Returns one of two values, or both as ways if they are positions."""
        x, y = (each.offset if isinstance(each, Address) else each for each in (a, b))
        if not (isinstance(x, Position) or isinstance(y, Position)):
            return otherwise()
        if not self.possible(state, c):
            return b
        if not self.possible(state, c ^ 1):
            return a
        raise Several([(c, a), (c ^ 1, b)])

    def do_call(self, run, state, each):
        name = each.extra[0]
        for found, first in (("llvm.umin.i64", True), ("llvm.umax.i64", False)):
            if name == found:
                a, b = (self.get(state, *arg) for arg in each.args)
                if isinstance(a, Position) or isinstance(b, Position):
                    x, y = self.reduced(a, b)
                    less = self.w.less(x, y)
                    if less < 2:
                        return a if less == first else b
                    return self.either(state, less if first else less ^ 1, a, b, lambda: None)
        if name == "llvm.usub.sat.i64":
            a, b = (self.get(state, *arg) for arg in each.args)
            if isinstance(a, Position) or isinstance(b, Position):
                x, y = self.reduced(a, b)
                less = self.w.less(x, y)
                value = self.positions.add(a, b, -1)
                if less < 2:
                    return constant(0, 64) if less else value
                return self.either(state, less, self.positions.make({}, constant(0, 64)), value, lambda: self.w.choose(
                    less, constant(0, 64), value))
        return super().do_call(run, state, each)

    def decode(self, kind, data):
        value = super().decode(kind, data)
        return self.retag(value) if kind == ("i", 64) else value

    def merged(self, c, a, b):
        if isinstance(a, Position):
            if list(a) == list(b):
                return a
            rest = self.w.choose(c, a.rest, b.rest)
            return self.positions.make(dict(a.terms), rest)
        return super().merged(c, a, b)

    # Memory.

    def place(self, address, operand):
        if address.region != TEXT:
            return super().place(address, operand)
        offset = address.offset
        terms = getattr(offset, "terms", ())
        distance = signed(number(getattr(offset, "rest", offset)))
        if distance is None:
            self.split(operand, offset)
        if terms != self.anchor:
            raise Unsupported(f"an access at {terms}, not at {self.anchor}")
        return distance + self.before

    def outside(self, state, address, what, literal=1):
        if address.region == TEXT and not (self.ends_here and self.starts_here) and self.possible(state, literal):
            at = signed(number(getattr(address.offset, "rest", address.offset)))
            if at >= 0 and not self.ends_here or at < 0 and not self.starts_here:
                raise Unsupported(f"an access outside of the window, {what}")
        super().outside(state, address, what, literal)

    def values(self, state, word, what):
        return super().values(state, getattr(word, "rest", word), what)

    # Control.

    def block(self, function, run, state, push):
        while True:
            try:
                yield from super().block(function, run, state, push)
                return
            except Several as several:
                each = function.blocks[state.block][state.index]
                for literal, value in several.ways:
                    if self.possible(state, literal):
                        fork = state.fork(literal)
                        fork.names[each.result] = value
                        fork.shadow(each.result, self.after(fork, each, ("i", 64)))
                        fork.index += 1
                        push(fork)
                return

    def fixed(self, word, value):
        if not isinstance(word, Position):
            return super().fixed(word, value)
        return self.w.is_number(word.rest, value), self.positions.make(dict(word.terms), constant(value, 64))

    def enter(self, function, state, to):
        super().enter(function, state, to)
        state.arrived = True

    def stops(self, function, state):
        arrived = getattr(state, "arrived", False)
        state.arrived = False
        if arrived and function.name == self.root and state.block in self.heads and self.accepts(function, state):
            self.arrivals.append(state)
            return True
        return False

    def call(self, function, state, each, push):
        if self.hands_over and self.has_loops(each.extra[0]):
            self.calls.append((function, state, each))
            return
        super().call(function, state, each, push)

    def has_loops(self, name):
        if name not in self.module.bodies:
            return False
        return any(block in around for block, around in self.module.function(name).loops.items())
