// The world as textures: the block of a set for all requests.
#ifndef TR_PLACE_TEXTURES_H
#define TR_PLACE_TEXTURES_H

#include "place/placer.h"

// Checks the maps of a set and packs them, all brought to the size of the largest one. Heights are packed with the
// first set and belong to it; later sets refer to them.
// @param maps  those of the set's layers
bool tr_place_textures_pack(const tr_placer *placer, int32_t set, const tr_place_textures *textures,
                            const tr_density_map *maps, tr_place_block *out, tr_error *err);

#endif
