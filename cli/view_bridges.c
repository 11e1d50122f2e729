#include "view_bridges.h"

#include <math.h>

// Farther away a deck is less than a pixel wide, and the colour of the ground shows it (view_ground.c).
static double farthest_m(const tr_view_def *def)
{
    const double deck_m = 8, pi = 3.14159265358979323846;
    return deck_m * def->height / (2 * tan(def->fov_deg * pi / 360));
}

static bool is_near(const void *user, const tr_crossing *crossing)
{
    const tr_view_def *def = user;
    const double x = crossing->x_m - def->eye_m[0], z = crossing->z_m - def->eye_m[2];
    const double y = crossing->upper_m - def->eye_m[1], half_m = 0.5 * (crossing->deck_to_m - crossing->deck_from_m);
    return sqrt(x * x + y * y + z * z) - half_m < farthest_m(def);
}

bool view_bridges_create(const tr_world *world, const tr_view_def *def, bridge_meshes *out, tr_error *err)
{
    const bridge_choice choice = {.is_wanted = is_near, .user = def, .lift_m = 0.015};
    return bridge_meshes_create(world, &choice, out, err);
}
