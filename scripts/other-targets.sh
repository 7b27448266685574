#!/usr/bin/env bash
# Tests other machines: the NEON kernels under qemu, the WebAssembly kernels in node, the library's
# own tests on a big-endian machine under qemu, and both libraries on a 32-bit machine.
#
#     scripts/other-targets.sh [--require] [--only STEP]
#
# The steps are neon, simd128, wasm-text, s390x and i686. The last one runs 32-bit programs on this
# machine, with overflow checks.
#
# Needs Debian's packages, because rustup's standard libraries of other targets may be out of reach.
# A step whose packages are missing is skipped, and the last line names the skipped steps. With
# --require, a skipped step is a failure. Do not install gcc-multilib, which removes the compilers for
# other machines.
#
#     dpkg --add-architecture arm64 && apt-get update
#     apt-get install cargo-web rustc-web rust-web-src lld-19 \
#         libstd-rust-web-dev:arm64 gcc-aarch64-linux-gnu gcc-s390x-linux-gnu qemu-user gcc-12-multilib \
#         libc6-dev-i386
set -euo pipefail
cd "$(dirname "$0")/.."

usage() {
    echo "usage: $0 [--require] [--only STEP]" >&2
    exit 2
}
required='' only=''
while [ $# -gt 0 ]; do
    case "$1" in
    --require) required=1 ;;
    --only)
        only=${2:?the name of a step}
        shift
        ;;
    *) usage ;;
    esac
    shift
done
case $only in
"" | neon | simd128 | wasm-text | s390x | i686) ;;
*) usage ;;
esac

# Uses Debian's compiler, no matter what PATH contains.
export RUSTC=/usr/bin/rustc
unset RUSTUP_TOOLCHAIN
target=${CARGO_TARGET_DIR:-$PWD/target}/other-targets
# The names of the skipped steps.
missing=

# need NAME FILE...: succeeds if all files exist. Otherwise reports and records that the step NAME
# is skipped. Fails without a report if `--only` names another step.
need() {
    local name=$1 file
    shift
    [ -z "$only" ] || [ "$only" = "${name%%:*}" ] || return 1
    for file; do
        if ! [ -e "$file" ]; then
            echo "$name: skipped, $file is missing"
            missing+="${missing:+, }$name"
            return 1
        fi
    done
}

if need neon /usr/bin/cargo /usr/bin/rustc /usr/lib/rustlib/aarch64-unknown-linux-gnu/lib \
    /usr/bin/aarch64-linux-gnu-gcc /usr/bin/qemu-aarch64; then
    # This step runs an example, because libtest needs threads and qemu 7.2 cannot start them on
    # every kernel.
    echo "neon: under qemu"
    CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc \
        CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER="qemu-aarch64 -L /usr/aarch64-linux-gnu" \
        /usr/bin/cargo run --release --target aarch64-unknown-linux-gnu --target-dir "$target" \
        -p utfkit --example sets_agree | tee "$target/neon.txt"
    grep -q neon "$target/neon.txt"
fi

if need simd128 /usr/bin/cargo /usr/bin/rustc /usr/bin/wasm-ld-19 /usr/src/rustc-*/library/std; then
    # The example is in its own crate, because the dependencies of the tests do not build for this
    # target.
    mkdir -p "$target/wasm"
    cat > "$target/wasm/Cargo.toml" <<END
[package]
name = "sets_agree"
edition = "2024"
[lib]
crate-type = ["cdylib"]
path = "$PWD/crates/utfkit/examples/sets_agree.rs"
[dependencies]
utfkit = { path = "$PWD/crates/utfkit" }
[profile.release]
panic = "abort"
[workspace]
END
    for simd in +simd128 -simd128; do
        echo "wasm: $simd"
        RUSTC_BOOTSTRAP=1 RUSTFLAGS="-C target-feature=$simd -C linker=/usr/bin/wasm-ld-19" \
            /usr/bin/cargo build --release -Zbuild-std=std,panic_abort \
            --target wasm32-unknown-unknown --manifest-path "$target/wasm/Cargo.toml" --target-dir "$target"
        module=$target/wasm32-unknown-unknown/release/sets_agree.wasm
        if need "simd128: node with $simd" "$(command -v node || echo /usr/bin/node)"; then
            node -e '
const fs = require("fs");
WebAssembly.instantiate(fs.readFileSync(process.argv[1])).then(({ instance }) => {
    const wrong = instance.exports.disagreements();
    console.log(`sets: ${instance.exports.sets()}, disagreements: ${wrong}`);
    const needed = process.argv[2] === "+simd128" ? 2 : 1;
    process.exit(wrong === 0 && instance.exports.sets() === needed ? 0 : 1);
});' "$module" "$simd"
        fi
    done
fi

if need wasm-text /usr/bin/cargo /usr/bin/rustc /usr/src/rustc-*/library/std; then
    echo "wasm: the library that judges text builds"
    RUSTC_BOOTSTRAP=1 /usr/bin/cargo check -Zbuild-std=std,panic_abort --target wasm32-unknown-unknown \
        --target-dir "$target" -p utfkit-text
fi

if need s390x /usr/bin/cargo /usr/bin/rustc /usr/bin/s390x-linux-gnu-gcc /usr/bin/qemu-s390x \
    /usr/src/rustc-*/library/std; then
    # With one test thread, libtest does not start another thread.
    echo "s390x, big-endian: under qemu"
    RUSTC_BOOTSTRAP=1 CARGO_TARGET_S390X_UNKNOWN_LINUX_GNU_LINKER=s390x-linux-gnu-gcc \
        CARGO_TARGET_S390X_UNKNOWN_LINUX_GNU_RUNNER="qemu-s390x -L /usr/s390x-linux-gnu" \
        /usr/bin/cargo test --release -Zbuild-std=std,test,panic_unwind --target s390x-unknown-linux-gnu \
        --target-dir "$target" -p utfkit --lib -- --test-threads=1
fi

if need i686 /usr/bin/rustc /usr/src/rustc-*/library/std /usr/lib32/crt1.o \
    /usr/lib/gcc/x86_64-linux-gnu/*/32/libgcc.a; then
    echo "i686, 32-bit: on this machine"
    # i686 CARGO-ARGUMENT…: runs the tests of a package.
    i686() {
        RUSTC_BOOTSTRAP=1 CARGO_TARGET_I686_UNKNOWN_LINUX_GNU_LINKER=gcc \
            CARGO_TARGET_I686_UNKNOWN_LINUX_GNU_RUSTFLAGS='-C link-arg=-m32' \
            cargo test -Zbuild-std=std,panic_unwind,test --target i686-unknown-linux-gnu \
            --target-dir "$target" "$@"
    }
    i686 -p utfkit --lib --test it
    # The documentation tests would need a `rustdoc` of the same compiler.
    i686 -p utfkit-text --lib --tests
fi

if [ -n "$only" ] && [ -z "$missing" ]; then
    echo "the other steps were not run"
elif [ -z "$missing" ]; then
    echo "all steps were run, none skipped"
else
    echo "SKIPPED, and nothing shown of them: $missing"
    [ -z "$required" ]
fi
