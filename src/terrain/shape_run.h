// Runs the kernels of the ground over a block, on the backend of the context.
#ifndef TR_TERRAIN_SHAPE_RUN_H
#define TR_TERRAIN_SHAPE_RUN_H

#include "terrain/shape.h"

// Writes block->out.
bool tr_shape_run(tr_context *context, const tr_shape_block *block, tr_error *err);
bool tr_shape_run_gl(tr_context *context, const tr_shape_block *block, tr_error *err);

#endif
