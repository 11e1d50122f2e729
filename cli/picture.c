#include "picture.h"

#include "palette.h"
#include "relief.h"

#include <assert.h>

typedef struct paint_job {
    const field *source;
    const picture_def *def;
    const tr_image *image;
} paint_job;

int32_t picture_margin(picture_style style)
{
    return style == PICTURE_RELIEF ? RELIEF_MARGIN : 0;
}

// Where `value` lies between the ends: 0..1. A flat field is in the middle.
static float share_of(const picture_def *def, float value)
{
    const float span = def->high - def->low;
    const float share = span > 0.0f ? (value - def->low) / span : 0.5f;
    // Written so that NaN, which an enormous span can give, becomes 0.
    return share > 0.0f ? (share < 1.0f ? share : 1.0f) : 0.0f;
}

// -1..0 for water, 0..1 for land.
static float height_of(const picture_def *def, float value)
{
    if (value < 0.0f) {
        return def->low < 0.0f ? -(value / def->low) : -1.0f;
    }
    return def->high > 0.0f ? value / def->high : 0.0f;
}

static void paint_row(const paint_job *job, const float *values, uint8_t *row)
{
    const picture_def *def = job->def;
    for (int32_t x = 0; x < job->source->width; x++) {
        switch (def->style) {
        case PICTURE_HEAT: palette_heat(share_of(def, values[x]), row + 3 * x); break;
        case PICTURE_TERRAIN: palette_terrain(height_of(def, values[x]), row + 3 * x); break;
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
        const float *values = field_row(job->source, (int32_t)y);
        void *row = (char *)job->image->pixels + (size_t)y * job->image->row_bytes;
        if (job->image->bits == 16) {
            paint_deep_row(job, values, row);
        } else {
            paint_row(job, values, row);
        }
    }
    return true;
}

bool picture_create(tr_context *context, const field *it, const picture_def *def, const tr_progress *progress,
                    tr_image *out, tr_error *err)
{
    assert(def->bits == 8 || (def->bits == 16 && def->style == PICTURE_GREY));
    if (!tr_image_create(context, it->width, it->height, def->style == PICTURE_GREY ? 1 : 3, def->bits, out, err)) {
        return false;
    }
    paint_job job = {it, def, out};
    const bool done = def->style == PICTURE_RELIEF
                          ? relief_paint(context, it, def, progress, out, err)
                          : tr_parallel_for(context, it->height, 16, paint_rows, &job, progress, err);
    if (!done) {
        tr_image_destroy(context, out);
    }
    return done;
}
