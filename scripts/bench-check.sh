#!/usr/bin/env bash
# Times `utf check` on text in page cache, and its memory, beside `isutf8` of moreutils.
#
#   scripts/bench-check.sh CORPUS [RUNS]
#
# Makes files of mixed languages (200 MB, 1 GB, and 300 MB in one line) and a tree of 20,000 small files of the UTF-8
# files (*.utf-8.txt, *.utf8.txt) under the folder CORPUS. Runs the commands in turn, so often (5), after one
# run that is not counted; prints the median of the wall time, of the processor time, and the most memory.
# Commands that are not in PATH are left out. Fails if `utf` takes more than 64 MiB.
#
# Needs 2 GB in TMPDIR, and /usr/bin/time of GNU.
set -euo pipefail

corpus=$(realpath "${1:?the folder of a corpus}")
runs=${2:-5}
cd "$(dirname "$0")/.."
most_kib=$((64 * 1024))

cargo build --quiet --release -p utf
utf=$(cargo metadata --format-version 1 --no-deps | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')/release/utf
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

find "$corpus" -size +1k \( -name '*.utf-8.txt' -o -name '*.utf8.txt' \) ! -name 'broken*' -print0 |
    sort -z | xargs -0 cat >"$folder/once"
[ -s "$folder/once" ] || { echo "no UTF-8 text in $corpus" >&2; exit 2; }

# repeated FILE MEGABYTES: the file again and again until it is so big.
repeated() {
    local size times
    size=$(stat -c %s "$1")
    times=$((($2 * 1000000 + size - 1) / size))
    for ((i = 0; i < times; i++)); do cat "$1"; done
}
repeated "$folder/once" 200 >"$folder/200MB"
repeated "$folder/once" 1000 >"$folder/1GB"
tr '\n' ' ' <"$folder/200MB" >"$folder/line"
head -c 100000000 "$folder/line" >"$folder/more"
cat "$folder/more" >>"$folder/line"
rm "$folder/more"
mkdir "$folder/tree"
(cd "$folder/tree" && split -a 4 --numeric-suffixes -C 4000 <(head -c 80000000 "$folder/200MB") x && mkdir -p sub &&
    for file in x*; do d=sub/${file: -2}; mkdir -p "$d"; mv "$file" "$d/"; done)

# median FILE COLUMN
median() { sort -n -k"$2,$2" "$1" | awk -v c="$2" '{v[NR]=$c} END {print v[int((NR+1)/2)]}'; }

# compare TITLE COMMAND...: each command is a line for the shell; `$utf` and `$folder` are set.
compare() {
    local title=$1
    shift
    echo "$title"
    rm -f "$folder"/times.*
    for ((run = 0; run <= runs; run++)); do
        local number=0
        for command in "$@"; do
            number=$((number + 1))
            /usr/bin/time -o "$folder/time" -f '%e %U %S %M' bash -c "$command" >/dev/null
            [ "$run" -eq 0 ] || awk '{print $1, $2 + $3, $4}' "$folder/time" >>"$folder/times.$number"
        done
    done
    local number=0
    for command in "$@"; do
        number=$((number + 1))
        printf '  %7s s wall  %7s s of processors  %8s KiB  %s\n' "$(median "$folder/times.$number" 1)" \
            "$(median "$folder/times.$number" 2)" "$(median "$folder/times.$number" 3)" "${command//$folder\//}"
        case $command in
        *"$utf"*)
            [ "$(sort -n -k3,3 "$folder/times.$number" | tail -1 | cut -d' ' -f3)" -le "$most_kib" ] ||
                { echo "more than $most_kib KiB" >&2; exit 1; }
            ;;
        esac
    done
}

peers() { if command -v isutf8 >/dev/null; then printf '%s\n' "$@"; fi; }

for file in 200MB 1GB line; do
    mapfile -t others < <(peers "isutf8 $folder/$file")
    compare "$file, $(stat -c %s "$folder/$file") octets" "exec $utf check -q -j1 $folder/$file" \
        "exec $utf check -q -j2 $folder/$file" "${others[@]/#/exec }"
done
mapfile -t others < <(peers "find $folder/tree -type f -print0 | xargs -0 isutf8")
compare "a tree of $(find "$folder/tree" -type f | wc -l) files" "exec $utf check -q -j1 $folder/tree" \
    "exec $utf check -q -j2 $folder/tree" "${others[@]}"
