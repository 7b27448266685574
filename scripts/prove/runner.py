"""Proves claims in processes of their own, so that each ends at its time limit and frees its memory."""
import multiprocessing
import resource
import sys
import time

import induction
from claims import Proof, Result, prove

MEMORY = 6 << 30


def work(send, module, claim, limit, certify, before):
    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    sys.setrecursionlimit(100_000)
    note = before() if before else ""
    try:
        result = prove(module, claim, certify, induction.Kernel if claim.longer else Proof)
    except MemoryError:
        result = Result(claim, "not covered", "more than 6 GiB of memory")
    except Exception as error:  # noqa: BLE001  (a defect of the engine proves nothing)
        result = Result(claim, "not covered", f"{type(error).__name__}: {error}")
    result.note = note
    send.send(result)
    send.close()


def run(module, claim, limit, certify=None, before=None):
    """Returns the result of a claim, or `no result` after `limit` seconds of processor time.

    `before` runs first in the process. `certify` checks the certificate of a proof.
    """
    context = multiprocessing.get_context("fork")
    receive, send = context.Pipe(False)
    process = context.Process(target=work, args=(send, module, claim, limit, certify, before))
    start = time.time()
    process.start()
    send.close()
    result = None
    if receive.poll(10 * limit):
        try:
            result = receive.recv()
        except EOFError:
            result = Result(claim, "no result", f"in {limit} s of processor time", limit)
    else:
        process.kill()
        result = Result(claim, "no result", f"in {10 * limit} s", time.time() - start)
    process.join()
    return result

