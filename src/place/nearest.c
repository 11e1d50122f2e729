// Points are sorted into square cells, about one to a cell; around a point rings of cells are searched until a nearer
// one cannot be beyond them.
#include "terrane/place.h"

#include <math.h>
#include <string.h>

enum { MAX_CELLS = 1 << 24 };

typedef struct cell_table {
    const tr_object *objects;
    int64_t count;
    double west_m, north_m, side_m;
    int32_t columns, rows;
    int64_t *starts;  // of the cells among the numbers; one more at the end
    int64_t *numbers;
} cell_table;

static int32_t column_of(const cell_table *cells, const tr_object *object)
{
    const int32_t column = (int32_t)((object->x_m - cells->west_m) / cells->side_m);
    return column < cells->columns ? column : cells->columns - 1;
}

static int32_t row_of(const cell_table *cells, const tr_object *object)
{
    const int32_t row = (int32_t)((object->z_m - cells->north_m) / cells->side_m);
    return row < cells->rows ? row : cells->rows - 1;
}

static int64_t cell_of(const cell_table *cells, const tr_object *object)
{
    return (int64_t)row_of(cells, object) * cells->columns + column_of(cells, object);
}

static void lay_out(cell_table *cells)
{
    double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
    for (int64_t i = 0; i < cells->count; i++) {
        const double at[2] = {cells->objects[i].x_m, cells->objects[i].z_m};
        for (int axis = 0; axis < 2; axis++) {
            low[axis] = fmin(low[axis], at[axis]);
            high[axis] = fmax(high[axis], at[axis]);
        }
    }
    const double width_m = high[0] - low[0], height_m = high[1] - low[1];
    // A row of points has no area, and so the length counts, too.
    const double wanted = fmin((double)cells->count, MAX_CELLS);
    cells->side_m = fmax(sqrt(width_m * height_m / wanted), fmax(width_m, height_m) / wanted);
    cells->side_m = fmax(cells->side_m, 1e-3);
    cells->west_m = low[0];
    cells->north_m = low[1];
    cells->columns = (int32_t)(width_m / cells->side_m) + 1;
    cells->rows = (int32_t)(height_m / cells->side_m) + 1;
}

// A counting sort: starts become ends when the points are counted, and starts again when they are put in, last first.
static void sort(cell_table *cells)
{
    const int64_t cell_count = (int64_t)cells->columns * cells->rows;
    memset(cells->starts, 0, ((size_t)cell_count + 1) * sizeof *cells->starts);
    for (int64_t i = 0; i < cells->count; i++) {
        cells->starts[cell_of(cells, &cells->objects[i])]++;
    }
    for (int64_t i = 1; i <= cell_count; i++) {
        cells->starts[i] += cells->starts[i - 1];
    }
    for (int64_t i = cells->count - 1; i >= 0; i--) {
        cells->numbers[--cells->starts[cell_of(cells, &cells->objects[i])]] = i;
    }
}

static double search_cell(const cell_table *cells, int32_t column, int32_t row, int64_t number, double nearest_m2)
{
    if (column < 0 || row < 0 || column >= cells->columns || row >= cells->rows) {
        return nearest_m2;
    }
    const int64_t cell = (int64_t)row * cells->columns + column;
    const tr_object *from = &cells->objects[number];
    for (int64_t i = cells->starts[cell]; i < cells->starts[cell + 1]; i++) {
        const tr_object *to = &cells->objects[cells->numbers[i]];
        const double dx = to->x_m - from->x_m, dz = to->z_m - from->z_m, square = dx * dx + dz * dz;
        if (cells->numbers[i] != number && square < nearest_m2) {
            nearest_m2 = square;
        }
    }
    return nearest_m2;
}

static double search_ring(const cell_table *cells, int32_t ring, int64_t number, double nearest_m2)
{
    const int32_t column = column_of(cells, &cells->objects[number]), row = row_of(cells, &cells->objects[number]);
    for (int32_t dz = -ring; dz <= ring; dz++) {
        // The rows between the first and the last have two cells of the ring.
        const int32_t step = ring == 0 || dz == -ring || dz == ring ? 1 : 2 * ring;
        for (int32_t dx = -ring; dx <= ring; dx += step) {
            nearest_m2 = search_cell(cells, column + dx, row + dz, number, nearest_m2);
        }
    }
    return nearest_m2;
}

// Infinite for a point that is alone.
static double nearest_of(const cell_table *cells, int64_t number)
{
    const int32_t last = cells->columns > cells->rows ? cells->columns : cells->rows;
    double nearest_m2 = INFINITY;
    for (int32_t ring = 0; ring <= last; ring++) {
        const double reach_m = (ring - 1) * cells->side_m;
        if (ring > 0 && reach_m * reach_m > nearest_m2) {
            break;
        }
        nearest_m2 = search_ring(cells, ring, number, nearest_m2);
    }
    return sqrt(nearest_m2);
}

static void add_distance(tr_nearest_report *out, double distance_m, double footprint_m)
{
    const double bin = (distance_m / footprint_m - TR_NEAREST_FIRST) / TR_NEAREST_STEP;
    const int last = TR_NEAREST_BINS - 1;
    out->count++;
    out->mean_m += distance_m;
    out->min_m = fmin(out->min_m, distance_m);
    out->bins[bin < 0 ? 0 : bin > last ? last : (int)bin]++;
}

bool tr_nearest_measure(tr_context *context, const tr_object *objects, int64_t count, double footprint_m,
                        tr_nearest_report *out, tr_error *err)
{
    *out = (tr_nearest_report){.min_m = INFINITY};
    if (count < 2) {
        return true;
    }
    cell_table cells = {.objects = objects, .count = count};
    lay_out(&cells);
    const size_t cell_count = (size_t)cells.columns * (size_t)cells.rows;
    const bool done = (cells.starts = tr_alloc_array(context, cell_count + 1, sizeof *cells.starts, err)) &&
                      (cells.numbers = tr_alloc_array(context, (size_t)count, sizeof *cells.numbers, err));
    if (done) {
        sort(&cells);
        for (int64_t i = 0; i < count; i++) {
            add_distance(out, nearest_of(&cells, i), footprint_m);
        }
        out->mean_m /= (double)out->count;
    }
    tr_free(context, cells.numbers);
    tr_free(context, cells.starts);
    return done;
}
