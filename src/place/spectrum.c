// The periodogram of points: |sum of exp(-2 pi i (u x + v z))|^2 / count at all frequencies that fit the square.
//
// A row of frequencies at a time: the points, turned by their phases along z, are spread over a fine line by a short
// bell, and a Fourier transform of the line, divided by that of the bell, gives the row (a non-uniform FFT in one
// dimension, with the kernel of Barnett, Magland and af Klinteberg). Memory follows the points, not their square. It
// only measures, so it may use libm.
#include <assert.h>
#include <math.h>
#include <string.h>

#include "terrane/place.h"

enum {
    BELL = 8,  // places of the line that a point is spread over
    MAX_PICTURE_PX = 513,
};
static const double pi = 3.14159265358979323846;
static const double bell_sharpness = 2.3 * BELL;

typedef struct cpx {
    double re, im;
} cpx;

typedef struct spectrum_work {
    size_t count;
    double side;
    const double *z;
    int32_t reach;   // frequencies are -reach .. reach, over the side
    int32_t line;    // places of the line, a power of two
    cpx *turns;      // of the line
    double *lift;    // 1 / the transform of the bell, for 0 .. reach
    int32_t *first;  // the first place of the line that a point reaches
    float *weights;  // BELL of each point
    cpx *steps;      // of each point: how its phase changes from row to row
    cpx *lines;      // of each worker
    cpx *phases;     // of each worker: of each point
    float *power;    // [v][u]; v from 0
} spectrum_work;

static cpx multiply(cpx a, cpx b)
{
    return (cpx){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

// In place, radix 2; `turns[k]` is exp(-2 pi i k / count).
static void transform(cpx *values, const cpx *turns, int32_t count)
{
    for (int32_t i = 1, j = 0; i < count; i++) {
        int32_t bit = count >> 1;
        for (; j & bit; bit >>= 1) j ^= bit;
        j ^= bit;
        if (i < j) {
            const cpx held = values[i];
            values[i] = values[j];
            values[j] = held;
        }
    }
    for (int32_t half = 1; half < count; half *= 2) {
        const int32_t step = count / (2 * half);
        for (int32_t start = 0; start < count; start += 2 * half) {
            for (int32_t k = 0; k < half; k++) {
                const cpx a = values[start + k], b = multiply(values[start + k + half], turns[k * step]);
                values[start + k] = (cpx){a.re + b.re, a.im + b.im};
                values[start + k + half] = (cpx){a.re - b.re, a.im - b.im};
            }
        }
    }
}

// The bell over -1 .. 1.
static double bell(double at)
{
    const double inside = 1 - at * at;
    return inside <= 0 ? 0 : exp(bell_sharpness * (sqrt(inside) - 1));
}

// The Fourier transform of the bell, by the trapezoidal rule: it is flat at both ends.
static double bell_transform(double frequency)
{
    enum { STEPS = 200 };
    double sum = 0;
    for (int i = -STEPS; i <= STEPS; i++) {
        const double at = (double)i / STEPS;
        sum += bell(at) * cos(pi * BELL * frequency * at);
    }
    return sum * BELL / (2 * STEPS);
}

static cpx turn_of(double turns)
{
    const double angle = -2 * pi * (turns - floor(turns));
    return (cpx){cos(angle), sin(angle)};
}

static void prepare(spectrum_work *work, const double *x)
{
    for (int32_t i = 0; i < work->line; i++) work->turns[i] = turn_of((double)i / work->line);
    for (int32_t u = 0; u <= work->reach; u++) work->lift[u] = 1 / bell_transform((double)u / work->line);
    for (size_t n = 0; n < work->count; n++) {
        const double at = x[n] / work->side * work->line;
        work->steps[n] = turn_of(work->z[n] / work->side);
        const double low = floor(at) - BELL / 2 + 1;
        work->first[n] = (int32_t)low;
        for (int k = 0; k < BELL; k++) work->weights[n * BELL + (size_t)k] = (float)bell((low + k - at) / (BELL / 2.0));
    }
}

// Leaves the phases as the next row has them.
static void make_row(const spectrum_work *work, int32_t v, cpx *phases, cpx *line)
{
    const int32_t mask = work->line - 1;
    memset(line, 0, (size_t)work->line * sizeof *line);
    for (size_t n = 0; n < work->count; n++) {
        const cpx phase = phases[n];
        phases[n] = multiply(phase, work->steps[n]);
        for (int k = 0; k < BELL; k++) {
            cpx *place = &line[(work->first[n] + k) & mask];
            const double weight = (double)work->weights[n * BELL + (size_t)k];
            place->re += weight * phase.re;
            place->im += weight * phase.im;
        }
    }
    transform(line, work->turns, work->line);
    float *row = work->power + (size_t)v * (size_t)(2 * work->reach + 1);
    for (int32_t u = -work->reach; u <= work->reach; u++) {
        const cpx value = line[u & mask];
        const double lift = work->lift[u < 0 ? -u : u];
        row[u + work->reach] = (float)((value.re * value.re + value.im * value.im) * lift * lift / (double)work->count);
    }
}

static bool make_rows(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    (void)err;
    const spectrum_work *work = user;
    cpx *line = work->lines + (size_t)worker * (size_t)work->line,
        *phases = work->phases + (size_t)worker * work->count;
    for (size_t n = 0; n < work->count; n++) phases[n] = turn_of((double)begin * (work->z[n] / work->side));
    for (int64_t v = begin; v < end; v++) make_row(work, (int32_t)v, phases, line);
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// What is told of it

// Rows have all frequencies but those that mirror others: of the row 0, the upper half.
static int32_t first_of_row(const spectrum_work *work, int32_t v)
{
    return v == 0 ? 1 : -work->reach;
}

static int32_t bin_of(const spectrum_work *work, int32_t u, int32_t v)
{
    const double frequency = sqrt((double)u * u + (double)v * v) / work->side;
    const double bin = frequency * TR_SPECTRUM_STEPS;
    return bin < TR_SPECTRUM_BINS ? (int32_t)bin : -1;
}

static double power_at(const spectrum_work *work, int32_t u, int32_t v)
{
    return (double)work->power[(size_t)v * (size_t)(2 * work->reach + 1) + (size_t)(u + work->reach)];
}

static void gather_bins(const spectrum_work *work, tr_spectrum *out)
{
    double squares[TR_SPECTRUM_BINS] = {0}, counts[TR_SPECTRUM_BINS] = {0};
    for (int32_t v = 0; v <= work->reach; v++) {
        for (int32_t u = first_of_row(work, v); u <= work->reach; u++) {
            const int32_t bin = bin_of(work, u, v);
            if (bin < 0) continue;
            const double power = power_at(work, u, v);
            out->power[bin] += power;
            squares[bin] += power * power;
            counts[bin]++;
        }
    }
    for (int32_t bin = 0; bin < TR_SPECTRUM_BINS; bin++) {
        const double count = counts[bin], mean = count > 0 ? out->power[bin] / count : 0;
        const double variance = count > 1 ? (squares[bin] - count * mean * mean) / (count - 1) : 0;
        out->power[bin] = mean;
        out->anisotropy[bin] = mean > 0 && variance > 0 ? 10 * log10(variance / (mean * mean)) : 0;
    }
}

static void find_peak(const spectrum_work *work, tr_spectrum *out)
{
    const double min = 1e-6;  // below it there is only what the transform rounded
    for (int32_t v = 0; v <= work->reach; v++) {
        for (int32_t u = first_of_row(work, v); u <= work->reach; u++) {
            const int32_t bin = bin_of(work, u, v);
            if (bin < 1 || out->power[bin] < min) continue;
            const double relative = power_at(work, u, v) / out->power[bin];
            if (relative <= out->peak) continue;
            out->peak = relative;
            out->peak_frequency = sqrt((double)u * u + (double)v * v) / work->side;
        }
    }
}

// A pixel is the mean of the frequencies it covers; a power of 1 is middle grey.
static bool draw(tr_context *context, const spectrum_work *work, tr_image *picture, tr_error *err)
{
    const int32_t across = 2 * work->reach + 1, size = across < MAX_PICTURE_PX ? across : MAX_PICTURE_PX;
    if (!tr_image_create(context, &(tr_image_shape){size, size, 1, 8}, picture, err)) return false;
    for (int32_t j = 0; j < size; j++) {
        uint8_t *row = (uint8_t *)picture->pixels + (size_t)j * picture->row_bytes;
        const int32_t v0 = (int32_t)((int64_t)j * across / size), v1 = (int32_t)((int64_t)(j + 1) * across / size);
        for (int32_t i = 0; i < size; i++) {
            const int32_t u0 = (int32_t)((int64_t)i * across / size), u1 = (int32_t)((int64_t)(i + 1) * across / size);
            double sum = 0;
            for (int32_t b = v0; b < v1; b++) {
                for (int32_t a = u0; a < u1; a++) {
                    const int32_t u = a - work->reach, v = b - work->reach;
                    if (u != 0 || v != 0) sum += v < 0 ? power_at(work, -u, -v) : power_at(work, u, v);
                }
            }
            const double grey = 128 * sqrt(sum / ((double)(v1 - v0) * (u1 - u0)));
            row[i] = grey < 255 ? (uint8_t)grey : 255;
        }
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// The whole

static bool check(const double *x, const double *z, size_t count, double side, tr_error *err)
{
    if (!isfinite(side)) return tr_fail(err, TR_ERROR_NOT_FINITE, "the side of the square is %g", side);
    if (!(side >= 1 && side <= 2048))
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "the side of the square is %g footprints; allowed is 1 to 2048",
                       side);
    if (count == 0) return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "there are no points to measure");
    for (size_t i = 0; i < count; i++) {
        if (!isfinite(x[i]) || !isfinite(z[i]))
            return tr_fail(err, TR_ERROR_NOT_FINITE, "point %zu is at %g, %g", i, x[i], z[i]);
        if (x[i] < 0 || z[i] < 0 || x[i] > side || z[i] > side)
            return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "point %zu is at %g, %g; allowed is 0 to the side, %g", i,
                           x[i], z[i], side);
    }
    return true;
}

static bool take_memory(tr_context *context, spectrum_work *work, tr_error *err)
{
    const size_t line = (size_t)work->line, reach = (size_t)work->reach, workers = (size_t)tr_context_threads(context);
    return (work->turns = tr_alloc_array(context, line, sizeof(cpx), err)) &&
           (work->lift = tr_alloc_array(context, reach + 1, sizeof(double), err)) &&
           (work->first = tr_alloc_array(context, work->count, sizeof(int32_t), err)) &&
           (work->weights = tr_alloc_array(context, work->count, BELL * sizeof(float), err)) &&
           (work->steps = tr_alloc_array(context, work->count, sizeof(cpx), err)) &&
           (work->phases = tr_alloc_array(context, work->count, workers * sizeof(cpx), err)) &&
           (work->lines = tr_alloc_array(context, line, workers * sizeof(cpx), err)) &&
           (work->power = tr_alloc_array(context, reach + 1, (2 * reach + 1) * sizeof(float), err));
}

static void free_memory(tr_context *context, spectrum_work *work)
{
    tr_free(context, work->power);
    tr_free(context, work->lines);
    tr_free(context, work->phases);
    tr_free(context, work->steps);
    tr_free(context, work->weights);
    tr_free(context, work->first);
    tr_free(context, work->lift);
    tr_free(context, work->turns);
}

bool tr_spectrum_measure(tr_context *context, const tr_spectrum_points *points, tr_spectrum *out, tr_image *picture,
                         tr_error *err)
{
    assert(context && out && (points->count == 0 || (points->x && points->z)));
    if (!check(points->x, points->z, points->count, points->side, err)) return false;
    const int32_t reach = (int32_t)ceil(points->side * TR_SPECTRUM_BINS / TR_SPECTRUM_STEPS);
    int32_t line = 16;
    while (line < 4 * reach) line *= 2;
    spectrum_work work = {.count = points->count, .side = points->side, .z = points->z, .reach = reach, .line = line};
    *out = (tr_spectrum){0};
    bool ok = take_memory(context, &work, err);
    if (ok) {
        prepare(&work, points->x);
        ok = tr_parallel_for(context, &(tr_range_work){reach + 1, 32, make_rows, &work}, NULL, err);
    }
    if (ok) {
        gather_bins(&work, out);
        find_peak(&work, out);
        ok = !picture || draw(context, &work, picture, err);
    }
    free_memory(context, &work);
    return ok;
}
