// The colour of the ground (terrane/world.h).
#include <assert.h>
#include <math.h>

#include "base/integers.h"
#include "world/world.h"

enum { TILE = TR_CHUNK_SIDE };

typedef struct color_walk {
    const tr_world *world;
    const tr_area *area;
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

// One row of a tile, `count` samples.
static void mix_row(const tr_biome_def *biomes, const float *weights, int64_t plane_stride, const float *water,
                    int32_t count, uint8_t *rgb)
{
    float light[3][TILE] = {{0}};
    for (int b = 0; b < TR_BIOME_COUNT; b++) {
        const float *weight = weights + b * plane_stride;
        for (int c = 0; c < 3; c++) {
            const float part = light_of(biomes[b].color[c]);
            for (int32_t i = 0; i < count; i++) light[c][i] += weight[i] * part;
        }
    }
    for (int32_t i = 0; i < count; i++) {
        const float bright = brightness(water[i]);
        for (int c = 0; c < 3; c++) rgb[3 * i + c] = (uint8_t)(sqrtf(light[c][i] * bright) * 255.0f + 0.5f);
    }
}

static bool color_tile(const color_walk *it, const tr_area *area, int64_t x, int64_t y, tr_error *err)
{
    tr_context *context = it->world->context;
    tr_grid weights = {0}, water = {0};
    bool ok = tr_grid_create(context, area->width, area->height, TR_BIOME_COUNT, &weights, err) &&
              tr_grid_create(context, area->width, area->height, 1, &water, err) &&
              tr_world_biome_weights(it->world, area, &weights, NULL, err) &&
              tr_world_query(it->world, TR_FIELD_WATER, area, &water, NULL, err);
    for (int32_t j = 0; ok && j < area->height; j++) {
        uint8_t *row = (uint8_t *)it->out->pixels + (size_t)(y + j) * it->out->row_bytes + 3 * (size_t)x;
        mix_row(it->world->def.biomes, weights.samples + j * weights.row_stride, weights.plane_stride,
                water.samples + j * water.row_stride, area->width, row);
    }
    tr_grid_destroy(context, &weights);
    tr_grid_destroy(context, &water);
    return ok;
}

static bool color_tiles(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    const color_walk *it = user;
    (void)worker;
    for (int64_t index = begin; index < end; index++) {
        const int64_t x = index % it->columns * TILE, y = index / it->columns * TILE;
        const tr_area area = {it->area->x + x, it->area->z + y, (int32_t)tr_min_i64(TILE, it->area->width - x),
                              (int32_t)tr_min_i64(TILE, it->area->height - y), it->area->spacing_m};
        if (!color_tile(it, &area, x, y, err)) return false;
    }
    return true;
}

bool tr_world_colors(const tr_world *world, const tr_area *area, const tr_image *out, const tr_progress *progress,
                     tr_error *err)
{
    assert(world && area && out);
    if (!tr_area_check(area, err)) return false;
    if (out->width != area->width || out->height != area->height || out->channels != 3 || out->bits != 8)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "the image must be RGB, 8 bits, %d x %d pixels",
                       (int)area->width, (int)area->height);
    color_walk it = {world, area, out, (area->width + TILE - 1) / TILE};
    const int64_t rows = (area->height + TILE - 1) / TILE;
    return tr_parallel_for(world->context, it.columns * rows, 1, color_tiles, &it, progress, err);
}
