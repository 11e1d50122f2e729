// Binary glTF 2.0 (Khronos, section 4.4): a header, the JSON chunk, the BIN chunk. Arrays go to the file as they are or
// through a small buffer, so that a file costs no more memory than its JSON and its pictures.
#include "terrane/io.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/atomic_file.h"
#include "io/glb.h"

#if !defined(__BYTE_ORDER__) || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "glb_write.c writes floats and indices as they are in memory; GLB files are little-endian"
#endif

enum {
    GLB_MAGIC = 0x46546C67,   // "glTF"
    CHUNK_JSON = 0x4E4F534A,  // "JSON"
    CHUNK_BIN = 0x004E4942,   // "BIN\0"
    HEADER_SIZE = 12,
    CHUNK_HEADER_SIZE = 8,
    BATCH = 1024,  // vertices or indices that are converted at a time
};

static bool write_words(tr_atomic_file *file, const uint32_t *words, size_t count, tr_error *err)
{
    return tr_atomic_file_write(file, words, count * sizeof *words, err);
}

// Up to the next multiple of 4.
static bool write_padding(tr_atomic_file *file, uint64_t size, char fill, tr_error *err)
{
    const char padding[3] = {fill, fill, fill};
    return tr_atomic_file_write(file, padding, (size_t)(tr_glb_padded(size) - size), err);
}

static bool write_normals(tr_atomic_file *file, const tr_mesh *mesh, tr_error *err)
{
    float batch[3 * BATCH];
    for (size_t begin = 0; begin < mesh->vertex_count; begin += BATCH) {
        const size_t left = mesh->vertex_count - begin;
        const size_t count = left < BATCH ? left : BATCH;
        for (size_t i = 0; i < count; i++) {
            const float *from = mesh->normals + 3 * (begin + i);
            const double x = (double)from[0], y = (double)from[1], z = (double)from[2];
            const double length = sqrt(x * x + y * y + z * z);
            batch[3 * i] = (float)(x / length);
            batch[3 * i + 1] = (float)(y / length);
            batch[3 * i + 2] = (float)(z / length);
        }
        if (!tr_atomic_file_write(file, batch, 3 * count * sizeof *batch, err)) return false;
    }
    return true;
}

static bool write_colors(tr_atomic_file *file, const tr_glb_plan *plan, const tr_mesh *mesh, tr_error *err)
{
    uint16_t batch[4 * BATCH];
    for (size_t begin = 0; begin < mesh->vertex_count; begin += BATCH) {
        const size_t left = mesh->vertex_count - begin;
        const size_t count = left < BATCH ? left : BATCH;
        tr_glb_put_colors(plan, mesh->colors + 4 * begin, count, batch);
        if (!tr_atomic_file_write(file, batch, count * TR_GLB_COLOR_SIZE, err)) return false;
    }
    return true;
}

static bool write_indices(tr_atomic_file *file, const tr_mesh *mesh, tr_error *err)
{
    if (!tr_glb_has_short_indices(mesh)) return write_words(file, mesh->indices, mesh->index_count, err);
    uint16_t batch[BATCH];
    for (size_t begin = 0; begin < mesh->index_count; begin += BATCH) {
        const size_t left = mesh->index_count - begin;
        const size_t count = left < BATCH ? left : BATCH;
        for (size_t i = 0; i < count; i++) {
            batch[i] = (uint16_t)mesh->indices[begin + i];
        }
        if (!tr_atomic_file_write(file, batch, count * sizeof *batch, err)) return false;
    }
    return true;
}

// The values of one attribute of a copy; returns how many there are.
static size_t put_attribute(const tr_glb_pose *pose, tr_glb_content content, float out[4])
{
    if (content == TR_GLB_ROTATIONS) {
        memcpy(out, pose->rotation, sizeof pose->rotation);
        return 4;
    }
    for (int axis = 0; axis < 3; axis++) {
        out[axis] = content == TR_GLB_SCALES ? pose->scale : pose->translation[axis];
    }
    return 3;
}

static bool write_copies(tr_atomic_file *file, const tr_glb_plan *plan, const tr_glb_view *view, tr_error *err)
{
    float batch[4 * BATCH];
    const size_t total = plan->scene->instances[view->owner].count;
    for (size_t begin = 0; begin < total; begin += BATCH) {
        const size_t end = total - begin < BATCH ? total : begin + BATCH;
        size_t used = 0;
        for (size_t copy = begin; copy < end; copy++) {
            const tr_glb_pose pose = tr_glb_pose_of(plan, view->owner, copy);
            used += put_attribute(&pose, view->content, batch + used);
        }
        if (!tr_atomic_file_write(file, batch, used * sizeof *batch, err)) return false;
    }
    return true;
}

static bool write_view(tr_atomic_file *file, const tr_glb_plan *plan, const tr_glb_view *view, tr_error *err)
{
    const size_t size = (size_t)view->size;
    switch (view->content) {
    case TR_GLB_PICTURE: return tr_atomic_file_write(file, plan->pictures[view->owner].png.bytes, size, err);
    case TR_GLB_TRANSLATIONS:
    case TR_GLB_ROTATIONS:
    case TR_GLB_SCALES: return write_copies(file, plan, view, err);
    default: break;
    }
    const tr_mesh *mesh = plan->levels[view->owner].mesh;
    switch (view->content) {
    case TR_GLB_POSITIONS: return tr_atomic_file_write(file, mesh->positions, size, err);
    case TR_GLB_NORMALS: return write_normals(file, mesh, err);
    case TR_GLB_UVS: return tr_atomic_file_write(file, mesh->uvs, size, err);
    case TR_GLB_COLORS: return write_colors(file, plan, mesh, err);
    default: return write_indices(file, mesh, err);
    }
}

static bool write_binary(tr_atomic_file *file, const tr_glb_plan *plan, tr_error *err)
{
    const uint32_t chunk[] = {(uint32_t)plan->binary_size, CHUNK_BIN};
    if (!write_words(file, chunk, 2, err)) return false;
    for (int i = 0; i < plan->view_count; i++) {
        const tr_glb_view *view = &plan->views[i];
        if (!write_view(file, plan, view, err) || !write_padding(file, view->size, '\0', err)) return false;
    }
    return true;
}

static bool write_contents(tr_atomic_file *file, const tr_glb_plan *plan, const char *json, uint32_t total,
                           tr_error *err)
{
    const size_t json_size = strlen(json);
    const uint32_t start[] = {GLB_MAGIC, 2, total, (uint32_t)tr_glb_padded(json_size), CHUNK_JSON};
    return write_words(file, start, 5, err) && tr_atomic_file_write(file, json, json_size, err) &&
           write_padding(file, json_size, ' ', err) && write_binary(file, plan, err);
}

static bool write_file(const tr_glb_plan *plan, const char *json, tr_error *err)
{
    const uint64_t total =
        HEADER_SIZE + CHUNK_HEADER_SIZE + tr_glb_padded(strlen(json)) + CHUNK_HEADER_SIZE + plan->binary_size;
    tr_atomic_file file;
    if (!tr_glb_check_size(plan->path, total, err) || !tr_atomic_file_open(&file, plan->context, plan->path, err)) {
        return false;
    }
    if (!write_contents(&file, plan, json, (uint32_t)total, err)) {
        tr_atomic_file_abort(&file);
        return false;
    }
    return tr_atomic_file_commit(&file, err);
}

bool tr_glb_scene_write(tr_context *context, const char *path, const tr_glb_scene *scene, tr_error *err)
{
    assert(context && path && scene);
    tr_glb_plan plan;
    if (!tr_glb_plan_create(&plan, context, path, scene, err)) return false;
    char *json = tr_glb_json(&plan, err);
    const bool written = json && write_file(&plan, json, err);
    tr_free(context, json);
    tr_glb_plan_release(&plan);
    return written;
}

bool tr_glb_write(tr_context *context, const char *path, const tr_glb_mesh *meshes, int mesh_count,
                  const double origin[3], tr_error *err)
{
    assert(origin);
    const tr_glb_scene scene = {
        .meshes = meshes, .mesh_count = mesh_count, .origin = {origin[0], origin[1], origin[2]}};
    return tr_glb_scene_write(context, path, &scene, err);
}
