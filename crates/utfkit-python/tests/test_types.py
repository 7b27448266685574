"""The types in the stubs are those of the package."""

import subprocess
import sys
from pathlib import Path


def test_a_program_is_typed():
    program = Path(__file__).with_name("typed_program.py")
    # An unused `type: ignore` is an error too.
    run = [sys.executable, "-m", "mypy", "--strict", "--cache-dir=/dev/null", program]
    done = subprocess.run(run, capture_output=True, text=True, cwd=program.parent)
    assert done.returncode == 0, done.stdout + done.stderr
