#include "scenes/voxel_naive_mesh.h"

#include <string.h>

enum { SIDE = TR_VOXEL_SIDE, FULL_DAYLIGHT = TR_LIGHT_MAX << TR_LIGHT_SKY_SHIFT };

typedef struct place {
    int x, y, z;
} place;

typedef struct quad_list {
    tr_voxel_quad *quads;
    size_t count, capacity;
} quad_list;

typedef struct naive {
    tr_context *context;
    const tr_voxel_around *around;
    const tr_voxel_mesh_def *def;
    tr_block *blocks;  // of the chunk itself
    quad_list passes[TR_PASS_COUNT];
} naive;

// The way each face looks, and the axes it lies along.
static const place ways[] = {{-1, 0, 0}, {1, 0, 0}, {0, -1, 0}, {0, 1, 0}, {0, 0, -1}, {0, 0, 1}};
static const place first_axis[] = {{0, 1, 0}, {0, 1, 0}, {1, 0, 0}, {1, 0, 0}, {1, 0, 0}, {1, 0, 0}};
static const place second_axis[] = {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}, {0, 0, 1}, {0, 1, 0}, {0, 1, 0}};
// Corners counter-clockwise seen from outside: which end of each axis.
static const int corner_ends[][4][2] = {
    {{-1, -1}, {-1, 1}, {1, 1}, {1, -1}}, {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}, {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}},
    {{-1, -1}, {-1, 1}, {1, 1}, {1, -1}}, {{-1, -1}, {-1, 1}, {1, 1}, {1, -1}}, {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}},
};

static place moved(place at, place by, int times)
{
    return (place){at.x + by.x * times, at.y + by.y * times, at.z + by.z * times};
}

static bool inside(place at)
{
    return at.x >= 0 && at.y >= 0 && at.z >= 0 && at.x < SIDE && at.y < SIDE && at.z < SIDE;
}

// Which of the 27 chunks a place is in.
static int chunk_of(place at)
{
    return ((at.x >> 5) + 1) + 3 * ((at.z >> 5) + 1) + 9 * ((at.y >> 5) + 1);
}

static size_t index_of(place at)
{
    const int index = (at.x & 31) + SIDE * (at.z & 31) + TR_VOXEL_LAYER * (at.y & 31);
    return (size_t)index;
}

static tr_block block_at(const naive *mesh, place at)
{
    if (inside(at)) return mesh->blocks[index_of(at)];
    const tr_voxel_chunk *chunk = mesh->around->chunks[chunk_of(at)];
    return chunk ? tr_voxel_chunk_block(chunk, at.x & 31, at.y & 31, at.z & 31) : TR_BLOCK_AIR;
}

static tr_light light_at(const naive *mesh, place at)
{
    const int chunk = chunk_of(at);
    const tr_voxel_light *light = mesh->around->lights[chunk];
    if (!light || !mesh->around->chunks[chunk]) return FULL_DAYLIGHT;
    return light->values ? light->values[index_of(at)] : light->uniform;
}

static tr_block_shape shape_at(const naive *mesh, place at)
{
    return tr_block_info_of(block_at(mesh, at))->shape;
}

static bool same_kind(tr_block a, tr_block b)
{
    return ((a ^ b) & TR_BLOCK_KIND_MASK) == 0;
}

// How high a liquid stands, in eighths.
static int liquid_eighths(const naive *mesh, place at)
{
    const tr_block block = block_at(mesh, at), above = block_at(mesh, moved(at, ways[TR_FACE_UP], 1));
    if (same_kind(block, above)) return 8;
    const int level = block >> TR_BLOCK_LEVEL_SHIFT;
    if (level > 0) return level;
    const tr_block_shape roof = tr_block_info_of(above)->shape;
    return roof == TR_SHAPE_CUBE || roof == TR_SHAPE_CLEAR ? 8 : 7;
}

// Whether a face is seen; if it is one of a liquid beside the same liquid, from which height on.
static bool is_visible(const naive *mesh, place at, int face, int *rise)
{
    const tr_block own = block_at(mesh, at), beyond = block_at(mesh, moved(at, ways[face], 1));
    const tr_block_shape shape = tr_block_info_of(own)->shape, other = tr_block_info_of(beyond)->shape;
    const bool cube = shape == TR_SHAPE_CUBE || shape == TR_SHAPE_LEAVES;
    *rise = 0;
    if (cube && mesh->def->borders >> face & 1 && !inside(moved(at, ways[face], 1))) return true;
    if (shape == TR_SHAPE_LIQUID && face == TR_FACE_UP && liquid_eighths(mesh, at) < 8) return true;
    if (other == TR_SHAPE_CUBE) return false;
    if (shape == TR_SHAPE_CUBE || !same_kind(own, beyond)) return true;
    if (shape != TR_SHAPE_LIQUID || face == TR_FACE_UP || face == TR_FACE_DOWN) return false;
    *rise = liquid_eighths(mesh, moved(at, ways[face], 1));
    return liquid_eighths(mesh, at) > *rise;
}

static bool closes(tr_block_shape shape)
{
    return shape == TR_SHAPE_CUBE || shape == TR_SHAPE_LEAVES;
}

static unsigned occlusion_of(tr_block_shape side1, tr_block_shape side2, tr_block_shape diagonal)
{
    if (closes(side1) && closes(side2)) return 0;
    return 3u - closes(side1) - closes(side2) - closes(diagonal);
}

static tr_light mean_light(const tr_light *lights, unsigned count)
{
    unsigned result = 0;
    for (int shift = 0; shift < 16; shift += 4) {
        unsigned sum = 0;
        for (unsigned i = 0; i < count; i++) sum += lights[i] >> shift & 15;
        result |= (2 * sum + count) / (2 * count) << shift;
    }
    return (tr_light)result;
}

static void shade_corner(const naive *mesh, place front, int face, int corner, tr_voxel_quad *quad)
{
    const int *ends = corner_ends[face][corner];
    const place side1 = moved(front, first_axis[face], ends[0]), side2 = moved(front, second_axis[face], ends[1]);
    const place diagonal = moved(side1, second_axis[face], ends[1]);
    const tr_block_shape shape1 = shape_at(mesh, side1), shape2 = shape_at(mesh, side2);
    const tr_block_shape shape3 = shape_at(mesh, diagonal);
    if (mesh->def->occlusion) {
        const unsigned occlusion = occlusion_of(shape1, shape2, shape3);
        quad->occlusion = (uint8_t)(quad->occlusion & ~((3u ^ occlusion) << 2 * corner));
    }
    tr_light lights[4] = {light_at(mesh, front)};
    unsigned count = 1;
    const bool open1 = shape1 != TR_SHAPE_CUBE, open2 = shape2 != TR_SHAPE_CUBE;
    if (open1) lights[count++] = light_at(mesh, side1);
    if (open2) lights[count++] = light_at(mesh, side2);
    if (shape3 != TR_SHAPE_CUBE && (open1 || open2)) lights[count++] = light_at(mesh, diagonal);
    quad->light[corner] = mean_light(lights, count);
}

static void shade(const naive *mesh, place at, int face, bool translucent, tr_voxel_quad *quad)
{
    const place front = moved(at, ways[face], 1);
    if (shape_at(mesh, front) != TR_SHAPE_CUBE) {
        for (int corner = 0; corner < 4; corner++) shade_corner(mesh, front, face, corner, quad);
    } else {
        for (int corner = 0; corner < 4; corner++)
            quad->light[corner] = translucent ? light_at(mesh, at) : (tr_light)FULL_DAYLIGHT;
    }
    if (translucent) quad->occlusion = 0xff;
}

static bool add(naive *mesh, tr_voxel_pass pass, const tr_voxel_quad *quad, tr_error *err)
{
    quad_list *list = &mesh->passes[pass];
    if (list->count == list->capacity) {
        const size_t capacity = list->capacity ? 2 * list->capacity : 256;
        tr_voxel_quad *larger = tr_alloc_array(mesh->context, capacity, sizeof *larger, err);
        if (!larger) return false;
        if (list->count) memcpy(larger, list->quads, list->count * sizeof *larger);
        tr_free(mesh->context, list->quads);
        list->quads = larger;
        list->capacity = capacity;
    }
    list->quads[list->count++] = *quad;
    return true;
}

static tr_voxel_quad unit_quad(place at, int face, tr_block block)
{
    return (tr_voxel_quad){.x = (uint8_t)at.x,
                           .y = (uint8_t)at.y,
                           .z = (uint8_t)at.z,
                           .face = (uint8_t)face,
                           .width = 1,
                           .height = 1,
                           .block = block,
                           .occlusion = 0xff};
}

static bool mesh_sprite(naive *mesh, place at, tr_block block, tr_error *err)
{
    for (int face = TR_FACE_DIAGONAL; face < TR_FACE_COUNT; face++) {
        tr_voxel_quad quad = unit_quad(at, face, block);
        for (int corner = 0; corner < 4; corner++) quad.light[corner] = light_at(mesh, at);
        if (!add(mesh, TR_PASS_SPRITE, &quad, err)) return false;
    }
    return true;
}

static bool mesh_block(naive *mesh, place at, tr_error *err)
{
    const tr_block block = block_at(mesh, at);
    const tr_block_shape shape = tr_block_info_of(block)->shape;
    if (shape == TR_SHAPE_EMPTY) return true;
    if (shape == TR_SHAPE_SPRITE) return mesh_sprite(mesh, at, block, err);
    const bool translucent = shape == TR_SHAPE_CLEAR || shape == TR_SHAPE_LIQUID;
    for (int face = 0; face < TR_FACE_DIAGONAL; face++) {
        int rise;
        if (!is_visible(mesh, at, face, &rise)) continue;
        tr_voxel_quad quad = unit_quad(at, face, block);
        quad.rise = (uint8_t)rise;
        if (shape == TR_SHAPE_LIQUID && face != TR_FACE_DOWN) quad.sink = (uint8_t)(8 - liquid_eighths(mesh, at));
        shade(mesh, at, face, translucent, &quad);
        if (!add(mesh, translucent ? TR_PASS_TRANSLUCENT : TR_PASS_OPAQUE, &quad, err)) return false;
    }
    return true;
}

static bool mesh_blocks(naive *mesh, tr_error *err)
{
    tr_voxel_chunk_unpack(mesh->around->chunks[13], mesh->blocks);
    for (int y = 0; y < SIDE; y++)
        for (int z = 0; z < SIDE; z++)
            for (int x = 0; x < SIDE; x++)
                if (!mesh_block(mesh, (place){x, y, z}, err)) return false;
    return true;
}

// One list of all passes.
static bool join(naive *mesh, tr_voxel_mesh *out, tr_error *err)
{
    size_t count = 0;
    for (int pass = 0; pass < TR_PASS_COUNT; pass++) count += mesh->passes[pass].count;
    out->quads = tr_alloc_array(mesh->context, count, sizeof *out->quads, err);
    if (!out->quads) return false;
    for (int pass = 0; pass < TR_PASS_COUNT; pass++) {
        const quad_list *list = &mesh->passes[pass];
        if (list->count) memcpy(out->quads + out->count, list->quads, list->count * sizeof *out->quads);
        out->count += list->count;
        out->pass_end[pass] = out->count;
    }
    return true;
}

bool naive_mesh(tr_context *context, const tr_voxel_around *around, const tr_voxel_mesh_def *def, tr_voxel_mesh *out,
                tr_error *err)
{
    *out = (tr_voxel_mesh){0};
    naive mesh = {.context = context, .around = around, .def = def};
    mesh.blocks = tr_alloc_array(context, TR_VOXEL_COUNT, sizeof *mesh.blocks, err);
    const bool done = mesh.blocks && mesh_blocks(&mesh, err) && join(&mesh, out, err);
    tr_free(context, mesh.blocks);
    for (int pass = 0; pass < TR_PASS_COUNT; pass++) tr_free(context, mesh.passes[pass].quads);
    return done;
}
