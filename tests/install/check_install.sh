#!/usr/bin/env bash
# check_install.sh <cmake> <source folder> <build folder> <compiler>: an installed Terrane can be used from CMake
# and from pkg-config, in C and (as a header) in C++.
set -euo pipefail
cmake=$1 source=$2 build=$3 compiler=$4
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
prefix=$folder/prefix

"$cmake" --install "$build" --prefix "$prefix" >"$folder/install.log"
test -f "$prefix/include/terrane/terrane.h"
test -f "$prefix/share/doc/terrane/README.md"

echo "find_package:"
"$cmake" -S "$source/examples" -B "$folder/by-cmake" -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_C_COMPILER="$compiler" >/dev/null
"$cmake" --build "$folder/by-cmake" >/dev/null
"$folder/by-cmake/noise_to_png" "$folder/by-cmake.png"
"$folder/by-cmake/stream_tiles"
if [ -x "$prefix/bin/terrane" ] && "$prefix/bin/terrane" info "$source/worlds/valley.yaml" >/dev/null; then # with YAML
    "$folder/by-cmake/stream_forest" "$source/worlds/valley.yaml"
    "$folder/by-cmake/walk_blocks" "$source/worlds/valley.yaml"
    "$folder/by-cmake/hello_map" "$source/worlds/valley.yaml" "$folder/map.png"
    "$folder/by-cmake/hello_forest" "$source/worlds/valley.yaml" "$folder/forest.glb"
    test "$(head -c 4 "$folder/forest.glb")" = glTF
    # The program draws the same map.
    "$prefix/bin/terrane" map "$source/worlds/valley.yaml" --quiet -o "$folder/program.png"
    cmp "$folder/map.png" "$folder/program.png"
    if "$folder/by-cmake/hello_map" "$source/worlds/none.yaml" "$folder/none.png" 2>"$folder/message"; then
        exit 1
    fi
    grep -q none.yaml "$folder/message"
fi

echo "pkg-config:"
PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name terrane.pc)")
export PKG_CONFIG_PATH
flags=$(pkg-config --cflags --libs terrane)
# shellcheck disable=SC2086 # the flags are words
"$compiler" -std=c17 -Wall -Wextra -Werror "$source/examples/noise_to_png.c" -o "$folder/by-pkg-config" $flags
libdir=$(dirname "$PKG_CONFIG_PATH")
LD_LIBRARY_PATH=$libdir "$folder/by-pkg-config" "$folder/by-pkg-config.png"

cmp "$folder/by-cmake.png" "$folder/by-pkg-config.png"

if [ -x "$prefix/bin/terrane" ]; then
    "$prefix/bin/terrane" --version
fi

if command -v c++ >/dev/null; then
    echo '#include <terrane/terrane.h>
          int main() { return tr_version()[0] == 0; }' >"$folder/header.cpp"
    c++ -Wall -Wextra -Werror -fsyntax-only -I "$prefix/include" "$folder/header.cpp"
    echo "the header is good C++"
fi
