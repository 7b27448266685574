#!/usr/bin/env bash
# Times `utf check` on text in the page cache, and measures its memory, compared with `isutf8` of
# moreutils.
#
#   scripts/bench/check.sh CORPUS [ROUNDS]
#
# Makes files of repeated texts (200 MB, also in UTF-16LE, 1 GB, and 300 MB in one line), a file of
# pieces of the texts in pseudorandom order (scripts/bench/mixed-text.py), and a tree of 20,000
# small files. The texts are the UTF-8 files (*.utf-8.txt, *.utf8.txt) under the directory CORPUS.
# Runs the commands in turn (scripts/bench/paired.py). UTF names the command. Commands that are not
# in PATH are left out. Fails if `utf` takes more than 64 MiB.
#
# `dd` shows the limit of the machine: it only reads the file, once as a whole and once in two
# halves at the same time. Two threads of `utf` gain at most as much over one thread, unless they
# wait for something else.
#
# Needs 2 GB in TMPDIR, and python3.
set -euo pipefail

corpus=$(realpath "${1:?the folder of a corpus}")
rounds=${2:-9}
cd "$(dirname "$0")/../.."
utf=${UTF:-${CARGO_TARGET_DIR:-target}/release/utf}
[ -n "${UTF:-}" ] || cargo build --quiet --release -p utf
utf=$(realpath "$utf")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

find "$corpus" -size +1k \( -name '*.utf-8.txt' -o -name '*.utf8.txt' \) ! -name 'broken*' -print0 |
    sort -z | xargs -0 cat >"$folder/once"
[ -s "$folder/once" ] || { echo "no UTF-8 text in $corpus" >&2; exit 2; }

# repeated FILE MEGABYTES: repeats the file until it has that size.
repeated() {
    local size times
    size=$(stat -c %s "$1")
    times=$((($2 * 1000000 + size - 1) / size))
    for ((i = 0; i < times; i++)); do cat "$1"; done
}
repeated "$folder/once" 200 >"$folder/200MB"
scripts/bench/mixed-text.py "$corpus" 200 >"$folder/mixed"
repeated "$folder/once" 1000 >"$folder/1GB"
tr '\n' ' ' <"$folder/200MB" >"$folder/line"
head -c 100000000 "$folder/line" >"$folder/more"
cat "$folder/more" >>"$folder/line"
rm "$folder/more"
mkdir "$folder/tree"
(cd "$folder/tree" && split -a 5 --numeric-suffixes -C 4000 <(head -c 79000000 "$folder/200MB") x && mkdir -p sub &&
    for file in x*; do d=sub/${file: -2}; mkdir -p "$d"; mv "$file" "$d/"; done)

paired() { scripts/bench/paired.py --rounds "$rounds" --max-kib 65536 "$@"; }
has() { command -v "$1" >/dev/null; }

# The last character of these files may be cut, which does not affect the speed.
for file in mixed 200MB 1GB line; do
    echo "$file, $(stat -c %s "$folder/$file") bytes"
    others=()
    if has isutf8; then others=("isutf8=isutf8 $folder/$file || [ \$? -eq 1 ]"); fi
    paired "utf -q -j1=$utf check -q -j1 $folder/$file || [ \$? -eq 1 ]" \
        "utf -q -j2=$utf check -q -j2 $folder/$file || [ \$? -eq 1 ]" \
        "utf -j1=$utf check -j1 $folder/$file || [ \$? -eq 1 ]" \
        "utf -j2=$utf check -j2 $folder/$file || [ \$? -eq 1 ]" "${others[@]}"
    half=$((($(stat -c %s "$folder/$file") / 2 + 262143) / 262144))
    dd="dd if=$folder/$file of=/dev/null bs=256K status=none"
    paired "reading alone, two halves=$dd count=$half & $dd skip=$half; wait" "reading alone=$dd"
done
echo "200MB in UTF-16LE"
iconv -c -f utf-8 -t utf-16le "$folder/200MB" >"$folder/wide" 2>/dev/null || true
paired "utf -j2=$utf check -f utf-16le -j2 $folder/wide || [ \$? -eq 1 ]" \
    "utf -j1=$utf check -f utf-16le -j1 $folder/wide || [ \$? -eq 1 ]"
rm "$folder/wide"
echo "a tree of $(find "$folder/tree" -type f | wc -l) files"
others=()
if has isutf8; then others=("xargs isutf8=find $folder/tree -type f -print0 | xargs -0 isutf8 || [ \$? -eq 123 ]"); fi
paired "utf -j2=$utf check -q -j2 $folder/tree || [ \$? -eq 1 ]" \
    "utf -j1=$utf check -q -j1 $folder/tree || [ \$? -eq 1 ]" "${others[@]}"
