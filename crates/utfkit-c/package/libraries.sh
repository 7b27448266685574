#!/usr/bin/env bash
# Makes libutfkit.a and libutfkit.so from the archive of rustc.
#
#     libraries.sh ARCHIVE DIR SONAME LIBRARY…   the LIBRARYs are those that a static program needs
#
# With SYMBOLS=1, it also makes libutfkit.debug from the archive, for debuggers, and writes the build ID
# of the shared library to the file build-id.
#
# The archive of rustc has an object for each crate, so one call would link all tables of all charsets.
# Here, each function that needs no tables has an object of its own, all other functions have one, and
# the standard library of Rust has one. In each object, all symbols that others do not need are local.
# Small functions and constants are in several objects. The symbols of the standard library get a prefix,
# so that a program can contain other libraries that are written in Rust.
#
# CC, AR, NM and OBJCOPY name the tools of another target.
set -euo pipefail
shopt -s inherit_errexit
# `sort` and `grep` compare bytes.
export LC_ALL=C

archive=$(realpath "$1") directory=$(realpath "$2") soname=$3
shift 3
map=$(cd "$(dirname "$0")" && pwd)/utfkit.map
has_debug=${SYMBOLS:-}
cc=${CC:-cc} ar=${AR:-ar} nm=${NM:-nm} objcopy=${OBJCOPY:-objcopy}
# The functions that need no tables.
forms='utfkit_(ascii|utf8|utf16|utf32|latin1|status|kind|finding|version)(_|$)'

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/members"
(cd "$work/members" && "$ar" x "$archive")
for library in "$(rustc --print target-libdir ${RUST_TARGET:+--target "$RUST_TARGET"})"/*.rlib; do
    "$ar" t "$library"
done | sort -u > "$work/standard.txt"
cd "$work/members"
# The compiler makes the functions of the allocator, which the standard library calls.
mapfile -t own < <(ls | grep -vxFf "$work/standard.txt")
allocator=$("$nm" -A -g --defined-only "${own[@]}" 2> /dev/null | sed -n 's/:.*__rust_dealloc$//p')
echo "$allocator" >> "$work/standard.txt"
mapfile -t own < <(ls | grep -vxFf "$work/standard.txt")
mapfile -t standard < <(ls | grep -xFf "$work/standard.txt")
[ -n "$allocator" ] && [ ${#own[@]} -gt 0 ] && [ ${#standard[@]} -gt 0 ]

# join OBJECT FILE…: all of the files. Without the bitcode of LLVM, which confuses `nm`.
join() {
    "$cc" -r -nostdlib -Wl,--unique -o "$@"
    "$objcopy" --remove-section=.llvmbc --remove-section=.llvmcmd --remove-section=.comment "$1"
}
# part OBJECT SYMBOLS FILE [OPTION]: what the symbols in the file SYMBOLS need. All others become local.
# OPTION is for objcopy.
part() {
    sed 's/^/-Wl,-u,/' "$2" > "$work/roots.txt"
    "$cc" -r -nostdlib -Wl,--gc-sections,--unique "@$work/roots.txt" -o "$1" "$3"
    "$objcopy" ${4---strip-unneeded} --keep-global-symbols="$2" "$1"
}
# symbols OPTION FILE: the names that it defines or needs.
symbols() { "$nm" -g "$1" --format=posix "$2" | awk '{print $1}' | sort -u; }

mkdir "$work/objects"
join "$work/own.o" "${own[@]}"
join "$work/standard.o" "${standard[@]}"
symbols --defined-only "$work/standard.o" > "$work/provided.txt"
symbols --undefined-only "$work/own.o" | comm -12 - "$work/provided.txt" |
    sed 's/.*/& utfkit.&/' > "$work/prefixes.txt"
"$objcopy" --redefine-syms="$work/prefixes.txt" "$work/own.o"
"$objcopy" --redefine-syms="$work/prefixes.txt" "$work/standard.o"
if [ -n "$has_debug" ]; then
    cp "$work/own.o" "$work/own-symbols.o"
    cp "$work/standard.o" "$work/standard-symbols.o"
fi
"$objcopy" --strip-debug "$work/own.o"
"$objcopy" --strip-debug "$work/standard.o"

symbols --defined-only "$work/own.o" | grep -E '^utfkit_[a-z0-9_]+$' > "$work/functions.txt"
grep -Ev "$forms" "$work/functions.txt" > "$work/other.txt"
part "$work/objects/utfkit.o" "$work/other.txt" "$work/own.o"
grep -E "$forms" "$work/functions.txt" | while read -r function; do
    echo "$function" > "$work/function.txt"
    part "$work/objects/$function.o" "$work/function.txt" "$work/own.o"
done
part "$work/all.o" "$work/functions.txt" "$work/own.o"
symbols --undefined-only "$work/all.o" | grep '^utfkit\.' > "$work/needed.txt"
part "$work/objects/rust.o" "$work/needed.txt" "$work/standard.o"

rm -f "$directory/libutfkit.a"
"$ar" rcsD "$directory/libutfkit.a" "$work/objects"/*.o

shared=("$work/all.o" "$work/objects/rust.o")
if [ -n "$has_debug" ]; then
    shared=("$work/all-symbols.o" "$work/rust-symbols.o")
    part "${shared[0]}" "$work/functions.txt" "$work/own-symbols.o" ''
    part "${shared[1]}" "$work/needed.txt" "$work/standard-symbols.o" ''
fi
# The library is never unloaded (`nodelete`), because it keeps tables for the whole process.
"$cc" -shared -o "$directory/libutfkit.so" "${shared[@]}" -Wl,--gc-sections \
    "-Wl,--version-script=$map" "-Wl,-soname,$soname" -Wl,-z,nodelete,-z,relro,-z,now \
    -Wl,-z,noexecstack -Wl,-O1 -Wl,--as-needed -Wl,--no-undefined -Wl,--build-id "$@"
if [ -n "$has_debug" ]; then
    "$objcopy" --only-keep-debug --compress-debug-sections "$directory/libutfkit.so" \
        "$directory/libutfkit.debug"
    # Debuggers find the file of symbols by this number.
    readelf -n "$directory/libutfkit.so" | sed -n 's/.*Build ID: //p' > "$directory/build-id"
    [ -s "$directory/build-id" ]
fi
"$objcopy" --strip-all "$directory/libutfkit.so"
