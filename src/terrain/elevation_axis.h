// Positions along one axis of a raster: which pixels a sample reads, with which weights, and how far inside the border
// it is.
#ifndef TR_TERRAIN_ELEVATION_AXIS_H
#define TR_TERRAIN_ELEVATION_AXIS_H

#include "terrane/base.h"

// In units of 1/256 m.
typedef struct tr_elevation_axis {
    int64_t origin;  // of the first pixel's outer border; |origin| <= 2^61
    int64_t pixel;   // side of a pixel, 1 .. 2^28
    int64_t blend;   // width over which the weight rises from 0 at the border to 1; 0: at once
    int32_t count;   // pixels
} tr_elevation_axis;

// Four neighbouring pixels, the second at or before the sample. Beyond the border the border pixel is repeated.
typedef struct tr_elevation_tap {
    int32_t pixel[4];
    float cubic[4];   // Catmull-Rom, [1] not in use: the second pixel counts as the base that differences are added to
    float spline[4];  // cubic B-spline
    float inside;     // 0 at and beyond the border .. 1
} tr_elevation_tap;

// `position` lies within 2^62 units of the origin. Index and fraction come from integer division and are exact.
tr_elevation_tap tr_elevation_axis_tap(const tr_elevation_axis *axis, int64_t position);

// The samples at origin + i step, i in [0, count), that lie within the borders: [*begin, *end).
void tr_elevation_axis_covered(const tr_elevation_axis *axis, int64_t origin, int64_t step, int32_t count,
                               int32_t *begin, int32_t *end);

#endif
