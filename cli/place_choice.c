#include "place_choice.h"

#include "terrane/world.h"

#include <stdio.h>
#include <string.h>

enum { WANTED_OBJECTS = 10000, FIRST_SIDE_M = 64, LAST_SIDE_M = 8192 };

// ---------------------------------------------------------------------------------------------------------
// Sets

static bool fail_unknown(const tr_world *world, const char *name, tr_error *err)
{
    const int32_t count = tr_world_def_of(world)->place_set_count;
    char names[TR_PLACE_MAX_SETS][TR_PLACE_NAME_SIZE], list[TR_PLACE_MAX_SETS * (TR_PLACE_NAME_SIZE + 2)] = "";
    const char *pointers[TR_PLACE_MAX_SETS];
    for (int32_t i = 0; i < count; i++) {
        pointers[i] = tr_world_set_name(world, i, names[i]);
        const size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%s%s", i > 0 ? ", " : "", names[i]);
    }
    const char *nearest = tr_nearest_name(name, pointers, count);
    return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "--sets names '%s', which is not there%s%s%s; the world has %s",
                   name, nearest ? ", did you mean '" : "", nearest ? nearest : "", nearest ? "'?" : "", list);
}

static bool add_set(const tr_world *world, const char *name, uint32_t *sets, tr_error *err)
{
    for (int32_t i = 0; i < tr_world_def_of(world)->place_set_count; i++) {
        char text[TR_PLACE_NAME_SIZE];
        if (strcmp(tr_world_set_name(world, i, text), name) == 0) {
            *sets |= 1u << i;
            return true;
        }
    }
    return fail_unknown(world, name, err);
}

bool place_choose_sets(const tr_world *world, const char *names, uint32_t *out, tr_error *err)
{
    *out = names ? 0 : (1u << tr_world_def_of(world)->place_set_count) - 1;
    while (names) {
        const size_t length = strcspn(names, ",");
        char name[TR_PLACE_NAME_SIZE];
        snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name - 1), names);
        if (!add_set(world, name, out, err)) {
            return false;
        }
        names = names[length] == ',' ? names + length + 1 : NULL;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// Regions

static int64_t larger(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static int64_t smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static tr_region square_around(const tr_region *home, int64_t side_m)
{
    const int64_t x = home->x0 + (home->x1 - home->x0) / 2, z = home->z0 + (home->z1 - home->z0) / 2;
    return (tr_region){.x0 = larger(x - side_m / 2, home->x0),
                       .z0 = larger(z - side_m / 2, home->z0),
                       .x1 = smaller(x + side_m / 2, home->x1),
                       .z1 = smaller(z + side_m / 2, home->z1)};
}

// How dense objects stand cannot be known before: the square is doubled until there are enough.
bool place_choose_region(const tr_world *world, uint32_t sets, tr_region *out, tr_error *err)
{
    const tr_region home = tr_world_home(world);
    const int64_t max_length_m = smaller(larger(home.x1 - home.x0, home.z1 - home.z0), LAST_SIDE_M);
    for (int64_t side_m = FIRST_SIDE_M;; side_m *= 2) {
        *out = square_around(&home, side_m);
        if (side_m >= max_length_m) {
            return true;
        }
        tr_place_request_def request = tr_default_place_request_def();
        request.region_m = *out;
        request.sets = sets;
        tr_placement *placement = tr_place(tr_world_placer(world), &request, NULL, err);
        if (!placement) {
            return false;
        }
        const int64_t count = tr_placement_count(placement, -1, -1);
        tr_placement_destroy(placement);
        if (count >= WANTED_OBJECTS) {
            return true;
        }
    }
}

bool place_cut_region(const tr_world *world, tr_region *region, tr_error *err)
{
    const tr_world_def *def = tr_world_def_of(world);
    if (!def->has_bounds) {
        return true;
    }
    const tr_region *bounds = &def->bounds_m;
    const tr_region found = {.x0 = larger(region->x0, bounds->x0),
                             .z0 = larger(region->z0, bounds->z0),
                             .x1 = smaller(region->x1, bounds->x1),
                             .z1 = smaller(region->z1, bounds->z1)};
    if (found.x0 < found.x1 && found.z0 < found.z1) {
        *region = found;
        return true;
    }
    return tr_fail(err, TR_ERROR_INVALID_ARGUMENT,
                   "--region lies outside of the world, which reaches from %lld,%lld to %lld,%lld",
                   (long long)bounds->x0, (long long)bounds->z0, (long long)bounds->x1, (long long)bounds->z1);
}
