"""Proves kernels of validation for texts of every length, by induction over their loops.

The places where a proof begins are the start of the kernel and the heads of its loops. At each one, the names
that are alive are functions of a few symbols: positions in the text, and the length of the rest. This is the
`Shape` of the place. The invariant is that the text before the anchor of the shape is well-formed, except for a
sequence that may continue at the anchor.

A part of a proof executes the code from one place to the next ones, once for all texts with a long rest and
once for each shorter rest with which some part comes to the place. If it returns, the result must be the end of
the longest well-formed prefix. If it comes to a place, the invariant must hold there, and the names must have
the shape of the place. Shapes are guesses. A wrong one cannot make a proof pass, because each arrival is compared
with it.
"""
from certificate import verify
from claims import LEVELS, operation
from graph import Graph
from instructions import live_at
from ir import Unsupported
from memory import Address
from parts import Decoder, Part, Refuted
from plan import SIZES
from positions import Positions
from shapes import REST, Guess, Lift, Match, Shape, anchor_of, heads, rules, stations
from specification import UNITS
from unbounded import TEXT
from words import Words, constant, number


class Induction:
    """The proof of one function for all lengths with one residue modulo the size of a unit.

    `frames` are the callers of the function, the inner one first. Calls of functions with loops are proven
    apart, as `rest_of` says.
    """

    def __init__(self, module, name, decoder, residue, sizes, weaken=False, short=True):
        self.short, self.sizes = short, sizes
        self.module, self.function = module, module.function(name)
        self.decoder, self.residue = decoder, residue
        self.low = decoder.unit.bit_length() - 1
        self.history, self.reach, self.is_open = sizes
        if self.reach % decoder.unit or not self.reach:
            raise Unsupported("a rest of this length is neither short nor long")
        self.weaken = weaken
        self.places = heads(self.function) | stations(self.function)
        self.frames, self.shapes, self.parts, self.callees = [], {}, [], []
        self.shapes[self.function.first] = self.start()

    def start(self):
        """Returns the shape of the start of the kernel."""
        graph = Graph()
        rest = graph.inputs(64)
        values = [Address(TEXT, constant(0, 64)), Positions(graph, Words(graph)).symbol(REST, rest)]
        return Shape(self.function, self.function.first, graph, {REST: rest},
                     dict(zip(self.function.params, values)), constant(0, 64))

    def prove(self, certify=None):
        """Proves all parts. Raises an exception if one is wrong, or if `certify` rejects one."""
        waiting = self.find_shapes(certify)
        # A kernel calls a function of its own only for longer texts.
        if self.short and not self.frames:
            waiting += [(self.function.first, rest) for rest in self.shorter()]
        seen = set()
        while waiting:
            block, rest = place = waiting.pop()
            if place in seen:
                continue
            seen.add(place)
            part = Part(self, self.shapes[block], rest)
            for state in part.run(set(self.shapes)):
                if self.arrive(part, state):
                    raise Unsupported("a shorter rest has another shape")
                left = number(self.rest(part, state))
                if left is None or left >= self.reach:
                    raise Unsupported(f"the rest at {state.block} is not known")
                waiting.append((state.block, left))
            # A part has no more questions, so its memory is free for the others.
            self.parts.append(part.close(certify))
        for each in self.callees:
            each.prove(certify)
            self.parts += each.parts

    def shorter(self):
        """Returns the rests that are not long."""
        return range(self.residue, self.reach, self.decoder.unit)

    def rest(self, part, state):
        """Returns the length of the rest of the text at a place."""
        return Match(part, state, self.shapes[state.block]).values[REST]

    def shorter_rests(self, part, state):
        """Yields the place of a state with each shorter rest that it can have."""
        rest = self.rest(part, state)
        for count in self.shorter():
            if part.g.satisfiable(state.guard + [part.w.is_number(rest, count)]):
                yield state.block, count

    def find_shapes(self, certify):
        """Proves all parts with a long rest, until no guess about a shape is wrong.

        Returns the places to which they come with a shorter rest.
        """
        done, changed = {}, True
        while changed:
            changed = False
            for block, shape in list(self.shapes.items()):
                version = id(shape), len(shape.free) * 2 + len(shape.opened), len(shape.limits)
                if block not in done or done[block][0] != version:
                    if block in done:
                        done[block][1].g.close()
                    part = Part(self, shape)
                    done[block] = version, part, part.run(self.places)
                _, part, arrivals = done[block]
                for state in arrivals:
                    changed |= self.arrive(part, state)
        found = []
        for _, part, arrivals in done.values():
            self.callees += [self.rest_of(part, *call) for call in part.engine.calls]
            found += [place for state in arrivals for place in self.shorter_rests(part, state)]
            self.parts.append(part.close(certify))
        return found

    def rest_of(self, part, function, state, each):
        """Returns the proof of a call of a function that is called with the text, and of what follows the call."""
        graph = Graph()
        rest = graph.inputs(64)
        lift = Lift(part, graph, {REST: rest}, {REST: constant(-self.residue, 64)})
        arguments = [lift.value(part.engine.get(state, *argument)) for argument in each.args]
        found = Induction(self.module, each.extra[0], self.decoder, self.residue, self.sizes, self.weaken)
        found.shapes[found.function.first] = Shape(found.function, found.function.first, graph, {REST: rest},
                                                   dict(zip(found.function.params, arguments)), constant(0, 64))
        live = live_at(function, state.block, state.index + 1) - {each.result}
        names = {name: lift.value(value) for name, value in state.names.items() if name in live}
        frame = Shape(function, state.block, graph, {REST: rest}, names, constant(0, 64), each.result)
        frame.index = state.index + 1
        found.frames = [frame, *self.frames]
        return found

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
        order = self.function.order
        if order[state.block] <= order[part.shape.block] and part.index(match.anchor) <= part.before:
            raise Unsupported(f"no progress from {part.shape} to {state.block}")
        try:
            match.bind()
            wrong = match.wrong()
            if wrong is not None and not shape.is_first:
                shape.weaken(wrong)
        except Unsupported:
            if not shape.is_first:
                raise
            wrong = ""
        if wrong is not None and shape.is_first:
            # Positions inside of the text tell more about the names.
            self.shapes[state.block] = self.guess(part, state)
        return wrong is not None

    def keeps(self, part, state, anchor):
        """Checks that the invariant holds at a place, and that all names have values."""
        index, g = part.index(anchor), part.g
        for name in self.function.live[state.block] & state.shadows.keys():
            if g.satisfiable(state.guard + [part.engine.any_of(state.shadows[name])]):
                raise Unsupported(f"{name} is undefined at {state.block}")
        if index is None or index < part.before and not part.starts_here:
            raise Unsupported(f"the anchor {getattr(anchor, 'terms', ())} at {state.block}")
        if g.satisfiable(state.guard + [part.holds(index) ^ 1]):
            raise Refuted(f"the invariant at {state.block}; {part.sample()}")
        if g.satisfiable(state.guard + [part.w.less(anchor, constant(self.history, 64))]):
            raise Unsupported(f"less than {self.history} bytes before {state.block}")

    def guess(self, part, state):
        """Returns a shape that the state has."""
        sample = ""
        for rule in rules(self.function, state.block):
            anchor = anchor_of(part.positions, rule, state.names)
            index = part.index(anchor) if anchor is not None else None
            if index is None or index < part.before and not part.starts_here:
                continue
            if part.g.satisfiable(state.guard + [part.holds(index) ^ 1]):
                sample = f"index {index}, {part.sample()}"
                continue
            return Guess(part, state, rule, index - part.before).shape
        if sample:
            raise Refuted(f"the invariant at {state.block}; {sample}")
        raise Unsupported(f"no anchor at {state.block} from {part.shape}")


class Kernel:
    """A claim about all texts of at least some length, as inductions for each residue of the length."""

    def __init__(self, module, claim, weaken=False):
        kind, form, _ = operation(claim.row)
        if kind != "validate":
            raise Unsupported(f"no induction for {kind}")
        if claim.length and claim.length < sizes(claim)[1]:
            raise Unsupported("the shortest texts of the claim have no proof")
        self.parts = []
        self.decoder = Decoder(module, form)
        name = module.rows()[claim.row][LEVELS.index(claim.level)]
        self.inductions = [
            Induction(module, name, self.decoder, residue, sizes(claim), weaken, not claim.length)
            for residue in range(UNITS[form])]

    def check(self, certify=None):
        """Returns the outcome and a detail. `certify` checks the questions of each part."""
        for each in self.inductions:
            try:
                each.prove(certify)
            except Refuted as error:
                return "refuted", str(error)
            finally:
                self.parts += each.parts
        if not self.ends:
            return "empty", "no input reaches an end"
        if not certify:
            return "proven", ""
        total = verify(certify, self.decoder.graph) + sum(part.questions for part in self.parts)
        return "proven", f"{len(self.parts)} parts, {total} questions verified"

    @property
    def executed(self):
        """The blocks that were executed; `specified` has those of the specification."""
        return set().union(*(part.executed for part in self.parts))

    @property
    def specified(self):
        return self.decoder.executed

    @property
    def tables_read(self):
        found = {}
        for part in self.parts:
            for region, reads in part.tables_read.items():
                found.setdefault(region, set()).update(reads)
        return found

    @property
    def gates(self):
        return len(self.decoder.graph.left) + sum(part.gates for part in self.parts)

    @property
    def states(self):
        return sum(part.states for part in self.parts)

    @property
    def queries(self):
        return self.decoder.graph.queries + sum(part.queries for part in self.parts)

    @property
    def ends(self):
        return sum(part.ends for part in self.parts)


def sizes(claim):
    """Returns the sizes of the parts of a claim."""
    found = SIZES.get((operation(claim.row)[1][:5], claim.level))
    if found is None:
        raise Unsupported("no sizes for an induction")
    return found
