#!/usr/bin/env bash
# Counts the instructions that the NEON kernels execute for 64 bytes, one by one under qemu. The
# figure is the difference of two calls with texts of different length. `docs/performance.md` has
# the result.
#
# Needs the packages that `other-targets.sh` needs for NEON.
set -euo pipefail
cd "$(dirname "$0")/.."

export RUSTC=/usr/bin/rustc
unset RUSTUP_TOOLCHAIN
target=${CARGO_TARGET_DIR:-$PWD/target}/other-targets
triple=aarch64-unknown-linux-gnu
CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc /usr/bin/cargo build --release --quiet \
    --target $triple --target-dir "$target" --example kernel_work -p utfkit

# count OPERATION TEXT BYTES: prints the number of instructions of a whole run.
count() {
    local log
    log=$(mktemp)
    qemu-aarch64 -L /usr/aarch64-linux-gnu -singlestep -d exec,nochain -D "$log" \
        "$target/$triple/release/examples/kernel_work" neon "$@"
    grep -c '^Trace' "$log"
    rm -f "$log"
}

echo "operation text instructions per 64 bytes"
for operation in validate to16 to8; do
    for text in ascii two three four mixed; do
        short=$(count $operation $text 6144)
        long=$(count $operation $text 12288)
        awk -v operation=$operation -v text=$text -v more=$((long - short)) \
            'BEGIN { printf "%s %s %.1f\n", operation, text, more / (12288 - 6144) * 64 }'
    done
done
