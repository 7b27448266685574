"""What kernels must do, made of the decoder and encoder of `form/`.

`Form::first` and `Form::encode` are executed by the engine too, so the only parts written here are those of
the documentation in `kernel.rs`: the next sequence begins where the last one ends, and the first that is
ill-formed, cannot be encoded or does not fit ends the work.
"""
from engine import Engine, State
from ir import Unsupported
from memory import Address, taint
from words import constant, flat

FORMS = ["LATIN1", "UTF8", "UTF16LE", "UTF16BE", "UTF32LE", "UTF32BE"]
UNITS = {"LATIN1": 1, "UTF8": 1, "UTF16LE": 2, "UTF16BE": 2, "UTF32LE": 4, "UTF32BE": 4}
REPLACEMENT = 0xFFFD
# A part of the name of the decoder and of the encoder.
NAMES = ("4form5forms4Form5first", "4form5forms4Form6encode")


class Specification:
    """The decoder and encoder, as functions of literals."""

    def __init__(self, module, graph):
        self.module, self.g = module, graph
        self.engine = Engine(module, graph)
        self.w = self.engine.w
        self.first, self.encoder = map(module.named, NAMES)

    def execute(self, name, arguments, memory, assumed=1):
        with self.g.apart():
            found = self.engine.run(name, arguments, State([assumed] if assumed != 1 else [], {}, memory))
        if self.engine.failures:
            raise Unsupported(f"the specification fails: {self.engine.failures[0][0]}")
        return found

    def decode(self, form, text):
        """Returns four things about the sequence at the start of `text`, which is the end of the input:
        whether it is well-formed, whether it is ill-formed, its value, and its length."""
        well, ill, _, value, length = self.sequence(form, text, [1], constant(len(text), 64), 1)
        return well, ill, value, length

    def classify(self, form, text, last, count=None, assumed=1):
        """Returns whether the sequence at the start of `text` is well-formed, its length, and whether it is
        incomplete. The text may be longer, if `count` is its length."""
        count = constant(len(text), 64) if count is None else count
        well, _, incomplete, _, length = self.sequence(form, text, [int(last)], count, assumed)
        return well, length, incomplete

    def sequence(self, form, text, last, count, assumed):
        out, source = ("local", "out"), ("read", "text")
        memory = {out: [None] * 24, source: text}
        zero, self.engine.locals[out] = constant(0, 64), (24, 8)
        arguments = [Address(out, zero), constant(FORMS.index(form), 8), Address(source, zero),
                     count, last]
        well = ill = incomplete = 0
        value, length = constant(0, 32), constant(0, 64)
        for end, _ in self.execute(self.first, arguments, memory, assumed):
            guard = self.g.all(end.guard)
            here = end.memory[out]
            data = flat([0] * 8 if byte is None else byte for byte in here)
            tag = data[:32]
            is_value = self.g.both(guard, self.w.is_number(tag, VALUE))
            self.must_be_defined(guard, here[:4])
            self.must_be_defined(is_value, here[4:16])
            well = self.g.either(well, is_value)
            ill = self.g.either(ill, self.g.both(guard, self.w.is_number(tag, ILL_FORMED)))
            incomplete = self.g.either(incomplete, self.g.both(guard, self.w.is_number(tag, INCOMPLETE)))
            value = self.w.choose(guard, data[32:64], value)
            length = self.w.choose(guard, data[64:128], length)
        return well, ill, incomplete, value, length

    def must_be_defined(self, guard, data):
        if self.g.satisfiable([guard, self.g.any(map(taint, data))]):
            raise Unsupported("the specification is undefined")

    def encode(self, form, value):
        """Returns pairs of a literal and the bytes of `value` if it is true."""
        found = {}
        for end, result in self.execute(self.encoder, [constant(FORMS.index(form), 8), value], {}):
            guard = self.g.both(self.g.all(end.guard), self.w.is_number(result[:8], SOME))
            for size in range(1, 5):
                fits = self.g.both(guard, self.w.is_number(result[40:48], size))
                if fits:
                    old, data = found.get(size, (0, constant(0, 32)))
                    found[size] = self.g.either(old, fits), self.w.choose(fits, result[8:40], data)
        return [(guard, [data[8 * k:8 * k + 8] for k in range(size)]) for size, (guard, data) in found.items()]


class Reading:
    """A text as a sequence of characters: for each offset, whether a sequence begins there."""

    def __init__(self, spec, form, text, lossy):
        self.spec, self.form, self.text = spec, form, text
        g, w, count = spec.g, spec.w, len(text)
        self.begins = [1] + [0] * count
        self.parts = []
        for at in range(count):
            well, ill, value, length = spec.decode(form, text[at:]) if self.begins[at] else (0, 0, constant(0, 32), [])
            self.parts.append((well, ill, value, length))
            for size in range(1, min(4, count - at) + 1) if self.begins[at] else ():
                goes = g.either(well, ill) if lossy else well
                step = g.all([self.begins[at], goes, w.is_number(length, size)])
                self.begins[at + size] = g.either(self.begins[at + size], step)

    def well_formed_prefix(self):
        """Returns pairs of a literal and the length of the longest well-formed prefix if it is true."""
        g, count = self.spec.g, len(self.text)
        stops = [(g.both(self.begins[at], self.parts[at][0] ^ 1), at) for at in range(count)]
        return stops + [(self.begins[count], count)]

    def characters(self, form):
        """Yields for each offset the literal that a sequence begins there, whether it is replaced, and the
        ways to encode it in `form`."""
        spec, g = self.spec, self.spec.g
        replacement = None
        for at, (well, ill, value, length) in enumerate(self.parts):
            if not self.begins[at]:
                continue
            ways = [(g.both(well, fits), data) for fits, data in spec.encode(form, value)]
            if ill:
                replacement = replacement or spec.encode(form, constant(REPLACEMENT, 32))
                ways += [(g.both(ill, fits), data) for fits, data in replacement]
            yield at, length, ill, ways


def convert(spec, reading, form, room, lossy):
    """Returns what a conversion does: triples of a literal, the bytes read and the bytes written, then the
    output as pairs of a literal (the byte is written) and the byte, then the literals of replacements."""
    g, w, count = spec.g, spec.w, len(reading.text)
    places = [{} for _ in range(count + 1)]
    places[0][0] = 1
    stops, output, replaced = [], [[0, constant(0, 8)] for _ in range(room)], []
    ways_at = {at: (length, ill, ways) for at, length, ill, ways in reading.characters(form)}
    for at in range(count):
        for written, here in places[at].items():
            length, ill, ways = ways_at[at]
            goes = 0
            for fits, data in ways:
                if written + len(data) > room:
                    continue
                taken = g.both(here, fits)
                if not lossy:
                    taken = g.both(taken, ill ^ 1)
                if not taken:
                    continue
                goes = g.either(goes, taken)
                for k, byte in enumerate(data):
                    old, value = output[written + k]
                    output[written + k] = [g.either(old, taken), w.choose(taken, byte, value)]
                for size in range(1, min(4, count - at) + 1):
                    step = g.both(taken, w.is_number(length, size))
                    if step:
                        after = places[at + size]
                        end = written + len(data)
                        after[end] = g.either(after.get(end, 0), step)
            if lossy and ill:
                replaced.append(g.both(goes, ill))
            stops.append((g.both(here, goes ^ 1), at, written))
    stops += [(here, count, written) for written, here in places[count].items()]
    return [stop for stop in stops if stop[0]], output, replaced


# The layout of `Sequence` and of `Option<Encoded>`, which the tests compare with samples.
VALUE, INCOMPLETE, ILL_FORMED, SOME = 0, 1, 2, 1
