// Instances on the driver: as they are seen, and the shadows they throw. Everything here needs a current GL context.
#ifndef TR_RENDER_INSTANCE_DRAW_H
#define TR_RENDER_INSTANCE_DRAW_H

#include "render/impostor.h"
#include "render/instance_pick.h"
#include "render/shade_map.h"

// Programs for meshes and for pictures, as they are seen and as they throw shadows.
typedef struct tr_instance_programs {
    unsigned mesh, picture;
} tr_instance_programs;

typedef struct tr_instance_draw {
    tr_context *context;
    const tr_instance_scene *scene;
    tr_instance_programs seen, shade;
    unsigned vertex_buffer, index_buffer, place_buffer, ball_buffer;
    unsigned vertex_array, picture_array;
    tr_impostor_pictures pictures;
    tr_instance_picks picks;
} tr_instance_draw;

// A scene without instances makes nothing. Depth must be compared as the view does it.
bool tr_instance_draw_create(tr_context *context, const tr_instance_scene *scene, tr_instance_draw *out, tr_error *err);
void tr_instance_draw_destroy(tr_instance_draw *draw);

// Draws depths into a square of shadows, which is the target.
void tr_instance_draw_shade(tr_instance_draw *draw, const tr_view_block *block, const tr_shade_map *shade, int square);
// Draws what is in view into the target that is bound, with its depth; see tr_instance_pick_view(). What was picked
// stays in `picks`.
void tr_instance_draw_all(tr_instance_draw *draw, const tr_camera_frustum *frustum, float px_per_radian,
                          float mirror_m);

#endif
