"""Tests of the processes in which claims are proven."""
import os
import signal
import time
import unittest
from unittest import mock

import runner
from claims import Claim, Result

CLAIM = Claim("CONTENTS", "avx2", 3)


def spin(*_):
    while True:
        pass


def fill(*_):
    data = []
    while True:
        data.append(bytearray(1 << 28))


def die(*_):
    os.kill(os.getpid(), signal.SIGKILL)


class RunnerTest(unittest.TestCase):
    def outcome(self, prove, limit=1):
        with mock.patch.object(runner, "prove", prove):
            result = runner.run(None, CLAIM, limit)
        return result.outcome, result.detail

    def test_a_process_that_ends_early_has_no_result(self):
        self.assertEqual(self.outcome(spin), ("no result", "in 1 s of processor time"))
        self.assertEqual(self.outcome(fill, 60), ("no result", f"in {runner.MEMORY} GiB of memory"))
        self.assertEqual(self.outcome(die), ("no result", "the process ended with -9"))
        with mock.patch.object(runner, "PATIENCE", 1):
            self.assertEqual(self.outcome(lambda *_: time.sleep(9)), ("no result", "in 1 s"))

    def test_a_defect_proves_nothing(self):
        self.assertEqual(self.outcome(lambda *_: {}["a"])[0], "not covered")

    def test_each_task_has_its_own_result(self):
        def prove(_module, claim, *_):
            time.sleep(0.2 if claim.length == 1 else 0)
            return spin() if claim.length == 3 else Result(claim, "proven" if claim.length % 2 else "refuted")
        tasks = [(k, Claim("CONTENTS", "avx2", k), 1) for k in range(8)]
        with mock.patch.object(runner, "prove", prove), mock.patch.object(runner, "prepare"):
            found = dict(runner.run_all(None, tasks, 2, None))
        self.assertEqual({k: result.outcome for k, result in found.items()},
                         {k: "no result" if k == 3 else "proven" if k % 2 else "refuted" for k in range(8)})
        self.assertTrue(all(result.claim.length == k for k, result in found.items()))


if __name__ == "__main__":
    unittest.main()
