// The world as the ground of a placer (placement.h).
//
// Distances to water and roads are the costly fields, and only matter near them: where the last point of a curve lies,
// they are cut. A density does not change by that, and what has to be looked at around a block is some samples instead
// of hundreds.
#include "world/placement.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/integers.h"
#include "place/pattern.h"
#include "terrain/derived.h"
#include "world/field_tile.h"
#include "world/path_fields.h"

// What the placer asks of one set.
typedef struct tr_world_set {
    const tr_world_place_set_def *def;
    tr_ecotope *ecotope;
    tr_pattern *pattern;  // NULL: that of the context
    uint64_t seed;        // of noise
    int32_t water_reach;  // samples that distances to water matter for
    double road_reach_m, city_reach_m;
} tr_world_set;

// ---------------------------------------------------------------------------------------------------------
// The fields of a block

typedef struct block_source {
    const tr_world *world;
    const tr_world_set *set;
    tr_field_tile tile;
} block_source;

// A field is asked for the area of the block.
static bool read_field(void *user, tr_field field, const tr_sample_area *area, const tr_grid *out, tr_error *err)
{
    block_source *source = user;
    switch (field) {
    case TR_FIELD_ROAD_DISTANCE:
        return tr_path_fields_distance(source->world, field, area, source->set->road_reach_m, out, NULL, err);
    case TR_FIELD_CITY_DISTANCE:
        return tr_path_fields_distance(source->world, field, area, source->set->city_reach_m, out, NULL, err);
    case TR_FIELD_WATER_DISTANCE:
        return tr_field_tile_water_distance(&source->tile, source->set->water_reach, out, err);
    default: break;
    }
    if (!tr_field_tile_field(&source->tile, field, out, err)) return false;
    if (field != TR_FIELD_HEIGHT) return true;
    const float level_m = (float)source->world->def.sea_level_m;
    for (int32_t j = 0; j < out->height; j++) {
        float *row = out->samples + j * out->row_stride;
        for (int32_t i = 0; i < out->width; i++) row[i] -= level_m;
    }
    return true;
}

static bool read_biome_weights(void *user, const tr_sample_area *area, const tr_grid *out, tr_error *err)
{
    block_source *source = user;
    (void)area;
    return tr_field_tile_biome_weights(&source->tile, out, err);
}

static void multiply(const tr_grid *densities, float factor)
{
    for (int32_t k = 0; k < densities->depth; k++) {
        for (int32_t j = 0; j < densities->height; j++) {
            float *row = densities->samples + k * densities->plane_stride + j * densities->row_stride;
            for (int32_t i = 0; i < densities->width; i++) row[i] *= factor;
        }
    }
}

static bool find_densities(void *user, int32_t index, const tr_sample_area *area, const tr_grid *out, tr_error *err)
{
    const tr_world *world = user;
    const tr_world_set *set = &world->sets[index];
    // More than a few samples around are asked for when they are needed.
    enum { NEAR = 16 };
    const int32_t halo = set->water_reach <= NEAR ? set->water_reach : TR_DERIVED_HALO;
    block_source block = {world, set, tr_field_tile_of(world, area, halo)};
    const tr_ecotope_source source = {&block, set->seed, read_field, read_biome_weights};
    const bool done = tr_ecotope_densities(set->ecotope, &source, area, out, err);
    tr_field_tile_destroy(&block.tile);
    if (done && set->def->density != 1) multiply(out, (float)set->def->density);
    return done;
}

bool tr_world_densities(const tr_world *world, int32_t set, const tr_sample_area *area, const tr_grid *out,
                        tr_error *err)
{
    assert(set >= 0 && set < world->def.place_set_count);
    return tr_sample_area_check(area, err) && find_densities((void *)(uintptr_t)world, set, area, out, err);
}

static bool find_heights(void *user, const tr_sample_area *area, const tr_grid *out, tr_error *err)
{
    return tr_world_heights(user, area, out, NULL, err);
}

// ---------------------------------------------------------------------------------------------------------
// Sets

// How far a distance matters to the terms of a set: up to the last points of their curves.
static double reach_of(const tr_world_place_set_def *set, tr_field field, double max_m)
{
    double reach_m = 0;
    for (int32_t i = 0; i < set->node_count; i++) {
        for (int32_t k = 0; k < set->nodes[i].term_count; k++) {
            const tr_density_term_def *term = &set->nodes[i].terms[k];
            if (term->kind != TR_TERM_FIELD || term->field != field) continue;
            const double last_m = term->point_count > 0 ? term->from[term->point_count - 1] : max_m;
            reach_m = fmax(reach_m, last_m);
        }
    }
    return fmin(reach_m, max_m);
}

static void measure_reach(tr_world_set *set)
{
    // Closer than that edges of rivers are found exactly, and nothing is saved.
    enum { MIN_SAMPLES = 3, MIN_M = 1 };
    const double spacing_m = set->def->set.spacing_m, max_m = TR_WATER_REACH * spacing_m;
    const double samples = ceil(reach_of(set->def, TR_FIELD_WATER_DISTANCE, max_m) / spacing_m);
    set->water_reach = tr_max_i32(MIN_SAMPLES, (int32_t)samples);
    set->road_reach_m = fmax(reach_of(set->def, TR_FIELD_ROAD_DISTANCE, TR_ROAD_REACH_M), MIN_M);
    set->city_reach_m = fmax(reach_of(set->def, TR_FIELD_CITY_DISTANCE, TR_CITY_REACH_M), MIN_M);
}

// Sets with the same kind and seed share a pattern: building one takes long.
static bool find_pattern(tr_world *world, int32_t index, tr_error *err)
{
    tr_world_set *set = &world->sets[index];
    const tr_world_place_set_def *def = set->def;
    if (def->pattern == TR_PATTERN_DART && def->seed == 0) return true;
    for (int32_t i = 0; i < index; i++) {
        const tr_world_set *other = &world->sets[i];
        if (!other->pattern || other->def->pattern != def->pattern || other->def->seed != def->seed) continue;
        set->pattern = tr_pattern_keep(other->pattern);
        return true;
    }
    tr_pattern_def pattern = tr_default_pattern_def();
    pattern.kind = def->pattern;
    pattern.seed = def->seed;
    set->pattern = tr_pattern_create(world->context, &pattern, err);
    return set->pattern != NULL;
}

// Noise of the same seed is the same in all sets, unless a set asks for another one.
static uint64_t noise_seed(const tr_world *world, const tr_world_place_set_def *set)
{
    return set->seed == 0 ? world->def.seed : tr_hash_identity(world->def.seed, set->seed, 0, 0, 0);
}

static bool make_set(tr_world *world, int32_t index, tr_error *err)
{
    tr_world_set *set = &world->sets[index];
    const tr_world_place_set_def *def = &world->def.place_sets[index];
    set->def = def;
    set->seed = noise_seed(world, def);
    measure_reach(set);
    set->ecotope = tr_ecotope_create(world->context, def->nodes, def->node_count, def->layer_count, err);
    return set->ecotope && find_pattern(world, index, err);
}

// ---------------------------------------------------------------------------------------------------------
// The placer

// The sets with layers as the placer takes them; it copies everything.
static bool make_placer(tr_world *world, tr_place_layer_def *layers, tr_error *err)
{
    const tr_world_def *def = &world->def;
    tr_place_set_def sets[TR_PLACE_MAX_SETS];
    for (int32_t i = 0; i < def->place_set_count; i++) {
        const tr_world_place_set_def *from = &def->place_sets[i];
        sets[i] = from->set;
        sets[i].pattern = world->sets[i].pattern;
        sets[i].layers = layers;
        sets[i].layer_count = from->layer_count;
        for (int32_t k = 0; k < from->layer_count; k++) *layers++ = from->layers[k].layer;
    }
    tr_placer_def placer = tr_default_placer_def();
    placer.seed = def->seed;
    placer.has_bounds = def->has_bounds;
    placer.bounds_m = def->bounds_m;
    placer.sets = sets;
    placer.set_count = def->place_set_count;
    placer.ground = (tr_place_ground){world, find_heights, find_densities};
    world->placer = tr_placer_create(world->context, &placer, err);
    return world->placer != NULL;
}

bool tr_world_make_placement(tr_world *world, int32_t *bad_set, tr_error *err)
{
    const int32_t count = world->def.place_set_count;
    *bad_set = -1;
    if (count == 0) return true;
    world->sets = tr_alloc_array(world->context, (size_t)count, sizeof *world->sets, err);
    if (!world->sets) return false;
    memset(world->sets, 0, (size_t)count * sizeof *world->sets);
    size_t layer_count = 0;
    for (int32_t i = 0; i < count; i++) {
        *bad_set = i;
        if (!make_set(world, i, err)) return false;
        layer_count += (size_t)world->def.place_sets[i].layer_count;
    }
    *bad_set = -1;
    tr_place_layer_def *layers = tr_alloc_array(world->context, layer_count, sizeof *layers, err);
    if (!layers) return false;
    const bool made = make_placer(world, layers, err);
    tr_free(world->context, layers);
    return made;
}

void tr_world_destroy_placement(tr_world *world)
{
    tr_placer_destroy(world->placer);
    for (int32_t i = 0; world->sets && i < world->def.place_set_count; i++) {
        tr_ecotope_destroy(world->sets[i].ecotope);
        tr_pattern_destroy(world->sets[i].pattern);
    }
    tr_free(world->context, world->sets);
}
