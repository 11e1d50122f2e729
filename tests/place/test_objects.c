// Objects of records made by hand: what follows from their identity, how it is spread, and how they stand on the
// ground.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/os.h"
#include "cmocka_test.h"
#include "place/placer.h"
#include "test_effort.h"

enum { SIDE = 32768, LAYERS = 4 };

// A placement of one set, with as many candidates in each cell as there are slots.
typedef struct hand_placement {
    struct tr_placer placer;
    tr_ranked_set set;
    tr_place_layer_def layers[LAYERS];
    tr_placed_set placed;
    struct tr_placement placement;
} hand_placement;

static void make_placement(hand_placement *placement, uint64_t seed)
{
    const tr_place_layer_def layer = {.scale_low = 0.8, .scale_high = 1.25, .variants = 1};
    *placement = (hand_placement){.placer = {.sets = &placement->set}};
    for (int i = 0; i < LAYERS; i++) placement->layers[i] = layer;
    placement->placer.def.set_count = 1;
    placement->set = (tr_ranked_set){.seed = seed, .unit = 256, .side = SIDE};
    placement->set.def.layers = placement->layers;
    placement->set.def.layer_count = LAYERS;
    placement->placement = (struct tr_placement){&placement->placer, &placement->placed};
    placement->placed.frame.unit_m = 256.0 / TR_PLACE_FINE_PER_METRE;
}

static uint32_t key_of(uint32_t slot, uint32_t layer, int rise_x, int rise_z)
{
    return slot | layer << 6 | ((uint32_t)rise_x & 1023) << 12 | ((uint32_t)rise_z & 1023) << 22;
}

// Gives the placement records of one layer: the slots of `columns` x `rows` cells from the cell of the origin on.
static tr_place_record *fill(hand_placement *placement, int32_t columns, int32_t rows, uint32_t layer)
{
    const int64_t count = (int64_t)columns * rows * TR_PATTERN_SLOTS;
    tr_place_record *records = malloc((size_t)count * sizeof *records);
    for (int64_t i = 0; i < count; i++) {
        const int32_t slot = (int32_t)(i % 64), cell = (int32_t)(i / 64);
        records[i] = (tr_place_record){.x = cell % columns * SIDE + slot % 8 * 4096 + 17,
                                       .z = cell / columns * SIDE + slot / 8 * 4096 + 4095,
                                       .y_m = 100.0f,
                                       .key = key_of((uint32_t)slot, layer, slot - 32, cell % 64)};
    }
    placement->placed.records = records;
    for (uint32_t i = 0; i <= LAYERS; i++) placement->placed.starts[i] = i <= layer ? 0 : count;
    return records;
}

static tr_object *objects_of(const hand_placement *placement, int64_t count)
{
    tr_object *objects = malloc((size_t)count * sizeof *objects);
    tr_placement_objects(&placement->placement, 0, -1, 0, count, objects);
    return objects;
}

// Where a quaternion turns the vertical to.
static void turned_up(const float q[4], double out[3])
{
    const double x = q[0], y = q[1], z = q[2], w = q[3];
    out[0] = 2 * (x * y - w * z);
    out[1] = 1 - 2 * (x * x + z * z);
    out[2] = 2 * (y * z + w * x);
}

// ---------------------------------------------------------------------------------------------------------

static int by_value(const void *left, const void *right)
{
    const uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return (a > b) - (a < b);
}

static void ids_of_a_million_are_unique(void **state)
{
    (void)state;
    static hand_placement placement;
    make_placement(&placement, 5);
    placement.layers[0].tilt_limit_deg = 30;
    placement.layers[0].variants = 3;
    const int32_t side = 125, count = side * side * 64;
    tr_place_record *records = fill(&placement, side, side, 0);
    uint64_t *ids = malloc((size_t)count * sizeof *ids);
    static tr_object objects[1000];
    int64_t spent_ns = 0;
    for (int32_t first = 0; first < count; first += 1000) {
        const int64_t start_ns = tr_os_now_ns();
        tr_placement_objects(&placement.placement, 0, 0, first, 1000, objects);
        spent_ns += tr_os_now_ns() - start_ns;
        for (int32_t i = 0; i < 1000; i++) ids[first + i] = objects[i].id;
    }
    printf("%d objects, %.1f ns each\n", count, (double)spent_ns / count);
    qsort(ids, (size_t)count, sizeof *ids, by_value);
    for (int32_t i = 1; i < count; i++) assert_true(ids[i - 1] != ids[i]);
    free(ids);
    free(records);
}

// The same place in another frame, and as part of another piece.
static void objects_do_not_depend_on_the_request(void **state)
{
    (void)state;
    static hand_placement placement;
    make_placement(&placement, 6);
    placement.layers[2].variants = 7;
    placement.layers[2].tilt_limit_deg = 30;
    const int64_t origins[][2] = {{0, 0}, {-5 * SIDE + 1000, 77}, {INT64_C(1) << 50, -(INT64_C(3) << 49)}};
    const int32_t count = 8 * 8 * 64;
    tr_place_record *records = fill(&placement, 8, 8, 2);
    for (int o = 0; o < 3; o++) {
        tr_place_frame *frame = &placement.placed.frame;
        frame->origin_x = origins[o][0];
        frame->origin_z = origins[o][1];
        tr_object *whole = objects_of(&placement, count);
        tr_object piece[10];
        for (int first = 0; first < count; first += 97) {
            const int some = count - first < 10 ? count - first : 10;
            tr_placement_objects(&placement.placement, 0, 2, first, some, piece);
            assert_memory_equal(piece, whole + first, (size_t)some * sizeof *piece);
        }
        frame->origin_x -= 12345678;
        frame->origin_z += 87654321;
        for (int32_t i = 0; i < count; i++) {
            records[i].x += 12345678;
            records[i].z -= 87654321;
        }
        tr_object *moved = objects_of(&placement, count);
        assert_memory_equal(moved, whole, (size_t)count * sizeof *moved);
        for (int32_t i = 0; i < count; i++) {
            records[i].x -= 12345678;
            records[i].z += 87654321;
        }
        free(moved);
        free(whole);
    }
    free(records);
}

// Counts of equal shares: the sum of (count - expected)^2 / expected, less its mean, in standard deviations.
static double chi_square_sigmas(const int *counts, int bins, double total)
{
    double sum = 0;
    for (int i = 0; i < bins; i++) sum += (counts[i] - total / bins) * (counts[i] - total / bins) / (total / bins);
    return (sum - (bins - 1)) / sqrt(2.0 * (bins - 1));
}

static void looks_are_spread_evenly(void **state)
{
    (void)state;
    static hand_placement placement;
    make_placement(&placement, 7);
    placement.layers[1].variants = 12;
    const int32_t side = 64, count = side * side * 64;
    tr_place_record *records = fill(&placement, side, side, 1);
    tr_object *objects = objects_of(&placement, count);
    int turns[36] = {0}, scales[32] = {0}, variants[12] = {0}, pairs[6 * 6 * 6] = {0};
    double turn_scale = 0;
    for (int32_t i = 0; i < count; i++) {
        const tr_object *o = &objects[i];
        assert_true(o->rotation[0] == 0.0f && o->rotation[2] == 0.0f);
        assert_true(o->scale >= 0.8f && o->scale <= 1.25f && o->variant < 12 && o->y_m == 100.0f);
        double turn = atan2(o->rotation[1], o->rotation[3]) / 3.14159265358979;
        if (turn < 0) turn += 1;
        const double scale = fmin((o->scale - 0.8) / 0.45, 0.9999999);
        turns[(int)(turn * 35.99999)]++;
        scales[(int)(fmax(scale, 0) * 32)]++;
        variants[o->variant]++;
        pairs[((int)(turn * 5.99999) * 6 + (int)(fmax(scale, 0) * 6)) * 6 + o->variant / 2]++;
        turn_scale += (turn - 0.5) * (scale - 0.5);
    }
    assert_true(fabs(chi_square_sigmas(turns, 36, count)) < 4.5);
    assert_true(fabs(chi_square_sigmas(scales, 32, count)) < 4.5);
    assert_true(fabs(chi_square_sigmas(variants, 12, count)) < 4.5);
    assert_true(fabs(chi_square_sigmas(pairs, 216, count)) < 4.5);
    assert_true(fabs(12 * turn_scale / count) < 5 / sqrt(count));
    free(objects);
    free(records);
}

static void check_lean(const tr_object *object, int rise_x, int rise_z, double limit_deg)
{
    const float *q = object->rotation;
    const double length = sqrt((double)q[0] * q[0] + (double)q[1] * q[1] + (double)q[2] * q[2] + (double)q[3] * q[3]);
    assert_true(fabs(length - 1) < 2e-7);
    double up[3];
    turned_up(q, up);
    const double rx = rise_x / 128.0, rz = rise_z / 128.0, slope = sqrt(rx * rx + rz * rz);
    const double limit = limit_deg * 3.14159265358979 / 180, tilt = fmin(atan(slope), limit);
    assert_true(fabs(up[1] - cos(tilt)) < 1e-6);
    // Leans downhill.
    const double x = slope > 0 ? -rx / slope * sin(tilt) : 0, z = slope > 0 ? -rz / slope * sin(tilt) : 0;
    assert_true(fabs(up[0] - x) < 1e-6 && fabs(up[2] - z) < 1e-6);
}

static void objects_lean_with_the_ground_up_to_the_limit(void **state)
{
    (void)state;
    static hand_placement placement;
    make_placement(&placement, 8);
    tr_place_record *records = fill(&placement, 1, 1, 0);
    const double limits[] = {0, 1e-3, 5, 30, 60, 90};
    for (int l = 0; l < 6; l++) {
        placement.layers[0].tilt_limit_deg = limits[l];
        for (int rise_x = -512; rise_x < 512; rise_x += 73) {
            for (int rise_z = -512; rise_z < 512; rise_z += 64) {
                tr_object object;
                records[0].key = key_of(9, 0, rise_x, rise_z);
                tr_placement_objects(&placement.placement, 0, 0, 0, 1, &object);
                check_lean(&object, rise_x, rise_z, limits[l]);
            }
        }
    }
    free(records);
}

// The turn is about the object's own axis, before the tilt: what points along x before lies in the plane of the ground.
static void the_turn_comes_before_the_tilt(void **state)
{
    (void)state;
    static hand_placement placement;
    make_placement(&placement, 9);
    placement.layers[0].tilt_limit_deg = 90;
    tr_place_record *records = fill(&placement, 8, 8, 0);
    tr_object *objects = objects_of(&placement, 8 * 8 * 64);
    for (int i = 0; i < 8 * 8 * 64; i++) {
        const double x = objects[i].rotation[0], y = objects[i].rotation[1], z = objects[i].rotation[2],
                     w = objects[i].rotation[3];
        const double side[3] = {1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)};
        const double rise_x = ((int)(records[i].key << 10) >> 22) / 128.0, rise_z = ((int)records[i].key >> 22) / 128.0;
        assert_true(fabs(side[1] - rise_x * side[0] - rise_z * side[2]) < 1e-6);
    }
    free(objects);
    free(records);
}

static void feet_are_sunk_by_their_size(void **state)
{
    (void)state;
    static hand_placement placement;
    make_placement(&placement, 10);
    placement.layers[3] = (tr_place_layer_def){.scale_low = 2, .scale_high = 4, .sink_m = 0.25, .variants = 255};
    tr_place_record *records = fill(&placement, 4, 4, 3);
    tr_object *objects = objects_of(&placement, 4 * 4 * 64);
    for (int i = 0; i < 4 * 4 * 64; i++) {
        const tr_object *o = &objects[i];
        assert_true(fabs(o->y_m - (100.0 - 0.25 * o->scale)) < 1e-5);
        assert_true(o->layer == 3 && o->set == 0 && o->scale >= 2 && o->scale <= 4 && o->variant < 255);
        assert_true(o->x_m == records[i].x / 4096.0 && o->z_m == records[i].z / 4096.0);
    }
    free(objects);
    free(records);
}

// The bits of objects are the same on every machine.
static void objects_have_their_golden_bits(void **state)
{
    (void)state;
    static hand_placement placement;
    make_placement(&placement, 11);
    placement.layers[1] =
        (tr_place_layer_def){.scale_low = 0.5, .scale_high = 1.5, .tilt_limit_deg = 20, .sink_m = 0.1, .variants = 5};
    placement.placed.frame.origin_x = -(INT64_C(1) << 45) + 333;
    tr_place_record *records = fill(&placement, 16, 16, 1);
    tr_object *objects = objects_of(&placement, 16 * 16 * 64);
    uint64_t hash = 0;
    for (int i = 0; i < 16 * 16 * 64; i++) {
        const tr_object *o = &objects[i];
        uint32_t words[6];
        memcpy(words, &o->y_m, 4);
        memcpy(words + 1, &o->scale, 4);
        memcpy(words + 2, o->rotation, 16);
        hash = tr_hash_identity(hash, o->id, (int64_t)(o->x_m * 4096), (int64_t)(o->z_m * 4096), o->variant);
        for (int w = 0; w < 6; w++) hash = tr_hash_identity(hash, words[w], 0, 0, 0);
    }
    assert_int_equal(hash, UINT64_C(0x2a34339ed8be485b));
    free(objects);
    free(records);
}

TEST_GROUP(objects)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ids_of_a_million_are_unique),
        cmocka_unit_test(objects_do_not_depend_on_the_request),
        cmocka_unit_test(looks_are_spread_evenly),
        cmocka_unit_test(objects_lean_with_the_ground_up_to_the_limit),
        cmocka_unit_test(the_turn_comes_before_the_tilt),
        cmocka_unit_test(feet_are_sunk_by_their_size),
        cmocka_unit_test(objects_have_their_golden_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
