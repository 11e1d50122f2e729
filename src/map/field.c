#include "map/field.h"

// How many more samples the positions of an axis hold before the first and after the last one, as far as wanted.
static int32_t room_before(const tr_map_field_source *source, int64_t origin, int32_t wanted)
{
    const uint64_t room = ((uint64_t)origin - (uint64_t)source->first) / (uint64_t)source->step;
    return room < (uint64_t)wanted ? (int32_t)room : wanted;
}

static int32_t room_after(const tr_map_field_source *source, int64_t origin, int32_t size, int32_t wanted)
{
    const uint64_t last = (uint64_t)(origin + source->step * (size - 1));
    const uint64_t room = ((uint64_t)source->last - last) / (uint64_t)source->step;
    return room < (uint64_t)wanted ? (int32_t)room : wanted;
}

static bool axis_fits(const tr_map_field_source *source, int64_t origin, int32_t size)
{
    return origin >= source->first && origin <= source->last - source->step * (size - 1);
}

bool tr_map_field_fits(const tr_map_field_source *source, const tr_map_field_def *def)
{
    return axis_fits(source, def->x, def->width) && axis_fits(source, def->y, def->height);
}

bool tr_map_field_create(tr_context *context, const tr_map_field_source *source, const tr_map_field_def *def,
                         const tr_progress *progress, tr_map_field *out, tr_error *err)
{
    if (!tr_map_field_fits(source, def)) {
        return tr_fail(err, TR_ERROR_TOO_LARGE, "the picture ends beyond the largest position");
    }
    *out = (tr_map_field){.width = def->width,
                          .height = def->height,
                          .left = room_before(source, def->x, def->margin),
                          .top = room_before(source, def->y, def->margin),
                          .right = room_after(source, def->x, def->width, def->margin),
                          .bottom = room_after(source, def->y, def->height, def->margin)};
    const int32_t columns = out->left + def->width + out->right;
    const int32_t rows = source->one_row ? 1 : out->top + def->height + out->bottom;
    if (!tr_grid_create(context, columns, rows, source->planes, &out->grid, err)) {
        return false;
    }
    out->row_stride = source->one_row ? 0 : out->grid.row_stride;
    const int64_t x = def->x - out->left * source->step, y = def->y - out->top * source->step;
    if (!source->fill(source->user, x, y, &out->grid, progress, err)) {
        tr_map_field_destroy(context, out);
        return false;
    }
    return true;
}

void tr_map_field_destroy(tr_context *context, tr_map_field *field)
{
    tr_grid_destroy(context, &field->grid);
}

tr_map_field tr_map_field_band(const tr_map_field *field, int32_t begin, int32_t height, int32_t margin)
{
    const int32_t above = field->top + begin, below = field->height - begin - height + field->bottom;
    tr_map_field band = *field;
    band.height = height;
    band.top = above < margin ? above : margin;
    band.bottom = below < margin ? below : margin;
    band.grid.samples += (above - band.top) * field->row_stride;
    band.grid.height = band.top + height + band.bottom;
    return band;
}

tr_map_field_stats tr_map_field_measure(const tr_map_field *field)
{
    const float first = tr_map_field_row(field, 0)[0];
    tr_map_field_stats stats = {.low = first, .high = first};
    double sum = 0.0;
    for (int32_t y = 0; y < field->height; y++) {
        const float *row = tr_map_field_row(field, y);
        for (int32_t x = 0; x < field->width; x++) {
            stats.low = row[x] < stats.low ? row[x] : stats.low;
            stats.high = row[x] > stats.high ? row[x] : stats.high;
            sum += (double)row[x];
        }
    }
    stats.mean = sum / ((double)field->width * (double)field->height);
    return stats;
}
