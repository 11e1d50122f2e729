// Inside the renderer: a view with marks for tests.
#ifndef TR_RENDER_VIEW_H
#define TR_RENDER_VIEW_H

#include "terrane/render.h"

// Instances in the last tile that was drawn.
typedef struct tr_view_counts {
    size_t meshes[TR_VIEW_MAX_MODEL_LEVELS];  // by level
    size_t pictures;
} tr_view_counts;

typedef struct tr_view_marks {
    bool coverage;           // green where ground was drawn and magenta where not, instead of the picture
    int max_tile_px;         // samples a tile may have along a side; 0: as many as the driver likes
    tr_view_counts *counts;  // receives what was drawn; NULL: nothing
} tr_view_marks;

bool tr_view_render(tr_context *context, const tr_view_def *def, const tr_view_level *levels, int level_count,
                    const tr_view_marks *marks, const tr_progress *progress, tr_image *out, tr_error *err);

#endif
