"""The claims about each row of `operations.rs`: what is assumed, called and compared.

A claim is true if no input has a failure of the engine (see `engine.py`) and none has another result than
the specification. Each proof also shows that it is not empty: some input reaches an end, every input that
the claim assumes reaches one, and a wrong specification is refuted.
"""
import contextlib
import re
import time
from dataclasses import dataclass

from certificate import NoAnswer, Rejected, verify
from engine import Engine, State
from graph import Graph
from ir import Unsupported
from memory import Address, taint
from samples import columns
from specification import FORMS, NAMES, UNITS, Reading, Specification, convert
from words import constant, flat

LEVELS = ["avx512", "avx2", "sse42", "portable"]


@dataclass(frozen=True)
class Claim:
    """A kernel, the number of bytes of its text and of its room, and the number of ranges to search.

    With `probe`, the proof must also fail for a specification that is wrong by one. With `longer`, the claim is
    about all texts of at least this number of bytes (see `induction.py`).
    """
    row: str
    level: str
    length: int
    room: int = 0
    ranges: int = 0
    probe: bool = False
    longer: bool = False

    def __str__(self):
        if self.longer:
            return f"{self.row} {self.level}: " + (f"at least {self.length} bytes" if self.length else "all lengths")
        room = f", room {self.room}" if self.room else ""
        return f"{self.row} {self.level}: {self.length} bytes{room}"


@dataclass
class Result:
    claim: Claim
    outcome: str
    detail: str = ""
    seconds: float = 0.0
    gates: int = 0
    states: int = 0
    ends: int = 0
    queries: int = 0
    note: str = ""


def operation(row):
    """Returns the kind of a row, the form of its text, and that of its result."""
    form = "|".join(FORMS)
    if row == "ASCII_PREFIX":
        return "ascii", "UTF8", None
    if row == "CONTENTS":
        return "contents", "UTF8", None
    if row == "SWAP16":
        return "swap", "UTF16LE", None
    if row == "SWAP16_IN_PLACE":
        return "swap in place", "UTF16LE", None
    for pattern, kind in (
        (rf"VALIDATE_({form})$", "validate"),
        (rf"KNOWN_({form})_TO_({form})$", "known"),
        (rf"LOSSY_({form})_TO_({form})$", "lossy"),
        (rf"({form})_TO_({form})$", "convert"),
        (rf"LENGTH_OF_({form})_IN_(UTF8|UTF16|UTF32)$", "length"),
        (rf"LOSSY_LENGTH_OF_({form})_IN_(UTF8|UTF16|UTF32)$", "lossy length"),
        (rf"LINES_OF_({form}|BYTES)$", "lines"),
        (rf"OUTSIDE_IN_({form}|BYTES)$", "outside"),
    ):
        if found := re.match(pattern, row):
            first = found[1].replace("BYTES", "UTF8")
            second = found[2] if found.re.groups > 1 else None
            if second in ("UTF16", "UTF32"):
                second += "LE"
            return kind, first, second
    raise Unsupported(f"no specification of the row {row}")


def text_inputs(graph, form, count):
    """Returns new bytes, with patterns that are often well-formed."""
    values = columns(form, count)
    return [[graph.input(values[8 * at + bit]) for bit in range(8)] for at in range(count)]


def prepare(module, claim):
    """Does what all proofs of a kernel, or of a form and length, have in common. They find it in caches."""
    _, form, _ = operation(claim.row)
    columns(form, claim.length)
    with contextlib.suppress(Unsupported):
        for name in (module.rows()[claim.row][LEVELS.index(claim.level)], *map(module.named, NAMES)):
            module.function(name)


class Proof:
    """One claim, with its graph."""

    def __init__(self, module, claim, weaken=False):
        self.module, self.claim, self.weaken = module, claim, weaken
        self.kind, self.form, self.to = operation(claim.row)
        self.kernel = module.rows()[claim.row][LEVELS.index(claim.level)]
        self.g = Graph()
        self.spec = Specification(module, self.g)
        self.engine = Engine(module, self.g)
        self.w = self.engine.w
        self.text = text_inputs(self.g, self.form, claim.length)
        # Some literal of `answers` is true if the specification says what the result is.
        self.assumed, self.answers, self.ends = [], [1], 0

    def check(self, certify=None):
        """Returns the outcome and a detail. `certify` checks the questions of a proof."""
        outcome, detail = self.decide()
        if certify and outcome == "proven":
            detail = f"{verify(certify, self.g)} questions verified"
        return outcome, detail

    def decide(self):
        expected = getattr(self, "expect_" + self.kind.replace(" ", "_"))()
        if any(each == 0 for each in self.assumed):
            return "empty", "the assumption cannot hold"
        ends = self.engine.run(self.kernel, self.arguments(), State(list(self.assumed), {}, dict(self.memory)))
        self.ends = len(ends)
        for what, guard in self.engine.failures:
            if self.g.satisfiable(guard):
                return "refuted", f"{what}; text {self.sample()}"
        if not ends or not self.g.satisfiable(self.assumed):
            return "empty", "no input reaches an end"
        missing = self.g.all(self.g.all(end.guard) ^ 1 for end, _ in ends)
        if self.g.satisfiable(self.assumed + [missing]):
            return "empty", "some input reaches no end"
        for end, value in ends:
            for what, wrong in [self.defined(end), *expected(end, value)]:
                if self.g.satisfiable(end.guard + [wrong]):
                    return "refuted", f"{what}; text {self.sample()}"
        if self.g.satisfiable(self.assumed + [self.g.any(self.answers) ^ 1]):
            return "empty", f"the specification says nothing about some input; text {self.sample()}"
        return "proven", ""

    def defined(self, end):
        return "an undefined result", self.engine.any_of(end.shadows.get(""))

    @property
    def executed(self):
        """The blocks that were executed; `specified` has those of the specification."""
        return self.engine.executed

    @property
    def specified(self):
        return self.spec.engine.executed

    @property
    def tables_read(self):
        return self.engine.tables_read

    @property
    def gates(self):
        return len(self.g.left)

    @property
    def states(self):
        return self.engine.states

    @property
    def queries(self):
        return self.g.queries

    def sample(self):
        return " ".join(f"{self.g.read(byte):02X}" for byte in self.text)

    def arguments(self):
        """Returns the arguments, and sets the memory."""
        count, zero = self.claim.length, constant(0, 64)
        source = ("read", "text")
        self.memory = {source: self.text}
        found = [Address(source, zero), constant(count, 64)]
        if self.kind in ("convert", "known", "lossy", "swap"):
            room = ("write", "room")
            self.memory[room] = [None] * self.claim.room
            found += [Address(room, zero), constant(self.claim.room, 64)]
        if self.kind == "lossy":
            self.before = self.g.inputs(64)
            counter = ("counter", "replaced")
            self.memory[counter] = [self.before[8 * k:8 * k + 8] for k in range(8)]
            found.append(Address(counter, zero))
        if self.kind == "outside":
            ranges = ("read", "ranges")
            self.memory[ranges] = self.range_bytes
            found += [Address(ranges, zero), constant(self.claim.ranges, 64)]
        if self.kind in ("contents", "lossy length"):
            self.result = ("write", "result")
        if self.kind == "swap in place":
            self.memory = {("write", "units"): list(self.text)}
            found = [Address(("write", "units"), zero), constant(count // 2, 64)]
        self.parameters(found)
        return found

    def parameters(self, found):
        """Inserts the address of the result if the kernel returns it through memory."""
        wanted = len(self.module.function(self.kernel).params)
        if wanted == len(found) + 1:
            self.memory[("write", "result")] = [None] * 40
            found.insert(0, Address(("write", "result"), constant(0, 64)))
        elif wanted != len(found):
            raise Unsupported(f"{wanted} parameters")

    def differs(self, word, value):
        return self.w.is_number(word, value) ^ 1

    def not_equal(self, a, b):
        return self.w.equal(a, b) ^ 1

    # What is expected.

    def expect_validate(self):
        reading = Reading(self.spec, self.form, self.text, False)
        stops = reading.well_formed_prefix()
        return lambda end, value: self.expect_number(value, stops)

    def expect_number(self, value, stops):
        """Compares a result with pairs of a literal and the number if it is true."""
        self.answers = [literal for literal, _ in stops]
        if self.weaken:
            stops = [(literal, number_ + 1) for literal, number_ in stops]
        yield "the length", self.g.any(self.g.both(literal, self.differs(value, at)) for literal, at in stops)

    def expect_ascii(self):
        stops, before = [], 1
        for at, byte in enumerate(self.text):
            stops.append((self.g.both(before, byte[7]), at))
            before = self.g.both(before, byte[7] ^ 1)
        stops.append((before, len(self.text)))
        return lambda end, value: self.expect_number(value, stops)

    def expect_convert(self):
        return self.conversion(False)

    def expect_known(self):
        return self.conversion(False, known=True)

    def expect_lossy(self):
        return self.conversion(True)

    def conversion(self, lossy, known=False):
        g = self.g
        reading = Reading(self.spec, self.form, self.text, lossy)
        if known:
            self.assumed = [reading.begins[len(self.text)]]
        stops, output, replaced = convert(self.spec, reading, self.to, self.claim.room, lossy)
        self.answers = [literal for literal, _, _ in stops]
        if self.weaken:
            stops = [(literal, read, written + 1) for literal, read, written in stops]
        count = self.w.count(replaced, 64) if lossy else None

        def expected(end, value):
            read, written = value
            rows = [g.both(literal, g.either(self.differs(read, at), self.differs(written, to)))
                    for literal, at, to in stops]
            yield "the lengths", g.any(rows)
            data = end.memory[("write", "room")]
            for at, (used, byte) in enumerate(output):
                if not used:
                    continue
                yield f"byte {at} of the output is not written", g.both(used, taint(data[at]))
                if data[at] is not None:
                    yield f"byte {at} of the output", g.both(used, self.not_equal(byte, data[at]))
            if lossy:
                total = self.w.add(self.before, count)[0]
                yield "the number of replacements", self.stored(end.memory[("counter", "replaced")], total)
        return expected

    def stored(self, data, word):
        """Returns the literal that bytes are not a word."""
        if None in data:
            return 1
        return self.g.any([self.not_equal(word, flat(data)), *map(taint, data)])

    def sum(self, amounts):
        """Returns the sum of pairs of a literal and the number if it is true."""
        bits = [literal for literal, amount in amounts for _ in range(amount)]
        return self.w.count(bits, 64)

    def lengths(self, lossy):
        reading = Reading(self.spec, self.form, self.text, lossy)
        amounts, replaced = [], []
        for at, _, ill, ways in reading.characters(self.to):
            here = reading.begins[at]
            amounts += [(self.g.both(here, fits), len(data) // UNITS[self.to]) for fits, data in ways]
            replaced.append(self.g.both(here, ill))
        extra = 1 if self.weaken else 0
        total = self.sum(amounts + [(1, extra)])
        return reading, total, self.w.count(replaced, 64)

    def expect_length(self):
        reading, total, _ = self.lengths(False)
        self.assumed = [reading.begins[len(self.text)]]
        return lambda end, value: [("the length", self.not_equal(value, total))]

    def expect_lossy_length(self):
        reading, total, replaced = self.lengths(True)
        self.answers = reading.begins[-1:]

        def expected(end, value):
            yield "the length", self.not_equal(value[0], total)
            yield "the number of replacements", self.not_equal(value[1], replaced)
        return expected

    def units(self):
        """Returns the whole units of the text as words."""
        size = UNITS[self.form]
        rows = [self.text[at:at + size] for at in range(0, len(self.text) // size * size, size)]
        big = self.form.endswith("BE")
        return [[bit for byte in (row[::-1] if big else row) for bit in byte] for row in rows]

    def expect_lines(self):
        found = [self.w.is_number(unit, 0x0A) for unit in self.units()]
        total = self.w.count(found + [int(self.weaken)], 64)
        return lambda end, value: [("the number of lines", self.not_equal(value, total))]

    def expect_outside(self):
        size = UNITS[self.form]
        self.range_bytes = [self.g.inputs(8) for _ in range(8 * self.claim.ranges)]
        ranges = []
        for k in range(self.claim.ranges):
            row = self.range_bytes[8 * k:8 * k + 8]
            first = [bit for byte in row[:4] for bit in byte][:8 * size]
            last = [bit for byte in row[4:] for bit in byte][:8 * size]
            ranges.append((first, last))
        stops, before = [], 1
        for k, unit in enumerate(self.units()):
            inside = 0
            for first, last in ranges:
                low = self.w.less(unit, first) ^ 1
                high = self.w.less(last, unit) ^ 1
                wraps = self.w.less(last, first)
                both = self.g.choose(wraps, self.g.either(low, high), self.g.both(low, high))
                inside = self.g.either(inside, both)
            stops.append((self.g.both(before, inside), k * size))
            before = self.g.both(before, inside ^ 1)
        stops.append((before, len(self.text) // size * size))
        return lambda end, value: self.expect_number(value, stops)

    def expect_swap(self):
        return lambda end, _: self.swapped(end.memory[("write", "room")])

    def expect_swap_in_place(self):
        return lambda end, _: self.swapped(end.memory[("write", "units")])

    def swapped(self, data):
        for at, byte in enumerate(data):
            yield f"byte {at}", self.stored([byte], self.text[at ^ (0 if self.weaken else 1)])

    def expect_contents(self):
        reading = Reading(self.spec, self.form, self.text, False)
        self.assumed = [reading.begins[len(self.text)]]
        w, g = self.w, self.g
        high = []
        for at, (_, _, value, _) in enumerate(reading.parts):
            high.append(g.both(reading.begins[at], w.less(constant(0xFFFF, 32), value)))
        greatest = constant(0, 8)
        for byte in self.text:
            greatest = w.choose(w.less(greatest, byte), byte, greatest)
        wanted = [
            w.count(reading.begins[:-1] + [int(self.weaken)], 64),
            w.count(high, 64),
            w.count([w.is_number(byte, 0x0A) for byte in self.text], 64),
            w.count([w.is_number(byte, 0) for byte in self.text], 64),
            greatest,
        ]

        def expected(end, _):
            data = end.memory[("write", "result")]
            for k, (what, word) in enumerate(zip(("characters", "supplementary", "lines", "NULs", "greatest"), wanted)):
                yield what, self.stored(data[8 * k:8 * k + len(word) // 8], word)
        return expected


def prove(module, claim, certify=None, make=Proof):
    """Returns the result of a claim. `make` makes the proof, and `certify` checks the questions of a graph."""
    start = time.process_time()
    proof = None
    try:
        proof = make(module, claim)
        outcome, detail = proof.check(certify)
        if outcome == "proven" and claim.probe and make(module, claim, weaken=True).check()[0] != "refuted":
            outcome, detail = "empty", "a wrong specification is proven too"
    except Unsupported as error:
        outcome, detail = "not covered", str(error)
    except Rejected as error:
        outcome, detail = "no certificate", str(error)
    except NoAnswer as error:
        outcome, detail = "no result", str(error)
    result = Result(claim, outcome, detail, time.process_time() - start)
    if proof:
        result.gates, result.states = proof.gates, proof.states
        result.queries, result.ends = proof.queries, proof.ends
    return result
