#!/usr/bin/env bash
# demo.sh: paints the demo pictures into out/ with the built program and says what to look at. ./dev demo calls it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

terrane=${TERRANE:-build/bin/terrane}
graphs=worlds/graphs
mkdir -p out

# paint <argument>...: shows the command as a user would type it, and runs it.
paint() {
    printf '  terrane noise %s\n' "$*"
    "$terrane" noise "$@" --quiet
}

echo "Painting:"
paint --sheet -o out/noises.png
paint "$graphs/relief.yaml" --style relief --seed 7 --step 2 --size 1280,800 -o out/relief.png
paint "$graphs/relief.yaml" --style relief --seed 12 --step 2 --size 1280,800 \
    --at 1000000000000,1000000000000 -o out/relief_far.png
paint "$graphs/islands.yaml" --style relief --seed 3 --at -400,-256 --size 800,512 -o out/islands.png

cat <<'TEXT'

Look at:
  out/noises.png      every noise and fractal, with two that lie 10^12 units from the origin: no difference to see
  out/relief.png      a continent from worlds/graphs/relief.yaml: coasts, plains, hills, ranges, snow
  out/relief_far.png  the same description and another seed, 10^12 units away: as sharp as at the origin
  out/islands.png     an island with its shelf, from worlds/graphs/islands.yaml

Next: another --seed, --step 1 to come closer, --step 8 to see more; 'build/bin/terrane help noise' lists the rest.
TEXT
