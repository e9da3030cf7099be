#!/bin/sh
# Build the page into the folder that the server serves. `build.sh --check` runs its unit tests, and
# compares that folder with a new build.
set -eu
cd "$(dirname "$0")"

[ "${1:-}" = --check ] || exec node_modules/.bin/vite build --logLevel warn

node_modules/.bin/vitest run --silent
made=$(mktemp -d)
node_modules/.bin/vite build --logLevel warn --outDir "$made"
diff -qr "$made" ../service/annexes/page/built || { echo "service/annexes/page/built: make page" >&2; exit 1; }
rm -r "$made"
echo "web: the page that the server has is built from these sources"
