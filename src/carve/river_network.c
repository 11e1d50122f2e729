#include "carve/river_network.h"

#include <stdlib.h>

#include "base/array.h"

typedef struct tracing {
    tr_context *context;
    const tr_drainage *drainage;
    const tr_lake_basins *lakes;
    double least_cells;
    tr_river_network *out;
    uint32_t *point_of;  // per sample on a line: its point
} tracing;

static bool is_river(const tracing *it, uint32_t sample)
{
    return it->drainage->cells[sample] >= it->least_cells && !tr_drainage_is_sea(it->drainage, sample) &&
           !tr_lake_at(it->lakes, sample);
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

static bool push_point(tracing *it, uint32_t sample, uint32_t cells, tr_error *err)
{
    const uint32_t width = (uint32_t)it->drainage->width, column = sample % width, row = sample / width;
    const tr_plan_point at = {column, row};
    return tr_river_network_push(it->context, it->out,
                                 &(tr_river_point){at, sample, cells, 0, it->out->line_count, false}, err);
}

static bool push_line(tracing *it, const tr_river_line *line, tr_error *err)
{
    tr_river_network *out = it->out;
    tr_river_line *lines =
        tr_array_reserve(it->context, out->lines, out->line_count, &out->line_capacity, sizeof *lines, err);
    if (!lines) return false;
    out->lines = lines;
    out->lines[out->line_count++] = *line;
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// One line, from its mouth up

// From the last sample of the river on, into the water; downstream. `cells` are those of the river.
static bool push_into_lake(tracing *it, uint32_t sample, uint32_t cells, tr_error *err)
{
    for (int i = 0; i < TR_RIVER_INTO_WATER && tr_lake_at(it->lakes, sample); i++) {
        if (!push_point(it, sample, cells, err)) return false;
        sample = tr_drainage_receiver(it->drainage, sample);
    }
    return true;
}

// The sea has no receivers: straight on, as long as it is sea.
static bool push_into_sea(tracing *it, uint32_t land, uint32_t sample, uint32_t cells, tr_error *err)
{
    const int32_t width = it->drainage->width, height = it->drainage->height;
    int32_t x = (int32_t)(sample % (uint32_t)width), z = (int32_t)(sample / (uint32_t)width);
    const int32_t dx = x - (int32_t)(land % (uint32_t)width), dz = z - (int32_t)(land / (uint32_t)width);
    for (int i = 0; i < TR_RIVER_INTO_WATER; i++, x += dx, z += dz) {
        if (x < 0 || z < 0 || x >= width || z >= height) break;
        const uint32_t at = (uint32_t)z * (uint32_t)width + (uint32_t)x;
        if (!tr_drainage_is_sea(it->drainage, at)) break;
        if (!push_point(it, at, cells, err)) return false;
    }
    return true;
}

// Upstream: the samples of the lake that a line leaves.
static bool push_out_of_lake(tracing *it, uint32_t sample, uint32_t cells, tr_error *err)
{
    for (int i = 0; i < TR_RIVER_INTO_WATER; i++) {
        if (!push_point(it, sample, cells, err)) return false;
        const int donor = it->drainage->donor[sample];
        if (donor == TR_DRAINAGE_NONE) break;
        sample = tr_drainage_step(it->drainage, sample, donor);
        if (!tr_lake_at(it->lakes, sample)) break;
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
static bool push_upstream(tracing *it, uint32_t mouth, tr_river_line *line, tr_error *err)
{
    const tr_drainage *drainage = it->drainage;
    line->first = it->out->point_count;
    for (uint32_t sample = mouth;;) {
        const uint32_t cells = drainage->cells[sample];
        if (!push_point(it, sample, cells, err)) return false;
        if (drainage->donor[sample] == TR_DRAINAGE_NONE) break;
        sample = tr_drainage_step(drainage, sample, drainage->donor[sample]);
        line->from_lake = tr_lake_at(it->lakes, sample) - 1;
        if (line->from_lake >= 0 && !push_out_of_lake(it, sample, cells, err)) return false;
        if (!is_river(it, sample)) break;
    }
    line->count = it->out->point_count - line->first;
    reverse_points(it->out->points + line->first, line->count);
    for (uint32_t i = line->first; i < it->out->point_count; i++) it->point_of[it->out->points[i].sample] = i;
    return true;
}

static bool push_mouth(tracing *it, uint32_t last, tr_river_mouth *mouth, tr_error *err)
{
    const uint32_t cells = it->drainage->cells[last];
    mouth->into = -1;
    mouth->end = TR_RIVER_TO_BORDER;
    if (tr_drainage_is_outlet(it->drainage, last)) return true;
    const uint32_t receiver = tr_drainage_receiver(it->drainage, last);
    if (tr_drainage_is_sea(it->drainage, receiver)) {
        mouth->end = TR_RIVER_TO_SEA;
        return push_into_sea(it, last, receiver, cells, err);
    }
    if (tr_lake_at(it->lakes, receiver)) {
        mouth->end = TR_RIVER_TO_LAKE;
        mouth->into = tr_lake_at(it->lakes, receiver) - 1;
        return push_into_lake(it, receiver, cells, err);
    }
    mouth->end = TR_RIVER_TO_RIVER;
    mouth->point = it->point_of[receiver];
    mouth->into = it->out->points[mouth->point].line;
    it->out->lines[mouth->into].has_inflows = true;
    return push_point(it, receiver, cells, err);
}

// Whether the line of the receiver goes on with this sample.
static bool is_continued(const tracing *it, uint32_t sample)
{
    if (tr_drainage_is_outlet(it->drainage, sample)) return false;
    const uint32_t receiver = tr_drainage_receiver(it->drainage, sample);
    return is_river(it, receiver) && tr_drainage_step(it->drainage, receiver, it->drainage->donor[receiver]) == sample;
}

static bool trace_line(tracing *it, uint32_t last, tr_error *err)
{
    tr_river_line line = {.from_lake = -1};
    if (!push_upstream(it, last, &line, err) || !push_mouth(it, last, &line.mouth, err)) return false;
    line.count = it->out->point_count - line.first;
    return push_line(it, &line, err);
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
static size_t find_last_samples(const tracing *it, last_sample *out, size_t capacity)
{
    const uint32_t samples = (uint32_t)it->drainage->width * (uint32_t)it->drainage->height;
    size_t count = 0;
    for (uint32_t sample = 0; sample < samples; sample++) {
        if (!is_river(it, sample) || is_continued(it, sample)) continue;
        if (count < capacity) out[count] = (last_sample){it->drainage->cells[sample], sample};
        count++;
    }
    return count;
}

static bool trace_lines(tracing *it, tr_error *err)
{
    const size_t count = find_last_samples(it, NULL, 0);
    last_sample *last = tr_alloc_array(it->context, count, sizeof *last, err);
    if (!last) return false;
    find_last_samples(it, last, count);
    qsort(last, count, sizeof *last, compare_last_samples);
    bool ok = true;
    for (size_t i = 0; ok && i < count; i++) ok = trace_line(it, last[i].sample, err);
    tr_free(it->context, last);
    return ok;
}

bool tr_river_network_trace(tr_context *context, const tr_drainage *drainage, const tr_lake_basins *lakes,
                            double least_cells, tr_river_network *out, tr_error *err)
{
    *out = (tr_river_network){0};
    tracing it = {context, drainage, lakes, least_cells, out, NULL};
    it.point_of = tr_alloc_array(context, (size_t)drainage->width * (size_t)drainage->height, sizeof *it.point_of, err);
    const bool ok = it.point_of && trace_lines(&it, err);
    tr_free(context, it.point_of);
    if (!ok) tr_river_network_destroy(context, out);
    return ok;
}

void tr_river_network_destroy(tr_context *context, tr_river_network *network)
{
    tr_free(context, network->points);
    tr_free(context, network->lines);
    *network = (tr_river_network){0};
}
