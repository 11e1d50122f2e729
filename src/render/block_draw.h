// Chunks of blocks on the driver. Everything here needs a current GL context.
#ifndef TR_RENDER_BLOCK_DRAW_H
#define TR_RENDER_BLOCK_DRAW_H

#include "render/block_scene.h"

typedef struct tr_block_draw {
    const tr_block_scene *scene;
    unsigned program, shade_program, water_program;
    unsigned quad_buffer, vertex_array, texture;
} tr_block_draw;

// A scene without blocks makes nothing.
bool tr_block_draw_create(tr_context *context, const tr_block_scene *scene, tr_block_draw *out, tr_error *err);
void tr_block_draw_destroy(tr_block_draw *draw);

// Draws into the target that is bound, with its depth: what is not water, and the surface of water (its depth).
// @param frustum  NULL: everything
void tr_block_draw_solid(const tr_block_draw *draw, const tr_camera_frustum *frustum);
void tr_block_draw_water(const tr_block_draw *draw, const tr_camera_frustum *frustum);
// Draws depths into the square of shadows that is the target (shade_map.h).
void tr_block_draw_shade(const tr_block_draw *draw, float radius_m);

#endif
