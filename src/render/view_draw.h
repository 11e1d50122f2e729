// The passes of a view. Everything here needs a current GL context.
#ifndef TR_RENDER_VIEW_DRAW_H
#define TR_RENDER_VIEW_DRAW_H

#include "render/atmosphere.h"
#include "render/block_scene.h"
#include "render/ground_mesh.h"
#include "render/instance_scene.h"
#include "render/level_texture.h"
#include "render/mesh_scene.h"
#include "render/view.h"

// What is to be drawn, made by the caller.
typedef struct tr_view_scene {
    tr_context *context;
    const tr_view_def *def;
    const tr_view_level *levels;
    int level_count;
    tr_view_marks marks;
    tr_camera camera;
    tr_sky sky;
    tr_level_light lights[TR_VIEW_MAX_LEVELS];
    tr_ground_mesh mesh;
    tr_mesh_scene meshes;  // what stands on the ground
    tr_instance_scene instances;
    tr_block_scene blocks;
    bool has_water;                        // some level has rivers or lakes, or blocks are water
    tr_grid surfaces[TR_VIEW_MAX_LEVELS];  // of the water, when there is any
} tr_view_scene;

// Draws into `out`, which has the size of the view. Fails with GPU_FAILED, CANCELLED or for want of memory.
bool tr_view_draw(const tr_view_scene *scene, const tr_progress *progress, const tr_image *out, tr_error *err);

#endif
