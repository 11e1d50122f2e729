#include "view_bridges.h"

#include <math.h>

// Farther away a deck is less than a pixel wide, and the colour of the ground shows it (view_ground.c).
static double farthest_m(const tr_view_def *def)
{
    const double deck_m = 8, pi = 3.14159265358979323846;
    return deck_m * def->height / (2 * tan(def->fov_deg * pi / 360));
}

static bool is_near(const tr_view_def *def, const tr_crossing *crossing, double limit_m)
{
    const double x = crossing->x_m - def->eye_m[0], z = crossing->z_m - def->eye_m[2];
    const double y = crossing->upper_m - def->eye_m[1], half_m = 0.5 * (crossing->deck_to_m - crossing->deck_from_m);
    return sqrt(x * x + y * y + z * z) - half_m < limit_m;
}

static bool add_bridges(const tr_carving *carving, const tr_view_def *def, view_bridges *out, tr_error *err)
{
    const double limit_m = farthest_m(def);
    tr_bridge_def bridge = tr_default_bridge_def();
    // Where the deck begins, deck and ground are one plane.
    bridge.lift_m = 0.015;
    for (int32_t i = 0; i < tr_carving_crossing_count(carving); i++) {
        const tr_crossing crossing = tr_carving_crossing_at(carving, i);
        if (!crossing.bridge || !is_near(def, &crossing, limit_m)) {
            continue;
        }
        if (!tr_carving_bridge(carving, i, &bridge, &out->meshes[out->count], err)) {
            return false;
        }
        out->count += out->meshes[out->count].index_count > 0;
    }
    return true;
}

bool view_bridges_create(const tr_world *world, const tr_view_def *def, view_bridges *out, tr_error *err)
{
    *out = (view_bridges){0};
    const tr_carving *carving = tr_world_carving(world);
    if (!carving || tr_carving_crossing_count(carving) == 0) {
        return true;
    }
    out->meshes =
        tr_alloc_array(tr_world_context(world), (size_t)tr_carving_crossing_count(carving), sizeof *out->meshes, err);
    if (out->meshes && add_bridges(carving, def, out, err)) {
        return true;
    }
    view_bridges_destroy(world, out);
    return false;
}

void view_bridges_destroy(const tr_world *world, view_bridges *bridges)
{
    tr_context *context = tr_world_context(world);
    for (int32_t i = 0; i < bridges->count; i++) {
        tr_mesh_destroy(context, &bridges->meshes[i]);
    }
    tr_free(context, bridges->meshes);
    *bridges = (view_bridges){0};
}
