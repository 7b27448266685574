#!/usr/bin/env bash
# Compares the speed of `utf detect` and `utf audit` with `utf check -q`, on the same texts, in
# interleaved runs.
#
#   scripts/bench/seek.sh [CORPUS] [MEBIBYTES]
#
# Makes files of MEBIBYTES (100) from the UTF-8 files (*.utf-8.txt, *.utf8.txt) under the directory
# CORPUS (samples/): all of them, those with `english` or `russian` in the name if there are any,
# the same in UTF-16LE without a BOM, and the Russian text in windows-1251. Prints medians in
# megabytes (10^6) of the file per second of processor time, of one thread.
#
# UTF names the command to measure; without it, the script builds the command. Needs iconv and
# python3, and 6 times the size in TMPDIR, best in memory.
set -euo pipefail

cd "$(dirname "$0")/../.."
corpus=$(realpath "${1:-samples}")
mebibytes=${2:-100}

[ -n "${UTF:-}" ] || cargo build --quiet --release -p utf
utf=${UTF:-$(cargo metadata --format-version 1 --no-deps | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')/release/utf}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# many NAME: repeats standard input until the file is large enough.
many() {
    cat >"$folder/once"
    [ -s "$folder/once" ] || return 0
    local times=$((mebibytes * 1048576 / $(stat -c %s "$folder/once") + 1))
    for ((i = 0; i < times; i++)); do cat "$folder/once"; done >"$folder/$1"
    rm "$folder/once"
}

# texts WORD: prints the UTF-8 files that have the word in their names.
texts() {
    find "$corpus" \( -name "*$1*.utf-8.txt" -o -name "*$1*.utf8.txt" \) ! -name 'broken*' -print0 | sort -z | xargs -0 -r cat
}

texts '' | many utf-8
for language in english russian; do
    texts "$language" | many "$language"
    [ ! -e "$folder/$language" ] || iconv -f utf-8 -t utf-16le "$folder/$language" >"$folder/$language.utf-16le"
done
[ ! -e "$folder/russian" ] || iconv -c -f utf-8 -t windows-1251 "$folder/russian" >"$folder/russian.windows-1251"

python3 - "$utf" "$folder" <<'PYTHON'
import os, resource, statistics, subprocess, sys

utf, folder = sys.argv[1:]
ROUNDS = 7


def seconds(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


for name in sorted(os.listdir(folder)):
    path = os.path.join(folder, name)
    encoding = name.partition(".")[2] or "utf-8"
    commands = {
        "check": [utf, "check", "-q", "-j1", "-f", encoding, path],
        "detect": [utf, "detect", path],
        "audit": [utf, "audit", "-c", "-f", encoding, path],
    }
    times = {tool: [] for tool in commands}
    for _ in range(ROUNDS):
        for tool, command in commands.items():
            times[tool].append(seconds(command))
    size = os.path.getsize(path)
    columns = "  ".join(f"{tool} {size / statistics.median(took) / 1e6:7.0f}" for tool, took in times.items())
    print(f"{name:<22} {columns}")
PYTHON
