#include "scene_world.h"

#include <stdlib.h>
#include <string.h>

enum { SEED = 77, HIGHEST = 200, HIGHEST_TREE = 44, LOWEST_ISLAND = 30 };

static double chance(int64_t what, int64_t x, int64_t y, int64_t z)
{
    return tr_unit_from_hash(tr_hash_identity(SEED, (uint64_t)what, x, y, z));
}

// Of a lattice cell of 8 x 4 x 8 blocks.
typedef struct lump_kind {
    int64_t ground;
    bool cave, island, lamp, leaves;
} lump_kind;

static bool is_island(int64_t x, int64_t y, int64_t z)
{
    return y >= LOWEST_ISLAND && y < HIGHEST / 4 - 5 && chance(3, x >> 1, y >> 1, z >> 1) < 0.04;
}

static lump_kind lump_at(int64_t x, int64_t y, int64_t z)
{
    return (lump_kind){.ground = (int64_t)(40 * chance(1, x >> 1, 0, z >> 1)) - 12,
                       .cave = chance(2, x, y, z) < 0.3,
                       .island = is_island(x, y, z),
                       .lamp = chance(4, x, y, z) < 0.1,
                       .leaves = chance(5, x, y, z) < 0.08};
}

static tr_block block_in(const lump_kind *lump, int64_t x, int64_t y, int64_t z)
{
    if (y < SCENE_WORLD_BOTTOM || y >= SCENE_WORLD_TOP) return TR_BLOCK_AIR;
    if (y == SCENE_WORLD_BOTTOM) return TR_BLOCK_BEDROCK;
    if (lump->island) return TR_BLOCK_DIRT;
    if (y > lump->ground) {
        if (y <= 0) return TR_BLOCK_WATER;
        if (y < lump->ground + 14 && y > lump->ground + 6 && lump->leaves) return TR_BLOCK_OAK_LEAVES;
        return y == lump->ground + 1 && (x ^ z) % 7 == 3 ? TR_BLOCK_TALL_GRASS : TR_BLOCK_AIR;
    }
    if (lump->cave && y < lump->ground - 2) {
        if (lump->lamp && (x & 7) == 3 && (z & 7) == 4 && (y & 3) == 1) return TR_BLOCK_LAMP;
        return y < -80 ? TR_BLOCK_LAVA : TR_BLOCK_AIR;
    }
    return y == lump->ground ? TR_BLOCK_GRASS : TR_BLOCK_STONE;
}

tr_block scene_world_block(int64_t x, int64_t y, int64_t z)
{
    const lump_kind lump = lump_at(x >> 3, y >> 2, z >> 3);
    return block_in(&lump, x, y, z);
}

bool scene_world_chunk(tr_context *context, const tr_voxel_at *at, tr_voxel_chunk *out, tr_error *err)
{
    *out = tr_voxel_chunk_uniform(at, TR_BLOCK_AIR);
    if (at->y * 32 > HIGHEST || at->y * 32 + 32 <= SCENE_WORLD_BOTTOM) return true;
    tr_block blocks[TR_VOXEL_COUNT];
    for (int i = 0; i < TR_VOXEL_COUNT / 256; i++) {
        const int x0 = i % 4 * 8, z0 = i / 4 % 4 * 8, y0 = i / 16 * 4;
        const lump_kind lump = lump_at((at->x * 32 + x0) >> 3, (at->y * 32 + y0) >> 2, (at->z * 32 + z0) >> 3);
        for (int k = 0; k < 256; k++) {
            const int x = x0 + k % 8, z = z0 + k / 8 % 8, y = y0 + k / 64;
            blocks[x + 32 * z + 1024 * y] = block_in(&lump, at->x * 32 + x, at->y * 32 + y, at->z * 32 + z);
        }
    }
    return tr_voxel_chunk_pack(context, at, blocks, out, err);
}

// From far away: ground and water.
static bool coarse_chunk(tr_context *context, int32_t level, const tr_voxel_at *at, tr_voxel_chunk *out, tr_error *err)
{
    tr_block blocks[TR_VOXEL_COUNT];
    for (int c = 0; c < TR_VOXEL_LAYER; c++) {
        const int64_t step = (int64_t)1 << level, x = (at->x * 32 + c % 32) * step, z = (at->z * 32 + c / 32) * step;
        const int64_t ground = lump_at(x >> 3, 0, z >> 3).ground;
        for (int i = 0; i < TR_VOXEL_SIDE; i++) {
            const int64_t y = (at->y * 32 + i) * step;
            blocks[c + TR_VOXEL_LAYER * i] = y <= ground ? TR_BLOCK_STONE : y <= 0 ? TR_BLOCK_WATER : TR_BLOCK_AIR;
        }
    }
    return tr_voxel_chunk_pack(context, at, blocks, out, err);
}

static bool generate(void *user, int32_t level, const tr_voxel_at *chunks, size_t count, tr_voxel_chunk *out,
                     tr_error *err)
{
    scene_world *world = user;
    if (world->fail_generate > 0) {
        world->fail_generate--;
        return tr_fail(err, TR_ERROR_INTERNAL, "the test wants this batch to fail");
    }
    for (size_t i = 0; i < count; i++) {
        const bool done = level ? coarse_chunk(world->context, level, &chunks[i], &out[i], err)
                                : scene_world_chunk(world->context, &chunks[i], &out[i], err);
        if (done) continue;
        while (i-- > 0) tr_voxel_chunk_destroy(world->context, &out[i]);
        return false;
    }
    return true;
}

static bool holds_light(tr_block block)
{
    const tr_block_shape shape = tr_block_info_of(block)->shape;
    return shape != TR_SHAPE_EMPTY && shape != TR_SHAPE_SPRITE && shape != TR_SHAPE_CLEAR;
}

static bool is_open(int64_t x, int64_t low, int64_t z)
{
    for (int64_t y = low / 4 > LOWEST_ISLAND ? low / 4 : LOWEST_ISLAND; y < HIGHEST / 4; y++)
        if (is_island(x >> 3, y, z >> 3)) return false;
    for (int64_t y = low; y <= HIGHEST_TREE; y++)
        if (holds_light(scene_world_block(x, y, z))) return false;
    return true;
}

static bool open_sky(void *user, const tr_voxel_box *box, tr_voxel_sky *out, tr_error *err)
{
    (void)user, (void)err;
    for (int32_t i = 0; i < box->size[0] * box->size[2]; i++) {
        out[i] = (tr_voxel_sky){0};
        for (int c = 0; c < TR_VOXEL_LAYER; c++) {
            const int64_t x = (box->low.x + i % box->size[0]) * 32 + c % 32;
            const int64_t z = (box->low.z + i / box->size[0]) * 32 + c / 32;
            out[i].rows[c / 32] |= (uint32_t)is_open(x, (box->low.y + box->size[1]) * 32, z) << c % 32;
        }
    }
    return true;
}

uint64_t scene_world_mesh_hash(const tr_voxel_around *around, unsigned borders)
{
    uint64_t hash = borders;
    for (int i = 0; i < 27; i++) {
        if (around->chunks[i]) hash = tr_hash_identity(hash, tr_voxel_chunk_hash(around->chunks[i]), i, 0, 0);
        const tr_voxel_light *light = around->lights[i];
        if (light && light->values) hash = tr_hash_bytes(light->values, TR_VOXEL_COUNT * sizeof(tr_light), hash);
        if (light && !light->values) hash = tr_hash_identity(hash, light->uniform, i, 0, 0);
    }
    return hash;
}

static bool mesh(tr_context *context, const tr_voxel_around *around, unsigned borders, tr_voxel_mesh *out,
                 tr_error *err)
{
    *out = (tr_voxel_mesh){0};
    tr_voxel_quad *quad = tr_alloc(context, sizeof *quad, err);
    if (!quad) return false;
    const uint64_t hash = scene_world_mesh_hash(around, borders);
    memset(quad, 0, sizeof *quad);
    memcpy(quad->light, &hash, sizeof hash);
    *out = (tr_voxel_mesh){.quads = quad, .count = 1, .pass_end = {1, 1, 1}};
    return true;
}

static void end_mesh(tr_context *context, tr_voxel_mesh *mesh)
{
    tr_free(context, mesh->quads);
    *mesh = (tr_voxel_mesh){0};
}

static bool read_edits(const tr_voxel_scene_source *source, const tr_voxel_at *chunk, tr_placed_block **out,
                       size_t *count, tr_error *err)
{
    scene_world *world = source->user;
    *out = NULL;
    *count = 0;
    pthread_mutex_lock(&world->lock);
    for (size_t i = 0; i < world->edit_count; i++) {
        const tr_voxel_at at = tr_chunk_of(&world->edits[i].at);
        *count += tr_at_equal(&at, chunk);
    }
    if (*count) *out = tr_alloc_array(world->context, *count, sizeof **out, err);
    size_t written = 0;
    for (size_t i = 0; i < world->edit_count && *out; i++) {
        const tr_voxel_at at = tr_chunk_of(&world->edits[i].at);
        if (tr_at_equal(&at, chunk))
            (*out)[written++] = (tr_placed_block){tr_place_of(&world->edits[i].at), world->edits[i].block};
    }
    pthread_mutex_unlock(&world->lock);
    return *count == 0 || *out;
}

static bool write_edits(const tr_voxel_scene_source *source, const tr_block_edit *edits, size_t count, tr_error *err)
{
    (void)err;
    scene_world *world = source->user;
    pthread_mutex_lock(&world->lock);
    world->edits = realloc(world->edits, (world->edit_count + count) * sizeof *edits);
    memcpy(world->edits + world->edit_count, edits, count * sizeof *edits);
    world->edit_count += count;
    pthread_mutex_unlock(&world->lock);
    return true;
}

void scene_world_open(scene_world *world, tr_context *context)
{
    *world = (scene_world){.context = context};
    pthread_mutex_init(&world->lock, NULL);
}

void scene_world_close(scene_world *world)
{
    pthread_mutex_destroy(&world->lock);
    free(world->edits);
}

tr_voxel_scene_source scene_world_source(scene_world *world)
{
    return (tr_voxel_scene_source){.user = world,
                                   .context = world->context,
                                   .bottom = SCENE_WORLD_BOTTOM,
                                   .top = SCENE_WORLD_TOP,
                                   .generate = generate,
                                   .open_sky = open_sky,
                                   .mesh = mesh,
                                   .end_mesh = end_mesh,
                                   .read_edits = world->save ? read_edits : NULL,
                                   .write_edits = world->save ? write_edits : NULL};
}
