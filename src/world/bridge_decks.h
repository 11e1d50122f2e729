// Bridges seen from above. They do not carve, so that edges of carved ways end at them; what looks for roads must not.
#ifndef TR_WORLD_BRIDGE_DECKS_H
#define TR_WORLD_BRIDGE_DECKS_H

#include "terrane/carve.h"

// A straight part of a deck.
typedef struct tr_deck_part {
    double x_m[2], z_m[2];
    double half_m;  // of its width
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
void tr_bridge_decks_lower(const tr_bridge_decks *decks, unsigned kinds, double limit_m, const tr_area *area,
                           const tr_grid *distances);

#endif
