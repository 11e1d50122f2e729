#include "carve/plan/river_network.h"

#include <stdlib.h>

#include "base/array.h"

typedef struct tracing_work {
    tr_context *context;
    const tr_drainage *drainage;
    const tr_lake_basins *lakes;
    double min_cells;
    tr_river_network *out;
    uint32_t *point_of;  // per sample on a line: its point
} tracing_work;

static bool is_river(const tracing_work *tracing, uint32_t sample)
{
    return tracing->drainage->cells[sample] >= tracing->min_cells && !tr_drainage_is_sea(tracing->drainage, sample) &&
           !tr_lake_at(tracing->lakes, sample);
}

// ---------------------------------------------------------------------------------------------------------
// Lists

bool tr_river_network_push(tr_context *context, tr_river_network *network, const tr_river_point *point, tr_error *err)
{
    tr_river_point *points = tr_array_reserve(context, network->points, (int32_t)network->point_count,
                                              &network->point_capacity, sizeof *points, err);
    if (!points) return false;
    network->points = points;
    network->points[network->point_count++] = *point;
    return true;
}

static bool push_point(tracing_work *tracing, uint32_t sample, uint32_t cells, tr_error *err)
{
    const uint32_t width = (uint32_t)tracing->drainage->width, column = sample % width, row = sample / width;
    const tr_plan_point at = {column, row};
    return tr_river_network_push(tracing->context, tracing->out,
                                 &(tr_river_point){at, sample, cells, 0, tracing->out->line_count, false}, err);
}

static bool push_line(tracing_work *tracing, const tr_river_line *line, tr_error *err)
{
    tr_river_network *out = tracing->out;
    tr_river_line *lines =
        tr_array_reserve(tracing->context, out->lines, out->line_count, &out->line_capacity, sizeof *lines, err);
    if (!lines) return false;
    out->lines = lines;
    out->lines[out->line_count++] = *line;
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// One line, from its mouth up

// From the last sample of the river on, into the water; downstream. `cells` are those of the river.
static bool push_into_lake(tracing_work *tracing, uint32_t sample, uint32_t cells, tr_error *err)
{
    for (int i = 0; i < TR_RIVER_INTO_WATER && tr_lake_at(tracing->lakes, sample); i++) {
        if (!push_point(tracing, sample, cells, err)) return false;
        sample = tr_drainage_receiver(tracing->drainage, sample);
    }
    return true;
}

// The sea has no receivers: straight on, as long as it is sea.
static bool push_into_sea(tracing_work *tracing, uint32_t land, uint32_t sample, uint32_t cells, tr_error *err)
{
    const int32_t width = tracing->drainage->width, height = tracing->drainage->height;
    int32_t x = (int32_t)(sample % (uint32_t)width), z = (int32_t)(sample / (uint32_t)width);
    const int32_t dx = x - (int32_t)(land % (uint32_t)width), dz = z - (int32_t)(land / (uint32_t)width);
    for (int i = 0; i < TR_RIVER_INTO_WATER; i++, x += dx, z += dz) {
        if (x < 0 || z < 0 || x >= width || z >= height) break;
        const uint32_t at = (uint32_t)z * (uint32_t)width + (uint32_t)x;
        if (!tr_drainage_is_sea(tracing->drainage, at)) break;
        if (!push_point(tracing, at, cells, err)) return false;
    }
    return true;
}

// Upstream: the samples of the lake that a line leaves.
static bool push_out_of_lake(tracing_work *tracing, uint32_t sample, uint32_t cells, tr_error *err)
{
    for (int i = 0; i < TR_RIVER_INTO_WATER; i++) {
        if (!push_point(tracing, sample, cells, err)) return false;
        const int donor = tracing->drainage->donor[sample];
        if (donor == TR_DRAINAGE_NONE) break;
        sample = tr_drainage_step(tracing->drainage, sample, donor);
        if (!tr_lake_at(tracing->lakes, sample)) break;
    }
    return true;
}

static void reverse_points(tr_river_point *points, uint32_t count)
{
    for (uint32_t i = 0; i < count / 2; i++) {
        const tr_river_point other = points[i];
        points[i] = points[count - 1 - i];
        points[count - 1 - i] = other;
    }
}

// The river up to its source: always the larger inflow.
static bool push_upstream(tracing_work *tracing, uint32_t mouth, tr_river_line *line, tr_error *err)
{
    const tr_drainage *drainage = tracing->drainage;
    line->first = tracing->out->point_count;
    for (uint32_t sample = mouth;;) {
        const uint32_t cells = drainage->cells[sample];
        if (!push_point(tracing, sample, cells, err)) return false;
        if (drainage->donor[sample] == TR_DRAINAGE_NONE) break;
        sample = tr_drainage_step(drainage, sample, drainage->donor[sample]);
        line->from_lake = tr_lake_at(tracing->lakes, sample) - 1;
        if (line->from_lake >= 0 && !push_out_of_lake(tracing, sample, cells, err)) return false;
        if (!is_river(tracing, sample)) break;
    }
    line->count = tracing->out->point_count - line->first;
    reverse_points(tracing->out->points + line->first, line->count);
    for (uint32_t i = line->first; i < tracing->out->point_count; i++)
        tracing->point_of[tracing->out->points[i].sample] = i;
    return true;
}

static bool push_mouth(tracing_work *tracing, uint32_t last, tr_river_mouth *mouth, tr_error *err)
{
    const uint32_t cells = tracing->drainage->cells[last];
    mouth->into = -1;
    mouth->end = TR_RIVER_TO_BORDER;
    if (tr_drainage_is_outlet(tracing->drainage, last)) return true;
    const uint32_t receiver = tr_drainage_receiver(tracing->drainage, last);
    if (tr_drainage_is_sea(tracing->drainage, receiver)) {
        mouth->end = TR_RIVER_TO_SEA;
        return push_into_sea(tracing, last, receiver, cells, err);
    }
    if (tr_lake_at(tracing->lakes, receiver)) {
        mouth->end = TR_RIVER_TO_LAKE;
        mouth->into = tr_lake_at(tracing->lakes, receiver) - 1;
        return push_into_lake(tracing, receiver, cells, err);
    }
    mouth->end = TR_RIVER_TO_RIVER;
    mouth->point = tracing->point_of[receiver];
    mouth->into = tracing->out->points[mouth->point].line;
    tracing->out->lines[mouth->into].has_inflows = true;
    return push_point(tracing, receiver, cells, err);
}

// Whether the line of the receiver goes on with this sample.
static bool is_continued(const tracing_work *tracing, uint32_t sample)
{
    if (tr_drainage_is_outlet(tracing->drainage, sample)) return false;
    const uint32_t receiver = tr_drainage_receiver(tracing->drainage, sample);
    return is_river(tracing, receiver) &&
           tr_drainage_step(tracing->drainage, receiver, tracing->drainage->donor[receiver]) == sample;
}

static bool trace_line(tracing_work *tracing, uint32_t last, tr_error *err)
{
    tr_river_line line = {.from_lake = -1};
    if (!push_upstream(tracing, last, &line, err) || !push_mouth(tracing, last, &line.mouth, err)) return false;
    line.count = tracing->out->point_count - line.first;
    return push_line(tracing, &line, err);
}

// ---------------------------------------------------------------------------------------------------------
// All lines

typedef struct last_sample {
    uint32_t cells, sample;
} last_sample;

static int compare_last_samples(const void *left, const void *right)
{
    const last_sample *a = left, *b = right;
    if (a->cells != b->cells) return a->cells > b->cells ? -1 : 1;
    return a->sample < b->sample ? -1 : a->sample > b->sample;
}

// The last samples of all lines on land; `out` has room for `capacity` of them. Returns how many there are.
static size_t find_last_samples(const tracing_work *tracing, last_sample *out, size_t capacity)
{
    const uint32_t samples = (uint32_t)tracing->drainage->width * (uint32_t)tracing->drainage->height;
    size_t count = 0;
    for (uint32_t sample = 0; sample < samples; sample++) {
        if (!is_river(tracing, sample) || is_continued(tracing, sample)) continue;
        if (count < capacity) out[count] = (last_sample){tracing->drainage->cells[sample], sample};
        count++;
    }
    return count;
}

static bool trace_lines(tracing_work *tracing, tr_error *err)
{
    const size_t count = find_last_samples(tracing, NULL, 0);
    last_sample *last = tr_alloc_array(tracing->context, count, sizeof *last, err);
    if (!last) return false;
    find_last_samples(tracing, last, count);
    qsort(last, count, sizeof *last, compare_last_samples);
    bool ok = true;
    for (size_t i = 0; ok && i < count; i++) ok = trace_line(tracing, last[i].sample, err);
    tr_free(tracing->context, last);
    return ok;
}

bool tr_river_network_trace(tr_context *context, const tr_drainage *drainage, const tr_lake_basins *lakes,
                            double min_cells, tr_river_network *out, tr_error *err)
{
    *out = (tr_river_network){0};
    tracing_work tracing = {context, drainage, lakes, min_cells, out, NULL};
    tracing.point_of =
        tr_alloc_array(context, (size_t)drainage->width * (size_t)drainage->height, sizeof *tracing.point_of, err);
    const bool ok = tracing.point_of && trace_lines(&tracing, err);
    tr_free(context, tracing.point_of);
    if (!ok) tr_river_network_destroy(context, out);
    return ok;
}

void tr_river_network_destroy(tr_context *context, tr_river_network *network)
{
    tr_free(context, network->points);
    tr_free(context, network->lines);
    *network = (tr_river_network){0};
}
