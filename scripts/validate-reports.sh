#!/usr/bin/env bash
# Validates reports against their schemas: JSON lines against docs/report.schema.json, SARIF against the schema at the
# path given (sarif-schema-2.1.0.json, as OASIS publishes it). Needs Python's jsonschema; without it, this says so.
set -euo pipefail
cd "$(dirname "$0")/.."
python3 -c 'import jsonschema' 2>/dev/null || { echo 'skipped: no Python module jsonschema (pip install jsonschema)'; exit 0; }
cargo build --quiet --release -p utf
utf=${CARGO_TARGET_DIR:-target}/release/utf
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
printf '\xEF\xBB\xBF\xF0\x9F\x98\x80 \xC0\xAF\n\xED\xA0\x80x\xFF' >"$folder/a b.txt"
printf 'a\xEF\xBB\xBFb\xF0\x9F\x98\x80\xE2\x82' >"$folder/"$'odd\xFF,%\n.txt'
printf 'a\0b\0c\0d\0' >"$folder/wide.txt"
"$utf" check --format json samples "$folder" "$folder/wide.txt" >"$folder/lines.json" || [ $? -eq 1 ]
"$utf" check --format sarif samples "$folder" "$folder/wide.txt" >"$folder/log.sarif" || [ $? -eq 1 ]
python3 - "$folder" "${1:-}" <<'PYTHON'
import json, sys, jsonschema
folder, sarif = sys.argv[1:]
lines = jsonschema.Draft202012Validator(json.load(open("docs/report.schema.json")))
count = 0
for count, line in enumerate(open(f"{folder}/lines.json", encoding="utf-8"), 1):
    lines.validate(json.loads(line))
print(f"JSON: {count} lines are valid")
log = json.load(open(f"{folder}/log.sarif", encoding="utf-8"))
results = log["runs"][0]["results"]
assert all(place["physicalLocation"]["region"]["startLine"] >= 1 for result in results for place in result["locations"])
if sarif:
    jsonschema.Draft4Validator(json.load(open(sarif))).validate(log)
    print(f"SARIF: {len(results)} results are valid")
else:
    print("SARIF: not validated, no schema was named")
PYTHON
