"""Addresses, and memory as regions of bytes with bounds.

A region is a list of bytes. A byte is eight literals, or `None` if it is not initialized, or a pair of an
address and a number if it is a byte of an address. Lists are never changed in place, so states share them. The
region of a local variable that is not alive has no bytes.
"""
from dataclasses import dataclass

from positions import Position
from words import number


@dataclass
class Address:
    """A region, and the offset in it as a word of 64 bits."""
    region: object
    offset: list

    def key(self):
        return self.region, key_of(self.offset)

    def __eq__(self, other):
        return isinstance(other, Address) and (self.region, self.offset) == (other.region, other.offset)


class Split(Exception):
    """The state must split by the values of an offset or length, before this instruction."""

    def __init__(self, operand, value):
        super().__init__(operand)
        self.operand, self.value = operand, value


class Failed(Exception):
    """No execution continues here."""


class Tainted(list):
    """A byte of eight literals that is undefined if another literal is true."""

    def __init__(self, literals, undefined):
        super().__init__(literals)
        self.undefined = undefined


def taint(byte):
    """Returns the literal that a byte is undefined."""
    return 1 if byte is None else getattr(byte, "undefined", 0)


class Aggregate(list):
    """A value of several parts."""


def key_of(value):
    """Returns what two values must have in common to be merged."""
    if isinstance(value, (Address, Position)):
        return value.key()
    if isinstance(value, Aggregate):
        return tuple(key_of(each) for each in value)
    if value is None:
        return None
    # Flags and wide values are data. Other numbers are lengths and offsets, which stay constant.
    return number(value) if 8 <= len(value) <= 64 else None


def merge_bytes(words, graph, c, a, b):
    """Returns the bytes of `a` if `c` is true, or else those of `b`."""
    if a is b:
        return a
    if len(a) != len(b):
        return []
    out = []
    for x, y in zip(a, b):
        undefined = graph.choose(c, taint(x), taint(y))
        if x is y or x == y:
            out.append(Tainted(x, undefined) if undefined and x is not None else x)
        elif (x is None or len(x) == 8) and (y is None or len(y) == 8):
            byte = words.choose(c, x or graph.inputs(8), y or graph.inputs(8))
            out.append(Tainted(byte, undefined) if undefined else byte)
        else:
            raise ValueError("an address and a number in one place")
    return out


def region_key(data):
    """Returns what two memories must have in common to be merged, for a small region."""
    if len(data) > 40:
        return len(data), tuple(i for i, byte in enumerate(data) if byte is not None and len(byte) == 2)
    out = []
    for byte in data:
        if byte is None:
            out.append(None)
        elif len(byte) == 2:
            out.append((byte[0].key(), byte[1]))
        else:
            out.append(number(byte))
    return tuple(out)

