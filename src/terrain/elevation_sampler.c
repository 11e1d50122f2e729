#include "terrain/elevation_sampler.h"

// Taps of one sample are neighbours and those of the next begin no earlier, so the ones that are known already stand at
// the end of the list.
static int32_t place_of(tr_elevation_columns *columns, int32_t pixel)
{
    const int32_t last = columns->needed_count - 1;
    if (last >= 0 && pixel <= columns->needed[last]) return last - (columns->needed[last] - pixel);
    columns->needed[columns->needed_count++] = pixel;
    return columns->needed_count - 1;
}

bool tr_elevation_columns_create(tr_context *context, const tr_elevation_axis *axis, int64_t origin, int64_t step,
                                 int32_t count, tr_elevation_columns *out, tr_error *err)
{
    *out = (tr_elevation_columns){.count = count};
    const int64_t max = 4 * (int64_t)count < axis->count ? 4 * (int64_t)count : axis->count;
    const bool ok = (out->needed = tr_alloc_array(context, (size_t)max, sizeof *out->needed, err)) &&
                    (out->places = tr_alloc_array(context, (size_t)count, sizeof *out->places, err)) &&
                    (out->taps = tr_alloc_array(context, (size_t)count, sizeof *out->taps, err));
    if (!ok) {
        tr_elevation_columns_destroy(context, out);
        return false;
    }
    for (int32_t i = 0; i < count; i++) {
        out->taps[i] = tr_elevation_axis_tap(axis, origin + i * step);
        for (int k = 0; k < 4; k++) out->places[i][k] = place_of(out, out->taps[i].pixel[k]);
    }
    return true;
}

void tr_elevation_columns_destroy(tr_context *context, tr_elevation_columns *columns)
{
    tr_free(context, columns->needed);
    tr_free(context, columns->places);
    tr_free(context, columns->taps);
    *columns = (tr_elevation_columns){0};
}

// As differences from the second value, so that equal values give exactly that value.
static inline float mix_cubic(float a, float b, float c, float d, const float weights[4])
{
    return b + (weights[0] * (a - b) + (weights[2] * (c - b) + weights[3] * (d - b)));
}

static inline float mix_spline(float a, float b, float c, float d, const float weights[4])
{
    return (weights[0] * a + weights[1] * b) + (weights[2] * c + weights[3] * d);
}

typedef float mix_fn(float a, float b, float c, float d, const float weights[4]);

// Always inlined with a known `mix`, so that both loops are vectorised for it.
static inline __attribute__((always_inline)) void sample_row(const tr_elevation_columns *columns, const tr_grid *raster,
                                                             const tr_elevation_tap *row, const float *row_weights,
                                                             float *mixed, mix_fn *mix)
{
    const float *rows[4];
    for (int k = 0; k < 4; k++) rows[k] = raster->samples + row->pixel[k] * raster->row_stride;
    const int32_t count = columns->needed_count, first = columns->needed[0];
    if (columns->needed[count - 1] - first == count - 1) {
        const float *a = rows[0] + first, *b = rows[1] + first, *c = rows[2] + first, *d = rows[3] + first;
        for (int32_t i = 0; i < count; i++) mixed[i] = mix(a[i], b[i], c[i], d[i], row_weights);
        return;
    }
    for (int32_t i = 0; i < count; i++) {
        const int32_t x = columns->needed[i];
        mixed[i] = mix(rows[0][x], rows[1][x], rows[2][x], rows[3][x], row_weights);
    }
}

void tr_elevation_sample_cubic(const tr_elevation_columns *columns, const tr_grid *raster, const tr_elevation_tap *row,
                               float *mixed, float *out)
{
    sample_row(columns, raster, row, row->cubic, mixed, mix_cubic);
    for (int32_t i = 0; i < columns->count; i++) {
        const int32_t *at = columns->places[i];
        out[i] = mix_cubic(mixed[at[0]], mixed[at[1]], mixed[at[2]], mixed[at[3]], columns->taps[i].cubic);
    }
}

void tr_elevation_sample_spline(const tr_elevation_columns *columns, const tr_grid *raster, const tr_elevation_tap *row,
                                float *mixed, float *out)
{
    sample_row(columns, raster, row, row->spline, mixed, mix_spline);
    for (int32_t i = 0; i < columns->count; i++) {
        const int32_t *at = columns->places[i];
        out[i] = mix_spline(mixed[at[0]], mixed[at[1]], mixed[at[2]], mixed[at[3]], columns->taps[i].spline);
    }
}
