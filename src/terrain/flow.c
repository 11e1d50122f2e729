// Upstream area (derived.h).
//
// In the order opposite to that of the flood (flood.h) every sample hands its area on: to all neighbours of a lower
// level in proportion to the slope towards them (J. Freeman, Calculating catchment area with divergent flow, 1991), and
// in hollows and on level ground to the neighbour it was reached from, so that water crosses a hollow along its deepest
// line. All rain leaves at an outlet.
#include <math.h>

#include "terrain/derived.h"
#include "terrain/flood.h"

static const double inverse_distance[TR_FLOOD_DIRECTIONS] = {1, 1, 1, 1, M_SQRT1_2, M_SQRT1_2, M_SQRT1_2, M_SQRT1_2};

static void drain(tr_flood *flood, uint32_t sample)
{
    if (flood->from[sample] == TR_FLOOD_OUTLET) return;
    const tr_flood_place at = tr_flood_place_of(flood, sample);
    const bool submerged = tr_flood_is_hollow(flood, &at);
    double slope[TR_FLOOD_DIRECTIONS], sum = 0;
    for (int d = 0; d < TR_FLOOD_DIRECTIONS && !submerged; d++) {
        const double fall = (double)*at.level - (double)*tr_flood_neighbour(flood, &at, d).level;
        slope[d] = fall > 0 ? fall * inverse_distance[d] : 0;
        sum += slope[d];
    }
    const double area = flood->room[sample].value;
    if (sum <= 0) {
        flood->room[tr_flood_neighbour(flood, &at, flood->from[sample]).sample].value += area;
        return;
    }
    const double share = area / sum;
    for (int d = 0; d < TR_FLOOD_DIRECTIONS; d++)
        if (slope[d] > 0) flood->room[tr_flood_neighbour(flood, &at, d).sample].value += share * slope[d];
}

static void accumulate(tr_flood *flood, double spacing_m)
{
    const size_t count = flood->tail;
    for (size_t i = 0; i < count; i++) flood->room[i].value = spacing_m * spacing_m;
    for (size_t i = count; i-- > 0;) drain(flood, flood->order[i]);
    for (size_t i = 0; i < count; i++) *tr_flood_place_of(flood, (uint32_t)i).level = (float)flood->room[i].value;
}

bool tr_flow_accumulation(tr_context *context, double spacing_m, double sea_level_m, const tr_grid *height,
                          const tr_grid *out, tr_error *err)
{
    // The levels are needed no longer than the areas are not known: they share the memory of the result.
    tr_flood flood;
    if (!tr_flood_create(context, sea_level_m, height, out, &flood, err)) return false;
    accumulate(&flood, spacing_m);
    tr_flood_destroy(context, &flood);
    return true;
}
