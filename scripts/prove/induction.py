"""Proves kernels of validation for texts of every length, by induction over their loops.

The places where a proof begins are the start of the kernel and the heads of its loops. At each one, the names
that are alive are functions of a few symbols: positions in the text, and the length of the rest. This is the
`Shape` of the place. The invariant is that the text before the anchor of the shape is well-formed, except for a
sequence that may continue at the anchor.

A part of a proof executes the code from one place to the next ones, once for all texts with a long rest and
once for each shorter rest. If it returns, the result must be the end of the longest well-formed prefix. If it
comes to a place, the invariant must hold there, and the names must have the shape of the place. Shapes are
guesses. A wrong one cannot make a proof pass, because each arrival is compared with it.
"""
from engine import State
from graph import Graph
from ir import Unsupported
from memory import Address
from positions import Position, Positions, copy, signed
from shapes import REST, Guess, Match, Shape, anchor_of, heads, rules, stations
from specification import UNITS, Specification
from unbounded import TEXT, PartEngine
from words import Words, constant, number

# The longest sequence, in bytes.
LONGEST = {"UTF8": 4, "UTF16LE": 4, "UTF16BE": 4, "UTF32LE": 4, "UTF32BE": 4}

class Refuted(Exception):
    """The code does something else than the specification, for some text."""


class Decoder:
    """The decoder of `form/` for the first bytes of a text, once for all positions."""

    def __init__(self, module, form):
        self.form, self.size, self.unit = form, LONGEST[form], UNITS[form]
        self.graph = Graph(2)
        self.inputs = [self.graph.inputs(8) for _ in range(self.size)]
        spec = Specification(module, self.graph)
        w = Words(self.graph)
        # Whether the first bytes are a sequence, by its length. `whole` is for any text that is not shorter.
        length = self.graph.inputs(63) + [0]
        enough = w.less(length, constant(self.size, 64)) ^ 1
        self.whole = self.lengths(w, spec.classify(form, self.inputs, True))
        for each, exact in zip(self.lengths(w, spec.classify(form, self.inputs, True, length, enough)), self.whole):
            if self.graph.satisfiable([enough, self.graph.differ(each, exact)]):
                raise Unsupported("the decoder sees more than a sequence")
        self.short, self.open = {}, {}
        for count in range(1, self.size):
            self.short[count] = self.lengths(w, spec.classify(form, self.inputs[:count], True))
            self.open[count] = spec.classify(form, self.inputs[:count], False)[2]

    def lengths(self, w, found):
        well, length, _ = found
        return [self.graph.both(well, w.is_number(length, size)) for size in range(self.unit, self.size + 1, self.unit)]

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
        # The length of the text is less than 2^63, as that of all slices.
        total = constant(0, 66)
        for word in engine.whole.values():
            total = w.add(total, word + [0, 0])[0]
        total = w.add(total, constant((self.rest or 0) + (0 if self.rest is not None else induction.residue), 66))[0]
        for literal in total[63:]:
            engine.assumed.append(literal ^ 1)
        self.anchor = self.instance(self.shape.anchor)
        self.starts_here = number(self.anchor) == 0
        self.before = 0 if self.starts_here else induction.history
        if not self.starts_here:
            engine.assumed.append(w.less(self.anchor, constant(self.before, 64)) ^ 1)
        engine.assumed += [literal ^ 1 for literal in self.below(self.shape, self.values)]
        self.length = self.positions.add(self.anchor, self.values[REST])

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
        if not self.induction.history:
            return self.begins[at]
        return self.g.either(self.begins[at], self.opens(at))

    # Values of names.

    def instance(self, value, name=None):
        """Returns a value of the shape over the symbols of this part."""
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

    # Execution.

    def run(self, heads):
        """Executes the part, and checks its ends. Returns the arrivals."""
        engine, function = self.engine, self.shape.function
        engine.root, engine.heads = function.name, heads
        state = State(list(engine.assumed), dict(self.names), {TEXT: self.text}, self.shape.block,
                      len([each for each in function.blocks[self.shape.block] if each.op == "phi"]))
        if not self.g.satisfiable(engine.assumed):
            raise Unsupported("the assumptions cannot hold")
        self.ends = engine.run_from(function, state)
        for what, guard in engine.failures:
            if self.g.satisfiable(guard):
                raise Refuted(f"{what}; {self.sample()}")
        guards = [each.guard for each, _ in self.ends] + [each.guard for each in engine.arrivals]
        missing = self.g.all(self.g.all(guard) ^ 1 for guard in guards)
        if self.g.satisfiable(engine.assumed + [missing]):
            raise Refuted(f"some input reaches no end; {self.sample()}")
        for end, value in self.ends:
            if self.g.satisfiable(end.guard + [self.is_result(value) ^ 1]):
                raise Refuted(f"the length; {self.sample()}")
        return engine.arrivals

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


class Induction:
    """The proof of one function for all lengths with one residue modulo the size of a unit."""

    def __init__(self, module, name, decoder, residue, history, reach, weaken=False):
        self.module, self.function = module, module.function(name)
        self.decoder, self.residue = decoder, residue
        self.low = decoder.unit.bit_length() - 1
        self.history, self.reach, self.weaken = history, reach, weaken
        self.heads = heads(self.function) | stations(self.function)
        self.shapes = {}
        self.parts = []

    def start(self):
        """Returns the shape of the start of the function."""
        graph = Graph()
        positions = Positions(graph, Words(graph))
        rest = graph.inputs(64)
        values = [Address(TEXT, constant(0, 64)), positions.symbol(REST, rest)]
        return Shape(self.function, self.function.first, graph, {REST: rest},
                     dict(zip(self.function.params, values)), constant(0, 64))

    def prove(self):
        """Proves all parts. Raises an exception if one is wrong."""
        self.shapes[self.function.first] = self.start()
        done = {}
        changed = True
        while changed:
            changed = False
            for block, shape in list(self.shapes.items()):
                version = len(shape.free) * 2 + len(shape.opened)
                if done.get(block, (None,))[0] != version:
                    part = Part(self, shape)
                    done[block] = version, part, part.run(self.heads)
                _, part, arrivals = done[block]
                for state in arrivals:
                    changed |= self.arrive(part, state)
        self.parts = [part for _, part, _ in done.values()]
        for shape in self.shapes.values():
            for rest in range(self.residue, self.reach, self.decoder.unit):
                part = Part(self, shape, rest)
                for state in part.run(set(self.shapes)):
                    if self.arrive(part, state):
                        raise Unsupported("a shorter rest has another shape")
                self.parts.append(part)

    def arrive(self, part, state):
        """Checks a state that comes to a place. Returns `True` if the guess about the place changed."""
        shape = self.shapes.get(state.block)
        if shape is None:
            self.shapes[state.block] = self.guess(part, state)
            return True
        match = Match(part, state, shape)
        if match.anchor is None:
            raise Unsupported(f"no anchor at {shape}")
        self.keeps(part, state, match.anchor)
        match.bind()
        wrong = match.wrong()
        if wrong is not None:
            shape.weaken(wrong)
        return wrong is not None

    def keeps(self, part, state, anchor):
        """Checks that the invariant holds at a place."""
        index, g = part.index(anchor), part.g
        if index is None or index < part.before and not part.starts_here:
            raise Unsupported(f"the anchor {getattr(anchor, 'terms', ())} at {state.block}")
        if g.satisfiable(state.guard + [part.holds(index) ^ 1]):
            raise Refuted(f"the invariant at {state.block}; {part.sample()}")
        if g.satisfiable(state.guard + [part.w.less(anchor, constant(self.history, 64))]):
            raise Unsupported(f"less than {self.history} bytes before {state.block}")

    def guess(self, part, state):
        """Returns a shape that the state has."""
        found = []
        for rule in rules(self.function, state.block):
            anchor = anchor_of(part.positions, rule, state.names)
            index = part.index(anchor) if anchor is not None else None
            if index is None or index < part.before and not part.starts_here:
                found.append((rule, "not in the window"))
                continue
            if part.g.satisfiable(state.guard + [part.holds(index) ^ 1]):
                found.append((rule, "the invariant does not hold"))
                continue
            return Guess(part, state, rule, index - part.before).shape
        raise Unsupported(f"no anchor at {state.block}: {found}")


def history_of(form, level):
    return 0
