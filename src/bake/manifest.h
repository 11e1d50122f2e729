// What is written when all tiles are there: the manifest, the mosaic of the GeoTIFFs, the overview mesh.
#ifndef TR_BAKE_MANIFEST_H
#define TR_BAKE_MANIFEST_H

#include "bake/tile.h"

// A manifest stands for a whole bake: it goes before the first tile is written anew.
void tr_bake_index_remove(const tr_bake_plan *plan);
bool tr_bake_index_write(const tr_world *world, const tr_bake_plan *plan, const tr_bake_journal *journal,
                         tr_bake_range range, tr_error *err);

#endif
