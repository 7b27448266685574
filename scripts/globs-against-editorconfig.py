#!/usr/bin/env python3
"""Compares the files that a glob matches in `utf check --editorconfig` and in EditorConfig's core in Python.

Needs `pip install editorconfig==0.17.1` and `cargo build --release -p utf` (or `UTF`, the path of the command). Usage:

    scripts/globs-against-editorconfig.py [SEED]

Each glob has its own directory, with an `.editorconfig` and files whose names match or nearly match. `GLOBS` sets the
number of globs. Globs that the core cannot read, or reads differently from the specification, are left out (see
`core_is_off`).
"""

import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import warnings

from editorconfig.fnmatch import translate
from editorconfig.ini import EditorConfigParser

ROOT = pathlib.Path(__file__).resolve().parent.parent
UTF = os.environ.get("UTF", ROOT / "target/release/utf")
GLOBS = int(os.environ.get("GLOBS", 10_000))
WORDS = ["a", "b", "ab", "src", "x.c", ".c", "ü", "中", "1", "7", "12", "-3", ".", "-", "!", "^", " ", "+2", "]", "}", ","]
RANGE = r"\{[-+]?\d+\.\.[-+]?\d+\}"
CLASSES = ["[ab]", "[!a]", "[!ab]", "[a-c]", "[!0-9]", "[-a]", "[]a]", r"[\]a]", "[a/b]", "[ü中]", "[!ü]", "[.c]", "[a"]
NUMBERS = ["{1..3}", "{-3..12}", "{7..120}", "{a..c}", "{3..1}", "{5..5}", "{-9..-2}", "{10..1000}"]


def random_glob(rng, depth=0):
    def part():
        kind = rng.random()
        if kind < 0.40:
            return rng.choice(WORDS)
        if kind < 0.55:
            return rng.choice(["*", "*", "*", "**", "?"])
        if kind < 0.70:
            return rng.choice(["/", "/", "/**/", "/*/", "**/"])
        if kind < 0.78:
            return rng.choice(CLASSES)
        if kind < 0.83:
            return rng.choice(NUMBERS)
        if kind < 0.86:
            return rng.choice(["{", "}", "[", "{x}", "{}", r"\,", r"\}", r"\a", r"\\", "[!"])
        if depth < 2:
            return "{" + ",".join(random_glob(rng, depth + 1) for _ in range(rng.randint(1, 3))) + "}"
        return "a"

    return "".join(part() for _ in range(rng.randint(0 if depth else 1, 5)))


def core_is_off(glob):
    """Returns `True` if the core reads the glob differently from the specification, or agrees with it only by accident."""
    inside = re.findall(r"\[((?:\\.|[^]])*)", glob)
    return (
        # It treats all characters in a class as special, `^` as `!`, and `[` without `]` as an
        # error.
        any(re.search(r"[][*?{},/]|^\^|\\.", one) for one in inside)
        # It only escapes the special characters `,` and `}`.
        or re.search(r"\\[*?[{]", glob)
        or glob.endswith("\\")
        # It reads `{{a},b}` up to the first closing brace.
        or re.search(r"\{(?:\\.|[^},\\])*\{", glob)
        # It treats `\\}` as an escaped brace when it counts braces.
        or re.search(r"\\\\[{}]", glob)
        # It checks the range only for the first way to read a number: `{1..3}*` of `12`.
        or re.search(r"[]*?{},\d+-]" + RANGE, glob)
        or re.search(RANGE + r"[[*?{},\d]", glob)
        # It uses ranges even if other braces do not pair, and does not treat `0` as a number.
        or re.search(r"\{-\d+\.\.\+?\d", glob)
        or (re.search(RANGE, glob) and glob.count("{") != glob.count("}"))
        # It treats a glob that begins with two slashes as a path from the root of the machine.
        or glob.startswith("//")
    )


def near(glob, rng):
    """Returns a name that the glob probably matches."""
    glob = glob.lstrip("/")
    for _ in range(4):
        glob = re.sub(r"\{([^{}]*,[^{}]*)\}", lambda found: rng.choice(found[1].split(",")), glob)
    glob = re.sub(r"\{([-+]?\d+)\.\.([-+]?\d+)\}", lambda found: str(rng.randint(-13, 130)), glob)
    glob = re.sub(r"/\*\*/", lambda _: rng.choice(["/", "/a/", "/b/src/"]), glob)
    glob = re.sub(r"\*\*", lambda _: rng.choice(["", "a", "a/b", "x/", "/ü"]), glob)
    glob = re.sub(r"\*", lambda _: rng.choice(["", "a", "x.c", "ü中", "/"]), glob)
    glob = re.sub(r"\?", lambda _: rng.choice("ab/ü中1"), glob)
    glob = re.sub(r"\[!?([^]]+)\]", lambda found: rng.choice(found[1] + "dz/"), glob)
    if rng.random() < 0.3:
        place = rng.randint(0, len(glob))
        glob = glob[:place] + rng.choice(["", "a", "/", "b/", "1", "c"]) + glob[place + rng.randint(0, 1) :]
    if rng.random() < 0.2:
        glob = rng.choice(["deep/", "a/", "src/a/"]) + glob
    return glob.replace("\\", "") if rng.random() < 0.8 else glob


def names_of(glob, rng):
    files, folders = set(), set()
    for _ in range(24):
        name = os.path.normpath(near(glob, rng)).lstrip("/")
        parts = name.split("/")
        above = {"/".join(parts[:count]) for count in range(1, len(parts))}
        if name in (".", "") or ".." in parts or name in folders or above & files:
            continue
        files.add(name)
        folders |= above
    return files


def main():
    warnings.simplefilter("ignore", FutureWarning)
    rng = random.Random(int(sys.argv[1]) if len(sys.argv) > 1 else 1)
    core = EditorConfigParser("/.editorconfig")
    expected, globs, left_out, seen = {}, [], 0, set()
    with tempfile.TemporaryDirectory() as top:
        while len(globs) < GLOBS:
            glob = random_glob(rng)
            if not glob or glob in seen:
                continue
            seen.add(glob)
            try:
                re.compile(translate(glob)[0])
                off = core_is_off(glob)
            except re.error:
                off = True
            if off:
                left_out += 1
                continue
            folder = pathlib.Path(top, str(len(globs)))
            folder.mkdir()
            (folder / ".editorconfig").write_text(f"root=true\n[{glob}]\nend_of_line=crlf\n")
            for name in names_of(glob, rng):
                path = folder / name
                core.filename = "/" + name
                try:
                    hit = core.matches_filename("/.editorconfig", glob)
                except TypeError:  # Numbers in an alternative that is not the one.
                    continue
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text("a\n")
                expected[f"{len(globs)}/{name}"] = hit
            globs.append(glob)
        command = [UTF, "check", "--editorconfig", "-l", "-0", "--files-from", "-"]
        names = "".join(name + "\0" for name in expected)
        run = subprocess.run(command, cwd=top, input=names.encode(), stdout=subprocess.PIPE)
        assert run.returncode == 1, run.returncode
        ours = set(run.stdout.decode().split("\0"))
    differ = [name for name, hit in expected.items() if (name in ours) != hit]
    for name in differ[:40]:
        number, name = name.split("/", 1)
        print(f"[{globs[int(number)]}] {name}: the core {'misses' if f'{number}/{name}' in ours else 'hits'} it")
    hits = sum(expected.values())
    print(f"{len(globs)} globs, {len(expected)} names, {hits} hit; {left_out} globs left out; {len(differ)} differ")
    sys.exit(bool(differ))


if __name__ == "__main__":
    main()
