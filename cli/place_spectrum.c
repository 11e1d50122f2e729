#include "place_spectrum.h"

#include "canvas.h"
#include "font.h"
#include "map_frame.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { PAGE_WIDTH_PX = 1360, PAGE_HEIGHT_PX = 720, PICTURE_PX = 513, MOST_FOOTPRINTS = 128, CELL_MARGIN = 2 };
static const uint8_t ink[3] = {MAP_INK}, soft_ink[3] = {MAP_SOFT_INK}, grid_ink[3] = {222, 218, 208};
static const uint8_t candidate_ink[3] = {36, 92, 160}, object_ink[3] = {204, 92, 24};

// ---------------------------------------------------------------------------------------------------------
// Measuring

typedef struct spectra {
    const place_objects *from;
    int32_t set;
    double side;  // of the square, in footprints
    double west_m, north_m;
    double *x, *z;  // in footprints from its corner
    tr_spectrum candidates, objects;
    size_t candidate_count, object_count;
    tr_image picture;
} spectra;

static void find_square(spectra *it)
{
    const tr_region *region = &it->from->region_m;
    const double footprint_m = tr_placer_set(tr_world_placer(it->from->world), it->set)->footprint_m;
    const double width_m = (double)(region->x1 - region->x0), height_m = (double)(region->z1 - region->z0);
    it->side = fmin(floor(fmin(width_m, height_m) / footprint_m), MOST_FOOTPRINTS);
    it->west_m = (double)region->x0 + 0.5 * (width_m - it->side * footprint_m);
    it->north_m = (double)region->z0 + 0.5 * (height_m - it->side * footprint_m);
}

static bool add_point(spectra *it, double x, double z, size_t *count)
{
    if (!(x >= 0 && z >= 0 && x < it->side && z < it->side)) {
        return false;
    }
    it->x[*count] = x;
    it->z[*count] = z;
    ++*count;
    return true;
}

// What the pattern has at another place: how it is spread is the same everywhere.
static bool measure_candidates(spectra *it, tr_error *err)
{
    const tr_world *world = it->from->world;
    const tr_pattern *pattern = tr_placer_set(tr_world_placer(world), it->set)->pattern;
    const tr_pattern_facts facts = tr_pattern_get_facts(pattern);
    const int64_t cells = (int64_t)(it->side / facts.side) + CELL_MARGIN;
    for (int64_t row = 0; row < cells; row++) {
        for (int64_t column = 0; column < cells; column++) {
            tr_candidate cell[TR_PATTERN_SLOTS];
            const int32_t count = tr_pattern_cell(pattern, tr_world_get_def(world)->seed, column, row, cell);
            for (int32_t i = 0; i < count; i++) {
                add_point(it, (double)column * facts.side + (double)cell[i].x / TR_PATTERN_UNITS,
                          (double)row * facts.side + (double)cell[i].z / TR_PATTERN_UNITS, &it->candidate_count);
            }
        }
    }
    return tr_spectrum_measure(tr_world_context(world), it->x, it->z, it->candidate_count, it->side, &it->candidates,
                               &it->picture, err);
}

static bool measure_objects(spectra *it, tr_error *err)
{
    const double footprint_m = tr_placer_set(tr_world_placer(it->from->world), it->set)->footprint_m;
    const place_range range = place_objects_of(it->from, it->set, -1);
    for (int64_t i = 0; i < range.count; i++) {
        add_point(it, (range.objects[i].x_m - it->west_m) / footprint_m,
                  (range.objects[i].z_m - it->north_m) / footprint_m, &it->object_count);
    }
    if (it->object_count == 0) {
        char name[PLACE_NAME_SIZE];
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT,
                       "--spectrum: nothing of the set %s stands in the middle of the region",
                       place_set_name(it->from->world, it->set, name));
    }
    return tr_spectrum_measure(tr_world_context(it->from->world), it->x, it->z, it->object_count, it->side,
                               &it->objects, NULL, err);
}

// No two candidates are nearer than a footprint, so there are fewer than two to a square footprint.
static bool measure(spectra *it, tr_error *err)
{
    tr_context *context = tr_world_context(it->from->world);
    find_square(it);
    if (it->side < 4) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT,
                       "--spectrum: the region is %.1f footprints wide; at least 4 are needed", it->side);
    }
    const size_t most = (size_t)(2 * (it->side + 2) * (it->side + 2));
    return (it->x = tr_alloc_array(context, most, sizeof(double), err)) &&
           (it->z = tr_alloc_array(context, most, sizeof(double), err)) && measure_candidates(it, err) &&
           measure_objects(it, err);
}

// ---------------------------------------------------------------------------------------------------------
// Charts

typedef struct chart {
    float left, top, width, height;  // of the area of the curves
    double low, high, step;          // of the values; frequencies reach from 0 to `last`
    double last;
    const char *title, *unit;
} chart;

static const font_style *style(float size_px, const uint8_t color[3])
{
    static font_style it;
    it = (font_style){.size_px = size_px, .ink = {color[0], color[1], color[2]}};
    return &it;
}

static canvas_point point_of(const chart *it, double frequency, double value)
{
    const double y = fmin(fmax((value - it->low) / (it->high - it->low), 0), 1);
    return (canvas_point){it->left + it->width * (float)(frequency / it->last),
                          it->top + it->height * (1.0f - (float)y)};
}

static void draw_line(const tr_image *page, canvas_point from, canvas_point to, const uint8_t color[3], float width_px)
{
    const canvas_pen pen = {.ink = {color[0], color[1], color[2]}, .opacity = 1.0f, .width_px = width_px};
    canvas_line(page, from, to, &pen);
}

static void draw_axes(const tr_image *page, const chart *it)
{
    char label[32];
    for (double value = it->low; value <= it->high + 1e-9; value += it->step) {
        const canvas_point at = point_of(it, 0, value);
        draw_line(page, at, (canvas_point){it->left + it->width, at.y}, grid_ink, 1.0f);
        snprintf(label, sizeof label, "%g", value);
        const font_style *small = style(9.0f, soft_ink);
        font_draw(page, it->left - 8.0f - font_width(small, label), at.y + 4.5f, small, label);
    }
    for (double frequency = 0; frequency <= it->last + 1e-9; frequency += 0.5) {
        const canvas_point at = point_of(it, frequency, it->low);
        draw_line(page, (canvas_point){at.x, it->top}, at, grid_ink, 1.0f);
        snprintf(label, sizeof label, "%g", frequency);
        const font_style *small = style(9.0f, soft_ink);
        font_draw(page, at.x - 0.5f * font_width(small, label), at.y + 18.0f, small, label);
    }
    draw_line(page, (canvas_point){it->left, it->top}, point_of(it, 0, it->low), ink, 1.4f);
    draw_line(page, point_of(it, 0, it->low), point_of(it, it->last, it->low), ink, 1.4f);
    font_draw(page, it->left, it->top - 14.0f, style(12.0f, ink), it->title);
    const font_style *small = style(9.0f, soft_ink);
    font_draw(page, it->left + it->width - font_width(small, it->unit), it->top + it->height + 36.0f, small, it->unit);
}

static void draw_curve(const tr_image *page, const chart *it, const double *values, const uint8_t color[3])
{
    canvas_point before = {0, 0};
    for (int bin = 0; bin < TR_SPECTRUM_BINS; bin++) {
        const double frequency = (bin + 0.5) / TR_SPECTRUM_STEPS;
        const canvas_point at = point_of(it, frequency, values[bin]);
        if (bin > 0) {
            draw_line(page, before, at, color, 2.0f);
        }
        before = at;
    }
}

static void draw_level(const tr_image *page, const chart *it, double value)
{
    draw_line(page, point_of(it, 0, value), point_of(it, it->last, value), soft_ink, 1.2f);
}

static void draw_key(const tr_image *page, float x, float y, const uint8_t color[3], const char *text)
{
    draw_line(page, (canvas_point){x, y - 4.0f}, (canvas_point){x + 26.0f, y - 4.0f}, color, 3.0f);
    font_draw(page, x + 34.0f, y, style(10.0f, ink), text);
}

static void draw_charts(const tr_image *page, const spectra *it)
{
    const float left = 690, width = 620;
    const double last = (double)TR_SPECTRUM_BINS / TR_SPECTRUM_STEPS;
    double most = 2;
    for (int bin = 1; bin < TR_SPECTRUM_BINS; bin++) {
        most = fmax(most, it->candidates.power[bin]);
    }
    const chart power = {.left = left,
                         .top = 122,
                         .width = width,
                         .height = 260,
                         .high = ceil(2 * most) / 2,
                         .step = 0.5,
                         .last = last,
                         .title = "Radial mean of the power (1: no order)",
                         .unit = "frequency, per footprint"};
    const chart anisotropy = {.left = left,
                              .top = 480,
                              .width = width,
                              .height = 150,
                              .low = -15,
                              .high = 15,
                              .step = 5,
                              .last = last,
                              .title = "Anisotropy, dB (0: directions differ as those of random points do)",
                              .unit = "frequency, per footprint"};
    draw_axes(page, &power);
    draw_level(page, &power, 1);
    draw_curve(page, &power, it->objects.power, object_ink);
    draw_curve(page, &power, it->candidates.power, candidate_ink);
    draw_axes(page, &anisotropy);
    draw_level(page, &anisotropy, 0);
    draw_curve(page, &anisotropy, it->objects.anisotropy, object_ink);
    draw_curve(page, &anisotropy, it->candidates.anisotropy, candidate_ink);
}

// ---------------------------------------------------------------------------------------------------------
// The page

// The picture in the size of the page, by the nearest pixel.
static void draw_picture(const tr_image *page, const tr_image *picture, int32_t left, int32_t top)
{
    for (int32_t y = 0; y < PICTURE_PX; y++) {
        uint8_t *to = (uint8_t *)page->pixels + (size_t)(top + y) * page->row_bytes + 3 * (size_t)left;
        const uint8_t *from =
            (const uint8_t *)picture->pixels + (size_t)(y * picture->height / PICTURE_PX) * picture->row_bytes;
        for (int32_t x = 0; x < PICTURE_PX; x++) {
            memset(to + 3 * x, from[x * picture->width / PICTURE_PX], 3);
        }
    }
    canvas_frame(page, left, top, PICTURE_PX, PICTURE_PX, 1, soft_ink);
    const double last = (double)TR_SPECTRUM_BINS / TR_SPECTRUM_STEPS;
    const font_style *small = style(9.0f, soft_ink);
    for (int i = -4; i <= 4; i += 2) {
        char label[16];
        snprintf(label, sizeof label, "%d", i);
        const float at = 0.5f * PICTURE_PX * (1.0f + (float)(i / last));
        font_draw(page, (float)left + at - 0.5f * font_width(small, label), (float)(top + PICTURE_PX) + 18.0f, small,
                  label);
        font_draw(page, (float)left - 8.0f - font_width(small, label), (float)top + at + 4.5f, small, label);
    }
}

static void draw_words(const tr_image *page, const spectra *it)
{
    const tr_world_place_set *def = &tr_world_get_def(it->from->world)->place_sets[it->set];
    const tr_pattern *pattern = tr_placer_set(tr_world_placer(it->from->world), it->set)->pattern;
    char name[PLACE_NAME_SIZE], text[200];
    snprintf(text, sizeof text, "Spectrum of the set %s", place_set_name(it->from->world, it->set, name));
    font_draw(page, 60, 48, style(18.0f, ink), text);
    snprintf(text, sizeof text, "pattern %s, footprint %g m, %.3f candidates per square footprint, %g footprints wide",
             tr_pattern_name(def->pattern), def->set.footprint_m, tr_pattern_get_facts(pattern).per_footprint,
             it->side);
    font_draw(page, 60, 74, style(10.0f, soft_ink), text);
    font_draw(page, 80, 108, style(12.0f, ink), "Periodogram of the candidates");
    snprintf(text, sizeof text, "candidates: %zu; largest peak %.1f times its ring", it->candidate_count,
             it->candidates.peak);
    draw_key(page, 690, 48, candidate_ink, text);
    snprintf(text, sizeof text, "objects: %zu; what stands follows the densities, too", it->object_count);
    draw_key(page, 690, 72, object_ink, text);
}

bool place_spectrum_draw(const place_objects *objects, int32_t set, tr_image *page, tr_error *err)
{
    tr_context *context = tr_world_context(objects->world);
    spectra it = {.from = objects, .set = set};
    bool done = measure(&it, err) && tr_image_create(context, PAGE_WIDTH_PX, PAGE_HEIGHT_PX, 3, 8, page, err);
    if (done) {
        map_frame_paper(page);
        draw_words(page, &it);
        draw_picture(page, &it.picture, 80, 122);
        draw_charts(page, &it);
    }
    tr_image_destroy(context, &it.picture);
    tr_free(context, it.z);
    tr_free(context, it.x);
    return done;
}
