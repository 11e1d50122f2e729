// Biomes over rows, compiled once per ISA.
#include "terrain/biome_isa.h"

#include "terrain/biome_kernel.h"
#include "terrain/window_rows.h"

// Without a grid of it, all water is sea.
static inline __attribute__((always_inline)) void weigh(const tr_biome_row *row, int32_t i, kf *weight)
{
    const tr_window_rows rows = {row->north, row->middle, row->south};
    const tr_window window = load_window(&rows, i);
    const tr_biome_place place = {window.at, tr_slope_of(tr_horn_gradient(window, row->rules->inverse_8_spacing)),
                                  k_load(row->temperature + i), k_load(row->humidity + i),
                                  row->sea ? k_load(row->sea + i) : k_set(1.0f)};
    tr_biome_weights_at(place, *row->rules, weight);
}

// Copies of the last samples, long enough for a vector.
typedef struct row_tail {
    tr_window_tail heights;
    float temperature[TR_LANES], humidity[TR_LANES], sea[TR_LANES];
} row_tail;

static tr_biome_row tail_of_row(const tr_biome_row *row, int32_t i, row_tail *tail)
{
    const size_t bytes = (size_t)(row->width - i) * sizeof(float);
    memset(tail, 0, sizeof *tail);
    const tr_window_rows rows = {row->north, row->middle, row->south};
    const tr_window_rows heights = tail_of(&rows, i, row->width, &tail->heights);
    memcpy(tail->temperature, row->temperature + i, bytes);
    memcpy(tail->humidity, row->humidity + i, bytes);
    if (row->sea) memcpy(tail->sea, row->sea + i, bytes);
    tr_biome_row last = *row;
    last.north = heights.north, last.middle = heights.middle, last.south = heights.south;
    last.temperature = tail->temperature, last.humidity = tail->humidity;
    last.sea = row->sea ? tail->sea : NULL;
    return last;
}

static void store_tail(float *out, kf value, int32_t count)
{
    float lanes[TR_LANES];
    k_store(lanes, value);
    memcpy(out, lanes, (size_t)count * sizeof *lanes);
}

static void weights(const tr_biome_row *row)
{
    kf weight[TR_BIOME_COUNT];
    int32_t i = 0;
    for (; i + TR_LANES <= row->width; i += TR_LANES) {
        weigh(row, i, weight);
        for (int b = 0; b < TR_BIOME_COUNT; b++) k_store(row->out + b * row->plane_stride + i, weight[b]);
    }
    if (i >= row->width) return;
    row_tail tail;
    const tr_biome_row last = tail_of_row(row, i, &tail);
    weigh(&last, 0, weight);
    for (int b = 0; b < TR_BIOME_COUNT; b++)
        store_tail(row->out + b * row->plane_stride + i, weight[b], row->width - i);
}

static void dominant(const tr_biome_row *row)
{
    kf weight[TR_BIOME_COUNT];
    int32_t i = 0;
    for (; i + TR_LANES <= row->width; i += TR_LANES) {
        weigh(row, i, weight);
        k_store(row->out + i, tr_max_weight(weight));
    }
    if (i >= row->width) return;
    row_tail tail;
    const tr_biome_row last = tail_of_row(row, i, &tail);
    weigh(&last, 0, weight);
    store_tail(row->out + i, tr_max_weight(weight), row->width - i);
}

const tr_biome_table TR_ISA_NAME(tr_biome_table) = {weights, dominant};
