// Structures from the inside: sites, which are a matter of hashes alone, and what is built on those that the ground
// fits.
#ifndef TR_VOXEL_DECORATE_STRUCTURES_H
#define TR_VOXEL_DECORATE_STRUCTURES_H

#include "voxel/generate/stages.h"

typedef enum tr_structure_kind {
    TR_STRUCTURE_RUIN,
    TR_STRUCTURE_CIRCLE,
    TR_STRUCTURE_SHRINE,
    TR_STRUCTURE_POND,
    TR_STRUCTURE_COUNT
} tr_structure_kind;

// A place where a structure may stand: nothing else grows on its square, whether the ground turns out to fit or not, so
// that decorations need to know nothing of structures but this.
typedef struct tr_site {
    int64_t x, z;  // block in the middle
    int32_t half;  // the square runs from x - half to x + half
    tr_structure_kind kind;
    uint64_t hash;
} tr_site;

enum { TR_MAX_SITES = 16 };

// The sites whose squares, grown by `margin`, touch the blocks of a column of chunks. Returns how many, at most
// TR_MAX_SITES.
int32_t tr_structures_sites(const tr_voxel_rules *rules, int64_t chunk_x, int64_t chunk_z, int32_t margin,
                            tr_site sites[TR_MAX_SITES]);

#endif
