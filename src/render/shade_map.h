// Shadows that meshes and instances throw: depths along the rays of the sun, in squares around a place ahead of the
// eye. Everything here needs a current GL context.
#ifndef TR_RENDER_SHADE_MAP_H
#define TR_RENDER_SHADE_MAP_H

#include <stdbool.h>

#include "render/view_block.h"
#include "terrane/base.h"

typedef struct tr_shade_map {
    unsigned map, framebuffer;
    int square_count;      // 0: nothing throws a shadow
    float first_radius_m;  // half the side of the first square
} tr_shade_map;

// Sets the members of the block that are about shadows; its sun and forward must be set.
// @param nearest_m  from the eye to the nearest thing that throws a shadow; infinite: there is none
bool tr_shade_map_create(float nearest_m, tr_view_block *block, tr_shade_map *out, tr_error *err);
void tr_shade_map_destroy(tr_shade_map *shade);

// Half the side of a square.
float tr_shade_map_radius_m(const tr_shade_map *shade, int square);
// Makes a square the target of what is drawn next.
void tr_shade_map_begin(const tr_shade_map *shade, int square);
// Ends drawing and binds the map for shaders.
void tr_shade_map_bind(const tr_shade_map *shade);

#endif
