// The meshes of a view, ready for the driver: one list of vertices relative to the eye, one of indices, a range of both
// for each.
#ifndef TR_RENDER_MESH_SCENE_H
#define TR_RENDER_MESH_SCENE_H

#include "render/camera.h"
#include "render/level_light.h"

typedef struct tr_mesh_vertex {
    float at[3];        // relative to the eye
    int16_t normal[4];  // -32767..32767 is -1..1; zeroes: none
    uint8_t color[4];
    uint8_t light[4];  // sun and sky
} tr_mesh_vertex;

typedef struct tr_mesh_range {
    uint32_t first_index, index_count;
    float box_low[3], box_high[3];  // relative to the eye, with the curvature of the Earth
} tr_mesh_range;

typedef struct tr_mesh_scene {
    tr_mesh_vertex *vertices;
    uint32_t *indices;
    tr_mesh_range *ranges;
    size_t vertex_count, index_count;
    int range_count;
    float nearest_m;  // from the eye to the nearest box
} tr_mesh_scene;

// Everything is in the sun until levels are added.
bool tr_mesh_scene_create(tr_context *context, const tr_view_def *def, tr_mesh_scene *out, tr_error *err);
void tr_mesh_scene_destroy(tr_context *context, tr_mesh_scene *scene);

// The light over a level, for the vertices that lie in it; finer levels after coarser ones.
void tr_mesh_scene_add_light(tr_mesh_scene *scene, const tr_view_def *def, const tr_view_level *level,
                             const tr_level_light *light);

#endif
