"""Tests that an induction proves what is true for all lengths, and refutes what is not."""
import os
import unittest
from pathlib import Path
from unittest import mock

from certificate import NoAnswer
from claims import Claim, prove
from engine import State
from graph import Graph
from induction import Induction, Kernel
from ir import Module, Unsupported
from parts import Decoder, Part, Refuted
from positions import Position, Positions, copy
from unbounded import PartEngine
from words import Words, constant, number

WORK = Path(os.environ.get("CARGO_TARGET_DIR", Path(__file__).resolve().parents[3] / "target")) / "prove"
FOUND = sorted((WORK / "release/deps").glob("utfkit-*.ll"), key=lambda path: path.stat().st_mtime)

# Finds the first unit of four bytes that is not a scalar value in UTF-32.
KERNEL = """
define i64 @f(ptr %src.0, i64 %src.1) {
start:
  br label %loop

loop:
  %at = phi i64 [ 0, %start ], [ %next, %more ]
  %left = sub nuw i64 %src.1, %at
  %short = icmp ult i64 %left, 4
  br i1 %short, label %end, label %read

read:
  %p = getelementptr inbounds nuw i8, ptr %src.0, i64 %at
  %unit = load i32, ptr %p, align 1
  %high = and i32 %unit, -2048
  %surrogate = icmp eq i32 %high, 55296
  %large = icmp ugt i32 %unit, 1114111
  %bad = or i1 %surrogate, %large
  br i1 %bad, label %end, label %more

more:
  %next = add nuw i64 %at, 4
  br label %loop

end:
  ret i64 %at
}
"""


# The same, with a loop over blocks of two units and then two steps, as often as it takes.
BLOCKS = """
define i64 @f(ptr %src.0, i64 %src.1) {
start:
  br label %outer

outer:
  %from = phi i64 [ 0, %start ], [ %next, %more ]
  %left = sub nuw i64 %src.1, %from
  %base = getelementptr inbounds nuw i8, ptr %src.0, i64 %from
  %few = icmp ult i64 %left, 8
  br i1 %few, label %steps, label %blocks

blocks:
  %k = phi i64 [ 0, %outer ], [ %k2, %good ]
  %p = getelementptr inbounds nuw i8, ptr %base, i64 %k
  %pair = load <2 x i32>, ptr %p, align 1
  %plain = icmp ult <2 x i32> %pair, splat (i32 55296)
  %both = bitcast <2 x i1> %plain to i2
  %fine = icmp eq i2 %both, -1
  br i1 %fine, label %good, label %steps

good:
  %k2 = add nuw i64 %k, 8
  %after = sub nuw i64 %left, %k2
  %again = icmp ult i64 %after, 8
  br i1 %again, label %steps, label %blocks

steps:
  %done = phi i64 [ 0, %outer ], [ %k, %blocks ], [ %k2, %good ]
  %begin = add nuw i64 %from, %done
  br label %step

step:
  %at = phi i64 [ %begin, %steps ], [ %next, %more ]
  %turn = phi i64 [ 0, %steps ], [ %turn2, %more ]
  %turn2 = add nuw nsw i64 %turn, 1
  %rest = sub nuw i64 %src.1, %at
  %short = icmp ult i64 %rest, 4
  br i1 %short, label %end, label %read

read:
  %q = getelementptr inbounds nuw i8, ptr %src.0, i64 %at
  %unit = load i32, ptr %q, align 1
  %high = and i32 %unit, -2048
  %surrogate = icmp eq i32 %high, 55296
  %large = icmp ugt i32 %unit, 1114111
  %bad = or i1 %surrogate, %large
  br i1 %bad, label %end, label %more

more:
  %next = add nuw i64 %at, 4
  %last = icmp eq i64 %turn2, 2
  br i1 %last, label %outer, label %step

end:
  ret i64 %at
}
"""


class PositionsTest(unittest.TestCase):
    def setUp(self):
        self.graph = Graph()
        self.words = Words(self.graph)
        self.positions = Positions(self.graph, self.words)
        self.a = self.positions.symbol("a", self.graph.inputs(64))
        self.b = self.positions.symbol("b", self.graph.inputs(64))

    def test_symbols_cancel(self):
        add = self.positions.add
        total = add(add(self.a, self.b), constant(7, 64))
        self.assertEqual(number(add(add(total, self.a, -1), self.b, -1)), 7)
        self.assertEqual(add(total, self.b, -1).key(), (((("a"), 1),), 7))

    def test_literals_are_those_of_the_sum(self):
        total = self.positions.add(self.positions.add(self.a, constant(5, 64)), self.b, -1)
        wanted = self.words.subtract(self.words.add(list(self.a), constant(5, 64))[0], list(self.b))[0]
        self.assertFalse(self.graph.satisfiable([self.words.equal(list(total), wanted) ^ 1]))

    def test_a_copy_has_other_inputs(self):
        x, y = self.graph.inputs(2)
        other = Graph()
        p, q = other.inputs(2)
        found, = copy(self.graph, other, {x >> 1: p, y >> 1: q ^ 1}, [self.graph.differ(x, y)])
        self.assertFalse(other.satisfiable([other.differ(found, other.differ(p, q ^ 1))]))

    def test_comparisons_without_common_symbols_are_the_same(self):
        engine = PartEngine(Module(KERNEL), self.graph)
        a, b = [0] + self.graph.inputs(62) + [0], self.graph.inputs(63) + [0]
        engine.whole = {"p": a, "q": b}
        p, q = (engine.positions.symbol(name, word) for name, word in engine.whole.items())
        engine.assumed = [self.words.add(a, b)[0][63] ^ 1]
        add = engine.positions.add
        for left, right in ((add(p, constant(8, 64)), add(add(p, q), constant(3, 64))), (add(p, q), p),
                            (add(p, constant(-4, 64)), p), (p, constant(-4, 64))):
            x, y = engine.reduced(left, right)
            for f in (self.words.less, self.words.equal):
                differ = self.graph.differ(f(x, y), f(list(left), list(right)))
                self.assertFalse(self.graph.satisfiable(engine.assumed + [differ]))
        # A position that may be before the text keeps its symbols.
        self.assertFalse(engine.exact(add(p, constant(-4, 64))))


@unittest.skipUnless(FOUND, "there is no IR: run prove first")
class InductionTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.module = Module(FOUND[-1].read_text(encoding="utf-8"))
        cls.decoder = Decoder(cls.module, "UTF32LE")

    def induct(self, text, residue=0, history=0, **more):
        proof = Induction(Module(text), "f", self.decoder, residue, (history, 12, False), **more)
        proof.prove()
        return proof

    def test_a_correct_loop_is_proven(self):
        for residue in range(4):
            proof = self.induct(KERNEL, residue)
            self.assertEqual(list(proof.shapes), ["start", "loop"])
            self.assertEqual(len(proof.parts), 2 + 2 * 3)

    def test_loops_in_loops_are_proven_and_their_mutants_refuted(self):
        for residue in range(4):
            proof = self.induct(BLOCKS, residue)
            self.assertEqual(set(proof.shapes), {"start", "outer", "blocks", "step"})
            self.assertEqual([shape.limits for shape in proof.shapes.values() if shape.limits], [{"%turn": 2}])
        for old, new in (("icmp ult i64 %left, 8", "icmp ult i64 %left, 4"), ("ult i64 %after, 8", "ult i64 %after, 7"),
                         ("splat (i32 55296)", "splat (i32 55297)"), ("i2 %both, -1", "i2 %both, 1"),
                         ("%k, %blocks", "%k2, %blocks"), ("add nuw i64 %k, 8", "add nuw i64 %k, 12"),
                         ("icmp ult i64 %rest, 4", "icmp ult i64 %rest, 3"), ("i64 %turn2, 2", "i64 %turn2, 0")):
            self.assertIn(old, BLOCKS)
            with self.assertRaises((Refuted, Unsupported), msg=(old, new)):
                for residue in range(4):
                    self.induct(BLOCKS.replace(old, new).replace("%k2, %blocks", "8, %blocks"), residue)

    def test_a_limit_of_a_count_is_proven(self):
        # The count begins at 3, so it overflows before it is 2.
        with self.assertRaises((Refuted, Unsupported)):
            self.induct(BLOCKS.replace("%turn = phi i64 [ 0", "%turn = phi i64 [ 3"))
        with self.assertRaises((Refuted, Unsupported)):
            self.induct(BLOCKS.replace("add nuw nsw i64 %turn, 1", "add nuw nsw i64 %turn, 3"))

    def test_an_end_that_is_lost_is_found(self):
        run_from = PartEngine.run_from
        with mock.patch.object(PartEngine, "run_from", lambda *arguments: run_from(*arguments)[:-1]):
            self.assertIn("some input reaches no end", self.refute())

    def refute(self, *changes, text=KERNEL):
        for old, new in changes:
            self.assertIn(old, text)
            text = text.replace(old, new)
        with self.assertRaises((Refuted, Unsupported)) as found:
            for residue in range(4):
                self.induct(text, residue)
        return str(found.exception)

    def test_a_promise_that_does_not_hold_is_refuted(self):
        self.assertIn("an assumption", self.refute(("  %large =", "\n".join([
            "  %no = xor i1 %surrogate, true", "  call void @llvm.assume(i1 %no)", "  %large ="]))))

    def test_an_undefined_name_at_a_place_is_not_covered(self):
        self.assertIn("undefined", self.refute(("  %left =", "  %junk = phi i64 [ poison, %start ], [ %at, %more ]\n  %left ="),
                                               ("  %next =", "  %same = icmp eq i64 %junk, %junk\n  br i1 %same, label %go, label %go\n"
                                                "\ngo:\n  %next ="), ("%next, %more", "%next, %go"), ("%at, %more ]\n  %left", "%at, %go ]\n  %left")))

    def test_a_name_that_leaves_the_others_is_found(self):
        self.refute(("  %left =", "  %two = phi i64 [ 0, %start ], [ %two2, %more ]\n  %left ="),
                    ("i64 %at\n  %unit", "i64 %two\n  %unit"), ("  %next =", "  %two2 = add nuw i64 %two, 8\n  %next ="))

    def test_a_stop_at_the_end_of_the_window_is_refuted(self):
        found = self.refute(("  %next =", """  %last = icmp ult i64 %left, 12
  br i1 %last, label %on, label %three

three:
  %p2 = getelementptr inbounds nuw i8, ptr %p, i64 4
  %pair = load <2 x i32>, ptr %p2, align 1
  %plain = icmp ult <2 x i32> %pair, splat (i32 55296)
  %both = bitcast <2 x i1> %plain to i2
  %fine = icmp eq i2 %both, -1
  br i1 %fine, label %stop, label %on

stop:
  %here = add nuw i64 %at, 12
  ret i64 %here

on:
  %next ="""), ("%next, %more", "%next, %on"))
        self.assertIn("the length", found)

    def test_a_place_has_the_history_that_it_assumes(self):
        self.assertEqual(list(self.induct(KERNEL, history=4).shapes), ["start", "loop"])
        with mock.patch.object(Part, "accepts", lambda *_: True), self.assertRaisesRegex(Unsupported, "less than 4 bytes"):
            self.induct(KERNEL, history=4)

    def test_a_claim_or_a_rest_without_proof_is_not_covered(self):
        claim = Claim("VALIDATE_UTF16LE", "sse42", 38, longer=True)
        with self.assertRaisesRegex(Unsupported, "shortest"):
            Kernel(self.module, claim)
        with self.assertRaisesRegex(Unsupported, "neither"):
            Induction(Module(KERNEL), "f", self.decoder, 0, (0, 14, False))

    def test_wrong_loops_are_refuted(self):
        for old, new in (("i64 %at, 4", "i64 %at, 8"), ("ult i64 %left, 4", "ult i64 %left, 8"), ("-2048", "-1024"),
                         ("ult i64 %left, 4", "ult i64 %left, 3"), ("1114111", "1114112"), ("phi i64 [ 0", "phi i64 [ 4"),
                         ("or i1 %surrogate, %large", "and i1 %surrogate, %large")):
            self.assertIn(old, KERNEL)
            with self.assertRaises(Refuted, msg=(old, new)):
                for residue in range(4):
                    self.induct(KERNEL.replace(old, new), residue)

    def test_an_error_far_from_the_start_is_found(self):
        # The loop accepts a surrogate if it begins at a multiple of 2^20, except at the start.
        text = KERNEL.replace("  %bad = or i1 %surrogate, %large", "\n".join([
            "  %low = and i64 %at, 1048575", "  %round = icmp eq i64 %low, 0", "  %zero = icmp eq i64 %at, 0",
            "  %here = xor i1 %round, %zero", "  %strict = xor i1 %here, true", "  %some = and i1 %surrogate, %strict",
            "  %bad = or i1 %some, %large"]))
        with self.assertRaises(Refuted):
            self.induct(text)

    def test_a_loop_without_progress_is_not_proven(self):
        text = KERNEL.replace("i64 %at, 4", "i64 %at, 0")
        with self.assertRaisesRegex(Unsupported, "no progress|no anchor"):
            self.induct(text)
        # The loop stays at a unit of zero.
        text = KERNEL.replace("  %next = add nuw i64 %at, 4", "\n".join([
            "  %on = add nuw i64 %at, 4", "  %zero = icmp eq i32 %unit, 0", "  %next = select i1 %zero, i64 %at, i64 %on"]))
        with self.assertRaisesRegex(Unsupported, "no progress"):
            self.induct(text)

    def test_a_wrong_specification_is_refuted(self):
        with self.assertRaises(Refuted):
            self.induct(KERNEL, weaken=True)

    def test_a_part_that_is_closed_answers_no_question(self):
        part = Part(Induction(Module(KERNEL), "f", self.decoder, 0, (0, 12, False)), self.induct(KERNEL).shapes["start"])
        part.run({"loop"})
        literal = part.g.both(part.text[0][0], part.text[0][1])
        self.assertTrue(part.g.satisfiable([literal]))
        self.assertGreater(part.close(None).gates, 0)
        for question in ([literal], [literal ^ 1], [2]):
            with self.assertRaises(TypeError):
                part.g.satisfiable(question)

    def test_each_question_of_a_part_is_in_its_certificate(self):
        asked, certified = [], []
        refuted = Graph.satisfiable

        def satisfiable(graph, literals):
            found = refuted(graph, literals)
            if not found and 0 not in literals:
                asked.append((id(graph), graph, tuple(each for each in literals if each != 1)))
            return found

        def certify(graph):
            certified.extend((id(graph), graph, tuple(each)) for each in graph.refuted)
            return len(graph.refuted), "verified"
        proof = Induction(Module(BLOCKS), "f", self.decoder, 0, (0, 12, False))
        with mock.patch.object(Graph, "satisfiable", satisfiable):
            proof.prove(certify)
        # A part that was executed again, because its shape changed, has no certificate, and none is needed.
        graphs = {found for found, _, _ in certified}
        wanted = sorted((each[0], each[2]) for each in asked if each[0] in graphs)
        self.assertEqual(sorted((each[0], each[2]) for each in certified), wanted)
        self.assertEqual(sum(part.questions for part in proof.parts), len(certified))
        self.assertGreater(len(certified), len(proof.parts))

    def test_a_part_without_a_certificate_proves_nothing(self):
        claim, parts = Claim("VALIDATE_UTF32LE", "sse42", 104, longer=True), []

        def certify(graph):
            parts.append(graph)
            if len(parts) == 3 and answer == "killed":
                raise NoAnswer("the checker ended with -9")
            return 1, "verified" if len(parts) < 3 else answer
        for answer, wanted in (("not verified", ("no certificate", "not verified")),
                               ("killed", ("no result", "the checker ended with -9"))):
            parts.clear()
            result = prove(self.module, claim, certify, Kernel)
            self.assertEqual((result.outcome, result.detail, len(parts)), (*wanted, 3))
        parts.clear()
        answer = "verified"
        result = prove(self.module, claim, certify, Kernel)
        self.assertEqual((result.outcome, result.detail.split()[0]), ("proven", str(len(parts) - 1)))

    def test_a_kernel_is_proven_and_its_mutant_refuted(self):
        claim = Claim("VALIDATE_UTF32LE", "sse42", 0, longer=True)
        result = prove(self.module, Claim("VALIDATE_UTF16BE", "sse42", 0, longer=True), make=Kernel)
        self.assertEqual((result.outcome, result.detail), ("proven", ""))
        self.assertEqual(prove(self.module, Claim("LINES_OF_UTF16LE", "avx2", 0, longer=True), make=Kernel).outcome,
                         "not covered")
        mutant = Module(self.module.text)
        name = mutant.rows()[claim.row][2]
        code = [each for block in mutant.function(name).blocks.values() for each in block]
        # The limit of the second step after a block. The ones after the eighth step do not matter.
        limit = [each for each in code if each.op == "icmp" and each.args[1][1] == constant(0x10FFFF, 32)][1]
        limit.args[1] = limit.args[1][0], constant(0x10FFFE, 32)
        self.assertEqual(prove(mutant, claim, make=Kernel).outcome, "refuted")


if __name__ == "__main__":
    unittest.main()
