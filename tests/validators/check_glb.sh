#!/usr/bin/env bash
# check_glb.sh <write_glb_samples> <folder of the npm package gltf-validator>: the Khronos validator has nothing to say
# against the GLB files that the program writes, and does see a mistake.
set -euo pipefail
writer=$1 package=$2
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

skip() {
    echo "SKIPPED: $*: the GLB files are NOT checked by the Khronos validator." >&2
    exit 77
}
command -v node >/dev/null || skip "node was not found (package nodejs)"
[ -f "$package/package.json" ] || skip "$package was not found (npm install --prefix build/node gltf-validator)"

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/good" "$folder/bad"
"$writer" "$folder/good"
node "$here/validate_glb.mjs" "$package" "$folder"/good/*.glb

# expect_refusal <what> <expression>: a good file with one word changed for another of the same length.
expect_refusal() {
    LC_ALL=C sed "$2" "$folder/good/texture.glb" >"$folder/bad/bad.glb"
    if node "$here/validate_glb.mjs" "$package" "$folder/bad/bad.glb" >"$folder/bad/log"; then
        echo "the validator did not see $1" >&2
        exit 1
    fi
}
expect_refusal "an error" 's/"POSITION"/"_OSITION"/'
expect_refusal "a warning" 's/"metallicFactor"/"metallicFaktor"/'
echo "mistakes are seen"
