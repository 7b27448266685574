#!/usr/bin/env python3
"""Proves for functions of `utfkit` that they cannot panic.

    scripts/no-panic.py [--update] [--why FUNCTION] [--cpu NAME]

The script compiles scripts/no-panic, which exports each function of the library that takes bytes.
The compiler removes each panic that it can prove to be unreachable. The panic handler calls the
function `utfkit_panics`. So a function cannot panic if the code that it can reach has no reference
to `utfkit_panics`. The script reads these references from the relocations of the object file.

Fails if a function in scripts/no-panic/proven.txt can reach a panic; `--update` writes that file.
`--why` prints the path from a function to a panic. `--cpu` compiles for another processor, such as
x86-64-v3, and so with other kernels.

The proof covers the code that this compiler made, without `std`. It needs Linux and `readelf`.
"""
import argparse
import collections
import os
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent / "no-panic"
TARGET = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", HERE.parents[1] / "target")) / "no-panic"
PROVEN = HERE / "proven.txt"
PANIC = "utfkit_panics"
ENTRY = "entry:"


def build(cpu):
    """Compiles the functions, and returns the path of the archive."""
    flags = f"-C target-cpu={cpu}" if cpu else ""
    subprocess.run(
        ["cargo", "build", "--quiet", "--release", "--manifest-path", HERE / "Cargo.toml"],
        env=os.environ | {"CARGO_TARGET_DIR": str(TARGET), "RUSTFLAGS": flags},
        check=True,
    )
    return TARGET / "release" / "libno_panic.a"




def graph(archive):
    """Returns the sections that each section refers to, and the section of each exported function."""
    members = collections.defaultdict(dict)
    for option in ("--section-headers", "--symbols", "--relocs"):
        run = ["readelf", "--wide", option, archive]
        text = subprocess.run(run, check=True, capture_output=True, text=True).stdout
        for member in re.split(r"^File: ", text, flags=re.M)[1:]:
            name, _, rest = member.partition("\n")
            members[name][option] = rest
    [own] = [parts for parts in members.values() if ENTRY in parts.get("--symbols", "")]
    sections = {}
    for number, name in re.findall(r"^ *\[ *(\d+)\] (\S+)", own["--section-headers"], flags=re.M):
        sections[number] = name
    entries, owner = {}, {}
    for line in own["--symbols"].splitlines():
        row = re.match(r" *\d+: +\S+ +\S+ +(\S+) +\S+ +\S+ +(\S+) (.*)", line)
        if row is None:
            continue
        kind, section, name = row.groups()
        if section == "UND":
            owner[name] = name
        elif section in sections:
            owner[name] = sections[section]
            if name.startswith(ENTRY):
                entries[name.removeprefix(ENTRY)] = sections[section]
    edges, here = collections.defaultdict(set), None
    for line in own["--relocs"].splitlines():
        header = re.match(r"Relocation section '\.rela(\.\S+)'", line)
        if header:
            here = header[1]
            continue
        row = re.match(r"[0-9a-f]{16} +[0-9a-f]+ R_\S+ +[0-9a-f]+ (.*?) [+-] [0-9a-f]+$", line)
        if row and here:
            name = row[1]
            edges[here].add(owner.get(name, name))
    return edges, entries


def path_to_panic(edges, start):
    """Returns the shortest path from a section to a panic, or `None`."""
    before, queue = {start: None}, collections.deque([start])
    while queue:
        here = queue.popleft()
        if here == PANIC:
            path = []
            while here is not None:
                path.append(here)
                here = before[here]
            return path[::-1]
        for there in edges.get(here, ()):
            if there not in before:
                before[there] = here
                queue.append(there)
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--why", metavar="FUNCTION")
    parser.add_argument("--cpu", metavar="NAME")
    options = parser.parse_args()
    edges, entries = graph(build(options.cpu))
    if not any(PANIC in targets for targets in edges.values()):
        sys.exit("no-panic: nothing calls the panic handler, so the check would prove nothing")
    paths = {name: path_to_panic(edges, section) for name, section in entries.items()}
    if paths.pop("canary") is None:
        sys.exit("no-panic: a function that can panic is not found, so the check would prove nothing")
    if options.why:
        print("\n".join(paths[options.why] or ["it cannot panic"]))
        return
    proven = sorted(name for name, path in paths.items() if path is None)
    print(f"no-panic: {len(proven)} of {len(paths)} functions cannot panic")
    if options.update:
        PROVEN.write_text("".join(f"{name}\n" for name in proven))
        return
    lost = sorted(set(PROVEN.read_text().splitlines()) - set(proven))
    if lost:
        sys.exit("no-panic: these functions could not panic before: " + ", ".join(lost))


if __name__ == "__main__":
    main()
