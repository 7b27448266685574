#!/usr/bin/env bash
# Measures a clean release build: processor time, peak memory of one process, and size.
#
#   scripts/build-cost.sh [CHECKOUT…]     (this one, if none is named)
#
# Each package is built from nothing in its own directory, which is deleted afterwards. Dependencies
# are fetched first. Compare checkouts in one call, because other work on the machine changes the
# figures.
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
[ $# -gt 0 ] || set -- "$here"

# Runs a command quietly, then prints its processor seconds and the peak memory of one process.
measured='
import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(f"{used.ru_utime + used.ru_stime:.1f} {used.ru_maxrss / 1024:.0f}")
'

printf '%-40s %-34s %12s %12s %12s\n' checkout package 'processor s' 'memory MB' 'size MB'
for checkout in "$@"; do
  cd "$checkout"
  cargo fetch --quiet --locked
  for package in utfkit 'utfkit --features legacy-charsets' utfkit-text utf; do
    target=$(mktemp -d)
    trap 'rm -rf "$target"' EXIT
    # shellcheck disable=SC2086
    cost=$(CARGO_TARGET_DIR=$target python3 -c "$measured" \
      cargo build --quiet --release --locked --offline --package $package)
    size=-
    if [ -f "$target/release/utf" ]; then
      size=$(python3 -c "import os, sys; print(f'{os.path.getsize(sys.argv[1]) / 1e6:.1f}')" "$target/release/utf")
    fi
    # shellcheck disable=SC2086
    printf '%-40s %-34s %12s %12s %12s\n' "$checkout" "$package" $cost "$size"
    rm -rf "$target"
  done
done
