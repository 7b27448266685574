#!/usr/bin/env bash
# Times `utf convert --bad-lines` on 1 GB of text in which one line in 1,000 is bad, compared with
# `utf check`.
#
#   scripts/bench/bad-lines.sh [RUNS]
#
# Makes the dump from a few lines in several languages. Runs the commands in turn, RUNS times (5),
# after one run that is not counted. Prints the median of the wall time, and the peak memory. Good
# lines go to /dev/null, and in another run to a file, whose cost includes the disk: compare with
# `cat`. Then merges both parts by line number and compares the result with the dump. Fails if the
# separation is less than half as fast as the check, takes more than 64 MiB, or loses anything.
#
# Needs 4 GB in TMPDIR, and GNU's /usr/bin/time.
set -euo pipefail

runs=${1:-5}
cd "$(dirname "$0")/../.."
max_kib=$((64 * 1024))

cargo build --quiet --release -p utf
utf=$(cargo metadata --format-version 1 --no-deps | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')/release/utf
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

# 1,000 lines. The last line is bad.
LC_ALL=C awk 'BEGIN {
    split("INSERT INTO names VALUES (%d, \x27Zo\xC3\xAB K\xC3\xB6nig\x27, \x27M\xC3\xBCnchen\x27);|" \
        "INSERT INTO names VALUES (%d, \x27\xD0\x90\xD0\xBD\xD0\xBD\xD0\xB0\x27, \x27\xD0\x9C\xD0\xBE\xD1\x81\xD0\xBA\xD0\xB2\xD0\xB0\x27);|" \
        "INSERT INTO names VALUES (%d, \x27\xE5\xB1\xB1\xE7\x94\xB0\x27, \x27\xE6\x9D\xB1\xE4\xBA\xAC\x27);|" \
        "INSERT INTO names VALUES (%d, \x27John Smith\x27, \x27New York\x27);", form, "|")
    for (i = 1; i < 1000; i++) printf form[i % 4 + 1] "\n", i
    printf "INSERT INTO names VALUES (1000, \x27Ren\xE9\x27, \x27Li\xE8ge\x27);\n"
}' >block
for ((i = 0; i < 100; i++)); do cat block; done >blocks
hundreds=$((1000000000 / $(stat -c %s blocks) + 1))
times=$((100 * hundreds))
for ((i = 0; i < hundreds; i++)); do cat blocks; done >dump
echo "$(stat -c %s dump) bytes, $times of $((times * 1000)) lines bad, $(nproc) processors"

median() { sort -n "$1" | awk '{v[NR]=$1} END {print v[int((NR+1)/2)]}'; }

commands=(
    "$utf check -q --lines -j1 dump" "$utf check -c -j1 dump"
    "$utf convert -q -j1 --bad-lines bad dump >/dev/null"
    "$utf check -c dump"
    "$utf convert -q --bad-lines bad --bad-lines-report report dump >/dev/null"
    "cat dump >copy"
    "$utf convert -q --bad-lines bad --bad-lines-report report -o good dump"
    "$utf convert -q --fields , --bad-lines bad.csv dump >/dev/null"
)
for ((run = 0; run <= runs; run++)); do
    for number in "${!commands[@]}"; do
        /usr/bin/time -o time -f '%e %M' bash -c "exec ${commands[number]}" || true
        [ "$run" -eq 0 ] || tail -1 time >>"times.$number"
    done
done
for number in "${!commands[@]}"; do
    memory=$(sort -n -k2,2 "times.$number" | tail -1 | cut -d' ' -f2)
    printf '  %7s s  %8s KiB  %s\n' "$(median "times.$number")" "$memory" "${commands[number]//$utf/utf}"
    case ${commands[number]} in
    *utf*) [ "$memory" -le "$max_kib" ] || { echo "more than $max_kib KiB" >&2; exit 1; } ;;
    esac
done
for pair in '1 2' '3 4'; do
    read -r check split <<<"$pair"
    awk -v c="$(median "times.$check")" -v s="$(median "times.$split")" 'BEGIN {
        printf "splitting takes %.2f times as long as checking\n", s / c; exit s > 2 * c }'
done

sed -n 's/.*"rejected".*"line":\([0-9]*\).*/\1/p' report >numbers
LC_ALL=C awk 'FILENAME == "numbers" { at[$0]; next }
    { while ((++n) in at) { getline line <"bad"; print line } print }
    END { while ((++n) in at) { getline line <"bad"; print line } }' numbers good | cmp - dump
echo "both parts by line number are the dump"
