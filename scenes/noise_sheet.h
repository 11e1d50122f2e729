// A contact sheet: every noise and fractal as a small picture with a caption.
#ifndef TR_SCENES_NOISE_SHEET_H
#define TR_SCENES_NOISE_SHEET_H

#include "terrane/map.h"

enum { NOISE_SHEET_TILE_PX = 240, NOISE_SHEET_MIN_PX = 100, NOISE_SHEET_MAX_PX = 1024 };

typedef struct noise_sheet_def {
    uint64_t seed;
    tr_picture_style style;
    int32_t tile_width, tile_height;  // pixels, NOISE_SHEET_MIN_PX to NOISE_SHEET_MAX_PX
} noise_sheet_def;

// Paints the sheet, about 1600 pixels wide with tiles of NOISE_SHEET_TILE_PX. `progress` may be NULL. Release with
// tr_image_destroy().
bool noise_sheet_create(tr_context *context, const noise_sheet_def *def, const tr_progress *progress, tr_image *out,
                        tr_error *err);

#endif
