#!/usr/bin/env bash
# Builds the wheel, installs it in a clean venv under target/, and runs the tests there.
#
#   test.sh               the wheel for this version of Python
#   test.sh --quick       for CI: the same wheel, less optimized and without the command, with less data and
#                         without pyright; then the benchmarks on little data, which shows only that they run
#   test.sh --abi3        the wheel for all versions from 3.11 on
#   test.sh --wheel FILE  this wheel
#   test.sh --spark       also PySpark and Java, for the tests on a cluster of two executors
#
# Options can be combined. PYTHON is the interpreter.
set -euo pipefail
cd "$(dirname "$0")"

python=${PYTHON:-python3}
venv=../../target/python/venv
packages=(pytest mypy numpy pyarrow polars duckdb pandas fsspec)
checkers=(pyright)
wheel=.
quick=
while [ $# -gt 0 ]; do
    case "$1" in
        --quick)
            quick=1
            checkers=()
            export UTFKIT_PROFILE=dev UTFKIT_TEST_QUICK=1
            # The command has its own tests.
            export UTFKIT_COMMAND=${UTFKIT_COMMAND:-none}
            ;;
        --abi3) export UTFKIT_ABI3=1 ;;
        --wheel)
            wheel=${2:?--wheel needs a file}
            shift
            ;;
        --spark)
            # PySpark warns about pandas 3.
            packages+=('pyspark>=4,<5' 'pandas<3')
            if ! command -v java >/dev/null; then
                apt-get update -qq
                apt-get install -qq -y --no-install-recommends default-jre-headless
            fi
            ;;
        *)
            echo "usage: test.sh [--quick] [--abi3] [--wheel FILE] [--spark]" >&2
            exit 2
            ;;
    esac
    shift
done

rm -rf "$venv"
"$python" -m venv "$venv"
# Python compiles the few modules that the tests import, which is faster than compiling all.
pip=("$venv/bin/pip" install --quiet --disable-pip-version-check --no-compile)
"${pip[@]}" "${packages[@]}" "${checkers[@]}"
"${pip[@]}" "$wheel"
if [ -n "$quick" ]; then
    # The types of the wheel for all versions. The libraries are built already.
    CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-../../target/python} cargo build --quiet --locked --features abi3
fi
# Another directory, so that Python imports the installed package.
cd tests
"../$venv/bin/python" -m pytest -q
if [ -n "$quick" ]; then
    # The times of little data mean nothing.
    "../$venv/bin/python" ../benches/decode.py --bytes 20000 --rounds 1 >/dev/null
    "../$venv/bin/python" ../benches/encode.py --characters 3000 --rounds 1 >/dev/null
    "../$venv/bin/python" ../benches/arrow.py 1000 10 >/dev/null
fi
