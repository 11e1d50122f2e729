// A shaded relief: heights as a landscape in the light of the afternoon, with sea, beaches, rock and snow.
#ifndef CLI_RELIEF_H
#define CLI_RELIEF_H

#include "picture.h"

// Light is hidden by what is as far as this, in pixels: HORIZON_REACH, and what the coarsest level of a pyramid mixes
// into a sample there. A multiple of the width of such a sample, so that bands of a picture see the same pyramid.
enum { RELIEF_MARGIN = 96 };

// Paints into `image` (8-bit RGB, the size of the field). `progress` may be NULL.
bool relief_paint(tr_context *context, const field *it, const picture_def *def, const tr_progress *progress,
                  const tr_image *image, tr_error *err);

#endif
