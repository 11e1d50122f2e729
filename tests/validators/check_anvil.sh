#!/usr/bin/env bash
# check_anvil.sh <write_block_samples> <reader.mjs> <folder of an npm package>: a reader of Minecraft's files finds the blocks
# of a world where they are, and does see one that is elsewhere.
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

sed '17s/minecraft:[a-z_]*/minecraft:sponge/' "$folder/anvil.txt" >"$folder/wrong.txt"
if node "$here/$reader" "$package" "$folder/anvil" "$folder/wrong.txt" >/dev/null 2>&1; then
    echo "a wrong block was not seen" >&2
    exit 1
fi
echo "mistakes are seen"
