// Simplex noise of undisplaced grids, compiled once per ISA: a row walks through a table of the simplices it crosses.
//
// Along a row the skewed position advances by 1 + F cells along x while it advances by F along the other axes. It
// leaves a simplex where x enters its next cell, or where the offset along x overtakes another one: because it grows
// past it, or because that one enters its next cell and begins anew. Each of the others is overtaken once per cell of
// x, so such a cell holds as many simplices of the row as there are axes. Their number along the row, the place of a
// simplex, follows from a sample's own position: dims * cell + (how many offsets are overtaken).
//
// For each row the simplices at all places are made (vectors over places): the gradients at their corners and the steps
// to them. Samples then pick those of their place (vectors over samples) from the eight places from the first one's on.
// Which cells of y and z a place lies in is worked out in floats, which may err where a row passes close to an edge of
// the lattice; it is kept as a key, and a vector that finds other keys than its own is evaluated from its positions.
// So the table decides the speed, never a value.
#include "noise/positions.h"

#if TR_HAS_PICK

// Cells per sample along x up to which a table is faster than the position way, by dimension (measured on AVX2).
static const float max_unit[4] = {0, 0, 0.15f, 0.12f};

// What an axis other than x advances by while x advances by one cell: F / (1 + F).
#define TR_SIMPLEX_RATE2 0.26794919f
#define TR_SIMPLEX_RATE3 0.25f

// Arrays of the scratch memory: per place, then per sample.
enum {
    KEY,
    STEPS,
    GRADIENTS2 = STEPS + 2,
    GRADIENTS3 = STEPS + 6,
    PLACE = GRADIENTS3 + 12,
    SAMPLE_KEY,
    OFFSETS,
    ARRAY_COUNT = OFFSETS + 3
};
_Static_assert((int)ARRAY_COUNT <= (int)TR_COLUMN_ARRAYS, "the scratch memory has an array for each");

// Skewed positions of a row along one axis: what x adds by sample, and what the row adds to it.
typedef struct skew_row {
    const uint32_t *lo, *fraction;
    uu row_lo, row_fraction;
} skew_row;

typedef struct simplex_row {
    row_positions positions;
    int32_t row;
    skew_row axis[3];
    float (*arrays)[TR_TILE_COLUMNS];
    uu first;                         // the cell along x that place 0 is in
    int32_t first_place, last_place;  // of the row
    int32_t made;                     // places that a row before made
} simplex_row;

INLINE skew_row skew_row_of(const row_positions *positions, int dims, int axis, int32_t row)
{
    const tr_axis_table *x = &positions->tables->axis[0];
    const int32_t x0 = positions->task->x0;
    skew_row along = {.lo = (axis == 0 ? x->lo : x->minor_lo) + x0,
                      .fraction = (axis == 0 ? x->fraction : x->minor_fraction) + x0};
    for (int other = 1; other < dims; other++) {
        const tr_axis_table *table = &positions->tables->axis[other];
        const int32_t at = row_index(positions, MODE_GRID, other, row);
        along.row_lo += other == axis ? table->lo[at] : table->minor_lo[at];
        along.row_fraction += other == axis ? table->fraction[at] : table->minor_fraction[at];
    }
    return along;
}

INLINE tr_axis_position position_along(const skew_row *along, int32_t i)
{
    const tr_skew_term sum = {k_load_u(along->lo + i) + along->row_lo, k_set_u(0u),
                              k_load_u(along->fraction + i) + along->row_fraction};
    return tr_skew_position(sum, 0);
}

// The cell of one sample, and its offset in it.
typedef struct sample_cell {
    uu lo;
    float t;
} sample_cell;

INLINE sample_cell cell_along(const skew_row *along, int32_t i)
{
    const uint32_t fraction = along->fraction[i] + along->row_fraction;
    return (sample_cell){along->lo[i] + along->row_lo + (fraction >> 30),
                         (float)(int32_t)((fraction & 0x3fffffffu) >> 6) * 0x1p-24f};
}

INLINE uint32_t *words_of(float *array)
{
    return (uint32_t *)(void *)array;
}

// Two cells and the order of the offsets in them; the cells of a row differ by less than 2^14.
INLINE ku key3(ku lo_y, ku lo_z, km yz)
{
    return (lo_y << 16) + (lo_z << 1) - (ku)yz;
}

// ---------------------------------------------------------------------------------------------------------
// The simplices of a row

// Where a row crosses one of the other axes while x is in one cell: whether the offset there begins anew before x
// overtakes it, in which cell and at which offset it is when x enters, and at which offset of x it is overtaken.
typedef struct row_crossing {
    km wraps;
    ki cell;
    kf t, when;
} row_crossing;

INLINE row_crossing crossing_of(kf x_cells, float t0, float rate)
{
    const kf along = t0 + x_cells * rate, whole = k_floor(along), t = along - whole;
    const km wraps = t >= k_set(1.0f - rate);
    return (row_crossing){wraps, k_trunc(whole), t,
                          k_select(wraps, (1.0f - t) * (1.0f / rate), t * (1.0f / (1.0f - rate)))};
}

static const int32_t lane_numbers[8] = {0, 1, 2, 3, 4, 5, 6, 7};

// The word of the lattice point `cells` after `lo`, and of the next one.
INLINE tr_axis_words words_after(const simplex_row *row, int axis, uu lo, ki cells, uu multiplier)
{
    const tr_axis_table *table = &row->positions.tables->axis[axis];
    const int32_t at = axis == 0 ? row->positions.task->x0 : row_index(&row->positions, MODE_GRID, axis, row->row);
    const tr_axis_position position = {lo + k_as_uint(cells), k_set_u(table->high[at]), k_set(0.0f)};
    return tr_axis_word_pair(position, multiplier, 0);
}

// Whether the simplices from `place` on are those of a row before. Stores their keys otherwise.
INLINE bool are_made(const simplex_row *row, int32_t place, ku key)
{
    uint32_t *keys = words_of(row->arrays[KEY]) + place;
    if (place < row->made && !k_any(k_load_u(keys) != key)) return true;
    k_store_u(keys, key);
    return false;
}

static void make_places2(simplex_row *row)
{
    float(*to)[TR_TILE_COLUMNS] = row->arrays;
    const sample_cell x = cell_along(&row->axis[0], 0), y = cell_along(&row->axis[1], 0);
    const float x_before = (float)(int32_t)(x.lo - row->first) + x.t;
    for (int32_t place = row->first_place / TR_LANES * TR_LANES; place <= row->last_place; place += TR_LANES) {
        const ki number = k_load_i(lane_numbers) + place, cell = number >> 1;
        const km below = (number & 1) != 0;
        const row_crossing at = crossing_of(k_float(cell) - x_before, y.t, TR_SIMPLEX_RATE2);
        const ki cell_y = at.cell - k_both(below, at.wraps);
        if (are_made(row, place, y.lo + k_as_uint(cell_y))) continue;
        const tr_simplex_2d s = tr_simplex_of2(words_after(row, 0, row->first, cell, TR_AXIS_A0),
                                               words_after(row, 1, y.lo, cell_y, TR_AXIS_A1), below);
        k_store(to[STEPS] + place, s.step_x);
        k_store(to[STEPS + 1] + place, s.step_y);
        for (int corner = 0; corner < 3; corner++) {
            k_store(to[GRADIENTS2 + 2 * corner] + place, s.g[corner].x);
            k_store(to[GRADIENTS2 + 2 * corner + 1] + place, s.g[corner].y);
        }
    }
}

static void store_simplex3(float (*to)[TR_TILE_COLUMNS], int32_t place, tr_simplex_3d s)
{
    const kf steps[6] = {s.first_x, s.first_y, s.first_z, s.second_x, s.second_y, s.second_z};
    for (int i = 0; i < 6; i++) k_store(to[STEPS + i] + place, steps[i]);
    for (int corner = 0; corner < 4; corner++) {
        k_store(to[GRADIENTS3 + 3 * corner] + place, s.g[corner].x);
        k_store(to[GRADIENTS3 + 3 * corner + 1] + place, s.g[corner].y);
        k_store(to[GRADIENTS3 + 3 * corner + 2] + place, s.g[corner].z);
    }
}

static void make_places3(simplex_row *row)
{
    const sample_cell x = cell_along(&row->axis[0], 0), y = cell_along(&row->axis[1], 0),
                      z = cell_along(&row->axis[2], 0);
    const float x_before = (float)(int32_t)(x.lo - row->first) + x.t;
    for (int32_t place = row->first_place / TR_LANES * TR_LANES; place <= row->last_place; place += TR_LANES) {
        const ki number = k_load_i(lane_numbers) + place, cell = (number * 21846) >> 16, overtaken = number - 3 * cell;
        const kf x_cells = k_float(cell) - x_before;
        const row_crossing at_y = crossing_of(x_cells, y.t, TR_SIMPLEX_RATE3),
                           at_z = crossing_of(x_cells, z.t, TR_SIMPLEX_RATE3);
        const km both = overtaken == 2, one = overtaken == 1, y_first = at_y.when < at_z.when;
        const km xy = k_either(both, k_both(one, y_first)), xz = k_either(both, k_both(one, k_not(y_first)));
        const ki up_y = k_both(xy, at_y.wraps), up_z = k_both(xz, at_z.wraps);  // -1 where the cell is the next one
        const km in_order = at_y.t + k_float(up_y) >= at_z.t + k_float(up_z);
        const km yz = k_either(k_both(one, xz), k_both(k_not(one), in_order));
        const ki cell_y = at_y.cell - up_y, cell_z = at_z.cell - up_z;
        if (are_made(row, place, key3(y.lo + k_as_uint(cell_y), z.lo + k_as_uint(cell_z), yz))) continue;
        const tr_simplex_3d s = tr_simplex_of3(words_after(row, 0, row->first, cell, TR_AXIS_A0),
                                               words_after(row, 1, y.lo, cell_y, TR_AXIS_A1),
                                               words_after(row, 2, z.lo, cell_z, TR_AXIS_A2), xy, xz, yz);
        store_simplex3(row->arrays, place, s);
    }
}

// ---------------------------------------------------------------------------------------------------------
// The samples of a row. Numbers of lanes beyond its end are any numbers: they are unsigned, which may run over.

static void place_samples2(const simplex_row *row)
{
    float(*to)[TR_TILE_COLUMNS] = row->arrays;
    const uu first = row->first;
    for (int32_t i = 0; i < row->positions.task->width; i += TR_LANES) {
        const tr_axis_position x = position_along(&row->axis[0], i), y = position_along(&row->axis[1], i);
        k_store(to[OFFSETS] + i, x.t);
        k_store(to[OFFSETS + 1] + i, y.t);
        k_store_u(words_of(to[PLACE]) + i, 2u * (x.lo - first) - (ku)(x.t > y.t));
        k_store_u(words_of(to[SAMPLE_KEY]) + i, y.lo);
    }
}

static void place_samples3(const simplex_row *row)
{
    float(*to)[TR_TILE_COLUMNS] = row->arrays;
    const uu first = row->first;
    for (int32_t i = 0; i < row->positions.task->width; i += TR_LANES) {
        const tr_axis_position x = position_along(&row->axis[0], i), y = position_along(&row->axis[1], i),
                               z = position_along(&row->axis[2], i);
        k_store(to[OFFSETS] + i, x.t);
        k_store(to[OFFSETS + 1] + i, y.t);
        k_store(to[OFFSETS + 2] + i, z.t);
        k_store_u(words_of(to[PLACE]) + i, 3u * (x.lo - first) - (ku)(x.t >= y.t) - (ku)(x.t >= z.t));
        k_store_u(words_of(to[SAMPLE_KEY]) + i, key3(y.lo, z.lo, y.t >= z.t));
    }
}

static __attribute__((noinline)) kf evaluate2(const simplex_row *row, int32_t i)
{
    return tr_simplex2(skew_position(&row->positions, MODE_GRID, 2, 0, i, row->row),
                       skew_position(&row->positions, MODE_GRID, 2, 1, i, row->row), 0);
}

static __attribute__((noinline)) kf evaluate3(const simplex_row *row, int32_t i)
{
    return tr_simplex3(skew_position(&row->positions, MODE_GRID, 3, 0, i, row->row),
                       skew_position(&row->positions, MODE_GRID, 3, 1, i, row->row),
                       skew_position(&row->positions, MODE_GRID, 3, 2, i, row->row), 0);
}

// A row for the loops over its samples; `row` is for the vectors that do not find their places.
typedef struct row_places {
    float (*arrays)[TR_TILE_COLUMNS];
    const simplex_row *row;
} row_places;

INLINE kf pick_place(const float *array, ki relative)
{
    ku words;
    memcpy(&words, array, sizeof words);
    return k_from_bits(k_pick(words, relative));
}

#define PICK(array) pick_place(at->arrays[array] + first, relative)
#define PICK2(array) ((tr_gradient_2d){PICK(array), PICK((array) + 1)})
#define PICK3(array) ((tr_gradient_3d){PICK(array), PICK((array) + 1), PICK((array) + 2)})

// Places grow along a row; where cells are so large that rounding turns that around, they lie outside too.
#define FIND_PLACES(evaluate)                                                                                         \
    const row_places *at = user;                                                                                      \
    int32_t first;                                                                                                    \
    memcpy(&first, at->arrays[PLACE] + i, sizeof first);                                                              \
    const ki relative = k_as_int(k_load_u(words_of(at->arrays[PLACE]) + i) - (uu)first);                              \
    const km other = k_bits(PICK(KEY)) != k_load_u(words_of(at->arrays[SAMPLE_KEY]) + i), far = (relative & ~7) != 0; \
    if (__builtin_expect(k_any(k_either(other, far)), 0)) return evaluate(at->row, i)

INLINE kf simplex2_at(void *user, int32_t i)
{
    FIND_PLACES(evaluate2);
    const kf tx = k_load(at->arrays[OFFSETS] + i), ty = k_load(at->arrays[OFFSETS + 1] + i);
    const kf unskew = tr_simplex_unskew2(tx, ty), x = tx - unskew, y = ty - unskew;
    const kf c0 = tr_simplex_corner2(PICK2(GRADIENTS2), x, y);
    const kf c1 = tr_simplex_corner2(PICK2(GRADIENTS2 + 2), x + PICK(STEPS), y + PICK(STEPS + 1));
    const kf c2 = tr_simplex_last2(PICK2(GRADIENTS2 + 4), x, y);
    return tr_simplex_sum2(c0, c1, c2);
}

INLINE kf simplex3_at(void *user, int32_t i)
{
    FIND_PLACES(evaluate3);
    const kf tx = k_load(at->arrays[OFFSETS] + i), ty = k_load(at->arrays[OFFSETS + 1] + i),
             tz = k_load(at->arrays[OFFSETS + 2] + i);
    const kf unskew = tr_simplex_unskew3(tx, ty, tz), x = tx - unskew, y = ty - unskew, z = tz - unskew;
    const kf c0 = tr_simplex_corner3(PICK3(GRADIENTS3), x, y, z);
    const kf c1 = tr_simplex_corner3(PICK3(GRADIENTS3 + 3), x + PICK(STEPS), y + PICK(STEPS + 1), z + PICK(STEPS + 2));
    const kf c2 =
        tr_simplex_corner3(PICK3(GRADIENTS3 + 6), x + PICK(STEPS + 3), y + PICK(STEPS + 4), z + PICK(STEPS + 5));
    const kf c3 = tr_simplex_last3(PICK3(GRADIENTS3 + 9), x, y, z);
    return tr_simplex_sum3(c0, c1, c2, c3);
}

// ---------------------------------------------------------------------------------------------------------

static void enter_row(simplex_row *row, int dims, int32_t index)
{
    row->row = index;
    for (int axis = 0; axis < dims; axis++) row->axis[axis] = skew_row_of(&row->positions, dims, axis, index);
    const uint32_t first = cell_along(&row->axis[0], 0).lo,
                   last = cell_along(&row->axis[0], row->positions.task->width - 1).lo;
    if (index == 0) row->first = first;
    row->first_place = (int32_t)(first - row->first) * dims;
    row->last_place = (int32_t)(last - row->first) * dims + dims - 1;
}

// Whether the arrays have room for the places of every row, and for the vector that is read from the last one on.
static bool has_room(simplex_row *row, int dims)
{
    enter_row(row, dims, 0);
    enter_row(row, dims, row->positions.task->rows - 1);
    return row->last_place + 2 * TR_LANES <= TR_TILE_COLUMNS;
}

static void write_row(const sink *to, simplex_row *row, int dims)
{
    row_places places = {row->arrays, row};
    if (dims == 2) {
        make_places2(row);
        place_samples2(row);
        put_row(to, row->row, simplex2_at, &places);
    } else {
        make_places3(row);
        place_samples3(row);
        put_row(to, row->row, simplex3_at, &places);
    }
    row->made = row->last_place / TR_LANES * TR_LANES + TR_LANES;
}

bool tr_simplex_grid_octave(const sink *to)
{
    const tr_source_task *task = to->task;
    const int dims = task->source->dims;
    simplex_row row = {.positions = positions_of(to), .arrays = task->scratch->columns};
    if (mode_of(&row.positions) != MODE_GRID || row.positions.unit > max_unit[dims] || !has_room(&row, dims))
        return false;
    for (int32_t index = 0; index < task->rows; index++) {
        enter_row(&row, dims, index);
        write_row(to, &row, dims);
    }
    return true;
}

#else

bool tr_simplex_grid_octave(const sink *to)
{
    (void)to;
    return false;
}

#endif
