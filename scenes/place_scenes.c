#include "scenes/place_scenes.h"

static const char *const names[PLACE_SCENE_COUNT] = {
#define X(id, name, what) name,
    PLACE_SCENE_LIST(X)
#undef X
};

const char *place_scene_name(place_scene_kind kind)
{
    return names[kind];
}

// Bumps of the size of some texels, 0..1, another field for each number.
static double bumps(int32_t number, int32_t x, int32_t z)
{
    enum { CELL = 16 };
    const int32_t i = x / CELL, j = z / CELL;
    const double u = (double)(x % CELL) / CELL, v = (double)(z % CELL) / CELL;
    double corners[2][2];
    for (int32_t b = 0; b < 2; b++) {
        for (int32_t a = 0; a < 2; a++) {
            corners[b][a] = tr_unit_from_hash(tr_hash_identity(11, (uint64_t)number, i + a, j + b, 0));
        }
    }
    const double north = corners[0][0] * (1 - u) + corners[0][1] * u;
    const double south = corners[1][0] * (1 - u) + corners[1][1] * u;
    return north * (1 - v) + south * v;
}

// The density of a layer where the bumps are at `bump`.
static double density_of(place_scene_kind kind, int32_t layer, double bump)
{
    switch (kind) {
    case PLACE_SCENE_FIRST: return layer == 0 ? 0.97 + 0.03 * bump : 0.2 * bump;
    case PLACE_SCENE_THIRD: return 0.066 * bump;
    case PLACE_SCENE_SOURCE: return 0.0145 * bump;
    default: return 0.002 * bump;
    }
}

static bool make_texture(tr_context *context, place_scene_kind kind, int32_t number, tr_grid *out, tr_error *err)
{
    if (!tr_grid_create(context, PLACE_SCENE_TEXTURE, PLACE_SCENE_TEXTURE, 1, out, err)) {
        return false;
    }
    for (int32_t z = 0; z < out->height; z++) {
        for (int32_t x = 0; x < out->width; x++) {
            const double bump = bumps(number, x, z);
            const bool is_height = number == PLACE_SCENE_LAYERS;
            out->samples[z * out->row_stride + x] = (float)(is_height ? bump : density_of(kind, number, bump));
        }
    }
    return true;
}

bool place_scene_create(tr_context *context, place_scene_kind kind, place_scene *out, tr_error *err)
{
    *out = (place_scene){.textures = {.low_m = 0, .high_m = 100, .maps = out->maps}};
    bool ok = make_texture(context, kind, PLACE_SCENE_LAYERS, &out->textures.height, err);
    for (int32_t i = 0; ok && i < PLACE_SCENE_LAYERS; i++) {
        out->maps[i] = tr_default_density_map();
        ok = make_texture(context, kind, i, &out->maps[i].texture, err);
    }
    if (!ok) {
        place_scene_destroy(context, out);
    }
    return ok;
}

void place_scene_destroy(tr_context *context, place_scene *scene)
{
    for (int32_t i = 0; i < PLACE_SCENE_LAYERS; i++) {
        tr_grid_destroy(context, &scene->maps[i].texture);
    }
    tr_grid_destroy(context, &scene->textures.height);
}

tr_placer *place_scene_placer(tr_context *context, const place_scene *scene, uint64_t seed, int64_t world_m,
                              tr_error *err)
{
    tr_place_layer_def layers[PLACE_SCENE_LAYERS];
    for (int32_t i = 0; i < PLACE_SCENE_LAYERS; i++) {
        layers[i] = tr_default_place_layer_def();
    }
    tr_place_set_def set = tr_default_place_set_def();
    set.layers = layers;
    set.layer_count = PLACE_SCENE_LAYERS;
    tr_placer_def def = tr_default_placer_def();
    def.seed = seed;
    def.has_bounds = true;
    def.bounds_m = (tr_region){0, 0, world_m, world_m};
    def.sets = &set;
    def.set_count = 1;
    def.textures = &scene->textures;
    return tr_placer_create(context, &def, err);
}
