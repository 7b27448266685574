"""Certificates: every question that a proof relies on, answered again by another solver, and checked.

All answers "no" of a proof become one formula, which cannot be satisfied exactly if all of them are right:
the clauses of the graph, and a clause that some question has the answer "yes". Glucose refutes it and
writes a proof in the format DRAT, and `checker.c` follows the proof. So neither CaDiCaL nor Glucose is
trusted, only the engine, the clauses that it writes, and the checker.
"""
import os
import subprocess
from pathlib import Path

from pysat.solvers import Glucose4


class NoAnswer(Exception):
    """The checker ended before its answer, for example because of a limit of time or memory."""


class Rejected(Exception):
    """A certificate is not verified."""


def build(folder):
    """Compiles the checker, and returns its path."""
    program = Path(folder) / "checker"
    source = Path(__file__).with_name("checker.c")
    subprocess.run([os.environ.get("CC", "cc"), "-O2", "-o", program, source], check=True)
    return program


def formula(graph):
    """Returns the clauses that cannot be satisfied if all answers "no" are right."""
    questions = {tuple(sorted(set(each))) for each in graph.refuted}
    names = {0: 1}
    clauses = [(-1,)] + list(graph.cone([literal for each in questions for literal in each], names))
    top = len(names)
    some = []
    for each in sorted(questions):
        top += 1
        some.append(top)
        clauses += [(-top, -names[literal >> 1] if literal & 1 else names[literal >> 1]) for literal in each]
    return clauses + [tuple(some)], top


def write(path, clauses, top):
    with open(path, "w", encoding="ascii") as file:
        file.write(f"p cnf {top} {len(clauses)}\n")
        file.writelines(" ".join(map(str, clause)) + " 0\n" for clause in clauses)


def check(graph, program, folder):
    """Returns the number of questions and the result of the checker for them."""
    clauses, top = formula(graph)
    count = len(clauses[-1])
    if not count:
        return 0, "verified, no question"
    with Glucose4(bootstrap_with=[list(clause) for clause in clauses], with_proof=True) as solver:
        if solver.solve():
            return count, "Glucose found an input"
        lines = solver.get_proof()
    stem = Path(folder) / f"certificate-{os.getpid()}"
    inputs, proof = stem.with_suffix(".cnf"), stem.with_suffix(".drat")
    try:
        write(inputs, clauses, top)
        proof.write_text("\n".join(lines) + "\n", encoding="ascii")
        done = subprocess.run([program, inputs, proof], capture_output=True, text=True, check=False)
    finally:
        inputs.unlink(missing_ok=True)
        proof.unlink(missing_ok=True)
    answer = (done.stdout + done.stderr).strip()
    # The process inherits the limits of time and memory. A signal has a negative code, and 2 is a lack of memory.
    if done.returncode not in (0, 1):
        raise NoAnswer(f"the checker ended with {done.returncode}")
    return count, answer if done.returncode == 0 else f"not verified: {answer}"


def verify(certify, graph):
    """Returns the number of questions of a graph whose certificate is verified."""
    count, answer = certify(graph)
    if not answer.startswith("verified"):
        raise Rejected(answer)
    return count
