// Heights on the backends of this machine, in the order scalar, baseline, AVX2, GL.
#ifndef TR_TERRAIN_BACKENDS_H
#define TR_TERRAIN_BACKENDS_H

#include <stdio.h>
#include <string.h>

#include "cmocka_test.h"
#include "terrain/heights.h"
#include "terrane/world.h"
#include "test_context.h"

enum { BACKEND_SCALAR, BACKEND_BASELINE, BACKEND_AVX2, BACKEND_GL, BACKEND_COUNT };

static const char *const backend_names[BACKEND_COUNT] = {"scalar", "baseline", "avx2", "gl"};

// NULL, said loudly, where this machine does not have it. The CPU must always work.
static inline tr_context *open_backend(int index, int threads)
{
    static const tr_isa isas[BACKEND_COUNT] = {TR_ISA_SCALAR, TR_ISA_BASELINE, TR_ISA_AVX2, TR_ISA_AUTO};
    tr_error err = {TR_ERROR_UNSUPPORTED, "this build or machine does not have it"};
    tr_context_def def = test_context_def(threads);
    def.isa = isas[index];
    if (index == BACKEND_GL) def.backend = TR_BACKEND_GL;
    tr_context *context = tr_isa_available(isas[index]) ? tr_context_create(&def, &err) : NULL;
    if (!context) printf("SKIPPED %s: %s\n", backend_names[index], err.message);
    if (!context && index <= BACKEND_BASELINE) fail_msg("the CPU does not work: %s", err.message);
    return context;
}

static inline tr_heights *open_heights(tr_context *context, const tr_terrain_settings *def, uint64_t seed,
                                       double sea_level_m)
{
    tr_error err;
    tr_heights *heights = tr_heights_create(context, def, seed, sea_level_m, &err);
    if (!heights) fail_msg("%s", err.message);
    return heights;
}

static inline tr_grid grid_over(float *samples, const tr_sample_area *area)
{
    const int64_t row = area->width;
    return (tr_grid){samples, area->width, area->height, 1, row, row * area->height};
}

static inline size_t area_samples(const tr_sample_area *area)
{
    return (size_t)area->width * (size_t)area->height;
}

static inline float *evaluate(const tr_heights *heights, const tr_sample_area *area)
{
    tr_error err;
    float *samples = test_malloc(area_samples(area) * sizeof *samples);
    const tr_grid grid = grid_over(samples, area);
    if (!tr_heights_evaluate(heights, area, &grid, NULL, &err)) fail_msg("%s", err.message);
    return samples;
}

static inline void check_equal(const char *what, const float *found, const float *expected, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (memcmp(&found[i], &expected[i], sizeof *found) != 0)
            fail_msg("%s: sample %zu of %zu is %a and not %a", what, i, count, (double)found[i], (double)expected[i]);
}

#endif
