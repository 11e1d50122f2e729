// The surface of a path as a mesh (terrane/carve.h).
#include "carve/mesh/strip_mesh.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "carve/edit/carving.h"
#include "geometry/mesh_normals.h"

enum { STRIP_DEF_COOKIE = 0x73747270, MAX_ACROSS = 64 };

tr_strip_def tr_default_strip_def(void)
{
    return (tr_strip_def){.cookie = STRIP_DEF_COOKIE, .step_m = 5, .error_m = 0.02, .across = 2, .uv_m = 10};
}

static bool check_number(const char *name, double value, tr_error *err)
{
    if (isfinite(value) && value > 0) return true;
    return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "the %s of a strip is %g m: it must be finite and more than 0", name,
                   value);
}

static bool check_def(const tr_strip_def *def, tr_error *err)
{
    if (!check_number("step", def->step_m, err) || !check_number("error", def->error_m, err) ||
        !check_number("repeat of the texture", def->uv_m, err))
        return false;
    if (def->across < 1 || def->across > MAX_ACROSS)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%d quads across a strip: allowed is 1 to %d", (int)def->across,
                       (int)MAX_ACROSS);
    if (!isfinite(def->lift_m)) return tr_fail(err, TR_ERROR_NOT_FINITE, "the lift of a strip is not a finite number");
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// The whole

bool tr_carving_strip(const tr_carving *carving, tr_path_id id, const tr_strip_def *def, tr_mesh *out, tr_error *err)
{
    assert(carving && def && def->cookie == STRIP_DEF_COOKIE && out);
    memset(out, 0, sizeof *out);
    if (!check_def(def, err)) return false;
    const int32_t at = tr_carving_find(carving, id);
    if (at < 0) return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "there is no path %u to make a strip of", (unsigned)id);
    const tr_carve_path *path = carving->paths[at];
    tr_context *context = carving->context;
    const bool ok = path->def.area ? tr_area_mesh_create(context, path, def, out, err)
                                   : tr_line_mesh_create(context, path, def, out, err);
    if (ok && tr_mesh_set_normals(context, out, err)) return true;
    tr_mesh_destroy(context, out);
    return false;
}
