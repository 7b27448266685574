#!/usr/bin/env bash
# Builds what a release ships of the command, in target/package/: an archive for any Linux, and a Debian package.
#
#     scripts/package.sh           builds both
#     scripts/package.sh --try     also installs the Debian package in a new, minimal Debian, and uses it there
#
# Needs `cargo install --locked cargo-deb`. `--try` needs root, `apt-get install mmdebstrap`, and a mirror of Debian.
set -euo pipefail
cd "$(dirname "$0")/.."

try=
case "$*" in
"") ;;
--try) try=1 ;;
*)
    echo "usage: $0 [--try]" >&2
    exit 2
    ;;
esac

version=$(cargo metadata --no-deps --format-version 1 |
    python3 -c 'import json, sys; print(*(p["version"] for p in json.load(sys.stdin)["packages"] if p["name"] == "utf"))')
triple=$(rustc -vV | sed -n 's/^host: //p')
build=${CARGO_TARGET_DIR:-$PWD/target}
package=$PWD/target/package
name=utf-$version-$triple

cargo build --release --locked -p utf
rm -rf "$package"
mkdir -p "$package/$name/completions" "$package/$name/man"
cp "$build/release/utf" README.md CHANGELOG.md LICENSE-APACHE LICENSE-MIT "$package/$name/"
utf=$package/$name/utf
for shell in bash zsh fish; do
    "$utf" completions "$shell" > "$package/$name/completions/utf.$shell"
done
"$utf" man "$package/$name/man"

# The same commit makes the same archive, byte for byte.
time=$(git log -1 --format=%ct)
tar --sort=name --mtime="@$time" --owner=0 --group=0 --numeric-owner -C "$package" -c "$name" |
    gzip --no-name > "$package/$name.tar.gz"

# The paths of the assets in crates/utf/Cargo.toml are those of this folder.
ln -sfn "$package/$name" "$package/files"
SOURCE_DATE_EPOCH=$time cargo deb --quiet --no-build --no-strip -p utf --output "$package/"
(cd "$package" && sha256sum ./*.tar.gz ./*.deb > SHA256SUMS)
cat "$package/SHA256SUMS"

if [ -n "$try" ]; then
    root=$(mktemp -d)
    trap 'rm -rf "$root"' EXIT
    mmdebstrap --quiet --variant=minbase --include=man-db bookworm "$root"
    cp "$package"/*.deb "$root/tmp/utf.deb"
    cp samples/broken.utf-8.txt "$root/tmp/"
    status=0
    chroot "$root" sh -euc '
        dpkg -i /tmp/utf.deb
        utf --version
        man -w utf-check
        test -s /usr/share/bash-completion/completions/utf
        utf check /tmp/broken.utf-8.txt
    ' || status=$?
    # The sample is broken, so the exit status of the last command is 1.
    [ "$status" -eq 1 ]
    echo "the Debian package works in a new, minimal Debian"
fi
