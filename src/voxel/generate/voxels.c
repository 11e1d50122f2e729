// Generators: how they are made and what they are (terrane/voxel.h).
#include "voxel/generate/voxels.h"

#include <assert.h>
#include <string.h>

#include "base/hash_value.h"
#include "voxel/generate/generator.h"
#include "voxel/generate/voxel_def.h"

static uint64_t hash_of(const tr_voxel_rules *rules)
{
    const tr_voxel_def *def = &rules->def;
    const double numbers[] = {def->overhangs, def->caves, def->ores, def->decorations, def->structures};
    const bool is_world = def->preset == TR_VOXEL_WORLD;
    uint64_t hash = tr_hash_word(is_world ? rules->ground.hash : 0, rules->seed);
    hash = tr_hash_word((uint64_t)def->preset, hash);
    hash = tr_hash_double(is_world ? def->block_m : 0, hash);
    hash = tr_hash_word((uint64_t)(int64_t)def->bottom, hash);
    hash = tr_hash_word((uint64_t)(int64_t)def->top, hash);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) hash = tr_hash_double(numbers[i], hash);
    return hash;
}

static bool make_stages(tr_voxels *voxels, tr_error *err)
{
    tr_voxel_rules *rules = &voxels->rules;
    if (rules->def.preset == TR_VOXEL_CLASSIC) return tr_classic_make(rules, err);
    if (!tr_overhang_make(rules, err)) return false;
    if (rules->def.caves > 0 && !tr_caves_make(rules, err)) return false;
    return rules->def.ores <= 0 || tr_ores_make(rules, err);
}

tr_voxels *tr_voxels_make(tr_context *context, const tr_voxel_def *def, uint64_t seed, const tr_ground_source *ground,
                          tr_error *err)
{
    assert(context && def && (ground || def->preset != TR_VOXEL_WORLD));
    tr_voxel_def_assert(def);
    if (!tr_voxel_def_check(def, err)) return NULL;
    tr_voxels *voxels = tr_alloc(context, sizeof *voxels, err);
    if (!voxels) return NULL;
    memset(voxels, 0, sizeof *voxels);
    voxels->rules = (tr_voxel_rules){.context = context, .def = *def, .seed = seed};
    if (ground) voxels->rules.ground = *ground;
    if (def->preset == TR_VOXEL_CLASSIC) voxels->rules.def.block_m = 1;
    voxels->world_hash = hash_of(&voxels->rules);
    voxels->hash = tr_hash_word(TR_VOXEL_VERSION, voxels->world_hash);
    if (make_stages(voxels, err) && (voxels->columns = tr_column_cache_create(&voxels->rules, err))) return voxels;
    tr_voxels_destroy(voxels);
    return NULL;
}

tr_voxels *tr_voxels_create(tr_context *context, const tr_voxel_def *def, uint64_t seed, tr_error *err)
{
    tr_voxel_def_assert(def);
    if (def->preset == TR_VOXEL_WORLD) {
        tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "voxels.preset is world, which needs a world: ask tr_world_voxels()");
        return NULL;
    }
    return tr_voxels_make(context, def, seed, NULL, err);
}

void tr_voxels_destroy(tr_voxels *voxels)
{
    if (!voxels) return;
    tr_column_cache_destroy(voxels->columns);
    tr_classic_destroy(&voxels->rules);
    tr_overhang_destroy(&voxels->rules);
    tr_caves_destroy(&voxels->rules);
    tr_ores_destroy(&voxels->rules);
    tr_free(voxels->rules.context, voxels);
}

const tr_voxel_def *tr_voxel_def_of(const tr_voxels *voxels)
{
    return &voxels->rules.def;
}

tr_context *tr_voxels_context(const tr_voxels *voxels)
{
    return voxels->rules.context;
}

uint64_t tr_voxels_hash(const tr_voxels *voxels)
{
    return voxels->hash;
}

uint64_t tr_voxels_world_hash(const tr_voxels *voxels)
{
    return voxels->world_hash;
}

static bool read_chunks(void *user, const tr_voxel_at *chunks, size_t count, tr_voxel_chunk *out, tr_error *err)
{
    return tr_voxels_generate(user, chunks, count, NULL, out, err);
}

tr_voxel_source tr_voxels_source(const tr_voxels *voxels)
{
    return (tr_voxel_source){.user = (void *)voxels, .read = read_chunks, .context = voxels->rules.context};
}
