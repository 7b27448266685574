#!/usr/bin/env bash
# What .pre-commit-hooks.yaml runs: utf with these arguments, built by cargo where it is not built yet. UTF names a
# command that is there already.
set -euo pipefail
home=$(cd "$(dirname "$0")/.." && pwd)
utf=${UTF:-$home/target/release/utf}
if [ ! -x "$utf" ]; then
    manifest=$home/Cargo.toml
    cargo build --quiet --release --locked -p utf --manifest-path "$manifest" --target-dir "$home/target" >&2
fi
exec "$utf" "$@"
