// Which instances are drawn, and how: by their size on the screen with a level of their model, or as a picture of it.
#ifndef TR_RENDER_INSTANCE_PICK_H
#define TR_RENDER_INSTANCE_PICK_H

#include "render/instance_scene.h"
#include "render/view_block.h"

// Instances that one call draws: [first, first + count) of the picked ones.
typedef struct tr_instance_range {
    uint32_t first, count;
} tr_instance_range;

typedef struct tr_instance_picks {
    tr_instance_place *places;   // room for all of the scene
    uint32_t *buckets;           // of each instance of the scene
    tr_instance_range *meshes;   // TR_VIEW_MAX_MODEL_LEVELS of each group
    tr_instance_range pictures;  // of all groups, near ones first
    size_t count;
} tr_instance_picks;

bool tr_instance_picks_create(tr_context *context, const tr_instance_scene *scene, tr_instance_picks *out,
                              tr_error *err);
void tr_instance_picks_destroy(tr_context *context, tr_instance_picks *picks);

// Those in view.
// @param px_per_radian  of the picture
// @param mirror_m       the eye's height over the sea in which they are mirrored; NaN: they are not
void tr_instance_pick_view(const tr_instance_scene *scene, const tr_camera_frustum *frustum, float px_per_radian,
                           float mirror_m, tr_instance_picks *out);

// Those that throw shadows in a square around the middle of all squares, but not wholly in the next smaller one.
// @param inner_radius_m  half the side of that one; 0: there is none
void tr_instance_pick_square(const tr_instance_scene *scene, const tr_view_block *block, float radius_m,
                             float inner_radius_m, tr_instance_picks *out);

#endif
