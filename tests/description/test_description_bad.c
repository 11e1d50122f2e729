// Bad descriptions of every kind: each is refused with its place, what was found and what is allowed.
#include <stdio.h>
#include <string.h>

#include "cmocka_test.h"
#include "test_context.h"
#include "terrane/world.h"

// Files that a description names are looked for beside this.
#define DESCRIPTION "tests/world/data/world.yaml"

#define ZEROS "00000000000000000000000000000000000000000000000000000000000000000000000000000000"
#define X50 "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
#define LONG_TEXT X50 X50 X50 X50 "x"

enum { SYNTAX = TR_ERROR_SYNTAX, SCHEMA = TR_ERROR_SCHEMA, FILE_OPEN = TR_ERROR_FILE_OPEN };

typedef struct bad_description {
    const char *text;
    int code, line, column;
    const char *message;  // what must stand in it
} bad_description;

// clang-format off
static const bad_description bad[] = {
    // the file as a whole
    {"", SYNTAX, 1, 1, "nothing is described here"},
    {"# nothing but a comment\n", SYNTAX, 1, 1, "nothing is described here"},
    {"- a\n" "- b\n", SCHEMA, 1, 1, "this is a sequence; a world is a mapping, such as name: My world"},
    {"just text\n", SCHEMA, 1, 1, "this is a plain value; a world is a mapping, such as name: My world"},
    {"[]\n", SCHEMA, 1, 1, "this is a sequence; a world is a mapping, such as name: My world"},
    {"name: a\n" "---\n" "name: b\n", SYNTAX, 2, 1, "a second document; one is allowed"},
    {"name: [a\n", SYNTAX, 2, 1, "did not find expected ',' or ']' (while parsing a flow sequence that starts at line 1)"},
    {"name: 'open\n", SYNTAX, 2, 1, "found unexpected end of stream (while scanning a quoted scalar that starts at line 1)"},
    {"\tname: a\n", SYNTAX, 1, 1, "found character that cannot start any token (while scanning for the next token that starts at line 1)"},
    {"name: a\n" "  seed: 3\n", SYNTAX, 2, 7, "mapping values are not allowed in this context"},
    {"? [a, b]\n" ": 1\n", SYNTAX, 1, 3, "a key must be text, not a list or a mapping"},
    {"name: !!str a\n", SYNTAX, 1, 7, "tags such as 'tag:yaml.org,2002:str' are not supported"},
    {"name: *nobody\n", SYNTAX, 1, 7, "the anchor 'nobody' is not defined before this place"},
    {"a: &a {b: *a}\n", SYNTAX, 1, 11, "the alias 'a' would contain itself"},
    {"name: \"a\\0b\"\n", SYNTAX, 1, 7, "a text must not hold the character 0"},
    {"name: \xff\n", SYNTAX, 1, 7, "invalid leading UTF-8 octet"},
    // keys
    {"nmae: a\n", SCHEMA, 1, 1, "'nmae' is not a key here; did you mean 'name'?"},
    {"name: a\n" "seed: 1\n" "name: b\n", SCHEMA, 3, 1, "'name' was already given in line 1"},
    {"terrain: {erosoin: {size: 5}}\n", SCHEMA, 1, 11, "'erosoin' is not a key here; did you mean 'erosion'?"},
    {"terrain:\n" "  erosion:\n" "    sise: 5\n", SCHEMA, 3, 5, "'sise' is not a key here; did you mean 'size'?"},
    {"terrain:\n" "  rivers:\n" "    width: 10\n" "    depth: 2\n" "    width: 20\n", SCHEMA, 5, 5, "'width' was already given in line 3"},
    {"climate: {wnid: 90}\n", SCHEMA, 1, 11, "'wnid' is not a key here; did you mean 'wind'?"},
    {"biomes: {dessert: {color: \"#ffffff\"}}\n", SCHEMA, 1, 10, "'dessert' is not a key here; did you mean 'desert'?"},
    {"biomes:\n" "  desert:\n" "    colour: \"#ffffff\"\n", SCHEMA, 3, 5, "'colour' is not a key here; did you mean 'color'?"},
    {"qqqqqqqq: 1\n", SCHEMA, 1, 1, "'qqqqqqqq' is not a key here; allowed: name, seed, extent, sea_level, terrain, climate, biomes, voxels, paths,"},
    {"Name: a\n", SCHEMA, 1, 1, "'Name' is not a key here; did you mean 'name'?"},
    {"terrain.erosion.size: 5\n", SCHEMA, 1, 1, "'terrain.erosion.size' is not a key here; allowed: name, seed, extent, sea_level, terrain, climate, biomes,"},
    // groups
    {"terrain: 5\n", SCHEMA, 1, 10, "'terrain' is a plain value; a mapping with the keys graph, landform, erosion, rivers, beaches, terraces,"},
    {"terrain: [1, 2]\n", SCHEMA, 1, 10, "'terrain' is a sequence; a mapping with the keys graph, landform, erosion, rivers, beaches, terraces,"},
    {"terrain:\n", SCHEMA, 1, 9, "'terrain' is empty; write keys such as 'graph' below it, or leave it out"},
    {"terrain:\n" "  erosion:\n", SCHEMA, 2, 11, "'erosion' is empty; write keys such as 'strength' below it, or leave it out"},
    {"climate: warm\n", SCHEMA, 1, 10, "'climate' is a plain value; a mapping with the keys latitude, metres_per_degree, equator, pole, lapse,"},
    {"biomes: [desert]\n", SCHEMA, 1, 9, "'biomes' is a sequence; a mapping with the keys ocean, river, beach, desert, savanna, jungle, rainforest,"},
    {"biomes: {desert: \"#ffffff\"}\n", SCHEMA, 1, 18, "'desert' is text in quotes; a mapping with the keys color is expected"},
    {"terrain: {rivers: none}\n", SCHEMA, 1, 19, "'rivers' is a plain value; a mapping with the keys spacing, width, valley_width, depth is expected"},
    {"terrain: {landform: \"\"}\n", SCHEMA, 1, 21, "'landform' is empty; write keys such as 'continent_size' below it, or leave it out"},
    // texts
    {"name: {a: b}\n", SCHEMA, 1, 7, "'name' is a mapping; a text is expected"},
    {"name: [a]\n", SCHEMA, 1, 7, "'name' is a sequence; a text is expected"},
    {"name:\n", SCHEMA, 1, 6, "'name' is empty; a text is expected"},
    {"name: \"two\\nlines\"\n", SCHEMA, 1, 7, "'name' holds a control character; a text on one line is expected"},
    {"name: " LONG_TEXT "\n", SCHEMA, 1, 7, "'name' has 201 bytes; allowed are 200"},
    {"seed: {a: 1}\n", SCHEMA, 1, 7, "'seed' is a mapping; a number or a text is expected"},
    {"seed:\n", SCHEMA, 1, 6, "'seed' is empty; a number or a text is expected"},
    {"seed: [1, 2]\n", SCHEMA, 1, 7, "'seed' is a sequence; a number or a text is expected"},
    // numbers and units
    {"sea_level: high\n", SCHEMA, 1, 12, "'sea_level' is 'high'; a finite decimal number is expected, alone or with a unit: m, km, cm"},
    {"sea_level: \"5\"\n", SCHEMA, 1, 12, "'sea_level' is text in quotes; a number is expected, without quotes"},
    {"sea_level: [5]\n", SCHEMA, 1, 12, "'sea_level' is a sequence; a number is expected"},
    {"sea_level: {m: 5}\n", SCHEMA, 1, 12, "'sea_level' is a mapping; a number is expected"},
    {"sea_level:\n", SCHEMA, 1, 11, "'sea_level' is ''; a finite decimal number is expected, alone or with a unit: m, km, cm"},
    {"sea_level: nan\n", SCHEMA, 1, 12, "'sea_level' is 'nan'; a finite decimal number is expected, alone or with a unit: m, km, cm"},
    {"sea_level: .inf\n", SCHEMA, 1, 12, "'sea_level' is '.inf'; a finite decimal number is expected, alone or with a unit: m, km, cm"},
    {"sea_level: 1e999\n", SCHEMA, 1, 12, "'sea_level' is '1e999', which is too large for a number"},
    {"sea_level: 0x10\n", SCHEMA, 1, 12, "'sea_level' is '0x10'; a finite decimal number is expected, alone or with a unit: m, km, cm"},
    {"sea_level: 10001\n", SCHEMA, 1, 12, "'sea_level' is '10001'; allowed is -10000 to 10000 m"},
    {"sea_level: -11 km\n", SCHEMA, 1, 12, "'sea_level' is '-11 km'; allowed is -10000 to 10000 m"},
    {"sea_level: 5 miles\n", SCHEMA, 1, 12, "'sea_level' is '5 miles'; a finite decimal number is expected, alone or with a unit: m, km, cm"},
    {"sea_level: 5 deg\n", SCHEMA, 1, 12, "'sea_level' is '5 deg'; a finite decimal number is expected, alone or with a unit: m, km, cm"},
    {"sea_level: 5 k m\n", SCHEMA, 1, 12, "'sea_level' is '5 k m'; a finite decimal number is expected, alone or with a unit: m, km, cm"},
    {"sea_level: m\n", SCHEMA, 1, 12, "'sea_level' is 'm'; a finite decimal number is expected, alone or with a unit: m, km, cm"},
    {"sea_level: 5e\n", SCHEMA, 1, 12, "'sea_level' is '5e'; a finite decimal number is expected, alone or with a unit: m, km, cm"},
    {"sea_level: 1,5\n", SCHEMA, 1, 12, "'sea_level' is '1,5'; a finite decimal number is expected, alone or with a unit: m, km, cm"},
    {"sea_level: 5 M\n", SCHEMA, 1, 12, "'sea_level' is '5 M'; a finite decimal number is expected, alone or with a unit: m, km, cm"},
    {"terrain: {landform: {land_share: 1.5}}\n", SCHEMA, 1, 34, "'land_share' is '1.5'; allowed is 0 to 1"},
    {"terrain: {landform: {land_share: 150 %}}\n", SCHEMA, 1, 34, "'land_share' is '150 %'; allowed is 0 to 1"},
    {"terrain: {landform: {land_share: 20 m}}\n", SCHEMA, 1, 34, "'land_share' is '20 m'; a finite decimal number is expected, alone or with a unit: %"},
    {"terrain: {landform: {continent_size: 0}}\n", SCHEMA, 1, 38, "'continent_size' is '0'; allowed is 100 to 1000000 m"},
    {"terrain: {landform: {mountain_height: -5}}\n", SCHEMA, 1, 39, "'mountain_height' is '-5'; allowed is 0 to 10000 m"},
    {"terrain:\n" "  landform:\n" "    hill_size: 2000 km\n", SCHEMA, 3, 16, "'hill_size' is '2000 km'; allowed is 10 to 1000000 m"},
    {"terrain: {erosion: {octaves: 2.5}}\n", SCHEMA, 1, 30, "'octaves' is '2.5'; an integer of at most 64 bits is expected"},
    {"terrain: {erosion: {octaves: 0}}\n", SCHEMA, 1, 30, "'octaves' is '0'; allowed is 1 to 8"},
    {"terrain: {erosion: {octaves: 9}}\n", SCHEMA, 1, 30, "'octaves' is '9'; allowed is 1 to 8"},
    {"terrain: {erosion: {octaves: three}}\n", SCHEMA, 1, 30, "'octaves' is 'three'; an integer of at most 64 bits is expected"},
    {"terrain: {erosion: {octaves: 99999999999999999999}}\n", SCHEMA, 1, 30, "'octaves' is '99999999999999999999'; an integer of at most 64 bits is expected"},
    {"terrain: {erosion: {strength: -0.1}}\n", SCHEMA, 1, 31, "'strength' is '-0.1'; allowed is 0 to 1"},
    {"terrain: {beaches: {width: 0.5}}\n", SCHEMA, 1, 28, "'width' is '0.5'; allowed is 1 to 20"},
    {"terrain: {beaches: {width: 4 m}}\n", SCHEMA, 1, 28, "'width' is '4 m'; a finite decimal number is expected, without a unit"},
    {"terrain: {terraces: {flatness: 2}}\n", SCHEMA, 1, 32, "'flatness' is '2'; allowed is 0 to 1"},
    {"climate: {latitude: 91}\n", SCHEMA, 1, 21, "'latitude' is '91'; allowed is -90 to 90 deg"},
    {"climate: {latitude: 45 m}\n", SCHEMA, 1, 21, "'latitude' is '45 m'; a finite decimal number is expected, alone or with a unit: deg"},
    {"climate: {wind: 361}\n", SCHEMA, 1, 17, "'wind' is '361'; allowed is 0 to 360 deg"},
    {"climate: {lapse: 6.5 K}\n", SCHEMA, 1, 18, "'lapse' is '6.5 K'; a finite decimal number is expected, alone or with a unit: degC/km"},
    {"climate: {equator: 300 degC}\n", SCHEMA, 1, 20, "'equator' is '300 degC'; allowed is -60 to 60 degC"},
    {"climate: {humidity: wet}\n", SCHEMA, 1, 21, "'humidity' is 'wet'; a finite decimal number is expected, alone or with a unit: %"},
    {"climate: {metres_per_degree: 1}\n", SCHEMA, 1, 30, "'metres_per_degree' is '1'; allowed is 10 to 10000000 m"},
    {"climate: {reach: 1e9}\n", SCHEMA, 1, 18, "'reach' is '1e9'; allowed is 100 to 200000 m"},
    {"sea_level: 1" ZEROS " m\n", SCHEMA, 1, 12, "'sea_level' is '100000000000000000000000000000000000000000...'; a finite decimal number is expected, alone or"},
    // colours
    {"biomes: {desert: {color: red}}\n", SCHEMA, 1, 26, "'color' is 'red'; a colour such as \"#d8bd83\" (in quotes, as # begins a comment) is expected"},
    {"biomes: {desert: {color: \"#fff\"}}\n", SCHEMA, 1, 26, "'color' is '#fff'; a colour such as \"#d8bd83\" (in quotes, as # begins a comment) is expected"},
    {"biomes: {desert: {color: \"#gggggg\"}}\n", SCHEMA, 1, 26, "'color' is '#gggggg'; a colour such as \"#d8bd83\" (in quotes, as # begins a comment) is expected"},
    {"biomes:\n" "  desert:\n" "    color: #ffffff\n", SCHEMA, 3, 11, "'color' is empty; a colour such as \"#d8bd83\" (in quotes, as # begins a comment) is expected"},
    {"biomes: {desert: {color: [1, 2, 3]}}\n", SCHEMA, 1, 26, "'color' is a sequence; a colour such as \"#d8bd83\" (in quotes, as # begins a comment) is expected"},
    {"biomes: {ice: {color: \"#ffffff0\"}}\n", SCHEMA, 1, 23, "'color' is '#ffffff0'; a colour such as \"#d8bd83\" (in quotes, as # begins a comment) is expected"},
    // extents
    {"extent: big\n", SCHEMA, 1, 9, "'extent' is 'big'; endless, {width: 8 km, depth: 8 km} or [x0, z0, x1, z1] is expected"},
    {"extent: 5\n", SCHEMA, 1, 9, "'extent' is '5'; endless, {width: 8 km, depth: 8 km} or [x0, z0, x1, z1] is expected"},
    {"extent:\n", SCHEMA, 1, 8, "'extent' is ''; endless, {width: 8 km, depth: 8 km} or [x0, z0, x1, z1] is expected"},
    {"extent: [0, 0, 5]\n", SCHEMA, 1, 9, "'extent' is a list of 3; four lengths are expected, [x0, z0, x1, z1]"},
    {"extent: [0, 0, 5, x]\n", SCHEMA, 1, 19, "this value is 'x'; a finite decimal number is expected, alone or with a unit: m, km, cm"},
    {"extent: [0, 0, 0, 5]\n", SCHEMA, 1, 9, "the extent is empty: x0 is 0 and x1 is 0 m; x1 must be greater"},
    {"extent: [0, 9, 5, 5]\n", SCHEMA, 1, 9, "the extent is empty: z0 is 9 and z1 is 5 m; z1 must be greater"},
    {"extent: [0, 0, 5, 2e12]\n", SCHEMA, 1, 19, "this value is '2e12'; allowed is -1e+12 to 1e+12 m"},
    {"extent: {width: 8 km}\n", SCHEMA, 1, 9, "'depth' is missing: an extent has a width and a depth"},
    {"extent: {width: 8 km, depth: 0}\n", SCHEMA, 1, 30, "'depth' is '0'; allowed is 1 to 1e+12 m"},
    {"extent: {width: 8 km, depth: 3e12}\n", SCHEMA, 1, 30, "'depth' is '3e12'; allowed is 1 to 1e+12 m"},
    {"extent: {width: 8 km, x0: 5}\n", SCHEMA, 1, 23, "'x0' does not go with a width or a depth: write x0, z0, x1, z1 or width, depth"},
    {"extent: {widht: 8 km, depth: 8 km}\n", SCHEMA, 1, 10, "'widht' is not a key here; did you mean 'width'?"},
    {"extent: {x0: 0, z0: 0, x1: 5}\n", SCHEMA, 1, 9, "'z1' is missing: an extent has x0, z0, x1 and z1"},
    {"extent: {x0: 0, z0: 0, x1: -5, z1: 5}\n", SCHEMA, 1, 9, "the extent is empty: x0 is 0 and x1 is -5 m; x1 must be greater"},
    {"extent: [0, 0, 5.5, 5]\n", SCHEMA, 1, 16, "'5.5' is not a whole number of metres, as an extent has to be"},
    {"extent: {}\n", SCHEMA, 1, 9, "'x0' is missing: an extent has x0, z0, x1 and z1"},
    {"extent: []\n", SCHEMA, 1, 9, "'extent' is a list of 0; four lengths are expected, [x0, z0, x1, z1]"},
    {"extent: [0, 0, \"5\", 5]\n", SCHEMA, 1, 16, "this value is text in quotes; a number is expected, without quotes"},
    {"extent: {width: [8], depth: 8}\n", SCHEMA, 1, 17, "'width' is a sequence; a number is expected"},
    // rivers
    {"terrain: {rivers: {spacing: 9 km, width: 9500}}\n", SCHEMA, 1, 42, "the rivers are too wide: width and valley_width on both sides are "},
    {"terrain:\n" "  rivers:\n" "    spacing: 100 m\n", SCHEMA, 3, 5, "the rivers are too wide: width and valley_width on both sides are "},
    {"terrain:\n" "  rivers:\n" "    width: 100\n" "    valley_width: 100 km\n" "    spacing: 9 km\n", SCHEMA, 4, 19, "the rivers are too wide: width and valley_width on both sides are "},
    // elevation files
    {"terrain: {elevation: {file: nowhere.tif}}\n", FILE_OPEN, 1, 29, "'file' is 'nowhere.tif', but there is no such file"},
    {"terrain:\n" "  elevation:\n" "    detail: 0.5\n", SCHEMA, 3, 5, "'file' is missing: elevation needs a raster, such as file: alps.tif"},
    {"terrain: {elevation: {file: [a]}}\n", SCHEMA, 1, 29, "'file' is a sequence; the name of a file is expected"},
    {"terrain: {elevation: {file: no_raster.txt, beyond: edges}}\n", SCHEMA, 1, 52, "'edges' is not allowed for 'beyond'; did you mean 'edge'?"},
    {"terrain: {elevation: {file: no_raster.txt, beyond: [sea]}}\n", SCHEMA, 1, 52, "'beyond' is a sequence; one of generated, edge, sea is expected"},
    {"terrain: {elevation: {file: no_raster.txt, at: 5}}\n", SCHEMA, 1, 48, "'at' must be a list of two lengths, [x, z]"},
    {"terrain: {elevation: {file: no_raster.txt, at: [5]}}\n", SCHEMA, 1, 48, "'at' must be a list of two lengths, [x, z]"},
    {"terrain: {elevation: {file: no_raster.txt, at: [5, 5 deg]}}\n", SCHEMA, 1, 52, "this value is '5 deg'; a finite decimal number is expected, alone or with a unit: m, km, cm"},
    {"terrain: {elevation: {file: no_raster.txt, vertical_scale: 0}}\n", SCHEMA, 1, 60, "'vertical_scale' is '0'; allowed is 0.01 to 100"},
    {"terrain: {elevation: {file: no_raster.txt, blend: -1}}\n", SCHEMA, 1, 51, "'blend' is '-1'; allowed is 0 to 1000000 m"},
    {"terrain: {elevation: alps.tif}\n", SCHEMA, 1, 22, "'elevation' is a plain value; a mapping with the keys file, at, vertical_scale, offset, detail, beyond, blend"},
    // graphs
    {"terrain: {graph: nowhere.yaml}\n", FILE_OPEN, 1, 18, "nowhere.yaml: cannot be opened"},
    {"terrain:\n" "  graph: {nodes: {a: {type: value}}}\n" "  landform: {hill_size: 500}\n", SCHEMA, 3, 3, "'graph' and 'landform' exclude each other; 'graph' stands in line 2"},
    {"terrain:\n" "  landform: {hill_size: 500}\n" "  graph: {nodes: {a: {type: value}}}\n", SCHEMA, 3, 3, "'graph' and 'landform' exclude each other; 'landform' stands in line 2"},
    {"terrain:\n" "  graph:\n" "    nodes:\n" "      a: {type: gradeint}\n", SCHEMA, 4, 17, "'gradeint' is not allowed for 'type'; did you mean 'gradient'?"},
    {"terrain:\n" "  graph:\n" "    node: {}\n", SCHEMA, 3, 5, "'node' is not a key here; did you mean 'nodes'?"},
    {"terrain:\n" "  graph: {output: a}\n", SCHEMA, 2, 10, "'nodes' is missing: a mapping of names to nodes"},
    {"terrain:\n" "  graph:\n" "    nodes: {a: {type: value, frequency: -1}}\n", SCHEMA, 3, 41, "'frequency' is -1; allowed is 9.313225746e-10 to 1048576"},
    {"terrain:\n" "  graph:\n" "    nodes: {a: {type: abs, input: b}}\n", SCHEMA, 3, 35, "'input' is 'b', but no node has this name"},
    {"terrain:\n" "  graph:\n" "    nodes: {a: {type: value}}\n" "    output: b\n", SCHEMA, 4, 13, "'output' is 'b', but no node has this name"},
    {"terrain: {graph: [a]}\n", SCHEMA, 1, 18, "'graph' is a sequence; the name of a file, or a mapping with nodes, is expected"},
    // paths
    {"paths: yes\n", SCHEMA, 1, 8, "'paths' must be a list, such as [{kind: road, line: [[0, 0], [500, 200]]}]"},
    {"paths: {kind: road}\n", SCHEMA, 1, 8, "'paths' must be a list, such as "},
    {"paths: [road]\n", SCHEMA, 1, 9, "a path is a mapping, such as {kind: road, line: [[0, 0], [500, 200]], width: 6 m}"},
    {"paths:\n" "  - kind: road\n" "    lnie: [[0, 0], [9, 9]]\n", SCHEMA, 3, 5, "'lnie' is not a key here; did you mean 'line'?"},
    {"paths:\n" "  - kind: road\n", SCHEMA, 2, 5, "this path comes from nowhere: give it one of line, area, file, route and drain"},
    {"paths:\n" "  - line: [[0, 0], [9, 9]]\n", SCHEMA, 2, 5, "'kind' is missing: a path is a road, a river, ..."},
    {"paths: [{kind: raod, line: [[0, 0], [9, 9]]}]\n", SCHEMA, 1, 16, "'raod' is not allowed for 'kind'; did you mean 'road'?"},
    {"paths:\n" "  - kind: road\n" "    line: [[0, 0], [9, 9]]\n" "    route: [[0, 0], [9, 9]]\n", SCHEMA, 4, 5, "'route' does not go with 'line' in line 3: a path has one source"},
    {"paths: [{kind: lake, line: [[0, 0], [9, 9]]}]\n", SCHEMA, 1, 16, "'kind' is 'lake', which does not go with 'line'; allowed: stream, river, track, road, rail"},
    {"paths: [{kind: road, area: [[0, 0], [9, 9], [0, 9]]}]\n", SCHEMA, 1, 16, "'kind' is 'road', which does not go with 'area'; allowed: lake, river, level"},
    {"extent: [0, 0, 9, 9]\n" "paths: [{kind: road, drain: 1 km2}]\n", SCHEMA, 2, 16, "'kind' is 'road', which does not go with 'drain'; allowed: stream, river"},
    {"paths: [{kind: road, line: 5}]\n", SCHEMA, 1, 28, "'line' must be a list of places, such as [[0, 0], [50, 20]]"},
    {"paths: [{kind: road, line: [[0, 0]]}]\n", SCHEMA, 1, 28, "'line' has 1 place; at least 2 are needed"},
    {"paths: [{kind: road, line: [[0, 0], [1]]}]\n", SCHEMA, 1, 37, "a place is [x, z], [x, z, height] or a mapping with x and z"},
    {"paths: [{kind: road, line: [[0, 0], [1, 2, 3, 4]]}]\n", SCHEMA, 1, 37, "a place is [x, z], [x, z, height] or a mapping with x and z"},
    {"paths: [{kind: road, line: [[0, 0], [1, east]]}]\n", SCHEMA, 1, 41, "this value is 'east'; a finite decimal number is expected, alone or with a unit: m, km, cm"},
    {"paths: [{kind: road, line: [[0, 0], [1, 2e12]]}]\n", SCHEMA, 1, 41, "this value is '2e12'; allowed is -1e+12 to 1e+12 m"},
    {"paths: [{kind: road, line: [[0, 0], [1, 2, 90 km]]}]\n", SCHEMA, 1, 44, "this value is '90 km'; allowed is -20000 to 20000 m"},
    {"paths: [{kind: road, line: [[0, 0], {x: 5}]}]\n", SCHEMA, 1, 37, "'z' is missing: a place has x and z"},
    {"paths: [{kind: road, line: [[0, 0], {x: 5, z: 5, with: 2}]}]\n", SCHEMA, 1, 50, "'with' is not a key here; did you mean 'width'?"},
    {"paths: [{kind: lake, area: [[0, 0], [9, 9]]}]\n", SCHEMA, 1, 28, "'area' has 2 places; at least 3 are needed"},
    {"paths: [{kind: lake, area: [[[0, 0], [9, 9], [0, 9]], [[1, 2], [2, 2]]]}]\n", SCHEMA, 1, 55, "'area' has 2 places; at least 3 are needed"},
    {"paths: [{kind: road, line: [[0, 0], [9, 9]], width: 0}]\n", SCHEMA, 1, 53, "'width' is '0'; allowed is 0.1 to 5000 m"},
    {"paths: [{kind: road, line: [[0, 0], [9, 9]], width: 5 %}]\n", SCHEMA, 1, 53, "'width' is '5 %'; a finite decimal number is expected, alone or with a unit: m, km, cm"},
    {"paths: [{kind: road, line: [[0, 0], [9, 9]], grade: 2000 %}]\n", SCHEMA, 1, 53, "'grade' is '2000 %'; allowed is 0 to 10"},
    {"paths: [{kind: road, line: [[0, 0], [9, 9]], priority: 256}]\n", SCHEMA, 1, 56, "'priority' is '256'; allowed is 0 to 255"},
    {"paths: [{kind: road, line: [[0, 0], [9, 9]], mode: splines}]\n", SCHEMA, 1, 52, "'splines' is not allowed for 'mode'; did you mean 'spline'?"},
    {"paths: [{kind: road, line: [[0, 0], [9, 9]], bridges: no}]\n", SCHEMA, 1, 55, "'bridges' is 'no'; true or false is expected"},
    {"paths: [{kind: road, line: [[0, 0], [9, 9]], lakes: true}]\n", SCHEMA, 1, 46, "'lakes' does not go with 'line'"},
    {"paths: [{kind: lake, area: [[0, 0], [9, 9], [0, 9]], width: 5}]\n", SCHEMA, 1, 54, "'width' does not go with 'area'"},
    {"paths: [{kind: road, line: [[0, 0], [9, 9]], name: \"\"}]\n", SCHEMA, 1, 52, "'name' is empty; a text is expected"},
    {"paths: [{kind: road, file: nowhere.geojson}]\n", FILE_OPEN, 1, 28, "'file' is 'nowhere.geojson', but there is no such file"},
    {"paths: [{drain: 2 km2}]\n", SCHEMA, 1, 17, "'drain' is looked for within the extent of the world, and this one is endless: give the world an extent, or"},
    {"paths: [{kind: road, route: [[0, 0], [9, 9]]}]\n", SCHEMA, 1, 29, "'route' is looked for within the extent of the world, and this one is endless: give the world an extent, or"},
    {"paths: [{drain: 2 km2, within: 5}]\n", SCHEMA, 1, 32, "'within' is a plain value; {width, depth} or [x0, z0, x1, z1] is expected"},
    {"paths: [{drain: 2 km2, within: [0, 0, 5]}]\n", SCHEMA, 1, 32, "'within' is a list of 3; four lengths are expected, [x0, z0, x1, z1]"},
    {"paths: [{drain: 2 km2, within: [0, 0, 0, 5]}]\n", SCHEMA, 1, 32, "'within' is empty; x1 must be greater than x0 and z1 than z0"},
    {"paths: [{drain: 2 km2, within: [0, 0, 1000 km, 5]}]\n", SCHEMA, 1, 32, "'within' is 1000000 x 5 m; 'drain' can be looked for in at most 262144 m a side: give it a smaller 'within'"},
    {"extent: [0, 0, 300 km, 5]\n" "paths: [{drain: 2 km2}]\n", SCHEMA, 2, 17, "the extent of the world is 300000 x 5 m; 'drain' can be looked for in at most 262144 m a side"},
    {"extent: [0, 0, 50, 50]\n" "paths: [{kind: road, route: [[0, 0], [60, 9]]}]\n", SCHEMA, 2, 29, "place 1 of the route is [60, 9], outside of the extent of the world"},
    {"extent: [0, 0, 50, 50]\n" "paths: [{drain: 2 km}]\n", SCHEMA, 2, 17, "'drain' is '2 km'; a finite decimal number is expected, alone or with a unit: m2, ha, km2"},
    {"extent: [0, 0, 50, 50]\n" "paths: [{drain: 5 m2}]\n", SCHEMA, 2, 17, "'drain' is '5 m2'; allowed is 1000 to 1e+12 m2"},
    {"extent: [0, 0, 50, 50]\n" "paths: [{drain: 2 km2, width: 20 m, widest: 10 m}]\n", SCHEMA, 2, 45, "'widest' is 10 m, less than the width of the smallest rivers, 20 m"},
    // places for later rooms
    {"city: 5\n", SCHEMA, 1, 7, "'city' is a plain value; a mapping or a list is expected"},
    {"placement: \"trees\"\n", SCHEMA, 1, 12, "'placement' is 'trees'; standard or a list of sets is expected"},
    {"city: \"trees\"\n", SCHEMA, 1, 7, "'city' is a plain value; a mapping or a list is expected"},
    {"sandbox: x\n" "sandbox: {}\n", SCHEMA, 2, 1, "'sandbox' was already given in line 1"},
    // blocks
    {"voxel: {}\n", SCHEMA, 1, 1, "'voxel' is not a key here; did you mean 'voxels'?"},
    {"voxels:\n", SCHEMA, 1, 8, "'voxels' is empty; write keys such as 'preset' below it, or leave it out"},
    {"voxels: {cave: 1}\n", SCHEMA, 1, 10, "'cave' is not a key here; did you mean 'caves'?"},
    {"voxels: {preset: clasic}\n", SCHEMA, 1, 18, "'clasic' is not allowed for 'preset'; did you mean 'classic'?"},
    {"voxels: {block: 65}\n", SCHEMA, 1, 17, "'block' is '65'; allowed is 0.0625 to 64 m"},
    {"voxels: {block: 30 cm}\n", SCHEMA, 1, 17, "voxels.block is 0.3 m; allowed are multiples of 1/256 m (0.00390625)"},
    {"voxels:\n" "  bottom: 5\n", SCHEMA, 2, 11, "voxels.bottom is 5; allowed are multiples of 32, the side of a chunk"},
    {"voxels: {bottom: 1.5}\n", SCHEMA, 1, 18, "'bottom' is '1.5'"},
    {"voxels: {top: 2000000}\n", SCHEMA, 1, 15, "'top' is '2000000'; allowed is -1048576 to 1048576"},
    {"voxels: {top: -256}\n", SCHEMA, 1, 15, "voxels.top is -256 and the bottom -256; the top must lie above it"},
    {"voxels: {caves: 101 %}\n", SCHEMA, 1, 17, "'caves' is '101 %'; allowed is 0 to 1"},
    {"voxels: {ores: 5}\n", SCHEMA, 1, 16, "'ores' is '5'; allowed is 0 to 4"},
    // more of these
    {"terrain:\n" "  graph:\n", SCHEMA, 2, 9, "'graph' is empty; the name of a file, or a mapping with nodes, is expected"},
    {"terrain:\n" "  elevation:\n" "    file:\n", SCHEMA, 3, 10, "'file' is empty; the name of a file is expected"},
    {"terrain: {elevation: {file: \"\"}}\n", SCHEMA, 1, 29, "'file' is empty; the name of a file is expected"},
    {"climate: {variation_size: 50}\n", SCHEMA, 1, 27, "'variation_size' is '50'; allowed is 100 to 1000000 m"},
    {"terrain:\n" "  landform: {ruggedness: 101 %}\n", SCHEMA, 2, 26, "'ruggedness' is '101 %'; allowed is 0 to 1"},
    {"extent: {width: 1.5, depth: 8 km}\n", SCHEMA, 1, 17, "'1.5' is not a whole number of metres, as an extent has to be"},
};
// clang-format on

static bool refuses(tr_context *context, const bad_description *row)
{
    tr_error err = {0};
    tr_world *world = tr_world_load_text(context, DESCRIPTION, row->text, strlen(row->text), NULL, &err);
    char place[64];
    snprintf(place, sizeof place, DESCRIPTION ":%d:%d: ", row->line, row->column);
    const bool right = !world && (int)err.code == row->code && strncmp(err.message, place, strlen(place)) == 0 &&
                       strstr(err.message, row->message);
    tr_world_destroy(world);
    if (!right) print_error("%s\n-> %s %s\n", row->text, tr_error_name(err.code), err.message);
    return right;
}

static void every_mistake_is_named_with_its_place(void **state)
{
    (void)state;
    tr_context *context = test_context(1);
    const uint64_t used = tr_context_memory(context).used_bytes;
    int wrong = 0;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) wrong += !refuses(context, &bad[i]);
    assert_int_equal(wrong, 0);
    assert_true(sizeof bad / sizeof *bad >= 70);
    assert_true(tr_context_memory(context).used_bytes == used);
    tr_context_destroy(context);
}

static void a_mistake_in_a_graph_file_is_named_there(void **state)
{
    (void)state;
    static const char text[] = "terrain: {graph: bad_graph.yaml}\n";
    tr_context *context = test_context(1);
    tr_error err = {0};
    assert_null(tr_world_load_text(context, DESCRIPTION, text, strlen(text), NULL, &err));
    assert_int_equal(err.code, TR_ERROR_SCHEMA);
    assert_non_null(strstr(err.message, "tests/world/data/bad_graph.yaml:2:13: 'velue' is not allowed"));
    tr_context_destroy(context);
}

static void a_missing_description_is_named(void **state)
{
    (void)state;
    tr_context *context = test_context(1);
    tr_error err = {0};
    assert_null(tr_world_load(context, "tests/world/data/nowhere.yaml", NULL, &err));
    assert_int_equal(err.code, TR_ERROR_FILE_OPEN);
    assert_non_null(strstr(err.message, "tests/world/data/nowhere.yaml"));
    assert_null(tr_world_load(context, "tests/world/data", NULL, &err));
    assert_null(tr_world_load(context, "tests/world/data/nowhere.yaml", NULL, NULL));
    tr_context_destroy(context);
}

TEST_GROUP(description_bad)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_mistake_is_named_with_its_place),
        cmocka_unit_test(a_mistake_in_a_graph_file_is_named_there),
        cmocka_unit_test(a_missing_description_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
