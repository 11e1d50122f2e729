#!/usr/bin/env bash
# check_render.sh <terrane> <world.yaml> <folder of the npm package three> <folder for pictures>: scenes of `terrane place` as a viewer shows
# them: three.js finds as many copies as objects were placed, and as many triangles with instancing as with plain nodes. The pictures are for
# people.
set -euo pipefail
terrane=$1 world=$2 three=$3 out=$4
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

skip() {
    echo "SKIPPED: $*: scenes are NOT drawn by three.js." >&2
    exit 77
}
command -v node >/dev/null || skip "node was not found (package nodejs)"
command -v "${CHROMIUM:-chromium}" >/dev/null || skip "chromium was not found (package chromium)"
[ -f "$three/package.json" ] || skip "$three was not found (npm install --prefix build/node three)"

# number <key> <json>
number() { sed -n "s/.*\"$1\": *\([0-9]*\).*/\1/p" <<<"$2" | head -n 1; }

mkdir -p "$out"
placed=$(number count "$("$terrane" place "$world" --sets trees,rocks -o "$out/scene.glb" --ground --json)")
"$terrane" place "$world" --sets trees,rocks -o "$out/plain.glb" --ground --plain-nodes --quiet
instanced=$(node "$here/render_glb.mjs" "$three" "$out/scene.glb" "$out/scene.png")
plain=$(node "$here/render_glb.mjs" "$three" "$out/plain.glb" "$out/plain.png")
echo "placed $placed; three.js: $instanced and $plain"
[ "$placed" -gt 1000 ]
[ "$(number copies "$instanced")" -eq "$placed" ]
[ "$(number meshes "$plain")" -eq $((placed + 1)) ]
[ "$(number triangles "$instanced")" -eq "$(number triangles "$plain")" ]
# A picture of sky alone is a few kilobytes.
[ "$(stat -c %s "$out/scene.png")" -gt 200000 ]
echo "three.js shows what was placed: $out/scene.png, $out/plain.png"
