#!/usr/bin/env python3
"""Changes the kernels one constant, mask or comparison at a time, and shows which changes no test sees.

    scripts/mutate-kernels.py [--seed N] [--count N] [--only TEXT] [--list]

Works in target/mutants, on a copy of the files that git lists. `--count` mutants are drawn by `--seed`
from the files in crates/utfkit/src/simd whose path contains TEXT. `--list` prints them and stops. Each
mutant is built. A mutant that does not compile does not count, and another one replaces it. The
others are tested in three steps, and the first that fails kills the mutant:

    cargo run -p utfkit --example sets_agree
    cargo test -p utfkit --test it kernels::agree
    cargo test -p utfkit --lib simd

A mutant also dies if it takes too long. The kernels for NEON and WebAssembly, which this machine
does not run, are left out. So are the hints for caches, because they change only the speed.

scripts/mutate-kernels.tsv explains the survivors that no test can kill: the file, the line, the changed
line and the reason, with tabs between them. Fails if another one lives.
"""
import argparse
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
WORK = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "mutants"
TREE = WORK / "tree"
KERNELS = "crates/utfkit/src/simd"
EXPLAINED = ROOT / "scripts/mutate-kernels.tsv"
LEFT_OUT = ("neon.rs", "simd128.rs", "tests.rs", "cache.rs", "ahead.rs", "machine.rs", "levels.rs")
STEPS = (
    ("sets_agree", ["run", "--example", "sets_agree"], 300),
    ("kernels::agree", ["test", "--test", "it", "kernels::agree"], 900),
    ("unit tests", ["test", "--lib", "simd"], 300),
)

HEX = re.compile(r"\b0x[0-9A-Fa-f_]+")
DECIMAL = re.compile(r"(?<![\w.])\d+(?![\w.]|;)")
SWAPS = {
    " < ": " <= ",
    " <= ": " < ",
    " > ": " >= ",
    " >= ": " > ",
    " == ": " != ",
    " != ": " == ",
    " & ": " | ",
    " | ": " & ",
    " << ": " >> ",
    " >> ": " << ",
    " && ": " || ",
    "cmplt_ep": "cmple_ep",
    "cmple_ep": "cmplt_ep",
    "cmpgt_ep": "cmpge_ep",
    "cmpge_ep": "cmpgt_ep",
    "_min_ep": "_max_ep",
    "_max_ep": "_min_ep",
}
# Lines that do not compute: attributes, comments, checks of the tests and of the compiler.
SKIPPED = re.compile(r"\s*(//|#!?\[|use |debug_assert|assert|const _)|\bunreachable|\bexpect\(")


def flipped(number, draw):
    """Returns a hexadecimal number with another bit, in the same style."""
    digits = number[2:].replace("_", "")
    width = 4 * len(digits)
    changed = f"{int(digits, 16) ^ 1 << draw.randrange(width):0{len(digits)}X}"
    return "0x" + "_".join(re.findall(r".{1,4}(?=(?:.{4})*$)", changed))


def changes(line, draw):
    """Yields the changed forms of a line."""
    code = line.split(" //")[0]
    for found in HEX.finditer(code):
        yield line[: found.start()] + flipped(found[0], draw) + line[found.end() :]
    for found in DECIMAL.finditer(code):
        value = int(found[0])
        other = value + 1 if value == 0 or draw.random() < 0.5 else value - 1
        yield line[: found.start()] + str(other) + line[found.end() :]
    for old, new in SWAPS.items():
        for found in re.finditer(re.escape(old), code):
            yield line[: found.start()] + new + line[found.end() :]


def mutants(only, draw):
    """Returns all mutants: the file, the number of the line, and the new line."""
    result = []
    for path in sorted((TREE / KERNELS).rglob("*.rs")):
        name = str(path.relative_to(TREE))
        if path.name in LEFT_OUT or only not in name:
            continue
        for number, line in enumerate(path.read_text().splitlines()):
            # The tests of a module are at its end.
            if line.startswith("#[cfg(") and "test" in line:
                break
            if not SKIPPED.search(line):
                result += [(name, number, new) for new in changes(line, draw)]
    return result


def copy():
    """Copies the files that git lists, with their times, so that cargo builds only what changed."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout
    wanted = {name for name in listed.split("\0") if name and (ROOT / name).exists()}
    for name in wanted:
        source, target = ROOT / name, TREE / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if not target.exists() or target.read_bytes() != source.read_bytes():
            shutil.copyfile(source, target)
    for path in TREE.rglob("*.rs"):
        if str(path.relative_to(TREE)) not in wanted:
            path.unlink()


def cargo(arguments, limit):
    """Runs cargo in the copy. Returns `True` for success."""
    command, *rest = arguments
    run = ["cargo", command, "--quiet", "--locked", "--package", "utfkit", *rest]
    env = os.environ | {"CARGO_TARGET_DIR": str(WORK / "build"), "CARGO_INCREMENTAL": "1"}
    with open(WORK / "log", "w") as log:
        process = subprocess.Popen(
            run, cwd=TREE, env=env, stdout=log, stderr=log, start_new_session=True
        )
        try:
            return process.wait(limit) == 0
        except subprocess.TimeoutExpired:
            # The tests are in the group of cargo.
            os.killpg(process.pid, 9)
            process.wait()
            return False


def verdict():
    """Returns the step that kills the mutant in the copy, `None` for a survivor."""
    if not cargo(["build", "--example", "sets_agree"], 900):
        return "compiler"
    for name, arguments, limit in STEPS:
        if not cargo(arguments, limit):
            return name
    return None


def explained():
    """Returns the explained survivors: the file, the line and the changed line."""
    if not EXPLAINED.exists():
        return set()
    lines = [line for line in EXPLAINED.read_text().splitlines() if line and line[0] != "#"]
    return {tuple(part.strip() for part in line.split("\t")[:3]) for line in lines}


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1].strip())
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--only", default="")
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()

    TREE.mkdir(parents=True, exist_ok=True)
    copy()
    draw = random.Random(options.seed)
    drawn = mutants(options.only, draw)
    draw.shuffle(drawn)
    if options.list:
        for name, number, new in drawn[: options.count]:
            print(f"{name}:{number + 1}: {new.strip()}")
        return 0
    # Without this, a test that fails anyway would kill every mutant.
    if by := verdict():
        print(f"the copy without a change fails: {by}, see {WORK / 'log'}", file=sys.stderr)
        return 1

    known, tested, survivors, unexplained = explained(), 0, 0, 0
    for name, number, new in drawn:
        if tested == options.count:
            break
        path = TREE / name
        original = path.read_text()
        lines = original.splitlines(keepends=True)
        old = lines[number].rstrip("\n")
        lines[number] = new + "\n"
        path.write_text("".join(lines))
        start = time.monotonic()
        try:
            by = verdict()
        finally:
            path.write_text(original)
        if by == "compiler":
            continue
        tested += 1
        if by:
            fate = f"killed by {by}"
        else:
            survivors += 1
            is_known = (name.removeprefix(KERNELS + "/"), old.strip(), new.strip()) in known
            unexplained += not is_known
            fate = "lives, explained" if is_known else "LIVES"
        print(f"{fate} ({time.monotonic() - start:.0f} s): {name}:{number + 1}", flush=True)
        print(f"    {old.strip()}\n    {new.strip()}", flush=True)
    print(
        f"seed {options.seed}: {tested} mutants of {len(drawn)}, {tested - survivors} killed, "
        f"{survivors} live, {unexplained} of them not explained"
    )
    return int(unexplained > 0)


if __name__ == "__main__":
    sys.exit(main())
