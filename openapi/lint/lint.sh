#!/bin/sh
# Lint the API document by Redocly and our plugin, and by vacuum if it is installed.
# Compare it with the document of the newest release: a breaking difference fails.
# Lint the AsyncAPI document by AsyncAPI's own parser.
# Check the types of the page's sources against the API document, as the page is a client of it.
# Check the types of the TypeScript client, and compare them with the types that it contains.
# The types of the language and the browser, which TypeScript contains, are not checked.
# Lint all scripts of the project and check their format by biome (biome.jsonc); `lint.sh --write` corrects it.
set -eu
cd "$(dirname "$0")"
export REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true
# TypeScript remembers here which files it has checked: another run takes a third of the time.
checked="$PWD/node_modules/.checked"

# In another folder, because the generator of the types would follow the linter's settings next to
# them.
types_checked() (
    programs="$PWD/node_modules/.bin"
    cd ../../web
    "$programs/openapi-typescript" ../openapi/openapi.json --output src/api-types.d.ts \
        --default-non-nullable=false > /dev/null
    "$programs/tsc" --incremental --tsBuildInfoFile "$checked-page"
    echo "openapi/lint: the page's sources have the types of the API document"
)

# The TypeScript client is JavaScript with types in comments. Its users get these types as files.
client_typed() (
    programs="$PWD/node_modules/.bin"
    cd ../../clients/typescript
    made=types
    [ "${1:-}" = --write ] || made=$(mktemp -d)
    "$programs/tsc" --project tsconfig.json --outDir "$made"
    if [ "$made" != types ]; then
        diff -r --exclude=answers.d.ts --exclude=games.d.ts "$made" types || { echo "clients/typescript/types: make format" >&2; exit 1; }
        rm -r "$made"
    fi
    # Import it as its users do, and with the strictest way to look modules up.
    "$programs/tsc" --noEmit --incremental --tsBuildInfoFile "$checked-client" --strict --skipDefaultLibCheck --allowJs --checkJs --target es2022 --module nodenext \
        --typeRoots "$programs/../@types" --types node bot.js typed.ts
    echo "openapi/lint: the TypeScript client has the types that it says it has"
)

# The portal serves a copy of MiniSearch: the package itself, without its comments.
search_copied() (
    copy=../../service/annexes/portal/assets/minisearch.js
    [ "${1:-}" = --write ] && node minisearch.js > "$copy" && return
    node minisearch.js | cmp -s - "$copy" || { echo "$copy: make format" >&2; exit 1; }
)

# npm brings biome for the machines that package.json names, as a program for each.
styled() (
    cd ../..
    for biome in openapi/lint/node_modules/@biomejs/cli-*/biome; do
        if [ -x "$biome" ]; then
            "$biome" check --error-on-warnings "$@"
            return
        fi
    done
    echo "openapi/lint: nothing looked at the form of scripts: npm has no biome for this machine"
)

if [ "${1:-}" = --write ]; then
    styled --write
    client_typed --write
    search_copied --write
    exit
fi
node_modules/.bin/redocly lint --config redocly.yaml --format=stylish ../openapi.json
node asyncapi.js ../asyncapi.json
[ ! -e ../released.json.gz ] || node breaking.js ../released.json.gz ../openapi.json
types_checked
client_typed
search_copied
styled

if command -v vacuum > /dev/null 2>&1; then
    # Options hold options: that is no mistake.
    vacuum lint --ruleset vacuum.yaml --fail-severity warn --details --no-style \
        --ignore-array-circle-ref --ignore-polymorph-circle-ref ../openapi.json
else
    echo "openapi/lint: vacuum itself did not look at the API document: there is none on the PATH"
fi
