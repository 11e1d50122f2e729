// Bridges as meshes (terrane/carve.h): the deck and what stands on it.
//
// A deck is longer than the span: beside it the way comes back to full strength over its fade, and there the ground
// falls away under the deck like the slope of an embankment. At the ends of the deck the ground is the way itself.
#include "carve/mesh/bridge_mesh.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "carve/course/course.h"
#include "carve/course/pieces.h"

enum { BRIDGE_DEF_COOKIE = 0x62726467 };

tr_bridge_def tr_default_bridge_def(void)
{
    return (tr_bridge_def){.cookie = BRIDGE_DEF_COOKIE, .step_m = 4, .error_m = 0.01, .pier_m = 22};
}

static bool check_def(const tr_bridge_def *def, tr_error *err)
{
    const double values[3] = {def->step_m, def->error_m, def->pier_m};
    static const char *const names[3] = {"step", "error", "distance of piers"};
    for (int i = 0; i < 3; i++) {
        if (isfinite(values[i]) && values[i] > 0) continue;
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "the %s of a bridge is %g m: it must be finite and more than 0",
                       names[i], values[i]);
    }
    if (!isfinite(def->lift_m)) return tr_fail(err, TR_ERROR_NOT_FINITE, "the lift of a bridge is not a finite number");
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// Looks

static const tr_bridge_look road_look = {
    .walk_m = 0.9,
    .plate_m = 0.35,
    .parapet_up_m = 0.55,
    .rail_up_m = 1.05,
    .post_m = 2.5,
    .surface = {90, 91, 95},
    .deck = {146, 144, 138},
    .beam = {130, 128, 122},
    .rail = {108, 114, 116},
    .support = {136, 132, 124},
};

static const tr_bridge_look track_look = {
    .walk_m = 0.35,
    .plate_m = 0.25,
    .parapet_up_m = 0.2,
    .rail_up_m = 1.05,
    .post_m = 2,
    .surface = {126, 106, 78},
    .deck = {98, 88, 74},
    .beam = {82, 73, 61},
    .rail = {106, 95, 79},
    .support = {130, 125, 116},
};

static const tr_bridge_look rail_look = {
    .girders = true,
    .walk_m = 0.6,
    .plate_m = 0.4,
    .parapet_up_m = 0.85,
    .post_m = 2,
    .surface = {70, 66, 63},
    .deck = {112, 108, 102},
    .beam = {88, 98, 96},
    .rail = {80, 90, 88},
    .support = {130, 124, 115},
};

static tr_bridge_look look_of(tr_path_kind kind)
{
    return kind == TR_PATH_RAIL ? rail_look : kind == TR_PATH_TRACK ? track_look : road_look;
}

// ---------------------------------------------------------------------------------------------------------
// Sections

// An upright rectangle beside the way, on one side of it: from `inner_m` to `outer_m` from its edge.
static tr_section bar_beside(int side, double inner_m, double outer_m, double low_m, double high_m,
                             tr_solid_color color)
{
    const double right_m = side > 0 ? inner_m : -outer_m, left_m = side > 0 ? outer_m : -inner_m;
    return (tr_section){{{side, right_m, low_m, color},
                         {side, left_m, low_m, color},
                         {side, left_m, high_m, color},
                         {side, right_m, high_m, color}},
                        4};
}

static bool add_bar(tr_bridge *bridge, int side, double inner_m, double outer_m, double low_m, double high_m,
                    tr_solid_color color, tr_error *err)
{
    const tr_section bar = bar_beside(side, inner_m, outer_m, low_m, high_m, color);
    return tr_solid_add_sweep(&bridge->solid, bridge->stations.items, bridge->stations.count, &bar, err);
}

// The way itself, and the underside of the plate.
static bool add_plate(tr_bridge *bridge, tr_error *err)
{
    const tr_bridge_look *look = &bridge->look;
    const tr_section plate = {{{-1, 0, -look->plate_m, look->deck},
                               {1, 0, -look->plate_m, look->deck},
                               {1, 0, 0, look->surface},
                               {-1, 0, 0, look->deck}},
                              4};
    return tr_solid_add_sweep(&bridge->solid, bridge->stations.items, bridge->stations.count, &plate, err);
}

// The beam under the plate: narrower, its sides leaning in.
static bool add_beam(tr_bridge *bridge, tr_error *err)
{
    const tr_bridge_look *look = &bridge->look;
    const double half_m = bridge->stations.items[0].half_m, under_m = -bridge->beam_m;
    const double inset_m = 0.3 * half_m, lean_m = 0.35 * (bridge->beam_m - look->plate_m);
    const double top_m = 0.1 - look->plate_m;
    const tr_section beam = {{{-1, inset_m + lean_m, under_m, look->beam},
                              {1, -inset_m - lean_m, under_m, look->beam},
                              {1, -inset_m, top_m, look->beam},
                              {-1, inset_m, top_m, look->beam}},
                             4};
    return tr_solid_add_sweep(&bridge->solid, bridge->stations.items, bridge->stations.count, &beam, err);
}

// A walkway that rises to a low wall, and the handrail over it.
static bool add_parapet(tr_bridge *bridge, int side, tr_error *err)
{
    const tr_bridge_look *look = &bridge->look;
    const double wall_m = fmin(0.25, look->walk_m), outer_m = look->walk_m, kerb_up_m = 0.15, rail_m = 0.05;
    const double axis_m = outer_m - 0.5 * wall_m;
    return add_bar(bridge, side, 0, outer_m - wall_m, -look->plate_m, kerb_up_m, look->deck, err) &&
           add_bar(bridge, side, outer_m - wall_m, outer_m, -look->plate_m - 0.1, look->parapet_up_m, look->deck,
                   err) &&
           add_bar(bridge, side, axis_m - rail_m, axis_m + rail_m, look->rail_up_m - 2 * rail_m, look->rail_up_m,
                   look->rail, err);
}

// A plate girder with a flange on its top.
static bool add_girder(tr_bridge *bridge, int side, tr_error *err)
{
    const tr_bridge_look *look = &bridge->look;
    const double web_m = 0.2, flange_m = 0.08, middle_m = 0.5 * look->walk_m, top_m = look->parapet_up_m;
    return add_bar(bridge, side, 0, middle_m - 0.5 * web_m, -look->plate_m, 0.1, look->deck, err) &&
           add_bar(bridge, side, middle_m - 0.5 * web_m, middle_m + 0.5 * web_m, -bridge->beam_m, top_m - flange_m,
                   look->beam, err) &&
           add_bar(bridge, side, 0, look->walk_m, top_m - flange_m, top_m, look->beam, err) &&
           add_bar(bridge, side, 0, look->walk_m, -bridge->beam_m - flange_m, -bridge->beam_m, look->beam, err);
}

// ---------------------------------------------------------------------------------------------------------
// What stands on the deck

tr_strip_station tr_bridge_station(const tr_bridge *bridge, double at_m)
{
    double t;
    const int32_t piece = tr_course_locate(&bridge->path->course, at_m, &t);
    tr_strip_station station = tr_strip_station_at(&bridge->path->course.pieces[piece], t);
    station.at[1] += bridge->def->lift_m;
    return station;
}

// A box beside the way.
static tr_prism box_beside(const tr_strip_station *at, int side, double inner_m, double outer_m, double length_m)
{
    const double right_m = side > 0 ? at->half_m + inner_m : -at->half_m - outer_m;
    const double left_m = side > 0 ? at->half_m + outer_m : -at->half_m - inner_m, ahead_m = 0.5 * length_m;
    return (tr_prism){
        .corners = {{-ahead_m, right_m}, {ahead_m, right_m}, {ahead_m, left_m}, {-ahead_m, left_m}},
        .count = 4,
        .hangs = true,
        .spread = 1,
    };
}

static bool add_post(tr_bridge *bridge, double at_m, int side, tr_error *err)
{
    const tr_bridge_look *look = &bridge->look;
    const tr_strip_station station = tr_bridge_station(bridge, at_m);
    const double wall_m = fmin(0.25, look->walk_m), axis_m = look->walk_m - 0.5 * wall_m, half_m = 0.045;
    tr_prism post = look->girders ? box_beside(&station, side, 0, look->walk_m - 0.05, 0.1)
                                  : box_beside(&station, side, axis_m - half_m, axis_m + half_m, 2 * half_m);
    post.top_up_m = look->girders ? look->parapet_up_m - 0.05 : look->rail_up_m - 0.05;
    post.bottom_m = look->girders ? -bridge->beam_m - 0.03 : look->parapet_up_m - 0.05;
    post.color = look->rail;
    return tr_solid_add_prism(&bridge->solid, &station, &post, err);
}

static bool add_posts(tr_bridge *bridge, tr_error *err)
{
    const double end_m = 0.7, length_m = bridge->to_m - bridge->from_m - 2 * end_m;
    if (length_m <= 0) return true;
    const int32_t count = (int32_t)fmax(ceil(length_m / bridge->look.post_m), 1);
    for (int32_t i = 0; i <= count; i++) {
        const double at_m = bridge->from_m + end_m + length_m * i / count;
        if (!add_post(bridge, at_m, 1, err) || !add_post(bridge, at_m, -1, err)) return false;
    }
    return true;
}

// Stout pillars where parapets end.
static bool add_pillars(tr_bridge *bridge, tr_error *err)
{
    const tr_bridge_look *look = &bridge->look;
    const double length_m = 0.5, half_m = 0.5 * length_m + 1e-3;
    for (int i = 0; i < 4; i++) {
        const tr_strip_station station =
            tr_bridge_station(bridge, i < 2 ? bridge->from_m + half_m : bridge->to_m - half_m);
        tr_prism pillar = box_beside(&station, i % 2 ? 1 : -1, look->walk_m - 0.4, look->walk_m + 0.08, length_m);
        pillar.top_up_m = look->rail_up_m + 0.12;
        pillar.bottom_m = -look->plate_m - 0.4;
        pillar.color = look->support;
        if (!tr_solid_add_prism(&bridge->solid, &station, &pillar, err)) return false;
    }
    return true;
}

static bool add_deck(tr_bridge *bridge, tr_error *err)
{
    if (!add_plate(bridge, err)) return false;
    for (int side = -1; side <= 1; side += 2)
        if (!(bridge->look.girders ? add_girder(bridge, side, err) : add_parapet(bridge, side, err))) return false;
    if (!add_posts(bridge, err)) return false;
    return bridge->look.girders || (add_beam(bridge, err) && add_pillars(bridge, err));
}

// ---------------------------------------------------------------------------------------------------------
// The whole

// Crossings that share a span report the same one.
static bool is_given_before(const tr_carving *carving, int32_t index)
{
    const tr_crossing *crossing = &carving->crossings[index];
    for (int32_t i = 0; i < index; i++) {
        const tr_crossing *other = &carving->crossings[i];
        if (other->bridge && other->upper == crossing->upper && other->from_m == crossing->from_m) return true;
    }
    return false;
}

// The pieces of the path that are the deck: it was cut where the deck begins and ends, to a millimetre.
static tr_course course_of_deck(const tr_carve_path *path, const tr_crossing *crossing)
{
    const double slack_m = 2e-3;
    tr_course deck = path->course;
    while (deck.piece_count > 1 && deck.pieces->to_m < crossing->deck_from_m + slack_m) {
        deck.pieces++;
        deck.piece_count--;
    }
    while (deck.piece_count > 1 && deck.pieces[deck.piece_count - 1].from_m > crossing->deck_to_m - slack_m)
        deck.piece_count--;
    return deck;
}

static bool set_stations(tr_bridge *bridge, const tr_crossing *crossing, tr_error *err)
{
    const tr_strip_step step = {bridge->def->step_m, bridge->def->error_m, 1};
    const tr_course deck = course_of_deck(bridge->path, crossing);
    if (!tr_strip_stations_create(bridge->carving->context, &deck, &step, &bridge->stations, err)) return false;
    tr_strip_stations_limit(&bridge->stations);
    for (int32_t i = 0; i < bridge->stations.count; i++) bridge->stations.items[i].at[1] += bridge->def->lift_m;
    bridge->from_m = deck.pieces[0].from_m;
    bridge->to_m = deck.pieces[deck.piece_count - 1].to_m;
    memcpy(bridge->solid.origin, bridge->stations.items[0].at, sizeof bridge->solid.origin);
    return true;
}

bool tr_carving_bridge(const tr_carving *carving, int32_t crossing, const tr_bridge_def *def, tr_mesh *out,
                       tr_error *err)
{
    assert(carving && def && def->cookie == BRIDGE_DEF_COOKIE && out);
    memset(out, 0, sizeof *out);
    if (crossing < 0 || crossing >= carving->crossing_count)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "there is no crossing %d: there are %d", (int)crossing,
                       (int)carving->crossing_count);
    if (!check_def(def, err)) return false;
    const tr_crossing *crossing_data = &carving->crossings[crossing];
    if (!crossing_data->bridge || !(crossing_data->deck_to_m > crossing_data->deck_from_m) ||
        is_given_before(carving, crossing))
        return true;
    const tr_carve_path *path = carving->paths[tr_carving_find(carving, crossing_data->upper)];
    tr_bridge bridge = {.carving = carving,
                        .path = path,
                        .def = def,
                        .look = look_of(path->def.kind),
                        .solid = {.context = carving->context}};
    const bool ok = set_stations(&bridge, crossing_data, err) && tr_bridge_plan_supports(&bridge, crossing_data, err) &&
                    add_deck(&bridge, err) && tr_bridge_add_supports(&bridge, err) &&
                    tr_solid_finish(&bridge.solid, out, err);
    tr_solid_destroy(&bridge.solid);
    tr_strip_stations_destroy(carving->context, &bridge.stations);
    return ok;
}
