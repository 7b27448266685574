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
mkdir -p package/wasm "$target"

# A trap ends the module, and JavaScript sees it. Messages of panics would only be ballast. Our code is
# compiled for size, except for judgments and charsets: the code of level 3 for validation runs at a
# third of the speed in V8 of Node 20.
size=(--config 'profile.release.package."*".opt-level="s"'
    --config 'profile.release.package.utfkit-text.opt-level=3'
    --config 'profile.release.package.utfkit-wasm-core.opt-level="s"'
    --config 'profile.release.package.utfkit-wasm-judge.opt-level="s"')

# module CRATE FEATURE DIRECTORY: the path of the module is in `built`.
module() {
    local output=$target/$3
    RUSTFLAGS="-C target-feature=$2 -C linker=/usr/bin/wasm-ld-19 -Zunstable-options -Cpanic=immediate-abort" \
        cargo build --quiet --release -Zbuild-std=std --target wasm32-unknown-unknown \
        --target-dir "$output" -p "$1" "${size[@]}"
    release=$output/wasm32-unknown-unknown/release
    built=$release/${1//-/_}.wasm
}

cargo build --quiet --release --target-dir "$target/pack" -p utfkit-wasm-pack

# pack FILE: a file of the package, from the one in the directory of the build.
pack() {
    "$target/pack/release/utfkit-wasm-pack" "$target/$1" "package/wasm/$1.brotli"
}

rm -f package/wasm/*
variants=(simd:+simd128)
[ -n "$quick" ] || variants+=(plain:-simd128)
for variant in "${variants[@]}"; do
    name=${variant%%:*}
    suffix=
    [ "$name" = simd ] || suffix=-$name
    module utfkit-wasm-core "${variant#*:}" "$name"
    cp "$built" "package/wasm/core$suffix.wasm"
    module utfkit-wasm-judge "${variant#*:}" "$name"
    python3 pack/module.py "$built" "$release" "$target/judge$suffix.wasm" "$target"
    pack "judge$suffix.wasm"
done
pack tables
pack names
node pack/model.mjs ../utfkit-text/src/model/model.bin "$target/model"
pack model
# Node starts one file faster than many, so its entries are bundles. The text of a bundle stays legible.
[ -x pack/node_modules/.bin/esbuild ] || (cd pack && npm ci --silent --no-audit --no-fund --ignore-scripts)
bundle() {
    pack/node_modules/.bin/esbuild "$1/all.js" --bundle --keep-names --format=esm --log-level=warning \
        "${@:3}" --outfile="$2/all.js"
}
rm -rf package/node package/inline "$target/inline"
bundle package/src package/node --platform=node
# The entry `utfkit/inline`: the same sources, and the files as modules with text.
mkdir -p package/inline/wasm "$target/inline"
cp package/src/*.js "$target/inline/"
cp pack/inline-load.js "$target/inline/load.js"
bundle "$target/inline" package/inline '--external:./wasm/*'
# Tools that do not know `exports` look for this file.
printf '{ "type": "module", "main": "all.js", "types": "../src/index.d.ts" }\n' >package/inline/package.json
for file in core.wasm judge.wasm.brotli tables.brotli names.brotli model.brotli; do
    printf "export default '%s';\n" "$(base64 -w 0 "package/wasm/$file")" >"package/inline/wasm/$file.js"
done
cp ../../LICENSE-MIT ../../LICENSE-APACHE package/
# On npm, only the links of the package itself are relative.
source=https://github.com/utfkit/utfkit/blob/main/crates/utfkit-wasm
sed -e 's#](package/#](#g' -e "s#](\([a-z]*/README\.md\))#]($source/\1)#g" README.md >package/README.md

# The sizes that the documents promise.
check_size() {
    local size
    size=$(cat "${@:2}" | wc -c)
    echo "${*:2}: $size bytes"
    [ "$size" -le "$1" ] || {
        echo "build.sh: more than $1 bytes" >&2
        exit 1
    }
}
for module in package/wasm/core*.wasm; do check_size 80000 "$module"; done
for module in package/wasm/judge*.brotli; do check_size 1700000 "$module" package/wasm/model.brotli; done

if [ -n "$site" ]; then
    site/build.sh
fi
