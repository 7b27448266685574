#!/usr/bin/env bash
# Builds the npm package in package/, and the site in ../../target/wasm/site.
#
#   build.sh            both
#   build.sh --package  only the package
#   build.sh --quick    for tests: only the package, and only the modules for simd128
#
# Installs the Debian packages that are missing. cargo, Node and npm must be there.
set -euo pipefail
cd "$(dirname "$0")"

quick=
site=1
case "${1-}" in
    --quick) quick=1 site= ;;
    --package) site= ;;
    '') ;;
    *)
        echo 'usage: build.sh [--package | --quick]' >&2
        exit 2
        ;;
esac

# Debian's compiler comes with the sources of its standard library, which is built here. The library
# of rustup for this target may be out of reach.
packages=()
[ -e /usr/bin/rustc ] && ls /usr/src/rustc-*/library/std >/dev/null 2>&1 || packages+=(rustc-web rust-web-src)
[ -e /usr/bin/wasm-ld-19 ] || packages+=(lld-19)
if [ ${#packages[@]} -gt 0 ]; then
    apt-get update -qq
    apt-get install -qq -y --no-install-recommends "${packages[@]}"
fi
export RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1
unset RUSTUP_TOOLCHAIN

target=$PWD/../../target/wasm
mkdir -p package/wasm

# module CRATE NAME FEATURE SUFFIX [OPTION…]
module() {
    local crate=$1 name=$2 feature=$3 suffix=$4
    shift 4
    RUSTFLAGS="-C target-feature=$feature -C linker=/usr/bin/wasm-ld-19" \
        cargo build --quiet --release -Zbuild-std=std,panic_abort --target wasm32-unknown-unknown \
        --target-dir "$target/simd$suffix" -p "$crate" "$@"
    cp "$target/simd$suffix/wasm32-unknown-unknown/release/${crate//-/_}.wasm" \
        "package/wasm/$name$suffix.wasm"
}

# The code of level 3 for validation runs at a third of the speed in V8 of Node 20.
small=(--config 'profile.release.package.utfkit.opt-level="s"'
    --config 'profile.release.package.utfkit-wasm-core.opt-level="s"')

module utfkit-wasm-core core +simd128 '' "${small[@]}"
module utfkit-wasm-judge judge +simd128 ''
if [ -z "$quick" ]; then
    module utfkit-wasm-core core -simd128 -plain "${small[@]}"
    module utfkit-wasm-judge judge -simd128 -plain
fi
cp README.md ../../LICENSE-MIT ../../LICENSE-APACHE package/

# The sizes that the documents promise.
check_size() {
    local size
    size=$(gzip -9 -c "$1" | wc -c)
    [ "$2" != raw ] || size=$(wc -c <"$1")
    echo "$1: $size bytes, $2"
    [ "$size" -le "$3" ] || {
        echo "build.sh: $1 is too large (at most $3 bytes)" >&2
        exit 1
    }
}
for module in package/wasm/core*.wasm; do check_size "$module" raw 80000; done
for module in package/wasm/judge*.wasm; do check_size "$module" compressed 3500000; done

if [ -n "$site" ]; then
    site/build.sh
fi
