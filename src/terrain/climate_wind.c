// The cells upwind of a cell (climate_wind.h).
#include "terrain/climate_wind.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/integers.h"

#define TR_LANES 1
#include "simd/math_kernel.h"

// The sector spans this angle to both sides. A single ray would draw streaks behind every islet and summit.
#define HALF_SECTOR_RAD 0.3
// Taps that count less in their ring are left out.
#define MIN_WEIGHT 0x1p-12

enum {
    CELLS_PER_REACH = 32,
    MIN_SPACING_LOG2 = 12,  // 16 m
    MAX_SPACING_LOG2 = 31,
    MAP_RADIUS = TR_WIND_MAX_RINGS + 1,
    MAP_SIDE = 2 * MAP_RADIUS + 1
};

// Around the cell itself, which is in the middle. What lies outside of the rectangle is zero.
typedef struct cell_map {
    double weight[MAP_SIDE][MAP_SIDE];
    int low[2], high[2];  // x and z of the first and the last cell that may count
} cell_map;

// The smallest power of two that has at most CELLS_PER_REACH cells within reach.
static int choose_spacing(double reach_m)
{
    int spacing_log2 = MIN_SPACING_LOG2;
    while (spacing_log2 < MAX_SPACING_LOG2 &&
           reach_m * TR_UNITS_PER_METRE > (double)(INT64_C(1) << spacing_log2) * CELLS_PER_REACH)
        spacing_log2++;
    return spacing_log2;
}

// Shares a point among the four cells around it.
static void splat(cell_map *map, double x, double z, double weight)
{
    const double x0 = floor(x), z0 = floor(z), tx = x - x0, tz = z - z0;
    const int cell[2] = {(int)x0 + MAP_RADIUS, (int)z0 + MAP_RADIUS};
    for (int axis = 0; axis < 2; axis++) {
        map->low[axis] = tr_min_i32(map->low[axis], cell[axis]);
        map->high[axis] = tr_max_i32(map->high[axis], cell[axis] + 1);
    }
    double *north = &map->weight[cell[1]][cell[0]], *south = north + MAP_SIDE;
    north[0] += weight * (1 - tx) * (1 - tz);
    north[1] += weight * tx * (1 - tz);
    south[0] += weight * (1 - tx) * tz;
    south[1] += weight * tx * tz;
}

// An arc at `distance` cells upwind, its middle counted most.
static void draw_arc(cell_map *map, double wind_rad, double distance)
{
    *map = (cell_map){.low = {MAP_SIDE, MAP_SIDE}};
    const int half = (int)ceil(HALF_SECTOR_RAD * distance);
    for (int i = -half; i <= half; i++) {
        const double angle = wind_rad + HALF_SECTOR_RAD * i / half;
        const double x = (double)tr_sin((float)angle), z = -(double)tr_cos((float)angle);
        splat(map, x * distance, z * distance, half + 1 - (i < 0 ? -i : i));
    }
}

static void add_tap(tr_wind *wind, int32_t dx, int32_t dz, double weight)
{
    assert(wind->tap_count < TR_WIND_MAX_TAPS);
    wind->taps[wind->tap_count++] = (tr_wind_tap){dx, dz, (float)weight};
    if (dx < wind->low[0]) wind->low[0] = dx;
    if (dx > wind->high[0]) wind->high[0] = dx;
    if (dz < wind->low[1]) wind->low[1] = dz;
    if (dz > wind->high[1]) wind->high[1] = dz;
}

static void add_ring(tr_wind *wind, const cell_map *map)
{
    tr_wind_ring *ring = &wind->rings[wind->ring_count++];
    ring->first = wind->tap_count;
    double all = 0, kept = 0;
    for (int z = map->low[1]; z <= map->high[1]; z++)
        for (int x = map->low[0]; x <= map->high[0]; x++) all += map->weight[z][x];
    const double min = all * MIN_WEIGHT;
    for (int z = map->low[1]; z <= map->high[1]; z++)
        for (int x = map->low[0]; x <= map->high[0]; x++) kept += map->weight[z][x] >= min ? map->weight[z][x] : 0;
    for (int z = map->low[1]; z <= map->high[1]; z++)
        for (int x = map->low[0]; x <= map->high[0]; x++)
            if (map->weight[z][x] >= min) add_tap(wind, x - MAP_RADIUS, z - MAP_RADIUS, map->weight[z][x] / kept);
    ring->count = wind->tap_count - ring->first;
}

// The sea counts in proportion to what is left of the reach; a barrier in full up to half of it.
static void weigh_rings(tr_wind *wind, double reach_cells)
{
    double sum = 1;
    for (int i = 0; i < wind->ring_count; i++) sum += 1 - (i + 1) / reach_cells;
    wind->own_sea_weight = (float)(1 / sum);
    for (int i = 0; i < wind->ring_count; i++) {
        const double rest = 1 - (i + 1) / reach_cells;
        wind->rings[i].sea_weight = (float)(rest / sum);
        wind->rings[i].fade = (float)fmin(1, 2 * rest);
    }
}

void tr_wind_init(tr_wind *wind, double wind_deg, double reach_m)
{
    memset(wind, 0, sizeof *wind);
    wind->spacing_log2 = choose_spacing(reach_m);
    const double reach_cells = reach_m * TR_UNITS_PER_METRE / (double)(INT64_C(1) << wind->spacing_log2);
    const double wind_rad = (wind_deg - 360 * floor(wind_deg / 360)) * (3.14159265358979324 / 180);
    cell_map map;
    for (int k = 1; k <= CELLS_PER_REACH && k < reach_cells; k++) {
        draw_arc(&map, wind_rad, k);
        add_ring(wind, &map);
    }
    weigh_rings(wind, reach_cells);
}
