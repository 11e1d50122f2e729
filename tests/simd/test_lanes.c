// The vocabulary of kernels (lanes.h) with 1, 4 and 8 lanes against plain C.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cmocka_test.h"
#include "lanes_probe.h"

enum { PAIRS = 1024, LANES_AT_ONCE = 8 };

// Zeros of both signs, neighbours of integers, halves, ends of what floor and trunc take, and ordinary numbers.
// clang-format off
static const float specials[] = {
    0.0f, -0.0f, 1.0f, -1.0f, 0.5f, -0.5f, 1.5f, -1.5f, 2.5f, -2.5f, 3.0f, -3.0f, 7.0f, -7.0f, 123456.789f, -123456.789f,
    0x1.fffffep-1f, -0x1.fffffep-1f, 0x1.000002p0f, -0x1.000002p0f, 0x1p-126f, -0x1p-126f, 0x1p-24f, -0x1p-24f, 1e-20f,
    8388607.5f, -8388607.5f, 8388608.0f, -8388608.0f, 0x1.fffffep30f, -0x1.fffffep30f, -0x1p31f,
};
// clang-format on
enum { SPECIALS = sizeof specials / sizeof *specials };
_Static_assert(SPECIALS *SPECIALS == PAIRS, "every pair of them");

static float lanes_a[PAIRS], lanes_b[PAIRS];

static int fill_pairs(void **state)
{
    (void)state;
    for (int i = 0; i < PAIRS; i++) {
        lanes_a[i] = specials[i / SPECIALS];
        lanes_b[i] = specials[i % SPECIALS];
    }
    return 0;
}

typedef float (*plain_op)(float a, float b);

static const lanes_table *table_of(tr_isa isa)
{
    return TR_ISA_PICK(lanes_table, isa);
}

// `any_zero`: the sign of a zero is left open (a GPU's floor keeps it, the one through an integer does not).
static void compare(lane_op op, plain_op plain, bool any_zero)
{
    for (int isa = TR_ISA_SCALAR; isa < TR_ISA_COUNT; isa++) {
        if (!tr_isa_available((tr_isa)isa)) {
            printf("SKIPPED %s: this build or machine does not have it\n", tr_isa_name((tr_isa)isa));
            continue;
        }
        float found[PAIRS];
        table_of((tr_isa)isa)->run(op, lanes_a, lanes_b, found, PAIRS);
        for (int i = 0; i < PAIRS; i++) {
            const float expected = plain(lanes_a[i], lanes_b[i]);
            if (any_zero && expected == 0.0f && found[i] == 0.0f) continue;
            if (memcmp(&expected, &found[i], sizeof expected) == 0) continue;
            fail_msg("%s: operation %d of %a and %a is %a, not %a", tr_isa_name((tr_isa)isa), (int)op,
                     (double)lanes_a[i], (double)lanes_b[i], (double)found[i], (double)expected);
        }
    }
}

static uint32_t bits_of(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

// clang-format off
static float plain_select(float a, float b) { return a < b ? a : b; }
static float plain_max(float a, float b) { return a > b ? a : b; }
static float plain_abs(float a, float b) { return (void)b, fabsf(a); }
static float plain_floor(float a, float b) { return (void)b, floorf(a); }
static float plain_trunc(float a, float b) { return (void)b, truncf(a) + 0.0f; }
static float plain_from_int(float a, float b) { return (void)b, (float)((int32_t)bits_of(a) >> 8); }
static float plain_select_int(float a, float b) { return a > b ? b : fabsf(b); }
// clang-format on

static float plain_masks(float a, float b)
{
    const bool less = a < b, small = fabsf(a) < 1.0f;
    return (less && small ? 1.0f : 0.0f) + (less || small ? 2.0f : 0.0f) + (less ? 0.0f : 4.0f);
}

// Equal operands, zeros of different signs among them, give the second one.
static void min_and_max_give_the_second_of_equals(void **state)
{
    (void)state;
    compare(LANE_MIN, plain_select, false);
    compare(LANE_MAX, plain_max, false);
}

static void select_takes_whole_lanes(void **state)
{
    (void)state;
    compare(LANE_SELECT_LESS, plain_select, false);
    compare(LANE_SELECT_INT, plain_select_int, false);
}

static void abs_clears_the_sign_only(void **state)
{
    (void)state;
    compare(LANE_ABS, plain_abs, false);
}

static void floor_and_trunc_round_as_named(void **state)
{
    (void)state;
    compare(LANE_FLOOR, plain_floor, true);
    compare(LANE_TRUNC, plain_trunc, true);
}

static void integers_convert_exactly(void **state)
{
    (void)state;
    compare(LANE_FROM_INT, plain_from_int, false);
}

static void masks_combine(void **state)
{
    (void)state;
    compare(LANE_MASKS, plain_masks, false);
}

// One true lane among false ones is seen, whichever it is.
static void any_sees_a_single_lane(void **state)
{
    (void)state;
    for (int isa = TR_ISA_SCALAR; isa < TR_ISA_COUNT; isa++) {
        if (!tr_isa_available((tr_isa)isa)) continue;
        const lanes_table *table = table_of((tr_isa)isa);
        for (int hit = -1; hit < LANES_AT_ONCE; hit++) {
            float a[LANES_AT_ONCE], b[LANES_AT_ONCE], found[LANES_AT_ONCE];
            for (int i = 0; i < LANES_AT_ONCE; i++) a[i] = i == hit ? -1.0f : 1.0f, b[i] = 0.0f;
            table->run(LANE_ANY, a, b, found, LANES_AT_ONCE);
            for (int i = 0; i < LANES_AT_ONCE; i++) {
                const bool expected = hit >= 0 && i / table->lanes == hit / table->lanes;
                assert_true((found[i] == 1.0f) == expected);
            }
        }
    }
}

TEST_GROUP(lanes)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(min_and_max_give_the_second_of_equals),
        cmocka_unit_test(select_takes_whole_lanes),
        cmocka_unit_test(abs_clears_the_sign_only),
        cmocka_unit_test(floor_and_trunc_round_as_named),
        cmocka_unit_test(integers_convert_exactly),
        cmocka_unit_test(masks_combine),
        cmocka_unit_test(any_sees_a_single_lane),
    };
    return cmocka_run_group_tests_name("lanes", tests, fill_pairs, NULL);
}
