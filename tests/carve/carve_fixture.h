// Grounds and paths for tests of carving.
#ifndef TR_TEST_CARVE_FIXTURE_H
#define TR_TEST_CARVE_FIXTURE_H

#include <math.h>
#include <string.h>

#include "cmocka_test.h"
#include "terrane/carve.h"

// cmocka compares floats only.
#define assert_near(value, wanted, slack)                                                                         \
    do {                                                                                                          \
        const double near_value = (double)(value), near_wanted = (double)(wanted);                                \
        if (!(fabs(near_value - near_wanted) <= (double)(slack))) {                                               \
            fail_msg("%s is %.17g; wanted is %.17g within %g", #value, near_value, near_wanted, (double)(slack)); \
        }                                                                                                         \
    } while (0)

// A plane with waves on it: base + slope . place + wave sin(x / length) sin(z / length). Counts what it is asked for.
typedef struct test_ground {
    double base_m, slope_x, slope_z, wave_m, wave_length_m;
    int64_t asked;
    bool fails;
} test_ground;

static inline double test_ground_at(const test_ground *ground, double x_m, double z_m)
{
    const double length_m = ground->wave_length_m > 0 ? ground->wave_length_m : 1;
    return ground->base_m + ground->slope_x * x_m + ground->slope_z * z_m +
           ground->wave_m * sin(x_m / length_m) * sin(z_m / length_m);
}

static inline bool test_ground_heights(void *user, const double *x_m, const double *z_m, int32_t count, float *out_m,
                                       tr_error *err)
{
    test_ground *ground = user;
    ground->asked += count;
    if (ground->fails) return tr_fail(err, TR_ERROR_INTERNAL, "the ground of the test fails");
    for (int32_t i = 0; i < count; i++) out_m[i] = (float)test_ground_at(ground, x_m[i], z_m[i]);
    return true;
}

static inline tr_ground test_ground_hook(test_ground *ground)
{
    return (tr_ground){test_ground_heights, ground};
}

// Random numbers in [low, high) by their index.
static inline double test_random(uint64_t seed, int64_t index, double low, double high)
{
    return low + (high - low) * tr_unit_from_hash(tr_hash_identity(seed, 1, index, 0, 0));
}

static inline tr_path_vertex test_vertex(double x_m, double height_m, double z_m)
{
    tr_path_vertex vertex = tr_path_vertex_at(x_m, z_m);
    vertex.height_m = (float)height_m;
    return vertex;
}

// A path of a kind through `count` vertices, which it points to.
static inline tr_path_def test_path(tr_path_kind kind, const tr_path_vertex *vertices, int32_t count)
{
    tr_path_def def = tr_default_path_def(kind);
    def.max_side_slope = 0;
    def.vertices = vertices;
    def.vertex_count = count;
    return def;
}

#endif
