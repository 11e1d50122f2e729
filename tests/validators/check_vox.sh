#!/usr/bin/env bash
# check_vox.sh <write_block_samples> <folder of the npm package three>: three.js finds the blocks of a MagicaVoxel scene where
# they are, and does see one that is elsewhere.
set -euo pipefail
writer=$1 package=$2
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

skip() {
    echo "SKIPPED: $*: the .vox files are NOT read by three.js." >&2
    exit 77
}
command -v node >/dev/null || skip "node was not found (package nodejs)"
[ -f "$package/package.json" ] || skip "$package was not found (npm install --prefix build/node three)"

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$writer" "$folder"
node "$here/read_vox.mjs" "$package" "$folder/samples.vox" "$folder/vox.txt"

sed '0,/ [0-9a-f]\{6\}$/s// 123456/' "$folder/vox.txt" >"$folder/wrong.txt"
if node "$here/read_vox.mjs" "$package" "$folder/samples.vox" "$folder/wrong.txt" >/dev/null 2>&1; then
    echo "a wrong block was not seen" >&2
    exit 1
fi
echo "mistakes are seen"
