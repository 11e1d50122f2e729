// The surfaces of paths as a GLB file: a strip for every path, in the colour of its kind, and bridges.
#include "terrane/export.h"

#include "terrane/io.h"

#include <stdio.h>
#include <string.h>

typedef struct strip_list {
    tr_context *context;
    tr_mesh *meshes;
    tr_glb_mesh *entries;
    char (*names)[64];
    int32_t count, bridge_count;
} strip_list;

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

static bool add_strip(strip_list *list, const tr_carving *carving, int32_t index, tr_error *err)
{
    const tr_path_id id = tr_carving_path_at(carving, index);
    const tr_path_def *path = tr_carving_path(carving, id);
    const tr_strip_def def = tr_default_strip_def();
    tr_mesh *mesh = &list->meshes[list->count];
    if (!tr_carving_strip(carving, id, &def, mesh, err)) {
        return false;
    }
    if (mesh->index_count == 0) {
        tr_mesh_destroy(list->context, mesh);
        return true;
    }
    const int32_t at = list->count++;
    if (!color_mesh(list->context, mesh, looks[path->kind].rgb, err)) {
        return false;
    }
    name_strip(path, index, list->names[at], sizeof list->names[at]);
    list->entries[at] = (tr_glb_mesh){
        .name = list->names[at], .levels = mesh, .level_count = 1, .roughness = looks[path->kind].roughness};
    return true;
}

// What stands over a crossing, if it has a bridge of its own.
static bool add_bridge(strip_list *list, const tr_carving *carving, int32_t index, tr_error *err)
{
    const tr_bridge_def def = tr_default_bridge_def();
    tr_mesh *mesh = &list->meshes[list->count];
    if (!tr_carving_bridge(carving, index, &def, mesh, err)) {
        return false;
    }
    if (mesh->index_count > 0) {
        const int32_t at = list->count++;
        snprintf(list->names[at], sizeof list->names[at], "bridge %d", (int)++list->bridge_count);
        list->entries[at] = (tr_glb_mesh){.name = list->names[at], .levels = mesh, .level_count = 1, .roughness = 0.9f};
    }
    return true;
}

bool tr_export_paths(tr_context *context, const tr_carving *carving, const double origin_m[3], const char *path,
                     tr_error *err)
{
    const int32_t path_count = tr_carving_path_count(carving), crossing_count = tr_carving_crossing_count(carving);
    const size_t max_count = (size_t)path_count + (size_t)crossing_count;
    strip_list list = {.context = context};
    list.meshes = tr_alloc_array(context, max_count, sizeof *list.meshes, err);
    list.entries = list.meshes ? tr_alloc_array(context, max_count, sizeof *list.entries, err) : NULL;
    list.names = list.entries ? tr_alloc_array(context, max_count, sizeof *list.names, err) : NULL;
    bool done = list.names;
    for (int32_t i = 0; i < path_count && done; i++) {
        done = add_strip(&list, carving, i, err);
    }
    for (int32_t i = 0; i < crossing_count && done; i++) {
        done = add_bridge(&list, carving, i, err);
    }
    done = done && tr_glb_write(context, path, list.entries, list.count, origin_m, err);
    for (int32_t i = 0; i < list.count; i++) {
        tr_mesh_destroy(context, &list.meshes[i]);
    }
    tr_free(context, list.names);
    tr_free(context, list.entries);
    tr_free(context, list.meshes);
    return done;
}
