// Bridges as what looks for roads sees them. They do not carve, so that edges of carved ways end at them.
#ifndef TR_WORLD_BRIDGE_DECKS_H
#define TR_WORLD_BRIDGE_DECKS_H

#include "terrane/carve.h"
#include "voxel/generate/ground.h"

// A straight part of a deck.
typedef struct tr_deck_part {
    double x_m[2], y_m[2], z_m[2];
    double half_m;           // of its width
    double along_m, span_m;  // where it begins and how long the span is; both from the start of the span
    bool spans;              // else it lies beside the span, where the way is only partly carved
    tr_path_kind kind;
} tr_deck_part;

typedef struct tr_bridge_decks {
    tr_deck_part *parts;
    int32_t count, capacity;
} tr_bridge_decks;

// All bridges of a carving.
bool tr_bridge_decks_create(tr_context *context, const tr_carving *carving, tr_bridge_decks *out, tr_error *err);
void tr_bridge_decks_destroy(tr_context *context, tr_bridge_decks *decks);

// Lowers distances to edges (negative within) to those to decks of some kinds, where these are within `limit_m`.
void tr_bridge_decks_lower(const tr_bridge_decks *decks, unsigned kinds, double limit_m, const tr_sample_area *area,
                           const tr_grid *distances);

// Where bridges run over a square of columns of blocks, [z][x] from block (x, z) on: fills what is over each, of
// several the first in the order of the crossings; returns whether there is any. Columns without one are left as they
// are.
bool tr_bridge_decks_over(const tr_bridge_decks *decks, double block_m, int64_t x, int64_t z, int32_t side,
                          tr_ground_span *out);

#endif
