#!/usr/bin/env bash
# Runs utf with the arguments of .pre-commit-hooks.yaml. If the command is not built yet, cargo
# builds it. UTF names an existing command.
#
# All arguments after `--` are file names, even if they look like options: a file may be called
# `--help` or `-`.
set -euo pipefail
home=$(cd "$(dirname "$0")/.." && pwd)
utf=${UTF:-$home/target/release/utf}
options=()
while [ $# -gt 0 ] && [ "$1" != -- ]; do
    options+=("$1")
    shift
done
if [ $# -eq 0 ]; then
    echo 'utf: hook: without `--` a file name may look like an option (end `args` with `--`)' >&2
    exit 2
fi
shift
names=()
for name; do
    [ "$name" != - ] || name=./-
    names+=("$name")
done
# Without files, the hook must not read standard input.
[ ${#names[@]} -gt 0 ] || exit 0
if [ ! -x "$utf" ]; then
    manifest=$home/Cargo.toml
    cargo build --quiet --release --locked -p utf --manifest-path "$manifest" --target-dir "$home/target" >&2
fi
exec "$utf" "${options[@]}" -- "${names[@]}"
