#!/usr/bin/env bash
# Measures the whole command, compared with others: the conversion of a large text, and of a tree of
# small files in place.
#
#   scripts/bench/convert.sh [CORPUS…]
#
# CORPUS are UTF-8 files, joined and repeated to 200 MB (or MEGABYTES). Without any, the script
# makes texts of several scripts. Needs `iconv` and python3. `uconv` (ICU) and `sutf` (simdutf) are
# measured if they are in PATH. All files are in the page cache, and the commands run in turn
# (scripts/bench/paired.py). UTF names the command, ROUNDS the number of runs of each command, FILES
# the size of the tree, and TMPDIR the directory of all files.
set -euo pipefail
cd "$(dirname "$0")/../.."

utf=${UTF:-${CARGO_TARGET_DIR:-target}/release/utf}
rounds=${ROUNDS:-9}
files=${FILES:-20000}
size=${MEGABYTES:-200}000000
[ -x "$utf" ] || cargo build --release -p utf
utf=$(realpath "$utf")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
paired() { scripts/bench/paired.py "$@"; }
has() { command -v "$1" >/dev/null; }

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
while [ "$(stat -c %s "$work/once")" -lt "$size" ]; do
    cat "$work/once" "$work/once" >"$work/twice"
    mv "$work/twice" "$work/once"
done
# The last character may be cut.
head -c "$size" "$work/once" | iconv -c -f utf-8 -t utf-8 >"$work/text" 2>/dev/null || true
rm "$work/once"
cat "$work/text" >/dev/null

echo "Converting $(stat -c %s "$work/text") bytes of UTF-8 to UTF-16LE, to /dev/null:"
others=("iconv=iconv -f utf-8 -t utf-16le $work/text")
if has uconv; then others+=("uconv=uconv -f utf-8 -t utf-16le $work/text"); fi
if has sutf; then others+=("sutf=sutf -f UTF-8 -t UTF-16LE $work/text"); fi
paired --rounds "$rounds" --max-kib 65536 "utf -j2=$utf convert -j2 -t utf-16le $work/text" \
    "utf -j1=$utf convert -j1 -t utf-16le $work/text" "${others[@]}"
echo "The same to a new file:"
paired --rounds "$rounds" --before "rm -f $work/out; sync -f $work" --max-kib 65536 "utf -j2=$utf convert -j2 -t utf-16le $work/text >$work/out" \
    "utf -j1=$utf convert -j1 -t utf-16le $work/text >$work/out" \
    "iconv=iconv -f utf-8 -t utf-16le $work/text >$work/out"
rm "$work/out"
echo "The same with an error at its end, which is found and reported:"
{ cat "$work/text"; printf '\xFF'; } >"$work/damaged"
paired --rounds "$rounds" --max-kib 65536 "damaged=$utf convert -j1 -t utf-16le $work/damaged || [ \$? -eq 1 ]" \
    "right=$utf convert -j1 -t utf-16le $work/text"
rm "$work/damaged"

head -c 4000 "$work/text" | iconv -c -f utf-8 -t utf-16 >"$work/small" 2>/dev/null || true
mkdir "$work/few"
for file in $(seq 200); do cp "$work/small" "$work/few/$file"; done
cat >"$work/make" <<EOF
rm -rf $work/tree; mkdir $work/tree
for folder in \$(seq $((files / 200))); do cp -r $work/few $work/tree/\$folder; done
sync -f $work/tree
EOF
cat >"$work/loop" <<EOF
find $work/tree -type f | while IFS= read -r file; do
    iconv -f utf-16 -t utf-8 "\$file" >"\$file.new" && mv "\$file.new" "\$file"
done
EOF
echo "A tree of $((files / 200 * 200)) files of $(stat -c %s "$work/small") bytes of UTF-16 to UTF-8 in place, on $(stat -f -c %T "$work"):"
paired --rounds "${TREES:-3}" --before "bash $work/make" "utf -i=$utf convert -q -i -t utf-8 $work/tree" \
    "loop of iconv and mv=bash $work/loop"
echo "The same command again, on files that are already correct:"
bash "$work/make"
"$utf" convert -q -i -t utf-8 "$work/tree"
paired --rounds "$rounds" "utf -i=$utf convert -q -i -t utf-8 $work/tree"
