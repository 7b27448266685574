#!/usr/bin/env bash
# Tests the package in Node, and the site in Chromium.
#
#   test.sh            builds both, then tests them
#   test.sh --package  tests only the package, with both kinds of modules
#   test.sh --quick    tests only the package with simd128, with less data
#
# Installs the packages of npm and Debian that are missing. cargo, Node and npm must be there.
set -euo pipefail
cd "$(dirname "$0")"

./build.sh "$@"
case "${1-}" in
    --quick) export UTFKIT_TEST_BYTES=${UTFKIT_TEST_BYTES:-50000000} ;;
    *)
        (cd tests && npm ci --silent --no-audit --no-fund --ignore-scripts)
        (cd tests && npx --no-install tsc --project . && node --test bundle.test.js)
        ;;
esac
node --test package/test/
[ "${1-}" = --quick ] || UTFKIT_SIMD=portable UTFKIT_TEST_BYTES=50000000 node --test package/test/
[ -n "${1-}" ] || site/test.sh
