#!/usr/bin/env bash
# Builds what a release ships for Python, in target/wheels/.
#
#     scripts/wheels.sh sdist              the source distribution
#     scripts/wheels.sh abi3               the wheel for all versions of Python from 3.11 on
#     scripts/wheels.sh version PYTHON...  a wheel for each interpreter, with or without the GIL
#     scripts/wheels.sh try FILE...        installs each file in a venv of its own, and uses it there
#
# On Linux, the wheels are for MANYLINUX: `manylinux2014` if it is unset, or `musllinux_1_2`. Zig links
# them with an old library of C. The command `utf` in them is UTFKIT_COMMAND, which must be static
# (`scripts/dist.sh --target x86_64-unknown-linux-musl`); if it is unset, they do not have it. On macOS
# and Windows, the command is built.
#
# The tools come from PyPI, into a venv in target/. musllinux also needs the target of rustup. Only
# `sdist`, `abi3` for manylinux2014 and `try` were tried, on x86-64 Linux.
set -euo pipefail
cd "$(dirname "$0")/.."

usage() {
    sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2
    exit 2
}
task=${1-}
[ $# -eq 0 ] || shift
package=crates/utfkit-python
output=$PWD/target/wheels
python=${PYTHON:-python3}
bin=bin
[ "${OS-}" != Windows_NT ] || bin=Scripts

# venv NAME PACKAGE...: a venv with these packages, in target/.
venv() {
    rm -rf "target/$1"
    "$python" -m venv "target/$1"
    "target/$1/$bin/python" -m pip install --quiet --disable-pip-version-check "${@:2}"
}

options='' machine=$(uname -m)
if [ "$(uname -s)" = Linux ]; then
    export UTFKIT_COMMAND=${UTFKIT_COMMAND:-none}
    manylinux=${MANYLINUX:-manylinux2014}
    options="--zig --compatibility $manylinux"
    # With a target, maturin needs no interpreters: it knows those of each version.
    case "$manylinux" in
        musllinux*) options+=" --target $machine-unknown-linux-musl" ;;
        *) options+=" --target $machine-unknown-linux-gnu" ;;
    esac
fi
# build OPTION...: a wheel, with the command and the licences of `backend.py`. maturin's own backend would
# choose the interpreter.
build() {
    local -a all
    read -ra all <<< "$options $*"
    (
        cd "$package"
        "$tools/python" -c 'import backend; backend._command(); backend._licences()'
        export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-../../target/python}
        "$tools/maturin" build --quiet --release --locked --out "$output" "${all[@]}"
    )
}

case "$task" in
    sdist | abi3 | version)
        venv wheel-tools maturin build ziglang
        tools=$PWD/target/wheel-tools/$bin
        export PATH=$tools:$PATH
        mkdir -p "$output"
        ;;
esac
case "$task" in
    sdist) "$tools/python" -m build --quiet --no-isolation --sdist --outdir "$output" "$package" ;;
    abi3) build --features abi3 ;;
    version)
        [ $# -gt 0 ] || usage
        for interpreter in "$@"; do build --interpreter "$interpreter"; done
        ;;
    try)
        [ $# -gt 0 ] || usage
        for file in "$@"; do
            venv wheel-try "$file"
            # Another directory, so that Python imports the installed package.
            (cd target/wheel-try && "$bin/python" -c '
import utfkit
assert utfkit.fix("cafÃ©") == "café"
assert utfkit.decode("日本".encode("shift_jis"), "shift_jis") == "日本"
assert "日本".encode("gb18030") == utfkit.encode("日本", "gb18030")
assert utfkit.detect("Привет, мир. Как дела?".encode("koi8-r")).encoding == "koi8-r"
print(utfkit.__version__, utfkit.__file__)')
            echo "$file works in a new venv"
        done
        ;;
    *) usage ;;
esac
[ "$task" = try ] || ls -l "$output"
