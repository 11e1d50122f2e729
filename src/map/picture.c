#include "map/picture.h"

#include "map/noise_field.h"
#include "map/palette.h"
#include "map/relief.h"

#include "noise/program.h"

#include <assert.h>
#include <math.h>

enum { PICTURE_DEF_COOKIE = 0x70696364, NOISE_DEF_COOKIE = 0x706e6f69 };

typedef struct paint_job {
    const tr_map_field *source;
    const tr_picture_def *def;
    const tr_image *image;
} paint_job;

int32_t tr_picture_margin(tr_picture_style style)
{
    return style == TR_PICTURE_RELIEF ? RELIEF_MARGIN : 0;
}

// Where `value` lies between the ends: 0..1. A flat field is in the middle.
static float share_of(const tr_picture_def *def, float value)
{
    const float span = def->high - def->low;
    const float share = span > 0.0f ? (value - def->low) / span : 0.5f;
    // Written so that NaN, which an enormous span can give, becomes 0.
    return share > 0.0f ? (share < 1.0f ? share : 1.0f) : 0.0f;
}

// -1..0 for water, 0..1 for land.
static float height_of(const tr_picture_def *def, float value)
{
    if (value < 0.0f) {
        return def->low < 0.0f ? -(value / def->low) : -1.0f;
    }
    return def->high > 0.0f ? value / def->high : 0.0f;
}

static void paint_row(const paint_job *job, const float *values, uint8_t *row)
{
    const tr_picture_def *def = job->def;
    for (int32_t x = 0; x < job->source->width; x++) {
        switch (def->style) {
        case TR_PICTURE_HEAT: tr_palette_heat(share_of(def, values[x]), row + 3 * x); break;
        case TR_PICTURE_TERRAIN: tr_palette_terrain(height_of(def, values[x]), row + 3 * x); break;
        default: row[x] = (uint8_t)(share_of(def, values[x]) * 255.0f + 0.5f); break;
        }
    }
}

static void paint_deep_row(const paint_job *job, const float *values, uint16_t *row)
{
    for (int32_t x = 0; x < job->source->width; x++) {
        row[x] = (uint16_t)(share_of(job->def, values[x]) * 65535.0f + 0.5f);
    }
}

static bool paint_rows(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    (void)worker;
    (void)err;
    const paint_job *job = user;
    for (int64_t y = begin; y < end; y++) {
        const float *values = tr_map_field_row(job->source, (int32_t)y);
        void *row = (char *)job->image->pixels + (size_t)y * job->image->row_bytes;
        if (job->image->bits == 16) {
            paint_deep_row(job, values, row);
        } else {
            paint_row(job, values, row);
        }
    }
    return true;
}

bool tr_picture_create(tr_context *context, const tr_map_field *values, const tr_picture_def *def,
                       const tr_progress *progress, tr_image *out, tr_error *err)
{
    assert(def->bits == 8 || (def->bits == 16 && def->style == TR_PICTURE_GREY));
    if (!tr_image_create(
            context, &(tr_image_shape){values->width, values->height, def->style == TR_PICTURE_GREY ? 1 : 3, def->bits},
            out, err)) {
        return false;
    }
    paint_job job = {values, def, out};
    const bool done =
        def->style == TR_PICTURE_RELIEF
            ? tr_relief_paint(context, values, def, progress, out, err)
            : tr_parallel_for(context, &(tr_range_work){values->height, 16, paint_rows, &job}, progress, err);
    if (!done) {
        tr_image_destroy(context, out);
    }
    return done;
}

// ---------------------------------------------------------------------------------------------------------
// The API

tr_picture_def tr_default_picture_def(void)
{
    return (tr_picture_def){.cookie = PICTURE_DEF_COOKIE,
                            .style = TR_PICTURE_GREY,
                            .bits = 8,
                            .low = TR_NOT_GIVEN,
                            .high = TR_NOT_GIVEN,
                            .steepness = 100.0f};
}

static bool check_def(const tr_picture_def *def, tr_error *err)
{
    assert(def->cookie == PICTURE_DEF_COOKIE);
    assert(def->style >= 0 && def->style < TR_PICTURE_STYLE_COUNT);
    if (def->bits != 8 && (def->bits != 16 || def->style != TR_PICTURE_GREY)) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%d bits: allowed are 8, and 16 for grey", (int)def->bits);
    }
    return true;
}

static bool paint_spanned(tr_context *context, const tr_map_field *values, const tr_map_field_stats *stats,
                          const tr_picture_def *def, const tr_progress *progress, tr_image *out, tr_error *err)
{
    tr_picture_def spanned = *def;
    spanned.low = isnan(def->low) ? stats->low : def->low;
    spanned.high = isnan(def->high) ? stats->high : def->high;
    return tr_picture_create(context, values, &spanned, progress, out, err);
}

bool tr_picture_draw(tr_context *context, const tr_grid *values, const tr_picture_def *def, const tr_progress *progress,
                     tr_image *out, tr_error *err)
{
    const tr_map_field field = {
        .grid = *values, .row_stride = values->row_stride, .width = values->width, .height = values->height};
    if (!check_def(def, err)) {
        return false;
    }
    const tr_map_field_stats stats = tr_map_field_measure(&field);
    return paint_spanned(context, &field, &stats, def, progress, out, err);
}

tr_picture_noise_def tr_default_picture_noise_def(void)
{
    return (tr_picture_noise_def){
        .cookie = NOISE_DEF_COOKIE, .picture = tr_default_picture_def(), .step = 1, .width_px = 512, .height_px = 512};
}

// The first half of the work is to evaluate the noise, the second to paint it.
typedef struct noise_half {
    const tr_progress *progress;
    double done;
} noise_half;

static bool report_half(void *user, double share)
{
    const noise_half *half = user;
    return half->progress->report(half->progress->user, half->done + 0.5 * share);
}

static bool evaluate(const tr_noise *noise, const tr_picture_noise_def *def, const tr_progress *progress,
                     tr_map_field *out, tr_error *err)
{
    const tr_map_noise_field slice = {
        .noise = noise, .seed = def->seed, .z = def->z, .step = def->step, .dims = noise->dims};
    const tr_map_field_source source = tr_map_noise_source(&slice);
    const tr_map_field_def place = {.x = def->x,
                                    .y = def->y,
                                    .width = def->width_px,
                                    .height = def->height_px,
                                    .margin = tr_picture_margin(def->picture.style)};
    return tr_map_field_create(noise->context, &source, &place, progress, out, err);
}

bool tr_picture_draw_noise(const tr_noise *noise, const tr_picture_noise_def *def, const tr_progress *progress,
                           tr_picture_report *report, tr_image *out, tr_error *err)
{
    assert(def->cookie == NOISE_DEF_COOKIE);
    if (!check_def(&def->picture, err)) {
        return false;
    }
    if (def->step < 1 || def->width_px < 1 || def->height_px < 1) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%d x %d pixels of %lld units: each must be at least 1",
                       (int)def->width_px, (int)def->height_px, (long long)def->step);
    }
    noise_half half = {.progress = progress};
    const tr_progress hook = {progress && progress->report ? report_half : NULL, &half};
    tr_map_field values;
    if (!evaluate(noise, def, &hook, &values, err)) {
        return false;
    }
    half.done = 0.5;
    const tr_map_field_stats stats = tr_map_field_measure(&values);
    const bool done = paint_spanned(noise->context, &values, &stats, &def->picture, &hook, out, err);
    tr_map_field_destroy(noise->context, &values);
    if (done && report) {
        *report = (tr_picture_report){.low = stats.low, .high = stats.high, .mean = stats.mean};
    }
    return done;
}
