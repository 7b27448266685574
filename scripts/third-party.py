#!/usr/bin/env python3
"""Prints the licences and notices of all packages that are in the command, or in a library.

    scripts/third-party.py [--python | --c] [--target TRIPLE] > THIRD-PARTY.txt

They are in the archive, the Debian package, the ZIP, the wheel, and the installation of the library for C, because most
licences ask for that. `--python` adds the packages in the module for Python. `--c` prints those in the library for C.
Fails if a package has no text of its licence.
"""
import argparse
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
HEADER = """\
This file lists the packages in {contents}, and their licences.
The licences of utfkit itself are in LICENSE-MIT and LICENSE-APACHE. Its tables are made from data of
Unicode, under the Unicode License V3, and from encodings of WHATWG, under the 3-clause BSD licence;
both texts are below.
"""
# The licence of the encodings of WHATWG, from which the tables of charsets are made.
WHATWG = ROOT / "crates" / "utfkit" / "LICENSE-WHATWG"
NAMES = ("license", "licence", "copying", "copyright", "notice", "unlicense")


def output(folder, *arguments):
    """Returns what cargo prints in a folder."""
    return subprocess.run(["cargo", *arguments], cwd=folder, check=True, text=True, stdout=subprocess.PIPE).stdout


def linked(folder, name, target):
    """Yields the packages that a program or library contains, with their data from cargo."""
    # Each line begins with the name and the version of a package.
    tree = output(folder, "tree", "--locked", "-p", name, "-e", "normal", "--prefix", "none", "--format", "{p}", *target)
    names = {tuple(line.split()[:2]) for line in tree.splitlines() if line}
    for package in json.loads(output(folder, "metadata", "--locked", "--format-version", "1"))["packages"]:
        if (package["name"], f"v{package['version']}") in names and package["source"] is not None:
            yield package


def texts(folder):
    """Returns the texts of the licences of a package, also of C code in it, by their paths."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    found = {}
    for path in files:
        stem = path.name.lower()
        if stem.startswith(NAMES) and path.suffix not in (".rs", ".html", ".py"):
            text = path.read_text(encoding="utf-8").strip()
            if text and text not in found.values():
                found[path.relative_to(folder)] = text
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    library = parser.add_mutually_exclusive_group()
    library.add_argument("--python", action="store_true")
    library.add_argument("--c", action="store_true")
    parser.add_argument("--target", metavar="TRIPLE")
    options = parser.parse_args()
    target = ["--target", options.target] if options.target else []
    contents, package = ("the library `utfkit` for C", "utfkit-c") if options.c else ("the command `utf`", "utf")
    packages = list(linked(ROOT, package, target))
    if options.python:
        contents += " and the module `utfkit` for Python"
        packages += linked(ROOT / "crates" / "utfkit-python", "utfkit-python", target)
    unique = {(package["name"], package["version"]): package for package in packages}
    missing, seen = [], {}
    print(HEADER.format(contents=contents))
    tables = WHATWG.read_text(encoding="utf-8").strip()
    print(f"{'=' * 80}\nTables of charsets: BSD-3-Clause\n{'-' * 80}\n{tables}")
    for (name, version), package in sorted(unique.items()):
        print(f"{'=' * 80}\n{name} {version}: {package['license']}\n{package['repository'] or ''}")
        found = texts(pathlib.Path(package["manifest_path"]).parent)
        if not found:
            missing.append(name)
        for path, text in found.items():
            # Many packages have the same texts.
            here = f"{name} {version}, {path}"
            first = seen.setdefault(text, here)
            print(f"{'-' * 80}\n{path}" + (f"\n\n{text}" if first == here else f": as in {first}"))
    if not any("UNICODE LICENSE V3" in text for text in seen):
        sys.exit("the licence of Unicode, which the header promises, is missing")
    if missing:
        sys.exit("these packages have no text of their licence: " + ", ".join(missing))


if __name__ == "__main__":
    main()
