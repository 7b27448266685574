#!/usr/bin/env bash
# Converts big files, and checks that the conversion needs little memory and loses nothing.
#
#   scripts/big-file.sh [CORPUS] [MEBIBYTES]
#
# Makes a file of MEBIBYTES (1024) from the UTF-8 files (*.utf-8.txt, *.utf8.txt) of the directory
# CORPUS (samples/). Converts it from UTF-8 to UTF-16LE and back, each in one run of the command,
# and compares the result with the file. Then does the same with a single line of that size. Prints
# the time and the peak memory of each run. Fails if a run takes more than 32 MiB or if anything is
# lost.
#
# Needs twice the size in temporary space (TMPDIR), best in memory, and GNU's /usr/bin/time.
set -euo pipefail

cd "$(dirname "$0")/.."
corpus=$(realpath "${1:-samples}")
mebibytes=${2:-1024}
max_kib=$((32 * 1024))

cargo build --quiet --release -p utf
utf=$(cargo metadata --format-version 1 --no-deps | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')/release/utf
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# Mixed languages: about one mebibyte, well-formed, with a line feed at the end.
find "$corpus" -maxdepth 1 \( -name '*.utf-8.txt' -o -name '*.utf8.txt' \) ! -name 'broken*' -print0 |
    sort -z | xargs -0 cat >"$folder/once"
[ -s "$folder/once" ] || { echo "no UTF-8 text in $corpus" >&2; exit 2; }
cp "$folder/once" "$folder/piece"
while [ "$(stat -c %s "$folder/piece")" -lt $((1 << 20)) ]; do
    cat "$folder/once" >>"$folder/piece"
done

# many FILE: repeats the piece until it is big enough.
many() {
    local size=$(($(stat -c %s "$1") >> 10))
    local times=$(((mebibytes * 1024 + size - 1) / size))
    for ((i = 0; i < times; i++)); do cat "$1"; done
}

# measure NAME OPTION...: runs `utf convert` from standard input to standard output.
measure() {
    local name=$1
    shift
    /usr/bin/time -o "$folder/time" -f '%e %M' "$utf" convert "$@"
    read -r seconds kib <"$folder/time"
    printf '  %-22s %7s s  %6s KiB at most\n' "$name" "$seconds" "$kib" >&2
    [ "$kib" -le "$max_kib" ] || { echo "more than $max_kib KiB" >&2; exit 1; }
}

# there_and_back NAME: converts the file `big` to UTF-16LE and back.
there_and_back() {
    echo "$1, $(stat -c %s "$folder/big") bytes:"
    measure 'UTF-8 to UTF-16LE' -t utf-16le <"$folder/big" >"$folder/wide"
    measure 'UTF-16LE to UTF-8' -f utf-16le <"$folder/wide" | cmp - "$folder/big"
    measure 'UTF-8 from a pipe' -t utf-8 < <(cat "$folder/big") | cmp - "$folder/big"
}

many "$folder/piece" >"$folder/big"
there_and_back 'mixed languages'
tr '\n' ' ' <"$folder/piece" >"$folder/line"
many "$folder/line" >"$folder/big"
there_and_back 'a single line'
echo 'nothing lost'
