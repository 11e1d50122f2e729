// What a bridge stands on: abutments in the slopes at its ends, and piers.
#include <math.h>

#include "carve/mesh/bridge_mesh.h"

// How deep supports go into the ground.
static const double foot_m = 1.5;

// ---------------------------------------------------------------------------------------------------------
// The ground

static double place_of(const tr_strip_station *station, double ahead_m, double left_m, int axis)
{
    return axis == 0 ? station->at[0] + left_m * station->left[0] - ahead_m * station->left[1]
                     : station->at[2] + left_m * station->left[1] + ahead_m * station->left[0];
}

// The nearest place that samples can have, as an area of one.
static tr_sample_area area_at(const tr_carving *carving, double x_m, double z_m)
{
    return (tr_sample_area){(int64_t)nearbyint(x_m / carving->def.scale_m[0] * TR_UNITS_PER_METRE),
                            (int64_t)nearbyint(z_m / carving->def.scale_m[1] * TR_UNITS_PER_METRE), 1, 1,
                            1.0 / TR_UNITS_PER_METRE};
}

// The carved ground at a place.
static bool ground_at(const tr_carving *carving, double x_m, double z_m, double *out_m, tr_error *err)
{
    const tr_sample_area area = area_at(carving, x_m, z_m);
    const tr_ground *ground = &carving->def.ground;
    float height_m = 0;
    const tr_grid grid = {&height_m, 1, 1, 1, 1, 1};
    if (!ground->heights(ground->user, &x_m, &z_m, 1, &height_m, err) ||
        !tr_piece_index_apply(carving->index, &area, &grid, NULL, NULL, err))
        return false;
    *out_m = (double)height_m;
    return true;
}

// The lowest ground on a line across the bridge.
static bool lowest_across(const tr_bridge *bridge, const tr_strip_station *station, double half_m, double *out_m,
                          tr_error *err)
{
    enum { PLACES = 5 };
    *out_m = INFINITY;
    for (int i = 0; i < PLACES; i++) {
        const double left_m = half_m * (2.0 * i / (PLACES - 1) - 1);
        double here_m;
        if (!ground_at(bridge->carving, place_of(station, 0, left_m, 0), place_of(station, 0, left_m, 2), &here_m, err))
            return false;
        *out_m = fmin(*out_m, here_m);
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// Planning

static double outer_half_m(const tr_bridge *bridge, const tr_strip_station *station)
{
    return station->half_m + bridge->look.walk_m;
}

// From an end of the deck to where the ground has fallen clear of the underside, but not far down the slope.
static bool find_front(tr_bridge *bridge, int end, double max_m, tr_error *err)
{
    const double step_m = 0.5, clear_m = 0.6, sign = end == 0 ? 1 : -1;
    const double first_m = end == 0 ? bridge->from_m : bridge->to_m;
    double ground_m = 0;
    for (double away_m = fmin(step_m, max_m);; away_m += step_m) {
        const tr_strip_station station = tr_bridge_station(bridge, first_m + sign * away_m);
        if (!lowest_across(bridge, &station, outer_half_m(bridge, &station), &ground_m, err)) return false;
        bridge->front_m[end] = first_m + sign * away_m;
        bridge->front_bottom_m[end] = fmin(ground_m, station.at[1] - bridge->beam_m) - foot_m;
        if (station.at[1] - bridge->beam_m - ground_m >= clear_m || away_m + step_m > max_m) return true;
    }
}

bool tr_bridge_plan_supports(tr_bridge *bridge, const tr_crossing *crossing, tr_error *err)
{
    const double min_beam_m = bridge->look.plate_m + 0.1, deepest_m = 1.6, slenderness = 18;
    const double ramp_m = fmax(crossing->from_m - crossing->deck_from_m, crossing->deck_to_m - crossing->to_m);
    const double max_m = fmin(0.6 * ramp_m, 0.25 * (bridge->to_m - bridge->from_m));
    bridge->beam_m = min_beam_m;
    if (!find_front(bridge, 0, max_m, err) || !find_front(bridge, 1, max_m, err)) return false;
    const double length_m = bridge->front_m[1] - bridge->front_m[0];
    // An even number leaves the middle free, where most often the water is.
    const double piers = fmax(ceil(length_m / bridge->def->pier_m) - 1, 0), max_piers = 1 << 20;
    bridge->pier_count = (int32_t)fmin(piers, max_piers);
    bridge->pier_count += bridge->pier_count % 2;
    const double bay_m = length_m / (bridge->pier_count + 1);
    // Not so deep that it takes the room below.
    const double room_m = 0.4 * (crossing->upper_m - crossing->lower_m);
    bridge->beam_m = fmax(fmin(fmin(bay_m / slenderness, deepest_m), room_m), min_beam_m);
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// Abutments and piers

static bool add_abutment(tr_bridge *bridge, int end, tr_error *err)
{
    const double cover_m = 0.2, inset_m = 0.12;
    const tr_strip_station station = tr_bridge_station(bridge, bridge->front_m[end]);
    const double length_m = fabs(bridge->front_m[end] - (end == 0 ? bridge->from_m : bridge->to_m)) - cover_m;
    const double half_m = outer_half_m(bridge, &station) - inset_m;
    const double back_m = end == 0 ? -fmax(length_m, cover_m) : 0, face_m = end == 0 ? 0 : fmax(length_m, cover_m);
    const tr_prism wall = {
        .corners = {{back_m, -half_m}, {face_m, -half_m}, {face_m, half_m}, {back_m, half_m}},
        .count = 4,
        .top_up_m = -0.5 * bridge->look.plate_m,
        .bottom_m = bridge->front_bottom_m[end],
        .spread = 1,
        .color = bridge->look.support,
    };
    return tr_solid_add_prism(&bridge->solid, &station, &wall, err);
}

// Whether another way lies where a pier would stand.
static bool is_on_way(const tr_bridge *bridge, const tr_strip_station *station, double half_m, bool *out, tr_error *err)
{
    const double room_m = 1.5;
    *out = false;
    for (int i = -1; i <= 1 && !*out; i++) {
        const tr_sample_area area =
            area_at(bridge->carving, place_of(station, 0, i * half_m, 0), place_of(station, 0, i * half_m, 2));
        float distance_m = 0;
        int32_t owner = -1;
        const tr_carve_channels channels = {.distance = {&distance_m, 1, 1, 1, 1, 1}};
        if (!tr_piece_index_evaluate(bridge->carving->index, TR_SEARCH_HASH, &area, &channels, &owner, NULL, err))
            return false;
        if (owner < 0) continue;
        const tr_carve_path *path = bridge->carving->paths[tr_carving_find(bridge->carving, (tr_path_id)owner)];
        *out = path != bridge->path && !path->def.area && !tr_path_kind_is_water(path->def.kind) &&
               fabs((double)distance_m) < 0.5 * path->def.width_m + room_m;
    }
    return true;
}

// The place for a pier that is nearest to the one wanted; ways below stay free.
static bool find_pier(const tr_bridge *bridge, double wanted_m, double bay_m, tr_strip_station *out, bool *found,
                      tr_error *err)
{
    const double step_m = 1;
    *found = false;
    for (double away_m = 0; away_m < 0.45 * bay_m && !*found; away_m += step_m) {
        for (int sign = -1; sign <= 1 && !*found; sign += 2) {
            bool taken;
            *out = tr_bridge_station(bridge, wanted_m + sign * away_m);
            if (!is_on_way(bridge, out, out->half_m, &taken, err)) return false;
            *found = !taken;
        }
    }
    return true;
}

// Pointed against the stream, with a head that carries the deck.
static bool add_pier(tr_bridge *bridge, const tr_strip_station *station, tr_error *err)
{
    const bool wide = bridge->look.girders;
    const double thick_m = fmin(fmax(0.5 * bridge->beam_m, 0.35), 0.6);
    const double half_m = (wide ? station->half_m + 0.4 : 0.62 * station->half_m), head_m = half_m + 0.25;
    double ground_m;
    if (!lowest_across(bridge, station, half_m, &ground_m, err)) return false;
    tr_prism pier = {
        .corners = {{thick_m, -half_m + thick_m},
                    {thick_m, half_m - thick_m},
                    {0, half_m},
                    {-thick_m, half_m - thick_m},
                    {-thick_m, -half_m + thick_m},
                    {0, -half_m}},
        .count = 6,
        .top_up_m = -bridge->beam_m + 0.05,
        .bottom_m = fmin(ground_m, station->at[1] - bridge->beam_m - 0.5) - foot_m,
        .spread = 1.12,
        .color = bridge->look.support,
    };
    const double head_thick_m = thick_m + 0.15;
    const tr_prism head = {
        .corners = {{-head_thick_m, -head_m}, {head_thick_m, -head_m}, {head_thick_m, head_m}, {-head_thick_m, head_m}},
        .count = 4,
        .top_up_m = -bridge->beam_m + 0.08,
        .bottom_m = -bridge->beam_m - 0.4,
        .hangs = true,
        .spread = 1,
        .color = bridge->look.support,
    };
    return tr_solid_add_prism(&bridge->solid, station, &pier, err) &&
           tr_solid_add_prism(&bridge->solid, station, &head, err);
}

bool tr_bridge_add_supports(tr_bridge *bridge, tr_error *err)
{
    const double bay_m = (bridge->front_m[1] - bridge->front_m[0]) / (bridge->pier_count + 1);
    for (int end = 0; end < 2; end++)
        if (!add_abutment(bridge, end, err)) return false;
    for (int32_t i = 1; i <= bridge->pier_count; i++) {
        tr_strip_station station;
        bool found;
        if (!find_pier(bridge, bridge->front_m[0] + bay_m * i, bay_m, &station, &found, err)) return false;
        if (found && !add_pier(bridge, &station, err)) return false;
    }
    return true;
}
