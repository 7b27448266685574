#!/usr/bin/env bash
# Checks the types and lints of the command, its unit tests and its libraries for Windows and macOS.
#
#     scripts/cross-check.sh [--install | --if-possible] [TARGET…]
#
# Nothing is linked or run. The standard libraries of the targets are checked from source, so
# Debian's compiler is needed, because its package has the source. --install installs the packages.
# With --if-possible, missing packages are reported, and the script succeeds.
#
# The decompressor for zstd is C code, which this check leaves out. `scripts/windows.sh` builds it.
set -euo pipefail
cd "$(dirname "$0")/.."

packages=(rustc-web rust-web-src rust-web-clippy)
missing_is_failure=1
case "${1-}" in
--install)
    apt-get update
    apt-get install --yes --no-install-recommends "${packages[@]}"
    shift
    ;;
--if-possible)
    missing_is_failure=
    shift
    ;;
-*)
    echo "usage: $0 [--install | --if-possible] [TARGET…]" >&2
    exit 2
    ;;
esac
if [ $# -eq 0 ]; then
    set -- x86_64-pc-windows-gnu x86_64-pc-windows-msvc aarch64-pc-windows-msvc \
        x86_64-apple-darwin aarch64-apple-darwin
fi

for file in /usr/bin/rustc /usr/bin/clippy-driver /usr/lib/rustlib/src/rust/library/std/Cargo.toml; do
    if ! [ -e "$file" ]; then
        echo "$file is missing: run \`$0 --install\`, or install Debian's ${packages[*]}"
        [ -z "$missing_is_failure" ]
        exit
    fi
done

# Without code generation and backtraces, the standard libraries take half of the time.
targets=()
for target; do
    targets+=(--target "$target")
    flags=CARGO_TARGET_$(tr a-z- A-Z_ <<< "$target")_RUSTFLAGS
    export "$flags=-Zno-codegen"
done

# Debian's compiler and linter, no matter what PATH contains. The linter of cargo is only a shell.
export RUSTC=/usr/bin/rustc RUSTC_WORKSPACE_WRAPPER=/usr/bin/clippy-driver
export RUSTC_BOOTSTRAP=1 CARGO_INCREMENTAL=0
unset RUSTUP_TOOLCHAIN
# `clippy-driver` lints only if it is asked to.
export CLIPPY_ARGS='-Dwarnings__CLIPPY_HACKERY__'
for profile in dev test; do
    cargo check --package utf --lib --bin utf --profile "$profile" \
        --no-default-features --features gz,bz2,xz \
        -Zbuild-std=std,panic_abort,test -Zbuild-std-features= "${targets[@]}" \
        --target-dir "${CARGO_TARGET_DIR:-$PWD/target}/cross"
done
echo "checked, not linked or run: $*"
