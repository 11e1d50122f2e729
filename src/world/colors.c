// The colour of the ground (terrane/world.h).
#include <assert.h>
#include <math.h>

#include "base/integers.h"
#include "world/world.h"

enum { TILE = TR_CHUNK_SIDE };

typedef struct color_walk {
    const tr_world *world;
    const tr_sample_area *area;
    bool decks;
    const tr_image *out;
    int64_t columns;
} color_walk;

// Colours are mixed as light, not as the bytes of a screen: the square is close to its curve.
static float light_of(uint8_t byte)
{
    const float share = (float)byte * (1.0f / 255.0f);
    return share * share;
}

// Deep water swallows light: half of it over this depth.
static float brightness(float water_m)
{
    const float half_m = 40.0f;
    return 0.35f + 0.65f * half_m / (half_m + water_m);
}

static const uint32_t cover_colors[TR_COVER_COUNT] = {
#define X(id, name, color) color,
    TR_PATH_COVER_LIST(X)
#undef X
};

// What one tile is made from.
typedef struct color_inputs {
    tr_grid weights, water;
    tr_grid cover;  // of paths; without samples where there are none
} color_inputs;

// Light of one row of a tile, by channel.
typedef struct light_row {
    float channel[3][TILE];
} light_row;

static void mix_biomes(const tr_biome_settings *biomes, const tr_grid *weights, int32_t j, light_row *out)
{
    *out = (light_row){0};
    for (int b = 0; b < TR_BIOME_COUNT; b++) {
        const float *weight = weights->samples + b * weights->plane_stride + j * weights->row_stride;
        for (int c = 0; c < 3; c++) {
            const float part = light_of(biomes[b].color[c]);
            for (int32_t i = 0; i < weights->width; i++) out->channel[c][i] += weight[i] * part;
        }
    }
}

static void add_depth(const tr_grid *water, int32_t j, light_row *out)
{
    const float *depth = water->samples + j * water->row_stride;
    for (int32_t i = 0; i < water->width; i++) {
        const float bright = brightness(depth[i]);
        for (int c = 0; c < 3; c++) out->channel[c][i] *= bright;
    }
}

// Paths are painted over the ground in the order of their covers.
static void paint_cover(const tr_biome_settings *biomes, const color_inputs *in, int32_t j, light_row *out)
{
    const float *depth = in->water.samples + j * in->water.row_stride;
    for (int k = 0; k < TR_COVER_COUNT; k++) {
        const float *share = in->cover.samples + k * in->cover.plane_stride + j * in->cover.row_stride;
        const uint8_t plain[3] = {(uint8_t)(cover_colors[k] >> 16), (uint8_t)(cover_colors[k] >> 8),
                                  (uint8_t)cover_colors[k]};
        const uint8_t *color = k == TR_COVER_WATER ? biomes[TR_BIOME_RIVER].color : plain;
        for (int c = 0; c < 3; c++) {
            const float light = light_of(color[c]);
            for (int32_t i = 0; i < in->cover.width; i++) {
                const float deep = k == TR_COVER_WATER ? light * brightness(depth[i]) : light;
                out->channel[c][i] += (deep - out->channel[c][i]) * share[i];
            }
        }
    }
}

static void store(const light_row *row, int32_t count, uint8_t *rgb)
{
    for (int32_t i = 0; i < count; i++) {
        for (int c = 0; c < 3; c++) rgb[3 * i + c] = (uint8_t)(sqrtf(row->channel[c][i]) * 255.0f + 0.5f);
    }
}

static bool make_inputs(const tr_world *world, const tr_sample_area *area, bool decks, color_inputs *in, tr_error *err)
{
    tr_context *context = world->context;
    if (!tr_grid_create(context, area->width, area->height, TR_BIOME_COUNT, &in->weights, err) ||
        !tr_grid_create(context, area->width, area->height, 1, &in->water, err) ||
        !tr_world_biome_weights(world, area, NULL, &in->weights, err) ||
        !tr_world_query(world, TR_FIELD_WATER, area, NULL, &in->water, err))
        return false;
    return !world->carving || (tr_grid_create(context, area->width, area->height, TR_COVER_COUNT, &in->cover, err) &&
                               tr_world_path_cover(world, area, decks, NULL, &in->cover, err));
}

static bool color_tile(const color_walk *walk, const tr_sample_area *area, int64_t x, int64_t y, tr_error *err)
{
    tr_context *context = walk->world->context;
    const tr_biome_settings *biomes = walk->world->def.biomes;
    color_inputs in = {0};
    const bool ok = make_inputs(walk->world, area, walk->decks, &in, err);
    for (int32_t j = 0; ok && j < area->height; j++) {
        light_row row;
        mix_biomes(biomes, &in.weights, j, &row);
        add_depth(&in.water, j, &row);
        if (in.cover.samples) paint_cover(biomes, &in, j, &row);
        store(&row, area->width, (uint8_t *)walk->out->pixels + (size_t)(y + j) * walk->out->row_bytes + 3 * (size_t)x);
    }
    tr_grid_destroy(context, &in.weights);
    tr_grid_destroy(context, &in.water);
    tr_grid_destroy(context, &in.cover);
    return ok;
}

static bool color_tiles(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    const color_walk *walk = user;
    (void)worker;
    for (int64_t index = begin; index < end; index++) {
        const int64_t x = index % walk->columns * TILE, y = index / walk->columns * TILE;
        const tr_sample_area area = {walk->area->x + x, walk->area->z + y,
                                     (int32_t)tr_min_i64(TILE, walk->area->width - x),
                                     (int32_t)tr_min_i64(TILE, walk->area->height - y), walk->area->spacing_m};
        if (!color_tile(walk, &area, x, y, err)) return false;
    }
    return true;
}

bool tr_world_colors(const tr_world *world, const tr_sample_area *area, bool decks, const tr_progress *progress,
                     const tr_image *out, tr_error *err)
{
    assert(world && area && out);
    if (!tr_sample_area_check(area, err)) return false;
    if (out->width != area->width || out->height != area->height || out->channels != 3 || out->bits != 8)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "the image must be RGB, 8 bits, %d x %d pixels",
                       (int)area->width, (int)area->height);
    color_walk walk = {world, area, decks, out, (area->width + TILE - 1) / TILE};
    const int64_t rows = (area->height + TILE - 1) / TILE;
    return tr_parallel_for(world->context, &(tr_range_work){walk.columns * rows, 1, color_tiles, &walk}, progress, err);
}
