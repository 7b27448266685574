#!/usr/bin/env bash
# Runs the kernels on older x86 processors under qemu, to show wrong tests of features.
#
# Each processor must find only the sets of kernels that it can run. All of them must agree with the
# portable set on the texts of the example `sets_agree`. A kernel that uses an instruction of a newer
# processor ends with a signal. Needs `apt-get install qemu-user`.
set -euo pipefail
cd "$(dirname "$0")/.."

cargo build --quiet --release -p utfkit --example sets_agree
program=${CARGO_TARGET_DIR:-target}/release/examples/sets_agree
for model in core2duo Nehalem SandyBridge Haswell; do
    case "$model" in
    core2duo) expected=portable ;;
    Nehalem | SandyBridge) expected='sse42 portable' ;;
    Haswell) expected='avx2 sse42 portable' ;;
    esac
    output=$(qemu-x86_64 -cpu "$model" "$program")
    echo "$model: $output"
    for name in avx512 avx2 sse42 portable; do
        case " $expected " in
        *" $name "*) grep -q "$name" <<< "$output" || { echo "$model: $name is missing" >&2; exit 1; } ;;
        *) ! grep -q "$name" <<< "$output" || { echo "$model: $name is one too many" >&2; exit 1; } ;;
        esac
    done
done
