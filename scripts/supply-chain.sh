#!/usr/bin/env bash
# Checks the dependencies, and what is published.
#
#     scripts/supply-chain.sh [--require]
#
# - cargo-deny: licences, bans and sources of all dependencies, by deny.toml. Advisories are a
#   database on the network: `cargo deny check advisories`.
# - The library for a machine without an operating system: without `std`, and without allocation.
# - Both libraries with the lowest versions of their own dependencies that Cargo.toml accepts.
# - Each package that is published has its README and its licences.
# - The workflows have the syntax of GitHub, and no known weakness.
#
# A step whose tool is missing is skipped. With --require, a skipped step is a failure. Needs `cargo
# install --locked cargo-deny`, `pip install check-jsonschema zizmor`, and the source of Rust's library for the
# second step.
set -euo pipefail
cd "$(dirname "$0")/.."

required=${1:-}
target=${CARGO_TARGET_DIR:-$PWD/target}/supply-chain
missing=
skip() {
    echo "$1: skipped, $2"
    missing+="${missing:+, }$1"
}

if command -v cargo-deny > /dev/null; then
    cargo deny --all-features check licenses bans sources
else
    skip deny 'cargo-deny is missing'
fi

# The compiler of Debian comes with the source, for example from rustc-web and rust-web-src.
if [ -e /usr/bin/cargo ] && ls -d /usr/src/rustc-*/library/core > /dev/null 2>&1; then
    for features in '' alloc legacy-charsets; do
        echo "no operating system, features: ${features:-none}"
        env -u RUSTUP_TOOLCHAIN RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1 /usr/bin/cargo check --quiet \
            -Zbuild-std=core,alloc --target thumbv7em-none-eabi --target-dir "$target" -p utfkit \
            --no-default-features --features "$features"
    done
else
    skip 'no operating system' 'there is no source of the library'
fi

# A copy, because the lock file changes. It has no other crates: their versions would raise those of the libraries.
mkdir -p "$target"
copy=$(mktemp -d -p "$target")
trap 'rm -rf "$copy"' EXIT
git archive HEAD Cargo.toml Cargo.lock crates/utfkit crates/utfkit-text LICENSE-APACHE LICENSE-MIT | tar -x -C "$copy"
sed -i 's/^members = .*/members = ["crates\/*"]/; /^exclude = /d' "$copy/Cargo.toml"
(
    cd "$copy"
    RUSTC_BOOTSTRAP=1 cargo update --quiet -Zdirect-minimal-versions
    cargo check --quiet --target-dir "$target" -p utfkit --all-features
    cargo check --quiet --target-dir "$target" -p utfkit-text
)
echo 'the libraries compile with the lowest versions'

for package in utfkit utfkit-text utf; do
    files=$(cargo package --list --allow-dirty -p "$package")
    for file in Cargo.toml README.md LICENSE-APACHE LICENSE-MIT; do
        grep -qx "$file" <<< "$files" || { echo "$package: $file is missing" >&2; exit 1; }
    done
    echo "$package: $(wc -l <<< "$files") files"
done

if command -v check-jsonschema > /dev/null && command -v zizmor > /dev/null; then
    check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml
    check-jsonschema --builtin-schema vendor.github-actions action.yml
    zizmor --offline --quiet .github/workflows action.yml
else
    skip workflows 'check-jsonschema or zizmor is missing'
fi

if [ -z "$missing" ]; then
    echo 'all steps were run, none skipped'
else
    echo "SKIPPED, and nothing shown of them: $missing"
    [ "$required" != --require ]
fi
