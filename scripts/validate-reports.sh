#!/usr/bin/env bash
# Validates the reports of every command that has them against their schemas: JSON lines against
# docs/report.schema.json, and SARIF against the schema at the given path (sarif-schema-2.1.0.json,
# published by OASIS). UTF names the command; without it, the script builds the command. Needs
# Python's jsonschema, and reports if it is missing.
set -euo pipefail
cd "$(dirname "$0")/.."
python3 -c 'import jsonschema' 2>/dev/null || { echo 'skipped: no Python module jsonschema (pip install jsonschema)'; exit 0; }
if [ -z "${UTF:-}" ]; then
    cargo build --quiet --release -p utf
    UTF=${CARGO_TARGET_DIR:-target}/release/utf
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/files"
printf '\xEF\xBB\xBF\xF0\x9F\x98\x80 \xC0\xAF\n\xED\xA0\x80x\xFF' >"$folder/files/a b.txt"
printf 'a\xEF\xBB\xBFb\xF0\x9F\x98\x80\xE2\x82' >"$folder/files/"$'odd\xFF,%\n.txt'
printf 'a\0b\0c\0d\0' >"$folder/files/wide.txt"
printf 'caf\xC3\x83\xC2\xA9 \xE2\x80\xAE \xF3\xA0\x81\xA1\n\xED\xA0\xBD\xED\xB8\x80' >"$folder/files/strange.txt"
printf 'root = true\n[*]\ncharset = utf-16le\nend_of_line = crlf\n' >"$folder/files/.editorconfig"
inputs=(samples "$folder/files" "$folder/files/wide.txt")
report() { # NAME ARGUMENTS…
    local name=$1
    shift
    "$UTF" "$@" "${inputs[@]}" >"$folder/$name" || [ $? -eq 1 ]
}
for format in json sarif; do
    report "check.$format" check --format $format
    report "receivers.$format" check --for jni --format $format
    report "rules.$format" check --editorconfig --fields , --format $format
    report "audit.$format" audit --for xml --show note --format $format
    report "repair.$format" repair --for postgres --format $format
    report "detect.$format" detect --format $format
    report "names.$format" check --names --format $format
done
report lines.json check --lines --fields , --format json
python3 - "$folder" "${1:-}" <<'PYTHON'
import glob, json, os, sys, jsonschema
folder, sarif = sys.argv[1:]
lines = jsonschema.Draft202012Validator(json.load(open("docs/report.schema.json")))
for path in sorted(glob.glob(f"{folder}/*.json")):
    count = 0
    for count, line in enumerate(open(path, encoding="utf-8"), 1):
        lines.validate(json.loads(line))
    assert count, path
    print(f"JSON: {os.path.basename(path)}: {count} lines are valid")
for path in sorted(glob.glob(f"{folder}/*.sarif")):
    log = json.load(open(path, encoding="utf-8"))
    results = log["runs"][0]["results"]
    assert results, path
    assert all(place["physicalLocation"]["region"]["startLine"] >= 1 for result in results for place in result["locations"])
    ids = [rule["id"] for rule in log["runs"][0]["tool"]["driver"]["rules"]]
    assert len(ids) == len(set(ids)), "rules clash"
    missing = {result["ruleId"] for result in results} - set(ids)
    assert not missing, f"no rule for {missing}"
    if sarif:
        jsonschema.Draft4Validator(json.load(open(sarif))).validate(log)
        print(f"SARIF: {os.path.basename(path)}: {len(results)} results are valid")
    else:
        print("SARIF: not validated, no schema was named")
PYTHON
