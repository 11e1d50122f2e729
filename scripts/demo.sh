#!/usr/bin/env bash
# demo.sh: makes the demo world with the built program and says what to look at. ./dev demo calls it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

terrane=${TERRANE:-build/bin/terrane}
mkdir -p out

# show <argument>...: shows the command as a user would type it, and runs it.
show() {
    printf '  terrane %s\n' "$*"
    "$terrane" "$@" --quiet
}

echo "Making the valley of worlds/valley.yaml:"
show map worlds/valley.yaml -o out/map.png
show map worlds/valley.yaml --layer biome -o out/biomes.png
if ! show render worlds/valley.yaml -o out/view.png; then
    echo "  (no OpenGL driver: no perspective view; everything else works without)"
fi
show bake worlds/valley.yaml -o out/valley --spacing 8 --overlap
show noise --sheet -o out/noises.png

cat <<'TEXT'

Look at:
  out/map.png                 the valley as an atlas plate
  out/biomes.png              what grows where
  out/view.png                the valley from the air
  out/valley/overview.glb     the whole valley as one mesh: drop it into any glTF viewer, Blender or Godot
  out/valley/heights.vrt      the heights with their place: open it in QGIS, or try gdalinfo
  out/valley/level0/          tiles: 16-bit PNG, R16, GeoTIFF, normals, biomes, meshes with levels of detail
  out/noises.png              every noise and fractal, some of them 10^12 units from the origin

Next: build/bin/terrane new my-island --template island --seed 7
      build/bin/terrane map my-island/world.yaml -o my-island/map.png
      'build/bin/terrane help' lists the rest.
TEXT
