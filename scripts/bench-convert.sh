#!/usr/bin/env bash
# What the whole command costs beside others: converting a large text, and a tree of small files in place.
#
#   scripts/bench-convert.sh [CORPUS…]
#
# CORPUS are files of text in UTF-8, joined and repeated to 200 MB; without any, texts of several scripts are made.
# Needs `iconv`; `uconv` (ICU) is measured where it is there. All is in the page cache; runs are interleaved, and
# the medians are told. UTF names the command, RUNS how often each is run, FILES how large the tree is.
set -euo pipefail
cd "$(dirname "$0")/.."

utf=${UTF:-${CARGO_TARGET_DIR:-target}/release/utf}
runs=${RUNS:-9}
files=${FILES:-20000}
[ -x "$utf" ] || cargo build --release -p utf
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Seconds that a command takes, to the microsecond.
seconds() {
    local begin=$EPOCHREALTIME
    "$@" >/dev/null
    local end=$EPOCHREALTIME
    echo "$(((${end/./} - ${begin/./}))) / 1000000" | awk '{ printf "%.6f\n", $1 / $3 }'
}

median() { sort -n | awk '{ a[NR] = $1 } END { print a[int((NR + 1) / 2)] }'; }

mixed_text() {
    if [ $# -gt 0 ]; then
        cat -- "$@"
        return
    fi
    local line
    for line in 'The quick brown fox jumps over the lazy dog.' 'Příliš žluťoučký kůň úpěl ďábelské ódy.' \
        'Съешь ещё этих мягких французских булок.' '色は匂へど 散りぬるを 我が世誰ぞ 常ならむ' '😀 emoji 🎉'; do
        for _ in $(seq 200); do echo "$line"; done
    done
}

mixed_text "$@" >"$work/once"
while [ "$(stat -c %s "$work/once")" -lt 200000000 ]; do
    cat "$work/once" "$work/once" >"$work/twice"
    mv "$work/twice" "$work/once"
done
# The last character may be cut off.
head -c 200000000 "$work/once" | iconv -c -f utf-8 -t utf-8 >"$work/text" 2>/dev/null || true
rm "$work/once"
cat "$work/text" >/dev/null

echo "Converting $(stat -c %s "$work/text") octets of UTF-8 to UTF-16LE, to /dev/null, seconds (medians of $runs):"
commands=(utf iconv)
command -v uconv >/dev/null && commands+=(uconv)
run_utf() { "$utf" convert -t utf-16le "$work/text"; }
run_iconv() { iconv -f utf-8 -t utf-16le "$work/text"; }
run_uconv() { uconv -f utf-8 -t utf-16le "$work/text"; }
for _ in $(seq "$runs"); do
    for command in "${commands[@]}"; do seconds "run_$command" >>"$work/times-$command"; done
done
for command in "${commands[@]}"; do
    printf '  %-6s %s\n' "$command" "$(median <"$work/times-$command")"
done

make_tree() {
    rm -rf "$work/tree"
    for folder in $(seq 0 $((files / 200 - 1))); do
        mkdir -p "$work/tree/$folder"
        for file in $(seq 200); do cp "$work/small" "$work/tree/$folder/$file"; done
    done
}

loop() {
    local file
    find "$work/tree" -type f | while IFS= read -r file; do
        iconv -f utf-16 -t utf-8 "$file" >"$file.new" && mv "$file.new" "$file"
    done
}

head -c 4000 "$work/text" | iconv -c -f utf-8 -t utf-16 >"$work/small" 2>/dev/null || true
echo "A tree of $((files / 200 * 200)) files of $(stat -c %s "$work/small") octets of UTF-16 to UTF-8 in place, seconds:"
make_tree
printf '  %-32s %s\n' 'a loop of iconv and mv, unsynced' "$(seconds loop)"
make_tree
printf '  %-32s %s\n' 'utf convert -i' "$(seconds "$utf" convert -q -i -t utf-8 "$work/tree")"
printf '  %-32s %s\n' 'the same again: all is right' "$(seconds "$utf" convert -q -i -t utf-8 "$work/tree")"
