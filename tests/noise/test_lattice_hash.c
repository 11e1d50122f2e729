// The hash of lattice points, seen through the noises: uniform, without relation between neighbours, rows, axes or
// bits, and without repetition.
//
// Value noise without interpolation shows 24 bits of each lattice point's hash. Gradient noise sampled next to lattice
// points shows the sign of each component of the gradient, which comes from other bits.
#include <math.h>
#include <stdlib.h>

#include "noise_backends.h"
#include "test_effort.h"

// How many standard errors a deterministic test may be off. The largest of some 10^5 statistics reaches 4.5.
#define SIGMAS 5.5

static tr_context *context;

static int open_context(void **state)
{
    (void)state;
    context = test_context(2);
    return 0;
}

static int close_context(void **state)
{
    (void)state;
    tr_context_destroy(context);
    return 0;
}

// A block of lattice points: for each, the bits that are looked at.
typedef struct lattice_block {
    int64_t origin[3];
    int32_t size[3];
    uint64_t seed;
} lattice_block;

static size_t block_points(const lattice_block *block)
{
    return (size_t)block->size[0] * (size_t)block->size[1] * (size_t)block->size[2];
}

static lattice_block block_of(int dims, int64_t origin, uint64_t seed)
{
    static const int32_t sizes[3][3] = {{1 << 18, 1, 1}, {512, 512, 1}, {64, 64, 64}};
    lattice_block block = {{origin, dims > 1 ? origin : 0, dims > 2 ? origin : 0}, {1, 1, 1}, seed};
    memcpy(block.size, sizes[dims - 1], sizeof block.size);
    return block;
}

// ---------------------------------------------------------------------------------------------------------
// What the noises show

enum { VALUE_BITS = 24 };

// The upper 24 bits of each hash, from value noise: hash / 2^31 as a signed number.
static void value_hashes(int dims, const lattice_block *block, uint32_t *out)
{
    tr_node_def def = tr_default_node_def(TR_NODE_VALUE);
    def.frequency = 1.0;
    def.interpolation = TR_INTERPOLATION_NEAREST;
    tr_noise *noise = compile_nodes(context, &def, 1, dims);
    tr_noise_query query = {.seed = block->seed, .step = {1, 1, 1}};
    memcpy(query.origin, block->origin, sizeof query.origin);
    memcpy(query.size, block->size, sizeof query.size);
    const size_t count = block_points(block);
    float *samples = test_malloc(count * sizeof *samples);
    evaluate_grid(noise, &query, samples);
    for (size_t i = 0; i < count; i++) out[i] = (uint32_t)(int32_t)(samples[i] * 0x1p23f) & 0xffffffu;
    test_free(samples);
    tr_noise_destroy(noise);
}

// One bit per axis: the sign of the gradient's component. Next to a lattice point along an axis, the noise is that
// component times the distance, and next to nothing of the other corner.
static void gradient_signs(tr_node_kind kind, int dims, const lattice_block *block, uint32_t *out)
{
    enum { PER_CELL = 64 };
    tr_node_def def = tr_default_node_def(kind);
    def.frequency = 1.0 / PER_CELL;
    tr_noise *noise = compile_nodes(context, &def, 1, dims);
    const size_t count = block_points(block);
    float *samples = test_malloc(count * sizeof *samples);
    memset(out, 0, count * sizeof *out);
    for (int axis = 0; axis < dims; axis++) {
        tr_noise_query query = {.seed = block->seed};
        for (int i = 0; i < 3; i++) {
            query.origin[i] = block->origin[i] * PER_CELL + (i == axis);
            query.step[i] = PER_CELL;
            query.size[i] = block->size[i];
        }
        evaluate_grid(noise, &query, samples);
        for (size_t i = 0; i < count; i++) out[i] |= (uint32_t)(samples[i] < 0.0f) << axis;
    }
    test_free(samples);
    tr_noise_destroy(noise);
}

// Either of them, how many bits it has, and the lowest that shows: what lies below 2^-12 of a value no eye sees, and
// the hash leaves the lowest bits less mixed.
typedef struct test_view {
    const char *name;
    int dims, bits, lowest;
    bool signs;
} test_view;

static const test_view views[] = {
    {"value 1d", 1, VALUE_BITS, 12, false}, {"value 2d", 2, VALUE_BITS, 12, false},
    {"value 3d", 3, VALUE_BITS, 12, false}, {"gradient 1d", 1, 1, 0, true},
    {"gradient 2d", 2, 2, 0, true},         {"gradient 3d", 3, 3, 0, true},
};
enum { VIEWS = sizeof views / sizeof *views };

static uint32_t *look(const test_view *view, const lattice_block *block)
{
    uint32_t *out = test_malloc(block_points(block) * sizeof *out);
    if (view->signs)
        gradient_signs(TR_NODE_GRADIENT, view->dims, block, out);
    else
        value_hashes(view->dims, block, out);
    return out;
}

// ---------------------------------------------------------------------------------------------------------
// Statistics of bits

// How far the number of equal bits is from half, in standard errors.
static double bit_relation(const uint32_t *a, const uint32_t *b, int bit, size_t count)
{
    int64_t different = 0;
    for (size_t i = 0; i < count; i++) different += (a[i] ^ b[i]) >> bit & 1;
    return fabs((double)different - (double)count / 2.0) / sqrt((double)count / 4.0);
}

static double worst_relation(const test_view *view, const uint32_t *a, const uint32_t *b, size_t count)
{
    double worst = 0.0;
    for (int bit = view->lowest; bit < view->bits; bit++) {
        const double relation = bit_relation(a, b, bit, count);
        worst = relation > worst ? relation : worst;
    }
    return worst;
}

static const int64_t origins[] = {0, -100, 1000000000000, -((int64_t)1 << 31) - 64};
enum { ORIGINS = sizeof origins / sizeof *origins };

// 256 buckets of each byte, and 4096 of the upper twelve bits.
static double chi_square(const uint32_t *bits, size_t count, int shift, int width)
{
    const size_t buckets = (size_t)1 << width;
    uint32_t *filled = test_calloc(buckets, sizeof *filled);
    for (size_t i = 0; i < count; i++) filled[bits[i] >> shift & (buckets - 1)]++;
    const double expected = (double)count / (double)buckets;
    double sum = 0.0;
    for (size_t i = 0; i < buckets; i++)
        sum += ((double)filled[i] - expected) * ((double)filled[i] - expected) / expected;
    test_free(filled);
    const double freedom = (double)buckets - 1.0;
    return (sum - freedom) / sqrt(2.0 * freedom);
}

static void hashes_are_uniform(void **state)
{
    (void)state;
    static const int parts[][2] = {{0, 8}, {8, 8}, {16, 8}, {12, 12}};
    for (int v = 0; v < 3; v++) {
        double worst = 0.0;
        for (int o = 0; o < ORIGINS; o++) {
            const lattice_block block = block_of(views[v].dims, origins[o], (uint64_t)o);
            uint32_t *bits = look(&views[v], &block);
            for (int p = 0; p < 4; p++) {
                const double off = fabs(chi_square(bits, block_points(&block), parts[p][0], parts[p][1]));
                worst = off > worst ? off : worst;
            }
            test_free(bits);
        }
        printf("%s: chi-square at most %.2f standard deviations off\n", views[v].name, worst);
        assert_true(worst < SIGMAS);
    }
}

static void bits_are_balanced_and_independent_of_each_other(void **state)
{
    (void)state;
    for (int v = 0; v < VIEWS; v++) {
        const lattice_block block = block_of(views[v].dims, 12345, 3);
        const size_t count = block_points(&block);
        uint32_t *bits = look(&views[v], &block), *moved = test_calloc(count, sizeof *moved);
        // Against zero for balance, then against itself with bits moved for each pair.
        double worst = worst_relation(&views[v], bits, moved, count);
        for (int distance = 1; distance < views[v].bits; distance++) {
            for (size_t i = 0; i < count; i++) moved[i] = bits[i] >> distance;
            for (int bit = 0; bit + distance < views[v].bits; bit++) {
                const double relation = bit_relation(bits, moved, bit, count);
                worst = relation > worst ? relation : worst;
            }
        }
        printf("%s: bits and pairs of bits at most %.2f standard errors from even\n", views[v].name, worst);
        test_free(bits);
        test_free(moved);
        assert_true(worst < SIGMAS);
    }
}

// ---------------------------------------------------------------------------------------------------------
// Shifts

static double shifted_relation(const test_view *view, const lattice_block *block, const uint32_t *bits,
                               const int64_t shift[3])
{
    lattice_block moved = *block;
    for (int axis = 0; axis < view->dims; axis++) moved.origin[axis] += shift[axis];
    uint32_t *other = look(view, &moved);
    const double worst = worst_relation(view, bits, other, block_points(block));
    test_free(other);
    return worst;
}

// Shifts along axes and diagonals by 1 to 8 and by powers of two up to 2^12, then vectors at random.
static int make_shifts(int dims, int64_t shifts[][3], int max)
{
    int count = 0;
    for (int direction = 1; direction < 1 << dims; direction++) {
        for (int i = 0; i < 18; i++) {
            const int64_t length = i < 8 ? i + 1 : (int64_t)16 << (i - 8);
            if (length > 4096) break;
            for (int axis = 0; axis < 3; axis++) shifts[count][axis] = direction >> axis & 1 ? length : 0;
            count++;
        }
    }
    for (; count < max; count++)
        for (int axis = 0; axis < 3; axis++)
            shifts[count][axis] = (int64_t)(tr_hash_identity(4, 4, count, axis, 0) % 8193) - 4096;
    return count;
}

static void nothing_repeats_after_a_shift(void **state)
{
    (void)state;
    enum { MAX = 400 };
    static int64_t shifts[MAX][3];
    for (int v = 0; v < VIEWS; v++) {
        const int made = make_shifts(views[v].dims, shifts, 130 + (int)test_effort(70, MAX - 130));
        const lattice_block block = block_of(views[v].dims, -77, 9);
        uint32_t *bits = look(&views[v], &block);
        double worst = 0.0;
        const int64_t *where = shifts[0];
        for (int i = 0; i < made; i += test_is_long() ? 1 : TEST_SLOWDOWN) {
            const double relation = shifted_relation(&views[v], &block, bits, shifts[i]);
            if (relation > worst) worst = relation, where = shifts[i];
        }
        printf("%s: after %d shifts at most %.2f standard errors from unrelated, at (%lld, %lld, %lld)\n",
               views[v].name, made, worst, (long long)where[0], (long long)where[1], (long long)where[2]);
        test_free(bits);
        assert_true(worst < SIGMAS);
    }
}

// ---------------------------------------------------------------------------------------------------------
// Rows

// The hash adds one word per axis: bits that survive the sum unmixed would make whole rows (or planes) equal to each
// other, or opposite, which averages over many rows hide. So rows are compared one by one.
static void check_rows(const test_view *view, int along)
{
    enum { LENGTH = 4096, ROWS = 64 };
    lattice_block block = {{-1000, 0, 0}, {1, 1, 1}, 6};
    const int across = along == 0 ? 1 : 0;
    block.size[along] = LENGTH;
    block.size[across] = ROWS;
    uint32_t *bits = look(view, &block), *row[ROWS];
    for (int r = 0; r < ROWS; r++) {
        row[r] = test_malloc(LENGTH * sizeof **row);
        for (int i = 0; i < LENGTH; i++) {
            const int x = along == 0 ? i : r, other = along == 0 ? r : i;
            row[r][i] = bits[(size_t)other * (size_t)block.size[0] + (size_t)x];
        }
    }
    double squares = 0.0, worst = 0.0;
    for (int a = 0; a < ROWS; a++) {
        for (int b = 0; b < a; b++) {
            for (int bit = view->lowest; bit < view->bits; bit++) {
                const double relation = bit_relation(row[a], row[b], bit, LENGTH);
                squares += relation * relation;
                worst = relation > worst ? relation : worst;
            }
        }
    }
    const double rms = sqrt(squares / (ROWS * (ROWS - 1) / 2) / (view->bits - view->lowest));
    printf("%s: rows along %c are related by %.3f standard errors (1: not at all), at most %.1f\n", view->name,
           "xyz"[along], rms, worst);
    for (int r = 0; r < ROWS; r++) test_free(row[r]);
    test_free(bits);
    // A few pairs of rows whose words nearly agree are allowed; a related bit in all of them is not.
    if (rms > 1.05) fail_msg("rows are related");
}

static void rows_are_unrelated(void **state)
{
    (void)state;
    for (int v = 0; v < VIEWS; v++) {
        if (views[v].dims == 1) continue;
        for (int along = 0; along < views[v].dims; along++) check_rows(&views[v], along);
    }
}

TEST_GROUP(lattice_hash)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hashes_are_uniform),
        cmocka_unit_test(bits_are_balanced_and_independent_of_each_other),
        cmocka_unit_test(nothing_repeats_after_a_shift),
        cmocka_unit_test(rows_are_unrelated),
    };
    return cmocka_run_group_tests_name("lattice hash", tests, open_context, close_context);
}
