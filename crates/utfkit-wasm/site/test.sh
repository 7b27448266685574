#!/usr/bin/env bash
# Tests the site that build.sh built, in Debian's Chromium.
set -euo pipefail
cd "$(dirname "$0")/../tests"

if ! [ -x "${CHROMIUM:-/usr/bin/chromium}" ]; then
    apt-get update -qq
    apt-get install -qq -y --no-install-recommends chromium fonts-noto-core
fi
npm ci --silent --no-audit --no-fund --ignore-scripts
# One by one, because one of them measures how long tasks take.
node --test --test-concurrency=1 ./*.test.js
