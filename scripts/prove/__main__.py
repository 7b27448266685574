"""Proves the kernels of `utfkit`, on the optimized LLVM IR of the release build.

    python3 scripts/prove [--quick [--if-possible]] [--only TEXT] [--stage TEXT] [--limit SECONDS] [--budget MINUTES]
                          [--jobs N] [--no-certificates] [--resume] [--report FILE] [--list]
    python3 scripts/prove --mutants COUNT [--seed N]
    python3 scripts/prove --processor COUNT
    python3 scripts/prove --test

Builds the IR in target/prove, finds every row of `operations.rs` in it, and proves claims about each kernel
(see `claims.py` and `plan.py`). `--quick` proves a few and refutes 32 mutants, and with `--if-possible` it does
nothing if the solver cannot be installed or there is no C compiler. `--only` takes rows and
levels that contain TEXT. `--budget` ends the run after that time; claims that were not reached are reported.
Each claim has a limit of processor time, and first a tenth of it, so that hard claims do not keep easy ones from
being reached. `--jobs` is the number of processes; each may use 5 GiB of memory. Results are kept in target/prove; `--resume` takes those of the same
code and the same engine, so a long run may be spread over days. `--report` writes the table of results. The exit status is 1 if a
claim is refuted or empty, or a certificate is not verified.

Needs `python-sat`, which is installed into target/prove/venv, and a C compiler.
"""
import argparse
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
# Nothing is written next to the sources.
sys.dont_write_bytecode = True
sys.path += [str(HERE / name) for name in ("logic", "llvm", "tests")]
ROOT = HERE.parents[1]
WORK = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "prove"
SOLVER = "python-sat==1.9.dev24"
BAD = ("refuted", "empty", "no certificate")
# An induction has many parts, so it has this many times the limit of a claim about one length.
LONGER = 40
ROUNDS = (10, 1)


def with_solver(if_possible):
    """Starts this program again in an environment that has the solver."""
    folder = WORK / "venv"
    if Path(sys.prefix) == folder:
        sys.exit(f"prove: the solver does not load: delete {folder}")
    python = folder / "bin/python"
    if not (folder / "complete").exists():
        try:
            subprocess.run([sys.executable, "-m", "venv", "--clear", folder], check=True)
            subprocess.run([python, "-m", "pip", "install", "--quiet", SOLVER], check=True)
        except (OSError, subprocess.CalledProcessError) as error:
            if if_possible:
                skip(f"{SOLVER} cannot be installed ({error})")
            raise
        (folder / "complete").touch()
    os.execv(python, [str(python), str(HERE), *sys.argv[1:]])


def skip(why):
    print(f"prove: skipped: {why}")
    sys.exit(0)


def build_ir():
    """Builds the IR, and returns its path."""
    cargo = os.environ.get("CARGO", "cargo")
    command = [cargo, "rustc", "--package", "utfkit", "--release", "--lib", "--target-dir", WORK]
    options = ["--emit=llvm-ir", "-Ccodegen-units=1", "-Cdebuginfo=0"]
    subprocess.run([*command, "--", *options], cwd=ROOT, check=True, env={**os.environ, "CARGO_INCREMENTAL": "0"})
    found = sorted((WORK / "release/deps").glob("utfkit-*.ll"), key=lambda path: path.stat().st_mtime)
    if not found:
        sys.exit("prove: the build wrote no IR")
    return found[-1]


def main():
    parser = argparse.ArgumentParser(prog="prove", description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--if-possible", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--stage", default="")
    parser.add_argument("--limit", type=int, default=60)
    parser.add_argument("--budget", type=float, default=60)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--no-certificates", action="store_true")
    parser.add_argument("--report", type=Path)
    parser.add_argument("--resume", action="store_true")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--mutants", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processor", type=int)
    parser.add_argument("--test", action="store_true")
    parser.add_argument("--ir", type=Path, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.if_possible and not shutil.which(os.environ.get("CC", "cc")):
        skip("there is no C compiler")
    try:
        import pysat  # noqa: F401
    except ImportError:
        with_solver(arguments.if_possible)
    sys.setrecursionlimit(100_000)
    if arguments.test:
        import unittest
        suite = unittest.defaultTestLoader.discover(str(HERE / "tests"), "test_*.py")
        sys.exit(not unittest.TextTestRunner().run(suite).wasSuccessful())
    from ir import Module
    module = Module((arguments.ir or build_ir()).read_text(encoding="utf-8"))
    if arguments.processor:
        sys.exit(compare_processor(module, arguments.processor))
    if arguments.mutants:
        import mutants
        sys.exit(mutants.run(module, arguments.mutants, arguments.seed, arguments.limit))
    if arguments.quick:
        import mutants
        status = prove_all(module, arguments, [("quick", quick(module))])
        sys.exit(status or mutants.run_quick(module))
    import plan
    stages = [(name, claims) for name, claims in plan.stages(module) if arguments.stage in name]
    sys.exit(prove_all(module, arguments, stages))


def quick(module):
    import plan
    missing = [claim.row for claim in plan.QUICK if claim.row not in module.rows()]
    if missing:
        sys.exit(f"prove: no rows {missing}")
    return plan.QUICK


def compare_processor(module, count):
    import processor
    kernels = {kernel for row in module.rows().values() for kernel in row}
    compared, different, untested, tested = processor.compare(module, kernels, WORK, count)
    for each in different:
        print(each)
    for each in untested:
        print(f"not compared: {each}")
    print(f"prove: {tested} intrinsics, {compared} values, {len(different)} differ, {len(untested)} not compared")
    return bool(different)


def prove_all(module, arguments, stages):
    """Proves the claims of all stages, prints each result, and returns the exit status."""
    import report
    import runner
    import store
    chosen = [(stage, claim) for stage, claims in stages for claim in claims
              if arguments.only in f"{claim.row} {claim.level}"]
    if arguments.list:
        for stage, claim in chosen:
            print(f"{stage}: {claim}")
        return 0
    certify = None
    if not arguments.no_certificates:
        import certificate
        program = certificate.build(WORK)
        certify = lambda graph: certificate.check(graph, program, WORK)
    start, runs = time.monotonic(), 0
    kept = store.Store(WORK, module, arguments.resume, f"{SOLVER} {not arguments.no_certificates}")
    entries = [[stage, claim, kept.get(claim)] for stage, claim in chosen]

    def tasks(part):
        """Yields the claims that have no result, or had less time, until the time of the run is over."""
        for entry in entries:
            _, claim, result = entry
            limit = arguments.limit * LONGER if claim.longer else max(1, arguments.limit // part)
            if result and not (result.outcome == "no result" and result.seconds < limit):
                continue
            if time.monotonic() - start > arguments.budget * 60:
                return
            yield entry, claim, limit
    for part in ROUNDS:
        for entry, result in runner.run_all(module, tasks(part), arguments.jobs, certify):
            if result.outcome == "no result" and not result.claim.longer:
                # A process that waited for others had less processor time than this.
                result.seconds = min(result.seconds, max(1, arguments.limit // part))
            kept.put(result)
            entry[2] = result
            runs += 1
            print(f"{result.claim}: {result.outcome}{': ' * bool(result.detail)}{result.detail}, "
                  f"{result.seconds:.1f} s", flush=True)
            if arguments.report and runs % 50 == 0:
                report.write(arguments.report, module, entries)
    if entries:
        print(report.summary(entries))
    if arguments.report:
        report.write(arguments.report, module, entries)
    # CI has few claims, and all of them are easy.
    return int(any(result and result.outcome in BAD or arguments.quick and result.outcome != "proven"
                   for _, _, result in entries))


if __name__ == "__main__":
    main()
