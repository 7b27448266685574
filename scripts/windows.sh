#!/usr/bin/env bash
# Builds the command for Windows, and tests it under wine.
#
#     scripts/windows.sh --install           installs Debian's packages that the other calls need
#     scripts/windows.sh zip                 builds utf.exe and a ZIP with completions and help
#     scripts/windows.sh test [FILTER…]      runs the tests of the command and of the libraries
#     scripts/windows.sh kills               kills 200 runs of `convert -i`
#
# The tests of the command run on this system, and the command that they test is the .exe under
# wine. `crates/utf/tests/not-on-windows.txt` names the tests that cannot hold there, with reasons.
# The tests of the libraries, and the unit tests of the command, are programs for Windows.
set -euo pipefail
cd "$(dirname "$0")/.."

packages=(rustc-web rust-web-src gcc-mingw-w64-x86-64-win32 libz-mingw-w64-dev wine wine64 make zip)
usage() {
    sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2
    exit 2
}

case "${1-}" in
--install)
    apt-get update
    apt-get install --yes --no-install-recommends "${packages[@]}"
    exit
    ;;
zip | test | kills) task=$1 && shift ;;
*) usage ;;
esac

needed=(/usr/bin/rustc /usr/lib/rustlib/src/rust/library/std/Cargo.toml
    /usr/bin/x86_64-w64-mingw32-gcc /usr/bin/x86_64-w64-mingw32-dlltool /usr/lib/wine/wine64)
if [ "$task" = zip ]; then
    needed+=(/usr/bin/zip)
fi
for file in "${needed[@]}"; do
    if ! [ -e "$file" ]; then
        echo "$file is missing: run \`$0 --install\`, or install Debian's ${packages[*]}" >&2
        exit 1
    fi
done

target=${CARGO_TARGET_DIR:-$PWD/target}/windows
triple=x86_64-pc-windows-gnu
mkdir -p "$target/bin"

# Wine keeps its registry and drives here. It must not ask for more software, or print debug messages.
export WINEPREFIX=$target/wine WINEDEBUG=-all WINEDLLOVERRIDES='mscoree,mshtml=' LC_ALL=C.UTF-8
if ! [ -e "$WINEPREFIX/system.reg" ]; then
    echo 'wine: making its directory'
    /usr/lib/wine/wine64 wineboot --init > "$target/wineboot.log" 2>&1
    # Without this value, wine hides files whose names begin with a dot. Windows does not.
    /usr/lib/wine/wine64 reg add 'HKCU\Software\Wine' /v ShowDotFiles /d Y /f > /dev/null
fi
# Rust's standard library takes random numbers from a library that this wine does not have.
stub=$WINEPREFIX/drive_c/windows/system32/bcryptprimitives.dll
if ! [ -e "$stub" ]; then
    x86_64-w64-mingw32-gcc -shared -nostartfiles -Wl,-e,0 -x c -o "$stub" - -ladvapi32 << 'END'
#include <windows.h>
BOOLEAN NTAPI SystemFunction036(PVOID, ULONG);
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T len) {
    return SystemFunction036(data, (ULONG)len);
}
END
fi

# start_wine: starts the server, and the services of Windows. The first program would start the services,
# and they would keep the pipes of its test open. A server that stays makes the next starts quick.
start_wine() {
    /usr/lib/wine/wineserver64 --persistent=600 > /dev/null 2>&1 || true
    /usr/lib/wine/wine64 cmd /c ver > /dev/null 2>&1 < /dev/null
}

# build CARGO-ARGUMENT…: calls cargo with Debian's compiler and the standard library from source.
build() {
    env -u RUSTUP_TOOLCHAIN RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1 CARGO_INCREMENTAL=0 \
        CARGO_TARGET_X86_64_PC_WINDOWS_GNU_LINKER=x86_64-w64-mingw32-gcc \
        CARGO_TARGET_X86_64_PC_WINDOWS_GNU_RUNNER=/usr/lib/wine/wine64 \
        cargo "$1" --target "$triple" --target-dir "$target" "${@:2}"
}

# make_iconv: builds GNU libiconv, which git for Windows uses. Debian has it only in the source of
# another package, of which the first archive is enough.
make_iconv() {
    local gcc=(x86_64-w64-mingw32-gcc -O1 -w -c -Isupport -DICONV_CONST=const -DENABLE_EXTRA=1)
    (cd "$work" && { "${apt[@]}" source --download-only node-iconv || true; } &&
        tar xf node-iconv_*.orig.tar.gz && mkdir -p iconv/include iconv/lib)
    (cd "$work"/node-iconv-*/ && "${gcc[@]}" -o iconv.o deps/libiconv/lib/iconv.c &&
        "${gcc[@]}" -o charset.o support/localcharset.c &&
        x86_64-w64-mingw32-ar rcs ../iconv/lib/libiconv.a iconv.o charset.o &&
        cp support/iconv.h ../iconv/include)
}

# make_git: builds git for Windows from Debian's source, because Debian has no program of it.
make_git() {
    local work=$target/git headers
    [ -e "$work/bin/git.exe" ] && return
    echo 'git for Windows: building it'
    rm -rf "$work"
    mkdir -p "$work/lists/partial" "$work/headers" "$work/bin"
    printf '%s\n' 'Types: deb-src' 'URIs: http://deb.debian.org/debian' 'Suites: bookworm' \
        'Components: main' 'Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg' \
        > "$work/debian.sources"
    local apt=(apt-get -qq -o "Dir::Etc::SourceList=$work/debian.sources"
        -o Dir::Etc::SourceParts=/dev/null -o "Dir::State::Lists=$work/lists")
    (cd "$work" && "${apt[@]}" update && "${apt[@]}" source --download-only git &&
        tar xf git_*.orig.tar.xz && mv git-*/ source) > "$work/source.log" 2>&1
    make_iconv >> "$work/source.log" 2>&1
    # Git includes these headers by names with capital letters.
    for headers in NTSecAPI Psapi tlHelp32; do
        echo "#include <${headers,,}.h>" > "$work/headers/$headers.h"
    done
    make -C "$work/source" -j "$(nproc)" git.exe uname_S=MINGW uname_O= uname_R=2.0 uname_M=x86_64 \
        MSYSTEM=MINGW64 CC=x86_64-w64-mingw32-gcc AR=x86_64-w64-mingw32-ar \
        RC='x86_64-w64-mingw32-windres -O coff' CFLAGS="-O0 -I$work/headers" LDFLAGS=-static \
        NO_OPENSSL=1 NO_CURL=1 NO_EXPAT=1 NO_GETTEXT=1 NO_PERL=1 NO_PYTHON=1 NO_TCLTK=1 \
        NEEDS_LIBICONV=1 OLD_ICONV=1 ICONVDIR="$work/iconv" USE_LIBPCRE= prefix=/git > "$work/make.log" 2>&1
    cp "$work/source/git.exe" "$work/bin"
    rm -rf "$work/source" "$work"/node-iconv-*/
}

# wrapper NAME EXE: makes the program NAME, which runs EXE under wine, and prints its path.
wrapper() {
    printf '#!/bin/sh\nexec /usr/lib/wine/wine64 '\''%s'\'' "$@"\n' "$2" > "$target/bin/$1"
    chmod +x "$target/bin/$1"
    echo "$target/bin/$1"
}

# overhead UTF: prints the memory of wine and of a command without work, in KiB.
overhead() {
    local pipe=$target/pipe
    rm -f "$pipe" && mkfifo "$pipe"
    "$1" check < "$pipe" > /dev/null 2>&1 &
    exec 9> "$pipe"
    sleep 3
    sed -n 's/^VmHWM:\s*\([0-9]*\) kB$/\1/p' "/proc/$!/status"
    exec 9>&-
    wait
}

case "$task" in
zip)
    build rustc --profile dist -Zbuild-std=std,panic_abort -Zbuild-std-features= --package utf --bin utf -- \
        -C opt-level=2
    exe=$target/$triple/dist/utf.exe
    start_wine
    utf=$(wrapper utf "$exe")
    folder=$(mktemp -d)
    trap 'rm -r "$folder"' EXIT
    mkdir "$folder/utf" "$folder/utf/completions" "$folder/utf/help"
    cp "$exe" LICENSE-APACHE LICENSE-MIT README.md CHANGELOG.md "$folder/utf"
    cp docs/commands.md docs/files.md docs/findings.md docs/from/powershell.md "$folder/utf/help"
    scripts/third-party.py --target "$triple" > "$folder/utf/THIRD-PARTY.txt"
    "$utf" completions powershell > "$folder/utf/completions/utf.ps1"
    "$utf" completions bash > "$folder/utf/completions/utf.bash"
    (cd "$folder" && zip --quiet --recurse-paths utf.zip utf)
    mv "$folder/utf.zip" "$target/utf-$triple.zip"
    size=$(stat --format=%s "$exe")
    echo "$exe: $size bytes"
    echo "$target/utf-$triple.zip: $(stat --format=%s "$target/utf-$triple.zip") bytes"
    [ "$size" -le 15000000 ] || {
        echo "$exe is larger than 15 MB" >&2
        exit 1
    }
    ;;
test)
    # The tests of the libraries, and the unit tests of the command, are programs for Windows.
    start_wine
    if [ $# -eq 0 ]; then
        for package in utfkit utfkit-text; do
            build test -Zbuild-std=std,panic_unwind,test --no-fail-fast --package "$package" --lib --test it
        done
        build test -Zbuild-std=std,panic_unwind,test --package utf --lib
    fi
    # The tests of the command are programs of this system. On Windows, the library for reports has
    # other colors, unless it is asked for those of the other systems.
    build build -Zbuild-std=std,panic_unwind --package utf --features annotate-snippets/testing-colors
    make_git
    WINEPATH=Z:$target/git/bin
    export WINEPATH
    start_wine
    UTF_TEST_COMMAND=$(wrapper utf "$target/$triple/debug/utf.exe")
    export UTF_TEST_COMMAND
    UTF_TEST_GIT=$(wrapper git-for-windows "$target/git/bin/git.exe")
    export UTF_TEST_GIT
    UTF_TEST_OVERHEAD=$(overhead "$UTF_TEST_COMMAND")
    export UTF_TEST_OVERHEAD
    all=$(cargo test --quiet --package utf --test it -- --list | sed -n 's/: test$//p' | sort)
    left_out=$(sed 's/#.*//' crates/utf/tests/not-on-windows.txt | awk 'NF { print $1 }' | sort)
    gone=$(comm -13 <(echo "$all") <(echo "$left_out"))
    if [ -n "$gone" ]; then
        printf 'crates/utf/tests/not-on-windows.txt names tests that do not exist:\n%s\n' "$gone" >&2
        exit 1
    fi
    mapfile -t run < <(comm -23 <(echo "$all") <(echo "$left_out") | grep --fixed-strings "$(printf '%s\n' "$@")")
    if [ ${#run[@]} -eq 0 ]; then
        echo "no test that holds on Windows has a name with: $*" >&2
        exit 1
    fi
    echo "the command: ${#run[@]} of $(wc -l <<< "$all") tests hold on Windows, and are run under wine"
    cargo test --package utf --test it -- --exact "${run[@]}"
    ;;
kills)
    build build -Zbuild-std=std,panic_unwind --package utf
    start_wine
    UTF_TEST_COMMAND=$(wrapper utf "$target/$triple/debug/utf.exe") UTF_TEST_KILLS=200 \
        cargo test --package utf --test it -- --ignored --exact --nocapture \
        commands::convert::in_place::kills::a_thousand_kills
    ;;
esac
