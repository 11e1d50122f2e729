// Heights at full, half, quarter, ... resolution, for looking far without reading every sample on the way.
#ifndef CLI_PYRAMID_H
#define CLI_PYRAMID_H

#include "field.h"

enum { PYRAMID_LEVELS = 5 };

typedef struct pyramid {
    tr_grid levels[PYRAMID_LEVELS];  // level 0 has the size of the field's grid, each next one half of it
} pyramid;

// Level 0 is the surface of the field: its values times `scale`, with water (what is below 0) filled up to 0.
// Release with pyramid_destroy().
bool pyramid_create(tr_context *context, const field *it, float scale, pyramid *out, tr_error *err);
void pyramid_destroy(tr_context *context, pyramid *it);

// The height at (x, y), in samples of level 0, interpolated in a level; beyond the border the nearest one.
float pyramid_sample(const pyramid *it, int level, float x, float y);

#endif
