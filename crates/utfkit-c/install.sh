#!/usr/bin/env bash
# Builds the C library and installs it: headers, the shared and the static library, and the files for
# pkg-config and CMake.
#
#   install.sh --prefix DIR [--destdir DIR] [--libdir DIR] [--checked]
#
#   --prefix DIR   the directory that the library is for, such as /usr/local
#   --destdir DIR  the directory to put in front of all others, for packages
#   --libdir DIR   the directory of the libraries, if it is not PREFIX/lib
#   --checked      a build for tests: it checks its own use of pointers, as a debug build does
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

prefix='' destdir='' libdir='' checks=off
while [ $# -gt 0 ]; do
    case "$1" in
        --prefix | --destdir | --libdir)
            [ $# -ge 2 ] || usage
            printf -v "${1#--}" '%s' "$2"
            shift 2
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
target=${CARGO_TARGET_DIR:-target}
# The variable would move the libraries to another directory.
unset CARGO_BUILD_TARGET
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# If the settings of cargo name another directory, old libraries must not be installed.
rm -f "$target/release/libutfkit_c.a" "$target/release/libutfkit_c.so"

# The library is never unloaded (`nodelete`), because it keeps tables for the whole process.
# `native-static-libs` is a note that names the libraries which a program with the static library
# needs.
cargo rustc --locked --release --color never --target-dir "$target" -p utfkit-c --lib \
    --crate-type cdylib,staticlib -- -C debug-assertions=$checks \
    -C "link-arg=-Wl,-soname,libutfkit.so.$abi,-z,nodelete" --print native-static-libs 2>&1 |
    tee "$work/log" >&2
private=$(sed -n 's/^note: native-static-libs: //p' "$work/log" | tail -n 1)
[ -n "$private" ] || {
    echo 'install.sh: rustc did not name the libraries for static programs' >&2
    exit 1
}

include=$(realpath --canonicalize-missing --no-symlinks --relative-to "$libdir" "$prefix/include")
# Writes a file of `package/` with the values of these variables.
filled() {
    local text name
    text=$(cat "$here/package/$1.in")
    for name in prefix libdir include version abi private; do
        text=${text//"@$name@"/"${!name}"}
    done
    printf '%s\n' "$text" > "$work/$1"
}
filled utfkit.pc
private=${private// /;}
filled utfkit-config.cmake
filled utfkit-config-version.cmake
# `install` sets the modes of files and directories, no matter what the umask is.
put() { install -D -m "$1" "$2" "$destdir$3"; }
put 644 "$here/include/utfkit.h" "$prefix/include/utfkit.h"
put 644 "$here/include/utfkit.hpp" "$prefix/include/utfkit.hpp"
put 644 "$target/release/libutfkit_c.a" "$libdir/libutfkit.a"
put 755 "$target/release/libutfkit_c.so" "$libdir/libutfkit.so.$version"
ln -sf "libutfkit.so.$version" "$destdir$libdir/libutfkit.so.$abi"
ln -sf "libutfkit.so.$abi" "$destdir$libdir/libutfkit.so"
put 644 "$work/utfkit.pc" "$libdir/pkgconfig/utfkit.pc"
put 644 "$work/utfkit-config.cmake" "$libdir/cmake/utfkit/utfkit-config.cmake"
put 644 "$work/utfkit-config-version.cmake" "$libdir/cmake/utfkit/utfkit-config-version.cmake"
