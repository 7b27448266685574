#!/usr/bin/env bash
# Compares the speed of `utf search` with ripgrep and GNU grep, on the same files, in interleaved
# runs. Prints medians of the processor time (user and system), which other work on the machine
# disturbs less than the wall time, and medians of the wall time. `utf` uses as many threads for a
# file as there are cores, the others use one.
#
#   scripts/bench/search.sh [CORPUS] [MEBIBYTES]
#
# Makes a UTF-8 file of MEBIBYTES (200) from the UTF-8 files (*.utf-8.txt, *.utf8.txt) under the
# directory CORPUS (samples/), and with iconv the same text in UTF-16LE with a BOM. Each tool
# searches the whole file for texts that are missing, rare or frequent. Before it measures, the
# script asserts that `utf` and `rg` count the same lines.
#
# UTF names the command to measure; without it, the script builds the command. Needs rg, iconv and
# python3, and 3 times the size in TMPDIR, best in memory.
set -euo pipefail

cd "$(dirname "$0")/../.."
corpus=$(realpath "${1:-samples}")
mebibytes=${2:-200}

[ -n "${UTF:-}" ] || cargo build --quiet --release -p utf
utf=${UTF:-$(cargo metadata --format-version 1 --no-deps | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')/release/utf}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

find "$corpus" \( -name '*.utf-8.txt' -o -name '*.utf8.txt' \) ! -name 'broken*' -print0 |
    sort -z | xargs -0 cat >"$folder/once"
[ -s "$folder/once" ] || { echo "no UTF-8 text in $corpus" >&2; exit 2; }
while [ "$(stat -c %s "$folder/once")" -lt $((1 << 20)) ]; do
    cat "$folder/once" "$folder/once" >"$folder/twice"
    mv "$folder/twice" "$folder/once"
done
times=$((mebibytes * 1048576 / $(stat -c %s "$folder/once") + 1))
for ((i = 0; i < times; i++)); do cat "$folder/once"; done >"$folder/text8"
printf 'Here is the one needle, \xE2\x98\x83 in a haystack.\n' >>"$folder/text8"
{ printf '\xFF\xFE'; iconv -f utf-8 -t utf-16le "$folder/text8"; } >"$folder/text16"
rm "$folder/once"

python3 - "$utf" "$folder" <<'PYTHON'
import os, resource, statistics, subprocess, sys, time

utf, folder = sys.argv[1:]
ROUNDS = 9
TEXTS = [
    ("absent, ASCII", ["Zyxgrkl"]),
    ("absent, not ASCII", ["\u03a9\u0436\u6f22\u5b57\u2603"]),
    ("one", ["the one needle"]),
    ("frequent", ["the"]),
    ("frequent, not ASCII", ["\u0438"]),
    ("ignoring case, absent", ["-i", "Zyxgrkl"]),
    ("a regular expression", ["-e", r"[A-Z]\w{5}\s+needle"]),
]


def tools(args, wide):
    fixed = [] if "-e" in args else ["-F"]
    yield "utf", [utf, "search", *args]
    # rg recognizes UTF-16 by its BOM, as utf does.
    yield "rg", ["rg", "--no-config", "--text", "-j1", *fixed, *args]
    # In this mode, rg reads in blocks, as for the files of directories and as utf always does.
    # Otherwise it maps a single file.
    yield "rg, read", ["rg", "--no-config", "--no-mmap", "--text", "-j1", *fixed, *args]
    if not wide:
        yield "grep", ["grep", "-a", *(["-P"] if "-e" in args else ["-F"]), *args]


def seconds(command, path):
    begun = time.perf_counter()
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([*command, "-c", path], stdout=subprocess.PIPE, env={**os.environ, "LC_ALL": "C.UTF-8"})
    clock = time.perf_counter() - begun
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    took = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return (took, clock), done.stdout.strip() or b"0"


for name, wide in (("text8", False), ("text16", True)):
    path = os.path.join(folder, name)
    size = os.path.getsize(path)
    print(f"\n{'UTF-16LE' if wide else 'UTF-8'}, {size >> 20} MiB; median of {ROUNDS}, in GB of the file per second of processor time")
    for words, args in TEXTS:
        commands = dict(tools(args, wide))
        times, counts = {tool: [] for tool in commands}, {}
        for _ in range(ROUNDS):
            for tool, command in commands.items():
                took, counts[tool] = seconds(command, path)
                times[tool].append(took)
        assert counts["utf"] == counts["rg"], (words, counts)
        medians = {tool: [statistics.median(column) for column in zip(*took)] for tool, took in times.items()}
        speeds = {tool: size / took / 1e9 for tool, (took, _) in medians.items()}
        clock = medians["rg"][1] / medians["utf"][1]
        columns = "  ".join(f"{tool} {speed:6.2f}" for tool, speed in speeds.items())
        print(f"  {words:<24} {columns}   utf/rg {speeds['utf'] / speeds['rg']:.2f}, {speeds['utf'] / speeds['rg, read']:.2f}, by wall time {clock:.2f}   {int(counts['utf'])} lines")
PYTHON
