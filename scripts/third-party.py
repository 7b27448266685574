#!/usr/bin/env python3
"""Prints the licences and notices of all packages that are in the command.

    scripts/third-party.py [--target TRIPLE] > THIRD-PARTY.txt

They are in the archive, the Debian package and the ZIP, because most licences ask for that. Fails if
a package has no text of its licence.
"""
import argparse
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
HEADER = """\
This file lists the packages in the command `utf`, and their licences. The licences of utf itself are in
LICENSE-MIT and LICENSE-APACHE. Its tables are made from data of Unicode, under the Unicode License V3, and
from encodings of WHATWG, under the 3-clause BSD licence; both texts are below.
"""
NAMES = ("license", "licence", "copying", "copyright", "notice", "unlicense")


def output(*arguments):
    """Returns what cargo prints."""
    return subprocess.run(["cargo", *arguments], cwd=ROOT, check=True, text=True, stdout=subprocess.PIPE).stdout


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
    parser.add_argument("--target", metavar="TRIPLE")
    options = parser.parse_args()
    target = ["--target", options.target] if options.target else []
    # Each line begins with the name and the version of a package.
    tree = output("tree", "--locked", "-p", "utf", "-e", "normal", "--prefix", "none", "--format", "{p}", *target)
    linked = {tuple(line.split()[:2]) for line in tree.splitlines() if line}
    packages = json.loads(output("metadata", "--locked", "--format-version", "1"))["packages"]
    missing, seen = [], {}
    print(HEADER)
    for package in sorted(packages, key=lambda package: package["name"]):
        name, version = package["name"], package["version"]
        if (name, f"v{version}") not in linked or package["source"] is None:
            continue
        print(f"{'=' * 80}\n{name} {version}: {package['license']}\n{package['repository'] or ''}")
        found = texts(pathlib.Path(package["manifest_path"]).parent)
        if not found:
            missing.append(name)
        for path, text in found.items():
            # Many packages have the same texts.
            here = f"{name} {version}, {path}"
            first = seen.setdefault(text, here)
            print(f"{'-' * 80}\n{path}" + (f"\n\n{text}" if first == here else f": as in {first}"))
    if not all(any(words in text for text in seen) for words in ("UNICODE LICENSE V3", "WHATWG")):
        sys.exit("a text that the header promises is missing")
    if missing:
        sys.exit("these packages have no text of their licence: " + ", ".join(missing))


if __name__ == "__main__":
    main()
