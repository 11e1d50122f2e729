#include "carve/edit/path_copy.h"

#include <string.h>

#include "base/hash_value.h"

static uint64_t hash_vertex(const tr_path_vertex *vertex, uint64_t hash)
{
    const double values[] = {vertex->x_m,         vertex->z_m,     vertex->height_m,   vertex->width_m,
                             vertex->smoothing_m, vertex->depth_m, vertex->inclination};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) hash = tr_hash_optional(values[i], hash);
    return hash;
}

uint64_t tr_path_def_hash(const tr_path_def *def)
{
    const double numbers[] = {def->smoothness, def->width_m,         def->smoothing_m, def->depth_m,
                              def->banking,    def->max_inclination, def->max_grade,   def->station_m,
                              def->mouth_m,    def->max_side_slope,  def->clearance_m, def->level_m};
    const int32_t words[] = {(int32_t)def->kind, def->area,    (int32_t)def->mode, def->monotone,
                             def->priority,      def->bridges, def->vertex_count,  def->ring_count};
    uint64_t hash = 0;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) hash = tr_hash_optional(numbers[i], hash);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) hash = tr_hash_word((uint64_t)words[i], hash);
    for (int32_t i = 0; i < def->vertex_count; i++) hash = hash_vertex(&def->vertices[i], hash);
    for (int32_t i = 0; i < def->ring_count; i++) hash = tr_hash_word((uint64_t)def->ring_end[i], hash);
    return hash;
}

tr_path_copy *tr_path_copy_create(tr_context *context, const tr_path_def *def, tr_error *err)
{
    // One block: the copy, vertices, ring ends, name; in the order of their alignment.
    const size_t vertex_bytes = (size_t)def->vertex_count * sizeof *def->vertices;
    const size_t ring_bytes = (size_t)def->ring_count * sizeof *def->ring_end;
    const size_t name_bytes = def->name ? strlen(def->name) + 1 : 0;
    tr_path_copy *copy = tr_alloc(context, sizeof *copy + vertex_bytes + ring_bytes + name_bytes, err);
    if (!copy) return NULL;
    *copy = (tr_path_copy){.def = *def, .references = 1};
    char *storage = (char *)(copy + 1);
    memcpy(storage, def->vertices, vertex_bytes);
    copy->def.vertices = (const tr_path_vertex *)storage;
    copy->def.ring_end = NULL;
    copy->def.name = NULL;
    if (ring_bytes > 0) {
        copy->def.ring_end = memcpy(storage + vertex_bytes, def->ring_end, ring_bytes);
    }
    if (name_bytes > 0) {
        copy->def.name = memcpy(storage + vertex_bytes + ring_bytes, def->name, name_bytes);
    }
    return copy;
}

tr_path_copy *tr_path_copy_share(tr_path_copy *copy)
{
    if (copy) copy->references++;
    return copy;
}

void tr_path_copy_release(tr_context *context, tr_path_copy *copy)
{
    if (copy && --copy->references == 0) tr_free(context, copy);
}
