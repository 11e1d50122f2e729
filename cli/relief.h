// A shaded relief: heights as a landscape in the light of the afternoon, with sea, beaches, rock and snow.
#ifndef CLI_RELIEF_H
#define CLI_RELIEF_H

#include "picture.h"

// Shadows come from as far as this, in pixels.
enum { RELIEF_MARGIN = 64 };

// Paints into `image` (8-bit RGB, the size of the field). `progress` may be NULL.
bool relief_paint(tr_context *context, const field *it, const picture_def *def, const tr_progress *progress,
                  const tr_image *image, tr_error *err);

#endif
