#!/usr/bin/env bash
# Builds the command of this commit twice, as packages ship it, in directories with different names. Fails if the
# programs differ. Takes 10 minutes on two cores.
#
#     scripts/reproduce.sh
set -euo pipefail
cd "$(dirname "$0")/.."

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
sums=()
for name in one 'the other'; do
    mkdir "$folder/$name"
    git archive HEAD | tar -x -C "$folder/$name"
    program=$(CARGO_TARGET_DIR="$folder/$name/target" "$folder/$name/scripts/dist.sh")
    if grep --quiet --fixed-strings "$folder" "$program"; then
        echo "the program has the path $folder" >&2
        exit 1
    fi
    sums+=("$(sha256sum < "$program")")
    rm -rf "${folder:?}/$name"
done
printf '%s\n' "${sums[@]}"
if [ "${sums[0]}" != "${sums[1]}" ]; then
    echo 'the two programs differ' >&2
    exit 1
fi
