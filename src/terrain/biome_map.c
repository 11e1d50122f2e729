// Biomes of an area (biome_map.h).
#include "terrain/biome_map.h"

#include <assert.h>

#include "terrain/biome_isa.h"

#define TR_LANES 1
#include "terrain/biome_kernel.h"

typedef void (*row_fn)(const tr_biome_row *row);

typedef struct mapping_work {
    const tr_biome_inputs *in;
    const tr_grid *out;
    tr_biome_rules rules;
    row_fn run;
} mapping_work;

// The beach ends around its height, from three quarters to five quarters of it.
static tr_biome_rules rules_of(const tr_biome_inputs *in)
{
    const bool beaches = in->beach_height_m > 0;
    return (tr_biome_rules){
        .sea_level_m = (float)in->sea_level_m,
        .inverse_8_spacing = (float)(1.0 / (8.0 * in->area.spacing_m)),
        .beach_low_m = (float)(0.75 * in->beach_height_m),
        .beach_inverse = beaches ? (float)(2.0 / in->beach_height_m) : 1.0f,
        .beach_share = beaches ? 1.0f : 0.0f,
    };
}

static const float *row_at(const tr_grid *grid, int64_t j)
{
    return grid ? grid->samples + j * grid->row_stride : NULL;
}

static bool run_rows(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    const mapping_work *mapping = user;
    const tr_biome_inputs *in = mapping->in;
    (void)worker, (void)err;
    for (int64_t j = begin; j < end; j++) {
        const tr_biome_row row = {
            .rules = &mapping->rules,
            .north = row_at(in->height, j),
            .middle = row_at(in->height, j + 1),
            .south = row_at(in->height, j + 2),
            .temperature = row_at(in->temperature, j),
            .humidity = row_at(in->humidity, j),
            .sea = row_at(in->sea, j),
            .width = in->area.width,
            .out = mapping->out->samples + j * mapping->out->row_stride,
            .plane_stride = mapping->out->plane_stride,
        };
        mapping->run(&row);
    }
    return true;
}

static bool run_area(tr_context *context, const tr_biome_inputs *in, const tr_grid *out, row_fn run, tr_error *err)
{
    enum { SAMPLES_PER_PIECE = 1 << 14 };
    assert(in->height->width == in->area.width + 2 && in->height->height == in->area.height + 2);
    assert(out->width == in->area.width && out->height == in->area.height);
    mapping_work mapping = {in, out, rules_of(in), run};
    return tr_parallel_for(
        context, &(tr_range_work){in->area.height, SAMPLES_PER_PIECE / in->area.width + 1, run_rows, &mapping}, NULL,
        err);
}

bool tr_biome_map_weights(tr_context *context, const tr_biome_inputs *in, const tr_grid *out, tr_error *err)
{
    const tr_isa isa = tr_context_isa(context);
    assert(out->depth == TR_BIOME_COUNT);
    return run_area(context, in, out, TR_ISA_PICK(tr_biome_table, isa)->weights, err);
}

bool tr_biome_map_dominant(tr_context *context, const tr_biome_inputs *in, const tr_grid *out, tr_error *err)
{
    const tr_isa isa = tr_context_isa(context);
    return run_area(context, in, out, TR_ISA_PICK(tr_biome_table, isa)->dominant, err);
}
