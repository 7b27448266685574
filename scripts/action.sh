#!/usr/bin/env bash
# Runs the command for action.yml. UTF is the command, and INPUT_* are the inputs of the action.
# Findings are annotations of the files of a pull request.
set -euo pipefail
arguments=("${INPUT_COMMAND:-check}" --format github)
if [ -n "${INPUT_CHANGED_SINCE:-}" ]; then
    arguments+=("--changed-since=$INPUT_CHANGED_SINCE")
fi
while IFS= read -r line; do
    [ -z "$line" ] || arguments+=("$line")
done <<<"${INPUT_ARGUMENTS:-}"
# Standard input is not a file of a repository: `-` names a file, and without paths all files are
# read.
paths=()
while IFS= read -r line; do
    [ "$line" != - ] || line=./-
    [ -z "$line" ] || paths+=("$line")
done <<<"${INPUT_PATHS:-}"
[ ${#paths[@]} -gt 0 ] || paths=(.)
exec "${UTF:-utf}" "${arguments[@]}" -- "${paths[@]}"
