#!/usr/bin/env bash
# Prints the binary interface: the exported symbols, the types of all functions and fields, the values
# of all enumerations, and the sizes and offsets of all structures and fields.
#
#     tests/abi.sh DIR      the library is installed in DIR
#
# A program in C computes the numbers. It is made from the header, so it has all fields. In C++, it
# must print the same.
set -euo pipefail
shopt -s inherit_errexit

prefix=$1
header=$prefix/include/utfkit.h
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

{
    printf '#include <stdio.h>\n#include <utfkit.h>\nint main(void) {\n'
    # Enumerators are the only lines like `  UTFKIT_… = …,`.
    sed -nE 's/^  (UTFKIT_[A-Z0-9_]+) = .*/printf("value \1 %lld\\n", (long long)\1);/p' "$header"
    sed -nE 's/^typedef u?int32_t (utfkit_[a-z_]+);/printf("enum \1 size %zu\\n", sizeof(\1));/p' \
        "$header"
    # Fields are lines like `  type name;` and `  type name[8];` between `typedef struct NAME {` and
    # `} NAME;`.
    awk '
        /^typedef struct utfkit_[a-z_]+ \{$/ {
            name = $3
            printf "printf(\"struct %s size %%zu align %%zu\\n\", sizeof(%s), _Alignof(%s));\n",
                name, name, name
        }
        /^\}/ { name = "" }
        name != "" && /^  [a-z].*;$/ {
            field = $NF
            gsub(/[*;]|\[.*/, "", field)
            type = $0
            gsub(/^ +|;$/, "", type)
            printf "printf(\"field %s.%s at %%zu size %%zu: %s\\n\", offsetof(%s, %s), ",
                name, field, type, name, field
            printf "sizeof(((%s *)0)->%s));\n", name, field
        }' "$header"
    printf 'return 0;\n}\n'
} > "$work/abi.c"
"${CC:-gcc}" -std=c11 -Wall -Wextra -Werror "$work/abi.c" "-I$prefix/include" -o "$work/abi"
"${CXX:-g++}" -std=c++17 -Wall -Wextra -Werror -D_Alignof=alignof -x c++ "$work/abi.c" "-I$prefix/include" \
    -o "$work/abi-cpp"
"$work/abi" > "$work/abi.txt"
"$work/abi-cpp" | diff "$work/abi.txt" - >&2

# functions: each declaration on one line, without comments.
functions() {
    "${CC:-gcc}" -fpreprocessed -E -P "$header" | grep -v '^#' | tr '\n' ' ' | tr -s ' ' |
        sed 's/[;{}]/&\n/g' | sed -nE 's/^ *([a-z].*[ *]utfkit_[a-z0-9_]+\(.*\));$/function \1/p' | LC_ALL=C sort
}

readelf -d "$prefix/lib/libutfkit.so" | sed -nE 's/.*Library soname: \[(.*)\]/soname \1/p'
nm -D --defined-only --format=posix "$prefix/lib/libutfkit.so" | awk '$2 == "T" {print "symbol", $1, $2}' |
    LC_ALL=C sort
functions > "$work/functions.txt"
# Each symbol has a type.
[ "$(wc -l < "$work/functions.txt")" -eq "$(nm -D --defined-only "$prefix/lib/libutfkit.so" | grep -c ' T ')" ]
cat "$work/functions.txt" "$work/abi.txt"
