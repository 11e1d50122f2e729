// What tests of fields share: contexts of every instruction set, grids, parts of grids, comparison by bits.
#ifndef TR_FIELD_FIXTURE_H
#define TR_FIELD_FIXTURE_H

#include "cmocka_test.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "terrane/terrain.h"
#include "test_context.h"

static inline tr_context *context_of(int threads, tr_isa isa)
{
    tr_context_def def = test_context_def(threads);
    def.isa = isa;
    tr_error error;
    tr_context *context = tr_context_create(&def, &error);
    if (!context) fail_msg("%s", error.message);
    return context;
}

static inline tr_grid make_grid(tr_context *context, int32_t width, int32_t height, int32_t depth)
{
    tr_grid grid;
    tr_error error;
    if (!tr_grid_create(context, width, height, depth, &grid, &error)) fail_msg("%s", error.message);
    for (int64_t i = 0; i < grid.plane_stride * depth; i++) grid.samples[i] = -12345.0f;
    return grid;
}

static inline float *sample_at(const tr_grid *grid, int32_t i, int32_t j)
{
    return grid->samples + j * grid->row_stride + i;
}

// The samples [x, x + width) of rows [z, z + height), in the same memory.
static inline tr_grid part_of(const tr_grid *grid, int32_t x, int32_t z, int32_t width, int32_t height)
{
    tr_grid part = *grid;
    part.samples = sample_at(grid, x, z);
    part.width = width;
    part.height = height;
    return part;
}

static inline void assert_same_bits(const char *what, const tr_grid *found, const tr_grid *expected)
{
    assert_int_equal(found->width, expected->width);
    assert_int_equal(found->height, expected->height);
    for (int32_t p = 0; p < expected->depth; p++)
        for (int32_t j = 0; j < expected->height; j++)
            for (int32_t i = 0; i < expected->width; i++) {
                const float *a = sample_at(found, i, j) + p * found->plane_stride;
                const float *b = sample_at(expected, i, j) + p * expected->plane_stride;
                if (memcmp(a, b, sizeof *a) != 0)
                    fail_msg("%s: (%d, %d) of plane %d is %a and not %a", what, i, j, p, (double)*a, (double)*b);
            }
}

// A number in [0, 1) that belongs to a test and an index.
static inline double random_unit(uint64_t test, int64_t index)
{
    return tr_unit_from_hash(tr_hash_identity(test, 0x7e57, index, 0, 0));
}

#endif
