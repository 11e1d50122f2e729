// Slope, aspect, curvature and normal (derived.h).
#include "terrain/derived.h"

#include <assert.h>

#include "terrain/derived_isa.h"

typedef struct derivation_work {
    const tr_derived_table *table;
    tr_field field;
    double spacing_m;
    const tr_grid *height, *out;
} derivation_work;

static bool run_rows(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    const derivation_work *derivation = user;
    const tr_grid *height = derivation->height, *out = derivation->out;
    (void)worker, (void)err;
    for (int64_t j = begin; j < end; j++) {
        tr_derived_row row = {
            .north = height->samples + j * height->row_stride,
            .middle = height->samples + (j + 1) * height->row_stride,
            .south = height->samples + (j + 2) * height->row_stride,
            .width = out->width,
            .inverse_8_spacing = (float)(1.0 / (8.0 * derivation->spacing_m)),
            .inverse_squared_spacing = (float)(1.0 / (derivation->spacing_m * derivation->spacing_m)),
        };
        for (int p = 0; p < tr_field_planes(derivation->field); p++)
            row.out[p] = out->samples + p * out->plane_stride + j * out->row_stride;
        derivation->table->run(derivation->field, &row);
    }
    return true;
}

bool tr_derived_evaluate(tr_context *context, tr_field field, double spacing_m, const tr_grid *height,
                         const tr_grid *out, tr_error *err)
{
    enum { SAMPLES_PER_PIECE = 1 << 16 };
    assert(height->width == out->width + 2 * TR_DERIVED_HALO && height->height == out->height + 2 * TR_DERIVED_HALO);
    assert(out->depth == tr_field_planes(field));
    if (field != TR_FIELD_SLOPE && field != TR_FIELD_ASPECT && field != TR_FIELD_CURVATURE && field != TR_FIELD_NORMAL)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%s does not follow from nine heights", tr_field_name(field));
    const tr_isa isa = tr_context_isa(context);
    derivation_work derivation = {TR_ISA_PICK(tr_derived_table, isa), field, spacing_m, height, out};
    const int64_t grain = SAMPLES_PER_PIECE / out->width + 1;
    return tr_parallel_for(context, &(tr_range_work){out->height, grain, run_rows, &derivation}, NULL, err);
}
