#!/usr/bin/env python3
"""Compares the program that packages ship with that of `cargo build --release`: size and processor time.

    scripts/bench/dist.py [--rounds N] [SHIPPED RELEASE]

Without SHIPPED and RELEASE, two programs, builds both. Each command runs N times (9) with each program in turn. Prints
the least processor time of each, and the ratio. Files are in the page cache.
"""
import argparse
import os
import pathlib
import random
import resource
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
WORDS = "le la été à où garçon château fenêtre maison naïve œuvre crème brûlée déjà vu forêt l’été 15 € “oui” avec".split()
COMMANDS = {
    "check UTF-8": "check utf-8",
    "check UTF-8, every 50th line in windows-1252": "check mixed",
    "check a directory": f"check {ROOT}/crates",
    "convert windows-1252 to UTF-8": "convert -f windows-1252 -t utf-8 windows-1252",
    "convert UTF-8 to windows-1252": "convert -f utf-8 -t windows-1252 part",
    "convert UTF-16 to UTF-8": "convert -f utf-16le -t utf-8 utf-16",
    "convert line by line": "convert --by-line --candidates utf-8,windows-1252 -t utf-8 mixed",
    "detect windows-1252": "detect windows-1252",
    "detect, mixed": "detect mixed",
    "repair mojibake": "repair mojibake",
    "repair, mixed": "repair mixed",
    "audit UTF-8": "audit part",
    "audit mojibake": "audit mojibake",
    "search": "search zzz utf-8",
    "search for a regular expression": "search --regexp (fen|ch[aâ])tre part",
    "count": "count utf-8",
    "slice lines": "slice --lines 100000-100010 utf-8",
    "inspect": "inspect small",
    "help": "--help",
}


def build():
    """Returns the paths of both programs."""
    shipped = subprocess.run([ROOT / "scripts/dist.sh"], check=True, text=True, stdout=subprocess.PIPE).stdout.strip()
    subprocess.run(["cargo", "build", "--release", "--locked", "-p", "utf"], cwd=ROOT, check=True)
    return [shipped, pathlib.Path(shipped).parent.parent / "release" / "utf"]


def make(folder):
    """Makes the texts."""
    random.seed(1)
    lines = [" ".join(random.choices(WORDS, k=12)) for _ in range(125_000)]
    text = "\n".join(lines) + "\n"
    octets = text.encode()
    broken = [line.encode("cp1252" if number % 50 == 0 else "utf-8") for number, line in enumerate(lines)]
    damaged = [
        line.encode().decode("cp1252", "ignore") if number % 7 == 0 else line for number, line in enumerate(lines[:30_000])
    ]
    files = {
        "utf-8": octets * (100_000_000 // len(octets)),
        "part": octets,
        "small": octets[:100_000].rpartition(b"\n")[0],
        "utf-16": text.encode("utf-16-le") * 2,
        "windows-1252": text.encode("cp1252") * 8,
        "mixed": b"\n".join(broken),
        "mojibake": "\n".join(damaged).encode(),
    }
    for name, content in files.items():
        (folder / name).write_bytes(content)
        print(f"{name}: {len(content):,} bytes", file=sys.stderr)


def seconds(program, command, folder):
    """Returns the processor time of a run, and its exit status."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    null = subprocess.DEVNULL
    status = subprocess.run([program, *command.split()], cwd=folder, stdout=null, stderr=null).returncode
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, status


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("programs", nargs="*")
    options = parser.parse_args()
    if len(options.programs) not in (0, 2):
        parser.error("give two programs, or none")
    programs = [os.path.realpath(program) for program in options.programs or build()]
    for name, program in zip(("shipped", "release"), programs):
        print(f"{name}: {os.path.getsize(program):,} bytes")
    with tempfile.TemporaryDirectory() as folder:
        make(pathlib.Path(folder))
        for name, command in COMMANDS.items():
            least, statuses = [float("inf")] * 2, [0, 0]
            for _ in range(options.rounds):
                for at, program in enumerate(programs):
                    time, statuses[at] = seconds(program, command, folder)
                    least[at] = min(least[at], time)
            if statuses[0] != statuses[1] or statuses[0] not in (0, 1):
                sys.exit(f"{name}: exit status {statuses}")
            print(f"{name}: {1000 * least[0]:.1f} ms, {1000 * least[1]:.1f} ms, ratio {least[0] / least[1]:.2f}")


if __name__ == "__main__":
    main()
