// Contact sheets of models: every kind with its variants and levels, or one model from all sides.
#ifndef CLI_MODEL_SHEET_H
#define CLI_MODEL_SHEET_H

#include "terrane/model.h"

// Every kind. `progress` may be NULL. Release with tr_image_destroy().
bool model_sheet_create(tr_context *context, const tr_progress *progress, tr_image *out, tr_error *err);

// One variant from four sides, and its levels beside each other.
bool model_portrait_create(tr_context *context, tr_model_kind kind, int32_t variant, tr_image *out, tr_error *err);

#endif
