#!/usr/bin/env bash
# Gives receivers of text the files that `utf check --for` accepted and those that it rejected. Each
# receiver must accept the former and reject the latter. Reports receivers that are not installed.
# UTF names the command; without it, the script builds the command.
set -euo pipefail
cd "$(dirname "$0")/.."
if [ -z "${UTF:-}" ]; then
    cargo build --quiet --release -p utf
    UTF=${CARGO_TARGET_DIR:-target}/release/utf
fi
folder=$(mktemp -d)
server=
as=()
finish() {
    [ -z "$server" ] || "${as[@]}" "$server/pg_ctl" -D "$folder/server/data" -m immediate stop >"$folder/stopped" 2>&1 || true
    rm -rf "$folder"
}
trap finish EXIT
# A file per character: U+0000 to U+0020, the characters around the limits of planes and forms, and
# a BOM.
mkdir "$folder/texts"
python3 - "$folder/texts" <<'PYTHON'
import sys
points = [*range(0x21), 0x7F, 0x85, 0xA0, 0xE9, 0x7FF, 0x800, 0x20AC, 0xD7FF, 0xE000, 0xFEFF, 0xFFFD, 0xFFFE, 0xFFFF,
          0x10000, 0x1F600, 0x1FFFE, 0x10FFFF]
for point in points:
    with open(f"{sys.argv[1]}/{point:06X}", "wb") as file:
        file.write(f"a{chr(point)}b".encode())
PYTHON
printf '\xEF\xBB\xBFab' >"$folder/texts/bom"

failed=0
# Compares the result of `--for NAME` with the result of TAKES FILE, for every text.
compare() { # NAME TAKES
    local name=$1 takes=$2 passed=0 rejected=0 text
    for text in "$folder"/texts/*; do
        local said=yes answered=yes
        "$UTF" check -q --for "$name" "$text" || said=no
        $takes "$text" >"$folder/log" 2>&1 || answered=no
        if [ $said != $answered ]; then
            echo "$name: ${text##*/}: utf: $said, the receiver: $answered: $(head -1 "$folder/log")"
            failed=1
        fi
        if [ $answered = yes ]; then passed=$((passed + 1)); else rejected=$((rejected + 1)); fi
    done
    echo "$name: $passed texts accepted by both, $rejected rejected by both"
}

xml() {
    python3 -c 'import sys, xml.etree.ElementTree as tree
tree.fromstring(b"<x>" + open(sys.argv[1], "rb").read() + b"</x>")' "$1"
}
# White space is between tokens. All other characters are in a string.
json() {
    python3 -c 'import json, sys
text = open(sys.argv[1], encoding="utf-8").read()
mark, text = ("\uFEFF", text[1:]) if text[0] == "\uFEFF" else ("", text)
white = "".join(set(text) & set("\t\n\r"))
json.loads(mark + white + "\"" + "".join(set(text) - set(white)) + "\"")' "$1"
}
compare xml xml
compare json json

bin=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | tail -1 || true)
if [ -z "$bin" ] && command -v initdb >/dev/null; then bin=$(dirname "$(command -v initdb)"); fi
if [ -n "$bin" ] && command -v psql >/dev/null; then
    # The server refuses to run as root.
    [ "$(id -u)" -ne 0 ] || as=(setpriv --reuid=nobody --regid=nogroup --clear-groups)
    mkdir "$folder/server"
    chmod 755 "$folder" "$folder/texts"
    [ "$(id -u)" -ne 0 ] || chown nobody:nogroup "$folder/server"
    options="-c listen_addresses= -k $folder/server"
    if "${as[@]}" "$bin/initdb" -D "$folder/server/data" -E UTF8 --locale=C -U utf >"$folder/log" 2>&1 &&
        "${as[@]}" "$bin/pg_ctl" -D "$folder/server/data" -w -o "$options" -l "$folder/server/log" start >"$folder/log" 2>&1; then
        server=$bin
        export PGHOST=$folder/server PGUSER=utf PGDATABASE=postgres PGCLIENTENCODING=UTF8
        psql -q -c 'create table texts (text text)'
        # The server gets the bytes unchanged, quoted as in CSV.
        postgres() {
            (printf '"' && cat "$1" && printf '"\n') >"$folder/csv"
            psql -q -v ON_ERROR_STOP=1 -c "\\copy texts from '$folder/csv' csv"
        }
        compare postgres postgres
        psql -A -t -c "select version(), count(*) || ' rows' from texts"
    else
        echo "postgres: skipped: the server does not start: $(tail -1 "$folder/log")"
    fi
else
    echo 'postgres: skipped: not installed (apt-get install postgresql)'
fi
command -v mysqld >/dev/null || echo 'mysql-utf8mb3: skipped: not installed'
command -v java >/dev/null || echo 'jni: skipped: not installed'
exit $failed
