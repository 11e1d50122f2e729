#include "place/textures.h"

#include <math.h>

#include "base/integers.h"

enum { SAMPLES_PER_PIECE = 1 << 14, MAX_SIDE_PX = 1 << 22 };

// ---------------------------------------------------------------------------------------------------------
// Checks

static bool check_texture(const tr_grid *texture, const char *label, tr_error *err)
{
    if (!texture->samples || texture->width < 1 || texture->height < 1)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%s: the texture has no samples", label);
    if (texture->width > MAX_SIDE_PX || texture->height > MAX_SIDE_PX)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT,
                       "%s: the texture has %d x %d texels; allowed are %d along a side", label, texture->width,
                       texture->height, MAX_SIDE_PX);
    for (int64_t z = 0; z < texture->height; z++)
        for (int64_t x = 0; x < texture->width; x++) {
            const float texel = texture->samples[z * texture->row_stride + x];
            if (!isfinite(texel))
                return tr_fail(err, TR_ERROR_NOT_FINITE, "%s: texel (%d, %d) of the texture is %g", label, (int)x,
                               (int)z, (double)texel);
        }
    return true;
}

static bool check_map(const tr_density_map *map, const char *label, tr_error *err)
{
    if (!isfinite(map->scale) || !isfinite(map->offset))
        return tr_fail(err, TR_ERROR_NOT_FINITE, "%s: scale %g and offset %g of the density must be finite", label,
                       map->scale, map->offset);
    if (!(0 <= map->low && map->low <= map->high && map->high <= 1))
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT,
                       "%s: densities are limited to %g .. %g; allowed is 0 <= low <= high <= 1", label, map->low,
                       map->high);
    return check_texture(&map->texture, label, err);
}

// ---------------------------------------------------------------------------------------------------------
// Densities

// The maps of a set brought to one size.
typedef struct resampling_work {
    const tr_density_map *maps;
    tr_grid out;
} resampling_work;

static double density_at(const tr_density_map *map, int64_t x, int64_t z)
{
    const double value = (double)map->texture.samples[z * map->texture.row_stride + x] * map->scale + map->offset;
    return value < map->low ? map->low : value > map->high ? map->high : value;
}

// Where the middle of texel i of `to` lies among `from` texels: the one before and the share of the next.
static double texel_before(int64_t i, int64_t to, int64_t from, int64_t *out)
{
    const double at = ((double)i + 0.5) * (double)from / (double)to - 0.5;
    const double cut = at < 0 ? 0 : at > (double)(from - 1) ? (double)(from - 1) : at;
    *out = (int64_t)cut;
    return cut - (double)*out;
}

static void resample_row(const tr_density_map *map, int64_t z, const tr_grid *out, float *row)
{
    const tr_grid *texture = &map->texture;
    if (texture->width == out->width && texture->height == out->height) {
        for (int64_t x = 0; x < out->width; x++) row[x] = (float)density_at(map, x, z);
        return;
    }
    int64_t z0, x0;
    const double down = texel_before(z, out->height, texture->height, &z0);
    const int64_t z1 = tr_min_i64(z0 + 1, texture->height - 1);
    for (int64_t x = 0; x < out->width; x++) {
        const double along = texel_before(x, out->width, texture->width, &x0);
        const int64_t x1 = tr_min_i64(x0 + 1, texture->width - 1);
        const double upper = density_at(map, x0, z0) * (1 - along) + density_at(map, x1, z0) * along;
        const double lower = density_at(map, x0, z1) * (1 - along) + density_at(map, x1, z1) * along;
        row[x] = (float)(upper * (1 - down) + lower * down);
    }
}

static bool resample_rows(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    const resampling_work *resampling = user;
    (void)worker;
    (void)err;
    for (int64_t i = begin; i < end; i++) {
        const int64_t layer = i / resampling->out.height, z = i % resampling->out.height;
        resample_row(&resampling->maps[layer], z, &resampling->out,
                     resampling->out.samples + layer * resampling->out.plane_stride + z * resampling->out.row_stride);
    }
    return true;
}

// Texels cover `extent_m` from `from_m` on; samples are their middles.
static tr_block_axis axis_of(int64_t from_m, int64_t to_m, int32_t count)
{
    const double step = (double)(to_m - from_m) * TR_PLACE_FINE_PER_METRE / count;
    return (tr_block_axis){from_m * TR_PLACE_FINE_PER_METRE + llround(step / 2), step, count};
}

static bool pack_densities(const tr_placer *placer, int32_t set, const tr_density_map *maps, tr_place_block *out,
                           tr_error *err)
{
    tr_context *context = placer->context;
    const tr_region *bounds = &placer->def.bounds_m;
    int32_t width = 1, height = 1;
    for (int32_t layer = 0; layer < out->layer_count; layer++) {
        width = tr_max_i32(width, maps[layer].texture.width);
        height = tr_max_i32(height, maps[layer].texture.height);
    }
    out->x = axis_of(bounds->x0, bounds->x1, width);
    out->z = axis_of(bounds->z0, bounds->z1, height);
    out->bound_shift = tr_block_bound_shift(&out->x, &out->z, placer->sets[set].side * placer->sets[set].unit);
    resampling_work resampling = {.maps = maps};
    if (!tr_grid_create(context, width, height, out->layer_count, &resampling.out, err)) return false;
    const int64_t rows = (int64_t)height * out->layer_count, grain = tr_max_i64(1, SAMPLES_PER_PIECE / width);
    const bool ok = tr_parallel_for(context, &(tr_range_work){rows, grain, resample_rows, &resampling}, NULL, err) &&
                    tr_place_block_pack(context, placer->sets[set].label, &resampling.out, out, err);
    tr_grid_destroy(context, &resampling.out);
    return ok;
}

// ---------------------------------------------------------------------------------------------------------
// Heights

static bool pack_heights(const tr_placer *placer, const tr_place_textures *textures, tr_place_block *out, tr_error *err)
{
    tr_context *context = placer->context;
    const tr_region *bounds = &placer->def.bounds_m;
    const tr_grid *texture = &textures->height;
    out->height_x = axis_of(bounds->x0, bounds->x1, texture->width);
    out->height_z = axis_of(bounds->z0, bounds->z1, texture->height);
    tr_grid heights;
    if (!tr_grid_create(context, texture->width, texture->height, 1, &heights, err)) return false;
    for (int64_t z = 0; z < texture->height; z++)
        for (int64_t x = 0; x < texture->width; x++)
            heights.samples[z * heights.row_stride + x] =
                (float)(textures->low_m +
                        (textures->high_m - textures->low_m) * (double)texture->samples[z * texture->row_stride + x]);
    const bool ok = tr_place_block_pack_heights(context, "textures", &heights, out, err);
    tr_grid_destroy(context, &heights);
    return ok;
}

bool tr_place_textures_pack(const tr_placer *placer, int32_t set, const tr_place_textures *textures,
                            const tr_density_map *maps, tr_place_block *out, tr_error *err)
{
    const tr_ranked_set *ranked_set = &placer->sets[set];
    if (set == 0 && !check_texture(&textures->height, "heights", err)) return false;
    if (!isfinite(textures->low_m) || !isfinite(textures->high_m))
        return tr_fail(err, TR_ERROR_NOT_FINITE, "heights from %g to %g m must be finite", textures->low_m,
                       textures->high_m);
    for (int32_t layer = 0; layer < ranked_set->def.layer_count; layer++) {
        char label[TR_PLACE_LABEL_SIZE];
        tr_placer_label_layer(ranked_set, layer, label);
        if (!check_map(&maps[layer], label, err)) return false;
    }
    out->layer_count = ranked_set->def.layer_count;
    if (!pack_densities(placer, set, maps, out, err)) return false;
    if (set == 0) return pack_heights(placer, textures, out, err);
    const tr_place_block *first = &placer->sets[0].block;
    out->height_x = first->height_x;
    out->height_z = first->height_z;
    out->heights = first->heights;
    return true;
}
