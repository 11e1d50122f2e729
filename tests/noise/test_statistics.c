// Ranges, means, variances and independence of every noise, at the origin and 10^12 cells away.
//
// What is found is printed. The full form (TERRANE_LONG_TESTS=1) takes 10^8 samples of each noise.
#include <math.h>
#include <stdlib.h>

#include "noise_backends.h"
#include "test_effort.h"

#define TR_LANES 1
#include "noise/simplex_kernel.h"

static tr_context *context;
static void fill_scatter(void);

static int open_context(void **state)
{
    (void)state;
    context = test_context(2);
    fill_scatter();
    return 0;
}

static int close_context(void **state)
{
    (void)state;
    tr_context_destroy(context);
    return 0;
}

static tr_noise *compile_source(const tr_node_def *def, int dims)
{
    return compile_nodes(context, def, 1, dims);
}

// About `samples` samples in the shape of the dimensions.
static tr_noise_query query_of(int dims, int64_t samples, int64_t origin, uint64_t seed)
{
    tr_noise_query query = tr_default_noise_query();
    query.seed = seed;
    const int32_t side = (int32_t)(pow((double)samples, 1.0 / dims) + 0.5);
    for (int axis = 0; axis < dims; axis++) {
        query.size[axis] = side;
        query.origin[axis] = origin - axis * 1000;
    }
    return query;
}

// ---------------------------------------------------------------------------------------------------------
// Moments

typedef struct test_moments {
    int64_t count;
    double sum, sum2, sum4;
    float low, high;
} test_moments;

static void add_samples(test_moments *to, const float *samples, size_t count)
{
    // Sums of a block first: a billion numbers added one by one would lose bits.
    double sum = 0.0, sum2 = 0.0, sum4 = 0.0;
    for (size_t i = 0; i < count; i++) {
        const double v = (double)samples[i], v2 = v * v;
        sum += v;
        sum2 += v2;
        sum4 += v2 * v2;
        to->low = samples[i] < to->low ? samples[i] : to->low;
        to->high = samples[i] > to->high ? samples[i] : to->high;
    }
    to->count += (int64_t)count;
    to->sum += sum;
    to->sum2 += sum2;
    to->sum4 += sum4;
}

// Blocks of at most 2^20 samples, far apart, until there are enough.
static test_moments measure(const tr_noise *noise, int dims, int64_t samples, int64_t origin, uint64_t seed)
{
    const int64_t block = samples < 1 << 20 ? samples : 1 << 20;
    tr_noise_query query = query_of(dims, block, origin, seed);
    const size_t count = query_samples(&query);
    float *out = test_malloc(count * sizeof *out);
    test_moments found = {.low = INFINITY, .high = -INFINITY};
    while (found.count < samples) {
        evaluate_grid(noise, &query, out);
        add_samples(&found, out, count);
        query.origin[0] += 10000019;
        query.seed++;
    }
    test_free(out);
    return found;
}

static double mean_of(const test_moments *moments)
{
    return moments->sum / (double)moments->count;
}

static double variance_of(const test_moments *moments)
{
    const double mean = mean_of(moments);
    return moments->sum2 / (double)moments->count - mean * mean;
}

// The standard error of the variance of independent samples, from the fourth moment.
static double variance_error(const test_moments *moments)
{
    const double variance = variance_of(moments), fourth = moments->sum4 / (double)moments->count;
    return sqrt((fourth - variance * variance) / (double)moments->count);
}

// ---------------------------------------------------------------------------------------------------------
// Ranges

static tr_node_def source_of(tr_node_kind kind, double frequency)
{
    tr_node_def def = tr_default_node_def(kind);
    def.frequency = frequency;
    return def;
}

// About one sample per cell, at offsets that never repeat.
#define SCATTERED 0.7548776662466927

// Samples stay within the documented range and come at least as near to its ends as `low` and `high` say.
static void check_range(const tr_node_def *def, int dims, double range_low, double range_high, double low, double high)
{
    tr_noise *noise = compile_source(def, dims);
    const test_moments found = measure(noise, dims, test_is_long() ? 100000000 : 1 << 20, -5000, 1);
    float from, to;
    tr_noise_range(noise, &from, &to);
    char text[256];
    printf("%d dims, %s: %lld samples in %.5f .. %.5f\n", dims, describe_source(def, text, sizeof text),
           (long long)found.count, (double)found.low, (double)found.high);
    if (found.low < from || found.high > to)
        fail_msg("a value leaves tr_noise_range(), %g .. %g", (double)from, (double)to);
    if ((double)found.low < range_low || (double)found.high > range_high)
        fail_msg("a value leaves the documented range, %g .. %g", range_low, range_high);
    if ((double)found.low > low || (double)found.high < high) fail_msg("values stay away from the ends of the range");
    tr_noise_destroy(noise);
}

static void value_noise_fills_its_range(void **state)
{
    (void)state;
    for (int dims = 1; dims <= 3; dims++) {
        for (int i = 0; i < TR_INTERPOLATION_COUNT; i++) {
            tr_node_def def = source_of(TR_NODE_VALUE, SCATTERED);
            def.interpolation = (tr_interpolation)i;
            const double reach = i == TR_INTERPOLATION_NEAREST ? 0.999 : dims < 3 ? 0.98 : 0.95;
            check_range(&def, dims, -1.0, 1.0, -reach, reach);
        }
    }
}

static void gradient_and_simplex_noise_fill_their_range(void **state)
{
    (void)state;
    static const double gradient[3] = {0.97, 0.85, 0.75}, simplex[3] = {0.0, 0.9, 0.8};
    for (int dims = 1; dims <= 3; dims++) {
        tr_node_def def = source_of(TR_NODE_GRADIENT, SCATTERED);
        check_range(&def, dims, -1.0, 1.0, -gradient[dims - 1], gradient[dims - 1]);
        def = source_of(TR_NODE_SIMPLEX, SCATTERED);
        if (dims > 1) check_range(&def, dims, -1.0, 1.0, -simplex[dims - 1], simplex[dims - 1]);
    }
}

// The table of docs/noise.md.
static const double limits[2][TR_METRIC_COUNT][3] = {
    {{1.0, 1.41422, 1.73206}, {1.0, 2.0, 3.0}, {1.0, 2.0, 3.0}, {1.0, 1.0, 1.0}},
    {{1.5, 1.5812, 1.73206}, {2.25, 2.5, 3.0}, {1.5, 2.0, 3.0}, {1.5, 1.5, 1.5}},
};

static void cellular_noise_keeps_its_range(void **state)
{
    (void)state;
    for (int dims = 1; dims <= 3; dims++) {
        for (int metric = 0; metric < TR_METRIC_COUNT; metric++) {
            for (int result = TR_CELLULAR_F1; result < TR_CELLULAR_RESULT_COUNT; result++) {
                tr_node_def def = source_of(TR_NODE_CELLULAR, SCATTERED);
                def.metric = (tr_metric)metric;
                def.result = (tr_cellular_result)result;
                const double limit =
                    result == TR_CELLULAR_CELL ? 1.0 : limits[result != TR_CELLULAR_F1][metric][dims - 1];
                // Two square roots may round past each other.
                const double floor_of = result == TR_CELLULAR_CELL          ? -1.0
                                        : result == TR_CELLULAR_F2_MINUS_F1 ? -1e-6
                                                                            : 0.0;
                const double near_low = result == TR_CELLULAR_CELL ? -0.99 : result == TR_CELLULAR_F2 ? 0.35 : 0.05;
                check_range(&def, dims, floor_of, limit * (1.0 + 1e-6), near_low,
                            limit * (dims == 1   ? 0.9
                                     : dims == 2 ? 0.55
                                                 : 0.35));
            }
        }
    }
}

static void fractals_keep_their_range(void **state)
{
    (void)state;
    for (int dims = 1; dims <= 3; dims++) {
        for (int fractal = TR_FRACTAL_FBM; fractal < TR_FRACTAL_COUNT; fractal++) {
            if (fractal == TR_FRACTAL_DAMPED && dims != 2) continue;
            tr_node_def def = source_of(TR_NODE_GRADIENT, SCATTERED);
            def.fractal = (tr_fractal)fractal;
            def.octaves = 5;
            check_range(&def, dims, -1.0, 1.0, -0.5, 0.15);
        }
    }
}

// ---------------------------------------------------------------------------------------------------------
// The ends of the range, from the formulas: no sampling comes to the worst choice of all gradients

static double smootherstep(double t)
{
    return t * t * t * (t * (t * 6.0 - 15.0) + 10.0);
}

static double larger(double a, double b)
{
    return a > b ? a : b;
}

// The largest sum at one place: every gradient points along the axis of its corner's largest offset.
static double gradient_peak(int dims, const double t[3])
{
    double sum = 0.0;
    for (int corner = 0; corner < 1 << dims; corner++) {
        double weight = 1.0, reach = 0.0;
        for (int axis = 0; axis < dims; axis++) {
            const bool far = corner >> axis & 1;
            weight *= far ? smootherstep(t[axis]) : 1.0 - smootherstep(t[axis]);
            reach = larger(reach, far ? 1.0 - t[axis] : t[axis]);
        }
        sum += weight * reach;
    }
    return sum;
}

static void the_largest_gradient_noise_is_just_below_1(void **state)
{
    (void)state;
    static const double scales[3] = {(double)TR_GRADIENT_SCALE1, (double)TR_GRADIENT_SCALE2,
                                     (double)TR_GRADIENT_SCALE3};
    for (int dims = 1; dims <= 3; dims++) {
        const int steps = dims == 3 ? 128 : 2048, n[3] = {steps, dims > 1 ? steps : 0, dims > 2 ? steps : 0};
        double peak = 0.0;
        for (int z = 0; z <= n[2]; z++)
            for (int y = 0; y <= n[1]; y++)
                for (int x = 0; x <= n[0]; x++)
                    peak = larger(peak, gradient_peak(dims, (const double[3]){(double)x / steps, (double)y / steps,
                                                                              (double)z / steps}));
        const double top = peak * scales[dims - 1] * 0x1p31;
        printf("gradient %dd: the largest value possible is %.6f\n", dims, top);
        assert_true(top <= 1.0 && top > 0.999);
    }
}

static double simplex_term(int dims, const double d[3])
{
    double r2 = 0.0, reach = 0.0;
    for (int axis = 0; axis < dims; axis++) {
        r2 += d[axis] * d[axis];
        reach = larger(reach, fabs(d[axis]));
    }
    return r2 < 0.5 ? pow(0.5 - r2, 4.0) * reach : 0.0;
}

// All lattice points around, not only the corners of one simplex: the others must add nothing.
static double simplex_peak(int dims, const double t[3])
{
    const double unskew = dims == 2 ? (3.0 - sqrt(3.0)) / 6.0 : 1.0 / 6.0;
    double sum = 0.0;
    const int low_y = dims > 1 ? -1 : 0, low_z = dims > 2 ? -1 : 0;
    for (int z = low_z; z <= 2 * -low_z; z++) {
        for (int y = low_y; y <= 2 * -low_y; y++) {
            for (int x = -1; x <= 2; x++) {
                const double s[3] = {t[0] - x, t[1] - y, t[2] - z},
                             back = (s[0] + s[1] + (dims > 2 ? s[2] : 0.0)) * unskew;
                sum += simplex_term(dims, (const double[3]){s[0] - back, s[1] - back, s[2] - back});
            }
        }
    }
    return sum;
}

static void the_largest_simplex_noise_is_just_below_1(void **state)
{
    (void)state;
    static const double scales[4] = {0.0, 0.0, (double)TR_SIMPLEX_SCALE2, (double)TR_SIMPLEX_SCALE3};
    for (int dims = 2; dims <= 3; dims++) {
        const int steps = dims == 3 ? 72 : 720;
        double peak = 0.0;
        for (int z = 0; z <= (dims > 2 ? steps : 0); z++)
            for (int y = 0; y <= steps; y++)
                for (int x = 0; x <= steps; x++)
                    peak = larger(peak, simplex_peak(dims, (const double[3]){(double)x / steps, (double)y / steps,
                                                                             (double)z / steps}));
        const double top = peak * scales[dims] * 0x1p31;
        printf("simplex %dd: the largest value possible is %.6f\n", dims, top);
        assert_true(top <= 1.0 && top > 0.99);
    }
}

// ---------------------------------------------------------------------------------------------------------
// Mean and variance

// Random points, eight cells apart on average along a line, at one cell per unit: nearly every sample has lattice
// points and an offset of its own, so that errors are those of independent samples. A grid would repeat few offsets.
enum { SCATTER = 4096, SCATTER_SPAN = 1 << 15 };
static float scatter[3][SCATTER];

static void fill_scatter(void)
{
    for (int axis = 0; axis < 3; axis++)
        for (int i = 0; i < SCATTER; i++)
            scatter[axis][i] = (float)((tr_unit_from_hash(tr_hash_identity(8, 8, i, axis, 0)) - 0.5) * SCATTER_SPAN);
}

// The points around the block of number `block`, far from those of every other.
static void evaluate_scatter(const tr_noise *noise, uint64_t seed, int64_t origin, int64_t block, float out[SCATTER])
{
    const int64_t at = origin + block * 4 * SCATTER_SPAN;
    // Other offsets in the cells for every block.
    float moved[3][SCATTER];
    for (int axis = 0; axis < 3; axis++) {
        const float shift = (float)fmod((double)block * 0.6180339887 + axis * 0.3, 1.0);
        for (int i = 0; i < SCATTER; i++) moved[axis][i] = scatter[axis][i] + shift;
    }
    const tr_noise_point_query query = {seed, {at, at - 1000, at + 1000}, moved[0], moved[1], moved[2], SCATTER};
    tr_error err;
    if (!tr_noise_points(noise, &query, NULL, out, &err)) fail_msg("%s", err.message);
}

static test_moments measure_scatter(const tr_noise *noise, int64_t samples, int64_t origin, uint64_t seed)
{
    float out[SCATTER];
    test_moments found = {.low = INFINITY, .high = -INFINITY};
    for (int64_t block = 0; found.count < samples; block++) {
        evaluate_scatter(noise, seed, origin, block, out);
        add_samples(&found, out, SCATTER);
    }
    return found;
}

// How many standard errors a deterministic test may be off: chosen once, it holds for ever.
#define SIGMAS 5.0

static void check_moments(const tr_node_def *def, int dims, bool centred)
{
    static const uint64_t seeds[] = {0, 1, 2, 0xffffffffffffffffu, 123456789};
    const int64_t samples = test_effort(1 << 19, 10000000), far = 1000000000000;
    tr_noise *noise = compile_source(def, dims);
    const test_moments origin = measure_scatter(noise, samples, 0, 1000);
    char text[256];
    printf("%d dims, %s: mean %+.5f, variance %.5f\n", dims, describe_source(def, text, sizeof text), mean_of(&origin),
           variance_of(&origin));
    for (size_t s = 0; s < sizeof seeds / sizeof *seeds; s++) {
        const test_moments there = measure_scatter(noise, samples, s % 2 ? far : -far, seeds[s]);
        const double mean_error = sqrt(variance_of(&there) / (double)there.count);
        const double variance_off =
            fabs(variance_of(&there) - variance_of(&origin)) / hypot(variance_error(&there), variance_error(&origin));
        const double mean_off = fabs(mean_of(&there) - (centred ? 0.0 : mean_of(&origin))) /
                                (centred ? mean_error : sqrt(2.0) * mean_error);
        if (mean_off > SIGMAS || variance_off > SIGMAS)
            fail_msg("seed %llu, 10^12 cells away: mean %g is %.1f and variance %g is %.1f standard errors off",
                     (unsigned long long)seeds[s], mean_of(&there), mean_off, variance_of(&there), variance_off);
    }
    if (centred) assert_true(fabs(mean_of(&origin)) < SIGMAS * sqrt(variance_of(&origin) / (double)origin.count));
    tr_noise_destroy(noise);
}

static void means_are_0_and_variances_the_same_everywhere(void **state)
{
    (void)state;
    for (int dims = 1; dims <= 3; dims++) {
        for (int i = 0; i < TR_INTERPOLATION_COUNT; i++) {
            tr_node_def def = source_of(TR_NODE_VALUE, 1.0);
            def.interpolation = (tr_interpolation)i;
            check_moments(&def, dims, true);
        }
        tr_node_def def = source_of(TR_NODE_GRADIENT, 1.0);
        check_moments(&def, dims, true);
        def = source_of(TR_NODE_SIMPLEX, 1.0);
        if (dims > 1) check_moments(&def, dims, true);
        def = source_of(TR_NODE_CELLULAR, 1.0);
        check_moments(&def, dims, false);
        def.result = TR_CELLULAR_CELL;
        check_moments(&def, dims, true);
    }
}

// ---------------------------------------------------------------------------------------------------------
// Independence

typedef struct identity {
    uint64_t seed;
    int64_t salt;
    int64_t origin;
} identity;

enum { FIELD = 64 * SCATTER };

static void sample_field(tr_node_def def, int dims, identity who, float *out)
{
    def.seed = who.salt;
    tr_noise *noise = compile_source(&def, dims);
    for (int64_t block = 0; block < FIELD / SCATTER; block++)
        evaluate_scatter(noise, who.seed, who.origin, block, out + block * SCATTER);
    tr_noise_destroy(noise);
}

static double correlation(const float *a, const float *b, size_t count)
{
    double ab = 0.0, aa = 0.0, bb = 0.0, sum_a = 0.0, sum_b = 0.0;
    for (size_t i = 0; i < count; i++) {
        const double x = (double)a[i], y = (double)b[i];
        ab += x * y, aa += x * x, bb += y * y;
        sum_a += x, sum_b += y;
    }
    const double n = (double)count;
    return (ab - sum_a * sum_b / n) / sqrt((aa - sum_a * sum_a / n) * (bb - sum_b * sum_b / n));
}

static void seeds_salts_and_places_are_independent(void **state)
{
    (void)state;
    static const identity who[] = {{0, 0, 0},
                                   {1, 0, 0},
                                   {2, 0, 0},
                                   {0, 1, 0},
                                   {1, 1, 0},
                                   {0, 2, 0},
                                   {1, 2, 0},
                                   {2, 1, 0},
                                   {(uint64_t)1 << 32, 0, 0},
                                   {0, (int64_t)1 << 32, 0},
                                   {0, -1, 0},
                                   {0xffffffffffffffffu, 0, 0},
                                   {0, 0, 1000003},
                                   {0, 0, 1000000000000}};
    enum { FIELDS = sizeof who / sizeof *who };
    static const tr_node_kind kinds[] = {TR_NODE_VALUE, TR_NODE_GRADIENT, TR_NODE_SIMPLEX, TR_NODE_CELLULAR};
    for (int k = 0; k < 4; k++) {
        for (int dims = kinds[k] == TR_NODE_SIMPLEX ? 2 : 1; dims <= 3; dims++) {
            float *fields[FIELDS];
            double worst = 0.0;
            tr_node_def def = source_of(kinds[k], 1.0);
            // Distances depend on the offset in the cell, which all fields share.
            def.result = TR_CELLULAR_CELL;
            for (int i = 0; i < FIELDS; i++) {
                fields[i] = test_malloc(FIELD * sizeof **fields);
                sample_field(def, dims, who[i], fields[i]);
            }
            for (int i = 0; i < FIELDS; i++)
                for (int j = 0; j < i; j++) worst = larger(worst, fabs(correlation(fields[i], fields[j], FIELD)));
            printf("%s %dd: largest correlation of %d fields %.5f, standard error %.5f\n", tr_node_kind_name(kinds[k]),
                   dims, FIELDS, worst, 1.0 / sqrt((double)FIELD));
            for (int i = 0; i < FIELDS; i++) test_free(fields[i]);
            if (worst > SIGMAS / sqrt((double)FIELD)) fail_msg("two of the fields are related");
        }
    }
}

// The octaves of a source must not repeat each other: the sum's variance is the sum of the variances.
static void octaves_are_independent(void **state)
{
    (void)state;
    for (int dims = 1; dims <= 3; dims++) {
        tr_node_def def = source_of(TR_NODE_GRADIENT, 1.0);
        def.octaves = 6;
        def.gain = 1.0;
        def.lacunarity = 1.0;
        tr_noise *one = compile_source(&def, dims);
        def.fractal = TR_FRACTAL_FBM;
        tr_noise *six = compile_source(&def, dims);
        const int64_t samples = test_effort(1 << 19, 10000000);
        const test_moments single = measure_scatter(one, samples, 0, 4), sum = measure_scatter(six, samples, 0, 4);
        const double off = fabs(variance_of(&sum) * 6.0 - variance_of(&single)) /
                           hypot(6.0 * variance_error(&sum), variance_error(&single));
        printf("%d dims: variance %.5f of one octave, %.5f times 6 of six equal ones: %.1f standard errors\n", dims,
               variance_of(&single), variance_of(&sum), off);
        assert_true(off < SIGMAS);
        tr_noise_destroy(one);
        tr_noise_destroy(six);
    }
}

static int compare_hashes(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static void three_hundred_seeds_are_as_many_fields(void **state)
{
    (void)state;
    enum { SEEDS = 300 };
    static const tr_node_kind kinds[] = {TR_NODE_VALUE, TR_NODE_GRADIENT, TR_NODE_SIMPLEX, TR_NODE_CELLULAR};
    for (int k = 0; k < 4; k++) {
        uint64_t hashes[2 * SEEDS];
        for (int i = 0; i < 2 * SEEDS; i++) {
            // The first half by the seed of the query, the second by that of the source.
            float field[32 * 32];
            tr_node_def def = source_of(kinds[k], 0.3);
            def.seed = i < SEEDS ? 0 : i - SEEDS + 1;
            tr_noise *noise = compile_source(&def, 2);
            const tr_noise_query query = query_of(2, 32 * 32, 0, i < SEEDS ? (uint64_t)i : 0);
            evaluate_grid(noise, &query, field);
            hashes[i] = tr_hash_bytes(field, sizeof field, 0);
            tr_noise_destroy(noise);
        }
        qsort(hashes, 2 * SEEDS, sizeof *hashes, compare_hashes);
        for (int i = 1; i < 2 * SEEDS; i++) assert_true(hashes[i] != hashes[i - 1]);
    }
}

TEST_GROUP(statistics)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(value_noise_fills_its_range),
        cmocka_unit_test(gradient_and_simplex_noise_fill_their_range),
        cmocka_unit_test(cellular_noise_keeps_its_range),
        cmocka_unit_test(fractals_keep_their_range),
        cmocka_unit_test(the_largest_gradient_noise_is_just_below_1),
        cmocka_unit_test(the_largest_simplex_noise_is_just_below_1),
        cmocka_unit_test(means_are_0_and_variances_the_same_everywhere),
        cmocka_unit_test(seeds_salts_and_places_are_independent),
        cmocka_unit_test(octaves_are_independent),
        cmocka_unit_test(three_hundred_seeds_are_as_many_fields),
    };
    return cmocka_run_group_tests_name("noise statistics", tests, open_context, close_context);
}
