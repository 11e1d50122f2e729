// Tables of lattice positions (lattice.h).
#include "noise/lattice.h"

#include <assert.h>

#define TR_LANES 1
#include "noise/lattice_kernel.h"

typedef __int128 wide;

static const uint32_t axis_multiplier[3] = {TR_AXIS_A0, TR_AXIS_A1, TR_AXIS_A2};

tr_octave_seed tr_octave_seed_of(uint64_t seed, uint64_t salt, int octave)
{
    tr_octave_seed result = {0};
    for (int axis = 0; axis < 3; axis++) {
        uint64_t bits = tr_hash_identity(seed, salt, octave, axis, 0);
        result.axis[axis] = (uint32_t)(bits >> 32);
        result.shift_q40[axis] = octave == 0 ? 0 : bits & 0xffffffffffffu;
    }
    return result;
}

// ---------------------------------------------------------------------------------------------------------
// One axis

// Positions in fixed point with 40 fractional bits: of the first sample, and from one sample to the next.
typedef struct lattice_stride {
    wide first_q40, advance_q40;
} lattice_stride;

static lattice_stride stride_along(const tr_noise_query *query, int axis, uint64_t step_q40, uint64_t shift_q40)
{
    lattice_stride stride;
    stride.first_q40 = (wide)query->origin[axis] * (wide)step_q40 + (wide)shift_q40;
    stride.advance_q40 = (wide)query->step[axis] * (wide)step_q40;
    return stride;
}

// Walks them from sample to sample in 64-bit parts. The arithmetic shift floors, and cells are modulo 2^64.
typedef struct lattice_walker {
    uint64_t cell, fraction_q40;
    uint64_t advance_cell, advance_fraction_q40;
} lattice_walker;

static const uint64_t fraction_mask_q40 = ((uint64_t)1 << 40) - 1;

static lattice_walker walk(lattice_stride along)
{
    lattice_walker walker = {(uint64_t)(along.first_q40 >> 40), (uint64_t)along.first_q40 & fraction_mask_q40,
                             (uint64_t)(along.advance_q40 >> 40), (uint64_t)along.advance_q40 & fraction_mask_q40};
    return walker;
}

static void step(lattice_walker *walker)
{
    walker->fraction_q40 += walker->advance_fraction_q40;
    walker->cell += walker->advance_cell + (walker->fraction_q40 >> 40);
    walker->fraction_q40 &= fraction_mask_q40;
}

// The halves of a cell as the kernels take them: biased by 2^31.
static uint32_t low_half(uint64_t cell)
{
    return (uint32_t)(cell + 0x80000000u);
}

static uint32_t high_term(uint64_t cell, uint32_t seed)
{
    return (uint32_t)((cell + 0x80000000u) >> 32) * TR_AXIS_B + seed;
}

static void fill_positions(lattice_walker walker, uint32_t seed, tr_axis_table *table)
{
    for (int32_t i = 0; i < table->count; i++, step(&walker)) {
        table->lo[i] = low_half(walker.cell);
        table->high[i] = high_term(walker.cell, seed);
        table->t[i] = (float)(uint32_t)(walker.fraction_q40 >> 16) * 0x1p-24f;
    }
}

static void fill_major(lattice_walker walker, uint32_t seed, tr_axis_table *table)
{
    for (int32_t i = 0; i < table->count; i++, step(&walker)) {
        table->lo[i] = low_half(walker.cell);
        table->high[i] = high_term(walker.cell, seed);
        table->fraction[i] = (uint32_t)(walker.fraction_q40 >> 10);
    }
}

// A minor term carries neither the bias nor the seed; both are in the major one it is added to.
static void fill_minor(lattice_walker walker, tr_axis_table *table)
{
    for (int32_t i = 0; i < table->count; i++, step(&walker)) {
        table->minor_lo[i] = (uint32_t)walker.cell;
        table->minor_high[i] = (uint32_t)(walker.cell >> 32) * TR_AXIS_B;
        table->minor_fraction[i] = (uint32_t)(walker.fraction_q40 >> 10);
    }
}

// How many columns of the lattice lie beside a row: from the first sample's cell to the one after the last's, and
// what cellular noise looks at beyond.
static int32_t margin_of(const tr_source *source)
{
    return source->kind == TR_NODE_CELLULAR ? 1 : 0;
}

static bool is_contiguous(const tr_source *source, const tr_octave *octave, const tr_noise_query *query)
{
    if (source->kind == TR_NODE_SIMPLEX) return false;
    return (wide)query->step[0] * (wide)octave->step_q40 <= (wide)1 << 40;
}

// The axis word of the cell `offset` cells after that of a sample.
static uint32_t word_after(const tr_axis_table *table, int32_t sample, int32_t offset, int axis)
{
    tr_axis_position p = {table->lo[sample], table->high[sample], 0.0f};
    return tr_axis_word_at(p, offset, axis_multiplier[axis], 1);
}

// Neighbouring rows are mostly in the same cell, whose words are then copied.
static void fill_row_words(int axis, tr_axis_table *table)
{
    for (int32_t i = 0; i < table->count; i++) {
        bool same = i > 0 && table->lo[i] == table->lo[i - 1] && table->high[i] == table->high[i - 1];
        for (int32_t k = 0; k < 3; k++) {
            uint32_t *word = table->row_word[k] + i;
            *word = same ? word[-1] : word_after(table, i, k - 1, axis);
        }
    }
}

static void fill_columns(tr_axis_table *table)
{
    for (int32_t i = 0; i < table->count; i++) table->column[i] = (int32_t)(table->lo[i] - table->lo[0]);
    for (int32_t i = 0; i < TR_TABLE_PAD; i++) table->column[table->count + i] = table->column[table->count - 1];
    for (int32_t c = 0; c < table->column_count; c++)
        table->word[c] = word_after(table, 0, c - table->columns_before, 0);
}

// ---------------------------------------------------------------------------------------------------------
// Memory: one pass measures, a second hands out

typedef struct arena {
    unsigned char *base;  // NULL while measuring
    size_t used;
} arena;

static void *take(arena *from, size_t count, size_t size)
{
    void *block = from->base ? from->base + from->used : NULL;
    from->used += (count * size + 63) & ~(size_t)63;
    return block;
}

// An array of 32-bit elements with its padding, which is cleared.
static void *take_padded(arena *from, int32_t count)
{
    unsigned char *block = take(from, (size_t)count + TR_TABLE_PAD, sizeof(uint32_t));
    if (block) memset(block + (size_t)count * sizeof(uint32_t), 0, TR_TABLE_PAD * sizeof(uint32_t));
    return block;
}

static void place_axis(const tr_source *source, const tr_octave *octave, const tr_noise_query *query, int axis,
                       arena *from, tr_axis_table *table)
{
    const int32_t count = query->size[axis];
    table->count = count;
    table->lo = take_padded(from, count);
    table->high = take_padded(from, count);
    if (source->kind == TR_NODE_SIMPLEX) {
        table->fraction = take_padded(from, count);
        table->minor_lo = take_padded(from, count);
        table->minor_high = take_padded(from, count);
        table->minor_fraction = take_padded(from, count);
        return;
    }
    table->t = take_padded(from, count);
    table->fade = take_padded(from, count);
    if (axis > 0) {
        for (int k = 0; k < 3; k++) table->row_word[k] = take_padded(from, count);
        return;
    }
    table->contiguous = is_contiguous(source, octave, query);
    if (!table->contiguous) return;
    table->column = take_padded(from, count);
    table->columns_before = margin_of(source);
    wide span = (wide)(query->size[0] - 1) * (wide)query->step[0] * (wide)octave->step_q40;
    // One for the next lattice point, one for where the first sample lies in its cell.
    table->column_count = (int32_t)(span >> 40) + 3 + 2 * margin_of(source);
    table->word = take_padded(from, table->column_count);
}

static void fill_axis(const tr_source *source, const tr_octave *octave, const tr_noise_query *query, int axis,
                      const tr_octave_seed *seed, tr_axis_table *table)
{
    lattice_walker walker = walk(stride_along(query, axis, octave->step_q40, seed->shift_q40[axis]));
    if (source->kind == TR_NODE_SIMPLEX) {
        fill_major(walker, seed->axis[axis], table);
        fill_minor(walk(stride_along(query, axis, octave->minor_q40, 0)), table);
        return;
    }
    fill_positions(walker, seed->axis[axis], table);
    for (int32_t i = 0; i < table->count; i++) table->fade[i] = tr_fade(source->fade, table->t[i]);
    if (axis > 0) fill_row_words(axis, table);
    if (table->contiguous) fill_columns(table);
}

// The cells along a lattice axis that samples of the query reach: for simplex, with what the other axes add.
static void cell_range(const tr_source *source, const tr_octave *octave, const tr_noise_query *query, int axis,
                       const tr_octave_seed *seed, wide *first, wide *last)
{
    lattice_stride along = stride_along(query, axis, octave->step_q40, seed->shift_q40[axis]);
    wide start = along.first_q40, span = along.advance_q40 * (query->size[axis] - 1);
    for (int other = 0; source->kind == TR_NODE_SIMPLEX && other < source->dims; other++) {
        if (other == axis) continue;
        lattice_stride minor = stride_along(query, other, octave->minor_q40, 0);
        start += minor.first_q40;
        span += minor.advance_q40 * (query->size[other] - 1);
    }
    *first = start >> 40;
    *last = (start + span) >> 40;
}

// Whether the cells, and what displacements and neighbourhoods reach beyond them, share the upper half of the
// biased cell.
static bool in_one_half(wide first, wide last)
{
    const wide margin = (wide)(2 * TR_MAX_DISPLACEMENT_CELLS) + 8, bias = (wide)1 << 31;
    return (first + bias - margin) >> 32 == (last + bias + margin) >> 32;
}

// What the axes of an octave share.
static void begin_octave(const tr_source *source, int octave, const tr_noise_query *query, tr_octave_tables *tables)
{
    tables->seed = tr_octave_seed_of(query->seed, source->salt, octave);
    for (int axis = 0; axis < source->dims; axis++) {
        wide first, last;
        cell_range(source, &source->octaves[octave], query, axis, &tables->seed, &first, &last);
        if (!in_one_half(first, last)) tables->wraps = 1;
    }
}

static void fill_octave_axis(const tr_source *source, int octave, const tr_noise_query *query, int axis,
                             tr_octave_tables *tables)
{
    const tr_octave *octave_data = &source->octaves[octave];
    fill_axis(source, octave_data, query, axis, &tables->seed, &tables->axis[axis]);
    if (tables->wraps || source->kind != TR_NODE_SIMPLEX) return;
    // Without carries the major term must hold the upper half of the sum.
    wide first, last;
    cell_range(source, octave_data, query, axis, &tables->seed, &first, &last);
    uint32_t high = high_term((uint64_t)first, tables->seed.axis[axis]);
    for (int32_t i = 0; i < query->size[axis]; i++) tables->axis[axis].high[i] = high;
}

// The value of a coordinate node along its axis, before any displacement.
static void fill_coordinate(const tr_coordinate *coordinate, const tr_noise_query *query, float *values)
{
    for (int32_t i = 0; i < query->size[coordinate->axis]; i++) {
        int64_t position = query->origin[coordinate->axis] + (int64_t)i * query->step[coordinate->axis];
        values[i] = (float)(((double)position - coordinate->center) * coordinate->factor);
    }
}

static void place_all(const tr_noise *noise, const tr_noise_query *query, arena *from, tr_query_tables *out)
{
    int total = 0;
    for (int s = 0; s < noise->source_count; s++) total += noise->sources[s].octave_count;
    out->octaves = take(from, (size_t)total, sizeof *out->octaves);
    out->first_octave = take(from, (size_t)noise->source_count, sizeof *out->first_octave);
    out->coordinates = take(from, (size_t)noise->coordinate_count, sizeof *out->coordinates);
    for (int c = 0; c < noise->coordinate_count; c++) {
        float *values = take_padded(from, query->size[noise->coordinates[c].axis]);
        if (from->base) out->coordinates[c] = values;
    }
    int next = 0;
    for (int s = 0; s < noise->source_count; s++) {
        const tr_source *source = &noise->sources[s];
        if (from->base) out->first_octave[s] = next;
        for (int k = 0; k < source->octave_count; k++, next++) {
            tr_octave_tables scratch = {0};
            tr_octave_tables *tables = from->base ? &out->octaves[next] : &scratch;
            *tables = scratch;
            for (int axis = 0; axis < source->dims; axis++)
                place_axis(source, &source->octaves[k], query, axis, from, &tables->axis[axis]);
        }
    }
}

// The axes of the octaves of all sources, counted through: three to an octave, of which the first `dims` exist.
typedef struct table_fill {
    const tr_noise *noise;
    const tr_noise_query *query;
    tr_query_tables *tables;
} table_fill;

static bool fill_tables(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    const table_fill *fill = user;
    (void)worker, (void)err;
    for (int64_t index = begin; index < end; index++) {
        int64_t octave = index / 3;
        int axis = (int)(index % 3);
        int s = fill->noise->source_count - 1;
        while (fill->tables->first_octave[s] > octave) s--;
        const tr_source *source = &fill->noise->sources[s];
        if (axis < source->dims)
            fill_octave_axis(source, (int)(octave - fill->tables->first_octave[s]), fill->query, axis,
                             &fill->tables->octaves[octave]);
    }
    return true;
}

static bool fill_all_octaves(const tr_noise *noise, const tr_noise_query *query, tr_query_tables *tables, tr_error *err)
{
    enum { FEW_SAMPLES = 512 };  // along the axes together: not worth another thread
    int64_t total = 0;
    for (int s = 0; s < noise->source_count; s++)
        for (int k = 0; k < noise->sources[s].octave_count; k++)
            begin_octave(&noise->sources[s], k, query, &tables->octaves[total++]);
    bool few = (int64_t)query->size[0] + query->size[1] + query->size[2] < FEW_SAMPLES;
    table_fill work = {noise, query, tables};
    return tr_parallel_for(
        noise->context, &(tr_range_work){3 * total, few && total > 0 ? 3 * total : 1, fill_tables, &work}, NULL, err);
}

bool tr_query_tables_create(const tr_noise *noise, const tr_noise_query *query, tr_query_tables *out, tr_error *err)
{
    arena measure = {0};
    *out = (tr_query_tables){0};
    place_all(noise, query, &measure, out);
    arena memory = {.base = tr_spare_take(&noise->spares->tables, noise->context, measure.used, err)};
    if (!memory.base) return false;
    place_all(noise, query, &memory, out);
    assert(memory.used == measure.used);
    out->memory = memory.base;

    for (int c = 0; c < noise->coordinate_count; c++)
        fill_coordinate(&noise->coordinates[c], query, out->coordinates[c]);
    if (fill_all_octaves(noise, query, out, err)) return true;
    tr_query_tables_destroy(noise, out);
    return false;
}

void tr_query_tables_destroy(const tr_noise *noise, tr_query_tables *tables)
{
    tr_spare_give(&noise->spares->tables, noise->context, tables->memory);
    *tables = (tr_query_tables){0};
}
