"""Keeps results in a file, for one text of IR and one version of the engine."""
import dataclasses
import hashlib
import json
from pathlib import Path

from claims import Claim, Result

ENGINE = ["certificate.py", "checker.c", "claims.py", "engine.py", "graph.py", "induction.py", "instructions.py",
          "intrinsics.py", "ir.py", "memory.py", "operations.py", "parts.py", "positions.py", "runner.py", "samples.py",
          "shapes.py", "specification.py", "unbounded.py", "words.py"]


class Store:
    """The results of one IR and one engine; all lines of others are ignored."""

    def __init__(self, folder, text, resume):
        digest = hashlib.sha256(text.encode())
        for each in ENGINE:
            path, = Path(__file__).parent.rglob(each)
            digest.update(path.read_bytes())
        self.path = Path(folder) / f"results-{digest.hexdigest()[:16]}.jsonl"
        self.found = {}
        if not resume:
            self.path.unlink(missing_ok=True)
        elif self.path.exists():
            for line in self.path.read_text(encoding="utf-8").splitlines():
                fields = json.loads(line)
                fields["claim"] = Claim(**fields["claim"])
                self.found[fields["claim"]] = Result(**fields)

    def get(self, claim):
        return self.found.get(claim)

    def put(self, result):
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(dataclasses.asdict(result)) + "\n")
