"""Tests of the specification and of claims, on the IR of the last build; they are skipped without one."""
import os
import random
import re
import unittest
from pathlib import Path

import intrinsics
import processor
import samples
from claims import Claim, Proof, operation
from engine import Engine, State
from graph import Graph
from ir import Module
from memory import Address, Aggregate, Tainted
from specification import FORMS, UNITS, Specification
from words import constant, flat, lanes, number

WORK = Path(os.environ.get("CARGO_TARGET_DIR", Path(__file__).resolve().parents[3] / "target")) / "prove"
FOUND = sorted((WORK / "release/deps").glob("utfkit-*.ll"), key=lambda path: path.stat().st_mtime)
CPUINFO = Path("/proc/cpuinfo")
HAS_AVX512 = CPUINFO.exists() and "avx512_vbmi2" in CPUINFO.read_text(encoding="utf-8")


def word_bytes(data):
    return [constant(byte, 8) for byte in data]


@unittest.skipUnless(FOUND, "there is no IR: run prove first")
class ClaimsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.module = Module(FOUND[-1].read_text(encoding="utf-8"))

    def test_the_decoder_and_the_encoder_are_those_of_python(self):
        spec = Specification(self.module, Graph())
        for form in FORMS:
            codec = samples.CODECS[form]
            for code in (0, 0x41, 0x7F, 0x80, 0xFF, 0x100, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFD, 0xFFFF, 0x10000, 0x10FFFF):
                ways = [(g, data) for g, data in spec.encode(form, constant(code, 32)) if g]
                if form == "LATIN1" and code > 0xFF:
                    self.assertEqual(ways, [])
                    continue
                encoded = chr(code).encode(codec)
                self.assertEqual([(g, bytes(map(number, data))) for g, data in ways], [(1, encoded)])
                well, ill, value, length = spec.decode(form, word_bytes(encoded + b"a" * 4))
                self.assertEqual((well, ill, number(value), number(length)), (1, 0, code, len(encoded)))
            for code in (0xD800, 0xDFFF, 0x110000):
                self.assertEqual([g for g, _ in spec.encode(form, constant(code, 32)) if g], [])

    def test_ill_formed_sequences_have_the_lengths_of_python(self):
        spec, source = Specification(self.module, Graph()), random.Random(7)
        for form in FORMS[1:]:
            codec = samples.CODECS[form]
            for _ in range(150):
                data = bytes(source.choice([0xE0, 0xA0, 0xED, 0xF0, 0xF4, 0x90, 0x80, 0xC0, 0xC3, 0xD8, 0xDC, 0x00, 0x41])
                             for _ in range(source.randrange(1, 7)))
                well, ill, _, length = spec.decode(form, word_bytes(data))
                try:
                    data[:number(length)].decode(codec)
                    self.assertEqual((well, ill), (1, 0), (form, data))
                except UnicodeDecodeError as error:
                    self.assertEqual((well, ill), (0, 1), (form, data))
                    if form == "UTF8":
                        self.assertEqual(number(length), error.end - error.start, data)

    def test_kernels_on_constant_texts_do_what_python_does(self):
        source = random.Random(11)
        rows = self.module.rows()
        for row in ("UTF8_TO_UTF16LE", "UTF16BE_TO_UTF8", "UTF8_TO_UTF32BE", "UTF16LE_TO_UTF32LE", "LATIN1_TO_UTF8"):
            _, form, to = operation(row)
            for kernel in dict.fromkeys(rows[row]):
                for size in (3, 12, 30, 64, 100):
                    data = samples.text(source, form, size // UNITS[form] * UNITS[form])
                    engine = Engine(self.module, Graph())
                    zero, room = constant(0, 64), 400
                    memory = {("read", "text"): word_bytes(data), ("write", "room"): [None] * room}
                    arguments = [Address(("read", "text"), zero), constant(len(data), 64),
                                 Address(("write", "room"), zero), constant(room, 64)]
                    ends = engine.run(kernel, arguments, State([], {}, memory))
                    self.assertEqual(engine.failures, [])
                    (end, value), = ends
                    wanted = data.decode(samples.CODECS[form]).encode(samples.CODECS[to])
                    self.assertEqual([number(each) for each in value], [len(data), len(wanted)], (row, kernel, data))
                    written = end.memory["write", "room"][:len(wanted)]
                    self.assertEqual(bytes(map(number, written)), wanted, (row, kernel, data))

    def test_a_wrong_specification_is_refuted(self):
        for claim in (Claim("VALIDATE_UTF8", "avx2", 5), Claim("UTF8_TO_UTF16LE", "portable", 3, 6),
                      Claim("LOSSY_UTF16LE_TO_UTF8", "avx512", 4, 6), Claim("LENGTH_OF_UTF8_IN_UTF16", "avx2", 3),
                      Claim("LINES_OF_BYTES", "avx2", 3), Claim("OUTSIDE_IN_BYTES", "avx2", 2, 0, 1),
                      Claim("SWAP16", "avx2", 4, 4), Claim("CONTENTS", "avx512", 3)):
            self.assertEqual(Proof(self.module, claim).check()[0], "proven", claim)
            self.assertEqual(Proof(self.module, claim, weaken=True).check()[0], "refuted", claim)

    def test_an_assumption_that_cannot_hold_proves_nothing(self):
        proof = Proof(self.module, Claim("CONTENTS", "avx2", 3))
        proof.expect_contents = lambda: (proof.assumed.append(0), lambda end, value: [])[1]
        self.assertEqual(proof.check()[0], "empty")
        proof = Proof(self.module, Claim("CONTENTS", "avx2", 3))
        odd = proof.g.both(proof.w.is_number(proof.text[0][:4], 3), proof.w.less(proof.text[0], constant(2, 8)))
        proof.expect_contents = lambda: (proof.assumed.append(odd), lambda end, value: [])[1]
        self.assertEqual(proof.check()[0], "empty")

    def test_a_specification_that_says_nothing_proves_nothing(self):
        proof = Proof(self.module, Claim("VALIDATE_UTF8", "portable", 2))
        sequence = proof.spec.sequence
        # A sequence of five bytes ends nowhere.
        proof.spec.sequence = lambda *arguments: (*sequence(*arguments)[:4], constant(5, 64))
        outcome, detail = proof.check()
        self.assertEqual((outcome, detail[:41]), ("empty", "the specification says nothing about some"))

    def test_a_result_that_is_not_written_is_wrong(self):
        proof = Proof(self.module, Claim("CONTENTS", "avx2", 3))
        byte = constant(0, 8)
        self.assertEqual(proof.stored([byte, None], byte * 2), 1)
        self.assertEqual(proof.stored([byte, Tainted(byte, 1)], byte * 2), 1)
        self.assertEqual(proof.stored([byte, byte], byte * 2), 0)

    def outcome(self, claim, change):
        """Returns the outcome of a proof in which the ends of the kernel are changed."""
        proof = Proof(self.module, claim)
        run = proof.engine.run

        def changed(*arguments):
            ends = run(*arguments)
            change(proof, ends)
            return ends
        proof.engine.run = changed
        return proof.check()

    def test_failures_and_missing_or_undefined_results_are_refuted(self):
        claim = Claim("LATIN1_TO_UTF16LE", "portable", 2, 4)

        def lose(_, ends):
            room = "write", "room"
            for end, _ in ends:
                end.memory[room] = [None, *end.memory[room][1:]]
        for change, wanted in (
            (lambda proof, ends: None, ("proven", "")),
            (lambda proof, _: proof.engine.failures.append(("a failure", [])), ("refuted", "a failure; ")),
            (lose, ("refuted", "byte 0 of the output is not written; ")),
            (lambda proof, ends: [end.shadow("", Aggregate([[1], None])) for end, _ in ends],
             ("refuted", "an undefined result; ")),
        ):
            outcome, detail = self.outcome(claim, change)
            self.assertEqual((outcome, detail.split("text")[0]), wanted)

    def test_levels_have_only_instructions_of_their_own(self):
        names = [("+avx512bw", 0), ("+avx2", 1), ("+sse4.2", 2), ("", 3)]
        attributes = dict(re.findall(r"^attributes #(\d+) = \{(.*)\}$", self.module.text, re.M))
        seen = set()
        for row, kernels in self.module.rows().items():
            for level, kernel in enumerate(kernels):
                number_ = re.search(r"#(\d+)", self.module.bodies[kernel][0].rsplit(")", 1)[1])[1]
                best = next(at for name, at in names if name in attributes[number_])
                self.assertGreaterEqual(best, level, (row, kernel))
                seen.add((best, level))
        self.assertTrue(seen >= {(k, k) for k in range(4)})

    def test_a_kernel_that_misses_an_end_is_empty(self):
        proof = Proof(self.module, Claim("VALIDATE_UTF8", "portable", 3))
        run = proof.engine.run
        proof.engine.run = lambda *arguments: run(*arguments)[:-1]
        self.assertEqual(proof.check(), ("empty", "some input reaches no end"))

    @unittest.skipUnless(HAS_AVX512, "the processor does not have the instructions")
    def test_a_wrong_meaning_of_an_intrinsic_is_found(self):
        kernels = set(self.module.rows()["VALIDATE_UTF8"])
        right = intrinsics.shuffle_bytes
        intrinsics.shuffle_bytes = lambda w, x, index: right(w, x, flat(byte[:7] + [0] for byte in lanes(index, 8)))
        try:
            _, different, _, _ = processor.compare(self.module, kernels, WORK, 30)
        finally:
            intrinsics.shuffle_bytes = right
        self.assertTrue(any("pshuf.b" in each for each in different))
        compared, different, untested, _ = processor.compare(self.module, kernels, WORK, 30)
        self.assertEqual((different, untested), ([], []))
        self.assertGreater(compared, 300)


if __name__ == "__main__":
    unittest.main()
