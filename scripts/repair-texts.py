#!/usr/bin/env python3
"""Fetches texts of 26 languages for `cargo xtask score-repair`. Needs Debian's apt-get and dpkg-deb.

    scripts/repair-texts.py FOLDER

Writes a file for each language to FOLDER: the lines of translated manual pages and fortunes. The packages
stay in FOLDER/packages. Lines that are damaged in the packages are left out: those of fortunes-it, and
`altresì` in manpages-it.
"""

import gzip
import pathlib
import re
import subprocess
import sys

PAGES = "cs da de el es fi fr hu id it ja ko mk nb nl pl pt-br ro ru sr sv tr uk vi zh".split()
FORTUNES = "bg br cs de es pl ru zh".split()


def unpacked(folder, package):
    target = folder / package
    if not target.is_dir():
        subprocess.run(["apt-get", "download", "-qq", package], cwd=folder, check=False)
        target.mkdir()
        for archive in folder.glob(f"{package}_*.deb"):
            subprocess.run(["dpkg-deb", "-x", archive.name, target.name], cwd=folder, check=True)
    return target


def page_lines(path):
    text = gzip.open(path).read().decode("utf-8")
    text = re.sub(r"\\f[A-Z]|\\-|\\\(..|\\&|\\/|\\,", "", text)
    return [line for line in text.split("\n") if line and line[0] not in ".'\\"]


def fortune_lines(path):
    if path.suffix in (".dat", ".u8") or path.is_symlink():
        return []
    return [line for line in path.read_bytes().decode("utf-8").split("\n") if "\x1b" not in line]


def main():
    folder = pathlib.Path(sys.argv[1])
    packages = folder / "packages"
    packages.mkdir(parents=True, exist_ok=True)
    texts = {}
    for language in PAGES:
        root = unpacked(packages, f"manpages-{language}") / "usr/share/man"
        for path in sorted(root.rglob("*.gz")):
            name = path.relative_to(root).parts[0]
            try:
                texts.setdefault(name.lower().replace("_", "-"), []).extend(page_lines(path))
            except UnicodeDecodeError:
                print(f"{path}: not UTF-8", file=sys.stderr)
    for language in FORTUNES:
        for path in sorted((unpacked(packages, f"fortunes-{language}") / "usr/share/games").rglob("*")):
            try:
                lines = fortune_lines(path) if path.is_file() else []
                texts.setdefault(language, []).extend(lines)
            except UnicodeDecodeError:
                print(f"{path}: not UTF-8", file=sys.stderr)
    for language, lines in texts.items():
        lines = [line for line in lines if not line.isascii() and "Ã¬" not in line]
        if len(lines) > 30:
            (folder / f"{language}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
            print(language, len(lines))


main()
