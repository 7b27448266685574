"""The types in the stubs are those of the package."""

import importlib.util
import pathlib
import subprocess
import sys

import pytest

import utfkit
import utfkit.arrow
import utfkit.chardet
import utfkit.register
import utfkit.spark

PROGRAM = pathlib.Path(__file__).with_name("typed_program.py")


def checked(*arguments):
    done = subprocess.run([sys.executable, "-m", *arguments], capture_output=True, text=True, cwd=PROGRAM.parent)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_program_is_typed():
    # An unused `type: ignore` is an error too.
    checked("mypy", "--strict", "--cache-dir=/dev/null", PROGRAM)


# `test.sh --quick` does not install it, because it brings Node.
@pytest.mark.skipif(not importlib.util.find_spec("pyright"), reason="no pyright")
def test_a_program_is_typed_for_pyright(tmp_path):
    config = tmp_path / "pyrightconfig.json"
    config.write_text(f'{{"typeCheckingMode": "strict", "include": ["{PROGRAM.name}"]}}')
    (tmp_path / PROGRAM.name).write_bytes(PROGRAM.read_bytes())
    checked("pyright", "--project", config, "--pythonpath", sys.executable)


def test_the_program_uses_all_of_the_interface():
    program = PROGRAM.read_text("utf-8")
    for module in [utfkit, utfkit.arrow, utfkit.chardet, utfkit.register, utfkit.spark]:
        missing = [name for name in module.__all__ if f"{module.__name__}.{name}" not in program]
        assert missing == [], module.__name__
