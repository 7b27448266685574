#!/usr/bin/env bash
# Measures the check of a tree of small files, and its conversion to UTF-8 in place, compared with
# `xargs isutf8` and with shell loops of `isutf8` and `iconv`.
#
#   scripts/bench/trees.sh
#
# Makes FILES files (20,000) of about 4 kB in several scripts. They are UTF-8; for the conversion,
# every second file is UTF-16 with a BOM. The names tell a loop which files these are, so it does
# not read them for that. All files are in the page cache, and the commands run in turn
# (scripts/bench/paired.py). Needs `isutf8` (moreutils), `iconv` and python3. UTF names the command,
# ROUNDS the number of runs, LOOPS the number of runs of a comparison with a loop, which takes
# minutes, and TMPDIR the directory of all files.
set -euo pipefail
cd "$(dirname "$0")/../.."

utf=${UTF:-${CARGO_TARGET_DIR:-target}/release/utf}
[ -x "$utf" ] || cargo build --release -p utf
utf=$(realpath "$utf")
rounds=${ROUNDS:-9}
loops=${LOOPS:-1}
files=${FILES:-20000}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tree=$work/tree
paired() { scripts/bench/paired.py "$@"; }

# 200 texts; every second text is also in UTF-16.
mkdir "$work/utf8" "$work/mixed"
for number in $(seq 200); do
    for line in "$number: The quick brown fox jumps over the lazy dog." 'Příliš žluťoučký kůň úpěl ďábelské ódy.' \
        'Съешь ещё этих мягких французских булок.' '色は匂へど 散りぬるを 我が世誰ぞ 常ならむ' '😀 emoji 🎉'; do
        for _ in $(seq $((10 + number % 9))); do echo "$line"; done
    done >"$work/utf8/$number.txt"
    case $((number % 2)) in
    0) iconv -f utf-8 -t utf-16 "$work/utf8/$number.txt" >"$work/mixed/$number.u16" ;;
    *) cp "$work/utf8/$number.txt" "$work/mixed" ;;
    esac
done
make() {
    echo "rm -rf $tree; mkdir $tree"
    echo "for folder in \$(seq $((files / 200))); do cp -r $work/$1 $tree/\$folder; done; sync -f $tree"
}
make utf8 >"$work/make-utf8"
make mixed >"$work/make-mixed"

bash "$work/make-utf8"
echo "Checking $(find "$tree" -type f | wc -l) files of $(($(cat "$work"/utf8/* | wc -c) / 200)) bytes of UTF-8:"
paired --rounds "$rounds" "utf -j2=$utf check -q -j2 $tree" "utf -j1=$utf check -q -j1 $tree" \
    "xargs isutf8=find $tree -type f -print0 | xargs -0 isutf8" \
    "xargs -P2 isutf8=find $tree -type f -print0 | xargs -0 -P2 -n 2000 isutf8"
cat >"$work/isutf8-loop" <<EOF
find $tree -type f | while IFS= read -r file; do isutf8 -q "\$file" || echo "\$file"; done
EOF
cat >"$work/iconv-loop" <<EOF
find $tree -type f | while IFS= read -r file; do iconv -f utf-8 -t utf-8 "\$file" >/dev/null || echo "\$file"; done
EOF
echo "The same check, compared with loops of the shell:"
paired --rounds "$loops" "utf -j2=$utf check -q -j2 $tree" "loop of isutf8=bash $work/isutf8-loop" \
    "loop of iconv=bash $work/iconv-loop"

cat >"$work/convert-loop" <<EOF
find $tree -name '*.u16' | while IFS= read -r file; do
    iconv -f utf-16 -t utf-8 "\$file" >"\$file.new" && mv "\$file.new" "\$file"
done
EOF
cat >"$work/sync-loop" <<EOF
find $tree -name '*.u16' | while IFS= read -r file; do
    iconv -f utf-16 -t utf-8 "\$file" >"\$file.new" && sync "\$file.new" && mv "\$file.new" "\$file"
done
EOF
echo "Conversion in place to UTF-8 (every second file is UTF-16), on $(stat -f -c %T "$work"):"
paired --rounds "$loops" --before "bash $work/make-mixed" "utf convert -i=$utf convert -q -i -t utf-8 $tree" \
    "loop, nothing synced=bash $work/convert-loop" "loop, synced=bash $work/sync-loop"
echo "The same command again, on files that are already correct:"
bash "$work/make-mixed"
"$utf" convert -q -i -t utf-8 "$tree"
paired --rounds "$rounds" "utf convert -i=$utf convert -q -i -t utf-8 $tree"
