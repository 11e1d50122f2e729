// Which part of each level is drawn as triangles, in patches that can be left out when they are not seen.
//
// Each level has a lattice of cells of `stride` samples, aligned with the world, so that lattices of two levels share
// lines. A level is drawn in `region`, whose border lies on lines of the next coarser lattice. The coarser level leaves
// out a hole one of its cells smaller than that: in the ring where both are drawn, the finer one has taken on the
// coarser's heights and colours, so there is neither a crack nor a line.
#ifndef TR_RENDER_GROUND_MESH_H
#define TR_RENDER_GROUND_MESH_H

#include "render/camera.h"
#include "render/view_constants.h"

// In samples of the level, both ends included. Empty when x1 <= x0 or z1 <= z0.
typedef struct tr_sample_rect {
    int32_t x0, z0, x1, z1;
} tr_sample_rect;

typedef struct tr_ground_patch {
    int32_t x, z;                   // first sample
    int32_t cells_x, cells_z;       // 1..TR_PATCH_CELLS
    float low_m, high_m;            // of its ground and water
    bool wet;                       // has rivers or lakes
    float box_low[3], box_high[3];  // relative to the eye, with the curvature of the Earth
} tr_ground_patch;

typedef struct tr_ground_level {
    int32_t stride;         // samples per cell
    int32_t coarse_cell;    // samples of this level per cell of the coarser one
    tr_sample_rect region;  // what is drawn
    int32_t band[4];        // west, north, east, south: samples over which it passes into the coarser level
    float origin_m[2];      // sample 0,0 relative to the eye
    float coarse_scale, coarse_shift[2];  // from samples to samples of the coarser level
    tr_ground_patch *patches;
    int patch_count;
} tr_ground_level;

typedef struct tr_ground_mesh {
    tr_ground_level levels[TR_VIEW_MAX_LEVELS];
    int level_count;
} tr_ground_mesh;

bool tr_ground_mesh_create(tr_context *context, const tr_camera *camera, const tr_view_level *levels, int level_count,
                           tr_ground_mesh *out, tr_error *err);
void tr_ground_mesh_destroy(tr_context *context, tr_ground_mesh *mesh);

#endif
