// A level in the driver's memory: heights, colours and light as textures.
#ifndef TR_RENDER_LEVEL_TEXTURE_H
#define TR_RENDER_LEVEL_TEXTURE_H

#include "render/level_light.h"

typedef struct tr_level_texture {
    unsigned height, color, light;
    unsigned water;  // surface of rivers and lakes; 0: none
} tr_level_texture;

// @param surface  of the water; without samples: none
tr_level_texture tr_level_texture_create(const tr_view_level *level, const tr_level_light *light,
                                         const tr_grid *surface);
void tr_level_texture_destroy(tr_level_texture *texture);

#endif
