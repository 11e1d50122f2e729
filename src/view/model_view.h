// Models in a row on plain ground, as a picture.
#ifndef TR_VIEW_MODEL_VIEW_H
#define TR_VIEW_MODEL_VIEW_H

#include "terrane/model.h"

enum { MODEL_VIEW_MAX = 16 };

// One that stands in the row.
typedef struct tr_model_stand {
    tr_model_kind kind;
    int32_t variant, level;
    double turn_deg;  // around its axis
} tr_model_stand;

typedef struct tr_model_view {
    tr_model_stand stands[MODEL_VIEW_MAX];
    int count;
    int32_t width_px, height_px;
    double elevation_deg;  // of the eye above the horizon
} tr_model_view;

// Draws them as large as fits, side by side in slots of the same width. Needs a GL driver. Release with
// tr_image_destroy().
bool tr_model_view_draw(tr_context *context, const tr_model_view *view, tr_image *out, tr_error *err);

#endif
