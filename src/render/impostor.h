// Pictures of models from several sides, for instances that are small on the screen. Everything here needs a current GL
// context.
#ifndef TR_RENDER_IMPOSTOR_H
#define TR_RENDER_IMPOSTOR_H

#include "render/instance_scene.h"

typedef struct tr_impostor_pictures {
    unsigned color, normal;  // textures with a layer for each group
} tr_impostor_pictures;

// @param vertex_array  has the vertices and indices of the scene
bool tr_impostor_bake(const tr_instance_scene *scene, unsigned vertex_array, tr_impostor_pictures *out, tr_error *err);
void tr_impostor_destroy(tr_impostor_pictures *pictures);

#endif
