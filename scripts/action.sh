#!/usr/bin/env bash
# What action.yml runs: UTF is the command, INPUT_* are the inputs of the action. Findings are annotations of the files
# of a pull request.
set -euo pipefail
arguments=("${INPUT_COMMAND:-check}" --format github)
if [ -n "${INPUT_CHANGED_SINCE:-}" ]; then
    arguments+=("--changed-since=$INPUT_CHANGED_SINCE")
fi
while IFS= read -r line; do
    [ -z "$line" ] || arguments+=("$line")
done <<<"${INPUT_ARGUMENTS:-}"
# Standard input is no file of a repository: `-` names one, and where nothing is named, all is read.
paths=()
while IFS= read -r line; do
    [ "$line" != - ] || line=./-
    [ -z "$line" ] || paths+=("$line")
done <<<"${INPUT_PATHS:-}"
[ ${#paths[@]} -gt 0 ] || paths=(.)
exec "${UTF:-utf}" "${arguments[@]}" -- "${paths[@]}"
