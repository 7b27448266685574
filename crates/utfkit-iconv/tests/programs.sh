#!/usr/bin/env bash
# Runs programs of Debian with and without the library, and compares all that they write.
#
#   programs.sh LIBRARY [MINIMUM]
#
# A test ends at the first command that fails, and it must not fail without the library. Each program
# must bind `iconv` to the library (iconv(1) opens descriptors by a private function of
# glibc). A program that is not installed is skipped; at least MINIMUM must run (five). Each has 30
# seconds.
set -euo pipefail
library=$(realpath "$1") minimum=${2:-5}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export LC_ALL=C.UTF-8 HOME=$work GIT_CONFIG_NOSYSTEM=1 TZ=UTC
export GIT_AUTHOR_NAME=n GIT_AUTHOR_EMAIL=n@example.org GIT_COMMITTER_NAME=n GIT_COMMITTER_EMAIL=n@example.org
export GIT_AUTHOR_DATE='2026-01-01T00:00:00Z' GIT_COMMITTER_DATE='2026-01-01T00:00:00Z'

# Each text has several thousand lines, so that buffers are filled and cut.
russian=$work/russian.utf-8 japanese=$work/japanese.utf-8 french=$work/french.utf-8
for ((line = 1; line <= 3000; line++)); do
    echo "строка $line: съешь ещё этих мягких французских булок, да выпей чаю" >&3
    echo "$line 行目: いろはにほへと ちりぬるを 漢字とカタカナ ﾊﾝｶｸ" >&4
    echo "ligne $line : voix ambiguë d'un cœur qui, au zéphyr, préfère les jattes de kiwis" >&5
done 3>"$russian" 4>"$japanese" 5>"$french"
iconv -f utf-8 -t koi8-r "$russian" >"$work/russian.koi8-r"
iconv -f utf-8 -t cp1251 "$russian" >"$work/russian.cp1251"
iconv -f utf-8 -t utf-16 "$russian" >"$work/russian.utf-16"
iconv -f utf-8 -t shift_jis "$japanese" >"$work/japanese.shift_jis"
iconv -f utf-8 -t euc-jp "$japanese" >"$work/japanese.euc-jp"
iconv -f utf-8 -t iso-8859-15 "$french" >"$work/french.iso-8859-15"

test_git() {
    git init -q .
    printf '%s\n' '*.sjis working-tree-encoding=SHIFT_JIS' '*.u16 working-tree-encoding=UTF-16' \
        '*.koi working-tree-encoding=KOI8-R' >.gitattributes
    cp "$work/japanese.shift_jis" a.sjis
    cp "$work/russian.utf-16" b.u16
    cp "$work/russian.koi8-r" c.koi
    git add .
    iconv -f utf-8 -t iso-8859-15 <<<'été : œuf' | git -c i18n.commitEncoding=ISO-8859-15 commit -q -F -
    git log --format=%s%n%T
    git -c i18n.logOutputEncoding=UTF-16LE log --format=%s
    rm a.sjis b.u16 c.koi
    git checkout -q -- .
    git show HEAD:a.sjis HEAD:b.u16 HEAD:c.koi
    rm -rf .git
}
test_vim() {
    vim -es -u NONE -N -i NONE -c 'set encoding=utf-8 fileencodings=ucs-bom,utf-8,euc-jp' \
        -c "e $work/japanese.euc-jp" -c 'set fenc?' -c 'w! ++enc=utf-8 a' -c 'w! ++enc=cp932 b' \
        -c "e ++enc=koi8-r $work/russian.koi8-r" -c 'w! ++enc=cp1251 c' -c qa
}
test_xmllint() {
    { echo '<?xml version="1.0" encoding="KOI8-R"?><a>' && cat "$work/russian.koi8-r" && echo '</a>'; } >in.xml
    xmllint --encode UTF-8 in.xml
    xmllint --encode windows-1251 in.xml
    { echo '<?xml version="1.0" encoding="EUC-JP"?><a>' && cat "$work/japanese.euc-jp" && echo '</a>'; } >jp.xml
    xmllint --encode SHIFT_JIS jp.xml
}
test_rsync() {
    mkdir from
    for name in été.txt œuvre.txt naïve.txt 'plain.txt'; do echo "$name" >"from/$name"; done
    rsync -a --iconv=UTF-8,ISO-8859-15 from/ to/
    ls to | od -c
    rsync -a --iconv=ISO-8859-15,UTF-16LE to/ wrong/
    rsync -a --iconv=ISO-8859-15,UTF-8 to/ back/
    diff -r from back
}
test_gcc() {
    printf '#include <stdio.h>\nint main(void) { puts("%s"); return 0; }\n' 'съешь ещё' |
        iconv -f utf-8 -t koi8-r >a.c
    gcc -finput-charset=KOI8-R -fexec-charset=UTF-16LE -fwide-exec-charset=UTF-32BE -S -o - a.c
    gcc -finput-charset=KOI8-R -o a a.c
    ./a
    rm a
}
test_svn() {
    svnadmin create repository
    svn checkout -q "file://$PWD/repository" copy
    cd copy
    echo text >file.txt
    svn add -q file.txt
    head -100 "$work/russian.koi8-r" >../message
    svn commit -q --encoding KOI8-R -F ../message
    svn update -q
    svn log --xml | sed 's/<date>.*//; /author/d'
    cd ..
    rm -rf repository copy
}
test_man() {
    { printf '.TH T 1\n.SH NAME\nt \\- t\n.SH TEXT\n' && head -50 "$work/french.iso-8859-15"; } >t.1
    MANWIDTH=80 man --encoding=ISO-8859-15 -P cat ./t.1

    man --recode=UTF-8 ./t.1
}
test_gdb() {
    gdb -batch -nx -ex 'set host-charset UTF-8' -ex 'set target-charset KOI8-R' \
        -ex 'print "\301\302\327\307"' -ex 'set target-charset EBCDIC-US' -ex 'print "abc"'
}
test_iconv() {
    iconv -f KOI8-R -t UTF-16 "$work/russian.koi8-r"
    iconv -f UTF-16 -t CP1251 "$work/russian.utf-16"
    iconv -f SHIFT_JIS -t EUC-JP "$work/japanese.shift_jis"
    LC_ALL=C iconv -l
    iconv -c -f UTF-8 -t ISO-8859-15 "$work/russian.utf-8"
}

# run NAME MODE: the program in a directory of its own, with its output, errors and status.
run() {
    mkdir -p "$work/$1/$2/files"
    (
        cd "$work/$1/$2/files"
        if [ "$2" = with ]; then export LD_PRELOAD=$library; fi
        export -f "test_$1"
        export work
        status=0
        timeout 30 bash -ec "set -o pipefail; test_$1" >../out 2>../err || status=$?
        echo "$status" >../status
        # A path may contain the name of the directory.
        sed -i "s|/$2/|/|g" ../out ../err
    )
}

ran=0 failed=0
for name in git vim xmllint rsync gcc svn man gdb iconv; do
    command -v "$name" >/dev/null || { echo "$name: not installed"; continue; }
    run "$name" without
    run "$name" with
    # Two runs that fail in the same way show nothing.
    if [ "$(cat "$work/$name/without/status")" -ne 0 ]; then
        failed=1
        echo "$name: fails without the library"
        cat "$work/$name/without/err"
        continue
    fi
    # The names of temporary files differ.
    if ! diff -r -q "$work/$name/without" "$work/$name/with"; then
        failed=1
        diff -r "$work/$name/without" "$work/$name/with" | head -20 || true
        echo "$name: DIFFERENT"
        continue
    fi
    # The messages of the linker change the output of man, so they need a run of their own.
    mv "$work/$name/with" "$work/$name/done"
    (export LD_DEBUG=bindings LD_DEBUG_OUTPUT=$work/$name.debug && run "$name" with)
    symbol=iconv_open
    [ "$name" = iconv ] && symbol=iconv
    if ! grep -hE "binding file .* to $library \\[0\\]: normal symbol .(lib)?$symbol'" "$work/$name".debug* |
        grep -v 'binding file [^ ]*bash ' >/dev/null; then
        failed=1
        echo "$name: does not use the library"
        continue
    fi
    rm -f "$work/$name".debug*
    size=$(find "$work/$name/done" -type f -size +0 -exec cat {} + | wc -c)
    [ "$size" -gt 20 ] || { failed=1; echo "$name: no output"; }
    echo "$name: the same ($size bytes written)"
    ran=$((ran + 1))
done
[ "$ran" -ge "$minimum" ] || { echo "only $ran programs ran"; failed=1; }
exit "$failed"
