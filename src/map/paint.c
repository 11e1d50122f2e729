#include "map/paint.h"

#include "map/biomes.h"
#include "map/paths.h"
#include "map/relief.h"

static const tr_color foam_tint = COLOR_RGB(240, 248, 244);
static const tr_color shore_ink = COLOR_RGB(70, 96, 120);
static const tr_color land_ink = COLOR_RGB(104, 72, 40);
static const tr_color water_ink = COLOR_RGB(214, 234, 242);

// What a band of rows needs.
typedef struct paint_band {
    const tr_map_scene *scene;
    int32_t begin;
    tr_map_field heights;  // a view
    tr_pyramid surface;    // empty without shadows
    tr_grid smooth;        // for contours: begins one pixel before the band; empty without them
    tr_grid weights;       // of biomes; empty without them
    tr_grid cover;         // of paths; empty without them
    tr_color level_light;
    const tr_image *image;
} paint_band;

// ---------------------------------------------------------------------------------------------------------
// Pixels

// The light on a slope, 1 on level ground, as strong as the look wants it.
static tr_color light_of(const paint_band *band, const tr_map_light_site *site, float clear)
{
    const tr_map_look *look = band->scene->look;
    const tr_color light = tr_map_light_on(&look->light, site, site->slope_x * clear, site->slope_y * clear);
    const tr_color even = {1.0f, 1.0f, 1.0f};
    return tr_color_mix(
        even, (tr_color){light.r / band->level_light.r, light.g / band->level_light.g, light.b / band->level_light.b},
        look->shading);
}

static tr_color value_tint(const paint_band *band, int32_t x, int32_t y)
{
    const tr_map_field *values = band->scene->values;
    const float *sample = tr_map_field_row(values, band->begin + y) + x;
    const int64_t plane = values->grid.plane_stride;
    if (band->scene->look->layer == TR_MAP_NORMAL) {
        return tr_map_look_normal(sample[0], sample[plane], sample[2 * plane]);
    }
    return tr_map_look_value(band->scene->look, sample[0]);
}

static tr_color land_tint(const paint_band *band, const tr_map_light_site *site, int32_t x, int32_t y)
{
    const tr_map_look *look = band->scene->look;
    if (tr_map_look_has_values(look)) {
        return value_tint(band, x, y);
    }
    if (tr_map_look_has_biomes(look)) {
        return tr_map_biomes_color(&band->weights, look->biomes, x, y);
    }
    return tr_map_look_land(look, site->height);
}

// How far the coast is, in pixels, as far as the slope tells: negative in the water.
static float coast_distance(const paint_band *band, const tr_map_light_site *site)
{
    return site->height * band->scene->look->height_scale / (site->steepness + 1e-6f);
}

static tr_color water_color(const paint_band *band, const tr_map_light_site *site, float coast)
{
    const tr_map_look *look = band->scene->look;
    const float depth_m = site->height < 0.0f ? -site->height : 0.0f;
    // The ground shows through shallow water.
    const float clear = 0.06f + 0.22f / (1.0f + 8.0f * depth_m / look->depth_m);
    const tr_color tint = tr_color_lit(tr_map_look_water(look, depth_m), light_of(band, site, clear));
    const float line_px = 1.2f * look->pixels_per_unit + 0.3f;
    return tr_color_mix(tint, foam_tint, 0.7f * tr_smooth_step(-line_px, -0.3f, coast));
}

// A pixel that the coast crosses is part of both.
static tr_color ground_color(const paint_band *band, const tr_map_light_site *site, int32_t x, int32_t y)
{
    const tr_map_look *look = band->scene->look;
    const float coast = coast_distance(band, site);
    const float share = tr_map_look_has_water(look) ? tr_clamp_unit(coast + 0.5f) : 1.0f;
    tr_color land = {0.0f, 0.0f, 0.0f}, water = land;
    if (share < 1.0f) {
        water = water_color(band, site, coast);
    }
    if (share > 0.0f) {
        const float clear = site->height < 0.0f ? 0.0f : 1.0f;
        land = tr_color_lit(land_tint(band, site, x, y), light_of(band, site, clear));
    }
    const tr_color ground = tr_color_mix(water, land, share);
    if (tr_map_look_has_water(look) || look->layer == TR_MAP_NORMAL) {
        return ground;
    }
    const float half_px = 0.7f * look->pixels_per_unit;
    return tr_color_mix(ground, shore_ink, 0.8f * tr_clamp_unit(half_px + 0.5f - fabsf(coast)));
}

static tr_color add_contours(const paint_band *band, tr_color ground, float height, int32_t x, int32_t y)
{
    const float *here = band->smooth.samples + (y + 1) * band->smooth.row_stride;
    const tr_map_contour_rows rows = {here - band->smooth.row_stride, here, here + band->smooth.row_stride};
    const tr_map_contour_ink ink = tr_map_contours_ink(band->scene->contours, &rows, x, band->begin + y);
    const bool wet = height < 0.0f && tr_map_look_has_water(band->scene->look);
    const float strength = wet ? (ink.index ? 0.38f : 0.16f) : (ink.index ? 0.72f : 0.46f);
    return tr_color_mix(ground, wet ? water_ink : land_ink, ink.share * strength);
}

static bool paint_rows(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    (void)worker;
    (void)err;
    const paint_band *band = user;
    const tr_map_look *look = band->scene->look;
    for (int64_t row = begin; row < end; row++) {
        const int32_t y = (int32_t)row;
        uint8_t *pixel = (uint8_t *)band->image->pixels + (size_t)(band->begin + y) * band->image->row_bytes;
        for (int32_t x = 0; x < band->heights.width; x++, pixel += 3) {
            const tr_map_light_site site =
                tr_map_light_look(&look->light, &band->heights, &band->surface, look->height_scale, x, y);
            tr_color shade = ground_color(band, &site, x, y);
            if (band->smooth.samples) {
                shade = add_contours(band, shade, site.height, x, y);
            }
            if (band->cover.samples) {
                shade = tr_map_paths_paint(look, &band->cover, x, y, light_of(band, &site, 1.0f), shade);
            }
            tr_color_store(shade, pixel);
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
    const paint_band *band = user;
    for (int64_t y = begin; y < end; y++) {
        float *row = band->smooth.samples + y * band->smooth.row_stride;
        for (int32_t x = 0; x < band->smooth.width; x++) {
            row[x] = tr_map_contours_smooth(&band->heights, x - 1, (int32_t)y - 1);
        }
    }
    return true;
}

static bool fill_band(tr_context *context, paint_band *band, tr_error *err)
{
    const tr_map_scene *scene = band->scene;
    if (scene->look->light.horizons &&
        !tr_pyramid_create(context, &band->heights, scene->look->height_scale, &band->surface, err)) {
        return false;
    }
    if (scene->contours->interval_m > 0.0 &&
        !(tr_grid_create(context, band->heights.width + 2, band->heights.height + 2, 1, &band->smooth, err) &&
          tr_parallel_for(context, &(tr_range_work){band->smooth.height, 16, smooth_rows, band}, NULL, err))) {
        return false;
    }
    tr_sample_area area = scene->area;
    area.z += band->begin;
    area.height = band->heights.height;
    if (tr_map_look_has_biomes(scene->look) && !tr_map_biomes_create(scene->world, &area, &band->weights, err)) {
        return false;
    }
    return tr_map_paths_create(scene->world, &area, &band->cover, err);
}

static void empty_band(tr_context *context, paint_band *band)
{
    tr_pyramid_destroy(context, &band->surface);
    if (band->smooth.samples) {
        tr_grid_destroy(context, &band->smooth);
    }
    if (band->weights.samples) {
        tr_grid_destroy(context, &band->weights);
    }
    if (band->cover.samples) {
        tr_grid_destroy(context, &band->cover);
    }
}

// A multiple of the width of a sample in the coarsest level of a pyramid.
static int32_t band_height(int32_t width)
{
    enum { PIXELS = 1 << 21, MIN = 32, MAX = 512, MULTIPLE = 16 };
    const int32_t rows = PIXELS / width / MULTIPLE * MULTIPLE;
    return rows < MIN ? MIN : rows > MAX ? MAX : rows;
}

uint64_t tr_map_paint_bytes(const tr_map_look *look, bool paths, int32_t width, int32_t height)
{
    const int32_t rows = band_height(width) < height ? band_height(width) : height;
    const uint64_t pixels = (uint64_t)rows * (uint64_t)width;
    const uint64_t padded = (uint64_t)(rows + 2 * RELIEF_MARGIN) * (uint64_t)(width + 2 * RELIEF_MARGIN);
    // A pyramid is a third larger than its first level; biomes and covers have a plane each.
    const uint64_t planes =
        (tr_map_look_has_biomes(look) ? TR_BIOME_COUNT : 0) + (uint64_t)(paths ? TR_COVER_COUNT : 0);
    return (padded * 4 / 3 + pixels + pixels * planes) * sizeof(float);
}

bool tr_map_paint(const tr_map_scene *scene, const tr_image *image, tr_map_counts *counts, const tr_progress *progress,
                  tr_error *err)
{
    tr_context *context = tr_world_context(scene->world);
    const int32_t height = scene->area.height, rows = band_height(scene->area.width);
    *counts = (tr_map_counts){0};
    bool done = true;
    for (int32_t begin = 0; done && begin < height; begin += rows) {
        const int32_t count = height - begin < rows ? height - begin : rows;
        paint_band band = {.scene = scene,
                           .begin = begin,
                           .heights = tr_map_field_band(scene->heights, begin, count, RELIEF_MARGIN),
                           .level_light = tr_map_light_on_level(),
                           .image = image};
        done = fill_band(context, &band, err) &&
               tr_parallel_for(context, &(tr_range_work){count, 4, paint_rows, &band}, NULL, err);
        if (done && band.weights.samples) {
            tr_map_biomes_count(&band.weights, counts->biomes);
        }
        if (done && band.cover.samples) {
            tr_map_paths_count(&band.cover, counts->covers);
        }
        empty_band(context, &band);
        if (done && progress && progress->report &&
            !progress->report(progress->user, (double)(begin + count) / (double)height)) {
            done = tr_fail(err, TR_ERROR_CANCELLED, "the map was cancelled");
        }
    }
    return done;
}
