// Edits of a carving: each makes a new definition of one path, from which the next commit builds.
#include <assert.h>
#include <string.h>

#include "carve/edit/history.h"

static bool not_there(tr_path_id id, tr_error *err)
{
    return tr_fail(err, TR_ERROR_NOT_FOUND, "there is no path %u", (unsigned)id);
}

bool tr_carving_add(tr_carving *carving, const tr_path_def *def, tr_path_id *out_id, tr_error *err)
{
    assert(carving && def && out_id);
    tr_carve_history *history = carving->history;
    if (!tr_path_def_check(def, err)) return false;
    if (history->last_id == INT32_MAX)  // records hold ids as 32-bit integers
        return tr_fail(err, TR_ERROR_TOO_LARGE, "a carving takes %d paths in its life", INT32_MAX);
    tr_path_copy *copy = tr_path_copy_create(carving->context, def, err);
    if (!copy || !tr_history_edit(carving, history->last_id + 1, copy, err)) return false;
    *out_id = ++history->last_id;
    return true;
}

bool tr_carving_replace(tr_carving *carving, tr_path_id id, const tr_path_def *def, tr_error *err)
{
    assert(carving && def);
    if (!tr_history_definition(carving, id)) return not_there(id, err);
    if (!tr_path_def_check(def, err)) return false;
    tr_path_copy *copy = tr_path_copy_create(carving->context, def, err);
    return copy && tr_history_edit(carving, id, copy, err);
}

bool tr_carving_remove(tr_carving *carving, tr_path_id id, tr_error *err)
{
    assert(carving);
    if (!tr_history_definition(carving, id)) return not_there(id, err);
    return tr_history_edit(carving, id, NULL, err);
}

// ---------------------------------------------------------------------------------------------------------
// Vertices

// Replaces `removed` vertices from `index` on by `added` ones. A vertex that is put in belongs to the ring whose
// vertices it stands among, at a ring's end to that ring.
static bool splice(tr_carving *carving, tr_path_id id, int32_t index, int32_t removed, const tr_path_vertex *added,
                   tr_error *err)
{
    tr_context *context = carving->context;
    const tr_path_def *old = &tr_history_definition(carving, id)->def;
    const int32_t more = added ? 1 : 0, count = old->vertex_count - removed + more;
    tr_path_vertex *vertices = tr_alloc_array(context, (size_t)count + 1, sizeof *vertices, err);
    int32_t *ring_end = tr_alloc_array(context, (size_t)old->ring_count + 1, sizeof *ring_end, err);
    tr_path_copy *copy = NULL;
    if (vertices && ring_end) {
        tr_path_def def = *old;
        memcpy(vertices, old->vertices, (size_t)index * sizeof *vertices);
        if (added) vertices[index] = *added;
        memcpy(vertices + index + more, old->vertices + index + removed,
               (size_t)(old->vertex_count - index - removed) * sizeof *vertices);
        for (int32_t i = 0; i < old->ring_count; i++) {
            const int32_t end = old->ring_end[i];
            ring_end[i] = end > index || (end == index && more > removed) ? end + more - removed : end;
        }
        def.vertices = vertices;
        def.vertex_count = count;
        def.ring_end = old->ring_count > 0 ? ring_end : NULL;
        if (tr_path_def_check(&def, err)) copy = tr_path_copy_create(context, &def, err);
    }
    tr_free(context, vertices);
    tr_free(context, ring_end);
    return copy && tr_history_edit(carving, id, copy, err);
}

static bool check_index(const tr_carving *carving, tr_path_id id, int32_t index, int32_t behind_last, tr_error *err)
{
    const tr_path_copy *copy = tr_history_definition(carving, id);
    if (!copy) return not_there(id, err);
    const int32_t max = copy->def.vertex_count - 1 + behind_last;
    if (index < 0 || index > max)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "path %u: vertex %d is not there; allowed is 0 to %d",
                       (unsigned)id, (int)index, (int)max);
    return true;
}

bool tr_carving_insert_vertex(tr_carving *carving, tr_path_id id, int32_t index, const tr_path_vertex *vertex,
                              tr_error *err)
{
    assert(carving && vertex);
    return check_index(carving, id, index, 1, err) && splice(carving, id, index, 0, vertex, err);
}

bool tr_carving_set_vertex(tr_carving *carving, tr_path_id id, int32_t index, const tr_path_vertex *vertex,
                           tr_error *err)
{
    assert(carving && vertex);
    return check_index(carving, id, index, 0, err) && splice(carving, id, index, 1, vertex, err);
}

bool tr_carving_remove_vertex(tr_carving *carving, tr_path_id id, int32_t index, tr_error *err)
{
    assert(carving);
    return check_index(carving, id, index, 0, err) && splice(carving, id, index, 1, NULL, err);
}
