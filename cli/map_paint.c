#include "map_paint.h"

#include "map_biomes.h"
#include "map_paths.h"
#include "relief.h"

static const color foam_tint = COLOR_RGB(240, 248, 244);
static const color shore_ink = COLOR_RGB(70, 96, 120);
static const color land_ink = COLOR_RGB(104, 72, 40);
static const color water_ink = COLOR_RGB(214, 234, 242);

// What a band of rows needs.
typedef struct band {
    const map_scene *scene;
    int32_t begin;
    field heights;    // a view
    pyramid surface;  // empty without shadows
    tr_grid smooth;   // for contours: begins one pixel before the band; empty without them
    tr_grid weights;  // of biomes; empty without them
    tr_grid cover;    // of paths; empty without them
    color level_light;
    const tr_image *image;
} band;

// ---------------------------------------------------------------------------------------------------------
// Pixels

// The light on a slope, 1 on level ground, as strong as the look wants it.
static color light_of(const band *it, const light_site *site, float clear)
{
    const map_look *look = it->scene->look;
    const color light = light_on(&look->light, site, site->slope_x * clear, site->slope_y * clear);
    const color even = {1.0f, 1.0f, 1.0f};
    return color_mix(even,
                     (color){light.r / it->level_light.r, light.g / it->level_light.g, light.b / it->level_light.b},
                     look->shading);
}

static color value_tint(const band *it, int32_t x, int32_t y)
{
    const field *values = it->scene->values;
    const float *sample = field_row(values, it->begin + y) + x;
    const int64_t plane = values->grid.plane_stride;
    if (it->scene->look->layer == MAP_NORMAL) {
        return map_look_normal(sample[0], sample[plane], sample[2 * plane]);
    }
    return map_look_value(it->scene->look, sample[0]);
}

static color land_tint(const band *it, const light_site *site, int32_t x, int32_t y)
{
    const map_look *look = it->scene->look;
    if (map_look_has_values(look)) {
        return value_tint(it, x, y);
    }
    if (map_look_has_biomes(look)) {
        return map_biomes_color(&it->weights, look->biomes, x, y);
    }
    return map_look_land(look, site->height);
}

// How far the coast is, in pixels, as far as the slope tells: negative in the water.
static float coast_distance(const band *it, const light_site *site)
{
    return site->height * it->scene->look->height_scale / (site->steepness + 1e-6f);
}

static color water_color(const band *it, const light_site *site, float coast)
{
    const map_look *look = it->scene->look;
    const float depth_m = site->height < 0.0f ? -site->height : 0.0f;
    // The ground shows through shallow water.
    const float clear = 0.06f + 0.22f / (1.0f + 8.0f * depth_m / look->depth_m);
    const color tint = color_lit(map_look_water(look, depth_m), light_of(it, site, clear));
    const float line_px = 1.2f * look->pixels_per_unit + 0.3f;
    return color_mix(tint, foam_tint, 0.7f * smooth_step(-line_px, -0.3f, coast));
}

// A pixel that the coast crosses is part of both.
static color ground_color(const band *it, const light_site *site, int32_t x, int32_t y)
{
    const map_look *look = it->scene->look;
    const float coast = coast_distance(it, site);
    const float share = map_look_has_water(look) ? clamp_unit(coast + 0.5f) : 1.0f;
    color land = {0.0f, 0.0f, 0.0f}, water = land;
    if (share < 1.0f) {
        water = water_color(it, site, coast);
    }
    if (share > 0.0f) {
        const float clear = site->height < 0.0f ? 0.0f : 1.0f;
        land = color_lit(land_tint(it, site, x, y), light_of(it, site, clear));
    }
    const color ground = color_mix(water, land, share);
    if (map_look_has_water(look) || look->layer == MAP_NORMAL) {
        return ground;
    }
    const float half_px = 0.7f * look->pixels_per_unit;
    return color_mix(ground, shore_ink, 0.8f * clamp_unit(half_px + 0.5f - fabsf(coast)));
}

static color add_contours(const band *it, color ground, float height, int32_t x, int32_t y)
{
    const float *here = it->smooth.samples + (y + 1) * it->smooth.row_stride;
    const map_contour_rows rows = {here - it->smooth.row_stride, here, here + it->smooth.row_stride};
    const map_contour_ink ink = map_contours_ink(it->scene->contours, &rows, x, it->begin + y);
    const bool wet = height < 0.0f && map_look_has_water(it->scene->look);
    const float strength = wet ? (ink.index ? 0.38f : 0.16f) : (ink.index ? 0.72f : 0.46f);
    return color_mix(ground, wet ? water_ink : land_ink, ink.share * strength);
}

static bool paint_rows(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    (void)worker;
    (void)err;
    const band *it = user;
    const map_look *look = it->scene->look;
    for (int64_t row = begin; row < end; row++) {
        const int32_t y = (int32_t)row;
        uint8_t *pixel = (uint8_t *)it->image->pixels + (size_t)(it->begin + y) * it->image->row_bytes;
        for (int32_t x = 0; x < it->heights.width; x++, pixel += 3) {
            const light_site site = light_look(&look->light, &it->heights, &it->surface, look->height_scale, x, y);
            color shade = ground_color(it, &site, x, y);
            if (it->smooth.samples) {
                shade = add_contours(it, shade, site.height, x, y);
            }
            if (it->cover.samples) {
                shade = map_paths_paint(look, &it->cover, x, y, light_of(it, &site, 1.0f), shade);
            }
            color_store(shade, pixel);
        }
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// Bands

static bool smooth_rows(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    (void)worker;
    (void)err;
    const band *it = user;
    for (int64_t y = begin; y < end; y++) {
        float *row = it->smooth.samples + y * it->smooth.row_stride;
        for (int32_t x = 0; x < it->smooth.width; x++) {
            row[x] = map_contours_smooth(&it->heights, x - 1, (int32_t)y - 1);
        }
    }
    return true;
}

static bool fill_band(tr_context *context, band *it, tr_error *err)
{
    const map_scene *scene = it->scene;
    if (scene->look->light.horizons &&
        !pyramid_create(context, &it->heights, scene->look->height_scale, &it->surface, err)) {
        return false;
    }
    if (scene->contours->interval_m > 0.0 &&
        !(tr_grid_create(context, it->heights.width + 2, it->heights.height + 2, 1, &it->smooth, err) &&
          tr_parallel_for(context, it->smooth.height, 16, smooth_rows, it, NULL, err))) {
        return false;
    }
    tr_area area = scene->area;
    area.z += it->begin;
    area.height = it->heights.height;
    if (map_look_has_biomes(scene->look) && !map_biomes_create(scene->world, &area, &it->weights, err)) {
        return false;
    }
    return map_paths_create(scene->world, &area, &it->cover, err);
}

static void empty_band(tr_context *context, band *it)
{
    pyramid_destroy(context, &it->surface);
    if (it->smooth.samples) {
        tr_grid_destroy(context, &it->smooth);
    }
    if (it->weights.samples) {
        tr_grid_destroy(context, &it->weights);
    }
    if (it->cover.samples) {
        tr_grid_destroy(context, &it->cover);
    }
}

// A multiple of the width of a sample in the coarsest level of a pyramid.
static int32_t band_height(int32_t width)
{
    enum { PIXELS = 1 << 21, LEAST = 32, MOST = 512, MULTIPLE = 16 };
    const int32_t rows = PIXELS / width / MULTIPLE * MULTIPLE;
    return rows < LEAST ? LEAST : rows > MOST ? MOST : rows;
}

uint64_t map_paint_bytes(const map_look *look, bool paths, int32_t width, int32_t height)
{
    const int32_t rows = band_height(width) < height ? band_height(width) : height;
    const uint64_t pixels = (uint64_t)rows * (uint64_t)width;
    const uint64_t padded = (uint64_t)(rows + 2 * RELIEF_MARGIN) * (uint64_t)(width + 2 * RELIEF_MARGIN);
    // A pyramid is a third larger than its first level; biomes and covers have a plane each.
    const uint64_t planes = (map_look_has_biomes(look) ? TR_BIOME_COUNT : 0) + (uint64_t)(paths ? TR_COVER_COUNT : 0);
    return (padded * 4 / 3 + pixels + pixels * planes) * sizeof(float);
}

bool map_paint(const map_scene *scene, const tr_image *image, map_counts *counts, const tr_progress *progress,
               tr_error *err)
{
    tr_context *context = tr_world_context(scene->world);
    const int32_t height = scene->area.height, rows = band_height(scene->area.width);
    *counts = (map_counts){0};
    bool done = true;
    for (int32_t begin = 0; done && begin < height; begin += rows) {
        const int32_t count = height - begin < rows ? height - begin : rows;
        band it = {.scene = scene,
                   .begin = begin,
                   .heights = field_band(scene->heights, begin, count, RELIEF_MARGIN),
                   .level_light = light_on_level(),
                   .image = image};
        done = fill_band(context, &it, err) && tr_parallel_for(context, count, 4, paint_rows, &it, NULL, err);
        if (done && it.weights.samples) {
            map_biomes_count(&it.weights, counts->biomes);
        }
        if (done && it.cover.samples) {
            map_paths_count(&it.cover, counts->covers);
        }
        empty_band(context, &it);
        if (done && progress && progress->report &&
            !progress->report(progress->user, (double)(begin + count) / (double)height)) {
            done = tr_fail(err, TR_ERROR_CANCELLED, "the map was cancelled");
        }
    }
    return done;
}
