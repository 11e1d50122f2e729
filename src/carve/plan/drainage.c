#include "carve/plan/drainage.h"

#include <math.h>
#include <string.h>

#include "base/integers.h"

// ---------------------------------------------------------------------------------------------------------
// Level ground
//
// On ground of equal heights every way to the outlet is as good as any other, and water would run in parallel lines.
// Hummocks that are far too low to matter elsewhere make it gather and wind.

enum { HUMMOCK_OCTAVES = 4, HUMMOCK_FINEST = 3 };
static const double hummock_height_m = 0.004;
static const uint64_t hummock_seed = 0x68756d6d6f636bu;

static double corner(int octave, int64_t x, int64_t z)
{
    return tr_unit_from_hash(tr_hash_identity(hummock_seed, (uint64_t)octave, x, 0, z));
}

static double faded(int64_t offset, int64_t size)
{
    const double t = (double)offset / (double)size;
    return t * t * (3 - 2 * t);
}

// 0..1, smooth, on the lattice of a size.
static double hummock_octave(int octave, int64_t x, int64_t z)
{
    const int64_t size = HUMMOCK_FINEST << octave, west = tr_floor_div(x, size), top = tr_floor_div(z, size);
    const double u = faded(x - west * size, size), v = faded(z - top * size, size);
    const double north = corner(octave, west, top) * (1 - u) + corner(octave, west + 1, top) * u;
    const double south = corner(octave, west, top + 1) * (1 - u) + corner(octave, west + 1, top + 1) * u;
    return north * (1 - v) + south * v;
}

static double hummock(int64_t x, int64_t z)
{
    double sum = 0, weight = 1, weights = 0;
    for (int octave = HUMMOCK_OCTAVES - 1; octave >= 0; octave--) {
        sum += weight * hummock_octave(octave, x, z);
        weights += weight;
        weight *= 0.6;
    }
    return hummock_height_m * sum / weights;
}

static bool has_equal_neighbour(const tr_grid *height, int32_t i, int32_t j)
{
    const float *at = height->samples + j * height->row_stride + i;
    return (i > 0 && at[-1] == *at) || (i + 1 < height->width && at[1] == *at) ||
           (j > 0 && at[-height->row_stride] == *at) || (j + 1 < height->height && at[height->row_stride] == *at);
}

static void copy_ground(const tr_plan_ground *plan, tr_grid *out)
{
    const int64_t x = (int64_t)floor(plan->x_m / plan->spacing_m), z = (int64_t)floor(plan->z_m / plan->spacing_m);
    for (int32_t j = 0; j < out->height; j++) {
        const float *row = plan->height.samples + j * plan->height.row_stride;
        float *copy = out->samples + j * out->row_stride;
        for (int32_t i = 0; i < out->width; i++) {
            copy[i] = row[i];
            if ((double)row[i] >= plan->sea_level_m && has_equal_neighbour(&plan->height, i, j))
                copy[i] = (float)((double)row[i] + hummock(x + i, z + j));
        }
    }
}

// ---------------------------------------------------------------------------------------------------------
// Receivers

// A triangle of the sample, a straight neighbour and a diagonal one beside it. `side` is +1 where turning from the
// straight to the diagonal one is clockwise.
typedef struct facet {
    uint8_t straight, diagonal;
    int8_t side;
} facet;
enum { WEST, EAST, NORTH, SOUTH, NORTH_WEST, SOUTH_EAST, NORTH_EAST, SOUTH_WEST };
static const facet facets[8] = {{EAST, SOUTH_EAST, 1},  {EAST, NORTH_EAST, -1}, {WEST, NORTH_WEST, 1},
                                {WEST, SOUTH_WEST, -1}, {NORTH, NORTH_EAST, 1}, {NORTH, NORTH_WEST, -1},
                                {SOUTH, SOUTH_WEST, 1}, {SOUTH, SOUTH_EAST, -1}};

// The steepest direction down: between the two neighbours of a facet, or along one of them.
typedef struct descent {
    double slope_squared;
    double down, across;     // of the facet; `across` is 0 along one neighbour
    int straight, diagonal;  // equal along one neighbour
    int side;
} descent;

static void consider(const facet *at, double own, const double level[8], descent *best)
{
    const double down = own - level[at->straight], across = level[at->straight] - level[at->diagonal];
    if (across > 0 && across < down) {
        const double squared = down * down + across * across;
        if (squared > best->slope_squared)
            *best = (descent){squared, down, across, at->straight, at->diagonal, at->side};
        return;
    }
    if (down > 0 && down * down > best->slope_squared)
        *best = (descent){down * down, down, 0, at->straight, at->straight, 0};
    const double fall = own - level[at->diagonal];
    if (fall > 0 && 0.5 * fall * fall > best->slope_squared)
        *best = (descent){0.5 * fall * fall, fall, 0, at->diagonal, at->diagonal, 0};
}

static descent steepest(const tr_flood *flood, const tr_flood_place *at)
{
    descent best = {0, 0, 0, flood->from[at->sample], flood->from[at->sample], 0};
    if (tr_flood_is_hollow(flood, at)) return best;
    double level[TR_FLOOD_DIRECTIONS];
    for (int d = 0; d < TR_FLOOD_DIRECTIONS; d++) level[d] = (double)*tr_flood_neighbour(flood, at, d).level;
    for (int f = 0; f < 8; f++) consider(&facets[f], (double)*at->level, level, &best);
    return best;
}

// Chooses between the neighbours of a facet. `aside` is how far the way above has come off its direction, in samples,
// clockwise positive; it becomes that of the way with the neighbour.
static int choose(const descent *down, double *aside)
{
    if (down->straight == down->diagonal) return down->straight;
    const double length = sqrt(down->slope_squared);
    const double straight = *aside - down->side * down->across / length;
    const double diagonal = *aside + down->side * (down->down - down->across) / length;
    const bool is_straight = fabs(straight) <= fabs(diagonal);
    *aside = is_straight ? straight : diagonal;
    return is_straight ? down->straight : down->diagonal;
}

// In the order opposite to the flood's: what drains to a sample is settled before the sample is.
static void settle(tr_drainage *drainage, uint32_t sample)
{
    tr_flood *flood = &drainage->flood;
    if (flood->from[sample] == TR_FLOOD_OUTLET) return;
    const tr_flood_place at = tr_flood_place_of(flood, sample);
    const descent down = steepest(flood, &at);
    const int donor = drainage->donor[sample];
    double aside = donor == TR_DRAINAGE_NONE ? 0 : flood->room[tr_drainage_step(drainage, sample, donor)].value;
    const int direction = choose(&down, &aside);
    flood->room[sample].value = aside;
    flood->from[sample] = (uint8_t)direction;
    const uint32_t receiver = tr_drainage_step(drainage, sample, direction);
    const int rival = drainage->donor[receiver];
    if (rival == TR_DRAINAGE_NONE ||
        drainage->cells[sample] > drainage->cells[tr_drainage_step(drainage, receiver, rival)])
        drainage->donor[receiver] = (uint8_t)(direction ^ 1);
    drainage->cells[receiver] += drainage->cells[sample];
}

bool tr_drainage_create(tr_context *context, const tr_plan_ground *ground, tr_drainage *out, tr_error *err)
{
    const tr_grid *height = &ground->height;
    *out = (tr_drainage){.width = height->width, .height = height->height, .spacing_m = ground->spacing_m};
    const size_t count = (size_t)height->width * (size_t)height->height;
    bool ok = tr_grid_create(context, height->width, height->height, 1, &out->ground, err) &&
              tr_grid_create(context, height->width, height->height, 1, &out->level, err);
    if (ok) {
        copy_ground(ground, &out->ground);
        ok = tr_flood_create(context, ground->sea_level_m, &out->ground, &out->level, &out->flood, err);
    }
    out->cells = ok ? tr_alloc_array(context, count, sizeof *out->cells, err) : NULL;
    out->donor = out->cells ? tr_alloc_array(context, count, sizeof *out->donor, err) : NULL;
    if (!out->donor) {
        tr_drainage_destroy(context, out);
        return false;
    }
    for (size_t i = 0; i < count; i++) out->cells[i] = 1;
    memset(out->donor, TR_DRAINAGE_NONE, count);
    for (size_t i = count; i-- > 0;) settle(out, out->flood.order[i]);
    return true;
}

void tr_drainage_destroy(tr_context *context, tr_drainage *drainage)
{
    tr_free(context, drainage->donor);
    tr_free(context, drainage->cells);
    tr_flood_destroy(context, &drainage->flood);
    tr_grid_destroy(context, &drainage->level);
    tr_grid_destroy(context, &drainage->ground);
    *drainage = (tr_drainage){0};
}
