#!/usr/bin/env bash
# Runs every fuzz target for some minutes of processor time, one after another.
#
#     scripts/fuzz.sh [--minutes N] [TARGET…]
#
# N is 30 unless it is given. Stable Rust is enough: the compiler inserts the counters of libFuzzer,
# but no sanitizer. Overflow checks and debug assertions are on. New inputs go to
# target/fuzz/corpus/TARGET, and failures to fuzz/artifacts/. Some seeds are repeated up to 5,000 bytes, so that
# lines of more than 4 KiB are tried. On a busy machine, a target starts again until it had its processor time. The
# last lines list the number of runs and the processor time of each target. Fails if a target fails.
set -euo pipefail
cd "$(dirname "$0")/.."

minutes=30
targets=()
while [ $# -gt 0 ]; do
    case "$1" in
    --minutes)
        minutes=${2:?the number of minutes}
        shift
        ;;
    -*)
        echo "usage: $0 [--minutes N] [TARGET…]" >&2
        exit 2
        ;;
    *) targets+=("$1") ;;
    esac
    shift
done
if [ ${#targets[@]} -eq 0 ]; then
    for file in fuzz/fuzz_targets/*.rs; do
        targets+=("$(basename "$file" .rs)")
    done
fi

# The flags that cargo-fuzz passes. With a target, build scripts do not get them.
triple=$(rustc -vV | sed -n 's/^host: //p')
build=${CARGO_TARGET_DIR:-$PWD/target}/fuzz
export RUSTFLAGS="--cfg fuzzing -C passes=sancov-module -C codegen-units=16 \
-C llvm-args=-sanitizer-coverage-level=4 -C llvm-args=-sanitizer-coverage-inline-8bit-counters \
-C llvm-args=-sanitizer-coverage-pc-table -C llvm-args=-sanitizer-coverage-trace-compares"
bins=()
for target in "${targets[@]}"; do bins+=(--bin "$target"); done
cargo build --quiet --locked --release --manifest-path fuzz/Cargo.toml --target "$triple" \
    --target-dir "$build" "${bins[@]}"

status=0
summary=
for target in "${targets[@]}"; do
    corpus=$build/corpus/$target
    log=$build/$target.log
    long=$build/long/$target
    mkdir -p "$corpus" "$long" fuzz/artifacts/"$target"
    find fuzz/corpus/"$target" -type f -printf '%s %p\n' | sort -n | tail -n 4 | while read -r _ seed; do
        python3 -c 'import sys; seed = open(sys.argv[1], "rb").read(); sys.stdout.buffer.write((seed * 5000)[:5000])' \
            "$seed" > "$long/$(basename "$seed")"
    done
    result=passed runs=0 spent=0
    TIMEFORMAT='%U %S'
    # libFuzzer counts the time of the clock. The last seconds are not worth a start.
    while [ "$result" = passed ] && [ "$spent" -lt $((minutes * 60 - 5)) ]; do
        { time "$build/$triple/release/$target" "$corpus" fuzz/corpus/"$target" "$long" \
            -artifact_prefix=fuzz/artifacts/"$target"/ -max_len=8192 -timeout=60 -rss_limit_mb=2048 \
            -max_total_time=$((minutes * 60 - spent)) -print_final_stats=1 > "$log" 2>&1; } 2> "$log.time" || result=FAILED
        ran=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
        runs=$((runs + ${ran:-0}))
        spent=$((spent + $(awk '{ print int($1 + $2 + 1) }' "$log.time")))
    done
    [ "$result" = passed ] || status=1
    line="$target: $result, $runs runs in $spent s of processor time, $log"
    echo "$line"
    summary+="$line"$'\n'
done
printf '\n%s' "$summary"
exit "$status"
