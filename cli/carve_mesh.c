#include "carve_mesh.h"

#include <stdio.h>
#include <string.h>

#include "terrane/io.h"

typedef struct strips {
    tr_context *context;
    tr_mesh *meshes;
    tr_glb_mesh *entries;
    char (*names)[64];
    int32_t count, bridge_count;
} strips;

static const struct {
    uint8_t rgb[3];
    float roughness;
} looks[TR_PATH_KIND_COUNT] = {
    [TR_PATH_LAKE] = {{46, 92, 118}, 0.08f},   [TR_PATH_STREAM] = {{74, 124, 142}, 0.12f},
    [TR_PATH_RIVER] = {{58, 106, 128}, 0.10f}, [TR_PATH_LEVEL] = {{150, 142, 120}, 0.95f},
    [TR_PATH_TRACK] = {{150, 126, 92}, 0.95f}, [TR_PATH_ROAD] = {{78, 78, 80}, 0.85f},
    [TR_PATH_RAIL] = {{112, 102, 94}, 0.95f},  [TR_PATH_CITY] = {{168, 161, 148}, 0.95f},
};

// The same mesh with a colour at every vertex.
static bool color_mesh(tr_context *context, tr_mesh *mesh, const uint8_t rgb[3], tr_error *err)
{
    const unsigned attributes = TR_MESH_COLORS | (mesh->normals ? TR_MESH_NORMALS : 0) | (mesh->uvs ? TR_MESH_UVS : 0);
    tr_mesh colored;
    if (!tr_mesh_create(context, mesh->vertex_count, mesh->index_count, attributes, &colored, err)) {
        return false;
    }
    const size_t count = mesh->vertex_count;
    memcpy(colored.origin, mesh->origin, sizeof mesh->origin);
    memcpy(colored.positions, mesh->positions, 3 * count * sizeof(float));
    memcpy(colored.indices, mesh->indices, mesh->index_count * sizeof(uint32_t));
    if (mesh->normals) {
        memcpy(colored.normals, mesh->normals, 3 * count * sizeof(float));
    }
    if (mesh->uvs) {
        memcpy(colored.uvs, mesh->uvs, 2 * count * sizeof(float));
    }
    for (size_t i = 0; i < count; i++) {
        memcpy(colored.colors + 4 * i, rgb, 3);
        colored.colors[4 * i + 3] = 255;
    }
    tr_mesh_destroy(context, mesh);
    *mesh = colored;
    return true;
}

// "road 12 Main Street", with whole characters of UTF-8.
static void name_strip(const tr_path_def *path, int32_t index, char *out, size_t size)
{
    const int length = snprintf(out, size, "%s %d%s%s", tr_path_kind_name(path->kind), (int)index + 1,
                                path->name ? " " : "", path->name ? path->name : "");
    size_t end = size - 1;
    if (length < 0 || (size_t)length < size) {
        return;
    }
    while (end > 0 && ((unsigned char)out[end - 1] & 0xC0) == 0x80) {
        end--;
    }
    // What is left of a character that was cut is its first byte.
    out[end > 0 && (unsigned char)out[end - 1] >= 0xC0 ? end - 1 : end] = '\0';
}

static bool add_strip(strips *it, const tr_carving *carving, int32_t index, tr_error *err)
{
    const tr_path_id id = tr_carving_path_at(carving, index);
    const tr_path_def *path = tr_carving_path(carving, id);
    const tr_strip_def def = tr_default_strip_def();
    tr_mesh *mesh = &it->meshes[it->count];
    if (!tr_carving_strip(carving, id, &def, mesh, err)) {
        return false;
    }
    if (mesh->index_count == 0) {
        tr_mesh_destroy(it->context, mesh);
        return true;
    }
    const int32_t at = it->count++;
    if (!color_mesh(it->context, mesh, looks[path->kind].rgb, err)) {
        return false;
    }
    name_strip(path, index, it->names[at], sizeof it->names[at]);
    it->entries[at] = (tr_glb_mesh){
        .name = it->names[at], .levels = mesh, .level_count = 1, .roughness = looks[path->kind].roughness};
    return true;
}

// What stands over a crossing, if it has a bridge of its own.
static bool add_bridge(strips *it, const tr_carving *carving, int32_t index, tr_error *err)
{
    const tr_bridge_def def = tr_default_bridge_def();
    tr_mesh *mesh = &it->meshes[it->count];
    if (!tr_carving_bridge(carving, index, &def, mesh, err)) {
        return false;
    }
    if (mesh->index_count > 0) {
        const int32_t at = it->count++;
        snprintf(it->names[at], sizeof it->names[at], "bridge %d", (int)++it->bridge_count);
        it->entries[at] = (tr_glb_mesh){.name = it->names[at], .levels = mesh, .level_count = 1, .roughness = 0.9f};
    }
    return true;
}

bool carve_mesh_write(tr_context *context, const tr_carving *carving, const double size_m[2], const char *path,
                      tr_error *err)
{
    const int32_t path_count = tr_carving_path_count(carving), crossing_count = tr_carving_crossing_count(carving);
    const size_t most = (size_t)path_count + (size_t)crossing_count;
    strips it = {.context = context};
    it.meshes = tr_alloc_array(context, most, sizeof *it.meshes, err);
    it.entries = it.meshes ? tr_alloc_array(context, most, sizeof *it.entries, err) : NULL;
    it.names = it.entries ? tr_alloc_array(context, most, sizeof *it.names, err) : NULL;
    bool done = it.names;
    for (int32_t i = 0; i < path_count && done; i++) {
        done = add_strip(&it, carving, i, err);
    }
    for (int32_t i = 0; i < crossing_count && done; i++) {
        done = add_bridge(&it, carving, i, err);
    }
    const double origin[3] = {0.5 * size_m[0], 0, 0.5 * size_m[1]};
    done = done && tr_glb_write(context, path, it.entries, it.count, origin, err);
    for (int32_t i = 0; i < it.count; i++) {
        tr_mesh_destroy(context, &it.meshes[i]);
    }
    tr_free(context, it.names);
    tr_free(context, it.entries);
    tr_free(context, it.meshes);
    return done;
}
