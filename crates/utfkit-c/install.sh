#!/usr/bin/env bash
# Builds the C library and installs it: headers, the shared and the static library, manual pages, and
# the files for pkg-config and CMake.
#
#   install.sh --prefix DIR [--destdir DIR] [--libdir DIR] [--symbols] [--checked]
#
#   --prefix DIR   the directory that the library is for, such as /usr/local
#   --destdir DIR  the directory to put in front of all others, for packages
#   --libdir DIR   the directory of the libraries, if it is not PREFIX/lib
#   --symbols      also installs the symbols of the shared library for debuggers, in
#                  PREFIX/lib/debug/.build-id. The library itself is the same
#   --checked      a build for tests: it checks its own use of pointers, as a debug build does, and
#                  the messages of its own errors can have paths of this machine
#
# The licences of the packages that the library contains need Python 3.
#
# For another target, CARGO_BUILD_TARGET has its name, and CC, AR, NM and OBJCOPY name its tools.
#
# PREFIX and the directory of the libraries are absolute, and have no spaces, quotes, backslashes, `$`
# or `#`, which the file for pkg-config could not hold. The directory of --destdir may be any.
set -euo pipefail
shopt -s inherit_errexit
# `cd` would print a path.
unset CDPATH

# The number in the name of the shared library. ABI.md says when it changes.
abi=0

usage() {
    sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//;p}' "$0" >&2
    exit 2
}

prefix='' destdir='' libdir='' checks=off symbols=''
while [ $# -gt 0 ]; do
    case "$1" in
        --prefix | --destdir | --libdir)
            [ $# -ge 2 ] || usage
            printf -v "${1#--}" '%s' "$2"
            shift 2
            ;;
        --symbols)
            symbols=1
            shift
            ;;
        --checked)
            checks=on
            shift
            ;;
        *) usage ;;
    esac
done
libdir=${libdir:-$prefix/lib}
for directory in "$prefix" "$libdir"; do
    case "$directory" in
        *[[:space:]\'\"\\\$\#]*) usage ;;
        /*) ;;
        *) usage ;;
    esac
done
case "$destdir" in
    '' | /*) ;;
    *) destdir=$PWD/$destdir ;;
esac

here=$(cd "$(dirname "$0")" && pwd)
cd "$here/../.."
id=$(cargo pkgid -p utfkit-c)
version=${id##*[#@]}
host=$(rustc -vV | sed -n 's/^host: //p')
target=${CARGO_TARGET_DIR:-target}
built=$target/${CARGO_BUILD_TARGET:+$CARGO_BUILD_TARGET/}release
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# If the settings of cargo name another directory, an old library must not be installed.
rm -f "$built/libutfkit_c.a"

# Without the paths of this machine, the same sources make the same library on every machine.
if [ "$checks" = off ]; then
    flags=${CARGO_ENCODED_RUSTFLAGS-${RUSTFLAGS:+${RUSTFLAGS// /$'\x1f'}}}
    for directory in "$PWD" "${CARGO_HOME:-$HOME/.cargo}/registry/src"; do
        flags+=${flags:+$'\x1f'}--remap-path-prefix=$directory=/source
    done
    export CARGO_ENCODED_RUSTFLAGS=$flags
fi
if [ -n "$symbols" ]; then
    export CARGO_PROFILE_RELEASE_DEBUG=line-tables-only CARGO_PROFILE_RELEASE_STRIP=none
fi
# `native-static-libs` is a note that names the libraries which a program with the static library
# needs.
cargo rustc --locked --release --color never --target-dir "$target" -p utfkit-c --lib \
    --crate-type staticlib -- -C debug-assertions=$checks --print native-static-libs 2>&1 |
    tee "$work/log" >&2
private=$(sed -n 's/^note: native-static-libs: //p' "$work/log" | tail -n 1)
[ -n "$private" ] || {
    echo 'install.sh: rustc did not name the libraries for static programs' >&2
    exit 1
}

# Nothing is linked twice.
libraries=$built/utfkit-c${symbols:+-symbols}
shared=$libraries/libutfkit.so
script=$here/package/libraries.sh
mkdir -p "$libraries"
if ! [ "$shared" -nt "$built/libutfkit_c.a" ] || ! [ "$shared" -nt "$script" ] ||
    ! [ "$shared" -nt "$here/package/utfkit.map" ]; then
    read -ra needed <<< "$private"
    RUST_TARGET=${CARGO_BUILD_TARGET:-} SYMBOLS=$symbols "$script" "$built/libutfkit_c.a" \
        "$libraries" "libutfkit.so.$abi" "${needed[@]}"
fi

# Relative to the prefix, so that pkg-config can move it.
pc_libdir=$libdir
case "$libdir" in
    "$prefix"/*) pc_libdir=\${prefix}${libdir#"$prefix"} ;;
esac
include=$(realpath --canonicalize-missing --no-symlinks --relative-to "$libdir" "$prefix/include")
# Writes a file of `package/` with the values of these variables.
filled() {
    local text name
    text=$(cat "$here/package/$1.in")
    for name in prefix pc_libdir include version abi private; do
        text=${text//"@$name@"/"${!name}"}
    done
    printf '%s\n' "$text" > "$work/$1"
}
filled utfkit.pc
private=${private// /;}
filled utfkit-config.cmake
filled utfkit-config-version.cmake
mkdir "$work/man"
awk -f "$here/package/man.awk" -v directory="$work/man" -v "version=$version" "$here/include/utfkit.h"
# `install` sets the modes of files and directories, no matter what the umask is.
put() { install -D -m "$1" "$2" "$destdir$3"; }
put 644 "$here/include/utfkit.h" "$prefix/include/utfkit.h"
put 644 "$here/include/utfkit.hpp" "$prefix/include/utfkit.hpp"
put 644 "$libraries/libutfkit.a" "$libdir/libutfkit.a"
put 755 "$shared" "$libdir/libutfkit.so.$version"
ln -sf "libutfkit.so.$version" "$destdir$libdir/libutfkit.so.$abi"
ln -sf "libutfkit.so.$abi" "$destdir$libdir/libutfkit.so"
put 644 "$work/utfkit.pc" "$libdir/pkgconfig/utfkit.pc"
put 644 "$work/utfkit-config.cmake" "$libdir/cmake/utfkit/utfkit-config.cmake"
put 644 "$work/utfkit-config-version.cmake" "$libdir/cmake/utfkit/utfkit-config-version.cmake"
if [ -n "$symbols" ]; then
    id=$(cat "$libraries/build-id")
    put 644 "$libraries/libutfkit.debug" "$prefix/lib/debug/.build-id/${id:0:2}/${id:2}.debug"
fi
for page in "$work/man"/*.3; do
    put 644 "$page" "$prefix/share/man/man3/${page##*/}"
done
for licence in LICENSE-APACHE LICENSE-MIT; do
    put 644 "$licence" "$prefix/share/doc/utfkit/$licence"
done
if command -v python3 > /dev/null; then
    python3 scripts/third-party.py --c --target "${CARGO_BUILD_TARGET:-$host}" > "$work/third-party"
    put 644 "$work/third-party" "$prefix/share/doc/utfkit/LICENSE-THIRD-PARTY.txt"
else
    echo 'install.sh: python3 is missing, so LICENSE-THIRD-PARTY.txt is not installed' >&2
fi
