// What a tile of the picture is drawn into.
#ifndef TR_RENDER_VIEW_TARGET_H
#define TR_RENDER_VIEW_TARGET_H

#include "terrane/base.h"

// Colour of the lit ground before haze (RGBA, half floats; alpha is how much of the sun it sees) and its depth.
typedef struct tr_ground_target {
    unsigned framebuffer, color, depth;
    int width, height;
} tr_ground_target;

bool tr_ground_target_create(int width, int height, tr_ground_target *out, tr_error *err);
void tr_ground_target_destroy(tr_ground_target *target);

// Depth of rivers and lakes.
typedef struct tr_water_target {
    unsigned framebuffer, depth;
    int width, height;
} tr_water_target;

bool tr_water_target_create(int width, int height, tr_water_target *out, tr_error *err);
void tr_water_target_destroy(tr_water_target *target);

// The finished pixels, 8 bits.
typedef struct tr_picture_target {
    unsigned framebuffer, color;
    int width, height;
} tr_picture_target;

bool tr_picture_target_create(int width, int height, tr_picture_target *out, tr_error *err);
void tr_picture_target_destroy(tr_picture_target *target);

#endif
