#include "flow_reference.h"

#include <math.h>
#include <stdbool.h>

typedef struct test_cell {
    float surface, level;
    bool outlet, seen, taken;
    int from;   // the cell it was reached from
    int found;  // when it was reached by one of the same height, in the order of discovery; else -1
    double area;
} test_cell;

static test_cell cells[FLOW_REFERENCE_MAX];
static int order[FLOW_REFERENCE_MAX];
static int width, height, count, taken, found;

// West, east, north, south, then the diagonals.
static const int steps[8][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}, {-1, -1}, {1, 1}, {1, -1}, {-1, 1}};

static int neighbour(int at, int d)
{
    const int x = at % width + steps[d][0], z = at / width + steps[d][1];
    return x < 0 || z < 0 || x >= width || z >= height ? -1 : z * width + x;
}

static double distance(int d)
{
    return d < 4 ? 1.0 : sqrt(0.5);
}

// The first that was discovered on level ground, else the lowest, else the first in the grid.
static int next_cell(void)
{
    int best = -1;
    for (int i = 0; i < count; i++) {
        const test_cell *cell = &cells[i];
        if (!cell->seen || cell->taken) continue;
        if (best < 0) {
            best = i;
            continue;
        }
        const test_cell *other = &cells[best];
        if (cell->found >= 0 || other->found >= 0) {
            if (cell->found >= 0 && (other->found < 0 || cell->found < other->found)) best = i;
        } else if (cell->surface < other->surface) {
            best = i;
        }
    }
    return best;
}

static void take(int at)
{
    cells[at].taken = true;
    order[taken++] = at;
    for (int d = 0; d < 8; d++) {
        const int n = neighbour(at, d);
        if (n < 0 || cells[n].seen) continue;
        cells[n].seen = true;
        cells[n].from = at;
        cells[n].level = fmaxf(cells[n].surface, cells[at].level);
        if (cells[n].surface == cells[at].surface) cells[n].found = found++;
    }
}

static void drain(int at)
{
    const test_cell *cell = &cells[at];
    if (cell->outlet) return;
    double slope[8] = {0}, sum = 0;
    for (int d = 0; d < 8 && cell->level == cell->surface; d++) {
        const double fall = (double)cell->level - (double)cells[neighbour(at, d)].level;
        if (fall > 0) slope[d] = fall * distance(d);
        sum += slope[d];
    }
    if (sum == 0) cells[cell->from].area += cell->area;
    const double share = sum == 0 ? 0 : cell->area / sum;
    for (int d = 0; d < 8; d++)
        if (slope[d] > 0) cells[neighbour(at, d)].area += share * slope[d];
}

void flow_reference(double spacing_m, double sea_level_m, const tr_grid *ground, const tr_grid *out)
{
    width = ground->width, height = ground->height, count = width * height, taken = 0, found = 0;
    const float sea = (float)sea_level_m;
    for (int i = 0; i < count; i++) {
        const int x = i % width, z = i / width;
        const float h = ground->samples[z * ground->row_stride + x];
        const bool outlet = h < sea || x == 0 || z == 0 || x == width - 1 || z == height - 1;
        const float surface = fmaxf(h, sea);
        cells[i] = (test_cell){surface, surface, outlet, outlet, false, -1, -1, spacing_m * spacing_m};
    }
    for (int at = next_cell(); at >= 0; at = next_cell()) take(at);
    for (int i = taken; i-- > 0;) drain(order[i]);
    for (int i = 0; i < count; i++) out->samples[i / width * out->row_stride + i % width] = (float)cells[i].area;
}
