// The chunks of blocks of a view: one list of quads, and for each chunk where they lie.
#ifndef TR_RENDER_BLOCK_SCENE_H
#define TR_RENDER_BLOCK_SCENE_H

#include "render/camera.h"

typedef struct tr_block_part {
    float origin[3], cell_m;            // relative to the eye
    uint32_t salt;                      // by which cells of different chunks differ
    uint32_t solid_first, solid_count;  // quads that are opaque, and sprites
    uint32_t opaque_count;              // of these the opaque ones, which come first
    uint32_t clear_first, clear_count;  // ice and glass, after them
    uint32_t water_first, water_count;  // water, after these
    float box_low[3], box_high[3];      // relative to the eye
} tr_block_part;

typedef struct tr_block_scene {
    tr_voxel_quad *quads;
    size_t count;
    tr_block_part *parts;
    int part_count;
    bool has_water;
    float nearest_m;  // from the eye to the nearest box
} tr_block_scene;

bool tr_block_scene_create(tr_context *context, const tr_view_def *def, tr_block_scene *out, tr_error *err);
void tr_block_scene_destroy(tr_context *context, tr_block_scene *scene);

#endif
