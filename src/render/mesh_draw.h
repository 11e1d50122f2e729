// Meshes on the driver: as they are seen, and the shadows they throw. Everything here needs a current GL context.
#ifndef TR_RENDER_MESH_DRAW_H
#define TR_RENDER_MESH_DRAW_H

#include "render/mesh_scene.h"
#include "render/view_block.h"

typedef struct tr_mesh_draw {
    const tr_mesh_scene *scene;
    unsigned program, shade_program;
    unsigned vertex_buffer, index_buffer, vertex_array;
} tr_mesh_draw;

// A scene without meshes makes nothing.
bool tr_mesh_draw_create(const tr_mesh_scene *scene, tr_mesh_draw *out, tr_error *err);
void tr_mesh_draw_destroy(tr_mesh_draw *draw);

// Draws what may be in view into the target that is bound, with its depth.
// @param frustum  NULL: everything
void tr_mesh_draw_all(const tr_mesh_draw *draw, const tr_camera_frustum *frustum);
// Draws depths into the square of shadows that is the target (shade_map.h).
void tr_mesh_draw_shade(const tr_mesh_draw *draw, float radius_m);

#endif
