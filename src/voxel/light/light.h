// Light of some chunks of a box, and light that follows edits in place.
#ifndef TR_VOXEL_LIGHT_LIGHT_H
#define TR_VOXEL_LIGHT_LIGHT_H

#include "terrane/voxel.h"

// tr_voxel_light_box() for some of the inner chunks.
typedef struct tr_light_box {
    const tr_voxel_box *box;
    const tr_voxel_chunk *chunks;
    const tr_voxel_sky *sky;
    const bool *wanted;   // by inner chunk; NULL: all
    tr_voxel_sky *above;  // by inner chunk, or NULL: gets the columns that are open above each
} tr_light_box;
bool tr_light_box_make(tr_context *context, const tr_light_box *request, tr_voxel_light *out,
                       const tr_progress *progress, tr_error *err);

// A chunk as its owner gives it to an update. What is here is used until the update ends.
typedef struct tr_light_cell {
    const tr_voxel_chunk *chunk;
    tr_voxel_light *light;    // changed in place; gets values where it was uniform
    const tr_voxel_sky *sky;  // columns that are open above the chunk; only looked at where the chunk above is missing
} tr_light_cell;

// How the owner of chunks and lights gives them to an update. Places are in chunks.
typedef struct tr_light_field {
    void *user;
    // The chunk of a place, which is about to be read. False where there is none: light stops there.
    bool (*find)(void *user, const tr_voxel_at *at, tr_light_cell *out);
    // The same chunk is about to be changed: its light must be its own, with values. May be called more than once.
    bool (*change)(void *user, const tr_voxel_at *at, tr_light_cell *out, tr_error *err);
    // At the end, for each chunk that was changed: whether cells at its faces were (bits 1 << tr_voxel_face). May be
    // NULL.
    void (*changed)(void *user, const tr_voxel_at *at, unsigned faces);
} tr_light_field;

typedef struct tr_light_change {
    tr_voxel_at at;
    tr_block before, after;  // the field has `after` already
} tr_light_change;

// Brings the light up to date after blocks have changed: what tr_voxel_light_box() would give. Costs what is lit anew.
// @param cut  set where light came to a chunk that is missing, so that what comes back from there is not known
bool tr_light_update(tr_context *context, const tr_light_field *field, const tr_light_change *changes, size_t count,
                     bool *cut, tr_error *err);

#endif
