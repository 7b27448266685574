"""Which values are undefined (poison in LLVM), and what the compiler was promised about values.

Next to each name, a state has a shadow: a list with one literal for each lane that the lane is undefined, or `None`
if no lane can be. The shadow of several parts is an `Aggregate` of shadows. An operation with an undefined operand is
undefined, even if its value does not depend on the operand. So a value that the compiler may change at any time is
never taken for a number. Bytes without a value, which LLVM calls undef, count as undefined too.

A branch, an address, a divisor or a `noundef` parameter that is undefined is a failure.
"""
import re
from dataclasses import dataclass

from ir import Parts, Poison, offsets, size_of
from memory import Address, Aggregate, Tainted, taint
from words import constant, lanes

# The intrinsics that work on each lane by itself. Others mix lanes, so one undefined lane makes all undefined.
BY_LANE = re.compile(
    r"llvm\.(usub\.sat|uadd\.sat|umin|umax|smin|smax|ctpop|cttz|ctlz|bswap|fshl|x86\.avx512\.pternlog)\.")
MOVES = {"phi", "freeze", "load", "select", "shufflevector", "insertelement", "extractelement", "insertvalue",
         "extractvalue"}


@dataclass(frozen=True)
class Promises:
    """What the IR says about a value: attributes, or metadata of a load."""
    defined: bool = False
    range: tuple = ()
    nonnull: bool = False
    align: int = 1


def parse_promises(text):
    """Returns the promises of the attributes in a text, or `None`."""
    found = re.search(r"\brange\(i\d+ (-?\d+), (-?\d+)\)", text)
    aligned = re.search(r"\balign (\d+)", text)
    made = Promises(bool(re.search(r"\bnoundef\b", text)), (int(found[1]), int(found[2])) if found else (),
                    bool(re.search(r"\bnonnull\b", text)), int(aligned[1]) if aligned else 1)
    return made if made != Promises() else None


def lane_count(kind):
    return kind[1] if kind[0] == "v" else 1


def everywhere(kind, literal=1):
    """Returns the shadow of a value that is undefined in all lanes if a literal is true."""
    if kind[0] in "as":
        types = kind[2] if kind[0] == "s" else [kind[2]] * kind[1]
        return Aggregate(everywhere(each, literal) for each in types)
    return [literal] * lane_count(kind)


def simple(shadow):
    """Returns a shadow, or `None` if it says nothing."""
    if isinstance(shadow, Aggregate):
        parts = [simple(each) for each in shadow]
        return Aggregate(parts) if any(each is not None for each in parts) else None
    return shadow if shadow is not None and any(shadow) else None


class Undefined:
    """The shadows of an engine."""

    def shadow(self, state, kind, operand):
        """Returns the shadow of an operand."""
        if isinstance(operand, str):
            return state.shadows.get(operand)
        if isinstance(operand, Poison):
            return everywhere(kind)
        if isinstance(operand, Parts):
            if kind[0] == "v":
                return simple([int(isinstance(each, Poison)) for each in operand.parts])
            types = kind[2] if kind[0] == "s" else [kind[2]] * len(operand.parts)
            if kind[0] in "as":
                return simple(Aggregate(self.shadow(state, t, each) for t, each in zip(types, operand.parts)))
        return None

    def any_of(self, shadow):
        """Returns the literal that some part of a value is undefined."""
        if shadow is None:
            return 0
        if isinstance(shadow, Aggregate):
            return self.g.any(self.any_of(each) for each in shadow)
        return self.g.any(shadow)

    def must_be_defined(self, state, kind, operand, what):
        literal = self.any_of(self.shadow(state, kind, operand))
        if literal:
            self.fail(state, what + " is undefined", literal)

    def joined(self, c, a, b):
        """Returns the shadow of a choice."""
        if a is b:
            return a
        if isinstance(a, Aggregate) or isinstance(b, Aggregate):
            size = len(a if a is not None else b)
            a, b = a or [None] * size, b or [None] * size
            return simple(Aggregate(self.joined(c, x, y) for x, y in zip(a, b, strict=True)))
        size = len(a if a is not None else b)
        return simple(self.w.choose(c, a or [0] * size, b or [0] * size))

    def joined_all(self, c, a, b):
        """Returns the shadows of the names of two states that merge."""
        if not a and not b:
            return {}
        found = {name: self.joined(c, a.get(name), b.get(name)) for name in a.keys() | b.keys()}
        return {name: shadow for name, shadow in found.items() if shadow is not None}

    def after(self, state, each, kind):
        """Returns the shadow of the result of an instruction, which has this type."""
        made = self.made
        if each.op == "call" and each.extra[0].startswith("llvm.masked.load"):
            return simple(made)
        if each.op in MOVES:
            return simple(getattr(self, "after_" + each.op)(state, each, made))
        count = lane_count(kind)
        total = made * count if len(made) == 1 else made or None
        for argument in each.args:
            shadow = self.shadow(state, *argument)
            if shadow is not None:
                shadow = self.spread(each, argument[0], shadow, kind)
                total = shadow if total is None else self.w.map(self.g.either, total, shadow)
        return simple(total)

    def spread(self, each, kind, shadow, to):
        """Returns the shadow of a result because of one operand."""
        count = lane_count(to)
        if each.op == "bitcast":
            if len(shadow) >= count:
                size = len(shadow) // count
                return [self.g.any(group) for group in lanes(shadow, size)]
            return [literal for literal in shadow for _ in range(count // len(shadow))]
        by_lane = each.op != "call" or BY_LANE.match(each.extra[0])
        if by_lane and len(shadow) == count and to[0] in "iv":
            return shadow
        literal = self.any_of(shadow)
        return everywhere(to, literal) if to[0] in "as" else [literal] * count

    def after_load(self, *_):
        return self.made

    def after_freeze(self, *_):
        return None

    def after_select(self, state, each, _):
        c, a, b = (self.shadow(state, *argument) for argument in each.args)
        if a is None and b is None and c is None:
            return None
        choice = self.get(state, *each.args[0])
        kind = each.args[1][0]
        if len(choice) == 1:
            chosen = self.joined(choice[0], a, b)
        else:
            size = lane_count(kind)
            chosen = [self.g.choose(bit, x, y) for bit, x, y in
                      zip(choice, a or [0] * size, b or [0] * size, strict=True)]
        if c is None:
            return chosen
        if kind[0] in "as":
            return everywhere(kind, self.g.either(self.any_of(c), self.any_of(chosen)))
        size = lane_count(kind)
        c = c if len(c) == size else c * size
        return self.w.map(self.g.either, c, chosen or [0] * size)

    def after_shufflevector(self, state, each, _):
        x, y = (self.shadow(state, *argument) for argument in each.args)
        size = each.args[0][0][1]
        row = (x or [0] * size) + (y or [0] * size)
        return [1 if i is None else row[i] for i in each.extra]

    def after_insertelement(self, state, each, _):
        x, item, at = (self.shadow(state, *argument) for argument in each.args)
        row = list(x or [0] * each.args[0][0][1])
        row[self.lane(state, each, 2)] = self.any_of(item)
        return row if at is None else [1] * len(row)

    def after_extractelement(self, state, each, _):
        x, at = (self.shadow(state, *argument) for argument in each.args)
        return None if x is None and at is None else [1] if at is not None else [x[self.lane(state, each, 1)]]

    def after_insertvalue(self, state, each, _):
        whole, part = (self.shadow(state, *argument) for argument in each.args)
        if whole is None and part is None:
            return None
        kind = each.args[0][0]
        row = list(whole or [None] * (len(kind[2]) if kind[0] == "s" else kind[1]))
        row[each.extra[0]] = part
        return Aggregate(row)

    def after_extractvalue(self, state, each, _):
        shadow = self.shadow(state, *each.args[0])
        for i in each.extra:
            shadow = shadow and shadow[i]
        return shadow

    def do_freeze(self, _, state, each):
        """Returns a value that is the same each time, even where it was undefined."""
        value, shadow = self.get(state, *each.args[0]), self.shadow(state, *each.args[0])
        if shadow is None:
            return value
        if not isinstance(value, list) or isinstance(value, Aggregate):
            if self.possible(state, self.any_of(shadow)):
                self.failed(state, "an undefined address is frozen")
            return value
        size = len(value) // len(shadow)
        rows = zip(shadow, lanes(value, size), strict=True)
        return [bit for literal, row in rows
                for bit in (self.w.choose(literal, self.g.inputs(size), row) if literal else row)]

    # Memory.

    def read_taints(self, kind, data):
        """Returns the shadow of a value with these bytes."""
        if not any(byte is None or type(byte) is Tainted for byte in data):
            return None
        if kind[0] in "as":
            types = kind[2] if kind[0] == "s" else [kind[2]] * kind[1]
            starts = offsets(kind) if kind[0] == "s" else [k * size_of(kind[2]) for k in range(kind[1])]
            return Aggregate(self.read_taints(t, data[at:at + size_of(t)]) for t, at in zip(types, starts))
        row = [taint(byte) for byte in data]
        count = lane_count(kind)
        if len(row) % count:
            # Lanes of single bits.
            return [row[k * len(row) // count] for k in range(count)]
        return [self.g.any(group) for group in lanes(row, len(row) // count)]

    def tainted(self, kind, data, shadow):
        """Returns the bytes of a value with its shadow."""
        if shadow is None:
            return data
        if isinstance(shadow, Aggregate):
            types = kind[2] if kind[0] == "s" else [kind[2]] * kind[1]
            starts = offsets(kind) if kind[0] == "s" else [k * size_of(kind[2]) for k in range(kind[1])]
            data = list(data)
            for t, at, part in zip(types, starts, shadow):
                data[at:at + size_of(t)] = self.tainted(t, data[at:at + size_of(t)], part)
            return data
        each = max(len(data) // len(shadow), 1)
        if len(data) < len(shadow):
            shadow = [self.g.any(group) for group in lanes(shadow, 8)]
        out = []
        for k, byte in enumerate(data):
            literal = shadow[k // each]
            if literal == 1:
                out.append(None)
            elif literal and len(byte) == 2:
                out.append(None)
            else:
                out.append(Tainted(byte, literal) if literal else byte)
        return out

    # Promises.

    def keep_promises(self, state, promises, kind, value, shadow, what):
        """Notes a failure if a value is not what the IR says."""
        if promises is None or value is None:
            return
        if promises.defined and self.any_of(shadow):
            self.fail(state, what + " is undefined", self.any_of(shadow))
        # A value that breaks another promise becomes poison, which is wrong only where it is used. The engine takes
        # this for a failure, except if the value is poison already.
        defined = 1 if kind[0] == "v" else self.any_of(shadow) ^ 1
        if promises.range:
            low, high = promises.range
            size = kind[2][1] if kind[0] == "v" else kind[1]
            for x in lanes(value, size):
                above = self.w.subtract(x, constant(low, size))[0]
                outside = self.w.less(above, constant(high - low, size)) ^ 1
                self.fail(state, what + " is out of its range", self.g.both(defined, outside))
        if isinstance(value, Address):
            if promises.nonnull and value.region is None:
                self.fail(state, what + " is null", self.g.both(defined, self.w.is_number(value.offset, 0)))
            self.must_be_aligned(state, value, promises.align, what, defined)

    def must_be_aligned(self, state, address, align, what, defined=1):
        low = align.bit_length() - 1
        if low:
            word = self.w.add(self.base(address.region)[:low], address.offset[:low])[0]
            self.fail(state, what + " is not aligned", self.g.both(defined, self.g.any(word)))
