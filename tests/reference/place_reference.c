#include "place_reference.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int64_t floor_div(int64_t a, int64_t b)
{
    return a / b - (a % b < 0);
}

// A candidate among the samples of an axis.
typedef struct spot {
    int64_t sample;
    float share;
} spot;

static spot find_spot(const reference_axis *axis, int64_t corner, int32_t units, int64_t unit)
{
    // Samples before the corner, without rounding where the step is whole.
    const int64_t from = corner - axis->origin, step = (int64_t)axis->step;
    const bool is_whole = axis->step == (double)step;
    const double at = is_whole ? (double)(from - floor_div(from, step) * step) / axis->step : (double)from / axis->step;
    const int64_t before = is_whole ? floor_div(from, step) : (int64_t)floor(at);
    const float offset = (float)(at - floor(at));
    const float along = (float)units * (float)((double)unit / axis->step);
    float t = along + offset;
    // Cut where the edge goes on.
    const float min = (float)(axis->min - before), max = (float)(axis->max - before);
    if (t < min) t = min;
    if (t > max) t = max;
    const float whole = floorf(t);
    return (spot){before + (int64_t)whole, t - whole};
}

static int64_t next_sample(const reference_axis *axis, int64_t sample)
{
    return sample < axis->max ? sample + 1 : sample;
}

// Densities of the layers up to `layer`, added and cut at 1, in 1/16384.
static int64_t accumulated(const place_reference *reference, int32_t layer, int64_t x, int64_t z)
{
    int64_t sum = 0;
    for (int32_t k = 0; k <= layer; k++) {
        float density = (float)reference->density(reference->user, k, x, z);
        if (density < 0) density = 0;
        if (density > 1) density = 1;
        sum += (int64_t)(density * 16384.0f + 0.5f);
        if (sum > 16384) sum = 16384;
    }
    return sum;
}

static int32_t layer_of(const place_reference *reference, spot x, spot z, double threshold)
{
    const int64_t fx = (int64_t)(x.share * 256.0f), fz = (int64_t)(z.share * 256.0f);
    const int64_t x1 = next_sample(&reference->x, x.sample), z1 = next_sample(&reference->z, z.sample);
    for (int32_t layer = 0; layer < reference->layer_count; layer++) {
        const int64_t top = accumulated(reference, layer, x.sample, z.sample) * (256 - fx) +
                            accumulated(reference, layer, x1, z.sample) * fx;
        const int64_t bottom =
            accumulated(reference, layer, x.sample, z1) * (256 - fx) + accumulated(reference, layer, x1, z1) * fx;
        const int64_t density = top * (256 - fz) + bottom * fz;
        if ((double)density / 1073741824.0 > threshold) return layer;
    }
    return -1;
}

static uint32_t rise_bits(float rise, double step)
{
    float scaled = rise * (float)(128.0 * 1048576.0 / step);
    if (scaled > 511) scaled = 511;
    if (scaled < -512) scaled = -512;
    return (uint32_t)(int32_t)floorf(scaled + 0.5f) & 1023u;
}

static tr_place_record record_of(const place_reference *reference, spot x, spot z, int32_t layer, int32_t slot)
{
    const int64_t x1 = next_sample(&reference->height_x, x.sample), z1 = next_sample(&reference->height_z, z.sample);
    const float h00 = reference->height(reference->user, x.sample, z.sample),
                h10 = reference->height(reference->user, x1, z.sample);
    const float h01 = reference->height(reference->user, x.sample, z1),
                h11 = reference->height(reference->user, x1, z1);
    const float top_rise = h10 - h00, bottom_rise = h11 - h01;
    const float top = h00 + top_rise * x.share, bottom = h01 + bottom_rise * x.share;
    const float rise_z = bottom - top, rise_x = top_rise + (bottom_rise - top_rise) * z.share;
    uint32_t key = (uint32_t)slot | (uint32_t)layer << 6;
    if (reference->leans)
        key |= rise_bits(rise_x, reference->height_x.step) << 12 | rise_bits(rise_z, reference->height_z.step) << 22;
    return (tr_place_record){.y_m = top + rise_z * z.share, .key = key};
}

reference_result place_reference_run(const place_reference *reference, const tr_region *region_m)
{
    const int64_t metre = 1 << 20, unit = llround(reference->footprint_m * 256);
    const int64_t side = llround(tr_pattern_info_of(reference->pattern).side * TR_PATTERN_UNITS), cell = side * unit;
    const int64_t x0 = region_m->x0 * metre, x1 = region_m->x1 * metre;
    const int64_t z0 = region_m->z0 * metre, z1 = region_m->z1 * metre;
    const int64_t first_x = floor_div(x0, cell), first_z = floor_div(z0, cell);
    reference_result out = {{first_x * side, first_z * side, (double)unit / (double)metre}, {0}, NULL};
    int64_t count = 0, capacity = 0;
    for (int64_t cz = first_z; cz * cell < z1; cz++)
        for (int64_t cx = first_x; cx * cell < x1; cx++) {
            tr_candidate candidates[TR_PATTERN_SLOTS];
            const int32_t slots = tr_pattern_cell(reference->pattern, reference->seed, cx, cz, candidates);
            for (int32_t slot = 0; slot < slots; slot++) {
                const tr_candidate *at = &candidates[slot];
                const int64_t px = cx * cell + at->x * unit, pz = cz * cell + at->z * unit;
                if (px < x0 || px >= x1 || pz < z0 || pz >= z1) continue;
                const int32_t layer = layer_of(reference, find_spot(&reference->x, cx * cell, at->x, unit),
                                               find_spot(&reference->z, cz * cell, at->z, unit), at->threshold);
                if (layer < 0) continue;
                if (count == capacity) {
                    capacity = capacity ? 2 * capacity : 1024;
                    out.records = realloc(out.records, (size_t)capacity * sizeof *out.records);
                }
                tr_place_record record =
                    record_of(reference, find_spot(&reference->height_x, cx * cell, at->x, unit),
                              find_spot(&reference->height_z, cz * cell, at->z, unit), layer, slot);
                record.x = (int32_t)((cx - first_x) * side + at->x);
                record.z = (int32_t)((cz - first_z) * side + at->z);
                out.records[count++] = record;
            }
        }
    // By layer; within a layer as they are.
    tr_place_record *sorted = malloc((size_t)(count + 1) * sizeof *sorted);
    int64_t next = 0;
    for (int32_t layer = 0; layer <= TR_PLACE_MAX_LAYERS; layer++) {
        out.starts[layer] = next;
        for (int64_t i = 0; i < count; i++)
            if ((int32_t)(out.records[i].key >> 6 & 63) == layer) sorted[next++] = out.records[i];
    }
    free(out.records);
    out.records = sorted;
    return out;
}
