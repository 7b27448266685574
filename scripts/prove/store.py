"""Keeps results in a file, for one version of the engine.

A result belongs to the code that it is about: the IR of its kernel, and of all functions and tables that this kernel
and the specification reach. So a change elsewhere in the library costs no proof again.
"""
import dataclasses
import hashlib
import json
import re
from pathlib import Path

from claims import LEVELS, Claim, Result
from ir import NAME, NAMED
from specification import NAMES

ENGINE = ["certificate.py", "checker.c", "claims.py", "engine.py", "graph.py", "induction.py", "instructions.py",
          "intrinsics.py", "ir.py", "memory.py", "operations.py", "parts.py", "positions.py", "runner.py", "samples.py",
          "shapes.py", "specification.py", "store.py", "unbounded.py", "undefined.py", "words.py"]


class Store:
    """The results of one engine; those of another text of a kernel are ignored.

    `solver` names the solver, and whether certificates are checked.
    """

    def __init__(self, folder, module, resume, solver):
        digest = hashlib.sha256(solver.encode())
        for each in ENGINE:
            path, = Path(__file__).parent.rglob(each)
            digest.update(path.read_bytes())
        self.path = Path(folder) / f"results-{digest.hexdigest()[:16]}.jsonl"
        self.module, self.rows, self.digests, self.found = module, module.rows(), {}, {}
        if not resume:
            self.path.unlink(missing_ok=True)
        elif self.path.exists():
            for line in self.path.read_text(encoding="utf-8").splitlines():
                fields = json.loads(line)
                code = fields.pop("code")
                fields["claim"] = Claim(**fields["claim"])
                self.found[code, fields["claim"]] = Result(**fields)

    def get(self, claim):
        return self.found.get((self.code(claim), claim))

    def put(self, result):
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"code": self.code(result.claim), **dataclasses.asdict(result)}) + "\n")

    def code(self, claim):
        """Returns a digest of the code that the claim is about."""
        kernel = self.rows[claim.row][LEVELS.index(claim.level)]
        if kernel not in self.digests:
            roots = [kernel, *(self.module.named(name) for name in NAMES)]
            self.digests[kernel] = hashlib.sha256(reached(self.module, roots).encode()).hexdigest()[:32]
        return self.digests[kernel]


def reached(module, roots):
    """Returns the text of all functions and globals that the roots reach, in the order of their first mention.

    The compiler gives some of them numbers, and numbers to attributes and metadata, which change with other code. So a
    name becomes its place in the order, and what the engine does not read is left out.
    """
    names, places, texts = list(roots), {name: k for k, name in enumerate(roots)}, []

    def renamed(found):
        name = found[0][1:]
        if found[0][0] in 'c"':
            return found[0]
        if found[0][0] == "%":
            return re.sub(rf"%{NAME}", renamed, NAMED[found[0]]) if found[0] in NAMED else found[0]
        if name not in module.bodies and name not in module.globals:
            return found[0]
        if name not in places:
            places[name] = len(names)
            names.append(name)
        # The engine knows some functions by their paths, which are before the hash.
        path = re.sub("17h[0-9a-f]{16}E", "", name) if name in module.bodies else ""
        return f"@{path}#{places[name]}"

    # `renamed` makes the list longer.
    for name in names:
        if name in module.bodies:
            text = "\n".join(module.bodies[name])
            text = re.sub(r", !([\w.]+) !(\d+)", lambda found: metadata(module, *found.groups()), text)
            text = re.sub(r" #\d+", "", text)
        else:
            text = module.globals[name]
        # The text of a string has no names.
        texts.append(re.sub(rf'c"[^"]*"|[@%]{NAME}', renamed, text))
    return "\n".join(texts)


def metadata(module, what, node):
    """Returns metadata without its number, or nothing if the engine does not read it."""
    return f", !{what} {module.nodes.get(node)}" if what in ("noundef", "nonnull", "range", "align") else ""
