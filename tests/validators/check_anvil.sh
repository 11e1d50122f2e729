#!/usr/bin/env bash
# check_anvil.sh <write_block_samples> <reader.mjs> <folder of an npm package>: a reader of Minecraft's files finds the blocks
# of a world where they are, their light and their biomes, and does see one that is elsewhere.
set -euo pipefail
writer=$1 reader=$2 package=$3
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

skip() {
    echo "SKIPPED: $*: the Minecraft worlds are NOT read by $(basename "$package")." >&2
    exit 77
}
command -v node >/dev/null || skip "node was not found (package nodejs)"
[ -f "$package/package.json" ] || skip "$package was not found (npm)"

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$writer" "$folder"
node "$here/$reader" "$package" "$folder/anvil" "$folder/anvil.txt"
node "$here/$reader" "$package" "$folder/lit" "$folder/lit.txt"

# must_see <world> <what> <edit of a line of its list>
must_see() {
    head -n 40 "$folder/$1.txt" | sed "$3" >"$folder/wrong.txt"
    if node "$here/$reader" "$package" "$folder/$1" "$folder/wrong.txt" >/dev/null 2>&1; then
        echo "a wrong $2 was not seen" >&2
        exit 1
    fi
}
must_see anvil block '17s/minecraft:[a-z_]*/minecraft:sponge/'
must_see lit biome '17s/[a-z_:]*$/minecraft:swamp/'
must_see lit "light of the sky" '17s/ [0-9]* \([0-9]* [a-z_:]*\)$/ 16 \1/'
must_see lit "light of a block" '17s/ [0-9]* \([a-z_:]*\)$/ 16 \1/'
echo "mistakes are seen"
