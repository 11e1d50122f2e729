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
show render worlds/valley.yaml --target -3505,-527 --distance 170 --elevation 24 --azimuth 160 -o out/crossing.png || true
show render worlds/valley.yaml --target -2406,-397 --distance 110 --elevation 20 --azimuth 245 -o out/bridge.png || true
show render worlds/valley.yaml --eye -3648,-738 --above 2 --look-at -3600,-900 -o out/wood.png || true
show place worlds/valley.yaml --region -3700,-800,-3500,-600 -o out/forest.glb --ground --map out/forest.png
echo "  terrane place worlds/valley.yaml --region -3700,-800,-3500,-600 --stats > out/forest.txt"
"$terrane" place worlds/valley.yaml --region -3700,-800,-3500,-600 --stats --quiet >out/forest.txt
show voxel worlds/valley.yaml --chunks -120,0,-32,-100,16,-12 -o out/blocks.png
show voxel worlds/valley.yaml --chunks -112,-7,-20,-96,5,-18 --slice z=-610 -o out/section.png
show render worlds/valley.yaml --blocks --range 8,200 -o out/blocks-view.png || true
show carve --dem examples/carve/valley.tif --paths examples/carve/valley.geojson -o out/carved.tif --mesh out/carved.glb \
    --picture out/carved.png
show bake worlds/valley.yaml -o out/valley --spacing 8 --overlap
show noise --sheet -o out/noises.png

cat <<'TEXT'

Look at:
  out/map.png                 the valley as an atlas plate
  out/biomes.png              what grows where
  out/view.png                the valley from the air
  out/crossing.png            a railway crosses the valley's road on a bridge, between embankments
  out/bridge.png              the road crosses the river
  out/wood.png                inside the wood beside it
  out/forest.glb              the trees, bushes, rocks and grass of 200 x 200 m with their ground: drop it into Blender or three.js
  out/forest.png, forest.txt  the same as a map, and its counts and distances
  out/blocks.png              the same place as blocks, from above
  out/section.png             the ground below it cut open: caves
  out/blocks-view.png         the valley from the air as blocks, coarser far away
  out/carved.png              roads, a railway, a river and a lake carved into an elevation model, before and after
  out/carved.tif, carved.glb  the carved model with its place, and the surfaces of its paths
  out/valley/overview.glb     the whole valley as one mesh: drop it into any glTF viewer, Blender or Godot
  out/valley/heights.vrt      the heights with their place: open it in QGIS, or try gdalinfo
  out/valley/level0/          tiles: 16-bit PNG, R16, GeoTIFF, normals, biomes, meshes with levels of detail
  out/noises.png              every noise and fractal, some of them 10^12 units from the origin

Next: build/bin/terrane new my-island --template island --seed 7
      build/bin/terrane map my-island/world.yaml -o my-island/map.png
      'build/bin/terrane help' lists the rest.
TEXT
