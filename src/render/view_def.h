// What a view is made from: defaults, and the check of what the caller brings.
#ifndef TR_RENDER_VIEW_DEF_H
#define TR_RENDER_VIEW_DEF_H

#include "terrane/render.h"

// Every number, the levels' sizes and how they lie in each other. Fails with INVALID_ARGUMENT or NOT_FINITE.
bool tr_view_check(const tr_view_def *def, const tr_view_level *levels, int level_count, tr_error *err);

#endif
