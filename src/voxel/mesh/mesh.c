// Meshes of chunks: quads by pass and face (terrane/voxel.h).
#include <assert.h>

#include "voxel/mesh/mesh_isa.h"
#include "voxel/mesh/mesh_merge.h"

enum { MESH_DEF_COOKIE = 0x6d657368, MIDDLE = 13, FIRST_QUADS = 1024 };

tr_voxel_mesh_def tr_default_voxel_mesh_def(void)
{
    return (tr_voxel_mesh_def){.cookie = MESH_DEF_COOKIE, .merge = true, .occlusion = true};
}

// What one mesh is made with; too much for a stack.
typedef struct workroom {
    tr_mesh_codes codes;
    tr_mesh_cells cells;
    tr_faces faces;
    tr_face_links links;
} workroom;

static bool is_solid(const tr_voxel_chunk *chunk)
{
    return chunk && chunk->bits == 0 && tr_block_info_of(chunk->palette[0])->shape == TR_SHAPE_CUBE;
}

// Whether nothing of a chunk is seen, known without looking at its blocks.
static bool is_hidden(const tr_voxel_around *around, unsigned borders)
{
    static const int beside[] = {MIDDLE - 1, MIDDLE + 1, MIDDLE - 9, MIDDLE + 9, MIDDLE - 3, MIDDLE + 3};
    if (around->chunks[MIDDLE]->filled == 0) return true;
    if (borders || !is_solid(around->chunks[MIDDLE])) return false;
    for (int face = 0; face < TR_FACE_DIAGONAL; face++)
        if (!is_solid(around->chunks[beside[face]])) return false;
    return true;
}

static bool add_sprites(const workroom *room, tr_voxel_face face, tr_quad_list *out, tr_error *err)
{
    const tr_mesh_cells *cells = &room->cells;
    for (int y = 0; y < TR_VOXEL_SIDE; y++)
        for (int z = 0; z < TR_VOXEL_SIDE; z++) {
            const int row = tr_mesh_row(y, z);
            for (uint32_t left = (uint32_t)(cells->sprite[row] >> 1); left; left &= left - 1) {
                const int x = __builtin_ctz(left);
                tr_voxel_quad *quad = tr_quad_list_add(out, err);
                if (!quad) return false;
                const tr_light light = cells->shadowed ? cells->lights[row][x + 1] : TR_FULL_DAYLIGHT;
                *quad = (tr_voxel_quad){.x = (uint8_t)x,
                                        .y = (uint8_t)y,
                                        .z = (uint8_t)z,
                                        .face = (uint8_t)face,
                                        .width = 1,
                                        .height = 1,
                                        .block = room->codes.block[cells->codes[row][x + 1]],
                                        .occlusion = 0xff,
                                        .light = {light, light, light, light}};
            }
        }
    return true;
}

static bool add_pass(workroom *room, const tr_mesh_table *table, const tr_voxel_mesh_def *def, tr_voxel_pass pass,
                     tr_quad_list *out, tr_error *err)
{
    for (int face = 0; face < TR_FACE_DIAGONAL; face++) {
        const tr_faces_query query = {&room->cells, table, def, pass, (tr_voxel_face)face};
        if (!tr_faces_find(&query, &room->faces)) continue;
        if (!tr_faces_merge(&query, &room->codes, &room->faces, &room->links, out, err)) return false;
    }
    return true;
}

static bool add_quads(workroom *room, const tr_voxel_mesh_def *def, const tr_mesh_table *table, tr_quad_list *list,
                      size_t pass_end[TR_PASS_COUNT], tr_error *err)
{
    const tr_mesh_cells *cells = &room->cells;
    if (!add_pass(room, table, def, TR_PASS_OPAQUE, list, err)) return false;
    pass_end[TR_PASS_OPAQUE] = (size_t)list->count;
    if (cells->any_sprite &&
        !(add_sprites(room, TR_FACE_DIAGONAL, list, err) && add_sprites(room, TR_FACE_COUNTER_DIAGONAL, list, err)))
        return false;
    pass_end[TR_PASS_SPRITE] = (size_t)list->count;
    if (cells->any_translucent && !add_pass(room, table, def, TR_PASS_TRANSLUCENT, list, err)) return false;
    pass_end[TR_PASS_TRANSLUCENT] = (size_t)list->count;
    return true;
}

bool tr_voxel_mesh_make(tr_context *context, const tr_voxel_around *around, const tr_voxel_mesh_def *def,
                        tr_voxel_mesh *out, tr_error *err)
{
    assert(def->cookie == MESH_DEF_COOKIE && around->chunks[MIDDLE]);
    *out = (tr_voxel_mesh){0};
    if (is_hidden(around, def->borders)) return true;
    workroom *room = tr_alloc(context, sizeof *room, err);
    if (!room) return false;
    const tr_mesh_table *table = TR_ISA_PICK(tr_mesh_table, tr_context_isa(context));
    tr_mesh_codes_make(&room->codes);
    tr_mesh_cells_read(&room->cells, &room->codes, table, around);
    tr_quad_list list = {.context = context, .capacity = FIRST_QUADS};
    list.quads = tr_alloc_array(context, FIRST_QUADS, sizeof *list.quads, err);
    tr_voxel_mesh mesh = {0};
    const bool done = list.quads && add_quads(room, def, table, &list, mesh.pass_end, err);
    tr_free(context, room);
    if (!done || list.count == 0) {
        tr_free(context, list.quads);
        return done;
    }
    mesh.quads = list.quads;
    mesh.count = (size_t)list.count;
    *out = mesh;
    return true;
}

void tr_voxel_mesh_destroy(tr_context *context, tr_voxel_mesh *mesh)
{
    tr_free(context, mesh->quads);
    *mesh = (tr_voxel_mesh){0};
}
