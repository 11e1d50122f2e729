// What must hold of a mesh before it can be written: glTF 2.0, sections 3.7.2.1 (geometry) and 3.9.2 (materials).
#include "io/glb.h"

#include <math.h>
#include <stdio.h>

#include "base/text.h"

// Which mesh a message is about.
typedef struct place {
    char text[TR_TEXT_QUOTE_SIZE + 64];
} place;

static place place_of_mesh(const tr_glb_plan *plan, int mesh)
{
    place out;
    char quote[TR_TEXT_QUOTE_SIZE];
    const char *name = plan->scene->meshes[mesh].name;
    if (name) {
        snprintf(out.text, sizeof out.text, "mesh %s", tr_text_quote(quote, name));
    } else {
        snprintf(out.text, sizeof out.text, "mesh %d", mesh);
    }
    return out;
}

static place place_of_level(const tr_glb_plan *plan, int mesh, int level)
{
    place out = place_of_mesh(plan, mesh);
    if (plan->scene->meshes[mesh].level_count > 1) {
        const place whole = out;
        snprintf(out.text, sizeof out.text, "%.*s, level %d", TR_TEXT_QUOTE_SIZE + 32, whole.text, level);
    }
    return out;
}

static bool check_texture(const tr_glb_plan *plan, int mesh, tr_error *err)
{
    const tr_image *texture = plan->scene->meshes[mesh].texture;
    if (texture && (texture->channels != 3 || texture->bits != 8)) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT,
                       "%s: %s: its texture has %d channels of %d bits; it must have 3 of 8", plan->path,
                       place_of_mesh(plan, mesh).text, texture->channels, texture->bits);
    }
    return true;
}

static bool check_counts(const tr_glb_plan *plan, int mesh, int level, tr_error *err)
{
    const tr_mesh *mesh_data = &plan->scene->meshes[mesh].levels[level];
    const place at = place_of_level(plan, mesh, level);
    if (mesh_data->vertex_count < 1 || !mesh_data->positions) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%s: %s has no vertices", plan->path, at.text);
    }
    if (mesh_data->index_count < 3 || mesh_data->index_count % 3 != 0 || !mesh_data->indices) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%s: %s has %zu indices; triangles need three each", plan->path,
                       at.text, mesh_data->index_count);
    }
    if (mesh_data->vertex_count > UINT32_MAX || mesh_data->index_count > UINT32_MAX) {
        return tr_fail(err, TR_ERROR_TOO_LARGE, "%s: %s has %zu vertices and %zu indices; a GLB file holds %u of each",
                       plan->path, at.text, mesh_data->vertex_count, mesh_data->index_count, UINT32_MAX);
    }
    if (plan->scene->meshes[mesh].texture && !mesh_data->uvs) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%s: %s has a texture but no uvs to lay it on by", plan->path,
                       at.text);
    }
    for (int axis = 0; axis < 3; axis++) {
        if (!isfinite(mesh_data->origin[axis] - plan->scene->origin[axis])) {
            return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%s: the origin of %s is not finite", plan->path, at.text);
        }
    }
    return true;
}

bool tr_glb_check_mesh(const tr_glb_plan *plan, int mesh, tr_error *err)
{
    const tr_glb_mesh *glb_mesh = &plan->scene->meshes[mesh];
    if (glb_mesh->level_count < 1 || !glb_mesh->levels) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%s: %s has %d levels; it must have at least 1", plan->path,
                       place_of_mesh(plan, mesh).text, glb_mesh->level_count);
    }
    if (!(glb_mesh->roughness >= 0 && glb_mesh->roughness <= 1)) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%s: %s has a roughness of %g; allowed is 0 to 1", plan->path,
                       place_of_mesh(plan, mesh).text, (double)glb_mesh->roughness);
    }
    for (int level = 0; level < glb_mesh->level_count; level++) {
        if (!check_counts(plan, mesh, level, err)) return false;
    }
    return check_texture(plan, mesh, err);
}

// The place in `values` of the first that is not finite, or `count`.
static size_t find_not_finite(const float *values, size_t count)
{
    size_t i = 0;
    while (i < count && isfinite(values[i])) i++;
    return i;
}

static void measure_positions(const tr_mesh *mesh, tr_glb_level *out)
{
    for (int axis = 0; axis < 3; axis++) {
        float low = mesh->positions[axis], high = low;
        for (size_t i = 0; i < mesh->vertex_count; i++) {
            const float value = mesh->positions[3 * i + (size_t)axis];
            low = value < low ? value : low;
            high = value > high ? value : high;
        }
        out->low[axis] = low;
        out->high[axis] = high;
    }
}

static bool uvs_repeat(const tr_mesh *mesh)
{
    for (size_t i = 0; i < 2 * mesh->vertex_count; i++) {
        if (mesh->uvs[i] < 0 || mesh->uvs[i] > 1) return true;
    }
    return false;
}

// The first normal that has no direction, or the number of vertices.
static size_t find_bad_normal(const tr_mesh *mesh)
{
    size_t i = find_not_finite(mesh->normals, 3 * mesh->vertex_count) / 3;
    for (size_t k = 0; k < i; k++) {
        const float *normal = mesh->normals + 3 * k;
        if (normal[0] == 0 && normal[1] == 0 && normal[2] == 0) i = k;
    }
    return i;
}

static bool fail_vertex(const tr_glb_plan *plan, const place *at, size_t vertex, const char *what, tr_error *err)
{
    return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%s: %s: vertex %zu has %s", plan->path, at->text, vertex, what);
}

static bool check_vertices(const tr_glb_plan *plan, const place *at, const tr_mesh *mesh, tr_error *err)
{
    const size_t count = mesh->vertex_count;
    const size_t position = find_not_finite(mesh->positions, 3 * count) / 3;
    if (position < count) return fail_vertex(plan, at, position, "a position that is not finite", err);
    const size_t normal = mesh->normals ? find_bad_normal(mesh) : count;
    if (normal < count) return fail_vertex(plan, at, normal, "a normal without a direction", err);
    const size_t uv = mesh->uvs ? find_not_finite(mesh->uvs, 2 * count) / 2 : count;
    if (uv < count) return fail_vertex(plan, at, uv, "a uv that is not finite", err);
    return true;
}

static bool check_indices(const tr_glb_plan *plan, const place *at, const tr_mesh *mesh, tr_error *err)
{
    for (size_t i = 0; i < mesh->index_count; i++) {
        if (mesh->indices[i] >= mesh->vertex_count) {
            return tr_fail(err, TR_ERROR_INVALID_ARGUMENT,
                           "%s: %s: index %u of triangle %zu is out of range; there are %zu vertices", plan->path,
                           at->text, mesh->indices[i], i / 3, mesh->vertex_count);
        }
    }
    return true;
}

bool tr_glb_check_level(tr_glb_plan *plan, int mesh, int level, tr_error *err)
{
    const place at = place_of_level(plan, mesh, level);
    tr_glb_group *group = &plan->groups[mesh];
    tr_glb_level *out = &plan->levels[group->first_level + level];
    if (!check_vertices(plan, &at, out->mesh, err) || !check_indices(plan, &at, out->mesh, err)) return false;
    measure_positions(out->mesh, out);
    group->repeats = group->repeats || (out->mesh->uvs && uvs_repeat(out->mesh));
    return true;
}
