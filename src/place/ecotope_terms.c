// What terms look at, on a tile (ecotope.h).
#include <assert.h>
#include <float.h>
#include <string.h>

#include "noise/area_query.h"
#include "noise/eval.h"
#include "place/ecotope.h"
#include "base/area.h"

enum { NOISE_SEED = 0x6e6f6973 };

// ---------------------------------------------------------------------------------------------------------
// Fields of the source

static bool check_finite(const tr_eco_fields *fields, const char *name, const tr_grid *grid, tr_error *err)
{
    const size_t count = (size_t)grid->width * (size_t)grid->height * (size_t)grid->depth;
    if (fields->ops->all_within(grid->samples, FLT_MAX, count)) return true;
    size_t i = 0;
    while (fields->ops->all_within(grid->samples + i, FLT_MAX, 1)) i++;
    const int64_t x = (int64_t)(i % (size_t)grid->width), z = (int64_t)(i / (size_t)grid->width) % grid->height;
    return tr_fail(err, TR_ERROR_NOT_FINITE, "%s is not a finite number at sample (%lld, %lld) of spacing %g m", name,
                   (long long)(fields->area->x + x), (long long)(fields->area->z + z), fields->area->spacing_m);
}

// The field on the whole area, or NULL with `err` set.
static const tr_grid *get_field(tr_eco_fields *fields, tr_field field, tr_error *err)
{
    tr_grid *grid = &fields->fields[field];
    if (grid->samples) return grid;
    const tr_sample_area *area = fields->area;
    const bool ok = tr_grid_create(fields->context, area->width, area->height, 1, grid, err) &&
                    fields->source->field(fields->source->user, field, area, grid, err) &&
                    check_finite(fields, tr_field_name(field), grid, err);
    return ok ? grid : NULL;
}

static const tr_grid *get_weights(tr_eco_fields *fields, tr_error *err)
{
    tr_grid *grid = &fields->weights;
    if (grid->samples) return grid;
    const tr_sample_area *area = fields->area;
    const bool ok = tr_grid_create(fields->context, area->width, area->height, TR_BIOME_COUNT, grid, err) &&
                    fields->source->biome_weights(fields->source->user, area, grid, err) &&
                    check_finite(fields, "the weight of a biome", grid, err);
    return ok ? grid : NULL;
}

void tr_eco_fields_destroy(tr_eco_fields *fields)
{
    for (int i = 0; i < TR_FIELD_COUNT; i++) tr_grid_destroy(fields->context, &fields->fields[i]);
    tr_grid_destroy(fields->context, &fields->weights);
}

static const float *row_of(const tr_grid *grid, int32_t plane, const tr_eco_tile *tile, int32_t j)
{
    return grid->samples + plane * grid->plane_stride + (tile->z + j) * grid->row_stride + tile->x;
}

static bool fill_field(const tr_eco_input *input, tr_eco_fields *fields, const tr_eco_tile *tile, float *out,
                       tr_error *err)
{
    const tr_grid *grid = get_field(fields, input->field, err);
    if (!grid) return false;
    const int32_t width = tile->area.width;
    for (int32_t j = 0; j < tile->area.height; j++)
        memcpy(out + j * width, row_of(grid, 0, tile, j), (size_t)width * sizeof *out);
    return true;
}

// Weights are added in the order of the biomes.
static bool fill_biomes(const tr_eco_input *input, tr_eco_fields *fields, const tr_eco_tile *tile, float *out,
                        tr_error *err)
{
    const tr_grid *grid = get_weights(fields, err);
    if (!grid) return false;
    const int32_t width = tile->area.width;
    memset(out, 0, (size_t)width * (size_t)tile->area.height * sizeof *out);
    for (int32_t biome = 0; biome < TR_BIOME_COUNT; biome++) {
        if (!(input->biomes >> biome & 1)) continue;
        for (int32_t j = 0; j < tile->area.height; j++) {
            const float *from = row_of(grid, biome, tile, j);
            float *to = out + j * width;
            for (int32_t i = 0; i < width; i++) to[i] += from[i];
        }
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// Noise and textures

// Always on the CPU: a tile is too little to send anywhere, and the bits are the same.
static bool fill_noise(const tr_eco_input *input, const tr_eco_fields *fields, const tr_eco_tile *tile, float *out,
                       tr_error *err)
{
    const uint64_t seed = tr_hash_identity(fields->source->seed, NOISE_SEED, (int64_t)input->seed, 0, 0);
    const tr_noise_query query = tr_area_noise_query(&tile->area, seed);
    const int32_t width = tile->area.width, height = tile->area.height;
    const tr_grid grid = {out, width, height, 1, width, (int64_t)width * height};
    return tr_noise_grid_cpu(input->noise, &query, &grid, NULL, err);
}

// Between which texels a position lies, and how far from the first.
typedef struct texel_pair {
    int32_t first, second;
    float t;
} texel_pair;

// Positions are whole units up to here, so that far places are as exact as near ones.
static texel_pair texels_at(int64_t position, int64_t low, int64_t high, int32_t count)
{
    if (position <= low) return (texel_pair){0, 0, 0};
    if (position >= high) return (texel_pair){count - 1, count - 1, 0};
    const double at = (double)(position - low) * count / (double)(high - low) - 0.5;
    if (at <= 0) return (texel_pair){0, 0, 0};
    if (at >= count - 1) return (texel_pair){count - 1, count - 1, 0};
    const int32_t first = (int32_t)at;
    return (texel_pair){first, first + 1, (float)(at - first)};
}

static float mix(float a, float b, float t)
{
    return a + (b - a) * t;
}

static void fill_texture(const tr_eco_input *input, const tr_eco_tile *tile, float *out)
{
    const tr_grid *texture = &input->texture;
    const tr_sample_area *area = &tile->area;
    const int64_t units = tr_area_units(area);
    texel_pair columns[TR_ECO_TILE];
    for (int32_t i = 0; i < area->width; i++)
        columns[i] = texels_at((area->x + i) * units, input->within.x0, input->within.x1, texture->width);
    for (int32_t j = 0; j < area->height; j++) {
        const texel_pair rows = texels_at((area->z + j) * units, input->within.z0, input->within.z1, texture->height);
        const float *north = texture->samples + rows.first * texture->row_stride;
        const float *south = texture->samples + rows.second * texture->row_stride;
        for (int32_t i = 0; i < area->width; i++) {
            const texel_pair at = columns[i];
            out[j * area->width + i] =
                mix(mix(north[at.first], north[at.second], at.t), mix(south[at.first], south[at.second], at.t), rows.t);
        }
    }
}

bool tr_eco_input_fill(const tr_eco_input *input, tr_eco_fields *fields, const tr_eco_tile *tile, float *out,
                       tr_error *err)
{
    switch (input->kind) {
    case TR_TERM_FIELD: return fill_field(input, fields, tile, out, err);
    case TR_TERM_BIOMES: return fill_biomes(input, fields, tile, out, err);
    case TR_TERM_NOISE: return fill_noise(input, fields, tile, out, err);
    case TR_TERM_TEXTURE: fill_texture(input, tile, out); return true;
    case TR_TERM_COUNT: break;
    }
    assert(false);
    return false;
}
