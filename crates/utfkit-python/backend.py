"""Builds the wheel: the command `utf`, then the extension module with maturin.

maturin packs either an extension module or a program. So the program is built first, into the
data directory of the wheel, from which pip installs scripts.

    UTFKIT_ABI3=1 pip wheel .        one wheel for all versions of Python from 3.11 on
    UTFKIT_PROFILE=dev pip wheel .   optimizes less, for tests
    UTFKIT_COMMAND=PATH pip wheel .  packs this command `utf` instead of building it
    UTFKIT_COMMAND=none pip wheel .  a wheel without the command, for tests

The source distribution has the sources of the module, but not those of the command. So a wheel that is
built from it does not have the command, unless `UTFKIT_COMMAND` names it.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import maturin

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
# False in a source distribution.
IN_REPOSITORY = (ROOT / "scripts" / "dist.sh").is_file()


def _command():
    """Puts the command into the data directory."""
    name = "utf.exe" if os.name == "nt" else "utf"
    scripts = HERE / "target" / "utfkit.data" / "scripts"
    shutil.rmtree(scripts, ignore_errors=True)
    scripts.mkdir(parents=True)
    built = os.environ.get("UTFKIT_COMMAND")
    if built == "none" or built is None and not IN_REPOSITORY:
        return
    if built is None:
        # The target directory of the workspace often has the command.
        environment = {**os.environ, "CARGO_TARGET_DIR": str(ROOT / "target")}
        build = ["bash", ROOT / "scripts" / "dist.sh"]
        run = subprocess.run(build, env=environment, check=True, text=True, stdout=subprocess.PIPE)
        built = run.stdout.strip()
    _check(built)
    shutil.copy2(built, scripts / name)


def _licences():
    """Puts the licences of all packages in the wheel beside its own."""
    if not IN_REPOSITORY:
        return
    file = HERE / "LICENSE-THIRD-PARTY.txt"
    file.unlink(missing_ok=True)
    # Cargo knows only packages that were downloaded. Tests may have no network.
    if os.environ.get("UTFKIT_COMMAND") != "none":
        run = [sys.executable, ROOT / "scripts" / "third-party.py", "--python"]
        text = subprocess.run(run, check=True, stdout=subprocess.PIPE).stdout
        file.write_bytes(text)


def _check(program):
    """Raises an error if a program is not the command of this version."""
    if not IN_REPOSITORY:
        return
    text = (ROOT / "Cargo.toml").read_text("utf-8")
    version = re.search(r'^version = "(.+)"', text, re.M)
    expected = f"utf {version[1]}"
    run = subprocess.run([program, "--version"], capture_output=True, text=True)
    if run.stdout.strip() != expected:
        raise RuntimeError(f"{program} --version printed {run.stdout!r}, expected {expected!r}")


def _settings(config_settings):
    settings = dict(config_settings or {})
    arguments = settings.get("build-args", "")
    if os.environ.get("UTFKIT_ABI3"):
        arguments += " --features abi3"
    if profile := os.environ.get("UTFKIT_PROFILE"):
        arguments += f" --profile {profile}"
    if arguments:
        settings["build-args"] = arguments.strip()
    return settings


def get_requires_for_build_wheel(config_settings=None):
    return maturin.get_requires_for_build_wheel(config_settings)


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    (HERE / "target" / "utfkit.data").mkdir(parents=True, exist_ok=True)
    # The metadata names the files.
    _licences()
    return maturin.prepare_metadata_for_build_wheel(metadata_directory, _settings(config_settings))


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    _command()
    _licences()
    if IN_REPOSITORY:
        os.environ.setdefault("CARGO_TARGET_DIR", str(ROOT / "target" / "python"))
    return maturin.build_wheel(wheel_directory, _settings(config_settings), metadata_directory)


def get_requires_for_build_sdist(config_settings=None):
    return maturin.get_requires_for_build_sdist(config_settings)


def build_sdist(sdist_directory, config_settings=None):
    (HERE / "target" / "utfkit.data").mkdir(parents=True, exist_ok=True)
    _licences()
    return maturin.build_sdist(sdist_directory, config_settings)
