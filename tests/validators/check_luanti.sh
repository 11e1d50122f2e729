#!/usr/bin/env bash
# check_luanti.sh <write_block_samples>: a Luanti server finds the nodes of a map where they are and knows all of them, and
# does see one that is elsewhere.
set -euo pipefail
writer=$1
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

skip() {
    echo "SKIPPED: $*: the maps are NOT read by a Luanti server." >&2
    exit 77
}
server=$(PATH="$PATH:/usr/games" command -v minetestserver || PATH="$PATH:/usr/games" command -v luantiserver) ||
    skip "no server was found (package minetest-server)"
[ -d /usr/share/games/minetest/games/minetest_game ] || skip "minetest_game was not found (package minetest-data)"

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$writer" "$folder"
world="$folder/world"
mkdir -p "$world/worldmods/check"
cp "$folder/map.sqlite" "$world/map.sqlite"
cp "$here/luanti_check.lua" "$world/worldmods/check/init.lua"
echo 'name = check' >"$world/worldmods/check/mod.conf"
printf 'gameid = minetest\nbackend = sqlite3\n' >"$world/world.mt"
printf 'mg_name = singlenode\nseed = 1\n[end_of_params]\n' >"$world/map_meta.txt"
printf 'liquid_loop_max = 0\nenable_rollback_recording = false\nserver_announce = false\n' >"$folder/minetest.conf"

# read_map <list>: what the mod says of it.
read_map() {
    cp "$1" "$world/expected.txt"
    rm -f "$world/result.txt"
    HOME="$folder" MINETEST_USER_PATH="$folder" timeout 120 "$server" --world "$world" --config "$folder/minetest.conf" \
        --port "$((20000 + $$ % 40000))" --logfile "$folder/log.txt" >"$folder/out.txt" 2>&1 || true
    [ -f "$world/result.txt" ] || {
        tail -n 40 "$folder/out.txt" "$folder/log.txt" >&2
        echo "the server said nothing" >&2
        exit 1
    }
    cat "$world/result.txt"
}

result=$(read_map "$folder/luanti.txt")
echo "$result"
grep -q ' 0 wrong, 0 unknown$' <<<"$result" || exit 1
sed '17s/ [a-z_:0-9]*$/ default:furnace/' "$folder/luanti.txt" >"$folder/wrong.txt"
grep -q ' 1 wrong, 0 unknown$' <<<"$(read_map "$folder/wrong.txt")" || {
    echo "a wrong node was not seen" >&2
    exit 1
}
echo "mistakes are seen"
