// A plate: a map with everything on and around it, as an image.
#include "terrane/map.h"

#include "map/horizon.h"
#include "map/contours.h"
#include "map/frame.h"
#include "map/legend.h"
#include "map/names.h"
#include "map/paint.h"
#include "map/relief.h"
#include "map/world_field.h"

#include "terrane/math.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

// A plate while it is made.
typedef struct map_work {
    const tr_map_def *def;
    const tr_progress *progress;
    int parts_done;
    tr_context *context;
    const tr_world *world;
    tr_sample_area area;
    tr_map_look look;
    tr_map_layout layout;
    tr_map_contours contours;
    tr_map_field heights, shown;  // shown: values of the layer, where it has some
    tr_map_field_stats height_stats, shown_stats;
    double rise;  // of the ground on average, metres per metre
    double graticule_m;
    tr_map_counts counts;
} map_work;

// ---------------------------------------------------------------------------------------------------------
// Progress: heights, values where there are some, and paint take equal parts

static bool report_part(void *user, double share)
{
    const map_work *work = user;
    const int parts = tr_map_look_has_values(&work->look) ? 3 : 2;
    return work->progress->report(work->progress->user, (work->parts_done + share) / parts);
}

static tr_progress part_of(map_work *work)
{
    return (tr_progress){work->progress && work->progress->report ? report_part : NULL, work};
}

// ---------------------------------------------------------------------------------------------------------
// Light

// The tangent of the sun's elevation, by functions that are alike on every machine.
static bool tangent_of(tr_context *context, double degrees, float *out, tr_error *err)
{
    const float angle = (float)(degrees * 0.017453292519943295);
    float sine, cosine;
    if (!tr_math_eval(context, TR_MATH_SIN, &(tr_math_arguments){&angle, NULL, 1}, &sine, err) ||
        !tr_math_eval(context, TR_MATH_COS, &(tr_math_arguments){&angle, NULL, 1}, &cosine, err)) {
        return false;
    }
    *out = sine / cosine;
    return true;
}

static bool set_light(map_work *work, tr_error *err)
{
    const tr_map_def *def = work->def;
    tr_map_light_def light = tr_map_light_default();
    // Directions go clockwise from east in steps of 22.5 degrees, azimuths from north.
    light.direction =
        ((int)(def->sun_azimuth_deg / 22.5 + 0.5) + HORIZON_DIRECTIONS - HORIZON_DIRECTIONS / 4) % HORIZON_DIRECTIONS;
    light.shadow = 0.5f;
    const bool flat = def->layer == TR_MAP_HEIGHT || def->layer == TR_MAP_NORMAL;
    light.horizons = def->shadows && !flat;
    work->look.light = light;
    work->look.shading = flat ? 0.0f : def->layer == TR_MAP_RELIEF ? 1.0f : def->layer == TR_MAP_BIOME ? 0.7f : 0.4f;
    return tangent_of(work->context, def->sun_elevation_deg, &work->look.light.elevation, err);
}

// How much the ground rises on average, from a part of the pixels that is the same for every machine.
static double mean_rise(const tr_map_field *heights, double spacing_m)
{
    const int32_t stride = 1 + (heights->width > heights->height ? heights->width : heights->height) / 1024;
    double sum = 0.0;
    int64_t count = 0;
    for (int32_t y = 0; y < heights->height; y += stride) {
        for (int32_t x = 0; x < heights->width; x += stride) {
            if (tr_map_field_at(heights, x, y) >= 0.0f) {
                const double rise_x =
                    (double)tr_map_field_at(heights, x + 1, y) - (double)tr_map_field_at(heights, x - 1, y);
                const double rise_y =
                    (double)tr_map_field_at(heights, x, y + 1) - (double)tr_map_field_at(heights, x, y - 1);
                sum += sqrt(rise_x * rise_x + rise_y * rise_y);
                count++;
            }
        }
    }
    return count > 0 ? sum / (double)count / (2.0 * spacing_m) : 0.0;
}

// Gentle ground is raised so that light and shade tell its shape; steep ground is not made steeper.
static double exaggeration_of(const map_work *work)
{
    const double wanted = 0.42, max_factor = 8.0;
    if (!isnan(work->def->exaggeration)) {
        return work->def->exaggeration;
    }
    const double factor = work->rise > 0.0 ? wanted / work->rise : 1.0;
    return factor < 0.75 ? 0.75 : factor > max_factor ? max_factor : factor;
}

// ---------------------------------------------------------------------------------------------------------
// Fields

// Everything that a map holds at one time, before any of it is taken.
static bool check_memory(const map_work *work, tr_error *err)
{
    const tr_sample_area *area = &work->area;
    const uint64_t page = (uint64_t)work->layout.width * (uint64_t)work->layout.height * 3;
    const uint64_t heights = (uint64_t)(area->width + 2 * RELIEF_MARGIN) * (uint64_t)(area->height + 2 * RELIEF_MARGIN);
    const int32_t planes =
        tr_map_look_has_values(&work->look) ? tr_field_planes(tr_map_layers[work->look.layer].field) : 0;
    const uint64_t values = (uint64_t)area->width * (uint64_t)area->height * (uint64_t)planes;
    const uint64_t need =
        page + (heights + values) * sizeof(float) +
        tr_map_paint_bytes(&work->look, tr_world_carving(work->world) != NULL, area->width, area->height);
    const tr_memory_stats memory = tr_context_memory(work->context);
    if (need > memory.budget_bytes - memory.used_bytes) {
        return tr_fail(err, TR_ERROR_OVER_BUDGET,
                       "a map of %d x %d pixels needs about %" PRIu64 " MiB, and --memory allows %" PRIu64
                       " MiB: make it smaller or allow more",
                       (int)area->width, (int)area->height, (need >> 20) + 1, memory.budget_bytes >> 20);
    }
    return true;
}

static bool evaluate(map_work *work, tr_field which, int32_t margin, tr_map_field *out, tr_error *err)
{
    const float sea = (float)tr_world_def_of(work->world)->sea_level_m;
    const tr_map_world_field place = {.world = work->world,
                                      .field = which,
                                      .spacing_m = work->area.spacing_m,
                                      .offset = which == TR_FIELD_HEIGHT ? -sea : 0.0f};
    const tr_map_field_source source = tr_map_world_source(&place);
    const tr_map_field_def def = {
        .x = work->area.x, .y = work->area.z, .width = work->area.width, .height = work->area.height, .margin = margin};
    const tr_progress part = part_of(work);
    return tr_map_field_create(work->context, &source, &def, &part, out, err);
}

// Turns stored values into those that are shown; returns the mean of their sizes.
static bool show_values(map_work *work, float *mean_size, tr_error *err)
{
    const tr_map_layer layer = work->look.layer;
    const float factor = tr_map_look_factor(layer);
    double sum = 0.0;
    for (int32_t y = 0; y < work->shown.height; y++) {
        float *row = (float *)tr_map_field_row(&work->shown, y);
        if (layer == TR_MAP_FLOW &&
            !tr_math_eval(work->context, TR_MATH_LOG2, &(tr_math_arguments){row, NULL, (size_t)work->shown.width}, row,
                          err)) {
            return false;
        }
        for (int32_t x = 0; x < work->shown.width; x++) {
            row[x] *= factor;
            sum += (double)fabsf(row[x]);
        }
    }
    *mean_size = (float)(sum / ((double)work->shown.width * (double)work->shown.height));
    return true;
}

static bool take_values(map_work *work, tr_error *err)
{
    if (!tr_map_look_has_values(&work->look)) {
        return true;
    }
    float mean_size = 0.0f;
    if (!evaluate(work, tr_map_layers[work->look.layer].field, 0, &work->shown, err) ||
        !show_values(work, &mean_size, err)) {
        return false;
    }
    work->parts_done++;
    work->shown_stats = tr_map_field_measure(&work->shown);
    tr_map_look_span_values(&work->look, &work->shown_stats, mean_size);
    return true;
}

static bool take_heights(map_work *work, tr_error *err)
{
    if (!evaluate(work, TR_FIELD_HEIGHT, RELIEF_MARGIN, &work->heights, err)) {
        return false;
    }
    work->parts_done++;
    work->height_stats = tr_map_field_measure(&work->heights);
    work->rise = mean_rise(&work->heights, work->area.spacing_m);
    work->look.height_scale = (float)(exaggeration_of(work) / work->area.spacing_m);
    tr_map_look_span_heights(&work->look, &work->height_stats);
    return true;
}

static void plan_contours(map_work *work)
{
    const bool by_itself = work->look.layer == TR_MAP_RELIEF || work->look.layer == TR_MAP_HEIGHT;
    double interval_m = work->def->contours_m;
    if (isnan(interval_m)) {
        const double range_m = (double)work->height_stats.high - (double)work->height_stats.low;
        interval_m = by_itself
                         ? tr_map_contours_interval(range_m, work->rise * work->area.spacing_m, work->layout.unit_px)
                         : 0.0;
    }
    work->contours.interval_m = interval_m;
    work->contours.sea_level_m = (float)tr_world_def_of(work->world)->sea_level_m;
    work->contours.unit_px = work->layout.unit_px;
    if (interval_m > 0.0) {
        tr_map_contours_place_labels(&work->contours, &work->heights);
    }
}

// ---------------------------------------------------------------------------------------------------------
// The page

static void subtitle_of(const map_work *work, char *out, size_t size)
{
    const double wide_m = work->area.width * work->area.spacing_m, high_m = work->area.height * work->area.spacing_m;
    const double unit_m = wide_m >= 2000.0 && high_m >= 2000.0 ? 1000.0 : 1.0;
    int used = snprintf(out, size, "seed %" PRIu64 "  \xC2\xB7  %.4g x %.4g %s  \xC2\xB7  %.4g m per pixel",
                        tr_world_def_of(work->world)->seed, wide_m / unit_m, high_m / unit_m, unit_m > 1.0 ? "km" : "m",
                        work->area.spacing_m);
    if (work->contours.interval_m > 0.0 && used > 0 && (size_t)used < size) {
        snprintf(out + used, size - (size_t)used, "  \xC2\xB7  contours every %.6g m", work->contours.interval_m);
    }
}

static const char *title_of(const map_work *work)
{
    const char *name = tr_world_def_of(work->world)->name;
    return work->def->title ? work->def->title : name ? name : "";
}

static void decorate(const map_work *work, const tr_image *page)
{
    char subtitle[200];
    subtitle_of(work, subtitle, sizeof subtitle);
    const tr_map_frame_def frame = {.layout = &work->layout,
                                    .area = &work->area,
                                    .title = title_of(work),
                                    .subtitle = subtitle,
                                    .graticule_m = work->graticule_m,
                                    .scale_bar = work->def->scale_bar};
    tr_map_frame_draw(page, &frame);
    if (work->layout.legend_width > 0) {
        const tr_map_legend_def legend = {.layout = &work->layout,
                                          .look = &work->look,
                                          .sea_level_m = work->contours.sea_level_m,
                                          .lowest_m = work->height_stats.low,
                                          .land = work->height_stats.high >= 0.0f,
                                          .water = work->height_stats.low < 0.0f,
                                          .biome_pixels = work->counts.biomes,
                                          .cover_pixels = work->counts.covers};
        tr_map_legend_draw(page, &legend);
    }
}

static bool paint_page(map_work *work, const tr_image *page, tr_error *err)
{
    const tr_map_layout *layout = &work->layout;
    tr_map_frame_paper(page);
    tr_image map = *page;
    map.pixels = (uint8_t *)page->pixels + (size_t)layout->map_top * page->row_bytes + (size_t)layout->map_left * 3;
    map.width = layout->map_width;
    map.height = layout->map_height;
    const tr_map_scene scene = {.world = work->world,
                                .area = work->area,
                                .look = &work->look,
                                .contours = &work->contours,
                                .heights = &work->heights,
                                .values = tr_map_look_has_values(&work->look) ? &work->shown : NULL};
    const tr_progress part = part_of(work);
    const bool done = tr_map_paint(&scene, &map, &work->counts, &part, err);
    if (done) {
        tr_map_frame_contour_labels(&map, &work->contours);
        if (work->def->names && !tr_map_look_has_values(&work->look)) {
            tr_map_names_draw(&map, work->world, &work->area, work->layout.unit_px);
        }
        decorate(work, page);
    }
    return done;
}

static bool draw_page(map_work *work, tr_image *page, tr_error *err)
{
    plan_contours(work);
    if (!tr_image_create(work->context, &(tr_image_shape){work->layout.width, work->layout.height, 3, 8}, page, err)) {
        return false;
    }
    if (!paint_page(work, page, err)) {
        tr_image_destroy(work->context, page);
        return false;
    }
    return true;
}

static map_work begin(const tr_world *world, const tr_sample_area *area, const tr_map_def *def)
{
    map_work work = {.def = def, .context = tr_world_context(world), .world = world, .area = *area};
    work.layout = tr_map_layout_make(&(tr_map_layout_def){.map_width_px = area->width,
                                                          .map_height_px = area->height,
                                                          .plain = !def->plate,
                                                          .legend = def->legend,
                                                          .labels = def->graticule_m != 0.0});
    work.look = (tr_map_look){.layer = def->layer,
                              .colors = def->colors,
                              .biomes = tr_world_def_of(world)->biomes,
                              .pixels_per_unit = work.layout.unit_px};
    work.graticule_m = def->graticule_m;
    if (isnan(work.graticule_m)) {
        work.graticule_m = def->plate ? tr_map_graticule_step(&work.layout, area) : 0.0;
    }
    return work;
}

static tr_map_report report_of(const map_work *work)
{
    const bool values = tr_map_look_has_values(&work->look);
    const tr_map_field_stats *stats = values ? &work->shown_stats : &work->height_stats;
    const float offset = values ? 0.0f : work->contours.sea_level_m;
    return (tr_map_report){.area = work->area,
                           .map_left = work->layout.map_left,
                           .map_top = work->layout.map_top,
                           .unit_px = work->layout.unit_px,
                           .contours_m = work->contours.interval_m,
                           .graticule_m = work->graticule_m,
                           .low = stats->low + offset,
                           .high = stats->high + offset,
                           .unit = tr_map_layers[values ? work->look.layer : TR_MAP_HEIGHT].unit};
}

// Numbers that would make no picture; NaN is TR_NOT_GIVEN where that is allowed.
static bool check_def(const tr_map_def *def, tr_error *err)
{
    assert(def->layer >= 0 && def->layer < TR_MAP_LAYER_COUNT && def->colors >= 0 && def->colors < TR_MAP_COLORS_COUNT);
    if (def->contours_m < 0.0 || def->graticule_m < 0.0 || def->exaggeration <= 0.0) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT,
                       "contours every %g m, a graticule of %g m and an exaggeration of %g: none may be negative",
                       def->contours_m, def->graticule_m, def->exaggeration);
    }
    if (!(def->sun_elevation_deg >= 5.0 && def->sun_elevation_deg <= 85.0) ||
        !(def->sun_azimuth_deg >= 0.0 && def->sun_azimuth_deg <= 360.0)) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT,
                       "the sun stands at %g degrees, %g degrees high; allowed is 0 to 360 and 5 to 85",
                       def->sun_azimuth_deg, def->sun_elevation_deg);
    }
    return true;
}

bool tr_map_draw(const tr_world *world, const tr_map_def *def, const tr_progress *progress, tr_map_report *report,
                 tr_image *out, tr_error *err)
{
    tr_sample_area area;
    if (!tr_map_area(world, def, &area, err) || !check_def(def, err)) {
        return false;
    }
    map_work work = begin(world, &area, def);
    work.progress = progress;
    const bool done = check_memory(&work, err) && set_light(&work, err) && take_heights(&work, err) &&
                      take_values(&work, err) && draw_page(&work, out, err);
    if (work.heights.grid.samples) {
        tr_map_field_destroy(work.context, &work.heights);
    }
    if (work.shown.grid.samples) {
        tr_map_field_destroy(work.context, &work.shown);
    }
    if (report) {
        *report = report_of(&work);
    }
    return done;
}
