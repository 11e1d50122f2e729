// Simplification in a build without meshoptimizer: the same function, which says so.
#include "terrane/io.h"

bool tr_mesh_simplify(tr_context *context, const tr_mesh *mesh, size_t target_index_count, float max_error_m,
                      tr_mesh *out, tr_error *err)
{
    (void)context;
    (void)mesh;
    (void)target_index_count;
    (void)max_error_m;
    *out = (tr_mesh){0};
    return tr_fail(err, TR_ERROR_UNSUPPORTED,
                   "this build cannot simplify meshes (it was configured without meshoptimizer)");
}
