// The list of paths that a plan makes (plan.h).
#include <string.h>

#include "base/array.h"
#include "carve/plan/plan.h"

// One block holds all that a path points to: vertices, ends of rings, name.
bool tr_plan_paths_add(tr_context *context, tr_plan_paths *paths, const tr_path_def *def, tr_error *err)
{
    tr_path_def *grown = tr_array_reserve(context, paths->paths, paths->count, &paths->capacity, sizeof *grown, err);
    if (!grown) return false;
    paths->paths = grown;
    const size_t vertex_bytes = (size_t)def->vertex_count * sizeof *def->vertices;
    const size_t ring_bytes = (size_t)def->ring_count * sizeof *def->ring_end;
    const size_t name_bytes = def->name ? strlen(def->name) + 1 : 0;
    char *block = tr_alloc(context, vertex_bytes + ring_bytes + name_bytes, err);
    if (!block) return false;
    memcpy(block, def->vertices, vertex_bytes);
    if (ring_bytes) memcpy(block + vertex_bytes, def->ring_end, ring_bytes);
    if (name_bytes) memcpy(block + vertex_bytes + ring_bytes, def->name, name_bytes);
    tr_path_def *added = &paths->paths[paths->count++];
    *added = *def;
    added->vertices = (const tr_path_vertex *)(void *)block;
    added->ring_end = ring_bytes ? (const int32_t *)(void *)(block + vertex_bytes) : NULL;
    added->name = name_bytes ? block + vertex_bytes + ring_bytes : NULL;
    return true;
}

void tr_plan_paths_destroy(tr_context *context, tr_plan_paths *paths)
{
    for (int32_t i = 0; i < paths->count; i++) tr_free(context, (void *)paths->paths[i].vertices);
    tr_free(context, paths->paths);
    *paths = (tr_plan_paths){0};
}
