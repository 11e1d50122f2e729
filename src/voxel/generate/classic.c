// Columns of the preset CLASSIC (docs/voxel.md). Neighbours are made together: a column reads one block column beyond
// its border, and what a noise does once per row is shared.
#include "voxel/generate/classic.h"

#include <stdlib.h>
#include <string.h>

#include "base/integers.h"
#include "voxel/generate/classic_layout.h"

_Static_assert(TR_CLASSIC_OCEAN == TR_BIOME_OCEAN && TR_CLASSIC_RIVER == TR_BIOME_RIVER &&
                   TR_CLASSIC_BEACH == TR_BIOME_BEACH && TR_CLASSIC_DESERT == TR_BIOME_DESERT &&
                   TR_CLASSIC_SAVANNA == TR_BIOME_SAVANNA && TR_CLASSIC_JUNGLE == TR_BIOME_JUNGLE &&
                   TR_CLASSIC_RAINFOREST == TR_BIOME_RAINFOREST && TR_CLASSIC_GRASSLAND == TR_BIOME_GRASSLAND &&
                   TR_CLASSIC_WOODLAND == TR_BIOME_WOODLAND && TR_CLASSIC_FOREST == TR_BIOME_FOREST &&
                   TR_CLASSIC_TAIGA == TR_BIOME_TAIGA && TR_CLASSIC_TUNDRA == TR_BIOME_TUNDRA &&
                   TR_CLASSIC_MOUNTAIN_BIOME == TR_BIOME_MOUNTAIN && TR_CLASSIC_ICE == TR_BIOME_ICE,
               "the kernel gives biomes by their numbers");

enum {
    MAX_SIDE = 6,    // columns of chunks along a side of a square that is made at once
    SEA_LEVEL = 0,   // y of the highest block of the sea
    SNOW_LINE = 48,  // ground above it is under snow
    UNDER_DEPTH = 3,
};

// ---------------------------------------------------------------------------------------------------------
// Blocks

static const struct {
    uint8_t surface, under;
} blocks_of[TR_BIOME_COUNT] = {
    [TR_BIOME_OCEAN] = {TR_BLOCK_SAND, TR_BLOCK_SAND},       [TR_BIOME_RIVER] = {TR_BLOCK_SAND, TR_BLOCK_SAND},
    [TR_BIOME_BEACH] = {TR_BLOCK_SAND, TR_BLOCK_SAND},       [TR_BIOME_DESERT] = {TR_BLOCK_SAND, TR_BLOCK_SAND},
    [TR_BIOME_SAVANNA] = {TR_BLOCK_GRASS, TR_BLOCK_DIRT},    [TR_BIOME_JUNGLE] = {TR_BLOCK_GRASS, TR_BLOCK_DIRT},
    [TR_BIOME_RAINFOREST] = {TR_BLOCK_GRASS, TR_BLOCK_DIRT}, [TR_BIOME_GRASSLAND] = {TR_BLOCK_GRASS, TR_BLOCK_DIRT},
    [TR_BIOME_PLAINS] = {TR_BLOCK_GRASS, TR_BLOCK_DIRT},     [TR_BIOME_WOODLAND] = {TR_BLOCK_GRASS, TR_BLOCK_DIRT},
    [TR_BIOME_FOREST] = {TR_BLOCK_GRASS, TR_BLOCK_DIRT},     [TR_BIOME_SWAMP] = {TR_BLOCK_GRASS, TR_BLOCK_DIRT},
    [TR_BIOME_TAIGA] = {TR_BLOCK_PODZOL, TR_BLOCK_DIRT},     [TR_BIOME_TUNDRA] = {TR_BLOCK_SNOW, TR_BLOCK_STONE},
    [TR_BIOME_MOUNTAIN] = {TR_BLOCK_SNOW, TR_BLOCK_STONE},   [TR_BIOME_ICE] = {TR_BLOCK_SNOW, TR_BLOCK_STONE},
};

// The highest block that is not above the height. Heights are far below 2^24.
static int32_t floor_of(float height)
{
    const int32_t whole = (int32_t)height;
    return whole - ((float)whole > height);
}

// Nothing grows under water and no snow lies there: the surface is that of the earth below.
tr_classic_soil tr_classic_soil_of(uint32_t biome, int32_t top)
{
    tr_classic_soil soil = {blocks_of[biome].surface, blocks_of[biome].under, UNDER_DEPTH};
    if (top < SEA_LEVEL)
        soil.surface = soil.under;
    else if (top > SNOW_LINE)
        soil.surface = TR_BLOCK_SNOW;
    return soil;
}

static void record_cell(tr_column *column, int32_t cell, uint32_t biome)
{
    const int32_t top = floor_of(column->height[cell]);
    const tr_classic_soil soil = tr_classic_soil_of(biome, top);
    column->top[cell] = top;
    column->water[cell] = top < SEA_LEVEL ? SEA_LEVEL : TR_COLUMN_DRY;
    column->biome[cell] = (uint8_t)biome;
    column->surface[cell] = soil.surface;
    column->under[cell] = soil.under;
}

static void record_extent(tr_column *column)
{
    int32_t lowest = column->top[0], highest = column->top[0];
    for (int32_t cell = 0; cell < TR_COLUMN_CELLS; cell++) {
        lowest = tr_min_i32(lowest, column->top[cell]);
        highest = tr_max_i32(highest, column->top[cell]);
    }
    column->lowest = lowest - UNDER_DEPTH;
    column->highest = lowest < SEA_LEVEL ? tr_max_i32(highest, SEA_LEVEL) : highest;
}

static void record_column(const tr_classic_area *area, tr_column *column)
{
    const int64_t x = (column->x - area->chunk_x) * TR_VOXEL_SIDE, z = (column->z - area->chunk_z) * TR_VOXEL_SIDE;
    const int64_t height_stride = (int64_t)area->chunks_x * TR_VOXEL_SIDE;
    for (int32_t row = 0; row < TR_VOXEL_SIDE; row++) {
        memcpy(column->height + row * TR_VOXEL_SIDE, area->height + (z + row) * height_stride + x,
               TR_VOXEL_SIDE * sizeof(float));
        const uint32_t *biome = area->biome + (z + row + 1) * area->stride + x + 1;
        for (int32_t i = 0; i < TR_VOXEL_SIDE; i++) record_cell(column, row * TR_VOXEL_SIDE + i, biome[i]);
    }
    memset(column->under_depth, UNDER_DEPTH, sizeof column->under_depth);
    memset(column->cover, TR_GROUND_BARE, sizeof column->cover);
    memset(column->open, 0, sizeof column->open);
    column->bands = NULL;
    record_extent(column);
    column->decorations = NULL;
    column->decoration_count = 0;
    column->decorated_highest = column->highest;
    column->bytes = sizeof *column;
}

// ---------------------------------------------------------------------------------------------------------
// Areas

bool tr_classic_ground_cpu(const tr_voxel_rules *rules, const tr_classic_area *area, tr_error *err)
{
    (void)err;
    const tr_classic_table *table = TR_ISA_PICK(tr_classic_table, tr_context_isa(rules->context));
    const float *noise[TR_CLASSIC_FIELD_COUNT];
    for (int field = 0; field < TR_CLASSIC_FIELD_COUNT; field++) noise[field] = area->noise[field];
    table->ground(noise, area->stride * area->rows, area->raw, area->biome);
    const int32_t width = area->chunks_x * TR_VOXEL_SIDE;
    for (int32_t row = 0; row < area->chunks_z * TR_VOXEL_SIDE; row++)
        table->smooth(area->raw + (int64_t)row * area->stride, area->raw + (int64_t)(row + 2) * area->stride, width,
                      area->height + (int64_t)row * width);
    return true;
}

static bool make_noise(const tr_voxel_rules *rules, const tr_classic_area *area, int field, tr_error *err)
{
    tr_noise_query query = tr_default_noise_query();
    query.seed = rules->seed;
    query.origin[0] = area->chunk_x * TR_VOXEL_SIDE - 1;
    query.origin[1] = area->chunk_z * TR_VOXEL_SIDE - 1;
    query.size[0] = area->width;
    query.size[1] = area->rows;
    float *samples = area->noise[field];
    const tr_grid out = {samples, area->width, area->rows, 1, area->stride, (int64_t)area->stride * area->rows};
    for (int32_t row = 0; row < area->rows; row++)
        memset(samples + (int64_t)row * area->stride + area->width, 0,
               (size_t)(area->stride - area->width) * sizeof *samples);
    return tr_noise_grid(rules->classic->noise[field], &query, NULL, &out, err);
}

static bool make_area(const tr_voxel_rules *rules, const tr_classic_area *area, tr_error *err)
{
    for (int field = 0; field < TR_CLASSIC_FIELD_COUNT; field++)
        if (!make_noise(rules, area, field, err)) return false;
    if (tr_context_backend(rules->context) == TR_BACKEND_GL) return tr_classic_ground_gl(rules, area, err);
    return tr_classic_ground_cpu(rules, area, err);
}

// The smallest rectangle around columns, and its memory in one piece.
static float *open_area(const tr_voxel_rules *rules, tr_column *const *columns, size_t count, tr_classic_area *out,
                        tr_error *err)
{
    int64_t low_x = columns[0]->x, high_x = low_x, low_z = columns[0]->z, high_z = low_z;
    for (size_t i = 1; i < count; i++) {
        low_x = tr_min_i64(low_x, columns[i]->x), high_x = tr_max_i64(high_x, columns[i]->x);
        low_z = tr_min_i64(low_z, columns[i]->z), high_z = tr_max_i64(high_z, columns[i]->z);
    }
    *out = (tr_classic_area){
        low_x, low_z, (int32_t)(high_x - low_x + 1), (int32_t)(high_z - low_z + 1), 0, 0, 0, {0}, NULL, NULL, NULL};
    out->width = out->chunks_x * TR_VOXEL_SIDE + 2;
    out->rows = out->chunks_z * TR_VOXEL_SIDE + 2;
    out->stride = (out->width + 7) / 8 * 8;
    const size_t plane = (size_t)out->stride * (size_t)out->rows;
    const size_t inner = (size_t)(out->chunks_x * out->chunks_z) * TR_VOXEL_LAYER;
    const size_t bytes = ((TR_CLASSIC_FIELD_COUNT + 2) * plane + inner) * sizeof(float);
    float *memory = tr_spare_take(&rules->classic->spare, rules->context, bytes, err);
    if (!memory) return NULL;
    for (int field = 0; field < TR_CLASSIC_FIELD_COUNT; field++) out->noise[field] = memory + (size_t)field * plane;
    out->raw = memory + TR_CLASSIC_FIELD_COUNT * plane;
    out->biome = (uint32_t *)(void *)(out->raw + plane);
    out->height = out->raw + 2 * plane;
    return memory;
}

static bool make_columns(const tr_voxel_rules *rules, tr_column *const *columns, size_t count, tr_error *err)
{
    tr_classic_area area;
    float *memory = open_area(rules, columns, count, &area, err);
    if (!memory) return false;
    const bool ok = make_area(rules, &area, err);
    for (size_t i = 0; ok && i < count; i++) record_column(&area, columns[i]);
    tr_spare_give(&rules->classic->spare, rules->context, memory);
    return ok;
}

// ---------------------------------------------------------------------------------------------------------
// Many columns: those of one square of the plane are made together. Squares lie as is best for the columns asked for,
// which changes nothing but the time.

typedef struct column_at {
    tr_column *column;
    int64_t square_x, square_z;
} column_at;

typedef struct columns_call {
    const tr_voxel_rules *rules;
    tr_column **sorted;
    size_t *first;  // of each square, and the end
} columns_call;

static int compare(int64_t a, int64_t b)
{
    return (a > b) - (a < b);
}

static int compare_squares(const void *a, const void *b)
{
    const column_at *first = a, *second = b;
    const int rows = compare(first->square_z, second->square_z);
    return rows ? rows : compare(first->square_x, second->square_x);
}

// The side of squares, at most MAX_SIDE, that cut a length into as even parts as can be.
static int64_t side_of_squares(int64_t length)
{
    const int64_t parts = (length + MAX_SIDE - 1) / MAX_SIDE;
    return (length + parts - 1) / parts;
}

static void place_in_squares(tr_column *const *columns, size_t count, column_at *out)
{
    int64_t low_x = columns[0]->x, high_x = low_x, low_z = columns[0]->z, high_z = low_z;
    for (size_t i = 1; i < count; i++) {
        low_x = tr_min_i64(low_x, columns[i]->x), high_x = tr_max_i64(high_x, columns[i]->x);
        low_z = tr_min_i64(low_z, columns[i]->z), high_z = tr_max_i64(high_z, columns[i]->z);
    }
    const int64_t side_x = side_of_squares(high_x - low_x + 1), side_z = side_of_squares(high_z - low_z + 1);
    for (size_t i = 0; i < count; i++)
        out[i] = (column_at){columns[i], (columns[i]->x - low_x) / side_x, (columns[i]->z - low_z) / side_z};
}

static bool run_squares(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    const columns_call *call = user;
    (void)worker;
    for (int64_t i = begin; i < end; i++)
        if (!make_columns(call->rules, call->sorted + call->first[i], call->first[i + 1] - call->first[i], err))
            return false;
    return true;
}

bool tr_classic_columns(const tr_voxel_rules *rules, tr_column *const *columns, size_t count, tr_error *err)
{
    if (count == 0) return true;
    const size_t each = sizeof(column_at) + sizeof(tr_column *) + sizeof(size_t);
    column_at *places = tr_alloc_array(rules->context, count + 1, each, err);
    if (!places) return false;
    place_in_squares(columns, count, places);
    qsort(places, count, sizeof *places, compare_squares);
    tr_column **sorted = (tr_column **)(void *)(places + count + 1);
    columns_call call = {rules, sorted, (size_t *)(void *)(sorted + count + 1)};
    int64_t squares = 0;
    for (size_t i = 0; i < count; i++) {
        sorted[i] = places[i].column;
        if (i == 0 || compare_squares(&places[i - 1], &places[i]) != 0) call.first[squares++] = i;
    }
    call.first[squares] = count;
    const bool ok = tr_parallel_for(rules->context, &(tr_range_work){squares, 1, run_squares, &call}, NULL, err);
    tr_free(rules->context, places);
    return ok;
}
