#!/usr/bin/env python3
"""Adds the most useful inputs that the fuzzer found to the corpus in the repository.

    scripts/fuzz-seeds.py [--max N] [--bytes N] [TARGET…]

Run it after scripts/fuzz.sh. For each target, libFuzzer records which branches each input in
target/fuzz/corpus/TARGET takes. The script picks the input that adds the most branches to those of
fuzz/corpus/TARGET, and repeats this at most N times (40). Inputs of more than 128 bytes are left out.
The name of a new input begins with `found-`.
"""
import argparse
import os
import pathlib
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
BUILD = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "fuzz"


def branches(target, *corpora):
    """Returns the branches that each input of the corpora takes, by its path."""
    [program] = BUILD.glob(f"*/release/{target}")
    with tempfile.TemporaryDirectory() as folder:
        control = pathlib.Path(folder, "control")
        out = pathlib.Path(folder, "out")
        out.mkdir()
        subprocess.run(
            [program, "-set_cover_merge=1", f"-merge_control_file={control}", out, *corpora],
            check=True,
            stderr=subprocess.DEVNULL,
        )
        lines = control.read_text().splitlines()
    names = lines[2 : 2 + int(lines[0])]
    taken = {}
    for line in lines:
        if line.startswith("FT "):
            # libFuzzer counts how often a branch is taken in eight steps.
            number, *features = map(int, line.split()[1:])
            taken[pathlib.Path(names[number])] = {feature // 8 for feature in features}
    return taken


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1].strip())
    parser.add_argument("--max", type=int, default=40)
    parser.add_argument("--bytes", type=int, default=128)
    parser.add_argument("targets", nargs="*")
    options = parser.parse_args()
    found = BUILD / "corpus"
    for target in options.targets or sorted(path.name for path in found.iterdir()):
        corpus = ROOT / "fuzz/corpus" / target
        taken = branches(target, corpus, found / target)
        seeds = {path for path in taken if path.parent == corpus}
        covered = set().union(*(taken[path] for path in seeds))
        before, added = len(covered), 0
        rest = {path for path in taken if path not in seeds and 0 < path.stat().st_size <= options.bytes}
        while rest and added < options.max:
            # The smaller one of two equal inputs; the name decides the rest, so that runs agree.
            best = max(rest, key=lambda path: (len(taken[path] - covered), -path.stat().st_size, path.name))
            if not taken[best] - covered:
                break
            covered |= taken[best]
            rest.remove(best)
            added += 1
            (corpus / f"found-{best.name[:12]}").write_bytes(best.read_bytes())
        total = len(set().union(*taken.values()))
        print(
            f"{target}: {len(seeds)} seeds, {before} branches; {added} new, {len(covered)} branches; "
            f"all {len(taken)} inputs, {total} branches",
            flush=True,
        )


if __name__ == "__main__":
    main()
