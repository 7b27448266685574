"""Guesses the shape of the names at the head of a loop, and compares states with shapes.

A guess is made of the first state that arrives. Names that the loop moves forward or backward together get a
symbol for its progress. Names that the guess does not fit later become free.
"""
from dataclasses import dataclass, field

from graph import Graph
from ir import Unsupported
from memory import Address
from positions import Position, Positions, copy, signed
from unbounded import TEXT
from words import Words, constant, number

REST = "rest"
# A loop that the compiler unrolled has more blocks that begin a step.
MANY = 8


@dataclass
class Shape:
    """The names at a place, over the inputs of a graph.

    `symbols` has the inputs of each symbol; the length of the text after the anchor is one of them. `rule` says
    which name is at the anchor. `free` are the names with any value, or with any value below a limit if they are in
    `limits`, and `opened` those that say that a sequence continues at the anchor. A shape `is_first` if it was
    guessed at the start of the text, where positions are numbers.
    """
    function: object
    block: str
    graph: Graph
    symbols: dict
    names: dict
    anchor: object
    rule: tuple = ()
    free: set = field(default_factory=set)
    opened: set = field(default_factory=set)
    limits: dict = field(default_factory=dict)
    is_first: bool = False

    def __str__(self):
        return f"{self.function.name[-50:]} {self.block[-30:]}"

    def floors(self):
        """Returns pairs of a sum of symbols and the least value that it must have, so that no position in the text
        is negative."""
        found = {}
        for name, value in self.names.items():
            value = value.offset if isinstance(value, Address) else value
            distance = getattr(value, "distance", None)
            if name not in self.free and distance is not None and distance < 0 and REST not in dict(value.terms):
                found[value.terms] = max(found.get(value.terms, 0), -distance)
        return sorted(found.items())

    def weaken(self, name):
        """Takes back the guess about a name."""
        kind = self.function.types[name]
        if name in self.limits:
            del self.limits[name]
        elif kind == ("i", 1) and name not in self.opened | self.free:
            self.opened.add(name)
        elif kind[0] in "iv" and name not in self.free:
            self.opened.discard(name)
            self.free.add(name)
        else:
            raise Unsupported(f"no guess about {name} at {self}")


def phis(function, block):
    return [each for each in function.blocks[block] if each.op == "phi"]


def direction(function, head, phi):
    """Returns 1 or -1 if a loop moves a name in one direction, 0 if it keeps it, or `None`."""
    made = {e.result: e for block in function.blocks.values() for e in block if e.result}
    found, seen = set(), set()

    def walk(name, sign):
        if not isinstance(name, str) or name == phi.result:
            found.add(sign if name == phi.result else None)
            return
        if (name, sign) in seen:
            return
        seen.add((name, sign))
        each = made.get(name)
        if each is None:
            found.add(None)
        elif each.op in ("phi", "select"):
            for kind, operand in each.args:
                if kind != ("i", 1):
                    walk(operand, sign)
        elif each.op in ("add", "getelementptr") and len(each.args) == 2:
            values = [operand for _, operand in each.args]
            if isinstance(values[1], list):
                step = signed(number(values[1]), len(values[1]))
                walk(values[0], (step > 0) - (step < 0) or sign)
            else:
                for operand in values:
                    walk(operand, 1)
        elif each.op == "sub" and isinstance(each.args[1][1], list):
            walk(each.args[0][1], -1)
        else:
            found.add(None)

    for (_, operand), came in zip(phi.args, phi.extra[1]):
        if head in function.loops.get(came, ()):
            walk(operand, 0)
    found.discard(None if len(found) > 1 else 2)
    return found.pop() if len(found) == 1 else 1 if found == {0, 1} else -1 if found == {0, -1} else None


def limit(function, head, phi):
    """Returns the number at which a loop ends that counts with a name from a constant, or `None`."""
    starts = [operand for (_, operand), came in zip(phi.args, phi.extra[1]) if head not in function.loops.get(came, ())]
    turns = {operand for (_, operand), came in zip(phi.args, phi.extra[1]) if head in function.loops.get(came, ())}
    if phi.extra[0] != ("i", 64) or not all(isinstance(each, list) for each in starts) or len(turns) != 1:
        return None
    after = turns.pop()
    inside = [each for block, code in function.blocks.items() if head in function.loops.get(block, ()) for each in code]
    adds = any(each.result == after and each.op == "add" and each.args[0][1] == phi.result and
               isinstance(each.args[1][1], list) for each in inside)
    ends = [number(each.args[1][1]) for each in inside
            if each.op == "icmp" and each.extra == "eq" and each.args[0][1] == after and isinstance(each.args[1][1], list)]
    return ends[0] if adds and len(ends) == 1 else None


def heads(function):
    """Returns the heads of all loops."""
    return {block for block, around in function.loops.items() if block in around}


def stations(function):
    """Returns the blocks that read the text at an index from before, if the code is a chain of them."""
    found = {block for block, code in function.blocks.items()
             if list(indices(function, block)) and all(each.op != "load" for each in code)} - heads(function)
    return found if len(found) > MANY else set()


def indices(function, block):
    """Yields the names of indices that a block gets and uses, with the names of the addresses."""
    live = function.live.get(block, ())
    made = {each.result for each in phis(function, block)}
    for each in function.blocks[block]:
        if each.op == "getelementptr" and each.extra == ("i", 8) and len(each.args) == 2:
            address, index = (operand for _, operand in each.args)
            if isinstance(index, str) and index in live and index not in made and address in function.params:
                yield index, address


def rules(function, head):
    """Yields ways to find the anchor at a head: a moving address, an index into an address, or an index."""
    if head not in heads(function):
        for index, address in indices(function, head):
            yield "index", index, address
        return
    moving = [each for each in phis(function, head) if direction(function, head, each) == 1]
    for each in moving:
        if each.extra[0] == ("p",):
            yield "address", each.result
    moved = [each.result for each in moving if each.extra[0] == ("i", 64)]
    for block, instructions in function.blocks.items():
        for each in instructions:
            if (each.op == "getelementptr" and each.extra == ("i", 8) and each.args[1][1] in moved
                    and head in function.loops.get(block, ()) and isinstance(each.args[0][1], str)):
                yield "index", each.args[1][1], each.args[0][1]
    for each in moving:
        if each.result in moved:
            yield "number", each.result


def anchor_of(positions, rule, names):
    """Returns the position of the anchor in the text, or `None`."""
    values = [names.get(name) for name in rule[1:]]
    for each in values:
        if each is None or isinstance(each, Address) and each.region != TEXT:
            return None
    if rule[0] == "index":
        return positions.add(values[1].offset, values[0]) if isinstance(values[1], Address) else None
    return values[0].offset if isinstance(values[0], Address) else values[0]


class Lift:
    """Expresses values of a part by other symbols. `meaning` has the value of each symbol of the part."""

    def __init__(self, part, graph, symbols, meaning, positions=None):
        self.part, self.graph, self.meaning = part, graph, meaning
        self.positions = positions
        if positions is None:
            self.positions = Positions(graph, Words(graph))
            self.meaning = {name: self.positions.add(self.positions.symbol(name, symbols[name]), offset)
                            for name, offset in meaning.items()}

    def value(self, value):
        if isinstance(value, Address):
            return Address(value.region, self.value(value.offset))
        if isinstance(value, Position):
            total = self.copied(value.rest)
            for name, count in value.terms:
                for _ in range(abs(count)):
                    total = self.positions.add(total, self.meaning[name], 1 if count > 0 else -1)
            return total
        if type(value) is not list:
            raise Unsupported(f"a {type(value).__name__} at the head of a loop")
        return self.copied(value)

    def copied(self, word):
        if number(word) is not None:
            return list(word)
        names = {}
        for name, mine in self.part.engine.whole.items():
            names.update((a >> 1, b) for a, b in zip(mine, self.meaning[name]) if a > 1)
        return copy(self.part.g, self.graph, names, word)


class Guess:
    """Makes a shape of a state that arrived in a part."""

    def __init__(self, part, state, rule, distance):
        self.part, self.state, self.distance = part, state, distance
        function, head = part.shape.function, state.block
        self.graph = Graph()
        self.positions = Positions(self.graph, Words(self.graph))
        self.symbols, self.terms = {}, {}
        # Between loops, all positions move together.
        self.loops = head in heads(function)
        moving = phis(function, head) if self.loops else []
        self.moves = {each.result: direction(function, head, each) for each in moving}
        self.step, self.start = "step " + head, "start " + head
        self.anchor_terms = dict(getattr(part.anchor, "terms", ()))
        self.make_symbols()
        self.lifts = Lift(part, self.graph, self.symbols, self.meaning, self.positions)
        names, free = {}, set()
        live = function.live[head]
        found = {each.result: limit(function, head, each) for each in moving if each.result in live}
        limits = {name: value for name, value in found.items() if value is not None and name not in rule}
        for name, value in state.names.items():
            if name in limits:
                names[name] = None
                free.add(name)
            elif name in live:
                try:
                    names[name] = self.moved(self.lift(value), self.moves.get(name) or 0)
                except KeyError:
                    names[name] = None
                    free.add(name)
        anchor = self.moved(self.lift(anchor_of(part.positions, rule, state.names)), int(self.loops))
        self.shape = Shape(function, head, self.graph, self.symbols, names, anchor, rule, free, limits=limits)
        self.shape.is_first = part.starts_here
        self.prune()

    def prune(self):
        """Removes symbols that no name has, or that all names have together with another one."""
        shape, bits = self.shape, set()
        values = [*shape.names.values(), shape.anchor]
        values = [each.offset if isinstance(each, Address) else each for each in values if each is not None]
        for each in values:
            bits |= support(self.graph, getattr(each, "rest", each))
        for name in sorted(set(self.symbols) - {REST}):
            if any(literal >> 1 in bits for literal in self.symbols[name]):
                continue
            counts = [[dict(getattr(each, "terms", ())).get(other, 0) for each in values] for other in self.symbols]
            mine = [dict(getattr(each, "terms", ())).get(name, 0) for each in values]
            if any(mine) and counts.count(mine) < 2:
                continue
            del self.symbols[name]
            values = [self.without(each, name) for each in values]
            shape.names = {key: self.without(each, name) for key, each in shape.names.items()}
            shape.anchor = self.without(shape.anchor, name)

    def without(self, value, name):
        if isinstance(value, Address):
            return Address(value.region, self.without(value.offset, name))
        if not isinstance(value, Position):
            return value
        terms = dict(value.terms)
        terms.pop(name, None)
        return self.positions.make(terms, value.rest)

    def symbol(self, name):
        self.symbols[name] = self.graph.inputs(64)
        return self.positions.symbol(name, self.symbols[name])

    def make_symbols(self):
        """Expresses the symbols of the part by those of the shape."""
        add, part = self.positions.add, self.part
        step = self.symbol(self.step) if self.loops else constant(0, 64)
        rest = self.symbol(REST)
        terms, self.meaning = self.anchor_terms, {}
        for name in part.engine.whole:
            if name != REST and name not in list(terms)[-1:]:
                self.meaning[name] = self.symbol(name) if name not in self.symbols else None
        if terms:
            # The last symbol of the anchor moves on by the distance of this place from the one before.
            last = list(terms)[-1]
            base = signed(number(part.anchor.rest))
            value = add(self.symbol(self.start), constant(-base - self.distance, 64))
            self.meaning[last] = value
        more = self.distance - part.induction.residue
        if REST in part.engine.whole:
            self.meaning[REST] = add(add(step, rest), constant(more, 64))

    def lift(self, value):
        return self.lifts.value(value)

    def moved(self, value, sign):
        if not sign:
            return value
        if isinstance(value, Address):
            return Address(value.region, self.moved(value.offset, sign))
        if not isinstance(value, list) or len(value) != 64:
            return value
        return self.positions.add(value, self.positions.make({self.step: 1}, constant(0, 64)), sign)


def support(graph, word):
    """Returns the nodes of the inputs that a word depends on."""
    found, seen, stack = set(), set(), [literal >> 1 for literal in word]
    while stack:
        node = stack.pop()
        if node in seen or not node:
            continue
        seen.add(node)
        if graph.left[node] < 0:
            found.add(node)
        else:
            stack += [graph.left[node] >> 1, graph.right[node] >> 1]
    return found


class Match:
    """Compares a state that arrived in a part with a shape."""

    def __init__(self, part, state, shape):
        self.part, self.state, self.shape = part, state, shape
        self.positions = part.positions
        self.anchor = anchor_of(self.positions, shape.rule, state.names)
        self.values = {REST: self.positions.add(part.length, self.anchor, -1)} if self.anchor is not None else {}

    def bind(self):
        """Finds the value of each symbol."""
        add, open_ = self.positions.add, set(self.shape.symbols) - {REST}
        pairs = [(self.shape.anchor, self.anchor)]
        for name, value in self.shape.names.items():
            if name not in self.shape.free | self.shape.opened:
                pairs.append((value, self.state.names[name]))
        pairs = [(a.offset, b.offset) if isinstance(a, Address) and isinstance(b, Address) else (a, b)
                 for a, b in pairs]
        moved = True
        while moved and open_:
            moved = False
            for mine, theirs in pairs:
                terms = dict(getattr(mine, "terms", ()))
                unknown = [name for name in terms if name in open_]
                if len(unknown) != 1 or terms[unknown[0]] != 1 or number(mine.rest) is None:
                    continue
                value = add(theirs, mine.rest, -1)
                for name, count in terms.items():
                    for _ in range(abs(count) if name not in unknown else 0):
                        value = add(value, self.values[name], -1 if count > 0 else 1)
                self.values[unknown[0]] = value
                open_.discard(unknown[0])
                moved = True
        for name in open_:
            # A symbol that no name depends on by itself has any value.
            raise Unsupported(f"the symbol {name} of {self.shape} is not known")

    def wrong(self):
        """Returns the name that does not have the shape, or `None`."""
        part, g, guard = self.part, self.part.g, self.state.guard
        low = part.induction.low
        for name, value in self.values.items():
            bad = g.any(value[:low] * (name != REST) + [value[63]])
            if g.satisfiable(guard + [bad]):
                raise Unsupported(f"the symbol {name} of {self.shape} is not in its range")
        if not self.fits() and g.satisfiable(guard + [part.overflow(self.values.values())]):
            raise Unsupported(f"the symbols of {self.shape} are too large")
        for literal in part.below(self.shape, self.values):
            if g.satisfiable(guard + [literal]):
                raise Unsupported(f"a name of {self.shape} is negative")
        for name, value in self.shape.names.items():
            if name in self.shape.limits:
                last = constant(self.shape.limits[name] - 1, 64)
                if g.satisfiable(guard + [part.w.less(last, self.state.names[name])]):
                    return name
            if name in self.shape.free:
                continue
            actual = self.state.names[name]
            if name in self.shape.opened:
                wanted = [part.opens(part.index(self.anchor))]
            else:
                wanted = part.value_of(self.shape, value, self.values)
            if not self.same(wanted, actual, guard):
                return name
        return None

    def fits(self):
        """Returns `True` if the sum of the values of all symbols is clearly at most the length of the text."""
        total = constant(0, 64)
        for value in self.values.values():
            if not self.part.engine.exact(value):
                return False
            total = self.positions.add(total, value)
        length = self.part.length
        excess = number(self.positions.add(total, length, -1))
        return self.part.engine.exact(length) and excess is not None and signed(excess) <= 0

    def same(self, a, b, guard):
        if isinstance(a, Address) or isinstance(b, Address):
            return isinstance(a, Address) and isinstance(b, Address) and a.region == b.region and self.same(
                a.offset, b.offset, guard)
        if list(a) == list(b):
            return True
        if getattr(a, "terms", 0) == getattr(b, "terms", 1):
            a, b = a.rest, b.rest
        return not self.part.g.satisfiable(guard + [self.part.w.equal(a, b) ^ 1])
