#!/usr/bin/env bash
# Compares the speed of one program with and without the library.
#
#   speed.sh LIBRARY [MEGABYTES] [ROUNDS]
#
# Prints MB of input per second of processor time, and the ratio. Runs with and without the library
# alternate, and the best one counts. The texts are lines of a few languages, made here.
set -euo pipefail
library=$(realpath "$1") megabytes=${2:-200} rounds=${3:-3}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cc -O2 -Wall -Wextra -Werror -o "$work/speed" "$(dirname "$0")/speed.c"
for ((line = 1; line <= 20000; line++)); do
    echo "строка $line: съешь ещё этих мягких французских булок, да выпей чаю" >&3
    echo "$line 行目: いろはにほへと ちりぬるを 我が世誰ぞ 常ならむ 漢字とカタカナ" >&4
    echo "ligne $line : voix ambiguë d'un cœur qui, au zéphyr, préfère les jattes de kiwis" >&5
    echo "第 $line 行：天地玄黄，宇宙洪荒。日月盈昃，辰宿列张。寒来暑往，秋收冬藏。" >&6
    echo "$line 번째 줄: 키스의 고유조건은 입술끼리 만나야 하고 특별한 기술은 필요치 않다" >&7
    echo "line $line: the quick brown fox jumps over the lazy dog, and then it sleeps" >&8
    echo "第 $line 行：天地玄黃，宇宙洪荒。日月盈昃，辰宿列張。寒來暑往，秋收冬藏。" >&9
done 3>"$work/russian" 4>"$work/japanese" 5>"$work/french" 6>"$work/chinese" 7>"$work/korean" \
    8>"$work/english" 9>"$work/taiwan"

status=0
# measure TEXT FROM TO TARGET: the ratio must be at least TARGET.
measure() {
    iconv -f utf-8 -t "$2" "$work/$1" >"$work/in"
    local before=0 after=0 one two
    for ((round = 0; round < rounds; round++)); do
        one=$("$work/speed" "$2" "$3" "$work/in" "$megabytes")
        two=$(LD_PRELOAD=$library "$work/speed" "$2" "$3" "$work/in" "$megabytes")
        if [ "${one#* }" != "${two#* }" ]; then
            echo "$1: $2 to $3: the output differs: $one, $two"
            status=1
        fi
        before=$(printf '%s\n' "$before" "${one%% *}" | sort -g | tail -1)
        after=$(printf '%s\n' "$after" "${two%% *}" | sort -g | tail -1)
    done
    awk -v text="$1" -v pair="$2 to $3" -v before="$before" -v after="$after" -v target="$4" 'BEGIN {
        ratio = after / before
        printf "| %s | %s | %.0f | %.0f | %.1f |%s\n", text, pair, before, after, ratio,
            ratio < target ? " below " target : ""
        exit ratio < target
    }' || status=1
}

echo "| text | pair | glibc | utfkit | ratio |"
echo "| --- | --- | --- | --- | --- |"
for text in english french russian japanese; do
    measure $text UTF-8 UTF-16LE 5
    measure $text UTF-16LE UTF-8 5
    measure $text UTF-8 UTF-8 5
done
measure russian UTF-16 UTF-8 5
for pair in french:ISO-8859-15 french:CP1252 russian:KOI8-R russian:CP1251 russian:IBM866 english:IBM1047 \
    english:CP1252 japanese:SHIFT_JIS japanese:CP932 japanese:EUC-JP chinese:GB18030 chinese:GBK \
    chinese:EUC-CN taiwan:BIG5 korean:EUC-KR korean:UHC french:UTF-7; do
    measure "${pair%:*}" "${pair#*:}" UTF-8 1
    measure "${pair%:*}" UTF-8 "${pair#*:}" 1
done
exit "$status"
