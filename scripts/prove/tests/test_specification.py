"""The specification is the definition of each form, for all inputs: the decoder and the encoder of `form/` against the
tables of Unicode, which are written here a second time."""
import unittest

from graph import Graph
from ir import Module
from specification import Specification
from test_claims import FOUND
from words import constant, flat

TAIL = (0x80, 0xBF)
# Table 3-7 of the Unicode Standard: well-formed UTF-8.
TABLE = [
    [(0x00, 0x7F)], [(0xC2, 0xDF), TAIL], [(0xE0, 0xE0), (0xA0, 0xBF), TAIL], [(0xE1, 0xEC), TAIL, TAIL],
    [(0xED, 0xED), (0x80, 0x9F), TAIL], [(0xEE, 0xEF), TAIL, TAIL], [(0xF0, 0xF0), (0x90, 0xBF), TAIL, TAIL],
    [(0xF1, 0xF3), TAIL, TAIL, TAIL], [(0xF4, 0xF4), (0x80, 0x8F), TAIL, TAIL],
]
# The bits of each byte that are not of the value.
MARKS = [[(7, 0x00)], [(5, 0xC0), (6, 0x80)], [(4, 0xE0), (6, 0x80), (6, 0x80)], [(3, 0xF0), (6, 0x80), (6, 0x80), (6, 0x80)]]


@unittest.skipUnless(FOUND, "there is no IR: run prove first")
class SpecificationTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.module = Module(FOUND[-1].read_text(encoding="utf-8"))

    def setUp(self):
        self.g = Graph()
        self.spec = Specification(self.module, self.g)
        self.w = self.spec.w

    def never(self, *literals):
        self.assertFalse(self.g.satisfiable(list(literals)))

    def compare(self, form, text, well, value, lengths):
        """Compares the decoder with a definition. `lengths` are pairs of a literal and the length if it is true."""
        is_well, is_ill, its_value, its_length = self.spec.decode(form, text)
        self.never(self.g.differ(is_well, well))
        self.never(self.g.differ(is_ill, well ^ 1))
        self.never(well, self.w.equal(its_value, value) ^ 1)
        self.never(self.g.any(literal for literal, _ in lengths) ^ 1)
        for literal, length in lengths:
            self.never(literal, self.w.is_number(its_length, length) ^ 1)

    def test_utf8_is_table_3_7_with_maximal_subparts(self):
        g, w = self.g, self.w
        for size in range(1, 5):
            text = [g.inputs(8) for _ in range(size)]
            well, value, reach = 0, constant(0, 32), [1] + [0] * size
            for row in TABLE:
                here = 1
                for k, (byte, (low, high)) in enumerate(zip(text, row)):
                    here = g.both(here, w.within(byte, low, high))
                    reach[k + 1] = g.either(reach[k + 1], here)
                if len(row) <= size:
                    bits = flat(byte[:count] for byte, (count, _) in reversed(list(zip(text, MARKS[len(row) - 1]))))
                    well, value = g.either(well, here), w.choose(here, bits + [0] * (32 - len(bits)), value)
            reach[1] = 1
            ends = reach[1:] + [0]
            self.compare("UTF8", text, well, value, [(g.both(ends[k], ends[k + 1] ^ 1), k + 1) for k in range(size)])

    def test_utf16_is_pairs_of_surrogates(self):
        g, w = self.g, self.w
        for form in ("UTF16LE", "UTF16BE"):
            for size in (2, 4):
                text = [g.inputs(8) for _ in range(size)]
                units = [flat(text[k:k + 2] if form.endswith("LE") else text[k:k + 2][::-1]) for k in range(0, size, 2)]
                high = w.within(units[0], 0xD800, 0xDBFF)
                low = w.within(units[0], 0xDC00, 0xDFFF)
                pair = g.both(high, w.within(units[1], 0xDC00, 0xDFFF)) if size == 4 else 0
                both = (units[1][:10] + units[0][:10] if size == 4 else constant(0, 20)) + [0] * 12
                value = w.choose(pair, w.add(both, constant(0x10000, 32))[0], units[0] + [0] * 16)
                self.compare(form, text, g.either(pair, g.both(high ^ 1, low ^ 1)), value, [(pair, 4), (pair ^ 1, 2)])

    def test_utf32_is_scalar_values_and_latin1_its_bytes(self):
        g, w = self.g, self.w
        for form in ("UTF32LE", "UTF32BE"):
            text = [g.inputs(8) for _ in range(4)]
            self.compare(form, text, self.scalar(value := flat(text if form.endswith("LE") else text[::-1])), value, [(1, 4)])
        byte = g.inputs(8)
        self.compare("LATIN1", [byte], 1, byte + [0] * 24, [(1, 1)])

    def scalar(self, value):
        surrogate = self.w.within(value, 0xD800, 0xDFFF)
        return self.g.both(surrogate ^ 1, self.w.within(value, 0, 0x10FFFF))

    def test_the_encoder_is_the_definition(self):
        g, w = self.g, self.w
        value = g.inputs(32)
        scalar = self.scalar(value)
        ranges = [(0, 0x7F), (0x80, 0x7FF), (0x800, 0xFFFF), (0x10000, 0x10FFFF)]
        within = [g.both(scalar, w.within(value, *each)) for each in ranges]
        utf8 = []
        for literal, marks in zip(within, MARKS):
            data, at = [], 0
            for count, mark in reversed(marks):
                data.insert(0, value[at:at + count] + constant(mark >> count, 8 - count))
                at += count
            utf8.append((literal, data))
        pair = w.subtract(value, constant(0x10000, 32))[0]
        high, low = pair[10:20] + constant(0x36, 6), pair[:10] + constant(0x37, 6)
        small = g.both(scalar, within[3] ^ 1)
        latin = g.both(scalar, w.within(value, 0, 0xFF))
        split = lambda word, big: [word[k:k + 8] for k in range(0, len(word), 8)][::-1 if big else 1]
        wanted = {"UTF8": utf8, "LATIN1": [(latin, [value[:8]])]}
        for order in ("LE", "BE"):
            big = order == "BE"
            wanted["UTF16" + order] = [(small, split(value[:16], big)), (within[3], split(high, big) + split(low, big))]
            wanted["UTF32" + order] = [(scalar, split(value, big))]
        for form, ways in wanted.items():
            found = self.spec.encode(form, value)
            by_size = {len(data): (literal, flat(data)) for literal, data in found}
            for literal, data in ways:
                other, its = by_size.pop(len(data))
                self.never(g.differ(literal, other))
                self.never(literal, w.equal(flat(data), its) ^ 1)
            for other, _ in by_size.values():
                self.never(other)


if __name__ == "__main__":
    unittest.main()
