"""One part of a proof by induction: the code from one place to the next ones (see `induction.py`)."""
from dataclasses import dataclass

from certificate import verify
from engine import State
from graph import Graph
from ir import Unsupported, size_of
from memory import Address
from positions import Position, Positions, copy, signed
from shapes import REST, anchor_of, phis, rules, support
from specification import UNITS, Specification
from unbounded import TEXT, PartEngine
from words import Words, constant, number

# The longest sequence, in bytes.
LONGEST = {"UTF8": 4, "UTF16LE": 4, "UTF16BE": 4, "UTF32LE": 4, "UTF32BE": 4}


class Refuted(Exception):
    """The code does something else than the specification, for some text."""


@dataclass
class Counts:
    """What reports need of a part that is proven."""
    gates: int
    queries: int
    states: int
    ends: int
    questions: int
    executed: set
    tables_read: dict


class Decoder:
    """The decoder of `form/` for the first bytes of a text, once for all positions."""

    def __init__(self, module, form):
        self.form, self.size, self.unit = form, LONGEST[form], UNITS[form]
        self.graph = Graph(2)
        self.inputs = [self.graph.inputs(8) for _ in range(self.size)]
        spec = Specification(module, self.graph)
        self.executed = spec.engine.executed
        w = Words(self.graph)
        # Whether the first bytes are a sequence, by its length. `whole` is for any text that is not shorter.
        length = self.graph.inputs(63) + [0]
        enough = w.less(length, constant(self.size, 64)) ^ 1
        self.whole = self.lengths(w, spec.classify(form, self.inputs, True))
        well, size, _ = spec.classify(form, self.inputs, True, length, enough)
        for count, exact in zip(range(self.unit, self.size + 1, self.unit), self.whole):
            each = self.graph.both(well, w.is_number(size, count))
            if self.graph.satisfiable([enough, self.graph.differ(each, exact)]):
                raise Unsupported("the decoder sees more than a sequence")
        self.short, self.open = {}, {}
        for count in range(1, self.size):
            self.short[count] = self.lengths(w, spec.classify(form, self.inputs[:count], True))
            self.open[count] = self.defined(spec.classify(form, self.inputs[:count], False)[2])

    def lengths(self, w, found):
        well, length, _ = found
        sizes = range(self.unit, self.size + 1, self.unit)
        return [self.defined(self.graph.both(well, w.is_number(length, size))) for size in sizes]

    def defined(self, literal):
        """Returns a literal without the inputs that stand for undefined values, on which it must not depend."""
        mine = {bit >> 1 for byte in self.inputs for bit in byte}
        names = {node: 2 * node if node in mine else 0 for node in support(self.graph, [literal])}
        found, = copy(self.graph, self.graph, names, [literal])
        if found != literal and self.graph.satisfiable([self.graph.differ(found, literal)]):
            raise Unsupported("the decoder depends on an undefined value")
        return found

    def put(self, g, literals, data):
        names = {}
        for mine, theirs in zip(self.inputs, data):
            names.update((a >> 1, b) for a, b in zip(mine, theirs))
        return copy(self.graph, g, names, literals)


class Part:
    """One execution from a shape: for all rests of at least `reach` bytes, or for one shorter rest."""

    def __init__(self, induction, shape, rest=None):
        self.induction, self.shape, self.rest = induction, shape, rest
        self.g = Graph()
        self.engine = PartEngine(induction.module, self.g)
        self.w, self.positions = self.engine.w, self.engine.positions
        self.make_symbols()
        self.make_text()
        self.names = {name: self.instance(value, name) for name, value in shape.names.items()}

    def make_symbols(self):
        g, w, low, induction = self.g, self.w, self.induction.low, self.induction
        self.values, self.inputs = {}, {}
        engine = self.engine
        for name in self.shape.symbols:
            if name == REST:
                continue
            word = [0] * low + g.inputs(63 - low) + [0]
            self.values[name] = self.positions.symbol(name, word)
            engine.whole[name] = word
        if self.rest is None:
            word = [0] * low + g.inputs(63 - low) + [0]
            more = self.positions.symbol(REST, word)
            engine.whole[REST] = word
            self.values[REST] = self.positions.add(more, constant(induction.residue, 64))
            engine.assumed.append(w.less(word, constant(induction.reach, 64)) ^ 1)
        else:
            self.values[REST] = constant(self.rest, 64)
        # The length of the text is less than 2^63, as that of all slices. `Match` checks it for other symbols.
        engine.assumed.append(self.overflow(self.values.values()) ^ 1)
        self.anchor = self.instance(self.shape.anchor)
        self.starts_here = number(self.anchor) == 0
        self.before = 0 if self.starts_here else induction.history
        if not self.starts_here:
            engine.assumed.append(w.less(self.anchor, constant(self.before, 64)) ^ 1)
        terms = [self.engine.positions.symbols[name] for name, _ in getattr(self.anchor, "terms", ())]
        known = getattr(self.anchor, "rest", self.anchor)
        engine.assumed.append(self.overflow([*terms, known, self.values[REST]]) ^ 1)
        engine.assumed += [literal ^ 1 for literal in self.below(self.shape, self.values)]
        self.length = engine.length = self.positions.add(self.anchor, self.values[REST])

    def make_text(self):
        """Makes the window and what is assumed about the text before the anchor."""
        g, decoder = self.g, self.induction.decoder
        count = self.before + (self.induction.reach if self.rest is None else self.rest)
        self.text = [g.inputs(8) for _ in range(count)]
        base = signed(number(getattr(self.anchor, "rest", self.anchor)))
        engine = self.engine
        engine.anchor, engine.before = getattr(self.anchor, "terms", ()), self.before - base
        engine.ends_here, engine.starts_here = self.rest is not None, self.starts_here
        self.begins = [0] * (count + 1)
        seeds = range(0, min(decoder.size, self.before + 1), decoder.unit)
        if len(seeds) == 1:
            self.begins[0] = 1
        else:
            self.begins[:len(seeds) * decoder.unit:decoder.unit] = chosen = [g.input() for _ in seeds]
            engine.assumed.append(g.any(chosen))
            engine.assumed += [g.both(a, b) ^ 1 for k, a in enumerate(chosen) for b in chosen[:k]]
        self.goes = [0] * (count + 1)
        for at in range(0, count, decoder.unit):
            if not self.begins[at]:
                continue
            left = count - at
            ways = decoder.whole if left >= decoder.size else decoder.short[left] if self.rest is not None else []
            found = decoder.put(g, ways, self.text[at:])
            self.goes[at] = g.any(found)
            for k, literal in enumerate(found):
                to = at + (k + 1) * decoder.unit
                if to <= count and literal:
                    self.begins[to] = g.either(self.begins[to], g.both(self.begins[at], literal))
        if self.before:
            engine.assumed.append(self.holds(self.before))

    def opens(self, at):
        """Returns the literal that a sequence continues at an index."""
        g, decoder, ways = self.g, self.induction.decoder, []
        for back in range(decoder.unit, min(decoder.size, at + 1), decoder.unit):
            if self.begins[at - back]:
                open_, = decoder.put(g, [decoder.open[back]], self.text[at - back:])
                ways.append(g.both(self.begins[at - back], open_))
        return g.any(ways)

    def holds(self, at):
        """Returns the literal of the invariant at an index."""
        if not self.induction.is_open:
            return self.begins[at]
        return self.g.either(self.begins[at], self.opens(at))

    # Values of names.

    def instance(self, value, name=None):
        """Returns a value of the shape over the symbols of this part."""
        if name in self.shape.limits:
            word = self.g.inputs(64)
            self.engine.assumed.append(self.w.less(word, constant(self.shape.limits[name], 64)))
            return word
        if name in self.shape.free:
            return self.engine.unknown(self.shape.function.types[name])
        if name in self.shape.opened:
            return [self.opens(self.before)]
        return self.value_of(self.shape, value, self.values)

    def value_of(self, shape, value, values):
        """Returns a value of a shape whose symbols have these values."""
        if isinstance(value, Address):
            return Address(value.region, self.value_of(shape, value.offset, values))
        total = self.put(shape, getattr(value, "rest", value), values)
        for symbol, count in getattr(value, "terms", ()):
            for _ in range(abs(count)):
                total = self.positions.add(total, values[symbol], 1 if count > 0 else -1)
        return self.engine.retag(total) if len(total) == 64 and type(total) is list else total

    def overflow(self, values):
        """Returns the literal that a sum is too large for a length."""
        total = constant(0, 68)
        for word in values:
            total = self.w.add(total, list(word) + [0] * 4)[0]
        return self.g.any(total[63:])

    def below(self, shape, values):
        """Returns the literals that sums of the symbols of a shape are too small."""
        for terms, least in shape.floors():
            total = self.value_of(shape, Positions.unplaced(terms), values)
            yield self.w.less(total, constant(least, 64))

    def put(self, shape, word, values):
        if number(word) is not None:
            return list(word)
        names = {}
        for symbol, inputs in shape.symbols.items():
            names.update((a >> 1, b) for a, b in zip(inputs, values[symbol]))
        return copy(shape.graph, self.g, names, word)

    def index(self, position):
        """Returns the index of a position in the window, or `None`."""
        rest = number(getattr(position, "rest", position))
        if getattr(position, "terms", ()) != self.engine.anchor or rest is None:
            return None
        at = signed(rest) + self.engine.before
        return at if 0 <= at <= len(self.text) else None

    def close(self, certify):
        """Checks the certificate of a part that is proven, frees its memory, and returns its counts."""
        g, engine = self.g, self.engine
        questions = verify(certify, g) if certify else 0
        counts = Counts(len(g.left), g.queries, engine.states, len(self.ends), questions, engine.executed,
                        engine.tables_read)
        g.close()
        return counts

    # Execution.

    def run(self, places):
        """Executes the part, and checks its ends. Returns the states that came to a place."""
        engine, function = self.engine, self.shape.function
        engine.root, engine.heads, engine.accepts = function.name, places, self.accepts
        engine.hands_over = self.starts_here and self.rest is None
        memory = {TEXT: self.text}
        if self.shape.block != function.first:
            # Local variables have any values.
            for each in (each for code in function.blocks.values() for each in code if each.op == "alloca"):
                region = "local", 1, each.result
                engine.locals[region] = size_of(each.extra), each.align
                memory[region] = [None] * size_of(each.extra)
        state = State(list(engine.assumed), dict(self.names), memory, self.shape.block,
                      len(phis(function, self.shape.block)))
        if not self.g.satisfiable(engine.assumed):
            raise Unsupported("the assumptions cannot hold")
        ends = engine.run_from(function, state)
        for frame in self.induction.frames:
            ends = [each for end, value in ends for each in self.resume(frame, end, value)]
        self.ends = ends
        for what, guard in engine.failures:
            if self.g.satisfiable(guard):
                raise Refuted(f"{what}; {self.sample()}")
        guards = [each.guard for each, _ in ends] + [each.guard for each in engine.arrivals]
        guards += [state.guard for _, state, _ in engine.calls]
        missing = self.g.all(self.g.all(guard) ^ 1 for guard in guards)
        if self.g.satisfiable(engine.assumed + [missing]):
            raise Refuted(f"some input reaches no end; {self.sample()}")
        for end, value in ends:
            wrong = self.g.either(self.is_result(value) ^ 1, engine.any_of(end.shadows.get("")))
            if self.g.satisfiable(end.guard + [wrong]):
                raise Refuted(f"the length; {self.sample()}")
        return engine.arrivals

    def resume(self, frame, end, value):
        """Continues in a caller of the function."""
        names = {name: self.value_of(frame, each, {REST: self.length}) for name, each in frame.names.items()}
        names[frame.rule] = value
        state = State(end.guard, names, end.memory, frame.block, frame.index)
        state.shadow(frame.rule, end.shadows.get(""))
        return self.engine.run_from(frame.function, state)

    def accepts(self, function, state):
        """Returns `True` if a state at a head has enough text before it; else the loop runs once more."""
        if not self.starts_here:
            return True
        for rule in rules(function, state.block):
            anchor = anchor_of(self.positions, rule, state.names)
            if anchor is not None and self.index(anchor) is not None:
                return number(anchor) >= self.induction.history
        return True

    def is_result(self, value):
        """Returns the literal that a value is the end of the longest well-formed prefix."""
        g, count, induction = self.g, len(self.text), self.induction
        ways = []
        if not isinstance(value, Position) and not self.starts_here:
            raise Unsupported("a result that is not a position")
        if getattr(value, "terms", ()) != getattr(self.anchor, "terms", ()):
            raise Unsupported(f"the result {getattr(value, 'terms', ())}")
        rest = getattr(value, "rest", value)
        shift = self.engine.before
        last = count if self.rest is not None else count - induction.decoder.size
        for at in range(0, count + 1, induction.decoder.unit):
            if at > last or not self.begins[at]:
                continue
            stops = g.both(self.begins[at], self.goes[at] ^ 1)
            wanted = at - shift + (1 if induction.weaken else 0)
            ways.append(g.both(stops, self.w.is_number(rest, wanted)))
        return g.any(ways)

    def sample(self):
        text = " ".join(f"{self.g.read(byte):02X}" for byte in self.text)
        rest = self.rest if self.rest is not None else f"at least {self.induction.reach}"
        return f"from {self.shape}, {self.before} bytes before, {rest} bytes: {text}"
