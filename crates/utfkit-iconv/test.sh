#!/usr/bin/env bash
# Builds the library and tests it: the rules of POSIX, every call compared with glibc, programs of
# Debian with and without it, and valgrind.
#
#   test.sh            all of this
#   test.sh --quick    for CI: one of eight pairs of charsets, no long texts, at least three programs
#   test.sh --asan     also the rules and one of eight pairs with AddressSanitizer (nightly Rust, minutes)
#   test.sh --speed    also the speed, compared with glibc
#
# Options can be combined. It needs glibc 2.36 with its modules, gcc and valgrind; for the programs,
# at least five of git, vim, xmllint, rsync, gcc, svn, man and gdb.
set -euo pipefail
shopt -s inherit_errexit
cd "$(dirname "$0")"

quick='' asan='' speed=''
for option in "$@"; do
    case "$option" in
        --quick) quick=1 ;;
        --asan) asan=1 ;;
        --speed) speed=1 ;;
        *)
            sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//;p}' "$0" >&2
            exit 2
            ;;
    esac
done
cc=${CC:-gcc}
step() { printf -- '-- %s\n' "$*"; }
lacks() { ! command -v "$1" > /dev/null; }
if [ -z "$quick" ] && { lacks valgrind || lacks xmllint || lacks rsync || lacks svn || lacks "$cc"; } && ! lacks apt-get &&
    [ "$(id -u)" -eq 0 ]; then
    apt-get update -qq
    apt-get install -qq -y --no-install-recommends gcc libc6-dev valgrind git vim libxml2-utils rsync subversion
fi

step 'build'
cargo build --quiet --locked --release
target=$(realpath -m "${CARGO_TARGET_DIR:-../../target}")
library=$target/release/libutfkit_iconv.so
export UTFKIT_ICONV_LIBRARY=$library
work=$target/iconv-api
mkdir -p "$work"

step 'the exported names'
readelf -d "$library" | grep -qw NODELETE
diff <(nm -D --defined-only "$library" | awk '{ print $3 }' | LC_ALL=C sort) <(printf '%s\n' iconv iconv_close \
    iconv_open iconvctl)

step 'the rules of POSIX, and those of UTFKIT_ICONV=lax'
compile=("$cc" -O1 -g -Wall -Wextra -Werror -pthread)
"${compile[@]}" -o "$work/api" tests/api.c -ldl
"$cc" -shared -fPIC -Wall -Wextra -Werror -o "$work/next.so" tests/next.c
# Each set of kernels writes other bytes after a result.
for kernels in portable sse42 avx2 avx512; do
    UTFKIT_SIMD=$kernels LD_PRELOAD=$library timeout 120 "$work/api"
done
LD_PRELOAD="$library $work/next.so" timeout 120 "$work/api" next
UTFKIT_ICONV=lax LD_PRELOAD=$library timeout 120 "$work/api" lax

step 'forks while other threads convert'
"${compile[@]}" -o "$work/forks" tests/forks.c
LD_PRELOAD=$library timeout 120 "$work/forks"

step 'the rules under valgrind'
# The linker of glibc reads whole words of its strings when it loads a module.
cat > "$work/glibc.supp" <<'END'
{
   the-linker
   Memcheck:Addr8
   fun:strncmp
   fun:is_dst
}
END
LD_PRELOAD=$library timeout 600 valgrind --quiet --error-exitcode=9 --leak-check=full \
    --errors-for-leak-kinds=definite --suppressions="$work/glibc.supp" "$work/api" alone

if [ -n "$asan" ]; then
    step 'the rules with AddressSanitizer and UBSan'
    RUSTFLAGS=-Zsanitizer=address cargo +nightly build --quiet --locked --target x86_64-unknown-linux-gnu \
        --target-dir "$target/asan"
    directory=$target/asan/x86_64-unknown-linux-gnu/debug
    "${compile[@]}" -fsanitize=address,undefined -o "$work/api-asan" tests/api.c -L "$directory" \
        -Wl,--no-as-needed -l:libutfkit_iconv.so -Wl,-rpath,"$directory" -ldl
    timeout 600 "$work/api-asan"
    # The test is not instrumented, so the runtime is preloaded.
    runner="env LD_PRELOAD=$("$cc" -print-file-name=libasan.so) ASAN_OPTIONS=detect_leaks=0"
    CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER=$runner UTFKIT_ICONV_FAST=1 \
        UTFKIT_ICONV_LIBRARY=$directory/libutfkit_iconv.so \
        cargo test --quiet --locked --release --test differential -- every_pair
fi

step 'the tables of glibc are current'
cargo run --quiet --locked --release --example tables -- --check 2> /dev/null ||
    { echo 'run `cargo run --release --example tables`'; exit 1; }

step 'every call, compared with glibc'
if [ -n "$quick" ]; then
    export UTFKIT_ICONV_FAST=1
    cargo test --quiet --locked --release --test differential -- --skip long_texts --skip every_character
else
    cargo test --quiet --locked --release --test differential -- --nocapture
fi
UTFKIT_ICONV=lax cargo test --quiet --locked --release --test differential -- every_pair suffixes

step 'programs with and without the library'
tests/programs.sh "$library" ${quick:+3}

if [ -n "$speed" ]; then
    step 'speed, compared with glibc'
    speed/speed.sh "$library"
fi
