// The power spectrum of gradient and simplex noise: one octave is one band of frequencies, and no direction is
// preferred.
#include <math.h>
#include <stdlib.h>

#include "noise_backends.h"
#include "test_effort.h"

enum { SIDE = 512, CELLS = 32 };  // lattice cells along a side: the lattice has 32 periods in the picture

#define PI 3.14159265358979323846
// Seeds whose spectra are added up.
#define PICTURES ((int)test_effort(8, 150) + 8)

typedef struct complex_number {
    double re, im;
} complex_number;

// ---------------------------------------------------------------------------------------------------------
// A Fourier transform: radix 2, in place

static void reverse_bits(complex_number *a, int count)
{
    for (int i = 1, j = 0; i < count; i++) {
        int bit = count >> 1;
        for (; j & bit; bit >>= 1) j ^= bit;
        j ^= bit;
        if (i >= j) continue;
        const complex_number swapped = a[i];
        a[i] = a[j];
        a[j] = swapped;
    }
}

static void transform(complex_number *a, int count)
{
    reverse_bits(a, count);
    for (int length = 2; length <= count; length *= 2) {
        for (int k = 0; k < length / 2; k++) {
            const double angle = -2.0 * PI * k / length, c = cos(angle), s = sin(angle);
            for (int i = k; i < count; i += length) {
                complex_number *low = &a[i], *high = &a[i + length / 2];
                const complex_number turned = {high->re * c - high->im * s, high->re * s + high->im * c};
                *high = (complex_number){low->re - turned.re, low->im - turned.im};
                *low = (complex_number){low->re + turned.re, low->im + turned.im};
            }
        }
    }
}

static void transform_square(complex_number *a)
{
    complex_number column[SIDE];
    for (int y = 0; y < SIDE; y++) transform(a + y * SIDE, SIDE);
    for (int x = 0; x < SIDE; x++) {
        for (int y = 0; y < SIDE; y++) column[y] = a[y * SIDE + x];
        transform(column, SIDE);
        for (int y = 0; y < SIDE; y++) a[y * SIDE + x] = column[y];
    }
}

// ---------------------------------------------------------------------------------------------------------
// Spectra

// Power by frequency (in lattice frequencies, in steps of an eighth) and, within the band, by direction (64 sectors of
// the half circle).
enum { STEPS = 64, SECTORS = 64 };
typedef struct test_spectrum {
    double total, by_frequency[STEPS], by_sector[SECTORS];
    double sector_bins[SECTORS];
} test_spectrum;

// The noise is not periodic in the picture: a window keeps its edges from leaking into the axes.
static void load_window(const float *samples, complex_number *to)
{
    for (int y = 0; y < SIDE; y++) {
        for (int x = 0; x < SIDE; x++) {
            const double wx = 0.5 - 0.5 * cos(2.0 * PI * (x + 0.5) / SIDE),
                         wy = 0.5 - 0.5 * cos(2.0 * PI * (y + 0.5) / SIDE);
            to[y * SIDE + x] = (complex_number){(double)samples[y * SIDE + x] * wx * wy, 0.0};
        }
    }
}

// Adds the power at the wave vector (kx, ky), in periods per picture.
static void add_power(test_spectrum *to, int kx, int ky, double power)
{
    const double frequency = hypot(kx, ky) / CELLS;
    const int step = (int)(frequency * 8.0);
    to->total += power;
    if (step < STEPS) to->by_frequency[step] += power;
    if (frequency < 0.4 || frequency > 1.6) return;
    double turn = atan2(ky, kx) / PI;
    if (turn < 0.0) turn += 1.0;
    const int sector = (int)(turn * SECTORS + 0.5) % SECTORS;
    to->by_sector[sector] += power;
    to->sector_bins[sector] += 1.0;
}

static void add_picture(const complex_number *a, test_spectrum *to)
{
    for (int y = 0; y < SIDE; y++) {
        for (int x = 0; x < SIDE; x++) {
            const complex_number c = a[y * SIDE + x];
            add_power(to, x < SIDE / 2 ? x : x - SIDE, y < SIDE / 2 ? y : y - SIDE, c.re * c.re + c.im * c.im);
        }
    }
}

// The sum over several seeds. In 3D slices, each elsewhere between two lattice planes.
static test_spectrum measure(tr_node_kind kind, int dims, int64_t origin, int seeds)
{
    tr_context *context = test_context(2);
    tr_node_def def = tr_default_node_def(kind);
    def.frequency = (double)CELLS / SIDE;
    tr_noise *noise = compile_nodes(context, &def, 1, dims);
    float *samples = test_malloc(SIDE * SIDE * sizeof *samples);
    complex_number *a = test_malloc(SIDE * SIDE * sizeof *a);
    test_spectrum found = {0};
    for (int seed = 0; seed < seeds; seed++) {
        tr_noise_query query = {
            .seed = (uint64_t)seed, .origin = {origin, origin, 7 * seed}, .step = {1, 1, 1}, .size = {SIDE, SIDE, 1}};
        evaluate_grid(noise, &query, samples);
        load_window(samples, a);
        transform_square(a);
        add_picture(a, &found);
    }
    test_free(samples);
    test_free(a);
    tr_noise_destroy(noise);
    tr_context_destroy(context);
    return found;
}

// The share of the power between two frequencies, in lattice frequencies; multiples of an eighth.
static double share_between(const test_spectrum *spectrum, double low, double high)
{
    double sum = 0.0;
    for (int step = (int)(low * 8.0); step < (int)(high * 8.0) && step < STEPS; step++)
        sum += spectrum->by_frequency[step];
    return sum / spectrum->total;
}

// The mean power of the sectors within `reach` sectors of the four directions that begin at `first` and lie SECTORS / 2
// apart.
static double power_towards(const test_spectrum *spectrum, int first, int reach)
{
    double power = 0.0, bins = 0.0;
    for (int quarter = 0; quarter < 2; quarter++) {
        for (int d = -reach; d <= reach; d++) {
            const int sector = (first + quarter * SECTORS / 2 + d + SECTORS) % SECTORS;
            power += spectrum->by_sector[sector];
            bins += spectrum->sector_bins[sector];
        }
    }
    return power / bins;
}

// ---------------------------------------------------------------------------------------------------------
// The ideal

// Fourier transforms of the weight f(x) = 1 - smootherstep(|x|) of a lattice point, and of x f(x).
static void transform_weight(double frequency, double *weight, double *slope)
{
    enum { PARTS = 2000 };
    *weight = *slope = 0.0;
    for (int i = 0; i < PARTS; i++) {
        const double x = (i + 0.5) / PARTS, f = 1.0 - x * x * x * (x * (x * 6.0 - 15.0) + 10.0);
        *weight += 2.0 * f * cos(2.0 * PI * frequency * x) / PARTS;
        *slope += 2.0 * x * f * sin(2.0 * PI * frequency * x) / PARTS;
    }
}

// 2D gradient noise whose gradients are independent, with equal second moments along the axes: its spectrum is
// |X(kx) F(ky)|^2 + |F(kx) X(ky)|^2. A square lattice has that much direction of its own.
static test_spectrum ideal_gradient(void)
{
    enum { REACH = 3 * CELLS };
    double weight[REACH + 1], slope[REACH + 1];
    for (int k = 0; k <= REACH; k++) transform_weight((double)k / CELLS, &weight[k], &slope[k]);
    test_spectrum ideal = {0};
    for (int ky = -REACH; ky <= REACH; ky++) {
        for (int kx = -REACH; kx <= REACH; kx++) {
            const int i = abs(kx), j = abs(ky);
            add_power(&ideal, kx, ky, pow(slope[i] * weight[j], 2.0) + pow(weight[i] * slope[j], 2.0));
        }
    }
    return ideal;
}

// ---------------------------------------------------------------------------------------------------------

typedef struct findings {
    double below, band, above;  // shares of the power: up to 1/4 of the lattice frequency, up to 2, beyond
    double wide, narrow;  // power towards the axes over that towards the diagonals, within 14 and within 1.4 degrees
} findings;

static findings look_at(const char *name, const test_spectrum *spectrum)
{
    findings found = {.below = share_between(spectrum, 0.0, 0.25), .band = share_between(spectrum, 0.25, 2.0)};
    found.above = 1.0 - found.below - found.band;
    found.wide = power_towards(spectrum, 0, 5) / power_towards(spectrum, SECTORS / 4, 5);
    found.narrow = power_towards(spectrum, 0, 0) / power_towards(spectrum, SECTORS / 4, 0);
    printf("%s: power up to 1/4 of the lattice frequency %.4f, up to 2 %.4f, beyond %.4f; axes over diagonals %.3f, "
           "closely %.3f\n",
           name, found.below, found.band, found.above, found.wide, found.narrow);
    return found;
}

static const int64_t origins[] = {0, (int64_t)1000000000000 * SIDE / CELLS};

static bool within(double found, double expected, double share)
{
    return found < expected * (1.0 + share) && found > expected / (1.0 + share);
}

static void the_transform_is_right(void **state)
{
    (void)state;
    static complex_number a[SIDE];
    for (int i = 0; i < SIDE; i++)
        a[i] = (complex_number){3.0 * cos(2.0 * PI * 5 * i / SIDE) + sin(2.0 * PI * 100 * i / SIDE), 0.0};
    transform(a, SIDE);
    for (int i = 0; i < SIDE; i++) {
        const double power = hypot(a[i].re, a[i].im) / SIDE;
        const double expected = i == 5 || i == SIDE - 5 ? 1.5 : i == 100 || i == SIDE - 100 ? 0.5 : 0.0;
        assert_true(fabs(power - expected) < 1e-12);
    }
}

// Not more direction than independent gradients on this lattice have, at the origin and far away.
static void gradient_noise_has_the_ideal_spectrum(void **state)
{
    (void)state;
    const test_spectrum independent = ideal_gradient();
    const findings ideal = look_at("ideal gradient 2d", &independent);
    for (int o = 0; o < 2; o++) {
        const test_spectrum measured = measure(TR_NODE_GRADIENT, 2, origins[o], PICTURES);
        const findings found = look_at(o == 0 ? "gradient 2d" : "gradient 2d, 10^12 cells away", &measured);
        assert_true(found.band > 0.95 && found.above < 0.001);
        assert_true(within(found.wide, ideal.wide, 0.15) && within(found.narrow, ideal.narrow, 0.4));
    }
}

// A slice of 3D noise has more low frequencies, because its cells are cut anywhere.
static void an_octave_is_one_band_without_a_direction(void **state)
{
    (void)state;
    for (int o = 0; o < 2; o++) {
        const test_spectrum gradient3 = measure(TR_NODE_GRADIENT, 3, origins[o], PICTURES);
        const test_spectrum simplex2 = measure(TR_NODE_SIMPLEX, 2, origins[o], PICTURES);
        const test_spectrum simplex3 = measure(TR_NODE_SIMPLEX, 3, origins[o], PICTURES);
        findings found = look_at("gradient 3d", &gradient3);
        assert_true(found.band > 0.85 && found.above < 0.001 && within(found.wide, 1.0, 0.2));
        found = look_at("simplex 2d", &simplex2);
        assert_true(found.band > 0.98 && found.above < 0.005 && within(found.wide, 1.0, 0.12) &&
                    within(found.narrow, 1.0, 0.4));
        found = look_at("simplex 3d", &simplex3);
        assert_true(found.band > 0.94 && found.above < 0.005 && within(found.wide, 1.0, 0.12) &&
                    within(found.narrow, 1.0, 0.4));
    }
}

TEST_GROUP(spectrum)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_transform_is_right),
        cmocka_unit_test(gradient_noise_has_the_ideal_spectrum),
        cmocka_unit_test(an_octave_is_one_band_without_a_direction),
    };
    return cmocka_run_group_tests_name("noise spectrum", tests, NULL, NULL);
}
