#include "terrain/shape_run.h"
bool tr_shape_run_gl(tr_context *context, const tr_shape_block *block, tr_error *err)
{ (void)context,(void)block; return tr_fail(err, TR_ERROR_UNSUPPORTED, "todo"); }
