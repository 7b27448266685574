"""Tests that the engine proves what is true, and refutes what is not: each trap here is a wrong program."""
import random
import unittest

from engine import Engine, State
from graph import Graph
from ir import Module, Unsupported
from memory import Address
from words import Words, constant, number

SUM = """
define i8 @f(ptr %p, i64 %n) {
start:
  %empty = icmp eq i64 %n, 0
  br i1 %empty, label %end, label %loop

loop:
  %i = phi i64 [ 0, %start ], [ %next, %join ]
  %sum = phi i8 [ 0, %start ], [ %more, %join ]
  %q = getelementptr inbounds nuw i8, ptr %p, i64 %i
  %b = load i8, ptr %q, align 1
  %big = icmp ugt i8 %b, 100
  br i1 %big, label %yes, label %join

yes:
  %twice = shl i8 %b, 1
  br label %join

join:
  %term = phi i8 [ %twice, %yes ], [ %b, %loop ]
  %more = add i8 %sum, %term
  %next = add nuw i64 %i, 1
  %done = icmp eq i64 %next, LENGTH
  br i1 %done, label %end, label %loop

end:
  %r = phi i8 [ 0, %start ], [ %more, %join ]
  ret i8 %r
}
"""


def run(text, size, arguments=None, values=None):
    """Runs `f` over a text of this size; the text is unknown, or has these values."""
    graph = Graph()
    engine = Engine(Module(text), graph)
    data = [constant(value, 8) for value in values] if values else [graph.inputs(8) for _ in range(size)]
    memory = {("read", "text"): data}
    start = [Address(("read", "text"), constant(0, 64)), constant(size, 64)]
    ends = engine.run("f", start if arguments is None else arguments(graph), State([], {}, memory))
    return graph, engine, data, ends


def function(body, params="ptr %p, i64 %n"):
    return "define i8 @f(" + params + ") {\nstart:\n  " + "\n  ".join(body) + "\n}\n"


class EngineTest(unittest.TestCase):
    def test_states_that_meet_are_merged(self):
        graph, engine, data, ends = run(SUM.replace("LENGTH", "%n"), 8)
        self.assertEqual(len(ends), 1)
        self.assertEqual(engine.failures, [])
        self.assertEqual(ends[0][0].guard, [])
        w = engine.w
        total = constant(0, 8)
        for byte in data:
            big = w.less(constant(100, 8), byte)
            total = w.add(total, w.choose(big, [0] + byte[:-1], byte))[0]
        self.assertFalse(graph.satisfiable([w.equal(total, ends[0][1]) ^ 1]))
        self.assertTrue(graph.satisfiable([w.equal(w.add(total, constant(1, 8))[0], ends[0][1]) ^ 1]))

    def test_constant_texts_have_the_sum(self):
        source = random.Random(5)
        for _ in range(50):
            values = [source.randrange(256) for _ in range(5)]
            _, _, _, ends = run(SUM.replace("LENGTH", "%n"), 5, values=values)
            self.assertEqual(number(ends[0][1]), sum(v * 2 if v > 100 else v for v in values) % 256)

    def test_reading_one_byte_too_many_is_a_failure(self):
        _, engine, _, _ = run(SUM.replace("LENGTH", "5"), 4)
        self.assertIn("an access of 1 bytes at 4", engine.failures[0][0])

    def test_a_store_to_the_text_is_a_failure(self):
        _, engine, _, _ = run(function(["store i8 0, ptr %p, align 1", "ret i8 0"]), 4)
        self.assertIn("a store to", engine.failures[0][0])

    def test_an_assumption_that_does_not_hold_is_a_failure(self):
        body = ["%b = load i8, ptr %p, align 1", "%c = icmp ult i8 %b, 200",
                "call void @llvm.assume(i1 %c)", "ret i8 0"]
        _, engine, _, _ = run(function(body), 1)
        self.assertEqual(len(engine.failures), 1)

    def test_code_that_the_compiler_holds_unreachable_is_a_failure(self):
        text = ("define i8 @f(ptr %p, i64 %n) {\nstart:\n  %b = load i8, ptr %p, align 1\n"
                "  switch i8 %b, label %bad [\n    i8 1, label %good\n    i8 2, label %good\n  ]\n\n"
                "good:\n  ret i8 1\n\nbad:\n  unreachable\n}\n")
        _, engine, _, ends = run(text, 1)
        self.assertEqual([what for what, _ in engine.failures], ["unreachable code in f"])
        self.assertEqual(len(ends), 1)

    def test_a_call_of_an_unknown_function_is_a_failure(self):
        _, engine, _, _ = run(function(["call void @panic(i64 1)", "unreachable"]), 1)
        self.assertIn("panic", engine.failures[0][0])

    def test_undefined_results_can_be_anything(self):
        for body in (
            ["%b = load i8, ptr %p, align 1", "%r = shl i8 1, %b", "ret i8 %r"],
            ["%b = load i8, ptr %p, align 1", "%r = add nuw i8 %b, 1", "ret i8 %r"],
            ["%b = load i8, ptr %p, align 1", "%r = call i8 @llvm.cttz.i8(i8 %b, i1 true)", "ret i8 %r"],
            ["%a = alloca [1 x i8], align 1", "%r = load i8, ptr %a, align 1", "ret i8 %r"],
        ):
            graph, engine, _, ends = run(function(body), 1)
            for value in (0x55, 0xAA):
                wanted = ends[0][0].guard + [engine.w.is_number(ends[0][1], value)]
                self.assertTrue(graph.satisfiable(wanted), body)

    def test_an_undefined_offset_is_never_proven(self):
        body = ["%b = load i8, ptr %p, align 1", "%k = add nuw i8 %b, 1", "%i = zext i8 %k to i64",
                "%j = and i64 %i, 0", "%u = shl i64 %j, 64", "%q = getelementptr i8, ptr %p, i64 %u",
                "%r = load i8, ptr %q, align 1", "ret i8 %r"]
        with self.assertRaises(Unsupported):
            run(function(body), 1)

    def test_all_branches_of_a_split_cover_all_inputs(self):
        body = ["%b = load i8, ptr %p, align 1", "%c = and i8 %b, 3", "%i = zext nneg i8 %c to i64",
                "%q = getelementptr i8, ptr %p, i64 %i", "%r = load i8, ptr %q, align 1", "ret i8 %r"]
        graph, engine, data, ends = run(function(body), 4)
        self.assertFalse(graph.satisfiable([graph.all(graph.all(end.guard) ^ 1 for end, _ in ends)]))
        wanted = engine.w.select(data[0][:2], data)
        for end, value in ends:
            self.assertFalse(graph.satisfiable(end.guard + [engine.w.equal(value, wanted) ^ 1]))


class WordsTest(unittest.TestCase):
    def test_arithmetic_is_that_of_numbers(self):
        w, source, size = Words(Graph()), random.Random(3), 8
        word = lambda value: constant(value, size)
        for _ in range(2000):
            a, b = source.randrange(256), source.randrange(256)
            self.assertEqual(number(w.add(word(a), word(b))[0]), (a + b) % 256)
            self.assertEqual(number(w.subtract(word(a), word(b))[0]), (a - b) % 256)
            self.assertEqual(w.subtract(word(a), word(b))[1], int(a < b))
            self.assertEqual(number(w.multiply(word(a), word(b))), a * b % 256)
            self.assertEqual(w.less(word(a), word(b)), int(a < b))
            self.assertEqual(w.less_signed(word(a), word(b)), int((a ^ 128) < (b ^ 128)))
            self.assertEqual(number(w.shift_left(word(a), word(b % 16))), (a << b % 16) % 256)
            self.assertEqual(number(w.shift_right(word(a), word(b % 16))), a >> b % 16)
            self.assertEqual(number(w.count(word(a), 8)), a.bit_count())
            if b:
                self.assertEqual([number(each) for each in w.divide(word(a), word(b))], [a // b, a % b])

    def test_gates_are_those_of_their_tables(self):
        graph = Graph()
        a, b, c = graph.inputs(3)
        w = Words(graph)
        for x in (0, 1, a, a ^ 1):
            for y in (0, 1, a, b, b ^ 1, graph.both(a, b), graph.both(a, c) ^ 1):
                for made, wanted in ((graph.both(x, y), lambda p, q: p & q), (graph.differ(x, y), lambda p, q: p ^ q),
                                     (graph.choose(c, x, y), None)):
                    p, q, r = graph.value(x), graph.value(y), graph.value(c)
                    self.assertEqual(graph.value(made), wanted(p, q) if wanted else p & r | q & ~r & graph.value(1))
        self.assertEqual(w.equal([a, b], [a, b]), 1)


if __name__ == "__main__":
    unittest.main()
