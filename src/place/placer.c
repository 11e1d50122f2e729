// Placers: what a definition is checked for, and the copy that requests work with.
#include "place/placer.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "place/place_def.h"
#include "place/place_gl.h"
#include "place/textures.h"

enum { FOOTPRINTS_PER_METRE = 256, SEED_OF_SET = 0x706c7365 };

// ---------------------------------------------------------------------------------------------------------
// Names in messages

static void label_set(int32_t set, const char *name, char *out, size_t size)
{
    if (name)
        snprintf(out, size, "set %d (%s)", set, name);
    else
        snprintf(out, size, "set %d", set);
}

static void label_layer(const char *set, const tr_place_layer_def *layer, int32_t number, char out[TR_PLACE_LABEL_SIZE])
{
    if (layer->name)
        snprintf(out, TR_PLACE_LABEL_SIZE, "%s, layer %d (%s)", set, number, layer->name);
    else
        snprintf(out, TR_PLACE_LABEL_SIZE, "%s, layer %d", set, number);
}

void tr_placer_label_layer(const tr_ranked_set *set, int32_t layer, char out[TR_PLACE_LABEL_SIZE])
{
    label_layer(set->label, &set->def.layers[layer], layer, out);
}

// ---------------------------------------------------------------------------------------------------------
// Checks

// A number of a definition: finite, and within bounds.
static bool check_number(const char *label, const char *what, double value, double low, double high, tr_error *err)
{
    if (!isfinite(value)) return tr_fail(err, TR_ERROR_NOT_FINITE, "%s: %s is %g", label, what, value);
    if (value < low || value > high)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%s: %s is %g; allowed is %g to %g", label, what, value, low,
                       high);
    return true;
}

static bool check_layer(const char *set, const tr_place_layer_def *layer, int32_t number, tr_error *err)
{
    char label[TR_PLACE_LABEL_SIZE];
    assert(layer->cookie == TR_PLACE_LAYER_COOKIE);
    label_layer(set, layer, number, label);
    return check_number(label, "scale_low", layer->scale_low, 1.0 / 1024, 1024, err) &&
           check_number(label, "scale_high", layer->scale_high, layer->scale_low, 1024, err) &&
           check_number(label, "tilt_limit_deg", layer->tilt_limit_deg, 0, 90, err) &&
           check_number(label, "sink_m", layer->sink_m, -4096, 4096, err) &&
           check_number(label, "variants", layer->variants, 1, 255, err);
}

static bool check_set(const char *label, const tr_place_set_def *set, tr_error *err)
{
    assert(set->cookie == TR_PLACE_SET_COOKIE);
    if (!check_number(label, "footprint_m", set->footprint_m, 1.0 / 16, 4096, err) ||
        !(isnan(set->radius_m) || check_number(label, "radius_m", set->radius_m, 0, 4 * set->footprint_m, err)) ||
        !check_number(label, "spacing_m", set->spacing_m, 1.0 / 16, 64, err) ||
        !check_number(label, "the number of layers", set->layer_count, 1, TR_PLACE_MAX_LAYERS, err))
        return false;
    int exponent;
    if (frexp(set->spacing_m, &exponent) != 0.5)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%s: spacing_m is %g; allowed are powers of two", label,
                       set->spacing_m);
    for (int32_t layer = 0; layer < set->layer_count; layer++)
        if (!check_layer(label, &set->layers[layer], layer, err)) return false;
    return true;
}

static bool check_bounds(const tr_placer_def *def, tr_error *err)
{
    const tr_region *bounds = &def->bounds_m;
    if (!def->has_bounds)
        return !def->textures || tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "textures need bounds, which are not given");
    if (bounds->x0 > bounds->x1 || bounds->z0 > bounds->z1 ||
        (def->textures && (bounds->x0 == bounds->x1 || bounds->z0 == bounds->z1)))
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT,
                       "the bounds from (%lld, %lld) to (%lld, %lld) m are inverted or empty", (long long)bounds->x0,
                       (long long)bounds->z0, (long long)bounds->x1, (long long)bounds->z1);
    const int64_t min = -TR_PLACE_MAX_M, max = TR_PLACE_MAX_M;
    if (bounds->x0 < min || bounds->z0 < min || bounds->x1 > max || bounds->z1 > max)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT,
                       "the bounds from (%lld, %lld) to (%lld, %lld) m reach beyond 2^42 m", (long long)bounds->x0,
                       (long long)bounds->z0, (long long)bounds->x1, (long long)bounds->z1);
    return true;
}

static bool check_def(const tr_placer_def *def, tr_error *err)
{
    assert(def->cookie == TR_PLACER_DEF_COOKIE);
    if (def->set_count < 1 || def->set_count > TR_PLACE_MAX_SETS || !def->sets)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "there are %d sets; allowed are 1 to %d", def->set_count,
                       TR_PLACE_MAX_SETS);
    const bool has_ground = def->ground.heights || def->ground.densities;
    if (def->textures ? has_ground : !(def->ground.heights && def->ground.densities))
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT,
                       "either textures or both functions of the ground are needed, and not both of them");
    for (int32_t set = 0; set < def->set_count; set++) {
        char label[TR_PLACE_LABEL_SIZE / 2];
        label_set(set, def->sets[set].name, label, sizeof label);
        if (!check_set(label, &def->sets[set], err)) return false;
    }
    return check_bounds(def, err);
}

// ---------------------------------------------------------------------------------------------------------
// Copies

static size_t text_size(const char *text)
{
    return text ? strlen(text) + 1 : 0;
}

static const char *copy_text(const char *text, char **to)
{
    if (!text) return NULL;
    char *copy = *to;
    const size_t size = text_size(text);
    memcpy(copy, text, size);
    *to += size;
    return copy;
}

// Layers and names of all sets in one block: `texts`.
static bool copy_sets(tr_placer *placer, const tr_placer_def *def, tr_error *err)
{
    size_t layer_count = 0, text_bytes = 0;
    for (int32_t set = 0; set < def->set_count; set++) {
        layer_count += (size_t)def->sets[set].layer_count;
        text_bytes += text_size(def->sets[set].name);
        for (int32_t layer = 0; layer < def->sets[set].layer_count; layer++)
            text_bytes += text_size(def->sets[set].layers[layer].name);
    }
    tr_place_layer_def *layers = tr_alloc(placer->context, layer_count * sizeof *layers + text_bytes, err);
    if (!layers) return false;
    placer->texts = layers;
    char *texts = (char *)(layers + layer_count);
    for (int32_t set = 0; set < def->set_count; set++) {
        tr_place_set_def *copy = &placer->sets[set].def;
        *copy = def->sets[set];
        copy->pattern = NULL;
        copy->name = copy_text(copy->name, &texts);
        for (int32_t layer = 0; layer < copy->layer_count; layer++) {
            layers[layer] = copy->layers[layer];
            layers[layer].name = copy_text(layers[layer].name, &texts);
        }
        copy->layers = layers;
        layers += copy->layer_count;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// Sets as they are used

static void *make_default_pattern(tr_context *context, tr_error *err)
{
    const tr_pattern_def def = tr_default_pattern_def();
    return tr_pattern_create(context, &def, err);
}

static void end_default_pattern(void *pattern)
{
    tr_pattern_destroy(pattern);
}

static bool set_pattern(tr_placer *placer, const tr_pattern *given, tr_ranked_set *set, tr_error *err)
{
    if (!given)
        given = tr_context_shared(placer->context, TR_SHARED_PATTERN, make_default_pattern, end_default_pattern, err);
    if (!given) return false;
    set->def.pattern = tr_pattern_keep(given);
    set->side = set->def.pattern->side;
    return true;
}

// A set keeps its seed when sets of other names come or go. Sets without a name, and those of the same name, are told
// apart by how many of them come before.
static uint64_t seed_of(const tr_placer *placer, int32_t number)
{
    const char *name = placer->sets[number].def.name ? placer->sets[number].def.name : "";
    int32_t before = 0;
    for (int32_t i = 0; i < number; i++) {
        const char *other = placer->sets[i].def.name;
        before += strcmp(other ? other : "", name) == 0;
    }
    return tr_hash_identity(placer->def.seed, SEED_OF_SET, (int64_t)tr_hash_bytes(name, strlen(name), 0), before, 0);
}

static void set_numbers(tr_placer *placer, int32_t number)
{
    tr_ranked_set *set = &placer->sets[number];
    tr_place_set_def *def = &set->def;
    label_set(number, def->name, set->label, sizeof set->label);
    set->seed = seed_of(placer, number);
    set->unit = llround(def->footprint_m * FOOTPRINTS_PER_METRE);
    def->footprint_m = (double)set->unit / FOOTPRINTS_PER_METRE;
    if (isnan(def->radius_m)) def->radius_m = def->footprint_m / 2;
    set->radius = (int64_t)ceil(def->radius_m * TR_PLACE_FINE_PER_METRE);
    for (int32_t layer = 0; layer < def->layer_count; layer++) set->leans |= def->layers[layer].tilt_limit_deg > 0;
}

// The larger disc first, of equal ones the earlier set.
static void rank_sets(tr_placer *placer)
{
    for (int32_t set = 0; set < placer->def.set_count; set++) {
        int32_t rank = set;
        while (rank > 0 && placer->sets[placer->by_rank[rank - 1]].radius < placer->sets[set].radius) {
            placer->by_rank[rank] = placer->by_rank[rank - 1];
            rank--;
        }
        placer->by_rank[rank] = set;
    }
    for (int32_t rank = 0; rank < placer->def.set_count; rank++) placer->sets[placer->by_rank[rank]].rank = rank;
}

static bool pack_textures(tr_placer *placer, const tr_place_textures *textures, tr_error *err)
{
    const tr_density_map *maps = textures->maps;
    for (int32_t set = 0; set < placer->def.set_count; set++) {
        if (!tr_place_textures_pack(placer, set, textures, maps, &placer->sets[set].block, err)) return false;
        maps += placer->sets[set].def.layer_count;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// The placer

static bool fill_placer(tr_placer *placer, const tr_placer_def *def, tr_error *err)
{
    placer->spares = tr_spares_create(placer->context, err);
    if (!placer->spares || !copy_sets(placer, def, err)) return false;
    for (int32_t set = 0; set < def->set_count; set++) {
        set_numbers(placer, set);
        if (!set_pattern(placer, def->sets[set].pattern, &placer->sets[set], err)) return false;
    }
    rank_sets(placer);
    return !def->textures || pack_textures(placer, def->textures, err);
}

tr_placer *tr_placer_create(tr_context *context, const tr_placer_def *def, tr_error *err)
{
    assert(context && def);
    if (!check_def(def, err)) return NULL;
    const size_t size = sizeof(tr_placer) + (size_t)def->set_count * sizeof(tr_ranked_set);
    tr_placer *placer = tr_alloc(context, size, err);
    if (!placer) return NULL;
    memset(placer, 0, size);
    placer->context = context;
    placer->def = *def;
    placer->def.sets = NULL;
    placer->def.textures = NULL;
    placer->sets = (tr_ranked_set *)(placer + 1);
    const bool on_gl = tr_context_backend(context) == TR_BACKEND_GL;
    if (!fill_placer(placer, def, err) || (on_gl && !tr_place_gl_open(placer, err))) {
        tr_placer_destroy(placer);
        return NULL;
    }
    return placer;
}

void tr_placer_destroy(tr_placer *placer)
{
    if (!placer) return;
    tr_place_gl_close(placer);
    for (int32_t set = 0; set < placer->def.set_count; set++) {
        tr_ranked_set *ranked_set = &placer->sets[set];
        if (set > 0) ranked_set->block.heights = NULL;  // those of the first set
        tr_place_block_destroy(placer->context, &ranked_set->block);
        tr_pattern_destroy((tr_pattern *)ranked_set->def.pattern);
    }
    tr_spares_destroy(placer->spares);
    tr_free(placer->context, placer->texts);
    tr_free(placer->context, placer);
}

tr_context *tr_placer_context(const tr_placer *placer)
{
    return placer->context;
}

int32_t tr_placer_set_count(const tr_placer *placer)
{
    return placer->def.set_count;
}

const tr_place_set_def *tr_placer_set(const tr_placer *placer, int32_t set)
{
    assert(set >= 0 && set < placer->def.set_count);
    return &placer->sets[set].def;
}
