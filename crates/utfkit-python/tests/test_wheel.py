"""The wheel: the command `utf`, and the metadata."""

import importlib.metadata
import importlib.util
import os
import pathlib
import subprocess
import sys
import types

import pytest

PACKAGE = pathlib.Path(__file__).resolve().parent.parent


@pytest.mark.skipif(os.environ.get("UTFKIT_COMMAND") == "none", reason="a wheel without the command")
def test_the_command_is_installed():
    name = "utf.exe" if os.name == "nt" else "utf"
    run = subprocess.run([pathlib.Path(sys.executable).parent / name, "--version"],
                         capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["utf", importlib.metadata.version("utfkit")]


@pytest.mark.skipif(os.environ.get("UTFKIT_COMMAND") == "none", reason="a wheel without the command")
def test_the_module_runs_the_command():
    run = subprocess.run([sys.executable, "-m", "utfkit", "check", "-"], input=b"\xff", capture_output=True)
    assert run.returncode == 1 and b"invalid byte" in run.stdout + run.stderr


def module(scripts, *arguments):
    """Runs `python -m utfkit` as if pip had installed scripts in the directory `scripts`."""
    code = (f"import runpy, sysconfig; sysconfig.get_path = lambda *_: {str(scripts)!r}; "
            "runpy.run_module('utfkit', run_name='__main__')")
    return subprocess.run([sys.executable, "-c", code, *arguments], input="in", capture_output=True, text=True)


@pytest.mark.skipif(os.name == "nt", reason="the stand-in is a shell script")
def test_the_module_passes_arguments_input_and_signals(tmp_path):
    command = tmp_path / "utf"
    command.write_text('#!/bin/sh\nprintf "%s," "$@"; cat; echo out >&2; kill -TERM $$\n')
    command.chmod(0o755)
    done = module(tmp_path, "a b", "--c")
    assert (done.stdout, done.stderr, done.returncode) == ("a b,--c,in", "out\n", -15)


def test_the_module_says_that_the_command_is_missing(tmp_path):
    done = module(tmp_path)
    assert done.returncode == 1
    assert done.stderr == "utfkit: this wheel was installed without the command `utf`\n"


def test_parts_are_imported_when_they_are_used():
    code = "import sys, utfkit; assert 'utfkit.arrow' not in sys.modules; utfkit.chardet; utfkit.arrow"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_stub_is_not_packed(monkeypatch):
    # The backend needs maturin only to build.
    monkeypatch.setitem(sys.modules, "maturin", types.ModuleType("maturin"))
    spec = importlib.util.spec_from_file_location("backend", PACKAGE / "backend.py")
    backend = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(backend)
    with pytest.raises(RuntimeError, match="expected 'utf "):
        backend._check(sys.executable)


def test_the_metadata_have_no_counts():
    summary = importlib.metadata.metadata("utfkit")["Summary"]
    assert not any(character.isdigit() for character in summary), summary


def test_the_licences_are_installed():
    files = {file.name: file for file in importlib.metadata.files("utfkit") if "licenses" in file.parts}
    expected = {"LICENSE-APACHE", "LICENSE-MIT"}
    if os.environ.get("UTFKIT_COMMAND") != "none":
        expected.add("LICENSE-THIRD-PARTY.txt")
        text = files["LICENSE-THIRD-PARTY.txt"].read_text()
        # One package of the command, and one of the module.
        assert "\nclap " in text and "\npyo3 " in text
    assert set(files) == expected
    assert files["LICENSE-MIT"].read_text().startswith("MIT License")
