// Monotone cubics: F. N. Fritsch and R. E. Carlson, "Monotone Piecewise Cubic Interpolation", SIAM J. Numer.
// Anal. 17 (1980): slopes at the points from the neighbouring secants, shortened where a segment would overshoot.
#include "noise/curve.h"

#include <math.h>

#include "noise/nodes.h"

// Powers of an offset within a segment times a coefficient stay far inside a float.
#define MAX_COEFFICIENT 1e30

typedef struct slopes {
    double secant[TR_CURVE_MAX_POINTS];
    double at[TR_CURVE_MAX_POINTS];
} slopes;

static void find_secants(const tr_node_def *def, slopes *s)
{
    for (int i = 0; i + 1 < def->point_count; i++) {
        // Starts are floats in the kernel: slopes over the same distances meet the next point better.
        double run = (double)tr_kernel_float(def->points[i + 1][0]) - (double)tr_kernel_float(def->points[i][0]);
        s->secant[i] = (def->points[i + 1][1] - def->points[i][1]) / run;
    }
}

static void find_slopes(int point_count, slopes *s)
{
    const int last = point_count - 1;
    s->at[0] = s->secant[0];
    s->at[last] = s->secant[last - 1];
    for (int i = 1; i < last; i++) {
        bool turns = s->secant[i - 1] * s->secant[i] <= 0.0;
        s->at[i] = turns ? 0.0 : 0.5 * (s->secant[i - 1] + s->secant[i]);
    }
    for (int i = 0; i < last; i++) {
        if (s->secant[i] == 0.0) {
            s->at[i] = s->at[i + 1] = 0.0;
            continue;
        }
        double a = s->at[i] / s->secant[i], b = s->at[i + 1] / s->secant[i];
        double length2 = a * a + b * b;
        if (length2 <= 9.0) continue;
        double shorter = 3.0 / sqrt(length2);
        s->at[i] *= shorter;
        s->at[i + 1] *= shorter;
    }
}

bool tr_curve_make(const tr_node_def *def, tr_curve *out, tr_error *err)
{
    const int last = def->point_count - 1;
    slopes s = {{0.0}, {0.0}};
    find_secants(def, &s);
    find_slopes(def->point_count, &s);
    *out = (tr_curve){.segment_count = def->point_count, .first = tr_kernel_float(def->points[0][1])};
    for (int i = 0; i <= last; i++) {
        out->start[i] = tr_kernel_float(def->points[i][0]);
        double c[4] = {def->points[i][1]};
        if (i < last && def->smooth) {
            double run = (double)tr_kernel_float(def->points[i + 1][0]) - (double)out->start[i];
            c[1] = s.at[i];
            c[2] = (3.0 * s.secant[i] - 2.0 * s.at[i] - s.at[i + 1]) / run;
            c[3] = (s.at[i] + s.at[i + 1] - 2.0 * s.secant[i]) / (run * run);
        } else if (i < last) {
            c[1] = s.secant[i];
        }
        for (int k = 0; k < 4; k++) {
            if (!(fabs(c[k]) <= MAX_COEFFICIENT)) {
                return tr_fail(err, TR_ERROR_INVALID_ARGUMENT,
                               "'points': points %d and %d are too close for the step between them", i + 1, i + 2);
            }
            out->c[i][k] = tr_kernel_float(c[k]);
        }
    }
    return true;
}

double tr_curve_at(const tr_curve *curve, double in)
{
    double value = curve->first;
    for (int i = 0; i < curve->segment_count; i++) {
        if (in < curve->start[i]) break;
        const float *c = curve->c[i];
        double s = in - curve->start[i];
        value = c[0] + s * (c[1] + s * (c[2] + s * c[3]));
    }
    return value;
}
