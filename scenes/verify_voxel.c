#include "scenes/verify_voxel.h"

#include "export/lit_blocks.h"

enum { SEED = 20, LEVEL = 3 };

// Around the origin, across 2^31 blocks and 10^12 blocks away.
static const int64_t places[] = {-1, (INT64_C(1) << 26) - 1, INT64_C(31250000000)};
enum { PLACE_COUNT = sizeof places / sizeof *places };

// ---------------------------------------------------------------------------------------------------------
// Hashes of boxes

// Chunks around the ground of a column.
static bool box_at(const tr_voxels *voxels, int64_t x, int64_t z, int32_t width, tr_voxel_box *out, tr_error *err)
{
    tr_voxel_extent extent;
    if (!tr_voxels_extent(voxels, x, z, &extent, err)) {
        return false;
    }
    const int64_t low = (extent.mixed_low >> 5) - 1, high = (extent.mixed_high >> 5) + 1;
    *out = (tr_voxel_box){{x, low, z}, {width, (int32_t)(high - low), width}};
    return true;
}

static bool hash_box(const tr_voxels *voxels, const tr_voxel_box *box, uint64_t *hash, tr_error *err)
{
    const tr_voxel_source source = tr_voxels_source(voxels);
    tr_voxel_blocks blocks;
    if (!tr_voxel_blocks_read(&source, box, NULL, &blocks, err)) {
        return false;
    }
    for (size_t i = 0; i < tr_voxel_box_count(box); i++) {
        *hash = tr_hash_identity(*hash, tr_voxel_chunk_hash(&blocks.chunks[i]), 0, 0, 0);
    }
    tr_voxel_blocks_destroy(&blocks);
    return true;
}

static bool hash_level(const tr_voxels *voxels, const tr_voxel_box *fine, uint64_t *hash, tr_error *err)
{
    const tr_voxel_at at = {fine->low.x >> LEVEL, fine->low.y >> LEVEL, fine->low.z >> LEVEL};
    tr_voxel_chunk chunk;
    if (!tr_voxels_generate_level(voxels, &(tr_voxel_batch){LEVEL, &at, 1}, NULL, &chunk, err)) {
        return false;
    }
    *hash = tr_hash_identity(*hash, tr_voxel_chunk_hash(&chunk), 0, 0, 0);
    tr_voxel_chunk_destroy(tr_voxels_context(voxels), &chunk);
    return true;
}

static bool hash_generator(const tr_voxels *voxels, uint64_t *hash, tr_error *err)
{
    *hash = tr_voxels_hash(voxels);
    bool ok = true;
    for (int i = 0; i < PLACE_COUNT && ok; i++) {
        tr_voxel_box box;
        ok = box_at(voxels, places[i], -places[i], 2, &box, err) && hash_box(voxels, &box, hash, err) &&
             hash_level(voxels, &box, hash, err);
    }
    return ok;
}

// ---------------------------------------------------------------------------------------------------------
// Generators

bool verify_voxel_classic(tr_context *context, uint64_t *hash, tr_error *err)
{
    tr_voxel_def def = tr_default_voxel_def();
    def.preset = TR_VOXEL_CLASSIC;
    tr_voxels *voxels = tr_voxels_create(context, &def, SEED, err);
    if (!voxels) {
        return false;
    }
    const bool ok = hash_generator(voxels, hash, err);
    tr_voxels_destroy(voxels);
    return ok;
}

// With mountains near the origin, so that caves, overhangs and woods are in the chunks.
static tr_world *make_world(tr_context *context, tr_error *err)
{
    tr_world_def def = tr_default_world_def();
    def.seed = SEED;
    def.terrain.landform.land_share = 0.8;
    def.terrain.landform.mountain_share = 0.7;
    def.terrain.landform.mountain_size_m = 2000;
    return tr_world_create(context, &def, err);
}

typedef bool (*world_check)(const tr_voxels *voxels, uint64_t *hash, tr_error *err);

static bool check_world(tr_context *context, world_check check, uint64_t *hash, tr_error *err)
{
    tr_world *world = make_world(context, err);
    const tr_voxels *voxels = world ? tr_world_voxels(world, err) : NULL;
    const bool ok = voxels && check(voxels, hash, err);
    tr_world_destroy(world);
    return ok;
}

bool verify_voxel_world(tr_context *context, uint64_t *hash, tr_error *err)
{
    return check_world(context, hash_generator, hash, err);
}

// ---------------------------------------------------------------------------------------------------------
// Light and meshes

static bool hash_mesh(const tr_voxel_lit *lit, size_t index, uint64_t *hash, tr_error *err)
{
    tr_voxel_around around;
    tr_voxel_mesh mesh;
    const tr_voxel_mesh_def def = tr_default_voxel_mesh_def();
    tr_voxel_lit_around(lit, index, &around);
    const tr_voxel_light *light = around.lights[13];
    *hash = light->values ? tr_hash_bytes(light->values, TR_VOXEL_COUNT * sizeof *light->values, *hash)
                          : tr_hash_identity(*hash, light->uniform, 0, 0, 0);
    if (!tr_voxel_mesh_make(lit->blocks.context, &around, &def, &mesh, err)) {
        return false;
    }
    *hash = tr_hash_bytes(mesh.quads, mesh.count * sizeof *mesh.quads, *hash);
    tr_voxel_mesh_destroy(lit->blocks.context, &mesh);
    return true;
}

static bool hash_meshes(const tr_voxels *voxels, uint64_t *hash, tr_error *err)
{
    const tr_voxel_source source = tr_voxels_source(voxels);
    tr_voxel_box box;
    tr_voxel_lit lit;
    *hash = 0;
    if (!box_at(voxels, 3, 5, 1, &box, err) || !tr_voxel_lit_make(voxels, &source, &box, NULL, &lit, err)) {
        return false;
    }
    bool ok = true;
    for (size_t i = 0; i < tr_voxel_box_count(&box) && ok; i++) {
        ok = hash_mesh(&lit, i, hash, err);
    }
    tr_voxel_lit_destroy(&lit);
    return ok;
}

bool verify_voxel_meshes(tr_context *context, uint64_t *hash, tr_error *err)
{
    return check_world(context, hash_meshes, hash, err);
}
