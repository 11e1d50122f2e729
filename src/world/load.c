// Worlds from descriptions (terrane/world.h).
#include <assert.h>

#include "description/description_paths.h"
#include "description/description_placement.h"
#include "world/world.h"

// Problems of what the description names are found when the world is made; they get the place of the key that names it.
static const char *path_of_problem(const tr_world_def *def, tr_error_code code)
{
    switch (code) {
    case TR_ERROR_FILE_OPEN:
    case TR_ERROR_FILE_READ:
    case TR_ERROR_FORMAT:
    case TR_ERROR_UNSUPPORTED: return def->terrain.elevation.path ? "terrain.elevation.file" : NULL;
    case TR_ERROR_INVALID_ARGUMENT:
    case TR_ERROR_NOT_FINITE:
    case TR_ERROR_TOO_LARGE: return def->terrain.graph ? "terrain.graph" : "";
    default: return NULL;
    }
}

static tr_world *make_world(tr_description *d, const uint64_t *seed, tr_error *err)
{
    if (seed) d->def.seed = *seed;
    tr_error problem;
    tr_world_culprit culprit;
    tr_world *world = tr_world_make(d->context, &d->def, &culprit, &problem);
    if (world) return world;
    if (culprit.path >= 0) {
        const char *source = tr_path_source_name(d->def.paths[culprit.path].source);
        tr_description_fail_at(d, tr_description_find_in_path(d, culprit.path, source), &problem, err);
        return NULL;
    }
    if (culprit.set >= 0) {
        tr_description_fail_at(d, tr_description_find_set(d, culprit.set), &problem, err);
        return NULL;
    }
    const char *path = path_of_problem(&d->def, problem.code);
    if (path)
        tr_description_fail_at(d, tr_description_find(d, path), &problem, err);
    else
        tr_fail(err, problem.code, "%s", problem.message);
    return NULL;
}

tr_world *tr_world_load(tr_context *context, const char *path, const uint64_t *seed, tr_error *err)
{
    assert(context && path);
    tr_description description;
    tr_world *world = NULL;
    if (tr_description_read_file(context, path, &description, err)) world = make_world(&description, seed, err);
    tr_description_release(&description);
    return world;
}

tr_world *tr_world_load_text(tr_context *context, const char *name, const char *text, size_t size, const uint64_t *seed,
                             tr_error *err)
{
    assert(context && name && text);
    tr_description description;
    tr_world *world = NULL;
    if (tr_description_read_text(context, name, text, size, &description, err)) {
        world = make_world(&description, seed, err);
    }
    tr_description_release(&description);
    return world;
}
