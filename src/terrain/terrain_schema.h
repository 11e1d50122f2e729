// The keys of terrain, climate and biomes: tables behind readers, checks, defaults, hashes, help and docs.
#ifndef TR_TERRAIN_TERRAIN_SCHEMA_H
#define TR_TERRAIN_TERRAIN_SCHEMA_H

#include "base/schema.h"
#include "terrane/terrain.h"

extern const tr_schema tr_terrain_schema;  // tr_terrain_settings
extern const tr_schema tr_climate_schema;  // tr_climate_settings
extern const tr_schema tr_biomes_schema;   // tr_biome_settings[TR_BIOME_COUNT]

extern const tr_key_form tr_terrain_graph_form;   // graph and graph_name
extern const tr_key_form tr_elevation_file_form;  // tr_elevation_settings.path

// The largest distances are those whose noise still has some thousand steps per lattice cell at 1/256 m.
#define TR_FAR_M 1e6
// Coordinates of the extent and of an elevation file, in metres: far beyond any use, and samples there still have exact
// places.
#define TR_WORLD_LIMIT_M 1e12

#endif
