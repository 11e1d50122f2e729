// Light that spreads in a window of cells around a chunk, all cells of a row at once.
#ifndef TR_VOXEL_LIGHT_LIGHT_WINDOW_H
#define TR_VOXEL_LIGHT_LIGHT_WINDOW_H

#include "voxel/light/light_masks.h"

// Sky, red, green, blue: in the order of the shifts of a tr_light, from the highest.
enum { TR_CHANNEL_SKY, TR_CHANNEL_RED, TR_CHANNEL_COUNT = 4, TR_CHANNEL_BITS = 4 };

// The masks of a chunk and of those around it, in the order of tr_voxel_around.
typedef struct tr_light_around {
    const tr_light_masks *chunks[27];
} tr_light_around;

enum { TR_AROUND_SELF = 13 };

// Memory of one thread.
typedef struct tr_light_window {
    uint64_t pass[TR_WINDOW_SIDE][TR_WINDOW_LAYER];
    uint64_t layers[TR_WINDOW_SIDE + 2][TR_WINDOW_LAYER];
    uint32_t planes[TR_LIGHT_PLANES][TR_VOXEL_LAYER];  // bits of the values of the chunk in the middle
    bool has_pass[TR_WINDOW_SIDE];
    bool changed[TR_WINDOW_SIDE];   // at the level before
    uint64_t *lit[TR_WINDOW_SIDE];  // the cells of each layer that have at least the level
    int since[TR_WINDOW_SIDE];      // the level at which they last changed
    uint64_t *spare[2];
} tr_light_window;

void tr_light_window_clear(tr_light_window *window);
// The light of a chunk. `out` gets memory where it is not uniform.
bool tr_light_window_make(tr_context *context, const tr_light_table *table, tr_light_window *window,
                          const tr_light_around *around, tr_voxel_light *out, tr_error *err);

#endif
