"""Tests that the checker accepts proofs, and rejects what is not one."""
import subprocess
import tempfile
import unittest
from pathlib import Path

import certificate
from graph import Graph
from words import Words, constant

PIGEONS = "p cnf 6 9\n1 2 0\n3 4 0\n5 6 0\n-1 -3 0\n-1 -5 0\n-3 -5 0\n-2 -4 0\n-2 -6 0\n-4 -6 0\n"


class CertificateTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.program = certificate.build(cls.folder.name)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def judge(self, clauses, proof):
        paths = [Path(self.folder.name) / name for name in ("clauses", "proof")]
        for path, text in zip(paths, (clauses, proof)):
            path.write_text(text, encoding="ascii")
        done = subprocess.run([self.program, *paths], capture_output=True, text=True, check=False)
        return done.returncode == 0 and done.stdout.startswith("verified")

    def test_a_proof_is_verified(self):
        self.assertTrue(self.judge(PIGEONS, "-1 0\n-3 0\n0\n"))
        self.assertTrue(self.judge(PIGEONS, "-1 0\nd -1 -3 0\nd -1 -5 0\n-3 0\n0\n"))

    def test_what_is_not_a_proof_is_rejected(self):
        self.assertFalse(self.judge(PIGEONS, "d -3 -5 0\n-1 0\n"))
        self.assertFalse(self.judge(PIGEONS, "0\n"))
        self.assertFalse(self.judge(PIGEONS, ""))
        self.assertFalse(self.judge("p cnf 2 2\n1 2 0\n-1 2 0\n", "1 0\n0\n"))
        self.assertFalse(self.judge("p cnf 2 3\n1 2 0\n-1 2 0\n-2 1 0\n", "2 0\n0\n"))
        # A clause that was deleted may not be used.
        self.assertFalse(self.judge(PIGEONS, "d -3 -5 0\nd -1 -5 0\nd -2 -6 0\nd -4 -6 0\n-1 0\n-3 0\n0\n"))

    def test_answers_of_a_graph_are_verified(self):
        graph = Graph()
        w = Words(graph)
        a, b = graph.inputs(5), graph.inputs(5)
        one = w.multiply(a, b)
        other = w.multiply(b, a)
        self.assertFalse(graph.satisfiable([w.equal(one, other) ^ 1]))
        self.assertFalse(graph.satisfiable([w.is_number(w.multiply(a, a), 5)]))
        count, answer = certificate.check(graph, self.program, self.folder.name)
        self.assertEqual(count, 2)
        self.assertTrue(answer.startswith("verified"), answer)

    def test_a_checker_that_is_killed_says_nothing(self):
        graph = Graph()
        a, b = graph.inputs(2)
        self.assertFalse(graph.satisfiable([graph.differ(a, graph.both(a, b)) ^ 1, a, b ^ 1]))
        for code, wanted in (("exit 1", None), ("exit 2", "2"), ("kill -XCPU $$", "-24"), ("kill -KILL $$", "-9")):
            program = Path(self.folder.name) / "killed"
            program.write_text(f"#!/bin/sh\n{code}\n", encoding="ascii")
            program.chmod(0o700)
            if wanted is None:
                self.assertTrue(certificate.check(graph, program, self.folder.name)[1].startswith("not verified"))
                continue
            with self.assertRaisesRegex(certificate.NoAnswer, f"{wanted}$"):
                certificate.check(graph, program, self.folder.name)
        self.assertEqual(list(Path(self.folder.name).glob("certificate-*")), [])

    def test_a_wrong_answer_is_found(self):
        graph = Graph()
        w = Words(graph)
        a = graph.inputs(5)
        graph.refuted.append([w.is_number(w.add(a, constant(3, 5))[0], 7)])
        _, answer = certificate.check(graph, self.program, self.folder.name)
        self.assertEqual(answer, "Glucose found an input")


if __name__ == "__main__":
    unittest.main()
