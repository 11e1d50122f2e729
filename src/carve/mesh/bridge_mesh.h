// A bridge while its mesh is made: what the deck and what stands under it share.
#ifndef TR_CARVE_MESH_BRIDGE_MESH_H
#define TR_CARVE_MESH_BRIDGE_MESH_H

#include "carve/edit/carving.h"
#include "carve/mesh/strip_stations.h"

// What bridges of a kind of way are like. Metres.
typedef struct tr_bridge_look {
    bool girders;         // stands between plate girders; else on a beam, with parapets
    double walk_m;        // from the edge of the way to the outside of the deck, on each side
    double plate_m;       // thickness of the deck
    double parapet_up_m;  // of the solid part, above the way
    double rail_up_m;     // of the handrail; 0: none
    double post_m;        // from post to post
    tr_solid_color surface, deck, beam, rail, support;
} tr_bridge_look;

typedef struct tr_bridge {
    const tr_carving *carving;
    const tr_carve_path *path;  // the upper one
    const tr_bridge_def *def;
    tr_bridge_look look;
    double from_m, to_m;       // of the deck, along the path
    double front_m[2];         // faces of the abutments
    double front_bottom_m[2];  // and the heights they go down to
    int32_t pier_count;
    double beam_m;  // from the surface to the underside
    tr_strip_stations stations;
    tr_solid_mesh solid;
} tr_bridge;

// The station at an arc length, raised by the lift.
tr_strip_station tr_bridge_station(const tr_bridge *bridge, double at_m);

// Finds the place of the abutments, how many piers there are and how thick the deck is between them.
bool tr_bridge_plan_supports(tr_bridge *bridge, const tr_crossing *crossing, tr_error *err);
bool tr_bridge_add_supports(tr_bridge *bridge, tr_error *err);

#endif
