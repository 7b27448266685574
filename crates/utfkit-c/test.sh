#!/usr/bin/env bash
# Builds and installs the C library under target/, and tests it there: the header is current, the
# binary interface is the listed one, and the examples and tests compile without warnings and run.
# They run with the shared library, with the static one under AddressSanitizer and UBSan, and under
# valgrind.
#
#   test.sh             the library with debug assertions in this crate
#   test.sh --release   the library that users get, with its symbols, for a target that is named. Also
#                       programs that CMake and Meson build
#   test.sh --update    also writes the header and the list of the binary interface
#
# It needs gcc, g++, pkg-config, binutils and valgrind. CC and CXX name other compilers.
set -euo pipefail
shopt -s inherit_errexit
cd "$(dirname "$0")"

checks=(--checked) update='' builds=''
for option in "$@"; do
    case "$option" in
        --release)
            checks=(--symbols) builds=1
            # The target of this machine, as a cross build names another.
            CARGO_BUILD_TARGET=$(rustc -vV | sed -n 's/^host: //p')
            export CARGO_BUILD_TARGET
            ;;
        --update) update=1 ;;
        *)
            sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//;p}' "$0" >&2
            exit 2
            ;;
    esac
done
cc=${CC:-gcc} cxx=${CXX:-g++}
packages=(gcc g++ pkg-config binutils valgrind)
[ -z "$builds" ] || packages+=(cmake meson)
lacks() { ! command -v "$1" > /dev/null; }
for tool in "$cc" "$cxx" pkg-config nm readelf valgrind ${builds:+cmake meson}; do
    if lacks "$tool" && ! lacks apt-get && [ "$(id -u)" -eq 0 ]; then
        apt-get update -qq
        apt-get install -qq -y --no-install-recommends "${packages[@]}"
    fi
    ! lacks "$tool" || {
        echo "test.sh: $tool is missing (apt-get install ${packages[*]})" >&2
        exit 1
    }
done

step() { printf -- '-- %s\n' "$*"; }
# Fails if the command succeeds. `! COMMAND` would not end the script.
never() {
    if "$@"; then
        echo "test.sh: this must fail: $*" >&2
        exit 1
    fi
}

step 'the header is current'
# The program that writes it takes most of a minute to build. So it runs only if a source or the header
# changed since `--update`.
sources() { find src header include/utfkit.h -type f ! -name '*.sha256' | LC_ALL=C sort | xargs sha256sum; }
if [ -n "$update" ]; then
    cargo run --quiet --locked -p utfkit-c-header --features header
    sources > header/sources.sha256
elif ! sources | cmp -s - header/sources.sha256; then
    cargo run --quiet --locked -p utfkit-c-header --features header -- --check
fi

work=$(cd ../.. && mkdir -p target/c && cd target/c && pwd)
prefix=$work/usr
rm -rf "$work"
mkdir -p "$work"

step 'build and install'
./install.sh "${checks[@]}" --prefix "$prefix"
# A package is put into a directory of its own, and its files name the final one. Names may have any
# characters that pkg-config can read, and the modes do not depend on the umask.
install=$PWD/install.sh
(
    cd "$work"
    umask 077
    "$install" "${checks[@]}" --prefix '/opt/a|&b' --destdir 'the package' --libdir '/usr/lib|&64'
)
package="$work/the package"
grep -qxF 'prefix=/opt/a|&b' "$package/usr/lib|&64/pkgconfig/utfkit.pc"
grep -qxF 'libdir=/usr/lib|&64' "$package/usr/lib|&64/pkgconfig/utfkit.pc"
grep -qxF 'libdir=${prefix}/lib' "$prefix/lib/pkgconfig/utfkit.pc"
[ -e "$package/usr/lib|&64/libutfkit.so" ]
[ -z "$(find "$package"/* ! -perm -444)" ] || {
    echo 'test.sh: other users cannot read the installed files' >&2
    exit 1
}
for option in '--prefix usr' '--prefix /usr --libdir lib' '--prefix /a$b'; do
    read -ra wrong <<< "$option"
    status=0
    ./install.sh "${wrong[@]}" 2> "$work/usage.txt" || status=$?
    [ "$status" -eq 2 ]
done

step 'the static library: one call links one object, and no symbol is that of another library'
nm -g --defined-only --format=posix "$prefix/lib/libutfkit.a" | awk 'NF > 2 {print $1}' > "$work/names.txt"
never grep -Ev '^utfkit[._]' "$work/names.txt"
cat > "$work/one.c" << 'END'
#include <utfkit.h>
int main(int count, char **arguments) {
    utfkit_result result;
    char out[99];
    return utfkit_utf8_to_utf8_lossy(arguments[0], (size_t)count, out, 99, &result);
}
END
"$cc" -O1 -s "$work/one.c" "-I$prefix/include" "$prefix/lib/libutfkit.a" -lgcc_s -lm -o "$work/one"
"$work/one"
[ "$(wc -c < "$work/one")" -lt 600000 ]

step 'the licences of all packages in the library'
licences=$prefix/share/doc/utfkit/LICENSE-THIRD-PARTY.txt
for package in memchr icu_properties_data; do
    grep -q "^$package " "$licences"
done
never grep -q '^clap ' "$licences"

if [ -n "$builds" ]; then
    step 'symbols for debuggers'
    debug=$(find "$prefix/lib/debug/.build-id" -name '*.debug')
    id=$(readelf -n "$prefix/lib/libutfkit.so" | sed -n 's/.*Build ID: //p')
    [ "$debug" = "$prefix/lib/debug/.build-id/${id:0:2}/${id:2}.debug" ]
    address=$(nm -D --defined-only "$prefix/lib/libutfkit.so" | sed -n 's/ T utfkit_detect@.*//p')
    addr2line -f -e "$debug" "0x$address" > "$work/line.txt"
    grep -q '^utfkit_detect$' "$work/line.txt"
    grep -q '^/source/.*\.rs:[0-9]' "$work/line.txt"
    readelf -S "$prefix/lib/libutfkit.so" > "$work/sections.txt"
    never grep -q '\.debug_' "$work/sections.txt"
fi

step 'the header for C++ has all functions'
for name in $(grep -oE '\butfkit_[a-z0-9_]+\(' include/utfkit.h | tr -d '('); do
    # The converter does the work of this one.
    [ "$name" = utfkit_convert ] || grep -qE "::$name\b" include/utfkit.hpp || {
        echo "test.sh: include/utfkit.hpp does not have $name" >&2
        exit 1
    }
done

step 'each function and type has a manual page, and the pages are clean'
pages=$prefix/share/man/man3
for name in $(grep -oE '\butfkit_[a-z0-9_]+(\(| \{$)' "$prefix/include/utfkit.h" | tr -d '({'); do
    [ -s "$pages/$name.3" ]
done
lacks groff || [ -z "$(groff -man -Tutf8 -ww -z "$pages"/*.3 2>&1)" ]

step 'the header without <uchar.h>, which some systems lack'
printf '#include <utfkit.h>\n#include <utfkit.h>\nchar16_t unit;\n' |
    "$cc" -std=c99 -pedantic -Wall -Werror -fsyntax-only -ffreestanding -nostdinc \
        -isystem "$("$cc" -print-file-name=include)" "-I$prefix/include" -x c -

step 'the binary interface is the listed one'
readelf -d "$prefix/lib/libutfkit.so" | grep -qw NODELETE
CC=$cc CXX=$cxx tests/abi.sh "$prefix" > "$work/abi.txt"
[ -z "$update" ] || cp "$work/abi.txt" tests/abi.txt
diff -u tests/abi.txt "$work/abi.txt" || {
    echo 'test.sh: the binary interface has changed (ABI.md has the rules; --update writes it)' >&2
    exit 1
}

export PKG_CONFIG_PATH=$prefix/lib/pkgconfig
pkg-config --exists --print-errors utfkit
version=$(pkg-config --modversion utfkit)
read -ra flags <<< "-g -Wall -Wextra -Werror -pedantic -DVERSION=\"$version\" $(pkg-config --cflags utfkit)"
read -ra shared <<< "$(pkg-config --libs utfkit) -Wl,-rpath,$prefix/lib -pthread"
# The static library by its path, and the libraries that it needs.
read -ra static <<< "$prefix/lib/libutfkit.a $(sed -n 's/^Libs.private: //p' "$PKG_CONFIG_PATH/utfkit.pc")"
sanitize=(-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)

# compile KIND STANDARD FILE OPTION…: makes $work/KIND/NAME, or nothing if KIND is `check`.
compile() {
    local kind=$1 standard=$2 file=$3 name
    shift 3
    name=$(basename "${file%.*}")
    mkdir -p "$work/$kind"
    [ "$kind" != check ] || set -- "$@" -fsyntax-only
    case "$file" in
        *.c) "$cc" "-std=$standard" "${flags[@]}" "$file" "$@" -o "$work/$kind/$name" ;;
        *.cpp) "$cxx" "-std=$standard" "${flags[@]}" "$file" "$@" -o "$work/$kind/$name" ;;
    esac
}

# The headers must be clean in programs with more warnings.
strict=(-Wconversion -Wsign-conversion -Wshadow -Wundef)
step 'compile with every standard'
# An older compiler has only the draft of C23, in which enumerations cannot have a type.
c23=c2x
! "$cc" -std=c23 -fsyntax-only -x c /dev/null 2> /dev/null || c23=c23
for standard in c99 c11 c17 "$c23"; do
    for file in examples/*.c; do
        compile check "$standard" "$file" "${strict[@]}"
    done
done
for standard in c++17 c++20; do
    for file in examples/*.cpp tests/*.cpp; do
        compile check "$standard" "$file" "${strict[@]}"
    done
done

# run PREFIX…: runs the examples and the tests of $programs, each after PREFIX.
run() {
    local name status
    for name in api guarded threads cpp; do
        "$@" "$work/$programs/$name"
    done
    status=0
    "$@" "$work/$programs/errors" ../../samples/broken.utf-8.txt > "$work/errors.txt" || status=$?
    [ "$status" -eq 1 ]
    grep -q ':2:23: overlong form of U+002F: C0 AF (' "$work/errors.txt"
    grep -qx '13 errors' "$work/errors.txt"
    "$@" "$work/$programs/recode" utf-16 utf-8 < ../../samples/languages.utf-16.txt |
        cmp - ../../samples/languages.utf-8.txt
    status=0
    printf 'a\377' | "$@" "$work/$programs/recode" utf-8 utf-16 > "$work/recode.txt" 2> "$work/recode.err" ||
        status=$?
    [ "$status" -eq 1 ]
    grep -qx 'invalid byte at byte 1: FF' "$work/recode.err"
    "$@" "$work/$programs/judge" < ../../samples/mojibake.utf-8.txt > "$work/judge.txt"
    grep -qx 'encoding: utf-8' "$work/judge.txt"
    grep -q '^byte 51: Ã© becomes é (' "$work/judge.txt"
}

for file in {examples,tests}/*.{c,cpp}; do
    oldest=c11 newest=c11
    [ "${file##*.}" = c ] || oldest=c++17 newest=c++20
    compile shared "$oldest" "$file" -O2 "${shared[@]}"
    compile static "$newest" "$file" "${sanitize[@]}" "${static[@]}"
done

step 'run with the shared library'
programs=shared
run env
timeout 300 "$work/shared/forks"
timeout 300 "$work/shared/stack" -v
for level in portable sse42 avx2; do
    # A machine that lacks the set uses its best one.
    UTFKIT_SIMD=$level "$work/shared/guarded"
done

step 'run with the static library, AddressSanitizer and UBSan'
programs=static
run env

step 'run the example of README.md'
block() { awk -v "start=\`\`\`$1" '$0 == start {on = 1; next} /^```/ {on = 0} on' README.md; }
block c > "$work/readme.c"
compile shared c11 "$work/readme.c" "${shared[@]}"
diff <(block text) <("$work/shared/readme")

if [ -n "$builds" ]; then
    step 'programs that CMake and Meson build'
    CC=$cc CXX=$cxx cmake -S tests/builds -B "$work/cmake" -DCMAKE_PREFIX_PATH="$prefix" > "$work/cmake.log"
    cmake --build "$work/cmake" > "$work/cmake.log"
    CC=$cc meson setup "$work/meson" tests/builds > "$work/meson.log"
    meson compile -C "$work/meson" > "$work/meson.log"
    for program in {cmake,meson}/{recode,recode-static}; do
        LD_LIBRARY_PATH=$prefix/lib "$work/$program" utf-16 utf-8 < ../../samples/languages.utf-16.txt |
            cmp - ../../samples/languages.utf-8.txt
    done
    for program in {cmake,meson}/recode-static; do
        readelf -d "$work/$program" > "$work/needed.txt"
        never grep -q 'NEEDED.*utfkit' "$work/needed.txt"
    done
    "$work/cmake/judge" < ../../samples/mojibake.utf-8.txt | grep -qx 'encoding: utf-8'
fi

if [ -n "$builds" ]; then
    step 'no paths of this machine, and a program with another library in Rust'
    for library in "$prefix"/lib/libutfkit.{a,so}; do
        never grep -aqF -e "$(cd ../.. && pwd)" -e "${CARGO_HOME:-$HOME/.cargo}" "$library"
    done
    cat > "$work/other.rs" << 'END'
#[unsafe(no_mangle)]
pub extern "C" fn other(number: i32) -> i32 {
    std::panic::catch_unwind(|| format!("{:?}", vec![number; 3]).len() as i32).unwrap_or(-1)
}
END
    rustc --edition 2024 --crate-type staticlib -C panic=unwind -o "$work/libother.a" "$work/other.rs"
    cat > "$work/both.c" << 'END'
#include <utfkit.h>
int other(int);
int main(void) {
    const struct utfkit_detection *detection;
    utfkit_status status = utfkit_detect("text", 4, true, &detection);
    utfkit_detection_free(detection);
    return status == UTFKIT_STATUS_OK && other(7) == 9 ? 0 : 1;
}
END
    "$cc" "$work/both.c" "-I$prefix/include" "$work/libother.a" "${static[@]}" -o "$work/both"
    "$work/both"
fi

step 'run under valgrind'
programs=shared
run valgrind --quiet --error-exitcode=99 --leak-check=full \
    --errors-for-leak-kinds=definite,indirect,possible

step 'all good'
