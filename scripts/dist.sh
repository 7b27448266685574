#!/usr/bin/env bash
# Builds the command as packages ship it: smaller than `cargo build --release`, and at most 1.14 times as slow
# (`scripts/bench/dist.py`). Prints the path of the program.
#
#     scripts/dist.sh [--target TRIPLE]
#
# It is profile `dist` with two additions that a profile cannot have:
#
# - The optimizer of the whole program takes its level from the crate of the program. These few lines have level 2. At
#   the command's own level, `s`, no loop is vectorized: detection of windows-1252 takes four times as long.
# - Linux with glibc: no unwinding tables. A panic ends the process, so only debuggers and backtraces read these
#   0.5 MB.
#
# The program has no path of the machine, so two builds of a commit in two directories should be the same.
# `scripts/reproduce.sh` compares them.
#
# Fails if the program for x86-64 Linux has more than 15 MB. It had 14.5 MB on 2026-11-30.
set -euo pipefail
cd "$(dirname "$0")/.."

usage() {
    sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2
    exit 2
}
triple=$(rustc -vV | sed -n 's/^host: //p')
folder=${CARGO_TARGET_DIR:-$PWD/target}
target=()
case "$#${1-}" in
0) ;;
2--target)
    triple=$2
    folder+=/$triple
    target=(--target "$triple")
    ;;
*) usage ;;
esac

program=utf
flags=(-C opt-level=2)
case $triple in
*-linux-gnu) flags+=(-C link-arg=-Wl,--no-eh-frame-hdr -C "link-arg=-Wl,-T,$PWD/scripts/no-unwinding.ld") ;;
*-windows-*) program=utf.exe ;;
esac

# Paths of the machine become these names. Cargo splits these flags at a byte that no path has, not at spaces.
crates=${CARGO_HOME:-$HOME/.cargo}
read -ra given <<< "${RUSTFLAGS-}"
given+=("--remap-path-prefix=$PWD=/utfkit" "--remap-path-prefix=$crates=/cargo")
CARGO_ENCODED_RUSTFLAGS=$(IFS=$'\x1f'; echo "${given[*]}")
export CARGO_ENCODED_RUSTFLAGS
# The C code of zstd needs the same.
export CFLAGS="${CFLAGS-} -ffile-prefix-map=$crates=/cargo"

cargo rustc --locked --profile dist --package utf --bin utf ${target[@]+"${target[@]}"} -- "${flags[@]}" >&2
program=$folder/dist/$program
size=$(wc -c < "$program")
echo "$program: $size bytes" >&2
if [ "$triple" = x86_64-unknown-linux-gnu ] && [ "$size" -gt 15000000 ]; then
    echo "$program is larger than 15 MB" >&2
    exit 1
fi
echo "$program"
