#!/usr/bin/env bash
# What .pre-commit-hooks.yaml runs: utf with these arguments, built by cargo where it is not built yet. UTF names a
# command that is there already.
#
# Behind `--` are names of files only, whatever they look like: a file may be called `--help`, or `-`.
set -euo pipefail
home=$(cd "$(dirname "$0")/.." && pwd)
utf=${UTF:-$home/target/release/utf}
options=()
while [ $# -gt 0 ] && [ "$1" != -- ]; do
    options+=("$1")
    shift
done
if [ $# -eq 0 ]; then
    echo 'utf: hook: without `--` a file name may be taken for an option: end `args` with `--`' >&2
    exit 2
fi
shift
names=()
for name; do
    [ "$name" != - ] || name=./-
    names+=("$name")
done
# No file is no reason to read standard input.
[ ${#names[@]} -gt 0 ] || exit 0
if [ ! -x "$utf" ]; then
    manifest=$home/Cargo.toml
    cargo build --quiet --release --locked -p utf --manifest-path "$manifest" --target-dir "$home/target" >&2
fi
exec "$utf" "${options[@]}" -- "${names[@]}"
