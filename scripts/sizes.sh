#!/usr/bin/env bash
# Measures small programs that each call one function of the library: a program should only contain
# the code that it calls.
#
#     scripts/sizes.sh
#
# Each program is built with optimization, as one unit, with link-time optimization of the whole
# program, and stripped. It has only the features that it needs.
set -euo pipefail
cd "$(dirname "$0")/.."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# program NAME CODE: a program whose main function is CODE, over the bytes of its first argument.
program() {
    mkdir -p "$work/src/bin"
    cat > "$work/src/bin/$1.rs" <<END
use std::{env, hint::black_box};
#[allow(unused_imports)]
use utfkit::*;
fn main() {
    let argument = env::args_os().nth(1).unwrap_or_default();
    let bytes = black_box(argument.as_encoded_bytes());
    println!("{}", $2);
}
END
}

# build FEATURES [DEPENDENCY]: builds the programs with features of utfkit, and perhaps with another
# crate. Prints their sizes, and deletes them.
build() {
    cat > "$work/Cargo.toml" <<END
[package]
name = "sizes"
edition = "2024"
[dependencies]
utfkit = { path = "$PWD/crates/utfkit", features = [$1] }
${2-}
[profile.release]
opt-level = 3
lto = "thin"
codegen-units = 1
strip = true
[workspace]
END
    cargo build --quiet --release --manifest-path "$work/Cargo.toml" --target-dir "$work/target"
    for source in "$work"/src/bin/*.rs; do
        name=$(basename "$source" .rs)
        printf '%9d  %s %s\n' "$(stat -c %s "$work/target/release/$name")" "$name" "$1"
    done | sort -n
    rm -r "$work/src/bin"
}

program std 'bytes.len()'
program is_valid 'utf8::is_valid(bytes)'
program count 'utf8::count(bytes)'
program to_utf16_vec 'utf8::to_utf16_vec(bytes).map_or(0, |units| units.len())'
program to_string_lossy 'utf8::to_string_lossy(bytes).0'
program utf16_to_string 'utf16::to_string(Le(bytes)).unwrap_or_default()'
program ascii_is_valid 'ascii::is_valid(bytes)'
program transcoder \
    'utf16::count(&[transcode::Transcoder::new(Encoding::Utf16Le, Encoding::Utf8).transcode(bytes, &mut [0_u8; 64], true).written as u16])'

build ''
for feature in whatwg-charsets legacy-charsets; do
    program decode_whatwg \
        'decode_whatwg(bytes, &env::args().nth(2).unwrap_or_default()).map_or(0, |page| page.text.len())'
    build "\"$feature\""
done

text="utfkit-text = { path = \"$PWD/crates/utfkit-text\", default-features = false, features = [\"model\"] }"
program detect 'utfkit_text::detect::detect(bytes).encoding().map_or("", Encoding::name)'
build '' "$text"
