// Heights at full, half, quarter, ... resolution, for looking far without reading every sample on the way.
#ifndef TR_MAP_PYRAMID_H
#define TR_MAP_PYRAMID_H

#include "map/field.h"

enum { PYRAMID_LEVELS = 5 };

typedef struct tr_pyramid {
    tr_grid levels[PYRAMID_LEVELS];  // level 0 has the size of the field's grid, each next one half of it
} tr_pyramid;

// Level 0 is the surface of the field: its values times `scale`, with water (what is below 0) filled up to 0.
// Release with tr_pyramid_destroy().
bool tr_pyramid_create(tr_context *context, const tr_map_field *field, float scale, tr_pyramid *out, tr_error *err);
void tr_pyramid_destroy(tr_context *context, tr_pyramid *pyramid);

// The height at (x, y), in samples of level 0, interpolated in a level; beyond the border the nearest one.
float tr_pyramid_sample(const tr_pyramid *pyramid, int level, float x, float y);

#endif
