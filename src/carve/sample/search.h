// How samples find the nearest point of a path: the way that is used, and those that it is tested and measured against.
#ifndef TR_CARVE_SAMPLE_SEARCH_H
#define TR_CARVE_SAMPLE_SEARCH_H

#include "terrane/carve.h"

typedef enum tr_piece_search {
    TR_SEARCH_HASH,       // the pieces of a cell, analytically
    TR_SEARCH_ALL,        // every piece for every sample; the same bits
    TR_SEARCH_ITERATIVE,  // the pieces of a cell, each cut into 32 segments; other bits
} tr_piece_search;

// Must not run at the same time as any other call on the carving.
void tr_carving_set_search(tr_carving *carving, tr_piece_search search);

#endif
