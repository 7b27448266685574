#!/usr/bin/env bash
# Builds what a release ships of the command, in target/package/: an archive for this system, and a Debian package.
#
#     scripts/package.sh                      builds both
#     scripts/package.sh --archive [TRIPLE]   builds only the archive, for a target that this system can run
#     scripts/package.sh --try                builds both, installs the Debian package in a new, minimal Debian, and
#                                             uses it there
#
# `scripts/dist.sh` builds the command.
#
# The Debian package needs `cargo install --locked cargo-deb`. `--try` also needs root, a mirror of Debian, and
# `apt-get install mmdebstrap`. The archive was made on Linux only; the lines for macOS and Windows are untried.
set -euo pipefail
cd "$(dirname "$0")/.."

task=${1-}
case "$#$task" in
0 | 1--archive | 1--try | 2--archive) ;;
*)
    echo "usage: $0 [--archive [TRIPLE] | --try]" >&2
    exit 2
    ;;
esac

# The package is `…#utf@VERSION`, or `…/utf#VERSION`.
version=$(cargo pkgid --package utf)
version=${version##*[#@]}
system=$(uname -s)
host=$(rustc -vV | sed -n 's/^host: //p')
triple=${2:-$host}
package=$PWD/target/package
name=utf-$version-$triple

target=()
if [ "$triple" != "$host" ]; then
    target=(--target "$triple")
fi
built=$(scripts/dist.sh ${target[@]+"${target[@]}"})
rm -rf "$package"
mkdir -p "$package/$name/completions" "$package/$name/man"
cp "$built" README.md CHANGELOG.md LICENSE-APACHE LICENSE-MIT "$package/$name/"
utf=$package/$name/$(basename "$built")
for shell in bash zsh fish powershell; do
    "$utf" completions "$shell" > "$package/$name/completions/utf.$shell"
done
"$utf" man "$package/$name/man"
scripts/third-party.py --target "$triple" > "$package/$name/THIRD-PARTY.txt"

time=$(git log -1 --format=%ct)
case "$system" in
# From one build, the same commit makes the same archive, byte for byte.
Linux)
    tar --sort=name --mtime="@$time" --owner=0 --group=0 --numeric-owner -C "$package" -c "$name" |
        gzip --no-name > "$package/$name.tar.gz"
    ;;
Darwin) tar -C "$package" -czf "$package/$name.tar.gz" "$name" ;;
*) (cd "$package" && 7z a "$name.zip" "$name") ;;
esac
if [ "$task" = --archive ]; then
    ls "$package"
    exit
fi

# The paths of the assets in crates/utf/Cargo.toml are those of this folder.
ln -sfn "$package/$name" "$package/files"
SOURCE_DATE_EPOCH=$time cargo deb --quiet --no-build --no-strip -p utf --output "$package/"
(cd "$package" && sha256sum ./*.tar.gz ./*.deb > SHA256SUMS)
cat "$package/SHA256SUMS"

if [ "$task" = --try ]; then
    root=$(mktemp -d)
    trap 'rm -rf "$root"' EXIT
    mmdebstrap --quiet --variant=minbase --include=man-db bookworm "$root"
    cp "$package"/*.deb "$root/tmp/utf.deb"
    cp samples/broken.utf-8.txt "$root/tmp/"
    # The sample is broken, so the exit status of `utf check` is 1.
    chroot "$root" sh -euc '
        dpkg -i /tmp/utf.deb
        utf --version
        man -w utf-check
        test -s /usr/share/bash-completion/completions/utf
        status=0
        utf check /tmp/broken.utf-8.txt || status=$?
        test "$status" -eq 1
    '
    echo "the Debian package works in a new, minimal Debian"
fi
