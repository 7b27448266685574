"""Executes functions of a module for all inputs at once.

A state has a guard (the conjunction of the decisions that led to it), the values of names, and memory. A
decision makes two states. States that meet at a block are merged if their numbers, lengths and offsets
agree; all else becomes a choice between two values. So the number of states depends on how many positions
a text has, not on how many texts there are. Offsets stay constant: where one is not, its possible values
are found by the solver, and each gets a state.

All that can go wrong is a failure with its guard: an access outside of a region, a call that panics, code
that the compiler holds unreachable, a promise to the compiler that does not hold. Undefined results (poison) are
new inputs, and `undefined.py` says where they may not get.
"""
import heapq
from dataclasses import dataclass, field

from graph import PATTERNS
from instructions import ARITHMETIC, live_at
from ir import Global, Null, Poison, Unsupported, bits
from memory import Address, Aggregate, Failed, Split, key_of, merge_bytes, region_key
from operations import Operations
from undefined import Undefined
from words import Words, constant, flat, lanes, number

# The number of regions, and of bits of the offsets in one.
REGIONS, LARGEST = 1 << 12, 47
# What the addresses of arguments are multiples of, if not of 1.
ALIGNED = {"units": 2, "ranges": 4, "result": 8, "replaced": 8}
# A number with more possible values is not an offset.
MOST_VALUES = 320


class TooMany(Unsupported):
    """A word has more values than an offset can have."""


@dataclass
class State:
    guard: list
    names: dict
    memory: dict
    block: str = ""
    index: int = 0
    turns: dict = field(default_factory=dict)
    shadows: dict = field(default_factory=dict)

    def fork(self, *more):
        guard = self.guard + [literal for literal in more if literal != 1]
        return State(guard, dict(self.names), dict(self.memory), self.block, self.index, dict(self.turns),
                     dict(self.shadows))

    def shadow(self, name, shadow):
        """Notes which lanes of a name may be undefined."""
        if shadow is not None:
            self.shadows[name] = shadow
        else:
            self.shadows.pop(name, None)


class Engine(Undefined, Operations):
    """One execution over a graph."""

    def __init__(self, module, graph):
        self.module, self.g, self.w = module, graph, Words(graph)
        self.failures, self.bases, self.runs = [], {}, 0
        self.undefined, self.made = (0, None), []
        self.executed, self.states = set(), 0
        self.locals, self.order = {}, graph.inputs(REGIONS.bit_length() - 1)
        self.tables_read = {}
        self.directions = {}

    # Guards.

    def possible(self, state, literal=1):
        return self.g.satisfiable(state.guard + [literal])

    def fail(self, state, what, literal=1):
        """Notes a failure if it can happen."""
        if literal and self.possible(state, literal):
            self.failures.append((what, state.guard + [literal]))

    def values(self, state, word, what):
        """Returns all values that a word can have in a state."""
        known = number(word)
        if known is not None:
            return [known]
        g, found = self.g, set()
        patterns = g.simulate(state.guard)
        columns = [g.value(literal) for literal in word]
        for i in range(PATTERNS):
            if patterns >> i & 1:
                found.add(sum((column >> i & 1) << k for k, column in enumerate(columns)))
        others = [self.w.is_number(word, value) ^ 1 for value in found]
        while g.satisfiable(state.guard + others):
            if len(found) > MOST_VALUES:
                raise TooMany("an offset has too many values: " + what)
            value = g.read(word)
            found.add(value)
            others.append(self.w.is_number(word, value) ^ 1)
        return sorted(found)

    # Values.

    def get(self, state, kind, operand):
        if isinstance(operand, str):
            return state.names[operand]
        if isinstance(operand, list):
            return operand
        if isinstance(operand, Poison):
            return self.unknown(kind)
        if isinstance(operand, Global):
            return Address(("global", operand.name), constant(operand.offset, 64))
        if isinstance(operand, Null):
            return Address(None, constant(operand.address, 64))
        if kind[0] == "v":
            return flat(self.get(state, kind[2], each) for each in operand.parts)
        if kind[0] == "i":
            return self.integer(self.get(state, ("p",), operand.parts[0]))
        types = kind[2] if kind[0] == "s" else [kind[2]] * kind[1]
        return Aggregate(self.get(state, each, part) for each, part in zip(types, operand.parts))

    def unknown(self, kind):
        if kind[0] in "as":
            types = kind[2] if kind[0] == "s" else [kind[2]] * kind[1]
            return Aggregate(self.unknown(each) for each in types)
        if kind[0] == "p":
            return Address(None, self.g.inputs(64))
        return self.g.inputs(bits(kind))

    def base(self, region):
        """Returns the address of the first byte of a region: any one with its alignment.

        Regions do not overlap. Which of two comes first is not known.
        """
        if region is None:
            return [0] * 64
        if region not in self.bases:
            if len(self.bases) == REGIONS:
                raise Unsupported("too many regions")
            low, known = self.alignment(region).bit_length() - 1, constant(len(self.bases), len(self.order))
            place = self.w.map(self.g.differ, known, self.order)
            self.bases[region] = [0] * low + self.g.inputs(LARGEST - low) + [0] + place
            self.bases[region] += [0] * (62 - len(self.bases[region])) + [1, 0]
        return self.bases[region]

    def alignment(self, region):
        if region[0] == "local":
            return self.locals[region][1]
        return self.module.alignment(region[1]) if region[0] == "global" else ALIGNED.get(region[1], 1)

    def integer(self, address):
        return self.w.add(self.base(address.region), address.offset)[0]

    def merged(self, c, a, b):
        if a is b:
            return a
        if isinstance(a, Address):
            return Address(a.region, self.w.choose(c, a.offset, b.offset))
        if isinstance(a, Aggregate):
            return Aggregate(self.merged(c, x, y) for x, y in zip(a, b))
        return self.w.choose(c, a, b) if a is not None else None

    # Merging and order.

    def key(self, state):
        names = tuple(key_of(state.names[each]) for each in sorted(state.names))
        memory = tuple((name, region_key(data)) for name, data in state.memory.items()
                       if name[0] == "local" or name[0] == "counter")
        return state.block, state.index, names, memory

    def merge(self, a, b):
        same = 0
        while same < min(len(a.guard), len(b.guard)) and a.guard[same] == b.guard[same]:
            same += 1
        left, right = a.guard[same:], b.guard[same:]
        if not left or not right:
            raise Unsupported("two states with one guard")
        if left[0] == right[0] ^ 1:
            c = left[0]
            rest = self.g.choose(c, self.g.all(left[1:]), self.g.all(right[1:]))
        else:
            c = self.g.all(left)
            rest = self.g.either(c, self.g.all(right))
        guard = a.guard[:same] + ([rest] if rest != 1 else [])
        names = {each: self.merged(c, value, b.names[each]) for each, value in a.names.items()}
        memory = {each: merge_bytes(self.w, self.g, c, data, b.memory[each]) for each, data in a.memory.items()}
        return State(guard, names, memory, a.block, a.index, a.turns, self.joined_all(c, a.shadows, b.shadows))

    def priority(self, function, state):
        found = []
        for header in function.loops[state.block]:
            found += [function.order[header], state.turns.get(header, 0)]
        return (*found, function.order[state.block], state.index)

    def turn(self, function, state, header, before):
        """Counts the progress of a loop by its own numbers, so that states that meet are merged."""
        known = self.directions.setdefault((function.name, header), {})
        total, moved = 0, False
        for each in function.blocks[header]:
            if each.op != "phi":
                break
            value = state.names.get(each.result)
            word = value.offset if isinstance(value, Address) else value
            now = number(word) if isinstance(word, list) and 16 <= len(word) <= 64 else None
            if now is None or now >= 1 << 40:
                continue
            if before is not None and each.result not in known and each.result in before:
                known[each.result] = (now > before[each.result]) - (now < before[each.result])
            total += known.get(each.result, 0) * now
            state.turns["was", header] = {**state.turns.get(("was", header), {}), each.result: now}
            moved = True
        state.turns[header] = total if moved else state.turns.get(header, 0) + 1

    def enter(self, function, state, to):
        """Moves a state along an edge."""
        came, phis, shadows = state.block, {}, {}
        for each in function.blocks[to]:
            if each.op != "phi":
                break
            place = each.extra[1].index(came)
            phis[each.result] = self.get(state, each.extra[0], each.args[place][1])
            shadows[each.result] = self.shadow(state, each.extra[0], each.args[place][1])
        state.names.update(phis)
        for name, shadow in shadows.items():
            state.shadow(name, shadow)
        live = function.live[to]
        state.names = {name: value for name, value in state.names.items() if name in live}
        state.block, state.index = to, len(phis)
        for header in function.loops[to]:
            if header == to:
                inside = to in function.loops.get(came, ())
                self.turn(function, state, to, state.turns.get(("was", to)) if inside else None)
        state.turns = {each: value for each, value in state.turns.items()
                       if (each[1] if isinstance(each, tuple) else each) in function.loops[to]}

    # Execution.

    def run(self, name, arguments, state, shadows=()):
        """Calls a function. Returns states and results; the guards exclude each other."""
        function = self.module.function(name)
        shadows = shadows or [None] * len(arguments)
        start = State(state.guard, dict(zip(function.params, arguments, strict=True)), state.memory)
        for param, promises, shadow in zip(function.params, function.promises[1:], shadows, strict=True):
            start.shadow(param, shadow)
            self.keep_promises(start, promises, function.types[param], start.names[param], shadow, "a parameter")
        start.block = function.first
        return self.run_from(function, start)

    def run_from(self, function, start):
        """Executes a function from the state's place on, as `run` does from its start."""
        self.runs += 1
        run = self.runs
        before = set(start.memory)
        waiting, heap, done, tick = {}, [], {}, 0

        def push(each):
            nonlocal tick
            if self.stops(function, each):
                return
            live = live_at(function, each.block, each.index)
            each.names = {n: v for n, v in each.names.items() if n in live}
            each.shadows = {n: v for n, v in each.shadows.items() if n in live}
            key = self.key(each)
            other = waiting.get(key)
            if other is not None:
                waiting[key] = self.merge(other, each)
                return
            waiting[key] = each
            tick += 1
            heapq.heappush(heap, (self.priority(function, each), tick, key))

        push(start)
        while heap:
            _, _, key = heapq.heappop(heap)
            current = waiting.pop(key, None)
            if current is None:
                continue
            self.states += 1
            self.executed.add((function.name, current.block))
            for left in self.block(function, run, current, push):
                end, value = left
                end.memory = {n: d for n, d in end.memory.items() if n in before}
                end.names = {"": value}
                end.shadows = {"": self.returned} if self.returned is not None else {}
                end.block, end.index = "", 0
                key = self.key(end)
                done[key] = self.merge(done[key], end) if key in done else end
        return [(end, end.names[""]) for end in done.values()]

    def stops(self, function, state):
        """Returns `True` if the state is not to be executed. An engine that proves loops stops at them."""
        return False

    def block(self, function, run, state, push):
        """Executes a block from the state's place on; yields what returns."""
        instructions = function.blocks[state.block]
        while True:
            each = instructions[state.index]
            try:
                if each.op == "ret":
                    value, self.returned = None, None
                    if each.args:
                        argument, promises = each.args[0], function.promises[0]
                        value, self.returned = self.get(state, *argument), self.shadow(state, *argument)
                        self.keep_promises(state, promises, argument[0], value, self.returned, "a result")
                    yield state, value
                    return
                if each.op in ("br", "switch"):
                    self.leave(function, state, each, push)
                    return
                if each.op in ("unreachable", "resume", "landingpad"):
                    self.fail(state, "unreachable code in " + function.name)
                    return
                if each.op == "call" and not each.extra[0].startswith("llvm."):
                    self.call(function, state, each, push)
                    return
                self.undefined, self.made = (0, None), []
                value = self.step(run, state, each)
                shadow = self.after(state, each, function.types[each.result]) if each.result else None
            except Failed:
                return
            except Split as split:
                for found in self.values(state, split.value, each.text[:100]):
                    literal, word = self.fixed(split.value, found)
                    fork = state.fork(literal)
                    old = state.names[split.operand]
                    fork.names[split.operand] = Address(old.region, word) if isinstance(old, Address) else word
                    push(fork)
                return
            state.index += 1
            if each.result:
                state.names[each.result] = value
                state.shadow(each.result, shadow)
                if each.result in function.addresses and number(value) is None:
                    self.pin(state, each, value, push)
                    return

    def pin(self, state, each, value, push):
        """Makes a state for each value of a number that addresses depend on.

        The compiler may compute an undefined number before it knows that it needs it. Such a number stays
        unknown. An address that depends on it is an error, because it has too many values.
        """
        undefined, defined = self.undefined
        if undefined:
            if self.possible(state, undefined):
                push(state.fork(undefined))
            if undefined == 1:
                return
            state, value = state.fork(undefined ^ 1), defined
        try:
            values = self.values(state, value, each.text[:100])
        except TooMany:
            push(state)
            return
        for found in values:
            literal, word = self.fixed(value, found)
            fork = state.fork(literal)
            fork.names[each.result] = word
            push(fork)

    def fixed(self, word, value):
        """Returns the literal that a word has one of its `values`, and the word with it."""
        return self.w.is_number(word, value), constant(value, len(word))

    def leave(self, function, state, each, push):
        if not each.args:
            self.enter(function, state, each.extra[0])
            push(state)
            return
        value = self.get(state, *each.args[0])
        self.must_be_defined(state, *each.args[0], "a branch")
        if each.op == "br":
            choices = [(value[0], each.extra[0]), (value[0] ^ 1, each.extra[1])]
        else:
            other, cases = each.extra
            tests = [(self.w.equal(value, constant(v, len(value))), to) for v, to in cases]
            choices = tests + [(self.g.any(test for test, _ in tests) ^ 1, other)]
        merged = {}
        for test, to in choices:
            merged.setdefault(to, []).append(test)
        open_ = [(self.g.any(tests), to) for to, tests in merged.items()]
        open_ = [(test, to) for test, to in open_ if test]
        for test, to in open_:
            if test == 1 or self.possible(state, test):
                fork = state.fork(test)
                self.enter(function, fork, to)
                push(fork)

    def call(self, function, state, each, push):
        name, kind, target = each.extra
        if name.startswith("%"):
            self.must_be_defined(state, ("p",), name, "a call")
            region, offset = state.names[name].region, state.names[name].offset
            if not region or region[0] != "global" or number(offset) != 0:
                self.fail(state, "a call of no function")
                return
            name = region[1]
        if "detect_and_initialize" in name:
            results = [(state, self.unknown(kind))]
        elif name not in self.module.bodies:
            self.fail(state, "a call of " + name)
            return
        else:
            self.keep_arguments(state, each)
            results = self.run(name, [self.get(state, *arg) for arg in each.args], state,
                               [self.shadow(state, *arg) for arg in each.args])
        for end, value in results:
            fork = State(end.guard, dict(state.names), end.memory, state.block, state.index + 1, dict(state.turns),
                         dict(state.shadows))
            if each.result:
                fork.names[each.result] = value
                shadow = end.shadows.get("") if end is not state else None
                fork.shadow(each.result, shadow)
                self.keep_promises(fork, each.promises[0], kind, value, shadow, "the result of a call")
            if target:
                self.enter(function, fork, target)
            push(fork)

    def keep_arguments(self, state, each):
        for argument, promises in zip(each.args, each.promises[1:], strict=True):
            if promises:
                value, shadow = self.get(state, *argument), self.shadow(state, *argument)
                self.keep_promises(state, promises, argument[0], value, shadow, "an argument")

    def step(self, run, state, each):
        op = each.op
        if op in ARITHMETIC:
            return self.arithmetic(state, each)
        return getattr(self, "do_" + op, self.do_unknown)(run, state, each)

    def do_unknown(self, _, __, each):
        raise Unsupported("instruction " + each.text[:80])

    def poisoned(self, undefined, word):
        """Returns the word, or any word if its value is undefined."""
        self.made.append(undefined)
        if undefined == 0:
            return word
        self.undefined = undefined, word
        return self.w.choose(undefined, self.g.inputs(len(word)), word)

    def arithmetic(self, state, each):
        w, g, flags = self.w, self.g, each.flags
        kind = each.extra
        size = bits(kind[2]) if kind[0] == "v" else bits(kind)
        a, b = (self.get(state, *arg) for arg in each.args)
        match each.op:
            case "and":
                return w.map(g.both, a, b)
            case "xor":
                return w.map(g.differ, a, b)
            case "or":
                bad = g.any(w.map(g.both, a, b)) if "disjoint" in flags else 0
                return self.poisoned(bad, w.map(g.either, a, b))
        out = []
        for x, y in zip(lanes(a, size), lanes(b, size)):
            bad = 0
            match each.op:
                case "add":
                    value, carry = w.add(x, y)
                    bad = carry if "nuw" in flags else 0
                    if "nsw" in flags:
                        bad = g.either(bad, g.both(g.differ(x[-1], y[-1]) ^ 1, g.differ(x[-1], value[-1])))
                case "sub":
                    value, borrow = w.subtract(x, y)
                    bad = borrow if "nuw" in flags else 0
                    if "nsw" in flags:
                        bad = g.either(bad, g.both(g.differ(x[-1], y[-1]), g.differ(x[-1], value[-1])))
                case "mul":
                    value = w.multiply(x, y)
                    if "nuw" in flags or "nsw" in flags:
                        bad = self.overflows(x, y, flags)
                case "udiv" | "urem":
                    quotient, rest = w.divide(x, y)
                    value = rest if each.op == "urem" else quotient
                    bad = self.g.any(rest) if "exact" in flags else 0
                    self.fail(state, "a division by zero", w.is_number(y, 0))
                    self.must_be_defined(state, *each.args[1], "a divisor")
                case _:
                    bad = w.less(y, constant(size, size)) ^ 1 if size & (size - 1) == 0 or number(y) is None else (
                        int(number(y) >= size))
                    if each.op == "shl":
                        value = w.shift_left(x, y)
                        back = w.shift_right(value, y) if "nuw" in flags else x
                        bad = g.either(bad, w.equal(back, x) ^ 1)
                        if "nsw" in flags:
                            bad = g.either(bad, w.equal(w.shift_right(value, y, value[-1]), x) ^ 1)
                    else:
                        value = w.shift_right(x, y, x[-1] if each.op == "ashr" else 0)
                        if "exact" in flags:
                            bad = g.either(bad, w.equal(w.shift_left(value, y), x) ^ 1)
            out += self.poisoned(bad, value)
        return out

    def overflows(self, x, y, flags):
        """Returns the literal that a product does not fit, without or with a sign."""
        w, size = self.w, len(x)
        bad = 0
        if "nuw" in flags:
            wide = w.multiply(x + [0] * size, y + [0] * size)
            bad = self.g.any(wide[size:])
        if "nsw" in flags:
            wide = w.multiply(x + [x[-1]] * size, y + [y[-1]] * size)
            bad = self.g.either(bad, self.g.any(self.g.differ(bit, wide[size - 1]) for bit in wide[size:]))
        return bad

