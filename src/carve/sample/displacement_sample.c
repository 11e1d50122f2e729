// A displacement on the lattice of a heightmap.
//
// Where a sample of the heightmap is one of the displacement, it is what tr_carving_apply() makes of the ground less
// the ground. Added to the ground it gives those very bits wherever both are within a factor of two of each other, and
// is half a unit in the last place off at most elsewhere. Between samples, height x strength and strength are
// interpolated bilinearly; nothing is carved where there is no tile.
#include <assert.h>
#include <string.h>

#include "base/integers.h"
#include "carve/sample/displacement.h"
#include "base/area.h"
#define TR_LANES 1
#include "carve/sample/carve_kernel.h"

// A sample of one axis of the heightmap, on the displacement's lattice.
typedef struct axis_place {
    int64_t tile;
    int32_t at;     // sample in the tile, at or before
    double beyond;  // share of the way to the next sample, 0 .. 1
} axis_place;

static axis_place place_on_axis(int64_t units, int64_t step)
{
    const int64_t sample = tr_floor_div(units, step), tile = tr_floor_div(sample, TR_DISPLACEMENT_TILE);
    return (axis_place){
        .tile = tile,
        .at = (int32_t)(sample - tile * TR_DISPLACEMENT_TILE),
        .beyond = (double)(units - sample * step) / (double)step,
    };
}

typedef struct sampling_work {
    const tr_displacement *displacement;
    const tr_sample_area *area;
    const tr_grid *ground, *out;
    const axis_place *columns;
} sampling_work;

// The tile of a sample and those to its east and south, where interpolation may have to go.
typedef struct tile_square {
    const tr_displaced_tile *tiles[2][2];  // [south][east]
} tile_square;

static tile_square find_tiles(const tr_displacement *displacement, int64_t x, int64_t z)
{
    tile_square square;
    for (int south = 0; south < 2; south++)
        for (int east = 0; east < 2; east++)
            square.tiles[south][east] = tr_displaced_tile_find(displacement, x + east, z + south);
    return square;
}

static bool is_void(const tile_square *square)
{
    return !square->tiles[0][0] && !square->tiles[0][1] && !square->tiles[1][0] && !square->tiles[1][1];
}

// Height x strength and strength of one sample, times a weight, added up. `x` and `z` may be one beyond the first tile.
static void add_sample(const tile_square *square, int32_t x, int32_t z, double weight, double sum[2])
{
    const int east = x == TR_DISPLACEMENT_TILE, south = z == TR_DISPLACEMENT_TILE;
    const tr_displaced_tile *tile = square->tiles[south][east];
    if (!tile) return;
    const int32_t i = (south ? 0 : z) * TR_DISPLACEMENT_TILE + (east ? 0 : x);
    const double strength = (double)tile->values[TR_DISPLACED_STRENGTH * TR_TILE_SAMPLES + i];
    sum[0] += weight * strength * (double)tile->values[TR_DISPLACED_HEIGHT * TR_TILE_SAMPLES + i];
    sum[1] += weight * strength;
}

static float between_samples(const tile_square *square, const axis_place *x, const axis_place *z, float ground)
{
    double sum[2] = {0, 0};
    add_sample(square, x->at, z->at, (1 - x->beyond) * (1 - z->beyond), sum);
    add_sample(square, x->at + 1, z->at, x->beyond * (1 - z->beyond), sum);
    add_sample(square, x->at, z->at + 1, (1 - x->beyond) * z->beyond, sum);
    add_sample(square, x->at + 1, z->at + 1, x->beyond * z->beyond, sum);
    return (float)(sum[0] - sum[1] * (double)ground);
}

static float on_sample(const tr_displaced_tile *tile, int32_t x, int32_t z, float ground)
{
    if (!tile) return 0;
    const int32_t i = z * TR_DISPLACEMENT_TILE + x;
    const float strength = tile->values[TR_DISPLACED_STRENGTH * TR_TILE_SAMPLES + i];
    return tr_carve_ground(ground, tile->values[TR_DISPLACED_HEIGHT * TR_TILE_SAMPLES + i], strength) - ground;
}

static void sample_row(const sampling_work *sampling, int32_t row)
{
    const tr_sample_area *area = sampling->area;
    const axis_place z = place_on_axis((area->z + row) * tr_area_units(area), sampling->displacement->lattice.units);
    const float *ground = sampling->ground->samples + row * sampling->ground->row_stride;
    float *out = sampling->out->samples + row * sampling->out->row_stride;
    for (int32_t begin = 0, end; begin < area->width; begin = end) {
        const int64_t tile = sampling->columns[begin].tile;
        for (end = begin + 1; end < area->width && sampling->columns[end].tile == tile; end++) {
        }
        const tile_square square = find_tiles(sampling->displacement, tile, z.tile);
        if (is_void(&square)) {
            for (int32_t i = begin; i < end; i++) out[i] = 0;
            continue;
        }
        for (int32_t i = begin; i < end; i++) {
            const axis_place *x = &sampling->columns[i];
            out[i] = x->beyond == 0 && z.beyond == 0 ? on_sample(square.tiles[0][0], x->at, z.at, ground[i])
                                                     : between_samples(&square, x, &z, ground[i]);
        }
    }
}

static bool sample_rows(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    (void)worker, (void)err;
    for (int64_t row = begin; row < end; row++) sample_row(user, (int32_t)row);
    return true;
}

static bool check_grid(const tr_sample_area *area, const tr_grid *grid, const char *what, tr_error *err)
{
    if (grid->width == area->width && grid->height == area->height) return true;
    return tr_fail(err, TR_ERROR_INVALID_ARGUMENT,
                   "an area of %d x %d samples needs a grid of that size for the %s, and not %d x %d", (int)area->width,
                   (int)area->height, what, (int)grid->width, (int)grid->height);
}

bool tr_displacement_sample(const tr_displacement *displacement, const tr_sample_area *area, const tr_grid *ground,
                            const tr_grid *out, tr_error *err)
{
    assert(displacement && area && ground && out);
    if (!tr_sample_area_check(area, err) || !check_grid(area, ground, "ground", err) ||
        !check_grid(area, out, "result", err))
        return false;
    tr_context *context = displacement->context;
    axis_place *columns = tr_alloc_array(context, (size_t)area->width, sizeof *columns, err);
    if (!columns) return false;
    const int64_t units = tr_area_units(area);
    for (int32_t i = 0; i < area->width; i++)
        columns[i] = place_on_axis((area->x + i) * units, displacement->lattice.units);
    sampling_work work = {displacement, area, ground, out, columns};
    const bool ok = tr_parallel_for(context, &(tr_range_work){area->height, 16, sample_rows, &work}, NULL, err);
    tr_free(context, columns);
    return ok;
}
