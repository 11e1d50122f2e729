// Points are sorted into square cells, about one to a cell; around a point rings of cells are searched until a nearer
// one cannot be beyond them.
#include "place_nearest.h"

#include <math.h>
#include <string.h>

enum { MOST_CELLS = 1 << 24 };
#define FIRST_BIN 0.8

typedef struct cells {
    const tr_object *objects;
    int64_t count;
    double west_m, north_m, side_m;
    int32_t columns, rows;
    int64_t *starts;  // of the cells among the numbers; one more at the end
    int64_t *numbers;
} cells;

double place_nearest_bin_start(int bin)
{
    return FIRST_BIN + PLACE_NEAREST_STEP * bin;
}

static int32_t column_of(const cells *it, const tr_object *object)
{
    const int32_t column = (int32_t)((object->x_m - it->west_m) / it->side_m);
    return column < it->columns ? column : it->columns - 1;
}

static int32_t row_of(const cells *it, const tr_object *object)
{
    const int32_t row = (int32_t)((object->z_m - it->north_m) / it->side_m);
    return row < it->rows ? row : it->rows - 1;
}

static int64_t cell_of(const cells *it, const tr_object *object)
{
    return (int64_t)row_of(it, object) * it->columns + column_of(it, object);
}

static void lay_out(cells *it)
{
    double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
    for (int64_t i = 0; i < it->count; i++) {
        const double at[2] = {it->objects[i].x_m, it->objects[i].z_m};
        for (int axis = 0; axis < 2; axis++) {
            low[axis] = fmin(low[axis], at[axis]);
            high[axis] = fmax(high[axis], at[axis]);
        }
    }
    const double width_m = high[0] - low[0], height_m = high[1] - low[1];
    // A row of points has no area, and so the length counts, too.
    const double wanted = fmin((double)it->count, MOST_CELLS);
    it->side_m = fmax(sqrt(width_m * height_m / wanted), fmax(width_m, height_m) / wanted);
    it->side_m = fmax(it->side_m, 1e-3);
    it->west_m = low[0];
    it->north_m = low[1];
    it->columns = (int32_t)(width_m / it->side_m) + 1;
    it->rows = (int32_t)(height_m / it->side_m) + 1;
}

// A counting sort: starts become ends when the points are counted, and starts again when they are put in, last first.
static void sort(cells *it)
{
    const int64_t cell_count = (int64_t)it->columns * it->rows;
    memset(it->starts, 0, ((size_t)cell_count + 1) * sizeof *it->starts);
    for (int64_t i = 0; i < it->count; i++) {
        it->starts[cell_of(it, &it->objects[i])]++;
    }
    for (int64_t i = 1; i <= cell_count; i++) {
        it->starts[i] += it->starts[i - 1];
    }
    for (int64_t i = it->count - 1; i >= 0; i--) {
        it->numbers[--it->starts[cell_of(it, &it->objects[i])]] = i;
    }
}

static double search_cell(const cells *it, int32_t column, int32_t row, int64_t number, double nearest_m2)
{
    if (column < 0 || row < 0 || column >= it->columns || row >= it->rows) {
        return nearest_m2;
    }
    const int64_t cell = (int64_t)row * it->columns + column;
    const tr_object *from = &it->objects[number];
    for (int64_t i = it->starts[cell]; i < it->starts[cell + 1]; i++) {
        const tr_object *to = &it->objects[it->numbers[i]];
        const double dx = to->x_m - from->x_m, dz = to->z_m - from->z_m, square = dx * dx + dz * dz;
        if (it->numbers[i] != number && square < nearest_m2) {
            nearest_m2 = square;
        }
    }
    return nearest_m2;
}

static double search_ring(const cells *it, int32_t ring, int64_t number, double nearest_m2)
{
    const int32_t column = column_of(it, &it->objects[number]), row = row_of(it, &it->objects[number]);
    for (int32_t dz = -ring; dz <= ring; dz++) {
        // The rows between the first and the last have two cells of the ring.
        const int32_t step = ring == 0 || dz == -ring || dz == ring ? 1 : 2 * ring;
        for (int32_t dx = -ring; dx <= ring; dx += step) {
            nearest_m2 = search_cell(it, column + dx, row + dz, number, nearest_m2);
        }
    }
    return nearest_m2;
}

// Infinite for a point that is alone.
static double nearest_of(const cells *it, int64_t number)
{
    const int32_t last = it->columns > it->rows ? it->columns : it->rows;
    double nearest_m2 = INFINITY;
    for (int32_t ring = 0; ring <= last; ring++) {
        const double reach_m = (ring - 1) * it->side_m;
        if (ring > 0 && reach_m * reach_m > nearest_m2) {
            break;
        }
        nearest_m2 = search_ring(it, ring, number, nearest_m2);
    }
    return sqrt(nearest_m2);
}

static void add_distance(place_nearest *out, double distance_m, double footprint_m)
{
    const double bin = (distance_m / footprint_m - FIRST_BIN) / PLACE_NEAREST_STEP;
    const int last = PLACE_NEAREST_BINS - 1;
    out->count++;
    out->mean_m += distance_m;
    out->least_m = fmin(out->least_m, distance_m);
    out->bins[bin < 0 ? 0 : bin > last ? last : (int)bin]++;
}

bool place_nearest_measure(tr_context *context, const tr_object *objects, int64_t count, double footprint_m,
                           place_nearest *out, tr_error *err)
{
    *out = (place_nearest){.least_m = INFINITY};
    if (count < 2) {
        return true;
    }
    cells it = {.objects = objects, .count = count};
    lay_out(&it);
    const size_t cell_count = (size_t)it.columns * (size_t)it.rows;
    const bool done = (it.starts = tr_alloc_array(context, cell_count + 1, sizeof *it.starts, err)) &&
                      (it.numbers = tr_alloc_array(context, (size_t)count, sizeof *it.numbers, err));
    if (done) {
        sort(&it);
        for (int64_t i = 0; i < count; i++) {
            add_distance(out, nearest_of(&it, i), footprint_m);
        }
        out->mean_m /= (double)out->count;
    }
    tr_free(context, it.numbers);
    tr_free(context, it.starts);
    return done;
}
