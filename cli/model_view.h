// Models in a row on plain ground, as a picture.
#ifndef CLI_MODEL_VIEW_H
#define CLI_MODEL_VIEW_H

#include "terrane/model.h"

enum { MODEL_VIEW_MOST = 16 };

// One that stands in the row.
typedef struct model_stand {
    tr_model_kind kind;
    int32_t variant, level;
    double turn_deg;  // around its axis
} model_stand;

typedef struct model_view {
    model_stand stands[MODEL_VIEW_MOST];
    int count;
    int32_t width_px, height_px;
    double elevation_deg;  // of the eye above the horizon
} model_view;

// Draws them as large as fits, side by side in slots of the same width. Needs a GL driver. Release with
// tr_image_destroy().
bool model_view_draw(tr_context *context, const model_view *view, tr_image *out, tr_error *err);

#endif
