#!/bin/sh
# Lint the API document: by Redocly and our plugin where Node.js is, and by vacuum itself where that is.
set -eu
cd "$(dirname "$0")"
export REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true

installed() {
    cmp -s package-lock.json node_modules/.verger-lock && return
    npm ci --loglevel=error && cp package-lock.json node_modules/.verger-lock
}

if ! command -v npm > /dev/null 2>&1 || ! node -e 'process.exit(+(parseInt(process.versions.node) < 20))'; then
    echo "openapi/lint: Redocly did not look at the API document: that takes Node.js 20 or newer"
elif installed; then
    node_modules/.bin/redocly lint --config redocly.yaml --format=stylish ../openapi.json
elif [ -n "${CI:-}" ]; then
    echo "openapi/lint: Redocly could not be installed" >&2
    exit 1
else
    echo "openapi/lint: Redocly did not look at the API document: npm could not install it"
fi

if command -v vacuum > /dev/null 2>&1; then
    # Options hold options: that is no mistake.
    vacuum lint --ruleset vacuum.yaml --fail-severity warn --details --no-style \
        --ignore-array-circle-ref --ignore-polymorph-circle-ref ../openapi.json
else
    echo "openapi/lint: vacuum itself did not look at the API document: there is none on the PATH"
fi
