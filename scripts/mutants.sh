#!/usr/bin/env bash
# Changes the libraries in one place at a time with cargo-mutants, and shows which changes no test sees.
#
#     scripts/mutants.sh [--shard K/N] core|detect|repair [FILE…]
#     scripts/mutants.sh --install
#
# `core` changes BOMs, labels, boundaries, byte order and findings of utfkit. `detect` and `repair`
# change these parts of utfkit-text. FILE limits the mutants to files, by name or by a glob such as
# `**/repair/utf16/*.rs`. --shard tests every Nth mutant, and begins with number K.
#
# Works on a copy of the tracked files in target/cargo-mutants. For each mutant, the unit tests and the
# integration tests of these parts run. The results are in target/cargo-mutants/out.
# `scripts/mutants.tsv` explains the survivors that no test can kill. Fails if another one lives.
set -euo pipefail
cd "$(dirname "$0")/.."

usage() {
    sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2
    exit 2
}

shard=()
case "${1-}" in
--install) exec cargo install --locked cargo-mutants ;;
--shard)
    shard=(--shard "${2:?K/N}" --sharding round-robin)
    shift 2
    ;;
esac
package=utfkit-text
case "${1-}" in
core)
    package=utfkit
    files=('**/encoding/bom.rs' '**/encoding/label.rs' '**/encoding/unknown.rs' '**/boundary.rs'
        '**/form/order.rs' '**/error/*.rs')
    filters=(bom label unknown boundar order error calls no_panic slices split_invariance)
    ;;
detect)
    files=('crates/utfkit-text/src/detect/**/*.rs')
    filters=(detect)
    ;;
repair)
    files=('crates/utfkit-text/src/repair/**/*.rs')
    filters=(repair)
    ;;
*) usage ;;
esac
shift
[ $# -eq 0 ] || files=("$@")

work=${CARGO_TARGET_DIR:-$PWD/target}/cargo-mutants
root=$PWD
rm -rf "$work/tree" "$work/out"
mkdir -p "$work/tree" "$work/out"
# The files get new times, because the last build in $work may be that of a mutant.
git ls-files -z | tar --create --null --files-from=- | tar --extract --touch --directory="$work/tree"

globs=()
for file in "${files[@]}"; do globs+=(--file "$file"); done
# The filters apply to the unit tests and the integration tests. The status 2 means that some mutants
# survive, and 3 that some hang.
status=0
(cd "$work/tree" && CARGO_TARGET_DIR=$work/build CARGO_INCREMENTAL=1 cargo mutants --in-place \
    --package "$package" --output "$work/out" --colors never --no-shuffle --cap-lints true \
    --build-timeout 900 --timeout 600 "${globs[@]}" "${shard[@]}" \
    -- --lib --test it -- "${filters[@]}") || status=$?
[ "$status" -eq 0 ] || [ "$status" -eq 2 ] || [ "$status" -eq 3 ]

# The list has the mutant without its line and column, a tab, and the reason.
unexplained=0
while read -r mutant; do
    name=$(sed -E 's/:[0-9]+:[0-9]+//' <<< "$mutant")
    if cut -f 1 "$root/scripts/mutants.tsv" | grep --quiet --line-regexp --fixed-strings "$name"; then
        echo "lives, explained: $mutant"
    else
        echo "LIVES: $mutant"
        unexplained=$((unexplained + 1))
    fi
done < "$work/out/mutants.out/missed.txt"
[ "$unexplained" -eq 0 ]
