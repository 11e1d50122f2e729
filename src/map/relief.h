// A shaded relief: heights as a landscape in the light of the afternoon, with sea, beaches, rock and snow.
#ifndef TR_MAP_RELIEF_H
#define TR_MAP_RELIEF_H

#include "map/picture.h"

// Light is hidden by what is as far as this, in pixels: HORIZON_REACH, and what the coarsest level of a pyramid mixes
// into a sample there. A multiple of the width of such a sample, so that bands of a picture see the same pyramid.
enum { RELIEF_MARGIN = 96 };

// Paints into `image` (8-bit RGB, the size of the field). `progress` may be NULL.
bool tr_relief_paint(tr_context *context, const tr_map_field *field, const tr_picture_def *def,
                     const tr_progress *progress, const tr_image *image, tr_error *err);

#endif
