#include "field.h"

// How many more samples the 64-bit positions of an axis hold before the first and after the last one, as far as wanted.
static int32_t room_before(int64_t origin, int64_t step, int32_t wanted)
{
    const uint64_t room = ((uint64_t)origin - (uint64_t)INT64_MIN) / (uint64_t)step;
    return room < (uint64_t)wanted ? (int32_t)room : wanted;
}

static int32_t room_after(int64_t origin, int64_t step, int32_t size, int32_t wanted)
{
    const uint64_t last = (uint64_t)(origin + step * (size - 1));
    const uint64_t room = ((uint64_t)INT64_MAX - last) / (uint64_t)step;
    return room < (uint64_t)wanted ? (int32_t)room : wanted;
}

bool field_fits(const field_def *def)
{
    return def->origin[0] <= INT64_MAX - def->step * (def->width - 1) &&
           def->origin[1] <= INT64_MAX - def->step * (def->height - 1);
}

bool field_create(tr_context *context, const tr_noise *noise, const field_def *def, const tr_progress *progress,
                  field *out, tr_error *err)
{
    if (!field_fits(def)) {
        return tr_fail(err, TR_ERROR_TOO_LARGE, "the picture ends beyond the largest 64-bit position");
    }
    *out = (field){.width = def->width,
                   .height = def->height,
                   .left = room_before(def->origin[0], def->step, def->margin),
                   .top = room_before(def->origin[1], def->step, def->margin),
                   .right = room_after(def->origin[0], def->step, def->width, def->margin),
                   .bottom = room_after(def->origin[1], def->step, def->height, def->margin)};
    const int32_t rows = def->dims == 1 ? 1 : out->top + def->height + out->bottom;
    tr_noise_query query = {
        .seed = def->seed,
        .origin = {def->origin[0] - out->left * def->step, def->origin[1] - out->top * def->step, def->origin[2]},
        .step = {def->step, def->step, 1},
        .size = {out->left + def->width + out->right, rows, 1}};
    if (!tr_grid_create(context, query.size[0], rows, 1, &out->grid, err)) {
        return false;
    }
    out->row_stride = def->dims == 1 ? 0 : out->grid.row_stride;
    if (!tr_noise_grid(noise, &query, &out->grid, progress, err)) {
        field_destroy(context, out);
        return false;
    }
    return true;
}

void field_destroy(tr_context *context, field *it)
{
    tr_grid_destroy(context, &it->grid);
}

field_stats field_measure(const field *it)
{
    const float first = field_row(it, 0)[0];
    field_stats stats = {.low = first, .high = first};
    double sum = 0.0;
    for (int32_t y = 0; y < it->height; y++) {
        const float *row = field_row(it, y);
        for (int32_t x = 0; x < it->width; x++) {
            stats.low = row[x] < stats.low ? row[x] : stats.low;
            stats.high = row[x] > stats.high ? row[x] : stats.high;
            sum += (double)row[x];
        }
    }
    stats.mean = sum / ((double)it->width * (double)it->height);
    return stats;
}
