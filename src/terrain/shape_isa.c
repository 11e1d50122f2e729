// The ground over tiles, compiled once per ISA.
#include "terrain/shape_isa.h"

#include "terrain/shape_kernel.h"

// Lattice columns that a tile lies beside.
typedef struct span {
    int32_t first, count;
} span;

static span columns_of(const tr_shape_task *task)
{
    const int32_t *first = task->block->x.first + task->x0;
    return (span){first[0], first[task->width - 1] + 4 - first[0]};
}

// The splines along x of one layer beside a row of samples: four numbers for each part, filed under the first of their
// four columns.
static void prepare_row(const tr_shape_task *task, span columns, int layer, int32_t row)
{
    const tr_shape_block *block = task->block;
    tr_shape_scratch *scratch = task->scratch;
    const int64_t stride = block->lattice_width;
    const float *from = block->lattice[layer] + block->z.first[row] * stride + columns.first;
    const kf t = k_set(block->z.t[row]);
    for (int32_t c = 0; c < columns.count; c += TR_LANES) {
        const float *p = from + c;
        tr_spline along_z =
            tr_spline_through(k_load(p), k_load(p + stride), k_load(p + 2 * stride), k_load(p + 3 * stride));
        k_store(scratch->along_z[TR_SHAPE_HEIGHT] + c, tr_spline_value(along_z, t));
        k_store(scratch->along_z[TR_SHAPE_SLOPE] + c, tr_spline_slope(along_z, t));
        k_store(scratch->along_z[TR_SHAPE_BEND] + c, tr_spline_bend(along_z, t));
    }
    for (int part = 0; part < TR_SHAPE_PARTS; part++) {
        const float *values = scratch->along_z[part];
        float(*out)[TR_SHAPE_COLUMNS + TR_SHAPE_COLUMN_PAD] = scratch->spline[layer] + 4 * part;
        for (int32_t c = 0; c < columns.count - 3; c += TR_LANES) {
            const float *p = values + c;
            tr_spline spline = tr_spline_through(k_load(p), k_load(p + 1), k_load(p + 2), k_load(p + 3));
            k_store(out[0] + c, spline.c0);
            k_store(out[1] + c, spline.c1);
            k_store(out[2] + c, spline.c2);
            k_store(out[3] + c, spline.c3);
        }
    }
}

// One number of each lane's column. Columns never fall along a row: equal ends mean that all are equal.
static inline __attribute__((always_inline)) kf take(const float *values, const int32_t *column, int32_t base)
{
#if TR_LANES == 1
    return values[*column - base];
#else
    if (column[0] == column[TR_LANES - 1]) return k_set(values[column[0] - base]);
    kf result;
    for (int lane = 0; lane < TR_LANES; lane++) result[lane] = values[column[lane] - base];
    return result;
#endif
}

static inline __attribute__((always_inline)) tr_spline take_spline(const tr_shape_scratch *scratch, int layer, int part,
                                                                   const int32_t *column, int32_t base)
{
    const float(*from)[TR_SHAPE_COLUMNS + TR_SHAPE_COLUMN_PAD] = scratch->spline[layer] + 4 * part;
    return (tr_spline){take(from[0], column, base), take(from[1], column, base), take(from[2], column, base),
                       take(from[3], column, base)};
}

static inline __attribute__((always_inline)) tr_surface surface_at(const tr_shape_task *task, int layer, int32_t base,
                                                                   int32_t i)
{
    const tr_shape_axis *x = &task->block->x;
    tr_spline along = take_spline(task->scratch, layer, TR_SHAPE_HEIGHT, x->first + i, base);
    tr_spline across = take_spline(task->scratch, layer, TR_SHAPE_SLOPE, x->first + i, base);
    return tr_surface_in_metres(tr_surface_at(along, across, k_load(x->t + i)), task->block->params.cells_per_metre);
}

static inline __attribute__((always_inline)) kf bend2_at(const tr_shape_task *task, int layer, int32_t base, int32_t i)
{
    const tr_shape_axis *x = &task->block->x;
    tr_spline along = take_spline(task->scratch, layer, TR_SHAPE_HEIGHT, x->first + i, base);
    tr_spline across = take_spline(task->scratch, layer, TR_SHAPE_SLOPE, x->first + i, base);
    tr_spline bends = take_spline(task->scratch, layer, TR_SHAPE_BEND, x->first + i, base);
    return tr_surface_bend2(along, across, bends, k_load(x->t + i), task->block->params.cells_per_metre);
}

#if TR_LANES > 1
// The points around the one gully cell that holds all lanes; most vectors lie in the cell of the one before.
static inline __attribute__((always_inline)) const tr_kept_cell *keep_cell(const tr_shape_task *task, int octave,
                                                                           int32_t i, int32_t row)
{
    const tr_shape_axis *x = &task->block->x, *z = &task->block->z;
    tr_kept_cell *kept = &task->scratch->kept[octave];
    if (kept->valid && kept->x == x->cell[octave][i] && kept->z == z->cell[octave][row]) return kept;
    kept->valid = true;
    kept->x = x->cell[octave][i];
    kept->z = z->cell[octave][row];
    for (int k = 0; k < 9; k++) {
        tr_gully_point point = tr_gully_point_of(k_set_u(x->word[octave][k % 3][i] + z->word[octave][k / 3][row]));
        kept->point_x[k] = point.x[0];
        kept->point_z[k] = point.z[0];
    }
    return kept;
}
#endif

// The points around TR_LANES samples.
static inline __attribute__((always_inline)) tr_gully_cells cells_at(const tr_shape_task *task, int octave, int32_t i,
                                                                     int32_t row)
{
    const tr_shape_axis *x = &task->block->x, *z = &task->block->z;
    tr_gully_cells cells;
    cells.offset_x = k_load(x->offset[octave] + i);
    cells.offset_z = k_set(z->offset[octave][row]);
#if TR_LANES > 1
    if (task->block->dense[octave] && x->cell[octave][i] == x->cell[octave][i + TR_LANES - 1]) {
        const tr_kept_cell *kept = keep_cell(task, octave, i, row);
        for (int k = 0; k < 9; k++) cells.point[k] = (tr_gully_point){k_set(kept->point_x[k]), k_set(kept->point_z[k])};
        return cells;
    }
#endif
    for (int k = 0; k < 9; k++)
        cells.point[k] = tr_gully_point_of(k_load_u(x->word[octave][k % 3] + i) + z->word[octave][k / 3][row]);
    return cells;
}

static inline __attribute__((always_inline)) tr_eroded erode(const tr_shape_task *task, tr_eroded ground, kf bend2,
                                                             kf strength, int32_t i, int32_t row)
{
    const tr_shape_block *block = task->block;
    for (int octave = 0; octave < block->octave_count; octave++)
        ground = tr_gully_octave(ground, bend2, cells_at(task, octave, i, row), strength * block->octave_share[octave],
                                 block->octave_size[octave]);
    return ground;
}

// The heights of TR_LANES samples from `i` on. `given`: where the optional inputs of these samples are.
typedef struct inputs {
    const float *before, *elevation, *weight;
} inputs;

static inline __attribute__((always_inline)) kf height_at(const tr_shape_task *task, inputs given, int32_t base,
                                                          int32_t i, int32_t row)
{
    const tr_shape_block *block = task->block;
    const kf zero = k_set(0.0f);
    tr_surface large = {zero, zero, zero}, river = {zero, zero, zero};
    if (block->lattice[TR_SHAPE_LARGE]) large = surface_at(task, TR_SHAPE_LARGE, base, i);
    if (block->steps & TR_SHAPE_RIVERS) river = surface_at(task, TR_SHAPE_RIVER, base, i);
    if (block->steps & TR_SHAPE_BASE) large.height = k_load(given.before);
    tr_eroded ground = {large.height, large.slope_x, large.slope_z};
    if (block->octave_count > 0)
        ground = erode(task, ground, bend2_at(task, TR_SHAPE_LARGE, base, i),
                       tr_shape_gully_strength(large.height, block->params), i, row);
    if (block->steps & TR_SHAPE_DETAIL)
        ground.height = tr_shape_detail(ground.height, k_load(given.before), large.height, block->params);
    return tr_shape_finish(ground.height, large.height, river, given.elevation ? k_load(given.elevation) : zero,
                           given.weight ? k_load(given.weight) : zero, block->params, block->steps);
}

// Whole vectors, then the rest of the row through copies.
static void run_row(const tr_shape_task *task, span columns, int32_t row)
{
    const tr_shape_block *block = task->block;
    float *out = block->out + row * block->out_stride;
    const int64_t packed = (int64_t)row * block->x.count;
    const int32_t end = task->x0 + task->width;
    int32_t i = task->x0;
    for (; i + TR_LANES <= end; i += TR_LANES) {
        const inputs given = {out + i, block->elevation ? block->elevation + packed + i : NULL,
                              block->weight ? block->weight + packed + i : NULL};
        k_store(out + i, height_at(task, given, columns.first, i, row));
    }
    if (i >= end) return;
    float rest[4][TR_LANES] = {{0}};
    const size_t bytes = (size_t)(end - i) * sizeof(float);
    memcpy(rest[0], out + i, bytes);
    if (block->elevation) memcpy(rest[1], block->elevation + packed + i, bytes);
    if (block->weight) memcpy(rest[2], block->weight + packed + i, bytes);
    const inputs given = {rest[0], block->elevation ? rest[1] : NULL, block->weight ? rest[2] : NULL};
    k_store(rest[3], height_at(task, given, columns.first, i, row));
    memcpy(out + i, rest[3], bytes);
}

static void run(const tr_shape_task *task)
{
    const span columns = columns_of(task);
    for (int octave = 0; octave < TR_MAX_GULLY_OCTAVES; octave++) task->scratch->kept[octave].valid = false;
    for (int32_t row = task->z0; row < task->z0 + task->rows; row++) {
        for (int layer = 0; layer < TR_SHAPE_LAYERS; layer++)
            if (task->block->lattice[layer]) prepare_row(task, columns, layer, row);
        run_row(task, columns, row);
    }
}

const tr_shape_table TR_ISA_NAME(tr_shape_table) = {run};
