"""Proves claims in processes of their own, so that each ends at its time limit and frees its memory."""
import gc
import multiprocessing
import multiprocessing.connection
import resource
import signal
import sys
import time

import induction
from claims import Proof, Result, prepare, prove

# The GiB of memory that a process can use.
MEMORY = 5
# A process may wait for others, but not for longer than this many times its limit.
PATIENCE = 10


def work(send, module, claim, limit, certify, before):
    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY << 30, MEMORY << 30))
    sys.setrecursionlimit(100_000)
    note = before() if before else ""
    try:
        result = prove(module, claim, certify, induction.Kernel if claim.longer else Proof)
    except MemoryError:
        result = Result(claim, "no result", f"in {MEMORY} GiB of memory", time.process_time())
    except Exception as error:  # noqa: BLE001  (a defect of the engine proves nothing)
        result = Result(claim, "not covered", f"{type(error).__name__}: {error}")
    result.note = note
    send.send(result)
    send.close()


class Job:
    """The process of one claim. `before` runs first in it, and `certify` checks the certificate of a proof."""

    def __init__(self, module, claim, limit, certify=None, before=None):
        context = multiprocessing.get_context("fork")
        self.claim, self.limit, self.start = claim, limit, time.time()
        self.receive, send = context.Pipe(False)
        self.process = context.Process(target=work, args=(send, module, claim, limit, certify, before))
        self.process.start()
        send.close()

    def left(self):
        return max(0, self.start + PATIENCE * self.limit - time.time())

    def result(self):
        """Returns the result when there is one, or `no result` after `limit` seconds of processor time."""
        result = None
        if self.receive.poll(self.left()):
            try:
                result = self.receive.recv()
            except EOFError:
                pass
        else:
            self.process.kill()
            result = Result(self.claim, "no result", f"in {PATIENCE * self.limit} s", time.time() - self.start)
        self.process.join()
        self.receive.close()
        if result:
            return result
        if self.process.exitcode == -signal.SIGXCPU:
            return Result(self.claim, "no result", f"in {self.limit} s of processor time", self.limit)
        return Result(self.claim, "no result", f"the process ended with {self.process.exitcode}")


def run(module, claim, limit, certify=None, before=None):
    """Returns the result of a claim."""
    return Job(module, claim, limit, certify, before).result()


def run_all(module, tasks, jobs, certify):
    """Yields the keys and results of tasks as they end, with this number of processes.

    A task is a key, a claim and a limit. It is taken when its process starts.
    """
    # Nothing of the module is garbage, and a search for garbage would copy its memory into each process.
    gc.collect()
    gc.freeze()
    running, tasks = {}, iter(tasks)
    while True:
        while len(running) < jobs and (task := next(tasks, None)):
            prepare(module, task[1])
            job = Job(module, *task[1:], certify)
            running[job.receive] = task[0], job
        if not running:
            return
        wait = min(job.left() for _, job in running.values())
        ready = multiprocessing.connection.wait(running, wait)
        for each in ready or [each for each, (_, job) in running.items() if not job.left()]:
            key, job = running.pop(each)
            yield key, job.result()
